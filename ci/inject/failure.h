/* SPDX-License-Identifier: MIT */
/* failure.h: which call fails, between those who decide it and those who make it happen. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "ci/inject/inject.h"

enum inject_family { INJECT_MEMORY, INJECT_SYSTEM, INJECT_FAMILIES };
enum { INJECT_SHORT = -1 }; /* a way that is no error number */

struct inject_call {
    const char *name;
    enum inject_family family;
    int way_count;
    int ways[4];
};

enum inject_call_number {
#define MEMORY(name)    INJECT_##name,
#define CALL(name, ...) INJECT_##name,
#include "ci/inject/failures.def"
#undef MEMORY
#undef CALL
    INJECT_CALLS
};

/* The failure of a run: of the calls of a family, counted from 0, number `at` fails in the way of
 * that number; `onwards`: and so do all that follow. */
struct inject_failure {
    enum inject_family family;
    bool onwards;
    long at;
    int way;
};

/* The state that the processes of a run share. */
struct inject_state {
    struct inject_failure failure;
    atomic_bool armed, happened;
    atomic_long count;                      /* calls of the family */
    const struct inject_call *_Atomic call; /* that failed first */
    atomic_int complaints;                  /* of this run */
    atomic_long runs;
    bool show; /* where it happens, on stderr */
    bool done; /* with the scenario */
    unsigned long failures[INJECT_FAMILIES], bad;
};
extern struct inject_state *inject_state; /* NULL before inject_main */

/* Whether calls are counted now, in this process. */
bool inject_armed(void);
/* How this call is to fail now: an error number or INJECT_SHORT; 0: not. */
int inject_way(enum inject_call_number number);

/* Prints the place of each that was made behind the `since`-th of all. */
void inject_print_live(unsigned long since);
/* Allocations so far. */
unsigned long inject_allocated(void);

/* "launch memory 17 0 once", as the command line has it. */
void inject_print_failure(FILE *file, const char *scenario, const struct inject_failure *failure);
