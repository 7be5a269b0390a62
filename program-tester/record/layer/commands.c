/* SPDX-License-Identifier: MIT */
/* commands.c: commands that are kept as they are (commands.def), fills and migrations. */
#include "program-tester/record/each.h"
#include "program-tester/record/layer/layer.h"

#define TYPE_QUEUE  cl_command_queue
#define TYPE_MEM    cl_mem
#define TYPE_TARGET cl_mem
#define TYPE_SIZE   size_t
#define TYPE_TRIPLE const size_t *
#define TYPE_FROM   const size_t *
#define TYPE_TO     const size_t *

#define PACK_QUEUE(name)
#define PACK_MEM(name)    layer_pack(&command.fields, name);
#define PACK_TARGET(name) PACK_MEM(name)
#define PACK_SIZE(name)   pack_number(&command.fields, name);
#define PACK_TRIPLE(name) pack_triple(&command.fields, name);
#define PACK_FROM(name)   pack_place(&command.fields, name, layer_find(source).has_levels);
#define PACK_TO(name)     pack_place(&command.fields, name, layer_find(target).has_levels);

#define PARAMETER(kind, name) TYPE_##kind name,
#define PASS(kind, name)      name,
#define PACK(kind, name)      PACK_##kind(name)

#define COMMAND(op, function, ...)                                                                 \
    static cl_int CL_API_CALL do_##function(EACH(PARAMETER, __VA_ARGS__) cl_uint count,            \
                                            const cl_event *list, cl_event *event)                 \
    {                                                                                              \
        struct command command = layer_command(OP_##op, queue);                                    \
                                                                                                   \
        EACH(PACK, __VA_ARGS__)                                                                    \
        layer_send(&command, count, list, event);                                                  \
        const cl_int error = layer_next->function(EACH(PASS, __VA_ARGS__) count, list, event);     \
        return layer_sent(&command, error, event ? *event : NULL);                                 \
    }
#include "program-tester/record/commands.def"
#undef COMMAND

/* The old forms of markers and barriers (OpenCL 1.1). */
static cl_int CL_API_CALL marker(cl_command_queue queue, cl_event *event)
{
    struct command command = layer_command(OP_MARKER, queue);

    layer_send(&command, 0, NULL, event);
    const cl_int error = layer_next->clEnqueueMarker(queue, event);
    return layer_sent(&command, error, event ? *event : NULL);
}

static cl_int CL_API_CALL barrier(cl_command_queue queue)
{
    struct command command = layer_command(OP_BARRIER, queue);

    layer_send(&command, 0, NULL, NULL);
    return layer_sent(&command, layer_next->clEnqueueBarrier(queue), NULL);
}

static cl_int CL_API_CALL wait_for(cl_command_queue queue, cl_uint count, const cl_event *list)
{
    struct command command = layer_command(OP_BARRIER, queue);

    layer_send(&command, count, list, NULL);
    return layer_sent(&command, layer_next->clEnqueueWaitForEvents(queue, count, list), NULL);
}

static cl_int CL_API_CALL fill_buffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                                      size_t pattern_size, size_t offset, size_t size,
                                      cl_uint count, const cl_event *list, cl_event *event)
{
    struct command command = layer_command(OP_FILL_BUFFER, queue);
    const size_t most = 128; /* of what a pattern may have */

    layer_pack(&command.fields, buffer);
    pack_bytes(&command.fields, pattern, pattern && pattern_size <= most ? pattern_size : 0);
    pack_number(&command.fields, offset);
    pack_number(&command.fields, size);
    layer_send(&command, count, list, event);
    const cl_int error = layer_next->clEnqueueFillBuffer(queue, buffer, pattern, pattern_size,
                                                         offset, size, count, list, event);
    return layer_sent(&command, error, event ? *event : NULL);
}

static cl_int CL_API_CALL fill_image(cl_command_queue queue, cl_mem image, const void *colour,
                                     const size_t *origin, const size_t *region, cl_uint count,
                                     const cl_event *list, cl_event *event)
{
    struct command command = layer_command(OP_FILL_IMAGE, queue);
    cl_image_format format = {0};

    layer_next->clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof format, &format, NULL);
    layer_pack(&command.fields, image);
    pack_bytes(&command.fields, colour,
               colour ? (format.image_channel_order == CL_DEPTH ? 4 : 16) : 0);
    pack_place(&command.fields, origin, layer_find(image).has_levels);
    pack_triple(&command.fields, region);
    layer_send(&command, count, list, event);
    const cl_int error =
        layer_next->clEnqueueFillImage(queue, image, colour, origin, region, count, list, event);
    return layer_sent(&command, error, event ? *event : NULL);
}

static cl_int CL_API_CALL migrate(cl_command_queue queue, cl_uint objects, const cl_mem *list_of,
                                  cl_mem_migration_flags flags, cl_uint count, const cl_event *list,
                                  cl_event *event)
{
    struct command command = layer_command(OP_MIGRATE, queue);

    pack_number(&command.fields, flags);
    pack_number(&command.fields, list_of ? objects : 0);
    for (cl_uint i = 0; list_of && i < objects; i++)
        layer_pack(&command.fields, list_of[i]);
    layer_send(&command, count, list, event);
    const cl_int error =
        layer_next->clEnqueueMigrateMemObjects(queue, objects, list_of, flags, count, list, event);
    return layer_sent(&command, error, event ? *event : NULL);
}

void layer_wrap_commands(cl_icd_dispatch *table)
{
#define COMMAND(op, function, ...) table->function = do_##function;
#include "program-tester/record/commands.def"
#undef COMMAND
    table->clEnqueueMarker = marker;
    table->clEnqueueBarrier = barrier;
    table->clEnqueueWaitForEvents = wait_for;
    table->clEnqueueFillBuffer = fill_buffer;
    table->clEnqueueFillImage = fill_image;
    table->clEnqueueMigrateMemObjects = migrate;
}
