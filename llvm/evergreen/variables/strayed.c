/* SPDX-License-Identifier: MIT */
/* strayed.c: finds code that no part of its block can have.
 *
 * What an iteration of a loop, or what follows it, may have is said by the mark that it begins
 * with. That holds up to the next mark, also in the blocks behind it, which need not have one. */
#include <llvm-c/DebugInfo.h>

#include "llvm/evergreen/variables/notes.h"

/* The parts of one function, as it is inlined. */
struct strayed {
    struct select *s;
    const void *inlined_at;
    const struct select_part *const *at; /* by point: the part that begins there */
    const struct select_part **in;       /* by block: the part that goes on there; NULL: unknown */
};

static const struct select_part not_reached;

static const struct select_part *part_at(const struct strayed *x, uint32_t point)
{
    const struct select_part *part = x->at[point];
    return part && part->inlined_at == x->inlined_at ? part : NULL;
}

static const struct select_part *part_behind(const struct strayed *x, uint32_t block)
{
    const struct select_variables *v = x->s->variables;
    const uint32_t begin = block < v->room ? v->begin[block] : 0;
    const struct select_part *part = NULL;
    for (uint32_t p = x->s->f->blocks[block]->point; begin && p >= begin && !part; p--)
        part = part_at(x, p);
    return part ? part : x->in[block];
}

static const struct select_part *meet(const struct select_part *a, const struct select_part *b)
{
    if (a == &not_reached || a == b)
        return b;
    if (b == &not_reached)
        return a;
    return a && b && a->first == b->first && a->last == b->last && a->leaves == b->leaves &&
                   a->is_iteration == b->is_iteration
               ? a
               : NULL;
}

/* A part goes on in a block if it does at the end of all blocks before it. */
static void find_parts_in(struct strayed *x)
{
    const struct mir_function *f = x->s->f;
    for (uint32_t b = 0; b < f->block_count; b++)
        x->in[b] = f->blocks[b]->pred_count ? &not_reached : NULL;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < f->block_count; b++) {
            const struct select_part *now = x->in[b];
            for (uint32_t p = 0; p < f->blocks[b]->pred_count; p++)
                now = meet(now, part_behind(x, f->blocks[b]->preds[p]->index));
            changed |= now != x->in[b];
            x->in[b] = now;
        }
    }
}

/* Whether a part that ends where another one begins may have code of a turn. NULL: it is not known
 * which part it is; none begins before the block ends. */
static bool may_have(const struct select_part *part, const struct select_part *next, uint32_t turn)
{
    const uint32_t first = part ? part->first : 0, last = part ? part->last : UINT32_MAX;
    if (turn < first || turn > last)
        return false;
    return !next || next->first <= first || turn < next->first;
}

static bool has_place(const struct strayed *x, uint32_t block, uint32_t turn)
{
    const struct select_part *part = x->in[block] == &not_reached ? NULL : x->in[block];
    for (uint32_t p = x->s->variables->begin[block]; p <= x->s->f->blocks[block]->point; p++) {
        const struct select_part *next = part_at(x, p);
        if (next && may_have(part, next, turn))
            return true;
        part = next ? next : part;
    }
    return may_have(part, NULL, turn);
}

static void find_in_function(struct strayed *x)
{
    struct mir_values *values = x->s->f->values;
    const struct select_variables *v = x->s->variables;
    find_parts_in(x);
    for (uint32_t b = 0; b < x->s->f->block_count && b < v->room; b++)
        for (uint32_t p = v->begin[b]; p && p <= x->s->f->blocks[b]->point; p++) {
            const uint32_t turn = variables_turn_in(values, p, x->inlined_at);
            if (turn && !has_place(x, b, turn))
                values->moved[p] |= MOVED_LINE;
        }
}

/* A line that is in none of a block's parts does not begin there: what its variables are is said in
 * other blocks. */
void variables_find_strayed(struct select *s, const struct select_part *const *at)
{
    const struct select_part *last = s->variables->last_part;
    struct strayed x = {.s = s, .at = at};
    x.in = arena_array(s->f->arena, s->f->block_count, sizeof(const struct select_part *));
    for (const struct select_part *part = last; part; part = part->before) {
        const struct select_part *other = last;
        while (other != part && other->inlined_at != part->inlined_at)
            other = other->before;
        x.inlined_at = part->inlined_at;
        if (other == part) /* once for each function */
            find_in_function(&x);
    }
}
