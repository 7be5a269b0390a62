/* SPDX-License-Identifier: MIT */
/* replay.c: goes through the records; objects, events and problems. */
#include "program-tester/record/replay/replay.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program-tester/base/util.h"

enum { MOST_TOLD = 1000, MOST_ANSWERS = 100000, FEWEST_THINGS = 1 << 20 };

/* ---- what is told ---- */

static void end_line(struct replay *replay)
{
    pt_json_close(&replay->json, '}');
    fputc('\n', replay->json.file);
    fflush(replay->json.file);
    replay->json.comma = false;
}

void replay_problem(struct replay *replay, const char *format, ...)
{
    char text[600];
    va_list args;

    replay->has_failed |= replay->is_failing;
    if (replay->is_failing)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (replay->problems++ >= MOST_TOLD)
        return;
    pt_json_open(&replay->json, NULL, '{');
    pt_json_whole(&replay->json, "record", replay->record);
    pt_json_string(&replay->json, "problem", text);
    end_line(replay);
}

struct hash replay_answer(struct replay *replay, const char *call, uint64_t what, cl_int error,
                          const void *value, size_t size)
{
    char text[80];
    uint64_t number = 0;
    const struct box box = box_of(value, size);
    const struct hash hash = box_hash(&box);

    if (replay->is_failing || replay->told_answers++ >= MOST_ANSWERS)
        return hash;
    memcpy(&number, value, size < sizeof number ? size : sizeof number);
    if (error)
        snprintf(text, sizeof text, "error %d", (int)error);
    else if (size <= sizeof number)
        snprintf(text, sizeof text, "%" PRIu64, number);
    else
        snprintf(text, sizeof text, "%zu bytes (%016" PRIx64 ")", size, hash.low);
    pt_json_open(&replay->json, NULL, '{');
    pt_json_whole(&replay->json, "record", replay->record);
    pt_json_string(&replay->json, "answer", call);
    pt_json_whole(&replay->json, "what", what);
    pt_json_string(&replay->json, "value", text);
    end_line(replay);
    return hash;
}

const char *replay_name(const struct replay *replay, uint64_t record)
{
    static const char *const names[OP_COUNT] = {
#define OP(name, fields) [OP_##name] = #name,
#include "program-tester/record/ops.def"
#undef OP
    };
    const bool is_there = record && record <= replay->recording.count;

    return is_there ? names[replay->recording.records[record - 1].op] : "?";
}

bool replay_check(struct replay *replay, cl_int error, const char *call)
{
    if (error)
        replay_problem(replay, "%s: error %d", call, (int)error);
    if (error && replay->is_failing && !replay->failed_with)
        replay->failed_with = error;
    return !error;
}

/* ---- objects ---- */

struct thing *replay_find(struct replay *replay, uint64_t id, enum object_kind kind)
{
    struct thing *thing = id && id < replay->thing_count ? replay->things[id] : NULL;

    return thing && thing->kind == kind && thing->handle ? thing : NULL;
}

struct thing *replay_take(struct replay *replay, struct unpack *fields, enum object_kind kind)
{
    static const char *const names[OBJECT_KINDS] = {"object", "device", "context", "queue",
                                                    "buffer", "image",  "sampler", "program",
                                                    "kernel", "event",  "mapping"};
    const uint64_t id = unpack_number(fields);
    struct thing *thing = replay_find(replay, id, kind);

    if (!thing)
        replay_problem(replay, "the %s %llu is not there", names[kind], (unsigned long long)id);
    return thing;
}

struct thing *replay_mem(struct replay *replay, uint64_t id)
{
    struct thing *buffer = replay_find(replay, id, OBJECT_BUFFER);

    return buffer ? buffer : replay_find(replay, id, OBJECT_IMAGE);
}

struct thing *replay_take_mem(struct replay *replay, struct unpack *fields)
{
    const uint64_t id = unpack_number(fields);
    struct thing *mem = replay_mem(replay, id);

    if (!mem)
        replay_problem(replay, "the memory object %llu is not there", (unsigned long long)id);
    return mem;
}

struct thing *replay_new(struct replay *replay, struct unpack *fields, enum object_kind kind)
{
    const uint64_t id = unpack_number(fields);

    if (fields->bad || !id || id >= replay->thing_count || replay->things[id]) {
        replay_problem(replay, "its id %llu is wrong", (unsigned long long)id);
        return NULL;
    }
    struct thing *thing = pt_alloc(1, sizeof *thing);
    *thing = (struct thing){.kind = kind, .id = id};
    return replay->things[id] = thing;
}

