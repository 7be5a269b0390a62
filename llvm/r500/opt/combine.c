/* SPDX-License-Identifier: MIT */
/* combine.c: two operations become one: a product and a sum; a value and its scale; a value and its
 * limits of 0 and 1; a move and what it moves. */

#include "driver/base/count.h"
#include "driver/hw/r500/r500.h"
#include "llvm/r500/opt/opt.h"

struct combine {
    struct fir_program *p;
    struct fir_use *uses;
    size_t block;
    bool changed;
};

/* Returns the operation that makes a source's variable for `op` alone, if it could stand at `op` as
 * well: its own operands are not written in between. */
static struct fir_op *only_maker(struct combine *c, const struct fir_src *src,
                                 const struct fir_op *op)
{
    if (src->a.kind != FIR_VAR || src->presub != FIR_PRESUB_NONE || c->uses[src->a.var].reads != 1)
        return NULL;
    struct fir_op *maker = fir_maker(c->p, c->uses, src->a.var, c->block);
    return maker && fir_keeps_operands(maker, op) ? maker : NULL;
}

static void drop(struct combine *c, struct fir_op *op)
{
    op->dst[0] = FIR_NO_VAR;
    c->changed = true;
}

/* x * y, and then + z: one rounding less is lost than kept, as MAD rounds both. */
static void add_to_product(struct combine *c, struct fir_op *op)
{
    static const unsigned terms[2] = {0, 2};
    if (op->code != FIR_MAD || !fir_is_number(&op->src[1], 1.0f))
        return;
    for (unsigned t = 0; t < COUNT(terms); t++) {
        const struct fir_src term = op->src[terms[t]];
        struct fir_op *product = only_maker(c, &term, op);
        if (!product || product == op || product->code != FIR_MAD || product->omod ||
            product->clamp || term.absolute || !fir_is_number(&product->src[2], 0.0f))
            continue;
        op->src[2] = op->src[terms[!t]];
        op->src[0] = term.negative ? fir_negated(product->src[0]) : product->src[0];
        op->src[1] = product->src[1];
        drop(c, product);
        return;
    }
}

static uint8_t scale_of(float value)
{
    static const float scales[] = {
        [HW_R500_OMOD_2] = 2.0f,    [HW_R500_OMOD_4] = 4.0f,        [HW_R500_OMOD_8] = 8.0f,
        [HW_R500_OMOD_HALF] = 0.5f, [HW_R500_OMOD_QUARTER] = 0.25f, [HW_R500_OMOD_EIGHTH] = 0.125f};
    for (size_t s = HW_R500_OMOD_2; s < COUNT(scales); s++)
        if (scales[s] == value)
            return (uint8_t)s;
    return HW_R500_OMOD_1;
}

/* Makes `op` what `maker` is, with the destination of `op`. */
static void take_over(struct combine *c, struct fir_op *op, struct fir_op *maker)
{
    const struct fir_op whole = *op;
    *op = *maker;
    op->dst[0] = whole.dst[0];
    op->out = whole.out;
    op->target = whole.target;
    op->out_channel = whole.out_channel;
    op->test = whole.test;
    op->test_op = whole.test_op;
    op->predicate = whole.predicate;
    drop(c, maker);
}

static void scale_result(struct combine *c, struct fir_op *op)
{
    float factor;
    if (op->code != FIR_MAD || op->omod || !fir_is_number(&op->src[2], 0.0f) ||
        !fir_is_plain_var(&op->src[0]) || !fir_is_literal(&op->src[1], &factor) ||
        !scale_of(factor))
        return;
    struct fir_op *maker = only_maker(c, &op->src[0], op);
    const bool clamp = op->clamp;
    if (!maker || maker->omod || maker->clamp)
        return;
    take_over(c, op, maker);
    op->omod = scale_of(factor);
    op->clamp = clamp;
}

