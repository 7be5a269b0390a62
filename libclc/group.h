/* SPDX-License-Identifier: MIT */
/* group.h: functions that all work-items of a work-group, or of a sub-group, call together (OpenCL
 * C 3.0, sections 6.15.16 and 6.15.19), for one type of values.
 *
 * Each work-item has a cell of local memory. A scan takes as many steps as the number of work-items
 * has bits: after step i a cell holds the sum of up to 2^i values that end with its own. */
#pragma once

#define OVERLOAD __attribute__((overloadable))

local void *__rootle_group_scratch(void);
local void *__rootle_sub_group_scratch(void);
uint __rootle_wave_size(void);
/* Becomes a MEM_RAT NOP; 1 is HW_CHECK_LOCKSTEP (driver/hw/isa.h). */
void __rootle_check_address(uint address, uint what);

static uint group_id_linear(void)
{
    return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
           get_local_id(0);
}

static uint group_size_linear(void)
{
    return get_local_size(0) * get_local_size(1) * get_local_size(2);
}

/* Makes the cells of some work-items visible to each other. */
#define WORK_GROUP_SYNC barrier(CLK_LOCAL_MEM_FENCE)
/* The lanes of a wavefront do each operation together: the simulator is told that they rely on it.
 */
#define SUB_GROUP_SYNC __rootle_check_address(0, 1)

/* Where a work-item is among those that call. */
#define WORK_GROUP_FIRST 0
#define WORK_GROUP_ID    group_id_linear()
#define WORK_GROUP_SIZE  group_size_linear()
#define WORK_GROUP_MOST  WORK_GROUP_SIZE
#define SUB_GROUP_FIRST  (group_id_linear() & ~(__rootle_wave_size() - 1))
#define SUB_GROUP_ID     (group_id_linear() & (__rootle_wave_size() - 1))
#define SUB_GROUP_SIZE   min(group_size_linear() - SUB_GROUP_FIRST, __rootle_wave_size())
#define SUB_GROUP_MOST                                                                             \
    __rootle_wave_size() /* all take as many steps: recompiled code relies on it */

#define GROUP_ADD(a, b) ((a) + (b))
#define GROUP_MIN(a, b) min(a, b)
#define GROUP_MAX(a, b) max(a, b)

/* Leaves in the caller's cell, and returns, the sum of all values up to its own. */
#define DEFINE_GROUP_SCAN(group, GROUP, type, name, operation)                                     \
    static type OVERLOAD group##_scan_##name(type value, local type *cells)                        \
    {                                                                                              \
        const uint id = GROUP##_ID, most = GROUP##_MOST;                                           \
        cells[id] = value;                                                                         \
        for (uint step = 1; step < most; step *= 2) {                                              \
            GROUP##_SYNC;                                                                          \
            type before = cells[id >= step ? id - step : id];                                      \
            GROUP##_SYNC;                                                                          \
            if (id >= step)                                                                        \
                value = operation(before, value);                                                  \
            cells[id] = value;                                                                     \
        }                                                                                          \
        GROUP##_SYNC;                                                                              \
        return value;                                                                              \
    }

/* As far from each other as cells of the largest type: sub-groups may be at calls for different
 * types at one time. Those of work-groups are others: wavefronts that are ahead may write to them.
 */
#define WORK_GROUP_SCRATCH       __rootle_group_scratch()
#define SUB_GROUP_SCRATCH        __rootle_sub_group_scratch()
#define GROUP_CELLS(GROUP, type) ((local type *)((local ulong *)GROUP##_SCRATCH + GROUP##_FIRST))
/* Behind all of them each sub-group has one for its result. */
#define SUB_GROUP_RESULT(type)                                                                     \
    ((local type *)((local ulong *)SUB_GROUP_SCRATCH + 256 +                                       \
                    SUB_GROUP_FIRST / __rootle_wave_size()))

#define DEFINE_GROUP_SUMS(group, GROUP, type, name, operation, identity)                           \
    DEFINE_GROUP_SCAN(group, GROUP, type, name, operation)                                         \
    type OVERLOAD group##_scan_inclusive_##name(type value)                                        \
    {                                                                                              \
        return group##_scan_##name(value, GROUP_CELLS(GROUP, type));                               \
    }                                                                                              \
    type OVERLOAD group##_scan_exclusive_##name(type value)                                        \
    {                                                                                              \
        local type *cells = GROUP_CELLS(GROUP, type);                                              \
        const uint id = GROUP##_ID;                                                                \
        group##_scan_##name(value, cells);                                                         \
        type before = cells[id ? id - 1 : 0];                                                      \
        GROUP##_SYNC;                                                                              \
        return id ? before : (type)(identity);                                                     \
    }

