/* SPDX-License-Identifier: MIT */
/* state.c: reads the registers of a draw, and refuses what is not supported: never a wrong picture
 * in silence. */
#include "driver/sim/draw/state.h"

#include <math.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/sim/draw/vertices.h"

/* Registers that must have some bits zero, as long as what they ask for is not supported. */
static const struct limit {
    uint32_t address, mask, value;
    const char *name;
} limits[] = {
    {DRAW_R_VGT_STRMOUT_CONFIG, 0x70, 0, "VGT_STRMOUT_CONFIG"},
    {DRAW_R_PA_SC_WINDOW_OFFSET, ~0u, 0, "PA_SC_WINDOW_OFFSET"},
    /* Masks that kill vertices. */
    {DRAW_R_PA_CL_VS_OUT_CNTL, 0x100000, 0, "PA_CL_VS_OUT_CNTL"},
    {DRAW_R_DB_RENDER_CONTROL, 0xfffff000, 0, "DB_RENDER_CONTROL"},
};

static bool check_limits(struct sim_drawing *d)
{
    for (size_t i = 0; i < COUNT(limits); i++) {
        const uint32_t value = draw_register(d, limits[i].address);
        if ((value & limits[i].mask) != limits[i].value)
            return draw_fail(d, "%s 0x%x is not supported", limits[i].name, value);
    }
    return true;
}

static void narrow(struct sim_drawing *d, struct draw_rect *rect, uint32_t address)
{
    const uint32_t first = draw_register(d, address), last = draw_register(d, address + 4);
    const int32_t left = (int32_t)draw_bits(first, 0, 15), top = (int32_t)draw_bits(first, 16, 15);
    const int32_t right = (int32_t)draw_bits(last, 0, 15),
                  bottom = (int32_t)draw_bits(last, 16, 15);
    rect->left = left > rect->left ? left : rect->left;
    rect->top = top > rect->top ? top : rect->top;
    rect->right = right < rect->right ? right : rect->right;
    rect->bottom = bottom < rect->bottom ? bottom : rect->bottom;
}

static void read_scissor(struct sim_drawing *d, struct draw_state *state, unsigned viewport)
{
    state->scissor = (struct draw_rect){0, 0, 16384, 16384};
    narrow(d, &state->scissor, DRAW_R_PA_SC_SCREEN_SCISSOR_TL);
    narrow(d, &state->scissor, DRAW_R_PA_SC_WINDOW_SCISSOR_TL);
    narrow(d, &state->scissor, DRAW_R_PA_SC_GENERIC_SCISSOR_TL);
    if (draw_register(d, DRAW_R_PA_SC_MODE_CNTL_0) & 2u)
        narrow(d, &state->scissor, DRAW_R_PA_SC_VPORT_SCISSOR_0_TL + viewport * 8);
}

static void read_windows(struct sim_drawing *d, struct draw_state *state)
{
    state->hidden = (uint16_t)~draw_register(d, DRAW_R_PA_SC_CLIPRECT_RULE);
    for (unsigned i = 0; i < DRAW_WINDOWS; i++) {
        state->window[i] = (struct draw_rect){0, 0, 16384, 16384};
        narrow(d, &state->window[i], DRAW_R_PA_SC_CLIPRECT_0_TL + i * 8);
    }
}

static void read_scale(struct sim_drawing *d, struct draw_state *state, unsigned viewport)
{
    const uint32_t vte = draw_register(d, DRAW_R_PA_CL_VTE_CNTL);
    const uint32_t depths = DRAW_R_PA_SC_VPORT_ZMIN_0 + viewport * 8;
    for (unsigned c = 0; c < 3; c++) {
        const uint32_t address = DRAW_R_PA_CL_VPORT_XSCALE + viewport * 24 + c * 8;
        state->scale[c] = vte >> 2 * c & 1u ? draw_register_float(d, address) : 1.0f;
        state->offset[c] = vte >> (2 * c + 1) & 1u ? draw_register_float(d, address + 4) : 0.0f;
    }
    state->z_min = draw_register_float(d, depths);
    state->z_max = draw_register_float(d, depths + 4);
}

void draw_state_viewport(struct sim_drawing *d, struct draw_state *state, unsigned viewport)
{
    read_scissor(d, state, viewport);
    read_scale(d, state, viewport);
}

