/* SPDX-License-Identifier: MIT */
/* parts.c: tells iterations of a loop apart that are in one block, as unrolled ones are.
 *
 * Marks say where each begins. Code that stands in an iteration which cannot have it was moved
 * there: for such code the whole block counts. */
#include <llvm-c/DebugInfo.h>

#include "llvm/evergreen/variables/notes.h"
#include "llvm/ir/variables.h"

/* LLVM may leave an assignment too many. */
static void find_repeated(struct select *s)
{
    enum { MOST = 4096 };
    const struct select_variables *v = s->variables;
    const uint32_t *part = s->f->values->part_begin;
    struct mir_shown *shown = s->f->values->shown;
    for (uint32_t b = 0; b < s->f->block_count && b < v->room; b++) {
        uint32_t count = 0;
        for (const struct select_change *c = v->first[b]; c && count < MOST; c = c->next, count++)
            for (const struct select_change *d = v->first[b]; c->turn && d != c; d = d->next) {
                if (d->turn != c->turn || d->variable != c->variable || !shown[c->shown].record ||
                    !shown[d->shown].record || variables_restates(s->f->values, c->shown, d->shown))
                    continue;
                const bool in_part = part[d->point] == part[c->point];
                const struct ir_variable_record *record = shown[c->shown].record;
                if (in_part && record->by_stores)
                    continue; /* of elements that one line stores */
                const uint8_t where =
                    in_part ? REPEATED_IN_PART | REPEATED_IN_BLOCK : REPEATED_IN_BLOCK;
                shown[c->shown].repeated |= where;
                shown[d->shown].repeated |= where;
            }
    }
}

static bool same_line(const void *a, const void *b)
{
    LLVMMetadataRef x = (LLVMMetadataRef)a, y = (LLVMMetadataRef)b;
    return a == b || (a && b && LLVMDILocationGetLine(x) == LLVMDILocationGetLine(y) &&
                      LLVMDILocationGetInlinedAt(x) == LLVMDILocationGetInlinedAt(y));
}

uint32_t variables_turn_in(const struct mir_values *values, uint32_t point, const void *inlined_at)
{
    const struct ir_variable_reader *reader = values->reader;
    LLVMMetadataRef at = (LLVMMetadataRef)values->locations[point];
    for (; at; at = LLVMDILocationGetInlinedAt(at))
        if ((const void *)LLVMDILocationGetInlinedAt(at) == inlined_at)
            return reader->turn_of(at);
    return 0;
}

static const struct select_part *part_of(const struct select_part *at, uint32_t point,
                                         const void *inlined_at)
{
    for (; at && at->point == point; at = at->before)
        if (at->inlined_at == inlined_at)
            return at;
    return NULL;
}

static bool same_loop(const struct select_part *a, const struct select_part *b)
{
    return b->is_iteration && b->first == a->first && b->last == a->last;
}

/* Whether a loop goes on behind the test that an iteration begins with: by the next mark in the
 * block, or by the branch that the block ends in. */
static bool goes_on(const struct select *s, const struct select_part *iteration,
                    const struct select_part *behind, uint32_t end)
{
    if (behind && behind->is_iteration)
        return behind->first >= iteration->first && behind->last <= iteration->last;
    if (behind) /* of this loop, or of one in it */
        return behind->leaves > iteration->leaves && behind->leaves <= iteration->last;
    const uint32_t turn = variables_turn_in(s->f->values, end, iteration->inlined_at);
    return turn > iteration->leaves && turn <= iteration->last;
}

/* Whether code cannot be where it stands, by the marks of one function: the last one before it in
 * its block, and the next one behind it. */
static bool is_strange(const struct select *s, uint32_t point, const struct select_part *const *at,
                       uint32_t begin, uint32_t end, const void *inlined_at)
{
    const uint32_t turn = variables_turn_in(s->f->values, point, inlined_at);
    const struct select_part *before = NULL, *behind = NULL;
    for (uint32_t p = point; p >= begin && !before; p--)
        before = part_of(at[p], p, inlined_at);
    for (uint32_t p = point + 1; p <= end && !behind; p++)
        behind = part_of(at[p], p, inlined_at);
    if (!turn)
        return false;
    if (before && behind && behind->point < end) { /* where the loop might be left, but goes on */
        const struct select_part *next =
            part_of(at[behind->point + 1], behind->point + 1, inlined_at);
        behind = next && same_loop(before, next) ? next : behind;
    }
    if (before && (turn < before->first || turn > before->last))
        return true;
    if (behind && !behind->is_iteration && turn > behind->leaves)
        return true;
    if (behind && behind->is_iteration && behind->first > (before ? before->first : 0) &&
        turn >= behind->first)
        return true; /* another loop begins behind it, which the source has before it */
    if (before && before->is_iteration && turn > before->leaves)
        return !goes_on(s, before, behind, end);
    return false;
}

