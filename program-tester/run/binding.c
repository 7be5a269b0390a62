/* SPDX-License-Identifier: MIT */
/* binding.c: the buffers, images and samplers behind kernel arguments. */
#include <CL/cl_ext.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/error.h"
#include "program-tester/parse/layout.h"
#include "program-tester/run/judge.h"
#include "program-tester/run/reason.h"
#include "program-tester/run/requirements.h"

static unsigned char *initial_contents(const struct pt_runner *runner,
                                       const struct pt_binding *binding)
{
    return pt_initial_contents(runner->options, binding->in, binding->out);
}

static bool fail(const struct pt_arg *arg, const char *call, cl_int error, struct pt_result *result)
{
    return pt_judge_stop_arg(result, PT_FAIL, arg, "%s failed: %s", call, pt_cl_error(error));
}

static bool create_buffer(struct pt_runner *runner, struct pt_binding *binding,
                          struct pt_result *result)
{
    const struct pt_arg *arg = pt_binding_arg(binding);
    unsigned char *contents = initial_contents(runner, binding);
    cl_int error;

    binding->memory =
        clCreateBuffer(runner->session.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, arg->size,
                       contents, &error);
    free(contents);
    if (error) {
        binding->memory = NULL;
        return fail(arg, "clCreateBuffer", error, result);
    }
    return true;
}

static cl_mem_flags image_access(const struct pt_binding *binding)
{
    cl_mem_flags in = binding->in ? binding->in->image.access : 0;
    cl_mem_flags out = binding->out ? binding->out->image.access : 0;

    if (in || out)
        return in ? in : out;
    if (binding->shared || (binding->in && binding->out))
        return CL_MEM_READ_WRITE;
    return binding->in ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY;
}

/* One kernel that reads and writes is a question about formats, and no flag of objects. */
static cl_mem_flags creation_flags(const struct pt_binding *binding)
{
    cl_mem_flags access = image_access(binding);

    return (access == CL_MEM_KERNEL_READ_AND_WRITE ? CL_MEM_READ_WRITE : access) |
           pt_binding_arg(binding)->image.host_access;
}

/* The device's largest extents for an image type, in the order width, height, depth, layers. */
static void largest_extents(const struct pt_device *device, cl_mem_object_type type, size_t most[4])
{
    bool volume = type == CL_MEM_OBJECT_IMAGE3D;

    most[0] = volume ? device->max_3d[0] : device->max_2d[0];
    most[1] = volume ? device->max_3d[1] : device->max_2d[1];
    most[2] = device->max_3d[2];
    most[3] = device->max_layers;
    if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        most[0] = device->max_1d_buffer;
}

static bool check_extents(struct pt_runner *runner, const struct pt_arg *arg,
                          struct pt_result *result)
{
    static const char *const names[] = {"width", "height", "depth", "array size"};
    const struct pt_image *image = &arg->image;
    const size_t extents[] = {image->width, image->height, image->depth, image->layers};
    size_t most[4];

    largest_extents(runner->session.device, image->type, most);
    for (int i = 0; i < 4; i++) {
        if (extents[i] > 1 && extents[i] > most[i] && !image->error)
            return pt_judge_stop_arg(
                result, PT_SKIP, arg,
                "the image's %s is %zu, but the device's limit for %s images is %zu", names[i],
                extents[i], pt_image_kind(image->type)->name, most[i]);
    }
    return true;
}

static bool check_image(struct pt_runner *runner, const struct pt_binding *binding,
                        struct pt_result *result)
{
    const struct pt_arg *arg = pt_binding_arg(binding);
    const struct pt_format format = arg->image.format;
    cl_mem_flags access = image_access(binding);
    const char *use = access == CL_MEM_READ_ONLY    ? "reading"
                      : access == CL_MEM_WRITE_ONLY ? "writing"
                      : access == CL_MEM_READ_WRITE ? "reading and writing"
                                                    : "read_write arguments";

