/* SPDX-License-Identifier: MIT */
/* lanes.c: chooses the lane tables that suit the host. */
#include "driver/sim/lanes.h"

#define DECLARE(host)                                                                              \
    extern const struct sim_alu_lanes sim_alu_lanes_##host;                                        \
    extern const struct sim_memory_lanes sim_memory_lanes_##host;                                  \
    extern const struct sim_texture_lanes sim_texture_lanes_##host;
#define TABLES(host) {&sim_alu_lanes_##host, &sim_memory_lanes_##host, &sim_texture_lanes_##host}

DECLARE(base)
#if defined(SIM_X86)
DECLARE(v2)
DECLARE(v3)
DECLARE(v4)
#endif

const struct sim_lanes *sim_lanes_select(void)
{
    static const struct sim_lanes base = TABLES(base);
#if defined(SIM_X86)
    static const struct sim_lanes v2 = TABLES(v2), v3 = TABLES(v3), v4 = TABLES(v4);
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512cd"))
        return &v4;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2"))
        return &v3;
    if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"))
        return &v2;
#endif
    return &base;
}
