// SPDX-License-Identifier: MIT
/*!
# Where things lie: packed and aligned members, unaligned vloadn and vstoren in all address spaces,
# parts of vectors in memory.

[config]
name: compute language placement
global_size: 4
local_size: 4

[test]
name: packed structures
kernel_name: packed
arg_in:  1 buffer uchar[28] 1 2 0 0 0 3 0   4 5 0 0 0 6 0   7 8 1 0 0 9 1   10 255 255 255 255 255 255
arg_out: 0 buffer int[4] 6 15 536 8

[test]
name: aligned members
kernel_name: aligned
arg_out: 0 buffer uint[4] 0 16 64 128

[test]
name: vload3 of shorts at odd elements, from global to local to private to global
kernel_name: moved
arg_in:  1 buffer short[16] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
arg_out: 0 buffer short[13] -1 1 2 3 4 5 6 7 8 9 10 11 12

[test]
name: vstore4 of chars to odd addresses in private memory
kernel_name: private_bytes
arg_out: 0 buffer uchar[28] 9 1 2 3 4 9 9  9 9 2 3 4 5 9  9 9 9 3 4 5 6  4 5 6 7 9 9 9

[test]
name: vload8 of longs, vstore2 of each pair
kernel_name: longs
arg_in:  1 buffer long[8] 1 -2 3000000000 -4000000000 5 6 0x7fffffffffffffff -8
arg_out: 0 buffer long[32] -2 1 -4000000000 3000000000 6 5 -8 0x7fffffffffffffff \
  -2 1 -4000000000 3000000000 6 5 -8 0x7fffffffffffffff \
  -2 1 -4000000000 3000000000 6 5 -8 0x7fffffffffffffff \
  -2 1 -4000000000 3000000000 6 5 -8 0x7fffffffffffffff

[test]
for: name kernel type expected in \
       ("vectors of three in arrays keep their fourth place"  three_apart  int[16] \
        "0 0 0 -1 1 10 100 -1 2 20 200 -1 3 30 300 -1") \
       ("one component in memory"  one_component  uchar[16]  "1 2 33 4 1 34 3 4 35 2 3 4 1 2 3 36") \
       ("bytes of neighbours from different work-items"  neighbours  uchar[12] \
        "10 20 30 11 21 31 12 22 32 13 23 33") \
       ("bytes of neighbours in local memory"  local_neighbours  uchar[8]  "53 103 52 102 51 101 50 100")
name: $name
kernel_name: $kernel
arg_out: 0 buffer $type $expected

[test]
name: three halves at odd elements
kernel_name: halves
arg_in:  1 buffer half[16] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
arg_out: 0 buffer half[13] -1 2 4 6 8 10 12 14 16 18 20 22 24
!*/

struct __attribute__((packed)) record { uchar a; int b; short c; };

kernel void packed(global int *out, global const struct record *in)
{
    struct record r = in[get_global_id(0)];
    out[get_global_id(0)] = r.a + r.b + r.c;
}

struct apart { char a; int b __attribute__((aligned(16))); char c __attribute__((aligned(64))); };

kernel void aligned(global uint *out)
{
    local struct apart l;
    struct apart p;
    switch (get_global_id(0)) {
    case 0: out[0] = ((size_t)&l & 63) + ((size_t)&p.a - (size_t)&p); break;
    case 1: out[1] = (size_t)&p.b - (size_t)&p; break;
    case 2: out[2] = (size_t)&l.c - (size_t)&l; break;
    default: out[3] = sizeof(struct apart);
    }
}

kernel void moved(global short *out, global const short *in)
{
    local short cells[13];
    short mine[5];
    int i = get_local_id(0);
    vstore3(vload3(i, in + 1), i, cells + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    vstore3(vload3(i, cells + 1), 0, mine + 1);
    vstore3(vload3(0, mine + 1), i, out + 1);
    if (i == 0)
        *out = -1;
}

kernel void private_bytes(global uchar *out)
{
    uchar bytes[7] = {9, 9, 9, 9, 9, 9, 9};
    int i = get_global_id(0), at = (i + 1) % 4;
    vstore4((uchar4)(1, 2, 3, 4) + (uchar)i, 0, bytes + (i == 1 ? 2 : at == 0 ? 0 : at));
    for (int b = 0; b < 7; b++)
        out[7 * i + b] = bytes[b];
}

kernel void longs(global long *out, global const long *in)
{
    long8 v = vload8(0, in);
    int i = get_global_id(0);
    vstore2(v.s10, 4 * i, out);
    vstore2(v.s32, 4 * i + 1, out);
    vstore2(v.s54, 4 * i + 2, out);
    vstore2(v.s76, 4 * i + 3, out);
}

kernel void three_apart(global int *out)
{
    global int3 *threes = (global int3 *)out;
    int i = get_global_id(0);
    int3 cells[4];
    for (int c = 0; c < 4; c++)
        cells[c] = (int3)(c, 10 * c, 100 * c);
    out[4 * i + 3] = -1;
    vstore3(cells[i], 0, (global int *)&threes[i]);
}

kernel void one_component(global uchar4 *out)
{
    int i = get_global_id(0);
    global uchar *bytes = (global uchar *)&out[i];
    out[i] = (uchar4)(1, 2, 3, 4);
    bytes[i == 3 ? 3 : 2 - i] = 33 + i;
}

kernel void neighbours(global uchar *out)
{
    int i = get_global_id(0);
    for (int b = 0; b < 3; b++)
        out[3 * i + b] = 10 * (b + 1) + i;
}

kernel void local_neighbours(global uchar *out)
{
    local struct { uchar low, high; } cells[4];
    int i = get_local_id(0);
    cells[i].low = 50 + i;
    cells[i].high = 100 + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[2 * i] = cells[3 - i].low;
    out[2 * i + 1] = cells[3 - i].high;
}

kernel void halves(global half *out, global const half *in)
{
    int i = get_global_id(0);
    vstore_half3(2 * vload_half3(i, in + 1), i, out + 1);
    if (i == 0)
        vstore_half(-1.0f, 0, out);
}
