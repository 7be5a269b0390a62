// SPDX-License-Identifier: MIT
/*!
# Infinite coordinates, and those whose texel an int cannot tell, have no defined result in OpenCL 1.2 (8.2).
# The bundled driver clamps them, as if the equations were of infinite range.

[config]
name: infinite and huge coordinates
platform_regex: Rootle
need_image_support: true
global_size: 8

[test]
name: clamp to edge, unnormalized
kernel_name: read
arg_out: 0 buffer float[8] 1 4 1 4 1 4 1 4
arg_in:  1 buffer float[8] -inf inf -1e38 1e38 -3e9 3e9 -0.0 3.9999998
arg_in:  2 image float 1 2 3 4 image_type 1d image_width 4 \
        image_channel_order R image_channel_data_type FLOAT
arg_in:  3 sampler normalized_coords false addressing_mode clamp_to_edge filter_mode nearest

[test]
name: clamp, normalized
kernel_name: read
arg_out: 0 buffer float[8] 0 0 0 0 0 0 1 4
arg_in:  1 buffer float[8] -inf inf -1e38 1e38 -3e9 3e9 0.03125 0.96875
arg_in:  2 image float 1 2 3 4 image_type 1d image_width 4 \
        image_channel_order R image_channel_data_type FLOAT
arg_in:  3 sampler normalized_coords true addressing_mode clamp filter_mode nearest

[test]
name: layers
kernel_name: layers
arg_out: 0 buffer float[8] 10 13 10 13 10 13 10 13
arg_in:  1 buffer float[8] -inf inf -1e38 1e38 -3e9 3e9 -0.0 3
arg_in:  2 image float 10 11 12 13 image_type 2d_array image_width 1 image_height 1 \
        image_array_size 4 image_channel_order R image_channel_data_type FLOAT
arg_in:  3 sampler normalized_coords true addressing_mode repeat filter_mode nearest
!*/

kernel void read(global float *out, global const float *at, read_only image1d_t image,
                 sampler_t sampler)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, sampler, at[i]).x;
}

kernel void layers(global float *out, global const float *layer, read_only image2d_array_t image,
                   sampler_t sampler)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, sampler, (float4)(0.5f, 0.5f, layer[i], 0.0f)).x;
}
