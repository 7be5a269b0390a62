/* SPDX-License-Identifier: MIT */
/* ask.c: steps that ask what a device wants of an image, and whether making images shows the same.
 * What must be is from cl_ext_image_requirements_info and cl_ext_image_from_buffer. */
#include <stdlib.h>

#include "program-tester/base/error.h"
#include "program-tester/parse/layout.h"
#include "program-tester/run/execution.h"
#include "program-tester/run/requirements.h"

/* A question while it is looked into. */
struct asking {
    struct pt_execution *execution;
    const struct pt_step *step;
    clGetImageRequirementsInfoEXT_fn ask;
    struct pt_image_wish wish;
    size_t answer;
};

static cl_context context_of(const struct asking *asking)
{
    return asking->execution->runner->session.context;
}

static bool wrong(const struct asking *asking, const char *what, cl_int error)
{
    return pt_judge_stop(asking->execution->result, PT_FAIL, asking->step->offset,
                         "%s is said to be %zu, but %s gives %s",
                         asking->step->question.requirement->name, asking->answer, what,
                         pt_cl_error(error));
}

/* Checks the result of making an image: an image, or the refusal. */
static bool is_made(const struct asking *asking, const char *what, cl_int error)
{
    return error == CL_SUCCESS || wrong(asking, what, error);
}

static bool is_refused(const struct asking *asking, const char *what, cl_int error, cl_int refusal)
{
    return error == refusal || wrong(asking, what, error);
}

static cl_int make_image(const struct asking *asking, const cl_image_desc *desc)
{
    cl_int error;
    cl_mem image = clCreateImage(context_of(asking), asking->wish.flags, &asking->wish.format, desc,
                                 NULL, &error);

    if (!error)
        clReleaseMemObject(image);
    return error;
}

/* Whether the answer is for other formats or types, too, which may ask for more. */
static bool is_for_all(const struct pt_question *question)
{
    return question->without_format || question->without_description;
}

/* Whether an alignment can be missed, and has to be met by this image. */
static bool is_least(const struct asking *asking)
{
    return asking->answer > 1 && !is_for_all(&asking->step->question);
}

/* Makes it over a buffer of so many bytes, in host memory where there is some. */
static cl_int make_over(const struct asking *asking, cl_image_desc desc, size_t size, void *host)
{
    cl_int error;

    desc.buffer =
        clCreateBuffer(context_of(asking), CL_MEM_READ_WRITE | (host ? CL_MEM_USE_HOST_PTR : 0),
                       size, host, &error);
    if (error)
        return error;
    error = make_image(asking, &desc);
    clReleaseMemObject(desc.buffer);
    return error;
}

static size_t ask_size(const struct asking *asking, const cl_image_desc *desc, cl_uint query)
{
    size_t size = 0;

    asking->ask(context_of(asking), NULL, asking->wish.flags, &asking->wish.format, desc, query,
                sizeof size, &size, NULL);
    return size;
}

static size_t align_up(size_t value, size_t alignment)
{
    return (value + alignment - 1) / alignment * alignment;
}

/* The image with rows that are longer than its texels and aligned, as are slices of them. */
static cl_image_desc with_rows(const struct asking *asking)
{
    const struct pt_pitch_alignment wanted =
        pt_pitch_alignment(asking->execution->runner, &asking->wish);
    const size_t multiple = wanted.row > wanted.slice ? wanted.row : wanted.slice;
    cl_image_desc desc = asking->wish.desc;

    desc.image_slice_pitch = 0;
    desc.image_row_pitch =
        desc.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER
            ? 0
            : align_up(desc.image_width * asking->wish.texel_bytes + 1, multiple);
    return desc;
}

static size_t size_of(const struct asking *asking, const cl_image_desc *desc)
{
    return ask_size(asking, desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT);
}

/* A buffer of the size is enough, and one of a byte less is not. */
static bool size_holds(struct asking *asking)
{
    const cl_image_desc *desc = &asking->wish.desc;
    const size_t size = asking->answer;

    return is_made(asking, "an image over a buffer of that size",
                   make_over(asking, *desc, size, NULL)) &&
           (size == 1 ||
            is_refused(asking, "a buffer of a byte less", make_over(asking, *desc, size - 1, NULL),
                       CL_INVALID_IMAGE_SIZE));
}

