// SPDX-License-Identifier: MIT
// uninitialised.cl: values that nobody wrote, and that reach an address, a branch, a store to a buffer,
// an atomic operation or a coordinate.
#include "pair.h"

//? uninitialised 'out'
//! 16:undef|16 16
kernel void added_to(global int *out, global const int *in)
{
    int i = get_global_id(0);
    /*@*/out[i] += in[i];
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
    int i = get_global_id(0);
    int at = /*@*/in[i];
    /*@*/out[i] = /*@*/other[at & 15];
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
    int i = get_global_id(0);
    /*@*/out[i] = /*@*/in[i];
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
    int l = get_local_id(0);
    if (l < W(4, 8))
        tile[l] = in[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = /*@*/tile[7 - l];
}

//? uninitialised 'tile'
kernel void local_first(global int *out, global const int *in)
{
    local int tile[8];
    int l = get_local_id(0);
    W(, tile[l] = 0;)
    /*@*/tile[l] += in[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = tile[7 - l];
}

//? uninitialised 'scratch'
//! 16 16 local:16
kernel void local_argument(global int *out, global const int *in, local int *scratch)
{
    int l = get_local_id(0);
    scratch[l * W(2, 1)] = in[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = /*@*/scratch[7 - l];
}

//? uninitialised 'tile'
kernel void local_halo(global int *out, global const int *in)
{
    local int tile[10];
    int l = get_local_id(0);
    tile[l + 1] = in[l];
    if (!l)
        tile[W(1, 0)] = tile[9] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = /*@*/tile[l] + tile[l + 1] + tile[l + 2];
}

//? uninitialised 'counts'
//! 16 16:index
kernel void local_histogram(global int *out, global const int *in)
{
    local int counts[8];
    int l = get_local_id(0);
    W(, counts[l] = 0;)
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/atomic_inc(&counts[in[l] & 7]);
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = counts[l];
}

//? uninitialised 'flag'
kernel void local_flag(global int *out, global const int *in)
{
    local int flag;
    int l = get_local_id(0);
    if (l == W(in[l] + 8, in[l] - 1))
        flag = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = l;
    /*@*/if (/*@*/flag)
        sum = in[l] * 7;
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
    int i = get_global_id(0);
    int4 v;
    v.x = in[i];
    v.y = i;
    v.z = 4;
    W(, v.w = 5;)
    /*@*/out[i] = v.x + v.y + v.z + v.w;
}

typedef struct {
    int a, b;
} two;

//? uninitialised 'pair'
kernel void member(global int *out, global const int *in)
{
    int i = get_global_id(0);
    two pair;
    pair.a = in[i];
    W(, pair.b = i;)
    /*@*/out[i] = pair.a + pair.b;
}

//? uninitialised 'bytes'
kernel void one_byte(global int *out, global const int *in)
{
    local int bytes[8];
    int l = get_local_id(0);
    local char *p = (local char *)&bytes[l];
    for (int k = 0; k < W(3, 4); k++)
        p[k] = in[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = /*@*/bytes[7 - l];
}

//? uninitialised 'tile'
kernel void masked(global int *out, global const int *in)
{
    local int tile[8];
    int l = get_local_id(0);
    ((local short *)tile)[2 * l] = in[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = /*@*/tile[7 - l] & W(0x1ffff, 0xffff);
}

//? uninitialised 'tile'
kernel void async_out(global int *out, global const int *in)
{
    local int tile[8];
    int l = get_local_id(0);
    if (l != in[l] * W(5, 9))
        tile[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t copied = /*@*/async_work_group_copy(out + get_group_id(0) * 8, tile, 8, 0);
    wait_group_events(1, &copied);
}

//? uninitialised 'tile'
//! 64 16
kernel void vector(global int4 *out, global const int *in)
{
    local int tile[32];
    int l = get_local_id(0);
    for (int k = 0; k < W(3, 4); k++)
        tile[4 * l + k] = in[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[get_global_id(0)] = /*@*/vload4(7 - l, tile);
}

//? uninitialised 'image'
//! 16:zero image2d:4x4:uint:undef|image2d:4x4:uint
kernel void texel(global uint *out, read_only image2d_t image)
{
    const sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
    int i = get_global_id(0);
    /*@*/out[i] = /*@*/read_imageui(image, texels, (int2)(i & 3, i >> 2)).x;
}

//? uninitialised 'in'
//! 16:zero 16:undef|16 image2d:4x4:uint
kernel void coordinate(global uint *out, global const int *in, read_only image2d_t image)
{
    const sampler_t texels =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    int i = get_global_id(0);
    int2 at = (int2)(/*@*/in[i], 0);
    /*@*/out[i] = /*@*/read_imageui(image, texels, at).x;
}
