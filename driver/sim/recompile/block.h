/* SPDX-License-Identifier: MIT */
/* block.h: the functions that recompiled programs are made of; block.c has them, as bitcode.
 *
 * Vectors point to SIM_NATIVE_LANES dwords, aligned to 64 bytes. Masks are vectors of 0 and ~0, or,
 * as `bits`, bit i for lane i. */
#pragma once

#include "driver/sim/exec/native.h"
#include "driver/sim/exec/provenance.h"
#include "driver/sim/lanes/lanes.h"

struct sim_sample_how;
struct sim_store_how;
struct sim_surface;

/* sim_block_alu_NAME for each row of lanes/alu_ops.def: sources a to c. */
#define SIM_BLOCK_ALU uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c
/* sim_block_scalar_NAME: the same of one lane. */
#define SIM_BLOCK_SCALAR uint32_t a, uint32_t b, uint32_t c
/* sim_block_double_NAME for each row of lanes/double_ops.def: low and high words. */
#define SIM_BLOCK_DOUBLE                                                                           \
    uint32_t *d0, uint32_t *d1, const uint32_t *a0, const uint32_t *a1, const uint32_t *b0,        \
        const uint32_t *b1, const uint32_t *c0, const uint32_t *c1

/* clang-format off */
#define SIM_SAME_OP(name, other) void sim_block_alu_##name(SIM_BLOCK_ALU); uint32_t sim_block_scalar_##name(SIM_BLOCK_SCALAR);
#define SIM_OP(name, in, out, expression) SIM_SAME_OP(name, )
#include "driver/sim/lanes/alu_ops.def"
#define SIM_DOUBLE_OP(name, sources, result, expression) void sim_block_double_##name(SIM_BLOCK_DOUBLE);
#include "driver/sim/lanes/double_ops.def"
/* clang-format on */

void sim_block_modify(uint32_t *d, const uint32_t *a, uint32_t and_mask, uint32_t xor_mask);
void sim_block_flush(uint32_t *d, const uint32_t *a);
void sim_block_finish(uint32_t *d, uint32_t how);
uint32_t sim_block_modify_one(uint32_t a, uint32_t and_mask, uint32_t xor_mask);
uint32_t sim_block_flush_one(uint32_t a);
uint32_t sim_block_finish_one(uint32_t a, uint32_t how);
/* Whether all lanes of the mask lie in a range. */
bool sim_block_inside(const struct sim_native_range *range, const uint32_t *index,
                      const uint32_t *mask);
/* A dword of each lane's element, which is inside the range: number `dword` of it. */
void sim_block_load(uint32_t *d, const struct sim_native_range *range, const uint32_t *index,
                    const uint32_t *mask, uint32_t scale, uint32_t dword);
/* The same of two ranges: whether each lane of the mask is inside one of them, which of all are
 * inside the first one, as bits, and a dword from either. */
bool sim_block_inside_either(const struct sim_native_range *range, const uint32_t *index,
                             const uint32_t *mask);
uint32_t sim_block_inside_first(const struct sim_native_range *range, const uint32_t *index);
void sim_block_load_either(uint32_t *d, const struct sim_native_range *range, const uint32_t *index,
                           const uint32_t *mask, uint32_t scale, uint32_t dword);
/* A channel's value, of its dword: SIM_CHANNEL_*, and its bits (0: all). */
void sim_block_decode(uint32_t *d, const uint32_t *raw, uint32_t kind, uint32_t shift,
                      uint32_t bits);
/* The reverse of loads. Where two lanes name one place the last one stays. */
void sim_block_store(const uint32_t *value, const struct sim_native_range *range,
                     const uint32_t *index, uint32_t bits, uint32_t dword);
/* The same, of lanes that lie anyhow. */
void sim_block_scatter(const uint32_t *value, const struct sim_native_range *range,
                       const uint32_t *index, uint32_t bits, uint32_t dword);
/* How elements lie to each other that begin where a value's lanes say, in units of which an element
 * has 2^shift: SIM_LOOK_*, and where lanes' own are among those from the first one on. */
