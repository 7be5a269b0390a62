/* SPDX-License-Identifier: MIT */
/* mir_parse.c: machine IR from the text that mir_print.c writes. */
#include "llvm/evergreen/mir/mir_parser.h"

#include <ctype.h>
#include <string.h>

enum { MAX_DEPTH = 4096 }; /* of ifs and loops in each other */

static void read_link(struct mir_parser *p, struct mir_block **slot)
{
    words_skip_blanks(&p->w);
    p->links =
        arena_grow(p->f->arena, p->links, p->link_count, &p->link_capacity, sizeof(*p->links));
    struct mir_link *link = &p->links[p->link_count++];
    *link = (struct mir_link){slot, 0, p->w.at, p->w.line_start, p->w.line};
    link->number = words_number(&p->w, MIR_MAX_NUMBERED);
}

/* Links point into the array, so it is made as long as it gets. */
static void read_predecessors(struct mir_parser *p, struct mir_block *block)
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

static void read_choice(struct mir_parser *p, struct mir_block *block)
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
    block->cond = mir_read_operand(p);
    if (tests) {
        words_expect(&p->w, ',');
        block->cond_other = mir_read_operand(p);
    }
    if (words_accept_word(&p->w, "then"))
        read_link(p, &block->succ[0]);
    if (words_accept_word(&p->w, "else"))
        read_link(p, &block->succ[1]);
}

/* Behind what a block ends with. */
static void read_block_line(struct mir_parser *p, struct mir_block *block)
{
    if (!words_accept_word(&p->w, "line"))
        return;
    const char *start = p->w.at;
    block->line = mir_check_line(p, start, words_number(&p->w, UINT32_MAX));
}

static bool ends_function(const struct mir_parser *p)
{
    return *p->w.at == '\0' || words_sees(&p->w, "function");
}

/* Whether the line is more than one of a block's instructions. */
static bool ends_block(const struct mir_parser *p)
{
    return *p->w.at == '}' || ends_function(p) || words_sees(&p->w, "block") ||
           words_sees(&p->w, "if") || words_sees(&p->w, "loop");
}

/* Behind the word "block". */
static void read_block(struct mir_parser *p, struct mir_node *node)
{
    words_skip_blanks(&p->w);
    const char *start = p->w.at;
    if (words_number(&p->w, MIR_MAX_NUMBERED) != p->f->block_count)
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
        mir_read_inst(p, block);
    }
}

static struct mir_node *read_nodes(struct mir_parser *p);

/* Behind the word "if" or "loop". */
static void read_branch(struct mir_parser *p, struct mir_node *node)
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

static struct mir_node *read_node(struct mir_parser *p)
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

static struct mir_node *read_nodes(struct mir_parser *p)
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

static void resolve_links(struct mir_parser *p)
{
    for (uint32_t i = 0; i < p->link_count && !p->w.failed; i++) {
        const struct mir_link *link = &p->links[i];
        if (link->number < p->f->block_count) {
            *link->slot = p->f->blocks[link->number];
            continue;
        }
        p->w.line = link->line;
        p->w.line_start = link->line_start;
        words_fail_at(&p->w, link->at, "there is no block %u", link->number);
    }
}

static void check_edges(struct mir_parser *p)
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
static void read_variable(struct mir_parser *p)
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

static void read_header(struct mir_parser *p)
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
    mir_read_fields(p, mir_function_fields, mir_function_field_count, p->f);
    words_end_line(&p->w);
    p->f->lines = mir_read_lines(&p->w, p->f->arena);
    while (words_accept_word(&p->w, "variable"))
        read_variable(p);
}

struct mir_function *mir_parse(struct arena *arena, const char **text, unsigned *line, char *error,
                               size_t error_size)
{
    struct mir_parser p = {.w = {.at = *text,
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
