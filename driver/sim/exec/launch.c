/* SPDX-License-Identifier: MIT */
/* launch.c: how long a launch runs, and how it fails. */
#include "driver/sim/exec/launch.h"

#include <stdarg.h>
#include <stdio.h>

double sim_launch_seconds(const struct sim_launch *launch)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - launch->began.tv_sec) +
           (double)(now.tv_nsec - launch->began.tv_nsec) * 1e-9;
}

bool sim_launch_is_late(const struct sim_launch *launch)
{
    return launch->time_limit > 0 && sim_launch_seconds(launch) > launch->time_limit;
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
