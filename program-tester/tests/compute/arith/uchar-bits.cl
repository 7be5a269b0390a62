// SPDX-License-Identifier: MIT
/*!
# uchar: & | ^ ~ and shifts; >> of a signed type extends the sign (OpenCL C 1.2, 6.3 f, j).

[config]
name: compute arith uchar bits
kernel_name: bits
dimensions: 1
global_size: 12 0 0

[test]
name: all operators
arg_out: 0 buffer uchar[12] 0 1 3 1 0 2 1 5 0 3 0 127
arg_out: 1 buffer uchar[12] 1 255 7 255 9 254 3 87 109 59 7 255
arg_out: 2 buffer uchar[12] 1 254 4 254 9 252 2 82 109 56 7 128
arg_out: 3 buffer uchar[12] 255 254 248 0 255 1 254 170 155 204 250 128
arg_out: 4 buffer uchar[12] 0 2 28 128 0 240 64 170 128 48 64 128
arg_out: 5 buffer uchar[12] 0 0 1 1 0 31 0 42 3 3 0 0
arg_in:  6 buffer uchar[12] 0 1 7 255 0 254 1 85 100 51 5 127
arg_in:  7 buffer uchar[12] 1 255 3 1 9 2 3 7 9 11 2 255
arg_in:  8 buffer uchar[12] 0 1 2 7 4 3 6 1 5 4 6 7
!*/

kernel void bits(global uchar *con, global uchar *dis, global uchar *exc, global uchar *inv,
                 global uchar *left, global uchar *right, global const uchar *a, global const uchar *b,
                 global const uchar *shift)
{
    size_t i = get_global_id(0);
    con[i] = a[i] & b[i];
    dis[i] = a[i] | b[i];
    exc[i] = a[i] ^ b[i];
    inv[i] = ~a[i];
    left[i] = a[i] << shift[i];
    right[i] = a[i] >> shift[i];
}
