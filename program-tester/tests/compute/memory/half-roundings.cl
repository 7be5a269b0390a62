// SPDX-License-Identifier: MIT
/*!
# vstore_half with every rounding mode, subnormals and overflow included, and of vectors (OpenCL C 1.2,
# 6.12.7 and 6.1.1.1): the default mode is to the nearest even.

[config]
name: roundings to half
global_size: 16

[test]
name: one by one
kernel_name: scalars
arg_out: 0 buffer ushort[16] 0x3c00 0x3555 0x3555 0xb555 0x3c00 0xbc00 0x3c02 0x7bff 0x7c00 0xfc00 \
        0x0000 0x8000 0x0002 0x7bff 0x7c00 0x8000
arg_out: 1 buffer ushort[16] 0x3c00 0x3555 0x3555 0xb555 0x3c00 0xbc00 0x3c02 0x7bff 0x7c00 0xfc00 \
        0x0000 0x8000 0x0002 0x7bff 0x7c00 0x8000
arg_out: 2 buffer ushort[16] 0x3c00 0x3555 0x3555 0xb555 0x3c00 0xbc00 0x3c01 0x7bff 0x7bff 0xfbff \
        0x0000 0x8000 0x0001 0x7bff 0x7c00 0x8000
arg_out: 3 buffer ushort[16] 0x3c00 0x3555 0x3556 0xb555 0x3c01 0xbc00 0x3c02 0x7c00 0x7c00 0xfbff \
        0x0001 0x8000 0x0002 0x7bff 0x7c00 0x8000
arg_out: 4 buffer ushort[16] 0x3c00 0x3555 0x3555 0xb556 0x3c00 0xbc01 0x3c01 0x7bff 0x7bff 0xfc00 \
        0x0000 0x8001 0x0001 0x7bff 0x7c00 0x8000
arg_in:  5 buffer float[16] 1 0.333251953125 0.3333 -0.3333 1.00048828125 -1.00048828125 1.0014648 \
        65519 65520 -65520 2.9e-8 -2.9e-8 0x1.8p-24 65504 inf -0

[test]
name: vectors
kernel_name: vectors
global_size: 1
arg_out: 0 buffer ushort[16] 0x3c00 0x3555 0x3555 0xb555 0x3c00 0xbc00 0x3c01 0x7bff 0x7bff 0xfbff \
        0x0000 0x8000 0x0001 0x7bff 0x7c00 0x8000
arg_out: 1 buffer ushort[8] 0x3c00 0x3555 0x3556 0xb555 0x3c01 0xbc00 0x3c02 0x7c00
arg_out: 2 buffer ushort[4] 0x3c00 0x3555 0x3555 0x1234
arg_out: 3 buffer ushort[4] 0x3c00 0x3555 0x3555 0xb555
arg_in:  2 buffer ushort[4] 0x1234 0x1234 0x1234 0x1234
arg_in:  4 buffer float[16] 1 0.333251953125 0.3333 -0.3333 1.00048828125 -1.00048828125 1.0014648 \
        65519 65520 -65520 2.9e-8 -2.9e-8 0x1.8p-24 65504 inf -0

[test]
name: there and back
kernel_name: loads
global_size: 1
arg_out: 0 buffer float[16] 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
arg_out: 1 buffer float[5] 4 5 6 7 8
arg_out: 2 buffer float[3] 5 6 7
arg_in:  3 buffer ushort[16] 0x3c00 0x4000 0x4200 0x4400 0x4500 0x4600 0x4700 0x4800 0x4880 0x4900 \
        0x4980 0x4a00 0x4a80 0x4b00 0x4b80 0x4c00
!*/

kernel void scalars(global half *usual, global half *rte, global half *rtz, global half *rtp,
                    global half *rtn, global const float *in)
{
    size_t i = get_global_id(0);
    vstore_half(in[i], i, usual);
    vstore_half_rte(in[i], i, rte);
    vstore_half_rtz(in[i], i, rtz);
    vstore_half_rtp(in[i], i, rtp);
    vstore_half_rtn(in[i], i, rtn);
}

kernel void vectors(global half *sixteen, global half *eight, global half *three, global half *four,
                    global const float *in)
{
    vstore_half16_rtz(vload16(0, in), 0, sixteen);
    vstore_half8_rtp(vload8(0, in), 0, eight);
    vstore_half3_rtn(vload3(0, in), 0, three);
    vstorea_half4(vload4(0, in), 0, four);
}

/* A vloada_half3 steps by four halves, a vload_half3 by three. */
kernel void loads(global float *sixteen, global float *mixed, global float *aligned, global const half *in)
{
    vstore16(vload_half16(0, in), 0, sixteen);
    vstore3(vload_half3(1, in), 0, mixed);
    vstore2(vload_half2(3, in), 0, mixed + 3);
    vstore3(vloada_half3(1, in), 0, aligned);
}
