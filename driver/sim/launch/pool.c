/* SPDX-License-Identifier: MIT */
/* pool.c: threads that wait for launches and share out their work-groups. Each member waits at a
 * place of its own, where a launch is put for it: so they do not wait for one another. */
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/deadline.h"
#include "driver/base/surroundings.h"
#include "driver/hw/chips.h"
#include "driver/sim/exec/shares.h"
#include "driver/sim/launch/dispatch.h"

/* A launch in hand, and the memory of the thread that brought it, number 0 of those at work. */
struct job {
    struct sim_launch *launch;
    unsigned most;                        /* threads, by number, that may be at work on it */
    atomic_flag taken;                    /* by a launch */
    _Alignas(SIM_APART) atomic_uint busy; /* members at work; SLEEPS: its thread waits for them */
    sem_t ended;
    struct sim_worker worker;
    struct sim_shares shares;
};

struct member {
    _Alignas(SIM_APART) _Atomic(struct job *) job; /* to be begun; NULL: it looks for one */
    sem_t wake;
    struct sim_pool *pool;
    struct sim_worker worker;
    pthread_t thread;
};

/* A member with one of these is asleep, at work, or has to end. */
static struct job asleep, works, quit;

enum { JOBS = 8 /* at a time */, COSTS = 64, SLEEPS = 1 << 30, LOOKS = 16 };

/* How long threads stay awake; for what work one more takes part, awake or asleep; how long fewer
 * threads than may take part work before others are asked. */
enum { AWAKE_NS = 50000, STEP_NS = 4000, STEP_ASLEEP_NS = 8000, TRY_NS = 20000 };

struct sim_pool {
    atomic_bool awake;            /* the last job came soon after the one before */
    atomic_llong ended_ns;        /* when one ended */
    atomic_llong group_ns[COSTS]; /* what a group took, by programs' numbers; 0: not known */
    struct job jobs[JOBS];
    unsigned threads; /* members, and one thread that brings a launch */
    struct member members[];
};

/* Looks often, and lets others have the processor now and then. */
static void pause_look(unsigned look)
{
    if (look % LOOKS == 0)
        sched_yield();
#ifdef __x86_64__
    else
        __builtin_ia32_pause();
#endif
}

static void sleep_at(sem_t *semaphore)
{
    while (sem_wait(semaphore))
        ; /* a signal came */
}

/* Gives a job to a member that waits. */
static bool give(struct member *member, struct job *job)
{
    struct job *now = NULL;
    while (!atomic_compare_exchange_weak(&member->job, &now, job))
        if (now && now != &asleep)
            return false;
    if (now == &asleep)
        sem_post(&member->wake);
    return true;
}

/* Has so many members take part, as far as they wait. Returns for how many there was none. */
static unsigned bring(struct sim_pool *pool, struct job *job, unsigned count)
{
    for (unsigned i = 0; count && i + 1 < job->most; i++) {
        atomic_fetch_add(&job->busy, 1);
        if (give(&pool->members[i], job))
            count--;
        else
            atomic_fetch_sub(&job->busy, 1);
    }
    return count;
}

/* Waits until a job has begun. Where launches follow each other, threads stay awake for a time: to
 * wake all of them takes longer than a small launch. */
static struct job *await(struct member *member)
{
    const bool awake = atomic_load(&member->pool->awake);
    const int64_t end = awake ? clock_ns(CLOCK_MONOTONIC) + AWAKE_NS : 0;
    for (unsigned look = 1;; look++) {
        struct job *job = atomic_load(&member->job);
        if (job == &quit || (job && atomic_compare_exchange_strong(&member->job, &job, &works)))
            return job;
        pause_look(look);
        job = NULL;
        if (look % LOOKS == 0 && clock_ns(CLOCK_MONOTONIC) > end &&
            atomic_compare_exchange_strong(&member->job, &job, &asleep))
            sleep_at(&member->wake);
    }
}

static void *member_main(void *data)
{
    struct member *member = data;
    struct job *job;
    surroundings_reset();
    while ((job = await(member)) != &quit) {
        sim_worker_run(&member->worker, job->launch);
        atomic_store(&member->job, NULL); /* before the next launch can begin */
        if (atomic_fetch_sub(&job->busy, 1) == (SLEEPS | 1))
            sem_post(&job->ended);
    }
    return NULL;
}

struct sim_pool *sim_pool_create(unsigned threads)
{
    const size_t size = sizeof(struct sim_pool) + threads * sizeof(struct member);
    struct sim_pool *pool = aligned_alloc(SIM_APART, size);
    if (!pool)
        return NULL;
    memset(pool, 0, size);
    for (unsigned i = 0; i < JOBS; i++)
        sem_init(&pool->jobs[i].ended, 0, 0);
    for (pool->threads = 1; pool->threads < threads; pool->threads++) {
        struct member *member = &pool->members[pool->threads - 1];
        member->pool = pool;
        member->worker = (struct sim_worker){.index = pool->threads, .end_ns = INT64_MAX};
        sem_init(&member->wake, 0, 0);
        if (pthread_create(&member->thread, NULL, member_main, member))
            break; /* fewer threads do the same work */
    }
    return pool;
}

