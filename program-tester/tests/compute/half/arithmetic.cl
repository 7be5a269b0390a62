// SPDX-License-Identifier: MIT
/*!
# Half precision (cl_khr_fp16): arithmetic is rounded to the nearest half, ties to even; denormals, the
# largest half 65504 and infinity; vectors, arguments and choices.

[config]
name: arithmetic of halves
require_device_extensions: cl_khr_fp16
global_size: 8

[test]
name: sums
kernel_name: add
# 2048 + 1 is between 2048 and 2050; 65504 + 16 is between 65504 and infinity.
arg_in:  1 buffer half[8] 1 2048 2050 65504 65504 0x1p-24 -0.0 inf
arg_in:  2 buffer half[8] 2 1    1    15    16    0x1p-24 -0.0 -inf
arg_out: 0 buffer half[8] 3 2048 2052 65504 inf 0x1p-23 -0.0 nan

[test]
name: products
kernel_name: multiply
arg_in:  1 buffer half[8] 1.5 256 0x1p-14 0x1p-24 0x1.ffcp-1 -0.0 3     inf
arg_in:  2 buffer half[8] 2   256 0.5     0.5     0x1.ffcp-1 5    -0.25 0
arg_out: 0 buffer half[8] 3   inf 0x1p-15 0       0x1.ff8p-1 -0.0 -0.75 nan

[test]
name: quotients
kernel_name: divide
arg_in:  1 buffer half[8] 1 1 2 1   -1  0 65504 1
arg_in:  2 buffer half[8] 3 10 3 -0.0 inf 0 0.5 32768
arg_out: 0 buffer half[8] 0x1.554p-2 0x1.998p-4 0x1.554p-1 -inf -0.0 nan inf 0x1p-15

[test]
name: fused products and sums
kernel_name: fused
# The last: 1.001 * 1.001 - 1.002 is what two roundings lose.
arg_in:  1 buffer half[8] 2 256 -2 0x1p-24 1 inf 0.5 0x1.004p+0
arg_in:  2 buffer half[8] 3 256 3 0.5 1 0 0x1p-24 0x1.004p+0
arg_in:  3 buffer half[8] 1 -65504 6 0x1p-24 0x1p-11 1 0x1p-24 -0x1.008p+0
arg_out: 0 buffer half[8] 7 32 0 0x1p-23 1 nan 0x1p-23 0x1p-20

[test]
name: vectors and scalars
kernel_name: vectors
global_size: 1
arg_in:  1 half 2
arg_in:  2 half4 1 2 3 -4
arg_out: 0 buffer half4[5] 3 4 5 -2  2 4 6 -8  1 0 1 0  1 2 2 -4  2 2 3 2

[test]
name: conversions
kernel_name: convert
global_size: 1
arg_in:  1 buffer half[4] 2.5 -3.5 300 -0.75
arg_out: 0 buffer int[12] 2 -3 300 0  2 -4 300 -1  3 -3 127 0

[test]
name: rounded to half
kernel_name: to_half
global_size: 1
arg_in:  1 buffer float[4] 2049 -2049 70000 0x1p-26
arg_out: 0 buffer half[16] 2048 -2048 inf 0  2048 -2048 65504 0  2050 -2048 inf 0x1p-24 \
    2048 -2050 65504 0
!*/

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define BINARY(name, operation)                                                                    \
    kernel void name(global half *out, global const half *a, global const half *b)                 \
    {                                                                                              \
        size_t id = get_global_id(0);                                                              \
        out[id] = a[id] operation b[id];                                                           \
    }

BINARY(add, +)
BINARY(multiply, *)
BINARY(divide, /)

kernel void fused(global half *out, global const half *a, global const half *b, global const half *c)
{
    size_t id = get_global_id(0);
    out[id] = fma(a[id], b[id], c[id]);
}

kernel void vectors(global half4 *out, half scalar, half4 vector)
{
    out[0] = vector + scalar;
    out[1] = vector * scalar;
    out[2] = select((half4)(0.0h), (half4)(1.0h), (short4)(-1, 0, -1, 0));
    out[3] = min(vector, scalar);
    out[4] = vector > (half4)scalar ? vector : (half4)scalar;
}

kernel void convert(global int *out, global const half *in)
{
    half4 x = vload4(0, in);
    vstore4(convert_int4(x), 0, out);
    vstore4(convert_int4_rte(x), 1, out);
    vstore4((int4)(convert_char_sat_rtp(x.x), convert_char_sat_rtp(x.y), convert_char_sat_rtp(x.z),
                   convert_char_sat_rtp(x.w)),
            2, out);
}

kernel void to_half(global half *out, global const float *in)
{
    float4 x = vload4(0, in);
    vstore4(convert_half4(x), 0, out);
    vstore4(convert_half4_rtz(x), 1, out);
    vstore4(convert_half4_rtp(x), 2, out);
    vstore4(convert_half4_rtn(x), 3, out);
}
