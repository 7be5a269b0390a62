/* SPDX-License-Identifier: MIT */
/* asm_cf.c: control-flow instructions from text. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "llvm/evergreen/tests/asm/asm_program.h"

/* "@12" or "@label". Labels are resolved when the whole program was read. */
static void parse_address(struct asm_text *text, struct asm_cf *cf, enum asm_field_id id)
{
    asm_text_expect(text, '@');
    if (isdigit((unsigned char)*text->at)) {
        cf->address = asm_text_number(text);
        cf->placed = true;
        asm_text_put(text, &cf->inst, id, cf->address);
    } else {
        asm_text_word(text, cf->label);
    }
}

/* "=CB1[32-47]" behind "KC0". */
static void parse_kcache(struct asm_text *text, struct asm_inst *inst, unsigned set)
{
    const struct asm_kcache_fields *fields = &asm_kcache_fields[set];
    unsigned bank = 0;
    char word[ASM_WORD_BYTES];
    asm_text_expect(text, '=');
    if (asm_text_word(text, word) && sscanf(word, "CB%2u", &bank) != 1)
        asm_text_fail(text, "expected a constant buffer such as CB0");
    asm_text_expect(text, '[');
    uint32_t first = asm_text_number(text);
    asm_text_expect(text, '-');
    uint32_t last = asm_text_number(text);
    asm_text_expect(text, ']');
    if (first % 16 || (last != first + 15 && last != first + 31))
        asm_text_fail(text, "a set locks 16 or 32 constants from a multiple of 16");
    asm_text_put(text, inst, fields->bank, bank);
    asm_text_put(text, inst, fields->line, first / 16);
    asm_text_put(text, inst, fields->mode,
                 last == first + 15 ? HW_KCACHE_LOCK_1 : HW_KCACHE_LOCK_2);
}

static void parse_rat(struct asm_text *text, struct asm_inst *inst)
{
    char word[ASM_WORD_BYTES];
    unsigned number = 0;
    if (!asm_text_word(text, word))
        return;
    int op = hw_rat_find_name(word);
    if (op < 0 && sscanf(word, "RAT_OP%2u", &number) == 1)
        op = (int)number;
    if (op < 0) {
        asm_text_fail(text, "there is no RAT operation '%s'", word);
        return;
    }
    asm_text_put(text, inst, ASM_CF_RAT_WORD0_RAT_INST, (uint32_t)op);
    if (asm_text_word(text, word) && sscanf(word, "RAT%2u", &number) != 1)
        asm_text_fail(text, "expected a RAT such as RAT0");
    asm_text_put(text, inst, ASM_CF_RAT_WORD0_RAT_ID, number);
}

/* "[R0], R1.xyzw": index and data. The fields lie alike in both variants of the word. */
static void parse_index_and_data(struct asm_text *text, struct asm_inst *inst)
{
    asm_text_expect(text, '[');
    asm_text_put(text, inst, ASM_CF_ALLOC_WORD0_INDEX_GPR, asm_text_gpr(text));
    asm_text_expect(text, ']');
    asm_text_expect(text, ',');
    asm_text_put(text, inst, ASM_CF_ALLOC_WORD0_RW_GPR, asm_text_gpr(text));
    asm_text_expect(text, '.');
    asm_text_put(text, inst, ASM_CF_BUF_WORD1_COMP_MASK, asm_text_mask(text));
}

static void parse_attributes(struct asm_text *text, struct asm_cf *cf)
{
    char name[ASM_WORD_BYTES];
    while (!asm_text_at_end(text) && asm_text_word(text, name)) {
        bool kcache = cf->inst.format == ASM_FORMAT_CF_ALU && !strncmp(name, "KC", 2);
        if (kcache && (name[2] == '0' || name[2] == '1') && !name[3])
            parse_kcache(text, &cf->inst, (unsigned)(name[2] - '0'));
        else
            asm_text_attribute(text, &cf->inst, name);
    }
}

void asm_cf_line(struct asm_text *text, struct asm_cf *cf)
{
    if (!cf->info) {
        cf->placed = true;
        cf->inst.dword[0] = asm_text_number(text);
        asm_text_expect(text, ',');
        cf->inst.dword[1] = asm_text_number(text);
        return;
    }
    bool alu = cf->info->kind == HW_CF_KIND_ALU;
    unsigned code = alu ? cf->info->op - HW_CF_ALU_BIT : cf->info->op;
    /* Bit 29 tells the ALU formats; it is the highest of their opcode field. */
    uint32_t word1 = alu ? HW_SET(CF_ALU_WORD1, CF_INST, code) : HW_SET(CF_WORD1, CF_INST, code);
    cf->inst = (struct asm_inst){asm_cf_format(word1), {0, word1}};
    cf->placed = true;
    if (!asm_text_at_end(text) && *text->at == '@') {
        cf->placed = false;
        parse_address(text, cf, alu ? ASM_CF_ALU_WORD0_ADDR : ASM_CF_WORD0_ADDR);
    } else if (cf->info->kind == HW_CF_KIND_JUMP) {
        asm_text_fail(text, "%s needs a target such as @4 or @label", cf->info->name);
    } else {
        cf->placed = !asm_has_alu_clause(cf->info) && !asm_has_fetch_clause(cf->info);
    }
    if (cf->inst.format == ASM_FORMAT_CF_RAT)
        parse_rat(text, &cf->inst);
    if (cf->inst.format == ASM_FORMAT_CF_RAT || cf->inst.format == ASM_FORMAT_CF_ALLOC)
        parse_index_and_data(text, &cf->inst);
    parse_attributes(text, cf);
}
