/* SPDX-License-Identifier: MIT */
/* layer.c: the functions of Khronos's layer interface, and what commands share. */
#include "program-tester/record/layer/layer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const cl_icd_dispatch *layer_next;

static cl_icd_dispatch next, table;

/* ---- commands ---- */

struct command layer_command(enum op op, cl_command_queue queue)
{
    struct command command = {.op = op};

    layer_pack(&command.fields, queue);
    return command;
}

void layer_send(struct command *command, cl_uint count, const cl_event *list, const cl_event *event)
{
    pack_number(&command->fields, list ? count : 0);
    for (cl_uint i = 0; list && i < count; i++)
        layer_pack(&command->fields, list[i]);
    command->event = event ? layer_new_id() : 0;
    pack_number(&command->fields, command->event);
    command->record = writer_put(command->op, &command->fields);
}

cl_int layer_sent(struct command *command, cl_int error, cl_event event)
{
    struct pack pack = {0};

    if (error != CL_SUCCESS) {
        pack_number(&pack, command->record);
        pack_number(&pack, (uint64_t)(int64_t)error);
        if (command->record)
            writer_put(OP_CANCEL, &pack);
        pack_finish(&pack);
    } else if (command->event) {
        layer_bind(event, (struct object){.kind = OBJECT_EVENT, .id = command->event});
    }
    return error;
}

/* ---- reads that are under way ---- */

struct expected {
    uint64_t record;
    struct box box;
    cl_event event; /* NULL: it has ended with `status`, and was given back */
    cl_int status;
    bool is_told;
};

static struct {
    pthread_mutex_t lock;
    struct expected *list;
    size_t count, room;
} expected = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

static void put_result(const struct expected *read, cl_int status)
{
    struct pack pack = {0};
    struct hash hash = {0};
    size_t size = 0;

    if (status == CL_COMPLETE && box_size(&read->box, &size))
        hash = box_hash(&read->box);
    pack_number(&pack, read->record);
    pack_number(&pack, (uint64_t)(int64_t)status);
    pack_number(&pack, size);
    pack_number(&pack, hash.low);
    pack_number(&pack, hash.high);
    writer_put(OP_RESULT, &pack);
}

static bool expect_later(const struct expected *read)
{
    if (expected.count == expected.room) {
        const size_t room = expected.room ? expected.room * 2 : 16;
        struct expected *grown = realloc(expected.list, room * sizeof *grown);
        if (!grown)
            return false;
        expected.list = grown;
        expected.room = room;
    }
    layer_next->clRetainEvent(read->event);
    expected.list[expected.count++] = *read;
    return true;
}

/* Gives the event back as soon as it has ended: it would keep queue and context alive. The memory
 * is not looked at here, where the application may have learnt of it, too. */
static void CL_CALLBACK end_expected(cl_event event, cl_int status, void *record)
{
    bool is_ours = false;

    pthread_mutex_lock(&expected.lock);
    for (size_t i = 0; i < expected.count && !is_ours; i++) {
        struct expected *read = &expected.list[i];
        is_ours = read->event == event && read->record == (uintptr_t)record;
        if (!is_ours)
            continue;
        read->event = NULL;
        read->status = status;
        layer_next->clReleaseEvent(event); /* under the lock, for layer_references() */
    }
    pthread_mutex_unlock(&expected.lock);
}

void layer_expect(uint64_t record, struct box box, cl_event event)
{
    const struct expected read = {record, box, event, CL_QUEUED, false};

    if (!record)
        return;
    if (!event) {
        put_result(&read, CL_COMPLETE);
        return;
    }
    pthread_mutex_lock(&expected.lock);
    const bool is_kept = expect_later(&read);
    pthread_mutex_unlock(&expected.lock);
    if (is_kept)
        layer_next->clSetEventCallback(event, CL_COMPLETE, end_expected, (void *)(uintptr_t)record);
    else
        writer_note("there was no memory to look at what was read");
}

static bool overlap(const struct box *a, const struct box *b)
{
    size_t of_a = 0, of_b = 0;

    return a->base && b->base && box_extent(a, &of_a) && box_extent(b, &of_b) &&
           (uintptr_t)a->base < (uintptr_t)b->base + of_b &&
           (uintptr_t)b->base < (uintptr_t)a->base + of_a;
}

void layer_overwrite(struct box box)
{
    bool is_shared = false;

    pthread_mutex_lock(&expected.lock); /* which one thread may take twice */
    for (size_t i = 0; i < expected.count; i++)
        is_shared |= !expected.list[i].is_told && overlap(&expected.list[i].box, &box);
    if (is_shared)
        layer_look();
    for (size_t i = 0; is_shared && i < expected.count; i++)
        expected.list[i].is_told |= overlap(&expected.list[i].box, &box);
    pthread_mutex_unlock(&expected.lock);
}

