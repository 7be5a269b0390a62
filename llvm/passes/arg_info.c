/* SPDX-License-Identifier: MIT */
/* arg_info.c: what clGetKernelArgInfo and clGetKernelWorkGroupInfo tell, from
 * a kernel's metadata. */
#include "llvm/passes/arg_info.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/image_args.h"

int arg_info_name(struct rootle_arg *arg, const char *name, const char *type_name)
{
    arg->name = strdup(name);
    arg->type_name = strdup(type_name);
    return arg->name && arg->type_name ? 0 : -1;
}

static uint32_t type_qualifiers(const char *text)
{
    static const struct {
        const char *word;
        uint32_t bit;
    } words[] = {{"const", ROOTLE_TYPE_CONST},
                 {"restrict", ROOTLE_TYPE_RESTRICT},
                 {"volatile", ROOTLE_TYPE_VOLATILE}};
    uint32_t bits = 0;
    for (size_t i = 0; i < COUNT(words); i++)
        if (strstr(text, words[i].word))
            bits |= words[i].bit;
    return bits;
}

/* Kinds of plain pointers, by LLVM's address space. */
static const struct {
    uint32_t kind, address;
} pointer_kinds[] = {
    [ABI_SPACE_GLOBAL] = {ROOTLE_ARG_GLOBAL, ROOTLE_ADDRESS_GLOBAL},
    [ABI_SPACE_LOCAL] = {ROOTLE_ARG_LOCAL, ROOTLE_ADDRESS_LOCAL},
    [ABI_SPACE_CONSTANT] = {ROOTLE_ARG_CONSTANT, ROOTLE_ADDRESS_CONSTANT},
};

static uint32_t slot_of(const struct rootle_kernel *kernel, uint32_t kind)
{
    uint32_t slot = 0;
    for (uint32_t i = 0; i + 1 < kernel->arg_count; i++)
        slot += kernel->args[i].kind == kind;
    return slot;
}

static void fill_image(struct rootle_arg *arg, const struct image_arg *image)
{
    arg->kind = image->write ? ROOTLE_ARG_IMAGE_WRITE : ROOTLE_ARG_IMAGE_READ;
    arg->image_type = image->image_type;
    arg->access = image->read_write ? ROOTLE_ACCESS_READ_WRITE
                  : image->write    ? ROOTLE_ACCESS_WRITE_ONLY
                                    : ROOTLE_ACCESS_READ_ONLY;
    arg->address = ROOTLE_ADDRESS_GLOBAL;
}

static void fill_pointer(struct rootle_arg *arg, LLVMValueRef function, unsigned index)
{
    unsigned space = ir_pointer_space(LLVMGetParam(function, index));
    if (space >= COUNT(pointer_kinds))
        return;
    arg->kind = pointer_kinds[space].kind;
    arg->address = pointer_kinds[space].address;
    unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef align = LLVMGetEnumAttributeAtIndex(function, index + 1, kind);
    if (arg->kind == ROOTLE_ARG_LOCAL)
        arg->align = align ? (uint32_t)LLVMGetEnumAttributeValue(align) : 16;
}

/* Clang's base type is the type behind all typedefs. */
static bool is_signed(LLVMValueRef function, unsigned index)
{
    const char *base = ir_node_string(ir_function_node(function, "kernel_arg_base_type"), index);
    return !strcmp(base, "char") || !strcmp(base, "short");
}

