/* SPDX-License-Identifier: MIT */
/* vertices.c: from arrays in memory, or vertices in the packet, to what programs of vertices make.
 * A vertex is a row of dwords, which the stream control (VAP_PROG_STREAM_CNTL) takes apart. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/float16.h"
#include "driver/sim/r300/pvs.h"

enum { MOST_VERTICES = 1 << 22, VERTEX_DWORDS = R300_ARRAYS * 16, ELEMENTS = 16 };
enum { FLOAT_1, FLOAT_4 = 3, BYTE, D3DCOLOR, SHORT_2, SHORT_4, FLT16_2 = 11, FLT16_4 };

/* An element: a type, how it is scaled, and where it goes. */
struct element {
    uint8_t type, skip, to, dwords, mode, mask, swizzle[4];
    bool last, is_signed, normalised;
};

struct fetch {
    struct r300 *r;
    const struct r300_source *source;
    struct element element[ELEMENTS];
    unsigned elements;
    uint32_t row[VERTEX_DWORDS];
    struct pvs_program program;
    struct pvs_vertex vertex;
    bool bypass; /* no program runs */
};

static unsigned dwords_of(unsigned type)
{
    static const uint8_t dwords[] = {1, 2, 3, 4, 1, 1, 1, 2, 0, 0, 0, 1, 2};
    return type < sizeof(dwords) ? dwords[type] : 0;
}

static bool read_elements(struct fetch *f)
{
    unsigned dwords = 0;

    for (f->elements = 0; f->elements < ELEMENTS;) {
        const unsigned i = f->elements++, shift = i % 2 * 16;
        const uint32_t how = r300_reg_at(f->r, HW_R500_R_VAP_PROG_STREAM_CNTL, i / 2) >> shift;
        const uint32_t more = r300_reg_at(f->r, HW_R500_R_VAP_PROG_STREAM_CNTL_EXT, i / 2) >> shift;
        const uint32_t modes = r300_reg(f->r, HW_R500_R_VAP_PSC_SGN_NORM_CNTL);
        struct element *e = &f->element[i];

        *e = (struct element){.type = (uint8_t)draw_bits(how, 0, 4),
                              .skip = (uint8_t)draw_bits(how, 4, 4),
                              .to = (uint8_t)draw_bits(how, 8, 5),
                              .last = draw_bits(how, 13, 1),
                              .is_signed = draw_bits(how, 14, 1),
                              .normalised = draw_bits(how, 15, 1),
                              .mode = (uint8_t)(modes >> 2 * i & 3u),
                              .mask = (uint8_t)draw_bits(more, 12, 4)};
        for (unsigned c = 0; c < 4; c++)
            e->swizzle[c] = (uint8_t)draw_bits(more, 3 * c, 3);
        e->dwords = (uint8_t)dwords_of(e->type);
        dwords += e->skip + e->dwords;
        if (!e->dwords || e->to >= PVS_INPUTS)
            return r300_fail(f->r, "VAP_PROG_STREAM_CNTL: 0x%04x is not supported", how & 0xffff);
        if (e->last)
            return dwords <= VERTEX_DWORDS ||
                   r300_fail(f->r, "VAP_PROG_STREAM_CNTL: %u dwords of a vertex", dwords);
    }
    return r300_fail(f->r, "VAP_PROG_STREAM_CNTL: no element is the last one");
}

static float scale(const struct element *e, uint32_t bits, unsigned width)
{
    const uint32_t top = 1u << (width - 1), mask = (top << 1) - 1u;
    const float whole = (float)mask;
    const int32_t value =
        e->is_signed && bits & top ? (int32_t)bits - (int32_t)mask - 1 : (int32_t)bits;

    if (!e->normalised)
        return (float)value;
    if (!e->is_signed)
        return (float)value / whole;
    if (e->mode == 2) /* no number is 0 */
        return (2.0f * (float)value + 1.0f) / whole;
    const float quotient = (float)value / (float)(top - 1u);
    return quotient < -1 ? -1 : quotient;
}

