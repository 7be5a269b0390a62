// SPDX-License-Identifier: MIT
/*!
# __OPENCL_C_VERSION__ follows -cl-std, and the endianness and image macros are set (OpenCL C 1.2, 6.10).

[config]
name: build version macros
kernel_name: versions
build_options: -cl-std=CL1.2
need_image_support: true

[test]
name: CL1.2
arg_out: 0 buffer int[4] 120 100 110 120
arg_out: 1 buffer int[2] 1 1
!*/

kernel void versions(global int *out, global int *flags)
{
    out[0] = __OPENCL_C_VERSION__;
    out[1] = CL_VERSION_1_0;
    out[2] = CL_VERSION_1_1;
    out[3] = CL_VERSION_1_2;
    flags[0] = __ENDIAN_LITTLE__;
    flags[1] = __IMAGE_SUPPORT__;
}