uint8_t *replay_content(struct replay *replay, struct unpack *fields, size_t *size)
{
    const uint64_t number = unpack_number(fields);
    uint8_t *content = recording_content(&replay->recording, number, replay->most_bytes, size);

    if (!content)
        *size = 0;
    if (!content && number)
        replay_problem(replay, "the content %llu is damaged or too large",
                       (unsigned long long)number);
    return content;
}

bool replay_room(struct replay *replay, size_t size)
{
    if (size > replay->most_bytes - replay->bytes) {
        replay_problem(replay, "it needs more memory than --memory allows");
        return false;
    }
    replay->bytes += size;
    return true;
}

/* ---- commands ---- */

struct waits replay_waits(struct replay *replay, struct unpack *fields)
{
    const uint64_t count = unpack_number(fields);
    struct waits waits = {0};

    if (fields->bad || count > (uint64_t)(fields->end - fields->at)) {
        fields->bad = true; /* each id has a byte at least */
        return waits;
    }
    if (count)
        waits.list = pt_alloc((size_t)count, sizeof(cl_event));
    for (uint64_t i = 0; i < count; i++) {
        const struct thing *event = replay_find(replay, unpack_number(fields), OBJECT_EVENT);
        if (event)
            waits.list[waits.count++] = event->handle;
    }
    waits.event = unpack_number(fields);
    if (!waits.count) {
        free(waits.list);
        waits.list = NULL;
    }
    return waits;
}

static void keep_event(struct replay *replay, uint64_t id, cl_event event)
{
    if (!id || id >= replay->thing_count || replay->things[id])
        return;
    struct thing *thing = replay->things[id] = pt_alloc(1, sizeof *thing);
    *thing = (struct thing){.kind = OBJECT_EVENT, .id = id, .handle = event};
    clRetainEvent(event);
}

bool replay_done(struct replay *replay, struct waits *waits, cl_int error, cl_event event,
                 const char *call)
{
    free(waits->list);
    waits->list = NULL;
    if (!replay_check(replay, error, call))
        return false;
    keep_event(replay, waits->event, event);
    if (replay->is_serial)
        clWaitForEvents(1, &event);
    clReleaseEvent(event);
    return true;
}

bool replay_wait(const struct replay *replay, cl_event event)
{
    const double until = pt_now() + replay->patience;
    cl_int status = CL_QUEUED;

    if (!replay->waiting)
        clWaitForEvents(1, &event);
    for (;;) {
        if (clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL))
            return false;
        if (status <= CL_COMPLETE || pt_now() >= until)
            return status <= CL_COMPLETE;
        usleep(100);
    }
}

bool replay_failed(cl_event event, cl_int *error)
{
    *error = CL_COMPLETE;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof *error, error, NULL);
    return *error < 0;
}

bool replay_blocks(const struct replay *replay, bool was_blocking)
{
    return replay->is_serial || (was_blocking && !replay->waiting);
}

void replay_remember(struct replay *replay, struct transfer transfer)
{
    if (transfer.event)
        clRetainEvent(transfer.event);
    replay->transfers = pt_grow(replay->transfers, &replay->transfer_room,
                                replay->transfer_count + 1, sizeof transfer);
    replay->transfers[replay->transfer_count++] = transfer;
}

void replay_sweep(struct replay *replay)
{
    size_t kept = 0;

    for (size_t i = 0; i < replay->transfer_count; i++) {
        const struct transfer transfer = replay->transfers[i];
        cl_int status = CL_COMPLETE;
        if (transfer.event)
            clGetEventInfo(transfer.event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                           &status, NULL);
        if (transfer.is_read || status > CL_COMPLETE) {
            replay->transfers[kept++] = transfer;
            continue;
        }
        if (transfer.event)
            clReleaseEvent(transfer.event);
        free(transfer.bytes);
    }
    replay->transfer_count = kept;
}

/* ---- the records ---- */

