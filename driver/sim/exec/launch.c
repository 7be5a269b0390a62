/* SPDX-License-Identifier: MIT */
/* launch.c: how long a launch runs, and how it fails. */
#include "driver/sim/exec/launch.h"

#include <stdarg.h>
#include <stdio.h>

static double seconds_since(clockid_t clock, const struct timespec *start)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) * 1e-9;
}

void sim_launch_begin(struct sim_launch *launch)
{
    clock_gettime(CLOCK_MONOTONIC, &launch->began);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &launch->cpu_began);
}

double sim_launch_seconds(const struct sim_launch *launch)
{
    return seconds_since(CLOCK_MONOTONIC, &launch->began);
}

bool sim_launch_is_late(const struct sim_launch *launch)
{
    return launch->time_limit > 0 && sim_launch_seconds(launch) > launch->time_limit &&
           seconds_since(CLOCK_PROCESS_CPUTIME_ID, &launch->cpu_began) > launch->time_limit;
}

void sim_launch_fail(struct sim_launch *launch, const char *format, ...)
{
    pthread_mutex_lock(&launch->error_mutex);
    if (!atomic_load(&launch->stop)) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(launch->error, sizeof(launch->error), format, arguments);
        va_end(arguments);
        atomic_store(&launch->stop, true);
    }
    pthread_mutex_unlock(&launch->error_mutex);
}
