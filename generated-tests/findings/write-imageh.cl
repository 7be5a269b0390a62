// SPDX-License-Identifier: MIT
/*!
# cl_khr_fp16: write_imageh writes a half4 to an image whose channel data type is CL_HALF_FLOAT, CL_UNORM_INT8 and others.

[config]
name: halves are written to images
kernel_name: store
require_device_extensions: cl_khr_fp16
need_image_support: true

[test]
name: HALF_FLOAT
arg_out: 0 image half4 1 -0.5 2 3 image_type 2d image_width 1 image_height 1 \
          image_channel_order RGBA image_channel_data_type HALF_FLOAT
arg_in:  1 buffer half4[1] 1 -0.5 2 3
!*/

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void store(write_only image2d_t out, global const half4 *in)
{
    write_imageh(out, (int2)(0, 0), in[0]);
}
