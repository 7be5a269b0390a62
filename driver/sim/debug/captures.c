/* SPDX-License-Identifier: MIT */
/* captures.c: keeps what instructions compute, under numbers that the debugger gives: a value is
 * still known when its register has another one. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/sim/debug/debug.h"

bool debug_add_capture(struct sim_debug *debug, struct debug_list *list,
                       const struct debug_capture *capture)
{
    if (list->count == DEBUG_CAPTURES || capture->word >= debug->words ||
        capture->slot >= DEBUG_SLOTS ||
        capture->vector >= sim_program_registers(debug->launch->program) ||
        (list->count && list->at[list->count - 1].word > capture->word))
        return false;
    if (list->count == list->room) {
        const uint32_t room = list->room ? 2 * list->room : 64;
        struct debug_capture *more = realloc(list->at, room * sizeof(*more));
        if (!more)
            return false;
        list->at = more;
        list->room = room;
    }
    list->at[list->count++] = *capture;
    if (capture->slot >= debug->slots)
        debug->slots = capture->slot + 1;
    return true;
}

bool debug_make_slots(struct sim_debug *debug)
{
    for (uint32_t i = 0; i < debug->wave_count; i++) {
        struct debug_wave *wave = &debug->waves[i];
        free(wave->values);
        free(wave->known);
        free(wave->owner);
        wave->values = calloc(debug->slots + (size_t)1, sizeof(sim_vector));
        wave->known = calloc(debug->slots + (size_t)1, sizeof(*wave->known));
        wave->owner = calloc(sim_program_registers(debug->launch->program), sizeof(sim_vector));
        if (!wave->values || !wave->known || !wave->owner)
            return false;
    }
    return true;
}

/* The first capture of a word, or of a later one. */
static struct debug_capture *find(const struct debug_list *list, uint32_t word)
{
    uint32_t low = 0, high = list->count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (list->at[middle].word < word)
            low = middle + 1;
        else
            high = middle;
    }
    return list->at + low;
}

static void take(struct sim_debug *debug, const struct debug_capture *capture, uint64_t mask)
{
    const uint32_t *from = sim_wave_vector(debug->wave, capture->vector * SIM_LANES);
    struct debug_wave *wave = &debug->waves[debug->wave->index % debug->wave_count];
    assert(capture->slot < debug->slots && wave->values);
    for (uint64_t lanes = mask; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        wave->values[(size_t)capture->slot * SIM_LANES + lane] = from[lane];
        wave->owner[capture->vector * SIM_LANES + lane] = capture->slot + 1;
    }
    wave->known[capture->slot] |= mask;
}

void debug_take_before(struct sim_debug *debug, uint32_t word)
{
    const struct debug_capture *end = debug->before.at + debug->before.count;
    if (!debug->before.count)
        return;
    for (const struct debug_capture *c = find(&debug->before, word); c != end && c->word == word;
         c++)
        take(debug, c, debug->wave->exec);
}

void debug_note_after(struct sim_debug *debug, uint32_t word, uint64_t mask)
{
    const uint32_t room = sizeof(debug->pending) / sizeof(debug->pending[0]);
    struct debug_capture *end = debug->after.at + debug->after.count;
    if (!debug->after.count)
        return;
    for (struct debug_capture *c = find(&debug->after, word);
         c != end && c->word == word && debug->pending_count < room; c++) {
        debug->pending_mask[debug->pending_count] = mask;
        debug->pending[debug->pending_count++] = c;
    }
}

void debug_take_pending(struct sim_debug *debug)
{
    for (uint32_t i = 0; i < debug->pending_count; i++)
        take(debug, debug->pending[i], debug->pending_mask[i]);
    debug->pending_count = 0;
}

void debug_forget_owners(struct sim_debug *debug, uint32_t vector, uint32_t count, uint64_t mask)
{
    const struct debug_wave *wave = &debug->waves[debug->wave->index % debug->wave_count];
    const uint32_t registers = sim_program_registers(debug->launch->program);
    for (uint32_t v = vector; wave->owner && v < vector + count && v < registers; v++)
        for (uint64_t lanes = mask; lanes; lanes &= lanes - 1)
            wave->owner[v * SIM_LANES + (unsigned)__builtin_ctzll(lanes)] = 0;
}

void debug_change_value(struct sim_debug *debug, uint32_t slot, unsigned lane, uint32_t value)
{
    const struct debug_wave *wave = &debug->waves[debug->wave->index % debug->wave_count];
    const uint32_t registers = sim_program_registers(debug->launch->program);
    wave->values[(size_t)slot * SIM_LANES + lane] = value;
    wave->known[slot] |= UINT64_C(1) << lane;
    for (uint32_t v = 0; v < registers; v++)
        if (wave->owner[v * SIM_LANES + lane] == slot + 1)
            sim_wave_vector(debug->wave, v * SIM_LANES)[lane] = value;
}
