/* SPDX-License-Identifier: MIT */
/* settings.c: what the environment says of the device to simulate. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "driver/base/checks.h"
#include "driver/base/count.h"
#include "driver/base/env.h"
#include "driver/base/fault.h"
#include "driver/hw/chips.h"
#include "driver/sim/family.h"
#include "driver/sim/lanes/lanes.h"
#include "driver/sim/launch/watchers.h"

/* Seconds of interpreting that cost as much as most programs' recompiling does. */
#define WORTH_IT 0.05
#define LINGER   0.25

static uint64_t default_memory(void)
{
    const uint64_t most = 8192ull << 20; /* of which half is all that 32-bit pointers reach */
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0)
        return most;
    uint64_t half = (uint64_t)pages * (uint64_t)page / 2;
    return half < most ? half & ~0xfffffull : most;
}

static const struct hw_chip *choose_chip(const struct sim_parts *parts, char error[SIM_ERROR_SIZE])
{
    const char *name = env_get(ENV_CHIP);
    const struct hw_chip *chip = hw_chip_find(name);
    if (chip && sim_family_find(parts, chip->family))
        return chip;
    if (chip) {
        snprintf(
            error, SIM_ERROR_SIZE,
            "ROOTLE_CHIP=%.64s: chips of its kind are left out of this build (ci/build has all)",
            name);
        return NULL;
    }
    int used =
        snprintf(error, SIM_ERROR_SIZE, "ROOTLE_CHIP=%.64s is not a known chip; known are:", name);
    for (size_t i = 0; i < hw_chip_count; i++)
        used += snprintf(error + used, SIM_ERROR_SIZE - (size_t)used, " %s", hw_chips[i].name);
    return NULL;
}

/* Numbers from the environment that have an upper bound of ours. */
static uint64_t bounded(enum env_variable variable, double most)
{
    double value = env_number(variable);
    return (uint64_t)(value < most ? value : most);
}

static bool choose_host(unsigned *host, char error[SIM_ERROR_SIZE])
{
    const char *name = env_get(ENV_HOST), *known;
    *host = 0;
    if (!*name)
        return true;
    for (unsigned i = 0; (known = sim_lanes_name(i)); i++)
        if (!strcmp(name, known)) {
            *host = i + 1;
            return true;
        }
    snprintf(error, SIM_ERROR_SIZE, "ROOTLE_HOST=%.64s is not of this build, which has", name);
    for (unsigned i = 0; (known = sim_lanes_name(i)); i++) {
        const size_t length = strlen(error);
        snprintf(error + length, SIM_ERROR_SIZE - length, "%s %s", i ? "," : "", known);
    }
    return false;
}

/* Whether there is what runs programs so. */
static bool can_execute(enum sim_exec exec, const struct sim_parts *parts)
{
    return parts->engine || (exec != SIM_EXEC_RECOMPILE && exec != SIM_EXEC_BOTH);
}

static bool choose_exec(enum sim_exec *exec, const struct sim_parts *parts,
                        char error[SIM_ERROR_SIZE])
{
    static const struct {
        const char *name;
        enum sim_exec exec;
    } ways[] = {
        {"interpret", SIM_EXEC_INTERPRET},
        {"recompile", SIM_EXEC_RECOMPILE},
        {"auto", SIM_EXEC_AUTO},
        {"both", SIM_EXEC_BOTH},
    };
    const char *name = env_get(ENV_EXEC);
    /* Faults are put into the interpreter, and others look on there. */
    const bool interpret = *env_get(ENV_FAULT) || sim_watchers_want(parts, 0);
    for (size_t i = 0; i < COUNT(ways); i++)
        if (!strcmp(name, ways[i].name)) {
            *exec = interpret ? SIM_EXEC_INTERPRET : ways[i].exec;
            if (can_execute(ways[i].exec, parts))
                return true;
            snprintf(error, SIM_ERROR_SIZE, "ROOTLE_EXEC=%s: this build interprets programs only",
                     name);
            return false;
        }
    snprintf(error, SIM_ERROR_SIZE, "ROOTLE_EXEC=%.64s is not interpret, recompile, auto or both",
             name);
    return false;
}

static bool choose_checks(unsigned *checks, const struct sim_parts *parts,
                          char error[SIM_ERROR_SIZE])
{
    const char *list = env_get(ENV_CHECK);
    if (!checks_read(list, checks, error, SIM_ERROR_SIZE))
        return false;
    if (sim_watchers_check(parts, *checks))
        return true;
    snprintf(error, SIM_ERROR_SIZE, "ROOTLE_CHECK=%.64s: this build checks memory only", list);
    return false;
}

static bool can_record(const struct sim_parts *parts, char error[SIM_ERROR_SIZE])
{
    const bool trace = *env_get(ENV_TRACE);
    if ((!trace && !debug_enabled(DEBUG_trace)) || sim_watchers_want(parts, 0))
        return true;
    snprintf(error, SIM_ERROR_SIZE, "%s: this build records no launches",
             trace ? "ROOTLE_TRACE" : "ROOTLE_DEBUG=trace");
    return false;
}

int sim_config_read(struct sim_config *config, const struct sim_parts *parts,
                    char error[SIM_ERROR_SIZE])
{
    const uint64_t memory_mib = bounded(ENV_MEMORY, 1u << 20);
    *config = (struct sim_config){
        .chip = choose_chip(parts, error),
        .threads = (unsigned)bounded(ENV_THREADS, 1024),
        .memory_bytes = memory_mib ? memory_mib << 20 : default_memory(),
        .time_limit_s = env_number(ENV_TIMEOUT),
        .linear_rats = env_number(ENV_LINEAR_RATS) != 0,
        .stream_bytes = bounded(ENV_STREAM, 1u << 20) << 20,
        .worth_s = WORTH_IT,
        .linger_s = env_number(ENV_CACHE) != 0 ? LINGER : 0,
        .tell = debug_enabled(DEBUG_native),
        .parts = *parts,
    };
    if (!config->chip || !choose_host(&config->host, error) ||
        !choose_exec(&config->exec, parts, error) ||
        !choose_checks(&config->checks, parts, error) || !can_record(parts, error) ||
        !fault_check(error, SIM_ERROR_SIZE))
        return -EINVAL;
    config->one_by_one = config->threads == 1 || config->exec == SIM_EXEC_BOTH ||
                         sim_watchers_want(parts, config->checks);
    config->check_memory = config->checks >> CHECK_memory & 1u;
    return 0;
}
