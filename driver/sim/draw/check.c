/* SPDX-License-Identifier: MIT */
/* check.c: refuses streams whose depths, stencils or captured vertices have no memory, as the Linux
 * radeon driver does (evergreen_cs.c). It goes through a stream again whose packets are sound and
 * whose addresses are the GPU's. What no packet has set is not off here, but asks for all there is:
 * so it is there. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/param.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/sim/draw/context.h"
#include "driver/sim/draw/draw.h"
#include "driver/sim/stream/checker.h"

enum { Z_16 = 1, LAST_Z = 3, BUFFERS = 4, BUFFER_REGISTERS = 16 };

static uint32_t value(const struct checker *c, uint32_t address)
{
    return sim_context(c->state, address);
}

/* The object at an address; NULL with the error filled. */
static const struct sim_bo *find(struct checker *c, uint64_t address, const char *what)
{
    const struct sim_bo *bo = sim_stream_find(c->stream, address);
    if (!bo)
        sim_check_refuse(c, "no object is set for %s", what);
    return bo;
}

static bool check_place(struct checker *c, const struct hw_surface_layout *layout, uint32_t base,
                        const char *what)
{
    const uint64_t address = (uint64_t)value(c, base) << 8;
    const struct sim_bo *bo = find(c, address, what);
    if (!bo)
        return false;
    const uint64_t offset = address - bo->address;
    assert(layout->alignment); /* the layout is finished */
    if (offset % layout->alignment)
        return sim_check_refuse(c, "%s: offset 0x%" PRIx64 " is not aligned to %u bytes", what,
                                offset, layout->alignment);
    return layout->size_bytes <= bo->size - offset ||
           sim_check_refuse(
               c, "%s: needs %" PRIu64 " bytes from offset 0x%" PRIx64 " of an object of %" PRIu64,
               what, layout->size_bytes, offset, bo->size);
}

static struct hw_surface_layout layout_of(const struct checker *c, uint8_t bytes, unsigned split)
{
    const uint32_t info = value(c, DRAW_R_DB_Z_INFO);
    const uint32_t pitch = (draw_bits(value(c, DRAW_R_DB_DEPTH_SIZE), 0, 11) + 1) * 8;
    struct hw_surface_layout layout = draw_depth_tiles(info, bytes, split, c->chip);
    layout.pitch = pitch;
    layout.height = (value(c, DRAW_R_DB_DEPTH_SLICE) + 1) * 64 / pitch;
    layout.slices = draw_bits(value(c, DRAW_R_DB_DEPTH_VIEW), 13, 11) + 1;
    return layout;
}

uint64_t draw_htile_bytes(uint32_t surface, const struct hw_chip *chip, uint32_t pitch,
                          uint32_t height)
{
    const uint32_t pipes = chip->tile_pipes, tile = 8;
    uint32_t across = 16 * tile, down = pipes * tile;
    if (!draw_bits(surface, 2, 1)) {
        across = (pipes > 2 ? 64 : 32) * tile;
        down = (pipes > 4 ? 64 : pipes > 1 ? 32 : 16) * tile;
    }
    const uint64_t columns = howmany(pitch, across) * across / tile;
    const uint64_t rows = howmany(height, down) * down / tile;
    const uint64_t block = 2048ull * pipes;
    return howmany(columns * rows * sizeof(uint32_t), block) * block;
}

/* The kernel adds the offset, which counts 256 bytes, as if it counted bytes. */
static bool check_htile(struct checker *c, const struct hw_surface_layout *layout)
{
    const uint64_t address = (uint64_t)value(c, DRAW_R_DB_HTILE_DATA_BASE) << 8;
    if (!draw_bits(value(c, DRAW_R_DB_Z_INFO), 29, 1))
        return true;
    const struct sim_bo *bo = find(c, address, "tiles of depths");
    if (!bo)
        return false;
    const uint64_t bytes = draw_htile_bytes(value(c, DRAW_R_DB_HTILE_SURFACE), c->chip,
                                            layout->pitch, layout->height) +
                           ((address - bo->address) >> 8);
    return bytes <= bo->size ||
           sim_check_refuse(c, "tiles of depths: %" PRIu64 " bytes in %" PRIu64, bytes, bo->size);
}

static bool check_depth(struct checker *c)
{
    const uint32_t info = value(c, DRAW_R_DB_Z_INFO);
    struct hw_surface_layout layout =
        layout_of(c, draw_bits(info, 0, 2) == Z_16 ? 2 : 4, draw_bits(info, 8, 3));
    const char *why;
    if (!hw_surface_layout_finish(&layout, &why))
        return sim_check_refuse(c, "depths: %s", why);
    return check_place(c, &layout, DRAW_R_DB_Z_READ_BASE, "depths that are read") &&
           check_place(c, &layout, DRAW_R_DB_Z_READ_BASE + 8, "depths that are written") &&
           check_htile(c, &layout);
}

