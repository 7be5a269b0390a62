/* SPDX-License-Identifier: MIT */
/* isa.h: the Evergreen instruction set as data: word fields, opcodes, and queries over them.
 *
 * Shared by the code generator, assembler, disassembler, verifier and simulator. What an
 * instruction *does* is written in the simulator alone (driver/sim), and tested against
 * hand-checked words. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/hw/fields.h"

/* Fields, for the macros of fields.h. */
enum hw_field_position {
#define F(word, field, lo, width)                                                                  \
    HW_##word##_##field##_LO = (lo), HW_##word##_##field##_WIDTH = (width),
#include "driver/hw/isa_fields.def"
#undef F
};

/* ALU instructions. The enumerator's number is an index into hw_alu_info, not the opcode. */
enum hw_alu_op {
#define ALU_OP2(name, code, nsrc, slots, types, flags) HW_ALU_OP_##name,
#define ALU_OP3(name, code, nsrc, slots, types, flags) HW_ALU_OP_##name,
#include "driver/hw/alu.def"
#undef ALU_OP2
#undef ALU_OP3
    HW_ALU_OP_COUNT
};

/* The slots of a group of instructions: x y z w t on Evergreen, four on cayman. */
enum hw_vliw { HW_VLIW5, HW_VLIW4 };
/* How an instruction issues: in any slot, a vector slot, slot t, four vector slots, slots x, y and
 * z (and w, if that is where the result goes), four slots of which each has the result; or it does
 * not exist. */
enum hw_alu_slots {
    HW_SLOTS_VT,
    HW_SLOTS_V,
    HW_SLOTS_T,
    HW_SLOTS_V4,
    HW_SLOTS_XYZ,
    HW_SLOTS_XYZW,
    HW_SLOTS_NONE
};
/* The same on both kinds of chips: see alu.def. */
enum hw_alu_issue {
    HW_ISSUE_VT,
    HW_ISSUE_V,
    HW_ISSUE_T,
    HW_ISSUE_V4,
    HW_ISSUE_TQ,
    HW_ISSUE_TV,
    HW_ISSUE_T5,
    HW_ISSUE_VT5,
    HW_ISSUE_Q
};
/* Kinds of sources and result: see alu.def. */
enum hw_alu_types {
    HW_TYPES_FF,
    HW_TYPES_FI,
    HW_TYPES_FR,
    HW_TYPES_IF,
    HW_TYPES_II,
    HW_TYPES_IR,
    HW_TYPES_RR
};
enum hw_alu_flags {
    HW_ALU_PRED = 1 << 0,
    HW_ALU_KILL = 1 << 1,
    HW_ALU_COMM = 1 << 2,
    HW_ALU_F64 = 1 << 3,
    HW_ALU_REDUCE = 1 << 4,
    HW_ALU_PREV = 1 << 5,
    HW_ALU_MOVA = 1 << 6,
};

struct hw_alu_info {
    const char *name;
    uint16_t code;  /* the number in ALU_INST */
    uint8_t op3;    /* 1: OP3 encoding */
    uint8_t nsrc;   /* 0 to 3 */
    uint8_t issue;  /* enum hw_alu_issue */
    uint8_t types;  /* enum hw_alu_types */
    uint16_t flags; /* enum hw_alu_flags */
};

extern const struct hw_alu_info hw_alu_info[HW_ALU_OP_COUNT];

static inline enum hw_alu_slots hw_alu_slots(int op, enum hw_vliw vliw)
{
    static const uint8_t slots[][2] = {
        [HW_ISSUE_VT] = {HW_SLOTS_VT, HW_SLOTS_V},   [HW_ISSUE_V] = {HW_SLOTS_V, HW_SLOTS_V},
        [HW_ISSUE_T] = {HW_SLOTS_T, HW_SLOTS_XYZ},   [HW_ISSUE_V4] = {HW_SLOTS_V4, HW_SLOTS_V4},
        [HW_ISSUE_TQ] = {HW_SLOTS_T, HW_SLOTS_XYZW}, [HW_ISSUE_TV] = {HW_SLOTS_T, HW_SLOTS_V},
        [HW_ISSUE_T5] = {HW_SLOTS_T, HW_SLOTS_NONE}, [HW_ISSUE_VT5] = {HW_SLOTS_VT, HW_SLOTS_NONE},
        [HW_ISSUE_Q] = {HW_SLOTS_NONE, HW_SLOTS_V},
    };
    return (enum hw_alu_slots)slots[hw_alu_info[op].issue][vliw];
}

