/* SPDX-License-Identifier: MIT */
/* select_image.c: image access: the calls of texture and RAT operations that llvm/passes leave. */
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "driver/hw/formats.h"
#include "llvm/evergreen/select/select.h"

/* The number of an image's resource, which operand `index` is. */
static bool image_resource(struct select *s, unsigned index, uint32_t *resource)
{
    if (!select_constant(s, index, "image", resource))
        return false;
    if (HW_FITS(TEX_WORD0, RESOURCE_ID, *resource))
        return true;
    select_fail(s, "image resource %u is too large a number", *resource);
    return false;
}

static bool image_rat(struct select *s, unsigned index, uint32_t *rat)
{
    if (!select_constant(s, index, "image", rat))
        return false;
    if (*rat < ABI_RAT_IMAGES + ABI_MAX_SURFACES)
        return true;
    select_fail(s, "a kernel can write to %d surfaces at most", ABI_MAX_SURFACES);
    return false;
}

static void define_texel(struct select *s, const struct mir_inst *fetch)
{
    struct mir_operand *result = select_define(s, s->inst, 4);
    for (unsigned i = 0; i < 4; i++)
        result[i] = mir_vreg_operand(fetch->dst[i]);
}

/* Returns the operand that has the coordinates which are source `i` of a sample: the second
 * gradient is the third. */
static unsigned source_of(unsigned i)
{
    return i == 2 && fault_active(FAULT_gradient_vertical_ignored) ? 1 : i;
}

/* Behind `vectors` of coordinates there are resource, sampler and kind of coordinates. `ordered`:
 * as of texel_fetch. */
static void sample(struct select *s, enum hw_tex_op op, unsigned vectors, bool ordered)
{
    uint32_t resource, sampler, normalized;
    if (!image_resource(s, vectors, &resource) ||
        !select_constant(s, vectors + 1, "sampler", &sampler) ||
        !select_constant(s, vectors + 2, "kind of coordinates", &normalized))
        return;
    if (!HW_FITS(TEX_WORD2, SAMPLER_ID, sampler)) {
        select_fail(s, "sampler %u is too large a number", sampler);
        return;
    }
    struct mir_inst *tex = build_inst(s, MIR_TEX, op, vectors * MIR_COORDINATES, 4);
    tex->waits = ordered;
    tex->resource = (uint16_t)resource;
    tex->sampler = (uint16_t)sampler;
    tex->coord_types = (uint8_t)normalized;
    for (unsigned i = 0; i < vectors; i++)
        memcpy(tex->src + i * MIR_COORDINATES, select_operand(s, source_of(i)),
               MIR_COORDINATES * sizeof(*tex->src));
    define_texel(s, tex);
}

static void select_sample(struct select *s)
{
    sample(s, HW_TEX_SAMPLE_LZ, 1, false);
}

static void select_sample_level(struct select *s)
{
    sample(s, HW_TEX_SAMPLE_L, 1, false);
}

static void select_ordered_sample_level(struct select *s)
{
    sample(s, HW_TEX_SAMPLE_L, 1, true);
}

static void select_sample_gradients(struct select *s)
{
    sample(s, HW_TEX_SAMPLE_G, 3, false);
}

static void select_ordered_sample_gradients(struct select *s)
{
    sample(s, HW_TEX_SAMPLE_G, 3, true);
}

/* `ordered`: from an image that the kernel writes, too, so that it keeps its place among the
 * stores. */
static void texel_fetch(struct select *s, bool ordered)
{
    uint32_t resource;
    const struct mir_operand *coord = select_operand(s, 0);
    if (!image_resource(s, 1, &resource))
        return;
    struct mir_inst *tex = build_inst(s, MIR_TEX, HW_TEX_LD, 4, 4);
    tex->waits = ordered;
    tex->resource = (uint16_t)resource;
    memcpy(tex->src, coord, 3 * sizeof(*coord));
    tex->src[3] = LIT(0); /* the level */
    define_texel(s, tex);
}

static void select_texel_fetch(struct select *s)
{
    texel_fetch(s, false);
}

static void select_ordered_texel_fetch(struct select *s)
{
    texel_fetch(s, true);
}

