// SPDX-License-Identifier: MIT
/*!
# clz and popcount of 32-, 16- and 8-bit values; clz(0) is the width (OpenCL C 1.2, 6.12.3).

[config]
name: compute integer count bits
kernel_name: count
global_size: 8 0 0

[test]
name: uint, ushort, uchar
arg_out: 0 buffer uint[8] 32 31 30 0 0 15 8 18
arg_out: 1 buffer uint[8] 0 1 1 1 32 1 16 6
arg_out: 2 buffer ushort[8] 16 15 14 16 0 16 0 2
arg_out: 3 buffer uchar[8] 8 7 6 8 0 8 8 2
arg_in:  4 buffer uint[8] 0 1 2 2147483648 4294967295 65536 16776960 12345
!*/

kernel void count(global uint *zeros, global uint *ones, global ushort *zeros16,
                  global uchar *zeros8, global const uint *in)
{
    size_t i = get_global_id(0);
    zeros[i] = clz(in[i]);
    ones[i] = popcount(in[i]);
    zeros16[i] = clz((ushort)in[i]);
    zeros8[i] = clz((uchar)in[i]);
}
