// SPDX-License-Identifier: MIT
/*!
# A structure passed by value, given as the bytes of a vector of the same size.

[config]
name: compute memory struct by value
kernel_name: take

[test]
name: int, float, short, char
arg_out: 0 buffer float[4] -7 2.5 -300 65
arg_in:  1 uint4 0xfffffff9 0x40200000 0x0041fed4 0
!*/

struct packet {
    int i;
    float f;
    short s;
    char c;
    int unused;
};

kernel void take(global float *out, struct packet p)
{
    out[0] = p.i;
    out[1] = p.f;
    out[2] = p.s;
    out[3] = p.c;
}
