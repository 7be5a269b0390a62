/* SPDX-License-Identifier: MIT */
/* global_use.c: uses of a global variable, through whatever constant expressions. */
#include "llvm/passes/global_use.h"

#include <stdlib.h>

#include "driver/base/arena.h"
#include "llvm/ir/ir.h"

bool global_used_in(LLVMValueRef global, LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(global); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool used = LLVMIsAInstruction(user)
                        ? ir_function_of(user) == function
                        : !LLVMIsAGlobalVariable(user) && global_used_in(user, function);
        if (used)
            return true;
    }
    return false;
}

static bool contains(LLVMValueRef constant, LLVMValueRef global)
{
    if (constant == global)
        return true;
    if (!LLVMIsAConstant(constant) || LLVMIsAGlobalValue(constant))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(constant); i++)
        if (contains(LLVMGetOperand(constant, (unsigned)i), global))
            return true;
    return false;
}

static LLVMValueRef rebuild(LLVMBuilderRef builder, LLVMValueRef constant, LLVMValueRef global,
                            LLVMValueRef value);

static LLVMValueRef rebuild_gep(LLVMBuilderRef builder, LLVMValueRef gep, LLVMValueRef *operands)
{
    unsigned indices = (unsigned)LLVMGetNumOperands(gep) - 1;
    return LLVMBuildGEP2(builder, LLVMGetGEPSourceElementType(gep), operands[0], operands + 1,
                         indices, "");
}

static LLVMValueRef rebuild_operation(LLVMBuilderRef builder, LLVMValueRef expression,
                                      LLVMValueRef *operands)
{
    LLVMOpcode opcode = LLVMGetConstOpcode(expression);
    LLVMTypeRef type = LLVMTypeOf(expression);
    switch (opcode) {
    case LLVMGetElementPtr:
        return rebuild_gep(builder, expression, operands);
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMAddrSpaceCast:
    case LLVMTrunc:
    case LLVMBitCast:
        return LLVMBuildCast(builder, opcode, operands[0], type, "");
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMXor:
        return LLVMBuildBinOp(builder, opcode, operands[0], operands[1], "");
    default:
        return NULL;
    }
}

/* The constant with `value` in the place of `global`. NULL for an expression that is not known
 * here. */
static LLVMValueRef rebuild(LLVMBuilderRef builder, LLVMValueRef constant, LLVMValueRef global,
                            LLVMValueRef value)
{
    if (constant == global)
        return value;
    if (!contains(constant, global))
        return constant;
    int count = LLVMGetNumOperands(constant);
    if (!LLVMIsAConstantExpr(constant))
        return NULL;
    LLVMValueRef *operands = calloc((size_t)count, sizeof(*operands)), result = NULL;
    bool known = operands != NULL;
    for (int i = 0; i < count && known; i++) {
        operands[i] = rebuild(builder, LLVMGetOperand(constant, (unsigned)i), global, value);
        known = operands[i] != NULL;
    }
    if (known)
        result = rebuild_operation(builder, constant, operands);
    free(operands);
    return result;
}

/* Where an operand's value has to be made: before the instruction, or for a phi at the end of its
 * block. */
static LLVMBuilderRef builder_for_operand(LLVMValueRef instruction, unsigned index)
{
    if (LLVMIsAPHINode(instruction))
        return ir_builder_before(
            LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(instruction, index)));
    return ir_builder_before(instruction);
}

/* A phi must have one value for one block, however often the block is listed. */
static LLVMValueRef earlier_value(LLVMValueRef instruction, unsigned index)
{
    if (!LLVMIsAPHINode(instruction))
        return NULL;
    for (unsigned i = 0; i < index; i++)
        if (LLVMGetIncomingBlock(instruction, i) == LLVMGetIncomingBlock(instruction, index))
            return LLVMGetOperand(instruction, i);
    return NULL;
}

static LLVMValueRef replace_operand(LLVMValueRef instruction, unsigned index, LLVMValueRef global,
                                    LLVMValueRef value)
{
    LLVMValueRef earlier = earlier_value(instruction, index);
    if (earlier)
        return earlier;
    LLVMBuilderRef builder = builder_for_operand(instruction, index);
    LLVMValueRef built = rebuild(builder, LLVMGetOperand(instruction, index), global, value);
    LLVMDisposeBuilder(builder);
    return built;
}

static bool replace_in_instruction(LLVMValueRef instruction, LLVMValueRef global,
                                   LLVMValueRef value)
{
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
        if (!LLVMIsAConstant(operand) || !contains(operand, global))
            continue;
        LLVMValueRef replaced = replace_operand(instruction, (unsigned)i, global, value);
        if (!replaced)
            return false;
        LLVMSetOperand(instruction, (unsigned)i, replaced);
    }
    return true;
}

/* Instructions of a function that use a constant, some of them several times. */
struct users {
    struct arena arena;
    LLVMValueRef function, *instructions;
    size_t count, capacity;
};

static void collect_users(struct users *users, LLVMValueRef constant)
{
    for (LLVMUseRef use = LLVMGetFirstUse(constant); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user) && ir_function_of(user) == users->function) {
            users->instructions = arena_grow(&users->arena, users->instructions, users->count,
                                             &users->capacity, sizeof(*users->instructions));
            users->instructions[users->count++] = user;
        } else if (!LLVMIsAInstruction(user) && !LLVMIsAGlobalVariable(user)) {
            collect_users(users, user);
        }
    }
}

LLVMValueRef global_replace_in(LLVMValueRef global, LLVMValueRef function, LLVMValueRef value)
{
    struct users users = {.function = function};
    LLVMValueRef failed = NULL;
    collect_users(&users, global);
    for (size_t i = 0; i < users.count && !failed; i++)
        if (!replace_in_instruction(users.instructions[i], global, value))
            failed = users.instructions[i];
    arena_finish(&users.arena);
    return failed;
}
