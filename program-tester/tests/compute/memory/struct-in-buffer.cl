// SPDX-License-Identifier: MIT
/*!
# Arrays of structures with members of 1, 2, 4 and 8 bytes: offsets follow C alignment (OpenCL C 1.2, 6.2.5).

[config]
name: compute memory struct in buffer
kernel_name: unpack
global_size: 2 0 0

[test]
name: two records
arg_out: 0 buffer int[10] 1 -2 3 40 50  5 -6 7 80 90
arg_in:  1 buffer uint[10] 0xfffe0001 3 0x42200000 0 0x42480000  0xfffa0005 7 0x42a00000 0 0x42b40000
!*/

struct record {
    char c;
    short s;
    int i;
    float f;
    struct {
        int unused;
        float g;
    } inner;
};

kernel void unpack(global int *out, global const struct record *in)
{
    int i = get_global_id(0);
    out[i * 5 + 0] = in[i].c;
    out[i * 5 + 1] = in[i].s;
    out[i * 5 + 2] = in[i].i;
    out[i * 5 + 3] = in[i].f;
    out[i * 5 + 4] = in[i].inner.g;
}
