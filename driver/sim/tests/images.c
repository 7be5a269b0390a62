/* SPDX-License-Identifier: MIT */
/* images.c: see images.h. */
#include "driver/sim/tests/images.h"

#include <string.h>

#include "driver/hw/chips.h"
#include "driver/hw/formats.h"

int images_setup(void **state)
{
    static struct fixture x;
    machine_init(&x.m, "juniper");
    x.memory = machine_object(&x.m, IMAGE_BYTES, &x.handle);
    *state = &x;
    return 0;
}

int images_teardown(void **state)
{
    struct fixture *x = *state;
    machine_finish(&x->m);
    return 0;
}

void set_image(struct fixture *x, const struct image *image)
{
    const struct hw_chip *chip = hw_chip_find("juniper");
    const struct hw_tiling_config config = hw_tiling_config_decode(hw_chip_tiling_config(chip));
    x->image = *image;
    assert_true(hw_surface_layout_choose(&x->layout, &config, image->mode,
                                         hw_format_find(image->format)->bytes, image->width,
                                         image->height, image->depth));
    assert_true(x->layout.size_bytes <= IMAGE_BYTES);
}

void set_square(struct fixture *x, unsigned side, unsigned mode, unsigned format)
{
    const struct image square = {.dim = HW_DIM_2D,
                                 .width = side,
                                 .height = side,
                                 .depth = 1,
                                 .mode = mode,
                                 .format = format};
    set_image(x, &square);
}

uint8_t *texel_at(const struct fixture *x, unsigned i, unsigned j, unsigned k)
{
    return x->memory + hw_surface_offset(&x->layout, i, j, k);
}

void emit_texture(struct fixture *x)
{
    const struct image *m = &x->image;
    const struct hw_surface_layout *l = &x->layout;
    const bool array = m->dim == HW_DIM_1D_ARRAY || m->dim == HW_DIM_2D_ARRAY;
    const uint32_t signs = m->comp ? 0x55 : 0;
    emit_packet(
        &x->m, HW_PKT3_SET_RESOURCE,
        (uint32_t[]){
            (HW_CS_RESOURCE_BASE + 2) * 8,
            REG_SET(TEX_RESOURCE0, DIM, m->dim) | REG_SET(TEX_RESOURCE0, PITCH, l->pitch / 8 - 1) |
                REG_SET(TEX_RESOURCE0, TEX_WIDTH, m->width - 1),
            REG_SET(TEX_RESOURCE1, TEX_HEIGHT, m->height - 1) |
                REG_SET(TEX_RESOURCE1, TEX_DEPTH, array ? 0 : m->depth - 1) |
                REG_SET(TEX_RESOURCE1, ARRAY_MODE, m->mode),
            0, m->mip_offset >> 8,
            signs | REG_SET(TEX_RESOURCE4, NUM_FORMAT_ALL, m->num_format) |
                REG_SET(TEX_RESOURCE4, FORCE_DEGAMMA, m->degamma) |
                REG_SET(TEX_RESOURCE4, DST_SEL_Y, 1) | REG_SET(TEX_RESOURCE4, DST_SEL_Z, 2) |
                REG_SET(TEX_RESOURCE4, DST_SEL_W, m->alpha_one ? HW_SEL_1 : HW_SEL_W),
            REG_SET(TEX_RESOURCE5, LAST_ARRAY, array ? m->depth - 1 : 0) |
                REG_SET(TEX_RESOURCE5, LAST_LEVEL, m->levels ? m->levels - 1 : 0),
            REG_SET(TEX_RESOURCE6, TILE_SPLIT, l->tile_split ? hw_log2(l->tile_split / 64) : 0),
            REG_SET(TEX_RESOURCE7, DATA_FORMAT, m->format) |
                REG_SET(TEX_RESOURCE7, MACRO_TILE_ASPECT, hw_log2(l->aspect)) |
                REG_SET(TEX_RESOURCE7, BANK_WIDTH, hw_log2(l->bank_width)) |
                REG_SET(TEX_RESOURCE7, BANK_HEIGHT, hw_log2(l->bank_height)) |
                REG_SET(TEX_RESOURCE7, NUM_BANKS, hw_log2(l->banks / 2)) |
                REG_SET(TEX_RESOURCE7, TYPE, HW_TYPE_TEXTURE)},
        9);
    emit_reloc(&x->m, x->handle);
    emit_reloc(&x->m, x->handle);
}

