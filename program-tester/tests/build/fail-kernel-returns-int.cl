// SPDX-License-Identifier: MIT
/*!
# A kernel must return void (OpenCL C 1.2, 6.7.1).

[config]
name: build fail kernel returns int
expect_build_fail: true
!*/

kernel int broken(global int *out)
{
    return out[0];
}
