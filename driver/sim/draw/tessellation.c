/* SPDX-License-Identifier: MIT */
/* tessellation.c: runs programs of patches: vertices (LS) write to local memory, a control program
 * (HS) reads them and writes there, too, with its factors to a ring, and evaluation (as VS) reads
 * both (Mesa r600_shader.c; evergreen_state.c: evergreen_setup_tess_constants). A patch is a
 * work-group. */
#include "driver/sim/draw/tessellation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/bits.h"

enum { LDS_DWORDS = 8192 };

static void share(struct draw_tessellation *t, struct draw_stage *stage)
{
    const uint32_t asked = draw_bits(draw_register(t->d, DRAW_R_SQ_LDS_ALLOC), 0, 14);
    stage->group.lds = t->lds;
    stage->group.launch->lds_dwords = asked < LDS_DWORDS ? asked : LDS_DWORDS;
}

/* The inputs of the geometry program: at most all of a patch. */
static bool open_inputs(struct draw_tessellation *t)
{
    const uint32_t dwords = t->geometry->item_in;
    t->to_geometry = (struct draw_inputs){.g = t->geometry, .of_patch = true};
    if (!draw_ring_reserve(&t->evaluation, dwords))
        return false;
    t->to_geometry.items = calloc((size_t)DRAW_TESS_POINTS * dwords + 1, sizeof(uint32_t));
    return t->to_geometry.items || draw_fail(t->d, "out of memory");
}

bool draw_tessellation_open(struct draw_tessellation *t, struct sim_drawing *d,
                            const struct draw_state *state, struct draw_shaders *shaders,
                            struct draw_geometry *geometry)
{
    const uint32_t config = draw_register(d, DRAW_R_VGT_LS_HS_CONFIG);
    memset(t, 0, sizeof(*t));
    t->d = d;
    t->state = state;
    t->geometry = geometry;
    t->inputs = draw_bits(config, 8, 6);
    t->outputs = draw_bits(config, 14, 6);
    t->parameters = draw_register(d, DRAW_R_VGT_TF_PARAM);
    if (draw_bits(config, 0, 8) != 1 || !t->inputs || !t->outputs || t->inputs > 32 ||
        t->outputs > 32)
        return draw_fail(d, "VGT_LS_HS_CONFIG 0x%x is not supported", config);
    if (draw_bits(t->parameters, 0, 2) > DRAW_TESS_QUADS ||
        draw_bits(t->parameters, 2, 3) > DRAW_PART_EVEN ||
        draw_bits(t->parameters, 2, 3) == DRAW_PART_POW2 ||
        draw_bits(t->parameters, 5, 3) > DRAW_TESS_TO_CCW)
        return draw_fail(d, "VGT_TF_PARAM 0x%x is not supported", t->parameters);
    t->lds = calloc(LDS_DWORDS, sizeof(*t->lds));
    t->patch = malloc(sizeof(*t->patch));
    if (!t->lds || !t->patch)
        return draw_fail(d, "out of memory");
    if (!draw_stage_open(&t->control, d, DRAW_CONTROL) ||
        !draw_stage_open(&t->evaluation, d, geometry ? DRAW_RING_VERTEX : DRAW_VERTEX) ||
        (geometry && !open_inputs(t)))
        return false;
    share(t, &shaders->vertex);
    share(t, &t->control);
    share(t, &t->evaluation);
    return true;
}

void draw_tessellation_close(struct draw_tessellation *t)
{
    draw_stage_close(&t->control);
    draw_stage_close(&t->evaluation);
    free(t->to_geometry.items);
    free(t->to_geometry.primitives);
    free(t->patch);
    free(t->lds);
}

/* Factors go to the start of the ring. */
static bool run_control(struct draw_tessellation *t, uint32_t patch)
{
    assert(t->outputs > 0 && t->outputs <= 32);
    memset(t->control.factors, 0, sizeof(t->control.factors));
    for (unsigned i = 0; i < t->outputs; i++) {
        draw_stage_register(&t->control, 0, 0)[i] = patch;
        draw_stage_register(&t->control, 0, 1)[i] = 0;
        draw_stage_register(&t->control, 0, 2)[i] = i;
        draw_stage_register(&t->control, 0, 3)[i] = 0;
    }
    return draw_stage_run(&t->control, (1ull << t->outputs) - 1, 0);
}

