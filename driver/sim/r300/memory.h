/* SPDX-License-Identifier: MIT */
/* memory.h: what a stream has set that needs memory, while it is checked. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/sim/r300/context.h"

struct checker;
struct sim_bo;

/* Registers as the stream has them: addresses are offsets in their objects. */
struct r300_memory {
    uint32_t registers[HW_R500_REGISTERS_END / 4];
    bool is_set[HW_R500_REGISTERS_END / 4];
    struct sim_bo *objects[HW_R500_REGISTERS_END / 4]; /* of registers with an address */
    bool exact_width[HW_R500_TEXTURES], exact_height[HW_R500_TEXTURES], blocks[HW_R500_TEXTURES];
    uint32_t arrays, array_dwords[R300_ARRAYS];
    struct sim_bo *array[R300_ARRAYS];
    uint32_t embedded; /* dwords of vertices in the last packet that has some */
    bool older;        /* than R500 */
};

/* As before the first packet. */
void r300_memory_begin(struct r300_memory *m, bool older);
/* A register's value, and the object of its address or NULL. What is wrong with it, or NULL. */
const char *r300_memory_set(struct r300_memory *m, uint32_t address, uint32_t value,
                            struct sim_bo *object);
/* Whether there is memory for a draw; `control` is VAP_VF_CNTL. What is wrong, or NULL. */
const char *r300_memory_check(const struct r300_memory *m, uint32_t control);
