/* SPDX-License-Identifier: MIT */
/* block.c: what recompiled programs are made of: the operations of the lanes tables on one block of
 * lanes each, and the checks and loads that memory instructions begin with. Compiled by Clang to
 * bitcode, once for each host instruction set; a recompiled program is linked with it and
 * everything is inlined, so that what goes through memory here stays in registers there. */
#define SIM_FIXED_LANES 16 /* SIM_NATIVE_LANES */
#include "driver/sim/lanes/lanes_alu.c"
#include "driver/sim/lanes/lanes_filter.c"
#include "driver/sim/lanes/lanes_memory.c"
#include "driver/sim/lanes/lanes_mips.c"
#include "driver/sim/lanes/lanes_store.c"
#include "driver/sim/lanes/lanes_texture.c"

#include "driver/sim/exec/lds_ops.h"
#include "driver/sim/exec/rat_ops.h"
#include "driver/sim/lanes/gather.h"
#include "driver/sim/recompile/block.h"
#include "driver/sim/recompile/block_near.h"
#include "driver/sim/recompile/block_selected.h"
#include "driver/sim/recompile/block_vectors.h"

#define BLOCK(name) __attribute__((always_inline)) sim_block_##name

static const struct sim_lanes block_lanes = {.alu = &SIM_TABLE(sim_alu_lanes),
                                             .memory = &SIM_TABLE(sim_memory_lanes),
                                             .texture = &SIM_TABLE(sim_texture_lanes),
                                             .filter = &SIM_TABLE(sim_filter_lanes),
                                             .store = &SIM_TABLE(sim_store_lanes),
                                             .mips = &SIM_TABLE(sim_mip_lanes)};

/* ---- ALU ---- */

