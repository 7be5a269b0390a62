/* SPDX-License-Identifier: MIT */
/* map.c: clEnqueueMap*, clEnqueueUnmapMemObject.
 *
 * A map must return its pointer at once, while its command may wait for others. That of a buffer is
 * its own memory, where the host reads this as fast as any. Else it is the application's
 * (CL_MEM_USE_HOST_PTR) or ours, filled when the command runs and written back when the unmap runs.
 */
#include "driver/clover/memory/map.h"

#include "driver/base/fault.h"
#include "driver/clover/memory/copy.h"
#include "driver/clover/memory/faults.h"
#include "driver/clover/memory/image.h"
#include "driver/clover/memory/transfer.h"
#include "driver/clover/object/explainer.h"
#include "driver/clover/queue/queue.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The object's list holds a map, or after clEnqueueUnmapMemObject that command; so does the command
 * that maps, which may be run after the other where no event orders the two. */
struct clover_map {
    struct clover_map *next;
    atomic_uint refs;
    char *pointer;
    void *staging; /* freed after the unmap; NULL for memory of the application or the object */
    struct clover_end mem, host;
    struct clover_extent extent;
    bool write;
    bool direct; /* the object's own memory */
};

/* The commands of mapping and of unmapping. */
struct map_command {
    struct clover_command base;
    cl_mem mem;
    struct clover_map *map;
};

/* Watched memory for a map, or NULL where nobody watches. */
static void *make_watched(const struct clover_end *mem, size_t bytes)
{
    char what[96];

    if (!clover_explainer)
        return NULL;
    snprintf(what, sizeof what, "%zu bytes of %s #%u", bytes,
             clover_mem_is_buffer(mem->mem) ? "clCreateBuffer" : "clCreateImage", mem->mem->number);
    return clover_explainer->make_map(bytes, what);
}

/* The place's own memory, or NULL. Faults change what is copied, so they need copies. */
static char *object_memory(const struct clover_end *end)
{
    const struct pipe_screen_ops *ops = clover_screen_ops(end->mem->context);

    if (end->mem->type != CL_MEM_OBJECT_BUFFER || !ops->resource_memory || fault_any())
        return NULL;
    char *memory = ops->resource_memory(end->mem->resource);
    return memory ? memory + end->box.x : NULL;
}

static void open_staging(const struct clover_map *map)
{
    if (clover_explainer && map->staging)
        clover_explainer->open_map(map->staging);
}

static void free_staging(void *staging)
{
    if (!clover_explainer || !staging || !clover_explainer->finish_map(staging))
        free(staging);
}

static void map_unref(struct clover_map *map)
{
    const unsigned before = atomic_fetch_sub(&map->refs, 1);
    assert(before > 0);
    if (before > 1)
        return;
    free_staging(map->staging);
    free(map);
}

void clover_maps_destroy(cl_mem mem)
{
    while (mem->maps) {
        struct clover_map *map = mem->maps;
        mem->maps = map->next;
        map_unref(map);
    }
}

bool clover_is_mapped_for_writing(cl_mem mem)
{
    bool writing = false;

    pthread_mutex_lock(&mem->lock);
    for (const struct clover_map *map = mem->maps; map; map = map->next)
        writing |= map->write;
    pthread_mutex_unlock(&mem->lock);
    return writing;
}

/* A map without contents; false: it has them. */
static bool fault_map_is_empty(const struct clover_map *map)
{
    const bool is_empty = map->staging && fault_active(FAULT_map_empty);

    if (is_empty)
        memset(map->staging, 0,
               clover_extent_span(map->extent, map->host.row_pitch, map->host.slice_pitch));
    return is_empty;
}

struct clover_part clover_mapped_for_reading(cl_mem buffer)
{
    struct clover_part part = {0, 0};

    pthread_mutex_lock(&buffer->lock);
    for (const struct clover_map *map = buffer->maps; map && !part.end; map = map->next) {
        if (map->write)
            continue;
        part.start = (size_t)map->mem.box.x - buffer->offset;
        part.end = part.start + map->extent.bytes;
    }
    pthread_mutex_unlock(&buffer->lock);
    return part;
}

static cl_int run_map(struct clover_command *base, struct pipe_context *pipe)
{
    struct map_command *command = (struct map_command *)base;
    const struct clover_map *map = command->map;

    open_staging(map);
    if (fault_map_is_empty(map))
        return CL_SUCCESS;
    cl_int error =
        map->direct ? clover_reach(command->mem->context, pipe, &map->mem, PIPE_MAP_READ)
                    : clover_copy(command->mem->context, pipe, &map->host, &map->mem, map->extent);

    /* Objects with host memory of their own cannot fail to be mapped, by the specification. */
    if (error && !(command->mem->flags & (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR)))
        return CL_MAP_FAILURE;
    return error;
}

static void finish_map(struct clover_command *base)
{
    struct map_command *command = (struct map_command *)base;

    map_unref(command->map);
    clover_unref(command->mem);
}

