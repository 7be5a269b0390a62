// SPDX-License-Identifier: MIT
/*!
# as_type keeps the bits, between scalars and between vectors of one size (OpenCL C 1.2, 6.2.4.2).

[config]
name: compute convert reinterpret
kernel_name: reinterpret

[test]
name: float, int, char4, short2
arg_out: 0 buffer uint[3] 0x3f800000 0x04030201 0x7fff8000
arg_out: 1 buffer float[1] 2.0
arg_out: 2 buffer uchar4[1] 0x78 0x56 0x34 0x12
arg_in:  3 float 1.0
arg_in:  4 uint 0x40000000
arg_in:  5 char4 1 2 3 4
arg_in:  6 short2 -32768 32767
arg_in:  7 uint 0x12345678
!*/

kernel void reinterpret(global uint *out, global float *f, global uchar4 *bytes, float one, uint two,
                        char4 c, short2 s, uint word)
{
    out[0] = as_uint(one);
    out[1] = as_uint(c);
    out[2] = as_uint(s);
    f[0] = as_float(two);
    bytes[0] = as_uchar4(word);
}
