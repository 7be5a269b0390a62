/* SPDX-License-Identifier: MIT */
/* tiling.h: where a texel of a linear or tiled surface lies in memory, and how much memory it
 * takes.
 *
 * Within one surface the address splits into parts of one coordinate each:
 *     offset = (x.lo ^ y.lo ^ s.lo) + x.hi + y.hi + s.hi
 * lo holds bits that several coordinates decide together (pixel within a tile, pipe, bank), hi
 * whole tiles or macro tiles. Who walks many texels computes the parts once per column and row.
 * docs/hardware.md, "Tiling", gives the equations and their sources. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The tiling parameters that a chip and its memory fix for all surfaces. */
struct hw_tiling_config {
    uint32_t pipes, banks, row_bytes;
};

/* From the radeon kernel interface's tiling word. */
struct hw_tiling_config hw_tiling_config_decode(uint32_t word);

enum { HW_PIPE_INTERLEAVE = 256 };

/* Sizes are in elements (texels) where nothing else is said; bank_width to tile_split count for
 * 2D_TILED_THIN1 alone. */
struct hw_surface_layout {
    /* Set by the caller, or by hw_surface_layout_choose. */
    uint8_t mode;         /* HW_ARRAY_* */
    bool non_displayable; /* NON_DISP_TILING_ORDER: order of pixels in a micro tile */
    uint8_t bpe;          /* bytes of an element: 1, 2, 4, 8, 16 */
    uint8_t block;        /* texels of an element's side: 4, else 0 or 1 */
    uint8_t bank_width, bank_height, aspect; /* 1, 2, 4, 8 */
    uint16_t tile_split;                     /* bytes, 64 to 4096 */
    uint32_t pipes, banks;
    uint32_t pitch, height; /* padded */
    uint32_t slices;
    uint8_t samples;   /* of a texel; 0 means 1 */
    bool sample_order; /* samples of a texel lie together, as those of depths do */
    bool exact_layers; /* levels have as many as there are, not a power of two of them */
    /* Computed by hw_surface_layout_finish. */
    uint32_t tile_bytes; /* of a micro tile, at most tile_split in 2D modes */
    uint32_t macro_width, macro_height;
    uint32_t alignment; /* of the base address, bytes */
    uint64_t slice_bytes, size_bytes;
};

/* Alignment that a mode asks of pitch and height; needs bpe, pipes, banks, bank parameters. */
void hw_surface_pitch_alignment(const struct hw_surface_layout *layout, uint32_t *pitch,
                                uint32_t *height);

/* Checks the fields a caller set and computes the rest. False when the hardware could not have such
 * a surface; *why (may be NULL) then says what is wrong. */
bool hw_surface_layout_finish(struct hw_surface_layout *layout, const char **why);

/* A finished layout for an image of width x height texels: default parameters, padded sizes. */
bool hw_surface_layout_choose(struct hw_surface_layout *layout,
                              const struct hw_tiling_config *config, unsigned mode, unsigned bpe,
                              uint32_t width, uint32_t height, uint32_t slices);

/* The shares of all coordinates: low parts exclude each other, high parts add up. So do those that
 * the bits of x have in x's share, and those of y in y's. */
struct hw_tile_part {
    uint32_t lo;
    uint64_t hi;
};

typedef struct hw_tile_part (*hw_part_fn)(const struct hw_surface_layout *layout,
                                          uint32_t coordinate);
struct hw_tile_part hw_surface_x(const struct hw_surface_layout *layout, uint32_t x);
struct hw_tile_part hw_surface_y(const struct hw_surface_layout *layout, uint32_t y);
/* Where texels have several samples, `slice` is slice * samples + sample. */
struct hw_tile_part hw_surface_slice(const struct hw_surface_layout *layout, uint32_t slice);

/* Byte offset of an element from the surface's base. */
uint64_t hw_surface_offset(const struct hw_surface_layout *layout, uint32_t x, uint32_t y,
                           uint32_t slice);

/* Shares together, as those of y and slice; hw_surface_in_row adds a column's. */
static inline struct hw_tile_part hw_tile_join(struct hw_tile_part a, struct hw_tile_part b)
{
    return (struct hw_tile_part){.lo = a.lo ^ b.lo, .hi = a.hi + b.hi};
}
static inline uint64_t hw_surface_in_row(struct hw_tile_part row, struct hw_tile_part column)
{
    return (row.lo ^ column.lo) + row.hi + column.hi;
}

/* log2 of a power of two; descriptors hold most sizes so. */
static inline uint32_t hw_log2(uint32_t value)
{
    return 31u - (uint32_t)__builtin_clz(value | 1u);
}
