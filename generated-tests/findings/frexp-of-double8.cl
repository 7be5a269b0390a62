// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 7.5.1: frexp of an infinity and of NaN stores 0; of 1, which is 0.5 times 2, it stores 1 (6.12.2). pow of (x, -1) is the
# reciprocal of x, and fmod of (x, -1) is 0 with the sign of x where x is whole (C99, F.9.7.1), as 1.7976931348623157e308 is; of an
# infinity it is NaN.

[config]
name: exponents in vectors of doubles
require_device_extensions: cl_khr_fp64

[test]
for: name kernel type of expected given in \
       ("of infinities"  exponents  int8  double8  "1 1 0 1 1 0 1 1"  "1 1 inf 1 1 -inf 1 1") \
       ("of four components"  exponents_of_four  int4  double4  "1 0 1 0"  "1 inf 1 nan") \
       ("whole numbers and an infinity, divided by one"  rests  double8  double8 \
        "0.0 -0.0 0.0 -0.0 nan -0.0 0.0 -0.0 signed_zero" \
        "1 -1 1.7976931348623157e308 -1.7976931348623157e308 inf -1 1 -1") \
       ("reciprocals, beside NaN"  reciprocals  double8  double8 \
        "1 1 4.49423283715579e307 1 nan 1 1 1 tolerance 16 ulp"  "1 1 2.2250738585072014e-308 1 nan 1 1 1")
name: $name
kernel_name: $kernel
arg_out: 0 buffer $type[1] $expected
arg_in:  1 buffer $of[1] $given
!*/

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void exponents(global int8 *out, global const double8 *in)
{
    int8 exponent;
    frexp(in[0], &exponent);
    out[0] = exponent;
}

kernel void exponents_of_four(global int4 *out, global const double4 *in)
{
    int4 exponent;
    frexp(in[0], &exponent);
    out[0] = exponent;
}

kernel void rests(global double8 *out, global const double8 *in)
{
    out[0] = fmod(in[0], (double8)(-1));
}

kernel void reciprocals(global double8 *out, global const double8 *in)
{
    out[0] = pow(in[0], (double8)(-1));
}
