/*!
[config]
name: image_slice_pitch of host memory that a 1D image array is made from (5.3.1.2)
kernel_name: copy
need_image_support: true
clc_version_min: 12
global_size: 4

[test]
name: layers of 16 bytes of which 2 are used
arg_out: 0 buffer uint[4] 1 2 3 4
arg_in:  1 image uchar4 1 0 0 0  2 0 0 0   3 0 0 0  4 0 0 0 \
           image_type 1d_array image_width 2 image_array_size 2 \
           image_row_pitch 8 image_slice_pitch 16 \
           image_channel_order RGBA image_channel_data_type UNSIGNED_INT8
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void copy(global uint *result, read_only image1d_array_t image)
{
    int i = get_global_id(0);
    result[i] = read_imageui(image, texels, (int2)(i % 2, i / 2)).x;
}
