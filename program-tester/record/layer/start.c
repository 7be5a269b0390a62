/* SPDX-License-Identifier: MIT */
/* start.c: where --from leaves out the first launches, the first one that is kept begins with
 * what is in memory then: it is read from the driver, as if the application had written it. */
#include <stdlib.h>

#include "program-tester/record/layer/layer.h"

/* Tells whether commands may wait for what only the application can do. */
static bool is_waiting(void)
{
    size_t count;
    const void **events = layer_list(OBJECT_EVENT, &count);
    bool waits = false;

    for (size_t i = 0; i < count; i++) {
        cl_command_type type = 0;
        cl_int status = CL_COMPLETE;
        cl_event event = (cl_event)(uintptr_t)events[i];
        layer_next->clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL);
        layer_next->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                                   NULL);
        waits |= type == CL_COMMAND_USER && status > CL_COMPLETE;
    }
    free(events);
    return waits;
}

cl_command_queue layer_queue_of(cl_context context, const void **queues, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cl_command_queue queue = (cl_command_queue)(uintptr_t)queues[i];
        cl_context its = NULL;
        layer_next->clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(void *), &its, NULL);
        if (its == context)
            return queue;
    }
    return NULL;
}

static size_t fact(cl_mem image, cl_image_info what)
{
    size_t size = 0;

    layer_next->clGetImageInfo(image, what, sizeof size, &size, NULL);
    return size ? size : 1;
}

static void region_of(cl_mem image, cl_mem_object_type type, size_t region[3])
{
    const bool is_array = type == CL_MEM_OBJECT_IMAGE2D_ARRAY;

    region[0] = fact(image, CL_IMAGE_WIDTH);
    region[1] = region[2] = 1;
    if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
        region[1] = fact(image, CL_IMAGE_ARRAY_SIZE);
    else if (type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE3D || is_array)
        region[1] = fact(image, CL_IMAGE_HEIGHT);
    if (type == CL_MEM_OBJECT_IMAGE3D)
        region[2] = fact(image, CL_IMAGE_DEPTH);
    else if (is_array)
        region[2] = fact(image, CL_IMAGE_ARRAY_SIZE);
}

static void keep_buffer(cl_command_queue queue, cl_mem buffer)
{
    size_t size = 0;
    struct command command = layer_command(OP_WRITE_BUFFER, queue);

    layer_next->clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, NULL);
    void *bytes = malloc(size + 1);
    const bool is_read = bytes && !layer_next->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, size,
                                                                   bytes, 0, NULL, NULL);
    const struct box box = box_of(bytes, size);
    layer_pack(&command.fields, buffer);
    pack_number(&command.fields, 1);
    pack_number(&command.fields, 0);
    pack_number(&command.fields, size);
    pack_number(&command.fields, is_read ? writer_data(&box) : 0);
    if (is_read) {
        layer_send(&command, 0, NULL, NULL);
    } else {
        pack_finish(&command.fields);
        writer_note("a buffer could not be read when the recording began");
    }
    free(bytes);
}

static void keep_image(cl_command_queue queue, cl_mem image, struct object object)
{
    const size_t origin[4] = {0};
    size_t region[3];
    struct command command = layer_command(OP_WRITE_IMAGE, queue);

    region_of(image, object.type, region);
    const size_t size = region[0] * region[1] * region[2] * object.element;
    void *bytes = malloc(size + 1);
    const bool is_read =
        bytes && !layer_next->clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, bytes,
                                                 0, NULL, NULL);
    const struct box box = box_of(bytes, size);
    layer_pack(&command.fields, image);
    pack_number(&command.fields, 1);
    pack_place(&command.fields, origin, true);
    pack_triple(&command.fields, region);
    pack_number(&command.fields, 0);
    pack_number(&command.fields, 0);
    pack_number(&command.fields, is_read ? writer_data(&box) : 0);
    if (is_read) {
        layer_send(&command, 0, NULL, NULL);
    } else {
        pack_finish(&command.fields);
        writer_note("an image could not be read when the recording began");
    }
    if (fact(image, CL_IMAGE_NUM_MIP_LEVELS) > 1)
        writer_note("levels of an image were left out when the recording began");
    free(bytes);
}

static void keep_all(enum object_kind kind, const void **queues, size_t queue_count)
{
    size_t count;
    const void **mems = layer_list(kind, &count);

    for (size_t i = 0; i < count; i++) {
        cl_mem mem = (cl_mem)(uintptr_t)mems[i];
        const struct object object = layer_find(mem);
        cl_context context = NULL;
        layer_next->clGetMemObjectInfo(mem, CL_MEM_CONTEXT, sizeof(void *), &context, NULL);
        cl_command_queue queue = layer_queue_of(context, queues, queue_count);
        if (object.is_part || !queue)
            continue;
        if (kind == OBJECT_BUFFER)
            keep_buffer(queue, mem);
        else
            keep_image(queue, mem, object);
    }
    free(mems);
}

uint64_t layer_flags(cl_mem_flags flags)
{
    return writer_early() ? flags & ~RECORD_HOST_FLAGS : flags;
}

void layer_start(void)
{
    const uint64_t early = writer_early();
    size_t count;

    if (!early || (early == 1 && is_waiting()))
        return;
    writer_less_early();
    if (early != 1)
        return;
    const void **queues = layer_list(OBJECT_QUEUE, &count);
    for (size_t i = 0; i < count; i++)
        layer_next->clFinish((cl_command_queue)(uintptr_t)queues[i]);
    keep_all(OBJECT_BUFFER, queues, count);
    keep_all(OBJECT_IMAGE, queues, count);
    layer_svm_start(queues, count);
    free(queues);
}
