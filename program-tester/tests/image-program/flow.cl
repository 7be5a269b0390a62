// SPDX-License-Identifier: MIT
/*!
# Image programs with branches and loops, in which pixels go different ways.

[config]
name: image programs: flow
need_image_support: true
need_image_program: true
dimensions: 2
global_size: 8 1

[test]
name: one of two
kernel_name: one_of_two
arg_out: 0 image float 1 1 1 1 1 10 12 14 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 float 5

[test]
name: branches in branches
kernel_name: nested
arg_out: 0 image float 17 17 18 18 20 20 24 24 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: as many rounds as a constant says
kernel_name: rounds
arg_out: 0 image float 0 10 20 30 40 50 60 70 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: as many rounds as an argument says
kernel_name: rounds_by_argument
arg_out: 0 image float 3 3 3 3 3 3 3 3 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 int 3

[test]
name: no round
kernel_name: rounds_by_argument
arg_out: 0 image float 0 0 0 0 0 0 0 0 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 int 0

[test]
for: name kernel expected in \
       ("each pixel leaves when it is done"  halve     "0 1 2 2 3 3 3 3") \
       ("rounds that are left out"           skip      "20 21 20 21 20 21 20 21") \
       ("loops in loops"                     triangle  "0 0 1 3 6 10 15 21")
name: $name
kernel_name: $kernel
arg_out: 0 image float $expected image_type 2d image_width 8 image_height 1 image_channel_order R \
        image_channel_data_type FLOAT
!*/

kernel void one_of_two(write_only image2d_t out, float limit)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = at.x, result;
    if (x < limit)
        result = 1;
    else
        result = x * 2;
    write_imagef(out, at, (float4)(result, 0, 0, 1));
}

kernel void nested(write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = at.x, result = 16;
    if (x < 4) {
        if (x < 2)
            result += 1;
        else
            result += 2;
    } else if (x < 6) {
        result += 4;
    } else {
        result += 8;
    }
    write_imagef(out, at, (float4)(result, 0, 0, 1));
}

kernel void rounds(write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float sum = 0;
    for (int i = 0; i < 10; i++)
        sum += at.x;
    write_imagef(out, at, (float4)(sum, 0, 0, 1));
}

kernel void rounds_by_argument(write_only image2d_t out, int count)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += 1;
    write_imagef(out, at, (float4)(sum, 0, 0, 1));
}

kernel void halve(write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = at.x, steps = 0;
    while (x >= 1) {
        x *= 0.5f;
        steps += 1;
    }
    write_imagef(out, at, (float4)(steps, 0, 0, 1));
}

kernel void skip(write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float odd = at.x - 2 * floor(at.x * 0.5f), sum = 0;
    for (int i = 0; i < 7; i++) {
        if (i == 1 && odd < 0.5f)
            continue;
        sum += i;
    }
    write_imagef(out, at, (float4)(sum, 0, 0, 1));
}

kernel void triangle(write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float sum = 0;
    for (int i = 0; i < at.x; i++)
        for (int j = 0; j < i; j++)
            sum += 1;
    write_imagef(out, at, (float4)(sum, 0, 0, 1));
}
