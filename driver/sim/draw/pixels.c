/* SPDX-License-Identifier: MIT */
/* pixels.c: wavefronts of quads: their registers and inputs, as SPI fills them, and what becomes of
 * their exports. Pixels of a quad that are not covered are computed too, for differences. */
#include "driver/sim/draw/pixels.h"

#include <string.h>

#include "driver/base/bits.h"

static bool check_registers(struct draw_pixels *pixels)
{
    const unsigned registers = sim_program_registers(pixels->stage.group.launch->program) / 4;
    const struct draw_state *state = pixels->state;
    unsigned coordinates = 0;
    for (unsigned i = 0; i < DRAW_BARYS; i++)
        coordinates += state->bary[i];
    if ((coordinates + 1) / 2 > registers ||
        (state->position && state->position_register >= registers) ||
        (state->face && state->face_register >= registers) ||
        (state->sample && state->sample_register >= registers))
        return draw_fail(pixels->d, "the pixels' program has %u registers, too few for its inputs",
                         registers);
    return true;
}

void draw_pixels_close(struct draw_pixels *pixels)
{
    draw_stage_close(&pixels->stage);
    draw_targets_close(&pixels->targets);
}

/* The values of an input whose semantic no parameter has. */
static const float defaults[4][4] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1, 0}, {1, 1, 1, 1}};

static void begin(struct draw_sink *sink, const struct draw_vertices *vertices,
                  const uint32_t triangle[3])
{
    struct draw_pixels *pixels = (struct draw_pixels *)sink;
    pixels->same = SIM_LANES;
    for (unsigned i = 0; i < pixels->state->inputs; i++) {
        const struct draw_input *input = &pixels->state->input[i];
        for (unsigned c = 0; c < 4; c++) {
            uint32_t v[3];
            for (unsigned k = 0; k < 3; k++)
                v[k] =
                    input->param < vertices->params
                        ? vertices->param[(size_t)triangle[k] * vertices->params + input->param][c]
                        : float_bits(defaults[input->initial][c]);
            pixels->param[i][SIM_PARAM_P0 + c] = v[0];
            pixels->param[i][SIM_PARAM_P10 + c] =
                input->flat ? 0 : float_bits(bits_float(v[1]) - bits_float(v[0]));
            pixels->param[i][SIM_PARAM_P20 + c] =
                input->flat ? 0 : float_bits(bits_float(v[2]) - bits_float(v[0]));
        }
    }
}

/* Selects of sprites: 0, 1, s, t. Over the square s grows to the right, and t downwards or up. */
static void set_sprite(const struct draw_state *state, uint32_t param[SIM_PARAM_VECTORS])
{
    for (unsigned c = 0; c < 4; c++) {
        const unsigned select = state->sprite_select[c];
        const bool up = select == 3 && state->sprite_bottom;
        param[SIM_PARAM_P0 + c] = float_bits(select == 1 || up ? 1.0f : 0.0f);
        param[SIM_PARAM_P10 + c] = float_bits(select == 2 ? 1.0f : 0.0f);
        param[SIM_PARAM_P20 + c] = float_bits(select != 3 ? 0.0f : up ? -1.0f : 1.0f);
    }
}

static void begin_point(struct draw_sink *sink, const struct draw_vertices *vertices,
                        uint32_t point, uint32_t provoking)
{
    struct draw_pixels *pixels = (struct draw_pixels *)sink;
    begin(sink, vertices, (const uint32_t[3]){point, point, point});
    for (unsigned i = 0; i < pixels->state->inputs; i++) {
        const struct draw_input *input = &pixels->state->input[i];
        if (input->flat && input->param < vertices->params)
            memcpy(&pixels->param[i][SIM_PARAM_P0],
                   vertices->param[(size_t)provoking * vertices->params + input->param],
                   sizeof(*vertices->param));
        if (input->sprite)
            set_sprite(pixels->state, pixels->param[i]);
    }
}

