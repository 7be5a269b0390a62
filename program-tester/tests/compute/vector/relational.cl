// SPDX-License-Identifier: MIT
/*!
# any and all look at the top bit of each component; select and bitselect choose per component and per bit
# (OpenCL C 1.2, 6.12.6).

[config]
name: compute vector relational
kernel_name: relational

[test]
name: int4
arg_out: 0 buffer int[5] 1 0 0 1 0
arg_out: 1 buffer int4[2] 1 20 3 40  0x0f0f 0 -1 0x1234
arg_in:  2 int4 1 2 3 4
arg_in:  3 int4 10 20 30 40
arg_in:  4 int4 0 -1 0 -1
!*/

kernel void relational(global int *out, global int4 *vec, int4 a, int4 b, int4 mask)
{
    out[0] = any(mask);
    out[1] = all(mask);
    out[2] = any(a);
    out[3] = all(mask | (int4)(-1, 0, -1, 0));
    out[4] = all(a == b);
    vec[0] = select(a, b, mask);
    vec[1] = bitselect((int4)(0, 0, 0, 0x1234), (int4)(0x0f0f, 5, -1, 0), (int4)(-1, 0, -1, 0));
}
