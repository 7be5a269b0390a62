/*!
[config]
name: image_row_pitch of host memory that an image is made from (5.3.1.2)
kernel_name: copy
need_image_support: true
clc_version_min: 12
global_size: 4

[test]
name: rows of 8 bytes of which 2 are used
arg_out: 0 buffer uint[4] 1 2 3 4
arg_in:  1 image uchar 1 2  3 4 image_type 2d image_width 2 image_height 2 image_row_pitch 8 \
           image_channel_order R image_channel_data_type UNSIGNED_INT8
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void copy(global uint *result, read_only image2d_t image)
{
    int i = get_global_id(0);
    result[i] = read_imageui(image, texels, (int2)(i % 2, i / 2)).x;
}
