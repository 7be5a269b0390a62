/* SPDX-License-Identifier: MIT */
/* select_atomic.c: atomics, on local memory by the LDS, on global memory by RAT operations. A RAT
 * operation leaves the old value in a buffer with a place for every lane that can be resident; it
 * is fetched from there. */
#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "llvm/evergreen/select/select.h"

enum {
    MAX_WAVES_LOG2 = 8 /* wave slots of a shader engine */,
    LANES_LOG2 = 6,
    LOCAL_SIZE_DWORD = 6
};

struct atomic_op {
    LLVMAtomicRMWBinOp kind;
    enum hw_lds_op local;
    enum hw_lds_op plain_local; /* without a result, if there is one */
    enum hw_rat_op plain;       /* so are these; NOP: there is none */
    enum hw_rat_op returns;
};

static const struct atomic_op atomic_ops[] = {
    {LLVMAtomicRMWBinOpXchg, HW_LDS_XCHG_RET, HW_LDS_XCHG_RET, HW_RAT_NOP, HW_RAT_XCHG_RTN},
    {LLVMAtomicRMWBinOpAdd, HW_LDS_ADD_RET, HW_LDS_ADD, HW_RAT_ADD, HW_RAT_ADD_RTN},
    {LLVMAtomicRMWBinOpSub, HW_LDS_SUB_RET, HW_LDS_SUB, HW_RAT_SUB, HW_RAT_SUB_RTN},
    {LLVMAtomicRMWBinOpAnd, HW_LDS_AND_RET, HW_LDS_AND, HW_RAT_AND, HW_RAT_AND_RTN},
    {LLVMAtomicRMWBinOpOr, HW_LDS_OR_RET, HW_LDS_OR, HW_RAT_OR, HW_RAT_OR_RTN},
    {LLVMAtomicRMWBinOpXor, HW_LDS_XOR_RET, HW_LDS_XOR, HW_RAT_XOR, HW_RAT_XOR_RTN},
    {LLVMAtomicRMWBinOpMax, HW_LDS_MAX_INT_RET, HW_LDS_MAX_INT, HW_RAT_MAX_INT, HW_RAT_MAX_INT_RTN},
    {LLVMAtomicRMWBinOpMin, HW_LDS_MIN_INT_RET, HW_LDS_MIN_INT, HW_RAT_MIN_INT, HW_RAT_MIN_INT_RTN},
    {LLVMAtomicRMWBinOpUMax, HW_LDS_MAX_UINT_RET, HW_LDS_MAX_UINT, HW_RAT_MAX_UINT,
     HW_RAT_MAX_UINT_RTN},
    {LLVMAtomicRMWBinOpUMin, HW_LDS_MIN_UINT_RET, HW_LDS_MIN_UINT, HW_RAT_MIN_UINT,
     HW_RAT_MIN_UINT_RTN},
};

static const struct atomic_op *find_op(LLVMValueRef inst)
{
    for (size_t i = 0; i < COUNT(atomic_ops); i++)
        if (atomic_ops[i].kind == LLVMGetAtomicRMWBinOp(inst))
            return &atomic_ops[i];
    return NULL;
}

static struct mir_operand local_size(unsigned dimension)
{
    return (struct mir_operand){.kind = MIR_KCACHE, .value = LOCAL_SIZE_DWORD + dimension};
}

static struct mir_operand special(enum hw_alu_src select)
{
    return (struct mir_operand){.kind = MIR_SPECIAL, .value = select};
}

/* ((shader engine * 256 + wave slot) * 64 + lane), computed once, at the kernel's start. Lanes are
 * numbered by local id, x fastest. */
struct mir_operand select_resident_lane(struct select *s)
{
    if (s->resident.kind != MIR_NONE)
        return s->resident;
    struct mir_block *here = s->block;
    s->block = s->inputs;
    struct mir_operand row = OP3(MULADD_UINT24, local_size(1), s->local_id[2], s->local_id[1]);
    struct mir_operand item = OP3(MULADD_UINT24, local_size(0), row, s->local_id[0]);
    struct mir_operand lane = OP2(AND_INT, item, LIT(s->f->chip->wave_size - 1));
    struct mir_operand engine = OP2(LSHL_INT, special(HW_SRC_SE_ID), LIT(MAX_WAVES_LOG2));
    struct mir_operand wave = OP2(ADD_INT, engine, special(HW_SRC_HW_WAVE_ID));
    s->resident = OP2(OR_INT, OP2(LSHL_INT, wave, LIT(LANES_LOG2)), lane);
    s->block = here;
    return s->resident;
}

