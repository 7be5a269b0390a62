/* SPDX-License-Identifier: MIT */
/* simplify.c: simplifies what instruction selection expands, as LLVM has optimised the rest. It
 * folds operations on constants, identities and copies, and puts sign operations into the float
 * source that reads them. */
#include "driver/base/count.h"
#include "llvm/evergreen/mir/meaning.h"
#include "llvm/evergreen/mir/passes.h"
#include "llvm/evergreen/mir/values.h"

struct simplify {
    struct mir_function *f;
    struct mir_operand *replacement; /* of a virtual register; MIR_NONE: itself */
    struct mir_inst **definition;
};

static struct mir_operand resolve(const struct simplify *s, struct mir_operand operand)
{
    while (operand.kind == MIR_VREG && s->replacement[operand.value].kind != MIR_NONE) {
        struct mir_operand next = s->replacement[operand.value];
        next.neg = operand.abs ? operand.neg : operand.neg ^ next.neg;
        next.abs |= operand.abs;
        operand = next;
    }
    return operand;
}

/* --- Constants --- */

static bool fold_constants(const struct mir_inst *inst, uint32_t *result)
{
    const struct mir_meaning *meaning = mir_meaning_find(inst->op);
    uint32_t v[3] = {0, 0, 0};
    if (!meaning || !(meaning->flags & MIR_FOLDS) || inst->clamp || inst->omod)
        return false;
    for (uint32_t i = 0; i < inst->src_count; i++) {
        if (inst->src[i].kind != MIR_LITERAL || inst->src[i].neg || inst->src[i].abs)
            return false;
        v[i] = inst->src[i].value;
    }
    *result = meaning->compute(v[0], v[1], v[2]);
    return true;
}

/* --- Identities --- */

/* The source that the operation yields unchanged when the other one is `value`: row by row. */
static const struct {
    enum hw_alu_op op;
    uint8_t constant_source; /* which source must be the constant */
    uint32_t value;
    int8_t yields; /* this source, or -1: zero */
} identities[] = {
    {HW_ALU_OP_ADD_INT, 0, 0, 1},     {HW_ALU_OP_ADD_INT, 1, 0, 0},
    {HW_ALU_OP_SUB_INT, 1, 0, 0},     {HW_ALU_OP_AND_INT, 0, 0, -1},
    {HW_ALU_OP_AND_INT, 1, 0, -1},    {HW_ALU_OP_AND_INT, 0, ~0u, 1},
    {HW_ALU_OP_AND_INT, 1, ~0u, 0},   {HW_ALU_OP_OR_INT, 0, 0, 1},
    {HW_ALU_OP_OR_INT, 1, 0, 0},      {HW_ALU_OP_XOR_INT, 0, 0, 1},
    {HW_ALU_OP_XOR_INT, 1, 0, 0},     {HW_ALU_OP_LSHL_INT, 1, 0, 0},
    {HW_ALU_OP_LSHR_INT, 1, 0, 0},    {HW_ALU_OP_ASHR_INT, 1, 0, 0},
    {HW_ALU_OP_MULLO_INT, 0, 0, -1},  {HW_ALU_OP_MULLO_INT, 1, 0, -1},
    {HW_ALU_OP_MULLO_INT, 0, 1, 1},   {HW_ALU_OP_MULLO_INT, 1, 1, 0},
    {HW_ALU_OP_MULHI_UINT, 0, 0, -1}, {HW_ALU_OP_MULHI_UINT, 1, 0, -1},
    {HW_ALU_OP_LSHL_INT, 0, 0, -1},   {HW_ALU_OP_LSHR_INT, 0, 0, -1},
    {HW_ALU_OP_ASHR_INT, 0, 0, -1},   {HW_ALU_OP_ADDC_UINT, 0, 0, -1},
    {HW_ALU_OP_ADDC_UINT, 1, 0, -1},  {HW_ALU_OP_SUBB_UINT, 1, 0, -1},
    {HW_ALU_OP_CNDE_INT, 0, 0, 1},    {HW_ALU_OP_CNDE_INT, 0, ~0u, 2},
};

