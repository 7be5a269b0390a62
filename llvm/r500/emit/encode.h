/* SPDX-License-Identifier: MIT */
/* encode.h: what the files that turn rows into words share. */
#pragma once

#include "llvm/r500/emit/emit.h"

/* Sets a register's field in its word of an instruction. */
#define R500_SET(words, word, register, field, value)                                              \
    r500_set_bits(&(words)[HW_R500_WORD_##word],                                                   \
                  HW_MASK(HW_##register##_##field##_WIDTH) << HW_##register##_##field##_LO,        \
                  HW_SET(register, field, value))

static inline void r500_set_bits(uint32_t *word, uint32_t mask, uint32_t bits)
{
    *word = (*word & ~mask) | bits;
}

static inline unsigned r500_predicate_select(uint8_t predicate)
{
    return predicate ? HW_R500_PRED_RRRR + predicate - 1u : HW_R500_PRED_NONE;
}

enum { R500_MAX_OPEN = 64 };

/* The ifs and loops that are open as flow control is encoded. */
struct r500_flow {
    const struct r500_code *code;
    uint32_t (*words)[HW_R500_WORDS];
    struct r500_open {
        size_t at, otherwise; /* IF or LOOP, and ELSE or 0 */
    } open[R500_MAX_OPEN];
    unsigned depth, deepest;
};

/* Encodes a row of flow control; rows come in order. Jumps of what it ends are set, too. */
void r500_encode_flow(struct r500_flow *flow, size_t i);
