/* SPDX-License-Identifier: MIT */
/* maps.c: what the application finds in a mapping is hashed, and what it wrote is kept when
 * it gives the mapping back. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/record/layer/maps.h"

static struct {
    pthread_mutex_t lock;
    struct mapping *list;
} mappings = {.lock = PTHREAD_MUTEX_INITIALIZER};

void mapping_add(struct mapping made)
{
    struct mapping *mapping = malloc(sizeof *mapping);

    if (!mapping)
        return;
    pthread_mutex_lock(&mappings.lock);
    *mapping = made;
    mapping->next = mappings.list;
    mappings.list = mapping;
    pthread_mutex_unlock(&mappings.lock);
}

struct mapping *mapping_take(cl_mem mem, const void *pointer)
{
    struct mapping *found = NULL;

    pthread_mutex_lock(&mappings.lock);
    for (struct mapping **at = &mappings.list; *at && !found; at = &(*at)->next) {
        if ((*at)->mem != mem || (*at)->box.base != pointer)
            continue;
        found = *at;
        *at = found->next;
        break;
    }
    pthread_mutex_unlock(&mappings.lock);
    return found;
}

bool mapping_begins_in(const void *base, size_t size)
{
    bool is_mapped = false;

    pthread_mutex_lock(&mappings.lock);
    for (const struct mapping *at = mappings.list; at; at = at->next)
        is_mapped |= !at->mem && (uintptr_t)at->box.base - (uintptr_t)base < size;
    pthread_mutex_unlock(&mappings.lock);
    return is_mapped;
}

/* A map that is being made: its id is the first field. */
struct map {
    struct command command;
    uint64_t id;
    cl_event own;
    size_t origin[4], region[3]; /* of a buffer: offset and size */
};

static struct map begin_map(enum op op, cl_command_queue queue, cl_mem mem, cl_bool blocking,
                            cl_map_flags flags)
{
    struct map map = {.command = {.op = op}, .id = layer_new_id()};

    pack_number(&map.command.fields, map.id);
    layer_pack(&map.command.fields, queue);
    layer_pack(&map.command.fields, mem);
    pack_number(&map.command.fields, blocking != 0);
    pack_number(&map.command.fields, flags);
    return map;
}

static void remember(const struct map *map, cl_mem mem, cl_map_flags flags, struct box box)
{
    struct mapping made = {.mem = mem, .id = map->id, .box = box};

    made.is_written = flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
    made.is_early = !map->command.record;
    memcpy(made.origin, map->origin, sizeof made.origin);
    memcpy(made.region, map->region, sizeof made.region);
    mapping_add(made);
}

static void end_map(struct map *map, cl_int error, cl_mem mem, cl_map_flags flags, struct box box,
                    cl_bool blocking, cl_event *asked)
{
    layer_sent(&map->command, error, map->own);
    if (!error)
        remember(map, mem, flags, box);
    /* An invalidated region holds anything. */
    if (!error && !(flags & CL_MAP_WRITE_INVALIDATE_REGION))
        layer_expect(map->command.record, box, blocking ? NULL : map->own);
    if (asked && (map->own || !error)) /* a map that failed while the call waited has one, too */
        *asked = map->own;
    else if (map->own)
        layer_next->clReleaseEvent(map->own);
}

static void *CL_API_CALL map_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                    cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                                    const cl_event *list, cl_event *event, cl_int *error_ret)
{
    struct map map = begin_map(OP_MAP_BUFFER, queue, buffer, blocking, flags);
    cl_int error = CL_SUCCESS;

    map.origin[0] = offset;
    map.region[0] = size;
    pack_number(&map.command.fields, offset);
    pack_number(&map.command.fields, size);
    layer_send(&map.command, count, list, event);
    void *mapped =
        layer_next->clEnqueueMapBuffer(queue, buffer, blocking, flags, offset, size, count, list,
                                       event || !blocking ? &map.own : NULL, &error);
    if (error_ret)
        *error_ret = error;
    end_map(&map, error, buffer, flags, box_of(mapped, size), blocking, event);
    return mapped;
}

