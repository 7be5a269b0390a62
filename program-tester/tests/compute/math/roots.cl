// SPDX-License-Identifier: MIT
/*!
# Bounds of OpenCL 1.2, 7.4: sqrt 3 ulp, rsqrt 2, cbrt 2.
# Expected values are the exact results rounded to float.

[config]
name: compute math roots
dimensions: 1
global_size: 10 0 0

[test]
name: sqrt
kernel_name: apply_sqrt
arg_out: 0 buffer float[10] 0.03162278 0.70710677 1 1.2247449 1.4142135 3.1622777 31.622776 1e-05 \
        1.7320507e+10 0.9949874 tolerance 3 ulp
arg_in:  1 buffer float[10] 0.001 0.5 1 1.5 2 1e+01 1e+03 1e-10 3e+20 0.99

[test]
name: rsqrt
kernel_name: apply_rsqrt
arg_out: 0 buffer float[10] 31.622776 1.4142135 1 0.8164966 0.70710677 0.31622776 0.031622775 \
        1e+05 5.7735025e-11 1.0050378 tolerance 2 ulp
arg_in:  1 buffer float[10] 0.001 0.5 1 1.5 2 1e+01 1e+03 1e-10 3e+20 0.99

[test]
name: cbrt
kernel_name: apply_cbrt
arg_out: 0 buffer float[10] 2 -3 0.1 1 1.2599211 1e+01 -0.7937005 2154.4346 0.031072324 4 \
        tolerance 2 ulp
arg_in:  1 buffer float[10] 8 -27 0.001 1 2 1e+03 -0.5 1e+10 3e-05 64
!*/

#define APPLY(F)                                                            \
    kernel void apply_##F(global float *out, global const float *in)        \
    {                                                                       \
        out[get_global_id(0)] = F(in[get_global_id(0)]);                    \
    }

APPLY(sqrt)
APPLY(rsqrt)
APPLY(cbrt)
