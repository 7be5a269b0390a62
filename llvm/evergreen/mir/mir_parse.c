/* SPDX-License-Identifier: MIT */
/* mir_parse.c: machine IR from the text that mir_print.c writes. */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "llvm/evergreen/mir/mir_text.h"

enum {
    WORD_BYTES = 64,
    MAX_NUMBERED = 1 << 20, /* registers, tuples */
    MAX_DEPTH = 4096        /* of ifs and loops in each other */
};

/* A block named by number, which may come later in the text. */
struct link {
    struct mir_block **slot;
    uint32_t number;
    const char *at, *line_start;
    unsigned line;
};

/* After an error every reader fails and changes nothing that is used. */
struct parser {
    const char *at, *line_start;
    unsigned line;
    bool failed;
    char *error;
    size_t error_size;
    struct mir_function *f;
    struct link *links;
    uint32_t link_count;
    size_t link_capacity;
    uint32_t loop_depth, depth;
};

/* ---- words ---- */

__attribute__((format(printf, 2, 3))) static void fail(struct parser *p, const char *format, ...)
{
    if (p->failed)
        return;
    p->failed = true;
    int length = snprintf(p->error, p->error_size, "%u:%u: ", p->line,
                          (unsigned)(p->at - p->line_start) + 1);
    va_list arguments;
    va_start(arguments, format);
    if (length >= 0 && (size_t)length < p->error_size)
        vsnprintf(p->error + length, p->error_size - (size_t)length, format, arguments);
    va_end(arguments);
}

static void skip_blanks(struct parser *p)
{
    while (*p->at == ' ' || *p->at == '\t' || *p->at == '\r')
        p->at++;
}

static bool at_line_end(struct parser *p)
{
    skip_blanks(p);
    return *p->at == '\0' || *p->at == '\n' || *p->at == ';';
}

/* Goes on to what is not blank or comment; false at the end of the text. */
static bool next_line(struct parser *p)
{
    while (at_line_end(p)) {
        p->at += strcspn(p->at, "\n");
        if (!*p->at)
            return false;
        p->line_start = ++p->at;
        p->line++;
    }
    return true;
}

static void end_line(struct parser *p)
{
    if (!at_line_end(p))
        fail(p, "the line should end here");
    next_line(p);
}

static bool accept(struct parser *p, char c)
{
    skip_blanks(p);
    if (p->failed || *p->at != c)
        return false;
    p->at++;
    return true;
}

static void expect(struct parser *p, char c)
{
    if (!accept(p, c))
        fail(p, "'%c' is expected", c);
}

static size_t word_length(const struct parser *p)
{
    size_t length = 0;
    while (isalnum((unsigned char)p->at[length]) ||
           strchr("_.$", p->at[length] ? p->at[length] : ' '))
        length++;
    return length;
}

static bool sees_word(const struct parser *p, const char *word)
{
    return word_length(p) == strlen(word) && !strncmp(p->at, word, strlen(word));
}

/* The word if it comes next. */
static bool accept_word(struct parser *p, const char *word)
{
    skip_blanks(p);
    bool accepted = !p->failed && sees_word(p, word);
    p->at += accepted ? strlen(word) : 0;
    return accepted;
}

static void expect_word(struct parser *p, const char *word)
{
    if (!accept_word(p, word))
        fail(p, "'%s' is expected", word);
}

/* Leaves the text behind the word; errors that concern it are told at its start. */
static const char *read_word(struct parser *p, char word[WORD_BYTES])
{
    skip_blanks(p);
    const char *start = p->at;
    size_t length = word_length(p);
    if (!length || length >= WORD_BYTES)
        fail(p, length ? "this word is too long" : "a word is expected");
    length = p->failed ? 0 : length;
    memcpy(word, start, length);
    word[length] = '\0';
    p->at += length;
    return start;
}

