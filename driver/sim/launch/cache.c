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
    struct sim_program *program = decode_copy(code, dwords, mode, chip, lanes, error, error_size);
    if (!program)
        return NULL;
    if (cache->count == ENTRIES)
        sim_program_destroy(cache->programs[ENTRIES - 1]);
    else
        cache->count++;
    put_first(cache, cache->count - 1, program);
    return program;
}
