/*!
[config]
name: the layer is clamped, also with a constant CLK_ADDRESS_CLAMP sampler (8.4)
kernel_name: sample
need_image_support: true
clc_version_min: 12

[test]
arg_out: 0 buffer float[2] 4 4
arg_in:  1 image float 1 2 3 4 image_type 1d_array image_width 1 image_array_size 4 \
           image_channel_order A image_channel_data_type FLOAT
arg_in:  2 sampler normalized_coords false addressing_mode clamp filter_mode nearest
arg_in:  3 int 9
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void sample(global float *result, read_only image1d_array_t image, sampler_t given, int layer)
{
    result[0] = read_imagef(image, given, (int2)(0, layer)).w;
    result[1] = read_imagef(image, texels, (int2)(0, layer)).w;
}
