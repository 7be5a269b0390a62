/* SPDX-License-Identifier: MIT */
/* transfers.c: reads, whose results are compared with what the application got, and writes.
 */
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/util.h"
#include "program-tester/record/replay/replay.h"

/* ---- memory of the application ---- */

/* Memory that a box with its pitches reaches over, and the box in it, `before` bytes behind its
 * start. NULL: it is too large, which is told. */
static uint8_t *host_memory(struct replay *replay, struct box *box, size_t before)
{
    size_t size, slices;

    if (!box_extent(box, &size) || __builtin_mul_overflow(box->slice_pitch, box->slices, &slices) ||
        __builtin_add_overflow(size > slices ? size : slices, before, &size) ||
        size > replay->most_bytes) {
        replay_problem(replay, "it transfers more than --memory allows");
        return NULL;
    }
    uint8_t *bytes = calloc(size + 1, 1);
    if (!bytes)
        replay_problem(replay, "there is no memory");
    box->base = bytes + before;
    return bytes;
}

/* Puts the next field's content into the box. False: it does not have the box's size. */
static bool fill_box(struct replay *replay, struct unpack *fields, const struct box *box)
{
    size_t size, wanted;
    uint8_t *content = replay_content(replay, fields, &size);
    const bool fits = content && box_size(box, &wanted) && wanted == size;

    if (fits)
        box_scatter(box, content);
    else
        replay_problem(replay, "what it writes is not there");
    free(content);
    return fits;
}

static void keep_write(struct replay *replay, uint8_t *bytes, const struct thing *mem,
                       cl_event event)
{
    memory_write(replay, mem);
    replay_remember(replay,
                    (struct transfer){.record = replay->record, .event = event, .bytes = bytes});
    replay_sweep(replay);
}

/* Remembers what is to be compared: the bytes are the driver's where there are none. */
static void keep_read(struct replay *replay, uint8_t *bytes, const struct thing *mem,
                      struct box box, cl_event event)
{
    const bool has_result = replay->recording.records[replay->record - 1].has_result;

    replay_remember(replay, (struct transfer){.record = replay->record,
                                              .event = event,
                                              .bytes = bytes,
                                              .mem = mem->id,
                                              .box = box,
                                              .is_read = has_result,
                                              .is_undefined = !memory_writes(replay, mem)});
}

/* ---- the calls ---- */

/* The fields of a transfer's record; each kind uses some of them. */
struct call {
    const struct thing *queue, *mem;
    bool is_write, blocks;
    size_t offset, size;
    size_t origin[4], host_origin[3], region[3];
    size_t row, slice, host_row, host_slice;
    struct waits waits;
};

static cl_int call_buffer(const struct call *c, uint8_t *bytes, cl_event *event)
{
    if (c->is_write)
        return clEnqueueWriteBuffer(c->queue->handle, c->mem->handle, c->blocks, c->offset, c->size,
                                    bytes, c->waits.count, c->waits.list, event);
    return clEnqueueReadBuffer(c->queue->handle, c->mem->handle, c->blocks, c->offset, c->size,
                               bytes, c->waits.count, c->waits.list, event);
}

static cl_int call_rect(const struct call *c, uint8_t *bytes, cl_event *event)
{
    if (c->is_write)
        return clEnqueueWriteBufferRect(c->queue->handle, c->mem->handle, c->blocks, c->origin,
                                        c->host_origin, c->region, c->row, c->slice, c->host_row,
                                        c->host_slice, bytes, c->waits.count, c->waits.list, event);
    return clEnqueueReadBufferRect(c->queue->handle, c->mem->handle, c->blocks, c->origin,
                                   c->host_origin, c->region, c->row, c->slice, c->host_row,
                                   c->host_slice, bytes, c->waits.count, c->waits.list, event);
}

