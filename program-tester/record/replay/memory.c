/* SPDX-License-Identifier: MIT */
/* memory.c: what memory objects hold: all levels of an image, one behind the other. */
#include "program-tester/record/replay/replay.h"

#include <assert.h>

enum { MOST_LEVELS = 32 }; /* sizes have no more bits */

static size_t half_of(size_t size, unsigned level)
{
    return size >> level ? size >> level : 1;
}

unsigned memory_levels(const struct thing *mem)
{
    const cl_uint levels = mem->kind == OBJECT_IMAGE ? mem->desc.num_mip_levels : 0;

    return levels < 1 ? 1 : levels > MOST_LEVELS ? MOST_LEVELS : levels;
}

void memory_region(const struct thing *image, unsigned level, size_t region[3])
{
    const cl_image_desc *desc = &image->desc;
    const bool is_array = desc->image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;

    assert(level < MOST_LEVELS);
    region[0] = half_of(desc->image_width, level);
    region[1] = region[2] = 1;
    if (desc->image_type == CL_MEM_OBJECT_IMAGE2D || desc->image_type == CL_MEM_OBJECT_IMAGE3D ||
        is_array)
        region[1] = half_of(desc->image_height, level);
    if (desc->image_type == CL_MEM_OBJECT_IMAGE3D)
        region[2] = half_of(desc->image_depth, level);
    if (is_array)
        region[2] = desc->image_array_size;
    if (desc->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
        region[1] = desc->image_array_size;
}

size_t memory_level_size(const struct thing *mem, unsigned level)
{
    size_t region[3];

    if (mem->kind == OBJECT_BUFFER)
        return mem->size;
    memory_region(mem, level, region);
    return region[0] * region[1] * region[2] * mem->element;
}

size_t memory_size(const struct thing *mem)
{
    size_t size = 0;

    for (unsigned level = 0; level < memory_levels(mem); level++)
        size += memory_level_size(mem, level);
    return size;
}

/* cl_khr_mipmap_image: the level stands behind the numbers that an origin has without it. */
void memory_origin(const struct thing *image, unsigned level, size_t origin[4])
{
    unsigned axes = 2;

    if (image->desc.image_type == CL_MEM_OBJECT_IMAGE3D ||
        image->desc.image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY)
        axes = 3;
    else if (image->desc.image_type == CL_MEM_OBJECT_IMAGE1D ||
             image->desc.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        axes = 1;
    for (unsigned i = 0; i < 4; i++)
        origin[i] = i == axes ? level : 0;
}

/* ---- what is written to ---- */

void memory_place(const struct replay *replay, struct thing *mem)
{
    const struct thing *parent =
        mem->parent && mem->parent < replay->thing_count ? replay->things[mem->parent] : NULL;

    mem->root = parent && parent->root ? parent->root : mem->id;
}

void memory_write(const struct replay *replay, const struct thing *mem)
{
    assert(mem->root && replay->things[mem->root]);
    replay->things[mem->root]->writes++;
}

uint64_t memory_writes(const struct replay *replay, const struct thing *mem)
{
    assert(mem->root && replay->things[mem->root]);
    return replay->things[mem->root]->writes;
}

/* ---- transfers ---- */

static cl_int move_level(const struct thing *queue, const struct thing *mem, unsigned level,
                         void *bytes, bool is_write)
{
    size_t origin[4], region[3];

    memory_origin(mem, level, origin);
    memory_region(mem, level, region);
    return is_write ? clEnqueueWriteImage(queue->handle, mem->handle, CL_TRUE, origin, region, 0, 0,
                                          bytes, 0, NULL, NULL)
                    : clEnqueueReadImage(queue->handle, mem->handle, CL_TRUE, origin, region, 0, 0,
                                         bytes, 0, NULL, NULL);
}

cl_int memory_move(const struct thing *queue, const struct thing *mem, void *bytes, bool is_write)
{
    uint8_t *at = bytes;

    if (mem->kind == OBJECT_BUFFER)
        return is_write ? clEnqueueWriteBuffer(queue->handle, mem->handle, CL_TRUE, 0, mem->size,
                                               bytes, 0, NULL, NULL)
                        : clEnqueueReadBuffer(queue->handle, mem->handle, CL_TRUE, 0, mem->size,
                                              bytes, 0, NULL, NULL);
    for (unsigned level = 0; level < memory_levels(mem); level++) {
        const cl_int error = move_level(queue, mem, level, at, is_write);
        if (error)
            return error;
        at += memory_level_size(mem, level);
    }
    return CL_SUCCESS;
}
