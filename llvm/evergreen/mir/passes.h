/* SPDX-License-Identifier: MIT */
/* passes.h: the functions of passes.def, which says what each does. */
#pragma once

#include "llvm/evergreen/mir/mir.h"

/* The form of the code between two passes, from selection to emission. Bits, so that a pass can
 * take several; MIR_SAME is none of them. */
enum mir_form {
    MIR_SAME = 0,
    MIR_SSA = 1,     /* each register has one definition; phis */
    MIR_COPIES = 2,  /* registers are written as often as need be */
    MIR_TUPLES = 4,  /* and what instructions demand of their operands is seen to */
    MIR_PLANNED = 8, /* and groups are planned: nothing may be inserted */
    MIR_PLACED = 16  /* registers have GPRs and channels */
};

#define MIR_PASS(name, takes, leaves, optional, help) void mir_##name(struct mir_function *f);
#define MIR_PART(name, place, optional, help)
#include "llvm/evergreen/mir/passes.def"
#undef MIR_PASS
#undef MIR_PART
