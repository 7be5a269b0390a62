/* SPDX-License-Identifier: MIT */
/* recompiler.c: keeps what is recompiled, and a thread that recompiles. */
#include "driver/sim/recompile/recompiler.h"

#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/sim/recompile/emit.h"
#include "driver/sim/recompile/object.h"
#include "driver/sim/recompile/state.h"

enum { VERSIONS = 128 };

/* Seconds that a version's launches are interpreted for before it is recompiled. */
#define WORTH_IT 4e-3

/* A program for one state. What it is changes under the lock; what it is of does not change. */
struct version {
    struct sim_native native;
    uint64_t program; /* sim_program.serial */
    struct native_state *state;
    size_t state_size;
    uint32_t wave_size;
    uint64_t used;  /* turn in which it was used last; 0: the place is free */
    double seconds; /* spent in the interpreter */
    bool asked;     /* to be recompiled; then nothing asks again */
    bool busy;      /* in the thread's hands */
    char *ir;
    struct sim_object object;
};

struct sim_recompiler {
    const struct sim_config *config;
    const char *host;
    pthread_mutex_t lock;
    pthread_cond_t wake, done;
    pthread_t thread;
    bool running, quit;
    uint64_t turn;
    struct version *current; /* of the launch that runs */
    struct version versions[VERSIONS];
};

static void tell(const struct sim_recompiler *r, const struct version *version, const char *what,
                 const char *why)
{
    if (r->config->tell)
        fprintf(stderr, "rootle: program %llu %s%s\n", (unsigned long long)version->program, what,
                why);
}

/* Has it compiled and loaded: without the lock. */
static sim_native_fn make(const struct sim_recompiler *r, struct version *version)
{
    void *bytes = NULL;
    size_t size = 0;
    char why[256] = "";
    const char *reason = why;
    if (!r->config->compile(version->ir, r->host, &bytes, &size, why, sizeof(why))) {
        tell(r, version, "is not recompiled: ", why);
        return NULL;
    }
    void *function = sim_object_load(&version->object, bytes, size, SIM_NATIVE_NAME, &reason);
    free(bytes);
    tell(r, version, function ? "is recompiled" : "cannot be loaded: ", function ? "" : reason);
    sim_native_fn run;
    memcpy(&run, &function, sizeof(run));
    return run;
}

static void finish_version(struct version *version, sim_native_fn run)
{
    free(version->ir);
    version->ir = NULL;
    atomic_store_explicit(&version->native.run, run, memory_order_release);
}

static struct version *next_job(struct sim_recompiler *r)
{
    for (unsigned i = 0; i < VERSIONS; i++)
        if (r->versions[i].ir && !r->versions[i].busy)
            return &r->versions[i];
    return NULL;
}

