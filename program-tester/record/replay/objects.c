/* SPDX-License-Identifier: MIT */
/* objects.c: devices, contexts, queues, memory objects and samplers. */
#include <stdlib.h>
#include <string.h>

#include <CL/cl_ext.h>

#include "program-tester/base/pixel.h"
#include "program-tester/base/util.h"
#include "program-tester/record/replay/replay.h"

enum { MOST_DEVICES = 16, PAGE = 4096, MOST_PROPERTIES = 32 };

void play_device(struct replay *replay, struct unpack *fields)
{
    struct thing *device = replay_new(replay, fields, OBJECT_DEVICE);

    if (!device)
        return;
    const cl_uint met = replay->devices_met++;
    device->handle = replay->devices[met < replay->device_count ? met : 0];
    if (met == replay->device_count)
        replay_problem(replay, "there are fewer devices than the application used: the first does "
                               "the work of more than one");
    fields->at = fields->end;
}

void play_context(struct replay *replay, struct unpack *fields)
{
    struct thing *context = replay_new(replay, fields, OBJECT_CONTEXT);
    const uint64_t count = unpack_number(fields);
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                                (cl_context_properties)replay->platform, 0};
    cl_device_id devices[MOST_DEVICES];
    cl_uint used = 0;
    cl_int error;

    for (uint64_t i = 0; context && i < count && !fields->bad; i++) {
        const struct thing *device = replay_take(replay, fields, OBJECT_DEVICE);
        bool is_new = device && used < MOST_DEVICES;
        for (cl_uint d = 0; d < used; d++)
            is_new &= device && devices[d] != device->handle;
        if (is_new)
            devices[used++] = device->handle;
    }
    if (!context)
        return;
    context->handle = clCreateContext(properties, used, devices, NULL, NULL, &error);
    replay_check(replay, error, "clCreateContext");
}

/* Queues take times in any case, for times are told. */
void play_queue(struct replay *replay, struct unpack *fields)
{
    struct thing *queue = replay_new(replay, fields, OBJECT_QUEUE);
    const struct thing *context = replay_take(replay, fields, OBJECT_CONTEXT);
    const struct thing *device = replay_take(replay, fields, OBJECT_DEVICE);
    const uint64_t kept = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    const uint64_t bits = unpack_number(fields) & kept;
    cl_int error;

    if (!queue || !context || !device)
        return;
    queue->context = context->id;
    queue->device = device->handle;
    queue->handle = clCreateCommandQueue(context->handle, device->handle,
                                         bits | CL_QUEUE_PROFILING_ENABLE, &error);
    replay_check(replay, error, "clCreateCommandQueue");
}

/* Flags by which the host could not look at an object are left out where it is to. */
static cl_mem_flags flags_of(const struct replay *replay, cl_mem_flags flags)
{
    return replay->states ? flags & ~RECORD_HOST_FLAGS : flags;
}

/* Memory of the application's for a new object: at least `size` bytes, with what its content has.
 * False: the content is not as large as it must be. */
static bool host_memory(struct replay *replay, struct thing *mem, const struct box *box,
                        uint8_t *content, size_t content_size)
{
    const cl_mem_flags given = CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR;
    size_t size = 0, extent = 0, slices = 0;

    if (!(mem->flags & given))
        return true;
    if (!box->row) {
        replay_problem(replay, "nobody knows how large what it begins with is");
        return false;
    }
    if (!box_size(box, &size) || !box_extent(box, &extent) ||
        __builtin_mul_overflow(box->slice_pitch, box->slices, &slices) ||
        (content && size != content_size)) {
        replay_problem(replay, "what it begins with has the wrong size");
        return false;
    }
    extent = extent < slices ? slices : extent;
    if (!replay_room(replay, extent) || extent > SIZE_MAX - PAGE)
        return false;
    mem->host = aligned_alloc(PAGE, (extent + PAGE) / PAGE * PAGE);
    if (!mem->host)
        return false;
    memset(mem->host, 0, (extent + PAGE) / PAGE * PAGE);
    struct box target = *box;
    target.base = mem->host;
    if (content)
        box_scatter(&target, content);
    return true;
}

