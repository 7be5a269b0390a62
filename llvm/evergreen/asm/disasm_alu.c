/* SPDX-License-Identifier: MIT */
/* disasm_alu.c: ALU clauses as text. */
#include <string.h>

#include "llvm/evergreen/asm/asm_group.h"
#include "llvm/evergreen/asm/disasm.h"

static const char channel[] = "xyzw";
static const char slot_letter[] = "xyzwt";

struct printer {
    struct disasm *d;
    const struct asm_group *group;
    const struct asm_slot *slot;
    struct asm_inst inst;
    unsigned index_mode;
    bool rel_shown;
};

static void print_base(struct printer *p, const struct asm_source *source)
{
    FILE *out = p->d->out;
    unsigned sel = source->sel;
    if (sel < HW_GPRS) {
        fprintf(out, "R%u", sel);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        if (sel >= asm_kcache_first[i] && sel < asm_kcache_first[i] + 32u) {
            fprintf(out, "KC%u[%u]", i, sel - asm_kcache_first[i]);
            return;
        }
    const char *name = asm_source_name(sel);
    if (sel == HW_SRC_LITERAL && source->chan < 2 * p->group->literal_slots)
        fprintf(out, "[0x%x]", p->group->literals[source->chan]);
    else if (name)
        fprintf(out, "%s", name);
    else
        fprintf(out, "SRC%u", sel);
}

/* Registers and constants have a channel; PS and inline constants only show one that is set. */
static bool shows_channel(const struct asm_source *source)
{
    return source->chan || source->sel < 192 || source->sel >= 256 ||
           source->sel == HW_SRC_LITERAL || source->sel == HW_SRC_PV;
}

static void print_source(struct printer *p, unsigned index)
{
    FILE *out = p->d->out;
    struct asm_source source = asm_source_at(p->slot, index);
    fprintf(out, "%s%s", source.neg ? "-" : "", source.abs ? "|" : "");
    print_base(p, &source);
    if (source.rel) {
        fprintf(out, "[%s]", asm_index_names[p->index_mode]);
        p->rel_shown = true;
    }
    if (shows_channel(&source))
        fprintf(out, ".%c", channel[source.chan]);
    fprintf(out, "%s", source.abs ? "|" : "");
}

/* Sources the instruction uses, and those that it does not but whose fields are not zero. */
static unsigned shown_sources(const struct asm_slot *slot, unsigned used)
{
    unsigned count = asm_source_count(slot);
    while (count > used) {
        struct asm_source source = asm_source_at(slot, count - 1);
        if (source.sel || source.chan || source.rel || source.neg || source.abs)
            break;
        count--;
    }
    return count > used ? count : used;
}

static void take_sources(struct printer *p, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        asm_take(&p->inst, asm_source_fields[i].sel);
        asm_take(&p->inst, asm_source_fields[i].chan);
        asm_take(&p->inst, asm_source_fields[i].rel);
        if (p->inst.format != ASM_FORMAT_LDS)
            asm_take(&p->inst, asm_source_fields[i].neg);
        if (p->inst.format == ASM_FORMAT_OP2)
            asm_take(&p->inst, asm_source_fields[i].abs);
    }
}

static void print_sources(struct printer *p, unsigned used, const char *separator)
{
    unsigned count = shown_sources(p->slot, used);
    for (unsigned i = 0; i < count; i++) {
        fputs(i ? ", " : separator, p->d->out);
        print_source(p, i);
    }
    take_sources(p, count);
}

static void print_destination(struct printer *p)
{
    struct asm_inst *inst = &p->inst;
    bool written = inst->format == ASM_FORMAT_OP3 || asm_take(inst, ASM_ALU_OP2_WORD1_WRITE_MASK);
    /* The destination lies alike in both formats. */
    unsigned gpr = asm_take(inst, ASM_ALU_OP2_WORD1_DST_GPR);
    bool rel = asm_take(inst, ASM_ALU_OP2_WORD1_DST_REL);
    unsigned chan = asm_take(inst, ASM_ALU_OP2_WORD1_DST_CHAN);
    fprintf(p->d->out, "%sR%u", written ? "" : "(", gpr);
    if (rel) {
        fprintf(p->d->out, "[%s]", asm_index_names[p->index_mode]);
        p->rel_shown = true;
    }
    fprintf(p->d->out, ".%c%s", channel[chan], written ? "" : ")");
}

/* The scattered bits of an LDS operation's offset. */
static unsigned take_lds_offset(struct asm_inst *inst)
{
    unsigned offset = 0;
    for (unsigned i = 0; i < 6; i++)
        offset |= asm_take(inst, asm_lds_offset_bits[i]) << i;
    return offset;
}

static void print_lds(struct printer *p)
{
    struct asm_inst *inst = &p->inst;
    const struct hw_lds_info *info = hw_lds_find(asm_get(inst, ASM_ALU_LDS_WORD1_LDS_OP));
    char name[32];
    snprintf(name, sizeof(name), "LDS_%s", info->name);
    asm_take(inst, ASM_ALU_LDS_WORD1_LDS_OP);
    asm_take(inst, ASM_ALU_LDS_WORD1_ALU_INST);
    fprintf(p->d->out, "%-18s", name);
    unsigned offset = take_lds_offset(inst);
    print_sources(p, info->nsrc, " ");
    if (offset)
        fprintf(p->d->out, " offset:%u", offset);
}

