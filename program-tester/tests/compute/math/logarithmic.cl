// SPDX-License-Identifier: MIT
/*!
# Bounds of OpenCL 1.2, 7.4: log, log2, log10: 3 ulp, log1p: 2 ulp.
# Expected values are the exact results rounded to float.

[config]
name: compute math logarithmic
dimensions: 1
global_size: 10 0 0

[test]
name: log
kernel_name: apply_log
arg_out: 0 buffer float[10] -6.9077554 -0.6931472 0 0.4054651 0.6931472 2.3025851 6.9077554 \
        -23.02585 47.150314 -0.010050327 tolerance 3 ulp
arg_in:  1 buffer float[10] 0.001 0.5 1 1.5 2 1e+01 1e+03 1e-10 3e+20 0.99

[test]
name: log2
kernel_name: apply_log2
arg_out: 0 buffer float[10] -9.965784 -1 0 0.5849625 1 3.321928 9.965784 -33.21928 68.02352 \
        -0.014499555 tolerance 3 ulp
arg_in:  1 buffer float[10] 0.001 0.5 1 1.5 2 1e+01 1e+03 1e-10 3e+20 0.99

[test]
name: log10
kernel_name: apply_log10
arg_out: 0 buffer float[10] -3 -0.30103 0 0.17609125 0.30103 1 3 -1e+01 20.477121 -0.004364801 \
        tolerance 3 ulp
arg_in:  1 buffer float[10] 0.001 0.5 1 1.5 2 1e+01 1e+03 1e-10 3e+20 0.99

[test]
name: log1p
kernel_name: apply_log1p
arg_out: 0 buffer float[10] 0 0.4054651 -0.6931472 0.6931472 9.99995e-06 2.3978953 6.908755 \
        -0.0010005004 0.22314355 1.3862944 tolerance 2 ulp
arg_in:  1 buffer float[10] 0 0.5 -0.5 1 1e-05 1e+01 1e+03 -0.001 0.25 3
!*/

#define APPLY(F)                                                            \
    kernel void apply_##F(global float *out, global const float *in)        \
    {                                                                       \
        out[get_global_id(0)] = F(in[get_global_id(0)]);                    \
    }

APPLY(log)
APPLY(log2)
APPLY(log10)
APPLY(log1p)