static bool find_identity(const struct mir_inst *inst, struct mir_operand *result)
{
    for (size_t i = 0; i < COUNT(identities); i++)
        if (identities[i].op == inst->op &&
            mir_is_literal(&inst->src[identities[i].constant_source], identities[i].value)) {
            *result = identities[i].yields < 0 ? mir_literal(0) : inst->src[identities[i].yields];
            return true;
        }
    return false;
}

/* --- Source modifiers --- */

static bool source_is_float(const struct mir_inst *inst, uint32_t source)
{
    enum hw_alu_types types = hw_alu_info[inst->op].types;
    return types == HW_TYPES_FF || types == HW_TYPES_FI || (types == HW_TYPES_FR && source == 0);
}

/* x ^ sign bit read as a float is -x; x & ~sign bit is |x|. */
static void fold_modifier(const struct simplify *s, const struct mir_inst *inst, uint32_t source)
{
    struct mir_operand *operand = &inst->src[source];
    if (!source_is_float(inst, source) || operand->kind != MIR_VREG)
        return;
    const struct mir_inst *definition = s->definition[operand->value];
    if (!definition || definition->kind != MIR_ALU || definition->src_count != 2)
        return;
    bool negates =
        definition->op == HW_ALU_OP_XOR_INT && mir_is_literal(&definition->src[1], 0x80000000);
    bool absolute =
        definition->op == HW_ALU_OP_AND_INT && mir_is_literal(&definition->src[1], 0x7fffffff);
    if ((!negates && !absolute) || (absolute && hw_alu_info[inst->op].op3))
        return;
    if (definition->src[0].kind == MIR_LITERAL)
        return;
    struct mir_operand inner = definition->src[0];
    inner.abs = operand->abs || absolute;
    inner.neg = operand->abs ? operand->neg : operand->neg ^ negates;
    *operand = inner;
}

static void simplify_alu(struct simplify *s, struct mir_inst *inst)
{
    struct mir_operand result;
    uint32_t bits;
    if (inst->clamp || inst->omod)
        return;
    if (fold_constants(inst, &bits))
        s->replacement[inst->dst[0]] = mir_literal(bits);
    else if (mir_is_copy(inst))
        s->replacement[inst->dst[0]] = inst->src[0];
    else if (find_identity(inst, &result))
        s->replacement[inst->dst[0]] = result;
    for (uint32_t i = 0; i < inst->src_count; i++) {
        /* Two rounds, as -|x| is two operations. */
        fold_modifier(s, inst, i);
        fold_modifier(s, inst, i);
    }
}

static void resolve_sources(const struct simplify *s, struct mir_inst *inst)
{
    for (uint32_t i = 0; i < inst->src_count; i++)
        inst->src[i] = resolve(s, inst->src[i]);
}

void mir_simplify(struct mir_function *f)
{
    struct simplify s = {.f = f};
    s.replacement = arena_array(f->arena, f->vreg_count, sizeof(*s.replacement));
    s.definition = arena_array(f->arena, f->vreg_count, sizeof(*s.definition));
    for (uint32_t b = 0; b < f->block_count; b++)
        for (struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next) {
            if (inst->kind == MIR_PHI)
                continue;
            resolve_sources(&s, inst);
            if (inst->kind == MIR_ALU && inst->dst_count == 1) {
                s.definition[inst->dst[0]] = inst;
                simplify_alu(&s, inst);
            }
        }
    /* Sources of phis may be defined later than they are read. */
    for (uint32_t b = 0; b < f->block_count; b++) {
        for (struct mir_inst *inst = f->blocks[b]->first; inst && inst->kind == MIR_PHI;
             inst = inst->next)
            resolve_sources(&s, inst);
        f->blocks[b]->cond = resolve(&s, f->blocks[b]->cond);
    }
    mir_values_replace(f, s.replacement);
}