/* Sizes of points and widths of lines are in sixteenths, of one side. */
static void read_strokes(struct sim_drawing *d, struct draw_state *state)
{
    const uint32_t limits_of_size = draw_register(d, DRAW_R_PA_SU_POINT_MINMAX);
    const uint32_t width = draw_bits(draw_register(d, DRAW_R_PA_SU_LINE_CNTL), 0, 16);
    const uint32_t out = draw_register(d, DRAW_R_PA_CL_VS_OUT_CNTL);
    const uint32_t interpolation = draw_register(d, DRAW_R_SPI_INTERP_CONTROL_0);
    state->point_size = (float)draw_bits(draw_register(d, DRAW_R_PA_SU_POINT_SIZE), 0, 16) / 8.0f;
    state->point_least = (float)draw_bits(limits_of_size, 0, 16) / 8.0f;
    state->point_most = (float)draw_bits(limits_of_size, 16, 16) / 8.0f;
    state->line_width = (width + 4) / 8 ? (width + 4) / 8 : 1;
    state->rectangle_width = (float)width / 8;
    state->vertex_misc = draw_bits(out, 21, 1);
    state->vertex_point_size = draw_bits(out, 16, 1);
    state->vertex_edge = draw_bits(out, 17, 1);
    state->vertex_layer = draw_bits(out, 18, 1);
    state->vertex_viewport = draw_bits(out, 19, 1);
    state->sprite = draw_bits(interpolation, 1, 1);
    state->sprite_bottom = draw_bits(interpolation, 14, 1);
    for (unsigned c = 0; c < 4; c++)
        state->sprite_select[c] = (uint8_t)draw_bits(interpolation, 2 + 3 * c, 3);
}

/* Each line begins the pattern anew, or each row of them. Mesa says how only where it draws lines.
 */
static bool read_stipple(struct sim_drawing *d, struct draw_state *state)
{
    enum { EACH_LINE = 1, EACH_ROW = 2 };
    const uint32_t how = draw_register(d, DRAW_R_PA_SC_LINE_STIPPLE);
    const unsigned restarts = draw_bits(how, 29, 2);
    const bool lines = state->fill[0] == DRAW_FILL_LINES || state->fill[1] == DRAW_FILL_LINES;
    if (!draw_bits(draw_register(d, DRAW_R_PA_SC_MODE_CNTL_0), 2, 1))
        return true;
    if (draw_bits(how, 28, 1) || restarts > EACH_ROW || state->rectangular_lines || lines)
        return draw_fail(d,
                         "PA_SC_LINE_STIPPLE 0x%x: its order, lines as rectangles, and edges of "
                         "triangles are not supported",
                         how);
    state->stipple = (uint16_t)draw_bits(how, 0, 16);
    state->stipple_factor = restarts ? draw_bits(how, 16, 8) + 1 : 0;
    state->stipple_restarts = restarts == EACH_LINE;
    return true;
}

static bool read_viewport(struct sim_drawing *d, struct draw_state *state)
{
    const uint32_t vte = draw_register(d, DRAW_R_PA_CL_VTE_CNTL);
    const uint32_t clip = draw_register(d, DRAW_R_PA_CL_CLIP_CNTL);
    state->window_space = draw_bits(vte, 8, 2) == 3;
    if (draw_bits(vte, 8, 2) != 3 && draw_bits(vte, 8, 3) != 4)
        return draw_fail(d, "PA_CL_VTE_CNTL 0x%x is not supported", vte);
    state->clip = !state->window_space && !draw_bits(clip, 16, 1);
    state->half_z = draw_bits(clip, 19, 1);
    state->discard = draw_bits(clip, 22, 1);
    state->clip_near = !draw_bits(clip, 26, 1);
    state->clip_far = !draw_bits(clip, 27, 1);
    return true;
}

static bool read_distances(struct sim_drawing *d, struct draw_state *state)
{
    const uint32_t out = draw_register(d, DRAW_R_PA_CL_VS_OUT_CNTL);
    const uint32_t planes = draw_bits(draw_register(d, DRAW_R_PA_CL_CLIP_CNTL), 0, DRAW_PLANES);
    state->clip_distances = (uint8_t)(draw_bits(out, 0, 8) | planes);
    state->cull_distances = (uint8_t)draw_bits(out, 8, 8);
    if (out & 0xffffu) {
        state->distance_export = 1 + draw_bits(out, 21, 1);
        if (planes)
            return draw_fail(d, "PA_CL_VS_OUT_CNTL 0x%x: planes beside distances are not supported",
                             out);
        if (!draw_bits(out, 22, 1) || (!draw_bits(out, 23, 1) && out & 0xf0f0u))
            return draw_fail(d, "PA_CL_VS_OUT_CNTL 0x%x: no export has these distances", out);
    }
    for (unsigned i = 0; i < DRAW_PLANES; i++)
        for (unsigned c = 0; c < 4; c++)
            state->plane[i][c] = draw_register_float(d, DRAW_R_PA_CL_UCP_0_X + i * 16 + c * 4);
    return true;
}