#define DEFINE_WORK_GROUP_REDUCE(type, name, operation, neutral)                                   \
    type OVERLOAD work_group_reduce_##name(type value)                                             \
    {                                                                                              \
        local type *cells = GROUP_CELLS(WORK_GROUP, type);                                         \
        work_group_scan_##name(value, cells);                                                      \
        type all = cells[WORK_GROUP_SIZE - 1];                                                     \
        WORK_GROUP_SYNC;                                                                           \
        return all;                                                                                \
    }

/* Sums of columns, as a tree: each addition waits for few others. */
#define GROUP_SUM_2(operation, i) operation(cells[i], cells[i + 8])
#define GROUP_SUM_4(operation, i)                                                                  \
    operation(GROUP_SUM_2(operation, i), GROUP_SUM_2(operation, i + 4))
#define GROUP_SUM_8(operation, i)                                                                  \
    operation(GROUP_SUM_4(operation, i), GROUP_SUM_4(operation, i + 2))

/* The first 16 lanes sum up 16 columns of cells, then these: one block of recompiled code does all
 * of that. Cells without a work-item have no part in it. Nobody writes to cells, or to the result,
 * while another call of the sub-group reads them: in between is the first of its two steps. */
#define DEFINE_SUB_GROUP_REDUCE(type, name, operation, neutral)                                    \
    type OVERLOAD sub_group_reduce_##name(type value)                                              \
    {                                                                                              \
        local type *cells = GROUP_CELLS(SUB_GROUP, type), *result = SUB_GROUP_RESULT(type);        \
        const uint id = SUB_GROUP_ID, size = SUB_GROUP_SIZE;                                       \
        cells[id] = value;                                                                         \
        for (uint i = size; i < SUB_GROUP_MOST; i += size)                                         \
            cells[min(id + i, SUB_GROUP_MOST - 1)] = (type)(neutral);                              \
        SUB_GROUP_SYNC;                                                                            \
        if (id < 16) {                                                                             \
            for (uint i = 16; i < SUB_GROUP_MOST; i += 16)                                         \
                value = operation(i == 16 ? cells[id] : value, cells[id + i]);                     \
            cells[id] = value;                                                                     \
            *result = operation(GROUP_SUM_8(operation, 0), GROUP_SUM_8(operation, 1));             \
        }                                                                                          \
        SUB_GROUP_SYNC;                                                                            \
        return *result;                                                                            \
    }

#define DEFINE_GROUP_BROADCAST(group, GROUP, type)                                                 \
    static type OVERLOAD group##_value_of(type value, uint id)                                     \
    {                                                                                              \
        local type *cells = GROUP_CELLS(GROUP, type);                                              \
        cells[GROUP##_ID] = value;                                                                 \
        GROUP##_SYNC;                                                                              \
        type result = cells[id];                                                                   \
        GROUP##_SYNC;                                                                              \
        return result;                                                                             \
    }

#define DEFINE_GROUP_TYPE(group, GROUP, type, least, most)                                         \
    DEFINE_GROUP_SUMS(group, GROUP, type, add, GROUP_ADD, 0)                                       \
    DEFINE_GROUP_SUMS(group, GROUP, type, min, GROUP_MIN, most)                                    \
    DEFINE_GROUP_SUMS(group, GROUP, type, max, GROUP_MAX, least)                                   \
    DEFINE_##GROUP##_REDUCE(type, add, GROUP_ADD, -(type)0) /* the sum of negative zeros is one */ \
        DEFINE_##GROUP##_REDUCE(type, min, GROUP_MIN, most)                                        \
            DEFINE_##GROUP##_REDUCE(type, max, GROUP_MAX, least)                                   \
                DEFINE_GROUP_BROADCAST(group, GROUP, type)

#define DEFINE_WORK_GROUP(type, least, most)                                                       \
    DEFINE_GROUP_TYPE(work_group, WORK_GROUP, type, least, most)                                   \
    type OVERLOAD work_group_broadcast(type value, size_t x)                                       \
    {                                                                                              \
        return work_group_value_of(value, x);                                                      \
    }                                                                                              \
    type OVERLOAD work_group_broadcast(type value, size_t x, size_t y)                             \
    {                                                                                              \
        return work_group_value_of(value, y * get_local_size(0) + x);                              \
    }                                                                                              \
    type OVERLOAD work_group_broadcast(type value, size_t x, size_t y, size_t z)                   \
    {                                                                                              \
        return work_group_value_of(value, (z * get_local_size(1) + y) * get_local_size(0) + x);    \
    }

#define DEFINE_SUB_GROUP(type, least, most)                                                        \
    DEFINE_GROUP_TYPE(sub_group, SUB_GROUP, type, least, most)                                     \
    type OVERLOAD sub_group_broadcast(type value, uint id)                                         \
    {                                                                                              \
        return sub_group_value_of(value, id);                                                      \
    }