__attribute__((format(printf, 3, 4))) static void fail_at(struct parser *p, const char *at,
                                                          const char *format, ...)
{
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof(what), format, arguments);
    va_end(arguments);
    if (!p->failed)
        p->at = at;
    fail(p, "%s", what);
}

static uint32_t read_number(struct parser *p, uint32_t limit)
{
    skip_blanks(p);
    char *end = NULL;
    bool hex = p->at[0] == '0' && p->at[1] == 'x';
    if (!isdigit((unsigned char)*p->at))
        fail(p, "a number is expected");
    if (p->failed)
        return 0;
    unsigned long long value = strtoull(p->at, &end, hex ? 16 : 10);
    if (value > limit)
        fail(p, "this number is too large: at most %u", limit);
    p->at = end;
    return p->failed ? 0 : (uint32_t)value;
}

static uint8_t read_channel(struct parser *p)
{
    static const char channels[] = "xyzw";
    const char *channel = *p->at ? strchr(channels, *p->at) : NULL;
    if (!channel)
        fail(p, "x, y, z or w is expected");
    if (p->failed)
        return 0;
    p->at++;
    return (uint8_t)(channel - channels);
}

/* ---- registers and operands ---- */

static void read_place(struct parser *p, struct mir_vreg *vreg)
{
    expect(p, 'R');
    vreg->gpr = (uint8_t)read_number(p, HW_GPRS - 1);
    expect(p, '.');
    vreg->assigned_channel = read_channel(p);
}

/* Behind the '%'. */
static uint32_t read_vreg(struct parser *p)
{
    uint32_t v = read_number(p, MAX_NUMBERED);
    if (!v)
        fail(p, "registers count from 1");
    while (!p->failed && p->f->vreg_count <= v)
        mir_new_vreg(p->f);
    if (p->failed)
        return 0;
    struct mir_vreg *vreg = &p->f->vregs[v];
    if (*p->at == ':' && p->at[1] == 't') {
        p->at += 2;
        vreg->tuple = read_number(p, MAX_NUMBERED);
        if (vreg->tuple > p->f->tuple_count)
            p->f->tuple_count = vreg->tuple;
    }
    if (*p->at == '.' && accept(p, '.'))
        vreg->channel = read_channel(p);
    if (*p->at == '!' && accept(p, '!'))
        vreg->pinned = (uint8_t)read_number(p, HW_GPRS - 1);
    if (*p->at == '@' && accept(p, '@'))
        read_place(p, vreg);
    return v;
}

static uint32_t read_kcache(struct parser *p)
{
    expect(p, '[');
    uint32_t vector = read_number(p, UINT16_MAX);
    expect(p, ']');
    expect(p, '.');
    return vector * 4 + read_channel(p);
}

static struct mir_operand read_literal(struct parser *p)
{
    char *end;
    size_t digits = strspn(p->at, "0123456789");
    if (!digits || p->at[digits] != '.')
        return mir_literal(read_number(p, UINT32_MAX));
    float number = strtof(p->at, &end);
    p->at = end;
    return mir_literal(float_bits(number));
}

static struct mir_operand read_value(struct parser *p)
{
    static const char special[] = "special", kcache[] = "KC0";
    skip_blanks(p);
    if (accept(p, '%'))
        return mir_vreg_operand(read_vreg(p));
    if (accept_word(p, "none"))
        return (struct mir_operand){.kind = MIR_NONE};
    if (accept_word(p, kcache))
        return (struct mir_operand){.kind = MIR_KCACHE, .value = read_kcache(p)};
    if (!strncmp(p->at, special, strlen(special))) {
        p->at += strlen(special);
        return (struct mir_operand){.kind = MIR_SPECIAL, .value = read_number(p, UINT16_MAX)};
    }
    if (!isdigit((unsigned char)*p->at))
        fail(p, "an operand is expected: %%1, a number, KC0[0].x, special0 or none");
    return p->failed ? (struct mir_operand){.kind = MIR_NONE} : read_literal(p);
}

