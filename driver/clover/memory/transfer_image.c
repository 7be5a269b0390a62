/* SPDX-License-Identifier: MIT */
/* transfer_image.c: clEnqueue* that read, write and copy images. */
#include "driver/base/fault.h"
#include "driver/clover/memory/image.h"
#include "driver/clover/memory/mips.h"
#include "driver/clover/memory/transfer.h"

/* The pitches of host memory for a region: given, or those of memory without gaps. False when they
 * are too small, or a slice pitch is given where there are no slices. */
static bool host_pitches(cl_mem image, const size_t *region, size_t *row, size_t *slice)
{
    size_t row_bytes = region[0] * image->texel_bytes, slice_bytes;
    bool layers_in_y = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;

    if (!*row)
        *row = row_bytes;
    const bool flat = !image->slice_pitch && !fault_active(FAULT_flat_slice_pitch_allowed);
    if (*row < row_bytes || (*slice && flat))
        return false;
    if (layers_in_y) {
        /* A layer of a 1D array is a row, and the slice pitch leads to the next. */
        if (!*slice)
            *slice = *row;
        bool enough = *slice >= *row;
        *row = *slice;
        return enough;
    }
    if (__builtin_mul_overflow(*row, region[1], &slice_bytes))
        return false;
    if (!*slice)
        *slice = slice_bytes;
    return *slice >= slice_bytes;
}

static cl_int image_host(const struct clover_enqueue *enqueue, cl_mem image, const size_t *origin,
                         const size_t *region, size_t row_pitch, size_t slice_pitch,
                         const void *pointer, bool write)
{
    cl_int error = clover_check_images(enqueue, image, image);
    if (!error)
        error = clover_check_image_box(image, origin, region);
    if (error)
        return error;
    const struct clover_extent extent = clover_extent_image(image, region);
    if (!pointer || !host_pitches(image, region, &row_pitch, &slice_pitch) ||
        !clover_extent_is_reached(extent, &row_pitch, &slice_pitch))
        return CL_INVALID_VALUE;
    error = clover_check_host_access(image, write);
    if (error)
        return error;

    struct clover_end device = clover_end_image(image, origin, region);
    struct clover_end memory = clover_end_host((void *)pointer, row_pitch, slice_pitch);
    return clover_enqueue_copy(enqueue, write ? device : memory, write ? memory : device, extent);
}

cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                          const size_t *origin, const size_t *region, size_t row_pitch,
                          size_t slice_pitch, void *ptr, cl_uint num_events,
                          const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    struct clover_enqueue enqueue = CLOVER_ENQUEUE(CL_COMMAND_READ_IMAGE, blocking_read);

    return image_host(&enqueue, image, origin, region, row_pitch, slice_pitch, ptr, false);
}

cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write,
                           const size_t *origin, const size_t *region, size_t input_row_pitch,
                           size_t input_slice_pitch, const void *ptr, cl_uint num_events,
                           const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    struct clover_enqueue enqueue = CLOVER_ENQUEUE(CL_COMMAND_WRITE_IMAGE, blocking_write);

    return image_host(&enqueue, image, origin, region, input_row_pitch, input_slice_pitch, ptr,
                      true);
}

/* Boxes of one image, which are inside of it. */
static bool boxes_overlap(cl_mem image, const size_t *one, const size_t *other,
                          const size_t *region)
{
    size_t a[3], b[3];

    if (clover_split_origin(image, one, a) != clover_split_origin(image, other, b))
        return false;
    for (int i = 0; i < 3; i++) {
        if (a[i] >= b[i] + region[i] || b[i] >= a[i] + region[i])
            return false;
    }
    return true;
}

cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                          const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                          cl_uint num_events, const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    struct clover_enqueue enqueue = CLOVER_ENQUEUE(CL_COMMAND_COPY_IMAGE, CL_FALSE);

    cl_int error = clover_check_images(&enqueue, src_image, dst_image);
    if (error)
        return error;
    if (src_image->format.image_channel_order != dst_image->format.image_channel_order ||
        src_image->format.image_channel_data_type != dst_image->format.image_channel_data_type)
        return CL_IMAGE_FORMAT_MISMATCH;
    error = clover_check_image_box(src_image, src_origin, region);
    if (!error)
        error = clover_check_image_box(dst_image, dst_origin, region);
    if (error)
        return error;
    if (src_image == dst_image && boxes_overlap(src_image, src_origin, dst_origin, region) &&
        !fault_active(FAULT_copy_overlap_allowed))
        return CL_MEM_COPY_OVERLAP;
    return clover_enqueue_copy(&enqueue, clover_end_image(dst_image, dst_origin, region),
                               clover_end_image(src_image, src_origin, region),
                               clover_extent_image(src_image, region));
}

/* Copies between an image and a buffer that holds the region without gaps. */
static cl_int image_buffer(const struct clover_enqueue *enqueue, cl_mem image, const size_t *origin,
                           const size_t *region, cl_mem buffer, size_t offset, bool to_image)
{
    cl_int error = clover_check_image_and_buffer(enqueue, image, buffer);
    if (!error)
        error = clover_check_image_box(image, origin, region);
    if (error)
        return error;
    /* The regions of a 1D buffer image and of its buffer could be the same memory. */
    if (image->parent == buffer)
        return CL_INVALID_MEM_OBJECT;
    struct clover_extent extent = clover_extent_image(image, region);
    size_t size = extent.bytes * extent.rows * extent.slices;
    if (offset > buffer->size || size > buffer->size - offset)
        return CL_INVALID_VALUE;

    struct clover_end box = clover_end_image(image, origin, region);
    struct clover_end range =
        clover_end_buffer(buffer, offset, extent.bytes, extent.bytes * extent.rows, extent);
    return clover_enqueue_copy(enqueue, to_image ? box : range, to_image ? range : box, extent);
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                  cl_mem dst_buffer, const size_t *src_origin, const size_t *region,
                                  size_t dst_offset, cl_uint num_events,
                                  const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    struct clover_enqueue enqueue = CLOVER_ENQUEUE(CL_COMMAND_COPY_IMAGE_TO_BUFFER, CL_FALSE);

    return image_buffer(&enqueue, src_image, src_origin, region, dst_buffer, dst_offset, false);
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                  cl_mem dst_image, size_t src_offset, const size_t *dst_origin,
                                  const size_t *region, cl_uint num_events,
                                  const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    struct clover_enqueue enqueue = CLOVER_ENQUEUE(CL_COMMAND_COPY_BUFFER_TO_IMAGE, CL_FALSE);

    return image_buffer(&enqueue, dst_image, dst_origin, region, src_buffer, src_offset, true);
}
