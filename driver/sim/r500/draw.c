/* SPDX-License-Identifier: MIT */
/* draw.c: a rectangle: its program for 8 x 8 pixels at a time, and what it writes. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/guide.h"
#include "driver/hw/formats.h"
#include "driver/hw/registers.h"
#include "driver/hw/tiling.h"
#include "driver/sim/lanes/typed_store.h"
#include "driver/sim/r500/draw.h"
#include "driver/sim/r500/us_wave.h"

/* Pixels that run together, in rows. */
enum { TILE = 8 };
_Static_assert(TILE *TILE == US_LANES, "a lane for each pixel of a tile");

/* A render target in use. */
struct target {
    bool used;
    struct sim_surface surface;
    struct sim_store_how how;
    uint8_t needed; /* components that its channels take, as bits */
};

struct draw {
    struct us_draw us;
    struct us_program program;
    struct us_wave wave;
    struct r500_rectangle rectangle;
    struct target target[HW_R500_TARGETS];
    char us_error[US_ERROR_SIZE];
};

/* Slices of rows of `pitch` texels, none of which is a tile. */
static bool make_surface(struct sim_surface *surface, const struct sim_stream *stream,
                         uint32_t address, uint32_t pitch, uint32_t depth)
{
    const struct sim_bo *bo = sim_stream_find(stream, address);
    struct hw_surface_layout layout = {.mode = HW_ARRAY_LINEAR_GENERAL,
                                       .bpe = surface->format.bytes,
                                       .pitch = pitch,
                                       .height = surface->height,
                                       .slices = depth};

    if (!bo)
        return false;
    const uint64_t offset = address - bo->address;
    surface->view = (struct sim_view){bo->map + offset, bo->size - offset, offset, NULL};
    layout.slice_bytes = (uint64_t)pitch * layout.bpe * layout.height;
    layout.size_bytes = layout.slice_bytes * depth;
    surface->depth = depth;
    return sim_surface_tables(surface, &layout, 0);
}

static const char *bind_texture(struct draw *draw, const struct sim_stream *stream,
                                const struct r500_state *state, unsigned i)
{
    struct us_texture *texture = &draw->us.texture[i];
    struct r500_texture read;
    const char *fault = r500_read_texture(state, i, &read);

    if (fault)
        return fault;
    *texture = (struct us_texture){
        .bound = true, .dim = read.is_3d ? HW_DIM_3D : HW_DIM_2D, .linear = read.linear};
    memcpy(texture->clamp, read.clamp, sizeof(texture->clamp));
    memcpy(texture->select, read.select, sizeof(texture->select));
    texture->surface.width = read.width;
    texture->surface.height = read.height;
    if (!sim_texel_format_read(&texture->surface.format, read.format->layout, HW_NUM_FORMAT_NORM,
                               read.is_signed))
        return "a format of no known channels";
    return make_surface(&texture->surface, stream, read.address, read.pitch, read.depth)
               ? NULL
               : "no memory";
}

static unsigned number_type(const struct r500_target *target)
{
    if (hw_format_find(target->format->layout)->is_float)
        return HW_CB_FLOAT;
    return target->is_signed ? HW_CB_SNORM : HW_CB_UNORM;
}

static const char *bind_target(struct draw *draw, const struct sim_stream *stream,
                               const struct r500_state *state, unsigned i)
{
    struct target *target = &draw->target[i];
    struct sim_texel_format *format = &target->surface.format;
    struct r500_target read;
    const char *fault = r500_read_target(state, i, &target->used, &read);

    if (fault || !target->used)
        return fault;
    target->surface.width = draw->rectangle.x1;
    target->surface.height = draw->rectangle.y1;
    if (!sim_texel_format_write(format, read.format->layout, number_type(&read)))
        return "a format of no known channels";
    target->how = (struct sim_store_how){.format = *format, .coordinates = 3, .flat = true};
    memcpy(target->how.source, read.source, sizeof(read.source));
    for (unsigned c = 0; c < hw_format_find(read.format->layout)->channels; c++)
        target->needed |= (uint8_t)(1u << read.source[c]);
    return make_surface(&target->surface, stream, read.address, read.pitch, 1) ? NULL : "no memory";
}

