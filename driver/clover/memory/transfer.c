/* SPDX-License-Identifier: MIT */
/* transfer.c: the commands that copy and fill, and clEnqueue* of linear buffer ranges. */
#include "driver/clover/memory/transfer.h"

#include "driver/base/fault.h"
#include "driver/base/surroundings.h"
#include "driver/clover/memory/format.h"
#include "driver/clover/memory/image.h"

#include <assert.h>
#include <string.h>

enum { MAX_PATTERN_BYTES = 128 };

struct copy_command {
    struct clover_command base;
    struct clover_end to, from;
    struct clover_extent extent;
};

struct fill_command {
    struct clover_command base;
    struct clover_end to;
    struct clover_extent extent;
    size_t pattern_bytes;
    char pattern[MAX_PATTERN_BYTES];
};

/* `kinds`: whether the objects are what the command takes. */
static cl_int check_enqueue(const struct clover_enqueue *enqueue, bool kinds, cl_mem mem,
                            cl_mem other)
{
    if (!clover_is(enqueue->queue, &clover_queue_class))
        return CL_INVALID_COMMAND_QUEUE;
    if (!kinds)
        return CL_INVALID_MEM_OBJECT;
    cl_context context = enqueue->queue->context;
    if (mem->context != context || other->context != context)
        return CL_INVALID_CONTEXT;
    return clover_check_waits(context, enqueue->wait_count, enqueue->waits);
}

cl_int clover_check_buffers(const struct clover_enqueue *enqueue, cl_mem buffer, cl_mem other)
{
    bool kinds = clover_is_buffer(buffer) && clover_is_buffer(other);

    return check_enqueue(enqueue, kinds, buffer, other);
}

cl_int clover_check_images(const struct clover_enqueue *enqueue, cl_mem image, cl_mem other)
{
    return check_enqueue(enqueue, clover_is_image(image) && clover_is_image(other), image, other);
}

cl_int clover_check_image_and_buffer(const struct clover_enqueue *enqueue, cl_mem image,
                                     cl_mem buffer)
{
    bool kinds = clover_is_image(image) && clover_is_buffer(buffer);

    return check_enqueue(enqueue, kinds, image, buffer);
}

cl_int clover_check_host_access(cl_mem mem, bool write)
{
    cl_mem_flags forbidden =
        CL_MEM_HOST_NO_ACCESS | (write ? CL_MEM_HOST_READ_ONLY : CL_MEM_HOST_WRITE_ONLY);

    return mem->flags & forbidden && !fault_active(FAULT_host_access_unchecked)
               ? CL_INVALID_OPERATION
               : CL_SUCCESS;
}

static cl_int run_copy(struct clover_command *base, struct pipe_context *pipe)
{
    struct copy_command *command = (struct copy_command *)base;

    return clover_copy(base->event->context, pipe, &command->to, &command->from, command->extent);
}

static void finish_copy(struct clover_command *base)
{
    struct copy_command *command = (struct copy_command *)base;

    clover_unref(command->to.mem);
    clover_unref(command->from.mem);
}

cl_int clover_enqueue_copy(const struct clover_enqueue *enqueue, struct clover_end to,
                           struct clover_end from, struct clover_extent extent)
{
    struct copy_command *command = clover_command_create(
        sizeof *command, enqueue->queue, enqueue->type, enqueue->wait_count, enqueue->waits);

    if (!command)
        return CL_OUT_OF_HOST_MEMORY;
    if (to.mem)
        clover_ref(to.mem);
    if (from.mem)
        clover_ref(from.mem);
    command->to = to;
    command->from = from;
    command->extent = extent;
    command->base.run = run_copy;
    command->base.finish = finish_copy;
    return clover_queue_submit(enqueue->queue, &command->base, enqueue->blocking, enqueue->event);
}

static cl_int run_fill(struct clover_command *base, struct pipe_context *pipe)
{
    struct fill_command *command = (struct fill_command *)base;

    return clover_fill(base->event->context, pipe, &command->to, command->extent, command->pattern,
                       command->pattern_bytes);
}

static void finish_fill(struct clover_command *base)
{
    clover_unref(((struct fill_command *)base)->to.mem);
}

static cl_int enqueue_fill(const struct clover_enqueue *enqueue, struct clover_end to,
                           struct clover_extent extent, const void *pattern, size_t pattern_bytes)
{
    struct fill_command *command = clover_command_create(
        sizeof *command, enqueue->queue, enqueue->type, enqueue->wait_count, enqueue->waits);

    if (!command)
        return CL_OUT_OF_HOST_MEMORY;
    clover_ref(to.mem);
    command->to = to;
    command->extent = extent;
    assert(pattern_bytes > 0 && pattern_bytes <= MAX_PATTERN_BYTES);
    memcpy(command->pattern, pattern, pattern_bytes);
    command->pattern_bytes = pattern_bytes;
    command->base.run = run_fill;
    command->base.finish = finish_fill;
    return clover_queue_submit(enqueue->queue, &command->base, CL_FALSE, enqueue->event);
}

static bool inside(cl_mem buffer, size_t offset, size_t size)
{
    return size > 0 && offset <= buffer->size && size <= buffer->size - offset;
}

