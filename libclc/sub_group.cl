/* SPDX-License-Identifier: MIT */
/* sub_group.cl: sub-groups, which are wavefronts: work-items in the order of their linear local ids. */
#include "group.h"

uint OVERLOAD get_sub_group_size(void)
{
    return SUB_GROUP_SIZE;
}

uint OVERLOAD get_max_sub_group_size(void)
{
    return min(group_size_linear(), __rootle_wave_size());
}

uint OVERLOAD get_num_sub_groups(void)
{
    return (group_size_linear() + __rootle_wave_size() - 1) / __rootle_wave_size();
}

uint OVERLOAD get_enqueued_num_sub_groups(void)
{
    return get_num_sub_groups();
}

uint OVERLOAD get_sub_group_id(void)
{
    return group_id_linear() / __rootle_wave_size();
}

uint OVERLOAD get_sub_group_local_id(void)
{
    return SUB_GROUP_ID;
}

void OVERLOAD sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope)
{
    SUB_GROUP_SYNC;
}

void OVERLOAD sub_group_barrier(cl_mem_fence_flags flags)
{
    SUB_GROUP_SYNC;
}

DEFINE_SUB_GROUP(int, INT_MIN, INT_MAX)
DEFINE_SUB_GROUP(uint, 0, UINT_MAX)
DEFINE_SUB_GROUP(long, LONG_MIN, LONG_MAX)
DEFINE_SUB_GROUP(ulong, 0, ULONG_MAX)
DEFINE_SUB_GROUP(float, -INFINITY, INFINITY)

int OVERLOAD sub_group_all(int predicate)
{
    return sub_group_reduce_min(predicate != 0);
}

int OVERLOAD sub_group_any(int predicate)
{
    return sub_group_reduce_max(predicate != 0);
}
