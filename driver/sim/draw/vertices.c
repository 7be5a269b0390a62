/* SPDX-License-Identifier: MIT */
/* vertices.c: runs the programs of fetch and vertices for the indices of a draw, 64 at a time.
 * Registers as the vertex group tessellator (VGT) fills them: R0.x index, R0.z number of the
 * primitive, R0.w instance (Mesa r600_shader.c). */
#include "driver/sim/draw/vertices.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VERTICES = 1 << 22, MOST_STREAMED = 1 << 30 };

/* Fetches by instance begin at another one: their buffers do. */
static bool move_instances(struct draw_shaders *shaders, struct sim_drawing *d)
{
    struct sim_launch *launch = shaders->fetch.group.launch;
    const uint32_t first = d->ctl_const[1];
    uint64_t moved[HW_CS_RESOURCES / 64 + 1] = {0};
    if (d->ctl_const[0])
        return draw_fail(d, "SQ_VTX_BASE_VTX_LOC %u is not supported", d->ctl_const[0]);
    for (uint32_t i = 0; first && i < launch->program->fetch_count; i++) {
        const struct sim_fetch *fetch = &launch->program->fetches[i];
        struct sim_buffer *buffer = &launch->buffers[fetch->resource];
        const uint64_t bit = 1ull << fetch->resource % 64;
        if (!fetch->by_instance || moved[fetch->resource / 64] & bit)
            continue;
        const uint64_t skip = (uint64_t)first * buffer->stride;
        moved[fetch->resource / 64] |= bit;
        if (launch->resource_type[fetch->resource] != HW_TYPE_BUFFER)
            continue;
        buffer->view.memory += skip < buffer->view.size ? skip : buffer->view.size;
        buffer->view.size -= skip < buffer->view.size ? skip : buffer->view.size;
    }
    return true;
}

bool draw_shaders_open(struct draw_shaders *shaders, struct sim_drawing *d, enum draw_kind kind)
{
    memset(shaders, 0, sizeof(*shaders));
    return draw_stage_open(&shaders->vertex, d, kind) &&
           draw_stage_open(&shaders->fetch, d, DRAW_FETCH) && move_instances(shaders, d);
}

void draw_shaders_close(struct draw_shaders *shaders)
{
    draw_stage_close(&shaders->vertex);
    draw_stage_close(&shaders->fetch);
    free(shaders->numbers);
}

static uint32_t index_at(const struct draw_indices *indices, uint32_t i)
{
    uint32_t wide;
    uint16_t narrow;
    if (!indices->memory)
        return i;
    memcpy(&narrow, indices->memory + (size_t)i * indices->bytes, sizeof(narrow));
    if (indices->bytes == 2)
        return narrow;
    memcpy(&wide, indices->memory + (size_t)i * 4, sizeof(wide));
    return wide;
}

static bool is_cut(const struct draw_state *state, const struct draw_indices *indices, uint32_t i)
{
    return state->restart && indices->memory && index_at(indices, i) == state->restart_index;
}

static bool reserve_streams(struct sim_drawing *d, const struct draw_stage *stage,
                            struct draw_vertices *vertices)
{
    for (unsigned i = 0; stage && i < DRAW_STREAM_BUFFERS; i++) {
        const uint64_t bytes = (uint64_t)vertices->count * stage->streamed[i].stride * 4;
        if (!bytes)
            continue;
        vertices->streamed[i] = stage->streamed[i];
        vertices->streamed[i].items = bytes <= MOST_STREAMED ? malloc(bytes) : NULL;
        if (!vertices->streamed[i].items)
            return draw_fail(d, "there is no room for %u vertices of a stream", vertices->count);
    }
    return true;
}

bool draw_vertices_reserve(struct sim_drawing *d, const struct draw_state *state,
                           const struct draw_stage *stage, uint32_t count,
                           struct draw_vertices *vertices)
{
    const size_t params = (size_t)count * state->params;
    *vertices = (struct draw_vertices){.count = count, .params = state->params};
    if (count > MOST_VERTICES)
        return draw_fail(d, "a draw of %u vertices; %u are the most that are simulated", count,
                         (unsigned)MOST_VERTICES);
    vertices->position = malloc((count + 1) * sizeof(*vertices->position));
    vertices->param = malloc((params + 1) * sizeof(*vertices->param));
    vertices->cut = calloc(count + 1, sizeof(*vertices->cut));
    if (state->clip_distances | state->cull_distances) {
        vertices->distance = calloc(count + 1, sizeof(*vertices->distance));
        if (!vertices->distance)
            return draw_fail(d, "out of memory");
    }
    if (state->vertex_misc) {
        vertices->misc = calloc(count + 1, sizeof(*vertices->misc));
        if (!vertices->misc)
            return draw_fail(d, "out of memory");
    }
    if (!vertices->position || !vertices->param || !vertices->cut)
        return draw_fail(d, "out of memory");
    return reserve_streams(d, stage, vertices);
}

void draw_vertices_finish(struct draw_vertices *vertices)
{
    free(vertices->position);
    free(vertices->distance);
    free(vertices->misc);
    free(vertices->param);
    free(vertices->cut);
    for (unsigned i = 0; i < DRAW_STREAM_BUFFERS; i++)
        free(vertices->streamed[i].items);
}

/* Runs both programs for `count` vertices, whose R0 is filled. */
static bool run_wave(struct draw_shaders *shaders, unsigned count)
{
    const struct sim_program *fetch = shaders->fetch.group.launch->program,
                             *vertex = shaders->vertex.group.launch->program;
    const uint64_t lanes = count == 64 ? ~0ull : (1ull << count) - 1;
    const uint32_t registers = sim_program_registers(fetch) < sim_program_registers(vertex)
                                   ? sim_program_registers(fetch)
                                   : sim_program_registers(vertex);
    if (!draw_stage_run(&shaders->fetch, lanes, 0))
        return false;
    memcpy(shaders->vertex.vectors, shaders->fetch.vectors, registers * sizeof(sim_vector));
    return draw_stage_run(&shaders->vertex, lanes, 0);
}

