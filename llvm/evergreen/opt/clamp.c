/* SPDX-License-Identifier: MIT */
/* clamp.c: turns bounds of 0 and 1 into a CLAMP bit. The operation that makes the value gets the
 * bit if nothing else reads the value; else a move gets it. SSA form in and out; leaves dead
 * instructions behind.
 *
 * Programs write bounds as minima and maxima or as comparisons and choices, in any order; some of
 * them pass NaN on or make 1 of it, where CLAMP gives 0. So the code is not matched, but evaluated.
 * It only compares one value with 0 and 1 and selects among the three: seven inputs tell all that
 * it does, NaN, 0, 1 and one value of each range between and beside them. */
#include <assert.h>
#include <math.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "llvm/evergreen/mir/meaning.h"
#include "llvm/evergreen/mir/passes.h"

enum { MAX_DEPTH = 4, MAX_CANDIDATES = 16 };

struct clamp {
    struct mir_function *f;
    struct mir_inst **definition;
};

/* The value of an operand while the bounded value varies: bits, or anything at all. */
struct outcome {
    bool known; /* it depends on nothing but the value */
    bool any;
    uint32_t bits;
};

struct trial {
    const struct clamp *c;
    const struct mir_operand *value;
    uint32_t bits; /* that it has */
};

/* Returns the positive zero of two zeros: OpenCL C leaves open which one an extreme is. */
static bool is_extreme_of_zeros(enum hw_alu_op op, const uint32_t *v)
{
    return (op == HW_ALU_OP_MIN_DX10 || op == HW_ALU_OP_MAX_DX10) && bits_float(v[0]) == 0 &&
           bits_float(v[1]) == 0;
}

/* False for operations that do more than compare and choose. */
static bool evaluate_op(enum hw_alu_op op, const uint32_t *v, uint32_t *result)
{
    const struct mir_meaning *meaning = mir_meaning_find(op);
    if (!meaning || !(meaning->flags & MIR_CHOOSES))
        return false;
    *result = is_extreme_of_zeros(op, v) ? 0 : meaning->compute(v[0], v[1], v[2]);
    return true;
}

static struct outcome evaluate(const struct trial *t, const struct mir_operand *operand,
                               unsigned depth);

static struct outcome evaluate_inst(const struct trial *t, const struct mir_inst *inst,
                                    unsigned depth)
{
    uint32_t v[3] = {0};
    assert(inst->kind == MIR_ALU && inst->src_count <= COUNT(v));
    bool nan = false;
    struct outcome result = {.known = true};
    for (uint32_t i = 0; i < inst->src_count; i++) {
        struct outcome source = evaluate(t, &inst->src[i], depth + 1);
        if (!source.known)
            return source;
        result.any |= source.any;
        nan |= isnan(bits_float(source.bits));
        v[i] = source.bits;
    }
    result.any |= nan && inst->no_nan;
    result.known = evaluate_op(inst->op, v, &result.bits);
    return result;
}

static struct outcome evaluate(const struct trial *t, const struct mir_operand *operand,
                               unsigned depth)
{
    if (mir_same_operand(operand, t->value))
        return (struct outcome){.known = true, .bits = t->bits};
    if (mir_is_literal(operand, 0) || mir_is_literal(operand, float_bits(1.0f)))
        return (struct outcome){.known = true, .bits = operand->value};
    const struct mir_inst *inst = mir_defining_alu(t->c->definition, operand);
    if (!inst || inst->src_count > 3 || depth == MAX_DEPTH)
        return (struct outcome){.known = false};
    return evaluate_inst(t, inst, depth);
}

static bool is_never_nan(const struct clamp *c, const struct mir_operand *value)
{
    const struct mir_inst *inst = value->kind == MIR_VREG ? c->definition[value->value] : NULL;
    return inst && inst->kind == MIR_ALU &&
           (inst->op == HW_ALU_OP_INT_TO_FLT || inst->op == HW_ALU_OP_UINT_TO_FLT);
}

