/* SPDX-License-Identifier: MIT */
/* argument_layout.c: kernel parameters become loads from constant buffer 0, as docs/kernel-abi.md
 * lays it out.
 *
 * Requires: image_type_lowering, sampler_lowering. Leaves: kernels of type void(), the argument
 * table in the binary; work-group counts and sizes, work dimensions and global offset are loads
 * too. */
#include <assert.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/arg_info.h"
#include "llvm/passes/passes.h"

/* ---- parameters ---- */

/* Builds a value of the parameter's type from its place, where small integers take a dword. */
static LLVMValueRef load_parameter(LLVMBuilderRef builder, LLVMTypeRef type, uint32_t offset)
{
    LLVMContextRef context = LLVMGetTypeContext(type);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) < 32)
        return LLVMBuildTrunc(builder, ir_load_input(builder, i32, offset, 4), type, "");
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        return LLVMBuildIntToPtr(builder, ir_load_input(builder, i32, offset, 4), type, "");
    return ir_load_input(builder, type, offset, 4);
}

/* Returns the known alignment of an offset, up to a dword. */
static unsigned offset_align(uint32_t offset)
{
    return offset % 4 == 0 ? 4 : offset % 2 == 0 ? 2 : 1;
}

/* Stores an aggregate that lies in the inputs to memory, leaf by leaf. */
static void copy_leaves(LLVMBuilderRef builder, LLVMTargetDataRef layout, LLVMTypeRef type,
                        uint32_t offset, LLVMValueRef target, uint32_t target_offset)
{
    LLVMContextRef context = LLVMGetTypeContext(type);
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
            uint32_t at = (uint32_t)LLVMOffsetOfElement(layout, type, i);
            copy_leaves(builder, layout, LLVMStructGetTypeAtIndex(type, i), offset + at, target,
                        target_offset + at);
        }
    } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
        LLVMTypeRef element = LLVMGetElementType(type);
        uint32_t size = (uint32_t)LLVMABISizeOfType(layout, element);
        for (uint32_t i = 0; i < LLVMGetArrayLength2(type); i++)
            copy_leaves(builder, layout, element, offset + i * size, target,
                        target_offset + i * size);
    } else {
        unsigned align = offset_align(offset);
        LLVMValueRef value = ir_load_input(builder, type, offset, align);
        LLVMValueRef index = ir_i32(context, target_offset);
        LLVMValueRef address =
            LLVMBuildGEP2(builder, LLVMInt8TypeInContext(context), target, &index, 1, "");
        LLVMSetAlignment(LLVMBuildStore(builder, value, address), align);
    }
}

static uint32_t element_offset(LLVMTargetDataRef layout, LLVMTypeRef *type, unsigned index)
{
    if (LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
        uint32_t offset = (uint32_t)LLVMOffsetOfElement(layout, *type, index);
        *type = LLVMStructGetTypeAtIndex(*type, index);
        return offset;
    }
    *type = LLVMGetElementType(*type);
    return index * (uint32_t)LLVMABISizeOfType(layout, *type);
}

static int replace_aggregate(struct pass_state *state, LLVMValueRef value, LLVMTypeRef type,
                             uint32_t offset);

/* Replaces an extractvalue of an aggregate of that type and place. */
static int replace_member(struct pass_state *state, LLVMValueRef extract, LLVMTypeRef type,
                          uint32_t offset)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(state->module);
    for (unsigned i = 0; i < LLVMGetNumIndices(extract); i++)
        offset += element_offset(layout, &type, LLVMGetIndices(extract)[i]);
    if (ir_is_aggregate(type))
        return replace_aggregate(state, extract, type, offset);
    LLVMBuilderRef builder = ir_builder_before(extract);
    LLVMValueRef load = ir_load_input(builder, type, offset, offset_align(offset));
    LLVMReplaceAllUsesWith(extract, load);
    LLVMDisposeBuilder(builder);
    return 0;
}

static void replace_store(struct pass_state *state, LLVMValueRef store, LLVMTypeRef type,
                          uint32_t offset)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(state->module);
    LLVMBuilderRef builder = ir_builder_before(store);
    copy_leaves(builder, layout, type, offset, LLVMGetOperand(store, 1), 0);
    LLVMDisposeBuilder(builder);
}

/* Replaces the uses of an aggregate that lies in the inputs: its members are loaded where they are
 * taken out, the whole is copied where it is stored. */
static int replace_aggregate(struct pass_state *state, LLVMValueRef value, LLVMTypeRef type,
                             uint32_t offset)
{
    assert(ir_is_aggregate(type));
    LLVMUseRef use;
    while ((use = LLVMGetFirstUse(value))) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user))
            replace_store(state, user, type, offset);
        else if (!LLVMIsAExtractValueInst(user))
            return pass_error(state, user, "a struct argument is used in an unsupported way");
        else if (replace_member(state, user, type, offset))
            return -1;
        LLVMInstructionEraseFromParent(user);
    }
    return 0;
}

static int replace_parameter(struct pass_state *state, LLVMValueRef kernel, LLVMValueRef parameter,
                             uint32_t offset)
{
    if (!LLVMGetFirstUse(parameter))
        return 0;
    LLVMTypeRef type = LLVMTypeOf(parameter);
    if (ir_is_aggregate(type))
        return replace_aggregate(state, parameter, type, offset);
    LLVMBuilderRef builder = ir_builder_at_entry(kernel);
    LLVMReplaceAllUsesWith(parameter, load_parameter(builder, type, offset));
    LLVMDisposeBuilder(builder);
    return 0;
}

/* ---- the table ---- */

