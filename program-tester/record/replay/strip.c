/* SPDX-License-Identifier: MIT */
/* strip.c: goes through the records up to the launch twice: backwards to find what it needs, and
 * forwards to copy that. Events and queues but the launch's own are left out. */
#include "program-tester/record/replay/strip.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/base/util.h"
#include "program-tester/record/writer.h"

struct strip {
    struct replay *replay;
    const struct thing *queue, *kernel;
    bool *needed; /* by id */
};

static bool is_needed(const struct strip *strip, uint64_t id)
{
    return id && id < strip->replay->thing_count && strip->needed[id];
}

static void need(struct strip *strip, uint64_t id)
{
    if (id && id < strip->replay->thing_count)
        strip->needed[id] = true;
}

static void need_next(struct strip *strip, struct unpack *fields, uint64_t count)
{
    while (count-- && !fields->bad)
        need(strip, unpack_number(fields));
}

/* Marks what the object needs that a record makes or builds. */
static void mark(struct strip *strip, const struct record *record)
{
    struct unpack fields = record->fields;
    const uint64_t id = unpack_number(&fields);
    size_t size;

    if (!is_needed(strip, id))
        return;
    switch (record->op) {
    case OP_COMPILE:
        unpack_bytes(&fields, &size);
        for (uint64_t count = unpack_number(&fields); count-- && !fields.bad;) {
            need_next(strip, &fields, 1);
            unpack_bytes(&fields, &size);
        }
        break;
    case OP_LINK:
        need_next(strip, &fields, 1);
        unpack_bytes(&fields, &size);
        need_next(strip, &fields, unpack_number(&fields));
        break;
    case OP_CONTEXT:
        need_next(strip, &fields, unpack_number(&fields));
        break;
    case OP_QUEUE:
        need_next(strip, &fields, 2);
        break;
    case OP_SUB_BUFFER:
    case OP_KERNEL:
    case OP_CLONE:
    case OP_BUFFER:
    case OP_SAMPLER:
    case OP_PROGRAM_SOURCE:
    case OP_PROGRAM_IL:
    case OP_PROGRAM_BINARY:
    case OP_PROGRAM_BUILT_IN:
    case OP_IMAGE:
        need_next(strip, &fields, 1);
        break;
    default:
        break;
    }
}

static void mark_all(struct strip *strip)
{
    const struct recording *recording = &strip->replay->recording;

    need(strip, strip->queue->id);
    need(strip, strip->kernel->id);
    need(strip, strip->kernel->program);
    for (size_t i = 0; i < strip->kernel->argument_count; i++) {
        const struct argument *argument = &strip->kernel->arguments[i];
        const struct thing *mem = replay_mem(strip->replay, argument->id);
        if (argument->is_set && argument->form == ARGUMENT_OBJECT)
            need(strip, argument->id);
        if (mem && argument->form == ARGUMENT_OBJECT)
            need(strip, mem->parent);
    }
    for (size_t i = strip->replay->record; i-- > 0;)
        mark(strip, &recording->records[i]);
}

/* ---- copies ---- */

/* The number that a content gets in the new recording; 0 for 0. */
static uint64_t copy_content(const struct strip *strip, uint64_t number)
{
    size_t size;
    uint8_t *bytes =
        recording_content(&strip->replay->recording, number, strip->replay->most_bytes, &size);

    if (!bytes)
        return 0;
    const struct box box = box_of(bytes, size);
    const uint64_t copied = writer_content(&box);
    free(bytes);
    return copied;
}

/* Copies fields as they are up to a number of them, which must all be numbers. */
static void copy_numbers(struct pack *pack, struct unpack *fields, unsigned count)
{
    while (count--)
        pack_number(pack, unpack_number(fields));
}

/* Memory has its id, what it is of, and flags, so many further numbers, and a content but for parts
 * of buffers. It begins with zeros where the launch does not use it itself. */
