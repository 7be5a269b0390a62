/* SPDX-License-Identifier: MIT */
/* flow_programs.c: random control flow ends, recompiled, as it does interpreted, or is stopped in
 * both by its clock.
 *
 *   recompiled-flow CHIP HOST FIRST COUNT
 *
 * HOST is v2, v3 or v4, as far as this host can run it; FIRST is a seed, COUNT how many from there
 * on. Host code that does not come back cannot be stopped from within its process: programs run in
 * a child, and its parent kills it when it has used seconds of processor time for one program. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "driver/hw/chips.h"
#include "driver/sim/lanes/lanes.h"
#include "driver/sim/recompile/recompiler.h"
#include "llvm/tests/recompiled/compile.h"
#include "llvm/tests/recompiled/known_flow.h"
#include "llvm/tests/recompiled/random_flow.h"

/* Seconds: of a program's clock; where its two runs did not both end before that; of processor time
 * after which a program hangs. */
static const double CLOCK = 0.004, PATIENT_CLOCK = 1.0, HANGS_AFTER = 8.0;

/* The progress that the child reports to its parent. */
struct progress {
    uint32_t seed; /* that runs now */
    bool done;
    unsigned ended, stopped, refused, different;
    struct recompiled_counts compiled;
};

static struct sim_config config = {
    .threads = 1,
    .memory_bytes = 1u << 28,
    .check_memory = true,
    .linear_rats = true,
    .exec = SIM_EXEC_BOTH,
    .parts = {.engine = sim_recompiler_create, .compile = recompiled_compile}};

static unsigned find_level(const char *name)
{
    for (unsigned i = 0; sim_lanes_name(i); i++)
        if (!strcmp(sim_lanes_name(i), name))
            return i + 1;
    return 0;
}

static void make_program(struct program *p, struct machine *m, uint32_t seed)
{
    struct chance chance = {seed};
    if (seed < known_flow_count)
        known_flow(p, m, config.chip, seed);
    else
        random_flow(p, m, config.chip, &chance);
}

/* Runs a seed's program both ways; `m` has its message. */
static enum sim_status run_seed(struct machine *m, uint32_t seed)
{
    static struct program p;
    make_program(&p, m, seed);
    return machine_run(m, &p);
}

/* The same, with much time. */
static enum sim_status run_patiently(uint32_t seed, char error[SIM_ERROR_SIZE])
{
    static struct machine m;
    struct sim_config patient = config;
    patient.time_limit_s = PATIENT_CLOCK;
    machine_init_with(&m, &patient);
    const enum sim_status status = run_seed(&m, seed);
    memcpy(error, m.error, SIM_ERROR_SIZE);
    machine_finish(&m);
    return status;
}

static bool says(const char *error, const char *what)
{
    return strstr(error, what) != NULL;
}

static void try_seed(struct machine *m, uint32_t seed, struct progress *progress)
{
    enum sim_status status = run_seed(m, seed);
    if (status != SIM_DONE && says(m->error, "differs from") && says(m->error, "hangs"))
        status = run_patiently(seed, m->error);
    const bool wrong =
        seed < known_flow_count && !known_flow_is_right(seed, status == SIM_DONE, m->error);
    if (wrong || (status != SIM_DONE && says(m->error, "differs from"))) {
        progress->different++;
        printf("seed %u: %s\n", seed, status == SIM_DONE ? "it ends" : m->error);
    } else if (status == SIM_DONE)
        progress->ended++;
    else if (says(m->error, "hangs"))
        progress->stopped++;
    else
        progress->refused++;
    if (getenv("TELL"))
        printf("seed %u: %s\n", seed, status == SIM_DONE ? "ends" : m->error);
}

/* In a child: the programs from the one that runs on. */
_Noreturn static void run_all(struct progress *progress, uint64_t end)
{
    static struct machine m;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* whoever ends the parent ends what hangs, too */
    machine_init_with(&m, &config);
    for (; progress->seed < end; progress->seed++) {
        const struct recompiled_counts before = recompiled_counts();
        try_seed(&m, progress->seed, progress);
        const struct recompiled_counts after = recompiled_counts();
        progress->compiled.made += after.made - before.made;
        progress->compiled.late += after.late - before.late;
        progress->compiled.refused += after.refused - before.refused;
    }
    progress->done = true;
    machine_finish(&m);
    fflush(stdout);
    _exit(0);
}

static double seconds_of(pid_t child)
{
    clockid_t clock;
    struct timespec time = {0};
    if (!clock_getcpuclockid(child, &clock))
        clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Waits for the child; kills it when one program takes long. */
static void watch(pid_t child, const struct progress *progress)
{
    static const struct timespec pause = {.tv_nsec = 20000000};
    uint32_t seed = progress->seed;
    double began = 0;
    while (!waitpid(child, NULL, WNOHANG)) {
        const double now = seconds_of(child);
        if (__atomic_load_n(&progress->seed, __ATOMIC_RELAXED) != seed)
            began = now;
        seed = __atomic_load_n(&progress->seed, __ATOMIC_RELAXED);
        if (now - began > HANGS_AFTER)
            kill(child, SIGKILL);
        nanosleep(&pause, NULL);
    }
}

/* Returns how many programs have hung, or killed their process. */
static unsigned run_watched(struct progress *progress, uint64_t end)
{
    unsigned hung = 0;
    while (!progress->done) {
        fflush(stdout);
        const pid_t child = fork();
        if (child < 0)
            return hung + 1;
        if (!child)
            run_all(progress, end);
        watch(child, progress);
        if (progress->done)
            break;
        printf("seed %u hangs, or kills its process\n", progress->seed);
        hung++;
        progress->done = ++progress->seed >= end;
    }
    return hung;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: recompiled-flow CHIP HOST FIRST COUNT\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0); /* what a child has found outlives it */
    config.chip = hw_chip_find(argv[1]);
    config.host = find_level(argv[2]);
    config.time_limit_s = CLOCK;
    config.tell = getenv("TELL") != NULL;
    const uint32_t first = (uint32_t)strtoul(argv[3], NULL, 10),
                   count = (uint32_t)strtoul(argv[4], NULL, 10);
    struct progress *p =
        mmap(NULL, sizeof(*p), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return 2;
    p->seed = first;
    const unsigned hung = run_watched(p, (uint64_t)first + count);
    printf("%u programs: %u recompiled, %u given up, %u end, %u are stopped, %u are no programs, "
           "%u differ, %u hang\n",
           count, p->compiled.made, p->compiled.late, p->ended, p->stopped, p->refused,
           p->different, hung);
    /* A test that recompiles little proves little. */
    return p->different || hung || p->compiled.refused || p->compiled.made < count / 4;
}
