// SPDX-License-Identifier: MIT
/*!
# ushort: + - * / % and unary minus results keep the low bits of the type (OpenCL C 1.2, 6.3 a).
# Operands include both ends of the range.

[config]
name: compute arith ushort arithmetic
kernel_name: arith
dimensions: 1
global_size: 12 0 0

[test]
name: all operators
arg_out: 0 buffer ushort[12] 1 0 10 0 9 0 4 21852 109 13118 7 32766
arg_out: 1 buffer ushort[12] 65535 2 4 65534 65527 65532 65534 21838 91 13096 3 32768
arg_out: 2 buffer ushort[12] 0 65535 21 65535 0 65532 3 21843 900 13105 10 32769
arg_out: 3 buffer ushort[12] 0 0 2 65535 0 32767 0 3120 11 1191 2 0
arg_out: 4 buffer ushort[12] 0 1 1 0 0 0 1 5 1 6 1 32767
arg_out: 5 buffer ushort[12] 0 65535 65529 1 0 2 65535 43691 65436 52429 65531 32769
arg_in:  6 buffer ushort[12] 0 1 7 65535 0 65534 1 21845 100 13107 5 32767
arg_in:  7 buffer ushort[12] 1 65535 3 1 9 2 3 7 9 11 2 65535
!*/

kernel void arith(global ushort *add, global ushort *sub, global ushort *mul, global ushort *quo,
                  global ushort *rem, global ushort *neg, global const ushort *a, global const ushort *b)
{
    size_t i = get_global_id(0);
    add[i] = a[i] + b[i];
    sub[i] = a[i] - b[i];
    mul[i] = a[i] * b[i];
    quo[i] = a[i] / b[i];
    rem[i] = a[i] % b[i];
    neg[i] = -a[i];
}
