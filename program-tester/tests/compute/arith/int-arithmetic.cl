// SPDX-License-Identifier: MIT
/*!
# int: + - * / % and unary minus no operation overflows, which would be undefined (OpenCL C 1.2, 6.3 a).

[config]
name: compute arith int arithmetic
kernel_name: arith
dimensions: 1
global_size: 12 0 0

[test]
name: all operators
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
!*/

kernel void arith(global int *add, global int *sub, global int *mul, global int *quo,
                  global int *rem, global int *neg, global const int *a, global const int *b)
{
    size_t i = get_global_id(0);
    add[i] = a[i] + b[i];
    sub[i] = a[i] - b[i];
    mul[i] = a[i] * b[i];
    quo[i] = a[i] / b[i];
    rem[i] = a[i] % b[i];
    neg[i] = -a[i];
}
