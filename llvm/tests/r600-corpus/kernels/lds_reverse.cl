/* SPDX-License-Identifier: MIT */
kernel void lds_reverse(global int *out, global const int *a, local int *shared)
{
    int l = get_local_id(0), n = get_local_size(0);
    shared[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[n - 1 - l];
}