    if (!runner->session.device->images)
        return pt_judge_stop_arg(result, PT_SKIP, arg, "the device has no images");
    if (!pt_session_supports(&runner->session, access, &arg->image))
        return pt_judge_stop_arg(
            result, PT_SKIP, arg, "the device has no %s images of format %s %s for %s",
            pt_image_kind(arg->image.type)->name, format.order->name, format.type->name, use);
    return check_extents(runner, arg, result);
}

static cl_image_desc describe(const struct pt_binding *binding)
{
    const struct pt_image *image = &pt_binding_arg(binding)->image;

    return (cl_image_desc){
        .image_type = image->type,
        .image_width = image->width,
        .image_height = image->height,
        .image_depth = image->depth,
        .image_array_size = image->layers,
        .image_row_pitch = image->row_pitch,
        .image_slice_pitch = image->slice_pitch,
        .num_mip_levels = (cl_uint)image->levels,
        .buffer = binding->backing,
    };
}

/* Host memory in the layout that the test asks for. An image that must not be made may ask for rows
 * that lie in each other, which get nothing, or have a pitch and no memory. */
static char *host_memory(const struct pt_arg *arg, const void *contents)
{
    struct pt_layout layout = pt_image_layout(&arg->image);

    if (arg->image.error)
        return arg->fill == PT_FILL_NONE ? NULL : pt_alloc(arg->size + pt_layout_size(&layout), 1);
    char *host = pt_alloc(pt_layout_size(&layout), 1);
    pt_layout_scatter(&layout, contents, host);
    return host;
}

/* With a pitch, or where the host may not write, the contents are given at creation. */
static cl_int create_with_host_memory(struct pt_runner *runner, struct pt_binding *binding,
                                      const void *contents)
{
    const struct pt_arg *arg = pt_binding_arg(binding);
    cl_image_format format = {arg->image.format.order->value, arg->image.format.type->value};
    cl_image_desc desc = describe(binding);
    char *host = host_memory(arg, contents);
    cl_int error;

    binding->memory = clCreateImage(runner->session.context,
                                    creation_flags(binding) | (host ? CL_MEM_COPY_HOST_PTR : 0),
                                    &format, &desc, host, &error);
    free(host);
    return error;
}

/* An image level by level; `part` and the box are of the one that next_level has reached. */
struct whole {
    const struct pt_image *image;
    char *memory;
    size_t level;
    char *part;
    size_t origin[4], region[3];
};

static bool next_level(struct whole *whole)
{
    struct pt_image part = pt_image_level(whole->image, whole->level);
    size_t texels = 0;

    if (whole->level && whole->level >= whole->image->levels)
        return false;
    pt_image_texels(&part, &texels);
    pt_image_region(&part, whole->region);
    pt_image_set_level(whole->image, whole->level++, whole->origin);
    whole->part = whole->memory;
    whole->memory += texels * pt_format_size(part.format);
    return true;
}

static cl_int create_and_write(struct pt_runner *runner, struct pt_binding *binding,
                               const void *contents, const char **call)
{
    const struct pt_image *image = &pt_binding_arg(binding)->image;
    cl_image_format format = {image->format.order->value, image->format.type->value};
    cl_image_desc desc = describe(binding);
    struct whole whole = {.image = image, .memory = (char *)contents};
    cl_int error;

    binding->memory = clCreateImage(runner->session.context, creation_flags(binding), &format,
                                    &desc, NULL, &error);
    if (error || binding->backing)
        return error;
    *call = "clEnqueueWriteImage";
    while (!error && next_level(&whole))
        error = clEnqueueWriteImage(runner->session.queue, binding->memory, CL_TRUE, whole.origin,
                                    whole.region, 0, 0, whole.part, 0, NULL, NULL);
    return error;
}

static bool check_element_size(const struct pt_binding *binding, struct pt_result *result)
{
    const struct pt_arg *arg = pt_binding_arg(binding);
    size_t size = 0, expected = pt_format_size(arg->image.format);
    cl_int error =
        clGetImageInfo(binding->memory, CL_IMAGE_ELEMENT_SIZE, sizeof(size), &size, NULL);

    if (error)
        return fail(arg, "clGetImageInfo", error, result);
    if (size != expected)
        return pt_judge_stop_arg(
            result, PT_FAIL, arg, "the driver says that a texel of %s %s has %zu bytes, not %zu",
            arg->image.format.order->name, arg->image.format.type->name, size, expected);
    return true;
}

