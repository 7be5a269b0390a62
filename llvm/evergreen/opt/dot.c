/* SPDX-License-Identifier: MIT */
/* dot.c: turns sums of up to four products, whose order does not matter, into a DOT4_IEEE. It takes
 * the four vector slots of one group, where a chain of MULADDs or FMAs takes a group for each
 * product. SSA form in and out; leaves the dead partial sums behind. */
#include "llvm/evergreen/mir/passes.h"

#include <assert.h>

enum {
    TERMS = 4,
    LEAST = 3,        /* a DOT4 is worth it in the place of so many operations */
    MAX_LITERALS = 4, /* a group reads so many literals, and so many pairs of constants */
    MAX_CONSTANTS = 2
};

struct term {
    struct mir_operand a, b;
};

/* A sum being taken apart: products, and operands that may be sums themselves. */
struct sum {
    struct term terms[TERMS];
    struct mir_operand pending[TERMS];
    unsigned term_count, pending_count;
    struct mir_inst *taken[2 * TERMS]; /* operations it takes in: products, and sums of two */
    unsigned operations;
};

struct dot {
    struct mir_function *f;
    struct mir_inst **definition;
    uint32_t *uses;
    uint32_t *home; /* by register: the block that defines it */
    uint32_t block;
};

static const struct mir_operand one = {.kind = MIR_LITERAL, .value = 0x3f800000};

static void add_term(struct sum *sum, struct mir_operand a, struct mir_operand b, bool negate)
{
    assert(sum->term_count < TERMS);
    a.neg ^= negate;
    sum->terms[sum->term_count++] = (struct term){a, b};
}

static void add_pending(struct sum *sum, struct mir_operand operand, bool negate)
{
    assert(sum->pending_count < TERMS);
    operand.neg ^= negate;
    sum->pending[sum->pending_count++] = operand;
}

static bool is_muladd(const struct mir_inst *inst)
{
    return inst->op == HW_ALU_OP_MULADD_IEEE || inst->op == HW_ALU_OP_FMA;
}

/* Replaces an operation by its sources in the sum, which has room for them. */
static void take_in(struct sum *sum, struct mir_inst *inst, bool negate)
{
    assert(sum->operations < 2 * TERMS);
    sum->taken[sum->operations++] = inst;
    if (inst->op == HW_ALU_OP_ADD) {
        add_pending(sum, inst->src[1], negate);
        add_pending(sum, inst->src[0], negate);
        return;
    }
    if (is_muladd(inst))
        add_pending(sum, inst->src[2], negate);
    add_term(sum, inst->src[0], inst->src[1], negate);
}

static bool is_sum(const struct mir_inst *inst)
{
    return inst->kind == MIR_ALU && inst->any_order && !inst->clamp && !inst->omod &&
           (inst->op == HW_ALU_OP_ADD || is_muladd(inst));
}

static bool is_product(const struct mir_inst *inst)
{
    return inst->kind == MIR_ALU && inst->any_order && !inst->clamp && !inst->omod &&
           inst->op == HW_ALU_OP_MUL_IEEE;
}

/* The operation that the operand is the result of, if nothing else reads that and the sum has room
 * for its parts; else NULL. */
static struct mir_inst *part_of(const struct dot *d, const struct sum *sum,
                                const struct mir_operand *operand)
{
    struct mir_inst *inst = operand->kind == MIR_VREG ? d->definition[operand->value] : NULL;
    unsigned others = sum->term_count + sum->pending_count - 1;
    if (!inst || operand->abs || d->uses[operand->value] != 1 ||
        d->home[operand->value] != d->block)
        return NULL;
    return is_product(inst) || (is_sum(inst) && others + 2 <= TERMS) ? inst : NULL;
}

static void take_apart(const struct dot *d, struct sum *sum, struct mir_inst *root)
{
    take_in(sum, root, false);
    while (sum->pending_count) {
        struct mir_operand operand = sum->pending[sum->pending_count - 1];
        struct mir_inst *inst = part_of(d, sum, &operand);
        sum->pending_count--;
        if (inst)
            take_in(sum, inst, operand.neg);
        else
            add_term(sum, operand, one, false);
    }
}

static bool is_inline(uint32_t bits)
{
    return mir_inline_constant(bits) != 0;
}

/* Counts the different literals, and pairs of constants, that all sources read. */
static bool group_holds(const struct mir_operand *src)
{
    uint32_t seen[2][2 * TERMS], count[2] = {0, 0};
    for (unsigned i = 0; i < 2 * TERMS; i++) {
        unsigned which = src[i].kind == MIR_KCACHE;
        uint32_t number = which ? src[i].value / 2 : src[i].value, n = 0;
        if (src[i].kind == MIR_SPECIAL)
            return false;
        if (src[i].kind == MIR_VREG || (!which && is_inline(number)))
            continue;
        while (n < count[which] && seen[which][n] != number)
            n++;
        seen[which][n] = number;
        count[which] += n == count[which];
    }
    return count[0] <= MAX_LITERALS && count[1] <= MAX_CONSTANTS;
}

/* Makes a dot product of a sum. Missing terms are -0, which changes no sum. */
static void make_dot(const struct dot *d, struct mir_inst *root)
{
    struct sum sum = {0};
    take_apart(d, &sum, root);
    if (sum.operations < LEAST)
        return;
    while (sum.term_count < TERMS)
        add_term(&sum, mir_literal(0), one, true);
    struct mir_operand *src = arena_array(d->f->arena, (size_t)2 * TERMS, sizeof(*src));
    for (unsigned i = 0; i < TERMS; i++) {
        src[2 * i] = sum.terms[i].a;
        src[2 * i + 1] = sum.terms[i].b;
    }
    if (!group_holds(src))
        return;
    for (unsigned i = 0; i < sum.operations; i++)
        sum.taken[i]->any_order = 0; /* it is part of another sum now */
    root->kind = MIR_DOT;
    root->op = HW_ALU_OP_DOT4_IEEE;
    root->src = src;
    root->src_count = 2 * TERMS;
}

static void find_homes(const struct dot *d)
{
    for (uint32_t b = 0; b < d->f->block_count; b++)
        for (const struct mir_inst *inst = d->f->blocks[b]->first; inst; inst = inst->next)
            for (unsigned i = 0; i < inst->dst_count; i++)
                d->home[inst->dst[i]] = b;
}

/* From the end, so that the last sum comes first. */
void mir_dot(struct mir_function *f)
{
    mir_dead(f);
    struct dot d = {.f = f,
                    .definition = mir_definitions(f),
                    .uses = mir_count_uses(f),
                    .home = arena_array(f->arena, f->vreg_count, sizeof(*d.home))};
    find_homes(&d);
    for (d.block = 0; d.block < f->block_count; d.block++)
        for (struct mir_inst *inst = f->blocks[d.block]->last; inst; inst = inst->prev)
            if (is_sum(inst))
                make_dot(&d, inst);
}
