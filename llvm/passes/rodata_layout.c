/* SPDX-License-Identifier: MIT */
/* rodata_layout.c: constants of the program, and its variables in global memory, become one blob of
 * bytes, which the driver puts into the pool.
 *
 * A kernel that uses any gets the implicit argument RODATA, the blob's pool address; its uses
 * become offsets from it. Requires: argument_layout (the new argument is the last). Leaves: no
 * global variables. */
#include <assert.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/passes/arg_info.h"
#include "llvm/passes/global_use.h"
#include "llvm/passes/objects.h"
#include "llvm/passes/passes.h"

enum { MAX_RODATA_BYTES = 64 << 20 };

struct layout {
    struct pass_state *state;
    LLVMTargetDataRef data;
    struct placed *placed;
    size_t count;
};

static bool is_placed_space(unsigned space)
{
    return space == ABI_SPACE_CONSTANT || space == ABI_SPACE_GENERIC || space == ABI_SPACE_GLOBAL;
}

/* ---- bytes ---- */

static void put_bytes(struct layout *layout, uint64_t at, uint64_t value, uint64_t size)
{
    uint8_t *rodata = layout->state->binary->rodata;
    assert(at + size <= layout->state->binary->rodata_bytes);
    for (uint64_t i = 0; i < size && i < 8; i++)
        rodata[at + i] = (uint8_t)(value >> 8 * i);
}

static int put_constant(struct layout *layout, LLVMValueRef constant, uint64_t at);
static int place_variable(struct layout *layout, LLVMValueRef variable, uint32_t *offset);

static int put_elements(struct layout *layout, LLVMValueRef constant, uint64_t at)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (put_constant(layout, LLVMGetAggregateElement(constant, i),
                             at + LLVMOffsetOfElement(layout->data, type, i)))
                return -1;
        return 0;
    }
    uint64_t count =
        kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(type) : LLVMGetVectorSize(type);
    uint64_t stride = LLVMABISizeOfType(layout->data, LLVMGetElementType(type));
    for (uint64_t i = 0; i < count; i++)
        if (put_constant(layout, LLVMGetAggregateElement(constant, (unsigned)i), at + i * stride))
            return -1;
    return 0;
}

/* An offset in the blob, whose address the driver adds; or an address that is a number. */
static int put_pointer(struct layout *layout, LLVMValueRef constant, uint64_t at)
{
    struct rootle_binary *binary = layout->state->binary;
    int64_t inside;
    uint32_t offset;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(layout->state->context);
    LLVMValueRef number = LLVMConstPtrToInt(constant, i32);
    if (LLVMIsAConstantInt(number)) {
        put_bytes(layout, at, LLVMConstIntGetZExtValue(number), 4);
        return 0;
    }
    LLVMValueRef target = shim_constant_target(layout->state->module, constant, &inside);
    if (!target || !is_placed_space(ir_pointer_space(target)) ||
        place_variable(layout, target, &offset))
        return -1;
    uint32_t *grown = realloc(binary->relocations, (binary->relocation_count + 1) * sizeof(*grown));
    if (!grown)
        return -1;
    binary->relocations = grown;
    assert(at + 4 <= binary->rodata_bytes);
    grown[binary->relocation_count++] = (uint32_t)at;
    put_bytes(layout, at, offset + (uint64_t)inside, 4);
    return 0;
}

/* Writes a constant's bytes over zeros. -1: it has no bytes here. */
static int put_constant(struct layout *layout, LLVMValueRef constant, uint64_t at)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    if (LLVMIsNull(constant) || LLVMIsUndef(constant))
        return 0;
    if (LLVMIsAConstantFP(constant)) {
        LLVMTypeRef bits = LLVMIntTypeInContext(LLVMGetTypeContext(type),
                                                (unsigned)LLVMSizeOfTypeInBits(layout->data, type));
        constant = LLVMConstBitCast(constant, bits);
    }
    if (LLVMIsAConstantInt(constant)) {
        if (LLVMGetIntTypeWidth(LLVMTypeOf(constant)) > 64)
            return -1;
        put_bytes(layout, at, LLVMConstIntGetZExtValue(constant),
                  LLVMStoreSizeOfType(layout->data, type));
        return 0;
    }
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        return put_pointer(layout, constant, at);
    if (ir_is_aggregate(type) || LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        return LLVMIsAConstantExpr(constant) ? -1 : put_elements(layout, constant, at);
    return -1;
}

/* Makes room for a variable at the blob's end. */
static int append_room(struct layout *layout, LLVMValueRef variable, uint32_t *offset)
{
    struct rootle_binary *binary = layout->state->binary;
    uint32_t align = LLVMGetAlignment(variable);
    uint64_t size = LLVMABISizeOfType(layout->data, LLVMGlobalGetValueType(variable));
    uint32_t space = ir_pointer_space(variable) == ABI_SPACE_GLOBAL ? ROOTLE_ADDRESS_GLOBAL
                                                                    : ROOTLE_ADDRESS_CONSTANT;
    *offset = ir_align(binary->rodata_bytes, align > 4 ? align : 4);
    if (size > MAX_RODATA_BYTES || *offset + size > MAX_RODATA_BYTES) {
        fprintf(layout->state->log,
                "error: the program's constants and variables take more than %d bytes\n",
                MAX_RODATA_BYTES);
        return -1;
    }
    /* A whole number of dwords, as they are what is fetched. */
    uint32_t end = ir_align(*offset + (uint32_t)size, 4) + pass_gap(layout->state, size);
    uint8_t *grown = realloc(binary->rodata, end + 1);
    if (!grown) {
        fprintf(layout->state->log, "error: out of memory\n");
        return -1;
    }
    binary->rodata = grown;
    memset(grown + binary->rodata_bytes, 0, end - binary->rodata_bytes);
    binary->rodata_bytes = end;
    return pass_add_variable(layout->state, &binary->variables, &binary->variable_count,
                             &(struct rootle_variable){.name = (char *)ir_name(variable),
                                                       .space = space,
                                                       .offset = *offset,
                                                       .size = (uint32_t)size});
}