static bool fail(char *error, const char *what, unsigned i, const char *why)
{
    snprintf(error, SIM_ERROR_SIZE, "%s %u: %s", what, i, why);
    return false;
}

static bool bind(struct draw *draw, const struct sim_stream *stream, const struct r500_state *state,
                 char error[SIM_ERROR_SIZE])
{
    const uint32_t enabled = r500_reg(state, HW_R500_R_TX_ENABLE);
    const char *fault;

    for (unsigned i = 0; i < HW_R500_TEXTURES; i++)
        if ((enabled >> i & 1u) && (fault = bind_texture(draw, stream, state, i)))
            return fail(error, "texture unit", i, fault);
    for (unsigned i = 0; i < HW_R500_TARGETS; i++)
        if ((fault = bind_target(draw, stream, state, i)))
            return fail(error, "render target", i, fault);
    memcpy(draw->us.constant, state->constant, sizeof(draw->us.constant));
    for (unsigned i = 0; i < HW_R500_LOOPS; i++)
        draw->us.integer[i] = r500_reg_at(state, HW_R500_R_US_FC_INT_CONST, i);
    draw->us.booleans = r500_reg(state, HW_R500_R_US_FC_BOOL_CONST);
    return true;
}

static bool decode(struct draw *draw, const struct r500_state *state, char error[SIM_ERROR_SIZE])
{
    const uint32_t code = r500_reg(state, HW_R500_R_US_CODE_ADDR);
    const uint32_t first = HW_GET(code, R500_R_US_CODE_ADDR, START);
    const uint32_t last = HW_GET(code, R500_R_US_CODE_ADDR, END);

    if (first || r500_reg(state, HW_R500_R_US_CODE_OFFSET)) {
        snprintf(error, SIM_ERROR_SIZE, "a fragment program that does not begin at instruction 0");
        return false;
    }
    draw->program.temps =
        (uint16_t)((r500_reg(state, HW_R500_R_US_PIXSIZE) & (HW_R500_TEMPS - 1)) + 1);
    draw->program.full_flow =
        HW_GET(r500_reg(state, HW_R500_R_US_FC_CTRL), R500_R_US_FC_CTRL, FULL_FC_EN);
    return us_decode(&draw->program, state->code, last + 1, error, SIM_ERROR_SIZE);
}

/* The pixels of the tile at (x, y) that lie in the rectangle. */
static uint64_t covered(const struct r500_rectangle *rectangle, uint32_t x, uint32_t y)
{
    uint64_t set = 0;

    for (unsigned lane = 0; lane < US_LANES; lane++)
        if (x + lane % TILE < rectangle->x1 && y + lane / TILE < rectangle->y1)
            set |= 1ull << lane;
    return set;
}

/* Positions and all else that the program finds, for the tile at (x, y). */
static void begin_wave(struct draw *draw, uint32_t x, uint32_t y)
{
    struct us_wave *wave = &draw->wave;

    memset(wave, 0, offsetof(struct us_wave, temp));
    memset(wave->temp, 0, draw->program.temps * sizeof(wave->temp[0]));
    wave->draw = &draw->us;
    wave->error = draw->us_error;
    wave->covered = covered(&draw->rectangle, x, y);
    for (unsigned i = 0; i < draw->rectangle.input_count; i++) {
        const struct r500_input *input = &draw->rectangle.input[i];
        for (unsigned c = 0; c < 4; c++) {
            assert(input->temp < HW_R500_TEMPS);
            us_float *to = (us_float *)wave->temp[input->temp][c];
            for (unsigned lane = 0; lane < US_LANES; lane++) {
                const uint32_t column = x + lane % TILE, row = y + lane / TILE;
                to[lane] =
                    (float)(input->start[c] + input->right[c] * column + input->down[c] * row);
            }
        }
    }
}

