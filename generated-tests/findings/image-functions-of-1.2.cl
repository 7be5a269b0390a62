// SPDX-License-Identifier: MIT
/*!
# OpenCL C 1.2, 6.12.14: a device with images has the image functions in OpenCL C 1.2 as well. The macro __opencl_c_images is of OpenCL C 3.0
# alone (OpenCL C 3.0, 6.2.1).

[config]
name: an image function in a program of OpenCL C 1.2
kernel_name: fetch
need_image_support: true
clc_version_min: 12
build_options: -cl-std=CL1.2

[test]
name: a texel
arg_out: 0 buffer uint4[1] 1 2 3 4
arg_in:  1 image uchar4 1 2 3 4 image_type 2d image_width 1 image_height 1 \
           image_channel_order RGBA image_channel_data_type UNSIGNED_INT8
!*/

kernel void fetch(global uint4 *result, read_only image2d_t image)
{
    result[0] = read_imageui(image, (int2)(0, 0));
}
