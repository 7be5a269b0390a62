/* SPDX-License-Identifier: MIT */
/* engine.h: what runs programs in place of the interpreter, once it has code for them.
 *
 * A device has one engine at most. Its code meets the simulator in exec/native.h. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct sim_config;
struct sim_launch;
struct sim_pool;

/* A program to be made into an object for the host. */
struct sim_compile {
    const void *job; /* the program, and what it is made for: recompile/job.h */
    size_t job_size;
    const char *host; /* level of x86-64: v2, v3 or v4 */
    bool background;  /* nobody waits for it */
    bool kept_only;   /* an object that was made before is wanted; none is made */
    int unwanted;     /* a descriptor that can be read once it is not wanted any more */
};

/* Makes the object, which is malloc'ed. False with a reason, in words, for which there are `room`
 * bytes: also after a time of its own choice, and soon when it is not wanted any more. Called in
 * any thread. */
typedef bool (*sim_compile_fn)(const struct sim_compile *what, void **object, size_t *size,
                               char *why, size_t room);

/* Embedded first in an engine's own. All slots but `destroy` are called in any thread. */
struct sim_engine {
    void (*destroy)(struct sim_engine *engine);
    /* Before a launch runs, which is bound: sets launch->native if the program may have code, and
     * launch->engine if it wants to be polled. */
    void (*begin)(struct sim_engine *engine, struct sim_launch *launch);
    /* Behind it. */
    void (*end)(struct sim_engine *engine, struct sim_launch *launch);
    /* Between groups of a launch that is interpreted, by one of its threads. */
    void (*poll)(struct sim_engine *engine, struct sim_launch *launch);
    /* SIM_EXEC_BOTH: runs a launch that has code in both ways. A difference fails it. Memory is as
     * the interpreter leaves it. */
    void (*run_both)(struct sim_engine *engine, struct sim_pool *pool, struct sim_launch *launch);
};

/* NULL where the configuration asks for none, or memory is short. */
typedef struct sim_engine *(*sim_engine_fn)(const struct sim_config *config);
