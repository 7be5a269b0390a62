// SPDX-License-Identifier: MIT
/*!
# Bounds of OpenCL 1.2, 7.4: asin 4 ulp, acos 4, atan 5.
# Expected values are the exact results rounded to float.

[config]
name: compute math inverse trigonometric
dimensions: 1
global_size: 10 0 0

[test]
name: asin
kernel_name: apply_asin
arg_out: 0 buffer float[10] 0 0.5235988 -0.5235988 1.5707964 -1.5707964 0.25268024 -0.8480621 \
        1.5260715 0.0010000002 -0.10016742 tolerance 4 ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 -1 0.25 -0.75 0.999 0.001 -0.1

[test]
name: acos
kernel_name: apply_acos
arg_out: 0 buffer float[10] 1.5707964 1.0471976 2.0943952 0 3.1415927 1.3181161 2.4188583 \
        0.0447248 1.5697963 1.6709638 tolerance 4 ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 -1 0.25 -0.75 0.999 0.001 -0.1

[test]
name: atan
kernel_name: apply_atan
arg_out: 0 buffer float[10] 0 0.4636476 -0.4636476 0.7853982 -0.8960554 1.1071488 1.2626272 \
        -1.4711276 1.5607966 0.0009999997 tolerance 5 ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 -1.25 2 3.1415927 -1e+01 1e+02 0.001
!*/

#define APPLY(F)                                                            \
    kernel void apply_##F(global float *out, global const float *in)        \
    {                                                                       \
        out[get_global_id(0)] = F(in[get_global_id(0)]);                    \
    }

APPLY(asin)
APPLY(acos)
APPLY(atan)
