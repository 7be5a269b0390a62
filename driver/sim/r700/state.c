/* SPDX-License-Identifier: MIT */
/* state.c: what registers of R700 mean to Evergreen, all of it before each draw. */
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/sim/draw/registers.h"
#include "driver/sim/r700/translate.h"

/* Registers that have the same fields on both. */
static const struct copy {
    uint32_t to, from, count;
} copies[] = {
    {DRAW_R_DB_STENCIL_CLEAR, DRAW_R_DB_STENCIL_CLEAR, 2},
    {DRAW_R_PA_SC_SCREEN_SCISSOR_TL, DRAW_R_PA_SC_SCREEN_SCISSOR_TL, 2},
    {DRAW_R_SQ_ALU_CONST_SIZE_PS, DRAW_R_SQ_ALU_CONST_SIZE_PS, 48},
    {DRAW_R_PA_SC_WINDOW_OFFSET, DRAW_R_PA_SC_WINDOW_OFFSET, 12},
    {HW_R_CB_TARGET_MASK, HW_R_CB_TARGET_MASK, 2},
    {DRAW_R_PA_SC_GENERIC_SCISSOR_TL, DRAW_R_PA_SC_GENERIC_SCISSOR_TL, 2},
    {DRAW_R_PA_SC_VPORT_SCISSOR_0_TL, DRAW_R_PA_SC_VPORT_SCISSOR_0_TL, 32},
    {DRAW_R_PA_SC_VPORT_ZMIN_0, DRAW_R_PA_SC_VPORT_ZMIN_0, 32},
    {DRAW_R_VGT_INDX_OFFSET, DRAW_R_VGT_INDX_OFFSET, 3},
    {DRAW_R_CB_BLEND_RED, DRAW_R_CB_BLEND_RED, 4},
    {DRAW_R_DB_STENCILREFMASK, DRAW_R_DB_STENCILREFMASK, 3},
    {DRAW_R_PA_CL_VPORT_XSCALE, DRAW_R_PA_CL_VPORT_XSCALE, 96},
    {DRAW_R_PA_CL_UCP_0_X, R700_R_PA_CL_UCP_0_X, 24},
    {DRAW_R_SPI_VS_OUT_ID_0, R700_R_SPI_VS_OUT_ID_0, 10},
    {DRAW_R_SPI_PS_INPUT_CNTL_0, DRAW_R_SPI_PS_INPUT_CNTL_0, 32},
    {DRAW_R_SPI_VS_OUT_CONFIG, DRAW_R_SPI_VS_OUT_CONFIG, 1},
    {DRAW_R_SPI_INTERP_CONTROL_0, DRAW_R_SPI_INTERP_CONTROL_0, 1},
    {DRAW_R_DB_DEPTH_CONTROL, DRAW_R_DB_DEPTH_CONTROL, 1},
    {DRAW_R_DB_SHADER_CONTROL, DRAW_R_DB_SHADER_CONTROL, 1},
    {DRAW_R_PA_CL_CLIP_CNTL, DRAW_R_PA_CL_CLIP_CNTL, 4},
    {DRAW_R_SQ_PGM_RESOURCES_VS, R700_R_SQ_PGM_RESOURCES_VS, 1},
    {DRAW_R_SQ_ALU_CONST_CACHE_PS, DRAW_R_SQ_ALU_CONST_CACHE_PS, 48},
    {DRAW_R_SQ_PGM_RESOURCES_GS, R700_R_SQ_PGM_RESOURCES_GS, 1},
    {DRAW_R_SQ_PGM_RESOURCES_ES, R700_R_SQ_PGM_RESOURCES_ES, 1},
    {DRAW_R_SQ_ESGS_RING_ITEMSIZE, R700_R_SQ_ESGS_RING_ITEMSIZE, 2},
    {DRAW_R_SQ_ESTMP_RING_ITEMSIZE, R700_R_SQ_ESTMP_RING_ITEMSIZE, 4},
    {DRAW_R_SQ_GS_VERT_ITEMSIZE, R700_R_SQ_GS_VERT_ITEMSIZE, 1},
    {DRAW_R_VGT_GS_OUT_PRIM_TYPE, DRAW_R_VGT_GS_OUT_PRIM_TYPE, 1},
    {DRAW_R_VGT_GS_MAX_VERT_OUT, DRAW_R_VGT_GS_MAX_VERT_OUT, 1},
    {DRAW_R_PA_SU_POINT_SIZE, DRAW_R_PA_SU_POINT_SIZE, 3},
    {DRAW_R_VGT_GS_MODE, DRAW_R_VGT_GS_MODE, 1},
    {DRAW_R_VGT_MULTI_PRIM_IB_RESET_EN, DRAW_R_VGT_MULTI_PRIM_IB_RESET_EN, 1},
    {DRAW_R_VGT_STRMOUT_BUFFER_SIZE_0, DRAW_R_VGT_STRMOUT_BUFFER_SIZE_0, 16},
    {DRAW_R_VGT_STRMOUT_DRAW_OPAQUE_OFFSET, DRAW_R_VGT_STRMOUT_DRAW_OPAQUE_OFFSET, 1},
    {DRAW_R_VGT_STRMOUT_DRAW_OPAQUE_STRIDE, DRAW_R_VGT_STRMOUT_DRAW_OPAQUE_STRIDE, 1},
    {DRAW_R_VGT_STRMOUT_CONFIG, R700_R_VGT_STRMOUT_EN, 1},
    {DRAW_R_VGT_STRMOUT_BUFFER_CONFIG, R700_R_VGT_STRMOUT_BUFFER_EN, 1},
    {DRAW_R_DB_ALPHA_TO_MASK, R700_R_DB_ALPHA_TO_MASK, 1},
    {DRAW_R_PA_SU_POLY_OFFSET_DB_FMT_CNTL, R700_R_PA_SU_POLY_OFFSET_DB_FMT_CNTL, 6},
    {DRAW_R_PA_SC_AA_CONFIG, DRAW_R_PA_SC_AA_CONFIG, 1},
    {DRAW_R_PA_SU_VTX_CNTL, DRAW_R_PA_SU_VTX_CNTL, 1},
    {DRAW_R_PA_SC_AA_MASK, R700_R_PA_SC_AA_MASK, 1},
    {DRAW_R_SX_ALPHA_TEST_CONTROL, DRAW_R_SX_ALPHA_TEST_CONTROL, 1},
};