/* The slots that an instruction whose result goes to a channel takes together, bit 0 being x. */
static inline unsigned hw_alu_slot_mask(enum hw_alu_slots slots, unsigned channel)
{
    switch (slots) {
    case HW_SLOTS_T:
        return 1u << 4;
    case HW_SLOTS_V4:
    case HW_SLOTS_XYZW:
        return 0xf;
    case HW_SLOTS_XYZ:
        return 7u | 1u << channel;
    default:
        return 1u << channel;
    }
}
/* Whether all of them compute the one result. */
static inline bool hw_alu_is_shared(enum hw_alu_slots slots)
{
    return slots == HW_SLOTS_XYZ || slots == HW_SLOTS_XYZW;
}

/* The type of an operation's result; RAW: bits of either kind. */
enum hw_alu_kind { HW_ALU_KIND_RAW, HW_ALU_KIND_FLOAT, HW_ALU_KIND_INTEGER };
static inline enum hw_alu_kind hw_alu_result(int op)
{
    static const uint8_t kinds[] = {[HW_TYPES_FF] = HW_ALU_KIND_FLOAT,
                                    [HW_TYPES_IF] = HW_ALU_KIND_FLOAT,
                                    [HW_TYPES_FI] = HW_ALU_KIND_INTEGER,
                                    [HW_TYPES_II] = HW_ALU_KIND_INTEGER,
                                    [HW_TYPES_RR] = HW_ALU_KIND_RAW};
    return (enum hw_alu_kind)kinds[hw_alu_info[op].types];
}

/* The instruction of an encoding, or -1. `code` is the ALU_INST field. */
int hw_alu_find(bool op3, unsigned code);
int hw_alu_find_name(const char *name);
/* Whether the second dword of an ALU instruction is an OP3 encoding (bits 17:15 not all zero). */
static inline bool hw_alu_is_op3(uint32_t word1)
{
    return (word1 >> 15 & 7u) != 0;
}

/* Control flow. Enumerators carry the opcode; 4-bit ALU opcodes are offset by HW_CF_ALU_BIT. */
enum { HW_CF_ALU_BIT = 0x100 };
enum hw_cf_kind {
    HW_CF_KIND_NONE,
    HW_CF_KIND_TEX,
    HW_CF_KIND_VTX,
    HW_CF_KIND_GDS,
    HW_CF_KIND_ALU,
    HW_CF_KIND_JUMP,
    HW_CF_KIND_EXPORT,
    HW_CF_KIND_EMIT,
    HW_CF_KIND_RAT,
    HW_CF_KIND_SCRATCH,
};
/* The effect on the branch stack, loops and the next instruction: see cf.def. */
enum hw_cf_flow {
    HW_FLOW_NEXT,
    HW_FLOW_PUSH,
    HW_FLOW_POP,
    HW_FLOW_ELSE,
    HW_FLOW_JUMP,
    HW_FLOW_LOOP,
    HW_FLOW_LOOP_END,
    HW_FLOW_CONTINUE,
    HW_FLOW_BREAK,
    HW_FLOW_CALL,
    HW_FLOW_TABLE,
    HW_FLOW_GRAPHICS,
};
enum hw_cf_op {
#define CF(name, code, kind, flow)                                                                 \
    HW_CF_##name = (HW_CF_KIND_##kind == HW_CF_KIND_ALU ? HW_CF_ALU_BIT : 0) + (code),
#include "driver/hw/cf.def"
#undef CF
};
struct hw_cf_info {
    const char *name;
    uint16_t op; /* enum hw_cf_op */
    uint8_t kind, flow;
};
/* NULL when there is no such instruction. */
const struct hw_cf_info *hw_cf_find(unsigned op);
/* Whether chips of a kind have it. */
bool hw_cf_exists(unsigned op, enum hw_vliw vliw);
const struct hw_cf_info *hw_cf_find_name(const char *name);
/* The enum hw_cf_op value encoded in word 1 of a control-flow instruction (which may not exist).
 * Bit 29 set means one of the ALU formats. */