void emit_sampler(struct fixture *x, unsigned clamp, unsigned filter, unsigned border)
{
    emit_packet(&x->m, HW_PKT3_SET_SAMPLER,
                (uint32_t[]){HW_CS_SAMPLER_BASE * 3,
                             REG_SET(SAMPLER0, CLAMP_X, clamp) | REG_SET(SAMPLER0, CLAMP_Y, clamp) |
                                 REG_SET(SAMPLER0, CLAMP_Z, clamp) |
                                 REG_SET(SAMPLER0, XY_MAG_FILTER, filter) |
                                 REG_SET(SAMPLER0, XY_MIN_FILTER, filter) |
                                 REG_SET(SAMPLER0, BORDER_COLOR_TYPE, border),
                             0, REG_SET(SAMPLER2, TYPE, 1)},
                4);
}

void emit_mip_sampler(struct fixture *x, unsigned mip, unsigned least, unsigned most)
{
    emit_packet(&x->m, HW_PKT3_SET_SAMPLER,
                (uint32_t[]){HW_CS_SAMPLER_BASE * 3,
                             REG_SET(SAMPLER0, CLAMP_X, HW_CLAMP_EDGE) |
                                 REG_SET(SAMPLER0, CLAMP_Y, HW_CLAMP_EDGE) |
                                 REG_SET(SAMPLER0, CLAMP_Z, HW_CLAMP_EDGE) |
                                 REG_SET(SAMPLER0, MIP_FILTER, mip),
                             REG_SET(SAMPLER1, MIN_LOD, least) | REG_SET(SAMPLER1, MAX_LOD, most),
                             REG_SET(SAMPLER2, TYPE, 1)},
                4);
}

void emit_rat(struct fixture *x, unsigned number_type, unsigned resource_type, unsigned swap)
{
    const struct hw_surface_layout *l = &x->layout;
    struct machine *m = &x->m;
    const uint32_t next = HW_R_CB_COLOR_BASE_STRIDE;
    emit_context(m, HW_R_CB_COLOR_BASE + next, 0);
    emit_reloc(m, x->handle);
    emit_context(m, HW_R_CB_COLOR_PITCH + next, l->pitch / 8 - 1);
    emit_context(m, HW_R_CB_COLOR_SLICE + next, l->pitch * l->height / 64 - 1);
    emit_context(m, HW_R_CB_COLOR_VIEW + next,
                 REG_SET(CB_COLOR_VIEW, SLICE_MAX, x->image.depth - 1));
    emit_context(m, HW_R_CB_COLOR_INFO + next,
                 REG_SET(CB_COLOR_INFO, FORMAT, x->image.format) | REG_SET(CB_COLOR_INFO, RAT, 1) |
                     REG_SET(CB_COLOR_INFO, ARRAY_MODE, x->image.mode) |
                     REG_SET(CB_COLOR_INFO, NUMBER_TYPE, number_type) |
                     REG_SET(CB_COLOR_INFO, COMP_SWAP, swap) |
                     REG_SET(CB_COLOR_INFO, RESOURCE_TYPE, resource_type));
    emit_context(
        m, HW_R_CB_COLOR_ATTRIB + next,
        REG_SET(CB_COLOR_ATTRIB, TILE_SPLIT, l->tile_split ? hw_log2(l->tile_split / 64) : 0) |
            REG_SET(CB_COLOR_ATTRIB, NUM_BANKS, hw_log2(l->banks / 2)) |
            REG_SET(CB_COLOR_ATTRIB, BANK_WIDTH, hw_log2(l->bank_width)) |
            REG_SET(CB_COLOR_ATTRIB, BANK_HEIGHT, hw_log2(l->bank_height)) |
            REG_SET(CB_COLOR_ATTRIB, MACRO_TILE_ASPECT, hw_log2(l->aspect)));
    emit_reloc(m, x->handle);
    emit_context(m, HW_R_CB_COLOR_DIM + next,
                 REG_SET(CB_COLOR_DIM, WIDTH_MAX, x->image.width - 1) |
                     REG_SET(CB_COLOR_DIM, HEIGHT_MAX, x->image.height - 1));
}

void fetch_program(struct program *p, unsigned tex_op, bool normalized)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_MULADD_UINT24, 2, 0, r(0, 0), lit(16), lit(IN));
    op(p, HW_ALU_OP_MULADD_UINT24, 3, 0, r(0, 0), lit(4), lit(OUT / 4));
    alu_end(p, ALU);
    fetch_begin(p);
    load(p, 4, 2, 0, HW_FMT_32_32_32_32, 4);
    fetch_end(p);
    fetch_begin(p);
    texture(p, tex_op, 7, 4, 2, 0, normalized);
    fetch_end(p);
    rat(p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 0xf);
    finish(p);
}

void run_fetch(struct fixture *x, const struct program *p)
{
    emit_state(&x->m);
    emit_texture(x);
    machine_must_run(&x->m, p);
}