static struct mir_operand read_operand(struct parser *p)
{
    bool neg = accept(p, '-'), abs = accept(p, '|');
    struct mir_operand operand = read_value(p);
    operand.neg = neg;
    operand.abs = abs;
    if (abs)
        expect(p, '|');
    return operand;
}

/* ---- instructions ---- */

static void read_field(struct parser *p, const struct mir_field *fields, size_t count, void *object)
{
    char name[WORD_BYTES];
    const char *start = read_word(p, name);
    size_t i = 0;
    while (i < count && strcmp(fields[i].name, name) != 0)
        i++;
    uint32_t value = accept(p, ':') ? read_number(p, UINT32_MAX) : 1;
    if (i == count)
        fail_at(p, start, "there is no field '%s' here", name);
    else if (!p->failed && !mir_field_write(&fields[i], object, value))
        fail_at(p, start, "%u does not fit into %s", value, name);
}

static void read_fields(struct parser *p, const struct mir_field *fields, size_t count,
                        void *object)
{
    if (!accept(p, '('))
        return;
    do
        read_field(p, fields, count, object);
    while (!p->failed && !accept(p, ')'));
}

static uint8_t read_destinations(struct parser *p, uint32_t dst[MIR_MAX_DST])
{
    uint8_t count = 0;
    if (*p->at != '%' && *p->at != '_')
        return 0;
    do {
        if (count == MIR_MAX_DST)
            fail(p, "there are at most %d destinations", MIR_MAX_DST);
        if (p->failed)
            return 0;
        skip_blanks(p);
        if (accept(p, '%'))
            dst[count++] = read_vreg(p);
        else if (accept(p, '_'))
            dst[count++] = 0;
        else
            fail(p, "a register or _ is expected");
    } while (accept(p, ','));
    expect(p, '=');
    return count;
}

static enum mir_kind read_kind(struct parser *p)
{
    char name[WORD_BYTES];
    const char *start = read_word(p, name);
    for (unsigned kind = 0; kind < MIR_KIND_COUNT; kind++)
        if (!strcmp(mir_kind_names[kind], name))
            return kind;
    fail_at(p, start, "there is no instruction '%s'", name);
    return MIR_ALU;
}

static unsigned read_op(struct parser *p, enum mir_kind kind)
{
    char name[WORD_BYTES];
    if (!mir_has_op(kind))
        return 0;
    const char *start = read_word(p, name);
    int op = mir_op_find(kind, name);
    if (op < 0)
        fail_at(p, start, "there is no %s operation '%s'", mir_kind_names[kind], name);
    return op < 0 ? 0 : (unsigned)op;
}

/* Passes read as many without looking. */
static uint32_t least_sources(enum mir_kind kind, unsigned op)
{
    static const uint8_t least[MIR_KIND_COUNT] = {
        [MIR_DOT] = MIR_DOT_SOURCES,   [MIR_VTX] = 1,          [MIR_TEX] = 4,
        [MIR_RAT] = MIR_RAT_INDEX + 1, [MIR_LDS] = 1,          [MIR_ARRAY_LOAD] = 1,
        [MIR_ARRAY_STORE] = 2,         [MIR_SCRATCH_LOAD] = 1, [MIR_SCRATCH_STORE] = 2};
    if (kind == MIR_ALU || kind == MIR_DOUBLE)
        return hw_alu_info[op].nsrc * (kind == MIR_DOUBLE ? 2u : 1u);
    return least[kind];
}

static void read_sources(struct parser *p, struct mir_inst *inst)
{
    size_t capacity = 0;
    inst->src = NULL;
    while (!at_line_end(p) && *p->at != '(') {
        inst->src =
            evg_arena_grow(p->f->arena, inst->src, inst->src_count, &capacity, sizeof(*inst->src));
        inst->src[inst->src_count++] = read_operand(p);
        if (!accept(p, ','))
            break;
    }
}

