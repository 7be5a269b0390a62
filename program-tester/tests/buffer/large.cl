// SPDX-License-Identifier: MIT
/*!
# A megabyte through one kernel.

[config]
name: buffer large
kernel_name: sum
global_size: 4096 0 0
local_size: 64 0 0

[test]
name: repeated values
arg_out: 0 buffer uint[4096] repeat 160
arg_in:  1 buffer uint4[65536] repeat 1 2 3 4
!*/

kernel void sum(global uint *out, global const uint4 *in)
{
    size_t i = get_global_id(0);
    uint4 total = 0;
    for (int j = 0; j < 16; j++)
        total += in[i + j * get_global_size(0)];
    out[i] = total.x + total.y + total.z + total.w;
}
