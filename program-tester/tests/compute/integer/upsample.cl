// SPDX-License-Identifier: MIT
/*!
# upsample joins a high and a low half (OpenCL C 1.2, 6.12.3).

[config]
name: compute integer upsample
kernel_name: join

[test]
name: short and ushort to int
arg_out: 0 buffer int[2] -65535 2147418112
arg_out: 1 buffer ushort[1] 0xab12
arg_in:  2 short -1
arg_in:  3 ushort 1
arg_in:  4 short 32767
arg_in:  5 ushort 0
arg_in:  6 uchar 0xab
arg_in:  7 uchar 0x12
!*/

kernel void join(global int *out, global ushort *out16, short h0, ushort l0, short h1, ushort l1,
                 uchar h2, uchar l2)
{
    out[0] = upsample(h0, l0);
    out[1] = upsample(h1, l1);
    out16[0] = upsample(h2, l2);
}
