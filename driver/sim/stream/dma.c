/* SPDX-License-Identifier: MIT */
/* dma.c: what the DMA ring copies and fills. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/hw/tiling.h"
#include "driver/sim/stream/dma.h"
#include "driver/sim/stream/stream.h"

struct dma {
    const struct sim_stream *stream;
    const struct hw_chip *chip;
    uint32_t offset; /* of the packet in hand */
    char *error;
};

static bool fail(const struct dma *dma, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(const struct dma *dma, const char *format, ...)
{
    const int length =
        snprintf(dma->error, SIM_ERROR_SIZE, "DMA stream, packet at dword %u: ", dma->offset);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(dma->error + length, SIM_ERROR_SIZE - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

static uint8_t *memory_at(const struct dma *dma, uint64_t address, uint64_t bytes)
{
    const struct sim_bo *bo = sim_stream_find(dma->stream, address);
    if (bo && bytes <= bo->size - (address - bo->address))
        return bo->map + (address - bo->address);
    fail(dma, "there are no %" PRIu64 " bytes of memory at address 0x%" PRIx64, bytes, address);
    return NULL;
}

static uint64_t address_of(uint32_t low, uint32_t high)
{
    return low | (uint64_t)(high & 0xffu) << 32;
}

static bool copy_linear(const struct dma *dma, const uint32_t *p)
{
    const uint32_t count = sim_dma_count(p[0]);
    const uint64_t bytes = sim_dma_kind(p[0]) == SIM_DMA_BYTES ? count : count * 4ull;
    if (!bytes)
        return true;
    uint8_t *target = memory_at(dma, address_of(p[1], p[3]), bytes);
    const uint8_t *source = target ? memory_at(dma, address_of(p[2], p[4]), bytes) : NULL;
    if (source)
        memmove(target, source, bytes);
    return source;
}

/* The tiled side: words 2 to 6. */
static bool tiled_layout(const struct dma *dma, const uint32_t *p, struct hw_surface_layout *layout)
{
    const char *why;
    *layout = (struct hw_surface_layout){
        .mode = (uint8_t)(p[2] >> 27 & 0xfu),
        .bpe = (uint8_t)(1u << (p[2] >> 24 & 7u)),
        .bank_height = (uint8_t)(1u << (p[2] >> 21 & 3u)),
        .bank_width = (uint8_t)(1u << (p[2] >> 18 & 3u)),
        .aspect = (uint8_t)(1u << (p[2] >> 16 & 3u)),
        .pitch = ((p[3] & 0x7ffu) + 1) * 8,
        .slices = (p[5] >> 18 & 0x7ffu) + 1,
        .tile_split = (uint16_t)(64u << (p[6] >> 21 & 7u)),
        .banks = 2u << (p[6] >> 25 & 3u),
        .non_displayable = p[6] >> 28 & 1u,
        .pipes = dma->chip->tile_pipes,
    };
    layout->height = ((p[4] & 0x3fffffu) + 1) * 64 / layout->pitch;
    return hw_surface_layout_finish(layout, &why) || fail(dma, "the tiled side: %s", why);
}

static void copy_rows(const struct hw_surface_layout *layout, const uint32_t *p, uint8_t *tiled,
                      uint8_t *linear, uint32_t rows)
{
    const uint32_t y = p[6] & 0x3fffu, slice = p[5] >> 18 & 0x7ffu;
    const bool detile = p[2] >> 31;
    for (uint32_t j = 0; j < rows; j++)
        for (uint32_t i = 0; i < layout->pitch; i++, linear += layout->bpe) {
            uint8_t *element = tiled + hw_surface_offset(layout, i, y + j, slice);
            memcpy(detile ? linear : element, detile ? element : linear, layout->bpe);
        }
}

static bool copy_tiled(const struct dma *dma, const uint32_t *p)
{
    struct hw_surface_layout layout;
    const uint64_t bytes = sim_dma_count(p[0]) * 4ull;
    if (!tiled_layout(dma, p, &layout))
        return false;
    const uint32_t row = layout.pitch * layout.bpe, rows = (uint32_t)(bytes / row);
    if ((p[5] & 0x3fffu) || bytes % row || (p[6] & 0x3fffu) + rows > layout.height)
        return fail(dma,
                    "%" PRIu64 " bytes from (%u, %u) are not whole rows of %u bytes within %u rows",
                    bytes, p[5] & 0x3fffu, p[6] & 0x3fffu, row, layout.height);
    uint8_t *tiled = memory_at(dma, (uint64_t)p[1] << 8, layout.size_bytes);
    uint8_t *linear = tiled ? memory_at(dma, address_of(p[7], p[8]), bytes) : NULL;
    if (linear)
        copy_rows(&layout, p, tiled, linear, rows);
    return linear;
}

static bool write_dwords(const struct dma *dma, const uint32_t *p)
{
    const uint64_t bytes = sim_dma_count(p[0]) * 4ull;
    uint8_t *target = memory_at(dma, address_of(p[1], p[2]), bytes);
    if (target)
        memcpy(target, p + 3, bytes);
    return target;
}

static bool fill(const struct dma *dma, const uint32_t *p)
{
    const uint32_t count = sim_dma_count(p[0]);
    uint8_t *target = memory_at(dma, address_of(p[1], p[3] >> 16), count * 4ull);
    for (uint32_t i = 0; target && i < count; i++)
        memcpy(target + i * 4ull, &p[2], 4);
    return target;
}

bool sim_dma_run(const struct hw_chip *chip, const struct sim_stream *stream,
                 char error[SIM_ERROR_SIZE])
{
    struct dma dma = {stream, chip, 0, error};
    bool done = true;
    while (done && dma.offset < stream->dword_count) {
        const uint32_t *p = stream->dwords + dma.offset;
        if (sim_dma_command(p[0]) == SIM_DMA_WRITE)
            done = write_dwords(&dma, p);
        else if (sim_dma_command(p[0]) == SIM_DMA_FILL)
            done = fill(&dma, p);
        else if (sim_dma_command(p[0]) == SIM_DMA_COPY)
            done = (sim_dma_kind(p[0]) == SIM_DMA_TILED ? copy_tiled : copy_linear)(&dma, p);
        dma.offset += sim_dma_length(p[0]);
    }
    return done;
}