static void copy_memory(const struct record *record, unsigned numbers)
{
    struct unpack fields = record->fields;
    struct pack pack = {0};

    copy_numbers(&pack, &fields, 2);
    pack_number(&pack, unpack_number(&fields) & ~RECORD_HOST_FLAGS);
    copy_numbers(&pack, &fields, numbers);
    if (record->op != OP_SUB_BUFFER)
        pack_number(&pack, 0);
    writer_put(record->op, &pack);
}

static void copy_program(struct strip *strip, const struct record *record)
{
    struct unpack fields = record->fields;
    struct pack pack = {0};

    copy_numbers(&pack, &fields, 2);
    if (record->op == OP_PROGRAM_BINARY) {
        uint64_t count = unpack_number(&fields);
        pack_number(&pack, count);
        while (count-- && !fields.bad) {
            copy_numbers(&pack, &fields, 1);
            pack_number(&pack, copy_content(strip, unpack_number(&fields)));
        }
    } else {
        pack_number(&pack, copy_content(strip, unpack_number(&fields)));
    }
    writer_put(record->op, &pack);
}

static void copy(struct strip *strip, const struct record *record)
{
    struct unpack fields = record->fields;
    struct pack pack = {0};

    switch (record->op) {
    case OP_BUFFER:
        copy_memory(record, 1);
        return;
    case OP_IMAGE:
        copy_memory(record, 12);
        return;
    case OP_SUB_BUFFER:
        copy_memory(record, 2);
        return;
    case OP_PROGRAM_SOURCE:
    case OP_PROGRAM_IL:
    case OP_PROGRAM_BINARY:
        copy_program(strip, record);
        return;
    default:
        pack_raw(&pack, fields.at, (size_t)(fields.end - fields.at));
        writer_put(record->op, &pack);
    }
}

static bool is_copied(const struct strip *strip, const struct record *record)
{
    struct unpack fields = record->fields;
    const uint64_t id = unpack_number(&fields);

    if (record->is_cancelled)
        return false;
    switch (record->op) {
    case OP_DEVICE: /* which of several a device is follows from those before it */
        return true;
    case OP_CONTEXT:
    case OP_QUEUE:
    case OP_BUFFER:
    case OP_SUB_BUFFER:
    case OP_IMAGE:
    case OP_SAMPLER:
    case OP_PROGRAM_SOURCE:
    case OP_PROGRAM_IL:
    case OP_PROGRAM_BINARY:
    case OP_PROGRAM_BUILT_IN:
    case OP_SPECIALIZE:
    case OP_BUILD:
    case OP_COMPILE:
    case OP_LINK:
    case OP_KERNEL:
        return is_needed(strip, id);
    default:
        return false;
    }
}

/* ---- the launch ---- */

static void put_argument(const struct strip *strip, size_t index)
{
    const struct argument *argument = &strip->kernel->arguments[index];
    struct pack pack = {0};

    if (!argument->is_set)
        return;
    pack_number(&pack, strip->kernel->id);
    pack_number(&pack, index);
    pack_number(&pack, argument->form);
    if (argument->form == ARGUMENT_BYTES)
        pack_bytes(&pack, argument->bytes, argument->size);
    else if (argument->form == ARGUMENT_LOCAL)
        pack_number(&pack, argument->size);
    else
        pack_number(&pack, argument->id);
    writer_put(OP_ARGUMENT, &pack);
}

/* A transfer of a level of an object, or of a buffer, which blocks and waits for nothing. */
static uint64_t put_transfer(const struct strip *strip, const struct thing *mem, unsigned level,
                             bool is_write, uint64_t content)
{
    const bool is_buffer = mem->kind == OBJECT_BUFFER;
    size_t origin[4], region[3];
    struct pack pack = {0};

    pack_number(&pack, strip->queue->id);
    pack_number(&pack, mem->id);
    pack_number(&pack, 1);
    if (is_buffer) {
        pack_number(&pack, 0);
        pack_number(&pack, mem->size);
    } else {
        memory_origin(mem, level, origin);
        memory_region(mem, level, region);
        pack_place(&pack, origin, true);
        pack_triple(&pack, region);
        pack_number(&pack, 0);
        pack_number(&pack, 0);
    }
    if (is_write)
        pack_number(&pack, content);
    pack_number(&pack, 0);
    pack_number(&pack, 0);
    if (is_write)
        return writer_put(is_buffer ? OP_WRITE_BUFFER : OP_WRITE_IMAGE, &pack);
    return writer_put(is_buffer ? OP_READ_BUFFER : OP_READ_IMAGE, &pack);
}

