/* SPDX-License-Identifier: MIT */
/* build.c: appends machine instructions during selection. */
#include <assert.h>

#include "driver/base/bits.h"
#include "llvm/evergreen/select/select.h"

struct mir_inst *build_inst(struct select *s, enum mir_kind kind, unsigned op, unsigned srcs,
                            unsigned dsts)
{
    assert(dsts <= MIR_MAX_DST);
    struct mir_inst *inst = mir_new_inst(s->f, kind, op, srcs);
    inst->dst_count = (uint8_t)dsts;
    inst->line = s->line;
    inst->point = s->point;
    for (unsigned d = 0; d < dsts; d++)
        inst->dst[d] = mir_new_vreg(s->f);
    mir_append(s->block, inst);
    return inst;
}

struct mir_operand build_alu(struct select *s, enum hw_alu_op op, struct mir_operand a,
                             struct mir_operand b, struct mir_operand c)
{
    const struct mir_operand src[3] = {a, b, c};
    unsigned count = hw_alu_info[op].nsrc;
    assert(!(hw_alu_info[op].flags & HW_ALU_F64)); /* those are MIR_DOUBLE */
    struct mir_inst *inst = build_inst(s, MIR_ALU, op, count, 1);
    for (unsigned i = 0; i < count; i++)
        inst->src[i] = src[i];
    return mir_vreg_operand(inst->dst[0]);
}

struct mir_operand build_fast(struct select *s, LLVMValueRef inst, enum hw_alu_op op,
                              struct mir_operand a, struct mir_operand b, struct mir_operand c)
{
    struct mir_operand result = build_alu(s, op, a, b, c);
    LLVMFastMathFlags flags =
        LLVMCanValueUseFastMathFlags(inst) ? LLVMGetFastMathFlags(inst) : LLVMFastMathNone;
    s->block->last->any_order = flags & LLVMFastMathAllowReassoc ? 1 : 0;
    s->block->last->no_nan = flags & LLVMFastMathNoNaNs ? 1 : 0;
    s->block->last->any_zero = flags & LLVMFastMathNoSignedZeros ? 1 : 0;
    return result;
}

struct mir_operand build_float(float value)
{
    return mir_literal(float_bits(value));
}

struct mir_operand build_zext(struct select *s, struct mir_operand value, unsigned bits)
{
    assert(bits > 0);
    return bits >= 32 ? value : OP2(AND_INT, value, LIT((1u << bits) - 1));
}

struct mir_operand build_sext(struct select *s, struct mir_operand value, unsigned bits)
{
    assert(bits > 0);
    return bits >= 32 || bits == 1 ? value : OP3(BFE_INT, value, LIT(0), LIT(bits));
}

struct mir_operand build_select(struct select *s, struct mir_operand condition,
                                struct mir_operand yes, struct mir_operand no)
{
    return OP3(CNDE_INT, condition, no, yes);
}

struct mir_operand build_neg(struct select *s, struct mir_operand value)
{
    return OP2(SUB_INT, LIT(0), value);
}

struct mir_operand build_not(struct select *s, struct mir_operand value)
{
    return OP1(NOT_INT, value);
}

struct mir_operand build_fneg(struct select *s, struct mir_operand value)
{
    return OP2(XOR_INT, value, LIT(0x80000000));
}

struct mir_operand build_fabs(struct select *s, struct mir_operand value)
{
    return OP2(AND_INT, value, LIT(0x7fffffff));
}
