/* SPDX-License-Identifier: MIT */
/* programs.c: random machine code gives the same interpreted and recompiled.
 *
 *   recompiled-programs CHIP HOST FIRST COUNT
 *
 * HOST is v2, v3 or v4, as far as this host can run it; FIRST is a seed, COUNT how many from there
 * on. A difference is told with its seed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/sim/lanes/lanes.h"
#include "driver/sim/recompile/recompiler.h"
#include "llvm/tests/recompiled/compile.h"
#include "llvm/tests/recompiled/random_program.h"

static unsigned find_level(const char *name)
{
    for (unsigned i = 0; sim_lanes_name(i); i++)
        if (!strcmp(sim_lanes_name(i), name))
            return i + 1;
    return 0;
}

/* Whether the seed's program gives the same. Every other one is another driver's, whose accesses
 * outside of buffers are no faults. */
static bool try_seed(const struct sim_config *of, uint32_t seed, unsigned *faults)
{
    static struct program p;
    struct machine m;
    struct chance chance = {seed};
    struct sim_config config = *of;
    config.strict = seed % 2;
    machine_init_with(&m, &config);
    random_machine(&m, &chance);
    random_program(&p, &m, config.chip, &chance);
    const enum sim_status status = machine_run(&m, &p);
    const bool same = status == SIM_DONE || !strstr(m.error, "differs from interpreted");
    if (getenv("TELL"))
        fprintf(stderr, "seed %u\n", seed);
    if (!same)
        printf("seed %u: %s\n", seed, m.error);
    else if (status != SIM_DONE) {
        ++*faults;
        if (!strstr(m.error, "lies outside"))
            printf("seed %u fails: %s\n", seed, m.error);
    }
    machine_finish(&m);
    return same;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: recompiled-programs CHIP HOST FIRST COUNT\n");
        return 2;
    }
    const struct sim_config config = {
        .chip = hw_chip_find(argv[1]),
        .threads = 1,
        .memory_bytes = 1u << 28,
        .time_limit_s = 60.0,
        .check_memory = true,
        .linear_rats = true,
        .exec = SIM_EXEC_BOTH,
        .host = find_level(argv[2]),
        .tell = getenv("TELL") != NULL,
        .parts = {.engine = sim_recompiler_create, .compile = recompiled_compile}};
    const uint32_t first = (uint32_t)strtoul(argv[3], NULL, 10),
                   count = (uint32_t)strtoul(argv[4], NULL, 10);
    unsigned different = 0, faults = 0;
    for (uint32_t i = 0; i < count; i++)
        different += !try_seed(&config, first + i, &faults);
    const struct recompiled_counts counts = recompiled_counts();
    printf("%u programs: %u recompiled, %u given up, %u faults, %u differ\n", count, counts.made,
           counts.late, faults, different);
    /* A test that recompiles little proves little. */
    return different || counts.refused || counts.made < count - count / 4;
}