static void *CL_API_CALL map_image(cl_command_queue queue, cl_mem image, cl_bool blocking,
                                   cl_map_flags flags, const size_t *origin, const size_t *region,
                                   size_t *row_pitch, size_t *slice_pitch, cl_uint count,
                                   const cl_event *list, cl_event *event, cl_int *error_ret)
{
    struct map map = begin_map(OP_MAP_IMAGE, queue, image, blocking, flags);
    cl_int error = CL_SUCCESS;

    const bool has_levels = layer_find(image).has_levels;
    if (origin)
        memcpy(map.origin, origin, (has_levels ? 4 : 3) * sizeof *origin);
    if (region)
        memcpy(map.region, region, sizeof map.region);
    pack_place(&map.command.fields, origin, has_levels);
    pack_triple(&map.command.fields, region);
    layer_send(&map.command, count, list, event);
    void *mapped = layer_next->clEnqueueMapImage(queue, image, blocking, flags, origin, region,
                                                 row_pitch, slice_pitch, count, list,
                                                 event || !blocking ? &map.own : NULL, &error);
    if (error_ret)
        *error_ret = error;
    struct box box = {0};
    if (!error)
        box = layer_image_box(mapped, layer_find(image), region, *row_pitch,
                              slice_pitch ? *slice_pitch : 0);
    end_map(&map, error, image, flags, box, blocking, event);
    return mapped;
}

/* The recording does not have the mapping: what was written there is kept as a write. */
static struct command early_unmap(cl_command_queue queue, const struct mapping *mapping)
{
    const bool is_buffer = layer_find(mapping->mem).kind == OBJECT_BUFFER;
    struct command command = layer_command(OP_MARKER, queue);
    struct pack *fields = &command.fields;

    if (!mapping->is_written)
        return command;
    command.op = is_buffer ? OP_WRITE_BUFFER : OP_WRITE_IMAGE;
    layer_pack(fields, mapping->mem);
    pack_number(fields, 1);
    if (is_buffer) {
        pack_number(fields, mapping->origin[0]);
        pack_number(fields, mapping->region[0]);
    } else {
        pack_place(fields, mapping->origin, true);
        pack_triple(fields, mapping->region);
        pack_number(fields, 0);
        pack_number(fields, 0);
    }
    pack_number(fields, writer_data(&mapping->box));
    return command;
}

static struct command begin_unmap(cl_command_queue queue, const struct mapping *mapping)
{
    struct command command = {.op = OP_UNMAP};

    pack_number(&command.fields, mapping ? mapping->id : 0);
    layer_pack(&command.fields, queue);
    pack_number(&command.fields, mapping && mapping->is_written ? writer_data(&mapping->box) : 0);
    return command;
}

static cl_int CL_API_CALL unmap(cl_command_queue queue, cl_mem mem, void *mapped, cl_uint count,
                                const cl_event *list, cl_event *event)
{
    struct mapping *mapping = mapping_take(mem, mapped);

    layer_look(); /* afterwards the pointer is invalid */
    struct command command =
        mapping && mapping->is_early ? early_unmap(queue, mapping) : begin_unmap(queue, mapping);
    layer_send(&command, count, list, event);
    const cl_int error =
        layer_next->clEnqueueUnmapMemObject(queue, mem, mapped, count, list, event);
    if (error && mapping)
        mapping_add(*mapping);
    free(mapping);
    return layer_sent(&command, error, event ? *event : NULL);
}

void layer_wrap_maps(cl_icd_dispatch *table)
{
    table->clEnqueueMapBuffer = map_buffer;
    table->clEnqueueMapImage = map_image;
    table->clEnqueueUnmapMemObject = unmap;
}