static void set_lanes(uint32_t *vector, unsigned lane, const float values[4])
{
    memcpy(vector + lane, values, 4 * sizeof(float));
}

static void set_coordinates(struct draw_pixels *pixels, const struct draw_quad *quad, unsigned lane)
{
    unsigned pair = 0;
    for (unsigned i = 0; i < DRAW_BARYS; i++) {
        if (!pixels->state->bary[i])
            continue;
        const struct draw_weights *at = &quad->center;
        if (quad->count && i % DRAW_LINEAR_SAMPLE == DRAW_PERSP_CENTROID)
            at = &quad->centroid;
        if (quad->count && i % DRAW_LINEAR_SAMPLE == DRAW_PERSP_SAMPLE && pixels->state->by_sample)
            at = &quad->sample;
        const float(*values)[4] = i < DRAW_LINEAR_SAMPLE ? at->persp : at->linear;
        for (unsigned c = 0; c < 2; c++)
            set_lanes(draw_stage_register(&pixels->stage, pair / 2, pair % 2 * 2 + c), lane,
                      values[c]);
        pair++;
    }
}

static void set_position(struct draw_pixels *pixels, const struct draw_quad *quad, unsigned lane)
{
    const unsigned gpr = pixels->state->position_register;
    const float half = pixels->state->center_half ? 0.5f : 0.0f;
    const float x = (float)quad->x + half, y = (float)quad->y + half;
    set_lanes(draw_stage_register(&pixels->stage, gpr, 0), lane,
              (const float[4]){x, x + 1, x, x + 1});
    set_lanes(draw_stage_register(&pixels->stage, gpr, 1), lane,
              (const float[4]){y, y, y + 1, y + 1});
    set_lanes(draw_stage_register(&pixels->stage, gpr, 2), lane, quad->z);
    set_lanes(draw_stage_register(&pixels->stage, gpr, 3), lane, quad->w);
}

/* The face is the sign of a number, or all bits. Beside it are the samples that are covered. */
static void set_face(struct draw_pixels *pixels, const struct draw_quad *quad, unsigned lane)
{
    const struct draw_state *state = pixels->state;
    uint32_t *face = draw_stage_register(&pixels->stage, state->face_register, state->face_channel);
    for (unsigned p = 0; p < 4; p++)
        face[lane + p] =
            state->face_bits ? (quad->front ? ~0u : 0u) : float_bits(quad->front ? 1.0f : -1.0f);
    uint32_t *samples = draw_stage_register(&pixels->stage, state->face_register, 2);
    for (unsigned p = 0; p < 4 && state->face_channel != 2; p++)
        samples[lane + p] = quad->samples[p];
}

/* The place in whole pixels, and the number of the sample. */
static void set_sample(struct draw_pixels *pixels, const struct draw_quad *quad, unsigned lane)
{
    uint32_t *vector[4];
    for (unsigned c = 0; c < 4; c++)
        vector[c] = draw_stage_register(&pixels->stage, pixels->state->sample_register, c);
    for (unsigned p = 0; p < 4; p++) {
        vector[0][lane + p] = (uint32_t)quad->x + (p & 1u);
        vector[1][lane + p] = (uint32_t)quad->y + (p >> 1);
        vector[2][lane + p] = 0;
        vector[3][lane + p] = quad->number;
    }
}

/* A triangle that fills wavefronts has all lanes of the next one filled at a time. */
static void set_inputs(struct draw_pixels *pixels, unsigned lane)
{
    const unsigned end = lane ? lane + 4 : SIM_LANES;
    if (lane >= pixels->same)
        return;
    for (unsigned i = 0; i < pixels->state->inputs; i++)
        for (unsigned k = 0; k < SIM_PARAM_VECTORS; k++)
            for (unsigned p = lane; p < end; p++)
                pixels->stage.params[i][k][p] = pixels->param[i][k];
    if (!lane)
        pixels->same = 0;
}