struct mir_operand select_returned(struct select *s, struct mir_operand place)
{
    struct mir_inst *fetch = build_inst(s, MIR_VTX, HW_VTX_FETCH, 1, 1);
    fetch->resource = ABI_RESOURCE_RETURNED;
    fetch->format = HW_FMT_32;
    fetch->waits = true;
    fetch->src[0] = place;
    return mir_vreg_operand(fetch->dst[0]);
}

unsigned select_compare_channel(const struct select *s)
{
    return s->f->chip->vliw == HW_VLIW4 ? 2 : 3;
}

/* `compare` is NULL except for compare and exchange. */
static struct mir_inst *build_rat(struct select *s, enum hw_rat_op op,
                                  const struct address *address, struct mir_operand value,
                                  const struct mir_operand *compare)
{
    struct mir_operand index = OP2(LSHR_INT, select_whole_address(s, address, 0), LIT(2));
    struct mir_inst *rat = build_inst(s, MIR_RAT, op, MIR_RAT_INDEX + 1, 0);
    rat->resource = ABI_RAT_POOL;
    rat->object = s->object;
    rat->mask = 0xf;
    rat->src[0] = value;
    if (compare)
        rat->src[select_compare_channel(s)] = *compare;
    rat->src[MIR_RAT_INDEX] = index;
    return rat;
}

static struct mir_operand returning_rat(struct select *s, enum hw_rat_op op,
                                        const struct address *address, struct mir_operand value,
                                        const struct mir_operand *compare)
{
    struct mir_operand place = select_resident_lane(s);
    build_rat(s, op, address, value, compare)->src[1] = place;
    return select_returned(s, place);
}

static struct mir_operand local_atomic(struct select *s, enum hw_lds_op op,
                                       const struct address *address, struct mir_operand first,
                                       const struct mir_operand *second)
{
    struct mir_operand at = select_whole_address(s, address, 0);
    const bool returns = hw_lds_find(op)->returns;
    struct mir_inst *lds = build_inst(s, MIR_LDS, op, second ? 3 : 2, returns);
    lds->object = s->object;
    lds->src[0] = at;
    lds->src[1] = first;
    if (second)
        lds->src[2] = *second;
    return returns ? mir_vreg_operand(lds->dst[0]) : (struct mir_operand){.kind = MIR_NONE};
}

void select_atomic_rmw(struct select *s, LLVMValueRef inst)
{
    const struct atomic_op *op = find_op(inst);
    struct evg_type type = select_type(s, LLVMTypeOf(inst));
    struct address address = select_address(s, LLVMGetOperand(inst, 0), 4);
    struct mir_operand value = select_operand(s, 1)[0],
                       *result = select_define(s, inst, type_words(&type));
    const bool wanted = LLVMGetFirstUse(inst);
    if (!op || type.bits != 32)
        select_fail(s, "this atomic operation is not supported");
    else if (address.space == ABI_SPACE_LOCAL)
        *result = local_atomic(s, wanted ? op->local : op->plain_local, &address, value, NULL);
    else if (address.space != ABI_SPACE_GLOBAL)
        select_fail(s, "atomics in address space %u are not supported", address.space);
    else if (!wanted && op->plain != HW_RAT_NOP)
        build_rat(s, op->plain, &address, value, NULL);
    else
        *result = returning_rat(s, op->returns, &address, value, NULL);
}

/* { old value, whether it was the expected one } */
void select_cmpxchg(struct select *s, LLVMValueRef inst)
{
    struct address address = select_address(s, LLVMGetOperand(inst, 0), 4);
    struct evg_type type = select_type(s, LLVMTypeOf(LLVMGetOperand(inst, 1)));
    struct mir_operand expected = select_operand(s, 1)[0], value = select_operand(s, 2)[0];
    struct mir_operand *result = select_define(s, inst, type_words(&type) + 1);
    if (type.bits != 32 ||
        (address.space != ABI_SPACE_LOCAL && address.space != ABI_SPACE_GLOBAL)) {
        select_fail(s, "this compare and exchange is not supported");
        return;
    }
    result[0] = address.space == ABI_SPACE_LOCAL
                    ? local_atomic(s, HW_LDS_CMP_XCHG_RET, &address, expected, &value)
                    : returning_rat(s, HW_RAT_CMPXCHG_INT_RTN, &address, value, &expected);
    result[1] = OP2(SETE_INT, result[0], expected);
}