struct pt_image_wish pt_image_wish(const struct pt_binding *binding)
{
    const struct pt_format format = pt_binding_arg(binding)->image.format;

    return (struct pt_image_wish){.flags = creation_flags(binding),
                                  .format = {format.order->value, format.type->value},
                                  .desc = describe(binding),
                                  .texel_bytes = pt_format_size(format)};
}

static bool pitches_fit(const struct pt_image *image, size_t texel_bytes,
                        struct pt_pitch_alignment wanted)
{
    const size_t row = image->row_pitch ? image->row_pitch : image->width * texel_bytes;

    return row % wanted.row == 0 && image->slice_pitch % wanted.slice == 0;
}

/* Rows and slices of an image over a buffer lie as the device wants it, or the test is not for it.
 */
static bool check_pitch(struct pt_runner *runner, const struct pt_binding *binding,
                        struct pt_result *result)
{
    const struct pt_arg *arg = pt_binding_arg(binding);
    const struct pt_image_wish wish = pt_image_wish(binding);
    cl_mem_object_type below = 0;

    clGetMemObjectInfo(binding->backing, CL_MEM_TYPE, sizeof(below), &below, NULL);
    if (below != CL_MEM_OBJECT_BUFFER || arg->image.type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        return true;
    const struct pt_pitch_alignment wanted = pt_pitch_alignment(runner, &wish);
    if (!wanted.row || !wanted.slice)
        return pt_judge_stop_arg(result, PT_SKIP, arg, "the device has no %s images over buffers",
                                 pt_image_kind(arg->image.type)->name);
    if (pitches_fit(&arg->image, wish.texel_bytes, wanted) ==
        (arg->image.error == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR))
        return pt_judge_stop_arg(
            result, PT_SKIP, arg,
            "the device takes rows of multiples of %zu bytes, and slices of multiples of %zu",
            wanted.row, wanted.slice);
    return true;
}

/* Whether making something that must not be made gave the error that it must. */
static bool judge_refusal(const struct pt_arg *arg, const char *call, cl_int error, cl_int expected,
                          struct pt_result *result)
{
    if (error && (error == expected || expected == PT_ANY_ERROR))
        return true;
    return pt_judge_stop_arg(result, PT_FAIL, arg, "%s gave %s, not %s", call, pt_cl_error(error),
                             expected == PT_ANY_ERROR ? "an error" : pt_cl_error(expected));
}

/* Whether making the image gave what it must. */
static bool judge_creation(struct pt_binding *binding, const char *call, cl_int error,
                           struct pt_result *result)
{
    const struct pt_arg *arg = pt_binding_arg(binding);

    if (error)
        binding->memory = NULL;
    if (arg->image.error)
        return judge_refusal(arg, call, error, arg->image.error, result);
    return error ? fail(arg, call, error, result) : check_element_size(binding, result);
}

/* Over another argument there is nothing to write. */
static bool create_over(struct pt_runner *runner, struct pt_binding *binding,
                        struct pt_result *result)
{
    const char *call = "clCreateImage";
    bool wanted = check_image(runner, binding, result) && check_pitch(runner, binding, result);

    return wanted &&
           judge_creation(binding, call, create_and_write(runner, binding, NULL, &call), result);
}

static bool create_image(struct pt_runner *runner, struct pt_binding *binding,
                         struct pt_result *result)
{
    const struct pt_arg *arg = pt_binding_arg(binding);
    const char *call = "clCreateImage";
    cl_int error;

