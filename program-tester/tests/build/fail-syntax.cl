// SPDX-License-Identifier: MIT
/*!
# A syntax error is a failed build.

[config]
name: build fail syntax
expect_build_fail: true
!*/

kernel void broken(global int *out)
{
    out[0] = 1
}
