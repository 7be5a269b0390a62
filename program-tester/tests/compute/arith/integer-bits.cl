// SPDX-License-Identifier: MIT
/*!
# & | ^ ~ and shifts; >> of a signed type extends the sign (OpenCL C 1.2, 6.3 f, j).

[config]
name: bits of integers up to 32 bits
global_size: 12 0 0

[test]
name: char
kernel_name: bits_char
arg_out: 0 buffer char[12] 0 1 3 1 0 2 1 2 100 -43 4 63
arg_out: 1 buffer char[12] 1 127 7 127 -127 126 -125 47 -9 -3 -1 127
arg_out: 2 buffer char[12] 1 126 4 126 -127 124 -126 45 -109 40 -5 64
arg_out: 3 buffer char[12] -1 -2 -8 -128 127 -127 126 -43 -101 42 -6 -64
arg_out: 4 buffer char[12] 0 2 28 -128 0 -16 64 84 -128 80 64 -128
arg_out: 5 buffer char[12] 0 0 1 0 -8 15 -2 21 3 -3 0 0
arg_in:  6 buffer char[12] 0 1 7 127 -128 126 -127 42 100 -43 5 63
arg_in:  7 buffer char[12] 1 127 3 1 1 2 3 7 -9 -3 -2 127
arg_in:  8 buffer char[12] 0 1 2 7 4 3 6 1 5 4 6 7

[test]
name: uchar
kernel_name: bits_uchar
arg_out: 0 buffer uchar[12] 0 1 3 1 0 2 1 5 0 3 0 127
arg_out: 1 buffer uchar[12] 1 255 7 255 9 254 3 87 109 59 7 255
arg_out: 2 buffer uchar[12] 1 254 4 254 9 252 2 82 109 56 7 128
arg_out: 3 buffer uchar[12] 255 254 248 0 255 1 254 170 155 204 250 128
arg_out: 4 buffer uchar[12] 0 2 28 128 0 240 64 170 128 48 64 128
arg_out: 5 buffer uchar[12] 0 0 1 1 0 31 0 42 3 3 0 0
arg_in:  6 buffer uchar[12] 0 1 7 255 0 254 1 85 100 51 5 127
arg_in:  7 buffer uchar[12] 1 255 3 1 9 2 3 7 9 11 2 255
arg_in:  8 buffer uchar[12] 0 1 2 7 4 3 6 1 5 4 6 7

[test]
name: short
kernel_name: bits_short
arg_out: 0 buffer short[12] 0 1 3 1 0 2 1 2 100 -10923 4 16383
arg_out: 1 buffer short[12] 1 32767 7 32767 -32767 32766 -32765 10927 -9 -3 -1 32767
arg_out: 2 buffer short[12] 1 32766 4 32766 -32767 32764 -32766 10925 -109 10920 -5 16384
arg_out: 3 buffer short[12] -1 -2 -8 -32768 32767 -32767 32766 -10923 -101 10922 -6 -16384
arg_out: 4 buffer short[12] 0 2 28 -32768 0 -16 16384 21844 3200 21840 320 -128
arg_out: 5 buffer short[12] 0 0 1 0 -128 4095 -2 5461 3 -683 0 127
arg_in:  6 buffer short[12] 0 1 7 32767 -32768 32766 -32767 10922 100 -10923 5 16383
arg_in:  7 buffer short[12] 1 32767 3 1 1 2 3 7 -9 -3 -2 32767
arg_in:  8 buffer short[12] 0 1 2 15 8 3 14 1 5 4 6 7

[test]
name: ushort
kernel_name: bits_ushort
arg_out: 0 buffer ushort[12] 0 1 3 1 0 2 1 5 0 3 0 32767
arg_out: 1 buffer ushort[12] 1 65535 7 65535 9 65534 3 21847 109 13115 7 65535
arg_out: 2 buffer ushort[12] 1 65534 4 65534 9 65532 2 21842 109 13112 7 32768
arg_out: 3 buffer ushort[12] 65535 65534 65528 0 65535 1 65534 43690 65435 52428 65530 32768
arg_out: 4 buffer ushort[12] 0 2 28 32768 0 65520 16384 43690 3200 13104 320 65408
arg_out: 5 buffer ushort[12] 0 0 1 1 0 8191 0 10922 3 819 0 255
arg_in:  6 buffer ushort[12] 0 1 7 65535 0 65534 1 21845 100 13107 5 32767
arg_in:  7 buffer ushort[12] 1 65535 3 1 9 2 3 7 9 11 2 65535
arg_in:  8 buffer ushort[12] 0 1 2 15 8 3 14 1 5 4 6 7

[test]
name: int
kernel_name: bits_int
arg_out: 0 buffer int[12] 0 1 3 1 -1073741823 46340 4 0 100 -123456 0 32767
arg_out: 1 buffer int[12] 1 1073741823 7 1073741823 -1 46340 -3 1000007 -9 -3 -5 65535
arg_out: 2 buffer int[12] 1 1073741822 4 1073741822 1073741822 0 -7 1000007 -109 123453 -5 32768
arg_out: 3 buffer int[12] -1 -2 -8 -1073741824 1073741822 -46341 46339 -1000001 -101 123455 6 \
        -65536
arg_out: 4 buffer int[12] 0 2 28 -2147483648 65536 370720 0 2000000 3200 -1975296 -448 8388480
arg_out: 5 buffer int[12] 0 0 1 0 -16384 5792 -1 500000 3 -7716 -1 511
arg_in:  6 buffer int[12] 0 1 7 1073741823 -1073741823 46340 -46340 1000000 100 -123456 -7 65535
arg_in:  7 buffer int[12] 1 1073741823 3 1 -1 46340 46341 7 -9 -3 2 32767
arg_in:  8 buffer int[12] 0 1 2 31 16 3 30 1 5 4 6 7

[test]
name: uint
kernel_name: bits_uint
arg_out: 0 buffer uint[12] 0 1 3 1 0 2 1 5 0 3 0 2147483647
arg_out: 1 buffer uint[12] 1 4294967295 7 4294967295 9 4294967294 3 1431655767 109 858993467 7 \
        4294967295
arg_out: 2 buffer uint[12] 1 4294967294 4 4294967294 9 4294967292 2 1431655762 109 858993464 7 \
        2147483648
arg_out: 3 buffer uint[12] 4294967295 4294967294 4294967288 0 4294967295 1 4294967294 2863311530 \
        4294967195 3435973836 4294967290 2147483648
arg_out: 4 buffer uint[12] 0 2 28 2147483648 0 4294967280 1073741824 2863311530 3200 858993456 320 \
        4294967168
arg_out: 5 buffer uint[12] 0 0 1 1 0 536870911 0 715827882 3 53687091 0 16777215
arg_in:  6 buffer uint[12] 0 1 7 4294967295 0 4294967294 1 1431655765 100 858993459 5 2147483647
arg_in:  7 buffer uint[12] 1 4294967295 3 1 9 2 3 7 9 11 2 4294967295
arg_in:  8 buffer uint[12] 0 1 2 31 16 3 30 1 5 4 6 7
!*/

#define BITS(T)                                                                                  \
    kernel void bits_##T(global T *con, global T *dis, global T *exc, global T *inv,             \
                         global T *left, global T *right, global const T *a, global const T *b,  \
                         global const T *shift)                                                  \
    {                                                                                            \
        size_t i = get_global_id(0);                                                             \
        con[i] = a[i] & b[i];                                                                    \
        dis[i] = a[i] | b[i];                                                                    \
        exc[i] = a[i] ^ b[i];                                                                    \
        inv[i] = ~a[i];                                                                          \
        left[i] = a[i] << shift[i];                                                              \
        right[i] = a[i] >> shift[i];                                                             \
    }

BITS(char)
BITS(uchar)
BITS(short)
BITS(ushort)
BITS(int)
BITS(uint)
