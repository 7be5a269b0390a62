/* SPDX-License-Identifier: MIT */
/* describe.c: a launch's program and arguments, for who records it. */
#include "driver/clover/explain/describe.h"

#include "driver/abi/kernel_abi.h"
#include "driver/clover/explain/explain.h"

void clover_describe_program(const struct guide *base, struct guide_program *program)
{
    const struct clover_build *build = ((const struct clover_guide *)base)->build;
    const struct rootle_kernel *kernel = ((const struct clover_guide *)base)->code->kernel;

    *program = (struct guide_program){.source = build->source,
                                      .source_size = build->source_size,
                                      .options = build->options ? build->options : "",
                                      .places = kernel->place_bytes ? kernel->places : NULL,
                                      .place_bytes = kernel->place_bytes};
}

bool clover_describe_argument(const struct guide *base, uint32_t number,
                              struct guide_argument *argument)
{
    const struct clover_code *code = ((const struct clover_guide *)base)->code;

    if (number >= code->arg_count)
        return false;
    const struct rootle_arg *arg = code->args[number];
    const int32_t slot = (int32_t)arg->slot;
    *argument = (struct guide_argument){.name = arg->name,
                                        .type = arg->type_name,
                                        .texture = -1,
                                        .rat = -1,
                                        .sampler = -1,
                                        .offset = arg->offset,
                                        .bytes = arg->size};
    if (arg->kind == ROOTLE_ARG_IMAGE_READ)
        argument->texture = ABI_RESOURCE_IMAGES + slot;
    if (arg->kind == ROOTLE_ARG_IMAGE_WRITE)
        argument->rat = ABI_RAT_IMAGES + slot;
    if (arg->kind == ROOTLE_ARG_IMAGE_WRITE && arg->access == ROOTLE_ACCESS_READ_WRITE)
        argument->texture = ABI_RESOURCE_READ_WRITE_IMAGES + slot;
    if (arg->kind == ROOTLE_ARG_SAMPLER)
        argument->sampler = slot;
    return true;
}
