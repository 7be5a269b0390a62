/* SPDX-License-Identifier: MIT */
/* asm_alu.c: ALU instructions and groups from text. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "llvm/evergreen/tests/asm/asm_program.h"

enum { SOURCES = 512 }; /* selects */
static const char slot_letters[] = "xyzwt";

struct parser {
    struct asm_text *text;
    struct asm_body *body;
    struct asm_inst inst;
    int index_mode; /* of relative operands; -1 while there was none */
};

/* "AR.x", "AL", "SR5": what relative operands are relative to; one for the whole instruction. */
static void parse_index(struct parser *p)
{
    char name[ASM_WORD_BYTES + 2];
    int mode = -1;
    asm_text_word(p->text, name);
    if (asm_text_accept(p->text, '.'))
        strcat(name, (const char[]){'.', "xyzw"[asm_text_channel(p->text)], '\0'});
    asm_text_expect(p->text, ']');
    for (int i = 0; i < 8; i++)
        if (!strcmp(asm_index_names[i], name))
            mode = i;
    if (mode < 0)
        asm_text_fail(p->text, "'%s' is no index", name);
    else if (p->index_mode >= 0 && p->index_mode != mode)
        asm_text_fail(p->text, "an instruction has one index only");
    p->index_mode = mode;
}

static bool accept_index(struct parser *p)
{
    if (!asm_text_accept(p->text, '['))
        return false;
    parse_index(p);
    return true;
}

static void set_literal(struct parser *p, unsigned chan, uint32_t value)
{
    struct asm_body *body = p->body;
    if (body->literal_mask & 1u << chan && body->literals[chan] != value)
        asm_text_fail(p->text, "literal.%c already has another value", "xyzw"[chan]);
    body->literals[chan] = value;
    body->literal_mask |= 1u << chan;
}

/* The channel of an equal literal of the group, or a new one's. */
static unsigned choose_literal(struct parser *p, uint32_t value)
{
    const struct asm_body *body = p->body;
    for (unsigned i = 0; i < ASM_LITERALS; i++)
        if (body->literal_mask & 1u << i && body->literals[i] == value)
            return i;
    for (unsigned i = 0; i < ASM_LITERALS; i++)
        if (!(body->literal_mask & 1u << i))
            return i;
    asm_text_fail(p->text, "a group has four literals at most");
    return 0;
}

static unsigned parse_kcache(struct parser *p, const char *word)
{
    unsigned set = (unsigned)(word[2] - '0');
    asm_text_expect(p->text, '[');
    uint32_t index = asm_text_number(p->text);
    asm_text_expect(p->text, ']');
    if (set > 3 || word[3] || index > 31)
        asm_text_fail(p->text, "constants are KC0[0] to KC3[31]");
    return p->text->failed ? 0 : asm_kcache_first[set] + index;
}

/* A number behind letters, below a limit. */
static unsigned parse_suffix(struct parser *p, const char *digits, unsigned limit)
{
    unsigned value = 0;
    for (; isdigit((unsigned char)*digits) && value < limit; digits++)
        value = 10 * value + (unsigned)(*digits - '0');
    if (*digits || value >= limit)
        asm_text_fail(p->text, "there is no such register or source");
    return *digits || value >= limit ? 0 : value;
}

/* The select of a source by its name, or -1. */
static int find_source(const char *name)
{
    for (int sel = 0; sel < SOURCES; sel++) {
        const char *candidate = asm_source_name((unsigned)sel);
        if (candidate && !strcasecmp(candidate, name))
            return sel;
    }
    return -1;
}

