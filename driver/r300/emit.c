/* SPDX-License-Identifier: MIT */
/* emit.c: the stream of a launch: state that is always the same, textures, targets, the program
 * with its constants, the rasteriser, and four vertices. */
#include <assert.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/hw/isa.h"
#include "driver/hw/r500/r500.h"
#include "driver/hw/tiling.h"
#include "driver/r300/r300.h"

/* The state of the rest of the pipeline, of which drawing a rectangle needs nothing. Source of the
 * values: Mesa r300_emit.c (r300_emit_invariant_state) and r300_blit.c. */
static const struct {
    uint32_t address, value;
} fixed_state[] = {
    {HW_R500_R_TX_INVALTAGS, 0},
    {HW_R500_R_GB_ENABLE, 0},
    {HW_R500_R_GB_SELECT, 0},
    {HW_R500_R_GB_AA_CONFIG, 0},
    {HW_R500_R_GA_POLY_MODE, 0},
    {HW_R500_R_GA_ROUND_MODE, 1},
    {HW_R500_R_SU_CULL_MODE, 0},
    {HW_R500_R_SC_HYPERZ_EN, 0},
    {HW_R500_R_SC_EDGERULE, 0x2da49525},
    {HW_R500_R_SC_CLIP_RULE, 0xffff},
    {HW_R500_R_SC_SCREENDOOR, 0xffffff},
    {HW_R500_R_US_CONFIG, 0},
    {HW_R500_R_US_W_FMT, 0},
    {HW_R500_R_FG_FOG_BLEND, 0},
    {HW_R500_R_FG_ALPHA_FUNC, 0},
    {HW_R500_R_FG_DEPTH_SRC, 0},
    {HW_R500_R_ZB_CNTL, 0},
    {HW_R500_R_ZB_BW_CNTL, 0},
    {HW_R500_R_RB3D_CCTL, 1u << HW_R500_R_RB3D_CCTL_INDEPENDENT_COLORFORMAT_LO},
    {HW_R500_R_RB3D_BLENDCNTL, 0},
    {HW_R500_R_RB3D_ABLENDCNTL, 0},
    {HW_R500_R_RB3D_ROPCNTL, 0},
    {HW_R500_R_RB3D_COLOR_CHANNEL_MASK, 0xffff},
    {HW_R500_R_RB3D_DITHER_CTL, HW_R500_DITHER_ROUND},
    {HW_R500_R_VAP_CNTL_STATUS, 1u << HW_R500_R_VAP_CNTL_STATUS_TCL_BYPASS_LO},
    {HW_R500_R_VAP_CLIP_CNTL, 1u << HW_R500_R_VAP_CLIP_CNTL_CLIP_DISABLE_LO},
    {HW_R500_R_VAP_VTE_CNTL,
     1u << HW_R500_R_VAP_VTE_CNTL_VTX_XY_FMT_LO | 1u << HW_R500_R_VAP_VTE_CNTL_VTX_Z_FMT_LO},
    {HW_R500_R_VAP_VTX_STATE_CNTL, 0x5555},
    {HW_R500_R_VAP_PSC_SGN_NORM_CNTL, 0xaaaaaaaa},
    {HW_R500_R_VAP_VF_MAX_VTX_INDX, 3},
    {HW_R500_R_VAP_VF_MIN_VTX_INDX, 0},
};

const struct pipe_sampler *r300_sampler_of(const struct pipe_grid_info *info,
                                           const struct abi_image_texture *texture)
{
    return texture->sampler == ABI_IMAGE_NO_SAMPLER ? &r300_no_sampler
                                                    : info->samplers[texture->sampler];
}

bool r300_wraps(const struct pipe_grid_info *info, const struct abi_image_texture *texture)
{
    return r300_sampler_of(info, texture)->wraps &&
           !r300_is_3d(info->views[texture->view]->resource);
}

/* Returns the sampler that a unit is set to. A texture that the program itself wraps is read in
 * texels. */
static const struct pipe_sampler *unit_sampler(const struct r300_launch *launch, uint32_t unit)
{
    assert(unit < launch->program->texture_count);
    const struct abi_image_texture *texture = &launch->program->textures[unit];

    return launch->program->flags & ABI_IMAGE_WRAPS && r300_wraps(launch->info, texture)
               ? &r300_no_sampler
               : r300_sampler_of(launch->info, texture);
}

