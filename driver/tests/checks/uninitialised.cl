// SPDX-License-Identifier: MIT
// uninitialised.cl: values that nobody wrote, and that reach an address, a branch, a store to a buffer,
// an atomic operation or a coordinate.
#include "pair.h"

//? uninitialised 'out'
//! 16:undef|16 16
kernel void added_to(global int *out, global const int *in)
{
    /*@*/out[I] += in[I];
}

//? uninitialised 'in'
//! 16 16:undef|16
kernel void branch_on_buffer(global int *out, global const int *in)
{
    int i = get_global_id(0), value = 3;
    /*@*/if (in[i] > 7)
        value = out[i] * 5;
    /*@*/out[i] = value;
}

//? uninitialised 'in'
//! 16 16:undef|16 16
kernel void index_of_buffer(global int *out, global const int *in, global const int *other)
{
    int at = /*@*/in[I];
    /*@*/out[I] = /*@*/other[at & 15];
}

//? uninitialised 'in'
//! 16 16:undef|16
kernel void loop_bound(global int *out, global const int *in)
{
    int i = get_global_id(0), sum = 0;
    /*@*/for (int k = 0; k < (in[i] & 7); k++)
        sum = sum * 3 + k;
    /*@*/out[i] = sum;
}

//? uninitialised 'in'
//! 16 16:undef|16
kernel void copied(global int *out, global const int *in)
{
    /*@*/out[I] = /*@*/in[I];
}

//? uninitialised 'out'
//! 16:undef|16 16
kernel void counted(global int *out, global const int *in)
{
    /*@*/atomic_inc(&out[in[0]]);
}

//? uninitialised 'tile'
kernel void local_part(global int *out, global const int *in)
{
    local int tile[8];
    if (L < W(4, 8))
        tile[L] = in[L];
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = /*@*/tile[7 - L];
}

//? uninitialised 'tile'
kernel void local_first(global int *out, global const int *in)
{
    local int tile[8];
    W(, tile[L] = 0;)
    /*@*/tile[L] += in[L];
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = tile[7 - L];
}

//? uninitialised 'scratch'
//! 16 16 local:16
kernel void local_argument(global int *out, global const int *in, local int *scratch)
{
    scratch[L * W(2, 1)] = in[L];
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = /*@*/scratch[7 - L];
}

//? uninitialised 'tile'
kernel void local_halo(global int *out, global const int *in)
{
    local int tile[10];
    tile[L + 1] = in[L];
    if (!L)
        tile[W(1, 0)] = tile[9] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = /*@*/tile[L] + tile[L + 1] + tile[L + 2];
}

//? uninitialised 'counts'
//! 16 16:index
kernel void local_histogram(global int *out, global const int *in)
{
    local int counts[8];
    W(, counts[L] = 0;)
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/atomic_inc(&counts[in[L] & 7]);
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = counts[L];
}

//? uninitialised 'flag'
kernel void local_flag(global int *out, global const int *in)
{
    local int flag;
    if (L == W(in[L] + 8, in[L] - 1))
        flag = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = L;
    /*@*/if (/*@*/flag)
        sum = in[L] * 7;
    /*@*/out[get_global_id(0)] = sum;
}

//? uninitialised 'numbers'
kernel void private_part(global int *out, global const int *in)
{
    int i = get_global_id(0), numbers[200];
    for (int k = 0; k < W(199, 200); k++)
        numbers[k] = in[i] + k;
    /*@*/out[i] = /*@*/numbers[in[i] * 199];
}

//? uninitialised 'numbers'
kernel void private_stride(global int *out, global const int *in)
{
    int i = get_global_id(0), numbers[200];
    for (int k = 0; k < 200; k += W(2, 1))
        numbers[k] = in[i] + k;
    /*@*/out[i] = /*@*/numbers[in[i] * 7];
}

//? uninitialised 'small'
kernel void private_small(global int *out, global const int *in)
{
    int i = get_global_id(0), small[8];
    for (int k = 0; k < in[i] * W(7, 8); k++)
        small[k] = k;
    /*@*/out[i] = /*@*/small[in[i] * 7];
}

