/* SPDX-License-Identifier: MIT */
/* spill_code.h: is shared by the choice of values to spill (spill.c) and the rewriting of code
 * (spill_code.c). */
#pragma once

#include "llvm/evergreen/mir/mir.h"

/* Arrays and sets are by virtual register; made anew by spill_prepare, `fixed` grows. */
struct spill {
    struct mir_function *f;
    uint64_t *chosen; /* to be moved */
    uint64_t *fixed;  /* as short as can be: never to be chosen */
    uint32_t fixed_words;
    struct mir_inst **origin; /* an instruction that computes the same value wherever it is alive;
                                 NULL: there is none */
    uint32_t first_load;      /* registers from here on hold what was loaded for a use */
    unsigned rounds;
};

void spill_prepare(struct spill *spill);
/* Moves what is chosen. */
void spill_rewrite(struct spill *spill);
