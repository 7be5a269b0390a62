// SPDX-License-Identifier: MIT
// images.cl: what OpenCL leaves undefined of images (OpenCL C 3.0, 6.15.15): writes outside, texels outside
// without an addressing mode, repeating without normalised coordinates, NaN, functions of another format.
#include "pair.h"

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

//? outside 'image'
//! image2d:8x2:uint 16
kernel void write_right(write_only image2d_t image, global const int *in)
{
    /*@*/write_imageui(image, (int2)((I & 7) + W(1, 0), I >> 3), (uint4)(I));
}

//? outside 'image'
//! image2d:8x2:uint 16
kernel void write_left(write_only image2d_t image, global const int *in)
{
    /*@*/write_imageui(image, (int2)((I & 7) - W(1, 0), I >> 3), (uint4)(I));
}

//? outside 'image'
//! image2d:8x2:uint 16
kernel void write_below(write_only image2d_t image, global const int *in)
{
    /*@*/write_imageui(image, (int2)(I & 7, (I >> 3) + W(1, 0)), (uint4)(I));
}

//? outside 'image'
//! image2d:8x2:float 16
kernel void write_swapped(write_only image2d_t image, global const int *in)
{
    int x = get_global_id(0) & 7, y = get_global_id(0) >> 3;
    /*@*/write_imagef(image, (int2)(W(y, x), W(x, y)), (float4)(x));
}

//? outside 'image'
//! image1d:16:uint 16
kernel void write_row(write_only image1d_t image, global const int *in)
{
    /*@*/write_imageui(image, I + W(1, 0), (uint4)(I));
}

//? outside 'image'
//! image1db:16:uint 16
kernel void write_buffer(write_only image1d_buffer_t image, global const int *in)
{
    /*@*/write_imageui(image, I + W(1, 0), (uint4)(I));
}

//? outside 'image'
//! image2da:4x2x2:uint 16
kernel void write_layer(write_only image2d_array_t image, global const int *in)
{
    /*@*/write_imageui(image, (int4)(I & 3, I >> 2 & 1, (I >> 3) + W(1, 0), 0), (uint4)(I));
}

//? outside 'image'
//! image1da:8x2:uint 16
kernel void write_layer_of_rows(write_only image1d_array_t image, global const int *in)
{
    /*@*/write_imageui(image, (int2)(I & 7, (I >> 3) - W(1, 0)), (uint4)(I));
}

//? outside 'image'
//! 16:zero image2d:8x2:uint
kernel void read_without_mode(global uint *out, read_only image2d_t image)
{
    out[I] = /*@*/read_imageui(image, texels, (int2)((I & 7) + W(1, 0), I >> 3)).x;
}

//? outside 'image'
//! 16:zero image1db:16:uint
kernel void read_buffer(global uint *out, read_only image1d_buffer_t image)
{
    out[I] = /*@*/read_imageui(image, I + W(1, 0)).x;
}

//? outside 'image'
//! 16:zero image2d:8x2:uint
kernel void read_without_sampler(global uint *out, read_only image2d_t image)
{
    out[I] = /*@*/read_imageui(image, (int2)(I & 7, (I >> 3) - W(1, 0))).x;
}

//? outside 'image'
//! 16:zero image3d:4x2x2:uint
kernel void read_depth(global uint *out, read_only image3d_t image)
{
    out[I] = /*@*/read_imageui(image, texels, (int4)(I & 3, I >> 2 & 1, (I >> 3) + W(1, 0), 0)).x;
}

//? sampler 'image'
//! 16:zero image2d:8x2:unorm
kernel void repeat_of_texels(global float *out, read_only image2d_t image)
{
    const sampler_t wrap = CLK_NORMALIZED_COORDS_FALSE | W(CLK_ADDRESS_REPEAT, CLK_ADDRESS_CLAMP) |
                           CLK_FILTER_NEAREST;
    out[I] = /*@*/read_imagef(image, wrap, (float2)(I, 0.5f)).x;
}

