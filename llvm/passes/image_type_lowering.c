/* SPDX-License-Identifier: MIT */
/* image_type_lowering.c: gives kernels their images' attributes as implicit arguments, and images
 * their numbers.
 *
 * Behind each image argument come a <3 x i32> size (width, height, depth or layers) and a <2 x i32>
 * format (channel data type, channel order), marked by the type names __llvm_image_size and
 * __llvm_image_format in the kernel's argument metadata: the driver fills what it finds marked. The
 * kernel is re-created, as a function's signature cannot change. The pseudo-intrinsics on image and
 * sampler arguments are replaced:
 *
 *     llvm.OpenCL.image.get.size*          the size argument
 *     llvm.OpenCL.image.get.format*        the format argument
 *     llvm.OpenCL.image.get.resource.id*   the image's index among those of its access qualifier
 *     llvm.OpenCL.sampler.get.resource.id  the sampler's index among the arguments
 *
 * Requires: everything is inlined and promoted. */
#include <stdlib.h>
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/image_args.h"
#include "llvm/passes/passes.h"

static const char get_size[] = "llvm.OpenCL.image.get.size";
static const char get_format[] = "llvm.OpenCL.image.get.format";
static const char get_image_id[] = "llvm.OpenCL.image.get.resource.id";
static const char get_sampler_id[] = "llvm.OpenCL.sampler.get.resource.id";

/* ---- metadata ---- */

/* One kind of argument metadata, and what the two implicit arguments have there. */
static const struct metadata_kind {
    const char *name;
    const char *size_text, *format_text; /* NULL: the number 0 */
} metadata_kinds[] = {
    {"kernel_arg_addr_space", NULL, NULL},
    {"kernel_arg_access_qual", "none", "none"},
    {"kernel_arg_type", IMAGE_SIZE_TYPE, IMAGE_FORMAT_TYPE},
    {"kernel_arg_base_type", IMAGE_SIZE_TYPE, IMAGE_FORMAT_TYPE},
    {"kernel_arg_type_qual", "", ""},
    {"kernel_arg_name", "", ""},
};

static LLVMMetadataRef text_or_zero(LLVMContextRef context, const char *text)
{
    if (text)
        return LLVMMDStringInContext2(context, text, strlen(text));
    return LLVMValueAsMetadata(ir_i32(context, 0));
}

static LLVMMetadataRef operand_metadata(LLVMContextRef context, LLVMValueRef operand)
{
    unsigned length;
    const char *text = LLVMGetMDString(operand, &length);
    if (text)
        return LLVMMDStringInContext2(context, text, length);
    return LLVMValueAsMetadata(operand);
}

/* Puts two operands behind each image's. `is_image` is by old argument index. */
static int extend_node(LLVMValueRef kernel, const struct metadata_kind *kind, const bool *is_image,
                       unsigned count)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(kernel));
    LLVMValueRef node = ir_function_node(kernel, kind->name);
    if (!node || LLVMGetMDNodeNumOperands(node) != count)
        return 0;
    LLVMValueRef *old = calloc(count + 1, sizeof(*old));
    LLVMMetadataRef *new = calloc(3 * (size_t)count + 1, sizeof(*new));
    if (!old || !new) {
        free(old);
        free(new);
        return -1;
    }
    unsigned at = 0;
    LLVMGetMDNodeOperands(node, old);
    for (unsigned i = 0; i < count; i++) {
        new[at++] = operand_metadata(context, old[i]);
        if (is_image[i]) {
            new[at++] = text_or_zero(context, kind->size_text);
            new[at++] = text_or_zero(context, kind->format_text);
        }
    }
    ir_set_function_node(kernel, kind->name, new, at);
    free(old);
    free(new);
    return 0;
}

/* ---- getters ---- */

static bool is_getter_of(LLVMValueRef user, const char *prefix, LLVMValueRef argument)
{
    return ir_calls_prefix(user, prefix) && LLVMGetNumArgOperands(user) == 1 &&
           LLVMGetOperand(user, 0) == argument;
}

/* Replaces the calls of one getter on one argument; what is left of the argument's uses stays. */
static void replace_getters(LLVMValueRef argument, const char *prefix, LLVMValueRef value)
{
    LLVMUseRef next, use = LLVMGetFirstUse(argument);
    for (; use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (is_getter_of(user, prefix, argument) && LLVMTypeOf(user) == LLVMTypeOf(value))
            ir_replace(user, value);
    }
}

struct indices {
    unsigned read, write, sampler;
};