/* The driver has its own copy of what was copied. */
static void give_copied(struct thing *mem)
{
    if (mem->flags & CL_MEM_USE_HOST_PTR && mem->handle)
        return;
    free(mem->host);
    mem->host = NULL;
}

/* Takes down that what an object begins with is written to it. */
static void place(const struct replay *replay, struct thing *mem, const uint8_t *content)
{
    memory_place(replay, mem);
    if (content)
        memory_write(replay, mem);
}

void play_buffer(struct replay *replay, struct unpack *fields)
{
    struct thing *buffer = replay_new(replay, fields, OBJECT_BUFFER);
    const struct thing *context = replay_take(replay, fields, OBJECT_CONTEXT);
    size_t content_size;
    cl_int error;

    if (!buffer || !context)
        return;
    buffer->context = context->id;
    buffer->flags = flags_of(replay, unpack_number(fields));
    buffer->size = unpack_number(fields);
    uint8_t *content = replay_content(replay, fields, &content_size);
    const struct box box = box_of(NULL, buffer->size);
    place(replay, buffer, content);
    if (replay_room(replay, buffer->size) &&
        host_memory(replay, buffer, &box, content, content_size)) {
        buffer->handle =
            clCreateBuffer(context->handle, buffer->flags, buffer->size, buffer->host, &error);
        replay_check(replay, error, "clCreateBuffer");
    }
    give_copied(buffer);
    free(content);
}

void play_sub_buffer(struct replay *replay, struct unpack *fields)
{
    struct thing *part = replay_new(replay, fields, OBJECT_BUFFER);
    const struct thing *buffer = replay_take(replay, fields, OBJECT_BUFFER);
    cl_int error;

    if (!part || !buffer)
        return;
    part->context = buffer->context;
    part->parent = buffer->id;
    memory_place(replay, part);
    part->flags = flags_of(replay, unpack_number(fields));
    cl_buffer_region region;
    region.origin = unpack_number(fields);
    region.size = part->size = unpack_number(fields);
    part->handle = clCreateSubBuffer(buffer->handle, part->flags, CL_BUFFER_CREATE_TYPE_REGION,
                                     &region, &error);
    replay_check(replay, error, "clCreateSubBuffer");
}

/* ---- images ---- */

/* Bytes of a texel by the tables of formats; 0 for one that is not known. */
static size_t element_of(const cl_image_format *format)
{
    const struct pt_names orders = pt_orders(), types = pt_data_types();
    struct pt_format found = {0};

    for (size_t i = 0; i < orders.count; i++)
        if (((const struct pt_order *)orders.rows)[i].value == format->image_channel_order)
            found.order = (const struct pt_order *)orders.rows + i;
    for (size_t i = 0; i < types.count; i++)
        if (((const struct pt_data_type *)types.rows)[i].value == format->image_channel_data_type)
            found.type = (const struct pt_data_type *)types.rows + i;
    return found.order && found.type ? pt_format_size(found) : 0;
}

static void take_image(struct replay *replay, struct thing *image, struct unpack *fields)
{
    cl_image_desc *desc = &image->desc;

    image->flags = flags_of(replay, unpack_number(fields));
    image->format.image_channel_order = (cl_uint)unpack_number(fields);
    image->format.image_channel_data_type = (cl_uint)unpack_number(fields);
    desc->image_type = (cl_uint)unpack_number(fields);
    size_t *const sizes[] = {&desc->image_width,     &desc->image_height,
                             &desc->image_depth,     &desc->image_array_size,
                             &desc->image_row_pitch, &desc->image_slice_pitch};
    for (size_t i = 0; i < PT_COUNT(sizes); i++)
        *sizes[i] = unpack_number(fields);
    desc->num_mip_levels = (cl_uint)unpack_number(fields);
    desc->num_samples = (cl_uint)unpack_number(fields);
    image->element = element_of(&image->format);
}

/* The box of the texels that an image is made of. False: it is too large. */
static bool box_of_image(const struct thing *image, struct box *box, size_t *size)
{
    const cl_image_desc *desc = &image->desc;
    size_t region[3], texels, row;

    memory_region(image, 0, region);
    if (__builtin_mul_overflow(region[0], region[1], &texels) ||
        __builtin_mul_overflow(texels, region[2], &texels) ||
        __builtin_mul_overflow(texels, image->element ? image->element : 16, size) ||
        __builtin_mul_overflow(desc->image_row_pitch, region[1], &row))
        return false;
    if (desc->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY) {
        region[2] = region[1];
        region[1] = 1;
    }
    *box = box_with_pitches(NULL, region, image->element, desc->image_row_pitch,
                            desc->image_slice_pitch);
    return true;
}

