/* SPDX-License-Identifier: MIT */
/* commands.c: commands that are kept as they are, fills, and migrations. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/util.h"
#include "program-tester/record/each.h"
#include "program-tester/record/replay/replay.h"

#define TAKE_QUEUE(name)  const struct thing *name = replay_take(replay, fields, OBJECT_QUEUE);
#define TAKE_MEM(name)    const struct thing *name = replay_take_mem(replay, fields);
#define TAKE_TARGET(name) TAKE_MEM(name)
#define TAKE_SIZE(name)   const size_t name = unpack_number(fields);
#define TAKE_TRIPLE(name)                                                                          \
    size_t name[3];                                                                                \
    unpack_triple(fields, name);
#define TAKE_FROM(name)                                                                            \
    size_t name[4];                                                                                \
    unpack_place(fields, name);
#define TAKE_TO(name)    TAKE_FROM(name)
#define TAKE(kind, name) TAKE_##kind(name)

#define THERE_QUEUE(name)  &&name
#define THERE_MEM(name)    &&name
#define THERE_TARGET(name) &&name
#define THERE_SIZE(name)
#define THERE_TRIPLE(name)
#define THERE_FROM(name)
#define THERE_TO(name)
#define THERE(kind, name) THERE_##kind(name)

#define PASS_QUEUE(name)  name->handle,
#define PASS_MEM(name)    name->handle,
#define PASS_TARGET(name) name->handle,
#define PASS_SIZE(name)   name,
#define PASS_TRIPLE(name) name,
#define PASS_FROM(name)   name,
#define PASS_TO(name)     name,
#define PASS(kind, name)  PASS_##kind(name)

#define WRITE_QUEUE(name)
#define WRITE_MEM(name)
#define WRITE_TARGET(name) memory_write(replay, name);
#define WRITE_SIZE(name)
#define WRITE_TRIPLE(name)
#define WRITE_FROM(name)
#define WRITE_TO(name)
#define WRITE(kind, name) WRITE_##kind(name)

#define COMMAND(op, function, ...)                                                                 \
    void play_##op(struct replay *replay, struct unpack *fields)                                   \
    {                                                                                              \
        cl_event event = NULL;                                                                     \
        EACH(TAKE, __VA_ARGS__)                                                                    \
        struct waits waits = replay_waits(replay, fields);                                         \
                                                                                                   \
        if (!fields->bad EACH(THERE, __VA_ARGS__)) {                                               \
            const cl_int error =                                                                   \
                function(EACH(PASS, __VA_ARGS__) waits.count, waits.list, &event);                 \
            EACH(WRITE, __VA_ARGS__)                                                               \
            replay_done(replay, &waits, error, event, #function);                                  \
        }                                                                                          \
        free(waits.list);                                                                          \
    }
#include "program-tester/record/commands.def"
#undef COMMAND

void play_fill_buffer(struct replay *replay, struct unpack *fields)
{
    const struct thing *queue = replay_take(replay, fields, OBJECT_QUEUE);
    const struct thing *buffer = replay_take(replay, fields, OBJECT_BUFFER);
    size_t pattern_size;
    const uint8_t *pattern = unpack_bytes(fields, &pattern_size);
    const size_t offset = unpack_number(fields);
    const size_t size = unpack_number(fields);
    struct waits waits = replay_waits(replay, fields);
    cl_event event = NULL;

    if (queue && buffer && !fields->bad) {
        const cl_int error =
            clEnqueueFillBuffer(queue->handle, buffer->handle, pattern, pattern_size, offset, size,
                                waits.count, waits.list, &event);
        memory_write(replay, buffer);
        replay_done(replay, &waits, error, event, "clEnqueueFillBuffer");
    }
    free(waits.list);
}

void play_fill_image(struct replay *replay, struct unpack *fields)
{
    const struct thing *queue = replay_take(replay, fields, OBJECT_QUEUE);
    const struct thing *image = replay_take(replay, fields, OBJECT_IMAGE);
    uint8_t colour[16] = {0};
    size_t colour_size, origin[4], region[3];
    const uint8_t *given = unpack_bytes(fields, &colour_size);
    cl_event event = NULL;

    memcpy(colour, given, colour_size < sizeof colour ? colour_size : sizeof colour);
    unpack_place(fields, origin);
    unpack_triple(fields, region);
    struct waits waits = replay_waits(replay, fields);
    if (queue && image && !fields->bad) {
        const cl_int error = clEnqueueFillImage(queue->handle, image->handle, colour, origin,
                                                region, waits.count, waits.list, &event);
        memory_write(replay, image);
        replay_done(replay, &waits, error, event, "clEnqueueFillImage");
    }
    free(waits.list);
}

void play_migrate(struct replay *replay, struct unpack *fields)
{
    const struct thing *queue = replay_take(replay, fields, OBJECT_QUEUE);
    const cl_mem_migration_flags flags = unpack_number(fields);
    const uint64_t count = unpack_number(fields);
    cl_event event = NULL;
    cl_uint there = 0;

    fields->bad |= count > (uint64_t)(fields->end - fields->at);
    if (fields->bad)
        return;
    cl_mem *mems = pt_alloc((size_t)count + 1, sizeof *mems);
    for (uint64_t i = 0; i < count; i++) {
        const struct thing *mem = replay_take_mem(replay, fields);
        if (mem)
            mems[there++] = mem->handle;
    }
    struct waits waits = replay_waits(replay, fields);
    if (queue && there && !fields->bad) {
        const cl_int error = clEnqueueMigrateMemObjects(queue->handle, there, mems, flags,
                                                        waits.count, waits.list, &event);
        replay_done(replay, &waits, error, event, "clEnqueueMigrateMemObjects");
    }
    free(mems);
    free(waits.list);
}