static cl_int call_image(const struct call *c, uint8_t *bytes, cl_event *event)
{
    if (c->is_write)
        return clEnqueueWriteImage(c->queue->handle, c->mem->handle, c->blocks, c->origin,
                                   c->region, c->host_row, c->host_slice, bytes, c->waits.count,
                                   c->waits.list, event);
    return clEnqueueReadImage(c->queue->handle, c->mem->handle, c->blocks, c->origin, c->region,
                              c->host_row, c->host_slice, bytes, c->waits.count, c->waits.list,
                              event);
}

typedef cl_int transfer_call(const struct call *c, uint8_t *bytes, cl_event *event);

static struct call begin(struct replay *replay, struct unpack *fields, bool is_write)
{
    struct call c = {.is_write = is_write};

    c.queue = replay_take(replay, fields, OBJECT_QUEUE);
    c.mem = replay_take_mem(replay, fields);
    c.blocks = replay_blocks(replay, unpack_number(fields));
    return c;
}

/* Makes the call with memory for the box, which begins `before` bytes behind the memory's start. */
static void end(struct replay *replay, struct unpack *fields, struct call *c, struct box box,
                size_t before, transfer_call *make)
{
    const bool is_there = c->queue && c->mem && !fields->bad;
    uint8_t *bytes = is_there ? host_memory(replay, &box, before) : NULL;
    const bool is_ready = bytes && (!c->is_write || fill_box(replay, fields, &box));
    cl_event event = NULL;

    if (is_ready) {
        c->waits = replay_waits(replay, fields);
        const cl_int error = fields->bad ? CL_INVALID_VALUE : make(c, bytes, &event);
        if (!error) {
            if (c->is_write)
                keep_write(replay, bytes, c->mem, event);
            else
                keep_read(replay, bytes, c->mem, box, event);
            bytes = NULL;
        }
        replay_done(replay, &c->waits, error, event, "a transfer");
    }
    fields->at = fields->end;
    free(bytes);
}

static void buffer(struct replay *replay, struct unpack *fields, bool is_write)
{
    struct call c = begin(replay, fields, is_write);

    c.offset = unpack_number(fields);
    c.size = unpack_number(fields);
    end(replay, fields, &c, box_of(NULL, c.size), 0, call_buffer);
}

static void rect(struct replay *replay, struct unpack *fields, bool is_write)
{
    struct call c = begin(replay, fields, is_write);
    size_t *const pitches[] = {&c.row, &c.slice, &c.host_row, &c.host_slice};
    size_t rows = 0, slices = 0, before = 0;

    unpack_triple(fields, c.origin);
    unpack_triple(fields, c.host_origin);
    unpack_triple(fields, c.region);
    for (size_t i = 0; i < PT_COUNT(pitches); i++)
        *pitches[i] = unpack_number(fields);
    const struct box box = box_with_pitches(NULL, c.region, 1, c.host_row, c.host_slice);
    fields->bad |= __builtin_mul_overflow(c.host_origin[1], box.row_pitch, &rows) ||
                   __builtin_mul_overflow(c.host_origin[2], box.slice_pitch, &slices) ||
                   __builtin_add_overflow(rows, slices, &before) ||
                   __builtin_add_overflow(before, c.host_origin[0], &before);
    end(replay, fields, &c, box, fields->bad ? 0 : before, call_rect);
}

static struct box box_of_texels(const struct thing *image, const size_t region[3], size_t row,
                                size_t slice)
{
    size_t sizes[3] = {region[0], region[1], region[2]};

    if (image && image->desc.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY) {
        sizes[2] = sizes[1];
        sizes[1] = 1;
    }
    return box_with_pitches(NULL, sizes, image ? image->element : 1, row, slice);
}

static void image(struct replay *replay, struct unpack *fields, bool is_write)
{
    struct call c = begin(replay, fields, is_write);

    unpack_place(fields, c.origin);
    unpack_triple(fields, c.region);
    c.host_row = unpack_number(fields);
    c.host_slice = unpack_number(fields);
    end(replay, fields, &c, box_of_texels(c.mem, c.region, c.host_row, c.host_slice), 0,
        call_image);
}