static void read_inst(struct parser *p, struct mir_block *block)
{
    uint32_t dst[MIR_MAX_DST] = {0};
    uint8_t dst_count = read_destinations(p, dst);
    skip_blanks(p);
    const char *start = p->at;
    enum mir_kind kind = read_kind(p);
    unsigned op = read_op(p, kind);
    if (p->failed)
        return;
    struct mir_inst *inst = mir_new_inst(p->f, kind, op, 0);
    inst->dst_count = dst_count;
    memcpy(inst->dst, dst, sizeof(dst));
    read_sources(p, inst);
    if (inst->src_count < least_sources(kind, op))
        fail_at(p, start, "this takes %u sources", least_sources(kind, op));
    read_fields(p, mir_inst_fields, mir_inst_field_count, inst);
    end_line(p);
    mir_append(block, inst);
}

/* ---- blocks ---- */

static void read_link(struct parser *p, struct mir_block **slot)
{
    skip_blanks(p);
    p->links =
        evg_arena_grow(p->f->arena, p->links, p->link_count, &p->link_capacity, sizeof(*p->links));
    struct link *link = &p->links[p->link_count++];
    *link = (struct link){slot, 0, p->at, p->line_start, p->line};
    link->number = read_number(p, MAX_NUMBERED);
}

/* Links point into the array, so it is made as long as it gets. */
static void read_predecessors(struct parser *p, struct mir_block *block)
{
    uint32_t count = 1;
    if (!accept_word(p, "from"))
        return;
    for (const char *c = p->at; *c && *c != '\n' && *c != ';'; c++)
        count += *c == ',';
    block->preds = evg_arena_array(p->f->arena, count, sizeof(*block->preds));
    do
        read_link(p, &block->preds[block->pred_count++]);
    while (!p->failed && accept(p, ','));
}

static void read_choice(struct parser *p, struct mir_block *block)
{
    char name[WORD_BYTES];
    skip_blanks(p);
    bool tests = isupper((unsigned char)*p->at) && strncmp(p->at, "KC0", 3) != 0;
    if (tests) {
        const char *start = read_word(p, name);
        int op = hw_alu_find_name(name);
        if (op < 0 || !mir_test_find((unsigned)op))
            fail_at(p, start, "'%s' is no comparison that can be tested", name);
        block->test = (uint16_t)op;
    }
    block->cond = read_operand(p);
    if (tests) {
        expect(p, ',');
        block->cond_other = read_operand(p);
    }
    if (accept_word(p, "then"))
        read_link(p, &block->succ[0]);
    if (accept_word(p, "else"))
        read_link(p, &block->succ[1]);
}

static bool ends_function(const struct parser *p)
{
    return *p->at == '\0' || sees_word(p, "function");
}

/* Whether the line is more than one of a block's instructions. */
static bool ends_block(const struct parser *p)
{
    return *p->at == '}' || ends_function(p) || sees_word(p, "block") || sees_word(p, "if") ||
           sees_word(p, "loop");
}

/* Behind the word "block". */
static void read_block(struct parser *p, struct mir_node *node)
{
    skip_blanks(p);
    const char *start = p->at;
    if (read_number(p, MAX_NUMBERED) != p->f->block_count)
        fail_at(p, start, "block %u comes next", p->f->block_count);
    if (p->failed)
        return;
    struct mir_block *block = node->block = mir_new_block(p->f);
    block->loop_depth = p->loop_depth;
    read_predecessors(p, block);
    end_line(p);
    while (!p->failed && !ends_block(p)) {
        bool chooses = accept_word(p, "choose"), goes = !chooses && accept_word(p, "goto");
        if (chooses)
            read_choice(p, block);
        if (goes)
            read_link(p, &block->succ[0]);
        if (chooses || goes) {
            end_line(p);
            return;
        }
        read_inst(p, block);
    }
}

static struct mir_node *read_nodes(struct parser *p);

