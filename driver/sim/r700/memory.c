/* SPDX-License-Identifier: MIT */
/* memory.c: what textures, and what a draw has set, need memory for, as Linux's r600_cs.c asks of
 * R600 and R700. Addresses in the register file are the GPU's. What no packet has set asks for all
 * there is. */
#include <assert.h>
#include <inttypes.h>
#include <sys/param.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/hw/tiling.h"
#include "driver/sim/draw/draw.h"
#include "driver/sim/draw/registers.h"
#include "driver/sim/r700/translate.h"
#include "driver/sim/stream/checker.h"

enum { TARGETS = 8, BUFFERS = 4, BUFFER_REGISTERS = 16, TILE = 8, LONGEST = 8192 };

/* A surface, and what its mode asks of it; sizes are pixels. */
struct surface {
    const char *what;
    uint32_t mode, bytes, samples, pitch, height;
    uint32_t pitch_alignment, height_alignment;
    uint64_t alignment;
};

static uint32_t bits(uint32_t value, unsigned low, unsigned count)
{
    return value >> low & ((1u << count) - 1);
}

static uint32_t value(const struct checker *c, uint32_t address)
{
    return sim_context(c->state, address);
}

static bool align(struct checker *c, struct surface *s)
{
    const uint32_t group = HW_PIPE_INTERLEAVE, texel = s->bytes * s->samples;
    const uint32_t banks = c->chip->banks, pipes = c->chip->tile_pipes;

    assert(s->bytes && s->samples);
    s->pitch_alignment = s->height_alignment = 1;
    s->alignment = s->mode == HW_ARRAY_LINEAR_GENERAL ? 1 : group;
    switch (s->mode) {
    case HW_ARRAY_LINEAR_GENERAL:
        return true;
    case HW_ARRAY_LINEAR_ALIGNED:
        s->pitch_alignment = MAX(64u, group / s->bytes);
        return true;
    case HW_ARRAY_1D_TILED_THIN1:
        s->pitch_alignment = MAX((uint32_t)TILE, group / (TILE * texel));
        s->height_alignment = TILE;
        return true;
    case HW_ARRAY_2D_TILED_THIN1:
        s->pitch_alignment = MAX(banks * TILE, group * banks / (texel * TILE));
        s->height_alignment = pipes * TILE;
        s->alignment = MAX((uint64_t)banks * pipes * TILE * TILE * texel,
                           (uint64_t)s->pitch_alignment * s->height_alignment * texel);
        return true;
    default:
        return sim_check_refuse(c, "%s: array mode %u", s->what, s->mode);
    }
}

static bool check_shape(struct checker *c, const struct surface *s, uint64_t address)
{
    if (s->pitch % s->pitch_alignment || s->height % s->height_alignment)
        return sim_check_refuse(c, "%s: %u x %u pixels are not whole ones of %u x %u", s->what,
                                s->pitch, s->height, s->pitch_alignment, s->height_alignment);
    return address % s->alignment == 0 ||
           sim_check_refuse(c, "%s: address 0x%" PRIx64 " is not aligned to %" PRIu64 " bytes",
                            s->what, address, s->alignment);
}

static bool check_room(struct checker *c, const char *what, uint64_t address, uint64_t bytes)
{
    const struct sim_bo *bo = sim_stream_find(c->stream, address);

    if (!bo)
        return sim_check_refuse(c, "%s: no object is set", what);
    return bytes <= bo->size - (address - bo->address) ||
           sim_check_refuse(
               c, "%s: %" PRIu64 " bytes at offset 0x%" PRIx64 " of an object of %" PRIu64, what,
               bytes, address - bo->address, bo->size);
}

static bool has_format(struct checker *c, struct surface *s, unsigned format)
{
    const struct hw_format_info *info = hw_format_find(format);

    if (!info)
        return sim_check_refuse(c, "%s: format %u", s->what, format);
    /* Three bytes are counted as four, three halves as eight (r600_fmt_get_blocksize). */
    s->bytes = info->bytes == 3 ? 4u : info->bytes == 6 ? 8u : info->bytes;
    return true;
}

static uint32_t samples(const struct checker *c)
{
    return sim_context_is_set(c->state, DRAW_R_PA_SC_AA_CONFIG)
               ? 1u << bits(value(c, DRAW_R_PA_SC_AA_CONFIG), 0, 2)
               : 16;
}