static bool set(struct r700 *r, uint32_t address, const uint32_t *values, uint32_t count)
{
    return r700_set(r, HW_PKT3_SET_CONTEXT_REG, (address - HW_CONTEXT_REG_BASE) / 4, values, count);
}

/* How many samples a pixel has. */
static unsigned samples_log(const struct r700 *r)
{
    return r700_bits(r700_context(r, DRAW_R_PA_SC_AA_CONFIG), 0, 2);
}

static bool set_one(struct r700 *r, uint32_t address, uint32_t value)
{
    return set(r, address, &value, 1);
}

static bool set_copies(struct r700 *r)
{
    for (size_t i = 0; i < COUNT(copies); i++)
        if (!set(r, copies[i].to, &r->context[(copies[i].from - HW_CONTEXT_REG_BASE) / 4],
                 copies[i].count))
            return false;
    return true;
}

static bool set_programs(struct r700 *r)
{
    struct r700_inputs inputs = {.control = {r700_context(r, DRAW_R_SPI_PS_IN_CONTROL_0),
                                             r700_context(r, DRAW_R_SPI_PS_IN_CONTROL_1)},
                                 .flat = r700_context(r, DRAW_R_SPI_INTERP_CONTROL_0) & 1u,
                                 .gprs =
                                     r700_bits(r700_context(r, R700_R_SQ_PGM_RESOURCES_PS), 0, 8)};
    for (unsigned i = 0; i < COUNT(inputs.input); i++)
        inputs.input[i] = r700_context(r, DRAW_R_SPI_PS_INPUT_CNTL_0 + i * 4);
    uint32_t fetch, vertex, pixel;
    if (!r700_translate(r, R700_FETCH, r700_context(r, R700_R_SQ_PGM_START_FS), NULL, &fetch) ||
        !r700_translate(r, R700_VERTEX, r700_context(r, R700_R_SQ_PGM_START_VS), NULL, &vertex) ||
        !r700_translate(r, R700_PIXEL, r700_context(r, DRAW_R_SQ_PGM_START_PS), &inputs, &pixel))
        return false;
    const uint32_t resources =
        (r700_context(r, R700_R_SQ_PGM_RESOURCES_PS) & 0x30ff00u) | inputs.gprs;
    return set_one(r, DRAW_R_SQ_PGM_START_FS, fetch) &&
           set_one(r, DRAW_R_SQ_PGM_START_VS, vertex) &&
           set_one(r, DRAW_R_SQ_PGM_START_PS, pixel) &&
           set_one(r, DRAW_R_SQ_PGM_RESOURCES_PS, resources) &&
           set(r, DRAW_R_SPI_PS_IN_CONTROL_0, inputs.control, 2) &&
           set_one(r, DRAW_R_SPI_BARYC_CNTL, inputs.barycentric);
}