static void put_result(uint64_t record, const struct box *box)
{
    const struct hash hash = box_hash(box);
    struct pack pack = {0};

    pack_number(&pack, record);
    pack_number(&pack, CL_COMPLETE);
    pack_number(&pack, box->row);
    pack_number(&pack, hash.low);
    pack_number(&pack, hash.high);
    writer_put(OP_RESULT, &pack);
}

/* Puts what an argument had before the launch as writes, or after it as reads with their results.
 */
static void put_contents(const struct strip *strip, const struct thing *mem, size_t index,
                         bool after)
{
    size_t size;
    uint8_t *bytes = states_content(strip->replay, index, after, &size), *at = bytes;

    for (unsigned level = 0; size && level < memory_levels(mem); level++) {
        const struct box box = box_of(at, memory_level_size(mem, level));
        if (box.row > size - (size_t)(at - bytes))
            break; /* the file is cut off */
        if (after)
            put_result(put_transfer(strip, mem, level, false, 0), &box);
        else
            put_transfer(strip, mem, level, true, writer_content(&box));
        at += box.row;
    }
    free(bytes);
}

static void put_launch(const struct strip *strip)
{
    struct unpack fields = strip->replay->recording.records[strip->replay->record - 1].fields;
    struct pack pack = {0};

    copy_numbers(&pack, &fields, 4 + 9); /* queue, kernel, dimensions, what is given, sizes */
    pack_number(&pack, 0);
    pack_number(&pack, 0);
    writer_launch();
    writer_put(OP_LAUNCH, &pack);
}

/* Whatever order the queue may change, commands before this have ended. */
static void put_finish(const struct strip *strip)
{
    struct pack pack = {0};

    pack_number(&pack, strip->queue->id);
    writer_put(OP_FINISH, &pack);
}

static const struct thing *mem_of(const struct strip *strip, size_t index)
{
    const struct argument *argument = &strip->kernel->arguments[index];
    const bool is_object = argument->is_set && argument->form == ARGUMENT_OBJECT;

    return is_object ? replay_mem(strip->replay, argument->id) : NULL;
}

static bool open_like(const struct recording *recording, const char *folder)
{
    struct unpack fields = recording->records[0].fields;
    char *application = NULL;

    if (recording->records[0].op == OP_BEGIN) {
        unpack_number(&fields);
        application = unpack_text(&fields);
    }
    const bool is_open = writer_open(folder, application);
    free(application);
    return is_open;
}

void strip_write(struct replay *replay, const char *folder, const struct thing *queue,
                 const struct thing *kernel)
{
    struct strip strip = {.replay = replay, .queue = queue, .kernel = kernel};

    if (!open_like(&replay->recording, folder)) {
        replay_problem(replay, "%s could not be written to", folder);
        return;
    }
    strip.needed = pt_alloc(replay->thing_count, sizeof *strip.needed);
    mark_all(&strip);
    for (size_t i = 0; i < replay->record; i++)
        if (is_copied(&strip, &replay->recording.records[i]))
            copy(&strip, &replay->recording.records[i]);
    for (size_t i = 0; i < kernel->argument_count; i++) {
        put_argument(&strip, i);
        if (mem_of(&strip, i))
            put_contents(&strip, mem_of(&strip, i), i, false);
    }
    put_finish(&strip);
    put_launch(&strip);
    put_finish(&strip);
    for (size_t i = 0; i < kernel->argument_count; i++)
        if (mem_of(&strip, i))
            put_contents(&strip, mem_of(&strip, i), i, true);
    writer_close();
    free(strip.needed);
}
