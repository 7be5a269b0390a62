// SPDX-License-Identifier: MIT
/*!
# An undeclared identifier is a failed build.

[config]
name: build fail undeclared
expect_build_fail: true
!*/

kernel void broken(global int *out)
{
    out[0] = missing;
}
