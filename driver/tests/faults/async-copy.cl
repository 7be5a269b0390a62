// SPDX-License-Identifier: MIT
// an asynchronous copy of too much
// local_size: 16 1 1
// arg_in: ones
// arg_in: 2 int 48
// functions: kern

kernel void kern(global int *out, global const int *in, int n)
{
    local int tile[64];
    event_t copied = /*@*/async_work_group_copy(tile, in, n, 0);
    wait_group_events(1, &copied);
    out[get_global_id(0)] = tile[3];
}
