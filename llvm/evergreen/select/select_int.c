/* SPDX-License-Identifier: MIT */
/* select_int.c: integer arithmetic and comparisons of up to 32 bits. */
#include "driver/base/count.h"
#include "llvm/evergreen/select/select.h"

static void elem_binary(struct select *s, const struct elem *e, enum hw_alu_op op)
{
    e->dst[0] = build_alu(s, op, e->src[0][0], e->src[1][0], LIT(0));
}

/* i1 is 0 or -1: sums and products are exclusive or and conjunction. */
static void elem_add(struct select *s, const struct elem *e)
{
    if (e->type.bits > 32)
        select_wide_op(s, LLVMAdd, e);
    else
        elem_binary(s, e, e->type.bits == 1 ? HW_ALU_OP_XOR_INT : HW_ALU_OP_ADD_INT);
}

static void elem_sub(struct select *s, const struct elem *e)
{
    if (e->type.bits > 32)
        select_wide_op(s, LLVMSub, e);
    else
        elem_binary(s, e, e->type.bits == 1 ? HW_ALU_OP_XOR_INT : HW_ALU_OP_SUB_INT);
}

static void elem_mul(struct select *s, const struct elem *e)
{
    if (e->type.bits > 32)
        select_wide_op(s, LLVMMul, e);
    else
        elem_binary(s, e, e->type.bits == 1 ? HW_ALU_OP_AND_INT : HW_ALU_OP_MULLO_INT);
}

static void elem_words(struct select *s, const struct elem *e, enum hw_alu_op op)
{
    for (unsigned w = 0; w < type_words(&e->type); w++)
        e->dst[w] = build_alu(s, op, e->src[0][w], e->src[1][w], LIT(0));
}

/* An operation that another function does for several. */
#define ELEM(name, call)                                                                           \
    static void name(struct select *s, const struct elem *e)                                       \
    {                                                                                              \
        call;                                                                                      \
    }

/* LLVM writes a sum of numbers that have no bit in common as OR. A sum is what later passes, and
 * fetches, know how to combine with others. */
static bool is_sum(const struct elem *e)
{
    return e->type.bits == 32 && LLVMIsAInstruction(e->inst) && LLVMGetIsDisjoint(e->inst);
}

ELEM(elem_and, elem_words(s, e, HW_ALU_OP_AND_INT))
ELEM(elem_or, elem_words(s, e, is_sum(e) ? HW_ALU_OP_ADD_INT : HW_ALU_OP_OR_INT))
ELEM(elem_xor, elem_words(s, e, HW_ALU_OP_XOR_INT))

/* LLVM's counts are less than the width, but what lies above a narrow one is undefined. */
static struct mir_operand shift_count(struct select *s, const struct elem *e)
{
    return e->type.bits == 32 ? e->src[1][0] : OP2(AND_INT, e->src[1][0], LIT(31));
}

static void elem_shl(struct select *s, const struct elem *e)
{
    if (e->type.bits > 32)
        select_wide_op(s, LLVMShl, e);
    else
        e->dst[0] = OP2(LSHL_INT, e->src[0][0], shift_count(s, e));
}

static void elem_lshr(struct select *s, const struct elem *e)
{
    if (e->type.bits > 32)
        select_wide_op(s, LLVMLShr, e);
    else
        e->dst[0] = e->type.bits == 1 ? e->src[0][0]
                                      : OP2(LSHR_INT, build_zext(s, e->src[0][0], e->type.bits),
                                            shift_count(s, e));
}

static void elem_ashr(struct select *s, const struct elem *e)
{
    if (e->type.bits > 32)
        select_wide_op(s, LLVMAShr, e);
    else
        e->dst[0] = e->type.bits == 1 ? e->src[0][0]
                                      : OP2(ASHR_INT, build_sext(s, e->src[0][0], e->type.bits),
                                            shift_count(s, e));
}

ELEM(elem_udiv, select_divide(s, LLVMUDiv, e))
ELEM(elem_sdiv, select_divide(s, LLVMSDiv, e))
ELEM(elem_urem, select_divide(s, LLVMURem, e))
ELEM(elem_srem, select_divide(s, LLVMSRem, e))

select_elem select_int_op(LLVMOpcode opcode)
{
    static const struct {
        LLVMOpcode opcode;
        select_elem function;
    } table[] = {
        {LLVMAdd, elem_add},   {LLVMSub, elem_sub},   {LLVMMul, elem_mul},   {LLVMAnd, elem_and},
        {LLVMOr, elem_or},     {LLVMXor, elem_xor},   {LLVMShl, elem_shl},   {LLVMLShr, elem_lshr},
        {LLVMAShr, elem_ashr}, {LLVMUDiv, elem_udiv}, {LLVMSDiv, elem_sdiv}, {LLVMURem, elem_urem},
        {LLVMSRem, elem_srem},
    };
    for (size_t i = 0; i < COUNT(table); i++)
        if (table[i].opcode == opcode)
            return table[i].function;
    return NULL;
}

/* Both operands are of 32 bits already. */
struct mir_operand select_icompare(struct select *s, LLVMIntPredicate predicate,
                                   struct mir_operand a, struct mir_operand b)
{
    static const struct {
        LLVMIntPredicate predicate;
        enum hw_alu_op op;
        bool swap;
    } table[] = {
        {LLVMIntEQ, HW_ALU_OP_SETE_INT, false},    {LLVMIntNE, HW_ALU_OP_SETNE_INT, false},
        {LLVMIntUGT, HW_ALU_OP_SETGT_UINT, false}, {LLVMIntUGE, HW_ALU_OP_SETGE_UINT, false},
        {LLVMIntULT, HW_ALU_OP_SETGT_UINT, true},  {LLVMIntULE, HW_ALU_OP_SETGE_UINT, true},
        {LLVMIntSGT, HW_ALU_OP_SETGT_INT, false},  {LLVMIntSGE, HW_ALU_OP_SETGE_INT, false},
        {LLVMIntSLT, HW_ALU_OP_SETGT_INT, true},   {LLVMIntSLE, HW_ALU_OP_SETGE_INT, true},
    };
    for (size_t i = 0; i < COUNT(table); i++)
        if (table[i].predicate == predicate)
            return build_alu(s, table[i].op, table[i].swap ? b : a, table[i].swap ? a : b, LIT(0));
    select_fail(s, "unknown integer comparison");
    return LIT(0);
}

void select_icmp(struct select *s, const struct elem *e)
{
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(e->inst);
    unsigned bits = e->type.bits;
    bool is_signed = predicate >= LLVMIntSGT;
    if (bits > 32) {
        struct mir_operand wide[2][2];
        for (unsigned i = 0; i < 2; i++)
            select_wide_extend(s, e->src[i], bits, is_signed, wide[i]);
        e->dst[0] = select_wide_compare(s, predicate, wide[0], wide[1]);
        return;
    }
    struct mir_operand a = e->src[0][0], b = e->src[1][0];
    /* i1 is 0 or -1 throughout: both orders come out right without extension. */
    if (bits != 1) {
        a = is_signed ? build_sext(s, a, bits) : build_zext(s, a, bits);
        b = is_signed ? build_sext(s, b, bits) : build_zext(s, b, bits);
    }
    e->dst[0] = select_icompare(s, predicate, a, b);
}