#define SIM_OP(name, in, out, expression)                                                          \
    void BLOCK(alu_##name)(SIM_BLOCK_ALU)                                                          \
    {                                                                                              \
        op_##name(d, a, b, c, SIM_NATIVE_LANES);                                                   \
    }
#define SIM_SAME_OP(name, other)                                                                   \
    void BLOCK(alu_##name)(SIM_BLOCK_ALU)                                                          \
    {                                                                                              \
        op_##other(d, a, b, c, SIM_NATIVE_LANES);                                                  \
    }
#include "driver/sim/lanes/alu_ops.def"

/* The same of one lane, for what is the same in all of them. */
#define SIM_OP(name, in, out, expression)                                                          \
    uint32_t BLOCK(scalar_##name)(SIM_BLOCK_SCALAR)                                                \
    {                                                                                              \
        const uint32_t lane = 0;                                                                   \
        in x, y, z;                                                                                \
        uint32_t bits;                                                                             \
        memcpy(&x, &a, sizeof(x)), memcpy(&y, &b, sizeof(y)), memcpy(&z, &c, sizeof(z));           \
        (void)x, (void)y, (void)z, (void)lane;                                                     \
        const out result = (expression);                                                           \
        memcpy(&bits, &result, sizeof(bits));                                                      \
        return bits;                                                                               \
    }
#define SIM_SAME_OP(name, other)                                                                   \
    uint32_t BLOCK(scalar_##name)(SIM_BLOCK_SCALAR)                                                \
    {                                                                                              \
        return sim_block_scalar_##other(a, b, c);                                                  \
    }
#include "driver/sim/lanes/alu_ops.def"

uint32_t BLOCK(modify_one)(uint32_t a, uint32_t and_mask, uint32_t xor_mask)
{
    return modified(a, and_mask, xor_mask);
}

uint32_t BLOCK(flush_one)(uint32_t a)
{
    return flushed(a);
}

uint32_t BLOCK(finish_one)(uint32_t a, uint32_t how)
{
    uint32_t lanes[SIM_NATIVE_LANES] __attribute__((aligned(64))) = {a};
    finish(lanes, how, SIM_NATIVE_LANES);
    return lanes[0];
}

void BLOCK(modify)(uint32_t *d, const uint32_t *a, uint32_t and_mask, uint32_t xor_mask)
{
    modify(d, a, and_mask, xor_mask, SIM_NATIVE_LANES);
}

void BLOCK(flush)(uint32_t *d, const uint32_t *a)
{
    flush(d, a, SIM_NATIVE_LANES);
}

void BLOCK(finish)(uint32_t *d, uint32_t how)
{
    finish(d, how, SIM_NATIVE_LANES);
}

/* A double's operation: low and high words of the result, then of the sources. */
static inline uint64_t join_words(const uint32_t *low, const uint32_t *high, unsigned lane)
{
    return (uint64_t)high[lane] << 32 | low[lane];
}

#define ONE    const double x = bits_double(join_words(a0, a1, lane));
#define TWO    ONE const double y = bits_double(join_words(b0, b1, lane));
#define THREE  TWO const double z = bits_double(join_words(c0, c1, lane));
#define SINGLE const float x = bits_float(a1[lane]);

#define WIDE(value)                                                                                \
    const uint64_t bits = double_bits(value);                                                      \
    d0[lane] = (uint32_t)bits;                                                                     \
    d1[lane] = (uint32_t)(bits >> 32)
#define NARROW(value) d0[lane] = float_bits(value)
#define TEST(value)   d0[lane] = (value) ? ~0u : 0u

#define SIM_DOUBLE_OP(name, sources, result, expression)                                           \
    void BLOCK(double_##name)(SIM_BLOCK_DOUBLE)                                                    \
    {                                                                                              \
        (void)d1, (void)a0, (void)b0, (void)b1, (void)c0, (void)c1;                                \
        SIM_FOR_LANES(lane, SIM_NATIVE_LANES)                                                      \
        {                                                                                          \
            sources result(expression);                                                            \
        }                                                                                          \
    }
#include "driver/sim/lanes/double_ops.def"

/* ---- memory ---- */

/* Lanes whose index is beyond a range. */
static inline block beyond(const struct sim_native_range *range, const uint32_t *index)
{
    return (block)(load_block(index) - range->first >= range->count);
}

bool BLOCK(inside)(const struct sim_native_range *range, const uint32_t *index,
                   const uint32_t *mask)
{
    return is_none(beyond(range, index), mask);
}

void BLOCK(load)(uint32_t *d, const struct sim_native_range *range, const uint32_t *index,
                 const uint32_t *mask, uint32_t scale, uint32_t dword)
{
    gather_near(d, range->memory + dword * 4,
                ((load_block(index) - range->first) & load_block(mask)) * scale);
}

bool BLOCK(inside_either)(const struct sim_native_range *range, const uint32_t *index,
                          const uint32_t *mask)
{
    return is_none(beyond(&range[0], index) & beyond(&range[1], index), mask);
}

uint32_t BLOCK(inside_first)(const struct sim_native_range *range, const uint32_t *index)
{
    uint32_t bits = 0;
    const block is_beyond = beyond(range, index);
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        bits |= (~is_beyond[i] & 1u) << i;
    return bits;
}

void BLOCK(load_either)(uint32_t *d, const struct sim_native_range *range, const uint32_t *index,
                        const uint32_t *mask, uint32_t scale, uint32_t dword)
{
    uint32_t one[SIM_NATIVE_LANES] __attribute__((aligned(64)));
    uint32_t other[SIM_NATIVE_LANES] __attribute__((aligned(64)));
    const block at = load_block(index), second = beyond(&range[0], index);
    const block runs = load_block(mask);
    gather_block(one, range[0].memory + dword * 4,
                 ((at - range[0].first) & runs & ~second) * scale);
    gather_block(other, range[1].memory + dword * 4,
                 ((at - range[1].first) & runs & second) * scale);
    store_block(d, (load_block(one) & ~second) | (load_block(other) & second));
}

void BLOCK(decode)(uint32_t *d, const uint32_t *raw, uint32_t kind, uint32_t shift, uint32_t bits)
{
    block_lanes.memory->decode[kind](d, raw, shift, bits ? bits : 32, SIM_NATIVE_LANES);
}

void BLOCK(store)(const uint32_t *value, const struct sim_native_range *range,
                  const uint32_t *index, uint32_t bits, uint32_t dword)
{
    scatter_near((char *)range->memory + dword * 4, (load_block(index) - range->first) * 4, value,
                 bits);
}

void BLOCK(scatter)(const uint32_t *value, const struct sim_native_range *range,
                    const uint32_t *index, uint32_t bits, uint32_t dword)
{
    scatter_lanes((char *)range->memory + dword * 4, (load_block(index) - range->first) * 4, value,
                  bits);
}

bool BLOCK(aligned)(const uint32_t *address, const uint32_t *mask, uint32_t low)
{
    return !(__builtin_reduce_or(load_block(address) & load_block(mask)) & low);
}

/* ---- local memory ---- */

void BLOCK(lds_address)(uint32_t *d, const uint32_t *address, uint32_t offset)
{
    store_block(d, load_block(address) + offset);
}

/* How many of so many bytes elements of that size may begin at. */
static inline uint32_t places(uint32_t count, uint32_t bytes)
{
    return count >= bytes ? count - bytes + 1 : 0;
}

bool BLOCK(lds_inside)(const uint32_t *address, const uint32_t *mask, uint32_t first,
                       uint32_t count)
{
    const block at = load_block(address);
    const block wrong = (block)(at - first >= places(count, 4)) | (block)((at & 3u) != 0);
    return is_none(wrong, mask);
}

void BLOCK(lds_read)(uint32_t *d, const uint32_t *lds, const uint32_t *address,
                     const uint32_t *mask)
{
    const block at = load_block(address), runs = load_block(mask),
                astray = (block)(at - at[0] != lane_numbers() * 4);
    /* Lanes that do not run may lie anyhow beside neighbours; there is room behind the end. */
    if (runs[0] && is_none(astray, mask))
        memcpy(d, (const char *)lds + at[0], sizeof(block));
    else
        gather_block(d, lds, at & runs);
}

void BLOCK(lds_write)(uint32_t *lds, const uint32_t *address, const uint32_t *value, uint32_t bits)
{
    scatter_block(lds, load_block(address), value, bits);
}

bool BLOCK(lds_fits)(const uint32_t *address, const uint32_t *mask, uint32_t first, uint32_t count,
                     uint32_t op)
{
    const block at = load_block(address);
    const uint8_t shape = sim_lds_table[op].shape;
    const uint32_t unit = shape == SIM_LDS_BYTE ? 1 : shape == SIM_LDS_SHORT ? 2 : 4;
    const block wrong =
        (block)(at - first >= places(count, unit)) | (block)((at & (unit - 1)) != 0);
    return is_none(wrong, mask);
}

void BLOCK(lds_act)(uint32_t *d, uint32_t *lds, const uint32_t *address, const uint32_t *a,
                    const uint32_t *b, uint32_t bits, uint32_t op)
{
    for (; bits; bits &= bits - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(bits);
        d[lane] = sim_lds_act(lds, &sim_lds_table[op], address[lane], a[lane], b[lane]);
    }
}

void BLOCK(lds_update)(uint32_t *lds, const uint32_t *address, const uint32_t *a, const uint32_t *b,
                       uint32_t op)
{
#pragma clang loop unroll(disable)
    for (unsigned lane = 0; lane < SIM_NATIVE_LANES; lane += 4)
#pragma clang loop unroll(full)
        for (unsigned i = lane; i < lane + 4; i++)
            sim_lds_act(lds, &sim_lds_table[op], address[i], a[i], b[i]);
}

/* A dword at an address that is known to be aligned. */
static inline void update(uint32_t *lds, uint32_t address, uint32_t a, uint32_t op)
{
    uint32_t *dword = (uint32_t *)(void *)((char *)lds + address);
    *dword = sim_lds_table[op].update(*dword, a, 0);
}

void BLOCK(lds_updates)(uint32_t *lds, const uint32_t *at0, uint32_t a0, const uint32_t *at1,
                        uint32_t a1, const uint32_t *at2, uint32_t a2, const uint32_t *at3,
                        uint32_t a3, uint32_t count, uint32_t op)
{
#pragma clang loop unroll(disable)
    for (unsigned lane = 0; lane < SIM_NATIVE_LANES; lane += 4)
#pragma clang loop unroll(full)
        for (unsigned i = lane; i < lane + 4; i++) {
            update(lds, at0[i], a0, op);
            if (count > 1)
                update(lds, at1[i], a1, op);
            if (count > 2)
                update(lds, at2[i], a2, op);
            if (count > 3)
                update(lds, at3[i], a3, op);
        }
}

/* Operations on two dwords; lanes in turn, but where nothing is written. */
void BLOCK(lds_pair)(uint32_t *d, uint32_t *e, uint32_t *lds, const uint32_t *address,
                     const uint32_t *other, const uint32_t *a, const uint32_t *b,
                     const uint32_t *mask, uint32_t bits, uint32_t op)
{
    if (op == HW_LDS_READ2_RET) {
        gather_block(d, lds, load_block(address) & load_block(mask));
        gather_block(e, lds, load_block(other) & load_block(mask));
        return;
    }
    for (; bits; bits &= bits - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(bits);
        d[lane] = sim_lds_act(lds, &sim_lds_table[op], address[lane], a[lane], b[lane]);
        e[lane] = sim_lds_act(lds, &sim_lds_table[op], other[lane], b[lane], b[lane]);
    }
}

/* ---- atomic operations ---- */

bool BLOCK(atomic_fits)(const struct sim_native_range *range, const uint32_t *index,
                        const uint32_t *mask, uint32_t elements, const uint32_t *slot,
                        uint64_t slots)
{
    const block at = load_block(index), returned = load_block(slot);
    block wrong = (block)(at - range->first >= range->count) | (block)(at >= elements);
    if (slots <= UINT32_MAX)
        wrong |= (block)(returned >= (uint32_t)slots);
    return is_none(wrong, mask);
}

/* Bytes or half-words of all lanes that lie side by side, from a dword's start on, are one store.
 * `parts` is how many of them a dword has. Returns whether they lie so. */
static inline bool store_parts(uint8_t *memory, const uint32_t *index, const uint32_t *x,
                               const uint32_t *w, uint32_t parts)
{
    typedef uint8_t bytes __attribute__((vector_size(SIM_NATIVE_LANES)));
    typedef uint16_t words __attribute__((vector_size(2 * SIM_NATIVE_LANES)));
    const block lane = lane_numbers(), shift = lane % parts * (32 / parts),
                whole = (block){0} + (UINT32_MAX >> (32 - 32 / parts)), value = load_block(x),
                mask = load_block(w);
    const block wrong =
        (load_block(index) ^ (index[0] + lane / parts)) | (mask ^ whole << shift) | (value & ~mask);
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || __builtin_reduce_or((block)(wrong != 0)))
        return false;
    const words low = __builtin_convertvector(value >> shift, words);
    const bytes lowest = __builtin_convertvector(value >> shift, bytes);
    if (parts == 2)
        memcpy(memory, &low, sizeof(low));
    else
        memcpy(memory, &lowest, sizeof(lowest));
    return true;
}

void BLOCK(atomic)(const struct sim_native_range *range, const uint32_t *index, const uint32_t *x,
                   const uint32_t *w, uint32_t bits, uint32_t op, uint32_t *results,
                   const uint32_t *slot)
{
    uint8_t *first = range->memory + (uint64_t)(index[0] - range->first) * 4;
    if (op == HW_RAT_MSKOR && bits == (1u << SIM_NATIVE_LANES) - 1 &&
        (store_parts(first, index, x, w, 2) || store_parts(first, index, x, w, 4)))
        return;
    for (; bits; bits &= bits - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(bits);
        uint8_t *dword = range->memory + (uint64_t)(index[lane] - range->first) * 4;
        if (op == HW_RAT_MSKOR && sim_rat_store_part(dword, x[lane], w[lane]))
            continue;
        const uint32_t old = sim_rat_update((uint32_t *)(void *)dword, op, x[lane], w[lane]);
        if (op >= HW_RAT_NOP_RTN && results)
            results[slot[lane]] = old;
    }
}

/* ---- scratch: each work-item has a block of its own ---- */

static inline block scratch_places(const uint32_t *index, const uint32_t *mask, uint32_t element,
                                   uint32_t element_dwords, uint32_t item_dwords)
{
    block items;
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        items[i] = i * item_dwords;
    return items + ((load_block(index) + element) & load_block(mask)) * element_dwords;
}

bool BLOCK(scratch_fits)(const struct sim_native_range *range, const uint32_t *index,
                         const uint32_t *mask, uint32_t element)
{
    const block at = load_block(index);
    const block wrong = (block)(at >= range->first + range->count) |
                        (block)(at + element - range->first >= range->count);
    return is_none(wrong, mask);
}

void BLOCK(scratch_load)(uint32_t *d, const uint32_t *scratch, const uint32_t *index,
                         const uint32_t *mask, uint32_t element, uint32_t element_dwords,
                         uint32_t item_dwords, uint32_t dword)
{
    gather_block(d, scratch + dword,
                 scratch_places(index, mask, element, element_dwords, item_dwords) * 4);
}

void BLOCK(scratch_store)(const uint32_t *value, uint32_t *scratch, const uint32_t *index,
                          const uint32_t *mask, uint32_t bits, uint32_t element,
                          uint32_t element_dwords, uint32_t item_dwords, uint32_t dword)
{
    const block at = scratch_places(index, mask, element, element_dwords, item_dwords);
#if defined(__AVX512F__)
    _mm512_mask_i32scatter_epi32(scratch + dword, (__mmask16)bits, (__m512i)at,
                                 (__m512i)load_block(value), 4);
#else
    for (; bits; bits &= bits - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(bits);
        scratch[at[lane] + dword] = value[lane];
    }
#endif
}

/* ---- textures ---- */

#define SIM_SAMPLE_LANES(s) ((void)(s), &block_lanes)
#include "driver/sim/lanes/typed_store.h"
#include "driver/sim/recompile/block_rows.h"
#include "driver/sim/recompile/ready.h"

/* Functions of SIM_BLOCK_USUAL: of `how`, a struct of that type, the format is known here. */
#define USUAL_ROW(suffix, usual, name, type, params, ...)                                          \
    void BLOCK(name##suffix) params                                                                \
    {                                                                                              \
        struct type known = *how;                                                                  \
        recompile_know_format(&known.format, usual);                                               \
        name(__VA_ARGS__);                                                                         \
    }
#define USUAL(...)                                                                                 \
    USUAL_ROW(_bytes, RECOMPILE_BYTES, __VA_ARGS__)                                                \
    USUAL_ROW(_floats, RECOMPILE_FLOATS, __VA_ARGS__)                                              \
    USUAL_ROW(_any, RECOMPILE_ANY, __VA_ARGS__)

static inline void begin_sample(struct sim_sample *s, const struct sim_sample_how *how,
                                const struct sim_surface *surface, const uint32_t *x,
                                const uint32_t *y, const uint32_t *z, const uint32_t *w)
{
    if (surface->linear != how->flat)
        __builtin_unreachable();
    s->surface = surface;
    s->coordinate[0] = x;
    s->coordinate[1] = y;
    s->coordinate[2] = z;
    s->coordinate[3] = w;
    s->n = SIM_NATIVE_LANES;
}

static inline __attribute__((always_inline)) void sample(SIM_BLOCK_SAMPLE)
{
    uint32_t *const d[4] = {d0, d1, d2, d3};
    struct sim_sample s;
    sim_vector room[4];
    uint32_t *channel[4] = {room[0], room[1], room[2], room[3]};
    begin_sample(&s, how, surface, x, y, z, w);
    sim_sample_resolve(&s, how, border);
    sim_sample_take(&s, how, sim_sample_loop(&s, how), room, channel);
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) if (how->wanted >> k & 1u)
        memcpy(d[k], channel[k], 4 * SIM_NATIVE_LANES);
}

void BLOCK(sample)(SIM_BLOCK_SAMPLE)
{
    sample(d0, d1, d2, d3, how, surface, border, x, y, z, w);
}

void BLOCK(sample_by)(SIM_BLOCK_SAMPLE, sim_block_filter filter)
{
    struct sim_sample s;
    struct sim_axis own[SIM_AXES]; /* the coordinates stay in host registers */
    begin_sample(&s, how, surface, x, y, z, w);
    SIM_FOR_AXES(axis) sim_resolve_axis(&s, how, axis);
    const bool outside = sim_meets_border(&s, how);
    memcpy(own, s.axis, sizeof(own));
    filter(d0, d1, d2, d3, surface, own, outside ? border : NULL);
}

/* `how`, of which so much is known when the library is compiled. */
static inline struct sim_sample_how narrow(const struct sim_sample_how *how,
                                           enum sim_texel_kind kind, unsigned axes)
{
    struct sim_sample_how known = *how;
    known.far = false;
    known.format.kind = kind;
    for (unsigned axis = 0; axis < SIM_AXES; axis++)
        known.linear[axis] = axis < axes;
    return known;
}

#define SAMPLE_ROW(name, kind)                                                                     \
    void BLOCK(sample_##name)(SIM_BLOCK_SAMPLE)                                                    \
    {                                                                                              \
        const struct sim_sample_how known = narrow(how, kind, 0);                                  \
        sample(d0, d1, d2, d3, &known, surface, border, x, y, z, w);                               \
    }
SIM_BLOCK_SAMPLES(SAMPLE_ROW)

#include "driver/sim/recompile/block_kept.h"
#include "driver/sim/recompile/block_planes.h"
#include "driver/sim/recompile/block_row_fetches.h"
#include "driver/sim/recompile/block_smooth.h"
/* It uses the others. */
#include "driver/sim/recompile/block_levels.h"

void BLOCK(store_typed)(const struct sim_store_how *how, const struct sim_surface *surface,
                        const uint32_t *mask, const uint32_t *x, const uint32_t *y,
                        const uint32_t *z, const uint32_t *c0, const uint32_t *c1,
                        const uint32_t *c2, const uint32_t *c3)
{
    const uint32_t *const coordinate[3] = {x, y, z}, *const component[4] = {c0, c1, c2, c3};
    const unsigned n = SIM_NATIVE_LANES;
    sim_vector inside, offset, raw[4];
    if (surface->linear != how->flat)
        __builtin_unreachable();
    sim_store_place(&block_lanes, how, surface, coordinate, mask, inside, offset, n);
    sim_store_encode(&block_lanes, how, component, raw, n);
    const uint64_t bits = block_lanes.alu->bits(inside, n);
    sim_store_texels_at(&block_lanes, surface->view.memory, how->format.bytes, offset, raw, bits,
                        bits == (1u << SIM_NATIVE_LANES) - 1, n);
}

bool BLOCK(store_row_fits)(const struct sim_store_how *how, const struct sim_surface *surface,
                           uint32_t x, uint32_t y, uint32_t z, uint32_t bits)
{
    const uint8_t has = how->coordinates;
    const bool inside = (x < surface->width) & (x + SIM_NATIVE_LANES <= surface->width) &
                        (!(has >> SIM_Y & 1u) | (y < surface->height)) &
                        (!(has >> SIM_Z & 1u) | (z < surface->depth));
    return inside & is_whole(bits) & !(x & 3u);
}

#if defined(__AVX2__) && !defined(__AVX512F__)
/* sim_store_encode of four channels of eight bits, eight lanes. Numbers below 0, and NaN, become
 * whole numbers below 0, which packs make 0. */
static inline sim_uints pack_unorm8(const uint32_t *const component[4], const uint8_t source[4],
                                    unsigned lane)
{
    const __m256 most = _mm256_set1_ps(255.0f);
    __m256i whole[4];
    SIM_UNROLL for (unsigned k = 0; k < 4; k++)
    {
        const sim_floats x = sim_load_floats(component[source[k] & 3u] + lane);
        whole[k] = _mm256_cvtps_epi32(_mm256_min_ps(most, _mm256_mul_ps((__m256)x, most)));
    }
    const __m256i packed = _mm256_packus_epi16(_mm256_packus_epi32(whole[0], whole[1]),
                                               _mm256_packus_epi32(whole[2], whole[3]));
    return (sim_uints)_mm256_shuffle_epi8(
        packed, _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0, 4, 8, 12,
                                 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
}
#endif

/* sim_store_encode, sooner where texels are such that hosts can. */
static inline __attribute__((always_inline)) void encode_texels(const struct sim_store_how *how,
                                                                const uint32_t *const component[4],
                                                                sim_vector raw[4])
{
#if defined(__AVX2__) && !defined(__AVX512F__)
    if (how->format.kind == SIM_TEXEL_UNORM8) {
        SIM_UNROLL for (unsigned lane = 0; lane < SIM_NATIVE_LANES; lane += SIM_BLOCK)
            sim_store(raw[0] + lane, pack_unorm8(component, how->source, lane));
        SIM_UNROLL for (unsigned k = 1; k < 4; k++) store_block(raw[k], (block){0});
        return;
    }
#endif
    sim_store_encode(&block_lanes, how, component, raw, SIM_NATIVE_LANES);
}

static inline __attribute__((always_inline)) void store_encode(SIM_BLOCK_STORE_ENCODE)
{
    const uint32_t *const component[4] = {c0, c1, c2, c3};
    uint32_t *const d[4] = {d0, d1, d2, d3};
    sim_vector raw[4];
    encode_texels(how, component, raw);
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) memcpy(d[k], raw[k], 4 * SIM_NATIVE_LANES);
}
USUAL(store_encode, sim_store_how, (SIM_BLOCK_STORE_ENCODE), d0, d1, d2, d3, &known, c0, c1, c2, c3)

static inline __attribute__((always_inline)) void store_row(SIM_BLOCK_STORE_ROW)
{
    const uint8_t has = how->coordinates;
    const uint32_t place[SIM_AXES] = {x, has >> SIM_Y & 1u ? y : 0, has >> SIM_Z & 1u ? z : 0};
    const block raw[4] = {load_block(raw0), load_block(raw1), load_block(raw2), load_block(raw3)};
    ask_ahead(surface, how->flat, how->quads, 1, x, place[SIM_Y], place[SIM_Z]);
    write_row(surface, how, place, raw);
}
USUAL(store_row, sim_store_how, (SIM_BLOCK_STORE_ROW), &known, surface, x, y, z, raw0, raw1, raw2,
      raw3)