static bool row_holds(struct asking *asking)
{
    cl_image_desc desc = with_rows(asking);
    const size_t size = size_of(asking, &desc);

    if (!desc.image_row_pitch || desc.image_type == CL_MEM_OBJECT_IMAGE1D)
        return true;
    if (!is_made(asking, "an aligned row", make_over(asking, desc, size, NULL)))
        return false;
    desc.image_row_pitch += asking->answer / 2;
    return !is_least(asking) ||
           is_refused(asking, "a row that is not aligned", make_over(asking, desc, 4 * size, NULL),
                      CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

/* A slice pitch must be a multiple of the row pitch, too (5.3.1.2), with an error of its own. */
static bool slice_holds(struct asking *asking)
{
    cl_image_desc desc = with_rows(asking);
    const struct pt_image_kind *kind = pt_image_kind(desc.image_type);
    const size_t rows = kind->has_height ? desc.image_height : 1;

    if (!kind->has_depth && !kind->has_layers)
        return true;
    desc.image_slice_pitch = (rows + 1) * desc.image_row_pitch;
    const size_t size = size_of(asking, &desc);
    if (!is_made(asking, "an aligned slice", make_over(asking, desc, size, NULL)))
        return false;
    desc.image_slice_pitch += asking->answer / 2;
    if (!is_least(asking))
        return true;
    const cl_int error = make_over(asking, desc, 4 * size, NULL);
    return error == CL_INVALID_IMAGE_DESCRIPTOR ||
           is_refused(asking, "a slice that is not aligned", error,
                      CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

static bool base_holds(struct asking *asking)
{
    const cl_image_desc desc = with_rows(asking);
    const size_t size = size_of(asking, &desc), alignment = asking->answer;
    char *memory = calloc(1, align_up(size + alignment, alignment));
    char *aligned = memory + (align_up((size_t)memory, alignment) - (size_t)memory);

    if (!memory)
        return wrong(asking, "host memory", CL_OUT_OF_HOST_MEMORY);
    bool holds = is_made(asking, "aligned host memory", make_over(asking, desc, size, aligned));
    if (holds && is_least(asking))
        holds = is_refused(asking, "host memory that is not aligned",
                           make_over(asking, desc, size, aligned + alignment / 2),
                           CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    free(memory);
    return holds;
}

static size_t *extent_of(cl_image_desc *desc, cl_uint query)
{
    switch (query) {
    case CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT:
        return &desc->image_width;
    case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT:
        return &desc->image_height;
    case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT:
        return &desc->image_depth;
    default:
        return &desc->image_array_size;
    }
}

/* An image of the largest extent can be made, unless memory is short, and one of another texel
 * cannot, unless the answer is for other types, too. A buffer of most texels is not tried. */
static bool limit_holds(struct asking *asking)
{
    const struct pt_question *question = &asking->step->question;
    cl_image_desc desc = asking->wish.desc;
    size_t *extent = extent_of(&desc, question->requirement->query);

    desc.image_row_pitch = desc.image_slice_pitch = 0;
    if (desc.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        return true;
    *extent = asking->answer;
    const cl_int error = make_image(asking, &desc);
    if (error != CL_MEM_OBJECT_ALLOCATION_FAILURE && !is_made(asking, "an image as large", error))
        return false;
    *extent = asking->answer + 1;
    return is_for_all(question) || is_refused(asking, "an image that is larger by one",
                                              make_image(asking, &desc), CL_INVALID_IMAGE_SIZE);
}

static bool is_power_of_two(const struct asking *asking)
{
    const size_t answer = asking->answer;

    if (answer && !(answer & (answer - 1)))
        return true;
    return pt_judge_stop(asking->execution->result, PT_FAIL, asking->step->offset,
                         "%s is said to be %zu, which is no power of two",
                         asking->step->question.requirement->name, answer);
}

static bool holds(struct asking *asking)
{
    switch (asking->step->question.requirement->query) {
    case CL_IMAGE_REQUIREMENTS_SIZE_EXT:
        return size_holds(asking);
    case CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT:
        return is_power_of_two(asking) && row_holds(asking);
    case CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT:
        return is_power_of_two(asking) && slice_holds(asking);
    case CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT:
        return is_power_of_two(asking) && base_holds(asking);
    default:
        return limit_holds(asking);
    }
}

/* Limits are cl_uint, all else size_t: a smaller answer is an error of its own. */
static cl_int get_answer(struct asking *asking)
{
    const struct pt_question *question = &asking->step->question;
    cl_image_desc desc = asking->wish.desc;
    cl_uint limit = 0;

    desc.buffer = NULL;
    if (question->without_extents)
        desc.image_width = desc.image_height = desc.image_depth = desc.image_array_size = 0;
    const bool is_limit = question->requirement->extent;
    cl_int error =
        asking->ask(context_of(asking), NULL, asking->wish.flags,
                    question->without_format ? NULL : &asking->wish.format,
                    question->without_description ? NULL : &desc, question->requirement->query,
                    is_limit ? sizeof limit : sizeof asking->answer,
                    is_limit ? (void *)&limit : (void *)&asking->answer, NULL);
    if (is_limit)
        asking->answer = limit;
    return error;
}

bool pt_ask(struct pt_execution *execution, const struct pt_step *step)
{
    const struct pt_question *question = &step->question;
    struct asking asking = {execution, step, pt_requirements_function(execution->runner),
                            pt_image_wish(&execution->bindings[question->arg]), 0};

    if (!asking.ask)
        return pt_judge_stop(execution->result, PT_SKIP, step->offset,
                             "the device has no cl_ext_image_requirements_info");
    asking.wish.desc.buffer = NULL;
    const cl_int error = get_answer(&asking);
    if (!pt_execution_called(execution, step, "clGetImageRequirementsInfoEXT", error, NULL))
        return false;
    if (error)
        return true;
    if (question->holds)
        return holds(&asking);
    if (asking.answer == question->value)
        return true;
    return pt_judge_stop(execution->result, PT_FAIL, step->offset, "%s: expected %zu, got %zu",
                         question->requirement->name, question->value, asking.answer);
}
