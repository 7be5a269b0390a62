// SPDX-License-Identifier: MIT
/*!
# Integers, which R500 holds as floats: exact below 2^24.

[config]
name: image programs: integers
need_image_support: true
need_image_program: true
dimensions: 2
global_size: 8 1
[test]
name: quotients are rounded to 0
kernel_name: quotient
arg_out: 0 image float -33 -2 0 0 0 2 33 1365 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: a divisor below 0
kernel_name: quotient_negative
arg_out: 0 image float 25 1 0 0 0 -1 -25 -1023 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: the rest has the dividend's sign
kernel_name: rest
arg_out: 0 image float -2 0 -1 0 1 0 2 0 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: a quotient of two variables
kernel_name: quotient_variable
arg_out: 0 image float -10 -142 -1000 200 1000 142 10 0 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: a rest of two variables
kernel_name: rest_variable
arg_out: 0 image float 0 6 0 0 0 6 0 1000 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: shifts to the left
kernel_name: left
arg_out: 0 image float -800 -56 -8 0 8 56 800 32760 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: shifts to the right keep the sign
kernel_name: right
arg_out: 0 image float -25 -2 -1 0 0 1 25 1023 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: the lowest bits
kernel_name: low_bits
arg_out: 0 image float 12 9 15 0 1 7 4 15 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: bits in the middle
kernel_name: middle_bits
arg_out: 0 image float 28 56 60 0 0 4 36 60 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: all but the lowest bits
kernel_name: high_bits
arg_out: 0 image float -104 -8 -8 0 0 0 96 4088 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: without a sign
kernel_name: magnitude
arg_out: 0 image float 100 7 1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: complements
kernel_name: complement
arg_out: 0 image float 99 6 0 -1 -2 -8 -101 -4096 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: products of 24 bits
kernel_name: product
arg_out: 0 image float -409600 -28672 -4096 0 4096 28672 409600 16773120 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: sums of products of 24 bits
kernel_name: product_sum
arg_out: 0 image float -1223 -14 64 77 90 168 1377 53312 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: clamped
kernel_name: limited
arg_out: 0 image float -5 -5 -1 0 1 7 50 50 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: the smallest and the largest
kernel_name: ends
arg_out: 0 image float -110 -14 -2 0 2 14 110 4105 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: floats that are cut off
kernel_name: cut_off
arg_out: 0 image float -37 -2 0 0 0 2 38 1515 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 103 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
name: floats that are rounded down
kernel_name: rounded_down
arg_out: 0 image float -31 -3 -1 0 0 2 30 1228 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -101 -7 -1 0 1 7 101 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void quotient(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(x / 3, 0.0f, 0.0f, 1.0f));
}

kernel void quotient_negative(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(x / -4, 0.0f, 0.0f, 1.0f));
}

kernel void rest(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(x % 7, 0.0f, 0.0f, 1.0f));
}

kernel void quotient_variable(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(1000 / (x ? x : 5), 0.0f, 0.0f, 1.0f));
}

kernel void rest_variable(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(1000 % (x ? x : 5), 0.0f, 0.0f, 1.0f));
}

kernel void left(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(x << 3, 0.0f, 0.0f, 1.0f));
}

kernel void right(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(x >> 2, 0.0f, 0.0f, 1.0f));
}

kernel void low_bits(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(x & 15, 0.0f, 0.0f, 1.0f));
}

kernel void middle_bits(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(x & 60, 0.0f, 0.0f, 1.0f));
}

kernel void high_bits(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(x & ~7, 0.0f, 0.0f, 1.0f));
}

kernel void magnitude(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(abs(x), 0.0f, 0.0f, 1.0f));
}

kernel void complement(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(~x, 0.0f, 0.0f, 1.0f));
}

kernel void product(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(mul24(x, 4096), 0.0f, 0.0f, 1.0f));
}

kernel void product_sum(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(mad24(x, 13, 77), 0.0f, 0.0f, 1.0f));
}

kernel void limited(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(clamp(x, -5, 50), 0.0f, 0.0f, 1.0f));
}

kernel void ends(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(min(x, 10) + max(x, -10), 0.0f, 0.0f, 1.0f));
}

kernel void cut_off(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(convert_int(x * 0.37f), 0.0f, 0.0f, 1.0f));
}

kernel void rounded_down(write_only image2d_t out, read_only image2d_t in)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int x = convert_int(read_imagef(in, texels, at).x);
    write_imagef(out, at, (float4)(convert_int_rtn(x * 0.3f), 0.0f, 0.0f, 1.0f));
}
