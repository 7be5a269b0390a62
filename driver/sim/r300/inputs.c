/* SPDX-License-Identifier: MIT */
/* inputs.c: from parameters of vertices to temporaries of pixels. RS_IP names components in the row
 * of all coordinates that vertices have, or that points are stuffed with. */
#include <assert.h>
#include <string.h>

#include "driver/hw/r500/r300.h"
#include "driver/sim/r300/pixels.h"

enum { ROW = R300_COORDINATES * 4, K0 = 62, K1 = 63 };

/* The components that pointers name. */
static unsigned list_components(const struct r300 *r, bool points, struct r300_component row[ROW])
{
    const uint32_t format = r300_reg(r, HW_R500_R_VAP_OUT_VTX_FMT_1);
    const uint32_t enable = r300_reg(r, HW_R500_R_GB_ENABLE);
    unsigned count = 0;

    for (unsigned i = 0; i < R300_COORDINATES; i++) {
        const unsigned have = format >> 3 * i & 7u, stuff = enable >> (16 + 2 * i) & 3u;
        for (unsigned c = 0; c < have && c < 4; c++)
            row[count++] =
                (struct r300_component){R300_FROM_PARAM, (uint8_t)(R300_COLORS + i), (uint8_t)c};
        for (unsigned c = 0; !have && stuff && c < stuff + 1; c++)
            row[count++] = (struct r300_component){!points || c > 1 ? R300_FROM_ZERO
                                                   : c              ? R300_FROM_T
                                                                    : R300_FROM_S,
                                                   0, 0};
    }
    return count;
}

static bool read_coordinate(struct r300 *r, const struct r300_component row[ROW], unsigned count,
                            uint32_t pointers, struct r300_input *input)
{
    for (unsigned c = 0; c < 4; c++) {
        const unsigned pointer = pointers >> 6 * c & 63u;
        if (pointer == K0 || pointer == K1)
            input->component[c].from = pointer == K1 ? R300_FROM_ONE : R300_FROM_ZERO;
        else if (pointer < count)
            input->component[c] = row[pointer];
        else
            return r300_fail(r, "RS_IP 0x%x names component %u of %u", pointers, pointer, count);
    }
    return true;
}

/* COL_FMT: which components of a colour are its own, 0 or 1. */
static bool read_color(struct r300 *r, uint32_t pointers, unsigned write, struct r300_input *input)
{
    static const char *const formats[] = {"rgba", "rgb0", "rgb1", NULL,   "000a", "0000",
                                          "0001", NULL,   "111a", "1110", "1111"};
    const unsigned number = pointers >> 24 & 7u, format = pointers >> 27 & 0xfu;
    const char *name = format < sizeof(formats) / sizeof(*formats) ? formats[format] : NULL;

    input->is_color = true;
    if (!name || write == 2 || number >= R300_COLORS)
        return r300_fail(r, "RS_IP 0x%x is not supported", pointers);
    for (unsigned c = 0; c < 4; c++) {
        struct r300_component *to = &input->component[c];
        if (write == 3)
            to->from = R300_FROM_FACE;
        else if (name[c] == '0' || name[c] == '1')
            to->from = name[c] == '1' ? R300_FROM_ONE : R300_FROM_ZERO;
        else
            *to = (struct r300_component){R300_FROM_PARAM, (uint8_t)number, (uint8_t)c};
    }
    return true;
}

/* The number of the colour that COL_PTR counts, among those that there are. */
static unsigned nth_color(const struct r300 *r, unsigned n)
{
    const uint32_t have = r300_reg(r, HW_R500_R_VAP_OUT_VTX_FMT_0) >> 1 & 0xfu;

    for (unsigned i = 0; i < R300_COLORS; i++)
        if (have >> i & 1u && !n--)
            return i;
    return 0;
}

static struct r300_input *add(struct r300_pixels *pixels, unsigned temp)
{
    struct r300_input *input = &pixels->input[pixels->inputs++];
    assert(pixels->inputs <= R300_INPUTS);

    input->temp = (uint8_t)temp;
    return input;
}

/* RS_IP of R300 in R500's form: R300 counts four components from a pointer. */
static uint32_t pointers_of(uint32_t ip)
{
    const uint32_t first = HW_GET(ip, R300_R_RS_IP, TEX_PTR);
    uint32_t pointers = HW_GET(ip, R300_R_RS_IP, COL_PTR) << 24 | HW_GET(ip, R300_R_RS_IP, COL_FMT)
                                                                      << 27;

    for (unsigned c = 0; c < 4; c++) {
        const uint32_t select = ip >> (HW_R300_R_RS_IP_SEL_S_LO + 3 * c) & 7u;
        const uint32_t pointer = select == HW_R300_RS_K0   ? K0
                                 : select == HW_R300_RS_K1 ? K1
                                                           : (first + select) & 63u;
        pointers |= pointer << 6 * c;
    }
    return pointers;
}