/* clEnqueueReadBuffer and clEnqueueWriteBuffer. */
static cl_int buffer_host(const struct clover_enqueue *enqueue, cl_mem buffer, size_t offset,
                          size_t size, const void *pointer, bool write)
{
    cl_int error = clover_check_buffers(enqueue, buffer, buffer);
    if (error)
        return error;
    if (!pointer || !inside(buffer, offset, size))
        return CL_INVALID_VALUE;
    error = clover_check_host_access(buffer, write);
    if (error)
        return error;

    struct clover_extent extent = {size, 1, 1};
    struct clover_end place = clover_end_buffer(buffer, offset, 0, 0, extent);
    struct clover_end host = clover_end_host((void *)pointer, 0, 0);
    return clover_enqueue_copy(enqueue, write ? place : host, write ? host : place, extent);
}

cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                           size_t offset, size_t size, void *ptr, cl_uint num_events,
                           const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    struct clover_enqueue enqueue = CLOVER_ENQUEUE(CL_COMMAND_READ_BUFFER, blocking_read);

    return buffer_host(&enqueue, buffer, offset, size, ptr, false);
}

cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                            size_t offset, size_t size, const void *ptr, cl_uint num_events,
                            const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    struct clover_enqueue enqueue = CLOVER_ENQUEUE(CL_COMMAND_WRITE_BUFFER, blocking_write);

    return buffer_host(&enqueue, buffer, offset, size, ptr, true);
}

/* Where a buffer's bytes begin in what it shares with its parent and its siblings. */
static bool ranges_overlap(cl_mem a, size_t a_offset, cl_mem b, size_t b_offset, size_t size)
{
    if (a->resource != b->resource)
        return false;
    a_offset += a->offset;
    b_offset += b->offset;
    return a_offset < b_offset + size && b_offset < a_offset + size;
}

cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                           size_t src_offset, size_t dst_offset, size_t size, cl_uint num_events,
                           const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    struct clover_enqueue enqueue = CLOVER_ENQUEUE(CL_COMMAND_COPY_BUFFER, CL_FALSE);
    struct clover_extent extent = {size, 1, 1};

    cl_int error = clover_check_buffers(&enqueue, src_buffer, dst_buffer);
    if (error)
        return error;
    if (!inside(src_buffer, src_offset, size) || !inside(dst_buffer, dst_offset, size))
        return CL_INVALID_VALUE;
    if (ranges_overlap(src_buffer, src_offset, dst_buffer, dst_offset, size))
        return CL_MEM_COPY_OVERLAP;
    return clover_enqueue_copy(&enqueue, clover_end_buffer(dst_buffer, dst_offset, 0, 0, extent),
                               clover_end_buffer(src_buffer, src_offset, 0, 0, extent), extent);
}

cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern,
                           size_t pattern_size, size_t offset, size_t size, cl_uint num_events,
                           const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    struct clover_enqueue enqueue = CLOVER_ENQUEUE(CL_COMMAND_FILL_BUFFER, CL_FALSE);
    struct clover_extent extent = {size, 1, 1};

    cl_int error = clover_check_buffers(&enqueue, buffer, buffer);
    if (error)
        return error;
    bool power_of_two = pattern_size && (pattern_size & (pattern_size - 1)) == 0;
    if (!pattern || !power_of_two || pattern_size > MAX_PATTERN_BYTES ||
        !inside(buffer, offset, size) || offset % pattern_size || size % pattern_size)
        return CL_INVALID_VALUE;
    return enqueue_fill(&enqueue, clover_end_buffer(buffer, offset, 0, 0, extent), extent, pattern,
                        pattern_size);
}

cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color,
                          const size_t *origin, const size_t *region, cl_uint num_events,
                          const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    struct clover_enqueue enqueue = CLOVER_ENQUEUE(CL_COMMAND_FILL_IMAGE, CL_FALSE);
    struct surroundings mine;
    char texel[CLOVER_MAX_TEXEL_BYTES];

    cl_int error = clover_check_images(&enqueue, image, image);
    if (!error && !fill_color)
        error = CL_INVALID_VALUE;
    if (!error)
        error = clover_check_image_box(image, origin, region);
    if (error)
        return error;
    surroundings_enter(&mine);
    clover_format_pack(&image->format, fill_color, texel);
    surroundings_leave(&mine);
    return enqueue_fill(&enqueue, clover_end_image(image, origin, region),
                        clover_extent_image(image, region), texel, image->texel_bytes);
}

/* There is one device, and memory is where it needs it. */
cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                  const cl_mem *mem_objects, cl_mem_migration_flags flags,
                                  cl_uint num_events, const cl_event *event_wait_list,
                                  cl_event *event)
{
    CLOVER_CALL;
    const cl_mem_migration_flags known =
        CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;

    if (!clover_is(command_queue, &clover_queue_class))
        return CL_INVALID_COMMAND_QUEUE;
    if (num_mem_objects == 0 || !mem_objects || (flags & ~known))
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < num_mem_objects; i++) {
        if (!clover_is(mem_objects[i], &clover_mem_class))
            return CL_INVALID_MEM_OBJECT;
        if (mem_objects[i]->context != command_queue->context)
            return CL_INVALID_CONTEXT;
    }
    cl_int error = clover_check_waits(command_queue->context, num_events, event_wait_list);
    if (error)
        return error;
    struct clover_command *command =
        clover_command_create(sizeof *command, command_queue, CL_COMMAND_MIGRATE_MEM_OBJECTS,
                              num_events, event_wait_list);
    return command ? clover_queue_submit(command_queue, command, CL_FALSE, event)
                   : CL_OUT_OF_HOST_MEMORY;
}
