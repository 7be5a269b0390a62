/* SPDX-License-Identifier: MIT */
/* copy.c: moving bytes between memory objects and host memory, through the driver's transfers. */
#include "driver/clover/memory/copy.h"

#include "driver/base/fault.h"
#include "driver/clover/memory/faults.h"
#include "driver/clover/memory/mips.h"
#include "driver/clover/object/explainer.h"

#include <assert.h>
#include <string.h>

struct clover_end clover_end_host(void *pointer, size_t row_pitch, size_t slice_pitch)
{
    return (struct clover_end){.host = pointer, .row_pitch = row_pitch, .slice_pitch = slice_pitch};
}

size_t clover_extent_span(struct clover_extent extent, size_t row_pitch, size_t slice_pitch)
{
    assert(extent.slices > 0 && extent.rows > 0);
    return (extent.slices - 1) * slice_pitch + (extent.rows - 1) * row_pitch + extent.bytes;
}

bool clover_extent_is_reached(struct clover_extent extent, size_t *row_pitch, size_t *slice_pitch)
{
    size_t rows, slices, all;

    if (extent.rows == 1)
        *row_pitch = extent.bytes;
    if (__builtin_mul_overflow(*row_pitch, extent.rows, &rows))
        return false;
    if (extent.slices == 1)
        *slice_pitch = rows;
    return !__builtin_mul_overflow(*slice_pitch, extent.slices, &slices) &&
           !__builtin_add_overflow(rows, slices, &all) && all <= PTRDIFF_MAX;
}

struct clover_end clover_end_buffer(cl_mem buffer, size_t offset, size_t row_pitch,
                                    size_t slice_pitch, struct clover_extent extent)
{
    return (struct clover_end){
        .mem = buffer,
        .box = {.x = buffer->offset + offset,
                .width = clover_extent_span(extent, row_pitch, slice_pitch),
                .height = 1,
                .depth = 1},
        .row_pitch = row_pitch,
        .slice_pitch = slice_pitch,
    };
}

struct clover_end clover_end_image(cl_mem image, const size_t origin[3], const size_t region[3])
{
    /* The driver counts layers in z, OpenCL those of 1D arrays in y. */
    bool layers_in_y = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    size_t place[3];
    const cl_uint level = clover_split_origin(image, origin, place);

    return (struct clover_end){
        .mem = image,
        .box = {.x = place[0],
                .width = region[0],
                .y = layers_in_y ? 0 : (uint32_t)place[1],
                .height = layers_in_y ? 1 : (uint32_t)region[1],
                .z = (uint32_t)(layers_in_y ? place[1] : place[2]),
                .depth = (uint32_t)(layers_in_y ? region[1] : region[2]),
                .level = level},
    };
}

struct clover_extent clover_extent_image(cl_mem image, const size_t region[3])
{
    return (struct clover_extent){region[0] * image->texel_bytes, region[1], region[2]};
}

static bool is_texture(const struct clover_end *end)
{
    return end->mem && end->mem->type != CL_MEM_OBJECT_BUFFER;
}

static bool end_open(const struct clover_end *end, struct pipe_context *pipe, unsigned usage,
                     struct clover_span *span, char error[PIPE_ERROR_SIZE])
{
    struct pipe_box box = end->box;
    struct pipe_transfer_info info;

    *span = (struct clover_span){NULL, end->host, end->row_pitch, end->slice_pitch};
    if (!end->mem)
        return true;
    if (is_texture(end) && clover_faults)
        clover_faults->box(&box);
    span->transfer = pipe->ops->transfer_map(pipe, end->mem->resource, &box, usage, &info, error);
    if (!span->transfer)
        return false;
    if (usage & PIPE_MAP_WRITE)
        clover_tell_written(end->mem, &end->box);
    span->data = info.data;
    if (end->mem->type == CL_MEM_OBJECT_IMAGE1D_ARRAY) {
        span->row_pitch = info.slice_pitch;
        span->slice_pitch = info.slice_pitch;
    } else if (is_texture(end)) {
        span->row_pitch = info.row_pitch;
        span->slice_pitch = info.slice_pitch;
    }
    return true;
}

static void end_close(struct clover_span *span, struct pipe_context *pipe)
{
    if (span->transfer)
        pipe->ops->transfer_unmap(pipe, span->transfer);
}

/* Old contents of a box are not read from the device when all of it is written. */
static unsigned write_usage(const struct clover_end *end, struct clover_extent extent)
{
    bool whole = !end->mem || end->mem->type != CL_MEM_OBJECT_BUFFER ||
                 end->box.width == extent.bytes * extent.rows * extent.slices;

    return whole ? PIPE_MAP_WRITE | PIPE_MAP_DISCARD : PIPE_MAP_WRITE;
}

/* Rows that follow each other without gaps in all spans are one row, and so are slices. */
static struct clover_extent join_rows(struct clover_extent extent, const struct clover_span *a,
                                      const struct clover_span *b)
{
    if (extent.rows > 1 && a->row_pitch == extent.bytes && b->row_pitch == extent.bytes &&
        (extent.slices == 1 ||
         (a->slice_pitch == extent.bytes * extent.rows && b->slice_pitch == a->slice_pitch)))
        return (struct clover_extent){extent.bytes * extent.rows * extent.slices, 1, 1};
    return extent;
}

