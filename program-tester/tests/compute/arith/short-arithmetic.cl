// SPDX-License-Identifier: MIT
/*!
# short: + - * / % and unary minus results keep the low bits of the type (OpenCL C 1.2, 6.3 a).
# Operands include both ends of the range.

[config]
name: compute arith short arithmetic
kernel_name: arith
dimensions: 1
global_size: 12 0 0

[test]
name: all operators
arg_out: 0 buffer short[12] 1 -32768 10 -32768 -32767 -32768 -32764 10929 91 -10926 3 -16386
arg_out: 1 buffer short[12] -1 -32766 4 32766 32767 32764 32766 10915 109 -10920 7 -16384
arg_out: 2 buffer short[12] 0 32767 21 32767 -32768 -4 -32765 10918 -900 -32767 -10 16385
arg_out: 3 buffer short[12] 0 0 2 32767 -32768 16383 -10922 1560 -11 3641 -2 0
arg_out: 4 buffer short[12] 0 1 1 0 0 0 -1 2 1 0 1 16383
arg_out: 5 buffer short[12] 0 -1 -7 -32767 -32768 -32766 32767 -10922 -100 10923 -5 -16383
arg_in:  6 buffer short[12] 0 1 7 32767 -32768 32766 -32767 10922 100 -10923 5 16383
arg_in:  7 buffer short[12] 1 32767 3 1 1 2 3 7 -9 -3 -2 32767
!*/

kernel void arith(global short *add, global short *sub, global short *mul, global short *quo,
                  global short *rem, global short *neg, global const short *a, global const short *b)
{
    size_t i = get_global_id(0);
    add[i] = a[i] + b[i];
    sub[i] = a[i] - b[i];
    mul[i] = a[i] * b[i];
    quo[i] = a[i] / b[i];
    rem[i] = a[i] % b[i];
    neg[i] = -a[i];
}