static int connect_argument(struct pass_state *state, LLVMValueRef kernel, unsigned new_index,
                            const struct image_arg *info, struct indices *indices)
{
    LLVMValueRef argument = LLVMGetParam(kernel, new_index);
    if (info->is_sampler)
        replace_getters(argument, get_sampler_id, ir_i32(state->context, indices->sampler++));
    if (!info->image_type)
        return 0;
    /* What is read and written counts among the written ones. */
    unsigned *index = info->write ? &indices->write : &indices->read;
    unsigned limit = info->write ? ABI_MAX_WRITE_IMAGES : ABI_MAX_READ_IMAGES;
    if (*index >= limit)
        return pass_error(state, kernel, "more than %u %s images", limit,
                          info->write ? "write_only" : "read_only");
    replace_getters(argument, get_image_id, ir_i32(state->context, (*index)++));
    replace_getters(argument, get_size, LLVMGetParam(kernel, new_index + 1));
    replace_getters(argument, get_format, LLVMGetParam(kernel, new_index + 2));
    return 0;
}

/* ---- the kernel ---- */

static LLVMTypeRef extended_type(LLVMValueRef kernel, const bool *is_image, unsigned count)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(kernel));
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
    LLVMTypeRef *types = calloc(3 * (size_t)count + 1, sizeof(*types));
    if (!types)
        return NULL;
    unsigned at = 0;
    for (unsigned i = 0; i < count; i++) {
        types[at++] = LLVMTypeOf(LLVMGetParam(kernel, i));
        if (is_image[i]) {
            types[at++] = LLVMVectorType(i32, 3);
            types[at++] = LLVMVectorType(i32, 2);
        }
    }
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), types, at, false);
    free(types);
    return type;
}

static void name_implicit(LLVMValueRef argument, LLVMValueRef image, const char *suffix)
{
    char name[256];
    int length = snprintf(name, sizeof(name), "%s.%s", ir_name(image), suffix);
    if (length > 0 && (size_t)length < sizeof(name))
        LLVMSetValueName2(argument, name, (size_t)length);
}

static void move_parameter(LLVMValueRef new, unsigned to, LLVMValueRef old, unsigned from)
{
    LLVMValueRef source = LLVMGetParam(old, from), target = LLVMGetParam(new, to);
    size_t length;
    const char *name = LLVMGetValueName2(source, &length);
    LLVMSetValueName2(target, name, length);
    LLVMReplaceAllUsesWith(source, target);
    ir_copy_parameter_attributes(new, to, old, from);
}

/* Re-creates the kernel with the implicit arguments. NULL when memory is short. */
static LLVMValueRef extend_kernel(LLVMValueRef old, const bool *is_image, unsigned count)
{
    LLVMTypeRef type = extended_type(old, is_image, count);
    if (!type)
        return NULL;
    LLVMValueRef new = ir_recreate_function(old, type);
    unsigned at = 0;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef argument = LLVMGetParam(new, at);
        move_parameter(new, at++, old, i);
        if (is_image[i]) {
            name_implicit(LLVMGetParam(new, at++), argument, "size");
            name_implicit(LLVMGetParam(new, at++), argument, "format");
        }
    }
    LLVMDeleteFunction(old);
    for (size_t i = 0; i < COUNT(metadata_kinds); i++)
        if (extend_node(new, &metadata_kinds[i], is_image, count))
            return NULL;
    return new;
}

static int lower_kernel(LLVMValueRef kernel, void *data)
{
    struct pass_state *state = data;
    unsigned count = LLVMCountParams(kernel), at = 0;
    struct image_arg *info = calloc(count + 1, sizeof(*info));
    bool *is_image = calloc(count + 1, sizeof(*is_image)), any = false;
    int result = -1;
    if (info && is_image) {
        for (unsigned i = 0; i < count; i++) {
            info[i] = image_arg_of(kernel, i);
            any |= is_image[i] = info[i].image_type != 0;
        }
        if (any)
            kernel = extend_kernel(kernel, is_image, count);
        struct indices indices = {0};
        result = kernel ? 0 : -1;
        for (unsigned i = 0; i < count && !result; i++) {
            result = connect_argument(state, kernel, at, &info[i], &indices);
            at += is_image[i] ? 3 : 1;
        }
    }
    if (result && (!info || !is_image || !kernel))
        fprintf(state->log, "error: out of memory\n");
    free(info);
    free(is_image);
    return result;
}

static int check_left(LLVMValueRef instruction, void *data)
{
    if (ir_calls_prefix(instruction, "llvm.OpenCL.image."))
        return pass_error(data, instruction,
                          "an image is chosen at run time: it must be one kernel argument");
    return 0;
}

int pass_image_type_lowering(struct pass_state *state)
{
    if (ir_visit_kernels(state->module, lower_kernel, state))
        return -1;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f))
        if (ir_visit_instructions(f, check_left, state))
            return -1;
    return 0;
}
