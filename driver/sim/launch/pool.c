/* SPDX-License-Identifier: MIT */
/* pool.c: threads that wait for launches and share out their work-groups. */
#include <sched.h>
#include <stdlib.h>

#include "driver/base/deadline.h"
#include "driver/base/surroundings.h"
#include "driver/hw/chips.h"
#include "driver/sim/launch/dispatch.h"

/* A launch in hand. The thread that brought it is number 0 of those at work on it. */
struct job {
    struct job *next;
    struct sim_launch *launch;
    unsigned wanted; /* how many members may still join */
    unsigned joined; /* members that have joined, which also numbers them */
    unsigned busy;   /* members at work */
};

struct member {
    struct sim_pool *pool;
    struct sim_worker worker;
    pthread_t thread;
};

/* Memory for a thread that brings a launch. */
struct guest {
    struct guest *next;
    struct sim_worker worker;
};

struct sim_pool {
    pthread_mutex_t mutex;
    pthread_cond_t wake, done;
    char before[64];          /* what is looked at all the time has its own line of the cache */
    atomic_uint woken, ended; /* how often */
    char behind[64];
    struct job *jobs;     /* oldest first */
    struct guest *guests; /* that no thread uses now */
    bool quit;
    bool awake;       /* the last job came soon after the one before */
    int64_t ended_ns; /* when one ended */
    unsigned idle;    /* members that wait */
    unsigned threads; /* members, and one thread that brings a launch */
    struct member members[];
};

enum { AWAKE_NS = 50000 };

/* All members may come at once. Who slept for the mutex would wake later than all others end. */
static void lock(struct sim_pool *pool)
{
    while (pthread_mutex_trylock(&pool->mutex))
        sched_yield();
}

/* Waits for an event. Where jobs follow each other, threads stay awake for a time: to wake all of
 * them takes longer than a small job. Called and returns with the mutex locked. */
static void await(struct sim_pool *pool, pthread_cond_t *event, atomic_uint *times)
{
    const unsigned count = atomic_load(times);
    if (pool->awake) {
        pthread_mutex_unlock(&pool->mutex);
        const int64_t end = clock_ns(CLOCK_MONOTONIC) + AWAKE_NS;
        while (atomic_load(times) == count && clock_ns(CLOCK_MONOTONIC) < end)
            sched_yield();
        lock(pool);
    }
    if (atomic_load(times) == count)
        pthread_cond_wait(event, &pool->mutex);
}

static struct job *find_job(const struct sim_pool *pool)
{
    struct job *job = pool->jobs;
    while (job && !job->wanted)
        job = job->next;
    return job;
}

static void *member_main(void *data)
{
    struct member *member = data;
    struct sim_pool *pool = member->pool;
    surroundings_reset();
    lock(pool);
    while (!pool->quit) {
        struct job *job = find_job(pool);
        if (!job) {
            pool->idle++;
            await(pool, &pool->wake, &pool->woken);
            pool->idle--;
            continue;
        }
        job->wanted--;
        job->busy++;
        member->worker.index = ++job->joined;
        pthread_mutex_unlock(&pool->mutex);
        sim_worker_run(&member->worker, job->launch);
        lock(pool);
        if (!--job->busy) {
            atomic_fetch_add(&pool->ended, 1);
            pthread_cond_broadcast(&pool->done);
        }
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

struct sim_pool *sim_pool_create(unsigned threads)
{
    struct sim_pool *pool = calloc(1, sizeof(*pool) + threads * sizeof(pool->members[0]));
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pthread_cond_init(&pool->done, NULL);
    pool->threads = 1;
    for (unsigned i = 1; i < threads; i++) {
        struct member *member = &pool->members[i - 1];
        member->pool = pool;
        if (pthread_create(&member->thread, NULL, member_main, member))
            break; /* fewer threads do the same work */
        pool->threads++;
    }
    return pool;
}

static void free_guests(struct sim_pool *pool)
{
    while (pool->guests) {
        struct guest *guest = pool->guests;
        pool->guests = guest->next;
        sim_worker_finish(&guest->worker);
        free(guest);
    }
}

void sim_pool_destroy(struct sim_pool *pool)
{
    if (!pool)
        return;
    lock(pool);
    pool->quit = true;
    atomic_fetch_add(&pool->woken, 1);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
    for (unsigned i = 0; i < pool->threads - 1; i++) {
        pthread_join(pool->members[i].thread, NULL);
        sim_worker_finish(&pool->members[i].worker);
    }
    free_guests(pool);
    pthread_cond_destroy(&pool->wake);
    pthread_cond_destroy(&pool->done);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

/* How many members may take part: resident wavefronts have places of their own in the scratch ring.
 */
static unsigned members_for(const struct sim_pool *pool, const struct sim_launch *launch)
{
    const unsigned places = launch->chip->max_threads * launch->chip->shader_engines;
    const unsigned most = places / sim_resident_waves(launch);
    const uint64_t chunks = (launch->group_count + launch->chunk - 1) / launch->chunk;
    unsigned members = launch->serial ? 1 : pool->threads;
    members = launch->units && members > launch->units ? launch->units : members;
    members = members < most ? members : most;
    members = members < chunks ? members : (unsigned)chunks;
    return members ? members : 1;
}

static struct guest *take_guest(struct sim_pool *pool)
{
    lock(pool);
    struct guest *guest = pool->guests;
    if (guest)
        pool->guests = guest->next;
    pthread_mutex_unlock(&pool->mutex);
    return guest ? guest : calloc(1, sizeof(*guest));
}

static void add_job(struct sim_pool *pool, struct job *job)
{
    struct job **last = &pool->jobs;
    lock(pool);
    while (*last)
        last = &(*last)->next;
    *last = job;
    const unsigned wanted = job->wanted < pool->idle ? job->wanted : pool->idle;
    if (job->wanted) {
        pool->awake = job->launch->began_ns - pool->ended_ns < AWAKE_NS;
        atomic_fetch_add(&pool->woken, 1);
    }
    pthread_mutex_unlock(&pool->mutex);
    for (unsigned i = 0; i < wanted; i++) /* no more than are wanted, and not to meet the mutex */
        pthread_cond_signal(&pool->wake);
}

/* Waits for the members at work on it. */
static void end_job(struct sim_pool *pool, struct job *job, struct guest *guest)
{
    lock(pool);
    job->wanted = 0; /* members that have not joined yet stay away */
    while (job->busy)
        await(pool, &pool->done, &pool->ended);
    pool->ended_ns = clock_ns(CLOCK_MONOTONIC);
    struct job **link = &pool->jobs;
    while (*link != job)
        link = &(*link)->next;
    *link = job->next;
    guest->next = pool->guests;
    pool->guests = guest;
    pthread_mutex_unlock(&pool->mutex);
}

void sim_pool_run(struct sim_pool *pool, struct sim_launch *launch)
{
    struct guest *guest = take_guest(pool);
    if (!guest) {
        sim_launch_fail(launch, "out of memory for wavefronts");
        return;
    }
    launch->chunk = launch->group_count / (pool->threads * 8u);
    launch->chunk = launch->chunk < 1 ? 1 : (launch->chunk > 256 ? 256 : launch->chunk);
    struct job job = {.launch = launch, .wanted = members_for(pool, launch) - 1};
    add_job(pool, &job);
    sim_worker_run(&guest->worker, launch);
    end_job(pool, &job, guest);
}
