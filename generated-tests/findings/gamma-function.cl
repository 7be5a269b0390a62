// SPDX-License-Identifier: MIT
/*!
# C99, F.9.5.4 (OpenCL 1.2, 7.5): tgamma of -0 is -inf. OpenCL 1.2, 7.4: tgamma may be 16 ulp off, and tgamma(10) is 9! = 362880. C99,
# F.9.5.3: lgamma of both infinities is inf.

[config]
name: the gamma function

[test]
for: name kernel size given expected in \
       ("of zeros"                     gammas      2  "0.0 -0.0"   "inf -inf") \
       ("of whole numbers"             gammas      4  "1 4 10 12"  "1 6 362880 39916800 tolerance 16 ulp") \
       ("of the number above 10"       gammas      1  10.0000019   "362881.5585 tolerance 16 ulp") \
       ("the logarithm of infinities"  logarithms  2  "inf -inf"   "inf inf")
name: $name
kernel_name: $kernel
global_size: $size 0 0
arg_out: 0 buffer float[$size] $expected
arg_in:  1 buffer float[$size] $given
!*/

kernel void gammas(global float *out, global const float *in)
{
    const size_t i = get_global_id(0);
    out[i] = tgamma(in[i]);
}

kernel void logarithms(global float *out, global const float *in)
{
    const size_t i = get_global_id(0);
    out[i] = lgamma(in[i]);
}
