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
for: kernel name values in \
       (quotient           "quotients are rounded to 0"         "-33 -2 0 0 0 2 33 1365") \
       (quotient_negative  "a divisor below 0"                  "25 1 0 0 0 -1 -25 -1023") \
       (rest               "the rest has the dividend's sign"   "-2 0 -1 0 1 0 2 0") \
       (quotient_variable  "a quotient of two variables"        "-10 -142 -1000 200 1000 142 10 0") \
       (rest_variable      "a rest of two variables"            "0 6 0 0 0 6 0 1000") \
       (left               "shifts to the left"                 "-800 -56 -8 0 8 56 800 32760") \
       (right              "shifts to the right keep the sign"  "-25 -2 -1 0 0 1 25 1023") \
       (low_bits           "the lowest bits"                    "12 9 15 0 1 7 4 15") \
       (middle_bits        "bits in the middle"                 "28 56 60 0 0 4 36 60") \
       (high_bits          "all but the lowest bits"            "-104 -8 -8 0 0 0 96 4088") \
       (magnitude          "without a sign"                     "100 7 1 0 1 7 100 4095") \
       (complement         complements                          "99 6 0 -1 -2 -8 -101 -4096") \
       (product            "products of 24 bits"                "-409600 -28672 -4096 0 4096 28672 409600 16773120") \
       (product_sum        "sums of products of 24 bits"        "-1223 -14 64 77 90 168 1377 53312") \
       (limited            clamped                              "-5 -5 -1 0 1 7 50 50") \
       (ends               "the smallest and the largest"       "-110 -14 -2 0 2 14 110 4105")
name: $name
kernel_name: $kernel
arg_out: 0 image float $values \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float -100 -7 -1 0 1 7 100 4095 \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT

[test]
for: kernel name numbers values in \
       (cut_off       "floats that are cut off"       "-100 -7 -1 0 1 7 103 4095"  "-37 -2 0 0 0 2 38 1515") \
       (rounded_down  "floats that are rounded down"  "-101 -7 -1 0 1 7 101 4095"  "-31 -3 -1 0 0 2 30 1228")
name: $name
kernel_name: $kernel
arg_out: 0 image float $values \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
arg_in:  1 image float $numbers \
           image_type 2d image_width 8 image_height 1 image_channel_order R image_channel_data_type FLOAT
!*/

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

#define OF_X(name, expression)                                                 \
    kernel void name(write_only image2d_t out, read_only image2d_t in)         \
    {                                                                          \
        int2 at = (int2)(get_global_id(0), get_global_id(1));                  \
        int x = convert_int(read_imagef(in, texels, at).x);                    \
        write_imagef(out, at, (float4)(expression, 0.0f, 0.0f, 1.0f));         \
    }

OF_X(quotient, x / 3)
OF_X(quotient_negative, x / -4)
OF_X(rest, x % 7)
OF_X(quotient_variable, 1000 / (x ? x : 5))
OF_X(rest_variable, 1000 % (x ? x : 5))
OF_X(left, x << 3)
OF_X(right, x >> 2)
OF_X(low_bits, x & 15)
OF_X(middle_bits, x & 60)
OF_X(high_bits, x & ~7)
OF_X(magnitude, abs(x))
OF_X(complement, ~x)
OF_X(product, mul24(x, 4096))
OF_X(product_sum, mad24(x, 13, 77))
OF_X(limited, clamp(x, -5, 50))
OF_X(ends, min(x, 10) + max(x, -10))
OF_X(cut_off, convert_int(x * 0.37f))
OF_X(rounded_down, convert_int_rtn(x * 0.3f))
