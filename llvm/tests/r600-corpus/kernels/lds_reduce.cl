/* SPDX-License-Identifier: MIT */
kernel void lds_reduce(global int *out, global const int *a)
{
    local int shared[256];
    int l = get_local_id(0);
    shared[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 128; step > 0; step /= 2) {
        if (l < step)
            shared[l] += shared[l + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = shared[0] + l;
}
