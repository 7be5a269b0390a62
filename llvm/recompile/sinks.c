/* SPDX-License-Identifier: MIT */
/* sinks.c: shuffles and sums, each before what uses it. Fetches of a clause are written one after
 * the other, and cut all their texels out of a few vectors before the first is used: more than host
 * registers hold. Blocks that go abreast add a fetch to the sums of all before the next fetch. LLVM
 * keeps that order. */
#include "llvm/recompile/sinks.h"

#include <stdbool.h>
#include <stddef.h>

#include "llvm/ir/ir.h"

/* Whether an instruction picks lanes of vectors that others need, too. */
static bool is_shuffle(LLVMValueRef i)
{
    return ir_calls_prefix(i, "llvm.x86.avx512.vpermi2var.");
}

/* The same behind casts, which move along. */
static void sink(LLVMBuilderRef builder, LLVMValueRef i)
{
    LLVMValueRef cast = NULL, user = ir_only_user(i);
    if (user && LLVMIsABitCastInst(user)) {
        cast = user;
        user = ir_only_user(cast);
    }
    if (!user || LLVMIsAPHINode(user) ||
        LLVMGetInstructionParent(user) != LLVMGetInstructionParent(i))
        return;
    if (cast && LLVMGetInstructionParent(cast) != LLVMGetInstructionParent(i))
        return;
    LLVMPositionBuilderBefore(builder, user);
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(builder, i);
    if (!cast)
        return;
    LLVMInstructionRemoveFromParent(cast);
    LLVMInsertIntoBuilder(builder, cast);
}

static void sink_shuffle(LLVMBuilderRef builder, LLVMValueRef i)
{
    if (is_shuffle(i))
        sink(builder, i);
}

/* The instruction before one, but for loads, which move along with their sums. */
static LLVMValueRef find_before(LLVMValueRef i)
{
    LLVMValueRef before = LLVMGetPreviousInstruction(i);
    while (before && LLVMIsALoadInst(before))
        before = LLVMGetPreviousInstruction(before);
    return before;
}

/* From the last instruction of each block to its first. */
static void sink_all(LLVMModuleRef module, void (*sink_one)(LLVMBuilderRef, LLVMValueRef))
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetLastInstruction(b), before; i; i = before) {
                before = find_before(i);
                sink_one(builder, i);
            }
    LLVMDisposeBuilder(builder);
}

void shuffles_sink(LLVMModuleRef module)
{
    sink_all(module, sink_shuffle);
}

/* ---- sums ---- */

enum { MOST_APART = 1024 };

static bool is_of_lanes(LLVMValueRef value, LLVMOpcode opcode)
{
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode &&
           LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
}

static bool may_write(LLVMValueRef i)
{
    return LLVMIsAStoreInst(i) || LLVMIsACallInst(i) || LLVMIsAFenceInst(i) ||
           LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i);
}

/* Whether a load gives the same before an instruction behind it. */
static bool gives_same(LLVMValueRef load, LLVMValueRef there)
{
    unsigned apart = 0;
    if (LLVMGetInstructionParent(there) != LLVMGetInstructionParent(load))
        return false;
    for (; load != there && apart < MOST_APART && !may_write(load); apart++)
        load = LLVMGetNextInstruction(load);
    return load == there;
}

/* Whether a load is for one instruction, before which it gives the same. */
static bool may_wait(LLVMValueRef load, LLVMValueRef user)
{
    return is_of_lanes(load, LLVMLoad) && ir_only_user(load) == user && gives_same(load, user);
}

/* The operand of a sum that is loaded for it; NULL: none is. */
static LLVMValueRef find_loaded(LLVMValueRef sum)
{
    for (unsigned o = 0; is_of_lanes(sum, LLVMFAdd) && o < 2; o++)
        if (may_wait(LLVMGetOperand(sum, o), sum))
            return LLVMGetOperand(sum, o);
    return NULL;
}

/* Moves a sum of loaded lanes before the next one of its chain. LLVM's scheduler would part them,
 * but keeps the order of volatile loads. */
static void sink_sum(LLVMBuilderRef builder, LLVMValueRef sum)
{
    LLVMValueRef next = ir_only_user(sum), own = find_loaded(sum);
    if (!own || !next || !gives_same(own, next))
        return;
    LLVMValueRef loaded = find_loaded(next);
    if (!loaded)
        return;
    sink(builder, sum);
    sink(builder, own);
    sink(builder, loaded);
    LLVMSetVolatile(own, true);
    LLVMSetVolatile(loaded, true);
}

void sums_sink(LLVMModuleRef module)
{
    sink_all(module, sink_sum);
}
