/* SPDX-License-Identifier: MIT */
/* moved.c: code that LLVM has put where the source does not have it. */
#include <llvm-c/DebugInfo.h>

#include "llvm/evergreen/variables/notes.h"
#include "llvm/ir/variables.h"

/* When code of a location comes in the kernel: of a function that is inlined, its call. */
static uint32_t outer_turn(const struct mir_values *values, const void *location)
{
    const struct ir_variable_reader *reader = values->reader;
    LLVMMetadataRef at = (LLVMMetadataRef)location;
    for (LLVMMetadataRef call; at && (call = LLVMDILocationGetInlinedAt(at));)
        at = call;
    return at ? reader->turn_of(at) : 0;
}

/* The nearest common dominator of two blocks, both reached. */
static uint32_t common(const uint32_t *dominator, uint32_t a, uint32_t b)
{
    while (a != b)
        if (a > b)
            a = dominator[a];
        else
            b = dominator[b];
    return a;
}

/* By block: the one that all ways to it lead through. Dominators have smaller numbers. */
static uint32_t *find_dominators(struct select *s)
{
    uint32_t *dominator = arena_array(s->f->arena, s->f->block_count, sizeof(*dominator));
    for (uint32_t b = 1; b < s->f->block_count; b++) {
        const struct mir_block *block = s->f->blocks[b];
        bool any = false;
        for (uint32_t p = 0; p < block->pred_count; p++) {
            const uint32_t from = block->preds[p]->index;
            if (from >= b)
                continue; /* a backward edge */
            dominator[b] = any ? common(dominator, dominator[b], from) : from;
            any = true;
        }
    }
    return dominator;
}

/* The last turn of the blocks from one to another. */
static uint32_t last_turn(struct select *s, uint32_t from, uint32_t to)
{
    const struct select_variables *v = s->variables;
    uint32_t last = 0;
    for (uint32_t b = from; b <= to && b < v->room; b++)
        for (uint32_t p = v->begin[b]; p && p <= s->f->blocks[b]->point; p++) {
            const uint32_t turn = outer_turn(s->f->values, s->f->values->locations[p]);
            last = turn > last ? turn : last;
        }
    return last;
}

/* The block whose branch leads to a block. */
static uint32_t branch_before(const struct select *s, const uint32_t *dominator, uint32_t block)
{
    uint32_t d = dominator[block];
    while (d && s->f->blocks[d]->cond.kind == MIR_NONE)
        d = dominator[d];
    return d;
}

/* The first turn that code of a block may have: that of the branch that leads to it, or behind a
 * loop that is left for it. Blocks of a loop follow each other. */
static uint32_t earliest_turn(struct select *s, const uint32_t *dominator, uint32_t block)
{
    const struct mir_block *const *blocks = (const struct mir_block *const *)s->f->blocks;
    const uint32_t d = branch_before(s, dominator, block);
    uint32_t turn = 0;
    for (uint32_t latch = dominator[block]; latch < block; latch++)
        for (unsigned i = 0; i < 2; i++) {
            const struct mir_block *head = blocks[latch]->succ[i];
            if (!head || head->index > latch || head->index > dominator[block])
                continue;
            const uint32_t last = last_turn(s, head->index, latch) + 1;
            turn = last > turn ? last : turn;
        }
    uint32_t branch = 0;
    if (blocks[d]->cond.kind != MIR_NONE)
        branch = outer_turn(s->f->values, s->f->values->locations[blocks[d]->point]);
    if (blocks[d]->cond.kind != MIR_NONE && !branch) /* a branch that a pass has made */
        branch = last_turn(s, d, d);
    return branch > turn ? branch : turn;
}

/* LLVM sinks instructions to where their results are used: to the beginning of a block behind a
 * branch or a loop, which comes later in the source than they do. There, variables are not what
 * they are at the instructions' line. Code with the location of the very branch is what a pass has
 * made of another copy of it, in an iteration before. */
