// SPDX-License-Identifier: MIT
/*!
# Section 6.9, f: the headers of C99's library cannot be included, were they on the host, too.

[config]
name: build fails for a header of the host
expect_build_fail: true
expect_build_log: math\.h
!*/

#include <math.h>

kernel void k(global float *out)
{
    *out = 1;
}
