/* SPDX-License-Identifier: MIT */
/* allocate.c: registers. What is given a register is a bundle: one to four scalars, each in its
 * channel. Two bundles share a register when no two of their scalars lie in one channel at once;
 * colours of a bundle that is not locked may change places for that. So scalars and pairs are
 * packed into what vectors leave (the classes of Runeson and Nystroem, as masks of channels). */
#include <stdio.h>

#include "llvm/r500/sched/schedule.h"

struct allocation {
    struct r500_code *code;
    struct r500_meetings met;
};

/* Whether two bundles cannot share a register when the first's colours are permuted. */
static bool collide(const struct allocation *a, uint32_t x, const uint8_t permutation[3],
                    uint16_t reg)
{
    const struct places *places = &a->code->places;
    for (uint32_t v = 0; v < places->count; v++) {
        if (places->of[v].bundle != x || places->of[v].channel == PLACE_NO_CHANNEL)
            continue;
        const uint8_t channel =
            places->of[v].channel < 3 ? permutation[places->of[v].channel] : places->of[v].channel;
        for (uint32_t u = 0; u < places->count; u++)
            if (places->of[u].reg == reg && places->of[u].channel == channel &&
                r500_has_bit(&a->met.meets[(size_t)v * a->met.words], u))
                return true;
    }
    return false;
}

static void give(struct places *places, uint32_t bundle, const uint8_t permutation[3], uint16_t reg)
{
    for (uint32_t v = 0; v < places->count; v++) {
        if (places->of[v].bundle != bundle || places->of[v].channel == PLACE_NO_CHANNEL)
            continue;
        if (places->of[v].channel < 3)
            places->of[v].channel = permutation[places->of[v].channel];
        places->of[v].reg = reg;
    }
}

static bool place_bundle(struct allocation *a, uint32_t bundle)
{
    struct places *places = &a->code->places;
    const unsigned permutations = places->of[bundle].locked ? 1 : 6;
    for (unsigned reg = 0; reg < HW_R500_TEMPS; reg++) {
        for (unsigned p = 0; p < permutations; p++) {
            if (collide(a, bundle, place_permutations[p], (uint16_t)reg))
                continue;
            give(places, bundle, place_permutations[p], (uint16_t)reg);
            if (a->code->registers <= reg)
                a->code->registers = reg + 1u;
            return true;
        }
    }
    return false;
}

static unsigned width(const struct places *places, uint32_t bundle)
{
    const uint8_t mask = place_mask(places, bundle);
    return (unsigned)__builtin_popcount(mask & 7) * 2 + (mask >> 3);
}

struct placing {
    struct allocation *a;
    bool failed;
    unsigned width;
};

static void place_var(void *data, uint32_t var)
{
    struct placing *placing = data;
    const struct places *places = &placing->a->code->places;
    if (places->of[var].reg != PLACE_NO_REGISTER || places->of[var].channel == PLACE_NO_CHANNEL ||
        width(places, places->of[var].bundle) < placing->width)
        return;
    placing->failed |= !place_bundle(placing->a, places->of[var].bundle);
}

/* Each a register of its own: all four channels are written. */
static void place_inputs(struct allocation *a)
{
    struct places *places = &a->code->places;
    for (unsigned i = 0; i < ABI_IMAGE_INPUT_KINDS; i++) {
        const uint32_t *var = a->code->p->inputs[i].var;
        bool used = false;
        for (unsigned e = 0; e < 2; e++)
            if (var[e] != FIR_NO_VAR && r500_has_bit(a->met.at_start, var[e])) {
                give(places, places->of[var[e]].bundle, place_permutations[0],
                     (uint16_t)a->code->registers);
                used = true;
            }
        a->code->registers += used;
    }
}

/* Inputs have their registers; then wide bundles before narrow ones, in the order of the code. */
static bool place_all(struct allocation *a)
{
    struct placing placing = {a, false, 0};
    place_inputs(a);
    for (placing.width = 7; placing.width-- > 0;)
        for (size_t i = 0; i < a->code->count; i++)
            r500_row_writes(&a->code->rows[i], place_var, &placing);
    for (size_t i = 0; i < a->code->count; i++)
        r500_row_reads(&a->code->rows[i], place_var, &placing); /* never written */
    return !placing.failed;
}

int r500_allocate(struct r500_code *code, char *error, size_t error_size)
{
    struct allocation a = {.code = code};
    code->registers = 0;
    r500_find_liveness(code, &a.met);
    if (place_all(&a))
        return 0;
    snprintf(error, error_size, "kernel %s: more than %d registers are needed at once",
             code->p->name, HW_R500_TEMPS);
    return -1;
}
