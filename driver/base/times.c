/* SPDX-License-Identifier: MIT */
/* times.c: where a compile spends its time and memory. */
#include "driver/base/times.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "driver/base/env.h"

void times_mark(const char *step)
{
    static double last;
    struct timespec now;
    struct rusage usage;
    if (!debug_enabled(DEBUG_times))
        return;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    double ms = (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
    getrusage(RUSAGE_SELF, &usage);
    fprintf(stderr, "%9.1f ms %6ld MiB  %s\n", ms - last, usage.ru_maxrss / 1024, step);
    last = ms;
}
