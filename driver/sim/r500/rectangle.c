/* SPDX-License-Identifier: MIT */
/* rectangle.c: from four vertices to pixels, and to what the rasteriser puts into temporaries. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "driver/sim/r500/state.h"

/* A vertex: x y z w, then the components of its texture coordinates. */
enum { VERTICES = 4, POSITION = 4, MAX_COMPONENTS = 32 };

struct vertices {
    unsigned components; /* of texture coordinates */
    float at[VERTICES][POSITION + MAX_COMPONENTS];
};

static const char *read_setup(const struct r500_state *state, struct vertices *vertices)
{
    const uint32_t vte = r500_reg(state, HW_R500_R_VAP_VTE_CNTL);
    const uint32_t format = r500_reg(state, HW_R500_R_VAP_OUT_VTX_FMT_1);

    if (!HW_GET(r500_reg(state, HW_R500_R_VAP_CNTL_STATUS), R500_R_VAP_CNTL_STATUS, TCL_BYPASS) ||
        !HW_GET(r500_reg(state, HW_R500_R_VAP_CLIP_CNTL), R500_R_VAP_CLIP_CNTL, CLIP_DISABLE))
        return "vertices that are to be transformed or clipped";
    if (HW_GET(vte, R500_R_VAP_VTE_CNTL, VIEWPORT) ||
        !HW_GET(vte, R500_R_VAP_VTE_CNTL, VTX_XY_FMT) ||
        !HW_GET(vte, R500_R_VAP_VTE_CNTL, VTX_Z_FMT))
        return "vertices that are not in the window's coordinates";
    if (r500_reg(state, HW_R500_R_VAP_OUT_VTX_FMT_0) != 1)
        return "vertices that have more than a position and texture coordinates";
    vertices->components = 0;
    for (unsigned i = 0; i < 8; i++)
        vertices->components += format >> (3 * i) & 7u;
    if (vertices->components > MAX_COMPONENTS ||
        r500_reg(state, HW_R500_R_VAP_VTX_SIZE) != POSITION + vertices->components)
        return "vertices whose size is not that of what they have";
    if (HW_GET(r500_reg(state, HW_R500_R_RS_COUNT), R500_R_RS_COUNT, IT_COUNT) !=
        vertices->components)
        return "vertices with other components than the rasteriser takes";
    return NULL;
}

/* The vertices of the rectangle's corners, in the order of the packet: upper left, upper right,
 * lower right, lower left. */
static const char *read_corners(struct vertices *v, struct r500_rectangle *rectangle)
{
    const float x0 = v->at[0][0], y0 = v->at[0][1], x1 = v->at[2][0], y1 = v->at[2][1];

    if (v->at[1][0] != x1 || v->at[1][1] != y0 || v->at[3][0] != x0 || v->at[3][1] != y1 ||
        !(x0 < x1) || !(y0 < y1))
        return "what is not a rectangle along the axes";
    for (int i = 0; i < VERTICES; i++)
        if (v->at[i][2] != 0.0f || v->at[i][3] != 1.0f)
            return "vertices that do not lie in the window's plane";
    if (x0 < 0 || y0 < 0 || x1 > HW_R500_MAX_SIZE || y1 > HW_R500_MAX_SIZE || x0 != floorf(x0) ||
        y0 != floorf(y0) || x1 != floorf(x1) || y1 != floorf(y1))
        return "a rectangle that does not end between pixels, or outside of 4,096";
    for (unsigned c = POSITION; c < POSITION + v->components; c++)
        if (v->at[0][c] + v->at[2][c] != v->at[1][c] + v->at[3][c])
            return "texture coordinates that are not linear";
    rectangle->x0 = (uint32_t)x0;
    rectangle->y0 = (uint32_t)y0;
    rectangle->x1 = (uint32_t)x1;
    rectangle->y1 = (uint32_t)y1;
    return NULL;
}