static play *const plays[OP_COUNT] = {
    [OP_DEVICE] = play_device,
    [OP_CONTEXT] = play_context,
    [OP_QUEUE] = play_queue,
    [OP_RELEASE] = play_release,
    [OP_BUFFER] = play_buffer,
    [OP_SUB_BUFFER] = play_sub_buffer,
    [OP_IMAGE] = play_image,
    [OP_SAMPLER] = play_sampler,
    [OP_PROGRAM_SOURCE] = play_source,
    [OP_PROGRAM_IL] = play_il,
    [OP_PROGRAM_BINARY] = play_binary,
    [OP_PROGRAM_BUILT_IN] = play_built_in,
    [OP_SPECIALIZE] = play_specialize,
    [OP_BUILD] = play_build,
    [OP_COMPILE] = play_compile,
    [OP_LINK] = play_link,
    [OP_KERNEL] = play_kernel,
    [OP_CLONE] = play_clone,
    [OP_ARGUMENT] = play_argument,
    [OP_LAUNCH] = play_launch,
    [OP_READ_BUFFER] = play_read_buffer,
    [OP_WRITE_BUFFER] = play_write_buffer,
    [OP_READ_RECT] = play_read_rect,
    [OP_WRITE_RECT] = play_write_rect,
    [OP_READ_IMAGE] = play_read_image,
    [OP_WRITE_IMAGE] = play_write_image,
    [OP_FILL_BUFFER] = play_fill_buffer,
    [OP_FILL_IMAGE] = play_fill_image,
    [OP_MIGRATE] = play_migrate,
    [OP_MAP_BUFFER] = play_map_buffer,
    [OP_MAP_IMAGE] = play_map_image,
    [OP_UNMAP] = play_unmap,
    [OP_RESULT] = play_result,
    [OP_USER_EVENT] = play_user_event,
    [OP_SET_STATUS] = play_set_status,
    [OP_WAIT] = play_wait,
    [OP_FINISH] = play_finish,
    [OP_FLUSH] = play_flush,
    [OP_ANSWER] = play_answer,
#define COMMAND(op, function, ...) [OP_##op] = play_##op,
#include "program-tester/record/commands.def"
#undef COMMAND
};

static void drop_all(struct replay *replay)
{
    for (size_t i = 0; i < replay->thing_count; i++)
        if (replay->things[i] && replay->things[i]->kind == OBJECT_QUEUE &&
            replay->things[i]->handle)
            clFinish(replay->things[i]->handle);
    replay_times(replay);
    for (size_t i = 0; i < replay->transfer_count; i++) {
        if (replay->transfers[i].event)
            clReleaseEvent(replay->transfers[i].event);
        free(replay->transfers[i].bytes);
    }
    for (size_t i = replay->thing_count; i-- > 0;) {
        if (!replay->things[i])
            continue; /* most of the room has none */
        replay_drop(replay->things[i]);
        free(replay->things[i]);
    }
    free(replay->things);
    free(replay->transfers);
    free(replay->launches);
    free(replay->late);
}

/* Lets the commands run that wait for user events whose status is not in the recording. */
static void release_waiting(struct replay *replay)
{
    for (size_t i = 0; i < replay->thing_count && replay->waiting; i++) {
        struct thing *thing = replay->things[i];
        if (thing && thing->kind == OBJECT_EVENT && thing->handle && thing->modes[0])
            replay->waiting -= !clSetUserEventStatus(thing->handle, CL_COMPLETE);
    }
}

/* Makes a call that failed in the application, but for launches: those that succeed have a number.
 */
static void play_failing(struct replay *replay, const struct record *record)
{
    struct unpack fields = record->fields;

    if (record->op == OP_LAUNCH)
        return;
    replay->is_failing = true;
    replay->has_failed = false;
    replay->failed_with = CL_SUCCESS;
    plays[record->op](replay, &fields);
    replay->is_failing = false;
    const char *const name = replay_name(replay, replay->record);
    if (!replay->has_failed && !fields.bad)
        replay_problem(replay, "%s: error %d in the application, and none here", name,
                       (int)record->error);
    else if (replay->failed_with && replay->failed_with != record->error)
        replay_problem(replay, "%s: error %d in the application, and %d here", name,
                       (int)record->error, (int)replay->failed_with);
}

void replay_run(struct replay *replay)
{
    const struct recording *recording = &replay->recording;

    /* A record makes three objects at most; of a stripped one others were left out. */
    replay->thing_count = recording->count * 3 + 1;
    if (replay->thing_count < FEWEST_THINGS)
        replay->thing_count = FEWEST_THINGS;
    replay->things = pt_alloc(replay->thing_count, sizeof *replay->things);
    for (size_t i = 0; i < recording->count && !replay->is_over; i++) {
        const struct record *record = &recording->records[i];
        struct unpack fields = record->fields;
        replay->record = i + 1;
        if (!plays[record->op])
            continue;
        if (record->is_cancelled && replay->has_errors)
            play_failing(replay, record);
        if (record->is_cancelled)
            continue;
        plays[record->op](replay, &fields);
        if (fields.bad)
            replay_problem(replay, "its fields are damaged");
    }
    release_waiting(replay);
    drop_all(replay);
}
