/* SPDX-License-Identifier: MIT */
/* image_use.c: images of a launch: what they are called, and how kernels must not use them. */
#include "driver/clover/explain/image_use.h"

#include "driver/abi/kernel_abi.h"
#include "driver/clover/explain/nearest.h"
#include "driver/clover/explain/written.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The image that a launch has at a resource, or at a random access target; NULL: none. */
static cl_mem image_at(const struct clover_inputs *inputs, const struct guide_fault *fault)
{
    const uint64_t view = fault->address - ABI_RESOURCE_IMAGES;
    const uint64_t surface = fault->address - ABI_RAT_IMAGES;

    if (fault->space == GUIDE_VIEW)
        return view < inputs->view_count ? inputs->views[view] : NULL;
    return surface < inputs->surface_count ? inputs->surfaces[surface] : NULL;
}

unsigned char *image_use_unwritten(const struct guide *base, enum guide_space space,
                                   uint32_t number)
{
    const struct clover_guide *guide = (const struct clover_guide *)base;
    const struct guide_fault fault = {.space = space, .address = number};
    const cl_mem image = image_at(guide->inputs, &fault);

    return image ? clover_unwritten(image) : NULL;
}

void image_use_print(const struct clover_guide *guide, const struct guide_fault *fault, FILE *out)
{
    const struct clover_inputs *inputs = guide->inputs;
    const cl_mem image = image_at(inputs, fault);
    char name[NEAR_TEXT];

    for (uint32_t i = 0; image && i < inputs->mem_count; i++) {
        if (inputs->mems[i] != image)
            continue;
        near_name_argument(guide, inputs->mem_arguments[i], image, name);
        fprintf(out, "\n    of %s", name);
        return;
    }
}

/* Returns the type of values that functions of an image take and return: 'f' floats, 'i' integers,
 * 'u' unsigned ones. */
static char kind_of_image(cl_mem image)
{
    switch (image->format.image_channel_data_type) {
    case CL_SIGNED_INT8:
    case CL_SIGNED_INT16:
    case CL_SIGNED_INT32:
        return 'i';
    case CL_UNSIGNED_INT8:
    case CL_UNSIGNED_INT16:
    case CL_UNSIGNED_INT32:
        return 'u';
    default:
        return 'f';
    }
}

/* The name of a function of images that stands in the source where an instruction is of, as
 * "read_imageui"; "": another, as where a macro or a variable stands for the call. */
static void function_at(const struct clover_guide *guide, uint32_t byte, char name[16])
{
    uint32_t column;
    char *text = clover_line_at(guide, byte, false, &column);

    *name = '\0';
    if (text && column && column <= strlen(text)) {
        const char *at = text + column - 1;
        if (!strncmp(at, "read_image", 10) || !strncmp(at, "write_image", 11))
            snprintf(name, 16, "%.*s", (int)strspn(at, "abcdefghijklmnopqrstuvwxyz_"), at);
    }
    free(text);
}

/* Whether an image is argument of a kernel with an access; its number. */
static bool is_given(const struct clover_guide *guide, cl_mem image, uint32_t access,
                     uint32_t *argument)
{
    const struct clover_inputs *inputs = guide->inputs;

    for (uint32_t i = 0; i < inputs->mem_count; i++) {
        *argument = inputs->mem_arguments[i];
        if (inputs->mems[i] == image && guide->code->args[*argument]->access == access)
            return true;
    }
    return false;
}

/* Whether an image that is read or written is both, by two arguments (OpenCL C 3.0, 6.6). */
static bool is_read_and_written(const struct clover_guide *guide, cl_mem image,
                                char text[GUIDE_WHAT_SIZE])
{
    uint32_t read, written;

    if (!is_given(guide, image, ROOTLE_ACCESS_READ_ONLY, &read) ||
        !is_given(guide, image, ROOTLE_ACCESS_WRITE_ONLY, &written))
        return false;
    snprintf(text, GUIDE_WHAT_SIZE,
             "the kernel reads it as argument %" PRIu32
             " '%.64s' and writes it as argument %" PRIu32 " '%.64s'",
             read, guide->code->args[read]->name, written, guide->code->args[written]->name);
    return true;
}

bool image_use_mismatches(const struct guide *base, const struct guide_fault *fault,
                          char text[GUIDE_WHAT_SIZE])
{
    static const char *const types[] = {
        ['f'] = "floats", ['i'] = "signed integers", ['u'] = "unsigned integers"};
    const struct clover_guide *guide = (const struct clover_guide *)base;
    const cl_mem image = image_at(guide->inputs, fault);
    char name[16];

    function_at(guide, fault->byte, name);
    const char *suffix = *name ? strrchr(name, '_') + strlen("_image") : "";
    const char kind = *suffix == 'h' ? 'f' : *suffix;
    if (image && is_read_and_written(guide, image, text))
        return true;
    if (!image || !kind || !strchr("fiu", kind) || kind == kind_of_image(image))
        return false;
    snprintf(text, GUIDE_WHAT_SIZE, "%s is of %s, but the data type of the image's format has %s",
             name, types[(unsigned char)kind], types[(unsigned char)kind_of_image(image)]);
    return true;
}

/* A sampler that promises that coordinates are inside. */
bool image_use_stays_inside(const struct guide *base, uint32_t sampler)
{
    const struct clover_inputs *inputs = ((const struct clover_guide *)base)->inputs;

    return sampler < inputs->sampler_count &&
           inputs->samplers[sampler].addressing == CL_ADDRESS_NONE;
}
