// SPDX-License-Identifier: MIT
/*!
# Differences and comparisons of pointers into one buffer; casts to integers and back.

[config]
name: compute memory pointer difference
kernel_name: measure

[test]
name: int4 elements
arg_out: 0 buffer int[4] 5 80 1 42
arg_in:  1 buffer int4[8] repeat 42
!*/

kernel void measure(global int *out, global int4 *in)
{
    global int4 *p = in + 6, *q = in + 1;
    out[0] = p - q;
    out[1] = (int)((size_t)p - (size_t)q);
    out[2] = p > q && q >= in && in != p;
    out[3] = *(global int *)((size_t)p + 4);
}
