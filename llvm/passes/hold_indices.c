/* SPDX-License-Identifier: MIT */
/* hold_indices.c: an index times the size of an element has 32 bits: one that would wrap around
 * becomes one that is outside of any buffer.
 *
 * That takes three operations, which nobody is to pay who does not ask for it: in programs that are
 * not guarded, only an index that a large constant is added to, or multiplied with, is held. Before
 * LLVM's optimisation, which takes 0x40000000 away from the index of an int, as that times four is
 * nothing. Requires: variables are values. In guarded programs all are held before. */
#include <llvm-c/Target.h>

#include "driver/abi/kernel_abi.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

enum { MAX_DEPTH = 8 };

/* The operand that is an index of p[i], or of an array: 0 for other steps. */
static unsigned index_operand(LLVMValueRef gep)
{
    const unsigned operands = (unsigned)LLVMGetNumOperands(gep);
    if (operands == 2)
        return 1;
    return operands == 3 && LLVMGetTypeKind(LLVMGetGEPSourceElementType(gep)) == LLVMArrayTypeKind
               ? 2
               : 0;
}

static uint64_t element_size(struct pass_state *state, LLVMValueRef gep, unsigned operand)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(state->module),
                             operand == 2 ? LLVMGetElementType(type) : type);
}

static bool is_held(unsigned space)
{
    return space == ABI_SPACE_GLOBAL || space == ABI_SPACE_LOCAL || space == ABI_SPACE_PRIVATE;
}

/* p[i]: an i that would wrap becomes the last one of 2 GiB, which is behind every buffer, as none
 * begins at 0, and behind all local and private memory. (One more, and the offset itself would
 * wrap.) */
void pass_hold_index(struct pass_state *state, LLVMValueRef gep)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(state->context);
    const unsigned operand = index_operand(gep);
    LLVMValueRef index = LLVMGetOperand(gep, operand);
    const uint64_t size = operand ? element_size(state, gep, operand) : 0;
    if (!operand || LLVMTypeOf(index) != i32 || LLVMIsAConstant(index) || size < 2 ||
        !is_held(ir_pointer_space(LLVMGetOperand(gep, 0))))
        return;
    const uint32_t most = (uint32_t)(((1ull << 31) - 1) / size);
    LLVMBuilderRef builder = ir_builder_before(gep);
    LLVMValueRef from_least = LLVMBuildAdd(builder, index, ir_i32(state->context, most), "");
    LLVMValueRef wraps =
        LLVMBuildICmp(builder, LLVMIntUGE, from_least, ir_i32(state->context, 2 * most), "");
    LLVMValueRef held = LLVMBuildSelect(builder, wraps, ir_i32(state->context, most), index, "");
    LLVMSetOperand(gep, operand, held);
    LLVMGEPSetNoWrapFlags(gep, 0);
    LLVMDisposeBuilder(builder);
}

static bool is_large(LLVMValueRef constant, uint64_t size)
{
    const int64_t value = LLVMConstIntGetSExtValue(constant);
    const uint64_t distance = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    return size && distance >= (1ull << 31) / size;
}

/* Whether a constant that wraps around by itself has a part in a value. */
static bool has_large(LLVMValueRef value, uint64_t size, unsigned depth)
{
    if (LLVMIsAConstantInt(value))
        return LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64 && is_large(value, size);
    if (!LLVMIsAInstruction(value) || !depth)
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMOr:
    case LLVMXor:
        return has_large(LLVMGetOperand(value, 0), size, depth - 1) ||
               has_large(LLVMGetOperand(value, 1), size, depth - 1);
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
        return has_large(LLVMGetOperand(value, 0), size, depth - 1);
    default:
        return false;
    }
}

bool pass_has_large_constant(LLVMValueRef index, uint64_t size)
{
    return has_large(index, size, MAX_DEPTH);
}

static int hold(LLVMValueRef instruction, void *data)
{
    struct pass_state *state = data;
    const unsigned operand = LLVMIsAGetElementPtrInst(instruction) ? index_operand(instruction) : 0;
    if (operand && pass_has_large_constant(LLVMGetOperand(instruction, operand),
                                           element_size(state, instruction, operand)))
        pass_hold_index(state, instruction);
    return 0;
}

static int hold_in_kernel(LLVMValueRef kernel, void *data)
{
    return ir_visit_instructions(kernel, hold, data);
}

int pass_hold_indices(struct pass_state *state)
{
    return state->guard ? 0 : ir_visit_kernels(state->module, hold_in_kernel, state);
}
