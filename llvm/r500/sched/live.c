/* SPDX-License-Identifier: MIT */
/* live.c: which scalars are alive at once, on the ways that pixels take through the rows. */
#include <assert.h>

#include "driver/base/arena.h"
#include "llvm/r500/sched/schedule.h"

bool r500_has_bit(const uint64_t *set, uint32_t bit)
{
    return set[bit / 64] >> (bit % 64) & 1;
}

/* ---- what rows do with variables ---- */

static void visit_op_reads(const struct fir_op *op, r500_visit_var *visit, void *data)
{
    for (unsigned i = 0; i < fir_operands(op); i++) {
        if (op->src[i].a.kind == FIR_VAR)
            visit(data, op->src[i].a.var);
        if (op->src[i].b.kind == FIR_VAR)
            visit(data, op->src[i].b.var);
    }
    if (op->guard) /* other pixels keep what is there */
        visit(data, op->dst[0]);
}

void r500_row_reads(const struct row *row, r500_visit_var *visit, void *data)
{
    for (unsigned l = 0; l < row->rgb_count; l++)
        visit_op_reads(row->rgb[l].op, visit, data);
    if (row->has_alpha)
        visit_op_reads(row->alpha.op, visit, data);
    if (row->kind == ROW_TEX)
        visit_op_reads(row->tex, visit, data);
}

static void visit_op_writes(const struct fir_op *op, r500_visit_var *visit, void *data)
{
    for (unsigned i = 0; i < FIR_MAX_DST; i++)
        if (op->dst[i] != FIR_NO_VAR)
            visit(data, op->dst[i]);
}

void r500_row_writes(const struct row *row, r500_visit_var *visit, void *data)
{
    for (unsigned l = 0; l < row->rgb_count; l++)
        visit_op_writes(row->rgb[l].op, visit, data);
    if (row->has_alpha)
        visit_op_writes(row->alpha.op, visit, data);
    if (row->kind == ROW_TEX)
        visit_op_writes(row->tex, visit, data);
}

/* ---- liveness ---- */

struct liveness {
    const struct r500_code *code;
    uint32_t words;
    uint64_t *live_in; /* by row, and one behind the last */
    uint64_t *meets;   /* by variable: those alive with it at once */
    size_t (*next)[2]; /* rows behind a row */
    uint64_t *current;
};

static void set_bit(void *set, uint32_t bit)
{
    ((uint64_t *)set)[bit / 64] |= UINT64_C(1) << (bit % 64);
}

static void clear_bit(void *set, uint32_t bit)
{
    ((uint64_t *)set)[bit / 64] &= ~(UINT64_C(1) << (bit % 64));
}

/* Rows behind flow control: where an arm begins or ends, where a loop does. */
static void connect_rows(struct liveness *a)
{
    enum { DEPTH = 256 };
    const struct r500_code *code = a->code;
    size_t open[DEPTH], depth = 0;
    for (size_t i = 0; i < code->count; i++) {
        const struct row *row = &code->rows[i];
        a->next[i][0] = a->next[i][1] = i + 1;
        if (row->kind != ROW_FLOW)
            continue;
        if ((row->flow == FIR_FLOW_IF || row->flow == FIR_FLOW_LOOP) && depth < DEPTH)
            open[depth++] = i;
        if (row->flow == FIR_FLOW_ELSE && depth) {
            a->next[open[depth - 1]][1] = i + 1;
            open[depth - 1] = i;
        }
        for (unsigned p = 0; row->flow == FIR_FLOW_ENDIF && p < row->pops && depth; p++) {
            const size_t at = open[--depth];
            /* An arm ends in front of ELSE; without it, IF may skip the other. */
            a->next[at][code->rows[at].flow == FIR_FLOW_ELSE ? 0 : 1] = i;
            if (code->rows[at].flow == FIR_FLOW_ELSE)
                a->next[at][1] = i;
        }
        if (row->flow == FIR_FLOW_ENDLOOP && depth)
            a->next[i][1] = open[--depth] + 1;
    }
}