//? uninitialised 'value'
kernel void scalar(global int *out, global const int *in)
{
    int i = get_global_id(0), value W(, = 2);
    if (in[i] > 1)
        value = 3;
    /*@*/out[i] = value;
}

//? uninitialised 'least'
//! 16 16:index
kernel void scalar_of_loop(global int *out, global const int *in)
{
    int i = get_global_id(0), least W(, = 99);
    for (int k = 0; k < 4; k++)
        /*@*/if (in[(i + k) & 15] < least)
            least = in[(i + k) & 15];
    /*@*/out[i] = least;
}

//? uninitialised 'sum'
kernel void scalar_sum(global int *out, global const int *in)
{
    int i = get_global_id(0), sum W(, = 0);
    for (int k = 0; k < in[i] * 4; k++)
        sum += in[k];
    /*@*/out[i] = sum;
}

//? uninitialised 'value'
kernel void case_left_out(global int *out, global const int *in)
{
    int i = get_global_id(0), value;
    switch (i & 3) {
    case 0:
        value = in[i];
        break;
    case 1:
        value = in[i] * 5;
        break;
    W(case 2, default):
        value = i;
    }
    /*@*/out[i] = value;
}

//? uninitialised 'v'
kernel void component(global int *out, global const int *in)
{
    int4 v;
    v.x = in[I];
    v.y = I;
    v.z = 4;
    W(, v.w = 5;)
    /*@*/out[I] = v.x + v.y + v.z + v.w;
}

typedef struct {
    int a, b;
} two;

//? uninitialised 'pair'
kernel void member(global int *out, global const int *in)
{
    two pair;
    pair.a = in[I];
    W(, pair.b = I;)
    /*@*/out[I] = pair.a + pair.b;
}

//? uninitialised 'bytes'
kernel void one_byte(global int *out, global const int *in)
{
    local int bytes[8];
    local char *p = (local char *)&bytes[L];
    for (int k = 0; k < W(3, 4); k++)
        p[k] = in[L];
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = /*@*/bytes[7 - L];
}

//? uninitialised 'tile'
kernel void masked(global int *out, global const int *in)
{
    local int tile[8];
    ((local short *)tile)[2 * L] = in[L];
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = /*@*/tile[7 - L] & W(0x1ffff, 0xffff);
}

//? uninitialised 'tile'
kernel void async_out(global int *out, global const int *in)
{
    local int tile[8];
    if (L != in[L] * W(5, 9))
        tile[L] = L;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t copied = /*@*/async_work_group_copy(out + get_group_id(0) * 8, tile, 8, 0);
    wait_group_events(1, &copied);
}

//? uninitialised 'tile'
//! 64 16
kernel void vector(global int4 *out, global const int *in)
{
    local int tile[32];
    for (int k = 0; k < W(3, 4); k++)
        tile[4 * L + k] = in[L];
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = /*@*/vload4(7 - L, tile);
}

//? uninitialised 'image'
//! 16:zero image2d:4x4:uint:undef|image2d:4x4:uint
kernel void texel(global uint *out, read_only image2d_t image)
{
    const sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
    /*@*/out[I] = /*@*/read_imageui(image, texels, (int2)(I & 3, I >> 2)).x;
}

//? uninitialised 'image'
//! 16:zero image2d:4x8:uint:half
kernel void lower_half(global uint *out, read_only image2d_t image)
{
    const sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
    /*@*/out[I] = /*@*/read_imageui(image, texels, (int2)(I & 3, (I >> 2) + W(4, 0))).x;
}

//? uninitialised 'in'
//! 16:zero 16:undef|16 image2d:4x4:uint
kernel void coordinate(global uint *out, global const int *in, read_only image2d_t image)
{
    const sampler_t texels =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    int2 at = (int2)(/*@*/in[I], 0);
    /*@*/out[I] = /*@*/read_imageui(image, texels, at).x;
}
