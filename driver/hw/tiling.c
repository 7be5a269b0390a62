/* SPDX-License-Identifier: MIT */
/* tiling.c: surface layouts and address equations of linear, 1D-tiled and 2D-tiled surfaces. */
#include "driver/hw/tiling.h"

#include <assert.h>
#include <stddef.h>
#include <sys/param.h>

#include "driver/base/count.h"
#include "driver/hw/registers.h"

enum { TILE = 8, TILE_LOG2 = 3, TILE_ELEMENTS = 64 };

struct hw_tiling_config hw_tiling_config_decode(uint32_t word)
{
    return (struct hw_tiling_config){
        .pipes = 1u << (word & 0xf),
        .banks = 4u << (word >> 4 & 0xf),
        .row_bytes = 1024u << (word >> 12 & 0xf),
    };
}

static bool power_of_two(uint32_t value, uint32_t low, uint32_t high)
{
    return value >= low && value <= high && !(value & (value - 1));
}

void hw_surface_pitch_alignment(const struct hw_surface_layout *l, uint32_t *pitch,
                                uint32_t *height)
{
    assert(l->bpe > 0);
    *pitch = TILE; /* LINEAR_GENERAL: what the descriptors' PITCH fields can express */
    *height = 1;
    switch (l->mode) {
    case HW_ARRAY_LINEAR_ALIGNED:
        *pitch = MAX(64, HW_PIPE_INTERLEAVE / l->bpe);
        break;
    case HW_ARRAY_1D_TILED_THIN1:
        *pitch = MAX(TILE, HW_PIPE_INTERLEAVE / (TILE * l->bpe));
        *height = TILE;
        break;
    case HW_ARRAY_2D_TILED_THIN1:
        *pitch = TILE * l->bank_width * l->pipes * l->aspect;
        *height = TILE * l->bank_height * l->banks / l->aspect;
        break;
    }
}

/* Before it is split. */
static uint32_t tile_bytes(const struct hw_surface_layout *l)
{
    return (uint32_t)TILE_ELEMENTS * l->bpe * l->samples;
}

static const char *check_2d_parameters(const struct hw_surface_layout *l)
{
    if (!power_of_two(l->pipes, 1, 8) || !power_of_two(l->banks, 2, 16))
        return "impossible number of pipes or banks";
    if (!power_of_two(l->bank_width, 1, 8) || !power_of_two(l->bank_height, 1, 8))
        return "bank width or height is not 1, 2, 4 or 8";
    if (!power_of_two(l->aspect, 1, 8) || l->aspect > l->banks)
        return "macro tile aspect is not 1, 2, 4 or 8, or exceeds the number of banks";
    if (!power_of_two(l->tile_split, 64, 4096) || l->tile_split < l->bpe)
        return "tile split is not a power of two from 64 to 4096";
    return NULL;
}

static const char *check_parameters(const struct hw_surface_layout *l)
{
    if (!power_of_two(l->bpe, 1, 16))
        return "element size is not 1, 2, 4, 8 or 16 bytes";
    if (l->mode > HW_ARRAY_2D_TILED_THIN1 || l->mode == 3)
        return "unknown array mode";
    if (!power_of_two(l->samples, 1, l->mode == HW_ARRAY_2D_TILED_THIN1 ? 8 : 1))
        return "several samples, but no macro tiles";
    if (l->mode == HW_ARRAY_2D_TILED_THIN1) {
        const char *why = check_2d_parameters(l);
        if (why)
            return why;
    }
    uint32_t pitch, height;
    hw_surface_pitch_alignment(l, &pitch, &height);
    if (l->mode == HW_ARRAY_1D_TILED_THIN1 && l->sample_order)
        pitch = TILE; /* stencils have the pitch of their depths, which the kernel lets pass */
    if (!l->pitch || l->pitch % pitch)
        return "pitch is not aligned as the array mode asks";
    if (!l->height || l->height % height)
        return "height is not aligned as the array mode asks";
    return l->slices ? NULL : "no slices";
}

bool hw_surface_layout_finish(struct hw_surface_layout *l, const char **why)
{
    l->samples += !l->samples;
    const char *problem = check_parameters(l);
    if (why)
        *why = problem;
    if (problem)
        return false;

    bool macro = l->mode == HW_ARRAY_2D_TILED_THIN1;
    l->tile_bytes = macro ? MIN(tile_bytes(l), l->tile_split) : tile_bytes(l);
    l->alignment = HW_PIPE_INTERLEAVE;
    l->macro_width = l->macro_height = TILE;
    if (macro) {
        hw_surface_pitch_alignment(l, &l->macro_width, &l->macro_height);
        l->alignment = MAX(HW_PIPE_INTERLEAVE,
                           l->macro_width / TILE * (l->macro_height / TILE) * l->tile_bytes);
    }
    l->slice_bytes = (uint64_t)l->pitch * l->height * l->bpe * l->samples;
    l->size_bytes = l->slice_bytes * l->slices;
    return true;
}

