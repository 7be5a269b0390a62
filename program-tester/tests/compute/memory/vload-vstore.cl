// SPDX-License-Identifier: MIT
/*!
# vload and vstore of every width at addresses aligned to the element only (OpenCL C 1.2, 6.12.7).

[config]
name: compute memory vload vstore
global_size: 2 0 0

[test]
for: name kernel type expected given in \
       (float2  2  5  "99 -1.5 -1 -0.5 0"  "-3 -2.5 -2 -1.5 -1") \
       (float3  3  7  "99 -1.5 -1 -0.5 0 0.5 1"  "-3 -2.5 -2 -1.5 -1 -0.5 0") \
       (float4  4  9  "99 -1.5 -1 -0.5 0 0.5 1 1.5 2"  "-3 -2.5 -2 -1.5 -1 -0.5 0 0.5 1") \
       (float8  8  17  "99 -1.5 -1 -0.5 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 5.5 6" \
        "-3 -2.5 -2 -1.5 -1 -0.5 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5") \
       (float16  16  33 \
        "99 -1.5 -1 -0.5 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 5.5 6 6.5 7 7.5 8 8.5 9 9.5 1e+01 10.5 11 11.5 12 12.5 13 13.5 14" \
        "-3 -2.5 -2 -1.5 -1 -0.5 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 5.5 6 6.5 7 7.5 8 8.5 9 9.5 1e+01 10.5 11 11.5 12 12.5 13")
name: $name
kernel_name: move_$kernel
arg_out: 0 buffer float[$type] $expected
arg_in:  0 buffer float[$type] repeat 99
arg_in:  1 buffer float[$type] $given
!*/

#define MOVE(N)                                                                  \
    kernel void move_##N(global float *out, global const float *in)               \
    {                                                                            \
        size_t i = get_global_id(0);                                             \
        vstore##N(vload##N(i, in + 1) + 1.0f, i, out + 1);                        \
    }

MOVE(2)
MOVE(3)
MOVE(4)
MOVE(8)
MOVE(16)