/* Breaks go behind the loop's end, continues to it. */
static void connect_breaks(struct liveness *a)
{
    const struct r500_code *code = a->code;
    for (size_t i = 0; i < code->count; i++) {
        const enum fir_flow flow =
            code->rows[i].kind == ROW_FLOW ? code->rows[i].flow : FIR_FLOW_NONE;
        if (flow != FIR_FLOW_BREAK && flow != FIR_FLOW_CONTINUE)
            continue;
        size_t end = i, depth = 1;
        while (depth && ++end < code->count) {
            if (code->rows[end].kind != ROW_FLOW)
                continue;
            depth += code->rows[end].flow == FIR_FLOW_LOOP;
            depth -= code->rows[end].flow == FIR_FLOW_ENDLOOP;
        }
        assert(end < code->count); /* every loop has an end */
        a->next[i][1] = flow == FIR_FLOW_BREAK ? end + 1 : end;
        if (code->rows[i].always)
            a->next[i][0] = a->next[i][1];
    }
}

/* Writes the variables that are live behind a row to a->current. */
static void find_live_behind(const struct liveness *a, size_t i)
{
    const uint64_t *one = &a->live_in[a->next[i][0] * a->words],
                   *other = &a->live_in[a->next[i][1] * a->words];
    for (uint32_t w = 0; w < a->words; w++)
        a->current[w] = one[w] | other[w];
}

static bool find_live(struct liveness *a, size_t i)
{
    uint64_t *live = a->current, *in = &a->live_in[i * a->words];
    bool changed = false;
    find_live_behind(a, i);
    r500_row_writes(&a->code->rows[i], clear_bit, live);
    r500_row_reads(&a->code->rows[i], set_bit, live);
    for (uint32_t w = 0; w < a->words; w++) {
        changed |= in[w] != live[w];
        in[w] = live[w];
    }
    return changed;
}

struct writes {
    struct liveness *a;
    const uint64_t *live;
    uint32_t same; /* that a move takes, or FIR_NO_VAR */
};

static void meet(void *data, uint32_t var)
{
    struct writes *writes = data;
    uint64_t *meets = &writes->a->meets[(size_t)var * writes->a->words];
    const bool known = writes->same != FIR_NO_VAR && r500_has_bit(meets, writes->same);
    for (uint32_t w = 0; w < writes->a->words; w++)
        meets[w] |= writes->live[w];
    if (writes->same != FIR_NO_VAR && !known)
        clear_bit(meets, writes->same);
}

/* Returns the variable that a row moves, if it only moves a scalar: both hold the same then, and
 * may share a register. */
static uint32_t moved_var(const struct row *row)
{
    const struct fir_op *op = row->rgb_count + row->has_alpha != 1 ? NULL
                              : row->has_alpha                     ? row->alpha.op
                                                                   : row->rgb[0].op;
    return op && fir_is_move(op) && fir_is_plain_var(&op->src[0]) ? op->src[0].a.var : FIR_NO_VAR;
}

/* Who is alive where another is written; both ways. */
static void find_meetings(struct liveness *a)
{
    const uint32_t vars = a->code->p->var_count;
    for (size_t i = 0; i < a->code->count; i++) {
        find_live_behind(a, i);
        r500_row_writes(&a->code->rows[i], set_bit, a->current);
        struct writes writes = {a, a->current, moved_var(&a->code->rows[i])};
        r500_row_writes(&a->code->rows[i], meet, &writes);
    }
    /* Inputs are live at the start. */
    struct writes start = {a, a->live_in, FIR_NO_VAR};
    for (uint32_t v = 0; v < vars; v++)
        if (r500_has_bit(a->live_in, v))
            meet(&start, v);
    for (uint32_t x = 0; x < vars; x++)
        for (uint32_t y = 0; y < vars; y++)
            if (r500_has_bit(&a->meets[(size_t)x * a->words], y))
                set_bit(&a->meets[(size_t)y * a->words], x);
}

void r500_find_liveness(const struct r500_code *code, struct r500_meetings *result)
{
    struct arena *arena = code->p->arena;
    struct liveness a = {.code = code, .words = code->p->var_count / 64 + 1};
    a.live_in = arena_array(arena, (code->count + 2) * a.words, sizeof(*a.live_in));
    a.meets = arena_array(arena, (size_t)code->p->var_count * a.words + 1, sizeof(*a.meets));
    a.next = arena_array(arena, code->count + 1, sizeof(*a.next));
    a.current = arena_array(arena, a.words, sizeof(*a.current));
    connect_rows(&a);
    connect_breaks(&a);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = code->count; i-- > 0;)
            changed |= find_live(&a, i);
    }
    find_meetings(&a);
    *result = (struct r500_meetings){a.words, a.meets, a.live_in};
}
