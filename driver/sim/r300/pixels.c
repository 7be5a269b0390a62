/* SPDX-License-Identifier: MIT */
/* pixels.c: quads as lanes of the fragment program, and what becomes of what it writes. Pixels of a
 * quad that are not covered run too, for differences. */
#include "driver/sim/r300/pixels.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "driver/hw/r500/r300.h"

static void begin_at(struct r300_pixels *pixels, const struct draw_vertices *vertices,
                     const uint32_t corner[3], uint32_t provoking)
{
    pixels->vertices = vertices;
    pixels->provoking = provoking;
    memcpy(pixels->corner, corner, sizeof(pixels->corner));
    pixels->face = -1;
}

static void begin(struct draw_sink *sink, const struct draw_vertices *vertices,
                  const uint32_t triangle[3])
{
    begin_at((struct r300_pixels *)sink, vertices, triangle, triangle[0]);
}

static void begin_point(struct draw_sink *sink, const struct draw_vertices *vertices,
                        uint32_t point, uint32_t provoking)
{
    begin_at((struct r300_pixels *)sink, vertices, (const uint32_t[3]){point, point, point},
             provoking);
}

static void set_inputs(struct r300_pixels *pixels, const struct draw_quad *quad, unsigned lane)
{
    for (unsigned i = 0; i < pixels->inputs; i++)
        for (unsigned c = 0; c < 4; c++)
            for (unsigned p = 0; p < 4; p++) {
                float value = pixels->start[i][c] +
                              quad->center.persp[0][p] * pixels->more[0][i][c] +
                              quad->center.persp[1][p] * pixels->more[1][i][c];
                if (pixels->us.narrow)
                    value = us_narrowed(value);
                memcpy(&pixels->value[i][c][lane + p], &value, sizeof(value));
            }
}

static bool add(struct draw_sink *sink, const struct draw_quad *quad)
{
    struct r300_pixels *pixels = (struct r300_pixels *)sink;

    if ((pixels->quads == R300_QUADS || draw_places_have(&pixels->places, pixels->quads, quad)) &&
        !r300_pixels_flush(pixels))
        return false;
    if (pixels->face != quad->front) {
        pixels->face = quad->front;
        r300_inputs_begin(pixels, quad->front);
    }
    const unsigned lane = pixels->quads++ * 4;
    pixels->covered |= draw_places_add(&pixels->places, lane, quad);
    set_inputs(pixels, quad, lane);
    return true;
}

static bool may_go_on(struct draw_sink *sink)
{
    return r300_may_go_on(((struct r300_pixels *)sink)->r);
}

static void begin_wave(struct r300_pixels *pixels, uint64_t live)
{
    struct us_wave *wave = &pixels->wave;

    memset(wave, 0, offsetof(struct us_wave, temp));
    memset(wave->temp, 0, pixels->program.temps * sizeof(wave->temp[0]));
    memset(wave->output, 0, sizeof(wave->output));
    wave->draw = &pixels->us;
    wave->error = pixels->us_error;
    wave->covered = pixels->covered;
    wave->helpers = live & ~pixels->covered;
    for (unsigned i = 0; i < pixels->inputs; i++)
        memcpy(wave->temp[pixels->input[i].temp], pixels->value[i], sizeof(pixels->value[i]));
}

/* Targets that the program wrote to; RB3D_CCTL may have its first colour go to several. */
static uint64_t written(struct r300_pixels *pixels)
{
    struct us_wave *wave = &pixels->wave;
    uint64_t targets = 0;

    for (unsigned n = 0; n < HW_R500_TARGETS; n++)
        for (unsigned c = 0; c < 4; c++)
            targets |= (uint64_t)(wave->output_lanes[n][c] != 0) << n;
    for (unsigned n = 1; n < pixels->multiwrites; n++) {
        memcpy(wave->output[n], wave->output[0], sizeof(wave->output[0]));
        targets |= (targets & 1u) << n;
    }
    return targets;
}

