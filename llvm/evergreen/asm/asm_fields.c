/* SPDX-License-Identifier: MIT */
/* asm_fields.c: tables behind asm_fields.h. */
#include "llvm/evergreen/asm/asm_fields.h"

#include <assert.h>
#include <stddef.h>

#include "driver/base/count.h"
#include "driver/hw/formats.h"

enum {
#define W(name, dword) DWORD_##name = (dword),
    ASM_WORDS(W)
#undef W
};

const struct asm_field asm_fields[ASM_FIELD_COUNT] = {
#define F(word, field, lo, width) {#field, ASM_WORD_##word, DWORD_##word, lo, width},
#include "driver/hw/isa_fields.def"
#undef F
};

static const uint8_t format_words[ASM_FORMAT_COUNT][ASM_MAX_DWORDS] = {
/* clang-format off */
#define WORDS(a, b, c) {ASM_WORD_##a, ASM_WORD_##b, ASM_WORD_##c, ASM_WORD_NONE}
    /* clang-format on */
    [ASM_FORMAT_CF] = WORDS(CF_WORD0, CF_WORD1, NONE),
    [ASM_FORMAT_CF_ALU] = WORDS(CF_ALU_WORD0, CF_ALU_WORD1, NONE),
    [ASM_FORMAT_CF_ALU_EXT] = WORDS(CF_ALU_EXT_WORD0, CF_ALU_EXT_WORD1, NONE),
    [ASM_FORMAT_CF_ALLOC] = WORDS(CF_ALLOC_WORD0, CF_BUF_WORD1, NONE),
    [ASM_FORMAT_CF_RAT] = WORDS(CF_RAT_WORD0, CF_BUF_WORD1, NONE),
    [ASM_FORMAT_OP2] = WORDS(ALU_WORD0, ALU_OP2_WORD1, NONE),
    [ASM_FORMAT_OP3] = WORDS(ALU_WORD0, ALU_OP3_WORD1, NONE),
    [ASM_FORMAT_LDS] = WORDS(ALU_WORD0, ALU_LDS_WORD1, NONE),
    [ASM_FORMAT_TEX] = WORDS(TEX_WORD0, TEX_WORD1, TEX_WORD2),
    [ASM_FORMAT_VTX] = WORDS(VTX_WORD0, VTX_WORD1, VTX_WORD2),
    [ASM_FORMAT_MEM] = WORDS(MEM_WORD0, VTX_WORD1, MEM_WORD2),
#undef WORDS
};

const struct asm_source_fields asm_source_fields[3] = {
    {ASM_ALU_WORD0_SRC0_SEL, ASM_ALU_WORD0_SRC0_CHAN, ASM_ALU_WORD0_SRC0_REL,
     ASM_ALU_WORD0_SRC0_NEG, ASM_ALU_OP2_WORD1_SRC0_ABS},
    {ASM_ALU_WORD0_SRC1_SEL, ASM_ALU_WORD0_SRC1_CHAN, ASM_ALU_WORD0_SRC1_REL,
     ASM_ALU_WORD0_SRC1_NEG, ASM_ALU_OP2_WORD1_SRC1_ABS},
    {ASM_ALU_OP3_WORD1_SRC2_SEL, ASM_ALU_OP3_WORD1_SRC2_CHAN, ASM_ALU_OP3_WORD1_SRC2_REL,
     ASM_ALU_OP3_WORD1_SRC2_NEG, ASM_FIELD_COUNT},
};

const struct asm_kcache_fields asm_kcache_fields[2] = {
    {ASM_CF_ALU_WORD0_KCACHE_MODE0, ASM_CF_ALU_WORD0_KCACHE_BANK0, ASM_CF_ALU_WORD1_KCACHE_ADDR0},
    {ASM_CF_ALU_WORD1_KCACHE_MODE1, ASM_CF_ALU_WORD0_KCACHE_BANK1, ASM_CF_ALU_WORD1_KCACHE_ADDR1},
};

const enum asm_field_id asm_lds_offset_bits[6] = {
    ASM_ALU_LDS_WORD1_IDX_OFFSET_0, ASM_ALU_LDS_WORD1_IDX_OFFSET_1, ASM_ALU_LDS_WORD1_IDX_OFFSET_2,
    ASM_ALU_LDS_WORD1_IDX_OFFSET_3, ASM_ALU_LDS_WORD0_IDX_OFFSET_4, ASM_ALU_LDS_WORD0_IDX_OFFSET_5};

const enum asm_field_id asm_dst_selects[4] = {ASM_VTX_WORD1_DST_SEL_X, ASM_VTX_WORD1_DST_SEL_Y,
                                              ASM_VTX_WORD1_DST_SEL_Z, ASM_VTX_WORD1_DST_SEL_W};
const enum asm_field_id asm_tex_src_selects[4] = {ASM_TEX_WORD2_SRC_SEL_X, ASM_TEX_WORD2_SRC_SEL_Y,
                                                  ASM_TEX_WORD2_SRC_SEL_Z, ASM_TEX_WORD2_SRC_SEL_W};

const char *const asm_index_names[8] = {"AR.x", "AR.y", "AR.z", "AR.w", "AL", "SR5", "SR6", "SR7"};
const uint16_t asm_kcache_first[4] = {HW_SRC_KCACHE0, HW_SRC_KCACHE1, HW_SRC_KCACHE2,
                                      HW_SRC_KCACHE3};

bool asm_has_alu_clause(const struct hw_cf_info *info)
{
    return info && info->kind == HW_CF_KIND_ALU && info->op != HW_CF_ALU_EXTENDED;
}

