/* SPDX-License-Identifier: MIT */
/* cache.c: decoded programs, most recently used first. A program is known by its code, of which a
 * copy is kept: memory may have changed since, so an address proves nothing. */
#include <stdlib.h>
#include <string.h>

#include "driver/sim/dispatch.h"

enum { ENTRIES = 256 };

struct sim_cache {
    struct sim_program *programs[ENTRIES];
    unsigned count;
};

struct sim_cache *sim_cache_create(void)
{
    return calloc(1, sizeof(struct sim_cache));
}

void sim_cache_destroy(struct sim_cache *cache)
{
    if (!cache)
        return;
    for (unsigned i = 0; i < cache->count; i++)
        sim_program_destroy(cache->programs[i]);
    free(cache);
}

static bool same_mode(const struct sim_program_mode *a, const struct sim_program_mode *b)
{
    return a->gprs == b->gprs && a->stack_entries == b->stack_entries &&
           a->dx10_clamp == b->dx10_clamp && a->flush_in == b->flush_in &&
           a->flush_out == b->flush_out;
}

static bool matches(const struct sim_program *program, const uint32_t *code, uint32_t dwords,
                    const struct sim_program_mode *mode)
{
    return program->dwords <= dwords && same_mode(&program->mode, mode) &&
           !memcmp(program->code, code, (size_t)program->dwords * sizeof(*code));
}

static void put_first(struct sim_cache *cache, unsigned index, struct sim_program *program)
{
    memmove(cache->programs + 1, cache->programs, index * sizeof(cache->programs[0]));
    cache->programs[0] = program;
}

const struct sim_program *sim_cache_get(struct sim_cache *cache, const uint32_t *code,
                                        uint32_t dwords, const struct sim_program_mode *mode,
                                        const struct hw_chip *chip, const struct sim_lanes *lanes,
                                        char *error, size_t error_size)
{
    for (unsigned i = 0; i < cache->count; i++)
        if (matches(cache->programs[i], code, dwords, mode)) {
            put_first(cache, i, cache->programs[i]);
            return cache->programs[0];
        }
    struct sim_program *program =
        sim_program_decode(code, dwords, mode, chip, lanes, error, error_size);
    if (!program)
        return NULL;
    if (cache->count == ENTRIES)
        sim_program_destroy(cache->programs[ENTRIES - 1]);
    else
        cache->count++;
    put_first(cache, cache->count - 1, program);
    return program;
}