void play_image(struct replay *replay, struct unpack *fields)
{
    struct thing *image = replay_new(replay, fields, OBJECT_IMAGE);
    const struct thing *context = replay_take(replay, fields, OBJECT_CONTEXT);
    struct box box;
    size_t content_size, size;
    cl_int error;

    if (!image || !context)
        return;
    image->context = context->id;
    take_image(replay, image, fields);
    image->parent = unpack_number(fields);
    const struct thing *parent = replay_mem(replay, image->parent);
    if (image->parent && !parent) {
        replay_problem(replay, "what it is made over is not there");
        return;
    }
    image->desc.buffer = parent ? parent->handle : NULL;
    uint8_t *content = replay_content(replay, fields, &content_size);
    place(replay, image, content);
    size = 0;
    if (!box_of_image(image, &box, &size)) {
        replay_problem(replay, "it is too large");
    } else if (replay_room(replay, size) &&
               host_memory(replay, image, &box, content, content_size)) {
        cl_image_desc desc = image->desc;
        image->size = size;
        if (!image->host && !parent && !replay->is_failing) /* pitches are of the host's memory */
            desc.image_row_pitch = desc.image_slice_pitch = 0;
        image->handle = clCreateImage(context->handle, image->flags, &image->format, &desc,
                                      image->host, &error);
        replay_check(replay, error, "clCreateImage");
    }
    if (image->handle)
        clGetImageInfo(image->handle, CL_IMAGE_ELEMENT_SIZE, sizeof image->element, &image->element,
                       NULL);
    give_copied(image);
    free(content);
}

/* Keeps a mode of cl_khr_mipmap_image, which is told. */
static void keep_mode(struct thing *sampler, cl_sampler_properties name, uint64_t value)
{
    if (name < CL_SAMPLER_MIP_FILTER_MODE_KHR || name > CL_SAMPLER_LOD_MAX_KHR)
        return;
    sampler->mip_modes[name - CL_SAMPLER_MIP_FILTER_MODE_KHR] = value;
    sampler->has_mips |= 1u << (name - CL_SAMPLER_MIP_FILTER_MODE_KHR);
}

/* The properties of a sampler: the three modes, then those of extensions, then 0. */
static void take_properties(struct unpack *fields, struct thing *sampler,
                            cl_sampler_properties properties[MOST_PROPERTIES])
{
    const uint64_t count = unpack_number(fields);
    size_t used = 6;

    for (unsigned i = 0; i < 3; i++) {
        properties[i * 2] = CL_SAMPLER_NORMALIZED_COORDS + i;
        properties[i * 2 + 1] = sampler->modes[i];
    }
    fields->bad |= count % 2 || count > MOST_PROPERTIES - 7;
    for (uint64_t i = 0; i < count / 2 && !fields->bad; i++, used += 2) {
        properties[used] = unpack_number(fields);
        properties[used + 1] = unpack_number(fields);
        keep_mode(sampler, properties[used], properties[used + 1]);
    }
    properties[used] = 0;
}

void play_sampler(struct replay *replay, struct unpack *fields)
{
    struct thing *sampler = replay_new(replay, fields, OBJECT_SAMPLER);
    const struct thing *context = replay_take(replay, fields, OBJECT_CONTEXT);
    cl_sampler_properties properties[MOST_PROPERTIES];
    cl_int error;

    if (!sampler || !context)
        return;
    for (unsigned i = 0; i < 3; i++)
        sampler->modes[i] = unpack_number(fields);
    take_properties(fields, sampler, properties);
    if (properties[6]) /* more than the three that all drivers know */
        sampler->handle = clCreateSamplerWithProperties(context->handle, properties, &error);
    else
        sampler->handle = clCreateSampler(context->handle, sampler->modes[0] != 0,
                                          (cl_addressing_mode)sampler->modes[1],
                                          (cl_filter_mode)sampler->modes[2], &error);
    replay_check(replay, error, "clCreateSampler");
}
