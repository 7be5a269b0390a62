/* SPDX-License-Identifier: MIT */
/* emit_barrier.c: barriers. The function returns, and goes on behind the barrier when it is called
 * next; what may be read there goes through memory. */
#include "driver/sim/recompile/emitter.h"
#include "driver/sim/recompile/kept.h"

#include <stddef.h>

struct move {
    struct native_emitter *e;
    bool save;       /* to memory */
    unsigned number; /* of the next mask */
};

/* One mask. `known`: what it is at the barrier, as text, so that it needs no place; or NULL. */
static void move_mask(struct move *m, const char *variable, const char *known)
{
    struct native_emitter *e = m->e;
    if (known) {
        if (!m->save)
            native_line(e, "store i16 %s, ptr %%%s", known, variable);
        return;
    }
    const unsigned at = native_name(e), value = native_name(e);
    native_line(e, "%%t%u = getelementptr i8, ptr %%block, i64 %zu", at,
                offsetof(struct sim_native_block, masks) + 2 * (size_t)m->number++);
    if (m->save) {
        native_line(e, "%%t%u = load i16, ptr %%%s", value, variable);
        native_line(e, "store i16 %%t%u, ptr %%t%u", value, at);
    } else {
        native_line(e, "%%t%u = load i16, ptr %%t%u", value, at);
        native_line(e, "store i16 %%t%u, ptr %%%s", value, variable);
    }
}

static void move_level(struct move *m, const char *kind, int level, const char *known)
{
    char text[48];
    snprintf(text, sizeof(text), "%s%d", kind, level);
    move_mask(m, text, known);
}

/* Where all living lanes run, none has left a loop. */
static void move_masks(struct move *m, const struct sim_flow_state *s)
{
    const uint16_t op = m->e->program->cf[m->e->cf].op;
    const char *run = sim_flow_whole(s) ? "%live" : NULL,
               *left = sim_flow_whole(s) || !s->loops ? "0" : NULL;
    move_mask(m, "exec", run);
    move_mask(m, "branch", run);
    move_mask(m, "continued", left);
    move_mask(m, "broken", left);
    if (m->e->predicated)
        move_mask(m, "predicate", NULL);
    if (op == HW_CF_ALU_BREAK || op == HW_CF_ALU_CONTINUE) /* which ask what was before them */
        move_mask(m, "before", NULL);
}

static void move_levels(struct move *m, const struct sim_flow_state *s)
{
    for (int d = 0; d < s->depth; d++)
        move_level(m, "stack", d, s->saved[d] == SIM_BRANCH_WHOLE ? "%live" : NULL);
    for (int l = 0; l < s->loops; l++)
        for (unsigned i = 0; i < NATIVE_LOOP_MASKS; i++)
            move_level(m, native_loop_masks[i], l, NULL);
}

/* All that lives across the barrier, to or from memory. */
static void move_all(struct native_emitter *e, bool save)
{
    struct move m = {.e = e, .save = save};
    const uint32_t behind = sim_first_behind(e->program, e->cf);
    move_masks(&m, &e->at);
    move_levels(&m, &e->at);
    for (uint32_t v = 0; v < e->program->vector_count; v++)
        if (e->used[v] && e->flow.wanted[v] > behind)
            (save ? native_to_memory : native_from_memory)(e, v);
}

void native_emit_barrier(struct native_emitter *e, const struct sim_alu_op *op)
{
    const unsigned number = (unsigned)(op - e->program->ops) + 1;
    move_all(e, true);
    native_line(e, "store i32 %u, ptr %%block", number);
    native_line(e, "ret i32 %d", SIM_NEXT_BARRIER);
    fprintf(e->out, "resume%u:\n", number);
    move_all(e, false);
}
