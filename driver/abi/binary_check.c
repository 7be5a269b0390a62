/* SPDX-License-Identifier: MIT */
/* binary_check.c: kernels whose inputs contradict docs/kernel-abi.md. */
#include "driver/abi/binary.h"
#include "driver/abi/kernel_abi.h"

/* Least size of an argument, by kind. */
static const uint32_t least_bytes[ROOTLE_ARG_KIND_COUNT] = {
    [ROOTLE_ARG_GLOBAL] = 4,   [ROOTLE_ARG_CONSTANT] = 4,       [ROOTLE_ARG_LOCAL] = 4,
    [ROOTLE_ARG_SAMPLER] = 4,  [ROOTLE_ARG_IMAGE_SIZE] = 12,    [ROOTLE_ARG_IMAGE_FORMAT] = 8,
    [ROOTLE_ARG_WORK_DIM] = 4, [ROOTLE_ARG_GLOBAL_OFFSET] = 12, [ROOTLE_ARG_RODATA] = 4,
    [ROOTLE_ARG_PRINTF] = 4,   [ROOTLE_ARG_GLOBAL_SIZE] = 12,   [ROOTLE_ARG_LOCAL_SIZE] = 12,
    [ROOTLE_ARG_GROUPS] = 12,  [ROOTLE_ARG_LITERAL] = 4,        [ROOTLE_ARG_IMAGE_LEVELS] = 4,
};

static const char *arg_fault(const struct rootle_kernel *kernel, const struct rootle_arg *arg)
{
    const bool image = arg->kind == ROOTLE_ARG_IMAGE_READ || arg->kind == ROOTLE_ARG_IMAGE_WRITE;
    const uint64_t end = arg->offset + (arg->size + 3ull) / 4 * 4;

    if (arg->kind >= ROOTLE_ARG_KIND_COUNT)
        return "unknown kind of argument";
    if (arg->offset < ABI_INPUT_ARGUMENTS ||
        end > ABI_INPUT_ARGUMENTS + (uint64_t)kernel->input_bytes ||
        arg->size < least_bytes[arg->kind])
        return "an argument lies outside the inputs";
    if (arg->is_signed && (arg->kind != ROOTLE_ARG_VALUE || (arg->size != 1 && arg->size != 2)))
        return "an argument has a sign, but is no small integer";
    if (image &&
        (arg->image_type == ROOTLE_IMAGE_NONE || arg->image_type >= ROOTLE_IMAGE_TYPE_COUNT))
        return "an image argument of no known type";
    return NULL;
}

/* How many places of its kind there are (docs/hardware.md). */
static const uint32_t slots[ROOTLE_BIND_KIND_COUNT] = {
    [ROOTLE_BIND_INPUTS] = 16,        [ROOTLE_BIND_INPUTS_FETCH] = 176,
    [ROOTLE_BIND_RODATA_FETCH] = 176, [ROOTLE_BIND_POOL_FETCH] = 176,
    [ROOTLE_BIND_POOL_STORE] = 12,    [ROOTLE_BIND_LOOP] = 32,
};

enum { CONSTANT_BUFFER_ALIGN = 256, MAX_ELEMENT_BYTES = 16 };

static const char *binding_fault(const struct rootle_kernel *kernel,
                                 const struct rootle_binding *binding)
{
    const uint32_t value = binding->value;

    if (binding->kind >= ROOTLE_BIND_KIND_COUNT)
        return "unknown kind of binding";
    if (binding->slot >= slots[binding->kind])
        return "a binding of a place that there is not";
    if (binding->kind == ROOTLE_BIND_INPUTS &&
        (value % CONSTANT_BUFFER_ALIGN || value >= ABI_INPUT_ARGUMENTS + kernel->input_bytes))
        return "a constant buffer begins outside the inputs";
    if (binding->kind == ROOTLE_BIND_POOL_FETCH &&
        (value == 0 || value > MAX_ELEMENT_BYTES || value & (value - 1)))
        return "the pool is bound in elements of no possible size";
    return NULL;
}

const char *rootle_kernel_fault(const struct rootle_kernel *kernel)
{
    const char *fault = NULL;

    if (kernel->input_bytes > ROOTLE_MAX_INPUT_BYTES)
        return "more inputs than a constant buffer holds";
    for (uint32_t i = 0; i < kernel->arg_count && !fault; i++)
        fault = arg_fault(kernel, &kernel->args[i]);
    for (uint32_t i = 0; i < kernel->binding_count && !fault; i++)
        fault = binding_fault(kernel, &kernel->bindings[i]);
    return fault;
}
