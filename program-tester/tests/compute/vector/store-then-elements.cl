// SPDX-License-Identifier: MIT
/*!
# vstore3 changes numbers of the pointer's type, which a loop then reads one by one (OpenCL C 1.2, 6.12.7).

[config]
name: compute vector store then elements

[test]
for: name kernel of in \
       (floats  float  float3) \
       (shorts  short  short3) \
       (bytes   char   char3)
name: $name
kernel_name: of_$kernel
arg_out: 0 buffer $kernel[3] 1 2 3
arg_in:  1 buffer $of[1] 1 2 3
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
