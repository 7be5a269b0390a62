// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 7.5.1: sinpi(n) is 0 with the sign of n for whole numbers, and cospi(n + 0.5) is 0 (without a sign) for each n. All floats
# from 2^24 on are even. Of other numbers 4 ulp are allowed (7.4).

[config]
name: sinpi and cospi where they are 0

[test]
for: name kernel size given expected in \
       (sinpi               sines    4  "1 -1 2 -3"          "0.0 -0.0 0.0 -0.0 signed_zero") \
       (cospi               cosines  4  "0.5 -0.5 1.5 -2.5"  "0.0 0.0 0.0 0.0 signed_zero") \
       ("of large numbers"  sines    2  "1e14 1e30"          "0.0 0.0")
name: $name
kernel_name: $kernel
global_size: $size 0 0
arg_out: 0 buffer float[$size] $expected
arg_in:  1 buffer float[$size] $given
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
