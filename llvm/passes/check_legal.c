/* SPDX-License-Identifier: MIT */
/* check_legal.c: holds the IR against the contract of llvm/evergreen/evergreen.h and names what
 * breaks it.
 *
 * Changes nothing. */
#include <string.h>

#include "driver/base/count.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

/* clang-format off */
/* Calls the code generator takes; a name that ends in '.' stands for every overload. */
static const char *const legal_calls[] = {
    "llvm.r600.read.tidig.", "llvm.r600.read.tgid.", "llvm.r600.group.barrier",
    "llvm.r600.recipsqrt.", "llvm.fabs.", "llvm.sqrt.", "llvm.floor.", "llvm.ceil.", "llvm.trunc.",
    "llvm.rint.", "llvm.roundeven.", "llvm.round.", "llvm.fma.", "llvm.fmuladd.",
    "llvm.minnum.", "llvm.maxnum.", "llvm.minimum.", "llvm.maximum.", "llvm.copysign.", "llvm.sin.",
    "llvm.cos.", "llvm.exp2.", "llvm.log2.", "llvm.canonicalize.", "llvm.ldexp.",
    "llvm.is.fpclass.", "llvm.ctpop.", "llvm.ctlz.", "llvm.cttz.", "llvm.bswap.", "llvm.bitreverse.", "llvm.abs.",
    "llvm.fshl.", "llvm.fshr.", "llvm.smin.", "llvm.smax.", "llvm.umin.", "llvm.umax.",
    "llvm.sadd.sat.", "llvm.ssub.sat.", "llvm.uadd.sat.", "llvm.usub.sat.",
    "llvm.lifetime.", "llvm.assume", "llvm.dbg.",
    "__rootle_tex_sample", "__rootle_tex_sample_l", "__rootle_tex_sample_l_ordered",
    "__rootle_tex_sample_g", "__rootle_tex_sample_g_ordered", "__rootle_tex_ld", "__rootle_tex_ld_ordered", "__rootle_buffer_ld",
    "__rootle_buffer_ld_ordered",
    "__rootle_rat_store_typed", "__rootle_rat_atomic", "__rootle_check_address", "__rootle_check_selected",
};
/* clang-format on */

/* The operands of our operations that are resource numbers, and so must be constants. */
static const struct {
    const char *name;
    unsigned first, count;
} constant_operands[] = {
    {"__rootle_tex_sample", 1, 3},           {"__rootle_tex_sample_l", 1, 3},
    {"__rootle_tex_sample_l_ordered", 1, 3}, {"__rootle_tex_ld", 1, 1},
    {"__rootle_tex_ld_ordered", 1, 1},       {"__rootle_buffer_ld", 1, 1},
    {"__rootle_buffer_ld_ordered", 1, 1},    {"__rootle_rat_store_typed", 2, 1},
    {"__rootle_tex_sample_g", 3, 3},         {"__rootle_tex_sample_g_ordered", 3, 3},
    {"__rootle_rat_atomic", 0, 1},           {"__rootle_rat_atomic", 4, 1},
    {"__rootle_check_address", 1, 1},        {"__rootle_check_selected", 2, 1},
};

static bool legal_name(const char *name)
{
    for (size_t i = 0; i < COUNT(legal_calls); i++) {
        size_t length = strlen(legal_calls[i]);
        if (legal_calls[i][length - 1] == '.' ? !strncmp(name, legal_calls[i], length)
                                              : !strcmp(name, legal_calls[i]))
            return true;
    }
    return false;
}

/* NULL, or what is wrong with a type. */
static const char *type_problem(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMHalfTypeKind:
    case LLVMLabelTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMPointerTypeKind:
        return NULL;
    case LLVMIntegerTypeKind:
        switch (LLVMGetIntTypeWidth(type)) {
        case 1:
        case 8:
        case 16:
        case 32:
        case 64:
            return NULL;
        default:
            return "an integer of an odd width";
        }
    case LLVMVectorTypeKind:
        return type_problem(LLVMGetElementType(type));
    case LLVMFP128TypeKind:
        return "quadruple precision";
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
        return "a whole struct or array as a value";
    default:
        return "a type";
    }
}

static int check_call(struct pass_state *state, LLVMValueRef call)
{
    LLVMValueRef callee = ir_callee(call);
    if (!callee)
        return pass_error(state, call, "a call through a pointer is not supported");
    const char *name = ir_name(callee);
    if (!legal_name(name))
        return pass_error(state, call, "'%s' is not supported", name);
    for (size_t i = 0; i < COUNT(constant_operands); i++) {
        if (strcmp(name, constant_operands[i].name))
            continue;
        for (unsigned at = 0; at < constant_operands[i].count; at++)
            if (!LLVMIsAConstantInt(LLVMGetOperand(call, constant_operands[i].first + at)))
                return pass_error(state, call, "an image or sampler is chosen at run time");
    }
    return 0;
}

/* A compare-and-exchange gives the old value and whether it exchanged; only extractvalue takes that
 * apart. */
static bool is_exchange_result(LLVMValueRef value)
{
    return LLVMIsAAtomicCmpXchgInst(value) ||
           (LLVMIsAExtractValueInst(value) && LLVMIsAAtomicCmpXchgInst(LLVMGetOperand(value, 0)));
}

static const char *instruction_problem(LLVMValueRef instruction)
{
    const char *problem = NULL;
    if (!LLVMIsAAtomicCmpXchgInst(instruction))
        problem = type_problem(LLVMTypeOf(instruction));
    for (int i = 0; i < LLVMGetNumOperands(instruction) && !problem; i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
        if (LLVMIsAGlobalVariable(operand))
            problem = "the address of a program-scope variable";
        else if (!is_exchange_result(instruction))
            problem = type_problem(LLVMTypeOf(operand));
    }
    return problem;
}

static int check_instruction(LLVMValueRef instruction, void *data)
{
    struct pass_state *state = data;
    const char *problem = instruction_problem(instruction);
    if (problem)
        return pass_error(state, instruction, "%s is not supported", problem);
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMCall:
        return check_call(state, instruction);
    case LLVMAddrSpaceCast:
        return pass_error(state, instruction,
                          "a pointer that changes its address space is not supported");
    case LLVMFPExt:
        if (!ir_is_half_to_double(instruction))
            return 0;
        return pass_error(state, instruction, "internal error: an instruction was not lowered");
    case LLVMSwitch:
    case LLVMIndirectBr:
    case LLVMInvoke:
    case LLVMExtractValue:
        if (is_exchange_result(instruction))
            return 0;
        __attribute__((fallthrough));
    case LLVMInsertValue:
        return pass_error(state, instruction, "internal error: an instruction was not lowered");
    default:
        return 0;
    }
}

int pass_check_legal(struct pass_state *state)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        if (ir_visit_instructions(f, check_instruction, state))
            return -1;
    }
    return 0;
}
