/* SPDX-License-Identifier: MIT */
/* buffers.c: records the buffers that a launch's arguments point to: their first bytes,
 * before and behind the launch, and which of them it read and wrote. */
#include <stdlib.h>
#include <string.h>

#include "driver/sim/record/bytes.h"
#include "driver/sim/record/record.h"

/* The record of a buffer. */
struct sim_record_buffer {
    uint32_t input; /* byte of constant buffer 0 where its address stands */
    uint64_t start, size;
    uint32_t bytes; /* that are shown */
    const uint8_t *memory;
    uint8_t *read, *written; /* a bit a byte, from the lowest of the first on */
};

const struct sim_view *sim_record_pool(const struct sim_launch *launch)
{
    for (unsigned i = 0; i < HW_RATS; i++)
        if (launch->rats[i].bound && launch->rats[i].type == HW_RAT_BUFFER &&
            launch->rats[i].view.ranges)
            return &launch->rats[i].view;
    for (unsigned i = 0; i < HW_CS_RESOURCES; i++)
        if (launch->resource_type[i] == HW_TYPE_BUFFER && launch->buffers[i].view.ranges)
            return &launch->buffers[i].view;
    return NULL;
}

static void add(struct sim_record *record, const struct sim_view *pool,
                const struct guide_object *object)
{
    const uint64_t size = object->end - object->start, end = pool->bo_offset + pool->size;
    if (object->space != GUIDE_POOL || object->input == GUIDE_NO_INPUT || object->library ||
        object->start < pool->bo_offset || object->end > end || object->end <= object->start)
        return;
    struct sim_record_buffer *buffer = &record->buffers[record->buffer_count];
    *buffer = (struct sim_record_buffer){
        .input = object->input,
        .start = object->start,
        .size = size,
        .bytes = (uint32_t)(size < SIM_RECORD_BUFFER_BYTES ? size : SIM_RECORD_BUFFER_BYTES),
        .memory = pool->memory + (object->start - pool->bo_offset)};
    buffer->read = calloc(2, SIM_RECORD_BUFFER_BYTES / 8);
    buffer->written = buffer->read ? buffer->read + SIM_RECORD_BUFFER_BYTES / 8 : NULL;
    record->buffer_count += buffer->read != NULL;
}

void sim_record_find_buffers(struct sim_record *record)
{
    const struct sim_launch *launch = record->launch;
    const struct sim_view *pool = sim_record_pool(launch);
    struct guide_object object;
    record->buffers = calloc(SIM_RECORD_BUFFERS, sizeof(*record->buffers));
    if (!record->buffers || !pool || !launch->guide || !launch->guide->object)
        return;
    for (uint32_t i = 0; record->buffer_count < SIM_RECORD_BUFFERS &&
                         launch->guide->object(launch->guide, i, &object);
         i++)
        add(record, pool, &object);
}

void sim_record_forget_buffers(struct sim_record *record)
{
    for (unsigned i = 0; i < record->buffer_count; i++)
        free(record->buffers[i].read);
    free(record->buffers);
}

static void mark(uint8_t *bits, uint64_t first, uint64_t bytes, uint64_t limit)
{
    for (uint64_t at = first; at < first + bytes && at < limit; at++)
        bits[at / 8] |= (uint8_t)(1u << at % 8);
}

void sim_record_touch(struct sim_record *record, uint64_t address, uint32_t bytes, bool read,
                      bool written)
{
    for (unsigned i = 0; i < record->buffer_count; i++) {
        const struct sim_record_buffer *buffer = &record->buffers[i];
        const uint64_t first = address - buffer->start;
        if (address < buffer->start || first >= buffer->bytes)
            continue;
        if (read)
            mark(buffer->read, first, bytes, buffer->bytes);
        if (written)
            mark(buffer->written, first, bytes, buffer->bytes);
    }
}

static bool any(const uint8_t *bits)
{
    for (unsigned i = 0; i < SIM_RECORD_BUFFER_BYTES / 8; i++)
        if (bits[i])
            return true;
    return false;
}

void sim_record_print_buffers(const struct sim_record *record, bool after, FILE *out)
{
    for (unsigned i = 0; i < record->buffer_count; i++) {
        const struct sim_record_buffer *buffer = &record->buffers[i];
        const size_t bits = after ? (buffer->bytes + 7u) / 8 : 0;
        const bool same = after && !any(buffer->written);
        fprintf(out,
                "{\"buffer\":%u,\"of\":%llu,\"after\":%s,\"start\":%llu,\"size\":%llu,\"bytes\":",
                buffer->input, (unsigned long long)record->number, after ? "true" : "false",
                (unsigned long long)buffer->start, (unsigned long long)buffer->size);
        trace_print_bytes(out, buffer->memory, same ? 0 : buffer->bytes);
        fputs(",\"read\":", out);
        trace_print_bytes(out, buffer->read, bits);
        fputs(",\"written\":", out);
        trace_print_bytes(out, buffer->written, bits);
        fputs("}\n", out);
    }
}
