/* SPDX-License-Identifier: MIT */
/* required_size.c: a kernel with reqd_work_group_size is launched with no other size of group. So
 * it is a constant, and each work-item's number is below it, which removes loops over work-items
 * and multiplications.
 *
 * Requires: kernels call nothing that asks for sizes and numbers in their place. */
#include <assert.h>

#include "driver/base/count.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/arg_info.h"
#include "llvm/passes/passes.h"

static const char *const size_names[] = {
    "llvm.r600.read.local.size.x", "llvm.r600.read.local.size.y", "llvm.r600.read.local.size.z"};
static const char *const number_names[] = {"llvm.r600.read.tidig.x", "llvm.r600.read.tidig.y",
                                           "llvm.r600.read.tidig.z"};

static int settle(LLVMValueRef instruction, void *data)
{
    const uint32_t *sizes = data;
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(instruction));
    for (size_t i = 0; i < COUNT(size_names); i++) {
        if (ir_calls(instruction, size_names[i])) {
            ir_replace(instruction, ir_i32(context, sizes[i]));
            return 0;
        }
        if (ir_calls(instruction, number_names[i])) {
            if (sizes[i] == 1)
                ir_replace(instruction, ir_i32(context, 0));
            else
                ir_bound(instruction, sizes[i]);
            return 0;
        }
    }
    return 0;
}

static int settle_kernel(LLVMValueRef kernel, void *data)
{
    uint32_t sizes[3];
    (void)data;
    if (!arg_info_required_size(kernel, sizes))
        return 0;
    assert(sizes[0] && sizes[1] && sizes[2]);
    return ir_visit_instructions(kernel, settle, sizes);
}

int pass_required_size(struct pass_state *state)
{
    return ir_visit_kernels(state->module, settle_kernel, state);
}
