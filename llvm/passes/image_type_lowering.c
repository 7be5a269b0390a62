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
 *     llvm.OpenCL.image.get.levels*        the levels argument: an i32 behind those two, only where
 * a kernel asks for it llvm.OpenCL.image.get.chain.id*      the index of the surface of all of a
 * written image's levels: the image's own if the kernel writes in no other way to it, else one
 * behind all images llvm.OpenCL.sampler.get.resource.id  the sampler's index among the arguments
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
static const char get_levels[] = "llvm.OpenCL.image.get.levels";
static const char get_chain_id[] = "llvm.OpenCL.image.get.chain.id";
static const char get_sampler_id[] = "llvm.OpenCL.sampler.get.resource.id";

/* ---- metadata ---- */

/* The implicit arguments and numbers that an image argument is given. */
struct image_use {
    struct image_arg info;
    unsigned added; /* implicit arguments: 0, 2 or 3 */
    unsigned index; /* among the images of its kind */
    unsigned chain; /* the surface of all of its levels; ABI_LEVELS_NO_SURFACE: none */
    char levels_type[32];
};

/* One kind of argument metadata, and what the implicit arguments have there. */
static const struct metadata_kind {
    const char *name;
    const char *size_text, *format_text; /* NULL: the number 0 */
    enum { LEVELS_ZERO, LEVELS_NONE, LEVELS_TYPE, LEVELS_EMPTY } levels;
} metadata_kinds[] = {
    {"kernel_arg_addr_space", NULL, NULL, LEVELS_ZERO},
    {"kernel_arg_access_qual", "none", "none", LEVELS_NONE},
    {"kernel_arg_type", IMAGE_SIZE_TYPE, IMAGE_FORMAT_TYPE, LEVELS_TYPE},
    {"kernel_arg_base_type", IMAGE_SIZE_TYPE, IMAGE_FORMAT_TYPE, LEVELS_TYPE},
    {"kernel_arg_type_qual", "", "", LEVELS_EMPTY},
    {"kernel_arg_name", "", "", LEVELS_EMPTY},
};

static const char *levels_text(const struct metadata_kind *kind, const struct image_use *use)
{
    return kind->levels == LEVELS_ZERO   ? NULL
           : kind->levels == LEVELS_NONE ? "none"
           : kind->levels == LEVELS_TYPE ? use->levels_type
                                         : "";
}

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

