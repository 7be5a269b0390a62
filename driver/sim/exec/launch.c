/* SPDX-License-Identifier: MIT */
/* launch.c: how a launch fails. */
#include "driver/sim/exec/launch.h"

#include <stdarg.h>
#include <stdio.h>

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
