// SPDX-License-Identifier: MIT
/*!
# Branches and loops whose ways the data of each pixel says: pixels of one row go different ways at once.

[config]
name: image programs: flow by data
need_image_support: true
need_image_program: true
dimensions: 2
global_size: 8 1

[test]
for: kernel name values in \
       (chosen            "a switch with a default"                  "10 20 5 40 5 5 5 5") \
       (falling           "a switch whose cases fall through"        "7 6 4 0 0 0 0 0") \
       (at_least_once     "a loop that runs at least once"           "1 1 1 2 2 3 3 4") \
       (steps_to_one      "how many steps to 1"                      "0 0 1 7 2 5 8 16") \
       (two_breaks        "breaks out of two loops"                  "6 12 12 12 15 12 12 12") \
       (both              "continue and break in one loop"           "15 15 14 12 9 5 0 7") \
       (loop_in_branch    "a loop in a branch"                       "-1 -1 -1 -1 12 15 18 21") \
       (alternating       "branches in a loop that end differently"  "0 -1 1 1 6 7 15 17") \
       (greatest_divisor  "two variables that change places"         "12 1 2 3 4 1 6 1") \
       (many_turns        "300 turns"                                "0 300 600 900 1200 1500 1800 2100") \
       (too_many_turns    "more turns than the hardware counts"      "0 100 200 300 400 500 600 600") \
       (logic             "and, or and not"                          "6 4 4 1 1 5 4 6") \
       (ternary           "choices within each other"                "1 1 2 2 3 3 4 4") \
       (deep              "five branches deep"                       "0 1 2 3 4 5 5 5") \
       (three_loops       "three loops deep"                         "0 1 4 10 17 23 26 27")
name: $name
kernel_name: $kernel
arg_out: 0 image float $values \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float 0 1 2 3 4 5 6 7 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
for: kernel name argument values in \
       (by_argument  "a branch that an argument chooses: one way"        1  "0 2 4 6 8 10 12 14") \
       (by_argument  "a branch that an argument chooses: the other way"  0  "-5 -4 -3 -2 -1 0 1 2") \
       (limited      "turns by an argument and the data"                 3  "0 1 2 3 3 3 3 3") \
       (limited      "no turn at all, by an argument"                    0  "0 0 0 0 0 0 0 0")
name: $name
kernel_name: $kernel
arg_out: 0 image float $values \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float 0 1 2 3 4 5 6 7 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  2 int $argument

[test]
name: loops within each other, both by arguments
kernel_name: loops_by_arguments
arg_out: 0 image float 0 6 12 18 24 30 36 42 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float 0 1 2 3 4 5 6 7 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  2 int 2
arg_in:  3 int 3

[test]
for: kernel name values in \
       (chase     "look-ups where look-ups say, in a loop"  "5 3 18 3 15 11 11 12") \
       (each_arm  "a look-up in each arm"                   "3 20 4 50 5 40 2 30")
name: $name
kernel_name: $kernel
arg_out: 0 image float $values \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float 3 1 4 1 5 9 2 6 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void chosen(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    switch ((int)x) {
    case 0: r = 10.0f; break;
    case 1: r = 20.0f; break;
    case 3: r = 40.0f; break;
    default: r = 5.0f;
    }
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void falling(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    switch ((int)x) {
    case 0: r += 1.0f;
    case 1: r += 2.0f;
    case 2: r += 4.0f;
    }
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void at_least_once(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    do {
        r += 1.0f;
        x -= 2.0f;
    } while (x > 0.0f);
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void steps_to_one(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    while (x > 1.0f && r < 50.0f) {
        float middle = x * 0.5f;
        x = middle == floor(middle) ? middle : 3.0f * x + 1.0f;
        r += 1.0f;
    }
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void two_breaks(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            if (j > x)
                break;
            r += 1.0f;
        }
        if (r > 10.0f)
            break;
    }
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void both(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    for (int i = 0; i < 8; i++) {
        if (i < x)
            continue;
        if (i == 6)
            break;
        r += i;
    }
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void loop_in_branch(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    r = -1.0f;
    if (x > 3.0f) {
        r = 0.0f;
        for (int i = 0; i < 3; i++)
            r += x;
    }
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void alternating(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    for (int i = 0; i < x; i++) {
        if (i & 1)
            r += x;
        else
            r -= 1.0f;
    }
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void greatest_divisor(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    float a = 12.0f, b = x;
    while (b > 0.0f) {
        float rest = a - b * floor((a + 0.5f) / b);
        a = b;
        b = rest;
    }
    r = a;
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void many_turns(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    for (int i = 0; i < 300; i++)
        r += x;
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void too_many_turns(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    for (int i = 0; i < 600; i++) {
        if (i >= 100.0f * x)
            break;
        r += 1.0f;
    }
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void by_argument(write_only image2d_t out, read_only image2d_t in, int way)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    if (way > 0)
        r = x * 2.0f;
    else
        r = x - 5.0f;
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void limited(write_only image2d_t out, read_only image2d_t in, int limit)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    for (int i = 0; i < limit && i < x; i++)
        r += 1.0f;
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void loops_by_arguments(write_only image2d_t out, read_only image2d_t in, int rows, int columns)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            r += x;
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void logic(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    if (x > 2.0f && x < 6.0f)
        r += 1.0f;
    if (x < 1.0f || x > 6.0f)
        r += 2.0f;
    if (!(x == 3.0f || x == 4.0f))
        r += 4.0f;
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void ternary(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    r = x < 2.0f ? 1.0f : x < 4.0f ? 2.0f : x < 6.0f ? 3.0f : 4.0f;
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void deep(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    if (x > 0.0f) {
        r += 1.0f;
        if (x > 1.0f) {
            r += 1.0f;
            if (x > 2.0f) {
                r += 1.0f;
                if (x > 3.0f) {
                    r += 1.0f;
                    if (x > 4.0f)
                        r += 1.0f;
                }
            }
        }
    }
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void three_loops(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float x = read_imagef(in, texels, at).x, r = 0.0f;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                r += i + j + k < x ? 1.0f : 0.0f;
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void chase(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1)), next = at;
    float r = 0.0f;
    for (int i = 0; i < 3; i++) {
        float texel = read_imagef(in, texels, next).x;
        r += texel;
        next.x = (int)texel & 7;
    }
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}

kernel void each_arm(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float r;
    if (at.x & 1)
        r = 10.0f * read_imagef(in, texels, (int2)(7 - at.x, 0)).x;
    else
        r = read_imagef(in, texels, at).x;
    write_imagef(out, at, (float4)(r, 0.0f, 0.0f, 1.0f));
}
