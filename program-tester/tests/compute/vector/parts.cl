// SPDX-License-Identifier: MIT
/*!
# To assign components of a vector in memory leaves the others as they are, whoever writes them
# meanwhile (OpenCL C 1.2, 6.1.7: components are named to be assigned).

[config]
name: compute vector parts

[test]
for: name kernel type in \
       ("ints that work-items write at once"   ints_at_once   int4) \
       ("bytes that work-items write at once"  bytes_at_once  uchar4)
name: $name
kernel_name: $kernel
global_size: 64 0 0
local_size: 64 0 0
arg_out: 0 buffer $type[16] repeat 3 5 7 9
arg_in:  0 buffer $type[16] repeat 1

[test]
name: local components that work-items write at once
kernel_name: local_at_once
global_size: 64 0 0
local_size: 64 0 0
arg_out: 0 buffer short[64] repeat 3 5 7 9 11 13 15 17

[test]
name: components that work-items count up at once
kernel_name: count_up
global_size: 64 0 0
local_size: 64 0 0
arg_out: 0 buffer int4[16] repeat 11 22 33 44
arg_in:  0 buffer int4[16] repeat 10 20 30 40

[test]
name: swizzles of ints
kernel_name: swizzles_of_int
global_size: 1 0 0
arg_out: 0 buffer int4[7] 1 7 2 7  7 2 1 7  2 7 7 1  7 7 1 2  7 7 3 3  6 5 7 8  4 3 2 1
arg_in:  0 buffer int4[7] 7 7 7 7  7 7 7 7  7 7 7 7  7 7 7 7  7 7 7 7  5 6 7 8  1 2 3 4
arg_in:  1 int2 1 2

[test]
name: swizzles of bytes
kernel_name: swizzles_of_uchar
global_size: 1 0 0
arg_out: 0 buffer uchar8[4] 1 7 7 2 7 7 3 4  7 1 2 3 4 7 7 7  7 7 7 7 4 3 2 1  1 2 7 7 3 7 4 7
arg_in:  0 buffer uchar8[4] repeat 7
arg_in:  1 uchar4 1 2 3 4

[test]
name: sixteen components
kernel_name: sixteen
global_size: 1 0 0
arg_out: 0 buffer float16[2] 1 7 7 2 7 7 3 7 7 4 7 7 7 7 7 7  7 7 7 7 1 2 3 4 9 7 9 7 9 7 9 7
arg_in:  0 buffer float16[2] repeat 7
arg_in:  1 float4 1 2 3 4

[test]
name: three components
kernel_name: three
global_size: 1 0 0
arg_out: 0 buffer short[9] 7 1 7  7 2 1  7 5 6
arg_in:  1 buffer short[12] repeat 7
arg_in:  2 short2 1 2

[test]
name: in structures
kernel_name: in_structures
global_size: 2 0 0
arg_out: 0 buffer int[16] 9 9 9 9 9 0 9 9  9 9 9 9 9 1 9 9
arg_in:  0 buffer int[16] repeat 9
arg_out: 1 buffer uchar[4] 9 9 1 9
arg_in:  1 buffer uchar[4] repeat 9

[test]
for: name kernel type of given expected in \
       (volatile               of_volatile  int4[3]    int2    "1 2"      "7 1 7 7 2 7 9 7 1 2 2 1") \
       ("one after the other"  in_turn      uchar4[4]  uchar4  "1 2 3 4"  "5 2 3 4 8 9 7 7 1 6 3 4 7 7 3 4")
name: $name
kernel_name: $kernel
global_size: 1 0 0
arg_out: 0 buffer $type $expected
arg_in:  0 buffer $type repeat 7
arg_in:  1 $of $given

[test]
name: through a pointer that may be the same
kernel_name: same_memory
global_size: 1 0 0
arg_out: 0 buffer int4[1] 1 1 2 7
arg_in:  0 buffer int4[1] repeat 7

[test]
name: private
kernel_name: of_private
global_size: 4 0 0
arg_out: 0 buffer int4[4] 10 1 0 0  10 0 2 0  10 0 0 3  14 0 0 0
!*/

#define I get_global_id(0)

kernel void ints_at_once(global int4 *out)
{
    out[I / 4][I % 4] = 3 + 2 * (int)(I % 4);
}

kernel void bytes_at_once(global uchar4 *out)
{
    out[I / 4][I % 4] = 3 + 2 * (int)(I % 4);
}

kernel void local_at_once(global short *out)
{
    local short8 shared[8];
    shared[I / 8][I % 8] = 3 + 2 * (int)(I % 8);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[I] = shared[I / 8][I % 8];
}

kernel void count_up(global int4 *out)
{
    out[I / 4][I % 4] += 1 + (int)(I % 4);
}

kernel void swizzles_of_int(global int4 *out, int2 v)
{
    out[0].xz = v;
    out[1].zy = v;
    out[2].wx = v;
    out[3].hi = v;
    out[4].zw = 3;
    out[5].xy = out[5].yx;
    out[6] = out[6].wzyx;
}

kernel void swizzles_of_uchar(global uchar8 *out, uchar4 v)
{
    out[0].s0367 = v;
    out[1].s1234 = v;
    out[2].hi = v.wzyx;
    out[3].lo.lo = v.xy;
    out[3].even.hi = v.zw;
}

kernel void sixteen(global float16 *out, float4 v)
{
    out[0].s0369 = v;
    out[1].lo.hi = v;
    out[1].hi.even = 9;
}

kernel void three(global short *out, global short3 *threes, short2 v)
{
    threes[0].y = v.x;
    threes[1].zy = v;
    threes[2].yz = (short2)(5, 6);
    for (int i = 0; i < 3; i++)
        vstore3(threes[i], i, out);
}

struct inner {
    int before;
    int4 value;
};

kernel void in_structures(global struct inner *out, global uchar4 *bytes)
{
    out[I].value.y = (int)I;
    bytes->z = 1;
}

kernel void of_volatile(global volatile int4 *out, int2 v)
{
    out[0].y = v.x;
    out[1].x = v.y;
    out[1].z += 2;
    out[2].xyzw = v.xyyx;
}

kernel void in_turn(global uchar4 *out, uchar4 v)
{
    out[0].x = v.x;
    out[0].y = v.y;
    out[0].z = v.z;
    out[0].w = v.w;
    out[0].x = 5;
    out[1].xy = v.xy;
    out[1].yx = (uchar2)(9, 8);
    out[2] = v;
    out[2].y += 4;
    out[3].zw = v.zw;
}

kernel void same_memory(global int4 *out)
{
    global int *one = (global int *)out + 1;
    out[0].x = 1;
    *one = 1;
    out[0].z = *one + out[0].x;
}

kernel void of_private(global int4 *out)
{
    int4 v[4] = {0, 0, 0, 0};
    v[I][(I + 1) % 4] = (int)I + 1;
    v[I].x += 10;
    out[I] = v[I];
}
