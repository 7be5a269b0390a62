// SPDX-License-Identifier: MIT
/*!
# Members of unions are views of the same bytes; private pointers are chosen at run time.

[config]
name: compute memory unions and pointers
kernel_name: views
global_size: 2

[test]
name: bytes of a float
arg_out: 0 buffer uint4[2] 0xbf800000 0xbf 0x0000bf80 20  0x40490fdb 0x40 0x0fdb4049 0
arg_in:  1 buffer float[2] 1 -3.14159274
!*/

typedef union {
    float value;
    uint bits;
    uchar bytes[4];
    struct {
        ushort low, high;
    } halves;
} view;

kernel void views(global uint4 *out, global const float *in)
{
    int i = get_global_id(0);
    int numbers[4] = {0, 10, 20, 30};
    int *chosen[2] = {numbers + 2, numbers};
    view v;
    v.value = in[i];
    v.halves.high ^= 0x8000;
    uint swapped = (uint)v.halves.low << 16 | v.halves.high;
    out[i] = (uint4)(v.bits, v.bytes[3], swapped, *chosen[i]);
}