/* Puts the operands of implicit arguments behind each image's. `uses` is by old argument index. */
static int extend_node(LLVMValueRef kernel, const struct metadata_kind *kind,
                       const struct image_use *uses, unsigned count)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(kernel));
    LLVMValueRef node = ir_function_node(kernel, kind->name);
    if (!node || LLVMGetMDNodeNumOperands(node) != count)
        return 0;
    LLVMValueRef *old = calloc(count + 1, sizeof(*old));
    LLVMMetadataRef *new = calloc(4 * (size_t)count + 1, sizeof(*new));
    if (!old || !new) {
        free(old);
        free(new);
        return -1;
    }
    unsigned at = 0;
    LLVMGetMDNodeOperands(node, old);
    for (unsigned i = 0; i < count; i++) {
        new[at++] = operand_metadata(context, old[i]);
        if (uses[i].added) {
            new[at++] = text_or_zero(context, kind->size_text);
            new[at++] = text_or_zero(context, kind->format_text);
        }
        if (uses[i].added > 2)
            new[at++] = text_or_zero(context, levels_text(kind, &uses[i]));
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

static bool has_getter(LLVMValueRef argument, const char *prefix)
{
    for (LLVMUseRef use = LLVMGetFirstUse(argument); use; use = LLVMGetNextUse(use))
        if (is_getter_of(LLVMGetUser(use), prefix, argument))
            return true;
    return false;
}

struct indices {
    unsigned read, write, sampler;
};

/* Numbers an image. What is read and written counts among the written ones. */
static int number_image(struct pass_state *state, LLVMValueRef kernel, LLVMValueRef argument,
                        struct image_use *use, struct indices *indices)
{
    const bool write = use->info.write;
    unsigned *index = write ? &indices->write : &indices->read;
    unsigned limit = write ? ABI_MAX_WRITE_IMAGES : ABI_MAX_READ_IMAGES;
    if (*index >= limit)
        return pass_error(state, kernel, "more than %u %s images", limit,
                          write ? "write_only" : "read_only");
    use->index = (*index)++;
    const bool chained = has_getter(argument, get_chain_id);
    use->added = chained || has_getter(argument, get_levels) ? 3 : 2;
    use->chain = chained ? use->index : ABI_LEVELS_NO_SURFACE;
    return 0;
}

/* Images that are written to with and without a level need a second surface. */
static int number_chain(struct pass_state *state, LLVMValueRef kernel, LLVMValueRef argument,
                        struct image_use *use, struct indices *indices)
{
    if (use->chain != ABI_LEVELS_NO_SURFACE && has_getter(argument, get_image_id)) {
        if (indices->write >= ABI_MAX_SURFACES)
            return pass_error(
                state, kernel,
                "more than %d surfaces: images that are written to with and without a "
                "level count twice",
                ABI_MAX_SURFACES);
        use->chain = indices->write++;
    }
    snprintf(use->levels_type, sizeof(use->levels_type), IMAGE_LEVELS_TYPE "%u", use->chain);
    return 0;
}

static int number_arguments(struct pass_state *state, LLVMValueRef kernel, struct image_use *uses,
                            unsigned count)
{
    struct indices indices = {0};
    int result = 0;
    for (unsigned i = 0; i < count && !result; i++) {
        uses[i].info = image_arg_of(kernel, i);
        if (uses[i].info.is_sampler)
            uses[i].index = indices.sampler++;
        if (uses[i].info.image_type)
            result = number_image(state, kernel, LLVMGetParam(kernel, i), &uses[i], &indices);
    }
    for (unsigned i = 0; i < count && !result; i++)
        if (uses[i].added)
            result = number_chain(state, kernel, LLVMGetParam(kernel, i), &uses[i], &indices);
    return result;
}

static void connect_argument(struct pass_state *state, LLVMValueRef kernel, unsigned at,
                             const struct image_use *use)
{
    LLVMValueRef argument = LLVMGetParam(kernel, at);
    if (use->info.is_sampler)
        replace_getters(argument, get_sampler_id, ir_i32(state->context, use->index));
    if (!use->added)
        return;
    replace_getters(argument, get_image_id, ir_i32(state->context, use->index));
    replace_getters(argument, get_size, LLVMGetParam(kernel, at + 1));
    replace_getters(argument, get_format, LLVMGetParam(kernel, at + 2));
    if (use->added < 3)
        return;
    replace_getters(argument, get_levels, LLVMGetParam(kernel, at + 3));
    replace_getters(argument, get_chain_id, ir_i32(state->context, use->chain));
}

/* ---- the kernel ---- */

static LLVMTypeRef extended_type(LLVMValueRef kernel, const struct image_use *uses, unsigned count)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(kernel));
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
    LLVMTypeRef *types = calloc(4 * (size_t)count + 1, sizeof(*types));
    if (!types)
        return NULL;
    unsigned at = 0;
    for (unsigned i = 0; i < count; i++) {
        types[at++] = LLVMTypeOf(LLVMGetParam(kernel, i));
        if (uses[i].added) {
            types[at++] = LLVMVectorType(i32, 3);
            types[at++] = LLVMVectorType(i32, 2);
        }
        if (uses[i].added > 2)
            types[at++] = i32;
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
static LLVMValueRef extend_kernel(LLVMValueRef old, const struct image_use *uses, unsigned count)
{
    LLVMTypeRef type = extended_type(old, uses, count);
    if (!type)
        return NULL;
    LLVMValueRef new = ir_recreate_function(old, type);
    unsigned at = 0;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef argument = LLVMGetParam(new, at);
        move_parameter(new, at++, old, i);
        static const char *const names[] = {"size", "format", "levels"};
        for (unsigned k = 0; k < uses[i].added; k++)
            name_implicit(LLVMGetParam(new, at++), argument, names[k]);
    }
    LLVMDeleteFunction(old);
    for (size_t i = 0; i < COUNT(metadata_kinds); i++)
        if (extend_node(new, &metadata_kinds[i], uses, count))
            return NULL;
    return new;
}

static int lower_kernel(LLVMValueRef kernel, void *data)
{
    struct pass_state *state = data;
    unsigned count = LLVMCountParams(kernel), at = 0;
    struct image_use *uses = calloc(count + 1, sizeof(*uses));
    bool any = false;
    if (!uses) {
        fprintf(state->log, "error: out of memory\n");
        return -1;
    }
    int result = number_arguments(state, kernel, uses, count);
    for (unsigned i = 0; i < count; i++)
        any |= uses[i].added != 0;
    if (!result && any && !(kernel = extend_kernel(kernel, uses, count))) {
        fprintf(state->log, "error: out of memory\n");
        result = -1;
    }
    for (unsigned i = 0; i < count && !result; i++) {
        connect_argument(state, kernel, at, &uses[i]);
        at += 1 + uses[i].added;
    }
    free(uses);
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
