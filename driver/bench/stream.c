/* SPDX-License-Identifier: MIT */
/* stream.c: see stream.h. */
#include "driver/bench/stream.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "driver/bench/host.h"

/* Threads begin and end together once for TIMES copies, so that their start hardly counts. */
enum { TIMES = 32 };

struct part {
    pthread_t thread;
    char *to;
    const char *from;
    size_t bytes;
};

static void *copy_part(void *data)
{
    const struct part *part = data;
    for (unsigned i = 0; i < TIMES; i++)
        memcpy(part->to, part->from, part->bytes);
    return NULL;
}

static unsigned count_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return (unsigned)CPU_COUNT(&set);
}

/* Seconds that one copy of all parts takes. */
static double run(struct part *parts, unsigned count)
{
    double start = host_now();
    for (unsigned i = 0; i < count; i++)
        if (pthread_create(&parts[i].thread, NULL, copy_part, &parts[i]) != 0)
            host_die("cannot start a thread");
    for (unsigned i = 0; i < count; i++)
        pthread_join(parts[i].thread, NULL);
    return (host_now() - start) / TIMES;
}

void stream_time(size_t bytes, unsigned repeat, double *seconds)
{
    unsigned count = count_processors();
    struct part *parts = calloc(count, sizeof *parts);
    char *from = malloc(bytes), *to = malloc(bytes);
    if (!parts || !from || !to)
        host_die("out of memory");
    /* Memory never written is one page of zeros, which costs nothing to read. */
    memset(from, 1, bytes);
    memset(to, 2, bytes);
    for (unsigned i = 0; i < count; i++) {
        size_t first = bytes * i / count, end = bytes * (i + 1) / count;
        parts[i] = (struct part){.to = to + first, .from = from + first, .bytes = end - first};
    }
    run(parts, count);
    for (unsigned i = 0; i < repeat; i++)
        seconds[i] = run(parts, count);
    free(from);
    free(to);
    free(parts);
}
