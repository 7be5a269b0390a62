/* SPDX-License-Identifier: MIT */
/* run_loops.c: loops of kernels that read no memory often depend on little but a bound; what they
 * compute is then known for each bound. Unrolled as far as that takes, they become a choice among
 * constants, or stay as they were.
 *
 * A part of optimise, after which no memory is read that could be spared. */
#include "driver/abi/kernel_abi.h"
#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/passes/passes.h"

static const char pipeline[] = "loop-simplify,lcssa,loop(indvars,loop-deletion,loop-unroll-full),"
                               "sccp,instcombine<no-verify-fixpoint>,simplifycfg,adce,"
                               "instcombine<no-verify-fixpoint>,simplifycfg";

/* LLVM counts instructions of the unrolled loop that are left when it is simplified; by default it
 * unrolls to 150. */
static const char threshold[] = "1000";

/* Anything that is not known from the work-item's ids and the arguments. */
static int find_data(LLVMValueRef instruction, void *data)
{
    (void)data;
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
        return ir_pointer_space(LLVMGetOperand(instruction, 0)) != ABI_SPACE_INPUTS;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMAlloca:
        return 1;
    case LLVMCall:
        return !ir_calls_prefix(instruction, "llvm.");
    default:
        return 0;
    }
}

int pass_run_loops(LLVMValueRef kernel, void *data)
{
    const struct pass_state *state = data;
    if (LLVMCountBasicBlocks(kernel) == 1 || ir_visit_instructions(kernel, find_data, NULL))
        return 0;
    bool done = shim_set_option("unroll-threshold", threshold) &&
                shim_shrink_function(kernel, pipeline, state->watch, state->log);
    return shim_set_option("unroll-threshold", NULL) && done ? 0 : -1;
}
