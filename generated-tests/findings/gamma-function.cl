// SPDX-License-Identifier: MIT
/*!
# C99, F.9.5.4 (OpenCL 1.2, 7.5): tgamma of -0 is -inf. OpenCL 1.2, 7.4: tgamma may be 16 ulp off, and tgamma(10) is 9! = 362880. C99,
# F.9.5.3: lgamma of both infinities is inf.

[config]
name: the gamma function

[test]
name: of zeros
kernel_name: gammas
global_size: 2 0 0
arg_out: 0 buffer float[2] inf -inf
arg_in:  1 buffer float[2] 0.0 -0.0

[test]
name: of whole numbers
kernel_name: gammas
global_size: 4 0 0
arg_out: 0 buffer float[4] 1 6 362880 39916800 tolerance 16 ulp
arg_in:  1 buffer float[4] 1 4 10 12

[test]
name: of the number above 10
kernel_name: gammas
global_size: 1 0 0
arg_out: 0 buffer float[1] 362881.5585 tolerance 16 ulp
arg_in:  1 buffer float[1] 10.0000019

[test]
name: the logarithm of infinities
kernel_name: logarithms
global_size: 2 0 0
arg_out: 0 buffer float[2] inf inf
arg_in:  1 buffer float[2] inf -inf
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
