/* SPDX-License-Identifier: MIT */
/* order.c: whether assignments stand in the order of the source around a line. */
#include <llvm-c/DebugInfo.h>

#include "llvm/evergreen/mir/values.h"
#include "llvm/evergreen/variables/notes.h"
#include "llvm/ir/variables.h"

uint32_t *variables_turns(const struct mir_values *values)
{
    uint32_t *turns = arena_array(values->arena, values->shown_count, sizeof(*turns));
    for (uint32_t i = 0; i < values->variable_count; i++) {
        const struct mir_variable *v = &values->variables[i];
        for (const struct mir_change *c = v->changes; c != v->changes + v->change_count; c++)
            if (c->turn && c->shown != MIR_UNKNOWN)
                turns[c->shown] = c->turn;
    }
    return turns;
}

static const struct ir_variable_record *record_of(const struct mir_values *values,
                                                  const struct mir_change *change)
{
    return values->shown[change->shown].record;
}

bool variables_restates(const struct mir_values *values, uint32_t a, uint32_t b)
{
    const struct ir_variable_record *x = values->shown[a].record, *y = values->shown[b].record;
    return x && y && x->same && x->same == y->same;
}

/* A store has not run yet where it stands. */
static bool is_store_at(const struct mir_values *values, const struct mir_change *change,
                        uint32_t point)
{
    const struct ir_variable_record *record = record_of(values, change);
    return change->point == point && record && record->by_stores;
}

/* Whether a line of a variable's own function has made an assignment itself: it has not where it
 * begins, even if its code before that one is gone. */
static bool is_of_line(const struct mir_values *values, const struct mir_variable *variable,
                       const struct mir_change *change, uint32_t point)
{
    const struct ir_variable_record *record = record_of(values, change);
    LLVMMetadataRef at = (LLVMMetadataRef)values->locations[point];
    return record && record->line && at &&
           (const void *)LLVMDILocationGetInlinedAt(at) == variable->inlined_at &&
           LLVMDILocationGetLine(at) == record->line;
}

/* LLVM runs code ahead of the block where ways join, and leaves assignments there that the source
 * has before that code. */
static bool is_assigned_at_join(const struct mir_values *values, const uint32_t *turns,
                                const struct mir_variable *variable,
                                const struct mir_change *change, uint32_t point, uint32_t turn)
{
    const struct mir_change *end = variable->changes + variable->change_count;
    const uint32_t first = values->joined[point];
    const uint32_t assigned = change->turn ? change->turn : turns[change->shown];
    for (const struct mir_change *c = change + 1; first && c != end; c++)
        if (c->point >= first && c->point < values->block_end[first] &&
            values->part_begin[c->point] == first && c->turn > assigned && c->turn < turn)
            return true;
    return false;
}

/* Whether an assignment comes behind a line that the source has before it. One that says the last
 * one before the line once more is none. */
static bool is_changed_behind(const struct mir_values *values, const struct mir_variable *variable,
                              const struct mir_change *change, uint32_t point, uint32_t turn)
{
    const struct mir_change *end = variable->changes + variable->change_count;
    const bool in_part = !(values->moved[point] & MOVED_PART);
    const uint32_t last = (in_part ? values->part_end : values->block_end)[point];
    const uint32_t now = change->turn ? change->shown : MIR_UNKNOWN;
    for (change++; change != end && change->point < last; change++)
        if (change->turn ? change->turn < turn && !variables_restates(values, now, change->shown)
                         : values->line_begin[change->point - 1] == values->line_begin[point])
            return true; /* 0: it is of a phi, whose value was moved to this line */
    return false;
}

bool variables_out_of_order(const struct mir_values *values, const uint32_t *turns,
                            const struct mir_variable *variable, const struct mir_change *change,
                            uint32_t point)
{
    const uint32_t turn = variables_turn_in(values, point, variable->inlined_at);
    const bool in_part = !(values->moved[point] & MOVED_PART);
    const uint32_t first = (in_part ? values->part_begin : values->block_begin)[point];
    if (!turn)
        return false;
    if (is_store_at(values, change, point) && change != variable->changes)
        change--;
    /* Where code of an assignment's turn begins it is not made yet. */
    if (change->point >= first &&
        (change->turn >= turn || (change->turn && is_of_line(values, variable, change, point))))
        return true;
    if (!change->turn && (values->moved[point] & MOVED_TURN) && turns[change->shown] > turn)
        return true; /* what the turn before has assigned behind its line holds in this block */
    /* An instruction that was moved takes what it is shown of along, behind other assignments. */
    for (const struct mir_change *c = change; change->turn && c != variable->changes; c--)
        if (c->point >= first && c->turn > change->turn)
            return true;
    if (is_assigned_at_join(values, turns, variable, change, point, turn))
        return true;
    return is_changed_behind(values, variable, change, point, turn);
}
