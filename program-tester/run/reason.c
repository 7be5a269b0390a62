/* SPDX-License-Identifier: MIT */
/* reason.c: why a call was refused, in terms of the test file; drivers give a code alone. */
#include "program-tester/run/reason.h"

#include <string.h>

#include "program-tester/parse/layout.h"

/* The first dimension in which groups of that size do not fill the launch; `dimensions`: none. */
static unsigned uneven_dimension(const struct pt_launch *how)
{
    unsigned i = 0;

    while (i < how->dimensions && how->global[i] % how->local[i] == 0)
        i++;
    return i;
}

/* Whether the kernel asks for another local size, which `wanted` gets. */
static bool wants_other_size(const struct pt_launch *how, cl_kernel kernel, cl_device_id device,
                             size_t wanted[3])
{
    if (clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                 3 * sizeof(*wanted), wanted, NULL) ||
        !wanted[0])
        return false;
    for (unsigned i = 0; i < how->dimensions; i++) {
        if (how->local_null || how->local[i] != wanted[i])
            return true;
    }
    return false;
}

struct pt_reason pt_reason_of_launch(const struct pt_launch *how, cl_kernel kernel,
                                     cl_device_id device, cl_int error)
{
    struct pt_reason reason = {how->local_place, NULL};
    size_t wanted[3] = {0};

    if (error != CL_INVALID_WORK_GROUP_SIZE)
        return reason;
    unsigned uneven = how->local_null ? how->dimensions : uneven_dimension(how);
    if (wants_other_size(how, kernel, device, wanted))
        reason.text = pt_format("the kernel requires a local_size of %zu %zu %zu: ", wanted[0],
                                wanted[1], wanted[2]);
    else if (uneven < how->dimensions)
        reason.text = pt_format("local_size %zu does not divide global_size %zu (dimension %u): ",
                                how->local[uneven], how->global[uneven], uneven + 1);
    return reason;
}

static char *kind_of(const struct pt_arg *arg)
{
    switch (arg->kind) {
    case PT_ARG_VALUE:
        return pt_format("%zu bytes", arg->size);
    case PT_ARG_LOCAL:
        return pt_format("local memory");
    case PT_ARG_BUFFER:
        return pt_format("a buffer");
    case PT_ARG_IMAGE:
        return pt_format("a %s image", pt_image_kind(arg->image.type)->name);
    case PT_ARG_SAMPLER:
        break;
    }
    return pt_format("a sampler");
}

/* Returns what stands behind the bracket that opens a kernel's parameters, in the program's source;
 * NULL: not found. */
static const char *parameters_of(const char *source, const char *kernel)
{
    const size_t length = strlen(kernel);

    for (const char *at = source; (at = strstr(at, kernel)); at += length) {
        const char *before = at, *after = at + length + strspn(at + length, " \n");

        while (before > source && strchr(" \n", before[-1]))
            before--;
        if (*after == '(' && before < at && before - source >= 4 && !memcmp(before - 4, "void", 4))
            return after + 1;
    }
    return NULL;
}

/* The text of a parameter; empty if there are fewer. */
static struct pt_word parameter(const char *parameters, unsigned position)
{
    const char *end = parameters + strcspn(parameters, ",()");

    for (; position && *end == ','; position--) {
        parameters = end + 1;
        end = parameters + strcspn(parameters, ",()");
    }
    return position ? (struct pt_word){0}
                    : pt_word_trim((struct pt_word){parameters, (size_t)(end - parameters)});
}

char *pt_reason_of_argument(const struct pt_plan *plan, const struct pt_arg *arg,
                            const char *kernel, unsigned position)
{
    const char *parameters = plan->program_is_binary ? NULL : parameters_of(plan->program, kernel);
    struct pt_word word = {0};

    if (parameters)
        word = parameter(parameters, position);
    if (!word.length)
        return pt_copy("", 0);
    char *kind = kind_of(arg);
    char *text = pt_format("%s for '%.*s': ", kind, PT_SHOW(word));
    free(kind);
    return text;
}

const char *pt_reason_of_sampler(const struct pt_sampler *sampler)
{
    if (sampler->normalized || (sampler->addressing != CL_ADDRESS_REPEAT &&
                                sampler->addressing != CL_ADDRESS_MIRRORED_REPEAT))
        return "";
    return "an addressing_mode that repeats needs normalized_coords true: ";
}
