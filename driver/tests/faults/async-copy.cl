// SPDX-License-Identifier: MIT
/*!
[config]
name: an asynchronous copy of too much
kernel_name: kern
local_size: 16 1 1

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
arg_in: 2 int 48
!*/
// functions: kern

kernel void kern(global int *out, global const int *in, int n)
{
    local int tile[64];
    event_t copied = /*@*/async_work_group_copy(tile, in, n, 0);
    wait_group_events(1, &copied);
    out[get_global_id(0)] = tile[3];
}
