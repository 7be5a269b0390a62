/* SPDX-License-Identifier: MIT */
/* mir_parse_inst.c: registers, operands and instructions of machine IR from text. */
#include "llvm/evergreen/mir/mir_parser.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/bits.h"

static uint8_t read_channel(struct mir_parser *p)
{
    static const char channels[] = "xyzw";
    const char *channel = *p->w.at ? strchr(channels, *p->w.at) : NULL;
    if (!channel)
        words_fail(&p->w, "x, y, z or w is expected");
    if (p->w.failed)
        return 0;
    p->w.at++;
    return (uint8_t)(channel - channels);
}

static void read_place(struct mir_parser *p, struct mir_vreg *vreg)
{
    words_expect(&p->w, 'R');
    vreg->gpr = (uint8_t)words_number(&p->w, HW_GPRS - 1);
    words_expect(&p->w, '.');
    vreg->assigned_channel = read_channel(p);
}

/* Behind the '%'. */
static uint32_t read_vreg(struct mir_parser *p)
{
    uint32_t v = words_number(&p->w, MIR_MAX_NUMBERED);
    if (!v)
        words_fail(&p->w, "registers count from 1");
    while (!p->w.failed && p->f->vreg_count <= v)
        mir_new_vreg(p->f);
    if (p->w.failed)
        return 0;
    struct mir_vreg *vreg = &p->f->vregs[v];
    if (*p->w.at == ':' && p->w.at[1] == 't') {
        p->w.at += 2;
        vreg->tuple = words_number(&p->w, MIR_MAX_NUMBERED);
        if (vreg->tuple > p->f->tuple_count)
            p->f->tuple_count = vreg->tuple;
    }
    if (*p->w.at == '.' && words_accept(&p->w, '.'))
        vreg->channel = read_channel(p);
    if (*p->w.at == '!' && words_accept(&p->w, '!'))
        vreg->pinned = (uint8_t)words_number(&p->w, HW_GPRS - 1);
    if (*p->w.at == '@' && words_accept(&p->w, '@'))
        read_place(p, vreg);
    return v;
}

static uint32_t read_kcache(struct mir_parser *p)
{
    words_expect(&p->w, '[');
    uint32_t vector = words_number(&p->w, UINT16_MAX);
    words_expect(&p->w, ']');
    words_expect(&p->w, '.');
    return vector * 4 + read_channel(p);
}

static struct mir_operand read_literal(struct mir_parser *p)
{
    char *end;
    size_t digits = strspn(p->w.at, "0123456789");
    if (!digits || p->w.at[digits] != '.')
        return mir_literal(words_number(&p->w, UINT32_MAX));
    float number = strtof(p->w.at, &end);
    p->w.at = end;
    return mir_literal(float_bits(number));
}

static struct mir_operand read_value(struct mir_parser *p)
{
    static const char special[] = "special", kcache[] = "KC0";
    words_skip_blanks(&p->w);
    if (words_accept(&p->w, '%'))
        return mir_vreg_operand(read_vreg(p));
    if (words_accept_word(&p->w, "none"))
        return (struct mir_operand){.kind = MIR_NONE};
    if (words_accept_word(&p->w, kcache))
        return (struct mir_operand){.kind = MIR_KCACHE, .value = read_kcache(p)};
    if (!strncmp(p->w.at, special, strlen(special))) {
        p->w.at += strlen(special);
        return (struct mir_operand){.kind = MIR_SPECIAL, .value = words_number(&p->w, UINT16_MAX)};
    }
    if (!isdigit((unsigned char)*p->w.at))
        words_fail(&p->w, "an operand is expected: %%1, a number, KC0[0].x, special0 or none");
    return p->w.failed ? (struct mir_operand){.kind = MIR_NONE} : read_literal(p);
}

struct mir_operand mir_read_operand(struct mir_parser *p)
{
    bool neg = words_accept(&p->w, '-'), abs = words_accept(&p->w, '|');
    struct mir_operand operand = read_value(p);
    operand.neg = neg;
    operand.abs = abs;
    if (abs)
        words_expect(&p->w, '|');
    return operand;
}

/* ---- instructions ---- */

static void read_field(struct mir_parser *p, const struct mir_field *fields, size_t count,
                       void *object)
{
    char name[WORDS_BYTES];
    const char *start = words_read(&p->w, name);
    size_t i = 0;
    while (i < count && strcmp(fields[i].name, name) != 0)
        i++;
    uint32_t value = words_accept(&p->w, ':') ? words_number(&p->w, UINT32_MAX) : 1;
    if (i == count)
        words_fail_at(&p->w, start, "there is no field '%s' here", name);
    else if (!p->w.failed && !mir_field_write(&fields[i], object, value))
        words_fail_at(&p->w, start, "%u does not fit into %s", value, name);
}

