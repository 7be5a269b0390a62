/* SPDX-License-Identifier: MIT */
/* pool.c: threads that wait for launches and share out their work-groups. */
#include <fenv.h>
#include <stdlib.h>

#include "driver/hw/chips.h"
#include "driver/sim/launch/dispatch.h"

struct member {
    struct sim_pool *pool;
    struct sim_worker worker;
    pthread_t thread;
};

struct sim_pool {
    pthread_mutex_t mutex;
    pthread_cond_t wake, done;
    struct sim_launch *launch; /* in hand; NULL: none */
    unsigned wanted;           /* how many members may still join the launch */
    unsigned joined; /* members that have joined besides the caller, which also numbers them */
    unsigned busy;   /* members at work on it */
    bool quit;
    unsigned count; /* members; number 0 is the caller of sim_pool_run */
    struct member members[];
};

static void *member_main(void *data)
{
    struct member *member = data;
    struct sim_pool *pool = member->pool;
    fesetenv(FE_DFL_ENV); /* not the rounding or flush mode of whoever made the thread */
    pthread_mutex_lock(&pool->mutex);
    while (!pool->quit) {
        if (!pool->wanted) {
            pthread_cond_wait(&pool->wake, &pool->mutex);
            continue;
        }
        struct sim_launch *launch = pool->launch;
        pool->wanted--;
        pool->busy++;
        member->worker.index = ++pool->joined;
        pthread_mutex_unlock(&pool->mutex);
        sim_worker_run(&member->worker, launch);
        pthread_mutex_lock(&pool->mutex);
        if (!--pool->busy)
            pthread_cond_signal(&pool->done);
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
    pool->count = 1;
    for (unsigned i = 1; i < threads; i++) {
        struct member *member = &pool->members[i];
        member->pool = pool;
        if (pthread_create(&member->thread, NULL, member_main, member))
            break; /* fewer threads do the same work */
        pool->count++;
    }
    return pool;
}

void sim_pool_destroy(struct sim_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->mutex);
    pool->quit = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
    for (unsigned i = 1; i < pool->count; i++)
        pthread_join(pool->members[i].thread, NULL);
    for (unsigned i = 0; i < pool->count; i++)
        sim_worker_finish(&pool->members[i].worker);
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
    unsigned members = launch->serial ? 1 : pool->count;
    members = members < most ? members : most;
    members = members < chunks ? members : (unsigned)chunks;
    return members ? members : 1;
}

void sim_pool_run(struct sim_pool *pool, struct sim_launch *launch)
{
    launch->chunk = launch->group_count / (pool->count * 8u);
    launch->chunk = launch->chunk < 1 ? 1 : (launch->chunk > 256 ? 256 : launch->chunk);
    const unsigned members = members_for(pool, launch);
    pthread_mutex_lock(&pool->mutex);
    pool->launch = launch;
    pool->wanted = members - 1;
    pool->joined = 0;
    if (pool->wanted)
        pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
    sim_worker_run(&pool->members[0].worker, launch);
    pthread_mutex_lock(&pool->mutex);
    pool->wanted = 0; /* members that have not joined yet stay away */
    while (pool->busy)
        pthread_cond_wait(&pool->done, &pool->mutex);
    pool->launch = NULL;
    pthread_mutex_unlock(&pool->mutex);
}
