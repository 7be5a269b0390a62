/* SPDX-License-Identifier: MIT */
kernel void prefix_sum(global int *out, global const int *a, local int *even, local int *odd)
{
    int l = get_local_id(0), n = get_local_size(0);
    local int *from = even, *to = odd;
    from[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 1; step < n; step *= 2) {
        to[l] = l >= step ? from[l] + from[l - step] : from[l];
        barrier(CLK_LOCAL_MEM_FENCE);
        local int *swap = from;
        from = to;
        to = swap;
    }
    out[get_global_id(0)] = from[l];
}
