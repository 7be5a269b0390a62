/* SPDX-License-Identifier: MIT */
/* images.h: an image for tests, and programs that fetch from it. */
#pragma once

#include "driver/hw/tiling.h"
#include "driver/sim/tests/machine.h"

/* Where in the pool coordinates and results of lane 0 are, in bytes; 16 bytes a lane. */
enum { IN = 0x1000, OUT = 0x10000, ALU = HW_CF_ALU & 0xf, IMAGE_BYTES = 1 << 20 };

struct image {
    unsigned format, num_format, comp, dim, width, height, depth, mode;
    bool alpha_one, degamma;
    unsigned levels;     /* 0: one */
    uint32_t mip_offset; /* of level 1 from level 0, bytes */
};

/* A machine (a juniper) with memory for one image. */
struct fixture {
    struct machine m;
    uint32_t handle;
    uint8_t *memory;
    struct hw_surface_layout layout;
    struct image image;
};

/* A fixture as *state. */
int images_setup(void **state);
int images_teardown(void **state);
#define image_test(f) cmocka_unit_test_setup_teardown(f, images_setup, images_teardown)

/* Lays the image out; its texels are not changed. */
void set_image(struct fixture *x, const struct image *image);
/* A 2D image of side x side texels that are numbers as they are. */
void set_square(struct fixture *x, unsigned side, unsigned mode, unsigned format);
/* A texel of it in memory. */
uint8_t *texel_at(const struct fixture *x, unsigned i, unsigned j, unsigned k);

/* Pieces of streams: the image as resource 2, a sampler 0, the image as RAT 1. */
void emit_texture(struct fixture *x);
void emit_sampler(struct fixture *x, unsigned clamp, unsigned filter, unsigned border);
/* The same unfiltered within a level, at the edge; levels of detail in units of 1/256, `mip` as in
 * MIP_FILTER. */
void emit_mip_sampler(struct fixture *x, unsigned mip, unsigned least, unsigned most);
void emit_rat(struct fixture *x, unsigned number_type, unsigned resource_type, unsigned swap);

/* Loads (x, y, z, w) of each lane from IN to R4, fetches R7, stores it to OUT. */
void fetch_program(struct program *p, unsigned tex_op, bool normalized);

/* Runs it with the image bound, and no sampler. */
void run_fetch(struct fixture *x, const struct program *p);