static uint32_t texture_format(const struct pipe_resource *resource)
{
    const struct hw_image_format *format = resource->format;

    return HW_SET(R500_R_TX_FORMAT1, FORMAT, resource->carried->texture) |
           HW_SET(R500_R_TX_FORMAT1, COORD_TYPE, r300_is_3d(resource) ? HW_R500_COORD_3D : 0) |
           HW_SET(R500_R_TX_FORMAT1, SIGNED, format->number == HW_NUMBER_SNORM ? 15 : 0) |
           HW_SET(R500_R_TX_FORMAT1, SEL_RED, format->dst_sel[0]) |
           HW_SET(R500_R_TX_FORMAT1, SEL_GREEN, format->dst_sel[1]) |
           HW_SET(R500_R_TX_FORMAT1, SEL_BLUE, format->dst_sel[2]) |
           HW_SET(R500_R_TX_FORMAT1, SEL_ALPHA, format->dst_sel[3]);
}

static void emit_texture(struct r300_cs *cs, const struct r300_launch *launch, uint32_t i)
{
    const struct abi_image_texture *texture = &launch->program->textures[i];
    const struct pipe_resource *resource = launch->info->views[texture->view]->resource;
    const uint32_t width = (uint32_t)resource->tmpl.width - 1, height = resource->tmpl.height - 1;
    /* With a pitch of its own a texture neither repeats nor mirrors: Mesa r300_texture_desc.c. */
    const bool has_pitch = !r300_is_power_of_two(resource->tmpl.width);

    r300_cs_reg(cs, HW_R500_R_TX_FILTER0 + 4 * i,
                unit_sampler(launch, i)->filter0 | HW_SET(R500_R_TX_FILTER0, ID, i));
    r300_cs_reg(cs, HW_R500_R_TX_FILTER1 + 4 * i, 0);
    r300_cs_reg(cs, HW_R500_R_TX_BORDER_COLOR + 4 * i, 0);
    r300_cs_reg(cs, HW_R500_R_TX_FORMAT0 + 4 * i,
                HW_SET(R500_R_TX_FORMAT0, WIDTH, width) |
                    HW_SET(R500_R_TX_FORMAT0, HEIGHT, height) |
                    HW_SET(R500_R_TX_FORMAT0, DEPTH, hw_log2(resource->tmpl.depth)) |
                    HW_SET(R500_R_TX_FORMAT0, PITCH_EN, has_pitch));
    r300_cs_reg(cs, HW_R500_R_TX_FORMAT1 + 4 * i, texture_format(resource));
    r300_cs_reg(cs, HW_R500_R_TX_FORMAT2 + 4 * i,
                HW_SET(R500_R_TX_FORMAT2, PITCH, has_pitch ? resource->pitch - 1 : 0) |
                    HW_SET(R500_R_TX_FORMAT2, WIDTH_11, width >> 11) |
                    HW_SET(R500_R_TX_FORMAT2, HEIGHT_11, height >> 11));
    r300_cs_address(cs, HW_R500_R_TX_OFFSET + 4 * i, resource->bo, false);
}

static uint32_t output_format(const struct pipe_resource *resource)
{
    static const uint8_t selects[4] = {HW_R500_OUT_SEL_R, HW_R500_OUT_SEL_G, HW_R500_OUT_SEL_B,
                                       HW_R500_OUT_SEL_A};
    const struct hw_r500_format *carried = resource->carried;
    struct hw_channel channels[4];
    const unsigned count = hw_image_format_channels(resource->format, channels);
    uint32_t value =
        HW_SET(R500_R_US_OUT_FMT, FORMAT, carried->output) |
        HW_SET(R500_R_US_OUT_FMT, SIGN, resource->format->number == HW_NUMBER_SNORM ? 15 : 0);

    for (unsigned c = 0; c < count; c++)
        value |= (uint32_t)selects[channels[c].component]
                 << (HW_R500_R_US_OUT_FMT_C0_SEL_LO + 2 * carried->slot[c]);
    return value;
}

static void emit_targets(struct r300_cs *cs, const struct r300_launch *launch)
{
    for (uint32_t i = 0; i < HW_R500_TARGETS; i++) {
        const struct pipe_resource *resource =
            i < launch->program->target_count
                ? launch->info->surfaces[launch->program->targets[i].surface]->resource
                : NULL;

        r300_cs_reg(cs, HW_R500_R_US_OUT_FMT + 4 * i,
                    resource ? output_format(resource)
                             : HW_SET(R500_R_US_OUT_FMT, FORMAT, HW_R500_OUT_UNUSED));
        if (!resource)
            continue;
        r300_cs_address(cs, HW_R500_R_RB3D_COLOROFFSET + 4 * i, resource->bo, true);
        r300_cs_reg(cs, HW_R500_R_RB3D_COLORPITCH + 4 * i,
                    HW_SET(R500_R_RB3D_COLORPITCH, PITCH, resource->pitch / 2) |
                        HW_SET(R500_R_RB3D_COLORPITCH, FORMAT, resource->carried->target));
    }
}

