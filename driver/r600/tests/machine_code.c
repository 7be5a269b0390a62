/* SPDX-License-Identifier: MIT */
/* machine_code.c: see machine_code.h. */
#include "driver/r600/tests/machine_code.h"

#include <string.h>

void mc_alu(struct machine_code *code, enum hw_alu_op op, unsigned gpr, unsigned chan,
            struct mc_src a, struct mc_src b, uint32_t literal)
{
    uint32_t *words = code->alu + code->alu_count;
    words[0] = HW_SET(ALU_WORD0, SRC0_SEL, a.sel) | HW_SET(ALU_WORD0, SRC0_CHAN, a.chan) |
               HW_SET(ALU_WORD0, SRC1_SEL, b.sel) | HW_SET(ALU_WORD0, SRC1_CHAN, b.chan) |
               HW_SET(ALU_WORD0, LAST, 1);
    words[1] = HW_SET(ALU_OP2_WORD1, WRITE_MASK, 1) |
               HW_SET(ALU_OP2_WORD1, ALU_INST, hw_alu_info[op].code) |
               HW_SET(ALU_OP2_WORD1, DST_GPR, gpr) | HW_SET(ALU_OP2_WORD1, DST_CHAN, chan);
    code->alu_count += 2;
    if (a.sel == HW_SRC_LITERAL || b.sel == HW_SRC_LITERAL) {
        words[2] = literal;
        words[3] = 0;
        code->alu_count += 2;
    }
}

void mc_global_id(struct machine_code *code, unsigned dim, unsigned gpr, unsigned chan)
{
    mc_alu(code, HW_ALU_OP_MUL_UINT24, gpr, chan, GPR(1, dim), CONSTANT(6 + dim), 0);
    mc_alu(code, HW_ALU_OP_ADD_INT, gpr, chan, GPR(gpr, chan), GPR(0, dim), 0);
}

void mc_texture(struct machine_code *code, enum hw_tex_op op, unsigned resource, unsigned sampler,
                unsigned dst, unsigned src)
{
    code->has_fetch = true;
    code->fetch[0] = HW_SET(TEX_WORD0, TEX_INST, op) | HW_SET(TEX_WORD0, RESOURCE_ID, resource) |
                     HW_SET(TEX_WORD0, SRC_GPR, src);
    code->fetch[1] = HW_SET(TEX_WORD1, DST_GPR, dst) | HW_SET(TEX_WORD1, DST_SEL_X, HW_SEL_X) |
                     HW_SET(TEX_WORD1, DST_SEL_Y, HW_SEL_Y) |
                     HW_SET(TEX_WORD1, DST_SEL_Z, HW_SEL_Z) |
                     HW_SET(TEX_WORD1, DST_SEL_W, HW_SEL_W);
    code->fetch[2] =
        HW_SET(TEX_WORD2, SAMPLER_ID, sampler) | HW_SET(TEX_WORD2, SRC_SEL_X, HW_SEL_X) |
        HW_SET(TEX_WORD2, SRC_SEL_Y, HW_SEL_Y) | HW_SET(TEX_WORD2, SRC_SEL_Z, HW_SEL_Z) |
        HW_SET(TEX_WORD2, SRC_SEL_W, HW_SEL_W);
}

static void store(struct machine_code *code, enum hw_cf_op cf, enum hw_rat_op op, unsigned rat,
                  unsigned data, unsigned index, unsigned mask)
{
    code->store[0] = HW_SET(CF_RAT_WORD0, RAT_ID, rat) | HW_SET(CF_RAT_WORD0, RAT_INST, op) |
                     HW_SET(CF_RAT_WORD0, TYPE, HW_MEM_WRITE_IND) |
                     HW_SET(CF_RAT_WORD0, RW_GPR, data) | HW_SET(CF_RAT_WORD0, INDEX_GPR, index);
    code->store[1] = HW_SET(CF_BUF_WORD1, COMP_MASK, mask) | HW_SET(CF_BUF_WORD1, CF_INST, cf) |
                     HW_SET(CF_BUF_WORD1, END_OF_PROGRAM, 1) | HW_SET(CF_BUF_WORD1, BARRIER, 1);
}

void mc_store_raw(struct machine_code *code, unsigned data, unsigned index)
{
    store(code, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, data, index, 1);
}

void mc_store_typed(struct machine_code *code, unsigned rat, unsigned data, unsigned index)
{
    store(code, HW_CF_MEM_RAT, HW_RAT_STORE_TYPED, rat, data, index, 0xf);
}

void mc_finish(struct machine_code *code)
{
    unsigned alu_at = MC_CF_MAX, cf = 0;
    unsigned fetch_at = (alu_at + code->alu_count / 2 + 1) & ~1u; /* fetch clauses: 16 bytes */
    code->cf[cf][0] =
        HW_SET(CF_ALU_WORD0, ADDR, alu_at) | HW_SET(CF_ALU_WORD0, KCACHE_MODE0, HW_KCACHE_LOCK_1);
    code->cf[cf++][1] = HW_SET(CF_ALU_WORD1, COUNT, code->alu_count / 2 - 1) |
                        HW_SET(CF_ALU_WORD1, CF_INST, HW_CF_ALU - HW_CF_ALU_BIT) |
                        HW_SET(CF_ALU_WORD1, BARRIER, 1);
    if (code->has_fetch) {
        code->cf[cf][0] = HW_SET(CF_WORD0, ADDR, fetch_at);
        code->cf[cf++][1] = HW_SET(CF_WORD1, CF_INST, HW_CF_TC) | HW_SET(CF_WORD1, BARRIER, 1);
    }
    memcpy(code->cf[cf], code->store, sizeof(code->store));
    memcpy(code->words, code->cf, sizeof(code->cf));
    memcpy(code->words + 2 * alu_at, code->alu, code->alu_count * 4);
    memcpy(code->words + 2 * fetch_at, code->fetch, sizeof(code->fetch));
    code->bytes = (2 * fetch_at + 4) * 4;
}