/* The unit of offsets is that of depths. Mesa asks for twice as many where depths have 24 bits, and
 * for four times as many where they have 16 (evergreen_emit_polygon_offset): depths that are
 * rounded stay apart by one unit of OpenGL's. */
static void read_unit(uint32_t format, struct draw_state *state)
{
    const int bits = -(int)(int8_t)draw_bits(format, 0, 8);
    state->shift_bits = bits;
    if (!draw_bits(format, 8, 1))
        state->shift_unit = ldexp(1, -bits);
}

static bool read_triangles(struct sim_drawing *d, struct draw_state *state)
{
    static const uint8_t fractions[8] = {4, 3, 2, 1, 0, 8, 10, 12};
    const uint32_t mode = draw_register(d, DRAW_R_PA_SU_SC_MODE_CNTL);
    const bool cayman = d->dispatcher->config->chip->vliw == HW_VLIW4;
    const uint32_t vertices =
        draw_register(d, cayman ? DRAW_R_CM_PA_SU_VTX_CNTL : DRAW_R_PA_SU_VTX_CNTL);
    for (unsigned back = 0; draw_bits(mode, 3, 2) && back < 2; back++) {
        static const uint8_t fills[] = {DRAW_FILL_POINTS, DRAW_FILL_LINES, DRAW_FILL_AREA};
        const unsigned type = draw_bits(mode, 5 + 3 * back, 3);
        if (type >= COUNT(fills))
            return draw_fail(d, "PA_SU_SC_MODE_CNTL 0x%x is not supported", mode);
        state->fill[back] = fills[type];
    }
    state->cull_front = draw_bits(mode, 0, 1);
    state->cull_back = draw_bits(mode, 1, 1);
    state->front_clockwise = draw_bits(mode, 2, 1);
    state->last_vertex_provokes = draw_bits(mode, 19, 1);
    state->center_half = draw_bits(vertices, 0, 1);
    state->fraction_bits = fractions[draw_bits(vertices, 3, 3)];
    for (unsigned back = 0; back < 2; back++)
        if (draw_bits(mode, 11 + back, 1)) {
            const uint32_t scale = DRAW_R_PA_SU_POLY_OFFSET_FRONT_SCALE + back * 8;
            state->slope[back] = draw_register_float(d, scale) / 16;
            state->shift[back] = draw_register_float(d, scale + 4);
        }
    state->shift_limit = draw_register_float(d, DRAW_R_PA_SU_POLY_OFFSET_CLAMP);
    read_unit(draw_register(d, DRAW_R_PA_SU_POLY_OFFSET_DB_FMT_CNTL), state);
    return true;
}

/* The parameter of vertices that has the same semantic as an input. */
static unsigned find_param(struct sim_drawing *d, const struct draw_state *state, unsigned semantic)
{
    for (unsigned i = 0; i < state->params; i++)
        if (draw_bits(draw_register(d, DRAW_R_SPI_VS_OUT_ID_0 + i / 4 * 4), i % 4 * 8, 8) ==
            semantic)
            return i;
    return DRAW_PARAMS;
}

static bool read_inputs(struct sim_drawing *d, struct draw_state *state)
{
    const uint32_t control = draw_register(d, DRAW_R_SPI_PS_IN_CONTROL_0);
    const uint32_t more = draw_register(d, DRAW_R_SPI_PS_IN_CONTROL_1);
    const bool flat = draw_register(d, DRAW_R_SPI_INTERP_CONTROL_0) & 1u;
    state->params = draw_bits(draw_register(d, DRAW_R_SPI_VS_OUT_CONFIG), 1, 5) + 1;
    state->inputs = draw_bits(control, 0, 6);
    if (state->inputs > DRAW_PARAMS)
        return draw_fail(d, "SPI_PS_IN_CONTROL_0 0x%x: there are no %u inputs", control,
                         state->inputs);
    for (unsigned i = 0; i < state->inputs; i++) {
        const uint32_t how = draw_register(d, DRAW_R_SPI_PS_INPUT_CNTL_0 + i * 4);
        state->input[i] = (struct draw_input){
            .param = (uint8_t)find_param(d, state, draw_bits(how, 0, 8)),
            .initial = (uint8_t)draw_bits(how, 8, 2),
            .flat = draw_bits(how, 10, 1) && flat,
            .sprite = draw_bits(how, 17, 1) && state->sprite,
        };
    }
    state->position = draw_bits(control, 8, 1);
    state->position_register = draw_bits(control, 10, 5);
    state->face = draw_bits(more, 8, 1);
    state->face_channel = draw_bits(more, 9, 2);
    state->face_bits = draw_bits(more, 11, 1);
    state->face_register = draw_bits(more, 12, 5);
    state->sample = draw_bits(more, 24, 1);
    state->sample_register = draw_bits(more, 25, 5);
    state->exports_stencils = draw_bits(draw_register(d, DRAW_R_DB_SHADER_CONTROL), 1, 1);
    state->exports_samples = draw_bits(draw_register(d, DRAW_R_DB_SHADER_CONTROL), 8, 1);
    return true;
}

