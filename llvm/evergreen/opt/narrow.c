/* SPDX-License-Identifier: MIT */
/* narrow.c: finds the range of each value, and removes extensions, masks and bounds that do nothing
 * to it; fetches of bytes and shorts extend the sign themselves if all their readers do. SSA form
 * in and out; leaves copies and dead instructions behind. */
#include <assert.h>

#include "driver/hw/formats.h"
#include "llvm/evergreen/mir/passes.h"

/* A value as a signed number, bounds included. */
struct range {
    int64_t low, high;
};

struct narrow {
    struct mir_function *f;
    struct range *ranges; /* of virtual registers; low > high: not known yet */
};

static const struct range everything = {INT32_MIN, INT32_MAX};
static const struct range factors = {0, 0xffffff}; /* of MUL_UINT24, which has 24 bits of each */

static struct range bits(unsigned count)
{
    return count < 32 ? (struct range){0, (INT64_C(1) << count) - 1} : everything;
}

static struct range signed_bits(unsigned count)
{
    assert(count > 0 && count <= 32);
    return (struct range){-(INT64_C(1) << (count - 1)), (INT64_C(1) << (count - 1)) - 1};
}

static bool is_within(struct range a, struct range b)
{
    return a.low >= b.low && a.high <= b.high;
}

static struct range of_operand(const struct narrow *n, const struct mir_operand *operand)
{
    if (operand->neg || operand->abs)
        return everything;
    if (operand->kind == MIR_LITERAL)
        return (struct range){(int32_t)operand->value, (int32_t)operand->value};
    if (operand->kind == MIR_VREG &&
        n->ranges[operand->value].low <= n->ranges[operand->value].high)
        return n->ranges[operand->value];
    return everything;
}