enum {
    SIM_STRIDES_LEAD, /* how many elements before the first lane's begin those that lanes' are of */
    SIM_STRIDES_MORE, /* how many those are, less one: lanes' own if they are neighbours, else twice
                      as many; UINT32_MAX: lanes lie anyhow */
    SIM_STRIDES_TAKEN, /* in the latter case, if lanes rise, which are lanes' own, as bits; else 0
                        */
    SIM_STRIDES
};
void sim_block_strides(uint32_t *places, uint32_t *strides, const uint32_t *value, uint32_t shift);
/* Dwords of lanes that are near one another, where those that they are of lie, by such strides. */
void sim_block_load_near(uint32_t *d, const uint8_t *memory, const uint32_t *places);
void sim_block_store_near(uint8_t *memory, const uint32_t *value, uint32_t taken);
/* Whether two such stores, the other one's memory so many bytes further, fill these elements in
 * runs as long as they are apart; and both of them. */
bool sim_block_filled(uint32_t taken, uint64_t further);
void sim_block_store_filled(uint8_t *memory, const uint32_t *a, const uint32_t *b, uint32_t taken);
/* Whether no address of the mask's lanes has a bit of `low`. */
bool sim_block_aligned(const uint32_t *address, const uint32_t *mask, uint32_t low);
/* Whether no access of so many bytes leaves the object that begins at its lane's base, one of the
 * launch's inputs. Notes in two ranges where accesses by the bases that it met last may begin. */
bool sim_block_selected(struct sim_native_range *range, const uint32_t *address,
                        const uint32_t *base, const uint32_t *mask,
                        const struct sim_provenance *provenance, uint32_t inputs, uint32_t bytes);
/* Whether these ranges say so of addresses from `first` on to that plus `more`, by one base. */
bool sim_block_selected_steps(const struct sim_native_range *range, uint32_t base, uint32_t first,
                              uint64_t more);
void sim_block_lds_address(uint32_t *d, const uint32_t *address, uint32_t offset);
/* Whether the lanes of the mask name dwords, aligned, of `count` bytes of memory from `first` on.
 */
bool sim_block_lds_inside(const uint32_t *address, const uint32_t *mask, uint32_t first,
                          uint32_t count);
void sim_block_lds_read(uint32_t *d, const uint32_t *lds, const uint32_t *address,
                        const uint32_t *mask);
void sim_block_lds_write(uint32_t *lds, const uint32_t *address, const uint32_t *value,
                         uint32_t bits);
/* Any operation HW_LDS_* on a dword or a part of one: whether the lanes of the mask name such, and
 * what it does, one lane after the other; the old values. */
bool sim_block_lds_fits(const uint32_t *address, const uint32_t *mask, uint32_t first,
                        uint32_t count, uint32_t op);
void sim_block_lds_act(uint32_t *d, uint32_t *lds, const uint32_t *address, const uint32_t *a,
                       const uint32_t *b, uint32_t bits, uint32_t op);
/* The same of all lanes, where nobody wants old values. */
void sim_block_lds_update(uint32_t *lds, const uint32_t *address, const uint32_t *a,
                          const uint32_t *b, uint32_t op);
/* `count` operations on aligned dwords, up to four, each of all lanes by one number; in any order.
 */
void sim_block_lds_updates(uint32_t *lds, const uint32_t *at0, uint32_t a0, const uint32_t *at1,
                           uint32_t a1, const uint32_t *at2, uint32_t a2, const uint32_t *at3,
                           uint32_t a3, uint32_t count, uint32_t op);
/* The same of operations on two dwords, of which `mask` and `bits` both say the lanes. */
void sim_block_lds_pair(uint32_t *d, uint32_t *e, uint32_t *lds, const uint32_t *address,
                        const uint32_t *other, const uint32_t *a, const uint32_t *b,
                        const uint32_t *mask, uint32_t bits, uint32_t op);
/* Atomic operations HW_RAT_* on dwords of a buffer of so many elements: whether all lanes of the
 * mask are in the range, and what they return finds room in so many slots (UINT64_MAX: nobody
 * wants it); and what they do. */
