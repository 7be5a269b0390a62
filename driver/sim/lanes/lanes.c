/* SPDX-License-Identifier: MIT */
/* lanes.c: chooses the lane tables that suit the host. */
#include "driver/sim/lanes/lanes.h"

#include <assert.h>
#include <stddef.h>

#define DECLARE(host)                                                                              \
    extern const struct sim_alu_lanes sim_alu_lanes_##host;                                        \
    extern const struct sim_memory_lanes sim_memory_lanes_##host;                                  \
    extern const struct sim_texture_lanes sim_texture_lanes_##host;                                \
    extern const struct sim_filter_lanes sim_filter_lanes_##host;                                  \
    extern const struct sim_store_lanes sim_store_lanes_##host;                                    \
    extern const struct sim_mip_lanes sim_mip_lanes_##host;
#define TABLES(host)                                                                               \
    {&sim_alu_lanes_##host,    &sim_memory_lanes_##host, &sim_texture_lanes_##host,                \
     &sim_filter_lanes_##host, &sim_store_lanes_##host,  &sim_mip_lanes_##host}

DECLARE(base)
DECLARE(v2)
DECLARE(v3)
DECLARE(v4)

/* The tables of this build, worst first, and the level of x86-64 that each needs; 0: any host. */
static const struct {
    const char *name;
    unsigned level;
    struct sim_lanes lanes;
} built[] = {
#if defined(SIM_LANES_BASE)
    {"base", 0, TABLES(base)},
#endif
#if defined(SIM_LANES_V2)
    {"v2", 2, TABLES(v2)},
#endif
#if defined(SIM_LANES_V3)
    {"v3", 3, TABLES(v3)},
#endif
#if defined(SIM_LANES_V4)
    {"v4", 4, TABLES(v4)},
#endif
};
#define BUILT (sizeof(built) / sizeof(built[0]))

/* The level of x86-64 that this host has; other processors have 0. */
static unsigned level_here(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt"))
        return 0;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("bmi2"))
        return 2;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512cd")
               ? 4
               : 3;
#else
    return 0;
#endif
}

/* How many of the tables this host can run. */
static unsigned usable(void)
{
    const unsigned level = level_here();
    unsigned count = 0;
    while (count < BUILT && built[count].level <= level)
        count++;
    assert(count > 0 && "a first build is for the machine that it was made on");
    return count;
}

const char *sim_lanes_name(unsigned index)
{
    return index < BUILT ? built[index].name : NULL;
}

unsigned sim_lanes_best(unsigned most)
{
    const unsigned count = usable();
    return (most > 0 && most < count ? most : count) - 1;
}

const struct sim_lanes *sim_lanes_at(unsigned index)
{
    return index < usable() ? &built[index].lanes : NULL;
}

/* Whether all functions are there that callers do not check for NULL. */
static inline bool is_complete(const struct sim_lanes *lanes)
{
    const struct sim_alu_lanes *alu = lanes->alu;
    const struct sim_memory_lanes *memory = lanes->memory;
    bool complete = alu->modify && alu->flush && alu->finish && alu->blend && alu->fill &&
                    alu->expand && alu->bits && memory->min_max && memory->offsets &&
                    memory->contiguous && memory->gather;
    for (unsigned kind = 0; kind < SIM_CHANNEL_KINDS; kind++)
        complete = complete && memory->decode[kind];
    return complete;
}

const struct sim_lanes *sim_lanes_select(void)
{
    const struct sim_lanes *best = &built[sim_lanes_best(0)].lanes;
    assert(is_complete(best));
    return best;
}
