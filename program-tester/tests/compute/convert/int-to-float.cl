// SPDX-License-Identifier: MIT
/*!
# Integers that float cannot hold are rounded to nearest even (OpenCL C 1.2, 6.2.3.3).

[config]
name: compute convert int to float
kernel_name: convert
global_size: 9 0 0

[test]
name: int and uint
arg_out: 0 buffer float[9] 0 1 -1 16777216 -16777216 2.1474836e+09 -2.1474836e+09 255 33554436
arg_out: 1 buffer float[9] 0 1 4.2949673e+09 16777216 4.27819e+09 2.1474836e+09 2.1474836e+09 255 \
        33554436
arg_in:  2 buffer int[9] 0 1 -1 16777217 -16777217 2147483647 -2147483648 255 33554435
!*/

kernel void convert(global float *from_int, global float *from_uint, global const int *in)
{
    size_t i = get_global_id(0);
    from_int[i] = in[i];
    from_uint[i] = (uint)in[i];
}
