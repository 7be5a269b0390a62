// SPDX-License-Identifier: MIT
/*!
# uint: & | ^ ~ and shifts; >> of a signed type extends the sign (OpenCL C 1.2, 6.3 f, j).

[config]
name: compute arith uint bits
kernel_name: bits
dimensions: 1
global_size: 12 0 0

[test]
name: all operators
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

kernel void bits(global uint *con, global uint *dis, global uint *exc, global uint *inv,
                 global uint *left, global uint *right, global const uint *a, global const uint *b,
                 global const uint *shift)
{
    size_t i = get_global_id(0);
    con[i] = a[i] & b[i];
    dis[i] = a[i] | b[i];
    exc[i] = a[i] ^ b[i];
    inv[i] = ~a[i];
    left[i] = a[i] << shift[i];
    right[i] = a[i] >> shift[i];
}
