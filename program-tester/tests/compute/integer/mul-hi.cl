// SPDX-License-Identifier: MIT
/*!
# mul_hi returns the upper half of the 64-bit product (OpenCL C 1.2, 6.12.3).

[config]
name: compute integer mul hi
global_size: 8 0 0

[test]
name: int
kernel_name: high_int
arg_out: 0 buffer int[8] 0 -1 0 0 -1 -29 -18 -1
arg_in:  1 buffer int[8] 0 1 -1 2147483647 -2147483648 123456789 -987654321 255
arg_in:  2 buffer int[8] 5 -1 -1 2 2 -1000 77 -256

[test]
name: uint
kernel_name: high_uint
arg_out: 0 buffer uint[8] 0 0 4294967294 0 1 123456760 59 254
arg_in:  1 buffer uint[8] 0 1 4294967295 2147483647 2147483648 123456789 3307312975 255
arg_in:  2 buffer uint[8] 5 4294967295 4294967295 2 2 4294966296 77 4294967040
!*/

kernel void high_int(global int *out, global const int *a, global const int *b)
{
    size_t i = get_global_id(0);
    out[i] = mul_hi(a[i], b[i]);
}

kernel void high_uint(global uint *out, global const uint *a, global const uint *b)
{
    size_t i = get_global_id(0);
    out[i] = mul_hi(a[i], b[i]);
}
