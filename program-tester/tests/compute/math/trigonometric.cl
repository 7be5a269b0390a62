// SPDX-License-Identifier: MIT
/*!
# Bounds of OpenCL 1.2, 7.4: sin 4 ulp, cos 4, tan 5, also for a large argument.
# Expected values are the exact results rounded to float.

[config]
name: compute math trigonometric
dimensions: 1
global_size: 10 0 0

[test]
name: sin
kernel_name: apply_sin
arg_out: 0 buffer float[10] 0 0.47942555 -0.47942555 0.84147096 -0.9489846 0.9092974 -8.742278e-08 \
        0.5440211 -0.50636566 0.0009999999 tolerance 4 ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 -1.25 2 3.1415927 -1e+01 1e+02 0.001

[test]
name: cos
kernel_name: apply_cos
arg_out: 0 buffer float[10] 1 0.87758255 0.87758255 0.5403023 0.31532237 -0.41614684 -1 -0.8390715 \
        0.8623189 0.9999995 tolerance 4 ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 -1.25 2 3.1415927 -1e+01 1e+02 0.001

[test]
name: tan
kernel_name: apply_tan
arg_out: 0 buffer float[10] 0 0.5463025 -0.5463025 1.5574077 -3.0095696 -2.1850398 8.742278e-08 \
        -0.64836085 -0.58721393 0.0010000004 tolerance 5 ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 -1.25 2 3.1415927 -1e+01 1e+02 0.001
!*/

#define APPLY(F)                                                            \
    kernel void apply_##F(global float *out, global const float *in)        \
    {                                                                       \
        out[get_global_id(0)] = F(in[get_global_id(0)]);                    \
    }

APPLY(sin)
APPLY(cos)
APPLY(tan)
