/*!
[config]
name: CLK_ADDRESS_NONE with CLK_FILTER_LINEAR, all texels inside (8.2)
kernel_name: sample
need_image_support: true
clc_version_min: 12

[test]
name: between two texels
arg_out: 0 buffer float4[1] 5 0 0 1 tolerance 0.05
arg_in:  1 image float 4 6 image_type 1d image_width 2 \
           image_channel_order R image_channel_data_type FLOAT
arg_in:  2 sampler normalized_coords false addressing_mode none filter_mode linear
!*/

kernel void sample(global float4 *result, read_only image1d_t image, sampler_t texels)
{
    result[0] = read_imagef(image, texels, 1.0f);
}