static unsigned parse_named(struct parser *p)
{
    char word[ASM_WORD_BYTES];
    if (!asm_text_word(p->text, word))
        return 0;
    if (word[0] == 'R' && isdigit((unsigned char)word[1]))
        return parse_suffix(p, word + 1, HW_GPRS);
    if (!strncmp(word, "KC", 2) && isdigit((unsigned char)word[2]))
        return parse_kcache(p, word);
    if (!strncmp(word, "SRC", 3) && isdigit((unsigned char)word[3]))
        return parse_suffix(p, word + 3, SOURCES);
    /* "1.0" and "0.5" are names with a point in them. */
    if ((!strcmp(word, "1") && !strncmp(p->text->at, ".0", 2)) ||
        (!strcmp(word, "0") && !strncmp(p->text->at, ".5", 2))) {
        strncat(word, p->text->at, 2);
        p->text->at += 2;
    }
    int sel = find_source(word);
    if (sel < 0)
        asm_text_fail(p->text, "there is no source '%s'", word);
    return sel < 0 ? 0 : (unsigned)sel;
}

static struct asm_source parse_source(struct parser *p)
{
    struct asm_source source = {0};
    bool literal;
    uint32_t value = 0;
    source.neg = asm_text_accept(p->text, '-');
    source.abs = asm_text_accept(p->text, '|');
    literal = asm_text_accept(p->text, '[');
    if (literal) {
        source.sel = HW_SRC_LITERAL;
        value = asm_text_literal(p->text);
        asm_text_expect(p->text, ']');
    } else {
        source.sel = parse_named(p);
    }
    source.rel = accept_index(p);
    if (asm_text_accept(p->text, '.'))
        source.chan = asm_text_channel(p->text);
    else if (literal)
        source.chan = choose_literal(p, value);
    if (literal)
        set_literal(p, source.chan, value);
    if (source.abs)
        asm_text_expect(p->text, '|');
    return source;
}

static void put_source(struct parser *p, unsigned index)
{
    bool op2 = p->inst.format == ASM_FORMAT_OP2, lds = p->inst.format == ASM_FORMAT_LDS;
    struct asm_source source = parse_source(p);
    if (index >= (op2 ? 2u : 3u))
        asm_text_fail(p->text, "too many sources");
    else if (source.abs && !op2)
        asm_text_fail(p->text, "this instruction has no absolute values");
    else if (source.neg && lds)
        asm_text_fail(p->text, "this instruction has no negation");
    if (p->text->failed)
        return;
    asm_put(&p->inst, asm_source_fields[index].sel, source.sel);
    asm_put(&p->inst, asm_source_fields[index].chan, source.chan);
    asm_put(&p->inst, asm_source_fields[index].rel, source.rel);
    if (source.neg)
        asm_put(&p->inst, asm_source_fields[index].neg, 1);
    if (source.abs)
        asm_put(&p->inst, asm_source_fields[index].abs, 1);
}

/* "R1.x", or "(R1.x)" for a result that is not written. */
static void parse_destination(struct parser *p)
{
    bool written = !asm_text_accept(p->text, '(');
    asm_text_put(p->text, &p->inst, ASM_ALU_OP2_WORD1_DST_GPR, asm_text_gpr(p->text));
    asm_text_put(p->text, &p->inst, ASM_ALU_OP2_WORD1_DST_REL, accept_index(p));
    asm_text_expect(p->text, '.');
    asm_text_put(p->text, &p->inst, ASM_ALU_OP2_WORD1_DST_CHAN, asm_text_channel(p->text));
    if (!written)
        asm_text_expect(p->text, ')');
    if (!written && p->inst.format == ASM_FORMAT_OP3)
        asm_text_fail(p->text, "instructions with three sources always write");
    if (p->inst.format == ASM_FORMAT_OP2)
        asm_text_put(p->text, &p->inst, ASM_ALU_OP2_WORD1_WRITE_MASK, written);
}

static void put_lds_offset(struct parser *p)
{
    asm_text_expect(p->text, ':');
    uint32_t offset = asm_text_number(p->text);
    if (offset > 63)
        asm_text_fail(p->text, "an offset is at most 63");
    for (unsigned i = 0; i < 6; i++)
        asm_put(&p->inst, asm_lds_offset_bits[i], offset >> i & 1);
}

