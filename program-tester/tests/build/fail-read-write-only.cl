// SPDX-License-Identifier: MIT
/*!
# read_imagef on a write_only image is an error (OpenCL C 1.2, 6.6).

[config]
name: build fail read write only
expect_build_fail: true
need_image_support: true
!*/

constant sampler_t nearest = CLK_FILTER_NEAREST;

kernel void broken(write_only image2d_t image, global float4 *out)
{
    out[0] = read_imagef(image, nearest, (int2)(0, 0));
}
