// SPDX-License-Identifier: MIT
/*!
# Image programs that compute: arguments by value, the built-in functions that fragment programs have, the global id.

[config]
name: image programs: arithmetic
need_image_support: true
need_image_program: true

[test]
name: an argument of four values and one of one
kernel_name: scale
dimensions: 2
global_size: 2 1
arg_out: 0 image float4 3 -2 0.5 8  3 -2 0.5 8 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 float4 1.5 -1 0.25 4
arg_in:  2 float 2

[test]
name: the global id
kernel_name: position
dimensions: 2
global_size: 3 2
arg_out: 0 image float4 0 0 3 2  1 0 3 2  2 0 3 2  0 1 3 2  1 1 3 2  2 1 3 2 \
           image_type 2d image_width 3 image_height 2 image_channel_order RGBA image_channel_data_type FLOAT

[test]
name: the global id with an offset; pixels of no work-item stay
arg_in:  0 image float4 repeat 9 \
           image_type 2d image_width 3 image_height 2 image_channel_order RGBA image_channel_data_type FLOAT
launch:  position global_size 2 1 global_offset 1 1
read:    0 float4 9 9 9 9  9 9 9 9  9 9 9 9  9 9 9 9  1 1 2 1  2 1 2 1

[test]
for: name kernel size expected in \
       ("smallest, largest, clamped, mixed"  choose    4  "0 1 0.25 10 1 1 0.25 12.5 1 2 0.5 15 1 3 0.75 17.5") \
       ("dot products"                       products  1  "11 32 70 5")
name: $name
kernel_name: $kernel
dimensions: 2
global_size: $size 1
arg_out: 0 image float4 $expected image_type 2d image_width $size image_height 1 image_channel_order RGBA \
        image_channel_data_type FLOAT

[test]
name: parts of numbers
kernel_name: parts
dimensions: 2
global_size: 2 1
arg_out: 0 image float4 -2 -1 0.25 1.75  1 2 0.5 1.5 \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
arg_in:  1 float -1.75
arg_in:  2 float 3.25

[test]
name: powers, roots, logarithms, reciprocals
kernel_name: powers
dimensions: 2
global_size: 2 1
arg_out: 0 image float4 2 1 4 0.25  16 4 1 4 tolerance 4 ulp \
           image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT
!*/

kernel void scale(write_only image2d_t out, float4 a, float b)
{
    write_imagef(out, (int2)(get_global_id(0), get_global_id(1)), a * b);
}

kernel void position(write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, (float4)(at.x, at.y, get_global_size(0), get_global_size(1)));
}

kernel void choose(write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = at.x;
    write_imagef(out, at, (float4)(fmin(x, 1.0f), fmax(x, 1.0f), clamp(x * 0.25f, 0.25f, 0.75f), mix(10.0f, 20.0f, x * 0.25f)));
}

kernel void products(write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 a = (float4)(1, 2, 3, 4) + at.x, b = (float4)(3, 4, 5, 6), c = (float4)(4, 5, 6, 7);
    write_imagef(out, at, (float4)(dot(a.xy, b.xy), dot(a.xyz, c.xyz), dot(a, (float4)(5, 6, 7, 8)), length((float2)(3, 4) + at.x)));
}

kernel void parts(write_only image2d_t out, float first, float step)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = first + at.x * step;
    write_imagef(out, at, (float4)(floor(x), ceil(x), x - floor(x), fabs(x)));
}

kernel void powers(write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = at.x ? 16.0f : 1.0f;
    write_imagef(out, at, (float4)(at.x ? exp2(x * 0.25f) : exp2(x), native_sqrt(x), native_recip(x) * (at.x ? 16.0f : 4.0f), at.x ? log2(x) : native_rsqrt(16.0f * x)));
}
