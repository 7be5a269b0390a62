/* SPDX-License-Identifier: MIT */
/* recompiler.c: keeps what is recompiled, and a thread that recompiles. */
#include "driver/sim/recompile/recompiler.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "driver/base/count.h"
#include "driver/base/deadline.h"
#include "driver/base/surroundings.h"
#include "driver/base/times.h"
#include "driver/sim/recompile/abreast.h"
#include "driver/sim/recompile/job.h"
#include "driver/sim/recompile/object.h"
#include "driver/sim/recompile/texels.h"

/* Versions that are kept, and that wait at a time; bytes of an object, and of all objects. An
 * object of an earlier process is looked for after a part of the time that makes recompiling worth
 * it: the look costs that part of recompiling, too. */
enum {
    VERSIONS = 128,
    ACCOUNTS = 256,
    WAITING = 8,
    PARTS = 10,
    OBJECT_BYTES = 16 << 20,
    OBJECTS_BYTES = 64 << 20
};

/* A program recompiled for one state. Program and state never change; the rest changes under the
 * lock. */
struct sim_version {
    struct sim_native native;
    uint64_t program; /* sim_program.serial */
    struct recompile_state *state;
    size_t state_size;
    uint32_t wave_size;
    uint64_t used;  /* number of the launch that used it last; 0: the place is free */
    unsigned users; /* launches that hold it */
    double seconds; /* spent in the interpreter */
    bool sought;    /* among objects of earlier processes */
    bool asked;     /* to be recompiled, or found; then nothing asks again */
    bool busy;      /* in the thread's hands */
    void *job;      /* that waits or is being done */
    size_t job_size;
    struct sim_object object;
};

/* The versions of a program are told apart once it has been interpreted for a while: launches of
 * programs that never run long cost no more than that, and later launches look for their version
 * when they begin. */
struct account {
    uint64_t program;
    double seconds; /* in the interpreter */
    bool apart;     /* its versions are */
    bool spent;     /* a version has taken it over, and is asked for */
    bool followed;  /* and what was found is here */
    struct recompile_known known;
};

struct sim_recompiler {
    struct sim_engine engine;
    const struct sim_config *config;
    const char *host;
    const struct sim_native_texels *texels;
    pthread_mutex_t lock;
    pthread_cond_t wake, done;
    pthread_t thread;
    bool running;
    atomic_bool quit;
    int unwanted[2]; /* a pipe: a byte in it says that nothing is wanted any more */
    uint64_t turn;
    struct account accounts[ACCOUNTS]; /* by program's number */
    struct sim_version versions[VERSIONS];
};

static struct sim_recompiler *recompiler(struct sim_engine *engine)
{
    return (struct sim_recompiler *)engine;
}

static void tell(const struct sim_recompiler *r, const struct sim_version *version,
                 const char *what, const char *why)
{
    if (r->config->tell)
        fprintf(stderr, "rootle: program %llu %s%.*s\n", (unsigned long long)version->program, what,
                (int)strcspn(why, "\n"), why);
}

/* Has it compiled, or looked for, and loads it. The lock is not held meanwhile. */
static sim_native_fn make(const struct sim_recompiler *r, struct sim_version *version,
                          bool kept_only)
{
    void *bytes = NULL;
    size_t size = 0;
    char why[256] = "";
    const char *reason = why;
    const struct sim_compile what = {.job = version->job,
                                     .job_size = version->job_size,
                                     .host = r->host,
                                     .background = r->config->exec == SIM_EXEC_AUTO,
                                     .kept_only = kept_only,
                                     .unwanted = r->unwanted[0]};
    if (!r->config->parts.compile(&what, &bytes, &size, why, sizeof(why))) {
        if (!kept_only && !r->quit)
            tell(r, version, "is not recompiled: ", why);
        return NULL;
    }
    void *function = NULL;
    times_mark(NULL);
    if (size > OBJECT_BYTES)
        reason = "it is too large";
    else
        function = sim_object_load(&version->object, bytes, size, SIM_NATIVE_NAME, &reason);
    times_mark("the driver: loads the object");
    free(bytes);
    tell(r, version, function ? "is recompiled" : "cannot be loaded: ",
         !function   ? reason
         : kept_only ? " since an earlier process"
                     : "");
    sim_native_fn run;
    memcpy(&run, &function, sizeof(run));
    return run;
}

static void finish_version(struct sim_version *version, sim_native_fn run)
{
    free(version->job);
    version->job = NULL;
    atomic_store_explicit(&version->native.run, run, memory_order_release);
}

static struct sim_version *next_job(struct sim_recompiler *r)
{
    for (unsigned i = 0; i < VERSIONS; i++)
        if (r->versions[i].job && !r->versions[i].busy)
            return &r->versions[i];
    return NULL;
}

