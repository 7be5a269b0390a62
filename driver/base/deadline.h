/* SPDX-License-Identifier: MIT */
/* deadline.h: waiting for a condition until a time of the monotonic clock. */
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

static inline struct timespec deadline_in(uint64_t timeout_ns)
{
    struct timespec deadline;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += (time_t)(timeout_ns / 1000000000u);
    deadline.tv_nsec += (long)(timeout_ns % 1000000000u);
    if (deadline.tv_nsec >= 1000000000) {
        deadline.tv_sec++;
        deadline.tv_nsec -= 1000000000;
    }
    return deadline;
}
