/* SPDX-License-Identifier: MIT */
/* geometry.c: runs geometry programs. Vertices write items to the ring ESGS; a geometry program has
 * their places in R0 and R1, writes the vertices that it emits to the ring GSVS, and a copy program
 * exports them (Mesa r600_shader.c, evergreen_state.c: evergreen_update_gs_state). Rings hold the
 * items of one wavefront at a time here. */
#include "driver/sim/draw/geometry.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ITEM_DWORDS = 1 << 16, MOST_CORNERS = 6 };

static bool find_ring(struct sim_drawing *d, struct draw_ring_memory *ring, uint32_t base)
{
    const uint64_t address = (uint64_t)sim_config(d->compute, base) << 8;
    const struct sim_bo *bo = sim_stream_find(d->stream, address);
    ring->bytes = (uint64_t)sim_config(d->compute, base + 4) << 8;
    if (!bo || !ring->bytes || ring->bytes > bo->size - (address - bo->address))
        return draw_fail(d, "there are no %" PRIu64 " bytes for a ring at address 0x%" PRIx64,
                         ring->bytes, address);
    ring->memory = bo->map + (address - bo->address);
    return true;
}

bool draw_ring_reserve(struct draw_stage *stage, uint32_t dwords)
{
    if (dwords > MOST_ITEM_DWORDS)
        return draw_fail(stage->d, "items of a ring of %u dwords are not supported", dwords);
    stage->ring.dwords = dwords;
    stage->ring.items = calloc((size_t)SIM_LANES * dwords + 1, sizeof(uint32_t));
    return stage->ring.items || draw_fail(stage->d, "out of memory");
}

static unsigned output_primitive(struct sim_drawing *d)
{
    static const uint8_t types[4] = {DRAW_POINTS, DRAW_LINE_STRIP, DRAW_STRIP, 0};
    const uint32_t type = draw_register(d, DRAW_R_VGT_GS_OUT_PRIM_TYPE);
    return type < 4 ? types[type] : 0;
}

bool draw_geometry_open(struct draw_geometry *g, struct sim_drawing *d,
                        const struct draw_state *state)
{
    const uint32_t instances = draw_register(d, DRAW_R_VGT_GS_INSTANCE_CNT);
    memset(g, 0, sizeof(*g));
    g->d = d;
    g->state = state;
    g->output = *state;
    g->output.primitive = output_primitive(d);
    g->item_in = draw_register(d, DRAW_R_SQ_ESGS_RING_ITEMSIZE);
    g->invocations = draw_bits(instances, 0, 1) ? draw_bits(instances, 2, 7) : 1;
    for (unsigned i = 0; i < DRAW_STREAMS; i++)
        g->vertex_out[i] = draw_register(d, DRAW_R_SQ_GS_VERT_ITEMSIZE + i * 4);
    if (!g->output.primitive)
        return draw_fail(d, "VGT_GS_OUT_PRIM_TYPE is not supported");
    if (!find_ring(d, &g->in, DRAW_R_SQ_ESGS_RING_BASE) ||
        !find_ring(d, &g->out, DRAW_R_SQ_GSVS_RING_BASE) ||
        !draw_stage_open(&g->program, d, DRAW_GEOMETRY) ||
        !draw_stage_open(&g->copy, d, DRAW_VERTEX) ||
        !draw_ring_reserve(&g->program, draw_register(d, DRAW_R_SQ_GSVS_RING_ITEMSIZE)))
        return false;
    for (unsigned i = 1; i < DRAW_STREAMS; i++)
        g->program.ring.offset[i] = draw_register(d, DRAW_R_SQ_GSVS_RING_OFFSET_1 + (i - 1) * 4);
    g->program.emitted = calloc(1, sizeof(*g->program.emitted));
    return g->program.emitted || draw_fail(d, "out of memory");
}

void draw_geometry_close(struct draw_geometry *g)
{
    draw_stage_close(&g->program);
    draw_stage_close(&g->copy);
}

static bool keep_items(void *data, const struct draw_stage *stage, uint32_t first, unsigned count)
{
    struct draw_inputs *inputs = data;
    const size_t dwords = inputs->g->item_in;
    memcpy(inputs->items + first * dwords, stage->ring.items, count * dwords * sizeof(uint32_t));
    return true;
}

