// SPDX-License-Identifier: MIT
/*!
# + - * / % and unary minus keep the low bits of the type (OpenCL C 1.2, 6.3 a). Operands include both ends of
# the range; those of int do not overflow, which would be undefined.

[config]
name: arithmetic of integers up to 32 bits
global_size: 12 0 0

[test]
name: char
kernel_name: arith_char
arg_out: 0 buffer char[12] 1 -128 10 -128 -127 -128 -124 49 91 -46 3 -66
arg_out: 1 buffer char[12] -1 -126 4 126 127 124 126 35 109 -40 7 -64
arg_out: 2 buffer char[12] 0 127 21 127 -128 -4 -125 38 124 -127 -10 65
arg_out: 3 buffer char[12] 0 0 2 127 -128 63 -42 6 -11 14 -2 0
arg_out: 4 buffer char[12] 0 1 1 0 0 0 -1 0 1 -1 1 63
arg_out: 5 buffer char[12] 0 -1 -7 -127 -128 -126 127 -42 -100 43 -5 -63
arg_in:  6 buffer char[12] 0 1 7 127 -128 126 -127 42 100 -43 5 63
arg_in:  7 buffer char[12] 1 127 3 1 1 2 3 7 -9 -3 -2 127

[test]
name: uchar
kernel_name: arith_uchar
arg_out: 0 buffer uchar[12] 1 0 10 0 9 0 4 92 109 62 7 126
arg_out: 1 buffer uchar[12] 255 2 4 254 247 252 254 78 91 40 3 128
arg_out: 2 buffer uchar[12] 0 255 21 255 0 252 3 83 132 49 10 129
arg_out: 3 buffer uchar[12] 0 0 2 255 0 127 0 12 11 4 2 0
arg_out: 4 buffer uchar[12] 0 1 1 0 0 0 1 1 1 7 1 127
arg_out: 5 buffer uchar[12] 0 255 249 1 0 2 255 171 156 205 251 129
arg_in:  6 buffer uchar[12] 0 1 7 255 0 254 1 85 100 51 5 127
arg_in:  7 buffer uchar[12] 1 255 3 1 9 2 3 7 9 11 2 255

[test]
name: short
kernel_name: arith_short
arg_out: 0 buffer short[12] 1 -32768 10 -32768 -32767 -32768 -32764 10929 91 -10926 3 -16386
arg_out: 1 buffer short[12] -1 -32766 4 32766 32767 32764 32766 10915 109 -10920 7 -16384
arg_out: 2 buffer short[12] 0 32767 21 32767 -32768 -4 -32765 10918 -900 -32767 -10 16385
arg_out: 3 buffer short[12] 0 0 2 32767 -32768 16383 -10922 1560 -11 3641 -2 0
arg_out: 4 buffer short[12] 0 1 1 0 0 0 -1 2 1 0 1 16383
arg_out: 5 buffer short[12] 0 -1 -7 -32767 -32768 -32766 32767 -10922 -100 10923 -5 -16383
arg_in:  6 buffer short[12] 0 1 7 32767 -32768 32766 -32767 10922 100 -10923 5 16383
arg_in:  7 buffer short[12] 1 32767 3 1 1 2 3 7 -9 -3 -2 32767

[test]
name: ushort
kernel_name: arith_ushort
arg_out: 0 buffer ushort[12] 1 0 10 0 9 0 4 21852 109 13118 7 32766
arg_out: 1 buffer ushort[12] 65535 2 4 65534 65527 65532 65534 21838 91 13096 3 32768
arg_out: 2 buffer ushort[12] 0 65535 21 65535 0 65532 3 21843 900 13105 10 32769
arg_out: 3 buffer ushort[12] 0 0 2 65535 0 32767 0 3120 11 1191 2 0
arg_out: 4 buffer ushort[12] 0 1 1 0 0 0 1 5 1 6 1 32767
arg_out: 5 buffer ushort[12] 0 65535 65529 1 0 2 65535 43691 65436 52429 65531 32769
arg_in:  6 buffer ushort[12] 0 1 7 65535 0 65534 1 21845 100 13107 5 32767
arg_in:  7 buffer ushort[12] 1 65535 3 1 9 2 3 7 9 11 2 65535

[test]
name: int
kernel_name: arith_int
arg_out: 0 buffer int[12] 1 1073741824 10 1073741824 -1073741824 92680 1 1000007 91 -123459 -5 \
        98302
arg_out: 1 buffer int[12] -1 -1073741822 4 1073741822 -1073741822 0 -92681 999993 109 -123453 -9 \
        32768
arg_out: 2 buffer int[12] 0 1073741823 21 1073741823 1073741823 2147395600 -2147441940 7000000 \
        -900 370368 -14 2147385345
arg_out: 3 buffer int[12] 0 0 2 1073741823 1073741823 1 0 142857 -11 41152 -3 2
arg_out: 4 buffer int[12] 0 1 1 0 0 0 -46340 1 1 0 -1 1
arg_out: 5 buffer int[12] 0 -1 -7 -1073741823 1073741823 -46340 46340 -1000000 -100 123456 7 \
        -65535
arg_in:  6 buffer int[12] 0 1 7 1073741823 -1073741823 46340 -46340 1000000 100 -123456 -7 65535
arg_in:  7 buffer int[12] 1 1073741823 3 1 -1 46340 46341 7 -9 -3 2 32767

[test]
name: uint
kernel_name: arith_uint
arg_out: 0 buffer uint[12] 1 0 10 0 9 0 4 1431655772 109 858993470 7 2147483646
arg_out: 1 buffer uint[12] 4294967295 2 4 4294967294 4294967287 4294967292 4294967294 1431655758 \
        91 858993448 3 2147483648
arg_out: 2 buffer uint[12] 0 4294967295 21 4294967295 0 4294967292 3 1431655763 900 858993457 10 \
        2147483649
arg_out: 3 buffer uint[12] 0 0 2 4294967295 0 2147483647 0 204522252 11 78090314 2 0
arg_out: 4 buffer uint[12] 0 1 1 0 0 0 1 1 1 5 1 2147483647
arg_out: 5 buffer uint[12] 0 4294967295 4294967289 1 0 2 4294967295 2863311531 4294967196 \
        3435973837 4294967291 2147483649
arg_in:  6 buffer uint[12] 0 1 7 4294967295 0 4294967294 1 1431655765 100 858993459 5 2147483647
arg_in:  7 buffer uint[12] 1 4294967295 3 1 9 2 3 7 9 11 2 4294967295
!*/

#define ARITH(T)                                                                                 \
    kernel void arith_##T(global T *add, global T *sub, global T *mul, global T *quo,            \
                          global T *rem, global T *neg, global const T *a, global const T *b)    \
    {                                                                                            \
        size_t i = get_global_id(0);                                                             \
        add[i] = a[i] + b[i];                                                                    \
        sub[i] = a[i] - b[i];                                                                    \
        mul[i] = a[i] * b[i];                                                                    \
        quo[i] = a[i] / b[i];                                                                    \
        rem[i] = a[i] % b[i];                                                                    \
        neg[i] = -a[i];                                                                          \
    }

ARITH(char)
ARITH(uchar)
ARITH(short)
ARITH(ushort)
ARITH(int)
ARITH(uint)
