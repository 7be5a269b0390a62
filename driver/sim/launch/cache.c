/* SPDX-License-Identifier: MIT */
/* cache.c: decoded programs, most recently used first. A program is known by its code, of which a
 * copy is kept: memory may have changed since, so an address proves nothing. What is decoded is a
 * copy too: memory may change while it is looked at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/sim/launch/dispatch.h"

/* Addresses of code have 24 bits and count 8 bytes; a clause of 128 slots may begin at the last. */
enum { ENTRIES = 256, MAX_CODE_DWORDS = (1 << 25) + 2 * 128 };

struct entry {
    struct sim_program *program;
    unsigned users; /* launches that hold it */
};

struct sim_cache {
    pthread_mutex_t lock;
    struct entry entries[ENTRIES];
    unsigned count;
};

struct sim_cache *sim_cache_create(void)
{
    struct sim_cache *cache = calloc(1, sizeof(*cache));
    if (cache)
        pthread_mutex_init(&cache->lock, NULL);
    return cache;
}

void sim_cache_destroy(struct sim_cache *cache)
{
    if (!cache)
        return;
    for (unsigned i = 0; i < cache->count; i++)
        sim_program_destroy(cache->entries[i].program);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

static bool same_mode(const struct sim_program_mode *a, const struct sim_program_mode *b)
{
    return a->gprs == b->gprs && a->stack_entries == b->stack_entries && a->stage == b->stage &&
           a->dx10_clamp == b->dx10_clamp && a->flush_in == b->flush_in &&
           a->flush_out == b->flush_out && a->double_denormals == b->double_denormals;
}

static bool matches(const struct sim_program *program, const uint32_t *code, uint32_t dwords,
                    const struct sim_program_mode *mode)
{
    return program->dwords <= dwords && same_mode(&program->mode, mode) &&
           !memcmp(program->code, code, (size_t)program->dwords * sizeof(*code));
}

/* Decodes what lies there now. NULL with `error` filled. */
static struct sim_program *decode_copy(const uint32_t *code, uint32_t dwords,
                                       const struct sim_program_mode *mode,
                                       const struct hw_chip *chip, const struct sim_lanes *lanes,
                                       char *error, size_t error_size)
{
    if (dwords > MAX_CODE_DWORDS)
        dwords = MAX_CODE_DWORDS;
    uint32_t *copy = malloc(dwords * sizeof(*copy) + 1);
    struct sim_program *program = NULL;
    if (copy) {
        memcpy(copy, code, dwords * sizeof(*copy));
        program = sim_program_decode(copy, dwords, mode, chip, lanes, error, error_size);
    } else {
        snprintf(error, error_size, "out of memory");
    }
    free(copy);
    return program;
}

/* Puts an entry before those that it was behind, and notes one more user. */
static const struct sim_program *hold(struct sim_cache *cache, unsigned index)
{
    struct entry entry = cache->entries[index];
    memmove(cache->entries + 1, cache->entries, index * sizeof(entry));
    entry.users++;
    cache->entries[0] = entry;
    return entry.program;
}

/* A place for one more: a new one, or that of the program that was used longest ago, among those
 * that nobody holds. Launches that run are far fewer than entries. */
static unsigned make_place(struct sim_cache *cache)
{
    if (cache->count < ENTRIES)
        return cache->count++;
    unsigned index = ENTRIES - 1;
    while (cache->entries[index].users)
        index--;
    sim_program_destroy(cache->entries[index].program);
    return index;
}

/* The lock is held. */
static const struct sim_program *find(struct sim_cache *cache, const uint32_t *code,
                                      uint32_t dwords, const struct sim_program_mode *mode,
                                      const struct hw_chip *chip, const struct sim_lanes *lanes,
                                      char *error, size_t error_size)
{
    for (unsigned i = 0; i < cache->count; i++)
        if (matches(cache->entries[i].program, code, dwords, mode))
            return hold(cache, i);
    struct sim_program *program = decode_copy(code, dwords, mode, chip, lanes, error, error_size);
    if (!program)
        return NULL;
    const unsigned index = make_place(cache);
    cache->entries[index] = (struct entry){.program = program};
    return hold(cache, index);
}

const struct sim_program *sim_cache_take(struct sim_cache *cache, const uint32_t *code,
                                         uint32_t dwords, const struct sim_program_mode *mode,
                                         const struct hw_chip *chip, const struct sim_lanes *lanes,
                                         char *error, size_t error_size)
{
    pthread_mutex_lock(&cache->lock);
    const struct sim_program *program =
        find(cache, code, dwords, mode, chip, lanes, error, error_size);
    pthread_mutex_unlock(&cache->lock);
    return program;
}

void sim_cache_give(struct sim_cache *cache, const struct sim_program *program)
{
    if (!program)
        return;
    pthread_mutex_lock(&cache->lock);
    unsigned i = 0;
    while (cache->entries[i].program != program)
        i++;
    cache->entries[i].users--;
    pthread_mutex_unlock(&cache->lock);
}