/* A component of an RS_IP: one of the vertices' or a constant. */
static bool read_component(const struct vertices *v, const struct r500_rectangle *rectangle,
                           unsigned pointer, struct r500_input *input, unsigned c)
{
    const double width = rectangle->x1 - rectangle->x0, height = rectangle->y1 - rectangle->y0;

    assert(width > 0 && height > 0);
    input->right[c] = input->down[c] = 0;
    input->start[c] = pointer == HW_R500_RS_K1;
    if (pointer >= HW_R500_RS_K0)
        return true;
    if (pointer >= v->components)
        return false;
    const double corner = v->at[0][POSITION + pointer];
    input->right[c] = (v->at[1][POSITION + pointer] - corner) / width;
    input->down[c] = (v->at[3][POSITION + pointer] - corner) / height;
    input->start[c] =
        corner + (0.5 - rectangle->x0) * input->right[c] + (0.5 - rectangle->y0) * input->down[c];
    return true;
}

static const char *read_inputs(const struct r500_state *state, const struct vertices *v,
                               struct r500_rectangle *rectangle)
{
    const uint32_t last =
        HW_GET(r500_reg(state, HW_R500_R_RS_INST_COUNT), R500_R_RS_INST_COUNT, LAST);

    rectangle->input_count = 0;
    for (uint32_t i = 0; i <= last; i++) {
        const uint32_t inst = r500_reg_at(state, HW_R500_R_RS_INST, i);
        const uint32_t ip =
            r500_reg_at(state, HW_R500_R_RS_IP, HW_GET(inst, R500_R_RS_INST, TEX_ID));
        struct r500_input *input = &rectangle->input[rectangle->input_count];

        if (HW_GET(inst, R500_R_RS_INST, COL_CN))
            return "colours, which are not simulated";
        if (!HW_GET(inst, R500_R_RS_INST, TEX_CN))
            continue;
        if (rectangle->input_count == R500_INPUTS)
            return "more texture coordinates than there are";
        input->temp = HW_GET(inst, R500_R_RS_INST, TEX_ADDR);
        for (unsigned c = 0; c < 4; c++)
            if (!read_component(v, rectangle, ip >> (6 * c) & 63u, input, c))
                return "a component that the vertices lack";
        rectangle->input_count++;
    }
    return NULL;
}

static void clip(const struct r500_state *state, struct r500_rectangle *rectangle)
{
    const uint32_t first = r500_reg(state, HW_R500_R_SC_SCISSOR0);
    const uint32_t last = r500_reg(state, HW_R500_R_SC_SCISSOR1);
    const uint32_t x0 = HW_GET(first, R500_R_SC_SCISSOR0, X);
    const uint32_t y0 = HW_GET(first, R500_R_SC_SCISSOR0, Y);
    const uint32_t x1 = HW_GET(last, R500_R_SC_SCISSOR1, X) + 1;
    const uint32_t y1 = HW_GET(last, R500_R_SC_SCISSOR1, Y) + 1;

    rectangle->x0 = rectangle->x0 > x0 ? rectangle->x0 : x0;
    rectangle->y0 = rectangle->y0 > y0 ? rectangle->y0 : y0;
    rectangle->x1 = rectangle->x1 < x1 ? rectangle->x1 : x1;
    rectangle->y1 = rectangle->y1 < y1 ? rectangle->y1 : y1;
}

const char *r500_read_rectangle(const struct r500_state *state, const struct r500_packet *packet,
                                struct r500_rectangle *rectangle)
{
    struct vertices v;
    const char *fault = read_setup(state, &v);

    if (fault)
        return fault;
    if ((packet->payload[0] & 15u) != HW_R500_PRIM_QUADS || packet->payload[0] >> 16 != VERTICES)
        return "what is not one quad";
    for (unsigned i = 0; i < VERTICES; i++)
        memcpy(v.at[i], packet->payload + 1 + i * (POSITION + v.components),
               (POSITION + v.components) * sizeof(float));
    fault = read_corners(&v, rectangle);
    if (!fault)
        fault = read_inputs(state, &v, rectangle);
    if (!fault)
        clip(state, rectangle);
    return fault;
}
