// SPDX-License-Identifier: MIT
/*!
# char: + - * / % and unary minus results keep the low bits of the type (OpenCL C 1.2, 6.3 a).
# Operands include both ends of the range.

[config]
name: compute arith char arithmetic
kernel_name: arith
dimensions: 1
global_size: 12 0 0

[test]
name: all operators
arg_out: 0 buffer char[12] 1 -128 10 -128 -127 -128 -124 49 91 -46 3 -66
arg_out: 1 buffer char[12] -1 -126 4 126 127 124 126 35 109 -40 7 -64
arg_out: 2 buffer char[12] 0 127 21 127 -128 -4 -125 38 124 -127 -10 65
arg_out: 3 buffer char[12] 0 0 2 127 -128 63 -42 6 -11 14 -2 0
arg_out: 4 buffer char[12] 0 1 1 0 0 0 -1 0 1 -1 1 63
arg_out: 5 buffer char[12] 0 -1 -7 -127 -128 -126 127 -42 -100 43 -5 -63
arg_in:  6 buffer char[12] 0 1 7 127 -128 126 -127 42 100 -43 5 63
arg_in:  7 buffer char[12] 1 127 3 1 1 2 3 7 -9 -3 -2 127
!*/

kernel void arith(global char *add, global char *sub, global char *mul, global char *quo,
                  global char *rem, global char *neg, global const char *a, global const char *b)
{
    size_t i = get_global_id(0);
    add[i] = a[i] + b[i];
    sub[i] = a[i] - b[i];
    mul[i] = a[i] * b[i];
    quo[i] = a[i] / b[i];
    rem[i] = a[i] % b[i];
    neg[i] = -a[i];
}
