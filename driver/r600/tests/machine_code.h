/* SPDX-License-Identifier: MIT */
/* machine_code.h: encoding a few instructions by hand, for kernels of tests. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/hw/isa.h"

/* A program: CF instructions, then one ALU clause, then one fetch clause of one instruction. */
enum { MC_CF_MAX = 4, MC_ALU_MAX = 64 };
struct machine_code {
    uint32_t cf[MC_CF_MAX][2];
    uint32_t alu[MC_ALU_MAX]; /* dwords */
    unsigned alu_count;
    uint32_t fetch[4];
    bool has_fetch;
    uint32_t store[2];
    uint32_t words[2 * MC_CF_MAX + MC_ALU_MAX + 8];
    unsigned bytes;
};

struct mc_src {
    uint16_t sel;
    uint8_t chan;
};
#define GPR(n, c)       ((struct mc_src){(n), (c)})
#define CONSTANT(dword) ((struct mc_src){HW_SRC_KCACHE0 + (dword) / 4, (dword) % 4})
#define LITERAL         ((struct mc_src){HW_SRC_LITERAL, 0})
#define ZERO            ((struct mc_src){HW_SRC_0, 0})

/* A group of one two-source instruction; `literal` follows when a source is LITERAL. */
void mc_alu(struct machine_code *code, enum hw_alu_op op, unsigned gpr, unsigned chan,
            struct mc_src a, struct mc_src b, uint32_t literal);
/* Global id of dimension `dim` into gpr.chan; overwrites nothing else. */
void mc_global_id(struct machine_code *code, unsigned dim, unsigned gpr, unsigned chan);
/* dst = texel of a resource at src.xyzw */
void mc_texture(struct machine_code *code, enum hw_tex_op op, unsigned resource, unsigned sampler,
                unsigned dst, unsigned src);
void mc_store_raw(struct machine_code *code, unsigned data, unsigned index);
void mc_store_typed(struct machine_code *code, unsigned rat, unsigned data, unsigned index);
/* Puts the parts together: words and bytes. */
void mc_finish(struct machine_code *code);
