/*!
[config]
name: the layer is clamp(rint(w), 0, layers - 1) (8.4)
kernel_name: sample
need_image_support: true
clc_version_min: 12
global_size: 8

[test]
arg_out: 0 buffer float[8] 2 3 1 4 1 3 3 2
arg_in:  1 image float 1 2 3 4 image_type 2d_array image_width 1 image_height 1 \
           image_array_size 4 image_channel_order A image_channel_data_type FLOAT
arg_in:  2 buffer float[8] 0.75 2.25 -3 9 0.5 1.5 2.5 1.4375
arg_in:  3 sampler normalized_coords false addressing_mode clamp filter_mode nearest
!*/

kernel void sample(global float *result, read_only image2d_array_t image, global const float *layer,
                   sampler_t texels)
{
    size_t i = get_global_id(0);
    result[i] = read_imagef(image, texels, (float4)(0.5f, 0.5f, layer[i], 0.0f)).w;
}
