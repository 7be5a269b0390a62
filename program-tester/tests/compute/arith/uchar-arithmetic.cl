// SPDX-License-Identifier: MIT
/*!
# uchar: + - * / % and unary minus results keep the low bits of the type (OpenCL C 1.2, 6.3 a).
# Operands include both ends of the range.

[config]
name: compute arith uchar arithmetic
kernel_name: arith
dimensions: 1
global_size: 12 0 0

[test]
name: all operators
arg_out: 0 buffer uchar[12] 1 0 10 0 9 0 4 92 109 62 7 126
arg_out: 1 buffer uchar[12] 255 2 4 254 247 252 254 78 91 40 3 128
arg_out: 2 buffer uchar[12] 0 255 21 255 0 252 3 83 132 49 10 129
arg_out: 3 buffer uchar[12] 0 0 2 255 0 127 0 12 11 4 2 0
arg_out: 4 buffer uchar[12] 0 1 1 0 0 0 1 1 1 7 1 127
arg_out: 5 buffer uchar[12] 0 255 249 1 0 2 255 171 156 205 251 129
arg_in:  6 buffer uchar[12] 0 1 7 255 0 254 1 85 100 51 5 127
arg_in:  7 buffer uchar[12] 1 255 3 1 9 2 3 7 9 11 2 255
!*/

kernel void arith(global uchar *add, global uchar *sub, global uchar *mul, global uchar *quo,
                  global uchar *rem, global uchar *neg, global const uchar *a, global const uchar *b)
{
    size_t i = get_global_id(0);
    add[i] = a[i] + b[i];
    sub[i] = a[i] - b[i];
    mul[i] = a[i] * b[i];
    quo[i] = a[i] / b[i];
    rem[i] = a[i] % b[i];
    neg[i] = -a[i];
}