//? sampler 'image'
//! 16:zero image2d:8x2:unorm
kernel void mirror_of_texels(global float *out, read_only image2d_t image)
{
    const sampler_t wrap = W(CLK_NORMALIZED_COORDS_FALSE, CLK_NORMALIZED_COORDS_TRUE) |
                           CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_LINEAR;
    out[I] = /*@*/read_imagef(image, wrap, (float2)(I * 0.125f, 0.5f)).x;
}

//? sampler 'image'
//! 16:zero image2d:8x2:uint
kernel void repeat_of_integers(global uint *out, read_only image2d_t image)
{
    const sampler_t wrap = CLK_NORMALIZED_COORDS_FALSE |
                           W(CLK_ADDRESS_REPEAT, CLK_ADDRESS_CLAMP_TO_EDGE) | CLK_FILTER_NEAREST;
    out[I] = /*@*/read_imageui(image, wrap, (int2)(I, 0)).x;
}

//? sampler 'image'
//! 16:zero image2d:8x2:uint
kernel void filtered_integers(global uint *out, read_only image2d_t image)
{
    const sampler_t filter = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |
                             W(CLK_FILTER_LINEAR, CLK_FILTER_NEAREST);
    out[I] = /*@*/read_imageui(image, filter, (float2)(I * 0.5f, 0.5f)).x;
}

//? coordinate 'image'
//! 16:zero image2d:8x2:unorm float:nan|float:0.5
kernel void nan(global float *out, read_only image2d_t image, float by)
{
    const sampler_t edge =
        CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    out[I] = /*@*/read_imagef(image, edge, (float2)(I * 0.1f + by, 0.5f)).x;
}

//? coordinate 'image'
//! 16:zero image2d:8x2:unorm float:0|float:4
kernel void infinite(global float *out, read_only image2d_t image, float by)
{
    const sampler_t wrap = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
    out[I] = /*@*/read_imagef(image, wrap, (float2)((I + 1) / by, 0.5f)).x;
}

//? coordinate 'image'
//! 16:zero image3d:4x2x2:float float:nan|float:1
kernel void nan_of_depth(global float *out, read_only image3d_t image, float by)
{
    const sampler_t clamped = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    out[I] = /*@*/read_imagef(image, clamped, (float4)(I, 0.5f, by, 0)).x;
}

//? format 'image'
//! 16:zero image2d:8x2:uint|image2d:8x2:unorm
kernel void floats_of_integers(global float *out, read_only image2d_t image)
{
    out[I] = /*@*/read_imagef(image, texels, (int2)(I & 7, I >> 3)).x;
}

//? format 'image'
//! 16:zero image2d:8x2:unorm|image2d:8x2:uint
kernel void integers_of_unorm(global uint *out, read_only image2d_t image)
{
    out[I] = /*@*/read_imageui(image, texels, (int2)(I & 7, I >> 3)).x;
}

//? format 'image'
//! 16:zero image2d:8x2:uint|image2d:8x2:sint
kernel void signed_of_unsigned(global int *out, read_only image2d_t image)
{
    out[I] = /*@*/read_imagei(image, texels, (int2)(I & 7, I >> 3)).x;
}

//? format 'image'
//! image2d:8x2:sint|image2d:8x2:uint 16
kernel void unsigned_to_signed(write_only image2d_t image, global const int *in)
{
    /*@*/write_imageui(image, (int2)(I & 7, I >> 3), (uint4)(I));
}

//? format 'image'
//! image2d:8x2:unorm|image2d:8x2:sint 16
kernel void integers_to_unorm(write_only image2d_t image, global const int *in)
{
    /*@*/write_imagei(image, (int2)(I & 7, I >> 3), (int4)(I));
}

//? format 'image'
//! image2d:8x2:uint|image2d:8x2:float 16
kernel void floats_to_integers(write_only image2d_t image, global const int *in)
{
    /*@*/write_imagef(image, (int2)(I & 7, I >> 3), (float4)(I));
}