bool asm_has_fetch_clause(const struct hw_cf_info *info)
{
    return info && (info->kind == HW_CF_KIND_TEX || info->kind == HW_CF_KIND_VTX ||
                    info->kind == HW_CF_KIND_GDS);
}

unsigned asm_format_dwords(enum asm_format format)
{
    return format_words[format][2] == ASM_WORD_NONE ? 2 : 4;
}

enum asm_format asm_cf_format(uint32_t word1)
{
    unsigned op = hw_cf_op_of(word1);
    if (op == HW_CF_ALU_EXTENDED)
        return ASM_FORMAT_CF_ALU_EXT;
    if (op >= HW_CF_ALU_BIT)
        return ASM_FORMAT_CF_ALU;
    const struct hw_cf_info *info = hw_cf_find(op);
    if (info && info->kind == HW_CF_KIND_RAT)
        return ASM_FORMAT_CF_RAT;
    if (info && (info->kind == HW_CF_KIND_SCRATCH || info->kind == HW_CF_KIND_EXPORT))
        return ASM_FORMAT_CF_ALLOC;
    return ASM_FORMAT_CF;
}

uint32_t asm_get(const struct asm_inst *inst, enum asm_field_id id)
{
    const struct asm_field *field = &asm_fields[id];
    return inst->dword[field->dword] >> field->lo & HW_MASK(field->width);
}

void asm_put(struct asm_inst *inst, enum asm_field_id id, uint32_t value)
{
    const struct asm_field *field = &asm_fields[id];
    assert(field->dword < ASM_MAX_DWORDS && value <= HW_MASK(field->width));
    inst->dword[field->dword] &= ~(HW_MASK(field->width) << field->lo);
    inst->dword[field->dword] |= value << field->lo;
}

uint32_t asm_take(struct asm_inst *inst, enum asm_field_id id)
{
    uint32_t value = asm_get(inst, id);
    asm_put(inst, id, 0);
    return value;
}

bool asm_in_format(enum asm_format format, enum asm_field_id id)
{
    return format_words[format][asm_fields[id].dword] == asm_fields[id].word;
}

struct value_names {
    enum asm_field_id id;
    const char *names[4];
};

static const struct value_names value_names[] = {
    {ASM_CF_WORD1_COND, {[HW_CF_COND_FALSE] = "false", "bool", "not_bool"}},
    {ASM_CF_ALLOC_WORD0_TYPE, {"write", "write_ind", "write_ack", "write_ind_ack"}},
    {ASM_CF_RAT_WORD0_TYPE, {"write", "write_ind", "write_ack", "write_ind_ack"}},
    {ASM_CF_RAT_WORD0_RAT_INDEX_MODE, {NULL, "CF_IDX0", "CF_IDX1"}},
    {ASM_TEX_WORD0_RESOURCE_INDEX_MODE, {NULL, "CF_IDX0", "CF_IDX1"}},
    {ASM_TEX_WORD0_SAMPLER_INDEX_MODE, {NULL, "CF_IDX0", "CF_IDX1"}},
    {ASM_VTX_WORD2_BUFFER_INDEX_MODE, {NULL, "CF_IDX0", "CF_IDX1"}},
    {ASM_VTX_WORD0_FETCH_TYPE, {"vertex", "instance", "no_index_offset"}},
    {ASM_VTX_WORD1_NUM_FORMAT_ALL, {"norm", "int", "scaled"}},
};

const char *asm_value_name(enum asm_field_id id, uint32_t value)
{
    if (id == ASM_VTX_WORD1_DATA_FORMAT) {
        const struct hw_format_info *format = hw_format_find(value);
        return format ? format->name : NULL;
    }
    for (size_t i = 0; i < COUNT(value_names); i++)
        if (value_names[i].id == id && value < COUNT(value_names[i].names))
            return value_names[i].names[value];
    return NULL;
}

static const struct {
    const char *name;
    uint16_t sel;
} source_names[] = {
#define S(name) {#name, HW_SRC_##name}
    S(LDS_OQ_A),
    S(LDS_OQ_B),
    S(LDS_OQ_A_POP),
    S(LDS_OQ_B_POP),
    S(LDS_DIRECT_A),
    S(LDS_DIRECT_B),
    S(TIME_HI),
    S(TIME_LO),
    S(MASK_HI),
    S(MASK_LO),
    S(HW_WAVE_ID),
    S(SIMD_ID),
    S(SE_ID),
    S(HW_THREADGRP_ID),
    S(WAVE_ID_IN_GRP),
    S(NUM_THREADGRP_WAVES),
    S(HW_ALU_ODD),
    S(LOOP_IDX),
    S(1_DBL_L),
    S(1_DBL_M),
    S(0_5_DBL_L),
    S(0_5_DBL_M),
    S(PV),
    S(PS),
#undef S
    {"0", HW_SRC_0},
    {"1.0", HW_SRC_1},
    {"0.5", HW_SRC_0_5},
    {"1_INT", HW_SRC_1_INT},
    {"M_1_INT", HW_SRC_M_1_INT},
};

const char *asm_source_name(unsigned sel)
{
    for (size_t i = 0; i < COUNT(source_names); i++)
        if (source_names[i].sel == sel)
            return source_names[i].name;
    return NULL;
}

static const char *const swizzle_names[2][6] = {
    {"VEC_012", "VEC_021", "VEC_120", "VEC_102", "VEC_201", "VEC_210"},
    {"SCL_210", "SCL_122", "SCL_212", "SCL_221"},
};

const char *asm_swizzle_name(bool trans, unsigned code)
{
    return code < COUNT(swizzle_names[0]) ? swizzle_names[trans][code] : NULL;
}
