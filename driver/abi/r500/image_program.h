/* SPDX-License-Identifier: MIT */
/* image_program.h: the code of a kernel on a GPU that has no random writes (R500): a program that
 * runs once for each pixel of a rectangle, and what it finds where. It is what rootle_kernel.code
 * holds on such a chip; all else of the binary is as for other chips: arguments have their places
 * in constant buffer 0 (docs/kernel-abi.md), images and samplers their slots.
 *
 * The layout, in dwords: a header of ABI_IMAGE_PROGRAM_HEADER, instructions, then constants,
 * textures, targets, inputs and loops as in the struct below. Instruction i is words
 * 3 * i to 3 * i + 2 of a line table: those of the program alone, which is what devices see.
 *
 * Texture units repeat and mirror sizes that are powers of two alone. A kernel that may read other
 * images so has a second program behind the first, which repeats and mirrors by itself
 * (ABI_IMAGE_WRAPS): the driver takes it where what is bound asks for it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    ABI_IMAGE_PROGRAM_MAGIC = 0x494c5452, /* "RTLI" */
    ABI_IMAGE_PROGRAM_VERSION = 2,
    ABI_IMAGE_PROGRAM_HEADER = 8, /* dwords */
    ABI_IMAGE_INSTRUCTION = 6,    /* dwords: driver/hw/r500/r500.h */
    ABI_IMAGE_MAX_INSTRUCTIONS = 512,
    ABI_IMAGE_MAX_TEMPS = 128,
    ABI_IMAGE_MAX_CONSTANTS = 256,
    ABI_IMAGE_MAX_TEXTURES = 16,
    ABI_IMAGE_MAX_TARGETS = 4,
    ABI_IMAGE_MAX_INPUTS = 8,
    ABI_IMAGE_MAX_LOOPS = 32,
    ABI_IMAGE_FULL_FLOW = 1 << 0, /* flag: loops, or branches nested more than 4 deep */
    /* Flag: 2D images that a sampler repeats or mirrors are looked up in texels, without a filter:
     * the driver sets their units so. */
    ABI_IMAGE_WRAPS = 1 << 1,
    ABI_IMAGE_NO_SAMPLER = 0xffffffff,
};

/* Where a component of a constant comes from. The dword at byte `value` of constant buffer 0, sizes
 * of the launch included (ABI_INPUT_*), as: */
enum abi_image_source {
    ABI_IMAGE_LITERAL, /* no dword: `value` is the bits of the float itself */
    ABI_IMAGE_FLOAT,
    ABI_IMAGE_INT, /* a signed integer, rounded to a float */
    ABI_IMAGE_UINT,
    ABI_IMAGE_FLOAT_RECIPROCAL, /* 1 / what the above give, correctly rounded */
    ABI_IMAGE_INT_RECIPROCAL,
    ABI_IMAGE_UINT_RECIPROCAL,
    /* Values of texture unit `value` / 4, in programs with ABI_IMAGE_WRAPS: */
    ABI_IMAGE_WIDTH, /* texels */
    ABI_IMAGE_HEIGHT,
    ABI_IMAGE_WRAPPED,       /* 0: its sampler repeats or mirrors; -1: it does neither */
    ABI_IMAGE_MIRRORED,      /* 0: it mirrors; -1: it does not */
    ABI_IMAGE_WRAP_FILTERED, /* 0: it repeats or mirrors, and filters; -1: not so */
    ABI_IMAGE_SOURCE_COUNT
};

static inline bool abi_image_is_of_unit(uint32_t source)
{
    return source >= ABI_IMAGE_WIDTH && source < ABI_IMAGE_SOURCE_COUNT;
}

struct abi_image_component {
    uint32_t source; /* enum abi_image_source */
    uint32_t value;
};

/* Constant register i. */
struct abi_image_constant {
    struct abi_image_component component[4]; /* r g b a */
};

/* Texture unit i. The driver sets its state from both, and the bit UNSCALED of every look-up there:
 * 1 where the sampler takes coordinates that are not normalised. What is read without a sampler
 * is so, too, with clamping to the edge and no filter. */
struct abi_image_texture {
    uint32_t view;    /* slot among read images */
    uint32_t sampler; /* slot among samplers, or ABI_IMAGE_NO_SAMPLER */
};

/* Render target i is written image `surface`. */
struct abi_image_target {
    uint32_t surface;
};

/* The initial value of a temporary, when the program begins. */
enum abi_image_input_kind {
    ABI_IMAGE_GLOBAL_ID, /* (x, y, 0, 1): the global id of the pixel, offset of the launch included
                          */
    ABI_IMAGE_TEXEL,     /* (x + 0.5, y + 0.5, 0, 1): where texel (x, y) is sampled */
    ABI_IMAGE_INPUT_KINDS
};

struct abi_image_input {
    uint32_t kind; /* enum abi_image_input_kind */
    uint32_t temp;
};

/* Counts, and pointers to as many. */
struct abi_image_program {
    uint32_t flags; /* ABI_IMAGE_* */
    uint32_t temps; /* 1 to 128: those from 0 on that are used, inputs included */
    uint32_t bools; /* boolean constants, a bit each */
    uint32_t instruction_count, constant_count, texture_count, target_count, input_count,
        loop_count;
    const uint32_t (*instructions)[ABI_IMAGE_INSTRUCTION];
    const struct abi_image_constant *constants;
    const struct abi_image_texture *textures;
    const struct abi_image_target *targets;
    const struct abi_image_input *inputs;
    const uint32_t *loops; /* integer constants: HW_R500_LOOP_* */
    const void *next;      /* code of the program behind it, or NULL */
    uint32_t next_bytes;
};

/* The program as a kernel's code, malloc'ed, *bytes long, with `next` behind it. NULL when memory
 * is short. */
void *abi_image_program_write(const struct abi_image_program *program, uint32_t *bytes);
/* Reads a kernel's code, aligned to dwords and not trusted: counts, kinds, slots (below the limits
 * of kernel_abi.h) and temporaries are as they must be; instructions are the decoder's to check,
 * and `next` is the caller's to read. NULL, or what is wrong. Pointers go into `code`. */
const char *abi_image_program_read(const void *code, uint32_t bytes,
                                   struct abi_image_program *program);
