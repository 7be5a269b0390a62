// SPDX-License-Identifier: MIT
/*!
# isnan, isinf, isfinite, isnormal and signbit give 1 or 0 for scalars (OpenCL C 1.2, 6.12.6).

[config]
name: compute math classify
kernel_name: classify
global_size: 6 0 0

[test]
name: six kinds
arg_out: 0 buffer int[6] 12 28 1 2 18 28
arg_in:  1 buffer float[6] 1 -2 nan inf -inf -1.5
!*/

kernel void classify(global int *out, global const float *in)
{
    size_t i = get_global_id(0);
    out[i] = isnan(in[i]) | isinf(in[i]) << 1 | isfinite(in[i]) << 2 | isnormal(in[i]) << 3 |
             signbit(in[i]) << 4;
}