static bool store(struct draw *draw, unsigned i, uint32_t x, uint32_t y)
{
    struct us_wave *wave = &draw->wave;
    const struct target *target = &draw->target[i];
    const struct sim_surface *surface = &target->surface;
    const uint32_t *const component[4] = {wave->output[i][0], wave->output[i][1],
                                          wave->output[i][2], wave->output[i][3]};
    sim_vector raw[4], offset;

    for (unsigned c = 0; c < 4; c++)
        if ((target->needed >> c & 1u) && (wave->covered & ~wave->output_lanes[i][c]))
            return us_fail(wave,
                           "the program ends, but has not written channel %c of render target %u",
                           "rgba"[c], i);
    for (unsigned lane = 0; lane < US_LANES; lane++)
        offset[lane] = wave->covered >> lane & 1u
                           ? sim_surface_offset(surface, x + lane % TILE, y + lane / TILE, 0)
                           : 0;
    sim_store_encode(draw->us.lanes, &target->how, component, raw, US_LANES);
    sim_store_texels_at(draw->us.lanes, surface->view.memory, surface->format.bytes, offset, raw,
                        wave->covered, wave->covered == UINT64_MAX, US_LANES);
    return true;
}

static bool run_pixels(struct draw *draw, uint32_t x, uint32_t y)
{
    begin_wave(draw, x, y);
    if (!us_run(&draw->wave))
        return false;
    for (unsigned i = 0; i < HW_R500_TARGETS; i++)
        if (draw->target[i].used && !store(draw, i, x, y))
            return false;
    return true;
}

/* Adds what the driver knows of the instruction that a wave has stopped at. */
static void explain(const struct draw *draw, const struct guide *guide, char text[GUIDE_TEXT_SIZE])
{
    const struct guide_fault fault = {.byte = draw->wave.at * HW_R500_WORDS *
                                              (uint32_t)sizeof(uint32_t)};

    *text = '\0';
    if (guide)
        guide->explain(guide, &fault, text);
}

static bool run_rectangle(struct draw *draw, const struct guide *guide, char error[SIM_ERROR_SIZE])
{
    char more[GUIDE_TEXT_SIZE];

    for (unsigned i = 0; i < draw->rectangle.input_count; i++)
        if (draw->rectangle.input[i].temp >= draw->program.temps) {
            snprintf(error, SIM_ERROR_SIZE,
                     "the rasteriser writes temporary %u; the program has %u",
                     draw->rectangle.input[i].temp, draw->program.temps);
            return false;
        }
    for (uint32_t y = draw->rectangle.y0; y < draw->rectangle.y1; y += TILE)
        for (uint32_t x = draw->rectangle.x0; x < draw->rectangle.x1; x += TILE)
            if (!run_pixels(draw, x, y)) {
                explain(draw, guide, more);
                snprintf(error, SIM_ERROR_SIZE, "%s, in the %d x %d pixels from (%u, %u) on%s",
                         draw->us_error, TILE, TILE, x, y, more);
                return false;
            }
    return true;
}

static void finish(struct draw *draw)
{
    for (unsigned i = 0; i < HW_R500_TEXTURES; i++)
        sim_surface_finish(&draw->us.texture[i].surface);
    for (unsigned i = 0; i < HW_R500_TARGETS; i++)
        sim_surface_finish(&draw->target[i].surface);
    free(draw);
}

bool r500_draw(const struct sim_lanes *lanes, const struct sim_stream *stream,
               const struct r500_state *state, const struct r500_packet *packet,
               char error[SIM_ERROR_SIZE])
{
    struct draw *draw = aligned_alloc(SIM_VECTOR_ALIGN, (sizeof(*draw) + SIM_VECTOR_ALIGN - 1) /
                                                            SIM_VECTOR_ALIGN * SIM_VECTOR_ALIGN);

    if (!draw) {
        snprintf(error, SIM_ERROR_SIZE, "out of memory");
        return false;
    }
    memset(draw, 0, sizeof(*draw));
    draw->us.program = &draw->program;
    draw->us.lanes = lanes;
    draw->us.max_steps = stream->max_steps;
    const char *fault = r500_read_rectangle(state, packet, &draw->rectangle);
    const bool drawn = (!fault || fail(error, "draw", packet->offset, fault)) &&
                       bind(draw, stream, state, error) && decode(draw, state, error) &&
                       run_rectangle(draw, stream->guide, error);
    finish(draw);
    return drawn;
}