static uint32_t instruction_of(uint32_t inst)
{
    return HW_GET(inst, R300_R_RS_INST, TEX_ID) | HW_GET(inst, R300_R_RS_INST, TEX_CN) << 4 |
           HW_GET(inst, R300_R_RS_INST, TEX_ADDR) << 5 |
           HW_GET(inst, R300_R_RS_INST, COL_ID) << 12 | HW_GET(inst, R300_R_RS_INST, COL_CN) << 16 |
           HW_GET(inst, R300_R_RS_INST, COL_ADDR) << 18 |
           HW_GET(inst, R300_R_RS_INST, TEX_ADJ) << 25;
}

static uint32_t read_inst(const struct r300 *r, unsigned i)
{
    return r->older ? instruction_of(r300_reg_at(r, HW_R300_R_RS_INST, i))
                    : r300_reg_at(r, HW_R500_R_RS_INST, i);
}

static uint32_t read_ip(const struct r300 *r, unsigned i)
{
    return r->older ? pointers_of(r300_reg_at(r, HW_R300_R_RS_IP, i & 7u))
                    : r300_reg_at(r, HW_R500_R_RS_IP, i);
}

bool r300_inputs_read(struct r300 *r, struct r300_pixels *pixels, bool points)
{
    const uint32_t last = r300_reg(r, HW_R500_R_RS_INST_COUNT) & 0xf;
    const uint32_t shading = r300_reg(r, HW_R500_R_GA_COLOR_CONTROL) & 0xffff;
    struct r300_component row[ROW];
    const unsigned count = list_components(r, points, row);

    pixels->flat = shading == 0x5555;
    pixels->clamps = !draw_bits(r300_reg(r, HW_R500_R_GA_ROUND_MODE), 4, 1);
    /* Mesa's clears do not set it, and draw points, whose corners are one. */
    if (shading != 0x5555 && shading != 0xaaaa && !points)
        return r300_fail(r, "GA_COLOR_CONTROL 0x%x is not supported",
                         r300_reg(r, HW_R500_R_GA_COLOR_CONTROL));
    for (uint32_t i = 0; i <= last; i++) {
        const uint32_t inst = read_inst(r, i);
        const unsigned write = draw_bits(inst, 16, 2);
        const uint32_t coordinate = read_ip(r, draw_bits(inst, 0, 4)),
                       color = read_ip(r, draw_bits(inst, 12, 4));
        if (draw_bits(inst, 25, 2))
            return r300_fail(r, "RS_INST %u is 0x%x, which is not supported", i, inst);
        if (draw_bits(inst, 4, 1) &&
            !read_coordinate(r, row, count, coordinate, add(pixels, draw_bits(inst, 5, 7))))
            return false;
        if (write && !read_color(r, color, write, add(pixels, draw_bits(inst, 18, 7))))
            return false;
    }
    return true;
}

/* A colour is that of the back where the vertices have one, and the back is seen. */
static unsigned face_of(const struct r300_pixels *pixels, unsigned param, bool front)
{
    const uint32_t have = r300_reg(pixels->r, HW_R500_R_VAP_OUT_VTX_FMT_0) >> 1;
    const unsigned color = nth_color(pixels->r, param);

    return !front && color < 2 && have >> (color + 2) & 1u ? color + 2 : color;
}

static float clamped(float value)
{
    return !(value > 0) ? 0 : value > 1 ? 1 : value;
}

static float sprite(const struct r300_pixels *pixels, unsigned which)
{
    return r300_float(r300_reg_at(pixels->r, HW_R500_R_GA_POINT_ST, which));
}

/* The three values of a component: at the first corner, and by how much the others differ. */
static void set_component(struct r300_pixels *pixels, unsigned i, unsigned c, bool front)
{
    const struct r300_input *input = &pixels->input[i];
    const struct r300_component *from = &input->component[c];
    float v[3] = {0, 0, 0};

    if (from->from == R300_FROM_ONE || (from->from == R300_FROM_FACE && !front))
        v[0] = v[1] = v[2] = 1;
    if (from->from == R300_FROM_S) {
        v[0] = v[2] = sprite(pixels, 0);
        v[1] = sprite(pixels, 2);
    }
    if (from->from == R300_FROM_T) {
        v[0] = v[1] = sprite(pixels, 3);
        v[2] = sprite(pixels, 1);
    }
    for (unsigned k = 0; from->from == R300_FROM_PARAM && k < 3; k++) {
        const unsigned param = input->is_color ? face_of(pixels, from->param, front) : from->param;
        const uint32_t corner =
            input->is_color && pixels->flat ? pixels->provoking : pixels->corner[k];
        memcpy(&v[k], &pixels->vertices->param[(size_t)corner * R300_PARAMS + param][from->channel],
               sizeof(float));
        if (input->is_color && pixels->clamps)
            v[k] = clamped(v[k]);
    }
    pixels->start[i][c] = v[0];
    pixels->more[0][i][c] = v[1] - v[0];
    pixels->more[1][i][c] = v[2] - v[0];
}

void r300_inputs_begin(struct r300_pixels *pixels, bool front)
{
    for (unsigned i = 0; i < pixels->inputs; i++)
        for (unsigned c = 0; c < 4; c++)
            set_component(pixels, i, c, front);
}
