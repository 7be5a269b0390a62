/* SPDX-License-Identifier: MIT */
kernel void ids_3d(global uint *out)
{
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    size_t i = (z * get_global_size(1) + y) * get_global_size(0) + x;
    out[i] = get_local_id(0) + 10 * get_local_id(1) + 100 * get_local_id(2) + 1000 * get_group_id(0) +
             10000 * get_group_id(1) + 100000 * get_group_id(2) + 1000000 * get_num_groups(2);
}
