/* SPDX-License-Identifier: MIT */
/* api.c: fuzz target: any sequence of calls of OpenCL with any arguments ends in errors that the
 * calls may return, and leaves a device that works and nothing behind. The first byte says how many
 * threads make the calls; each has its part of the others. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/fuzz/api/calls.h"
#include "driver/fuzz/api/world.h"
#include "driver/fuzz/fuzz.h"

enum { MOST_CALLS = 200, MOST_THREADS = 3, SEED_BYTES = 2048, SEEDS = 30 };

struct sequence {
    struct world_actor actor;
    bool alone;
};

static void *make_calls(void *data)
{
    struct sequence *sequence = data;

    for (unsigned i = 0; i < MOST_CALLS && sequence->actor.at < sequence->actor.end; i++)
        calls_next(&sequence->actor, sequence->alone);
    world_settle(&sequence->actor); /* others may wait for what it made */
    return NULL;
}

static void make_threads(const uint8_t *data, size_t size, unsigned count)
{
    struct sequence sequences[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    bool started[MOST_THREADS];

    for (unsigned i = 0; i < count; i++) {
        const struct world_actor actor = {
            .at = data + size / count * i, .end = data + size / count * (i + 1), .number = i + 1};
        sequences[i] = (struct sequence){actor, false};
        started[i] = !pthread_create(&threads[i], NULL, make_calls, &sequences[i]);
    }
    for (unsigned i = 0; i < count; i++)
        if (started[i])
            pthread_join(threads[i], NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!world_open()) {
        fprintf(stderr, "there is no OpenCL device to be tried\n");
        exit(1);
    }
    if (size < 1)
        return 0;
    const unsigned threads = data[0] < 0xc0 ? 1 : 2 + data[0] % (MOST_THREADS - 1);
    world_begin();
    if (threads == 1)
        make_calls(&(struct sequence){{.at = data + 1, .end = data + size}, true});
    else
        make_threads(data + 1, size - 1, threads);
    world_end();
    return 0;
}

/* Sequences by chance: by one thread, and by several. */
size_t fuzz_seed(unsigned n, uint8_t seed[FUZZ_SEED_MAX])
{
    uint64_t state = n + 1;

    if (n >= SEEDS)
        return 0;
    for (size_t i = 0; i < SEED_BYTES; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        seed[i] = (uint8_t)(state >> 56);
    }
    seed[0] = n % 3 == 2 ? 0xc0 + n / 3 : 0;
    return SEED_BYTES;
}
