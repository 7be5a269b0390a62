/* SPDX-License-Identifier: MIT */
/* transfers.c: reads and writes. What is written is kept when the call is made; of what is
 * read, the hash is, once the application may look at it. */
#include "program-tester/record/layer/layer.h"

/* Starts a transfer: queue, object, whether it blocks. */
static struct command transfer(enum op op, cl_command_queue queue, cl_mem mem, cl_bool blocking)
{
    struct command command = layer_command(op, queue);

    layer_pack(&command.fields, mem);
    pack_number(&command.fields, blocking != 0);
    return command;
}

cl_int layer_read_done(struct command *command, cl_int error, struct box box, cl_bool blocking,
                       cl_event event, cl_event *asked)
{
    layer_sent(command, error, event);
    if (!error)
        layer_expect(command->record, box, blocking ? NULL : event);
    if (asked && (event || !error)) /* a command that failed while the call waited has one, too */
        *asked = event;
    else if (event)
        layer_next->clReleaseEvent(event);
    return error;
}

cl_event *layer_event_for(cl_bool blocking, cl_event *asked, cl_event *own)
{
    return asked || !blocking ? own : NULL;
}

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                      size_t offset, size_t size, void *bytes, cl_uint count,
                                      const cl_event *list, cl_event *event)
{
    struct command command = transfer(OP_READ_BUFFER, queue, buffer, blocking);
    cl_event own = NULL;

    pack_number(&command.fields, offset);
    pack_number(&command.fields, size);
    layer_overwrite(box_of(bytes, size));
    layer_send(&command, count, list, event);
    const cl_int error =
        layer_next->clEnqueueReadBuffer(queue, buffer, blocking, offset, size, bytes, count, list,
                                        layer_event_for(blocking, event, &own));
    return layer_read_done(&command, error, box_of(bytes, size), blocking, own, event);
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                       size_t offset, size_t size, const void *bytes, cl_uint count,
                                       const cl_event *list, cl_event *event)
{
    size_t whole = 0;
    const struct box box = box_of(bytes, size);
    struct command command = transfer(OP_WRITE_BUFFER, queue, buffer, blocking);

    /* A call with a size beyond the buffer fails, and its bytes need not be there. */
    layer_next->clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof whole, &whole, NULL);
    pack_number(&command.fields, offset);
    pack_number(&command.fields, size);
    pack_number(&command.fields, size <= whole ? writer_data(&box) : 0);
    layer_send(&command, count, list, event);
    const cl_int error = layer_next->clEnqueueWriteBuffer(queue, buffer, blocking, offset, size,
                                                          bytes, count, list, event);
    return layer_sent(&command, error, event ? *event : NULL);
}

/* ---- rectangles ---- */

struct rectangle {
    const size_t *origin, *host_origin, *region;
    size_t row, slice, host_row, host_slice;
};

static void pack_rectangle(struct pack *pack, const struct rectangle *rectangle)
{
    pack_triple(pack, rectangle->origin);
    pack_triple(pack, rectangle->host_origin);
    pack_triple(pack, rectangle->region);
    pack_number(pack, rectangle->row);
    pack_number(pack, rectangle->slice);
    pack_number(pack, rectangle->host_row);
    pack_number(pack, rectangle->host_slice);
}

static struct box box_of_rectangle(const void *bytes, const struct rectangle *r)
{
    struct box box;

    if (!bytes || !r->host_origin || !r->region)
        return box_of(NULL, 0);
    box = box_with_pitches(bytes, r->region, 1, r->host_row, r->host_slice);
    box.base +=
        r->host_origin[2] * box.slice_pitch + r->host_origin[1] * box.row_pitch + r->host_origin[0];
    return box;
}

static cl_int CL_API_CALL read_rect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                    const size_t *origin, const size_t *host_origin,
                                    const size_t *region, size_t row, size_t slice, size_t host_row,
                                    size_t host_slice, void *bytes, cl_uint count,
                                    const cl_event *list, cl_event *event)
{
    const struct rectangle r = {origin, host_origin, region, row, slice, host_row, host_slice};
    struct command command = transfer(OP_READ_RECT, queue, buffer, blocking);
    cl_event own = NULL;

    pack_rectangle(&command.fields, &r);
    layer_overwrite(box_of_rectangle(bytes, &r));
    layer_send(&command, count, list, event);
    const cl_int error = layer_next->clEnqueueReadBufferRect(
        queue, buffer, blocking, origin, host_origin, region, row, slice, host_row, host_slice,
        bytes, count, list, layer_event_for(blocking, event, &own));
    return layer_read_done(&command, error, box_of_rectangle(bytes, &r), blocking, own, event);
}