/* Compression: bits of fragments, and a block of 128 bytes for each 128 x 128 pixels. */
static bool check_compression(struct checker *c, const struct surface *s, unsigned n)
{
    enum { NONE, CLEARED, FRAGMENTS };
    const uint32_t mode = bits(value(c, R700_R_CB_COLOR_INFO + n * 4), 18, 2);
    const uint32_t mask = value(c, R700_R_CB_COLOR_MASK + n * 4), all = samples(c);
    const uint64_t fragments = (uint64_t)all * hw_log2(all) * TILE * (bits(mask, 12, 20) + 1);

    if (mode > FRAGMENTS)
        return sim_check_refuse(c, "%s: compression %u", s->what, mode);
    if (mode == FRAGMENTS && all > 1 &&
        !check_room(c, s->what, (uint64_t)value(c, R700_R_CB_COLOR_FRAG + n * 4) << 8, fragments))
        return false;
    return mode == NONE ||
           check_room(c, s->what, (uint64_t)value(c, R700_R_CB_COLOR_TILE + n * 4) << 8,
                      (bits(mask, 0, 12) + 1) * 128ull);
}

static bool check_target(struct checker *c, unsigned n, bool resolves)
{
    const uint32_t info = value(c, R700_R_CB_COLOR_INFO + n * 4);
    const uint32_t size = value(c, R700_R_CB_COLOR_SIZE + n * 4);
    const uint32_t view = value(c, R700_R_CB_COLOR_VIEW + n * 4);
    const uint64_t address = (uint64_t)value(c, R700_R_CB_COLOR_BASE + n * 4) << 8;
    struct surface s = {.what = "colours", .mode = bits(info, 8, 4), .samples = samples(c)};
    const unsigned format = bits(info, 2, 6);

    if (resolves && n == 1)
        s.samples = 1;
    if (format >= HW_FMT_5_9_9_9_SHAREDEXP || !has_format(c, &s, format))
        return sim_check_refuse(c, "colours: format %u", format);
    s.pitch = (bits(size, 0, 10) + 1) * TILE;
    s.height = MIN((bits(size, 10, 20) + 1) * TILE * TILE / s.pitch, (uint32_t)LONGEST);
    if (!align(c, &s))
        return false;
    const bool tiled = s.mode >= HW_ARRAY_1D_TILED_THIN1;
    if (s.mode == HW_ARRAY_1D_TILED_THIN1 && s.height >= TILE)
        s.height -= s.height % TILE;
    uint64_t bytes = (uint64_t)s.pitch * s.height * s.bytes * s.samples;
    bytes += tiled ? bits(view, 13, 11) * bytes : view & 0xffu;
    if (s.mode == HW_ARRAY_LINEAR_GENERAL) /* as old drivers describe them: looked at no further */
        bytes = 0;
    return check_shape(c, &s, address) && check_room(c, s.what, address, bytes) &&
           check_compression(c, &s, n);
}

static bool check_tiles(struct checker *c, const struct surface *s)
{
    return check_room(
        c, "tiles of depths", (uint64_t)value(c, R700_R_DB_HTILE_DATA_BASE) << 8,
        draw_htile_bytes(value(c, R700_R_DB_HTILE_SURFACE), c->chip, s->pitch, s->height));
}

static bool check_depth(struct checker *c)
{
    static const uint8_t bytes[] = {0, 2, 4, 4, 4, 4, 4, 8}; /* by format */
    const uint32_t info = value(c, R700_R_DB_DEPTH_INFO), size = value(c, R700_R_DB_DEPTH_SIZE);
    const uint32_t slices = bits(value(c, R700_R_DB_DEPTH_VIEW), 13, 11) + 1;
    const uint64_t address = (uint64_t)value(c, R700_R_DB_DEPTH_BASE) << 8;
    struct surface s = {.what = "depths",
                        .mode = bits(info, 15, 4),
                        .bytes = bytes[bits(info, 0, 3)],
                        .samples = samples(c),
                        .pitch = (bits(size, 0, 10) + 1) * TILE};
    const uint64_t tiles = bits(size, 10, 20) + 1;

    if ((size | 0x3ffu) == UINT32_MAX) /* as large as the object; the kernel sets that */
        return check_room(c, s.what, address, (uint64_t)s.bytes * TILE * TILE) &&
               ((sim_context_is_set(c->state, R700_R_DB_DEPTH_SIZE) && !bits(info, 25, 1)) ||
                sim_check_refuse(c, "depths without a size"));
    if (s.mode < HW_ARRAY_1D_TILED_THIN1 || !align(c, &s))
        return sim_check_refuse(c, "depths: array mode %u", s.mode);
    s.height = (uint32_t)MIN(tiles * TILE * TILE / s.pitch, (uint64_t)LONGEST);
    if (s.mode == HW_ARRAY_1D_TILED_THIN1)
        s.height -= s.height % TILE;
    return check_shape(c, &s, address) &&
           check_room(c, s.what, address, tiles * TILE * TILE * s.bytes * slices * s.samples) &&
           (!bits(info, 25, 1) || check_tiles(c, &s));
}

