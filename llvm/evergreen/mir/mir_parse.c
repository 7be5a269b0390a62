/* SPDX-License-Identifier: MIT */
/* mir_parse.c: machine IR from the text that mir_print.c writes. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "llvm/evergreen/mir/mir_text.h"
#include "llvm/evergreen/mir/words.h"

enum {
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

struct parser {
    struct words w;
    struct mir_function *f;
    struct link *links;
    uint32_t link_count;
    size_t link_capacity;
    uint32_t loop_depth, depth;
};

/* ---- registers and operands ---- */

static uint8_t read_channel(struct parser *p)
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

static void read_place(struct parser *p, struct mir_vreg *vreg)
{
    words_expect(&p->w, 'R');
    vreg->gpr = (uint8_t)words_number(&p->w, HW_GPRS - 1);
    words_expect(&p->w, '.');
    vreg->assigned_channel = read_channel(p);
}

/* Behind the '%'. */
static uint32_t read_vreg(struct parser *p)
{
    uint32_t v = words_number(&p->w, MAX_NUMBERED);
    if (!v)
        words_fail(&p->w, "registers count from 1");
    while (!p->w.failed && p->f->vreg_count <= v)
        mir_new_vreg(p->f);
    if (p->w.failed)
        return 0;
    struct mir_vreg *vreg = &p->f->vregs[v];
    if (*p->w.at == ':' && p->w.at[1] == 't') {
        p->w.at += 2;
        vreg->tuple = words_number(&p->w, MAX_NUMBERED);
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

static uint32_t read_kcache(struct parser *p)
{
    words_expect(&p->w, '[');
    uint32_t vector = words_number(&p->w, UINT16_MAX);
    words_expect(&p->w, ']');
    words_expect(&p->w, '.');
    return vector * 4 + read_channel(p);
}

static struct mir_operand read_literal(struct parser *p)
{
    char *end;
    size_t digits = strspn(p->w.at, "0123456789");
    if (!digits || p->w.at[digits] != '.')
        return mir_literal(words_number(&p->w, UINT32_MAX));
    float number = strtof(p->w.at, &end);
    p->w.at = end;
    return mir_literal(float_bits(number));
}

static struct mir_operand read_value(struct parser *p)
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

static struct mir_operand read_operand(struct parser *p)
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

static void read_field(struct parser *p, const struct mir_field *fields, size_t count, void *object)
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

static void read_fields(struct parser *p, const struct mir_field *fields, size_t count,
                        void *object)
{
    if (!words_accept(&p->w, '('))
        return;
    do
        read_field(p, fields, count, object);
    while (!p->w.failed && !words_accept(&p->w, ')'));
}

static uint8_t read_destinations(struct parser *p, uint32_t dst[MIR_MAX_DST])
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

static enum mir_kind read_kind(struct parser *p)
{
    char name[WORDS_BYTES];
    const char *start = words_read(&p->w, name);
    for (unsigned kind = 0; kind < MIR_KIND_COUNT; kind++)
        if (!strcmp(mir_kind_names[kind], name))
            return kind;
    words_fail_at(&p->w, start, "there is no instruction '%s'", name);
    return MIR_ALU;
}

static unsigned read_op(struct parser *p, enum mir_kind kind)
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

static void read_sources(struct parser *p, struct mir_inst *inst)
{
    size_t capacity = 0;
    inst->src = NULL;
    while (!words_at_line_end(&p->w) && *p->w.at != '(') {
        inst->src =
            arena_grow(p->f->arena, inst->src, inst->src_count, &capacity, sizeof(*inst->src));
        inst->src[inst->src_count++] = read_operand(p);
        if (!words_accept(&p->w, ','))
            break;
    }
}

/* The number of a line that there is, or of none. */
static uint32_t check_line(struct parser *p, const char *at, uint32_t line)
{
    if (line && line >= p->f->lines->count)
        words_fail_at(&p->w, at, "there is no line %u", line);
    return p->w.failed ? 0 : line;
}

static void read_inst(struct parser *p, struct mir_block *block)
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
    read_fields(p, mir_inst_fields, mir_inst_field_count, inst);
    const uint32_t line = check_line(p, start, inst->line);
    words_end_line(&p->w);
    mir_append(block, inst);
    inst->line = line; /* none, too, beside those that have one */
}

/* ---- blocks ---- */

static void read_link(struct parser *p, struct mir_block **slot)
{
    words_skip_blanks(&p->w);
    p->links =
        arena_grow(p->f->arena, p->links, p->link_count, &p->link_capacity, sizeof(*p->links));
    struct link *link = &p->links[p->link_count++];
    *link = (struct link){slot, 0, p->w.at, p->w.line_start, p->w.line};
    link->number = words_number(&p->w, MAX_NUMBERED);
}

/* Links point into the array, so it is made as long as it gets. */
static void read_predecessors(struct parser *p, struct mir_block *block)
{
    uint32_t count = 1;
    if (!words_accept_word(&p->w, "from"))
        return;
    for (const char *c = p->w.at; *c && *c != '\n' && *c != ';'; c++)
        count += *c == ',';
    block->preds = arena_array(p->f->arena, count, sizeof(*block->preds));
    do
        read_link(p, &block->preds[block->pred_count++]);
    while (!p->w.failed && words_accept(&p->w, ','));
}

static void read_choice(struct parser *p, struct mir_block *block)
{
    char name[WORDS_BYTES];
    block->uniform = words_accept_word(&p->w, "uniform");
    words_skip_blanks(&p->w);
    bool tests = isupper((unsigned char)*p->w.at) && strncmp(p->w.at, "KC0", 3) != 0;
    if (tests) {
        const char *start = words_read(&p->w, name);
        int op = hw_alu_find_name(name);
        if (op < 0 || !mir_test_find((unsigned)op))
            words_fail_at(&p->w, start, "'%s' is no comparison that can be tested", name);
        block->test = (uint16_t)op;
    }
    block->cond = read_operand(p);
    if (tests) {
        words_expect(&p->w, ',');
        block->cond_other = read_operand(p);
    }
    if (words_accept_word(&p->w, "then"))
        read_link(p, &block->succ[0]);
    if (words_accept_word(&p->w, "else"))
        read_link(p, &block->succ[1]);
}

/* Behind what a block ends with. */
static void read_block_line(struct parser *p, struct mir_block *block)
{
    if (!words_accept_word(&p->w, "line"))
        return;
    const char *start = p->w.at;
    block->line = check_line(p, start, words_number(&p->w, UINT32_MAX));
}

static bool ends_function(const struct parser *p)
{
    return *p->w.at == '\0' || words_sees(&p->w, "function");
}

/* Whether the line is more than one of a block's instructions. */
static bool ends_block(const struct parser *p)
{
    return *p->w.at == '}' || ends_function(p) || words_sees(&p->w, "block") ||
           words_sees(&p->w, "if") || words_sees(&p->w, "loop");
}

/* Behind the word "block". */
static void read_block(struct parser *p, struct mir_node *node)
{
    words_skip_blanks(&p->w);
    const char *start = p->w.at;
    if (words_number(&p->w, MAX_NUMBERED) != p->f->block_count)
        words_fail_at(&p->w, start, "block %u comes next", p->f->block_count);
    if (p->w.failed)
        return;
    struct mir_block *block = node->block = mir_new_block(p->f);
    block->loop_depth = p->loop_depth;
    read_predecessors(p, block);
    words_end_line(&p->w);
    while (!p->w.failed && !ends_block(p)) {
        bool chooses = words_accept_word(&p->w, "choose"),
             goes = !chooses && words_accept_word(&p->w, "goto");
        if (chooses)
            read_choice(p, block);
        if (goes)
            read_link(p, &block->succ[0]);
        if (chooses || goes) {
            read_block_line(p, block);
            words_end_line(&p->w);
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
    node->invert = words_accept_word(&p->w, "not");
    words_expect(&p->w, '{');
    words_end_line(&p->w);
    p->loop_depth += loop;
    node->body = read_nodes(p);
    p->loop_depth -= loop;
    words_expect(&p->w, '}');
    if (!loop && words_accept_word(&p->w, "else")) {
        words_expect(&p->w, '{');
        words_end_line(&p->w);
        node->orelse = read_nodes(p);
        words_expect(&p->w, '}');
    }
    words_end_line(&p->w);
}

static struct mir_node *read_node(struct parser *p)
{
    struct mir_node *node = arena_alloc(p->f->arena, sizeof(*node));
    if (words_accept_word(&p->w, "block")) {
        node->kind = MIR_NODE_BLOCK;
        read_block(p, node);
        return node;
    }
    node->kind = words_accept_word(&p->w, "loop") ? MIR_NODE_LOOP : MIR_NODE_IF;
    if (node->kind == MIR_NODE_IF)
        words_expect_word(&p->w, "if");
    read_branch(p, node);
    return node;
}

static struct mir_node *read_nodes(struct parser *p)
{
    struct mir_node *first = NULL, **last = &first;
    if (++p->depth > MAX_DEPTH)
        words_fail(&p->w, "ifs and loops lie too deep in each other");
    while (!p->w.failed && !ends_function(p) && *p->w.at != '}') {
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
    for (uint32_t i = 0; i < p->link_count && !p->w.failed; i++) {
        const struct link *link = &p->links[i];
        if (link->number < p->f->block_count) {
            *link->slot = p->f->blocks[link->number];
            continue;
        }
        p->w.line = link->line;
        p->w.line_start = link->line_start;
        words_fail_at(&p->w, link->at, "there is no block %u", link->number);
    }
}

static void check_edges(struct parser *p)
{
    for (uint32_t b = 0; b < p->f->block_count && !p->w.failed; b++) {
        const struct mir_block *block = p->f->blocks[b];
        for (uint32_t i = 0; i < block->pred_count; i++)
            if (!has(block->preds[i]->succ, 2, block))
                words_fail(&p->w, "block %u does not go to block %u", block->preds[i]->index, b);
        for (unsigned s = 0; s < 2; s++)
            if (block->succ[s] && !has(block->succ[s]->preds, block->succ[s]->pred_count, block))
                words_fail(&p->w, "block %u does not come from block %u", block->succ[s]->index, b);
    }
}

/* Behind the word "variable". */
static void read_variable(struct parser *p)
{
    struct mir_function *f = p->f;
    words_skip_blanks(&p->w);
    struct rootle_variable variable = {.name = (char *)mir_read_quoted(&p->w, f->arena),
                                       .space = ROOTLE_ADDRESS_PRIVATE};
    words_expect_word(&p->w, "at");
    variable.offset = words_number(&p->w, UINT32_MAX);
    words_expect_word(&p->w, "size");
    variable.size = words_number(&p->w, UINT32_MAX);
    words_end_line(&p->w);
    f->variables = arena_grow(f->arena, f->variables, f->variable_count, &f->variable_capacity,
                              sizeof(*f->variables));
    f->variables[f->variable_count++] = variable;
}

static void read_header(struct parser *p)
{
    char word[WORDS_BYTES];
    words_next_line(&p->w);
    words_expect_word(&p->w, "function");
    const char *start = words_read(&p->w, word);
    size_t length = (size_t)(p->w.at - start);
    p->f->name = memcpy(arena_alloc(p->f->arena, length + 1), start, length);
    words_expect_word(&p->w, "on");
    start = words_read(&p->w, word);
    p->f->chip = hw_chip_find(word);
    if (!p->f->chip)
        words_fail_at(&p->w, start, "there is no chip '%s'", word);
    read_fields(p, mir_function_fields, mir_function_field_count, p->f);
    words_end_line(&p->w);
    p->f->lines = mir_read_lines(&p->w, p->f->arena);
    while (words_accept_word(&p->w, "variable"))
        read_variable(p);
}

struct mir_function *mir_parse(struct arena *arena, const char **text, unsigned *line, char *error,
                               size_t error_size)
{
    struct parser p = {.w = {.at = *text,
                             .line_start = *text,
                             .line = *line,
                             .error = error,
                             .error_size = error_size}};
    p.f = arena_alloc(arena, sizeof(*p.f));
    *p.f = (struct mir_function){.arena = arena, .vreg_count = 1};
    read_header(&p);
    p.f->root = read_nodes(&p);
    if (!p.f->block_count || !ends_function(&p))
        words_fail(&p.w, "a block is expected");
    *text = p.w.at;
    *line = p.w.line;
    resolve_links(&p);
    check_edges(&p);
    return p.w.failed ? NULL : p.f;
}
