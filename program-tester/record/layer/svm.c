/* SPDX-License-Identifier: MIT */
/* svm.c: shared virtual memory is kept as buffers, so that any driver can replay it: a
 * pointer is a buffer, or a part of one. Nothing follows pointers that lie in memory. */
#include <pthread.h>
#include <stdlib.h>

#include "program-tester/record/layer/maps.h"
#include "program-tester/record/layer/svm.h"

struct part {
    struct part *next;
    size_t offset;
    uint64_t id;
};

struct allocation {
    struct allocation *next;
    uint8_t *base;
    size_t size;
    cl_context context;
    uint64_t id;          /* of the buffer */
    bool is_fine_grained; /* the application writes to it at any time */
    /* Since the application has seen it last, commands have been given that may write to it. */
    bool is_used;
    cl_command_queue used_by; /* NULL: more than one */
    uint64_t used_at;         /* an id that is younger than those of events before */
    struct hash hash;         /* of what it has in the recording, where it is fine-grained */
    struct part *parts;
};

static struct {
    pthread_mutex_t lock;
    struct allocation *list;
} svm = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- allocations ---- */

void *CL_API_CALL svm_alloc(cl_context context, cl_svm_mem_flags flags, size_t size,
                            cl_uint alignment)
{
    void *base = layer_next->clSVMAlloc(context, flags, size, alignment);
    struct allocation *made = base ? calloc(1, sizeof *made) : NULL;
    const cl_mem_flags access = flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY);
    struct pack pack = {0};

    if (!made)
        return base;
    *made =
        (struct allocation){.base = base, .size = size, .context = context, .id = layer_new_id()};
    made->is_fine_grained = flags & CL_MEM_SVM_FINE_GRAIN_BUFFER;
    pack_number(&pack, made->id);
    layer_pack(&pack, context);
    pack_number(&pack, access ? access : CL_MEM_READ_WRITE);
    pack_number(&pack, size);
    pack_number(&pack, 0);
    writer_put(OP_BUFFER, &pack);
    pthread_mutex_lock(&svm.lock);
    made->next = svm.list;
    svm.list = made;
    pthread_mutex_unlock(&svm.lock);
    return base;
}

static void put_release(uint64_t id)
{
    struct pack pack = {0};

    pack_number(&pack, id);
    writer_put(OP_RELEASE, &pack);
}

void svm_forget(const void *base)
{
    struct allocation *found = NULL;

    pthread_mutex_lock(&svm.lock);
    for (struct allocation **at = &svm.list; *at; at = &(*at)->next) {
        if ((*at)->base != base)
            continue;
        found = *at;
        *at = found->next;
        break;
    }
    pthread_mutex_unlock(&svm.lock);
    for (struct part *part = found ? found->parts : NULL, *next; part; part = next) {
        next = part->next;
        put_release(part->id);
        free(part);
    }
    if (found)
        put_release(found->id);
    free(found);
}

/* ---- pointers ---- */

static struct allocation *find_locked(const void *pointer)
{
    for (struct allocation *at = svm.list; at; at = at->next)
        if ((uintptr_t)pointer - (uintptr_t)at->base < at->size)
            return at;
    return NULL;
}

struct svm_spot svm_spot_of(const void *pointer)
{
    struct svm_spot spot = {0};

    pthread_mutex_lock(&svm.lock);
    const struct allocation *found = find_locked(pointer);
    if (found)
        spot = (struct svm_spot){found->id, (size_t)((const uint8_t *)pointer - found->base)};
    pthread_mutex_unlock(&svm.lock);
    return spot;
}

/* The buffer that begins where the allocation does, or a part of it, which is made once. */
static uint64_t part_locked(struct allocation *found, size_t offset)
{
    struct pack pack = {0};

    if (!offset)
        return found->id;
    for (const struct part *part = found->parts; part; part = part->next)
        if (part->offset == offset)
            return part->id;
    struct part *part = malloc(sizeof *part);
    if (!part)
        return 0;
    *part = (struct part){found->parts, offset, layer_new_id()};
    found->parts = part;
    pack_number(&pack, part->id);
    pack_number(&pack, found->id);
    pack_number(&pack, 0);
    pack_number(&pack, offset);
    pack_number(&pack, found->size - offset);
    writer_put(OP_SUB_BUFFER, &pack);
    return part->id;
}