static bool check_captured(struct checker *c)
{
    const uint32_t buffers =
        value(c, R700_R_VGT_STRMOUT_EN) ? value(c, R700_R_VGT_STRMOUT_BUFFER_EN) : 0;

    for (unsigned i = 0; i < BUFFERS; i++) {
        const uint32_t registers = DRAW_R_VGT_STRMOUT_BUFFER_SIZE_0 + i * BUFFER_REGISTERS;

        if (buffers >> i & 1u &&
            !check_room(c, "captured vertices", (uint64_t)value(c, registers + 8) << 8,
                        value(c, registers) * 4u))
            return false;
    }
    return true;
}

bool r700_check_memory(struct checker *c)
{
    enum { RESOLVE = 7 };
    const bool resolves = bits(value(c, DRAW_R_CB_COLOR_CONTROL), 4, 3) == RESOLVE;
    const uint32_t mask = value(c, HW_R_CB_TARGET_MASK) | (resolves ? 0xffu : 0);

    if (!check_captured(c))
        return false;
    if (value(c, HW_R_SX_MISC) & 1)
        return true;
    for (unsigned n = 0; n < TARGETS; n++)
        if (bits(value(c, R700_R_CB_COLOR_INFO + n * 4), 2, 6) && bits(mask, n * 4, 4) &&
            !check_target(c, n, resolves))
            return false;
    return !bits(value(c, R700_R_DB_DEPTH_INFO), 0, 3) ||
           !bits(value(c, DRAW_R_DB_DEPTH_CONTROL), 0, 2) || check_depth(c);
}

/* The kernel looks at the first level, and at the alignment of the others. */
bool r700_check_texture(struct checker *c, const uint32_t *words, const struct sim_bo *bo,
                        const struct sim_bo *mips)
{
    const unsigned dim = bits(words[0], 0, 3), format = bits(words[1], 26, 6);
    const uint64_t offset = (uint64_t)words[2] << 8;
    struct surface s = {.what = "a texture", .mode = bits(words[0], 3, 4), .samples = 1};
    uint64_t layers = dim == HW_DIM_CUBE ? (c->chip->family == HW_FAMILY_R700 ? 8 : 6) : 1;

    if (dim >= HW_DIM_2D_MSAA)
        s.samples = 1u << bits(words[5], 0, 4);
    if (dim == HW_DIM_1D_ARRAY || dim == HW_DIM_2D_ARRAY || dim == HW_DIM_2D_ARRAY_MSAA)
        layers = (uint64_t)bits(words[5], 17, 13) + 1 - bits(words[5], 4, 13);
    if (!has_format(c, &s, format) || !align(c, &s))
        return false;
    if (format == HW_FMT_BC6 || format == HW_FMT_BC7)
        return sim_check_refuse(c, "a texture: format %u", format);
    s.pitch = (bits(words[0], 8, 11) + 1) * TILE;
    if (!check_shape(c, &s, bo->address + offset) ||
        !check_shape(c, &s, mips->address + ((uint64_t)words[3] << 8)))
        return false;
    const uint32_t block = hw_format_find(format)->bits[0] ? 1 : 4;
    const uint64_t columns = howmany(bits(words[0], 19, 13) + 1, block);
    const uint64_t rows = howmany(bits(words[1], 0, 13) + 1, block);
    const uint64_t bytes = roundup(columns, s.pitch_alignment) * roundup(rows, s.height_alignment) *
                           s.bytes * s.samples * layers;
    return (offset <= bo->size && bytes <= bo->size - offset) ||
           sim_check_refuse(
               c, "a texture: %" PRIu64 " bytes at offset 0x%" PRIx64 " of an object of %" PRIu64,
               bytes, offset, bo->size);
}
