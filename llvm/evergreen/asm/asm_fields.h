/* SPDX-License-Identifier: MIT */
/* asm_fields.h: the fields of instruction words as rows of a table, made from
 * driver/hw/isa_fields.def, and the formats of instructions: which words each is made of.
 *
 * The disassembler *takes* fields: it reads and clears them. What no operand showed is printed as
 * an attribute `name:value`, then bits that belong to no field as `bitsN:value`; so nothing is ever
 * lost, and the assembler of the tests puts everything back by the same names. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/hw/isa.h"

/* Every word, and which dword of its instruction it is. */
#define ASM_WORDS(W)                                                                               \
    W(CF_WORD0, 0)                                                                                 \
    W(CF_WORD1, 1)                                                                                 \
    W(CF_ALU_WORD0, 0)                                                                             \
    W(CF_ALU_WORD1, 1)                                                                             \
    W(CF_ALU_EXT_WORD0, 0)                                                                         \
    W(CF_ALU_EXT_WORD1, 1)                                                                         \
    W(CF_ALLOC_WORD0, 0)                                                                           \
    W(CF_RAT_WORD0, 0)                                                                             \
    W(CF_BUF_WORD1, 1)                                                                             \
    W(ALU_WORD0, 0)                                                                                \
    W(ALU_OP2_WORD1, 1)                                                                            \
    W(ALU_OP3_WORD1, 1)                                                                            \
    W(ALU_LDS_WORD0, 0)                                                                            \
    W(ALU_LDS_WORD1, 1)                                                                            \
    W(TEX_WORD0, 0)                                                                                \
    W(TEX_WORD1, 1)                                                                                \
    W(TEX_WORD2, 2)                                                                                \
    W(VTX_WORD0, 0)                                                                                \
    W(VTX_WORD1, 1)                                                                                \
    W(VTX_WORD2, 2)                                                                                \
    W(MEM_WORD0, 0)                                                                                \
    W(MEM_WORD2, 2)                                                                                \
    W(GDS_WORD0, 0)                                                                                \
    W(GDS_WORD1, 1)                                                                                \
    W(GDS_WORD2, 2)

enum asm_word {
#define W(name, dword) ASM_WORD_##name,
    ASM_WORDS(W)
#undef W
        ASM_WORD_NONE
};

enum asm_field_id {
#define F(word, field, lo, width) ASM_##word##_##field,
#include "driver/hw/isa_fields.def"
#undef F
    ASM_FIELD_COUNT
};

struct asm_field {
    const char *name;
    uint8_t word;  /* enum asm_word */
    uint8_t dword; /* of the instruction */
    uint8_t lo, width;
};

extern const struct asm_field asm_fields[ASM_FIELD_COUNT];

enum asm_format {
    ASM_FORMAT_CF,
    ASM_FORMAT_CF_ALU,
    ASM_FORMAT_CF_ALU_EXT,
    ASM_FORMAT_CF_ALLOC,
    ASM_FORMAT_CF_RAT,
    ASM_FORMAT_OP2,
    ASM_FORMAT_OP3,
    ASM_FORMAT_LDS,
    ASM_FORMAT_TEX,
    ASM_FORMAT_VTX,
    ASM_FORMAT_MEM,
    ASM_FORMAT_COUNT
};

enum { ASM_MAX_DWORDS = 4 };

struct asm_inst {
    enum asm_format format;
    uint32_t dword[ASM_MAX_DWORDS];
};

/* Dwords of an instruction of that format: 2, or 4 for fetches. */
unsigned asm_format_dwords(enum asm_format format);
/* Whether a control-flow instruction has a clause: an ALU clause, or one of fetches. NULL has none.
 */
bool asm_has_alu_clause(const struct hw_cf_info *info);
bool asm_has_fetch_clause(const struct hw_cf_info *info);
/* The format of the control-flow instruction with that second dword. */
enum asm_format asm_cf_format(uint32_t word1);

uint32_t asm_get(const struct asm_inst *inst, enum asm_field_id id);
uint32_t asm_take(struct asm_inst *inst, enum asm_field_id id);
/* Sets a field; the value must fit. */
void asm_put(struct asm_inst *inst, enum asm_field_id id, uint32_t value);
/* Whether a field belongs to a format. */
bool asm_in_format(enum asm_format format, enum asm_field_id id);

/* Fields that come in series. */
struct asm_source_fields {
    enum asm_field_id sel, chan, rel;
    enum asm_field_id neg; /* not in LDS operations */
    enum asm_field_id abs; /* in OP2 only; that of source 2 is ASM_FIELD_COUNT */
};
struct asm_kcache_fields {
    enum asm_field_id mode, bank, line;
};
extern const struct asm_source_fields asm_source_fields[3];
extern const struct asm_kcache_fields asm_kcache_fields[2];
extern const enum asm_field_id asm_lds_offset_bits[6]; /* from the lowest */
/* Selects of fetches, x to w. TEX_WORD1 has its in the same places as VTX_WORD1. */
extern const enum asm_field_id asm_dst_selects[4], asm_tex_src_selects[4];

/* The names of the bases of relative operands, by INDEX_MODE. */
extern const char *const asm_index_names[8];
/* The first source select of each kcache set. */
extern const uint16_t asm_kcache_first[4];

/* The name of a field's value; NULL when it has none. */
const char *asm_value_name(enum asm_field_id id, uint32_t value);

/* The name of an ALU source that is no register, constant or literal; else NULL. */
const char *asm_source_name(unsigned sel);

/* The name of a BANK_SWIZZLE code, or NULL. */
const char *asm_swizzle_name(bool trans, unsigned code);