static cl_int run_unmap(struct clover_command *base, struct pipe_context *pipe)
{
    struct map_command *command = (struct map_command *)base;
    const struct clover_map *map = command->map;
    assert(map); /* else the command was never queued */

    if (!map->write || fault_active(FAULT_unmap_write_lost))
        return CL_SUCCESS;
    return map->direct
               ? clover_reach(command->mem->context, pipe, &map->mem, PIPE_MAP_WRITE)
               : clover_copy(command->mem->context, pipe, &map->mem, &map->host, map->extent);
}

static void finish_unmap(struct clover_command *base)
{
    struct map_command *command = (struct map_command *)base;

    if (command->map)
        map_unref(command->map);
    clover_unref(command->mem);
}

static void link_map(cl_mem mem, struct clover_map *map)
{
    pthread_mutex_lock(&mem->lock);
    map->next = mem->maps;
    mem->maps = map;
    mem->map_count++;
    pthread_mutex_unlock(&mem->lock);
}

/* Takes a map out of the list: `which`, or where that is NULL one that has this pointer; NULL when
 * there is none. */
static struct clover_map *unlink_map(cl_mem mem, const struct clover_map *which,
                                     const void *pointer)
{
    pthread_mutex_lock(&mem->lock);
    struct clover_map **link = &mem->maps;
    while (*link && (which ? *link != which : (*link)->pointer != pointer))
        link = &(*link)->next;
    struct clover_map *map = *link;
    if (map) {
        *link = map->next;
        assert(mem->map_count > 0);
        mem->map_count--;
    }
    pthread_mutex_unlock(&mem->lock);
    return map;
}

static cl_int check_map_flags(cl_mem mem, cl_map_flags flags)
{
    const cl_map_flags writes = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

    if (flags & ~(CL_MAP_READ | writes))
        return CL_INVALID_VALUE;
    if ((flags & CL_MAP_WRITE_INVALIDATE_REGION) && flags != CL_MAP_WRITE_INVALIDATE_REGION &&
        !fault_active(FAULT_map_flags_unchecked))
        return CL_INVALID_VALUE;
    cl_int error = flags & CL_MAP_READ ? clover_check_host_access(mem, false) : CL_SUCCESS;
    return !error && flags & writes ? clover_check_host_access(mem, true) : error;
}

/* A map of the place `mem` with host memory of these pitches; `pointer` is the application's own,
 * or NULL. */
static struct clover_map *map_create(struct clover_end mem, struct clover_extent extent,
                                     cl_map_flags flags, void *pointer, size_t row_pitch,
                                     size_t slice_pitch)
{
    struct clover_map *map = calloc(1, sizeof *map);

    if (!map)
        return NULL;
    const size_t bytes = clover_extent_span(extent, row_pitch, slice_pitch);
    if (!pointer)
        pointer = map->staging = make_watched(&mem, bytes);
    if (!pointer)
        map->direct = (pointer = object_memory(&mem));
    /* Maps are aligned like the largest type (CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE). */
    if (!pointer)
        pointer = map->staging = aligned_alloc(128, (bytes + 127) / 128 * 128);
    if (!pointer) {
        free(map);
        return NULL;
    }
    atomic_init(&map->refs, 1);
    map->pointer = pointer;
    map->mem = mem;
    map->extent = extent;
    map->host = clover_end_host(pointer, row_pitch, slice_pitch);
    map->write = flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
    return map;
}

struct map_request {
    cl_command_queue queue;
    cl_bool blocking;
    cl_map_flags flags;
    cl_uint wait_count;
    const cl_event *waits;
    cl_event *event;
};

/* Queues the mapping, which `map` (may be NULL: memory is short) is for. */
static cl_int enqueue_map(const struct map_request *request, cl_mem mem, cl_command_type type,
                          struct clover_map *map)
{
    struct map_command *command = NULL;

    if (map)
        command = clover_command_create(sizeof *command, request->queue, type, request->wait_count,
                                        request->waits);
    if (!command) {
        if (map)
            map_unref(map);
        return CL_OUT_OF_HOST_MEMORY;
    }
    clover_ref(mem);
    command->mem = mem;
    command->map = map;
    assert(atomic_load(&map->refs) == 1 && !map->next);
    atomic_fetch_add(&map->refs, 1);
    command->base.run =
        request->flags & CL_MAP_WRITE_INVALIDATE_REGION && !map->direct ? NULL : run_map;
    command->base.finish = finish_map;
    if (!command->base.run)
        open_staging(map);
    link_map(mem, map);
    cl_int error =
        clover_queue_submit(request->queue, &command->base, request->blocking, request->event);
    if (error && unlink_map(mem, map, NULL))
        map_unref(map);
    return error;
}

static cl_int check_request(const struct map_request *request, cl_mem mem)
{
    if (mem->context != request->queue->context)
        return CL_INVALID_CONTEXT;
    cl_int error = clover_check_waits(mem->context, request->wait_count, request->waits);
    return error ? error : check_map_flags(mem, request->flags);
}