uint64_t layer_svm_object(const void *pointer)
{
    uint64_t id = 0;

    pthread_mutex_lock(&svm.lock);
    struct allocation *found = find_locked(pointer);
    if (found)
        id = part_locked(found, (size_t)((const uint8_t *)pointer - found->base));
    pthread_mutex_unlock(&svm.lock);
    if (!id && pointer)
        writer_note("a kernel is given a pointer of the application's, which is not kept");
    return id;
}

/* ---- fine-grained memory ---- */

void svm_put_written(cl_command_queue queue, struct svm_spot spot, const struct box *box)
{
    struct pack pack = {0};

    layer_pack(&pack, queue);
    pack_number(&pack, spot.id);
    pack_number(&pack, 1);
    pack_number(&pack, spot.offset);
    pack_number(&pack, box->row);
    pack_number(&pack, writer_data(box));
    pack_number(&pack, 0);
    pack_number(&pack, 0);
    writer_put(OP_WRITE_BUFFER, &pack);
}

/* Keeps what the application has written since. */
static void put_changed(cl_command_queue queue, struct allocation *at)
{
    const struct box box = box_of(at->base, at->size);
    const struct hash hash = box_hash(&box);

    if (hash.low == at->hash.low && hash.high == at->hash.high)
        return;
    at->hash = hash;
    svm_put_written(queue, (struct svm_spot){at->id, 0}, &box);
}

void layer_svm_launch(cl_command_queue queue)
{
    pthread_mutex_lock(&svm.lock);
    for (struct allocation *at = svm.list; at; at = at->next) {
        if (!at->is_fine_grained)
            continue;
        if (at->is_used)
            writer_note("what is written to fine-grained memory while commands run is not kept");
        else
            put_changed(queue, at);
        at->used_by = at->is_used && at->used_by != queue ? NULL : queue;
        at->used_at = layer_new_id();
        at->is_used = true;
    }
    pthread_mutex_unlock(&svm.lock);
}

/* Keeps what commands left, as if the application had read it. */
static void put_read(cl_command_queue queue, struct allocation *at)
{
    struct command command = layer_command(OP_READ_BUFFER, queue);
    const struct box box = box_of(at->base, at->size);

    at->is_used = false;
    at->hash = box_hash(&box);
    pack_number(&command.fields, at->id);
    pack_number(&command.fields, 1);
    pack_number(&command.fields, 0);
    pack_number(&command.fields, at->size);
    layer_send(&command, 0, NULL, NULL);
    layer_expect(command.record, box, NULL);
}

void layer_svm_finish(cl_command_queue queue, uint64_t event)
{
    pthread_mutex_lock(&svm.lock);
    for (struct allocation *at = svm.list; at; at = at->next)
        if (at->is_used && at->used_by == queue && event > at->used_at)
            put_read(queue, at);
    pthread_mutex_unlock(&svm.lock);
}

void layer_svm_wait(cl_uint count, const cl_event *list)
{
    pthread_mutex_lock(&svm.lock);
    const bool is_there = svm.list != NULL;
    pthread_mutex_unlock(&svm.lock);
    for (cl_uint i = 0; is_there && i < count; i++) {
        cl_command_queue queue = NULL;
        cl_command_queue_properties bits = 0;
        layer_next->clGetEventInfo(list[i], CL_EVENT_COMMAND_QUEUE, sizeof(void *), &queue, NULL);
        if (!queue ||
            layer_next->clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof bits, &bits, NULL))
            continue;
        if (!(bits & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
            layer_svm_finish(queue, layer_find(list[i]).id);
    }
}

/* Coarse-grained memory is mapped to be read, unless the application has it mapped. */
static void start(struct allocation *at, cl_command_queue queue)
{
    const struct box box = box_of(at->base, at->size);
    const bool is_mapped = at->is_fine_grained || mapping_begins_in(at->base, at->size);

    if (!is_mapped && layer_next->clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, at->base, at->size,
                                                  0, NULL, NULL)) {
        writer_note("shared virtual memory could not be read when the recording began");
        return;
    }
    svm_put_written(queue, (struct svm_spot){at->id, 0}, &box);
    at->hash = box_hash(&box);
    at->is_used = false;
    if (!is_mapped)
        layer_next->clEnqueueSVMUnmap(queue, at->base, 0, NULL, NULL);
}

void layer_svm_start(const void **queues, size_t count)
{
    pthread_mutex_lock(&svm.lock);
    for (struct allocation *at = svm.list; at; at = at->next) {
        cl_command_queue queue = layer_queue_of(at->context, queues, count);
        if (queue)
            start(at, queue);
    }
    pthread_mutex_unlock(&svm.lock);
}
