/* SPDX-License-Identifier: MIT */
/* launch.c: how long a launch runs, and how it fails. */
#include "driver/sim/exec/launch.h"

#include <stdarg.h>
#include <stdio.h>

#include "driver/base/deadline.h"

void sim_launch_begin(struct sim_launch *launch)
{
    launch->began_ns = clock_ns(CLOCK_MONOTONIC);
    atomic_init(&launch->cpu_ns, 0);
}

double sim_launch_seconds(const struct sim_launch *launch)
{
    return (double)(clock_ns(CLOCK_MONOTONIC) - launch->began_ns) * 1e-9;
}

/* Processor time counts from half the limit on: most launches end before, and need not ask. */
bool sim_launch_is_late(struct sim_launch *launch)
{
    const double passed = sim_launch_seconds(launch), half = launch->time_limit / 2;
    if (half <= 0 || passed <= half)
        return false;
    int64_t now = clock_ns(CLOCK_PROCESS_CPUTIME_ID), then = 0;
    if (atomic_compare_exchange_strong(&launch->cpu_ns, &then, now))
        then = now;
    return passed > launch->time_limit && (double)(now - then) * 1e-9 > half;
}

bool sim_launch_fail(struct sim_launch *launch, const char *format, ...)
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
    return false;
}