static int remember(struct layout *layout, LLVMValueRef variable, uint32_t offset)
{
    struct placed *grown = realloc(layout->placed, (layout->count + 1) * sizeof(*grown));
    if (!grown) {
        fprintf(layout->state->log, "error: out of memory\n");
        return -1;
    }
    layout->placed = grown;
    grown[layout->count++] = (struct placed){variable, offset};
    return 0;
}

/* Gives a variable its place in the blob, if it has none yet, and so those it points to, which may
 * point back. */
static int place_variable(struct layout *layout, LLVMValueRef variable, uint32_t *offset)
{
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->placed[i].variable != variable)
            continue;
        *offset = layout->placed[i].offset;
        return 0;
    }
    if (append_room(layout, variable, offset) || remember(layout, variable, *offset))
        return -1;
    LLVMValueRef initial = LLVMGetInitializer(variable);
    if (initial && put_constant(layout, initial, *offset)) {
        fprintf(layout->state->log,
                "error: constant '%s': its initial value cannot be put into memory\n",
                ir_name(variable));
        return -1;
    }
    return 0;
}

/* ---- uses ---- */

/* The kernel's RODATA argument, added at the first call. */
static struct rootle_arg *rodata_argument(struct pass_state *state, struct rootle_kernel *kernel)
{
    struct rootle_arg *last = kernel->arg_count ? &kernel->args[kernel->arg_count - 1] : NULL;
    if (last && last->kind == ROOTLE_ARG_RODATA)
        return last;
    struct rootle_arg *arg = pass_kernel_add_arg(state, kernel);
    if (!arg || arg_info_name(arg, "", ""))
        return NULL;
    arg->kind = ROOTLE_ARG_RODATA;
    arg->offset = ABI_INPUT_ARGUMENTS + ir_align(kernel->input_bytes, ABI_ARGUMENT_ALIGN);
    arg->size = 4;
    kernel->input_bytes = arg->offset + 4 - ABI_INPUT_ARGUMENTS;
    return arg;
}

static int replace_variable(struct pass_state *state, LLVMValueRef function, LLVMValueRef variable,
                            uint32_t offset)
{
    struct rootle_kernel *kernel = pass_kernel(state, ir_name(function));
    struct rootle_arg *arg = kernel ? rodata_argument(state, kernel) : NULL;
    if (!arg)
        return -1;
    LLVMContextRef context = state->context;
    LLVMBuilderRef builder = ir_builder_at_entry(function);
    LLVMValueRef base = ir_load_input(builder, LLVMInt32TypeInContext(context), arg->offset, 4);
    LLVMValueRef address = LLVMBuildAdd(builder, base, ir_i32(context, offset), "");
    LLVMValueRef pointer = LLVMBuildIntToPtr(builder, address, LLVMTypeOf(variable), "");
    LLVMDisposeBuilder(builder);
    LLVMValueRef failed = global_replace_in(variable, function, pointer);
    if (failed)
        return pass_error(state, failed, "the address of '%s' is used in an unsupported way",
                          ir_name(variable));
    return 0;
}

static int lay_out_variable(struct layout *layout, LLVMValueRef variable)
{
    uint32_t offset;
    for (LLVMValueRef f = LLVMGetFirstFunction(layout->state->module); f;
         f = LLVMGetNextFunction(f)) {
        if (!ir_is_kernel(f) || !global_used_in(variable, f))
            continue;
        if (place_variable(layout, variable, &offset))
            return -1;
    }
    return 0;
}

/* Constants that others point to have a place, too, but maybe no use. */
static int replace_in_kernel(LLVMValueRef function, void *data)
{
    const struct layout *layout = data;
    pass_note_objects(function, layout->placed, layout->count);
    for (size_t i = 0; i < layout->count; i++)
        if (global_used_in(layout->placed[i].variable, function) &&
            replace_variable(layout->state, function, layout->placed[i].variable,
                             layout->placed[i].offset))
            return -1;
    return 0;
}

int pass_rodata_layout(struct pass_state *state)
{
    struct layout layout = {.state = state, .data = LLVMGetModuleDataLayout(state->module)};
    int result = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(state->module); g && !result;
         g = LLVMGetNextGlobal(g)) {
        /* Nothing uses them any more; internal ones go away with the last use of a constant. */
        LLVMSetLinkage(g, LLVMInternalLinkage);
        if (is_placed_space(ir_pointer_space(g)))
            result = lay_out_variable(&layout, g);
    }
    if (!result)
        result = ir_visit_kernels(state->module, replace_in_kernel, &layout);
    free(layout.placed);
    return result ? result : pass_run_llvm(state, "globaldce");
}
