/* SPDX-License-Identifier: MIT */
/* select_image.c: image access: the three calls that llvm/passes leave. */
#include <string.h>

#include "llvm/evergreen/select.h"

enum { ALL_COORDINATES = 0xf };

static void define_texel(struct select *s, const struct mir_inst *tex)
{
    struct mir_operand *result = select_define(s, s->inst, 4);
    for (unsigned i = 0; i < 4; i++)
        result[i] = mir_vreg_operand(tex->dst[i]);
}

static void select_sample(struct select *s)
{
    uint32_t resource, sampler, normalized;
    const struct mir_operand *coord = select_operand(s, 0);
    if (!select_constant(s, 1, "image", &resource) || !select_constant(s, 2, "sampler", &sampler) ||
        !select_constant(s, 3, "kind of coordinates", &normalized))
        return;
    if (!HW_FITS(TEX_WORD0, RESOURCE_ID, resource) || !HW_FITS(TEX_WORD2, SAMPLER_ID, sampler)) {
        select_fail(s, "image resource %u or sampler %u is too large a number", resource, sampler);
        return;
    }
    struct mir_inst *tex = build_inst(s, MIR_TEX, HW_TEX_SAMPLE_LZ, 4, 4);
    tex->resource = (uint16_t)resource;
    tex->sampler = (uint16_t)sampler;
    tex->coord_types = normalized ? ALL_COORDINATES : 0;
    memcpy(tex->src, coord, 4 * sizeof(*coord));
    define_texel(s, tex);
}

static void select_texel_fetch(struct select *s)
{
    uint32_t resource;
    const struct mir_operand *coord = select_operand(s, 0);
    if (!select_constant(s, 1, "image", &resource))
        return;
    if (!HW_FITS(TEX_WORD0, RESOURCE_ID, resource)) {
        select_fail(s, "image resource %u is too large a number", resource);
        return;
    }
    struct mir_inst *tex = build_inst(s, MIR_TEX, HW_TEX_LD, 4, 4);
    tex->resource = (uint16_t)resource;
    memcpy(tex->src, coord, 3 * sizeof(*coord));
    tex->src[3] = LIT(0); /* the level */
    define_texel(s, tex);
}

static void select_store_typed(struct select *s)
{
    uint32_t rat;
    const struct mir_operand *value = select_operand(s, 0), *coord = select_operand(s, 1);
    if (!select_constant(s, 2, "image", &rat))
        return;
    if (rat >= HW_RATS) {
        select_fail(s, "a kernel can write to %d images at most", HW_RATS - 1);
        return;
    }
    struct mir_inst *store = build_inst(s, MIR_RAT, HW_RAT_STORE_TYPED, MIR_RAT_INDEX + 3, 0);
    store->resource = (uint16_t)rat;
    store->mask = 0xf;
    memcpy(store->src, value, 4 * sizeof(*value));
    memcpy(store->src + MIR_RAT_INDEX, coord, 3 * sizeof(*coord));
}

bool select_image_call(struct select *s, const char *name)
{
    static const struct {
        const char *name;
        void (*function)(struct select *s);
    } table[] = {{"__rootle_tex_sample", select_sample},
                 {"__rootle_tex_ld", select_texel_fetch},
                 {"__rootle_rat_store_typed", select_store_typed}};
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        if (!strcmp(name, table[i].name)) {
            table[i].function(s);
            return true;
        }
    return false;
}
