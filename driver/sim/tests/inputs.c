/* SPDX-License-Identifier: MIT */
/* inputs.c: see inputs.h. */
#include "driver/sim/tests/inputs.h"

#include <string.h>

#include "driver/hw/formats.h"

void inputs_begin(struct program *p, unsigned words)
{
    const unsigned format = words == 2 ? HW_FMT_32_32 : HW_FMT_32;
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_LSHL_INT, 2, 0, r(0, 0), lit(words == 2 ? 3 : 2), r(0, 0));
    op(p, HW_ALU_OP_LSHR_INT, 3, 0, r(2, 0), lit(2), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 3, 0, r(3, 0), lit(OUT / 4), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 2, 1, r(2, 0), lit(IN_A), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 2, 2, r(2, 0), lit(IN_B), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 2, 3, r(2, 0), lit(IN_C), r(0, 0));
    alu_end(p, HW_CF_ALU & 0xf);
    fetch_begin(p);
    load(p, 4, 2, 1, format, words);
    load(p, 5, 2, 2, format, words);
    load(p, 6, 2, 3, format, words);
    fetch_end(p);
    alu_begin(p);
}

void inputs_end(struct program *p, unsigned words)
{
    alu_end(p, HW_CF_ALU & 0xf);
    rat(p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, words == 2 ? 3 : 1);
    finish(p);
}