bool r300_pixels_flush(struct r300_pixels *pixels)
{
    const unsigned lanes = pixels->quads * 4;
    const uint64_t live = lanes == 64 ? ~0ull : (1ull << lanes) - 1;

    if (!lanes)
        return true;
    assert(lanes <= US_LANES && !(pixels->covered & ~live));
    begin_wave(pixels, live);
    pixels->quads = 0;
    pixels->covered = 0;
    if (!us_run(&pixels->wave))
        return r300_fail(pixels->r, "%s", pixels->us_error);
    const uint64_t covered = pixels->wave.covered & ~pixels->wave.killed;
    const struct draw_colors colors = {
        .channel = (const sim_vector(*)[4])pixels->wave.output,
        .written = written(pixels),
        .depth = pixels->wave.depths,
    };
    pixels->r->passed += draw_targets_write(&pixels->targets, pixels->r->dispatcher->lanes, &colors,
                                            &pixels->places, covered);
    pixels->places.front = 0;
    return true;
}

/* The program that R500's registers name, from its instruction 0 to the last. */
static bool find_program(struct r300 *r, uint32_t *count)
{
    const uint32_t code = r300_reg(r, HW_R500_R_US_CODE_ADDR);

    *count = HW_GET(code, R500_R_US_CODE_ADDR, END) + 1;
    return (!HW_GET(code, R500_R_US_CODE_ADDR, START) && !r300_reg(r, HW_R500_R_US_CODE_OFFSET)) ||
           r300_fail(r, "a fragment program that does not begin at instruction 0");
}

static bool decode(struct r300 *r, struct r300_pixels *pixels)
{
    const unsigned most = r->older ? (unsigned)HW_R300_TEMPS : (unsigned)HW_R500_TEMPS;
    uint32_t count;

    if (!(r->older ? r300_program_translate : find_program)(r, &count))
        return false;
    pixels->program.temps = (uint16_t)((r300_reg(r, HW_R500_R_US_PIXSIZE) & (most - 1)) + 1);
    pixels->program.full_flow =
        !r->older && HW_GET(r300_reg(r, HW_R500_R_US_FC_CTRL), R500_R_US_FC_CTRL, FULL_FC_EN);
    pixels->program.quads = true;
    for (unsigned i = 0; i < pixels->inputs; i++) /* the program need not read all */
        if (pixels->input[i].temp >= pixels->program.temps)
            pixels->program.temps = pixels->input[i].temp + 1;
    return us_decode(&pixels->program, r->state->code, count, r->error, SIM_ERROR_SIZE);
}

static void bind(struct r300 *r, struct r300_pixels *pixels)
{
    pixels->us.program = &pixels->program;
    pixels->us.lanes = r->dispatcher->lanes;
    pixels->us.max_steps = r->stream->max_steps;
    pixels->us.zero_wins = r->older || r300_reg(r, HW_R500_R_US_CONFIG) >> 1 & 1u;
    pixels->us.narrow = r->older;
    pixels->us.sample = r300_sample;
    pixels->us.sampler = &pixels->textures;
    if (r->older) {
        r300_program_constants(r, pixels->us.constant);
        return;
    }
    memcpy(pixels->us.constant, r->state->constant, sizeof(pixels->us.constant));
    for (unsigned i = 0; i < HW_R500_LOOPS; i++)
        pixels->us.integer[i] = r300_reg_at(r, HW_R500_R_US_FC_INT_CONST, i);
    pixels->us.booleans = r300_reg(r, HW_R500_R_US_FC_BOOL_CONST);
}

bool r300_pixels_open(struct r300_pixels *pixels, struct r300 *r, const struct draw_state *state)
{
    memset(pixels, 0, sizeof(*pixels));
    pixels->sink = (struct draw_sink){begin, begin_point, add, may_go_on, NULL};
    pixels->r = r;
    pixels->state = state;
    bind(r, pixels);
    return r300_inputs_read(r, pixels, state->primitive == DRAW_POINTS) && decode(r, pixels) &&
           r300_textures_open(r, &pixels->textures) && r300_targets_open(r, pixels);
}

void r300_pixels_close(struct r300_pixels *pixels)
{
    r300_textures_close(&pixels->textures);
    draw_targets_close(&pixels->targets);
}
