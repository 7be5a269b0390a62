// SPDX-License-Identifier: MIT
// readonly.cl: what a launch does not write, and indices that are so large that they wrap around.
#include "pair.h"

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

//? both 'to'
//! image2d:4x4:uint same:0|image2d:4x4:uint
kernel void image_both(write_only image2d_t to, read_only image2d_t from)
{
    uint4 texel = /*@*/read_imageui(from, texels, (int2)(I & 3, I >> 2));
    /*@*/write_imageui(to, (int2)(I & 3, I >> 2), texel + 1);
}

//? mapped 'out'
//! 16:mapped|16 16:mapped
kernel void mapped(global int *out, global const int *in)
{
    /*@*/out[I] = in[I];
}

//? element
//! 16 16
kernel void private_constant(global int *out, global const int *in)
{
    int p[4] = {1, 2, 3, 4};
    p[I & 3] = in[I];
    out[I] = /*@*/p[W(1 << 30, 3)];
}

//? element
//! 16 16
kernel void private_large(global int *out, global const int *in)
{
    int p[4] = {1, 2, 3, 4};
    p[I & 3] = in[I];
    out[I] = /*@*/p[(I & 3) + W(0x40000000, 0)];
}

//? load 't'
//! 16 16
kernel void local_large(global int *out, global const int *in)
{
    local int t[8];
    t[L] = in[I];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[I] = /*@*/t[(L ^ 1) + W(0x40000000, 0)];
}

//? store 'l'
//! 16 local:8
kernel void local_argument_large(global int *out, local int *l)
{
    /*@*/l[L + W(0x40000000, 0)] = I;
    out[I] = l[L];
}