static inline unsigned hw_cf_op_of(uint32_t word1)
{
    return word1 & 1u << 29 ? HW_CF_ALU_BIT + HW_GET(word1, CF_ALU_WORD1, CF_INST)
                            : HW_GET(word1, CF_WORD1, CF_INST);
}

enum hw_tex_op {
#define TEX(name, code) HW_TEX_##name = (code),
#include "driver/hw/tex.def"
#undef TEX
};
enum {
    HW_VTX_FETCH = 0,
    HW_VTX_SEMANTIC = 1,
    HW_MEM_INST = 2,
    HW_MEM_OP_SCRATCH = 0,
    HW_MEM_OP_MEM = 2,
    HW_MEM_OP_GDS = 4,
    HW_MEM_OP_TF_WRITE = 5
};
enum hw_rat_op {
#define RAT(name, number) HW_RAT_##name = (number),
#include "driver/hw/rat.def"
#undef RAT
};
enum hw_lds_op {
#define LDS(name, number, nsrc, returns) HW_LDS_##name = (number),
#include "driver/hw/lds.def"
#undef LDS
};
struct hw_lds_info {
    const char *name;
    uint8_t op, nsrc, returns;
};
/* Names and records by number; NULL when there is none. */
const char *hw_tex_name(unsigned op);
const char *hw_rat_name(unsigned op);
const struct hw_lds_info *hw_lds_find(unsigned op);
/* Numbers by name; -1 when there is none. */
int hw_tex_find_name(const char *name);
int hw_rat_find_name(const char *name);
int hw_lds_find_name(const char *name);

/* ALU source selects (ALU_WORD0.SRCn_SEL). Source: Mesa eg_sq.h and r600_sq.h. */
enum hw_alu_src {
    HW_SRC_GPR0 = 0,
    HW_SRC_KCACHE0 = 128,
    HW_SRC_KCACHE1 = 160,
    HW_SRC_LDS_OQ_A = 219,
    HW_SRC_LDS_OQ_B = 220,
    HW_SRC_LDS_OQ_A_POP = 221,
    HW_SRC_LDS_OQ_B_POP = 222,
    HW_SRC_LDS_DIRECT_A = 223,
    HW_SRC_LDS_DIRECT_B = 224,
    HW_SRC_TIME_HI = 227,
    HW_SRC_TIME_LO = 228,
    HW_SRC_MASK_HI = 229,
    HW_SRC_MASK_LO = 230,
    HW_SRC_HW_WAVE_ID = 231,
    HW_SRC_SIMD_ID = 232,
    HW_SRC_SE_ID = 233,
    HW_SRC_HW_THREADGRP_ID = 234,
    HW_SRC_WAVE_ID_IN_GRP = 235,
    HW_SRC_NUM_THREADGRP_WAVES = 236,
    HW_SRC_HW_ALU_ODD = 237,
    HW_SRC_LOOP_IDX = 238,
    HW_SRC_1_DBL_L = 244,
    HW_SRC_1_DBL_M = 245,
    HW_SRC_0_5_DBL_L = 246,
    HW_SRC_0_5_DBL_M = 247,
    HW_SRC_0 = 248,
    HW_SRC_1 = 249,
    HW_SRC_1_INT = 250,
    HW_SRC_M_1_INT = 251,
    HW_SRC_0_5 = 252,
    HW_SRC_LITERAL = 253,
    HW_SRC_PV = 254,
    HW_SRC_PS = 255,
    HW_SRC_PARAM = 448, /* inputs of pixels */
    HW_SRC_KCACHE2 = 256,
    HW_SRC_KCACHE3 = 288,
};
enum { HW_PRED_SEL_OFF = 0, HW_PRED_SEL_ZERO = 2, HW_PRED_SEL_ONE = 3 };
enum { HW_OMOD_OFF = 0, HW_OMOD_M2 = 1, HW_OMOD_M4 = 2, HW_OMOD_D2 = 3 };
enum { HW_SEL_X = 0, HW_SEL_Y, HW_SEL_Z, HW_SEL_W, HW_SEL_0, HW_SEL_1, HW_SEL_MASK = 7 };
enum { HW_MEM_WRITE = 0, HW_MEM_WRITE_IND = 1, HW_MEM_WRITE_ACK = 2, HW_MEM_WRITE_IND_ACK = 3 };
enum { HW_CF_COND_ACTIVE = 0, HW_CF_COND_FALSE = 1, HW_CF_COND_BOOL = 2, HW_CF_COND_NOT_BOOL = 3 };
enum { HW_KCACHE_NOP = 0, HW_KCACHE_LOCK_1 = 1, HW_KCACHE_LOCK_2 = 2, HW_KCACHE_LOCK_LOOP = 3 };