/* Whether that is so in any function that the code is of, as they are inlined. */
static bool is_misplaced(const struct select *s, uint32_t point,
                         const struct select_part *const *at, uint32_t begin, uint32_t end)
{
    LLVMMetadataRef location = (LLVMMetadataRef)s->f->values->locations[point];
    for (; location; location = LLVMDILocationGetInlinedAt(location))
        if (is_strange(s, point, at, begin, end, LLVMDILocationGetInlinedAt(location)))
            return true;
    return false;
}

/* A part that has misplaced code is not to be trusted: what goes with that code was moved there,
 * too, and may be of the same loop. All of it counts as of the whole block. */
static void find_misplaced(struct select *s, const struct select_part *const *at, uint32_t begin,
                           uint32_t end)
{
    struct mir_values *values = s->f->values;
    bool any = false;
    for (uint32_t p = begin; p <= end; p++)
        any |= at[p] != NULL;
    for (uint32_t p = begin; any && p <= end; p++)
        if (is_misplaced(s, p, at, begin, end))
            for (uint32_t q = values->part_begin[p]; q < values->part_end[p]; q++)
                values->moved[q] |= MOVED_PART;
}

static void find_extents(struct select *s, uint32_t begin, uint32_t end,
                         const struct select_part *const *at)
{
    struct mir_values *values = s->f->values;
    for (uint32_t p = begin; p <= end; p++) {
        values->block_begin[p] = begin;
        values->block_end[p] = end + 1;
        if (p == begin || at[p])
            continue;
        values->part_begin[p] = values->part_begin[p - 1];
        if (same_line(values->locations[p - 1], values->locations[p]))
            values->line_begin[p] = values->line_begin[p - 1];
    }
    for (uint32_t p = end; p >= begin; p--)
        values->part_end[p] = p == end || at[p + 1] ? p + 1 : values->part_end[p + 1];
}

/* Where ways join behind a block that ends in no branch: its points have the first one there. */
static void find_joined(struct select *s)
{
    struct mir_values *values = s->f->values;
    const struct select_variables *v = s->variables;
    values->joined = arena_array(s->f->arena, values->point_count, sizeof(*values->joined));
    for (uint32_t b = 0; b < s->f->block_count && b < v->room; b++) {
        const struct mir_block *block = s->f->blocks[b], *next = block->succ[0];
        if (block->cond.kind != MIR_NONE || !next || next->index <= b || next->index >= v->room)
            continue;
        for (uint32_t p = v->begin[b]; p && p <= block->point; p++)
            values->joined[p] = v->begin[next->index];
    }
}

void variables_find_parts(struct select *s)
{
    struct mir_values *values = s->f->values;
    const struct select_variables *v = s->variables;
    const uint32_t count = values->point_count;
    const struct select_part **at =
        arena_array(s->f->arena, count, sizeof(const struct select_part *));
    uint32_t **all[] = {&values->line_begin, &values->part_begin, &values->part_end,
                        &values->block_begin, &values->block_end};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        *all[i] = arena_array(s->f->arena, count, sizeof(uint32_t));
        for (uint32_t p = 0; p < count; p++)
            (*all[i])[p] = p;
    }
    for (const struct select_part *part = v->last_part; part; part = part->before)
        at[part->point] = part;
    for (uint32_t b = 0; b < s->f->block_count && b < v->room; b++)
        if (v->begin[b]) {
            find_extents(s, v->begin[b], s->f->blocks[b]->point, at);
            find_misplaced(s, at, v->begin[b], s->f->blocks[b]->point);
        }
    find_joined(s);
    variables_find_strayed(s, at);
    find_repeated(s);
}
