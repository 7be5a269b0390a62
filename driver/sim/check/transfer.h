/* SPDX-License-Identifier: MIT */
/* transfer.h: shadows of vectors. */
#pragma once

#include "driver/sim/check/check.h"

/* A shadow of one vector on the stack, of which nothing is said yet. */
#define CHECK_ROOM(name)                                                                           \
    uint16_t name##_tags[SIM_LANES];                                                               \
    sim_vector name##_undefined, name##_origins;                                                   \
    uint8_t name##_flags;                                                                          \
    const struct check_vector name = {name##_tags, name##_undefined, name##_origins, &name##_flags}

/* The shadow of a result in all lanes, from those of three sources, of which `any` (CHECK_HAS_*) is
 * said of some; src has the sources' values. */
void check_transfer(const struct sim_alu_op *op, const uint32_t *const src[3],
                    const struct check_vector from[3], unsigned any, struct check_vector result);
/* Lanes where `from` has an undefined bit become undefined. */
void check_any_undefined(struct check_vector to, struct check_vector from);
/* Copies in lanes of `mask`. What is said of lanes that do not live is forgotten. */
void check_assign(struct check_vector to, struct check_vector from, uint64_t mask, uint64_t live);
/* Sets the flags from the lanes that live. */
void check_summarise(struct check_vector vector, uint64_t live);
