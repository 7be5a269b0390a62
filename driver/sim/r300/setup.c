/* SPDX-License-Identifier: MIT */
/* setup.c: reads registers of primitives and the screen, and refuses what is not supported: never a
 * wrong picture in silence. */
#include <math.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/r500/r300.h"
#include "driver/sim/r300/context.h"

/* Cards place vertices in twelfths of a pixel; 256ths are between. */
enum { FRACTION_BITS = 8, SIXTHS = 6 };

/* Registers of which some bits must have a value. */
static const struct limit {
    uint32_t address, mask, value;
    const char *name;
} limits[] = {
    {HW_R500_R_GA_LINE_STIPPLE_CONFIG, 3, 0, "GA_LINE_STIPPLE_CONFIG"},
    {HW_R500_R_GB_AA_CONFIG, 1, 0, "GB_AA_CONFIG"},
    {HW_R500_R_RB3D_AARESOLVE_CTL, 1, 0, "RB3D_AARESOLVE_CTL"},
    {HW_R500_R_FG_FOG_BLEND, 1, 0, "FG_FOG_BLEND"},
    {HW_R500_R_VAP_CNTL_STATUS, 3, 0, "VAP_CNTL_STATUS"},
};

static bool check_limits(struct r300 *r)
{
    const uint32_t status = r300_reg(r, HW_R500_R_VAP_CNTL_STATUS);

    if (r->older && !HW_GET(status, R500_R_VAP_CNTL_STATUS, TCL_BYPASS))
        return r300_fail(r, "a vertex program (VAP_CNTL_STATUS 0x%x): this chip has none", status);
    for (size_t i = 0; i < COUNT(limits); i++) {
        const uint32_t value = r300_reg(r, limits[i].address);
        if ((value & limits[i].mask) != limits[i].value)
            return r300_fail(r, "%s 0x%x is not supported", limits[i].name, value);
    }
    return true;
}

static bool read_primitive(struct r300 *r, uint32_t control, struct draw_state *state)
{
    static const uint8_t types[16] = {
        [1] = DRAW_POINTS,      [2] = DRAW_LINES,   [3] = DRAW_LINE_STRIP, [4] = DRAW_TRIANGLES,
        [5] = DRAW_FAN,         [6] = DRAW_STRIP,   [12] = DRAW_LINE_LOOP, [13] = DRAW_QUADS,
        [14] = DRAW_QUAD_STRIP, [15] = DRAW_POLYGON};
    const uint32_t colors = r300_reg(r, HW_R500_R_GA_COLOR_CONTROL);

    state->primitive = types[control & 0xf];
    state->last_vertex_provokes = draw_bits(colors, 16, 2) == 3;
    return state->primitive || r300_fail(r, "VAP_VF_CNTL 0x%x is not supported", control);
}

/* A rectangle whose last pixels are named, from where the chip has pixel 0. */
static void narrow(const struct r300 *r, struct draw_rect *rect, uint32_t first, uint32_t last)
{
    const int32_t origin = r->older ? HW_R300_ORIGIN : 0;
    const int32_t left = (int32_t)draw_bits(first, 0, 13) - origin,
                  top = (int32_t)draw_bits(first, 13, 13) - origin;
    const int32_t right = (int32_t)draw_bits(last, 0, 13) + 1 - origin,
                  bottom = (int32_t)draw_bits(last, 13, 13) + 1 - origin;

    rect->left = left > rect->left ? left : rect->left;
    rect->top = top > rect->top ? top : rect->top;
    rect->right = right < rect->right ? right : rect->right;
    rect->bottom = bottom < rect->bottom ? bottom : rect->bottom;
}

/* Bit n of SC_CLIP_RULE is for pixels that lie in the rectangles whose bits n has. */
static bool read_scissor(struct r300 *r, struct draw_state *state)
{
    const uint32_t rule = r300_reg(r, HW_R500_R_SC_CLIP_RULE) & 0xffff;

    state->scissor = (struct draw_rect){0, 0, HW_R500_MAX_SIZE, HW_R500_MAX_SIZE};
    narrow(r, &state->scissor, r300_reg(r, HW_R500_R_SC_SCISSOR0),
           r300_reg(r, HW_R500_R_SC_SCISSOR1));
    if (rule == 0xaaaa)
        narrow(r, &state->scissor, r300_reg_at(r, HW_R500_R_SC_CLIPRECT, 0),
               r300_reg_at(r, HW_R500_R_SC_CLIPRECT, 1));
    return rule == 0xaaaa || rule == 0xffff ||
           r300_fail(r, "SC_CLIP_RULE 0x%x is not supported", rule);
}

