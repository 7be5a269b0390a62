// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.14.1: samplers are constants of a program or of a kernel, or arguments of a kernel. One kernel's has no effect on
# another's.

[config]
name: a sampler argument behind a kernel with a constant sampler
clc_version_min: 12
need_image_support: true
kernel_name: given

[test]
arg_out: 0 buffer uint4[1] 7 0 0 1
arg_in: 1 image uchar4 7 0 0 1 image_type 1d image_width 1 image_channel_order RGBA image_channel_data_type UNSIGNED_INT8
arg_in: 2 sampler normalized_coords false addressing_mode clamp filter_mode nearest
!*/

kernel void constant_sampler(global uint4 *result, read_only image1d_t image)
{
    const sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    result[0] = read_imageui(image, texels, 0);
}

kernel void given(global uint4 *result, read_only image1d_t image, sampler_t texels)
{
    result[0] = read_imageui(image, texels, 0);
}
