/* SPDX-License-Identifier: MIT */
/* address.c: takes addresses for sums. Their uniform terms (pointers, offsets of the launch) are
 * added up once, at the kernel's start. The index of a store, its address over four, is summed from
 * the terms, without the address. This shortens the chains of additions in front of every fetch and
 * store. SSA form in and out; leaves dead instructions behind.
 *
 * (4 x + p) / 4 is x + p / 4 in its 30 lower bits. It is so in all bits where 4 x is known not to
 * wrap, as the sum is an address within the pool then. */
#include "llvm/evergreen/mir/passes.h"

#include <assert.h>

enum { MAX_TERMS = 8, MAX_DEPTH = 8, DWORD_SHIFT = 2 };

struct term {
    struct mir_operand value;
    unsigned shift;
    bool no_wrap; /* the shift loses no bits: it multiplies the term as a signed number */
};

/* A sum of terms shifted left, and a constant. */
struct sum {
    struct term shared[MAX_TERMS], varying[MAX_TERMS];
    unsigned shared_count, varying_count;
    uint32_t constant;
    bool too_long;
};

struct address {
    struct mir_function *f;
    struct mir_inst **definition;
    struct mir_block *start; /* where shared sums are computed: in front of `before` */
    struct mir_inst *before;
    struct mir_block *block;
    struct mir_inst *inst; /* whose address it is */
};

/* --- Taking apart --- */

static const struct mir_inst *defined_by(const struct address *a, const struct mir_operand *operand)
{
    return mir_defining_alu(a->definition, operand);
}

static bool is_shift(const struct mir_inst *inst, unsigned shift)
{
    return inst && inst->op == HW_ALU_OP_LSHL_INT && inst->src[1].kind == MIR_LITERAL &&
           inst->src[1].value + shift < 32;
}

/* Whether a sum has a uniform term. Sums of varying terms stay as they are. */
static bool has_shared(const struct address *a, const struct mir_operand *operand, unsigned depth)
{
    const struct mir_inst *inst = defined_by(a, operand);
    if (operand->kind == MIR_KCACHE || operand->kind == MIR_LITERAL)
        return true;
    if (!inst || depth == MAX_DEPTH)
        return false;
    if (inst->op == HW_ALU_OP_ADD_INT)
        return has_shared(a, &inst->src[0], depth + 1) || has_shared(a, &inst->src[1], depth + 1);
    return is_shift(inst, 0) && has_shared(a, &inst->src[0], depth + 1);
}

static void add_term(struct sum *sum, struct mir_operand value, unsigned shift, bool no_wrap)
{
    bool shared = value.kind == MIR_KCACHE;
    unsigned *count = shared ? &sum->shared_count : &sum->varying_count;
    assert(shift < 32);
    if (*count == MAX_TERMS)
        sum->too_long = true;
    else
        (shared ? sum->shared : sum->varying)[(*count)++] = (struct term){value, shift, no_wrap};
}

static void take_apart(const struct address *a, struct mir_operand operand, unsigned shift,
                       bool no_wrap, unsigned depth, struct sum *sum)
{
    const struct mir_inst *inst = defined_by(a, &operand);
    if (operand.kind == MIR_LITERAL) {
        sum->constant += operand.value << shift;
    } else if (inst && inst->op == HW_ALU_OP_ADD_INT && has_shared(a, &operand, depth)) {
        take_apart(a, inst->src[0], shift, no_wrap, depth + 1, sum);
        take_apart(a, inst->src[1], shift, no_wrap, depth + 1, sum);
    } else if (is_shift(inst, shift)) {
        take_apart(a, inst->src[0], shift + inst->src[1].value, no_wrap && inst->no_wrap, depth + 1,
                   sum);
    } else {
        add_term(sum, operand, shift, no_wrap);
    }
}

/* --- Putting together --- */

static struct mir_operand build(const struct address *a, bool shared, enum hw_alu_op op,
                                struct mir_operand x, struct mir_operand y)
{
    struct mir_inst *inst = mir_new_inst(a->f, MIR_ALU, op, 2);
    inst->dst_count = 1;
    inst->dst[0] = mir_new_vreg(a->f);
    inst->src[0] = x;
    inst->src[1] = y;
    mir_insert_before(shared ? a->start : a->block, shared ? a->before : a->inst, inst);
    return mir_vreg_operand(inst->dst[0]);
}

static struct mir_operand build_copy(const struct address *a, struct mir_operand value)
{
    uint32_t copy = mir_new_vreg(a->f);
    mir_insert_copy(a->f, a->block, a->inst, copy, value);
    return mir_vreg_operand(copy);
}

static struct mir_operand add(const struct address *a, bool shared, struct mir_operand x,
                              struct mir_operand y)
{
    if (mir_is_literal(&x, 0))
        return y;
    return mir_is_literal(&y, 0) ? x : build(a, shared, HW_ALU_OP_ADD_INT, x, y);
}

/* Terms of the same shift are added before they are shifted. */
static struct mir_operand add_up(const struct address *a, bool shared, const struct term *terms,
                                 unsigned count)
{
    struct mir_operand total = mir_literal(0);
    for (unsigned shift = 0; shift < 32; shift++) {
        struct mir_operand part = mir_literal(0);
        for (unsigned i = 0; i < count; i++)
            if (terms[i].shift == shift)
                part = add(a, shared, part, terms[i].value);
        if (shift && !mir_is_literal(&part, 0))
            part = build(a, shared, HW_ALU_OP_LSHL_INT, part, mir_literal(shift));
        total = add(a, shared, total, part);
    }
    return total;
}