static int add_implicit(struct pass_state *state, struct rootle_kernel *kernel, uint32_t kind,
                        uint32_t size)
{
    struct rootle_arg *arg = pass_kernel_add_arg(state, kernel);
    if (!arg || arg_info_name(arg, "", ""))
        return -1;
    arg->kind = kind;
    arg->offset = ABI_INPUT_ARGUMENTS + kernel->input_bytes;
    arg->size = size;
    kernel->input_bytes += size;
    return 0;
}

static int too_many_bytes(struct pass_state *state, LLVMValueRef function)
{
    return pass_error(state, function, "the arguments take more than %d bytes",
                      ABI_MAX_INPUT_BYTES);
}

/* Adds the table's entry for parameter `index` and gives its offset. */
static int place_parameter(struct pass_state *state, struct rootle_kernel *kernel,
                           LLVMValueRef function, unsigned index, uint32_t *offset)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(state->module);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, index));
    uint32_t align = LLVMABIAlignmentOfType(layout, type);
    uint64_t size = LLVMABISizeOfType(layout, type);
    uint32_t place =
        ir_align(kernel->input_bytes, align < ABI_ARGUMENT_ALIGN ? ABI_ARGUMENT_ALIGN : align);
    if (size > ABI_MAX_INPUT_BYTES || place + size > ABI_MAX_INPUT_BYTES)
        return too_many_bytes(state, function);
    struct rootle_arg *arg = pass_kernel_add_arg(state, kernel);
    if (!arg || arg_info_fill(arg, kernel, function, index)) {
        fprintf(state->log, "error: out of memory\n");
        return -1;
    }
    assert(place % ABI_ARGUMENT_ALIGN == 0);
    *offset = ABI_INPUT_ARGUMENTS + place;
    arg->offset = *offset;
    if (!arg->size)
        arg->size = (uint32_t)size;
    kernel->input_bytes = place + ir_align((uint32_t)size, ABI_ARGUMENT_ALIGN);
    return 0;
}

/* ---- launch sizes ---- */

static const struct launch_value {
    const char *name;
    uint32_t offset;
} launch_values[] = {
    {"llvm.r600.read.ngroups.x", ABI_INPUT_GROUPS},
    {"llvm.r600.read.ngroups.y", ABI_INPUT_GROUPS + 4},
    {"llvm.r600.read.ngroups.z", ABI_INPUT_GROUPS + 8},
    {"llvm.r600.read.global.size.x", ABI_INPUT_GLOBAL_SIZE},
    {"llvm.r600.read.global.size.y", ABI_INPUT_GLOBAL_SIZE + 4},
    {"llvm.r600.read.global.size.z", ABI_INPUT_GLOBAL_SIZE + 8},
    {"llvm.r600.read.local.size.x", ABI_INPUT_LOCAL_SIZE},
    {"llvm.r600.read.local.size.y", ABI_INPUT_LOCAL_SIZE + 4},
    {"llvm.r600.read.local.size.z", ABI_INPUT_LOCAL_SIZE + 8},
};

static int replace_launch_value(LLVMValueRef instruction, void *data)
{
    uint32_t implicit = *(uint32_t *)data;
    LLVMTypeRef type = LLVMTypeOf(instruction);
    if (ir_calls(instruction, "llvm.r600.implicitarg.ptr")) {
        LLVMValueRef address = ir_i32(LLVMGetTypeContext(type), implicit);
        ir_replace(instruction, LLVMConstIntToPtr(address, type));
        return 0;
    }
    for (size_t i = 0; i < COUNT(launch_values); i++) {
        if (ir_calls(instruction, launch_values[i].name)) {
            LLVMBuilderRef builder = ir_builder_before(instruction);
            ir_replace(instruction, ir_load_input(builder, type, launch_values[i].offset, 4));
            LLVMDisposeBuilder(builder);
            return 0;
        }
    }
    return 0;
}

/* ---- sizes ---- */

/* Structs that will not fit are refused before passes take them apart. */
static int check_size(LLVMValueRef kernel, void *data)
{
    struct pass_state *state = data;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(state->module);
    uint64_t bytes = 0;
    for (unsigned i = 0; i < LLVMCountParams(kernel); i++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(kernel, i));
        bytes += ir_is_aggregate(type) ? LLVMABISizeOfType(layout, type) : 0;
    }
    return bytes > ABI_MAX_INPUT_BYTES ? too_many_bytes(state, kernel) : 0;
}

int pass_argument_sizes(struct pass_state *state)
{
    return ir_visit_kernels(state->module, check_size, state);
}

/* ---- kernels ---- */

static int lay_out_kernel(LLVMValueRef old, void *data)
{
    struct pass_state *state = data;
    struct rootle_kernel *kernel = pass_kernel(state, ir_name(old));
    if (!kernel || arg_info_kernel(kernel, old))
        return -1;
    for (unsigned i = 0; i < LLVMCountParams(old); i++) {
        uint32_t offset = 0;
        if (place_parameter(state, kernel, old, i, &offset) ||
            replace_parameter(state, old, LLVMGetParam(old, i), offset))
            return -1;
    }
    uint32_t implicit = ABI_INPUT_ARGUMENTS + kernel->input_bytes;
    if (add_implicit(state, kernel, ROOTLE_ARG_WORK_DIM, ABI_WORK_DIM_BYTES) ||
        add_implicit(state, kernel, ROOTLE_ARG_GLOBAL_OFFSET, ABI_GLOBAL_OFFSET_BYTES))
        return -1;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(state->context), NULL, 0, false);
    LLVMValueRef new = ir_recreate_function(old, type);
    LLVMDeleteFunction(old);
    return ir_visit_instructions(new, replace_launch_value, &implicit);
}

int pass_argument_layout(struct pass_state *state)
{
    return ir_visit_kernels(state->module, lay_out_kernel, state);
}