static void keep_distances(const struct draw_state *state, sim_vector (*exports)[4], unsigned lane,
                           const float position[4], float distance[DRAW_DISTANCES])
{
    for (unsigned k = 0; k < DRAW_DISTANCES; k++)
        if (state->distance_export)
            memcpy(&distance[k],
                   &exports[DRAW_SLOT_POSITION + state->distance_export + k / 4][k % 4][lane],
                   sizeof(float));
        else
            for (unsigned c = 0; k < DRAW_PLANES && c < 4; c++)
                distance[k] += state->plane[k][c] * position[c];
}

static void keep_streamed(const struct draw_stage *stage, struct draw_vertices *vertices,
                          uint32_t first, unsigned count)
{
    for (unsigned i = 0; i < DRAW_STREAM_BUFFERS; i++) {
        const size_t stride = vertices->streamed[i].stride;
        if (stride)
            memcpy(vertices->streamed[i].items + first * stride, stage->streamed[i].items,
                   count * stride * sizeof(uint32_t));
    }
}

void draw_vertices_keep(const struct draw_state *state, const struct draw_stage *stage,
                        struct draw_vertices *vertices, uint32_t first, unsigned count)
{
    sim_vector(*exports)[4] = stage->exports;
    keep_streamed(stage, vertices, first, count);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned c = 0; c < 4; c++) {
            memcpy(&vertices->position[first + i][c], &exports[DRAW_SLOT_POSITION][c][i],
                   sizeof(float));
            if (vertices->misc)
                vertices->misc[first + i][c] = exports[DRAW_SLOT_POSITION + 1][c][i];
            for (unsigned p = 0; p < vertices->params; p++)
                vertices->param[(size_t)(first + i) * vertices->params + p][c] =
                    exports[DRAW_SLOT_PARAM + p][c][i];
        }
        if (vertices->distance)
            keep_distances(state, exports, i, vertices->position[first + i],
                           vertices->distance[first + i]);
    }
}

bool draw_vertices_each(const struct draw_state *state, struct draw_shaders *shaders,
                        const struct draw_indices *indices, uint32_t instance, bool *cut,
                        draw_wave_fn take, void *data)
{
    const uint32_t step = state->patch ? state->patch : SIM_LANES;
    for (uint32_t first = 0; first < indices->count; first += step) {
        const uint32_t left = indices->count - first, count = left < step ? left : step;
        for (unsigned i = 0; i < count; i++) {
            const uint32_t index = index_at(indices, first + i);
            cut[first + i] = is_cut(state, indices, first + i);
            draw_count(shaders->vertex.d, DRAW_COUNT_INDICES, !cut[first + i]);
            draw_stage_register(&shaders->fetch, 0, 0)[i] = index + state->index_offset;
            draw_stage_register(&shaders->fetch, 0, 1)[i] = i; /* in the patch */
            draw_stage_register(&shaders->fetch, 0, 2)[i] =
                shaders->numbers ? shaders->numbers[first + i] : 0;
            draw_stage_register(&shaders->fetch, 0, 3)[i] = instance;
        }
        draw_count(shaders->vertex.d, DRAW_COUNT_VERTICES, count);
        if (!run_wave(shaders, count) || !take(data, &shaders->vertex, first, count))
            return false;
    }
    return true;
}

struct numbering {
    uint32_t *numbers, next, last;
};

/* Triangles that are parts of a polygon have one provoking vertex, and so one number. */
static bool number(void *data, const struct draw_primitive *primitive)
{
    struct numbering *n = data;
    const uint32_t vertex = primitive->vertex[primitive->provoking];
    n->next += vertex != n->last;
    n->last = vertex;
    n->numbers[vertex] = n->next;
    return true;
}

/* No two primitives have the same provoking vertex, so each vertex has one number: without a
 * geometry program, the flat input of pixels is all that reads it. */
static bool number_primitives(struct sim_drawing *d, const struct draw_state *state,
                              struct draw_shaders *shaders, const struct draw_indices *indices,
                              bool *cut)
{
    if (!state->numbered)
        return true;
    free(shaders->numbers);
    shaders->numbers = calloc(indices->count + 1ull, sizeof(uint32_t));
    if (!shaders->numbers)
        return draw_fail(d, "out of memory");
    for (uint32_t i = 0; i < indices->count; i++)
        cut[i] = is_cut(state, indices, i);
    struct numbering n = {shaders->numbers, UINT32_MAX, UINT32_MAX};
    return draw_assemble(state, cut, indices->count, number, &n);
}

struct keeping {
    const struct draw_state *state;
    struct draw_vertices *vertices;
};

static bool keep(void *data, const struct draw_stage *stage, uint32_t first, unsigned count)
{
    const struct keeping *keeping = data;
    draw_vertices_keep(keeping->state, stage, keeping->vertices, first, count);
    return true;
}

bool draw_vertices_run(struct sim_drawing *d, const struct draw_state *state,
                       struct draw_shaders *shaders, const struct draw_indices *indices,
                       uint32_t instance, struct draw_vertices *vertices)
{
    struct keeping keeping = {state, vertices};
    return draw_vertices_reserve(d, state, &shaders->vertex, indices->count, vertices) &&
           number_primitives(d, state, shaders, indices, vertices->cut) &&
           draw_vertices_each(state, shaders, indices, instance, vertices->cut, keep, &keeping);
}
