// SPDX-License-Identifier: MIT
/*!
# int: & | ^ ~ and shifts; >> of a signed type extends the sign (OpenCL C 1.2, 6.3 f, j).

[config]
name: compute arith int bits
kernel_name: bits
dimensions: 1
global_size: 12 0 0

[test]
name: all operators
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
!*/

kernel void bits(global int *con, global int *dis, global int *exc, global int *inv,
                 global int *left, global int *right, global const int *a, global const int *b,
                 global const int *shift)
{
    size_t i = get_global_id(0);
    con[i] = a[i] & b[i];
    dis[i] = a[i] | b[i];
    exc[i] = a[i] ^ b[i];
    inv[i] = ~a[i];
    left[i] = a[i] << shift[i];
    right[i] = a[i] >> shift[i];
}
