/*!
[config]
name: an image of one half a texel (8.3.2)
kernel_name: fetch
need_image_support: true
clc_version_min: 12

[test]
arg_out: 0 buffer float4[1] 1.5 0 0 1
arg_in:  1 image half 1.5 image_type 2d image_width 1 image_height 1 \
           image_channel_order R image_channel_data_type HALF_FLOAT
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void fetch(global float4 *result, read_only image2d_t image)
{
    result[0] = (float4)(read_imagef(image, texels, (int2)(0, 0)).xyz, 1.0f);
}