void play_read_buffer(struct replay *replay, struct unpack *fields)
{
    buffer(replay, fields, false);
}

void play_write_buffer(struct replay *replay, struct unpack *fields)
{
    buffer(replay, fields, true);
}

void play_read_rect(struct replay *replay, struct unpack *fields)
{
    rect(replay, fields, false);
}

void play_write_rect(struct replay *replay, struct unpack *fields)
{
    rect(replay, fields, true);
}

void play_read_image(struct replay *replay, struct unpack *fields)
{
    image(replay, fields, false);
}

void play_write_image(struct replay *replay, struct unpack *fields)
{
    image(replay, fields, true);
}

/* ---- maps ---- */

static struct thing *new_mapping(struct replay *replay, struct unpack *fields, struct call *c,
                                 cl_map_flags *flags)
{
    struct thing *mapping = replay_new(replay, fields, OBJECT_MAPPING);

    *c = begin(replay, fields, false);
    *flags = unpack_number(fields);
    return mapping && c->queue && c->mem ? mapping : NULL;
}

static void end_mapping(struct replay *replay, struct thing *mapping, struct call *c, void *mapped,
                        struct box box, cl_int error, cl_event event)
{
    if (!error) {
        box.base = mapped;
        mapping->handle = mapped;
        mapping->mem = c->mem->id;
        mapping->box = box;
        mapping->event = event;
        clRetainEvent(event);
        keep_read(replay, NULL, c->mem, box, event);
    }
    replay_done(replay, &c->waits, error, event, "a map");
}

void play_map_buffer(struct replay *replay, struct unpack *fields)
{
    struct call c;
    cl_map_flags flags;
    struct thing *mapping = new_mapping(replay, fields, &c, &flags);
    cl_event event = NULL;
    cl_int error;

    c.offset = unpack_number(fields);
    c.size = unpack_number(fields);
    if (!mapping)
        return;
    c.waits = replay_waits(replay, fields);
    void *mapped = clEnqueueMapBuffer(c.queue->handle, c.mem->handle, c.blocks, flags, c.offset,
                                      c.size, c.waits.count, c.waits.list, &event, &error);
    end_mapping(replay, mapping, &c, mapped, box_of(NULL, c.size), error, event);
}

void play_map_image(struct replay *replay, struct unpack *fields)
{
    struct call c;
    cl_map_flags flags;
    struct thing *mapping = new_mapping(replay, fields, &c, &flags);
    size_t row = 0, slice = 0;
    cl_event event = NULL;
    cl_int error;

    unpack_place(fields, c.origin);
    unpack_triple(fields, c.region);
    if (!mapping)
        return;
    c.waits = replay_waits(replay, fields);
    void *mapped =
        clEnqueueMapImage(c.queue->handle, c.mem->handle, c.blocks, flags, c.origin, c.region, &row,
                          &slice, c.waits.count, c.waits.list, &event, &error);
    const size_t pitches[] = {row, slice};
    replay_answer(replay, "clEnqueueMapImage", 0, error, pitches, sizeof *pitches);
    replay_answer(replay, "clEnqueueMapImage", 1, error, pitches + 1, sizeof *pitches);
    end_mapping(replay, mapping, &c, mapped, box_of_texels(c.mem, c.region, row, slice), error,
                event);
}

void replay_forget(struct replay *replay, uint64_t mem, const void *base)
{
    size_t kept = 0;

    for (size_t i = 0; i < replay->transfer_count; i++) {
        const struct transfer transfer = replay->transfers[i];
        const bool is_meant = transfer.mem == mem && (!base || transfer.box.base == base);
        if (!transfer.is_read || transfer.bytes || !is_meant)
            replay->transfers[kept++] = transfer;
        else
            clReleaseEvent(transfer.event);
    }
    replay->transfer_count = kept;
}

