// SPDX-License-Identifier: MIT
/*!
# convert_T_sat clamps, the default mode truncates, _rte rounds half to even (OpenCL C 1.2, 6.2.3).

[config]
name: compute convert float to int
global_size: 13 0 0

[test]
for: name kernel type expected in \
       ("char saturated"  char_sat  char  "0 1 -1 127 -128 127 -128 127 127 0 1 2 0") \
       ("char saturated, to nearest even"  char_sat_rte  char  "0 2 -2 127 -128 127 -128 127 127 0 2 2 0") \
       ("uchar saturated"  uchar_sat  uchar  "0 1 0 127 0 255 0 255 255 0 1 2 0") \
       ("uchar saturated, to nearest even"  uchar_sat_rte  uchar  "0 2 0 128 0 255 0 255 255 0 2 2 0") \
       ("short saturated"  short_sat  short  "0 1 -1 127 -128 32767 -32768 255 32767 0 1 2 0") \
       ("short saturated, to nearest even"  short_sat_rte  short \
        "0 2 -2 128 -128 32767 -32768 255 32767 0 2 2 0") \
       ("ushort saturated"  ushort_sat  ushort  "0 1 0 127 0 65535 0 255 65535 0 1 2 0") \
       ("ushort saturated, to nearest even"  ushort_sat_rte  ushort  "0 2 0 128 0 65535 0 255 65535 0 2 2 0") \
       ("int saturated"  int_sat  int  "0 1 -1 127 -128 2147483647 -2147483648 255 65536 0 1 2 0") \
       ("int saturated, to nearest even"  int_sat_rte  int \
        "0 2 -2 128 -128 2147483647 -2147483648 255 65536 0 2 2 0") \
       ("uint saturated"  uint_sat  uint  "0 1 0 127 0 3000000000 0 255 65536 0 1 2 0") \
       ("uint saturated, to nearest even"  uint_sat_rte  uint  "0 2 0 128 0 3000000000 0 255 65536 0 2 2 0")
name: $name
kernel_name: to_$kernel
arg_out: 0 buffer $type[13] $expected
arg_in:  1 buffer float[13] 0 1.9 -1.9 127.5 -128.5 3e+09 -3e+09 255.4 65536 0.5 1.5 2.5 -0.5
!*/

#define CONVERT(T)                                                               \
    kernel void to_##T##_sat(global T *out, global const float *in)                \
    {                                                                              \
        out[get_global_id(0)] = convert_##T##_sat(in[get_global_id(0)]);           \
    }                                                                              \
    kernel void to_##T##_sat_rte(global T *out, global const float *in)            \
    {                                                                              \
        out[get_global_id(0)] = convert_##T##_sat_rte(in[get_global_id(0)]);       \
    }

CONVERT(char)
CONVERT(uchar)
CONVERT(short)
CONVERT(ushort)
CONVERT(int)
CONVERT(uint)