static cl_int map_buffer(const struct map_request *request, cl_mem buffer, size_t offset,
                         size_t size, void **pointer)
{
    if (!clover_is(request->queue, &clover_queue_class))
        return CL_INVALID_COMMAND_QUEUE;
    if (!clover_is_buffer(buffer))
        return CL_INVALID_MEM_OBJECT;
    cl_int error = check_request(request, buffer);
    if (error)
        return error;
    if (size == 0 || offset > buffer->size || size > buffer->size - offset)
        return CL_INVALID_VALUE;

    struct clover_extent extent = {size, 1, 1};
    struct clover_end place = clover_end_buffer(buffer, offset, 0, 0, extent);
    char *own = buffer->host_ptr ? (char *)buffer->host_ptr + offset : NULL;
    struct clover_map *map = map_create(place, extent, request->flags, own, 0, 0);
    void *address = map ? map->pointer : NULL;
    error = enqueue_map(request, buffer, CL_COMMAND_MAP_BUFFER, map);
    *pointer = error ? NULL : address;
    return error;
}

void *clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                         cl_map_flags map_flags, size_t offset, size_t size, cl_uint num_events,
                         const cl_event *event_wait_list, cl_event *event, cl_int *errcode_ret)
{
    CLOVER_CALL;
    struct map_request request = {command_queue, blocking_map,    map_flags,
                                  num_events,    event_wait_list, event};
    void *pointer = NULL;
    cl_int error = map_buffer(&request, buffer, offset, size, &pointer);

    return clover_result(pointer, error, errcode_ret);
}

/* The application's memory of a CL_MEM_USE_HOST_PTR image at this origin, or NULL. */
static char *own_memory(cl_mem image, const size_t origin[3])
{
    bool layers = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;

    if (!image->host_ptr)
        return NULL;
    return (char *)image->host_ptr + origin[0] * image->texel_bytes +
           origin[1] * (layers ? image->slice_pitch : image->row_pitch) +
           origin[2] * image->slice_pitch;
}

static cl_int map_image(const struct map_request *request, cl_mem image, const size_t *origin,
                        const size_t *region, size_t *row_pitch, size_t *slice_pitch,
                        void **pointer)
{
    if (!clover_is(request->queue, &clover_queue_class))
        return CL_INVALID_COMMAND_QUEUE;
    if (!clover_is_image(image))
        return CL_INVALID_MEM_OBJECT;
    cl_int error = check_request(request, image);
    if (!error)
        error = clover_check_image_box(image, origin, region);
    if (error)
        return error;
    bool sliced = image->slice_pitch != 0, layers = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    if (!row_pitch || (sliced && !slice_pitch))
        return CL_INVALID_VALUE;

    char *own = own_memory(image, origin);
    size_t row = own ? image->row_pitch : region[0] * image->texel_bytes;
    size_t slice = own ? image->slice_pitch : layers ? row : row * region[1];
    struct clover_map *map =
        map_create(clover_end_image(image, origin, region), clover_extent_image(image, region),
                   request->flags, own, layers ? slice : row, slice);
    void *address = map ? map->pointer : NULL;
    *row_pitch = row;
    if (slice_pitch)
        *slice_pitch = sliced ? slice : 0;
    if (clover_faults)
        clover_faults->mapped_pitch(image, row_pitch);
    error = enqueue_map(request, image, CL_COMMAND_MAP_IMAGE, map);
    *pointer = error ? NULL : address;
    return error;
}

void *clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
                        cl_map_flags map_flags, const size_t *origin, const size_t *region,
                        size_t *image_row_pitch, size_t *image_slice_pitch, cl_uint num_events,
                        const cl_event *event_wait_list, cl_event *event, cl_int *errcode_ret)
{
    CLOVER_CALL;
    struct map_request request = {command_queue, blocking_map,    map_flags,
                                  num_events,    event_wait_list, event};
    void *pointer = NULL;
    cl_int error =
        map_image(&request, image, origin, region, image_row_pitch, image_slice_pitch, &pointer);

    return clover_result(pointer, error, errcode_ret);
}

cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr,
                               cl_uint num_events, const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    if (!clover_is(command_queue, &clover_queue_class))
        return CL_INVALID_COMMAND_QUEUE;
    if (!clover_is(memobj, &clover_mem_class))
        return CL_INVALID_MEM_OBJECT;
    if (memobj->context != command_queue->context)
        return CL_INVALID_CONTEXT;
    cl_int error = clover_check_waits(memobj->context, num_events, event_wait_list);
    if (error)
        return error;
    struct map_command *command = clover_command_create(
        sizeof *command, command_queue, CL_COMMAND_UNMAP_MEM_OBJECT, num_events, event_wait_list);
    if (!command)
        return CL_OUT_OF_HOST_MEMORY;
    clover_ref(memobj);
    command->mem = memobj;
    command->base.run = run_unmap;
    command->base.finish = finish_unmap;
    command->map = unlink_map(memobj, NULL, mapped_ptr);
    if (!command->map) {
        clover_command_destroy(&command->base);
        return CL_INVALID_VALUE;
    }
    return clover_queue_submit(command_queue, &command->base, CL_FALSE, event);
}
