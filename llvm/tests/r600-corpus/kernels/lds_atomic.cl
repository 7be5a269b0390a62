/* SPDX-License-Identifier: MIT */
kernel void lds_atomic(global int *out, global const int *a)
{
    local int counts[16];
    int l = get_local_id(0);
    if (l < 16)
        counts[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&counts[a[get_global_id(0)] & 15], l);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = counts[l & 15];
}