static void *thread_main(void *data)
{
    struct sim_recompiler *r = data;
    pthread_mutex_lock(&r->lock);
    while (!r->quit) {
        struct version *version = next_job(r);
        if (!version) {
            pthread_cond_wait(&r->wake, &r->lock);
            continue;
        }
        version->busy = true;
        pthread_mutex_unlock(&r->lock);
        const sim_native_fn run = make(r, version);
        pthread_mutex_lock(&r->lock);
        version->busy = false;
        finish_version(version, run);
        pthread_cond_broadcast(&r->done);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* The host's level of x86-64, by the lanes that it runs; NULL: none that code is made for. */
static const char *find_host(void)
{
    static const char *const levels[] = {NULL, "v2", "v3", "v4"};
    unsigned level = 0;
    while (level + 1 < sizeof(levels) / sizeof(levels[0]) && sim_lanes_at(level + 1))
        level++;
    return levels[level];
}

struct sim_recompiler *sim_recompiler_create(const struct sim_config *config)
{
    const char *host = find_host();
    if (!config->compile || config->exec == SIM_EXEC_INTERPRET || config->trace || !host)
        return NULL;
    struct sim_recompiler *r = calloc(1, sizeof(*r));
    if (!r)
        return NULL;
    r->config = config;
    r->host = host;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->wake, NULL);
    pthread_cond_init(&r->done, NULL);
    return r;
}

static void clear(struct version *version)
{
    sim_object_unload(&version->object);
    free(version->ir);
    free(version->state);
    memset(version, 0, sizeof(*version));
}

void sim_recompiler_destroy(struct sim_recompiler *r)
{
    if (!r)
        return;
    pthread_mutex_lock(&r->lock);
    r->quit = true;
    pthread_cond_broadcast(&r->wake);
    pthread_mutex_unlock(&r->lock);
    if (r->running)
        pthread_join(r->thread, NULL);
    for (unsigned i = 0; i < VERSIONS; i++)
        clear(&r->versions[i]);
    pthread_cond_destroy(&r->done);
    pthread_cond_destroy(&r->wake);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

static bool is_of(const struct version *version, const struct sim_launch *launch,
                  const struct native_state *state, size_t size)
{
    return version->used && version->program == launch->program->serial &&
           version->wave_size == launch->wave_size && version->state_size == size &&
           !memcmp(version->state, state, size);
}

/* The place for a new version: a free one, or that of the one that was used longest ago. */
static struct version *find_place(struct sim_recompiler *r)
{
    struct version *oldest = NULL;
    for (unsigned i = 0; i < VERSIONS; i++)
        if (!r->versions[i].busy && (!oldest || r->versions[i].used < oldest->used))
            oldest = &r->versions[i];
    if (oldest)
        clear(oldest);
    return oldest;
}

static struct version *find_version(struct sim_recompiler *r, const struct sim_launch *launch)
{
    size_t size;
    struct native_state *state = native_state_find(launch, &size);
    struct version *version = NULL;
    if (!state)
        return NULL;
    for (unsigned i = 0; i < VERSIONS && !version; i++)
        if (is_of(&r->versions[i], launch, state, size))
            version = &r->versions[i];
    if (version) {
        free(state);
    } else if ((version = find_place(r))) {
        version->program = launch->program->serial;
        version->wave_size = launch->wave_size;
        version->state = state;
        version->state_size = size;
    } else {
        free(state);
    }
    if (version)
        version->used = ++r->turn;
    return version;
}

/* Has the version recompiled for the launch, in the thread. */
static void ask(struct sim_recompiler *r, struct version *version, const struct sim_launch *launch)
{
    const char *why = "";
    version->asked = true;
    char *ir = sim_native_emit(launch, r->host, &why);
    if (!ir) {
        tell(r, version, "is not recompiled: ", why);
        return;
    }
    pthread_mutex_lock(&r->lock);
    version->ir = ir;
    if (!r->running)
        r->running = !pthread_create(&r->thread, NULL, thread_main, r);
    if (!r->running)
        finish_version(version, NULL);
    pthread_cond_signal(&r->wake);
    pthread_mutex_unlock(&r->lock);
}

static void wait_for(struct sim_recompiler *r, const struct version *version)
{
    pthread_mutex_lock(&r->lock);
    while (version->ir)
        pthread_cond_wait(&r->done, &r->lock);
    pthread_mutex_unlock(&r->lock);
}

static double seconds_of(const struct sim_launch *launch)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - launch->began.tv_sec) +
           (double)(now.tv_nsec - launch->began.tv_nsec) * 1e-9;
}

/* The launch goes on in the interpreter. */
static void tick(struct sim_launch *launch)
{
    struct sim_recompiler *r = launch->recompiler;
    if (!r->current->asked && r->current->seconds + seconds_of(launch) > WORTH_IT)
        ask(r, r->current, launch);
}

void sim_recompiler_begin(struct sim_recompiler *r, struct sim_launch *launch)
{
    if (!r)
        return;
    pthread_mutex_lock(&r->lock);
    struct version *version = r->current = find_version(r, launch);
    pthread_mutex_unlock(&r->lock);
    if (!version)
        return;
    launch->native = &version->native;
    launch->recompiler = r;
    launch->tick = tick;
    if (r->config->exec != SIM_EXEC_RECOMPILE)
        return;
    launch->tick = NULL;
    if (!version->asked)
        ask(r, version, launch);
    wait_for(r, version);
}

void sim_recompiler_end(struct sim_recompiler *r, struct sim_launch *launch)
{
    if (!launch->native)
        return;
    if (!atomic_load_explicit(&launch->native->run, memory_order_relaxed)) {
        tick(launch);
        r->current->seconds += seconds_of(launch);
    }
    r->current = NULL;
}
