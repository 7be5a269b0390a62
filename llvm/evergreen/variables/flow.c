/* SPDX-License-Identifier: MIT */
/* flow.c: what variables are from block to block.
 *
 * A block's variables are at its beginning what they are at the end of all blocks before it, if
 * these agree. */
#include <string.h>

#include "llvm/evergreen/variables/notes.h"
#include "llvm/ir/variables.h"

#define NOT_REACHED UINT32_MAX

static uint32_t meet(uint32_t a, uint32_t b)
{
    if (a == NOT_REACHED || a == b)
        return b;
    return b == NOT_REACHED ? a : VARIABLE_DIFFERS;
}

uint32_t variables_words_of(const struct mir_shown *shown)
{
    uint32_t count = 0;
    for (unsigned v = 0; v < MIR_SHOWN_VALUES; v++)
        count += shown->counts[v];
    return count;
}

/* Whether two things that are shown differ in their words alone. */
static bool same_kind(const struct mir_shown *a, const struct mir_shown *b)
{
    const struct ir_variable_record *x = a->record, *y = b->record;
    return x && y && x->is_address == y->is_address && x->expression == y->expression &&
           !memcmp(a->counts, b->counts, sizeof(a->counts));
}

static bool same_words(const struct mir_shown *a, const struct mir_shown *b)
{
    uint32_t w = 0, count = variables_words_of(a);
    while (w < count && mir_same_operand(&a->words[w].operand, &b->words[w].operand))
        w++;
    return w == count;
}

/* The phi of a block that has, from each block before it, that word of what is shown at its end. */
static const struct mir_inst *find_phi(const struct mir_values *values,
                                       const struct mir_block *block, const uint32_t *from,
                                       uint32_t word)
{
    for (const struct mir_inst *phi = block->first; phi && phi->kind == MIR_PHI; phi = phi->next) {
        uint32_t p = 0;
        while (p < block->pred_count &&
               mir_same_operand(&phi->src[p], &values->shown[from[p]].words[word].operand))
            p++;
        if (p == block->pred_count)
            return phi;
    }
    return NULL;
}

/* A variable that differs from block to block is what a phi is that chooses among just these
 * values; VARIABLE_DIFFERS: there is none. `from`: what it is at the end of each block before. */
static uint32_t join_by_phi(struct select *s, const struct mir_block *block, const uint32_t *from)
{
    struct mir_values *values = s->variables->values;
    for (uint32_t p = 0; p < block->pred_count; p++)
        if (from[p] == NOT_REACHED || !same_kind(&values->shown[from[p]], &values->shown[from[0]]))
            return VARIABLE_DIFFERS;
    struct mir_shown shown = values->shown[from[0]];
    const uint32_t count = variables_words_of(&shown);
    struct mir_word *words = arena_array(s->f->arena, count, sizeof(*words));
    for (uint32_t w = 0; w < count; w++) {
        words[w] = shown.words[w];
        bool same = true;
        for (uint32_t p = 1; p < block->pred_count; p++)
            same &= mir_same_operand(&words[w].operand, &values->shown[from[p]].words[w].operand);
        const struct mir_inst *phi = same ? NULL : find_phi(values, block, from, w);
        if (!same && !phi)
            return VARIABLE_DIFFERS;
        if (phi)
            words[w].operand = mir_vreg_operand(phi->dst[0]);
    }
    shown.words = words;
    /* It may have been found in an earlier round. */
    for (uint32_t i = values->shown_count - 1; i > VARIABLE_DIFFERS; i--) {
        const struct mir_shown *old = &values->shown[i];
        if (old->variable == shown.variable && same_kind(old, &shown) && same_words(old, &shown))
            return i;
    }
    return variables_new_shown(values, &shown);
}

/* Finds what variables are at the end of a block; `at` has what they are at its beginning. */
static void apply(const struct select_variables *v, uint32_t block, uint32_t *at)
{
    const struct select_change *change = block < v->room ? v->first[block] : NULL;
    for (; change; change = change->next)
        at[change->variable] = change->shown;
}