enum {
    HW_GPRS = 128,             /* addressable by one wavefront */
    HW_CLAUSE_TEMPS = 4,       /* R124..R127 live within one ALU clause only */
    HW_GPR_NOWHERE = 123,      /* where AMD's compiler discards results, in programs without it */
    HW_ALU_CLAUSE_SLOTS = 128, /* 64-bit slots of an ALU clause, literals included */
    HW_FETCH_CLAUSE_MAX = 16,  /* instructions of a fetch clause */
    HW_LDS_DWORDS = 8192,      /* LDS of one work-group */
    HW_RATS = 12,
};

/* Requests to the simulator in the COMP_MASK of MEM_RAT NOP: check byte addresses, the index,
 * against an alignment of 2 or 4 bytes (docs/kernel-abi.md). Hardware does nothing. */
enum {
    HW_CHECK_LOAD = 1,      /* for a load; else a store or an atomic operation */
    HW_CHECK_ALIGN = 2 | 4, /* both: 8 << RAT_ID bytes, */
    HW_CHECK_RAT_LOCAL = 8, /* which with this in RAT_ID are of local memory */
    HW_CHECK_PRIVATE = 8,   /* of private memory; else of the pool */
    /* Nothing to hold: lanes of the wavefront rely on doing each operation together from here on,
     * as sub-groups do. */
    HW_CHECK_LOCKSTEP = HW_CHECK_LOAD,
    /* With this in RAT_ID instead: the index is that of an element, and its second component how
     * many there are. */
    HW_CHECK_ELEMENT = 1,
    /* With these: two values of an asynchronous copy of the work-group that begins next, in this
     * order: the event that it is given, and the one that it makes without; its addresses; its
     * count and stride. All work-items have the same. Its beginning, its end. The work-group waits
     * for an event. */
    HW_CHECK_COPY_VALUES = 2,
    HW_CHECK_COPY = 3,
    HW_CHECK_COPY_ENDS = 4,
    HW_CHECK_WAIT = 5,
    /* With this: arithmetic has no result where the index is 1; its second component is one of
     * HW_WRONG_*. */
    HW_CHECK_ARITHMETIC = 6,
    HW_WRONG_DIVISION = 0,
    HW_WRONG_SHIFT = 1,
    HW_WRONG_INDEX = 2,
    /* Nor here: the next barrier orders the memories that RAT_ID has, of HW_FENCE_*. */
    HW_CHECK_FENCE = HW_CHECK_PRIVATE,
    HW_FENCE_LOCAL = 1,
    HW_FENCE_GLOBAL = 2,
    /* Nor here, with one of these in RAT_ID: atomic operations behind it publish what came before
     * it, what comes behind it has seen what those before it read; other work-groups, too, with
     * HW_FENCE_DEVICE. */
    HW_FENCE_DEVICE = 1,
    HW_FENCE_RELEASE = 4,
    HW_FENCE_ACQUIRE = 8,
    /* An access of 1 << RAT_ID bytes of the pool, for a load with HW_CHECK_RAT_LOAD added to that:
     * the index's second component is where the argument begins that they must lie in. */
    HW_CHECK_SELECTED = HW_CHECK_PRIVATE | HW_CHECK_LOAD,
    HW_CHECK_RAT_LOAD = 8,
};
/* The alignment in bytes that a COMP_MASK and a RAT_ID ask for; 0: none. */
#define HW_CHECKED_ALIGN(mask, rat_id)                                                             \
    (((mask) & HW_CHECK_ALIGN) == HW_CHECK_ALIGN ? 8u << ((rat_id) & 7u) : (mask) & HW_CHECK_ALIGN)
/* The bytes of an access that HW_CHECK_SELECTED is about. */
#define HW_SELECTED_BYTES(rat_id) (1u << ((rat_id) & 7u))