/* Look-ups take coordinates as the sampler of their unit does. */
static void scale_lookup(const struct r300_launch *launch, uint32_t words[HW_R500_WORDS])
{
    const uint32_t unit = HW_GET(words[HW_R500_WORD_TEX_INST], R500_TEX_INST, TEX_ID);

    if (HW_GET(words[HW_R500_WORD_CMN], R500_CMN, TYPE) != HW_R500_TYPE_TEX ||
        unit >= launch->program->texture_count)
        return;
    words[HW_R500_WORD_TEX_INST] &= ~HW_SET(R500_TEX_INST, UNSCALED, 1);
    if (!unit_sampler(launch, unit)->normalized)
        words[HW_R500_WORD_TEX_INST] |= HW_SET(R500_TEX_INST, UNSCALED, 1);
}

static void emit_program(struct r300_cs *cs, const struct r300_launch *launch)
{
    const struct abi_image_program *program = launch->program;
    const uint32_t last = program->instruction_count - 1;
    assert(program->instruction_count > 0 && program->temps > 0);

    r300_cs_reg(cs, HW_R500_R_US_PIXSIZE, program->temps - 1);
    r300_cs_reg(cs, HW_R500_R_US_FC_CTRL,
                HW_SET(R500_R_US_FC_CTRL, FULL_FC_EN, program->flags & ABI_IMAGE_FULL_FLOW));
    r300_cs_reg(cs, HW_R500_R_US_FC_BOOL_CONST, program->bools);
    r300_cs_regs(cs, HW_R500_R_US_FC_INT_CONST, false, program->loops, program->loop_count);
    r300_cs_reg(cs, HW_R500_R_US_CODE_OFFSET, 0);
    r300_cs_reg(cs, HW_R500_R_US_CODE_RANGE, HW_SET(R500_R_US_CODE_RANGE, SIZE, last));
    r300_cs_reg(cs, HW_R500_R_US_CODE_ADDR, HW_SET(R500_R_US_CODE_ADDR, END, last));
    r300_cs_reg(cs, HW_R500_R_GA_US_VECTOR_INDEX, 0);
    for (uint32_t i = 0; i <= last; i++) {
        uint32_t words[HW_R500_WORDS];
        memcpy(words, program->instructions[i], sizeof(words));
        scale_lookup(launch, words);
        r300_cs_regs(cs, HW_R500_R_GA_US_VECTOR_DATA, true, words, HW_R500_WORDS);
    }
    r300_cs_reg(cs, HW_R500_R_GA_US_VECTOR_INDEX, HW_SET(R500_R_GA_US_VECTOR_INDEX, CONSTANTS, 1));
    r300_cs_regs(cs, HW_R500_R_GA_US_VECTOR_DATA, true, launch->constants,
                 4 * program->constant_count);
}

enum { POSITION = 4, COORDINATES = 2 /* of an input: x and y */ };

/* Input i is texture coordinate i, of two components; zero and one are the rasteriser's own. */
static void emit_rasteriser(struct r300_cs *cs, const struct abi_image_program *program)
{
    const uint32_t inputs = program->input_count;
    uint32_t sizes = 0;

    for (uint32_t i = 0; i < inputs; i++) {
        sizes |= (uint32_t)COORDINATES << (3 * i);
        r300_cs_reg(cs, HW_R500_R_RS_IP + 4 * i,
                    HW_SET(R500_R_RS_IP, TEX_PTR_S, COORDINATES * i) |
                        HW_SET(R500_R_RS_IP, TEX_PTR_T, COORDINATES * i + 1) |
                        HW_SET(R500_R_RS_IP, TEX_PTR_R, HW_R500_RS_K0) |
                        HW_SET(R500_R_RS_IP, TEX_PTR_Q, HW_R500_RS_K1));
        r300_cs_reg(cs, HW_R500_R_RS_INST + 4 * i,
                    HW_SET(R500_R_RS_INST, TEX_ID, i) | HW_SET(R500_R_RS_INST, TEX_CN, 1) |
                        HW_SET(R500_R_RS_INST, TEX_ADDR, program->inputs[i].temp));
    }
    if (!inputs)
        r300_cs_reg(cs, HW_R500_R_RS_INST, 0);
    r300_cs_reg(cs, HW_R500_R_RS_COUNT,
                HW_SET(R500_R_RS_COUNT, IT_COUNT, COORDINATES * inputs) |
                    HW_SET(R500_R_RS_COUNT, HIRES_EN, 1));
    r300_cs_reg(cs, HW_R500_R_RS_INST_COUNT,
                HW_SET(R500_R_RS_INST_COUNT, LAST, inputs ? inputs - 1 : 0));
    r300_cs_reg(cs, HW_R500_R_VAP_OUT_VTX_FMT_0, 1);
    r300_cs_reg(cs, HW_R500_R_VAP_OUT_VTX_FMT_1, sizes);
    r300_cs_reg(cs, HW_R500_R_VAP_VTX_SIZE, POSITION + COORDINATES * inputs);
}

