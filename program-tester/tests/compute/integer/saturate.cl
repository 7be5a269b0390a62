// SPDX-License-Identifier: MIT
/*!
# add_sat and sub_sat clamp to the range of the type (OpenCL C 1.2, 6.12.3).

[config]
name: compute integer saturate
dimensions: 1
global_size: 8 0 0

[test]
name: char
kernel_name: sat_char
arg_out: 0 buffer char[8] 127 -128 127 -128 -128 2 113 0
arg_out: 1 buffer char[8] 0 0 126 -127 127 8 -127 2
arg_in:  2 buffer char[8] 100 -100 127 -128 0 5 -7 1
arg_in:  3 buffer char[8] 100 -100 1 -1 -128 -3 120 -1

[test]
name: short
kernel_name: sat_short
arg_out: 0 buffer short[8] 32767 -32768 32767 -32768 -32768 767 28928 255
arg_out: 1 buffer short[8] 255 0 32511 -32512 32767 2303 -32512 767
arg_in:  2 buffer short[8] 25855 -25600 32767 -32768 0 1535 -1792 511
arg_in:  3 buffer short[8] 25600 -25600 256 -256 -32768 -768 30720 -256

[test]
name: int
kernel_name: sat_int
arg_out: 0 buffer int[8] 2147483647 -2147483648 2147483647 -2147483648 -2147483648 50331647 \
        1895825408 16777215
arg_out: 1 buffer int[8] 16777215 0 2130706431 -2130706432 2147483647 150994943 -2130706432 \
        50331647
arg_in:  2 buffer int[8] 1694498815 -1677721600 2147483647 -2147483648 0 100663295 -117440512 \
        33554431
arg_in:  3 buffer int[8] 1677721600 -1677721600 16777216 -16777216 -2147483648 -50331648 \
        2013265920 -16777216

[test]
name: uchar
kernel_name: sat_uchar
arg_out: 0 buffer uchar[8] 200 255 128 255 128 255 255 255
arg_out: 1 buffer uchar[8] 0 0 126 0 0 0 129 0
arg_in:  2 buffer uchar[8] 100 156 127 128 0 5 249 1
arg_in:  3 buffer uchar[8] 100 156 1 255 128 253 120 255

[test]
name: ushort
kernel_name: sat_ushort
arg_out: 0 buffer ushort[8] 51400 65535 32896 65535 32896 65535 65535 65535
arg_out: 1 buffer ushort[8] 0 0 32382 0 0 0 33153 0
arg_in:  2 buffer ushort[8] 25700 40092 32639 32896 0 1285 63993 257
arg_in:  3 buffer ushort[8] 25700 40092 257 65535 32896 65021 30840 65535

[test]
name: uint
kernel_name: sat_uint
arg_out: 0 buffer uint[8] 3368601800 4294967295 2155905152 4294967295 2155905152 4294967295 \
        4294967295 4294967295
arg_out: 1 buffer uint[8] 0 0 2122219134 0 0 0 2172748161 0
arg_in:  2 buffer uint[8] 1684300900 2627509404 2139062143 2155905152 0 84215045 4193909241 \
        16843009
arg_in:  3 buffer uint[8] 1684300900 2627509404 16843009 4294967295 2155905152 4261281277 \
        2021161080 4294967295
!*/

#define SATURATE(T)                                                                          \
    kernel void sat_##T(global T *add, global T *sub, global const T *a, global const T *b)   \
    {                                                                                          \
        size_t i = get_global_id(0);                                                           \
        add[i] = add_sat(a[i], b[i]);                                                          \
        sub[i] = sub_sat(a[i], b[i]);                                                          \
    }

SATURATE(char)
SATURATE(short)
SATURATE(int)
SATURATE(uchar)
SATURATE(ushort)
SATURATE(uint)
