// SPDX-License-Identifier: MIT
/*!
# Every vector width, 3 included, through buffers: a 3-vector takes the room of four (OpenCL C 1.2, 6.1.5).

[config]
name: compute vector widths
global_size: 2 0 0

[test]
for: kernel type expected given in \
       (2  float2  "1 3 5 7"  "0 1 2 3") \
       (3  float3  "1 3 5 7 9 11"  "0 1 2 3 4 5") \
       (4  float4  "1 3 5 7 9 11 13 15"  "0 1 2 3 4 5 6 7") \
       (8  float8  "1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31"  "0 1 2 3 4 5 6 7 8 9 1e+01 11 12 13 14 15") \
       (16  float16 \
        "1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 33 35 37 39 41 43 45 47 49 51 53 55 57 59 61 63" \
        "0 1 2 3 4 5 6 7 8 9 1e+01 11 12 13 14 15 16 17 18 19 2e+01 21 22 23 24 25 26 27 28 29 3e+01 31")
name: $type
kernel_name: twice_$kernel
arg_out: 0 buffer $type[2] $expected
arg_in:  1 buffer $type[2] $given
!*/

#define TWICE(N)                                                                  \
    kernel void twice_##N(global float##N *out, global const float##N *in)        \
    {                                                                             \
        size_t i = get_global_id(0);                                              \
        out[i] = in[i] * 2.0f + 1.0f;                                             \
    }

TWICE(2)
TWICE(3)
TWICE(4)
TWICE(8)
TWICE(16)
