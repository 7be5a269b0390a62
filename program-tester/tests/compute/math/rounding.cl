// SPDX-License-Identifier: MIT
/*!
# floor, ceil, trunc, rint (half to even) and round (half away from zero) are exact (OpenCL C 1.2, 6.12.2).
# Of -0 they are -0 (7.5.1 and ISO C99, F.9.6); of what is rounded to 0 the sign is not said.

[config]
name: compute math rounding
dimensions: 1
global_size: 10 0 0

[test]
name: floor
kernel_name: apply_floor
arg_out: 0 buffer float[10] 0|-0 -1 1 2 -3 2 1e+20 -1 -0 -8 signed_zero
arg_in:  1 buffer float[10] 0.5 -0.5 1.5 2.5 -2.5 2.4999998 1e+20 -0.25 -0 -7.9

[test]
name: ceil
kernel_name: apply_ceil
arg_out: 0 buffer float[10] 1 0|-0 2 3 -2 3 1e+20 0|-0 -0 -7 signed_zero
arg_in:  1 buffer float[10] 0.5 -0.5 1.5 2.5 -2.5 2.4999998 1e+20 -0.25 -0 -7.9

[test]
name: trunc
kernel_name: apply_trunc
arg_out: 0 buffer float[10] 0|-0 0|-0 1 2 -2 2 1e+20 0|-0 -0 -7 signed_zero
arg_in:  1 buffer float[10] 0.5 -0.5 1.5 2.5 -2.5 2.4999998 1e+20 -0.25 -0 -7.9

[test]
name: rint
kernel_name: apply_rint
arg_out: 0 buffer float[10] 0|-0 0|-0 2 2 -2 2 1e+20 0|-0 -0 -8 signed_zero
arg_in:  1 buffer float[10] 0.5 -0.5 1.5 2.5 -2.5 2.4999998 1e+20 -0.25 -0 -7.9

[test]
name: round
kernel_name: apply_round
arg_out: 0 buffer float[10] 1 -1 2 3 -3 2 1e+20 0|-0 -0 -8 signed_zero
arg_in:  1 buffer float[10] 0.5 -0.5 1.5 2.5 -2.5 2.4999998 1e+20 -0.25 -0 -7.9
!*/

#define APPLY(F)                                                            \
    kernel void apply_##F(global float *out, global const float *in)        \
    {                                                                       \
        out[get_global_id(0)] = F(in[get_global_id(0)]);                    \
    }

APPLY(floor)
APPLY(ceil)
APPLY(trunc)
APPLY(rint)
APPLY(round)