bool draw_keep_primitive(void *data, const struct draw_primitive *primitive)
{
    struct draw_inputs *inputs = data;
    if (inputs->count == inputs->room) {
        const uint32_t room = inputs->room ? inputs->room * 2 : 64;
        void *moved = realloc(inputs->primitives, room * sizeof(*inputs->primitives));
        if (!moved)
            return draw_fail(inputs->g->d, "out of memory");
        inputs->primitives = moved;
        inputs->room = room;
    }
    inputs->primitives[inputs->count++] = *primitive;
    return true;
}

/* The corner that a program has at place `corner`. Of odd triangles of strips with adjacent
 * vertices the order is another one, which Mesa turns back. */
static uint32_t corner_vertex(const struct draw_geometry *g, const struct draw_primitive *primitive,
                              uint32_t number, unsigned corner)
{
    const bool turned = g->state->primitive == DRAW_STRIP_ADJACENT && number & 1u;
    return primitive->vertex[turned ? (corner + 2) % MOST_CORNERS : corner];
}

/* Fills the registers of a lane, and the items that they name. */
static void fill_lane(struct draw_geometry *g, const struct draw_inputs *inputs, uint32_t number,
                      uint32_t invocation, unsigned lane)
{
    static const struct {
        uint8_t gpr, channel;
    } places[MOST_CORNERS] = {{0, 0}, {0, 1}, {0, 3}, {1, 0}, {1, 1}, {1, 2}};
    const struct draw_primitive *primitive = &inputs->primitives[number];
    const size_t bytes = g->item_in * sizeof(uint32_t);
    for (unsigned k = 0; k < MOST_CORNERS; k++) {
        const uint32_t item = (lane * MOST_CORNERS + k) * g->item_in;
        draw_stage_register(&g->program, places[k].gpr, places[k].channel)[lane] = item;
        if (k < primitive->count)
            memcpy(g->in.memory + (size_t)item * sizeof(uint32_t),
                   inputs->items + (size_t)corner_vertex(g, primitive, number, k) * g->item_in,
                   bytes);
    }
    draw_stage_register(&g->program, 0, 2)[lane] = inputs->of_patch ? inputs->patch : number;
    draw_stage_register(&g->program, 1, 3)[lane] = invocation;
}

/* Exports `count` vertices, whose items lie in the ring. */
static bool copy_vertices(struct draw_geometry *g, struct draw_vertices *vertices, uint32_t first,
                          unsigned count)
{
    const uint64_t lanes = count == 64 ? ~0ull : (1ull << count) - 1;
    assert(count > 0 && count <= SIM_LANES && first + count <= vertices->count);
    for (unsigned i = 0; i < count; i++)
        draw_stage_register(&g->copy, 0, 0)[i] =
            i * g->vertex_out[vertices->stream] | vertices->stream << 30;
    if (!draw_stage_run(&g->copy, lanes, 0))
        return false;
    draw_vertices_keep(g->state, &g->copy, vertices, first, count);
    return true;
}

/* The vertices of a stream that lanes emitted, with cuts between strips. */
struct row {
    struct draw_vertices *vertices;
    uint32_t first, next;
    unsigned waiting;
};

static bool flush(struct draw_geometry *g, struct row *row)
{
    const unsigned count = row->waiting;
    row->waiting = 0;
    return !count || copy_vertices(g, row->vertices, row->first, count);
}

static bool put_out_lane(struct draw_geometry *g, struct row *row, unsigned lane)
{
    const struct draw_emitted *emitted = g->program.emitted;
    const struct draw_ring *ring = &g->program.ring;
    const unsigned stream = row->vertices->stream;
    const uint32_t dwords = g->vertex_out[stream], start = ring->offset[stream];
    const size_t bytes = dwords * sizeof(uint32_t);
    const uint32_t most = dwords && start < ring->dwords ? (ring->dwords - start) / dwords : 0;
    const unsigned count =
        emitted->count[stream][lane] < most ? emitted->count[stream][lane] : most;
    const uint32_t *item = ring->items + (size_t)lane * ring->dwords + (count ? start : 0);
    for (unsigned n = 0; n < count; n++) {
        if (!row->waiting)
            row->first = row->next;
        memcpy(g->out.memory + row->waiting * bytes, item + n * dwords, bytes);
        row->next++;
        if (++row->waiting == SIM_LANES && !flush(g, row))
            return false;
        if (!(emitted->ends[stream][lane][n / 32] >> n % 32 & 1u) && n + 1 < count)
            continue;
        if (!flush(g, row))
            return false;
        row->vertices->cut[row->next++] = true;
    }
    return true;
}

