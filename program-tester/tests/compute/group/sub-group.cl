// SPDX-License-Identifier: MIT
/*!
# Sub-groups (OpenCL C 3.0, 6.15.19), of whatever size: the kernels compare what the functions return
# with what they find by local memory, and count what differs.

[config]
name: sub-groups
clc_version_min: 30
require_features: __opencl_c_subgroups
global_size: 300
local_size: 150

[test]
name: ids and sizes
kernel_name: ids
arg_out: 0 buffer int[300] repeat 0

[test]
name: one work-item
kernel_name: ids
global_size: 1
local_size: 1
arg_out: 0 buffer int[1] 0

[test]
for: name kernel in \
       ("votes and values"                                          votes) \
       (sums                                                        sums) \
       ("sums of floats"                                            float_sums) \
       ("in a branch that a sub-group takes as a whole"             in_branch) \
       ("sums of 64 bits in one sub-group, of 32 bits in the next"  two_types) \
       ("local memory within a sub-group"                           exchange)
name: $name
kernel_name: $kernel
arg_out: 0 buffer int[300] repeat 0
!*/

#define MOST 256

/* The sub-groups of a group, and places in them, cover all work-items once. */
kernel void ids(global int *out)
{
    local int seen[MOST], members[MOST];
    uint id = (uint)get_local_id(0), size = (uint)get_local_size(0), wrong = 0;
    seen[id] = members[id] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint group = get_sub_group_id(), place = get_sub_group_local_id();
    wrong += group >= get_num_sub_groups();
    wrong += place >= get_sub_group_size();
    wrong += get_sub_group_size() > get_max_sub_group_size();
    wrong += get_enqueued_num_sub_groups() != get_num_sub_groups();
    wrong += (get_num_sub_groups() - 1) * get_max_sub_group_size() >= size;
    wrong += get_num_sub_groups() * get_max_sub_group_size() < size;
    atomic_inc(&seen[min(group * get_max_sub_group_size() + place, size - 1)]);
    atomic_inc(&members[group]);
    barrier(CLK_LOCAL_MEM_FENCE);
    wrong += seen[id] != 1;
    wrong += members[group] != (int)get_sub_group_size();
    out[get_global_id(0)] = (int)wrong;
}

/* The values of all work-items of the group, and whether each is of the caller's sub-group. */
#define SHARE(value)                                                                               \
    local int values[MOST], groups[MOST], places[MOST];                                            \
    int id = (int)get_local_id(0), size = (int)get_local_size(0), wrong = 0;                       \
    values[id] = value;                                                                            \
    groups[id] = (int)get_sub_group_id();                                                          \
    places[id] = (int)get_sub_group_local_id();                                                    \
    barrier(CLK_LOCAL_MEM_FENCE);

#define MATE(i) (groups[i] == groups[id])

kernel void votes(global int *out)
{
    SHARE(id * 7 % 16)
    int all = 1, any = 0, third = 0;
    for (int i = 0; i < size; i++) {
        if (!MATE(i))
            continue;
        all &= values[i] != 3;
        any |= values[i] == 15;
        third = places[i] == 3 ? values[i] : third;
    }
    wrong += (sub_group_all(values[id] != 3) != 0) != all;
    wrong += (sub_group_any(values[id] == 15) != 0) != any;
    if (get_sub_group_size() > 3)
        wrong += sub_group_broadcast(values[id], 3) != third;
    wrong += sub_group_all(1) == 0;
    wrong += sub_group_any(0) != 0;
    out[get_global_id(0)] = wrong;
}

kernel void sums(global int *out)
{
    SHARE((id * 37 + 11) % 101 - 50)
    int sum = 0, least = INT_MAX, most = INT_MIN, before = 0, low = INT_MAX, high = INT_MIN;
    for (int i = 0; i < size; i++) {
        if (!MATE(i))
            continue;
        sum += values[i];
        least = min(least, values[i]);
        most = max(most, values[i]);
        if (places[i] >= places[id])
            continue;
        before += values[i];
        low = min(low, values[i]);
        high = max(high, values[i]);
    }
    int value = values[id];
    wrong += sub_group_reduce_add(value) != sum;
    wrong += sub_group_reduce_min(value) != least;
    wrong += sub_group_reduce_max(value) != most;
    wrong += sub_group_scan_exclusive_add(value) != before;
    wrong += sub_group_scan_exclusive_min(value) != low;
    wrong += sub_group_scan_exclusive_max(value) != high;
    wrong += sub_group_scan_inclusive_add(value) != before + value;
    wrong += sub_group_scan_inclusive_min(value) != min(low, value);
    wrong += sub_group_scan_inclusive_max(value) != max(high, value);
    wrong += sub_group_reduce_add((uint)value) != (uint)sum;
    wrong += sub_group_reduce_add((long)value << 33) != (long)sum << 33;
    wrong += sub_group_scan_exclusive_min((ulong)(value + 50)) !=
             (low == INT_MAX ? ULONG_MAX : (ulong)(low + 50));
    out[get_global_id(0)] = wrong;
}

/* Whole numbers, whose sums are exact in any order. */
kernel void float_sums(global int *out)
{
    SHARE((id * 37 + 11) % 101 - 50)
    float sum = 0.0f, before = 0.0f, low = INFINITY, most = -INFINITY;
    for (int i = 0; i < size; i++) {
        float value = (float)values[i];
        if (!MATE(i))
            continue;
        sum += value;
        most = max(most, value);
        before += places[i] < places[id] ? value : 0.0f;
        low = places[i] < places[id] ? min(low, value) : low;
    }
    float value = (float)values[id];
    wrong += sub_group_reduce_add(value) != sum;
    wrong += sub_group_reduce_max(value) != most;
    wrong += sub_group_scan_exclusive_add(value) != before;
    wrong += sub_group_scan_exclusive_min(value) != low;
    wrong += sub_group_broadcast(value, 0) != sub_group_broadcast((float)values[id], 0);
    out[get_global_id(0)] = wrong;
}

kernel void in_branch(global int *out)
{
    int wrong = 0;
    if (get_sub_group_id() % 2 == 0) {
        for (uint i = 0; i <= get_sub_group_id(); i++)
            wrong += sub_group_reduce_add(1) != (int)get_sub_group_size();
    } else {
        wrong += sub_group_scan_exclusive_add(1) != (int)get_sub_group_local_id();
    }
    out[get_global_id(0)] = wrong;
}

/* A barrier of the sub-group orders what its work-items do in local memory. */
kernel void exchange(global int *out)
{
    local int cells[MOST];
    int first = (int)(get_sub_group_id() * get_max_sub_group_size());
    int place = (int)get_sub_group_local_id(), size = (int)get_sub_group_size(), wrong = 0;
    for (int i = 0; i < 3; i++) {
        cells[first + place] = place * 10 + i;
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
        int other = (place + 1 + i) % size;
        wrong += cells[first + other] != other * 10 + i;
        sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
    }
    out[get_global_id(0)] = wrong;
}

/* Each sub-group calls by itself: what one leaves in memory for the call must not reach another. */
kernel void two_types(global int *out)
{
    uint count = get_sub_group_size(), place = get_sub_group_local_id();
    long expected = (long)count * (count - 1) / 2, sum;
    if (get_sub_group_id() & 1)
        sum = sub_group_reduce_add((int)place);
    else
        sum = sub_group_reduce_add((long)place);
    out[get_global_id(0)] = sum != expected;
}
