// SPDX-License-Identifier: MIT
/*!
# Scalar comparisons give 0 or 1, and signedness matters (OpenCL C 1.2, 6.3 d, e).

[config]
name: compute arith integer compare
global_size: 8 0 0

[test]
name: signed
kernel_name: compare_int
arg_out: 0 buffer int[8] 35 26 26 35 35 44 44 35
arg_in:  1 buffer int[8] -5 0 7 7 -2147483648 2147483647 1 -1
arg_in:  2 buffer int[8] 3 0 7 8 2147483647 -2147483648 -1 1

[test]
name: unsigned
kernel_name: compare_uint
arg_out: 0 buffer int[8] 44 26 26 35 44 35 35 44
arg_in:  1 buffer uint[8] 4294967291 0 7 7 2147483648 2147483647 1 4294967295
arg_in:  2 buffer uint[8] 3 0 7 8 2147483647 2147483648 4294967295 1
!*/

#define COMPARE(T)                                                                  \
    kernel void compare_##T(global int *out, global const T *a, global const T *b)    \
    {                                                                                 \
        size_t i = get_global_id(0);                                                  \
        out[i] = (a[i] < b[i]) | (a[i] <= b[i]) << 1 | (a[i] > b[i]) << 2 |           \
                 (a[i] >= b[i]) << 3 | (a[i] == b[i]) << 4 | (a[i] != b[i]) << 5;     \
    }

COMPARE(int)
COMPARE(uint)
