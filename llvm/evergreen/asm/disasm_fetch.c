/* SPDX-License-Identifier: MIT */
/* disasm_fetch.c: fetch clauses as text. Texture, vertex and memory reads may share one. */
#include <string.h>

#include "llvm/evergreen/asm/disasm.h"

static const char channel[] = "xyzw";

static void print_selects(struct disasm *d, struct asm_inst *inst, const enum asm_field_id ids[4])
{
    for (unsigned i = 0; i < 4; i++)
        fputc("xyzw01?_"[asm_take(inst, ids[i])], d -> out);
}

/* TEX_WORD1 and VTX_WORD1 have destination and its selects in the same places. */
static void print_destination(struct disasm *d, struct asm_inst *inst)
{
    unsigned gpr = asm_take(inst, ASM_VTX_WORD1_DST_GPR);
    bool rel = asm_take(inst, ASM_VTX_WORD1_DST_REL);
    fprintf(d->out, " R%u%s.", gpr, rel ? "[AL]" : "");
    print_selects(d, inst, asm_dst_selects);
}

static void print_tex(struct disasm *d, struct asm_inst *inst)
{
    fprintf(d->out, "%-20s", hw_tex_name(asm_take(inst, ASM_TEX_WORD0_TEX_INST)));
    print_destination(d, inst);
    unsigned gpr = asm_take(inst, ASM_TEX_WORD0_SRC_GPR);
    fprintf(d->out, ", R%u%s.", gpr, asm_take(inst, ASM_TEX_WORD0_SRC_REL) ? "[AL]" : "");
    print_selects(d, inst, asm_tex_src_selects);
    fprintf(d->out, ", T%u", asm_take(inst, ASM_TEX_WORD0_RESOURCE_ID));
    fprintf(d->out, ", S%u", asm_take(inst, ASM_TEX_WORD2_SAMPLER_ID));
}

/* VTX_WORD0 and MEM_WORD0 have it in the same places. */
static void print_address(struct disasm *d, struct asm_inst *inst)
{
    unsigned gpr = asm_take(inst, ASM_VTX_WORD0_SRC_GPR);
    bool rel = asm_take(inst, ASM_VTX_WORD0_SRC_REL);
    fprintf(d->out, ", R%u%s.%c", gpr, rel ? "[AL]" : "",
            channel[asm_take(inst, ASM_VTX_WORD0_SRC_SEL_X)]);
}

static void print_vtx(struct disasm *d, struct asm_inst *inst)
{
    unsigned op = asm_take(inst, ASM_VTX_WORD0_VC_INST);
    fprintf(d->out, "%-20s", op == HW_VTX_FETCH ? "VTX_FETCH" : "VTX_SEMANTIC");
    print_destination(d, inst);
    print_address(d, inst);
    fprintf(d->out, ", B%u", asm_take(inst, ASM_VTX_WORD0_BUFFER_ID));
}

static void print_mem(struct disasm *d, struct asm_inst *inst)
{
    asm_take(inst, ASM_MEM_WORD0_MEM_INST);
    unsigned op = asm_take(inst, ASM_MEM_WORD0_MEM_OP);
    fprintf(d->out, "%-20s", op == HW_MEM_OP_SCRATCH ? "READ_SCRATCH" : "READ_MEM");
    print_destination(d, inst);
    print_address(d, inst);
}

/* The format of a fetch instruction, or ASM_FORMAT_COUNT for one that is not known. */
static enum asm_format fetch_format(uint32_t word0, bool gds)
{
    unsigned op = HW_GET(word0, VTX_WORD0, VC_INST);
    unsigned mem_op = HW_GET(word0, MEM_WORD0, MEM_OP);
    if (gds)
        return ASM_FORMAT_COUNT;
    if (op == HW_VTX_FETCH || op == HW_VTX_SEMANTIC)
        return ASM_FORMAT_VTX;
    if (op == HW_MEM_INST)
        return mem_op == HW_MEM_OP_SCRATCH || mem_op == HW_MEM_OP_MEM ? ASM_FORMAT_MEM
                                                                      : ASM_FORMAT_COUNT;
    return hw_tex_name(op) ? ASM_FORMAT_TEX : ASM_FORMAT_COUNT;
}

static void print_fetch(struct disasm *d, const uint32_t *words, enum asm_format format)
{
    struct asm_inst inst = {.format = format};
    memcpy(inst.dword, words, sizeof(inst.dword));
    fprintf(d->out, "           ");
    if (format == ASM_FORMAT_TEX)
        print_tex(d, &inst);
    else if (format == ASM_FORMAT_VTX)
        print_vtx(d, &inst);
    else
        print_mem(d, &inst);
    disasm_attributes(d, &inst);
    fputc('\n', d->out);
}

void disasm_fetch_clause(struct disasm *d, size_t qword, size_t count, bool gds)
{
    size_t end = d->dwords / 2;
    if (qword + 2 * count > end) {
        disasm_report(d, 2 * qword, "a fetch clause reaches beyond the program");
        count = qword < end ? (end - qword) / 2 : 0;
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t *words = d->code + 2 * (qword + 2 * i);
        enum asm_format format = fetch_format(words[0], gds);
        disasm_note(d, qword + 2 * i);
        if (format != ASM_FORMAT_COUNT) {
            print_fetch(d, words, format);
            continue;
        }
        fprintf(d->out, "           RAW 0x%08x, 0x%08x, 0x%08x, 0x%08x\n", words[0], words[1],
                words[2], words[3]);
        if (!gds)
            disasm_report(d, 2 * (qword + 2 * i), "an unknown fetch instruction");
    }
}