/* Behind the word "if" or "loop". */
static void read_branch(struct parser *p, struct mir_node *node)
{
    bool loop = node->kind == MIR_NODE_LOOP;
    read_link(p, &node->block);
    node->invert = accept_word(p, "not");
    expect(p, '{');
    end_line(p);
    p->loop_depth += loop;
    node->body = read_nodes(p);
    p->loop_depth -= loop;
    expect(p, '}');
    if (!loop && accept_word(p, "else")) {
        expect(p, '{');
        end_line(p);
        node->orelse = read_nodes(p);
        expect(p, '}');
    }
    end_line(p);
}

static struct mir_node *read_node(struct parser *p)
{
    struct mir_node *node = evg_arena_alloc(p->f->arena, sizeof(*node));
    if (accept_word(p, "block")) {
        node->kind = MIR_NODE_BLOCK;
        read_block(p, node);
        return node;
    }
    node->kind = accept_word(p, "loop") ? MIR_NODE_LOOP : MIR_NODE_IF;
    if (node->kind == MIR_NODE_IF)
        expect_word(p, "if");
    read_branch(p, node);
    return node;
}

static struct mir_node *read_nodes(struct parser *p)
{
    struct mir_node *first = NULL, **last = &first;
    if (++p->depth > MAX_DEPTH)
        fail(p, "ifs and loops lie too deep in each other");
    while (!p->failed && !ends_function(p) && *p->at != '}') {
        *last = read_node(p);
        last = &(*last)->next;
    }
    p->depth--;
    return first;
}

/* ---- functions ---- */

static bool has(struct mir_block *const *blocks, uint32_t count, const struct mir_block *block)
{
    for (uint32_t i = 0; i < count; i++)
        if (blocks[i] == block)
            return true;
    return false;
}

static void resolve_links(struct parser *p)
{
    for (uint32_t i = 0; i < p->link_count && !p->failed; i++) {
        const struct link *link = &p->links[i];
        if (link->number < p->f->block_count) {
            *link->slot = p->f->blocks[link->number];
            continue;
        }
        p->line = link->line;
        p->line_start = link->line_start;
        fail_at(p, link->at, "there is no block %u", link->number);
    }
}

static void check_edges(struct parser *p)
{
    for (uint32_t b = 0; b < p->f->block_count && !p->failed; b++) {
        const struct mir_block *block = p->f->blocks[b];
        for (uint32_t i = 0; i < block->pred_count; i++)
            if (!has(block->preds[i]->succ, 2, block))
                fail(p, "block %u does not go to block %u", block->preds[i]->index, b);
        for (unsigned s = 0; s < 2; s++)
            if (block->succ[s] && !has(block->succ[s]->preds, block->succ[s]->pred_count, block))
                fail(p, "block %u does not come from block %u", block->succ[s]->index, b);
    }
}

static void read_header(struct parser *p)
{
    char word[WORD_BYTES];
    next_line(p);
    expect_word(p, "function");
    const char *start = read_word(p, word);
    size_t length = (size_t)(p->at - start);
    p->f->name = memcpy(evg_arena_alloc(p->f->arena, length + 1), start, length);
    expect_word(p, "on");
    start = read_word(p, word);
    p->f->chip = hw_chip_find(word);
    if (!p->f->chip)
        fail_at(p, start, "there is no chip '%s'", word);
    read_fields(p, mir_function_fields, mir_function_field_count, p->f);
    end_line(p);
}

struct mir_function *mir_parse(struct evg_arena *arena, const char **text, unsigned *line,
                               char *error, size_t error_size)
{
    struct parser p = {
        .at = *text, .line_start = *text, .line = *line, .error = error, .error_size = error_size};
    p.f = evg_arena_alloc(arena, sizeof(*p.f));
    *p.f = (struct mir_function){.arena = arena, .vreg_count = 1};
    read_header(&p);
    p.f->root = read_nodes(&p);
    if (!p.f->block_count || !ends_function(&p))
        fail(&p, "a block is expected");
    *text = p.at;
    *line = p.line;
    resolve_links(&p);
    check_edges(&p);
    return p.failed ? NULL : p.f;
}