static bool read_viewport(struct r300 *r, struct draw_state *state)
{
    const uint32_t vte = r300_reg(r, HW_R500_R_VAP_VTE_CNTL);
    const uint32_t clip = r300_reg(r, HW_R500_R_VAP_CLIP_CNTL);

    for (unsigned c = 0; c < 3; c++) {
        const uint32_t scale = r300_reg_at(r, HW_R500_R_SE_VPORT, 2 * c);
        const uint32_t offset = r300_reg_at(r, HW_R500_R_SE_VPORT, 2 * c + 1);
        state->scale[c] = vte >> 2 * c & 1u ? r300_float(scale) : 1.0f;
        state->offset[c] = vte >> (2 * c + 1) & 1u ? r300_float(offset) : 0.0f;
    }
    /* Without hardware for vertices they are on the screen. Mesa's first stream does not say so. */
    state->window_space = r->older || draw_bits(vte, 8, 1);
    state->inverse_given = r->older || !draw_bits(vte, 10, 1);
    state->z_max = 1;
    state->clip = !state->window_space && !draw_bits(clip, 16, 1);
    state->clip_near = state->clip_far = true;
    state->half_z = draw_bits(r300_reg(r, HW_R500_R_VAP_CNTL), 22, 1);
    state->band[0] = r300_float(r300_reg(r, HW_R500_R_VAP_GB_HORZ_CLIP_ADJ));
    state->band[1] = r300_float(r300_reg(r, HW_R500_R_VAP_GB_VERT_CLIP_ADJ));
    state->clip_distances = (uint8_t)draw_bits(clip, 0, DRAW_PLANES);
    if (draw_bits(vte, 8, 1) != draw_bits(vte, 9, 1) || (r->older && draw_bits(vte, 0, 6)))
        return r300_fail(r, "VAP_VTE_CNTL 0x%x is not supported", vte);
    return !draw_bits(clip, 17, 1) || r300_fail(r, "VAP_CLIP_CNTL 0x%x is not supported", clip);
}

/* Sizes are half ones in twelfths, which are sixths of whole ones. */
static void read_strokes(const struct r300 *r, struct draw_state *state)
{
    const uint32_t size = r300_reg(r, HW_R500_R_GA_POINT_SIZE);
    const uint32_t limit = r300_reg(r, HW_R500_R_GA_POINT_MINMAX);
    const uint32_t width = r300_reg(r, HW_R500_R_GA_LINE_CNTL) & 0xffff;

    state->vertex_misc = true;
    state->vertex_point_size = r300_reg(r, HW_R500_R_VAP_OUT_VTX_FMT_0) >> 16 & 1u;
    state->point_height = (float)(size & 0xffff) / SIXTHS;
    state->point_size = (float)(size >> 16) / SIXTHS;
    state->point_most = HW_R500_MAX_SIZE * 4;
    if (state->vertex_point_size) {
        state->point_height = 0;
        state->point_least = (float)(limit & 0xffff) / SIXTHS;
        state->point_most = (float)(limit >> 16) / SIXTHS;
    }
    state->line_width = width / SIXTHS ? (width + SIXTHS / 2) / SIXTHS : 1;
}

/* Slopes are in twelfths. Mesa asks for twice as many units where depths have 24 bits, as on chips
 * whose unit is a step of them, and for four times as many where they have 16 (r300_state.c:
 * r300_create_rs_state). There a unit is a little less than a step: on cards, too, depths that it
 * is added to may stay the same. */
static void read_triangles(const struct r300 *r, struct draw_state *state)
{
    const uint32_t mode = r300_reg(r, HW_R500_R_SU_CULL_MODE);
    const uint32_t offsets = r300_reg(r, HW_R500_R_SU_POLY_OFFSET_ENABLE);
    const bool wide = (r300_reg(r, HW_R500_R_ZB_FORMAT) & 0xf) == 2;

    state->cull_front = draw_bits(mode, 0, 1);
    state->cull_back = draw_bits(mode, 1, 1);
    state->front_clockwise = draw_bits(mode, 2, 1);
    state->center_half = true;
    state->fraction_bits = FRACTION_BITS;
    state->shift_unit = ldexp(1, wide ? -24 : -18);
    for (unsigned back = 0; back < 2; back++)
        if (draw_bits(offsets, back, 1)) {
            state->slope[back] =
                r300_float(r300_reg_at(r, HW_R500_R_SU_POLY_OFFSET, 2 * back)) / 12;
            state->shift[back] = r300_float(r300_reg_at(r, HW_R500_R_SU_POLY_OFFSET, 2 * back + 1));
        }
}

/* How front and back faces are drawn. */
static bool read_modes(struct r300 *r, struct draw_state *state)
{
    static const uint8_t fills[] = {DRAW_FILL_POINTS, DRAW_FILL_LINES, DRAW_FILL_AREA};
    const uint32_t modes = r300_reg(r, HW_R500_R_GA_POLY_MODE);

    for (unsigned back = 0; draw_bits(modes, 0, 1) && back < 2; back++) {
        const unsigned type = draw_bits(modes, 4 + 3 * back, 3);
        if (type >= COUNT(fills))
            return r300_fail(r, "GA_POLY_MODE 0x%x is not supported", modes);
        state->fill[back] = fills[type];
    }
    return true;
}

bool r300_setup_read(struct r300 *r, uint32_t control, struct draw_state *state)
{
    memset(state, 0, sizeof(*state));
    state->params = R300_PARAMS;
    read_strokes(r, state);
    read_triangles(r, state);
    return check_limits(r) && read_modes(r, state) && read_primitive(r, control, state) &&
           read_scissor(r, state) && read_viewport(r, state);
}
