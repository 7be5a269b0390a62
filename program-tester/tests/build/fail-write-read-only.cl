// SPDX-License-Identifier: MIT
/*!
# write_imagef on a read_only image is an error (OpenCL C 1.2, 6.6).

[config]
name: build fail write read only
expect_build_fail: true
need_image_support: true
!*/

kernel void broken(read_only image2d_t image)
{
    write_imagef(image, (int2)(0, 0), (float4)(1.0f));
}