static cl_int status_of(cl_event event)
{
    cl_int status = CL_QUEUED;

    layer_next->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                               NULL);
    return status;
}

void layer_look(void)
{
    size_t kept = 0;

    pthread_mutex_lock(&expected.lock);
    for (size_t i = 0; i < expected.count; i++) {
        struct expected read = expected.list[i];
        const cl_int status = read.event ? status_of(read.event) : read.status;
        if (status <= CL_COMPLETE && !read.is_told) {
            put_result(&read, status);
            read.is_told = true;
        }
        if (!read.is_told || read.event)
            expected.list[kept++] = read;
    }
    expected.count = kept;
    pthread_mutex_unlock(&expected.lock);
}

cl_int layer_references(cl_event event, size_t size, void *value, size_t *size_ret)
{
    cl_uint ours = 0;

    pthread_mutex_lock(&expected.lock);
    for (size_t i = 0; i < expected.count; i++)
        ours += expected.list[i].event == event;
    const cl_int error =
        layer_next->clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, size, value, size_ret);
    if (!error && value)
        *(cl_uint *)value -= ours;
    pthread_mutex_unlock(&expected.lock);
    return error;
}

/* ---- the interface ---- */

CL_API_ENTRY cl_int CL_API_CALL __attribute__((visibility("default")))
clGetLayerInfo(cl_layer_info what, size_t size, void *value, size_t *size_ret)
{
    static const char name[] = "rootle-record";
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const void *answer = what == CL_LAYER_NAME ? (const void *)name : &version;
    const size_t needed = what == CL_LAYER_NAME ? sizeof name : sizeof version;

    if (what != CL_LAYER_NAME && what != CL_LAYER_API_VERSION)
        return CL_INVALID_VALUE;
    if (value && size < needed)
        return CL_INVALID_VALUE;
    if (value)
        memcpy(value, answer, needed);
    if (size_ret)
        *size_ret = needed;
    return CL_SUCCESS;
}

static void wrap_all(void)
{
    layer_wrap_creation(&table);
    layer_wrap_images(&table);
    layer_wrap_programs(&table);
    layer_wrap_kernels(&table);
    layer_wrap_commands(&table);
    layer_wrap_transfers(&table);
    layer_wrap_maps(&table);
    layer_wrap_events(&table);
    layer_wrap_svm(&table);
    layer_wrap_answers(&table);
    layer_wrap_others(&table);
}

CL_API_ENTRY cl_int CL_API_CALL __attribute__((visibility("default")))
clInitLayer(cl_uint count, const cl_icd_dispatch *target, cl_uint *count_ret,
            const cl_icd_dispatch **layer_ret)
{
    const cl_uint entries = sizeof table / sizeof(void *);
    const char *folder = getenv("ROOTLE_RECORD_DIR");

    if (!target || !count_ret || !layer_ret || count < entries || layer_next)
        return CL_INVALID_VALUE;
    if (!folder || !writer_open(folder, NULL)) {
        if (!folder)
            fprintf(stderr, "rootle-record: ROOTLE_RECORD_DIR is not set: nothing is recorded\n");
        return CL_INVALID_VALUE;
    }
    memcpy(&next, target, sizeof next);
    memcpy(&table, target, sizeof table);
    layer_next = &next;
    wrap_all();
    *count_ret = entries;
    *layer_ret = &table;
    return CL_SUCCESS;
}

/* Newer loaders of Khronos's call this one in the place of clInitLayer, and clDeinitLayer at their
 * end. Both are newer than the headers of Debian 12. */
cl_int clInitLayerWithProperties(cl_uint count, const cl_icd_dispatch *target, cl_uint *count_ret,
                                 const cl_icd_dispatch **layer_ret,
                                 const cl_properties *properties);
cl_int clDeinitLayer(void);

CL_API_ENTRY cl_int CL_API_CALL __attribute__((visibility("default")))
clInitLayerWithProperties(cl_uint count, const cl_icd_dispatch *target, cl_uint *count_ret,
                          const cl_icd_dispatch **layer_ret, const cl_properties *properties)
{
    if (properties && *properties)
        return CL_INVALID_PROPERTY; /* there are none */
    return clInitLayer(count, target, count_ret, layer_ret);
}

CL_API_ENTRY cl_int CL_API_CALL __attribute__((visibility("default"))) clDeinitLayer(void)
{
    writer_close();
    return CL_SUCCESS;
}

static void __attribute__((destructor)) finish(void)
{
    writer_close();
}