bool sim_block_atomic_fits(const struct sim_native_range *range, const uint32_t *index,
                           const uint32_t *mask, uint32_t elements, const uint32_t *slot,
                           uint64_t slots);
void sim_block_atomic(const struct sim_native_range *range, const uint32_t *index,
                      const uint32_t *x, const uint32_t *w, uint32_t bits, uint32_t op,
                      uint32_t *results, const uint32_t *slot);
/* Scratch of a block: elements at index + element. */
bool sim_block_scratch_fits(const struct sim_native_range *range, const uint32_t *index,
                            const uint32_t *mask, uint32_t element);
void sim_block_scratch_load(uint32_t *d, const uint32_t *scratch, const uint32_t *index,
                            const uint32_t *mask, uint32_t element, uint32_t element_dwords,
                            uint32_t item_dwords, uint32_t dword);
void sim_block_scratch_store(const uint32_t *value, uint32_t *scratch, const uint32_t *index,
                             const uint32_t *mask, uint32_t bits, uint32_t element,
                             uint32_t element_dwords, uint32_t item_dwords, uint32_t dword);
/* Functions that there are for texels of usual formats, too, so that programs are not linked with
 * what other ones need: sim_block_NAME_bytes, _floats and _any (enum recompile_usual). */
#define SIM_BLOCK_USUAL(name, params)                                                              \
    void sim_block_##name##_bytes(params);                                                         \
    void sim_block_##name##_floats(params);                                                        \
    void sim_block_##name##_any(params);
#define SIM_BLOCK_SAMPLE                                                                           \
    uint32_t *d0, uint32_t *d1, uint32_t *d2, uint32_t *d3, const struct sim_sample_how *how,      \
        const struct sim_surface *surface, const uint32_t *border, const uint32_t *x,              \
        const uint32_t *y, const uint32_t *z, const uint32_t *w
/* A fetch from a texture, `how` being known: its channels in memory to d0 to d3. */
void sim_block_sample(SIM_BLOCK_SAMPLE);
/* Fetches that have a function of their own, so that programs are not linked with what other ones
 * need: of texels of this kind, that filter none, and whose texels lie within 2 GiB of the
 * surface's start. */
#define SIM_BLOCK_SAMPLES(ROW)                                                                     \
    ROW(plain_other, SIM_TEXEL_OTHER)                                                              \
    ROW(plain_float4, SIM_TEXEL_FLOAT4)                                                            \
    ROW(plain_unorm8, SIM_TEXEL_UNORM8)
#define SIM_BLOCK_SAMPLE_ROW(name, kind) void sim_block_sample_##name(SIM_BLOCK_SAMPLE);
SIM_BLOCK_SAMPLES(SIM_BLOCK_SAMPLE_ROW)
#undef SIM_BLOCK_SAMPLE_ROW
/* One that filters: only where its texels lie is found here, and code that is ready weighs them
 * (struct sim_native_ready). */
struct sim_axis;
typedef void (*sim_block_filter)(uint32_t *d0, uint32_t *d1, uint32_t *d2, uint32_t *d3,
                                 const struct sim_surface *surface, struct sim_axis *axis,
                                 const uint32_t *border);
void sim_block_sample_by(SIM_BLOCK_SAMPLE, sim_block_filter filter);
/* Where lanes of a fetch read a row: the column of each, and what lane 0's is, unless the sampler
 * has clamped it, with the others' y and z. */
enum {
    SIM_PLACE_X = SIM_NATIVE_LANES,
    SIM_PLACE_Y,
    SIM_PLACE_Z,
    SIM_PLACE_DWORDS = 2 * SIM_NATIVE_LANES
};
/* Finds the place of a fetch from a surface with quads that filters nothing and whose other
 * coordinates are one for all lanes. False where lanes meet the border. */
bool sim_block_row_place(uint32_t *place, const struct sim_sample_how *how,
                         const struct sim_surface *surface, const uint32_t *x, const uint32_t *y,
                         const uint32_t *z, const uint32_t *w);
/* The same of lanes whose coordinates are whole numbers, and x goes by steps of one from lane 0's
 * on. False, too, where none of the window's texels would be inside. */