/* Tells whether a box can lie within an object at all. */
static bool fits(cl_mem mem, const struct box *box)
{
    size_t whole = 0, size;

    layer_next->clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof whole, &whole, NULL);
    return box_size(box, &size) && size <= whole;
}

static cl_int CL_API_CALL write_rect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                     const size_t *origin, const size_t *host_origin,
                                     const size_t *region, size_t row, size_t slice,
                                     size_t host_row, size_t host_slice, const void *bytes,
                                     cl_uint count, const cl_event *list, cl_event *event)
{
    const struct rectangle r = {origin, host_origin, region, row, slice, host_row, host_slice};
    const struct box box = box_of_rectangle(bytes, &r);
    struct command command = transfer(OP_WRITE_RECT, queue, buffer, blocking);

    pack_rectangle(&command.fields, &r);
    pack_number(&command.fields, fits(buffer, &box) ? writer_data(&box) : 0);
    layer_send(&command, count, list, event);
    const cl_int error = layer_next->clEnqueueWriteBufferRect(
        queue, buffer, blocking, origin, host_origin, region, row, slice, host_row, host_slice,
        bytes, count, list, event);
    return layer_sent(&command, error, event ? *event : NULL);
}

/* ---- images ---- */

struct box layer_image_box(const void *bytes, struct object image, const size_t *region,
                           size_t row_pitch, size_t slice_pitch)
{
    size_t sizes[3] = {0};

    for (unsigned i = 0; region && i < 3; i++)
        sizes[i] = region[i];
    if (image.type == CL_MEM_OBJECT_IMAGE1D_ARRAY) { /* layers are apart by the slice pitch */
        sizes[2] = sizes[1];
        sizes[1] = 1;
    }
    return box_with_pitches(bytes, sizes, image.element, row_pitch, slice_pitch);
}

static cl_int CL_API_CALL read_image(cl_command_queue queue, cl_mem image, cl_bool blocking,
                                     const size_t *origin, const size_t *region, size_t row_pitch,
                                     size_t slice_pitch, void *texels, cl_uint count,
                                     const cl_event *list, cl_event *event)
{
    struct command command = transfer(OP_READ_IMAGE, queue, image, blocking);
    const struct box box =
        layer_image_box(texels, layer_find(image), region, row_pitch, slice_pitch);
    cl_event own = NULL;

    pack_place(&command.fields, origin, layer_find(image).has_levels);
    pack_triple(&command.fields, region);
    pack_number(&command.fields, row_pitch);
    pack_number(&command.fields, slice_pitch);
    layer_overwrite(box);
    layer_send(&command, count, list, event);
    const cl_int error = layer_next->clEnqueueReadImage(queue, image, blocking, origin, region,
                                                        row_pitch, slice_pitch, texels, count, list,
                                                        layer_event_for(blocking, event, &own));
    return layer_read_done(&command, error, box, blocking, own, event);
}

static cl_int CL_API_CALL write_image(cl_command_queue queue, cl_mem image, cl_bool blocking,
                                      const size_t *origin, const size_t *region, size_t row_pitch,
                                      size_t slice_pitch, const void *texels, cl_uint count,
                                      const cl_event *list, cl_event *event)
{
    struct command command = transfer(OP_WRITE_IMAGE, queue, image, blocking);
    const struct box box =
        layer_image_box(texels, layer_find(image), region, row_pitch, slice_pitch);

    pack_place(&command.fields, origin, layer_find(image).has_levels);
    pack_triple(&command.fields, region);
    pack_number(&command.fields, row_pitch);
    pack_number(&command.fields, slice_pitch);
    pack_number(&command.fields, fits(image, &box) ? writer_data(&box) : 0);
    layer_send(&command, count, list, event);
    const cl_int error = layer_next->clEnqueueWriteImage(
        queue, image, blocking, origin, region, row_pitch, slice_pitch, texels, count, list, event);
    return layer_sent(&command, error, event ? *event : NULL);
}

void layer_wrap_transfers(cl_icd_dispatch *table)
{
    table->clEnqueueReadBuffer = read_buffer;
    table->clEnqueueWriteBuffer = write_buffer;
    table->clEnqueueReadBufferRect = read_rect;
    table->clEnqueueWriteBufferRect = write_rect;
    table->clEnqueueReadImage = read_image;
    table->clEnqueueWriteImage = write_image;
}