int arg_info_fill(struct rootle_arg *arg, const struct rootle_kernel *kernel, LLVMValueRef function,
                  unsigned index)
{
    struct image_arg image = image_arg_of(function, index);
    arg->type_qualifier =
        type_qualifiers(ir_node_string(ir_function_node(function, "kernel_arg_type_qual"), index));
    if (image.image_type)
        fill_image(arg, &image);
    else if (image.is_sampler)
        arg->kind = ROOTLE_ARG_SAMPLER;
    else if (image.is_image_size)
        arg->kind = ROOTLE_ARG_IMAGE_SIZE, arg->size = ABI_IMAGE_SIZE_BYTES;
    else if (image.is_image_format)
        arg->kind = ROOTLE_ARG_IMAGE_FORMAT;
    else if (image.is_image_levels)
        arg->kind = ROOTLE_ARG_IMAGE_LEVELS, arg->slot = image.surface;
    else if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, index))) == LLVMPointerTypeKind)
        fill_pointer(arg, function, index);
    else
        arg->is_signed = is_signed(function, index);
    if (image.image_type || image.is_sampler)
        arg->slot = slot_of(kernel, arg->kind);
    return arg_info_name(arg, ir_node_string(ir_function_node(function, "kernel_arg_name"), index),
                         ir_node_string(ir_function_node(function, "kernel_arg_type"), index));
}

/* ---- attributes of the kernel ---- */

/* A node of three numbers, as reqd_work_group_size has. */
static bool three_numbers(LLVMValueRef node, uint32_t numbers[3])
{
    LLVMValueRef operands[3];
    if (!node || LLVMGetMDNodeNumOperands(node) != 3)
        return false;
    LLVMGetMDNodeOperands(node, operands);
    for (int i = 0; i < 3; i++) {
        if (!operands[i] || !LLVMIsAConstantInt(operands[i]))
            return false;
        numbers[i] = (uint32_t)LLVMConstIntGetZExtValue(operands[i]);
    }
    return true;
}

/* The OpenCL name of a scalar type; vectors of them get their width appended. */
static const char *scalar_name(LLVMTypeRef type, bool is_signed)
{
    static const char *const names[][2] = {
        {"uchar", "char"}, {"ushort", "short"}, {"uint", "int"}, {"ulong", "long"}};
    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind:
        return "half";
    case LLVMFloatTypeKind:
        return "float";
    case LLVMDoubleTypeKind:
        return "double";
    case LLVMIntegerTypeKind:
        for (unsigned i = 0; i < 4; i++)
            if (LLVMGetIntTypeWidth(type) == 8u << i)
                return names[i][is_signed];
        return NULL;
    default:
        return NULL;
    }
}

static void print_vector_hint(FILE *out, LLVMValueRef node)
{
    LLVMValueRef operands[2];
    if (!node || LLVMGetMDNodeNumOperands(node) != 2)
        return;
    LLVMGetMDNodeOperands(node, operands);
    LLVMTypeRef type = LLVMTypeOf(operands[0]);
    bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    const char *name = scalar_name(vector ? LLVMGetElementType(type) : type,
                                   LLVMConstIntGetZExtValue(operands[1]) != 0);
    if (!name)
        return;
    fprintf(out, " vec_type_hint(%s", name);
    if (vector)
        fprintf(out, "%u", LLVMGetVectorSize(type));
    fputc(')', out);
}

static void print_sizes(FILE *out, const char *name, const uint32_t sizes[3])
{
    fprintf(out, " %s(%u,%u,%u)", name, sizes[0], sizes[1], sizes[2]);
}

bool arg_info_required_size(LLVMValueRef function, uint32_t sizes[3])
{
    return three_numbers(ir_function_node(function, "reqd_work_group_size"), sizes);
}

int arg_info_kernel(struct rootle_kernel *kernel, LLVMValueRef function)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return -1;
    uint32_t hint[3];
    print_vector_hint(out, ir_function_node(function, "vec_type_hint"));
    if (three_numbers(ir_function_node(function, "work_group_size_hint"), hint))
        print_sizes(out, "work_group_size_hint", hint);
    if (arg_info_required_size(function, kernel->required_size))
        print_sizes(out, "reqd_work_group_size", kernel->required_size);
    if (fclose(out)) {
        free(text);
        return -1;
    }
    if (size)
        memmove(text, text + 1, size); /* without the first space, with the NUL */
    free(kernel->attributes);
    kernel->attributes = text;
    return 0;
}
