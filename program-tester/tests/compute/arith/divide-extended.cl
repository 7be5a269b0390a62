/*!
[config]
name: division of small integers that were extended with their sign, as numbers without one
clc_version_min: 12
kernel_name: divide
global_size: 5

[test]
name: quotient and remainder
arg_out: 0 buffer uint[5] 4294967295 613566756 17 42949672 0
arg_out: 1 buffer uint[5] 0 3 1 53 7
arg_in:  2 buffer short[5] -1 -1 120 -43 7
arg_in:  3 buffer uchar[5] 1 7 7 100 9

[test]
name: by a negative one
kernel_name: divide_by_signed
arg_out: 0 buffer uint[5] 0 0 0 41 0
arg_out: 1 buffer uint[5] 65535 65535 120 0 7
arg_in:  2 buffer ushort[5] 65535 65535 120 205 7
arg_in:  3 buffer char[5] -1 -1 -7 5 9
!*/

kernel void divide(global uint *quotient, global uint *remainder, global const short *a, global const uchar *b)
{
    size_t i = get_global_id(0);
    quotient[i] = (uint)a[i] / b[i];
    remainder[i] = (uint)a[i] % b[i];
}

kernel void divide_by_signed(global uint *quotient, global uint *remainder, global const ushort *a, global const char *b)
{
    size_t i = get_global_id(0);
    quotient[i] = (uint)a[i] / (uint)(int)b[i];
    remainder[i] = (uint)a[i] % (uint)(int)b[i];
}
