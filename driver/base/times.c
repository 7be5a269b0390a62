/* SPDX-License-Identifier: MIT */
/* times.c: where a compile spends its time and memory. */
#include "driver/base/times.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>

#include "driver/base/deadline.h"
#include "driver/base/env.h"

static bool started;

void times_start(bool wanted)
{
    started = wanted;
}

static bool is_wanted(void)
{
    return started || debug_enabled(DEBUG_times);
}

double times_now(void)
{
    return (double)clock_ns(CLOCK_THREAD_CPUTIME_ID) / 1e6;
}

void times_tell(double ms, const char *format, ...)
{
    struct rusage usage;
    va_list arguments;
    if (!is_wanted())
        return;
    getrusage(RUSAGE_SELF, &usage);
    va_start(arguments, format);
    fprintf(stderr, "%9.1f ms %6ld MiB  ", ms, usage.ru_maxrss / 1024);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

void times_mark(const char *step)
{
    static _Thread_local double last;
    if (!is_wanted())
        return;
    const double now = times_now();
    if (step)
        times_tell(now - last, "%s", step);
    last = now;
}
