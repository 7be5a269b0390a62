// SPDX-License-Identifier: MIT
/*!
# vload and vstore of 8- and 16-bit vectors at odd addresses.

[config]
name: compute memory vload bytes
kernel_name: move_bytes
global_size: 3 0 0

[test]
name: char4 and ushort3
arg_out: 0 buffer char[13] 0 -2 -3 -4 -5 -6 -7 -8 -9 -10 -11 -12 -13
arg_out: 1 buffer ushort[9] 60000 60002 60004 60006 60008 60010 60012 60014 60016
arg_in:  2 buffer char[13] 1 2 3 4 5 6 7 8 9 10 11 12 13
arg_in:  3 buffer ushort[9] 60000 60002 60004 60006 60008 60010 60012 60014 60016
arg_in:  0 buffer char[13] repeat 0
!*/

kernel void move_bytes(global char *out, global ushort *out16, global const char *in,
                       global const ushort *in16)
{
    size_t i = get_global_id(0);
    vstore4(-vload4(i, in + 1), i, out + 1);
    vstore3(vload3(i, in16), i, out16);
}