bool sim_block_row_steps(uint32_t *place, const struct sim_sample_how *how,
                         const struct sim_surface *surface, uint32_t start, uint32_t y, uint32_t z);
/* Whether all lanes of the part lie in its window, of so many texels, in a row from x = `first` on
 * of so many blocks. The parts' windows are a block from each other. */
bool sim_block_row_fits(const uint32_t *place, const struct sim_surface *surface, uint32_t first,
                        uint32_t texels, uint32_t blocks, uint32_t part);
/* The same of all parts, whose lanes go by steps of one from the first one's lane 0 on. */
bool sim_block_row_steps_fit(uint32_t start, const struct sim_surface *surface, uint32_t first,
                             uint32_t texels, uint32_t blocks);
/* Loads a row's texels: four vectors for each block and for what follows the last, of a dword each,
 * or, where several fetches shall share them (`shared`), of a channel. The windows of one that does
 * not have 16 texels, or quads * 4. */
#define SIM_BLOCK_ROW_LOAD                                                                         \
    uint32_t *row, const struct sim_sample_how *how, const struct sim_surface *surface,            \
        const uint32_t *place, uint32_t first, uint32_t texels, uint32_t quads, uint32_t blocks,   \
        bool shared
SIM_BLOCK_USUAL(row_load, SIM_BLOCK_ROW_LOAD)
/* The channels of a fetch, cut out of the window that begins there, with column `first`. */
#define SIM_BLOCK_ROW_CUT                                                                          \
    uint32_t *d0, uint32_t *d1, uint32_t *d2, uint32_t *d3, const struct sim_sample_how *how,      \
        const uint32_t *window, const uint32_t *place, uint32_t first, bool shared
SIM_BLOCK_USUAL(row_cut, SIM_BLOCK_ROW_CUT)
/* Texels of one dword as they are, cut out of a window. */
void sim_block_row_dwords(uint32_t *d, const uint32_t *window, const uint32_t *place,
                          uint32_t first);
/* Fetches, as sim_block_sample does, of lanes that lie elsewhere. Each slot has four coordinates,
 * and gets four channels. */
enum { SIM_SLOT_LANES = 8 };
void sim_block_row_apart(uint32_t *slots, const struct sim_sample_how *how,
                         const struct sim_surface *surface, const uint32_t *border, uint32_t count);
/* Rows of a texture that are kept as planes, one a channel: each where its y says, `count` texels
 * from column `first` on, up to SIM_PLANE_TEXELS. Columns beyond an edge have its texel. */
enum { SIM_PLANE_ROWS = 16, SIM_PLANE_TEXELS = 80 };
struct sim_block_planes {
    uint32_t y[SIM_PLANE_ROWS], z[SIM_PLANE_ROWS], first[SIM_PLANE_ROWS], count[SIM_PLANE_ROWS];
    uint32_t texels[SIM_PLANE_ROWS][4][SIM_PLANE_TEXELS];
};
/* Forgets them, if it is to. */
void sim_block_planes_forget(struct sim_block_planes *planes, bool all);
struct sim_view;
/* Whether what is written to one view may be read from another. */
bool sim_block_planes_meet(const struct sim_view *source, const struct sim_view *target);
/* Whether so many texels of a row are kept from columns `least` to `most` on; finds a row's first
 * channel from a column on. */
bool sim_block_planes_have(const struct sim_block_planes *planes, uint32_t y, uint32_t z,
                           uint32_t least, uint32_t most, uint32_t texels);
const uint32_t *sim_block_planes_at(const struct sim_block_planes *planes, uint32_t y,
                                    uint32_t start);
/* Fetches that filter x and y, of a surface with quads, whose lanes have one y and one z. False,
 * and nothing is written, where lanes meet the border or are too far apart. */
bool sim_block_smooth_unorm8(SIM_BLOCK_SAMPLE);
bool sim_block_smooth_float4(uint32_t *whole, SIM_BLOCK_SAMPLE);
/* Rows that such fetches of a group read: those columns from `start` to `end` as planes, one a
 * channel, each row where its y says. What a row is: its y, and its z above. */
