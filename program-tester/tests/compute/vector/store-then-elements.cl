// SPDX-License-Identifier: MIT
/*!
# vstore3 changes numbers of the pointer's type, which a loop then reads one by one (OpenCL C 1.2, 6.12.7).

[config]
name: compute vector store then elements
dimensions: 1
global_size: 1 0 0

[test]
name: floats
kernel_name: of_float
arg_out: 0 buffer float[3] 1 2 3
arg_in:  1 buffer float3[1] 1 2 3

[test]
name: shorts
kernel_name: of_short
arg_out: 0 buffer short[3] 1 2 3
arg_in:  1 buffer short3[1] 1 2 3

[test]
name: bytes
kernel_name: of_char
arg_out: 0 buffer char[3] 1 2 3
arg_in:  1 buffer char3[1] 1 2 3
!*/

#define KERNEL(type)                                                                               \
    kernel void of_##type(global type *out, global const type##3 *in)                              \
    {                                                                                              \
        type values[3];                                                                            \
        vstore3(in[0], 0, values);                                                                 \
        _Pragma("nounroll") for (int i = 0; i < 3; i++) out[i] = values[i];                        \
    }

KERNEL(float)
KERNEL(short)
KERNEL(char)
