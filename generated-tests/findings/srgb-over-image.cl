// SPDX-License-Identifier: MIT
/*!
# OpenCL 3.0, 5.3.1.2: a 2D image made over another one "shares the image data store" and "views the pixels in the image with a different
# image channel order"; CL_sRGBA goes with CL_RGBA. Reading CL_sRGBA gives linear light (OpenCL C 3.0, "Conversion Rules for sRGBA and
# sBGRA Images"): of 188 that is 0.5029, to half a step, and of 255 it is 1; alpha has no curve.

[config]
name: an sRGB image over another image
kernel_name: look
need_image_support: true
clc_version_min: 30
build_options: -cl-std=CL3.0
require_device_extensions: cl_khr_image2d_from_buffer

[test]
name: one texel
global_size: 1 0 0
arg_in: 0 image uchar4 188 0 255 51 image_type 2d image_width 1 image_height 1 image_channel_order RGBA \
          image_channel_data_type UNORM_INT8 image_access read_write
arg_in: 1 image uchar4 NULL image_type 2d image_width 1 image_height 1 image_channel_order sRGBA \
          image_channel_data_type UNORM_INT8 image_over 0 image_access read
arg_out: 2 buffer float4[1] 0.4999..0.5059 0 1 0.19999..0.20001
launch: look args 1 2
!*/

kernel void look(read_only image2d_t image, global float4 *seen)
{
    seen[0] = read_imagef(image, (int2)(0, 0));
}
