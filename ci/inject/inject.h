/* SPDX-License-Identifier: MIT */
/* inject.h: runs a scenario again and again, each time with another call of it failing: every
 * allocation, and every call of the system in each of the ways in which it can fail.
 *
 * The linker sends our own code's calls here (rootle_injected() in ci/inject/CMakeLists.txt), in
 * every thread and forked child; what libc and other libraries call among themselves never fails.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A scenario does the same thing at each call, and undoes it. It must end whatever fails, complain
 * of whatever it should not see, and succeed when nothing was made to fail. */
struct inject_scenario {
    const char *name;
    void (*run)(void);
    int stride; /* of the failures, in a run that is to be short: 1 for every one */
};

/* main() of a program of scenarios: `program [--long] [NAME...]` runs them with the failures of
 * their strides, or with every one (--long, ROOTLE_LONG_TESTS=1), `program NAME FAMILY AT WAY
 * once|onwards` with one, and shows where it happened. Each failure must leave no memory and no
 * descriptor behind, and the scenario must then run without one. Returns the exit status. */
int inject_main(int argc, char **argv, const struct inject_scenario *scenarios, size_t count);

/* Whether a call of this run has failed (in this process or a child that it forked): only then may
 * the scenario see an error. */
bool inject_happened(void);
/* Reports what the scenario should not have seen; the run counts as failed. */
void inject_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define inject_require(condition, ...)                                                             \
    do {                                                                                           \
        if (!(condition))                                                                          \
            inject_complain(__VA_ARGS__);                                                          \
    } while (0)
/* Between the two nothing is made to fail. They nest. */
void inject_pause(void);
void inject_resume(void);
/* Allocations of our code that it has not freed, in this process. */
size_t inject_live(void);