static struct range unite(struct range a, struct range b)
{
    return (struct range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* All bits up to the highest one. */
static struct range fill_bits(int64_t high)
{
    unsigned count = 0;
    assert(high >= 0 && high <= UINT32_MAX);
    while (high >> count)
        count++;
    return bits(count);
}

static struct range of_product(struct range a, struct range b)
{
    struct range product = {0, a.high * b.high};
    return a.low >= 0 && b.low >= 0 && product.high <= INT32_MAX ? product : everything;
}

/* The range after a shift to the right by a constant. Where `is_signed` is not set, zeros are
 * shifted in, so that a negative number becomes any number of the bits that are left. */
static struct range of_right_shift(struct range a, struct range count, bool is_signed)
{
    if (count.low != count.high || count.low < 0 || count.low > 31)
        return everything;
    if (a.low >= 0 || is_signed)
        return (struct range){a.low >> count.low, a.high >> count.low};
    return bits(32 - (unsigned)count.low);
}

static struct range of_field(struct range offset, struct range width, bool is_signed)
{
    if (width.low != width.high || width.low < 1 || width.low > 31 || offset.low != offset.high ||
        offset.low < 0 || offset.low + width.low > 32)
        return everything;
    return is_signed ? signed_bits((unsigned)width.low) : bits((unsigned)width.low);
}

static struct range of_binary(unsigned op, struct range a, struct range b)
{
    bool both = a.low >= 0 && b.low >= 0;
    switch (op) {
    case HW_ALU_OP_ADD_INT:
        return (struct range){a.low + b.low, a.high + b.high};
    case HW_ALU_OP_SUB_INT:
        return (struct range){a.low - b.high, a.high - b.low};
    case HW_ALU_OP_AND_INT:
        if (a.low < 0 && b.low < 0)
            return everything;
        return (struct range){0, both ? least(a.high, b.high) : a.low < 0 ? b.high : a.high};
    case HW_ALU_OP_OR_INT:
    case HW_ALU_OP_XOR_INT:
        return both ? fill_bits(most(a.high, b.high)) : everything;
    case HW_ALU_OP_LSHL_INT:
        return b.low == b.high && b.low >= 0 && b.low < 32
                   ? of_product(a, (struct range){0, INT64_C(1) << b.low})
                   : everything;
    case HW_ALU_OP_LSHR_INT:
    case HW_ALU_OP_ASHR_INT:
        return of_right_shift(a, b, op == HW_ALU_OP_ASHR_INT);
    case HW_ALU_OP_MULLO_INT:
    case HW_ALU_OP_MULLO_UINT:
        return of_product(a, b);
    case HW_ALU_OP_MUL_UINT24:
        return is_within(a, factors) && is_within(b, factors) ? of_product(a, b) : everything;
    case HW_ALU_OP_MIN_INT:
        return (struct range){least(a.low, b.low), least(a.high, b.high)};
    case HW_ALU_OP_MAX_INT:
        return (struct range){most(a.low, b.low), most(a.high, b.high)};
    case HW_ALU_OP_MIN_UINT:
        if (a.low < 0 && b.low < 0)
            return everything;
        return (struct range){0, both ? least(a.high, b.high) : a.low < 0 ? b.high : a.high};
    case HW_ALU_OP_MAX_UINT:
        return both ? (struct range){most(a.low, b.low), most(a.high, b.high)} : everything;
    case HW_ALU_OP_ADDC_UINT:
    case HW_ALU_OP_SUBB_UINT:
        return bits(1);
    default:
        return mir_gives_mask(op) ? (struct range){-1, 0} : everything;
    }
}

static struct range of_alu(const struct narrow *n, const struct mir_inst *inst)
{
    struct range src[3] = {everything, everything, everything}, result;
    for (uint32_t i = 0; i < inst->src_count && i < 3; i++)
        src[i] = of_operand(n, &inst->src[i]);
    switch (inst->op) {
    case HW_ALU_OP_MOV:
        result = src[0];
        break;
    case HW_ALU_OP_CNDE_INT:
    case HW_ALU_OP_CNDGT_INT:
    case HW_ALU_OP_CNDGE_INT:
        result = unite(src[1], src[2]);
        break;
    case HW_ALU_OP_BFE_INT:
    case HW_ALU_OP_BFE_UINT:
        result = of_field(src[1], src[2], inst->op == HW_ALU_OP_BFE_INT);
        break;
    default:
        result = inst->src_count == 2 ? of_binary(inst->op, src[0], src[1]) : everything;
    }
    return is_within(result, everything) ? result : everything;
}

static struct range of_inst(const struct narrow *n, const struct mir_inst *inst)
{
    bool is_byte = inst->format == HW_FMT_8;
    switch (inst->kind) {
    case MIR_ALU:
        return inst->clamp || inst->omod ? everything : of_alu(n, inst);
    case MIR_INPUT:
        return mir_is_local_id(n->f, inst) ? factors : everything;
    case MIR_VTX:
        if (!is_byte && inst->format != HW_FMT_16)
            return everything;
        return inst->is_signed ? signed_bits(is_byte ? 8 : 16) : bits(is_byte ? 8 : 16);
    case MIR_LDS:
        if (inst->op == HW_LDS_UBYTE_READ_RET)
            return bits(8);
        return inst->op == HW_LDS_USHORT_READ_RET ? bits(16) : everything;
    default:
        return everything;
    }
}

/* --- What does nothing --- */

static bool keeps_first(const struct narrow *n, const struct mir_inst *inst)
{
    struct range a = of_operand(n, &inst->src[0]);
    struct range b = inst->src_count > 1 ? of_operand(n, &inst->src[1]) : everything;
    switch (inst->op) {
    case HW_ALU_OP_AND_INT: /* with a mask of low bits */
        return b.low == b.high && b.low > 0 && !(b.low & (b.low + 1)) &&
               is_within(a, (struct range){0, b.low});
    case HW_ALU_OP_BFE_INT:
    case HW_ALU_OP_BFE_UINT:
        return b.low == 0 && b.high == 0 && is_within(a, of_alu(n, inst)) &&
               of_alu(n, inst).high < INT32_MAX;
    case HW_ALU_OP_MIN_INT:
        return a.high <= b.low;
    case HW_ALU_OP_MAX_INT:
        return a.low >= b.high;
    case HW_ALU_OP_MIN_UINT:
        return a.low >= 0 && a.high <= b.low;
    default:
        return false;
    }
}

static void narrow_alu(const struct narrow *n, struct mir_inst *inst)
{
    if (inst->kind != MIR_ALU || inst->clamp || inst->omod || inst->src[0].neg ||
        inst->src[0].abs || !keeps_first(n, inst))
        return;
    inst->op = HW_ALU_OP_MOV;
    inst->src_count = 1;
}

/* --- Signs of fetches --- */

struct uses {
    uint32_t all, signs; /* how often a register is read: at all, and to extend its sign */
};

static void count_use(struct uses *uses, const struct mir_operand *operand)
{
    if (operand->kind == MIR_VREG)
        uses[operand->value].all++;
}

/* The width that the operation extends its first source from, or 0. */
static unsigned sign_width(const struct mir_inst *inst)
{
    if (inst->kind != MIR_ALU || inst->op != HW_ALU_OP_BFE_INT || !mir_is_literal(&inst->src[1], 0))
        return 0;
    return mir_is_literal(&inst->src[2], 8) ? 8 : mir_is_literal(&inst->src[2], 16) ? 16 : 0;
}

static unsigned fetch_width(const struct mir_inst *inst)
{
    if (inst->kind != MIR_VTX || inst->is_signed || inst->loads_input)
        return 0;
    return inst->format == HW_FMT_8 ? 8 : inst->format == HW_FMT_16 ? 16 : 0;
}

static void count_uses(const struct mir_function *f, struct mir_inst *const *definition,
                       struct uses *uses)
{
    for (uint32_t b = 0; b < f->block_count; b++) {
        for (const struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next) {
            unsigned width = sign_width(inst);
            for (uint32_t i = 0; i < inst->src_count; i++)
                count_use(uses, &inst->src[i]);
            if (width && inst->src[0].kind == MIR_VREG && definition[inst->src[0].value] &&
                fetch_width(definition[inst->src[0].value]) == width)
                uses[inst->src[0].value].signs++;
        }
        count_use(uses, &f->blocks[b]->cond);
        count_use(uses, &f->blocks[b]->cond_other);
    }
}

static void extend_fetches(struct mir_function *f)
{
    struct mir_inst **definition = mir_definitions(f);
    struct uses *uses = arena_array(f->arena, f->vreg_count, sizeof(*uses));
    count_uses(f, definition, uses);
    for (uint32_t b = 0; b < f->block_count; b++)
        for (struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            if (fetch_width(inst) && uses[inst->dst[0]].signs &&
                uses[inst->dst[0]].signs == uses[inst->dst[0]].all)
                inst->is_signed = true;
}

void mir_narrow(struct mir_function *f)
{
    struct narrow n = {.f = f};
    extend_fetches(f);
    n.ranges = arena_array(f->arena, f->vreg_count, sizeof(*n.ranges));
    for (uint32_t v = 0; v < f->vreg_count; v++)
        n.ranges[v] = (struct range){1, 0};
    for (uint32_t b = 0; b < f->block_count; b++)
        for (struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next) {
            narrow_alu(&n, inst);
            for (unsigned d = 0; d < inst->dst_count; d++)
                n.ranges[inst->dst[d]] = of_inst(&n, inst);
        }
}