enum { SIM_SMOOTH_ROWS = 8, SIM_SMOOTH_TEXELS = 128, SIM_SMOOTH_Z = 1 << 16 };
/* Or pairs of rows (block_twins.h): each texel of the upper one, as floats, is followed by that of
 * the lower one. `row` is the upper one then. */
enum { SIM_SMOOTH_BLOCKS = 2, SIM_SMOOTH_FETCHED = 2 * SIM_SMOOTH_BLOCKS };
enum { SIM_TWIN_BYTES = 32, SIM_TWIN_PAIRS = 8, SIM_TWINS = 128 };
/* Rows that two rows abreast read of these: where their texels above lie, and those below; how to
 * find them; by which coordinates; what both weigh. They are of `pairs` that were kept once, 0: of
 * none. And where both rows begin in the target, from which columns on, or NULL. */
struct sim_twin_rows {
    const char *at[SIM_SMOOTH_FETCHED];
    uint32_t row[SIM_SMOOTH_FETCHED], upper[SIM_SMOOTH_FETCHED], upper_count, kind[2], y[2], z[2],
        pairs;
    float weight[2][SIM_TWIN_BYTES / 4];
    uint8_t *to;
    uint32_t to_y, to_z, flips, columns;
};
/* Where lanes of a block read columns that are kept, by their x; 0: nowhere. */
struct sim_twin_lanes {
    sim_native_vector x, place[2];
    float weight[2][SIM_NATIVE_LANES];
    uint32_t columns;
} __attribute__((aligned(64)));
/* A fetch of both rows, whose lanes share y and z; whether both have the same x; and its twins. */
struct sim_twin_fetch {
    sim_native_vector x[SIM_SMOOTH_BLOCKS];
    uint32_t twins[SIM_NATIVE_LANES][SIM_TWIN_BYTES / 4];
    uint32_t y[SIM_SMOOTH_BLOCKS], z[SIM_SMOOTH_BLOCKS];
    bool alike;
} __attribute__((aligned(64)));
/* Where twins are stored, if tiles keep rows together: where the first row begins, and the second
 * one is the next; the lanes that run of each. */
struct sim_twin_target {
    const struct sim_store_how *how;
    const struct sim_surface *surface;
    const struct sim_native_frame *frame;
    uint32_t x, y, z, exec[SIM_SMOOTH_BLOCKS];
};
/* It is a call's, for all groups that this takes. `across` blocks are a row of a group, which has
 * so many pairs of rows. `columns` and `pairs` count what twins were kept for. */
enum { SIM_TWIN_ACROSS = 4, SIM_TWIN_BELOW = 8 };
struct sim_block_smooth_rows {
    uint32_t row[SIM_SMOOTH_ROWS], start, end, across, below, block, pair, columns, pairs;
    struct sim_twin_rows of[SIM_TWIN_BELOW];      /* of the group's pairs of rows, in turns */
    struct sim_twin_lanes lanes[SIM_TWIN_ACROSS]; /* of the blocks of these */
    union {
        float texels[SIM_SMOOTH_ROWS][4][SIM_SMOOTH_TEXELS];
        float twins[SIM_TWIN_PAIRS][SIM_TWINS][SIM_TWIN_BYTES / 4];
    } __attribute__((aligned(64)));
};
/* Nothing is kept before it begins. Forgets what is kept of a texture that may have changed. */
void sim_block_smooth_begin(struct sim_block_smooth_rows *kept, uint32_t across, uint32_t below);
void sim_block_smooth_forget(struct sim_block_smooth_rows *kept, bool all);
/* Such fetches of two blocks that go abreast: four coordinates of each, and its four channels. With
 * AVX-512, from rows that are kept, which `keep` does (struct sim_native_ready); `blocks` lie in a
 * row of the group. `source` is the surface, which need not be a copy. */
typedef void (*sim_block_smooth_keep)(struct sim_block_smooth_rows *kept,
                                      const struct sim_sample_how *how,
                                      const struct sim_surface *surface,
                                      const uint32_t row[SIM_SMOOTH_FETCHED], uint32_t least,
                                      uint32_t most, uint32_t further);