static void copy_rows(const struct clover_span *to, const struct clover_span *from,
                      struct clover_extent extent)
{
    extent = join_rows(extent, to, from);
    for (size_t z = 0; z < extent.slices; z++) {
        char *out = to->data + z * to->slice_pitch;
        const char *in = from->data + z * from->slice_pitch;
        for (size_t y = 0; y < extent.rows; y++)
            memmove(out + y * to->row_pitch, in + y * from->row_pitch, extent.bytes);
    }
}

static bool is_whole_image(const struct clover_end *end)
{
    const struct pipe_box *box = &end->box;

    return end->mem && end->mem->type != CL_MEM_OBJECT_BUFFER && !clover_is_mipmapped(end->mem) &&
           !box->x && !box->y && !box->z &&
           box->width * box->height * box->depth * end->mem->texel_bytes == end->mem->size;
}

static bool copied_whole(struct pipe_context *pipe, const struct clover_end *to,
                         const struct clover_end *from)
{
    return pipe->ops->copy_whole && is_whole_image(to) && is_whole_image(from) &&
           pipe->ops->copy_whole(pipe, to->mem->resource, from->mem->resource);
}

/* A texture's box from or to memory that is open already, in one step. */
static bool copied_at_once(struct pipe_context *pipe, const struct clover_end *texture,
                           unsigned usage, const struct clover_span *memory)
{
    if (!pipe->ops->copy_box || fault_any() || !is_texture(texture))
        return false;
    const bool rows = texture->mem->type != CL_MEM_OBJECT_IMAGE1D_ARRAY; /* else they are layers */
    const struct pipe_transfer_info info = {memory->data, memory->row_pitch,
                                            rows ? memory->slice_pitch : memory->row_pitch};
    if (!pipe->ops->copy_box(pipe, texture->mem->resource, &texture->box, usage, &info))
        return false;
    if (usage & PIPE_MAP_WRITE)
        clover_tell_written(texture->mem, &texture->box);
    return true;
}

cl_int clover_copy(cl_context context, struct pipe_context *pipe, const struct clover_end *to,
                   const struct clover_end *from, struct clover_extent extent)
{
    const bool reads = is_texture(from) && !is_texture(to); /* then the memory is opened first */
    const struct clover_end *ends[2] = {reads ? to : from, reads ? from : to};
    const unsigned usage[2] = {reads ? write_usage(to, extent) : PIPE_MAP_READ,
                               reads ? PIPE_MAP_READ : write_usage(to, extent)};
    char error[PIPE_ERROR_SIZE] = "";
    struct clover_span spans[2];
    cl_int status = CL_OUT_OF_RESOURCES;

    if (copied_whole(pipe, to, from)) {
        clover_tell_written(to->mem, NULL);
        return CL_SUCCESS;
    }
    if (end_open(ends[0], pipe, usage[0], &spans[0], error)) {
        if (copied_at_once(pipe, ends[1], usage[1], &spans[0])) {
            status = CL_SUCCESS;
        } else if (end_open(ends[1], pipe, usage[1], &spans[1], error)) {
            if (clover_faults)
                clover_faults->copy(spans, &extent);
            copy_rows(&spans[!reads], &spans[reads], extent);
            end_close(&spans[1], pipe);
            status = CL_SUCCESS;
        }
        end_close(&spans[0], pipe);
    }
    if (status)
        clover_report(context, "cannot reach memory: %s", error);
    return status;
}

/* As end_open; the context is told why it fails. */
static cl_int open_one(cl_context context, const struct clover_end *end, struct pipe_context *pipe,
                       unsigned usage, struct clover_span *span)
{
    char error[PIPE_ERROR_SIZE] = "";

    if (end_open(end, pipe, usage, span, error))
        return CL_SUCCESS;
    clover_report(context, "cannot reach memory: %s", error);
    return CL_OUT_OF_RESOURCES;
}

cl_int clover_reach(cl_context context, struct pipe_context *pipe, const struct clover_end *end,
                    unsigned usage)
{
    struct clover_span span;
    const cl_int error = open_one(context, end, pipe, usage, &span);

    if (!error)
        end_close(&span, pipe);
    return error;
}

/* Fills a row by doubling what is there. */
static void fill_row(char *row, size_t bytes, const void *pattern, size_t pattern_bytes)
{
    assert(pattern_bytes > 0);
    size_t done = pattern_bytes < bytes ? pattern_bytes : bytes;

    memcpy(row, pattern, done);
    while (done < bytes) {
        size_t next = done < bytes - done ? done : bytes - done;
        memcpy(row + done, row, next);
        done += next;
    }
}

cl_int clover_fill(cl_context context, struct pipe_context *pipe, const struct clover_end *to,
                   struct clover_extent extent, const void *pattern, size_t pattern_bytes)
{
    struct clover_span out;

    extent.bytes -= fault_active(FAULT_fill_last_column_missing) ? pattern_bytes : 0;
    const cl_int error = open_one(context, to, pipe, write_usage(to, extent), &out);
    if (error)
        return error;
    for (size_t z = 0; z < extent.slices; z++) {
        for (size_t y = 0; y < extent.rows; y++)
            fill_row(out.data + z * out.slice_pitch + y * out.row_pitch, extent.bytes, pattern,
                     pattern_bytes);
    }
    end_close(&out, pipe);
    return CL_SUCCESS;
}
