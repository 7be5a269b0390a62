// SPDX-License-Identifier: MIT
// mips.cl: texels of mipmapped images. Each level is written, or not, by itself: of these images the host has
// written the second, or a kernel the third.
//- -cl-std=CL3.0
#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable
#include "pair.h"

constant sampler_t edges = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

//? uninitialised 'image'
//! 16:zero image2d:8x8:uint:mips
kernel void first_level(global uint *out, read_only image2d_t image)
{
    const float2 at = ((float2)(I & 3, I >> 2) + 0.5f) / 4;
    /*@*/out[I] = /*@*/read_imageui(image, edges, at, W(0.0f, 1.0f)).x;
}

//? uninitialised 'image'
//! 16:zero image2d:8x8:uint:mips
kernel void last_level(global uint *out, read_only image2d_t image)
{
    const float2 at = ((float2)(I & 3, I >> 2) + 0.5f) / 4;
    /*@*/out[I] = /*@*/read_imageui(image, edges, at, W(2.0f, 1.0f)).x;
}

//? uninitialised 'image'
//! 16:zero image2d:8x8:uint:mips
kernel void by_gradients(global uint *out, read_only image2d_t image)
{
    const float2 at = ((float2)(I & 3, I >> 2) + 0.5f) / 4, step = W(0.125f, 0.25f);
    /*@*/out[I] = /*@*/read_imageui(image, edges, at, step * (float2)(1, 0), step * (float2)(0, 1)).x;
}

//? uninitialised 'image'
//! 16:zero image2d:8x8:uint:mips
kernel void texel_of_the_kernel(global uint *out, read_write image2d_t image)
{
    const int2 here = (int2)(I & 7, I >> 3);
    write_imageui(image, here W(+ (int2)(0, 4), ), (uint4)(I));
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    /*@*/out[I] = /*@*/read_imageui(image, here).x;
}

//? uninitialised 'image'
//! 16:zero image2d:8x8:uint:painted
kernel void level_of_a_kernel(global uint *out, read_only image2d_t image)
{
    const float2 at = ((float2)(I & 1, I >> 1 & 1) + 0.5f) / 2;
    /*@*/out[I] = /*@*/read_imageui(image, edges, at, W(1.0f, 2.0f)).x;
}

//? uninitialised 'image'
//! 16:zero image2d:8x8:uint:painted
kernel void above_a_level_of_a_kernel(global uint *out, read_only image2d_t image)
{
    const float2 at = ((float2)(I & 1, I >> 1 & 1) + 0.5f) / 2;
    /*@*/out[I] = /*@*/read_imageui(image, edges, at, W(0.0f, 2.0f)).x;
}
