// SPDX-License-Identifier: MIT
/*!
# Widening extends by the sign of the source, narrowing keeps the low bits (OpenCL C 1.2, 6.2.3).

[config]
name: compute convert integer widths
kernel_name: convert
global_size: 6 0 0

[test]
name: all widths
arg_out: 0 buffer char[6] -1 127 -128 44 -1 112
arg_out: 1 buffer uchar[6] 255 127 128 44 255 112
arg_out: 2 buffer short[6] -1 127 -128 300 32767 4464
arg_out: 3 buffer int[6] -1 127 -128 44 -1 112
arg_out: 4 buffer int[6] 255 127 128 44 255 112
arg_out: 5 buffer uint[6] 4294967295 127 4294967168 300 32767 4464
arg_in:  6 buffer int[6] -1 127 -128 300 -32769 70000
!*/

kernel void convert(global char *c, global uchar *uc, global short *s, global int *from_char,
                    global int *from_uchar, global uint *from_short, global const int *in)
{
    size_t i = get_global_id(0);
    c[i] = convert_char(in[i]);
    uc[i] = convert_uchar(in[i]);
    s[i] = (short)in[i];
    from_char[i] = (char)in[i];
    from_uchar[i] = (uchar)in[i];
    from_short[i] = (short)in[i];
}
