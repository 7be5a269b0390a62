/* SPDX-License-Identifier: MIT */
/* emit_inlined.c: a function of the library that is one short block is written where it is called,
 * as most ALU operations are. LLVM's inliner takes four times as long, and vectors that are handed
 * to functions by address stay in memory until then. */
#include <assert.h>

#include "llvm/ir/shim.h"
#include "llvm/recompile/emitter.h"

enum { MOST_INLINED = 96 };

/* An instruction of the library's function, and what stands for it in the program's. */
struct inlined {
    ssa from[MOST_INLINED], to[MOST_INLINED];
    unsigned count;
};

static bool is_intrinsic(ssa value)
{
    return LLVMIsAFunction(value) && LLVMGetIntrinsicID(value);
}

/* Whether it means the same in another module. */
static bool is_portable(ssa operand)
{
    return LLVMIsAArgument(operand) || LLVMIsAInstruction(operand) || is_intrinsic(operand) ||
           (LLVMIsAConstant(operand) && !LLVMIsAGlobalValue(operand) &&
            !LLVMIsAConstantExpr(operand));
}

static bool may_inline_instruction(ssa instruction)
{
    const LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    const int count = LLVMGetNumOperands(instruction);
    bool may = opcode != LLVMAlloca;
    if (opcode == LLVMCall)
        may = is_intrinsic(LLVMGetCalledValue(instruction));
    for (int i = 0; i < count && may; i++)
        may = is_portable(LLVMGetOperand(instruction, (unsigned)i));
    return may;
}

/* Whether a function is one block of few instructions that name nothing of its module. */
static bool may_inline(const struct emitter *e, ssa function)
{
    LLVMBasicBlockRef block;
    unsigned count = 0;
    if (LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, e->noinline) ||
        !shim_materialize(function))
        return false;
    block = LLVMGetFirstBasicBlock(function);
    if (!block || LLVMGetNextBasicBlock(block))
        return false;
    for (ssa i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (count++ == MOST_INLINED || !may_inline_instruction(i))
            return false;
    return true;
}

/* The intrinsic function of this name and type that the module has. */
static ssa intrinsic(struct emitter *e, ssa from)
{
    size_t length;
    const char *name = LLVMGetValueName2(from, &length);
    ssa there = LLVMGetNamedFunction(e->module, name);
    return there ? there : LLVMAddFunction(e->module, name, LLVMGlobalGetValueType(from));
}

static ssa mapped(struct emitter *e, const struct inlined *done, ssa operand, const ssa *args)
{
    if (LLVMIsAFunction(operand))
        return intrinsic(e, operand);
    if (LLVMIsAArgument(operand)) {
        unsigned i = 0;
        while (LLVMGetParam(LLVMGetParamParent(operand), i) != operand)
            i++;
        return args[i];
    }
    for (unsigned i = done->count; i-- > 0;)
        if (done->from[i] == operand)
            return done->to[i];
    return operand;
}

static bool is_block(const struct emitter *e, LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
           LLVMGetVectorSize(type) == SIM_NATIVE_LANES &&
           (LLVMGetElementType(type) == e->i32 ||
            LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMFloatTypeKind);
}

/* Lanes of a block, as the type that all variables of lanes have, so that these become values. */
static ssa load_block(struct emitter *e, LLVMTypeRef type, ssa at)
{
    ssa lanes = LLVMIsAGlobalVariable(at) && LLVMIsGlobalConstant(at) ? LLVMGetInitializer(at)
                                                                      : emit_load_lanes(e, at);
    return LLVMBuildBitCast(e->builder, lanes, type, "");
}

static void store_block(struct emitter *e, ssa value, ssa at)
{
    emit_store(e, LLVMBuildBitCast(e->builder, value, e->lanes, ""), at);
}

/* Whether an address is a variable's, or a constant's, of lanes. */
static bool is_lanes(const struct emitter *e, ssa at)
{
    return (LLVMIsAAllocaInst(at) && LLVMGetAllocatedType(at) == e->lanes) ||
           (LLVMIsAGlobalVariable(at) && LLVMGlobalGetValueType(at) == e->lanes);
}

static ssa repeat(struct emitter *e, const struct inlined *done, ssa from, const ssa *args)
{
    const LLVMOpcode opcode = LLVMGetInstructionOpcode(from);
    const int count = LLVMGetNumOperands(from);
    ssa operand[2] = {0};
    for (int i = 0; i < count && i < 2; i++)
        operand[i] = mapped(e, done, LLVMGetOperand(from, (unsigned)i), args);
    if (opcode == LLVMLoad && is_block(e, LLVMTypeOf(from)) && is_lanes(e, operand[0]))
        return load_block(e, LLVMTypeOf(from), operand[0]);
    if (opcode == LLVMStore && is_block(e, LLVMTypeOf(operand[0])) && is_lanes(e, operand[1])) {
        store_block(e, operand[0], operand[1]);
        return NULL;
    }
    ssa to = LLVMInstructionClone(from);
    for (int i = 0; i < count; i++)
        LLVMSetOperand(to, (unsigned)i,
                       i < 2 ? operand[i]
                             : mapped(e, done, LLVMGetOperand(from, (unsigned)i), args));
    LLVMInsertIntoBuilder(e->builder, to);
    return to;
}

bool emit_inlined(struct emitter *e, ssa function, const ssa *args, ssa *result)
{
    struct inlined done = {.count = 0};
    if (!may_inline(e, function))
        return false;
    ssa i = LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(function));
    for (; !LLVMIsATerminatorInst(i); i = LLVMGetNextInstruction(i)) {
        assert(done.count < MOST_INLINED);
        done.to[done.count] = repeat(e, &done, i, args);
        done.from[done.count++] = i;
    }
    assert(LLVMIsAReturnInst(i));
    *result = LLVMGetNumOperands(i) ? mapped(e, &done, LLVMGetOperand(i, 0), args) : NULL;
    return true;
}
