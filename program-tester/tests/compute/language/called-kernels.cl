// SPDX-License-Identifier: MIT
/*!
# A kernel that has local variables, called by another kernel. What that does is up to the
# implementation (OpenCL C 1.2, 6.7.1): in ours each call has the variables to itself.

[config]
name: compute language called kernels
global_size: 4
local_size: 4
platform_regex: Rootle

[test]
name: with local variables, called twice
kernel_name: caller_of_local
arg_out: 0 buffer int[8] 3 2 1 0  13 12 11 10
!*/

kernel void reversed(global int *out, int base)
{
    local int cells[4];
    int i = get_local_id(0);
    cells[i] = base + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = cells[3 - i];
    barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void caller_of_local(global int *out)
{
    reversed(out, 0);
    reversed(out + 4, 10);
}