static bool run_evaluation(struct draw_tessellation *t, uint32_t patch,
                           struct draw_vertices *vertices)
{
    for (unsigned first = 0; first < t->patch->points; first += SIM_LANES) {
        const unsigned left = t->patch->points - first;
        const unsigned count = left < SIM_LANES ? left : SIM_LANES;
        for (unsigned i = 0; i < count; i++) {
            for (unsigned c = 0; c < 2; c++)
                draw_stage_register(&t->evaluation, 0, c)[i] =
                    float_bits(t->patch->at[first + i][c]);
            draw_stage_register(&t->evaluation, 0, 2)[i] = 0;
            draw_stage_register(&t->evaluation, 0, 3)[i] = patch;
        }
        draw_count(t->d, DRAW_COUNT_EVALUATED, count);
        if (!draw_stage_run(&t->evaluation, count == 64 ? ~0ull : (1ull << count) - 1, 0))
            return false;
        if (t->geometry)
            memcpy(t->to_geometry.items + (size_t)first * t->geometry->item_in,
                   t->evaluation.ring.items,
                   (size_t)count * t->geometry->item_in * sizeof(uint32_t));
        else
            draw_vertices_keep(t->state, &t->evaluation, vertices, first, count);
    }
    return true;
}

bool draw_patch_primitives(const struct draw_tessellated *patch, const struct draw_state *state,
                           draw_primitive_fn take, void *data)
{
    struct draw_primitive primitive = {
        .count = (uint8_t)patch->corners,
        .provoking = state->last_vertex_provokes ? (uint8_t)(patch->corners - 1) : 0};
    for (unsigned i = 0; i < patch->primitives; i++) {
        for (unsigned k = 0; k < patch->corners; k++)
            primitive.vertex[k] = patch->primitive[i][k];
        if (!take(data, &primitive))
            return false;
    }
    return true;
}

/* Vertices of patches are run a patch at a time. */
struct patches {
    struct draw_tessellation *t;
    draw_patch_fn take;
    void *data;
};

static bool take_strips(void *data, const struct draw_vertices *vertices)
{
    const struct patches *patches = data;
    return patches->take(patches->data, vertices, NULL);
}

static bool run_geometry(struct patches *patches, uint32_t number)
{
    struct draw_tessellation *t = patches->t;
    t->to_geometry.count = 0;
    t->to_geometry.patch = number;
    return run_evaluation(t, number, NULL) &&
           draw_patch_primitives(t->patch, t->state, draw_keep_primitive, &t->to_geometry) &&
           draw_geometry_feed(t->geometry, &t->to_geometry, take_strips, patches);
}

static bool run_patch(void *data, const struct draw_stage *stage, uint32_t first, unsigned count)
{
    struct patches *patches = data;
    struct draw_tessellation *t = patches->t;
    struct draw_vertices vertices = {0};
    const uint32_t number = first / t->inputs;
    (void)stage;
    if (count < t->inputs)
        return true; /* the rest of a patch */
    draw_count(t->d, DRAW_COUNT_PATCHES, 1);
    draw_count(t->d, DRAW_COUNT_PRIMITIVES, 1);
    if (!run_control(t, number))
        return false;
    draw_tessellate(t->patch, t->parameters, t->control.factors);
    if (t->geometry)
        return run_geometry(patches, number);
    const bool sound =
        draw_vertices_reserve(t->d, t->state, &t->evaluation, t->patch->points, &vertices) &&
        run_evaluation(t, number, &vertices) && patches->take(patches->data, &vertices, t->patch);
    draw_vertices_finish(&vertices);
    return sound;
}

bool draw_tessellation_run(struct draw_tessellation *t, struct draw_shaders *shaders,
                           const struct draw_indices *indices, uint32_t instance,
                           draw_patch_fn take, void *data)
{
    struct patches patches = {t, take, data};
    bool *cut = calloc(indices->count + 1ull, sizeof(*cut));
    const bool sound =
        cut ? draw_vertices_each(t->state, shaders, indices, instance, cut, run_patch, &patches)
            : draw_fail(t->d, "out of memory");
    free(cut);
    return sound;
}