/* A buffer image is a buffer resource, which TEX cannot read. */
static void buffer_fetch(struct select *s, bool ordered)
{
    uint32_t resource;
    struct mir_operand index = *select_operand(s, 0);
    if (!image_resource(s, 1, &resource))
        return;
    struct mir_inst *fetch = build_inst(s, MIR_VTX, HW_VTX_FETCH, 1, 4);
    fetch->resource = (uint16_t)resource;
    fetch->format = HW_FMT_INVALID; /* the resource's */
    fetch->waits = ordered;
    fetch->src[0] = index;
    define_texel(s, fetch);
}

static void select_buffer_fetch(struct select *s)
{
    buffer_fetch(s, false);
}

static void select_ordered_buffer_fetch(struct select *s)
{
    buffer_fetch(s, true);
}

static void select_store_typed(struct select *s)
{
    uint32_t rat;
    const struct mir_operand *value = select_operand(s, 0), *coord = select_operand(s, 1);
    if (!image_rat(s, 2, &rat))
        return;
    struct mir_inst *store = build_inst(s, MIR_RAT, HW_RAT_STORE_TYPED, MIR_RAT_INDEX + 3, 0);
    store->resource = (uint16_t)rat;
    store->mask = 0xf;
    memcpy(store->src, value, 4 * sizeof(*value));
    memcpy(store->src + MIR_RAT_INDEX, coord, 3 * sizeof(*coord));
}

/* In the order of libclc's ATOMIC_*. */
static const enum hw_rat_op atomics[] = {
    HW_RAT_ADD_RTN,      HW_RAT_SUB_RTN,     HW_RAT_AND_RTN,         HW_RAT_OR_RTN,
    HW_RAT_XOR_RTN,      HW_RAT_MIN_INT_RTN, HW_RAT_MAX_INT_RTN,     HW_RAT_MIN_UINT_RTN,
    HW_RAT_MAX_UINT_RTN, HW_RAT_XCHG_RTN,    HW_RAT_CMPXCHG_INT_RTN,
};

static void select_image_atomic(struct select *s)
{
    uint32_t op, rat;
    if (!select_constant(s, 0, "operation", &op) || !image_rat(s, 4, &rat))
        return;
    if (op >= COUNT(atomics)) {
        select_fail(s, "there is no atomic operation %u on images", op);
        return;
    }
    struct mir_operand place = select_resident_lane(s);
    const struct mir_operand *coord = select_operand(s, 3);
    struct mir_inst *atomic = build_inst(s, MIR_RAT, atomics[op], MIR_RAT_INDEX + 3, 0);
    atomic->resource = (uint16_t)rat;
    atomic->mask = 0xf;
    atomic->src[0] = *select_operand(s, 1);
    atomic->src[1] = place;
    atomic->src[select_compare_channel(s)] = *select_operand(s, 2);
    memcpy(atomic->src + MIR_RAT_INDEX, coord, 3 * sizeof(*coord));
    *select_define(s, s->inst, 1) = select_returned(s, place);
}

bool select_image_call(struct select *s, const char *name)
{
    static const struct {
        const char *name;
        void (*function)(struct select *s);
    } table[] = {
        {"__rootle_tex_sample", select_sample},
        {"__rootle_tex_sample_l", select_sample_level},
        {"__rootle_tex_sample_l_ordered", select_ordered_sample_level},
        {"__rootle_tex_sample_g", select_sample_gradients},
        {"__rootle_tex_sample_g_ordered", select_ordered_sample_gradients},
        {"__rootle_tex_ld", select_texel_fetch},
        {"__rootle_tex_ld_ordered", select_ordered_texel_fetch},
        {"__rootle_buffer_ld", select_buffer_fetch},
        {"__rootle_buffer_ld_ordered", select_ordered_buffer_fetch},
        {"__rootle_rat_store_typed", select_store_typed},
        {"__rootle_rat_atomic", select_image_atomic},
    };
    for (size_t i = 0; i < COUNT(table); i++)
        if (!strcmp(name, table[i].name)) {
            table[i].function(s);
            return true;
        }
    return false;
}
