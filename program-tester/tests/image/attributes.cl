// SPDX-License-Identifier: MIT
/*!
# get_image_width, height, dim, channel_order and channel_data_type; the latter two give the CLK_ constants, whose
# values equal those of the API (OpenCL C 1.2, 6.12.14.5).

[config]
name: image attributes
kernel_name: attributes
dimensions: 1
global_size: 1 0 0
need_image_support: true

[test]
name: RGBA UNORM_INT8 1 x 1
arg_out: 0 buffer int[6] 1 1 1 1 0x10b5 0x10d2
arg_in:  1 image uchar4 repeat 1 image_type 2d image_width 1 image_height 1 image_channel_order \
        RGBA image_channel_data_type UNORM_INT8

[test]
name: RGBA FLOAT 7 x 3
arg_out: 0 buffer int[6] 7 3 7 3 0x10b5 0x10de
arg_in:  1 image float4 repeat 1 image_type 2d image_width 7 image_height 3 image_channel_order \
        RGBA image_channel_data_type FLOAT

[test]
name: R UNSIGNED_INT32 64 x 2
arg_out: 0 buffer int[6] 64 2 64 2 0x10b0 0x10dc
arg_in:  1 image uint repeat 1 image_type 2d image_width 64 image_height 2 image_channel_order R \
        image_channel_data_type UNSIGNED_INT32

[test]
name: RG SIGNED_INT16 5 x 9
arg_out: 0 buffer int[6] 5 9 5 9 0x10b2 0x10d8
arg_in:  1 image short2 repeat 1 image_type 2d image_width 5 image_height 9 image_channel_order RG \
        image_channel_data_type SIGNED_INT16

[test]
name: BGRA UNORM_INT8 33 x 17
arg_out: 0 buffer int[6] 33 17 33 17 0x10b6 0x10d2
arg_in:  1 image uchar4 repeat 1 image_type 2d image_width 33 image_height 17 image_channel_order \
        BGRA image_channel_data_type UNORM_INT8

[test]
name: RGBA HALF_FLOAT 2 x 8
arg_out: 0 buffer int[6] 2 8 2 8 0x10b5 0x10dd
arg_in:  1 image half4 repeat 1 image_type 2d image_width 2 image_height 8 image_channel_order \
        RGBA image_channel_data_type HALF_FLOAT

[test]
name: INTENSITY FLOAT 3 x 3
arg_out: 0 buffer int[6] 3 3 3 3 0x10b8 0x10de
arg_in:  1 image float repeat 1 image_type 2d image_width 3 image_height 3 image_channel_order \
        INTENSITY image_channel_data_type FLOAT

[test]
name: LUMINANCE UNORM_INT16 4 x 6
arg_out: 0 buffer int[6] 4 6 4 6 0x10b9 0x10d3
arg_in:  1 image ushort repeat 1 image_type 2d image_width 4 image_height 6 image_channel_order \
        LUMINANCE image_channel_data_type UNORM_INT16

[test]
name: R SNORM_INT8 9 x 1
arg_out: 0 buffer int[6] 9 1 9 1 0x10b0 0x10d0
arg_in:  1 image char repeat 1 image_type 2d image_width 9 image_height 1 image_channel_order R \
        image_channel_data_type SNORM_INT8
!*/

kernel void attributes(global int *out, read_only image2d_t image)
{
    out[0] = get_image_width(image);
    out[1] = get_image_height(image);
    out[2] = get_image_dim(image).x;
    out[3] = get_image_dim(image).y;
    out[4] = get_image_channel_order(image);
    out[5] = get_image_channel_data_type(image);
}
