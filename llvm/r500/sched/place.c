/* SPDX-License-Identifier: MIT */
/* place.c: bundles of scalars that share a register, as they grow. */
#include "llvm/r500/sched/rows.h"

#include <assert.h>

const uint8_t place_permutations[6][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                          {2, 1, 0}, {1, 2, 0}, {2, 0, 1}};

uint8_t place_mask(const struct places *places, uint32_t bundle)
{
    uint8_t mask = 0;
    for (uint32_t v = 0; v < places->count; v++)
        if (places->of[v].bundle == bundle && places->of[v].channel != PLACE_NO_CHANNEL)
            mask |= (uint8_t)(1u << places->of[v].channel);
    return mask;
}

static uint8_t permuted(uint8_t mask, const uint8_t permutation[3])
{
    uint8_t result = mask & 8;
    for (unsigned c = 0; c < 3; c++)
        result |= (uint8_t)((mask >> c & 1) << permutation[c]);
    return result;
}

static void permute(struct places *places, uint32_t bundle, const uint8_t permutation[3])
{
    for (uint32_t v = 0; v < places->count; v++)
        if (places->of[v].bundle == bundle && places->of[v].channel < 3)
            places->of[v].channel = permutation[places->of[v].channel];
}

static void relabel(struct places *places, uint32_t from, uint32_t to)
{
    const bool locked = places->of[from].locked || places->of[to].locked;
    for (uint32_t v = 0; v < places->count; v++) {
        if (places->of[v].bundle == from)
            places->of[v].bundle = to;
        if (places->of[v].bundle == to)
            places->of[v].locked = locked;
    }
}

bool place_join(struct places *places, uint32_t a, uint32_t b)
{
    assert(a < places->count && b < places->count);
    if (places->of[a].locked && !places->of[b].locked) {
        const uint32_t other = a;
        a = b;
        b = other;
    }
    if (a == b)
        return true;
    const uint8_t mask_a = place_mask(places, a), mask_b = place_mask(places, b);
    for (unsigned p = 0; p < 6; p++) {
        if (permuted(mask_a, place_permutations[p]) & mask_b)
            continue;
        if (p && places->of[a].locked)
            return false;
        permute(places, a, place_permutations[p]);
        relabel(places, a, b);
        return true;
    }
    return false;
}

void place_lock(struct places *places, uint32_t bundle)
{
    for (uint32_t v = 0; v < places->count; v++)
        if (places->of[v].bundle == bundle)
            places->of[v].locked = true;
}

bool place_align(struct places *places, uint32_t a, uint32_t b)
{
    struct place *x = &places->of[a], *y = &places->of[b];
    assert(x->channel != PLACE_NO_CHANNEL && y->channel != PLACE_NO_CHANNEL);
    if (x->channel != y->channel) {
        if (x->channel > 2 || y->channel > 2 || x->bundle == y->bundle || (x->locked && y->locked))
            return false;
        if (x->locked) {
            struct place *other = x;
            x = y;
            y = other;
        }
        uint8_t exchange[3] = {0, 1, 2};
        exchange[x->channel] = y->channel;
        exchange[y->channel] = x->channel;
        permute(places, x->bundle, exchange);
    }
    place_lock(places, x->bundle);
    place_lock(places, y->bundle);
    return true;
}
