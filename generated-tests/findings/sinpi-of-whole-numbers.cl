// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 7.5.1: sinpi(n) is 0 with the sign of n for whole numbers, and cospi(n + 0.5) is 0 (without a sign) for each n. All floats
# from 2^24 on are even. Of other numbers 4 ulp are allowed (7.4).

[config]
name: sinpi and cospi where they are 0

[test]
name: sinpi
kernel_name: sines
global_size: 4 0 0
arg_out: 0 buffer float[4] 0.0 -0.0 0.0 -0.0 signed_zero
arg_in:  1 buffer float[4] 1 -1 2 -3

[test]
name: cospi
kernel_name: cosines
global_size: 4 0 0
arg_out: 0 buffer float[4] 0.0 0.0 0.0 0.0 signed_zero
arg_in:  1 buffer float[4] 0.5 -0.5 1.5 -2.5

[test]
name: of large numbers
kernel_name: sines
global_size: 2 0 0
arg_out: 0 buffer float[2] 0.0 0.0
arg_in:  1 buffer float[2] 1e14 1e30
!*/

kernel void sines(global float *out, global const float *in)
{
    const size_t i = get_global_id(0);
    out[i] = sinpi(in[i]);
}

kernel void cosines(global float *out, global const float *in)
{
    const size_t i = get_global_id(0);
    out[i] = cospi(in[i]);
}
