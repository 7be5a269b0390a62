/* SPDX-License-Identifier: MIT */
/* work_group.cl: functions that a work-group calls together. */
#include "group.h"

DEFINE_WORK_GROUP(int, INT_MIN, INT_MAX)
DEFINE_WORK_GROUP(uint, 0, UINT_MAX)
DEFINE_WORK_GROUP(long, LONG_MIN, LONG_MAX)
DEFINE_WORK_GROUP(ulong, 0, ULONG_MAX)
DEFINE_WORK_GROUP(float, -INFINITY, INFINITY)

int OVERLOAD work_group_all(int predicate)
{
    return work_group_reduce_min(predicate != 0);
}

int OVERLOAD work_group_any(int predicate)
{
    return work_group_reduce_max(predicate != 0);
}

void OVERLOAD work_group_barrier(cl_mem_fence_flags flags, memory_scope scope)
{
    barrier(flags);
}

void OVERLOAD work_group_barrier(cl_mem_fence_flags flags)
{
    barrier(flags);
}