static bool put_out(struct draw_geometry *g, unsigned lanes, unsigned stream, draw_vertices_fn take,
                    void *data)
{
    struct draw_vertices vertices = {0};
    struct row row = {.vertices = &vertices};
    uint32_t most = 0;
    for (unsigned i = 0; i < lanes; i++)
        most += 2u * g->program.emitted->count[stream][i];
    if (stream && !most)
        return true;
    bool sound = draw_vertices_reserve(g->d, g->state, &g->copy, most, &vertices);
    vertices.stream = stream;
    for (unsigned i = 0; sound && i < lanes; i++)
        sound = put_out_lane(g, &row, i);
    vertices.count = row.next;
    sound = sound && take(data, &vertices);
    draw_vertices_finish(&vertices);
    return sound;
}

static bool run_wave(struct draw_geometry *g, const struct draw_inputs *inputs, uint64_t first,
                     unsigned lanes)
{
    const uint64_t mask = lanes == 64 ? ~0ull : (1ull << lanes) - 1;
    assert(lanes > 0 && lanes <= SIM_LANES && g->invocations > 0);
    memset(g->program.emitted, 0, sizeof(*g->program.emitted));
    for (unsigned i = 0; i < lanes; i++)
        fill_lane(g, inputs, (uint32_t)((first + i) / g->invocations),
                  (uint32_t)((first + i) % g->invocations), i);
    return draw_stage_run(&g->program, mask, 0);
}

bool draw_geometry_feed(struct draw_geometry *g, const struct draw_inputs *inputs,
                        draw_vertices_fn take, void *data)
{
    const uint64_t all = (uint64_t)inputs->count * g->invocations;
    const uint64_t lane = MOST_CORNERS * sizeof(uint32_t) * (uint64_t)g->item_in;
    const uint64_t fit = lane ? g->in.bytes / lane : SIM_LANES;
    const unsigned step = fit < SIM_LANES ? (unsigned)fit : SIM_LANES;
    uint64_t copied = 0;
    for (unsigned s = 0; s < DRAW_STREAMS; s++)
        if (copied < (uint64_t)g->vertex_out[s] * sizeof(uint32_t) * SIM_LANES)
            copied = (uint64_t)g->vertex_out[s] * sizeof(uint32_t) * SIM_LANES;
    if (!step || copied > g->out.bytes)
        return draw_fail(g->d, "rings of %" PRIu64 " and %" PRIu64 " bytes are too small",
                         g->in.bytes, g->out.bytes);
    for (uint64_t first = 0; first < all; first += step) {
        const unsigned lanes = all - first < step ? (unsigned)(all - first) : step;
        draw_count(g->d, DRAW_COUNT_GEOMETRY, lanes);
        bool sound = run_wave(g, inputs, first, lanes);
        for (unsigned s = 0; sound && s < DRAW_STREAMS; s++)
            sound = put_out(g, lanes, s, take, data);
        if (!sound)
            return false;
    }
    return true;
}

bool draw_geometry_run(struct draw_geometry *g, struct draw_shaders *shaders,
                       const struct draw_indices *indices, uint32_t instance, draw_vertices_fn take,
                       void *data)
{
    struct draw_inputs inputs = {.g = g};
    struct draw_vertices vertices = {0};
    bool sound = (shaders->vertex.ring.items || draw_ring_reserve(&shaders->vertex, g->item_in)) &&
                 draw_vertices_reserve(g->d, g->state, NULL, indices->count, &vertices);
    if (sound) {
        inputs.items = calloc((size_t)indices->count * g->item_in + 1, sizeof(uint32_t));
        sound = inputs.items || draw_fail(g->d, "out of memory");
    }
    sound = sound &&
            draw_vertices_each(g->state, shaders, indices, instance, vertices.cut, keep_items,
                               &inputs) &&
            draw_assemble(g->state, vertices.cut, vertices.count, draw_keep_primitive, &inputs) &&
            draw_geometry_feed(g, &inputs, take, data);
    draw_count(g->d, DRAW_COUNT_PRIMITIVES, inputs.count);
    draw_vertices_finish(&vertices);
    free(inputs.items);
    free(inputs.primitives);
    return sound;
}
