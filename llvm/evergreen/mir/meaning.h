/* SPDX-License-Identifier: MIT */
/* meaning.h: what ALU operations compute, for the passes that need to know and for the tests'
 * machine. The simulator has its own, which shares nothing with this: each checks the other. */
#pragma once

#include <stdint.h>

enum mir_meaning_flags {
    MIR_FOLDS = 1 << 0,  /* of constants it is one: no mode of the device changes the result */
    MIR_CHOOSES = 1 << 1 /* it compares its sources and yields one of them or a truth value */
};

struct mir_meaning {
    /* The result's bits, of the bits of the sources it has: neg and abs are applied before,
     * clamp and omod behind. Floats are IEEE single, with denormals. */
    uint32_t (*compute)(uint32_t a, uint32_t b, uint32_t c);
    uint8_t flags; /* enum mir_meaning_flags */
};

/* Returns the meaning of an enum hw_alu_op; NULL for those that no pass computes. */
const struct mir_meaning *mir_meaning_find(unsigned op);
