// SPDX-License-Identifier: MIT
/* memory.cl: functions of double with sizes in their names: vectors in memory, stores as
 * half, copies by a work-group. (libclc's library with double precision is of a device with 64-bit
 * sizes.)
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#include "vector_memory.h"

DEFINE_VECTOR_MEMORY(double, long)
DEFINE_ASYNC_OF_ALL(double)

/* ---- stores as half ---- */

float __rootle_double_to_odd_float(double x);

static float OVERLOAD odd_float(double x)
{
    return __rootle_double_to_odd_float(x);
}

#define ODD_VECTOR(width)                                                                          \
    static float##width OVERLOAD odd_float(double##width x)                                        \
    {                                                                                              \
        return (float##width)(odd_float(x.lo), odd_float(x.hi));                                   \
    }

ODD_VECTOR(2)
static float3 OVERLOAD odd_float(double3 x)
{
    return (float3)(odd_float(x.xy), odd_float(x.z));
}
ODD_VECTOR(4)
ODD_VECTOR(8)
ODD_VECTOR(16)

#define STORE_HALF(name, width, space)                                                             \
    void OVERLOAD name(double##width x, size_t index, space half *p)                               \
    {                                                                                              \
        name(odd_float(x), index, p);                                                              \
    }

#define STORE_HALF_MODE(mode, space)                                                               \
    STORE_HALF(vstore_half##mode, , space)                                                         \
    STORE_HALF_WIDTH(mode, 2, space)                                                               \
    STORE_HALF_WIDTH(mode, 3, space)                                                               \
    STORE_HALF_WIDTH(mode, 4, space)                                                               \
    STORE_HALF_WIDTH(mode, 8, space)                                                               \
    STORE_HALF_WIDTH(mode, 16, space)

#define STORE_HALF_WIDTH(mode, width, space)                                                       \
    STORE_HALF(vstore_half##width##mode, width, space)                                             \
    STORE_HALF(vstorea_half##width##mode, width, space)

#define STORE_HALF_SPACE(space)                                                                    \
    STORE_HALF_MODE(, space)                                                                       \
    STORE_HALF_MODE(_rte, space)                                                                   \
    STORE_HALF_MODE(_rtz, space)                                                                   \
    STORE_HALF_MODE(_rtp, space)                                                                   \
    STORE_HALF_MODE(_rtn, space)

STORE_HALF_SPACE(private)
STORE_HALF_SPACE(local)
STORE_HALF_SPACE(global)