/* Vertices go by rings to a geometry program, whose copy program is that of vertices. */
static bool set_stages(struct r700 *r)
{
    enum { GEOMETRY = 3, RING_VERTICES = 2 << 3, STAGE_OF_GEOMETRY = 1 << 5, COPIES = 2 << 6 };
    uint32_t vertex, geometry;
    if ((r700_context(r, DRAW_R_VGT_GS_MODE) & 3u) != GEOMETRY)
        return set_one(r, DRAW_R_VGT_SHADER_STAGES_EN, 0);
    return r700_translate(r, R700_RING_VERTEX, r700_context(r, R700_R_SQ_PGM_START_ES), NULL,
                          &vertex) &&
           r700_translate(r, R700_GEOMETRY, r700_context(r, R700_R_SQ_PGM_START_GS), NULL,
                          &geometry) &&
           set_one(r, DRAW_R_SQ_PGM_START_ES, vertex) &&
           set_one(r, DRAW_R_SQ_PGM_START_GS, geometry) &&
           set_one(r, DRAW_R_VGT_SHADER_STAGES_EN, RING_VERTICES | STAGE_OF_GEOMETRY | COPIES);
}

static bool set_color(struct r700 *r, unsigned n)
{
    enum { NO_SPLIT = 6 };
    const uint32_t info = r700_context(r, R700_R_CB_COLOR_INFO + n * 4);
    const uint32_t size = r700_context(r, R700_R_CB_COLOR_SIZE + n * 4);
    const struct hw_format_info *known = hw_format_find(r700_bits(info, 2, 6));
    const unsigned width = r700_bank_width((known ? known->bytes : 4u) << samples_log(r));
    const uint32_t words[] = {
        r700_context(r, R700_R_CB_COLOR_BASE + n * 4),
        r700_bits(size, 0, 10),
        r700_bits(size, 10, 20),
        r700_context(r, R700_R_CB_COLOR_VIEW + n * 4),
        (info & 0x7fffu) | REG_SET(CB_COLOR_INFO, COMP_SWAP, r700_bits(info, 16, 2)) |
            REG_SET(CB_COLOR_INFO, BLEND_CLAMP, r700_bits(info, 20, 1)) |
            REG_SET(CB_COLOR_INFO, BLEND_BYPASS, r700_bits(info, 22, 1)),
        NO_SPLIT << 5 | (31u - (unsigned)__builtin_clz(r->chip->banks) - 1) << 10 |
            (unsigned)__builtin_ctz(width) << 13,
    };
    return set(r, HW_R_CB_COLOR_BASE + n * HW_R_CB_COLOR_BASE_STRIDE, words, COUNT(words));
}

/* One register has a bit for each target that blends; on R600 all of them blend alike. */
static bool set_blending(struct r700 *r)
{
    const uint32_t control = r700_context(r, DRAW_R_CB_COLOR_CONTROL);
    const uint32_t blend = r700_context(r, R700_R_CB_BLEND_CONTROL);
    for (unsigned n = 0; n < 8; n++) {
        const uint32_t own =
            r700_bits(control, 7, 1) ? r700_context(r, DRAW_R_CB_BLEND0_CONTROL + n * 4) : blend;
        if (!set_one(r, DRAW_R_CB_BLEND0_CONTROL + n * 4,
                     (own & 0x3fffffffu) | r700_bits(control, 8 + n, 1) << 30))
            return false;
    }
    return true;
}

enum { REFUSED = 0xff, MULTIWRITE = 1 << 1 };

static bool set_colors(struct r700 *r)
{
    /* Normal, none; clears; colours, textures and samples that are expanded; a resolve. */
    static const uint8_t modes[8] = {1, 0, REFUSED, REFUSED, 2, 2, 2, 3};
    const uint32_t control = r700_context(r, DRAW_R_CB_COLOR_CONTROL);
    const uint32_t mode = modes[r700_bits(control, 4, 3)];
    if (mode == REFUSED || control & 1u)
        return r700_fail(r, "CB_COLOR_CONTROL 0x%x is not supported", control);
    for (unsigned n = 0; n < 8; n++)
        if (!set_color(r, n))
            return false;
    return set_blending(r) && set_one(r, DRAW_R_CB_COLOR_CONTROL,
                                      (control & 0xff0000u) | mode << 4 | (control & MULTIWRITE));
}