void sim_pool_destroy(struct sim_pool *pool)
{
    for (unsigned i = 0; pool && i < pool->threads - 1; i++) {
        while (!give(&pool->members[i], &quit)) /* it comes from the last launch */
            sched_yield();
        pthread_join(pool->members[i].thread, NULL);
        sim_worker_finish(&pool->members[i].worker);
    }
    for (unsigned i = 0; pool && i < JOBS; i++)
        sim_worker_finish(&pool->jobs[i].worker);
    free(pool);
}

/* How many threads may take part: resident wavefronts have places of their own in the scratch ring.
 */
static unsigned most_threads(const struct sim_pool *pool, const struct sim_launch *launch)
{
    const unsigned places = launch->chip->max_threads * launch->chip->shader_engines;
    const unsigned most = places / sim_resident_waves(launch);
    unsigned threads = launch->serial ? 1 : pool->threads;
    threads = launch->units && threads > launch->units ? launch->units : threads;
    threads = threads < most ? threads : most;
    threads = threads < launch->group_count ? threads : (unsigned)launch->group_count;
    return threads ? threads : 1;
}

/* How many threads take part, by what groups took before. */
static unsigned choose_threads(const struct sim_pool *pool, unsigned most, uint64_t groups,
                               int64_t group_ns)
{
    const double step = atomic_load(&pool->awake) ? STEP_NS : STEP_ASLEEP_NS;
    const double more = (double)group_ns * (double)groups / step;
    return group_ns && more + 1 < most ? 1 + (unsigned)more : most;
}

static void share_out(struct sim_shares *shares, uint64_t groups, uint64_t threads)
{
    const uint64_t count = threads < SIM_SHARES ? threads : SIM_SHARES;
    uint64_t next = 0;
    shares->count = (unsigned)count;
    for (unsigned i = 0; i < count; i++) {
        atomic_init(&shares->of[i].next, next);
        next = shares->of[i].end = groups / count * (i + 1) + groups % count * (i + 1) / count;
    }
}

/* Takes the job back from members that have not begun it. They may take long to wake. */
static void take_back(struct sim_pool *pool, struct job *job)
{
    for (unsigned i = 0; i + 1 < job->most; i++) {
        struct job *now = job;
        if (atomic_load(&pool->members[i].job) == job &&
            atomic_compare_exchange_strong(&pool->members[i].job, &now, NULL))
            atomic_fetch_sub(&job->busy, 1);
    }
}

/* Waits for the members at work on it. */
static void end_job(struct sim_pool *pool, struct job *job, int64_t now)
{
    for (unsigned look = 1; atomic_load(&job->busy); look++) {
        if (look == LOOKS)
            take_back(pool, job); /* before others have the processor */
        pause_look(look);
        if (look % LOOKS || clock_ns(CLOCK_MONOTONIC) < now + AWAKE_NS)
            continue;
        if (atomic_fetch_or(&job->busy, SLEEPS))
            sleep_at(&job->ended);
        atomic_store(&job->busy, 0);
    }
    atomic_flag_clear(&job->taken);
}

/* Runs the groups of a job by so many threads; then by all, as groups may take longer than before,
 * or members come from other launches. Returns the time at its end. */
static int64_t run_job(struct sim_pool *pool, struct job *job, unsigned threads,
                       atomic_llong *group_ns)
{
    struct sim_worker *worker = &job->worker;
    unsigned missing = job->most - threads + bring(pool, job, threads - 1);
    const int64_t began = threads > 1 ? clock_ns(CLOCK_MONOTONIC) : job->launch->began_ns;
    int64_t now = began, try_ns = TRY_NS;
    worker->groups = 0;
    for (bool ended = false; !ended; try_ns *= 2) {
        worker->end_ns = missing ? now + try_ns : INT64_MAX;
        ended = sim_worker_run(worker, job->launch);
        missing = ended ? 0 : bring(pool, job, missing);
        now = clock_ns(CLOCK_MONOTONIC);
    }
    if (worker->groups)
        atomic_store(group_ns, (now - began) / (int64_t)worker->groups + 1);
    return now;
}

void sim_pool_run(struct sim_pool *pool, struct sim_launch *launch)
{
    unsigned i = 0;
    while (atomic_flag_test_and_set(&pool->jobs[i].taken)) {
        i = (i + 1) % JOBS;
        pause_look(i);
    }
    struct job *job = &pool->jobs[i];
    atomic_llong *group_ns = &pool->group_ns[launch->program->serial % COSTS];
    atomic_store(&pool->awake, launch->began_ns - atomic_load(&pool->ended_ns) < AWAKE_NS);
    job->launch = launch;
    job->most = most_threads(pool, launch);
    const unsigned threads =
        choose_threads(pool, job->most, launch->group_count, atomic_load(group_ns));
    share_out(&job->shares, launch->group_count, threads);
    launch->shares = &job->shares;
    const int64_t now = run_job(pool, job, threads, group_ns);
    atomic_store(&pool->ended_ns, now);
    end_job(pool, job, now);
}
