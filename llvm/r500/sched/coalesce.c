/* SPDX-License-Identifier: MIT */
/* coalesce.c: moves between variables that are never alive at once with different values go: both
 * become one. */
#include <assert.h>

#include "driver/base/arena.h"
#include "driver/base/count.h"
#include "llvm/r500/sched/schedule.h"

/* Puts an operation into the row of the circle that it belongs to, or into a new one. */
static void make_row(struct r500_code *code, const struct fir_op *op)
{
    struct row *row = code->count ? &code->rows[code->count - 1] : NULL;
    if (op->circle && row && row->kind == ROW_ALU && row->alpha.op->circle == op->circle) {
        assert(row->rgb_count < COUNT(row->rgb)); /* flow.c makes no longer circle */
        row->rgb[row->rgb_count++].op = op;
        return;
    }
    code->rows =
        arena_grow(code->p->arena, code->rows, code->count, &code->capacity, sizeof(*code->rows));
    row = &code->rows[code->count++];
    *row = (struct row){.kind = op->code == FIR_TEX ? ROW_TEX : ROW_ALU, .tex = op};
    row->alpha.op = op;
    row->has_alpha = row->kind == ROW_ALU;
}

/* A row an operation or a circle, in order, so that liveness can be asked for. */
static void make_rows(struct r500_code *code)
{
    for (size_t b = 0; b < code->p->block_count; b++) {
        const struct fir_block *block = &code->p->blocks[b];
        for (size_t i = 0; i < block->count; i++)
            make_row(code, &block->ops[i]);
        if (block->flow == FIR_FLOW_NONE || block->flow == FIR_FLOW_END)
            continue;
        code->rows = arena_grow(code->p->arena, code->rows, code->count, &code->capacity,
                                sizeof(*code->rows));
        code->rows[code->count++] =
            (struct row){.kind = ROW_FLOW, .flow = block->flow, .always = block->always, .pops = 1};
    }
}

/* Inputs and texels lie where others put them. */
static void find_fixed(const struct fir_program *p, bool *fixed)
{
    for (unsigned i = 0; i < ABI_IMAGE_INPUT_KINDS; i++)
        for (unsigned e = 0; e < 2; e++)
            if (p->inputs[i].var[e] != FIR_NO_VAR)
                fixed[p->inputs[i].var[e]] = true;
    for (size_t b = 0; b < p->block_count; b++)
        for (size_t i = 0; i < p->blocks[b].count; i++)
            for (unsigned d = 0; p->blocks[b].ops[i].code == FIR_TEX && d < FIR_MAX_DST; d++)
                if (p->blocks[b].ops[i].dst[d] != FIR_NO_VAR)
                    fixed[p->blocks[b].ops[i].dst[d]] = true;
}

static void rename_var(struct fir_program *p, uint32_t from, uint32_t to)
{
    for (size_t b = 0; b < p->block_count; b++) {
        for (size_t i = 0; i < p->blocks[b].count; i++) {
            struct fir_op *op = &p->blocks[b].ops[i];
            for (unsigned s = 0; s < fir_operands(op); s++) {
                op->src[s].a.var = op->src[s].a.var == from ? to : op->src[s].a.var;
                op->src[s].b.var = op->src[s].b.var == from ? to : op->src[s].b.var;
            }
            for (unsigned d = 0; d < FIR_MAX_DST; d++)
                op->dst[d] = op->dst[d] == from ? to : op->dst[d];
        }
    }
}

static bool is_idle(const struct fir_op *op)
{
    return !op->out && !op->test && fir_is_move(op) && fir_is_plain_var(&op->src[0]) &&
           op->src[0].a.var == op->dst[0];
}

static void remove_idle(struct fir_program *p)
{
    for (size_t b = 0; b < p->block_count; b++) {
        bool *dead = arena_array(p->arena, p->blocks[b].count + 1, sizeof(*dead));
        for (size_t i = 0; i < p->blocks[b].count; i++)
            dead[i] = is_idle(&p->blocks[b].ops[i]);
        fir_remove(&p->blocks[b], dead);
    }
}

/* The first move that can go: its two variables. */
static bool find_move(const struct fir_program *p, const struct r500_meetings *met,
                      const bool *fixed, uint32_t *from, uint32_t *to)
{
    for (size_t b = 0; b < p->block_count; b++) {
        for (size_t i = 0; i < p->blocks[b].count; i++) {
            const struct fir_op *op = &p->blocks[b].ops[i];
            if (op->out || op->test || !fir_is_move(op) || !fir_is_plain_var(&op->src[0]) ||
                fixed[op->src[0].a.var] || fixed[op->dst[0]] ||
                r500_has_bit(&met->meets[(size_t)op->dst[0] * met->words], op->src[0].a.var))
                continue;
            *from = op->src[0].a.var;
            *to = op->dst[0];
            return true;
        }
    }
    return false;
}

void fir_coalesce(struct fir_program *p)
{
    bool *fixed = arena_array(p->arena, p->var_count + 1, sizeof(*fixed));
    uint32_t from, to;
    find_fixed(p, fixed);
    for (;;) {
        struct r500_code code = {.p = p};
        struct r500_meetings met;
        make_rows(&code);
        r500_find_liveness(&code, &met);
        if (!find_move(p, &met, fixed, &from, &to))
            return;
        rename_var(p, from, to);
        remove_idle(p);
    }
}