/* How vertices lie in the packet, 16 bits each: position, then texture coordinates. */
static void emit_vertex_layout(struct r300_cs *cs, uint32_t inputs)
{
    enum { FLOAT_2 = 1, FLOAT_4 = 3, XYZW = 0xf688, XY01 = 0xfb08, FIRST_TEXTURE = 6 };
    const uint32_t last = 1u << 13;
    uint32_t layout[5] = {FLOAT_4}, swizzle[5] = {XYZW};
    assert(inputs / 2 < COUNT(layout));

    for (uint32_t i = 0; i < inputs; i++) {
        const uint32_t shift = 16 * ((i + 1) % 2);
        layout[(i + 1) / 2] |= (FLOAT_2 | (FIRST_TEXTURE + i) << 8) << shift;
        swizzle[(i + 1) / 2] |= (uint32_t)XY01 << shift;
    }
    layout[inputs / 2] |= last << (16 * (inputs % 2));
    r300_cs_regs(cs, HW_R500_R_VAP_PROG_STREAM_CNTL, false, layout, inputs / 2 + 1);
    r300_cs_regs(cs, HW_R500_R_VAP_PROG_STREAM_CNTL_EXT, false, swizzle, inputs / 2 + 1);
    r300_cs_reg(cs, HW_R500_R_VAP_VSM_VTX_ASSM, 1 | ((1u << inputs) - 1) << 10);
}

/* Returns the input at the corner (x, y) of a pixel that makes it right in the pixel's middle. */
static float at_corner(uint32_t kind, uint32_t corner)
{
    return (float)corner - (kind == ABI_IMAGE_GLOBAL_ID ? 0.5f : 0.0f);
}

static void emit_draw(struct r300_cs *cs, const struct r300_launch *launch)
{
    const uint32_t inputs = launch->program->input_count;
    const uint32_t size = POSITION + COORDINATES * inputs;
    assert(launch->x0 < launch->x1 && launch->y0 < launch->y1);
    const uint32_t corner[4][2] = {{launch->x0, launch->y0},
                                   {launch->x1, launch->y0},
                                   {launch->x1, launch->y1},
                                   {launch->x0, launch->y1}};

    r300_cs_emit(cs,
                 (uint32_t[]){hw_r500_pkt3(HW_R500_PKT3_DRAW_IMMD_2, 1 + COUNT(corner) * size),
                              HW_R500_PRIM_QUADS | HW_R500_WALK_EMBEDDED << 4 |
                                  (uint32_t)COUNT(corner) << 16},
                 2);
    for (size_t v = 0; v < COUNT(corner); v++) {
        const uint32_t x = corner[v][0], y = corner[v][1];
        r300_cs_emit(cs,
                     (uint32_t[]){float_bits((float)x), float_bits((float)y), 0, float_bits(1.0f)},
                     POSITION);
        for (uint32_t i = 0; i < inputs; i++) {
            const uint32_t kind = launch->program->inputs[i].kind;
            r300_cs_emit(
                cs, (uint32_t[]){float_bits(at_corner(kind, x)), float_bits(at_corner(kind, y))},
                COORDINATES);
        }
    }
}

void r300_emit_launch(struct r300_cs *cs, const struct r300_launch *launch)
{
    const struct abi_image_program *program = launch->program;

    for (size_t i = 0; i < COUNT(fixed_state); i++)
        r300_cs_reg(cs, fixed_state[i].address, fixed_state[i].value);
    r300_cs_reg(cs, HW_R500_R_SC_SCISSOR0,
                HW_SET(R500_R_SC_SCISSOR0, X, launch->x0) |
                    HW_SET(R500_R_SC_SCISSOR0, Y, launch->y0));
    r300_cs_reg(cs, HW_R500_R_SC_SCISSOR1,
                HW_SET(R500_R_SC_SCISSOR1, X, launch->x1 - 1) |
                    HW_SET(R500_R_SC_SCISSOR1, Y, launch->y1 - 1));
    r300_cs_reg(cs, HW_R500_R_TX_ENABLE, (1u << program->texture_count) - 1);
    for (uint32_t i = 0; i < program->texture_count; i++)
        emit_texture(cs, launch, i);
    emit_targets(cs, launch);
    emit_program(cs, launch);
    emit_rasteriser(cs, program);
    emit_vertex_layout(cs, program->input_count);
    emit_draw(cs, launch);
    r300_cs_reg(cs, HW_R500_R_RB3D_DSTCACHE_CTLSTAT, HW_R500_DSTCACHE_FLUSH);
    r300_cs_reg(cs, HW_R500_R_WAIT_UNTIL, HW_R500_WAIT_3D_IDLECLEAN);
}
