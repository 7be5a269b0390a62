// SPDX-License-Identifier: MIT
/*!
# Bounds of OpenCL 1.2, 7.4: exp, exp2, exp10, expm1: 3 ulp.
# Expected values are the exact results rounded to float.

[config]
name: compute math exponential
dimensions: 1
global_size: 10 0 0

[test]
name: exp
kernel_name: apply_exp
arg_out: 0 buffer float[10] 1 1.6487212 0.60653067 2.7182817 0.2865048 7.389056 23.140696 \
        4.539993e-05 1.0010005 5.5406225e+34 tolerance 3 ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 -1.25 2 3.1415927 -1e+01 0.001 8e+01

[test]
name: exp2
kernel_name: apply_exp2
arg_out: 0 buffer float[10] 1 1.4142135 0.70710677 2 0.4204482 4 8.824979 0.0009765625 \
        1.2676506e+30 1.0006934 tolerance 3 ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 -1.25 2 3.1415927 -1e+01 1e+02 0.001

[test]
name: exp10
kernel_name: apply_exp10
arg_out: 0 buffer float[10] 1 1e+01 1e+02 0.1 3.1622777 1e+10 1e-10 1e+03 1e+30 1.0023053 \
        tolerance 3 ulp
arg_in:  1 buffer float[10] 0 1 2 -1 0.5 1e+01 -1e+01 3 3e+01 0.001

[test]
name: expm1
kernel_name: apply_expm1
arg_out: 0 buffer float[10] 0 0.6487213 -0.39346933 1.7182819 -0.7134952 6.389056 1.000005e-05 \
        -0.9999546 4.851652e+08 0.0010005002 tolerance 3 ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 -1.25 2 1e-05 -1e+01 2e+01 0.001
!*/

#define APPLY(F)                                                            \
    kernel void apply_##F(global float *out, global const float *in)        \
    {                                                                       \
        out[get_global_id(0)] = F(in[get_global_id(0)]);                    \
    }

APPLY(exp)
APPLY(exp2)
APPLY(exp10)
APPLY(expm1)