/* Defaults of libdrm's radeon_surface.c (eg_surface_best) for one sample. */
static void choose_2d_parameters(struct hw_surface_layout *l, uint32_t row_bytes)
{
    uint32_t tile_bytes = TILE_ELEMENTS * l->bpe;
    assert(l->pipes > 0 && l->banks > 0);
    l->tile_split = (uint16_t)row_bytes;
    l->bank_width = 1;
    l->bank_height = tile_bytes <= 64 ? 4 : tile_bytes <= 256 ? 2 : 1;
    uint32_t height_over_width = MAX(1, l->bank_height * l->banks / (l->bank_width * l->pipes));
    l->aspect = (uint8_t)(1u << hw_log2(height_over_width) / 2);
}

bool hw_surface_layout_choose(struct hw_surface_layout *l, const struct hw_tiling_config *config,
                              unsigned mode, unsigned bpe, uint32_t width, uint32_t height,
                              uint32_t slices)
{
    *l = (struct hw_surface_layout){
        .mode = (uint8_t)mode,
        .bpe = (uint8_t)bpe,
        .pipes = config->pipes,
        .banks = config->banks,
        .slices = slices,
    };
    if (!bpe || !width || !height || width > 1u << 30 || height > 1u << 30)
        return false;
    if (mode == HW_ARRAY_2D_TILED_THIN1)
        choose_2d_parameters(l, config->row_bytes);
    uint32_t pitch_alignment, height_alignment;
    hw_surface_pitch_alignment(l, &pitch_alignment, &height_alignment);
    l->pitch = ALIGN_UP(width, pitch_alignment);
    l->height = ALIGN_UP(height, height_alignment);
    return hw_surface_layout_finish(l, NULL);
}

/* Order of coordinate bits in the pixel number within a micro tile, lowest first: 0-2 are bits of
 * x, 4-6 bits of y. Rows: displayable 8, 16, 32, 64, 128 bits; then the order of depth surfaces. */
enum { X0 = 0, X1, X2, Y0 = 4, Y1, Y2 };
static const uint8_t pixel_order[6][6] = {
    {X0, X1, X2, Y1, Y0, Y2}, {X0, X1, X2, Y0, Y1, Y2}, {X0, X1, Y0, X2, Y1, Y2},
    {X0, Y0, X1, X2, Y1, Y2}, {Y0, X0, X1, X2, Y1, Y2}, {X0, Y0, X1, Y1, X2, Y2},
};

/* The share that one coordinate has in an element's byte offset within its micro tile. */
static uint32_t element_part(const struct hw_surface_layout *l, uint32_t coordinate, unsigned axis)
{
    const uint8_t *order = pixel_order[l->non_displayable ? 5 : hw_log2(l->bpe)];
    uint32_t pixel = 0;
    for (unsigned bit = 0; bit < 6; bit++)
        if ((order[bit] & 4u) == axis)
            pixel |= (coordinate >> (order[bit] & 3) & 1) << bit;
    return pixel * l->bpe * (l->sample_order ? l->samples : 1u);
}

static uint32_t bit(uint32_t value, unsigned index)
{
    return value >> index & 1;
}

/* The pipe and bank equations are exclusive ors of bits of x and y, so one coordinate's share is
 * the equation with the other at zero. tx, ty: bit 0 is bit 3 of the coordinate. */
static uint32_t pipe_of(uint32_t pipes, uint32_t tx, uint32_t ty)
{
    uint32_t x3 = bit(tx, 0), x4 = bit(tx, 1), x5 = bit(tx, 2);
    uint32_t y3 = bit(ty, 0), y4 = bit(ty, 1), y5 = bit(ty, 2);
    switch (pipes) {
    case 2:
        return x3 ^ y3;
    case 4:
        return (x4 ^ y3) | (x3 ^ y4) << 1;
    case 8: /* our choice among the published ones: the R600 library's */
        return (x5 ^ y3) | (x4 ^ x5 ^ y4) << 1 | (x3 ^ y5) << 2;
    default:
        return 0;
    }
}

static uint32_t bank_of(uint32_t banks, uint32_t tx, uint32_t ty)
{
    uint32_t x3 = bit(tx, 0), x4 = bit(tx, 1), x5 = bit(tx, 2), x6 = bit(tx, 3);
    uint32_t y3 = bit(ty, 0), y4 = bit(ty, 1), y5 = bit(ty, 2), y6 = bit(ty, 3);
    switch (banks) {
    case 16:
        return (x3 ^ y6) | (x4 ^ y5 ^ y6) << 1 | (x5 ^ y4) << 2 | (x6 ^ y3) << 3;
    case 8:
        return (x3 ^ y5) | (x4 ^ y4 ^ y5) << 1 | (x5 ^ y3) << 2;
    case 4:
        return (x3 ^ y4) | (x4 ^ y3) << 1;
    default:
        return x3 ^ y3;
    }
}

