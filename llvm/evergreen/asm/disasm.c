/* SPDX-License-Identifier: MIT */
/* disasm.c: the disassembler: control flow, each clause under its instruction, and what is left
 * over. */
#include "llvm/evergreen/asm/disasm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "llvm/evergreen/asm/asm.h"

void disasm_report(struct disasm *d, size_t dword, const char *what)
{
    if (!d->damaged)
        snprintf(d->error, d->error_size, "dword %zu: %s", dword, what);
    d->damaged = true;
}

void disasm_note(struct disasm *d, size_t qword)
{
    if (d->notes)
        d->notes->note(d->notes->data, qword, d->out);
}

static void print_lower(FILE *out, const char *text)
{
    while (*text)
        fputc(tolower((unsigned char)*text++), out);
}

static void print_attribute(FILE *out, enum asm_field_id id, uint32_t value)
{
    const char *name = asm_value_name(id, value);
    fputc(' ', out);
    print_lower(out, asm_fields[id].name);
    if (name)
        fprintf(out, ":%s%s", id == ASM_VTX_WORD1_DATA_FORMAT ? "FMT_" : "", name);
    else if (asm_fields[id].width > 1)
        fprintf(out, ":%u", value);
}

void disasm_attributes(struct disasm *d, const struct asm_inst *inst)
{
    struct asm_inst rest = *inst;
    for (int id = 0; id < ASM_FIELD_COUNT; id++) {
        if (!asm_in_format(inst->format, id))
            continue;
        uint32_t value = asm_take(&rest, id);
        if (value)
            print_attribute(d->out, id, value);
    }
    for (unsigned i = 0; i < asm_format_dwords(inst->format); i++)
        if (rest.dword[i])
            fprintf(d->out, " bits%u:0x%x", i, rest.dword[i]);
}

/* " KC0=CB1[32-47]": set, constant buffer and the constants that are locked. */
static void print_kcache(struct disasm *d, struct asm_inst *inst)
{
    for (unsigned i = 0; i < 2; i++) {
        const struct asm_kcache_fields *set = &asm_kcache_fields[i];
        unsigned mode = asm_get(inst, set->mode);
        if (mode != HW_KCACHE_LOCK_1 && mode != HW_KCACHE_LOCK_2)
            continue; /* as attributes */
        asm_take(inst, set->mode);
        unsigned bank = asm_take(inst, set->bank), first = 16 * asm_take(inst, set->line);
        fprintf(d->out, " KC%u=CB%u[%u-%u]", i, bank, first, first + 16 * mode - 1);
    }
}

static void print_mask(struct disasm *d, unsigned mask)
{
    for (unsigned i = 0; i < 4; i++)
        fputc(mask & 1u << i ? "xyzw"[i] : '_', d->out);
}

static void print_rat(struct disasm *d, struct asm_inst *inst)
{
    unsigned op = asm_take(inst, ASM_CF_RAT_WORD0_RAT_INST);
    const char *name = hw_rat_name(op);
    if (name)
        fprintf(d->out, " %s", name);
    else
        fprintf(d->out, " RAT_OP%u", op);
    fprintf(d->out, " RAT%u", asm_take(inst, ASM_CF_RAT_WORD0_RAT_ID));
    fprintf(d->out, "[R%u]", asm_take(inst, ASM_CF_RAT_WORD0_INDEX_GPR));
    fprintf(d->out, ", R%u.", asm_take(inst, ASM_CF_RAT_WORD0_RW_GPR));
    print_mask(d, asm_take(inst, ASM_CF_BUF_WORD1_COMP_MASK));
}

static void print_alloc(struct disasm *d, struct asm_inst *inst)
{
    fprintf(d->out, " [R%u]", asm_take(inst, ASM_CF_ALLOC_WORD0_INDEX_GPR));
    fprintf(d->out, ", R%u.", asm_take(inst, ASM_CF_ALLOC_WORD0_RW_GPR));
    print_mask(d, asm_take(inst, ASM_CF_BUF_WORD1_COMP_MASK));
}

static bool has_clause(const struct hw_cf_info *info)
{
    return asm_has_alu_clause(info) || asm_has_fetch_clause(info);
}

static void print_operands(struct disasm *d, const struct hw_cf_info *info, struct asm_inst *inst)
{
    if (has_clause(info) || info->kind == HW_CF_KIND_JUMP) {
        bool alu = info->kind == HW_CF_KIND_ALU;
        fprintf(d->out, " @%u", asm_take(inst, alu ? ASM_CF_ALU_WORD0_ADDR : ASM_CF_WORD0_ADDR));
        if (has_clause(info)) /* the clause shows its length */
            asm_take(inst, alu ? ASM_CF_ALU_WORD1_COUNT : ASM_CF_WORD1_COUNT);
    }
    if (inst->format == ASM_FORMAT_CF_ALU)
        print_kcache(d, inst);
    if (inst->format == ASM_FORMAT_CF_RAT)
        print_rat(d, inst);
    if (inst->format == ASM_FORMAT_CF_ALLOC)
        print_alloc(d, inst);
}

