// SPDX-License-Identifier: MIT
/*!
# 16-bit stores and loads, signed and not; the other half of a dword keeps its value.

[config]
name: compute memory short stores
kernel_name: halves
global_size: 8 0 0
local_size: 8 0 0

[test]
name: odd elements
arg_out: 0 buffer short[16] -1 0 -1 -1000 -1 -2000 -1 -3000 -1 -4000 -1 -5000 -1 -6000 -1 -7000
arg_out: 1 buffer int[8] 0 -1000 -2000 -3000 -4000 -5000 -6000 -7000
arg_out: 2 buffer uint[8] 0 64536 63536 62536 61536 60536 59536 58536
arg_in:  0 buffer short[16] repeat -1
arg_in:  3 buffer short[8] 0 -1000 -2000 -3000 -4000 -5000 -6000 -7000
!*/

kernel void halves(global short *out, global int *signed_value, global uint *unsigned_value,
                   global const short *in)
{
    int i = get_global_id(0);
    out[2 * i + 1] = in[i];
    signed_value[i] = in[i];
    unsigned_value[i] = ((global const ushort *)in)[i];
}
