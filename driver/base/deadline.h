/* SPDX-License-Identifier: MIT */
/* deadline.h: times of a clock, and waiting for a condition until one of the monotonic clock. */
#pragma once

#include <pthread.h>
#include <stdint.h>
#include <time.h>

/* A condition whose deadlines are of that clock. */
static inline void deadline_cond_init(pthread_cond_t *condition)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static inline int64_t clock_ns(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline struct timespec deadline_in(uint64_t timeout_ns)
{
    const uint64_t now = (uint64_t)clock_ns(CLOCK_MONOTONIC), most = INT64_MAX - now,
                   then = now + (timeout_ns < most ? timeout_ns : most);
    return (struct timespec){(time_t)(then / 1000000000u), (long)(then % 1000000000u)};
}