static void print_op(struct printer *p)
{
    const struct hw_alu_info *info = &hw_alu_info[p->slot->op];
    asm_take(&p->inst, info->op3 ? ASM_ALU_OP3_WORD1_ALU_INST : ASM_ALU_OP2_WORD1_ALU_INST);
    fprintf(p->d->out, "%-18s ", info->name);
    print_destination(p);
    print_sources(p, info->nsrc, ", ");
}

/* Attributes with a short form; the rest follow by their fields' names. */
static void print_modifiers(struct printer *p)
{
    static const char *const omod[4] = {"", " mul:2", " mul:4", " div:2"};
    static const char *const predicate[4] = {"", NULL, " pred:0", " pred:1"};
    struct asm_inst *inst = &p->inst;
    FILE *out = p->d->out;
    if (inst->format == ASM_FORMAT_OP2)
        fputs(omod[asm_take(inst, ASM_ALU_OP2_WORD1_OMOD)], out);
    const char *text = predicate[asm_get(inst, ASM_ALU_WORD0_PRED_SEL)];
    if (text) {
        fputs(text, out);
        asm_take(inst, ASM_ALU_WORD0_PRED_SEL);
    }
    unsigned code = asm_get(inst, ASM_ALU_OP2_WORD1_BANK_SWIZZLE); /* alike in all formats */
    const char *swizzle = asm_swizzle_name(p->slot->slot == ASM_SLOT_T, code);
    if (code && swizzle) {
        fprintf(out, " %s", swizzle);
        asm_take(inst, ASM_ALU_OP2_WORD1_BANK_SWIZZLE);
    }
    if (p->rel_shown)
        asm_take(inst, ASM_ALU_WORD0_INDEX_MODE);
}

static bool can_name(const struct asm_slot *slot)
{
    return slot->op >= 0 && (slot->op != HW_ALU_OP_LDS_IDX_OP ||
                             hw_lds_find(HW_GET(slot->word1, ALU_LDS_WORD1, LDS_OP)));
}

static void print_slot(struct disasm *d, const struct asm_group *group, unsigned index)
{
    const struct asm_slot *slot = &group->slots[index];
    bool lds = slot->op == HW_ALU_OP_LDS_IDX_OP;
    struct printer p = {.d = d, .group = group, .slot = slot};
    fprintf(d->out, "%c: ", slot_letter[slot->slot]);
    if (!can_name(slot)) {
        fprintf(d->out, "RAW 0x%08x, 0x%08x\n", slot->word0 & 0x7fffffff, slot->word1);
        return;
    }
    p.inst = (struct asm_inst){lds                          ? ASM_FORMAT_LDS
                               : hw_alu_is_op3(slot->word1) ? ASM_FORMAT_OP3
                                                            : ASM_FORMAT_OP2,
                               {slot->word0, slot->word1}};
    p.index_mode = asm_get(&p.inst, ASM_ALU_WORD0_INDEX_MODE);
    asm_take(&p.inst, ASM_ALU_WORD0_LAST); /* the next group's number says it */
    if (lds)
        print_lds(&p);
    else
        print_op(&p);
    print_modifiers(&p);
    disasm_attributes(d, &p.inst);
    fputc('\n', d->out);
}

/* Dwords of the group's literal slots that no source shows. */
static void print_hidden_literals(struct disasm *d, const struct asm_group *group)
{
    unsigned shown = 0;
    for (unsigned i = 0; i < group->count; i++) {
        const struct asm_slot *slot = &group->slots[i];
        unsigned used = slot->op < 0                       ? 0
                        : slot->op == HW_ALU_OP_LDS_IDX_OP ? 1
                                                           : hw_alu_info[slot->op].nsrc;
        for (unsigned s = 0; can_name(slot) && s < shown_sources(slot, used); s++) {
            struct asm_source source = asm_source_at(slot, s);
            if (source.sel == HW_SRC_LITERAL)
                shown |= 1u << source.chan;
        }
    }
    for (unsigned i = 0; i < 2 * group->literal_slots; i++)
        if (group->literals[i] && !(shown & 1u << i))
            fprintf(d->out, "           literal.%c 0x%x\n", channel[i], group->literals[i]);
}

void disasm_alu_clause(struct disasm *d, size_t qword, size_t slots)
{
    size_t end = d->dwords / 2;
    if (qword + slots > end) {
        disasm_report(d, 2 * qword, "an ALU clause reaches beyond the program");
        slots = qword < end ? end - qword : 0;
    }
    size_t at = 0;
    for (unsigned number = 0; at < slots; number++) {
        struct asm_group group;
        asm_group_read(&group, d->code + 2 * (qword + at), slots - at, d->vliw);
        if (group.fault)
            disasm_report(d, 2 * (qword + at), group.fault);
        for (unsigned i = 0; i < group.count; i++) {
            if (!can_name(&group.slots[i]))
                disasm_report(d, 2 * (qword + at + i), "an unknown ALU instruction");
            disasm_note(d, qword + at + i);
            if (i)
                fprintf(d->out, "           ");
            else
                fprintf(d->out, "     %4u  ", number);
            print_slot(d, &group, i);
        }
        print_hidden_literals(d, &group);
        at += group.size;
    }
}
