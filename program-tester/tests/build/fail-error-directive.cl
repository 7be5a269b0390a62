// SPDX-License-Identifier: MIT
/*!
# #error is a failed build.

[config]
name: build fail error directive
expect_build_fail: true
!*/

#error this must not build
kernel void broken(global int *out)
{
    out[0] = 1;
}
