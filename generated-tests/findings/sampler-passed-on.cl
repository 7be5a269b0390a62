/*!
[config]
name: a function may take a sampler argument of its kernel (6.12.14.1)
kernel_name: sample
need_image_support: true
clc_version_min: 12

[test]
arg_out: 0 buffer float4[1] 4 0 0 1
arg_in:  1 image float 4 image_type 2d image_width 1 image_height 1 \
           image_channel_order R image_channel_data_type FLOAT
arg_in:  2 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode nearest
!*/

float4 helper(read_only image2d_t image, sampler_t texels)
{
    return read_imagef(image, texels, (float2)(0.5f, 0.5f));
}

kernel void sample(global float4 *result, read_only image2d_t image, sampler_t texels)
{
    result[0] = helper(image, texels);
}
