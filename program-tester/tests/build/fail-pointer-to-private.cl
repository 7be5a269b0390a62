// SPDX-License-Identifier: MIT
/*!
# A kernel argument may not be a pointer to private memory (OpenCL C 1.2, 6.9 a).

[config]
name: build fail pointer to private
expect_build_fail: true
!*/

kernel void broken(int *out)
{
    out[0] = 1;
}
