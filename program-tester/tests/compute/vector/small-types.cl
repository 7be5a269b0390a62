// SPDX-License-Identifier: MIT
/*!
# Vectors of 8- and 16-bit components: arithmetic wraps per component (OpenCL C 1.2, 6.3).

[config]
name: compute vector small types
global_size: 2 0 0

[test]
for: kernel expected given given2 in \
       (uchar4  "44 0 255 1 11 22 33 44"  "200 255 254 0 10 20 30 40"  "100 1 1 1 1 2 3 4") \
       (short2  "-32768 1 -3 32767"  "32767 0 -1 -32768"  "1 1 -2 -1") \
       (char8  "0 -128 1 2 3 4 5 6 -2 0 0 0 0 0 0 127"  "-1 127 0 1 2 3 4 5 -1 0 0 0 0 0 0 126" \
        "1 1 1 1 1 1 1 1 -1 0 0 0 0 0 0 1")
name: $kernel
kernel_name: add_$kernel
arg_out: 0 buffer $kernel[2] $expected
arg_in:  1 buffer $kernel[2] $given
arg_in:  2 buffer $kernel[2] $given2
!*/

#define ADD(T)                                                                          \
    kernel void add_##T(global T *out, global const T *a, global const T *b)           \
    {                                                                                   \
        size_t i = get_global_id(0);                                                    \
        out[i] = a[i] + b[i];                                                           \
    }

ADD(uchar4)
ADD(short2)
ADD(char8)