/* Puts pipe and bank between the bits of an offset within one bank's share of a macro tile. Where
 * that is smaller than what pipes interleave, as stencils of several samples have it, the share
 * takes its place: nobody else looks at such a surface. */
static uint32_t interleave(const struct hw_surface_layout *l, uint32_t offset, uint32_t pipe,
                           uint32_t bank)
{
    const uint32_t share = hw_log2(l->tile_bytes * l->bank_width * l->bank_height);
    const uint32_t low = MIN(share, hw_log2(HW_PIPE_INTERLEAVE));
    const uint32_t bank_at = low + hw_log2(l->pipes), high = bank_at + hw_log2(l->banks);
    return (offset & ((1u << low) - 1)) | pipe << low | bank << bank_at | offset >> low << high;
}

static uint32_t macro_bytes(const struct hw_surface_layout *l)
{
    return l->tile_bytes * l->bank_width * l->bank_height * l->pipes * l->banks;
}

/* Elements that a tile split moves to a later part of the slice change bank as well. */
static struct hw_tile_part macro_part(const struct hw_surface_layout *l, uint32_t tile,
                                      uint32_t element, uint32_t pipe, uint32_t bank)
{
    uint32_t split = element / l->tile_bytes;
    uint32_t splits = tile_bytes(l) / l->tile_bytes;
    bank ^= (l->banks / 2 + 1) * split;
    return (struct hw_tile_part){
        .lo = interleave(l, tile * l->tile_bytes + element % l->tile_bytes, pipe,
                         bank & (l->banks - 1)),
        .hi = l->slice_bytes / splits * split,
    };
}

struct hw_tile_part hw_surface_x(const struct hw_surface_layout *l, uint32_t x)
{
    if (l->mode <= HW_ARRAY_LINEAR_ALIGNED)
        return (struct hw_tile_part){.hi = (uint64_t)x * l->bpe};
    uint32_t element = element_part(l, x, 0), tx = x >> TILE_LOG2;
    if (l->mode == HW_ARRAY_1D_TILED_THIN1)
        return (struct hw_tile_part){.lo = element, .hi = (uint64_t)tx * l->tile_bytes};
    struct hw_tile_part part =
        macro_part(l, tx / l->pipes % l->bank_width, element, pipe_of(l->pipes, tx, 0),
                   bank_of(l->banks, tx / (l->bank_width * l->pipes), 0));
    part.hi += (uint64_t)(x / l->macro_width) * macro_bytes(l);
    return part;
}

struct hw_tile_part hw_surface_y(const struct hw_surface_layout *l, uint32_t y)
{
    if (l->mode <= HW_ARRAY_LINEAR_ALIGNED)
        return (struct hw_tile_part){.hi = (uint64_t)y * l->pitch * l->bpe};
    uint32_t element = element_part(l, y, 4), ty = y >> TILE_LOG2;
    if (l->mode == HW_ARRAY_1D_TILED_THIN1)
        return (struct hw_tile_part){.lo = element,
                                     .hi = (uint64_t)ty * (l->pitch / TILE) * l->tile_bytes};
    struct hw_tile_part part =
        macro_part(l, ty % l->bank_height * l->bank_width, element, pipe_of(l->pipes, 0, ty),
                   bank_of(l->banks, 0, ty / l->bank_height));
    part.hi += (uint64_t)(y / l->macro_height) * (l->pitch / l->macro_width) * macro_bytes(l);
    return part;
}

struct hw_tile_part hw_surface_slice(const struct hw_surface_layout *l, uint32_t slice)
{
    if (l->mode != HW_ARRAY_2D_TILED_THIN1)
        return (struct hw_tile_part){.hi = l->slice_bytes * slice};
    const uint32_t sample = slice % l->samples * l->bpe;
    struct hw_tile_part part =
        macro_part(l, 0, l->sample_order ? sample : sample * TILE_ELEMENTS, 0, 0);
    slice /= l->samples;
    part.lo ^= interleave(l, 0, 0, (l->banks / 2 - 1) * slice & (l->banks - 1));
    part.hi += l->slice_bytes * slice;
    return part;
}

uint64_t hw_surface_offset(const struct hw_surface_layout *l, uint32_t x, uint32_t y,
                           uint32_t slice)
{
    return hw_surface_in_row(hw_tile_join(hw_surface_y(l, y), hw_surface_slice(l, slice)),
                             hw_surface_x(l, x));
}