#define SIM_BLOCK_SMOOTH_BOTH                                                                      \
    uint32_t *d0, uint32_t *d1, uint32_t *d2, uint32_t *d3, uint32_t *e0, uint32_t *e1,            \
        uint32_t *e2, uint32_t *e3, const struct sim_sample_how *how,                              \
        const struct sim_surface *surface, const uint32_t *x0, const uint32_t *y0,                 \
        const uint32_t *z0, const uint32_t *w0, const uint32_t *x1, const uint32_t *y1,            \
        const uint32_t *z1, const uint32_t *w1
bool sim_block_smooth_kept(SIM_BLOCK_SMOOTH_BOTH, struct sim_block_smooth_rows *kept,
                           sim_block_smooth_keep keep, const struct sim_surface *source,
                           uint32_t blocks);
/* Fetches that filter x and y within levels, of which lanes choose theirs by w. `mips` has all but
 * the first one, which is `surface`. `take` carries out fetches of lanes that lie anyhow (struct
 * sim_native_texels). */
struct sim_level_bounds;
typedef void (*sim_block_take)(const struct sim_wave *wave, const struct sim_sample_how *how,
                               const struct sim_surface *surface, const uint32_t border[4],
                               sim_native_vector slots[][8], uint32_t count);
void sim_block_levels(SIM_BLOCK_SAMPLE, const struct sim_surface *mips, uint32_t levels,
                      const struct sim_level_bounds *bounds, sim_block_take take,
                      const struct sim_wave *wave);
/* Texels of four dwords, which the one of float4 leaves whole, one behind the other. They become
 * channels, and are made of such; a store to a row, as sim_block_store_row. */
void sim_block_whole_channels(uint32_t *d0, uint32_t *d1, uint32_t *d2, uint32_t *d3,
                              const uint32_t *whole);
void sim_block_whole_texels(uint32_t *whole, const uint32_t *c0, const uint32_t *c1,
                            const uint32_t *c2, const uint32_t *c3);
void sim_block_whole_store(const struct sim_store_how *how, const struct sim_surface *surface,
                           uint32_t x, uint32_t y, uint32_t z, const uint32_t *whole);
/* Channels of the first or the second row, of twins. */
void sim_block_twin_channels(uint32_t *d0, uint32_t *d1, uint32_t *d2, uint32_t *d3,
                             const uint32_t *whole, uint32_t row);
/* Asks the host's memory for what as many blocks that come soon may read of a place's row. */
void sim_block_row_ahead(const struct sim_sample_how *how, const struct sim_surface *surface,
                         const uint32_t *place, uint32_t blocks);
/* A typed store to a surface, `how` being known, of the lanes in the mask. */
void sim_block_store_typed(const struct sim_store_how *how, const struct sim_surface *surface,
                           const uint32_t *mask, const uint32_t *x, const uint32_t *y,
                           const uint32_t *z, const uint32_t *c0, const uint32_t *c1,
                           const uint32_t *c2, const uint32_t *c3);
/* The same of lanes that are neighbours along x, to a surface with quads: the first lane's
 * coordinates, and whether that can be, all lanes running and inside. */
bool sim_block_store_row_fits(const struct sim_store_how *how, const struct sim_surface *surface,
                              uint32_t x, uint32_t y, uint32_t z, uint32_t bits);
#define SIM_BLOCK_STORE_ROW                                                                        \
    const struct sim_store_how *how, const struct sim_surface *surface, uint32_t x, uint32_t y,    \
        uint32_t z, const uint32_t *raw0, const uint32_t *raw1, const uint32_t *raw2,              \
        const uint32_t *raw3
SIM_BLOCK_USUAL(store_row, SIM_BLOCK_STORE_ROW)
/* The texels that these are to be, as they are in memory: dwords, by number. */
#define SIM_BLOCK_STORE_ENCODE                                                                     \
    uint32_t *d0, uint32_t *d1, uint32_t *d2, uint32_t *d3, const struct sim_store_how *how,       \
        const uint32_t *c0, const uint32_t *c1, const uint32_t *c2, const uint32_t *c3
SIM_BLOCK_USUAL(store_encode, SIM_BLOCK_STORE_ENCODE)