/* ":value", of the few that there are. */
static uint32_t choose_value(struct parser *p, uint32_t first, uint32_t last, uint32_t step)
{
    asm_text_expect(p->text, ':');
    uint32_t value = asm_text_number(p->text);
    if (value < first || value > last || (value - first) % step)
        asm_text_fail(p->text, "the value is %u or %u", first, last);
    return value;
}

/* The code of a BANK_SWIZZLE by its name, or -1. */
static int find_swizzle(const char *name)
{
    for (unsigned code = 0; asm_swizzle_name(false, code); code++)
        for (int trans = 0; trans < 2; trans++) {
            const char *candidate = asm_swizzle_name(trans, code);
            if (candidate && !strcasecmp(candidate, name))
                return (int)code;
        }
    return -1;
}

static void parse_modifier(struct parser *p, const char *name)
{
    struct asm_text *text = p->text;
    bool op2 = p->inst.format == ASM_FORMAT_OP2;
    int swizzle = find_swizzle(name);
    if (swizzle >= 0)
        asm_text_put(text, &p->inst, ASM_ALU_OP2_WORD1_BANK_SWIZZLE, (uint32_t)swizzle);
    else if (!strcmp(name, "pred"))
        asm_text_put(text, &p->inst, ASM_ALU_WORD0_PRED_SEL,
                     choose_value(p, 0, 1, 1) ? HW_PRED_SEL_ONE : HW_PRED_SEL_ZERO);
    else if (op2 && !strcmp(name, "mul"))
        asm_text_put(text, &p->inst, ASM_ALU_OP2_WORD1_OMOD,
                     choose_value(p, 2, 4, 2) == 2 ? HW_OMOD_M2 : HW_OMOD_M4);
    else if (op2 && !strcmp(name, "div"))
        asm_text_put(text, &p->inst, ASM_ALU_OP2_WORD1_OMOD,
                     (uint32_t)(choose_value(p, 2, 2, 1) ? HW_OMOD_D2 : 0));
    else if (p->inst.format == ASM_FORMAT_LDS && !strcmp(name, "offset"))
        put_lds_offset(p);
    else
        asm_text_attribute(text, &p->inst, name);
}

static void parse_sources(struct parser *p, unsigned index)
{
    do
        put_source(p, index++);
    while (asm_text_accept(p->text, ','));
}

static void parse_lds(struct parser *p, int op)
{
    p->inst.format = ASM_FORMAT_LDS;
    asm_put(&p->inst, ASM_ALU_LDS_WORD1_ALU_INST, hw_alu_info[HW_ALU_OP_LDS_IDX_OP].code);
    asm_put(&p->inst, ASM_ALU_LDS_WORD1_LDS_OP, (uint32_t)op);
    parse_sources(p, 0);
}

static void parse_op(struct parser *p, const struct hw_alu_info *info)
{
    p->inst.format = info->op3 ? ASM_FORMAT_OP3 : ASM_FORMAT_OP2;
    asm_put(&p->inst, info->op3 ? ASM_ALU_OP3_WORD1_ALU_INST : ASM_ALU_OP2_WORD1_ALU_INST,
            info->code);
    parse_destination(p);
    if (asm_text_accept(p->text, ','))
        parse_sources(p, 0);
}

static void parse_raw(struct parser *p)
{
    p->inst.format = ASM_FORMAT_OP2;
    p->inst.dword[0] = asm_text_number(p->text);
    asm_text_expect(p->text, ',');
    p->inst.dword[1] = asm_text_number(p->text);
    if (p->inst.dword[0] & HW_SET(ALU_WORD0, LAST, 1))
        asm_text_fail(p->text, "the end of a group is said by the number of the next");
}