/* Drivers of long ago placed stencils as texels of 32 bits: the kernel looks no further then. */
static bool check_stencil(struct checker *c)
{
    const unsigned split = draw_bits(value(c, DRAW_R_DB_STENCIL_INFO), 8, 3);
    struct hw_surface_layout layout = layout_of(c, 1, split), wide = layout_of(c, 4, split);
    const char *why;
    if (!hw_surface_layout_finish(&layout, &why))
        return hw_surface_layout_finish(&wide, &why) || sim_check_refuse(c, "stencils: %s", why);
    return check_place(c, &layout, DRAW_R_DB_STENCIL_READ_BASE, "stencils that are read") &&
           check_place(c, &layout, DRAW_R_DB_STENCIL_READ_BASE + 8, "stencils that are written") &&
           check_htile(c, &layout);
}

static bool check_buffer(struct checker *c, unsigned i)
{
    const uint32_t registers = DRAW_R_VGT_STRMOUT_BUFFER_SIZE_0 + i * BUFFER_REGISTERS;
    const uint64_t address = (uint64_t)value(c, registers + 8) << 8;
    const uint32_t bytes = value(c, registers) * 4;
    const struct sim_bo *bo = find(c, address, "vertices that are captured");
    if (!bo)
        return false;
    return bytes <= bo->size - (address - bo->address) ||
           sim_check_refuse(c,
                            "captured vertices: buffer %u of %u bytes at offset 0x%" PRIx64
                            " of an object of %" PRIu64,
                            i, bytes, address - bo->address, bo->size);
}

static bool check_captured(struct checker *c)
{
    const uint32_t streams = value(c, DRAW_R_VGT_STRMOUT_CONFIG);
    const uint32_t config = value(c, DRAW_R_VGT_STRMOUT_BUFFER_CONFIG);
    unsigned buffers = 0;
    for (unsigned i = 0; i < BUFFERS; i++)
        if (streams >> i & 1u)
            buffers |= draw_bits(config, i * 4, 4);
    for (unsigned i = 0; i < BUFFERS; i++)
        if (buffers >> i & 1u && !check_buffer(c, i))
            return false;
    return true;
}

static bool check_draw(struct checker *c)
{
    const uint32_t control = value(c, DRAW_R_DB_DEPTH_CONTROL);
    if (!check_captured(c))
        return false;
    if (value(c, HW_R_SX_MISC) & 1)
        return true;
    return (!draw_bits(control, 0, 1) || !draw_bits(value(c, DRAW_R_DB_STENCIL_INFO), 0, 1) ||
            check_stencil(c)) &&
           (!draw_bits(control, 1, 1) || !draw_bits(value(c, DRAW_R_DB_Z_INFO), 0, 2) ||
            check_depth(c));
}

static void begin(struct sim_state *state)
{
    static const uint32_t unset[] = {DRAW_R_DB_DEPTH_CONTROL, DRAW_R_DB_Z_INFO,
                                     DRAW_R_DB_STENCIL_INFO,  DRAW_R_DB_DEPTH_VIEW,
                                     DRAW_R_DB_DEPTH_SIZE,    DRAW_R_DB_DEPTH_SLICE};
    for (size_t i = 0; i < COUNT(unset); i++)
        state->context[(unset[i] - HW_CONTEXT_REG_BASE) / 4] = UINT32_MAX;
}

static bool draws(unsigned opcode)
{
    static const uint8_t rows[] = {HW_PKT3_DISPATCH_DIRECT,     HW_PKT3_DRAW_INDIRECT,
                                   HW_PKT3_DRAW_INDEX_INDIRECT, HW_PKT3_INDEX_BASE,
                                   HW_PKT3_DRAW_INDEX,          HW_PKT3_DRAW_INDEX_AUTO,
                                   HW_PKT3_DRAW_INDEX_IMMD,     HW_PKT3_DRAW_INDEX_2};
    for (size_t i = 0; i < COUNT(rows); i++)
        if (rows[i] == opcode)
            return true;
    return false;
}

static bool check_all(struct checker *c)
{
    for (uint32_t at = 0; at < c->stream->dword_count; at += c->packet.count + 1) {
        if (!sim_packet_read(c->stream, at, &c->packet))
            continue;
        c->packet.compute = true; /* the kernel has one set of registers */
        if (c->packet.opcode == HW_PKT3_SET_CONTEXT_REG)
            sim_packet_apply(c->state, &c->packet);
        else if (draws(c->packet.opcode) && !check_draw(c))
            return false;
        c->packet_number += c->packet.opcode != HW_PKT3_NOP;
    }
    return true;
}

bool draw_check(const struct hw_chip *chip, struct sim_stream *stream, char *error)
{
    struct checker c = {.stream = stream, .chip = chip, .error = error};
    c.state = calloc(1, sizeof(*c.state));
    if (!c.state)
        return sim_check_refuse(&c, "out of memory");
    begin(c.state);
    const bool sound = check_all(&c);
    free(c.state);
    return sound;
}
