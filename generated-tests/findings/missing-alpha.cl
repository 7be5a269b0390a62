/*!
[config]
name: the alpha of an order without one is 1 (6.12.14.6)
kernel_name: fetch
need_image_support: true
clc_version_min: 12

[test]
arg_out: 0 buffer uint4[1] 7 0 0 1
arg_in:  1 image uchar 7 image_type 2d image_width 1 image_height 1 \
           image_channel_order R image_channel_data_type UNSIGNED_INT8
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void fetch(global uint4 *result, read_only image2d_t image)
{
    result[0] = read_imageui(image, texels, (int2)(0, 0));
}
