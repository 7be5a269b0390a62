/* SPDX-License-Identifier: MIT */
/* context.h: a stream that is carried out: its registers, programs and arrays. */
#pragma once

#include <time.h>

#include "driver/sim/lanes/surface.h"
#include "driver/sim/launch/dispatch.h"
#include "driver/sim/r500/state.h"
#include "driver/sim/raster/vertices.h"

/* Packets beyond those of image programs (Mesa r300_reg.h). */
enum {
    R300_PKT3_LOAD_VBPNTR = 0x2F,
    R300_PKT3_INDX_BUFFER = 0x33,
    R300_PKT3_DRAW_VBUF_2 = 0x34,
    R300_PKT3_DRAW_INDX_2 = 0x36,
};
enum {
    R300_R_GB_Z_PEQ_CONFIG = 0x4028,
    R300_R_ZB_MASK_OFFSET = 0x4F30,
    R300_R_ZB_ZMASK_PITCH = 0x4F34,
    R300_R_ZB_HIZ_OFFSET = 0x4F44,
    R300_R_ZB_HIZ_PITCH = 0x4F54
};

/* PVS memory, in vectors: instructions, constants, planes that clip. */
enum {
    R300_PVS_CODE = 0,
    R300_PVS_CONSTANTS = 1024,
    R300_PVS_PLANES = 1536,
    R300_PVS_VECTORS = 1552,
    R300_MOST_CONSTANTS = 256
};

enum { R300_ARRAYS = 16 };

struct r300_array {
    const uint8_t *memory;
    uint64_t bytes;        /* from there on */
    uint32_t size, stride; /* dwords */
};

/* Where the dword of an array's size and stride lies in LOAD_VBPNTR. */
static inline uint32_t r300_array_at(uint32_t i)
{
    return 1 + i / 2 * 3;
}

struct r300 {
    struct sim_dispatcher *dispatcher;
    const struct sim_stream *stream;
    struct r500_state *state;
    bool older; /* registers and fragment programs are R300's */
    uint32_t pvs[R300_PVS_VECTORS][4];
    uint32_t pvs_written; /* dwords since VAP_PVS_VECTOR_INDX_REG */
    struct r300_array array[R300_ARRAYS];
    uint32_t arrays;
    uint32_t waiting; /* VAP_VF_CNTL of a draw whose indices come with the next packet; 0: none */
    uint32_t passed;  /* pixels since ZB_ZPASS_DATA was written */
    struct timespec until;
    char *error;
};

static inline uint32_t r300_reg(const struct r300 *r, uint32_t address)
{
    return r500_reg(r->state, address);
}
static inline uint32_t r300_reg_at(const struct r300 *r, uint32_t address, unsigned index)
{
    return r500_reg_at(r->state, address, index);
}
float r300_float(uint32_t bits);

/* Fills the error. Always false. */
bool r300_fail(struct r300 *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Whether the stream has time left. False with the error filled. */
bool r300_may_go_on(struct r300 *r);
/* Memory of the object that holds an address, and how much there is. NULL: none does. */
uint8_t *r300_memory(const struct r300 *r, uint32_t address, uint64_t *bytes);

/* Where the vertices of a draw come from. */
struct r300_source {
    uint32_t count, control;  /* VAP_VF_CNTL */
    const uint32_t *embedded; /* vertices; NULL: arrays */
    const void *indices;      /* NULL: 0, 1, 2 and so on */
    unsigned index_bytes;
};

/* draw.c: draws. False with the error filled. */
bool r300_draw(struct r300 *r, const struct r300_source *source);
/* vertices.c: fetches vertices, runs the program for them. False with the error filled; the
 * vertices are to be freed in any case. */
bool r300_vertices_run(struct r300 *r, const struct r300_source *source,
                       struct draw_vertices *vertices);
void r300_vertices_free(struct draw_vertices *vertices);
/* setup.c: reads what registers say of primitives and the screen. False with the error filled. */
bool r300_setup_read(struct r300 *r, uint32_t control, struct draw_state *state);

/* Parameters of vertices: four colours, then coordinates. */
enum { R300_COLORS = 4, R300_COORDINATES = 8, R300_PARAMS = R300_COLORS + R300_COORDINATES };

/* layout.c: tables of a surface in tiles: its format's bytes, width, height and depth are set.
 * False when memory ran out. */
struct r300_tiling {
    bool macro;
    uint8_t micro;  /* 0: rows, 1: tiles, 2: square ones */
    uint32_t pitch; /* texels */
    uint64_t slice; /* bytes */
};
bool r300_surface_tables(struct sim_surface *surface, const struct r300_tiling *tiling);
/* Texels of a tile that pitches and heights are multiples of. */
void r300_tile(unsigned bytes, bool macro, unsigned micro, uint32_t *width, uint32_t *height);