static struct mir_operand put_together(const struct address *a, const struct sum *sum)
{
    assert(!sum->too_long); /* else terms are missing */
    struct mir_operand varying = add_up(a, false, sum->varying, sum->varying_count);
    struct mir_operand shared = add_up(a, true, sum->shared, sum->shared_count);
    return add(a, false, add(a, false, varying, shared), mir_literal(sum->constant));
}

/* --- Fetches and stores --- */

/* It pays only where several terms are uniform: their sum is computed once then. */
static void shorten_address(const struct address *a, struct mir_operand *operand)
{
    struct sum sum = {0};
    take_apart(a, *operand, 0, true, 0, &sum);
    if (!sum.too_long && sum.shared_count > 1 && sum.varying_count)
        *operand = put_together(a, &sum);
}

static bool is_even_literal(const struct mir_operand *operand)
{
    return operand->kind == MIR_LITERAL && operand->value % (1 << DWORD_SHIFT) == 0;
}

/* Whether a value has no bits below a dword. */
static bool is_even(const struct address *a, const struct mir_operand *operand)
{
    const struct mir_inst *inst = defined_by(a, operand);
    if (!inst)
        return false;
    switch (inst->op) {
    case HW_ALU_OP_MULLO_INT:
    case HW_ALU_OP_MULLO_UINT:
    case HW_ALU_OP_MUL_UINT24:
    case HW_ALU_OP_AND_INT:
        return is_even_literal(&inst->src[0]) || is_even_literal(&inst->src[1]);
    default:
        return false;
    }
}

/* A constant is added behind the shift, so that accesses with other constants share the shifted
 * sum. */
static void shorten_local(const struct address *a, struct mir_operand *operand)
{
    struct sum sum = {0};
    take_apart(a, *operand, 0, true, 0, &sum);
    if (sum.varying_count == 1 && sum.varying[0].shift && !sum.shared_count && sum.constant)
        *operand = put_together(a, &sum);
}

/* Computes an address over four, the index of a dword, from the terms of the address. */
struct division {
    unsigned uneven; /* terms that may have bits below a dword */
    bool no_wrap;
};

/* Only one term may have bits below a dword: the pointer. */
static bool divide_terms(const struct address *a, struct term *terms, unsigned count, bool shared,
                         struct division *division)
{
    for (unsigned i = 0; i < count; i++) {
        struct term *term = &terms[i];
        const struct mir_inst *inst = defined_by(a, &term->value);
        if (term->shift >= DWORD_SHIFT) {
            term->shift -= DWORD_SHIFT;
            division->no_wrap &= term->no_wrap;
            continue;
        }
        bool even = is_even(a, &term->value);
        division->uneven += !even;
        if (term->shift || division->uneven > 1)
            return false;
        division->no_wrap &= !even || inst->no_wrap;
        term->value = build(a, shared, even ? HW_ALU_OP_ASHR_INT : HW_ALU_OP_LSHR_INT, term->value,
                            mir_literal(DWORD_SHIFT));
    }
    return true;
}

static void shorten_index(const struct address *a, struct mir_operand *index)
{
    const struct mir_inst *shift = defined_by(a, index);
    struct sum sum = {0};
    struct division division = {.no_wrap = true};
    if (!shift || shift->op != HW_ALU_OP_LSHR_INT || !mir_is_literal(&shift->src[1], DWORD_SHIFT))
        return;
    take_apart(a, shift->src[0], 0, true, 0, &sum);
    if (sum.too_long || sum.constant % 4 || sum.shared_count + sum.varying_count < 2)
        return;
    sum.constant = (uint32_t)((int32_t)sum.constant >> DWORD_SHIFT);
    if (!divide_terms(a, sum.shared, sum.shared_count, true, &division) ||
        !divide_terms(a, sum.varying, sum.varying_count, false, &division))
        return;
    *index = put_together(a, &sum);
    if (!division.no_wrap || division.uneven != 1)
        *index = build(a, false, HW_ALU_OP_AND_INT, *index, mir_literal(UINT32_MAX >> DWORD_SHIFT));
}

static void visit(struct address *a, struct mir_inst *inst)
{
    a->inst = inst;
    /* Fetches take registers only; one copy serves all of a block. */
    if (inst->kind == MIR_VTX && inst->src[0].kind == MIR_KCACHE)
        inst->src[0] = build_copy(a, inst->src[0]);
    else if (inst->kind == MIR_VTX && !inst->loads_input && !inst->waits &&
             inst->src[0].kind == MIR_VREG)
        shorten_address(a, &inst->src[0]);
    else if (inst->kind == MIR_LDS)
        shorten_local(a, &inst->src[0]);
    else if (inst->kind == MIR_RAT && inst->op == HW_RAT_STORE_RAW)
        shorten_index(a, &inst->src[MIR_RAT_INDEX]);
}

void mir_address(struct mir_function *f)
{
    struct address a = {.f = f, .definition = mir_definitions(f)};
    struct mir_block *entry = f->blocks[0]->succ[0];
    a.start = entry && entry->pred_count == 1 ? entry : f->blocks[0];
    a.before = a.start == entry ? entry->first : NULL;
    for (uint32_t b = 0; b < f->block_count; b++) {
        a.block = f->blocks[b];
        for (struct mir_inst *inst = a.block->first; inst; inst = inst->next)
            visit(&a, inst);
    }
}