/* min(max(x, 0), 1), in either order. */
static bool limits(const struct fir_op *op, enum fir_code code, float limit, struct fir_src *inner)
{
    if (op->code != code || op->omod || op->clamp)
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (fir_is_number(&op->src[i], limit)) {
            *inner = op->src[!i];
            return true;
        }
    return false;
}

static void clamp_result(struct combine *c, struct fir_op *op)
{
    struct fir_src middle, inner;
    const bool min_last = limits(op, FIR_MIN, 1.0f, &middle);
    if (!min_last && !limits(op, FIR_MAX, 0.0f, &middle))
        return;
    struct fir_op *other = fir_is_plain_var(&middle) ? only_maker(c, &middle, op) : NULL;
    if (!other || !limits(other, min_last ? FIR_MAX : FIR_MIN, min_last ? 0.0f : 1.0f, &inner))
        return;
    struct fir_op *maker = fir_is_plain_var(&inner) ? only_maker(c, &inner, op) : NULL;
    drop(c, other);
    if (maker && !maker->clamp) {
        take_over(c, op, maker);
    } else {
        op->code = FIR_MAD;
        op->src[0] = inner;
        op->src[1] = fir_literal(1.0f);
        op->src[2] = fir_literal(0.0f);
    }
    op->clamp = true;
}

/* Replaces operands that are results of moves by the moves' sources. */
static void look_through_moves(struct combine *c, struct fir_op *op)
{
    for (unsigned s = 0; s < fir_operands(op); s++) {
        struct fir_src *src = &op->src[s];
        if (src->a.kind != FIR_VAR || src->presub != FIR_PRESUB_NONE)
            continue;
        const struct fir_use *use = &c->uses[src->a.var];
        if (use->writes != 1)
            continue;
        const struct fir_op *move = &c->p->blocks[use->block].ops[use->op];
        if (move->dst[0] != src->a.var || !fir_is_move(move) || move->out || move->test ||
            move->src[0].presub != FIR_PRESUB_NONE ||
            (move->src[0].a.kind == FIR_VAR && c->uses[move->src[0].a.var].writes > 1) ||
            move->src[0].absolute || (src->absolute && move->src[0].a.kind != FIR_VAR))
            continue;
        struct fir_src moved = move->src[0];
        if (src->absolute) {
            moved.negative = src->negative;
            moved.absolute = true;
        } else if (src->negative) {
            moved = fir_negated(moved);
        }
        *src = moved;
        c->changed = true;
    }
}

/* Moves a test of a value to the operation that makes the value. */
static void test_directly(struct combine *c, struct fir_op *op)
{
    if (!op->test || !fir_is_move(op) || !fir_is_plain_var(&op->src[0]))
        return;
    struct fir_op *maker = fir_maker(c->p, c->uses, op->src[0].a.var, c->block);
    if (!maker)
        return;
    maker->test = true;
    maker->test_op = op->test_op;
    maker->predicate = op->predicate;
    op->test = false;
    if (c->uses[op->src[0].a.var].reads == 1)
        maker->dst[0] = FIR_NO_VAR;
    c->changed = true;
}

static void combine_block(struct combine *c)
{
    struct fir_block *block = &c->p->blocks[c->block];
    static void (*const rules[])(struct combine *c, struct fir_op *op) = {
        look_through_moves, add_to_product, scale_result, clamp_result, test_directly};
    for (size_t r = 0; r < COUNT(rules); r++) {
        for (size_t i = 0; i < block->count; i++) {
            c->changed = false;
            if (block->ops[i].code != FIR_TEX || r == 0)
                rules[r](c, &block->ops[i]);
            if (c->changed)
                c->uses = fir_find_uses(c->p);
        }
    }
}

void fir_combine(struct fir_program *p)
{
    struct combine c = {.p = p, .uses = fir_find_uses(p)};
    for (c.block = 0; c.block < p->block_count; c.block++)
        combine_block(&c);
    fir_dead(p);
}
