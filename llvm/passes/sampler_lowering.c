/* SPDX-License-Identifier: MIT */
/* sampler_lowering.c: samplers become slot numbers and bit fields.
 *
 * A sampler argument's value is its bit field, read from its place among the arguments. A constant
 * sampler, declared in the program or in the kernel, reaches its use as a call of
 * __translate_sampler_initializer(bit field): each distinct one of a kernel gets a slot behind the
 * arguments', which the binary lists for the driver.
 *
 *     llvm.OpenCL.sampler.get.resource.id   the slot (of arguments: image_type_lowering did it)
 *     llvm.OpenCL.sampler.get.value         the bit field
 *
 * Requires: image_type_lowering. */
#include <stdlib.h>

#include "driver/abi/kernel_abi.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/image_args.h"
#include "llvm/passes/passes.h"

static const char translate[] = "__translate_sampler_initializer";
static const char get_id[] = "llvm.OpenCL.sampler.get.resource.id";
static const char get_value[] = "llvm.OpenCL.sampler.get.value";

struct sampler_state {
    struct pass_state *pass;
    struct rootle_kernel *kernel;
    unsigned arguments; /* sampler arguments of the kernel */
};

/* The slot of a constant sampler, a new one if the kernel has none like it. -1: out of slots or
 * memory. */
static int slot_of(struct sampler_state *state, LLVMValueRef call, uint32_t value)
{
    struct rootle_kernel *kernel = state->kernel;
    for (uint32_t i = 0; i < kernel->sampler_count; i++)
        if (kernel->samplers[i] == value)
            return (int)(state->arguments + i);
    if (state->arguments + kernel->sampler_count >= ABI_MAX_SAMPLERS)
        return pass_error(state->pass, call, "more than %d samplers", ABI_MAX_SAMPLERS);
    uint32_t *grown = realloc(kernel->samplers, (kernel->sampler_count + 1) * sizeof(*grown));
    if (!grown)
        return pass_error(state->pass, call, "out of memory");
    kernel->samplers = grown;
    grown[kernel->sampler_count] = value;
    return (int)(state->arguments + kernel->sampler_count++);
}

static int lower_constant(struct sampler_state *state, LLVMValueRef getter, LLVMValueRef sampler)
{
    LLVMValueRef literal = LLVMGetOperand(sampler, 0);
    LLVMContextRef context = state->pass->context;
    if (!LLVMIsAConstantInt(literal))
        return pass_error(state->pass, getter, "a sampler is initialised with no constant");
    uint32_t value = (uint32_t)LLVMConstIntGetZExtValue(literal);
    int slot = slot_of(state, getter, value);
    if (slot < 0)
        return -1;
    ir_replace(getter, ir_i32(context, ir_calls(getter, get_id) ? (uint32_t)slot : value));
    return 0;
}

static int lower_getter(LLVMValueRef instruction, void *data)
{
    struct sampler_state *state = data;
    bool is_value = ir_calls(instruction, get_value);
    if (!is_value && !ir_calls(instruction, get_id))
        return 0;
    LLVMValueRef sampler = LLVMGetOperand(instruction, 0);
    if (ir_calls(sampler, translate))
        return lower_constant(state, instruction, sampler);
    if (!is_value || !LLVMIsAArgument(sampler))
        return pass_error(
            state->pass, instruction,
            "a sampler is chosen at run time: it must be a kernel argument or a constant");
    LLVMBuilderRef builder = ir_builder_before(instruction);
    LLVMValueRef value = LLVMBuildPtrToInt(
        builder, sampler, LLVMInt32TypeInContext(state->pass->context), "sampler.value");
    LLVMDisposeBuilder(builder);
    ir_replace(instruction, value);
    return 0;
}

/* The initialisers are without effect, whatever their declaration says. */
static int remove_unused(LLVMValueRef instruction, void *data)
{
    (void)data;
    if (ir_calls(instruction, translate) && !LLVMGetFirstUse(instruction))
        LLVMInstructionEraseFromParent(instruction);
    return 0;
}

static int lower_kernel(LLVMValueRef function, void *data)
{
    struct pass_state *pass = data;
    struct sampler_state state = {.pass = pass, .kernel = pass_kernel(pass, ir_name(function))};
    if (!state.kernel)
        return -1;
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        state.arguments += image_arg_of(function, i).is_sampler;
    if (state.arguments > ABI_MAX_SAMPLERS)
        return pass_error(pass, function, "more than %d samplers", ABI_MAX_SAMPLERS);
    if (ir_visit_instructions(function, lower_getter, &state))
        return -1;
    return ir_visit_instructions(function, remove_unused, NULL);
}

int pass_sampler_lowering(struct pass_state *state)
{
    return ir_visit_kernels(state->module, lower_kernel, state);
}