/* Finds what a variable is at the beginning of a block. */
static uint32_t enter(struct select *s, const struct mir_block *block, uint32_t variable,
                      const uint32_t *out, bool by_phi, uint32_t *from)
{
    const size_t count = s->variables->values->variable_count;
    uint32_t now = block->pred_count ? NOT_REACHED : MIR_UNKNOWN;
    for (uint32_t p = 0; p < block->pred_count; p++) {
        from[p] = out[block->preds[p]->index * count + variable];
        now = meet(now, from[p]);
    }
    return now == VARIABLE_DIFFERS && by_phi ? join_by_phi(s, block, from) : now;
}

/* Fills what variables are at the beginning of each block, until nothing changes. False: it changes
 * for ever. */
static bool flow(struct select *s, uint32_t *in, uint32_t *out, bool by_phi)
{
    enum { ROUNDS = 200 };
    const uint32_t count = s->variables->values->variable_count, blocks = s->f->block_count;
    const size_t bytes = count * sizeof(*out);
    uint32_t *now = arena_array(s->f->arena, count, sizeof(*now)), round = 0;
    uint32_t *from = arena_array(s->f->arena, blocks, sizeof(*from));
    memset(out, 0xff, blocks * bytes);
    for (bool changed = true; changed && round < ROUNDS; round++) {
        changed = false;
        for (uint32_t b = 0; b < blocks; b++) {
            for (uint32_t i = 0; i < count; i++)
                now[i] = enter(s, s->f->blocks[b], i, out, by_phi, from);
            memcpy(in + b * (size_t)count, now, bytes);
            apply(s->variables, b, now);
            changed |= memcmp(out + b * (size_t)count, now, bytes) != 0;
            memcpy(out + b * (size_t)count, now, bytes);
        }
    }
    return round < ROUNDS;
}

static void append(struct mir_values *values, uint32_t variable, const struct mir_change *change)
{
    struct mir_variable *v = &values->variables[variable];
    const struct mir_change *last = v->change_count ? &v->changes[v->change_count - 1] : NULL;
    if (last && last->shown == change->shown && last->turn == change->turn)
        return;
    v->changes = arena_grow(values->arena, v->changes, v->change_count, &v->change_room,
                            sizeof(*v->changes));
    v->changes[v->change_count++] = *change;
}

/* A variable that is shown nowhere but at one place in memory is there all the time, whatever way
 * leads past its declaration. MIR_UNKNOWN: it is none. */
static uint32_t home_of(const struct select_variables *v, uint32_t variable, uint32_t blocks)
{
    uint32_t home = MIR_UNKNOWN;
    for (uint32_t b = 0; b < blocks && b < v->room; b++)
        for (const struct select_change *c = v->first[b]; c; c = c->next) {
            const struct mir_shown *now = &v->values->shown[c->shown];
            const struct ir_variable_record *record = now->record;
            if (c->variable != variable)
                continue;
            if (!record || !record->is_address || record->by_stores ||
                (home && !(same_kind(now, &v->values->shown[home]) &&
                           same_words(now, &v->values->shown[home]))))
                return MIR_UNKNOWN;
            home = c->shown;
        }
    return home;
}

void variables_flow(struct select *s)
{
    const struct select_variables *v = s->variables;
    const uint32_t count = v->values->variable_count, blocks = s->f->block_count;
    if (!count)
        return;
    uint32_t *in = arena_array(s->f->arena, (size_t)blocks * count, sizeof(*in));
    uint32_t *out = arena_array(s->f->arena, (size_t)blocks * count, sizeof(*out));
    if (!flow(s, in, out, true))
        flow(s, in, out, false);
    uint32_t *home = arena_array(s->f->arena, count, sizeof(*home));
    for (uint32_t i = 0; i < count; i++)
        if ((home[i] = home_of(v, i, blocks)) != MIR_UNKNOWN)
            append(v->values, i, &(struct mir_change){.shown = home[i]});
    for (uint32_t b = 0; b < blocks && b < v->room; b++) { /* selected in this order */
        for (uint32_t i = 0; v->begin[b] && i < count; i++)
            if (!home[i])
                append(v->values, i,
                       &(struct mir_change){v->begin[b], in[b * (size_t)count + i], 0});
        for (const struct select_change *c = v->first[b]; c; c = c->next)
            if (!home[c->variable])
                append(v->values, c->variable, &(struct mir_change){c->point, c->shown, c->turn});
    }
}