static bool read_barys(struct sim_drawing *d, struct draw_state *state)
{
    static const uint8_t low[DRAW_BARYS] = {8, 0, 4, 24, 16, 20};
    const uint32_t barys = draw_register(d, DRAW_R_SPI_BARYC_CNTL);
    if (draw_bits(barys, 12, 2))
        return draw_fail(d, "SPI_BARYC_CNTL 0x%x is not supported", barys);
    for (unsigned i = 0; i < DRAW_BARYS; i++)
        state->bary[i] = draw_bits(barys, low[i], 2);
    return true;
}

/* VGT_SHADER_STAGES_EN and VGT_GS_MODE: vertices alone; vertices, geometry, copies; or vertices,
 * control, evaluation, or all of them. */
enum {
    STAGES_OF_GEOMETRY = 2 << 3 | 1 << 5 | 2 << 6,
    STAGES_OF_PATCHES = 1 | 1 << 2 | 1 << 6,
    STAGES_OF_BOTH = 1 | 1 << 2 | 1 << 3 | 1 << 5 | 2 << 6,
    MODE_OF_NUMBERS = 1,
    MODE_OF_GEOMETRY = 3
};

static bool read_stages(struct sim_drawing *d, struct draw_state *state)
{
    const uint32_t stages = draw_register(d, DRAW_R_VGT_SHADER_STAGES_EN) & 0xffu;
    const uint32_t mode = draw_register(d, DRAW_R_VGT_GS_MODE) & 0x3u;
    state->geometry = stages == STAGES_OF_GEOMETRY || stages == STAGES_OF_BOTH;
    if (stages == STAGES_OF_PATCHES || stages == STAGES_OF_BOTH)
        state->patch = draw_bits(draw_register(d, DRAW_R_VGT_LS_HS_CONFIG), 8, 6);
    state->numbered = !stages && mode == MODE_OF_NUMBERS;
    if (stages && !state->geometry && !state->patch)
        return draw_fail(d, "VGT_SHADER_STAGES_EN 0x%x is not supported", stages);
    return state->numbered || mode == (state->geometry ? (unsigned)MODE_OF_GEOMETRY : 0u) ||
           draw_fail(d, "VGT_GS_MODE 0x%x is not supported", mode);
}

static bool read_assembly(struct sim_drawing *d, struct draw_state *state)
{
    const uint32_t type = sim_config(d->compute, DRAW_R_VGT_PRIMITIVE_TYPE);
    state->primitive = draw_bits(type, 0, 6);
    if (state->patch ? state->primitive != DRAW_PATCHES : !draw_can_assemble(state->primitive))
        return draw_fail(d, "VGT_PRIMITIVE_TYPE %u is not supported", state->primitive);
    state->restart = draw_register(d, DRAW_R_VGT_MULTI_PRIM_IB_RESET_EN) & 1u;
    state->restart_index = draw_register(d, DRAW_R_VGT_MULTI_PRIM_IB_RESET_INDX);
    state->index_offset = draw_register(d, DRAW_R_VGT_INDX_OFFSET);
    return true;
}

bool draw_state_read(struct sim_drawing *d, struct draw_state *state)
{
    memset(state, 0, sizeof(*state));
    read_scissor(d, state, 0);
    read_windows(d, state);
    read_scale(d, state, 0);
    read_strokes(d, state);
    state->target_mask =
        draw_register(d, HW_R_CB_TARGET_MASK) & draw_register(d, DRAW_R_CB_SHADER_MASK);
    return check_limits(d) && read_stages(d, state) && read_assembly(d, state) &&
           read_viewport(d, state) && read_distances(d, state) && read_triangles(d, state) &&
           read_inputs(d, state) && read_barys(d, state) && draw_state_samples(d, state) &&
           read_stipple(d, state);
}