static void *thread_main(void *data)
{
    struct sim_recompiler *r = data;
    surroundings_reset();
    pthread_mutex_lock(&r->lock);
    while (!r->quit) {
        struct sim_version *version = next_job(r);
        if (!version) {
            pthread_cond_wait(&r->wake, &r->lock);
            continue;
        }
        version->busy = true;
        const bool kept_only = !version->asked;
        pthread_mutex_unlock(&r->lock);
        const sim_native_fn run = make(r, version, kept_only);
        pthread_mutex_lock(&r->lock);
        version->busy = false;
        version->asked |= run != NULL;
        finish_version(version, run);
        pthread_cond_broadcast(&r->done);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

static void clear(struct sim_version *version)
{
    sim_object_unload(&version->object);
    free(version->job);
    free(version->state);
    memset(version, 0, sizeof(*version));
}

/* Has a compile that runs end. A byte is what counts: forked children have the pipe, too. */
static void give_up(struct sim_recompiler *r)
{
    if (r->unwanted[1] < 0)
        return;
    while (write(r->unwanted[1], "", 1) < 0 && errno == EINTR)
        continue;
    close(r->unwanted[1]);
}

static bool is_busy(const struct sim_recompiler *r)
{
    for (unsigned i = 0; i < VERSIONS; i++)
        if (r->versions[i].busy)
            return true;
    return false;
}

/* Waits a moment for what is being made: what comes of it is kept for the next process, where each
 * process would begin it anew. The lock is held. */
static void linger(struct sim_recompiler *r)
{
    const struct timespec until = deadline_in((uint64_t)(r->config->linger_s * 1e9));
    while (is_busy(r) && !pthread_cond_timedwait(&r->done, &r->lock, &until))
        continue;
}

static void destroy(struct sim_engine *engine)
{
    struct sim_recompiler *r = recompiler(engine);
    pthread_mutex_lock(&r->lock);
    r->quit = true;
    pthread_cond_broadcast(&r->wake);
    linger(r);
    pthread_mutex_unlock(&r->lock);
    give_up(r);
    if (r->running)
        pthread_join(r->thread, NULL);
    if (r->unwanted[0] >= 0)
        close(r->unwanted[0]);
    for (unsigned i = 0; i < VERSIONS; i++)
        clear(&r->versions[i]);
    pthread_cond_destroy(&r->done);
    pthread_cond_destroy(&r->wake);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

static bool is_of(const struct sim_version *version, const struct sim_launch *launch,
                  const struct recompile_state *state, size_t size)
{
    return version->used && version->program == launch->program->serial &&
           version->wave_size == launch->wave_size && version->state_size == size &&
           !memcmp(version->state, state, size);
}

static size_t object_bytes(const struct sim_recompiler *r)
{
    size_t bytes = 0;
    for (unsigned i = 0; i < VERSIONS; i++)
        if (!r->versions[i].busy && !r->versions[i].users)
            bytes += r->versions[i].object.size;
    return bytes;
}

/* The version that was used longest ago, among those with an object where `loaded`. */
static struct sim_version *find_oldest(struct sim_recompiler *r, bool loaded)
{
    struct sim_version *oldest = NULL;
    for (unsigned i = 0; i < VERSIONS; i++) {
        struct sim_version *version = &r->versions[i];
        if (!version->busy && !version->users && (!loaded || version->object.size) &&
            (!oldest || version->used < oldest->used))
            oldest = version;
    }
    return oldest;
}

/* The place for a new version: a free one, or that of the one that was used longest ago. */
static struct sim_version *find_place(struct sim_recompiler *r)
{
    while (object_bytes(r) > OBJECTS_BYTES) /* of versions that nobody holds */
        clear(find_oldest(r, true));
    struct sim_version *oldest = find_oldest(r, false);
    if (oldest)
        clear(oldest);
    return oldest;
}

static struct account *find_account(struct sim_recompiler *r, const struct sim_launch *launch)
{
    struct account *account = &r->accounts[launch->program->serial % ACCOUNTS];
    if (account->program != launch->program->serial)
        *account = (struct account){.program = launch->program->serial};
    return account;
}

/* How many vectors of 16 lanes the host's registers hold: 32 registers, or 16 up to AVX2. */
static uint32_t vectors_held(const char *host)
{
    static const struct {
        const char *host;
        uint32_t held;
    } hosts[] = {{"v4", 32}, {"v3", 8}, {"v2", 4}, {"neon", 8}, {"rv64", 8}};
    for (size_t i = 0; i < COUNT(hosts); i++)
        if (!strcmp(hosts[i].host, host))
            return hosts[i].held;
    return 0;
}

/* Finds once how many blocks of its program's go abreast. */
static uint32_t find_abreast(const struct sim_recompiler *r, struct account *account,
                             const struct sim_launch *launch)
{
    if (!account->known.abreast)
        account->known.abreast = recompile_abreast(launch->program, vectors_held(r->host));
    return account->known.abreast;
}

/* Finds once what is known of its program. NULL when memory is short. */
static const struct recompile_known *find_known(struct sim_recompiler *r,
                                                const struct sim_launch *launch)
{
    struct account *account = find_account(r, launch);
    find_abreast(r, account, launch);
    account->known.stream_bytes = r->config->stream_bytes;
    if (!account->followed)
        account->followed = sim_find_folded(launch->program, &account->known.folded);
    return account->followed ? &account->known : NULL;
}

/* The launch's version, held for it. The lock is held. */
static struct sim_version *find_version(struct sim_recompiler *r, const struct sim_launch *launch)
{
    size_t size;
    const struct recompile_known *known = find_known(r, launch);
    struct recompile_state *state = known ? recompile_state_find(launch, known, &size) : NULL;
    struct sim_version *version = NULL;
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
        version->native.texels = r->texels;
    } else {
        free(state);
    }
    if (version) {
        version->used = ++r->turn;
        version->users++;
    }
    return version;
}

/* Makes sure that the thread runs. */
static bool start(struct sim_recompiler *r)
{
    if (r->unwanted[0] < 0 && pipe2(r->unwanted, O_CLOEXEC))
        return false;
    if (!r->running)
        r->running = !pthread_create(&r->thread, NULL, thread_main, r);
    return r->running;
}

/* Whether so many versions wait that one more had to wait long. */
static bool is_full(struct sim_recompiler *r)
{
    unsigned count = 0;
    for (unsigned i = 0; i < VERSIONS; i++)
        count += r->versions[i].job != NULL;
    return count >= WAITING;
}

/* Has the version looked for, or recompiled, for the launch, in the thread, unless it is at that.
 * The lock is held. */
static void ask(struct sim_recompiler *r, struct sim_version *version,
                const struct sim_launch *launch, bool kept_only)
{
    const struct sim_program *p = launch->program;
    const struct recompile_job job = {.chip = launch->chip,
                                      .mode = p->mode,
                                      .code = p->code,
                                      .code_bytes = p->dwords * (uint32_t)sizeof(*p->code),
                                      .state = version->state,
                                      .state_bytes = (uint32_t)version->state_size};
    if (version->asked || version->job)
        return;
    version->sought = true;
    version->asked = !kept_only;
    find_account(r, launch)->spent |= version->asked;
    assert(recompile_job_fits(&job, p));
    version->job = recompile_job_write(&job, &version->job_size);
    if (!version->job || !start(r)) {
        tell(r, version, "is not recompiled: ", "there is no memory, or no thread, for that");
        finish_version(version, NULL);
    }
    pthread_cond_signal(&r->wake);
}

static double kept_s(const struct sim_recompiler *r)
{
    return r->config->worth_s / PARTS;
}

/* Finds the launch's version where looking for its object is worth it. The lock is held. */
static void find_current(struct sim_recompiler *r, struct sim_launch *launch, double seconds)
{
    struct account *account = find_account(r, launch);
    account->apart |= account->seconds + seconds >= kept_s(r);
    if (account->apart && !launch->version)
        launch->version = find_version(r, launch);
}

/* Seconds in the interpreter before this launch that count for what it runs: the first version that
 * is asked for takes over what its program has cost. The lock is held. */
static double spent_before(struct sim_recompiler *r, const struct sim_launch *launch)
{
    const struct account *account = find_account(r, launch);
    return launch->version && account->spent ? launch->version->seconds : account->seconds;
}

/* Seconds that are worth the next step: a look for the object, then recompiling. */
static double next_step(const struct sim_recompiler *r, const struct sim_version *version)
{
    return version && version->sought ? r->config->worth_s : kept_s(r);
}

/* Seconds of the launch after which there is something to look after; INFINITY when its version was
 * asked for, and can but come. The lock is held. */
static double next_look(struct sim_recompiler *r, const struct sim_launch *launch)
{
    if (launch->version && launch->version->asked)
        return INFINITY;
    return next_step(r, launch->version) - spent_before(r, launch);
}

static void choose(struct sim_launch *launch)
{
    const sim_native_fn run =
        launch->version ? atomic_load_explicit(&launch->version->native.run, memory_order_acquire)
                        : NULL;
    if (run) /* else left alone: all threads read it before each group */
        atomic_store_explicit(&launch->chosen.run, run, memory_order_release);
}

/* Looks after a launch that has been interpreted for so long. */
static void look_after(struct sim_recompiler *r, struct sim_launch *launch, double seconds)
{
    pthread_mutex_lock(&r->lock);
    find_current(r, launch, seconds);
    struct sim_version *version = launch->version;
    const double spent = spent_before(r, launch) + seconds;
    if (version && spent >= next_step(r, version) && !is_full(r))
        ask(r, version, launch, spent < r->config->worth_s);
    launch->look_s = next_look(r, launch);
    pthread_mutex_unlock(&r->lock);
    choose(launch);
}

/* Since the launch began, by a clock that goes in steps of milliseconds, and costs less. */
static double rough_seconds(const struct sim_launch *launch)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return fmax(0,
                (double)now.tv_sec + (double)now.tv_nsec * 1e-9 - (double)launch->began_ns * 1e-9);
}

/* The launch goes on in the interpreter, unless its program is recompiled by now. Called often:
 * the lock is taken where there is something to look after alone. */
static void poll_launch(struct sim_engine *engine, struct sim_launch *launch)
{
    const double seconds = rough_seconds(launch);
    if (seconds >= launch->look_s)
        look_after(recompiler(engine), launch, seconds);
    else
        choose(launch);
}

/* Waits for the launch's program to be recompiled, if it can be. */
static void recompile_now(struct sim_recompiler *r, struct sim_launch *launch)
{
    pthread_mutex_lock(&r->lock);
    struct sim_version *version = launch->version = find_version(r, launch);
    if (version)
        ask(r, version, launch, false);
    while (version && version->job)
        pthread_cond_wait(&r->done, &r->lock);
    pthread_mutex_unlock(&r->lock);
    if (!version)
        return;
    launch->native = &version->native;
    sim_launch_begin(launch); /* it has not run by now */
}

/* Whether its groups are taken whole by code, which may come at any time. */
static bool is_together(struct sim_recompiler *r, const struct sim_launch *launch)
{
    if (!recompile_has_columns(launch))
        return false;
    pthread_mutex_lock(&r->lock);
    const uint32_t abreast = find_abreast(r, find_account(r, launch), launch);
    pthread_mutex_unlock(&r->lock);
    return recompile_across(launch, abreast, NULL) != 0;
}

static void begin(struct sim_engine *engine, struct sim_launch *launch)
{
    struct sim_recompiler *r = recompiler(engine);
    launch->version = NULL;
    launch->together = launch->program->lockstep || is_together(r, launch);
    if (r->config->exec != SIM_EXEC_AUTO) {
        recompile_now(r, launch);
        return;
    }
    atomic_store_explicit(&launch->chosen.run, NULL, memory_order_relaxed);
    launch->chosen.texels = r->texels;
    launch->native = &launch->chosen;
    launch->engine = engine;
    pthread_mutex_lock(&r->lock);
    find_current(r, launch, 0);
    launch->look_s = next_look(r, launch);
    pthread_mutex_unlock(&r->lock);
    choose(launch);
}

/* Adds what the launch cost in the interpreter, and lets go of its version. */
static void settle(struct sim_recompiler *r, struct sim_launch *launch, double seconds)
{
    pthread_mutex_lock(&r->lock);
    find_account(r, launch)->seconds += seconds;
    if (launch->version) {
        launch->version->seconds += seconds;
        launch->version->users--;
    }
    launch->version = NULL;
    pthread_mutex_unlock(&r->lock);
}

static void end(struct sim_engine *engine, struct sim_launch *launch)
{
    struct sim_recompiler *r = recompiler(engine);
    double seconds = 0;
    if (launch->engine && !sim_launch_is_native(launch)) {
        seconds = sim_launch_seconds(launch);
        look_after(r, launch, seconds);
    }
    settle(r, launch, seconds);
}

unsigned recompiler_abreast(const struct sim_launch *launch)
{
    return launch->version && launch->version->state->abreast > 1 ? launch->version->state->abreast
                                                                  : 1;
}

/* The host that code is made for: on x86-64 the level that the lanes have. NULL: there is none. */
static const char *find_host(const struct sim_config *config)
{
#if defined(__aarch64__)
    return config->host == 1 ? NULL : "neon"; /* 1: base */
#elif defined(__riscv)
    return config->host == 1 ? NULL : "rv64";
#endif
    const unsigned level = sim_lanes_best(config->host);
    return level ? sim_lanes_name(level) : NULL;
}

struct sim_engine *sim_recompiler_create(const struct sim_config *config)
{
    const char *host = find_host(config);
    const struct sim_native_texels *texels = host ? recompile_texels(host) : NULL;
    if (!config->parts.compile || config->exec == SIM_EXEC_INTERPRET || !texels)
        return NULL;
    struct sim_recompiler *r = calloc(1, sizeof(*r));
    if (!r)
        return NULL;
    r->engine = (struct sim_engine){.destroy = destroy,
                                    .begin = begin,
                                    .end = end,
                                    .poll = poll_launch,
                                    .run_both = sim_both_run};
    r->config = config;
    r->host = host;
    r->texels = texels;
    r->unwanted[0] = r->unwanted[1] = -1;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->wake, NULL);
    deadline_cond_init(&r->done);
    return &r->engine;
}