/* Whether the instruction gives for every value what CLAMP does. */
static bool bounds(const struct clamp *c, const struct mir_inst *root,
                   const struct mir_operand *value)
{
    static const struct {
        float value, bounded;
    } ranges[] = {{NAN, 0}, {-3, 0}, {-0.0f, 0}, {0, 0}, {0.25f, 0.25f}, {1, 1}, {3, 1}};
    for (size_t i = 0; i < COUNT(ranges); i++) {
        const struct trial trial = {c, value, float_bits(ranges[i].value)};
        if (isnan(ranges[i].value) && is_never_nan(c, value))
            continue;
        struct outcome result = evaluate_inst(&trial, root, 0);
        if (!result.known)
            return false;
        if (root->any_zero && bits_float(result.bits) == 0)
            result.bits = 0;
        if (!result.any && result.bits != float_bits(ranges[i].bounded))
            return false;
    }
    return true;
}

/* Finds the values that the instruction may bound: its operands, and theirs. */
static unsigned find_candidates(const struct clamp *c, const struct mir_inst *inst,
                                const struct mir_operand *found[MAX_CANDIDATES], unsigned count,
                                unsigned depth)
{
    for (uint32_t i = 0; i < inst->src_count && count < MAX_CANDIDATES; i++) {
        const struct mir_operand *source = &inst->src[i];
        if (source->kind == MIR_LITERAL)
            continue;
        found[count++] = source;
        const struct mir_inst *inner = mir_defining_alu(c->definition, source);
        if (inner && inner->src_count <= 3 && depth + 1 < MAX_DEPTH)
            count = find_candidates(c, inner, found, count, depth + 1);
    }
    return count;
}

static bool may_bound(const struct mir_inst *inst)
{
    switch (inst->op) {
    case HW_ALU_OP_MIN_DX10:
    case HW_ALU_OP_MAX_DX10:
    case HW_ALU_OP_CNDE_INT:
    case HW_ALU_OP_CNDGT:
    case HW_ALU_OP_CNDGE:
        break;
    default:
        return false;
    }
    for (uint32_t i = 0; i < inst->src_count; i++)
        if (mir_is_literal(&inst->src[i], 0) || mir_is_literal(&inst->src[i], float_bits(1.0f)))
            return true;
    return false;
}

/* Takes the greater of a value and itself where there is a sign, which moves cannot apply. */
static void make_clamp(const struct clamp *c, struct mir_inst *inst, struct mir_operand value)
{
    bool plain = !value.neg && !value.abs;
    inst->op = plain ? HW_ALU_OP_MOV : HW_ALU_OP_MAX_DX10;
    inst->src = arena_array(c->f->arena, 2, sizeof(*inst->src));
    inst->src[0] = inst->src[1] = value;
    inst->src_count = plain ? 1 : 2;
    inst->clamp = 1;
}

static void find_clamp(const struct clamp *c, struct mir_inst *inst)
{
    const struct mir_operand *candidates[MAX_CANDIDATES];
    unsigned count = find_candidates(c, inst, candidates, 0, 0);
    for (unsigned i = 0; i < count; i++)
        if (bounds(c, inst, candidates[i])) {
            make_clamp(c, inst, *candidates[i]);
            return;
        }
}

/* Moves the bit into the operation before if only the move reads that one's result. */
static void join_producer(const struct clamp *c, const uint32_t *uses, struct mir_block *block,
                          struct mir_inst *move)
{
    const struct mir_operand *value = &move->src[0];
    struct mir_inst *producer = mir_defining_float(c->definition, value);
    if (move->op != HW_ALU_OP_MOV || !move->clamp || !producer || uses[value->value] != 1)
        return;
    assert(!producer->clamp && !producer->omod);
    producer->clamp = 1;
    producer->omod = move->omod;
    producer->dst[0] = move->dst[0];
    c->definition[producer->dst[0]] = producer;
    mir_remove(block, move);
}

void mir_clamp(struct mir_function *f)
{
    const struct clamp c = {.f = f, .definition = mir_definitions(f)};
    for (uint32_t b = 0; b < f->block_count; b++)
        for (struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            if (inst->kind == MIR_ALU && !inst->clamp && !inst->omod && may_bound(inst))
                find_clamp(&c, inst);
    mir_dead(f);
    const uint32_t *uses = mir_count_uses(f);
    for (uint32_t b = 0; b < f->block_count; b++)
        for (struct mir_inst *inst = f->blocks[b]->first, *next; inst; inst = next) {
            next = inst->next;
            if (inst->kind == MIR_ALU)
                join_producer(&c, uses, f->blocks[b], inst);
        }
}