static void parse_instruction(struct parser *p)
{
    char name[ASM_WORD_BYTES];
    asm_text_word(p->text, name);
    int lds = !strncmp(name, "LDS_", 4) ? hw_lds_find_name(name + 4) : -1;
    int op = hw_alu_find_name(name);
    if (!strcmp(name, "RAW"))
        parse_raw(p);
    else if (lds >= 0)
        parse_lds(p, lds);
    else if (op >= 0 && op != HW_ALU_OP_LDS_IDX_OP)
        parse_op(p, &hw_alu_info[op]);
    else
        asm_text_fail(p->text, "there is no ALU instruction '%s'", name);
    while (!asm_text_at_end(p->text) && asm_text_word(p->text, name))
        parse_modifier(p, name);
    if (p->index_mode >= 0)
        asm_put(&p->inst, ASM_ALU_WORD0_INDEX_MODE, (uint32_t)p->index_mode);
}

/* Checks that the instruction issues where the text says. */
static void check_slot(struct parser *p, unsigned wanted)
{
    struct asm_slot slot = {.word0 = p->inst.dword[0], .word1 = p->inst.dword[1]};
    bool op3 = hw_alu_is_op3(slot.word1);
    slot.op = hw_alu_find(op3, op3 ? HW_GET(slot.word1, ALU_OP3_WORD1, ALU_INST)
                                   : HW_GET(slot.word1, ALU_OP2_WORD1, ALU_INST));
    int chosen = asm_choose_slot(slot.op, asm_dst_chan(&slot), p->body->taken, p->body->vliw);
    if (chosen < 0)
        asm_text_fail(p->text, "no slot is left for this instruction");
    else if (p->body->taken >> chosen)
        asm_text_fail(p->text, "the slots of a group are in the order x y z w t");
    else if ((unsigned)chosen != wanted)
        asm_text_fail(p->text, "this instruction issues in slot %c", slot_letters[chosen]);
    else
        p->body->taken |= 1u << chosen;
}

void asm_alu_line(struct asm_text *text, struct asm_body *body, bool first)
{
    if (first || !body->in_group) {
        asm_group_end(text, body);
        body->in_group = true;
        body->group_start = body->count;
        body->taken = body->literal_mask = 0;
        memset(body->literals, 0, sizeof(body->literals));
    }
    struct parser p = {.text = text, .body = body, .index_mode = -1};
    const char *letter = *text->at ? strchr(slot_letters, *text->at) : NULL;
    if (!letter) {
        asm_text_fail(text, "expected a slot: x, y, z, w or t");
        return;
    }
    text->at++;
    asm_text_expect(text, ':');
    parse_instruction(&p);
    if (!text->failed)
        check_slot(&p, (unsigned)(letter - slot_letters));
    asm_body_append(text, body, p.inst.dword, 2);
}

void asm_literal_line(struct asm_text *text, struct asm_body *body)
{
    struct parser p = {.text = text, .body = body};
    asm_text_expect(text, '.');
    unsigned chan = asm_text_channel(text);
    uint32_t value = asm_text_literal(text);
    if (!body->in_group)
        asm_text_fail(text, "a literal belongs to a group");
    else if (!text->failed)
        set_literal(&p, chan, value);
}

/* How many literal dwords the group's sources (not its literal lines) make the hardware read. */
static unsigned literal_dwords(const struct asm_body *body)
{
    unsigned highest = 0;
    for (size_t at = body->group_start; at < body->count; at += 2) {
        struct asm_slot slot = {.word0 = body->dwords[at], .word1 = body->dwords[at + 1]};
        for (unsigned i = 0; i < asm_source_count(&slot); i++) {
            struct asm_source source = asm_source_at(&slot, i);
            if (source.sel == HW_SRC_LITERAL && source.chan + 1 > highest)
                highest = source.chan + 1;
        }
    }
    return (highest + 1) / 2 * 2;
}

void asm_group_end(struct asm_text *text, struct asm_body *body)
{
    if (!body->in_group || body->count == body->group_start || text->failed)
        return;
    body->dwords[body->count - 2] |= HW_SET(ALU_WORD0, LAST, 1);
    unsigned literals = literal_dwords(body);
    if (body->literal_mask >> literals)
        asm_text_fail(text, "a literal of the group before is read by no source");
    asm_body_append(text, body, body->literals, literals);
    body->in_group = false;
}
