/* SPDX-License-Identifier: MIT */
/* transfer_rect.c: clEnqueue{Read,Write,Copy}BufferRect. */
#include "driver/clover/memory/transfer.h"

/* One side of a rectangle transfer, as the application gives it. */
struct rect {
    const size_t *origin; /* bytes, rows, slices */
    size_t row_pitch, slice_pitch;
};

static size_t first_byte(const struct rect *rect)
{
    return rect->origin[2] * rect->slice_pitch + rect->origin[1] * rect->row_pitch +
           rect->origin[0];
}

static struct clover_extent rect_extent(const size_t *region)
{
    return (struct clover_extent){region[0], region[1], region[2]};
}

/* Replaces pitches of 0 by those of memory without gaps. False when they are too small, or when the
 * rectangle ends beyond what a size_t can count. */
static bool set_pitches(struct rect *rect, const size_t *region)
{
    size_t rows_bytes, planes, rows, slices, end;

    if (!rect->row_pitch)
        rect->row_pitch = region[0];
    if (__builtin_mul_overflow(region[1], rect->row_pitch, &rows_bytes))
        return false;
    if (!rect->slice_pitch)
        rect->slice_pitch = rows_bytes;
    if (rect->row_pitch < region[0] || rect->slice_pitch < rows_bytes ||
        rect->slice_pitch % rect->row_pitch)
        return false;
    return !__builtin_add_overflow(rect->origin[2], region[2], &planes) &&
           !__builtin_mul_overflow(planes, rect->slice_pitch, &slices) &&
           !__builtin_mul_overflow(rect->origin[1], rect->row_pitch, &rows) &&
           !__builtin_add_overflow(slices, rows, &end) &&
           !__builtin_add_overflow(end, rect->origin[0], &end);
}

static bool inside(cl_mem buffer, const struct rect *rect, const size_t *region)
{
    size_t first = first_byte(rect);
    size_t span = clover_extent_span(rect_extent(region), rect->row_pitch, rect->slice_pitch);

    return first <= buffer->size && span <= buffer->size - first;
}

static bool valid_region(const size_t *region)
{
    return region && region[0] && region[1] && region[2];
}

static struct clover_end rect_end(cl_mem buffer, const struct rect *rect, const size_t *region)
{
    const struct clover_extent extent = rect_extent(region);
    size_t row = rect->row_pitch, slice = rect->slice_pitch;

    (void)clover_extent_is_reached(extent, &row, &slice); /* it is inside of a buffer */
    return clover_end_buffer(buffer, first_byte(rect), row, slice, extent);
}

/* The rectangle in memory at a pointer. False: it is beyond what pointers reach. */
static bool host_end(struct rect host, const size_t *region, const void *pointer,
                     struct clover_end *end)
{
    const size_t first = first_byte(&host);

    if (first > PTRDIFF_MAX ||
        !clover_extent_is_reached(rect_extent(region), &host.row_pitch, &host.slice_pitch))
        return false;
    *end = clover_end_host((char *)pointer + first, host.row_pitch, host.slice_pitch);
    return true;
}

static cl_int rect_host(const struct clover_enqueue *enqueue, cl_mem buffer, struct rect place,
                        struct rect host, const size_t *region, const void *pointer, bool write)
{
    struct clover_end memory;
    cl_int error = clover_check_buffers(enqueue, buffer, buffer);
    if (error)
        return error;
    if (!pointer || !place.origin || !host.origin || !valid_region(region) ||
        !set_pitches(&place, region) || !set_pitches(&host, region) ||
        !inside(buffer, &place, region) || !host_end(host, region, pointer, &memory))
        return CL_INVALID_VALUE;
    error = clover_check_host_access(buffer, write);
    if (error)
        return error;

    struct clover_end device = rect_end(buffer, &place, region);
    return clover_enqueue_copy(enqueue, write ? device : memory, write ? memory : device,
                               rect_extent(region));
}