static void take_opcode(struct asm_inst *inst)
{
    bool alu = inst->format == ASM_FORMAT_CF_ALU || inst->format == ASM_FORMAT_CF_ALU_EXT;
    asm_take(inst, alu ? ASM_CF_ALU_WORD1_CF_INST : ASM_CF_WORD1_CF_INST);
}

static void print_cf(struct disasm *d, size_t index)
{
    const uint32_t *words = d->code + 2 * index;
    const struct hw_cf_info *info = hw_cf_find(hw_cf_op_of(words[1]));
    if (!info) {
        fprintf(d->out, "%4zu  CF_RAW 0x%08x, 0x%08x\n", index, words[0], words[1]);
        disasm_report(d, 2 * index, "an unknown control-flow instruction");
        return;
    }
    struct asm_inst inst = {asm_cf_format(words[1]), {words[0], words[1]}};
    take_opcode(&inst);
    fprintf(d->out, "%4zu  %s", index, info->name);
    print_operands(d, info, &inst);
    disasm_attributes(d, &inst);
    fputc('\n', d->out);
}

struct extent {
    size_t qword, qwords;
};

/* Where the clause of a control-flow instruction lies; nothing for one without. */
static struct extent clause_extent(const uint32_t *words, const struct hw_cf_info *info)
{
    if (!has_clause(info))
        return (struct extent){0};
    if (info->kind == HW_CF_KIND_ALU)
        return (struct extent){HW_GET(words[0], CF_ALU_WORD0, ADDR),
                               HW_GET(words[1], CF_ALU_WORD1, COUNT) + 1};
    return (struct extent){HW_GET(words[0], CF_WORD0, ADDR),
                           2 * (HW_GET(words[1], CF_WORD1, COUNT) + 1)};
}

static void print_clause(struct disasm *d, const struct hw_cf_info *info, struct extent clause)
{
    if (!clause.qwords)
        return;
    if (info->kind == HW_CF_KIND_ALU)
        disasm_alu_clause(d, clause.qword, clause.qwords);
    else
        disasm_fetch_clause(d, clause.qword, clause.qwords / 2, info->kind == HW_CF_KIND_GDS);
}

static void mark(uint8_t *shown, size_t qwords, struct extent clause)
{
    for (size_t i = 0; i < clause.qwords && clause.qword + i < qwords; i++)
        shown[clause.qword + i] = 1;
}

/* Prints the control flow up to END_OF_PROGRAM or CF_END. Without one it ends where the first
 * clause begins.
 */
static void print_program(struct disasm *d, uint8_t *shown)
{
    size_t end = d->dwords / 2;
    bool ended = false;
    for (size_t i = 0; i < end && !ended; i++) {
        const uint32_t *words = d->code + 2 * i;
        const struct hw_cf_info *info = hw_cf_find(hw_cf_op_of(words[1]));
        struct extent clause = clause_extent(words, info);
        shown[i] = 1;
        disasm_note(d, i);
        print_cf(d, i);
        print_clause(d, info, clause);
        mark(shown, d->dwords / 2, clause);
        if (clause.qwords && clause.qword > i && clause.qword < end)
            end = clause.qword;
        ended =
            hw_cf_op_of(words[1]) == HW_CF_CF_END ||
            (hw_cf_op_of(words[1]) < HW_CF_ALU_BIT && HW_GET(words[1], CF_WORD1, END_OF_PROGRAM));
    }
    if (!ended)
        disasm_report(d, 2 * end, "the program has no end");
}

/* Dwords that nothing refers to, and the program's size. */
static void print_rest(struct disasm *d, const uint8_t *shown)
{
    for (size_t i = 0; i < d->dwords; i++) {
        bool odd_end = i / 2 >= d->dwords / 2;
        if (d->code[i] && (odd_end || !shown[i / 2]))
            fprintf(d->out, ".data %zu 0x%08x\n", i, d->code[i]);
    }
    fprintf(d->out, ".size %zu\n", d->dwords);
}

int evg_disassemble(const uint32_t *code, size_t dwords, FILE *out, char *error, size_t error_size)
{
    return evg_disassemble_noted(code, dwords, NULL, out, error, error_size);
}

int evg_disassemble_noted(const uint32_t *code, size_t dwords, const struct asm_notes *notes,
                          FILE *out, char *error, size_t error_size)
{
    struct disasm d = {.code = code,
                       .dwords = dwords,
                       .vliw = evg_vliw_of(code, dwords),
                       .notes = notes,
                       .out = out,
                       .error = error,
                       .error_size = error_size};
    uint8_t *shown = calloc(1, dwords / 2 + 1);
    if (!shown) {
        snprintf(error, error_size, "out of memory");
        return -1;
    }
    print_program(&d, shown);
    print_rest(&d, shown);
    free(shown);
    return d.damaged ? -1 : 0;
}
