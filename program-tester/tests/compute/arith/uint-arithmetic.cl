// SPDX-License-Identifier: MIT
/*!
# uint: + - * / % and unary minus results keep the low bits of the type (OpenCL C 1.2, 6.3 a).
# Operands include both ends of the range.

[config]
name: compute arith uint arithmetic
kernel_name: arith
dimensions: 1
global_size: 12 0 0

[test]
name: all operators
arg_out: 0 buffer uint[12] 1 0 10 0 9 0 4 1431655772 109 858993470 7 2147483646
arg_out: 1 buffer uint[12] 4294967295 2 4 4294967294 4294967287 4294967292 4294967294 1431655758 \
        91 858993448 3 2147483648
arg_out: 2 buffer uint[12] 0 4294967295 21 4294967295 0 4294967292 3 1431655763 900 858993457 10 \
        2147483649
arg_out: 3 buffer uint[12] 0 0 2 4294967295 0 2147483647 0 204522252 11 78090314 2 0
arg_out: 4 buffer uint[12] 0 1 1 0 0 0 1 1 1 5 1 2147483647
arg_out: 5 buffer uint[12] 0 4294967295 4294967289 1 0 2 4294967295 2863311531 4294967196 \
        3435973837 4294967291 2147483649
arg_in:  6 buffer uint[12] 0 1 7 4294967295 0 4294967294 1 1431655765 100 858993459 5 2147483647
arg_in:  7 buffer uint[12] 1 4294967295 3 1 9 2 3 7 9 11 2 4294967295
!*/

kernel void arith(global uint *add, global uint *sub, global uint *mul, global uint *quo,
                  global uint *rem, global uint *neg, global const uint *a, global const uint *b)
{
    size_t i = get_global_id(0);
    add[i] = a[i] + b[i];
    sub[i] = a[i] - b[i];
    mul[i] = a[i] * b[i];
    quo[i] = a[i] / b[i];
    rem[i] = a[i] % b[i];
    neg[i] = -a[i];
}