static void read_values(const struct element *e, const uint32_t *at, float value[4])
{
    for (unsigned c = 0; c < 4; c++) {
        value[c] = 0;
        if (e->type <= FLOAT_4 && c <= e->type)
            value[c] = bits_float(at[c]);
        else if (e->type == BYTE || e->type == D3DCOLOR)
            value[c] = scale(
                e, at[0] >> 8 * (e->type == D3DCOLOR && c != 1 && c != 3 ? 2 - c : c) & 0xff, 8);
        else if ((e->type == SHORT_2 && c < 2) || e->type == SHORT_4)
            value[c] = scale(e, at[c / 2] >> 16 * (c % 2) & 0xffff, 16);
        else if ((e->type == FLT16_2 && c < 2) || e->type == FLT16_4)
            value[c] = bits_float(float16_to_bits(at[c / 2] >> 16 * (c % 2) & 0xffff));
    }
}

/* Gathers the dwords of a vertex; those behind the end of an array are 0. */
static void gather(struct fetch *f, uint32_t number, uint32_t index)
{
    const uint32_t size = r300_reg(f->r, HW_R500_R_VAP_VTX_SIZE) & 0x7f;
    uint32_t at = 0;

    memset(f->row, 0, sizeof(f->row));
    if (f->source->embedded) {
        memcpy(f->row, f->source->embedded + (size_t)number * size, size * sizeof(uint32_t));
        return;
    }
    for (uint32_t i = 0; i < f->r->arrays; i++) {
        const struct r300_array *array = &f->r->array[i];
        const uint64_t from = (uint64_t)index * array->stride * 4, bytes = array->size * 4ull;
        const uint64_t there = from < array->bytes ? array->bytes - from : 0;
        if (at + array->size > VERTEX_DWORDS)
            return;
        memcpy(f->row + at, array->memory + (there ? from : 0), there < bytes ? there : bytes);
        at += array->size;
    }
}

static void take_apart(struct fetch *f)
{
    unsigned at = 0;

    memset(f->vertex.input, 0, sizeof(f->vertex.input));
    for (unsigned i = 0; i < f->elements; i++) {
        const struct element *e = &f->element[i];
        float value[4];
        at += e->skip;
        read_values(e, f->row + at, value);
        for (unsigned c = 0; c < 4; c++) {
            const unsigned select = e->swizzle[c];
            if (e->mask >> c & 1u)
                f->vertex.input[e->to][c] = select < 4 ? value[select] : select == 5 ? 1.0f : 0.0f;
        }
        at += e->dwords;
    }
}

/* Outputs are in order of what there is: position, size of a point, colours, coordinates. Without a
 * program each has a place of its own. */
static void keep(struct fetch *f, struct draw_vertices *vertices, uint32_t number)
{
    const uint32_t have = r300_reg(f->r, HW_R500_R_VAP_OUT_VTX_FMT_0);
    const uint32_t coordinates = r300_reg(f->r, HW_R500_R_VAP_OUT_VTX_FMT_1);
    float(*from)[4] = f->bypass ? f->vertex.input : f->vertex.output;
    uint32_t(*param)[4] = &vertices->param[(size_t)number * vertices->params];
    unsigned at = 1;

    memcpy(vertices->position[number], from[0], 4 * sizeof(float));
    if (have >> 16 & 1u)
        vertices->misc[number][0] = float_bits(from[at++][0]);
    for (unsigned i = 0; i < R300_COLORS; i++)
        if (have >> (1 + i) & 1u)
            memcpy(param[i], from[f->bypass ? 2 + i : at++], 4 * sizeof(float));
    for (unsigned i = 0; i < R300_COORDINATES; i++)
        if (coordinates >> 3 * i & 7u)
            memcpy(param[R300_COLORS + i], from[f->bypass ? 6 + i : at++], 4 * sizeof(float));
}

