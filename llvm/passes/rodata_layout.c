/* SPDX-License-Identifier: MIT */
/* rodata_layout.c: constants of the program become one blob of bytes, which the driver puts into
 * the pool.
 *
 * A kernel that uses any gets the implicit argument RODATA, the blob's pool address; its uses
 * become offsets from it. Requires: argument_layout (the new argument is the last). Leaves: no
 * global variables. */
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "llvm/ir.h"
#include "llvm/passes/arg_info.h"
#include "llvm/passes/global_use.h"
#include "llvm/passes/passes.h"

enum { MAX_RODATA_BYTES = 64 << 20, FIRST_ARGUMENT = 36 };

/* ---- bytes ---- */

static void put_bytes(uint8_t *out, uint64_t value, uint64_t size)
{
    for (uint64_t i = 0; i < size && i < 8; i++)
        out[i] = (uint8_t)(value >> 8 * i);
}

static int put_constant(LLVMTargetDataRef layout, LLVMValueRef constant, uint8_t *out);

static int put_elements(LLVMTargetDataRef layout, LLVMValueRef constant, uint8_t *out)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (put_constant(layout, LLVMGetAggregateElement(constant, i),
                             out + LLVMOffsetOfElement(layout, type, i)))
                return -1;
        return 0;
    }
    uint64_t count =
        kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(type) : LLVMGetVectorSize(type);
    uint64_t stride = LLVMABISizeOfType(layout, LLVMGetElementType(type));
    for (uint64_t i = 0; i < count; i++)
        if (put_constant(layout, LLVMGetAggregateElement(constant, (unsigned)i), out + i * stride))
            return -1;
    return 0;
}

/* Writes a constant's bytes over zeros. -1: it holds a pointer or something else without bytes
 * here. */
static int put_constant(LLVMTargetDataRef layout, LLVMValueRef constant, uint8_t *out)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    if (LLVMIsNull(constant) || LLVMIsUndef(constant))
        return 0;
    if (LLVMIsAConstantFP(constant)) {
        LLVMTypeRef bits = LLVMIntTypeInContext(LLVMGetTypeContext(type),
                                                (unsigned)LLVMSizeOfTypeInBits(layout, type));
        constant = LLVMConstBitCast(constant, bits);
    }
    if (LLVMIsAConstantInt(constant)) {
        if (LLVMGetIntTypeWidth(LLVMTypeOf(constant)) > 64)
            return -1;
        put_bytes(out, LLVMConstIntGetZExtValue(constant), LLVMStoreSizeOfType(layout, type));
        return 0;
    }
    if (ir_is_aggregate(type) || LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        return LLVMIsAConstantExpr(constant) ? -1 : put_elements(layout, constant, out);
    return -1;
}

/* Appends a variable's bytes to the blob and gives their offset. */
static int append_variable(struct pass_state *state, LLVMValueRef variable, uint32_t *offset)
{
    struct rootle_binary *binary = state->binary;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(state->module);
    uint32_t align = LLVMGetAlignment(variable);
    uint64_t size = LLVMABISizeOfType(layout, LLVMGlobalGetValueType(variable));
    *offset = ir_align(binary->rodata_bytes, align > 4 ? align : 4);
    if (size > MAX_RODATA_BYTES || *offset + size > MAX_RODATA_BYTES) {
        fprintf(state->log, "error: the program's constants take more than %d bytes\n",
                MAX_RODATA_BYTES);
        return -1;
    }
    uint8_t *grown = realloc(binary->rodata, *offset + size + 1);
    if (!grown) {
        fprintf(state->log, "error: out of memory\n");
        return -1;
    }
    binary->rodata = grown;
    memset(grown + binary->rodata_bytes, 0, *offset + size - binary->rodata_bytes);
    binary->rodata_bytes = *offset + (uint32_t)size;
    LLVMValueRef initial = LLVMGetInitializer(variable);
    if (initial && put_constant(layout, initial, grown + *offset)) {
        fprintf(state->log,
                "error: constant '%s': an initial value that holds addresses is not supported\n",
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
    arg->offset = FIRST_ARGUMENT + ir_align(kernel->input_bytes, 4);
    arg->size = 4;
    kernel->input_bytes = arg->offset + 4 - FIRST_ARGUMENT;
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

static int lay_out_variable(struct pass_state *state, LLVMValueRef variable)
{
    bool placed = false;
    uint32_t offset = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f)) {
        if (!ir_is_kernel(f) || !global_used_in(variable, f))
            continue;
        if (!placed && append_variable(state, variable, &offset))
            return -1;
        placed = true;
        if (replace_variable(state, f, variable, offset))
            return -1;
    }
    return 0;
}

int pass_rodata_layout(struct pass_state *state)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(state->module); g; g = LLVMGetNextGlobal(g)) {
        /* Nothing uses them any more; internal ones go away with the last use of a constant. */
        LLVMSetLinkage(g, LLVMInternalLinkage);
        unsigned space = ir_pointer_space(g);
        if ((space == AS_CONSTANT || space == AS_GENERIC || space == AS_GLOBAL) &&
            lay_out_variable(state, g))
            return -1;
    }
    return pass_run_llvm(state, "globaldce");
}