static void find_sunk(struct select *s)
{
    struct mir_values *values = s->f->values;
    const struct select_variables *v = s->variables;
    const uint32_t *dominator = find_dominators(s);
    values->moved = arena_array(s->f->arena, values->point_count, sizeof(*values->moved));
    for (uint32_t b = 1; b < s->f->block_count && b < v->room; b++) {
        const uint32_t earliest = earliest_turn(s, dominator, b);
        const struct mir_block *from = s->f->blocks[branch_before(s, dominator, b)];
        const void *branch = from->cond.kind == MIR_NONE ? NULL : values->locations[from->point];
        for (uint32_t p = v->begin[b]; p && p < s->f->blocks[b]->point; p++) {
            const uint32_t turn = outer_turn(values, values->locations[p]);
            if (turn && (turn < earliest || values->locations[p] == branch))
                values->moved[p] = MOVED_LINE;
        }
    }
    for (const struct select_join *join = v->joins; join; join = join->next)
        values->moved[join->point] = MOVED_LINE;
}

static uint32_t line_at(const struct mir_values *values, uint32_t point)
{
    LLVMMetadataRef location = (LLVMMetadataRef)values->locations[point];
    return location ? LLVMDILocationGetLine(location) : 0;
}

/* The point of a block's own code that comes first in the source; 0: it has none. */
static uint32_t first_point(const struct select *s, uint32_t block)
{
    const struct mir_values *values = s->f->values;
    uint32_t first = UINT32_MAX, point = 0;
    for (uint32_t p = s->variables->begin[block]; p && p <= s->f->blocks[block]->point; p++) {
        const uint32_t turn =
            values->moved[p] & MOVED_LINE ? 0 : outer_turn(values, values->locations[p]);
        if (turn && turn < first) {
            first = turn;
            point = p;
        }
    }
    return point;
}

/* Where the ways go on that lead from a block without a branch; 0: that is not known. */
static uint32_t joined_point(const struct select *s, const struct mir_block *block)
{
    const struct mir_block *next = block->cond.kind == MIR_NONE ? block->succ[0] : NULL;
    return next && next->index < s->variables->room ? first_point(s, next->index) : 0;
}

/* The last turn that code of a block may have: that of the branch that it ends in, or before what
 * follows where ways join. 0: it ends in the branch of a loop. */
static uint32_t latest_turn(const struct select *s, const struct mir_block *block)
{
    const struct mir_values *values = s->f->values;
    for (unsigned i = 0; i < 2; i++)
        if (block->succ[i] && block->succ[i]->index <= block->index)
            return 0;
    if (block->cond.kind != MIR_NONE)
        return outer_turn(values, values->locations[block->point]);
    const uint32_t joined = joined_point(s, block);
    return joined ? outer_turn(values, values->locations[joined]) - 1 : 0;
}

/* LLVM runs code of a branch ahead of it, where it does no harm: also for those who do not take it.
 * At the beginning of a block such code may be the end of a loop's turn before, unrolled. */
static void find_hoisted(struct select *s)
{
    struct mir_values *values = s->f->values;
    const struct select_variables *v = s->variables;
    for (uint32_t b = 1; b < s->f->block_count && b < v->room; b++) {
        const struct mir_block *block = s->f->blocks[b];
        const uint32_t latest = latest_turn(s, block);
        const uint32_t line = block->cond.kind == MIR_NONE ? 0 : line_at(values, block->point);
        const uint32_t joined = line_at(values, joined_point(s, block));
        bool begun = false;
        for (uint32_t p = v->begin[b]; latest && p && p < block->point; p++) {
            const uint32_t turn = outer_turn(values, values->locations[p]);
            begun |= turn && turn <= latest;
            const uint32_t at = line_at(values, p);
            if (begun && turn && ((turn > latest && at != line) || at == joined))
                values->moved[p] = MOVED_LINE;
            else if (!begun && turn)
                values->moved[p] |= MOVED_TURN;
        }
    }
}

void variables_find_moved(struct select *s)
{
    find_sunk(s);
    find_hoisted(s);
    variables_find_parts(s);
}
