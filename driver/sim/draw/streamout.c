/* SPDX-License-Identifier: MIT */
/* streamout.c: writes vertices of primitives to buffers, and counts primitives. Offsets and sizes
 * are dwords from the base of a buffer (Mesa r600_streamout.c); a primitive is written if it fits
 * in all buffers of its stream (OpenGL 4.6, 13.3). */
#include "driver/sim/draw/streamout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STRIDE = 256, BUFFER_REGISTERS = 16 };

bool draw_streamout_update(struct sim_drawing *d, const struct sim_packet *packet)
{
    const uint32_t *p = packet->payload;
    uint32_t *filled = &d->filled[draw_bits(p[0], 8, 2)];
    uint8_t *memory;
    if (p[0] & HW_STRMOUT_STORE) {
        memory = draw_memory(d, draw_address(p[1], p[2]), sizeof(*filled), "a filled size");
        if (!memory)
            return false;
        memcpy(memory, filled, sizeof(*filled));
    }
    if (HW_STRMOUT_SOURCE(p[0]) == HW_STRMOUT_PACKET)
        *filled = p[3];
    if (HW_STRMOUT_SOURCE(p[0]) != HW_STRMOUT_MEMORY)
        return true;
    memory = draw_memory(d, draw_address(p[3], p[4]), sizeof(*filled), "a filled size");
    if (memory)
        memcpy(filled, memory, sizeof(*filled));
    return memory != NULL;
}

bool draw_streamout_copy(struct sim_drawing *d, const struct sim_packet *packet)
{
    const uint32_t *p = packet->payload;
    const uint32_t to = (p[3] - HW_CONTEXT_REG_BASE / 4);
    const uint8_t *from =
        draw_memory(d, draw_address(p[1] & ~3u, p[2]), sizeof(uint32_t), "a filled size");
    assert(p[3] == HW_R_VGT_STRMOUT_DRAW_OPAQUE_FILLED / 4);
    if (from)
        memcpy(&d->state.context[to], from, sizeof(uint32_t));
    return from != NULL;
}

static bool open_buffer(struct draw_streamout *out, struct draw_stage *stage, unsigned i)
{
    struct draw_stream_buffer *buffer = &out->buffer[i];
    struct sim_drawing *d = out->d;
    const uint32_t registers = DRAW_R_VGT_STRMOUT_BUFFER_SIZE_0 + i * BUFFER_REGISTERS;
    buffer->dwords = draw_register(d, registers);
    buffer->stride = draw_bits(draw_register(d, registers + 4), 0, 10);
    if (buffer->stride > MOST_STRIDE)
        return draw_fail(d, "a stride of %u dwords of a stream is not supported", buffer->stride);
    if (!buffer->dwords)
        return true;
    buffer->memory = draw_memory(d, (uint64_t)draw_register(d, registers + 8) << 8,
                                 4ull * buffer->dwords, "a stream's buffer");
    if (!buffer->memory)
        return false;
    if (!stage || !buffer->stride)
        return true;
    struct draw_streamed *streamed = &stage->streamed[i];
    streamed->stride = buffer->stride;
    streamed->items = calloc((size_t)SIM_LANES * buffer->stride, sizeof(uint32_t));
    streamed->wrote = calloc(buffer->stride, sizeof(bool));
    return (streamed->items && streamed->wrote) || draw_fail(d, "out of memory");
}

bool draw_streamout_open(struct draw_streamout *out, struct sim_drawing *d,
                         struct draw_stage *stage)
{
    const uint32_t buffers = draw_register(d, DRAW_R_VGT_STRMOUT_BUFFER_CONFIG);
    *out = (struct draw_streamout){.d = d};
    out->streams = (uint8_t)draw_bits(draw_register(d, DRAW_R_VGT_STRMOUT_CONFIG), 0, 4);
    uint32_t all = 0;
    for (unsigned s = 0; s < DRAW_STREAMS; s++) {
        if (out->streams >> s & 1u)
            out->buffers[s] = (uint8_t)draw_bits(buffers, 4 * s, DRAW_STREAM_BUFFERS);
        all |= out->buffers[s];
    }
    for (unsigned i = 0; i < DRAW_STREAM_BUFFERS; i++)
        if (all >> i & 1u && !open_buffer(out, stage, i))
            return false;
    return true;
}

static bool fits(const struct draw_streamout *out, unsigned buffers, unsigned count)
{
    for (unsigned i = 0; i < DRAW_STREAM_BUFFERS; i++)
        if (buffers >> i & 1u &&
            (uint64_t)out->d->filled[i] + count * out->buffer[i].stride > out->buffer[i].dwords)
            return false;
    return buffers != 0;
}

static void write_vertex(const struct draw_streamout *out, unsigned i, uint32_t vertex)
{
    const struct draw_streamed *streamed = &out->vertices->streamed[i];
    const struct draw_stream_buffer *buffer = &out->buffer[i];
    uint32_t *filled = &out->d->filled[i];
    assert(*filled + buffer->stride <= buffer->dwords && streamed->stride == buffer->stride);
    for (uint32_t k = 0; k < buffer->stride; k++)
        if (streamed->wrote[k])
            memcpy(buffer->memory + (*filled + k) * sizeof(uint32_t),
                   &streamed->items[(size_t)vertex * buffer->stride + k], sizeof(uint32_t));
    *filled += buffer->stride;
}

bool draw_streamout_take(void *data, const struct draw_primitive *primitive)
{
    const struct draw_streamout *out = data;
    const unsigned stream = out->vertices->stream, buffers = out->buffers[stream];
    /* Vertices beside a primitive are left out. */
    const unsigned first = primitive->count == 4, step = primitive->count == 6 ? 2 : 1;
    const unsigned count = primitive->count > 3 ? primitive->count / 2u : primitive->count;
    /* Where the first vertex provokes, it is the first one that is written. */
    const bool turned = primitive->count == 3 && primitive->provoking == 1;
    if (!(out->streams >> stream & 1u))
        return true;
    out->d->needed[stream]++;
    if (!fits(out, buffers, count))
        return true;
    out->d->written[stream]++;
    for (unsigned i = 0; i < DRAW_STREAM_BUFFERS; i++)
        for (unsigned k = 0; buffers >> i & 1u && k < count; k++)
            write_vertex(out, i, primitive->vertex[turned ? (k + 1) % 3 : first + k * step]);
    return true;
}