    if (arg->image.shares)
        return create_over(runner, binding, result);
    if (!check_image(runner, binding, result))
        return false;
    if (arg->image.type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
        if (!create_buffer(runner, binding, result))
            return false;
        binding->backing = binding->memory;
        binding->memory = NULL;
    }
    unsigned char *contents = initial_contents(runner, binding);
    if (arg->image.row_pitch || arg->image.slice_pitch || arg->image.host_access)
        error = create_with_host_memory(runner, binding, contents);
    else
        error = create_and_write(runner, binding, contents, &call);
    free(contents);
    return judge_creation(binding, call, error, result);
}

/* Properties whose values are floats hold their bits. */
static cl_sampler_properties float_property(cl_float value)
{
    cl_uint bits;

    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static cl_sampler make_leveled_sampler(cl_context context, const struct pt_sampler *sampler,
                                       cl_int *error)
{
    cl_sampler_properties list[13] = {
        CL_SAMPLER_NORMALIZED_COORDS, sampler->normalized,    CL_SAMPLER_ADDRESSING_MODE,
        sampler->addressing,          CL_SAMPLER_FILTER_MODE, sampler->filter,
    };
    size_t count = 6;

    if (sampler->mip_filter) {
        list[count++] = CL_SAMPLER_MIP_FILTER_MODE_KHR;
        list[count++] = sampler->mip_filter;
    }
    if (sampler->bounded) {
        list[count++] = CL_SAMPLER_LOD_MIN_KHR;
        list[count++] = float_property(sampler->lod_min);
        list[count++] = CL_SAMPLER_LOD_MAX_KHR;
        list[count++] = float_property(sampler->lod_max);
    }
    return clCreateSamplerWithProperties(context, list, error);
}

static bool create_sampler(struct pt_runner *runner, struct pt_binding *binding,
                           struct pt_result *result)
{
    const struct pt_sampler *sampler = &binding->in->sampler;
    const bool leveled = sampler->mip_filter || sampler->bounded;
    const char *call = leveled ? "clCreateSamplerWithProperties" : "clCreateSampler";
    cl_int error;

    if (!runner->session.device->images)
        return pt_judge_stop_arg(result, PT_SKIP, binding->in, "the device has no images");
    binding->sampler = leveled ? make_leveled_sampler(runner->session.context, sampler, &error)
                               : clCreateSampler(runner->session.context, sampler->normalized,
                                                 sampler->addressing, sampler->filter, &error);
    if (error)
        binding->sampler = NULL;
    if (sampler->error)
        return judge_refusal(binding->in, call, error, sampler->error, result);
    if (!error)
        return true;
    return pt_judge_stop_arg(result, PT_FAIL, binding->in, "%s%s failed: %s",
                             pt_reason_of_sampler(sampler), call, pt_cl_error(error));
}

bool pt_binding_create(struct pt_runner *runner, struct pt_binding *binding,
                       struct pt_result *result)
{
    switch (pt_binding_arg(binding)->kind) {
    case PT_ARG_BUFFER:
        return create_buffer(runner, binding, result);
    case PT_ARG_IMAGE:
        return create_image(runner, binding, result);
    case PT_ARG_SAMPLER:
        return create_sampler(runner, binding, result);
    case PT_ARG_VALUE:
    case PT_ARG_LOCAL:
        break;
    }
    return true;
}

cl_int pt_binding_read(struct pt_runner *runner, const struct pt_binding *binding, void *memory)
{
    const struct pt_arg *arg = pt_binding_arg(binding);
    struct whole whole = {.image = &arg->image, .memory = memory};
    cl_int error = CL_SUCCESS;

    if (arg->kind == PT_ARG_BUFFER)
        return clEnqueueReadBuffer(runner->session.queue, binding->memory, CL_TRUE, 0, arg->size,
                                   memory, 0, NULL, NULL);
    while (!error && next_level(&whole))
        error = clEnqueueReadImage(runner->session.queue, binding->memory, CL_TRUE, whole.origin,
                                   whole.region, 0, 0, whole.part, 0, NULL, NULL);
    return error;
}

void pt_binding_finish(struct pt_binding *binding)
{
    if (binding->memory)
        clReleaseMemObject(binding->memory);
    if (binding->backing)
        clReleaseMemObject(binding->backing);
    if (binding->sampler)
        clReleaseSampler(binding->sampler);
    memset(binding, 0, sizeof(*binding));
}
