// SPDX-License-Identifier: MIT
/*!
# The attributes of two read and two written images in one kernel do not get mixed up.

[config]
name: image attributes of several
kernel_name: attributes
need_image_support: true

[test]
name: four images
arg_out: 2 buffer int[8] 3 1 8 2 5 4 6 7
arg_in:  0 image uchar4 repeat 1 image_type 2d image_width 3 image_height 1 image_channel_order \
        RGBA image_channel_data_type UNORM_INT8
arg_in:  1 image float repeat 1 image_type 2d image_width 8 image_height 2 image_channel_order R \
        image_channel_data_type FLOAT
arg_out: 3 image uint4 repeat 5 0 0 1 image_type 2d image_width 5 image_height 4 \
        image_channel_order RGBA image_channel_data_type UNSIGNED_INT32
arg_out: 4 image float2 repeat 6 7 image_type 2d image_width 6 image_height 7 image_channel_order \
        RG image_channel_data_type FLOAT
!*/

kernel void attributes(read_only image2d_t a, read_only image2d_t b, global int *out,
                       write_only image2d_t c, write_only image2d_t d)
{
    int2 sizes[4] = {get_image_dim(a), get_image_dim(b), get_image_dim(c), get_image_dim(d)};
    for (int i = 0; i < 4; i++) {
        out[2 * i] = sizes[i].x;
        out[2 * i + 1] = sizes[i].y;
    }
    for (int y = 0; y < get_image_height(c); y++)
        for (int x = 0; x < get_image_width(c); x++)
            write_imageui(c, (int2)(x, y), (uint4)(get_image_width(c), 0, 0, 1));
    for (int y = 0; y < get_image_height(d); y++)
        for (int x = 0; x < get_image_width(d); x++)
            write_imagef(d, (int2)(x, y), (float4)(get_image_width(d), get_image_height(d), 0, 0));
}