void play_unmap(struct replay *replay, struct unpack *fields)
{
    struct thing *mapping = replay_take(replay, fields, OBJECT_MAPPING);
    const struct thing *queue = replay_take(replay, fields, OBJECT_QUEUE);
    const struct thing *mem = mapping ? replay_mem(replay, mapping->mem) : NULL;
    size_t size, wanted;
    uint8_t *content = replay_content(replay, fields, &size);
    struct waits waits = replay_waits(replay, fields);
    cl_event event = NULL;

    if (mapping && queue && mem && !fields->bad) {
        cl_int failed = CL_COMPLETE;
        const bool is_mapped = replay_wait(replay, mapping->event);
        if (content && !is_mapped)
            replay_problem(replay, "the mapping is not there yet");
        else if (content && replay_failed(mapping->event, &failed))
            replay_check(replay, failed, "the map");
        else if (content && box_size(&mapping->box, &wanted) && wanted == size)
            box_scatter(&mapping->box, content);
        else if (content)
            replay_problem(replay, "what was written has another size than the mapping");
        if (content)
            memory_write(replay, mem);
        replay_forget(replay, mem->id, mapping->handle);
        const cl_int error = clEnqueueUnmapMemObject(queue->handle, mem->handle, mapping->handle,
                                                     waits.count, waits.list, &event);
        replay_done(replay, &waits, error, event, "clEnqueueUnmapMemObject");
        mapping->handle = NULL;
    }
    free(waits.list);
    free(content);
}

/* ---- results ---- */

static const struct transfer *find_transfer(const struct replay *replay, uint64_t record)
{
    for (size_t i = 0; i < replay->transfer_count; i++)
        if (replay->transfers[i].record == record && replay->transfers[i].is_read)
            return &replay->transfers[i];
    return NULL;
}

static struct transfer take_transfer(struct replay *replay, const struct transfer *transfer)
{
    const struct transfer found = *transfer;

    replay->transfers[transfer - replay->transfers] = replay->transfers[--replay->transfer_count];
    return found;
}

/* Compares what a read got with what the application got. */
static void judge_read(struct replay *replay, const struct transfer *read, uint64_t record,
                       uint64_t size, struct hash hash)
{
    size_t found;

    if (!box_size(&read->box, &found))
        return;
    const struct hash ours = box_hash(&read->box);
    const bool is_same = found == size && ours.low == hash.low && ours.high == hash.high;
    replay->same += is_same;
    replay->undefined += !is_same && read->is_undefined;
    replay->different += !is_same && !read->is_undefined;
    if (!is_same && !read->is_undefined && !replay->inputs)
        replay_problem(replay, "what record %llu (%s) reads differs from what the application got",
                       (unsigned long long)record, replay_name(replay, record));
}

/* A read that failed in the application fails here, too. */
void play_result(struct replay *replay, struct unpack *fields)
{
    const uint64_t record = unpack_number(fields);
    const cl_int status = (cl_int)unpack_number(fields);
    const uint64_t size = unpack_number(fields);
    const struct hash hash = unpack_hash(fields);
    const struct transfer *there = find_transfer(replay, record);

    if (!there)
        return;
    if (!replay_wait(replay, there->event)) { /* its memory stays until it has ended */
        replay_problem(replay, "what record %llu reads is not there yet",
                       (unsigned long long)record);
        return;
    }
    const struct transfer read = take_transfer(replay, there);
    cl_int failed;
    if (replay_failed(read.event, &failed) && failed != status)
        replay_problem(replay, "what record %llu (%s) reads is not there: error %d",
                       (unsigned long long)record, replay_name(replay, record), (int)failed);
    clReleaseEvent(read.event);
    if (!failed && status == CL_COMPLETE)
        judge_read(replay, &read, record, size, hash);
    free(read.bytes);
}
