// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.10: wait_group_events waits for the copies of async_work_group_copy.

[config]
name: a copy of a group to local memory
global_size: 4
local_size: 4

[test]
name: four ints
kernel_name: fetched
arg_out: 0 buffer int[4] 4 3 2 1
arg_in:  1 buffer int[4] 1 2 3 4
!*/

kernel void fetched(global int *out, global const int *in)
{
    local int cells[4];
    event_t event = async_work_group_copy(cells, in, 4, 0);

    wait_group_events(1, &event);
    out[get_global_id(0)] = cells[3 - get_local_id(0)];
}
