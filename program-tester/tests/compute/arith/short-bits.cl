// SPDX-License-Identifier: MIT
/*!
# short: & | ^ ~ and shifts; >> of a signed type extends the sign (OpenCL C 1.2, 6.3 f, j).

[config]
name: compute arith short bits
kernel_name: bits
dimensions: 1
global_size: 12 0 0

[test]
name: all operators
arg_out: 0 buffer short[12] 0 1 3 1 0 2 1 2 100 -10923 4 16383
arg_out: 1 buffer short[12] 1 32767 7 32767 -32767 32766 -32765 10927 -9 -3 -1 32767
arg_out: 2 buffer short[12] 1 32766 4 32766 -32767 32764 -32766 10925 -109 10920 -5 16384
arg_out: 3 buffer short[12] -1 -2 -8 -32768 32767 -32767 32766 -10923 -101 10922 -6 -16384
arg_out: 4 buffer short[12] 0 2 28 -32768 0 -16 16384 21844 3200 21840 320 -128
arg_out: 5 buffer short[12] 0 0 1 0 -128 4095 -2 5461 3 -683 0 127
arg_in:  6 buffer short[12] 0 1 7 32767 -32768 32766 -32767 10922 100 -10923 5 16383
arg_in:  7 buffer short[12] 1 32767 3 1 1 2 3 7 -9 -3 -2 32767
arg_in:  8 buffer short[12] 0 1 2 15 8 3 14 1 5 4 6 7
!*/

kernel void bits(global short *con, global short *dis, global short *exc, global short *inv,
                 global short *left, global short *right, global const short *a, global const short *b,
                 global const short *shift)
{
    size_t i = get_global_id(0);
    con[i] = a[i] & b[i];
    dis[i] = a[i] | b[i];
    exc[i] = a[i] ^ b[i];
    inv[i] = ~a[i];
    left[i] = a[i] << shift[i];
    right[i] = a[i] >> shift[i];
}
