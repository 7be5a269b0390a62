// SPDX-License-Identifier: MIT
/*!
# Vectors of 8- and 16-bit components: arithmetic wraps per component (OpenCL C 1.2, 6.3).

[config]
name: compute vector small types
dimensions: 1
global_size: 2 0 0

[test]
name: uchar4
kernel_name: add_uchar4
arg_out: 0 buffer uchar4[2] 44 0 255 1  11 22 33 44
arg_in:  1 buffer uchar4[2] 200 255 254 0  10 20 30 40
arg_in:  2 buffer uchar4[2] 100 1 1 1  1 2 3 4

[test]
name: short2
kernel_name: add_short2
arg_out: 0 buffer short2[2] -32768 1  -3 32767
arg_in:  1 buffer short2[2] 32767 0  -1 -32768
arg_in:  2 buffer short2[2] 1 1  -2 -1

[test]
name: char8
kernel_name: add_char8
arg_out: 0 buffer char8[2] 0 -128 1 2 3 4 5 6  -2 0 0 0 0 0 0 127
arg_in:  1 buffer char8[2] -1 127 0 1 2 3 4 5  -1 0 0 0 0 0 0 126
arg_in:  2 buffer char8[2] 1 1 1 1 1 1 1 1  -1 0 0 0 0 0 0 1
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
