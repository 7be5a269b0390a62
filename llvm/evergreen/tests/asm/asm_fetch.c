/* SPDX-License-Identifier: MIT */
/* asm_fetch.c: fetch instructions from text. */
#include <string.h>
#include <strings.h>

#include "driver/base/count.h"
#include "llvm/evergreen/tests/asm/asm_program.h"

/* The marker of registers that are relative to the loop index. */
static bool relative(struct asm_text *text)
{
    if (!asm_text_accept(text, '['))
        return false;
    char word[ASM_WORD_BYTES];
    if (asm_text_word(text, word) && strcmp(word, "AL"))
        asm_text_fail(text, "fetches are relative to AL only");
    asm_text_expect(text, ']');
    return true;
}

static void parse_selects(struct asm_text *text, struct asm_inst *inst,
                          const enum asm_field_id ids[4])
{
    unsigned sel[4];
    asm_text_expect(text, '.');
    asm_text_selects(text, sel);
    for (unsigned i = 0; i < 4; i++)
        asm_text_put(text, inst, ids[i], sel[i]);
}

static void parse_destination(struct asm_text *text, struct asm_inst *inst)
{
    asm_text_put(text, inst, ASM_VTX_WORD1_DST_GPR, asm_text_gpr(text));
    asm_text_put(text, inst, ASM_VTX_WORD1_DST_REL, relative(text));
    parse_selects(text, inst, asm_dst_selects);
    asm_text_expect(text, ',');
}

/* ", T12": a letter and a number. */
static void parse_slot(struct asm_text *text, struct asm_inst *inst, char letter,
                       enum asm_field_id id)
{
    asm_text_expect(text, ',');
    asm_text_expect(text, letter);
    asm_text_put(text, inst, id, asm_text_number(text));
}

static void parse_tex(struct asm_text *text, struct asm_inst *inst)
{
    parse_destination(text, inst);
    asm_text_put(text, inst, ASM_TEX_WORD0_SRC_GPR, asm_text_gpr(text));
    asm_text_put(text, inst, ASM_TEX_WORD0_SRC_REL, relative(text));
    parse_selects(text, inst, asm_tex_src_selects);
    parse_slot(text, inst, 'T', ASM_TEX_WORD0_RESOURCE_ID);
    parse_slot(text, inst, 'S', ASM_TEX_WORD2_SAMPLER_ID);
}

/* VTX_WORD0 and MEM_WORD0 have the register that an address is in, in the same places. */
static void parse_address(struct asm_text *text, struct asm_inst *inst)
{
    asm_text_put(text, inst, ASM_VTX_WORD0_SRC_GPR, asm_text_gpr(text));
    asm_text_put(text, inst, ASM_VTX_WORD0_SRC_REL, relative(text));
    asm_text_expect(text, '.');
    asm_text_put(text, inst, ASM_VTX_WORD0_SRC_SEL_X, asm_text_channel(text));
}

static void parse_vtx(struct asm_text *text, struct asm_inst *inst)
{
    parse_destination(text, inst);
    parse_address(text, inst);
    parse_slot(text, inst, 'B', ASM_VTX_WORD0_BUFFER_ID);
}

static void parse_mem(struct asm_text *text, struct asm_inst *inst)
{
    parse_destination(text, inst);
    parse_address(text, inst);
}

static void parse_raw(struct asm_text *text, struct asm_inst *inst)
{
    for (unsigned i = 0; i < ASM_MAX_DWORDS; i++) {
        if (i)
            asm_text_expect(text, ',');
        inst->dword[i] = asm_text_number(text);
    }
}

static const struct mnemonic {
    const char *name;
    enum asm_format format;
    uint32_t word0;
    void (*parse)(struct asm_text *text, struct asm_inst *inst);
} mnemonics[] = {
    {"VTX_FETCH", ASM_FORMAT_VTX, HW_SET(VTX_WORD0, VC_INST, HW_VTX_FETCH), parse_vtx},
    {"VTX_SEMANTIC", ASM_FORMAT_VTX, HW_SET(VTX_WORD0, VC_INST, HW_VTX_SEMANTIC), parse_vtx},
    {"READ_SCRATCH", ASM_FORMAT_MEM,
     HW_SET(MEM_WORD0, MEM_INST, HW_MEM_INST) | HW_SET(MEM_WORD0, MEM_OP, HW_MEM_OP_SCRATCH),
     parse_mem},
    {"READ_MEM", ASM_FORMAT_MEM,
     HW_SET(MEM_WORD0, MEM_INST, HW_MEM_INST) | HW_SET(MEM_WORD0, MEM_OP, HW_MEM_OP_MEM),
     parse_mem},
    {"RAW", ASM_FORMAT_TEX, 0, parse_raw},
};

static bool find_mnemonic(const char *name, struct mnemonic *found)
{
    for (size_t i = 0; i < COUNT(mnemonics); i++)
        if (!strcasecmp(mnemonics[i].name, name)) {
            *found = mnemonics[i];
            return true;
        }
    int op = hw_tex_find_name(name);
    *found = (struct mnemonic){name, ASM_FORMAT_TEX, HW_SET(TEX_WORD0, TEX_INST, op), parse_tex};
    return op >= 0;
}

void asm_fetch_line(struct asm_text *text, struct asm_body *body, const char *name)
{
    struct mnemonic mnemonic;
    if (!find_mnemonic(name, &mnemonic)) {
        asm_text_fail(text, "there is no fetch instruction '%s'", name);
        return;
    }
    struct asm_inst inst = {mnemonic.format, {mnemonic.word0}};
    mnemonic.parse(text, &inst);
    asm_text_attributes(text, &inst);
    asm_body_append(text, body, inst.dword, ASM_MAX_DWORDS);
}
