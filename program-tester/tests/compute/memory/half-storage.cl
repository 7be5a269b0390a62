// SPDX-License-Identifier: MIT
/*!
# vload_half and vstore_half convert between half in memory and float (OpenCL C 1.2, 6.12.7):
# round to nearest even by default, subnormals and infinity kept.

[config]
name: compute memory half storage
global_size: 8 0 0

[test]
name: load
kernel_name: load
arg_out: 0 buffer float[8] 1 -2 65504 inf -inf 5.9604644775390625e-8 0.333251953125 6.103515625e-5
arg_in:  1 buffer ushort[8] 0x3c00 0xc000 0x7bff 0x7c00 0xfc00 0x0001 0x3555 0x0400

[test]
name: store
kernel_name: store
arg_out: 0 buffer ushort[8] 0x3c00 0xc000 0x7bff 0x7c00 0xfc00 0x0001 0x3555 0x3c00
arg_in:  1 buffer float[8] 1 -2 65504 65520 -inf 5.9604644775390625e-8 0.3333333333 1.00048828125
!*/

kernel void load(global float *out, global const half *in)
{
    size_t i = get_global_id(0);
    out[i] = vload_half(i, in);
}

kernel void store(global half *out, global const float *in)
{
    size_t i = get_global_id(0);
    vstore_half(in[i], i, out);
}
