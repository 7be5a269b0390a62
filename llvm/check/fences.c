/* SPDX-License-Identifier: MIT */
/* fences.c: keeps what fences and barriers order, as checks of HW_CHECK_FENCE.
 *
 * The hardware needs no fence, so that calls of __rootle_fence go (legalise_memory.c). Requires:
 * library functions are inlined. */
#include "driver/abi/kernel_abi.h"
#include "driver/hw/isa.h"
#include "llvm/check/check.h"
#include "llvm/ir/ir.h"

void check_barrier(struct pass_state *state, LLVMValueRef call)
{
    LLVMValueRef flags = LLVMGetOperand(call, 0);
    if (!LLVMIsAConstantInt(flags))
        return;
    const uint32_t fences = LLVMConstIntGetZExtValue(flags) & (HW_FENCE_LOCAL | HW_FENCE_GLOBAL);
    LLVMBuilderRef builder = ir_builder_before(call);
    check_ask(state, builder, HW_CHECK_FENCE | fences << PASS_CHECK_RAT);
    LLVMDisposeBuilder(builder);
}

/* The HW_FENCE_* of a fence. An order or a scope that is not constant is the strongest. */
static uint32_t fence_bits(LLVMValueRef call)
{
    enum { ACQUIRE = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 5, RELEASE = 1 << 3 | 1 << 4 | 1 << 5 };
    enum { LEAST_OF_DEVICE = 2, MOST_OF_DEVICE = 3 }; /* of scopes */
    LLVMValueRef what = LLVMGetOperand(call, 0);
    if (!LLVMIsAConstantInt(what))
        return HW_FENCE_RELEASE | HW_FENCE_ACQUIRE | HW_FENCE_DEVICE;
    const uint32_t bits = (uint32_t)LLVMConstIntGetZExtValue(what), scope = bits >> ABI_FENCE_SCOPE;
    const uint32_t order = 1u << (bits >> ABI_FENCE_ORDER & 15u);
    return (bits & ABI_FENCE_RELEASES && order & RELEASE ? HW_FENCE_RELEASE : 0) |
           (bits & ABI_FENCE_ACQUIRES && order & ACQUIRE ? HW_FENCE_ACQUIRE : 0) |
           (scope >= LEAST_OF_DEVICE && scope <= MOST_OF_DEVICE ? HW_FENCE_DEVICE : 0);
}

static void keep_fence(struct pass_state *state, LLVMValueRef call)
{
    const uint32_t bits = fence_bits(call), device = bits & HW_FENCE_DEVICE;
    LLVMBuilderRef builder = ir_builder_before(call);
    /* A check for each side: there is no RAT that has all bits. */
    for (uint32_t side = HW_FENCE_RELEASE; side <= HW_FENCE_ACQUIRE; side *= 2)
        if (bits & side)
            check_ask(state, builder, HW_CHECK_FENCE | (side | device) << PASS_CHECK_RAT);
    LLVMDisposeBuilder(builder);
}

static int keep(LLVMValueRef instruction, void *data)
{
    if (ir_calls_prefix(instruction, "__rootle_fence"))
        keep_fence(data, instruction);
    return 0;
}

static int keep_in_kernel(LLVMValueRef kernel, void *data)
{
    return ir_visit_instructions(kernel, keep, data);
}

int check_keep_fences(struct pass_state *state)
{
    return ir_visit_kernels(state->module, keep_in_kernel, state);
}
