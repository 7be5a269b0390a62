/* SPDX-License-Identifier: MIT */
/* check_dma.c: streams of the DMA ring. They have no packets for relocations: each address takes
 * the next entry, a copy's source before its target. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "driver/sim/stream/checker.h"
#include "driver/sim/stream/dma.h"

static bool refuse(const struct checker *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool refuse(const struct checker *c, const char *format, ...)
{
    const int length = snprintf(c->error, SIM_ERROR_SIZE,
                                "DMA stream, packet %u at dword %u: ", c->packet_number, c->next);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->error + length, SIM_ERROR_SIZE - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* The object of the next address, of which `bytes` bytes from `offset` on are used. NULL with the
 * error filled. */
static const struct sim_bo *take(struct checker *c, const char *what, uint64_t offset,
                                 uint64_t bytes)
{
    if (c->dma_relocs == c->reloc_count) {
        refuse(c, "%s has no relocation: there are %u", what, c->reloc_count);
        return NULL;
    }
    const struct sim_bo *bo = c->stream->bos[c->dma_relocs++];
    if (offset <= bo->size && bytes <= bo->size - offset)
        return bo;
    refuse(c,
           "%s: %" PRIu64 " bytes at offset 0x%" PRIx64
           " reach over the end of its object of 0x%" PRIx64 " bytes",
           what, bytes, offset, bo->size);
    return NULL;
}

/* An address in bytes, its low word and in another word, from bit `shift`, its upper 8 bits. */
static bool take_bytes(struct checker *c, const char *what, uint32_t *low, uint32_t *high,
                       unsigned shift, uint64_t bytes)
{
    const uint64_t offset = *low | (uint64_t)(*high >> shift & 0xffu) << 32;
    const struct sim_bo *bo = take(c, what, offset, bytes);
    if (!bo)
        return false;
    const uint64_t address = bo->address + offset;
    *low = (uint32_t)address;
    *high = (*high & ~(0xffu << shift)) | (uint32_t)(address >> 32 & 0xffu) << shift;
    return true;
}

static bool take_tiled(struct checker *c, const char *what, uint32_t *word, uint64_t bytes)
{
    const struct sim_bo *bo = take(c, what, (uint64_t)*word << 8, bytes);
    if (bo)
        *word += (uint32_t)(bo->address >> 8);
    return bo;
}

static bool check_copy(struct checker *c, uint32_t *p)
{
    const uint64_t count = sim_dma_count(p[0]);
    const uint64_t bytes = sim_dma_kind(p[0]) == SIM_DMA_BYTES ? count : count * 4;
    if (sim_dma_kind(p[0]) != SIM_DMA_TILED)
        return take_bytes(c, "the source", &p[2], &p[4], 0, bytes) &&
               take_bytes(c, "the target", &p[1], &p[3], 0, bytes);
    if (p[2] >> 31)
        return take_tiled(c, "the tiled source", &p[1], bytes) &&
               take_bytes(c, "the target", &p[7], &p[8], 0, bytes);
    return take_bytes(c, "the source", &p[7], &p[8], 0, bytes) &&
           take_tiled(c, "the tiled target", &p[1], bytes);
}

static bool check_packet(struct checker *c, uint32_t *p)
{
    const uint64_t bytes = sim_dma_count(p[0]) * 4ull;
    switch (sim_dma_command(p[0])) {
    case SIM_DMA_WRITE:
        return take_bytes(c, "the target", &p[1], &p[2], 0, bytes);
    case SIM_DMA_FILL:
        return take_bytes(c, "the target", &p[1], &p[3], 16, bytes);
    case SIM_DMA_COPY:
        return check_copy(c, p);
    default:
        return true;
    }
}

bool sim_check_dma(struct checker *c)
{
    struct sim_stream *stream = c->stream;
    while (c->next < stream->dword_count) {
        uint32_t *p = stream->dwords + c->next;
        const uint32_t length = sim_dma_length(p[0]);
        if (!length)
            return refuse(c, "header 0x%08x is not supported", p[0]);
        if (length > stream->dword_count - c->next)
            return refuse(c, "its %u dwords run over the end of the stream of %u", length,
                          stream->dword_count);
        if (!check_packet(c, p))
            return false;
        c->next += length;
        c->packet_number++;
    }
    return true;
}