cl_int clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                               const size_t *buffer_origin, const size_t *host_origin,
                               const size_t *region, size_t buffer_row_pitch,
                               size_t buffer_slice_pitch, size_t host_row_pitch,
                               size_t host_slice_pitch, void *ptr, cl_uint num_events,
                               const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    struct clover_enqueue enqueue = CLOVER_ENQUEUE(CL_COMMAND_READ_BUFFER_RECT, blocking_read);
    struct rect place = {buffer_origin, buffer_row_pitch, buffer_slice_pitch};
    struct rect host = {host_origin, host_row_pitch, host_slice_pitch};

    return rect_host(&enqueue, buffer, place, host, region, ptr, false);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                cl_bool blocking_write, const size_t *buffer_origin,
                                const size_t *host_origin, const size_t *region,
                                size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                size_t host_row_pitch, size_t host_slice_pitch, const void *ptr,
                                cl_uint num_events, const cl_event *event_wait_list,
                                cl_event *event)
{
    CLOVER_CALL;
    struct clover_enqueue enqueue = CLOVER_ENQUEUE(CL_COMMAND_WRITE_BUFFER_RECT, blocking_write);
    struct rect place = {buffer_origin, buffer_row_pitch, buffer_slice_pitch};
    struct rect host = {host_origin, host_row_pitch, host_slice_pitch};

    return rect_host(&enqueue, buffer, place, host, region, ptr, true);
}

static bool intervals_overlap(size_t a, size_t b, size_t length)
{
    return a < b + length && b < a + length;
}

/* Whether what begins at either place, again and again with a period, fits into the other's gaps.
 */
static bool fits_between(size_t a, size_t b, size_t length, size_t period)
{
    size_t apart = a % period > b % period ? a % period - b % period : b % period - a % period;

    return apart >= length && apart + length <= period;
}

/* Both rectangles have the same pitches here: OpenCL 3.0, appendix D, with their places in shared
 * memory instead of in one buffer. A rectangle may go on behind the end of its rows or slices. */
static bool rects_overlap(cl_mem from, const struct rect *a, cl_mem to, const struct rect *b,
                          const size_t *region)
{
    const size_t row = a->row_pitch, slice = a->slice_pitch;
    const size_t a_first = from->offset + first_byte(a), b_first = to->offset + first_byte(b);
    const struct clover_extent all = rect_extent(region), rows = {region[0], region[1], 1};

    return intervals_overlap(a_first, b_first, clover_extent_span(all, row, slice)) &&
           !fits_between(a_first, b_first, region[0], row) &&
           !fits_between(a_first, b_first, clover_extent_span(rows, row, slice), slice);
}

static cl_int rect_copy(const struct clover_enqueue *enqueue, cl_mem from, struct rect source,
                        cl_mem to, struct rect target, const size_t *region)
{
    cl_int error = clover_check_buffers(enqueue, from, to);
    if (error)
        return error;
    if (!source.origin || !target.origin || !valid_region(region) ||
        !set_pitches(&source, region) || !set_pitches(&target, region) ||
        !inside(from, &source, region) || !inside(to, &target, region))
        return CL_INVALID_VALUE;
    if (from == to &&
        (source.row_pitch != target.row_pitch || source.slice_pitch != target.slice_pitch))
        return CL_INVALID_VALUE;
    if (from->resource == to->resource && source.row_pitch == target.row_pitch &&
        source.slice_pitch == target.slice_pitch &&
        rects_overlap(from, &source, to, &target, region))
        return CL_MEM_COPY_OVERLAP;
    return clover_enqueue_copy(enqueue, rect_end(to, &target, region),
                               rect_end(from, &source, region), rect_extent(region));
}

cl_int clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                               const size_t *src_origin, const size_t *dst_origin,
                               const size_t *region, size_t src_row_pitch, size_t src_slice_pitch,
                               size_t dst_row_pitch, size_t dst_slice_pitch, cl_uint num_events,
                               const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    struct clover_enqueue enqueue = CLOVER_ENQUEUE(CL_COMMAND_COPY_BUFFER_RECT, CL_FALSE);
    struct rect source = {src_origin, src_row_pitch, src_slice_pitch};
    struct rect target = {dst_origin, dst_row_pitch, dst_slice_pitch};

    return rect_copy(&enqueue, src_buffer, source, dst_buffer, target, region);
}
