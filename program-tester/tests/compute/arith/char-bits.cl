// SPDX-License-Identifier: MIT
/*!
# char: & | ^ ~ and shifts; >> of a signed type extends the sign (OpenCL C 1.2, 6.3 f, j).

[config]
name: compute arith char bits
kernel_name: bits
dimensions: 1
global_size: 12 0 0

[test]
name: all operators
arg_out: 0 buffer char[12] 0 1 3 1 0 2 1 2 100 -43 4 63
arg_out: 1 buffer char[12] 1 127 7 127 -127 126 -125 47 -9 -3 -1 127
arg_out: 2 buffer char[12] 1 126 4 126 -127 124 -126 45 -109 40 -5 64
arg_out: 3 buffer char[12] -1 -2 -8 -128 127 -127 126 -43 -101 42 -6 -64
arg_out: 4 buffer char[12] 0 2 28 -128 0 -16 64 84 -128 80 64 -128
arg_out: 5 buffer char[12] 0 0 1 0 -8 15 -2 21 3 -3 0 0
arg_in:  6 buffer char[12] 0 1 7 127 -128 126 -127 42 100 -43 5 63
arg_in:  7 buffer char[12] 1 127 3 1 1 2 3 7 -9 -3 -2 127
arg_in:  8 buffer char[12] 0 1 2 7 4 3 6 1 5 4 6 7
!*/

kernel void bits(global char *con, global char *dis, global char *exc, global char *inv,
                 global char *left, global char *right, global const char *a, global const char *b,
                 global const char *shift)
{
    size_t i = get_global_id(0);
    con[i] = a[i] & b[i];
    dis[i] = a[i] | b[i];
    exc[i] = a[i] ^ b[i];
    inv[i] = ~a[i];
    left[i] = a[i] << shift[i];
    right[i] = a[i] >> shift[i];
}
