/*!
[config]
name: the layer is not normalized, whatever the sampler says (8.1)
kernel_name: sample
need_image_support: true
clc_version_min: 12

[test]
arg_out: 0 buffer float4[1] 0 0 0 3
arg_in:  1 image float 1 2 3 4 image_type 1d_array image_width 1 image_array_size 4 \
           image_channel_order A image_channel_data_type FLOAT
arg_in:  2 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode nearest
!*/

kernel void sample(global float4 *result, read_only image1d_array_t image, sampler_t texels)
{
    result[0] = read_imagef(image, texels, (float2)(0.5f, 2.0f));
}
