// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 7.5.1: fract(-0) is -0, and so is its whole part; tanpi(n) is copysign(0, -n) of odd n and copysign(0, n) of even n; lgamma_r
# stores 0 for zeros and negative integers. Of other numbers it stores the sign of the gamma function (6.12.2), which is positive at 1.5 and
# negative at -0.5.

[config]
name: signs of fract, tanpi and lgamma_r

[test]
name: fract of the negative zero
kernel_name: parts
arg_out: 0 buffer float[2] -0.0 -0.0 signed_zero
arg_in:  1 float -0.0

[test]
for: name kernel type size given expected in \
       ("tanpi of whole numbers"  tangents  float[4]  4  "1 2 -1 -2"  "-0.0 0.0 0.0 -0.0 signed_zero") \
       ("the sign of the gamma function"  signs  int[2]  2  "1.5 -0.5"  "1 -1") \
       ("the sign of the gamma function where it has none"  signs  int[4]  4  "0.0 -0.0 -1 -2"  "0 0 0 0")
name: $name
kernel_name: $kernel
global_size: $size 0 0
arg_out: 0 buffer $type $expected
arg_in:  1 buffer float[$size] $given
!*/

kernel void parts(global float *out, float x)
{
    float whole;
    out[0] = fract(x, &whole);
    out[1] = whole;
}

kernel void tangents(global float *out, global const float *in)
{
    const size_t i = get_global_id(0);
    out[i] = tanpi(in[i]);
}

kernel void signs(global int *out, global const float *in)
{
    const size_t i = get_global_id(0);
    int sign;
    lgamma_r(in[i], &sign);
    out[i] = sign;
}
