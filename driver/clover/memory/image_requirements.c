/* SPDX-License-Identifier: MIT */
/* image_requirements.c: cl_ext_image_requirements_info: what an image that was not made yet would
 * ask of a buffer under it, and how large it could be. */
#include "driver/base/fault.h"
#include "driver/clover/memory/format.h"
#include "driver/clover/memory/image_over.h"
#include "driver/clover/object/info.h"
#include "driver/clover/platform/device_versions.h"

#include <CL/cl_ext.h>

/* A question: `kind` and `format` are NULL for all of them. */
struct question {
    cl_context context;
    const struct clover_image_kind *kind;
    const cl_image_format *format;
    const cl_image_desc *desc;
};

/* The largest texel of the device's formats, where the question is about all of them. */
static size_t texel_bytes(const struct question *asked)
{
    struct pipe_screen *screen = asked->context->device->screen;
    cl_image_format format;
    size_t most = 1;

    if (asked->format)
        return clover_format_bytes(asked->format);
    for (uint32_t i = 0; screen->ops->format_at(screen, i, &format.image_channel_order,
                                                &format.image_channel_data_type);
         i++) {
        const size_t bytes = clover_format_valid(&format) ? clover_format_bytes(&format) : 0;
        most = bytes > most ? bytes : most;
    }
    return most;
}

typedef size_t (*alignment_fn)(const struct clover_image_kind *kind, size_t texel_bytes);

/* Powers of two: the largest suits all kinds. */
static size_t alignment(const struct question *asked, alignment_fn of_kind)
{
    const size_t bytes = texel_bytes(asked);
    const struct clover_image_kind *kind;
    size_t most = 1;

    if (asked->kind)
        return of_kind(asked->kind, bytes);
    for (size_t i = 0; (kind = clover_image_kind_at(i)); i++)
        most = of_kind(kind, bytes) > most ? of_kind(kind, bytes) : most;
    return most;
}

/* The dimensions that have a largest extent. */
enum { WIDTH, HEIGHT, DEPTH, LAYERS };

/* 0: the kind does not have the dimension. */
static cl_uint limit_of(const struct clover_device_info *info, const struct clover_image_kind *kind,
                        int dimension)
{
    if (dimension == LAYERS)
        return kind->layers ? (cl_uint)info->array_size : 0;
    const size_t place = kind->limits[dimension];
    return place ? (cl_uint)(*(const size_t *)((const char *)info + place)) : 0;
}

/* The least limit of the kinds that are asked for; 0 where none of them has the dimension. */
static cl_uint limit(const struct question *asked, int dimension)
{
    const struct clover_device_info *info = &asked->context->device->info;
    const struct clover_image_kind *kind;
    cl_uint least = 0;

    if (asked->kind)
        return limit_of(info, asked->kind, dimension);
    for (size_t i = 0; (kind = clover_image_kind_at(i)); i++) {
        const cl_uint own = limit_of(info, kind, dimension);
        if (own && (!least || own < least))
            least = own;
    }
    return least;
}

static cl_int answer_limit(const struct question *asked, int dimension, struct clover_answer to)
{
    const cl_uint most = limit(asked, dimension);
    const cl_uint told = most + fault_active(FAULT_requirements_limit_high);

    return most ? clover_answer(to, &told, sizeof told) : CL_INVALID_IMAGE_DESCRIPTOR;
}

/* Answers that are sizes in bytes are about an image that could be made. */
static cl_int check_extents(const struct question *asked)
{
    if (!asked->desc)
        return CL_SUCCESS;
    return asked->kind
               ? clover_check_image_size(asked->kind, asked->desc, &asked->context->device->info)
               : CL_INVALID_IMAGE_DESCRIPTOR;
}

static cl_int answer_alignment(const struct question *asked, alignment_fn of_kind,
                               struct clover_answer to)
{
    const cl_int error = check_extents(asked);
    const size_t sound = error ? 0 : alignment(asked, of_kind);
    const size_t bytes =
        (fault_active(FAULT_requirements_alignment_halved) && sound > 1 ? sound / 2 : sound) +
        fault_active(FAULT_requirements_alignment_uneven);

    return error ? error : clover_answer(to, &bytes, sizeof bytes);
}

static size_t base_alignment(const struct clover_image_kind *kind, size_t texel)
{
    (void)kind;
    (void)texel;
    return CLOVER_IMAGE_BASE_ALIGNMENT;
}

static cl_int answer_size(const struct question *asked, struct clover_answer to)
{
    if (!asked->format || !asked->desc)
        return CL_INVALID_VALUE;
    const cl_int error = check_extents(asked);
    if (error)
        return error;
    struct clover_image_span span =
        clover_image_span(asked->kind, asked->desc, clover_format_bytes(asked->format));
    span.size -= fault_active(FAULT_requirements_size_short);
    return span.valid ? clover_answer(to, &span.size, sizeof span.size)
                      : CL_INVALID_IMAGE_DESCRIPTOR;
}

static cl_int answer(const struct question *asked, cl_image_requirements_info_ext name,
                     struct clover_answer to)
{
    switch (name) {
    case CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT:
        return answer_alignment(asked, clover_row_pitch_alignment, to);
    case CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT:
        return answer_alignment(asked, clover_slice_pitch_alignment, to);
    case CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT:
        return answer_alignment(asked, base_alignment, to);
    case CL_IMAGE_REQUIREMENTS_SIZE_EXT:
        return answer_size(asked, to);
    case CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT:
        return answer_limit(asked, WIDTH, to);
    case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT:
        return answer_limit(asked, HEIGHT, to);
    case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT:
        return answer_limit(asked, DEPTH, to);
    case CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT:
        return answer_limit(asked, LAYERS, to);
    default:
        return CL_INVALID_VALUE;
    }
}

/* A format that no image of the kind has is no valid one; without access flags any use counts. */
static bool format_fits(const struct question *asked, cl_mem_flags flags)
{
    if (!asked->format)
        return true;
    if (!clover_format_valid(asked->format))
        return false;
    return !asked->kind || clover_image_supported(asked->context, asked->kind, asked->format,
                                                  flags ? flags : CL_MEM_READ_ONLY);
}

cl_int CL_API_CALL clGetImageRequirementsInfoEXT(
    cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
    const cl_image_format *image_format, const cl_image_desc *image_desc,
    cl_image_requirements_info_ext param_name, size_t param_value_size, void *param_value,
    size_t *param_value_size_ret)
{
    CLOVER_CALL;
    const struct clover_answer to = {param_value_size, param_value, param_value_size_ret};
    struct question asked = {.context = context, .format = image_format, .desc = image_desc};

    if (!clover_is(context, &clover_context_class))
        return CL_INVALID_CONTEXT;
    if (properties && *properties)
        return CL_INVALID_PROPERTY;
    if (clover_check_question_flags(flags))
        return CL_INVALID_VALUE;
    if (image_desc && image_desc->image_type) {
        asked.kind = clover_image_kind_find(image_desc->image_type);
        if (!asked.kind)
            return CL_INVALID_IMAGE_DESCRIPTOR;
    }
    if (image_desc && (image_desc->num_samples || image_desc->num_mip_levels > 1))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    if (!format_fits(&asked, flags))
        return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    return answer(&asked, param_name, to);
}