void mir_read_fields(struct mir_parser *p, const struct mir_field *fields, size_t count,
                     void *object)
{
    if (!words_accept(&p->w, '('))
        return;
    do
        read_field(p, fields, count, object);
    while (!p->w.failed && !words_accept(&p->w, ')'));
}

static uint8_t read_destinations(struct mir_parser *p, uint32_t dst[MIR_MAX_DST])
{
    uint8_t count = 0;
    if (*p->w.at != '%' && *p->w.at != '_')
        return 0;
    do {
        if (count == MIR_MAX_DST)
            words_fail(&p->w, "there are at most %d destinations", MIR_MAX_DST);
        if (p->w.failed)
            return 0;
        words_skip_blanks(&p->w);
        if (words_accept(&p->w, '%'))
            dst[count++] = read_vreg(p);
        else if (words_accept(&p->w, '_'))
            dst[count++] = 0;
        else
            words_fail(&p->w, "a register or _ is expected");
    } while (words_accept(&p->w, ','));
    words_expect(&p->w, '=');
    return count;
}

static enum mir_kind read_kind(struct mir_parser *p)
{
    char name[WORDS_BYTES];
    const char *start = words_read(&p->w, name);
    for (unsigned kind = 0; kind < MIR_KIND_COUNT; kind++)
        if (!strcmp(mir_kind_names[kind], name))
            return kind;
    words_fail_at(&p->w, start, "there is no instruction '%s'", name);
    return MIR_ALU;
}

static unsigned read_op(struct mir_parser *p, enum mir_kind kind)
{
    char name[WORDS_BYTES];
    if (!mir_has_op(kind))
        return 0;
    const char *start = words_read(&p->w, name);
    int op = mir_op_find(kind, name);
    if (op < 0)
        words_fail_at(&p->w, start, "there is no %s operation '%s'", mir_kind_names[kind], name);
    return op < 0 ? 0 : (unsigned)op;
}

/* Passes read as many without looking. */
static uint32_t least_sources(enum mir_kind kind, unsigned op)
{
    static const uint8_t least[MIR_KIND_COUNT] = {
        [MIR_DOT] = MIR_DOT_SOURCES,   [MIR_VTX] = 1,          [MIR_TEX] = MIR_COORDINATES,
        [MIR_RAT] = MIR_RAT_INDEX + 1, [MIR_LDS] = 1,          [MIR_ARRAY_LOAD] = 1,
        [MIR_ARRAY_STORE] = 2,         [MIR_SCRATCH_LOAD] = 1, [MIR_SCRATCH_STORE] = 2};
    if (kind == MIR_ALU || kind == MIR_DOUBLE)
        return hw_alu_info[op].nsrc * (kind == MIR_DOUBLE ? 2u : 1u);
    if (kind == MIR_TEX && op == HW_TEX_SAMPLE_G)
        return 3 * MIR_COORDINATES;
    return least[kind];
}

static void read_sources(struct mir_parser *p, struct mir_inst *inst)
{
    size_t capacity = 0;
    inst->src = NULL;
    while (!words_at_line_end(&p->w) && *p->w.at != '(') {
        inst->src =
            arena_grow(p->f->arena, inst->src, inst->src_count, &capacity, sizeof(*inst->src));
        inst->src[inst->src_count++] = mir_read_operand(p);
        if (!words_accept(&p->w, ','))
            break;
    }
}

uint32_t mir_check_line(struct mir_parser *p, const char *at, uint32_t line)
{
    if (line && line >= p->f->lines->count)
        words_fail_at(&p->w, at, "there is no line %u", line);
    return p->w.failed ? 0 : line;
}

void mir_read_inst(struct mir_parser *p, struct mir_block *block)
{
    uint32_t dst[MIR_MAX_DST] = {0};
    uint8_t dst_count = read_destinations(p, dst);
    words_skip_blanks(&p->w);
    const char *start = p->w.at;
    enum mir_kind kind = read_kind(p);
    unsigned op = read_op(p, kind);
    if (p->w.failed)
        return;
    struct mir_inst *inst = mir_new_inst(p->f, kind, op, 0);
    inst->dst_count = dst_count;
    memcpy(inst->dst, dst, sizeof(dst));
    read_sources(p, inst);
    if (inst->src_count < least_sources(kind, op))
        words_fail_at(&p->w, start, "this takes %u sources", least_sources(kind, op));
    mir_read_fields(p, mir_inst_fields, mir_inst_field_count, inst);
    const uint32_t line = mir_check_line(p, start, inst->line);
    words_end_line(&p->w);
    mir_append(block, inst);
    inst->line = line; /* none, too, beside those that have one */
}