/* A stencil lies beside its depth: in the highest byte of the same dword, or in the next one. The
 * drawer knows that by their bases. */
static bool set_depth(struct r700 *r)
{
    enum { NO_SPLIT = 6, Z_16 = 1, Z_24 = 2, Z_FLOAT = 3 };
    static const struct {
        uint8_t format, stencil, bytes;
    } formats[8] = {{0}, {Z_16, 0, 2}, {Z_24, 0, 4},    {Z_24, 1, 4},
                    {0}, {0},          {Z_FLOAT, 0, 4}, {Z_FLOAT, 1, 8}};
    const uint32_t info = r700_context(r, R700_R_DB_DEPTH_INFO);
    const uint32_t size = r700_context(r, R700_R_DB_DEPTH_SIZE);
    const uint32_t base = r700_context(r, R700_R_DB_DEPTH_BASE);
    const uint32_t render = r700_context(r, R700_R_DB_RENDER_CONTROL);
    const unsigned format = r700_bits(info, 0, 3);
    const uint32_t columns = r700_bits(size, 0, 10) + 1, tiles = r700_bits(size, 10, 20) + 1;
    if (format == 4 || format == 5)
        return r700_fail(r, "DB_DEPTH_INFO 0x%x: this format is not supported", info);
    const uint32_t z =
        formats[format].format | r700_bits(info, 15, 4) << 4 | NO_SPLIT << 8 |
        (31u - (unsigned)__builtin_clz(r->chip->banks) - 1) << 12 |
        (unsigned)__builtin_ctz(r700_bank_width((unsigned)formats[format].bytes << samples_log(r)))
            << 16;
    const uint32_t words[] = {z,    formats[format].stencil | NO_SPLIT << 8,    base, base, base,
                              base, (columns - 1) | (tiles / columns - 1) << 11};
    return set(r, DRAW_R_DB_Z_INFO, words, COUNT(words)) &&
           set_one(r, DRAW_R_DB_DEPTH_VIEW, r700_context(r, R700_R_DB_DEPTH_VIEW)) &&
           set_one(r, DRAW_R_DB_RENDER_CONTROL, render & 0x7ffu) &&
           set_one(r, DRAW_R_DB_COUNT_CONTROL, r700_bits(render, 11, 1));
}

/* Samples lie alike in all pixels, which Evergreen has registers for each of a quad for. R600 has
 * registers for two, four and eight of them, the last one two. */
static bool set_samples(struct r700 *r)
{
    const unsigned log = samples_log(r);
    const uint32_t pair = log > 2 ? 2 : 1;
    for (uint32_t i = 0; i < 4 * pair; i++) {
        const uint32_t places = r->chip->family == HW_FAMILY_R600
                                    ? r->places[log ? log - 1 + i % pair : 0]
                                    : r700_context(r, R700_R_PA_SC_AA_SAMPLE_LOCS + i % pair * 4);
        if (!set_one(r, DRAW_R_PA_SC_AA_SAMPLE_LOCS_0 + i * 4, places))
            return false;
    }
    return true;
}

static bool set_modes(struct r700 *r)
{
    enum { VIEWPORT_SCISSORS = 2, RASTERIZATION_KILL = 1 << 22 };
    const uint32_t mode = r700_context(r, DRAW_R_PA_SC_MODE_CNTL_1);
    /* R600 rasterises nothing by MULTIPASS. */
    const uint32_t nothing = r700_context(r, HW_R_SX_MISC) & 1u ? RASTERIZATION_KILL : 0;
    return set_one(r, DRAW_R_PA_CL_CLIP_CNTL, r700_context(r, DRAW_R_PA_CL_CLIP_CNTL) | nothing) &&
           set_one(r, DRAW_R_PA_SC_MODE_CNTL_0, VIEWPORT_SCISSORS | (mode & 5u)) &&
           set_one(r, DRAW_R_PA_SC_MODE_CNTL_1, r700_bits(mode, 17, 1) << 16);
}

bool r700_set_state(struct r700 *r)
{
    return set_copies(r) && set_programs(r) && set_stages(r) && set_colors(r) && set_depth(r) &&
           set_samples(r) && set_modes(r);
}