static uint32_t index_at(const struct r300_source *source, uint32_t i)
{
    uint16_t narrow;
    uint32_t wide;

    if (!source->indices)
        return i;
    if (source->index_bytes == 2) {
        memcpy(&narrow, (const uint8_t *)source->indices + (size_t)i * 2, sizeof(narrow));
        return narrow;
    }
    memcpy(&wide, (const uint8_t *)source->indices + (size_t)i * 4, sizeof(wide));
    return wide;
}

/* VAP_INDEX_OFFSET has a sign. What it leaves has 24 bits, and is clamped to what the driver says
 * there is, as Mesa says how many vertices lie behind the offset (r300_emit_draw_init). */
static uint32_t place_of(const struct fetch *f, uint32_t i)
{
    const uint32_t offset = r300_reg(f->r, HW_R500_R_VAP_INDEX_OFFSET);
    const uint32_t most = r300_reg(f->r, HW_R500_R_VAP_VF_MAX_VTX_INDX) & 0xffffff;
    const uint32_t index = (index_at(f->source, i) + offset) & 0xffffff;

    return index > most ? most : index;
}

static bool reserve(struct fetch *f, struct draw_vertices *vertices)
{
    const uint32_t count = f->source->count;

    if (count > MOST_VERTICES)
        return r300_fail(f->r, "a draw of %u vertices; %u are the most that are simulated", count,
                         (unsigned)MOST_VERTICES);
    vertices->count = count;
    vertices->params = R300_PARAMS;
    vertices->position = calloc(count + 1, sizeof(*vertices->position));
    vertices->distance = calloc(count + 1, sizeof(*vertices->distance));
    vertices->param = calloc((size_t)(count + 1) * R300_PARAMS, sizeof(*vertices->param));
    vertices->misc = calloc(count + 1, sizeof(*vertices->misc));
    vertices->cut = calloc(count + 1, sizeof(*vertices->cut));
    return (vertices->position && vertices->distance && vertices->param && vertices->misc &&
            vertices->cut) ||
           r300_fail(f->r, "out of memory");
}

void r300_vertices_free(struct draw_vertices *vertices)
{
    free(vertices->position);
    free(vertices->distance);
    free(vertices->param);
    free(vertices->misc);
    free(vertices->cut);
}

static void keep_distances(const struct r300 *r, struct draw_vertices *vertices, uint32_t number)
{
    for (unsigned k = 0; k < DRAW_PLANES; k++)
        for (unsigned c = 0; c < 4; c++)
            vertices->distance[number][k] +=
                r300_float(r->pvs[R300_PVS_PLANES + k][c]) * vertices->position[number][c];
}

static bool run_vertex(struct fetch *f, struct draw_vertices *vertices, uint32_t i)
{
    gather(f, i, place_of(f, i));
    memset(&f->vertex, 0, sizeof(f->vertex));
    take_apart(f);
    if (!f->bypass && !pvs_run(f->r, &f->program, &f->vertex))
        return false;
    keep(f, vertices, i);
    keep_distances(f->r, vertices, i);
    return true;
}

bool r300_vertices_run(struct r300 *r, const struct r300_source *source,
                       struct draw_vertices *vertices)
{
    struct fetch *f = calloc(1, sizeof(*f));

    memset(vertices, 0, sizeof(*vertices));
    assert(!source->embedded || !source->indices);
    if (!f)
        return r300_fail(r, "out of memory");
    f->r = r;
    f->source = source;
    f->bypass = HW_GET(r300_reg(r, HW_R500_R_VAP_CNTL_STATUS), R500_R_VAP_CNTL_STATUS, TCL_BYPASS);
    bool sound =
        read_elements(f) && (f->bypass || pvs_read(r, &f->program)) && reserve(f, vertices);
    for (uint32_t i = 0; sound && i < source->count; i++)
        sound = (i % 64 || r300_may_go_on(r)) && run_vertex(f, vertices, i);
    free(f);
    return sound;
}
