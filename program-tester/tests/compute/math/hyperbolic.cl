// SPDX-License-Identifier: MIT
/*!
# Bounds of OpenCL 1.2, 7.4: sinh, cosh: 4 ulp, tanh: 5 ulp.
# Expected values are the exact results rounded to float.

[config]
name: compute math hyperbolic
dimensions: 1
global_size: 10 0 0

[test]
name: sinh
kernel_name: apply_sinh
arg_out: 0 buffer float[10] 0 0.5210953 -0.5210953 1.1752012 -1.601919 3.6268604 11.54874 \
        -11013.232 2.425826e+08 0.0010000002 tolerance 4 ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 -1.25 2 3.1415927 -1e+01 2e+01 0.001

[test]
name: cosh
kernel_name: apply_cosh
arg_out: 0 buffer float[10] 1 1.127626 1.127626 1.5430807 1.8884239 3.7621956 11.591954 11013.233 \
        2.425826e+08 1.0000005 tolerance 4 ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 -1.25 2 3.1415927 -1e+01 2e+01 0.001

[test]
name: tanh
kernel_name: apply_tanh
arg_out: 0 buffer float[10] 0 0.46211717 -0.46211717 0.7615942 -0.84828365 0.9640276 0.9962721 -1 \
        1 0.0009999997 tolerance 5 ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 -1.25 2 3.1415927 -1e+01 2e+01 0.001
!*/

#define APPLY(F)                                                            \
    kernel void apply_##F(global float *out, global const float *in)        \
    {                                                                       \
        out[get_global_id(0)] = F(in[get_global_id(0)]);                    \
    }

APPLY(sinh)
APPLY(cosh)
APPLY(tanh)