static bool add(struct draw_sink *sink, const struct draw_quad *quad)
{
    struct draw_pixels *pixels = (struct draw_pixels *)sink;
    if ((pixels->quads == DRAW_QUADS_OF_WAVE ||
         draw_places_have(&pixels->places, pixels->quads, quad)) &&
        !draw_pixels_flush(pixels))
        return false;
    const unsigned lane = pixels->quads++ * 4;
    pixels->covered |= draw_places_add(&pixels->places, lane, quad);
    set_coordinates(pixels, quad, lane);
    if (pixels->state->position)
        set_position(pixels, quad, lane);
    if (pixels->state->face)
        set_face(pixels, quad, lane);
    if (pixels->state->sample)
        set_sample(pixels, quad, lane);
    set_inputs(pixels, lane);
    return true;
}

bool draw_pixels_flush(struct draw_pixels *pixels)
{
    const unsigned lanes = pixels->quads * 4;
    const uint64_t live = lanes == 64 ? ~0ull : (1ull << lanes) - 1, covered = pixels->covered;
    if (!lanes)
        return true;
    pixels->quads = 0;
    pixels->covered = 0;
    draw_count(pixels->d, DRAW_COUNT_PIXELS, (uint64_t)__builtin_popcountll(covered));
    if (!draw_stage_run(&pixels->stage, live, live & ~covered))
        return false;
    const struct draw_stage *stage = &pixels->stage;
    const struct draw_colors colors = {
        .channel = (const sim_vector(*)[4])stage->exports,
        .written = stage->exported,
        .depth = stage->exports[DRAW_SLOT_DEPTH][0],
        .covered = pixels->state->exports_samples ? stage->exports[DRAW_SLOT_DEPTH][2] : NULL,
    };
    const unsigned passed =
        draw_targets_write(&pixels->targets, stage->group.launch->lanes, &colors, &pixels->places,
                           covered & ~stage->wave->killed);
    if (pixels->counts)
        pixels->d->passed += passed;
    pixels->places.front = 0;
    return true;
}

/* Layer and viewport that the provoking vertex names. */
static bool select_layer(struct draw_raster *r, uint32_t vertex)
{
    struct draw_pixels *pixels = (struct draw_pixels *)r->sink;
    const uint32_t *misc = r->vertices->misc[vertex];
    const uint32_t layer = r->state->vertex_layer ? misc[2] : 0;
    const uint32_t viewport = r->state->vertex_viewport && misc[3] < DRAW_VIEWPORTS ? misc[3] : 0;
    if (layer == pixels->targets.layer && viewport == r->viewport)
        return true;
    if (!draw_pixels_flush(pixels))
        return false;
    if (viewport != r->viewport) {
        if (r->state != &r->other)
            r->other = *r->state;
        draw_state_viewport(pixels->d, &r->other, viewport);
        r->state = &r->other;
        r->viewport = viewport;
        pixels->targets.depth.z_min = r->other.z_min;
        pixels->targets.depth.z_max = r->other.z_max;
    }
    pixels->targets.layer = pixels->targets.depth.layer = layer;
    return true;
}

static bool may_go_on(struct draw_sink *sink)
{
    return draw_stage_may_go_on(&((struct draw_pixels *)sink)->stage);
}

bool draw_pixels_open(struct draw_pixels *pixels, struct sim_drawing *d,
                      const struct draw_state *state)
{
    memset(pixels, 0, sizeof(*pixels));
    pixels->sink = (struct draw_sink){begin, begin_point, add, may_go_on, select_layer};
    pixels->d = d;
    pixels->state = state;
    pixels->counts = !draw_bits(draw_register(d, DRAW_R_DB_COUNT_CONTROL), 0, 1);
    return draw_stage_open(&pixels->stage, d, DRAW_PIXEL) && check_registers(pixels) &&
           draw_targets_open(&pixels->targets, d, state, &pixels->stage);
}
