// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 7.5.1: normalize "shall reduce the vector to unit length ... without overflow or extraneous precision loss" and
# "returns v if all elements of v are zero". Of denormal numbers that is the unit vector, or, where they are flushed to zero (7.5.3),
# the zero vector; NaN is neither.

[config]
name: vectors of denormal numbers are normalized
kernel_name: unit

[test]
name: four components
arg_out: 0 buffer int[1] 0
arg_in:  1 float 1
!*/

kernel void unit(global int *out, float one)
{
    float4 v = normalize((float4)(0, 0x3p-140f, 0x4p-140f, 0) * one);
    out[0] = any(isnan(v));
}
