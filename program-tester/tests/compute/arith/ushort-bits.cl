// SPDX-License-Identifier: MIT
/*!
# ushort: & | ^ ~ and shifts; >> of a signed type extends the sign (OpenCL C 1.2, 6.3 f, j).

[config]
name: compute arith ushort bits
kernel_name: bits
dimensions: 1
global_size: 12 0 0

[test]
name: all operators
arg_out: 0 buffer ushort[12] 0 1 3 1 0 2 1 5 0 3 0 32767
arg_out: 1 buffer ushort[12] 1 65535 7 65535 9 65534 3 21847 109 13115 7 65535
arg_out: 2 buffer ushort[12] 1 65534 4 65534 9 65532 2 21842 109 13112 7 32768
arg_out: 3 buffer ushort[12] 65535 65534 65528 0 65535 1 65534 43690 65435 52428 65530 32768
arg_out: 4 buffer ushort[12] 0 2 28 32768 0 65520 16384 43690 3200 13104 320 65408
arg_out: 5 buffer ushort[12] 0 0 1 1 0 8191 0 10922 3 819 0 255
arg_in:  6 buffer ushort[12] 0 1 7 65535 0 65534 1 21845 100 13107 5 32767
arg_in:  7 buffer ushort[12] 1 65535 3 1 9 2 3 7 9 11 2 65535
arg_in:  8 buffer ushort[12] 0 1 2 15 8 3 14 1 5 4 6 7
!*/

kernel void bits(global ushort *con, global ushort *dis, global ushort *exc, global ushort *inv,
                 global ushort *left, global ushort *right, global const ushort *a, global const ushort *b,
                 global const ushort *shift)
{
    size_t i = get_global_id(0);
    con[i] = a[i] & b[i];
    dis[i] = a[i] | b[i];
    exc[i] = a[i] ^ b[i];
    inv[i] = ~a[i];
    left[i] = a[i] << shift[i];
    right[i] = a[i] >> shift[i];
}
