/* SPDX-License-Identifier: MIT */
/* local_memory_layout.c: __local variables become constant addresses in the LDS, from 0 up.
 *
 * Requires: everything is inlined. Leaves: no global variable of the local address space; the
 * kernel's lds_bytes. */
#include <assert.h>
#include <llvm-c/Target.h>

#include "driver/abi/kernel_abi.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/global_use.h"
#include "llvm/passes/objects.h"
#include "llvm/passes/passes.h"

#include <stdlib.h>

enum { LDS_BYTES = 32768 };

/* The variables of a kernel. */
struct layout {
    struct placed *placed;
    size_t count;
};

static int remember(struct pass_state *state, struct layout *layout, LLVMValueRef variable,
                    uint32_t offset)
{
    struct placed *grown = realloc(layout->placed, (layout->count + 1) * sizeof(*grown));
    if (!grown) {
        fprintf(state->log, "error: out of memory\n");
        return -1;
    }
    layout->placed = grown;
    grown[layout->count++] = (struct placed){variable, offset};
    return 0;
}

static int place_variable(struct pass_state *state, LLVMValueRef function,
                          struct rootle_kernel *kernel, struct layout *placed,
                          LLVMValueRef variable)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(state->module);
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    uint32_t align = LLVMGetAlignment(variable);
    if (!align)
        align = LLVMABIAlignmentOfType(layout, type);
    uint64_t size = LLVMABISizeOfType(layout, type);
    uint32_t offset = ir_align(kernel->lds_bytes, align);
    if (size > LDS_BYTES || offset + size > LDS_BYTES)
        return pass_error(state, function, "the __local variables take more than %d bytes",
                          LDS_BYTES);
    assert(offset >= kernel->lds_bytes && offset % align == 0);
    kernel->lds_bytes = offset + (uint32_t)size;
    if (kernel->lds_bytes < LDS_BYTES / 2) /* else arguments may need the room */
        kernel->lds_bytes += pass_gap(state, size);
    if (remember(state, placed, variable, offset))
        return -1;
    return pass_add_variable(state, &kernel->variables, &kernel->variable_count,
                             &(struct rootle_variable){.name = (char *)ir_name(variable),
                                                       .space = ROOTLE_ADDRESS_LOCAL,
                                                       .offset = offset,
                                                       .size = (uint32_t)size});
}

static int replace_variable(struct pass_state *state, LLVMValueRef function,
                            const struct placed *placed)
{
    LLVMValueRef variable = placed->variable;
    LLVMValueRef address =
        LLVMConstIntToPtr(ir_i32(state->context, placed->offset), LLVMTypeOf(variable));
    LLVMValueRef failed = global_replace_in(variable, function, address);
    if (failed)
        return pass_error(state, failed, "the address of '%s' is used in an unsupported way",
                          ir_name(variable));
    return 0;
}

static int replace_variables(struct pass_state *state, LLVMValueRef function,
                             const struct layout *layout)
{
    pass_note_objects(function, layout->placed, layout->count);
    for (size_t i = 0; i < layout->count; i++)
        if (replace_variable(state, function, &layout->placed[i]))
            return -1;
    return 0;
}

static int lay_out_kernel(LLVMValueRef function, void *data)
{
    struct pass_state *state = data;
    struct rootle_kernel *kernel = pass_kernel(state, ir_name(function));
    struct layout layout = {0};
    int result = 0;
    if (!kernel)
        return -1;
    for (LLVMValueRef g = LLVMGetFirstGlobal(state->module); g && !result; g = LLVMGetNextGlobal(g))
        if (ir_pointer_space(g) == ABI_SPACE_LOCAL && global_used_in(g, function))
            result = place_variable(state, function, kernel, &layout, g);
    if (!result)
        result = replace_variables(state, function, &layout);
    free(layout.placed);
    return result;
}

int pass_local_memory_layout(struct pass_state *state)
{
    if (ir_visit_kernels(state->module, lay_out_kernel, state))
        return -1;
    return pass_run_llvm(state, "globaldce");
}
