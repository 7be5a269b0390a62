/* SPDX-License-Identifier: MIT */
/* schedule.c: list scheduling, from the top, of a block at a time. Each row takes the operation
 * with the longest way to the block's end, and then all others that fit beside it. */
#include "llvm/r500/sched/schedule.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/arena.h"

enum { TEX_LATENCY = 12, MAX_RETRIES = 256 };

struct node {
    const struct fir_op *op;
    uint32_t *before; /* nodes whose results it takes */
    uint32_t *ahead;  /* nodes that read what it overwrites: they may share its row */
    uint32_t before_count, ahead_count;
    uint32_t height; /* the longest way from here to the block's end */
    uint32_t depth;  /* from its beginning to here */
    uint32_t users;  /* nodes that take its results and wait */
    bool feeds_tex;
    bool ordered;
    enum { WAITING, IN_ROW, DONE } state;
};

struct block_schedule {
    struct r500_code *code;
    struct fir_block *block;
    struct node *nodes;
    uint32_t *order; /* nodes by height */
    uint32_t count;
    struct r500_packer packer;
    struct place *circle_trial; /* room for a copy of the places */
};

/* ---- dependences ---- */

static bool reads_var(const struct fir_op *op, uint32_t var)
{
    for (unsigned i = 0; i < fir_operands(op); i++)
        if ((op->src[i].a.kind == FIR_VAR && op->src[i].a.var == var) ||
            (op->src[i].b.kind == FIR_VAR && op->src[i].b.var == var))
            return true;
    return false;
}

static bool reads_result(const struct fir_op *reader, const struct fir_op *writer)
{
    for (unsigned i = 0; i < FIR_MAX_DST; i++)
        if (writer->dst[i] != FIR_NO_VAR && reads_var(reader, writer->dst[i]))
            return true;
    return false;
}

static bool writes_same(const struct fir_op *x, const struct fir_op *y)
{
    for (unsigned i = 0; i < FIR_MAX_DST; i++)
        for (unsigned j = 0; j < FIR_MAX_DST; j++)
            if (x->dst[i] != FIR_NO_VAR && x->dst[i] == y->dst[j])
                return true;
    return false;
}

static void connect_node(struct block_schedule *b, uint32_t at)
{
    struct node *node = &b->nodes[at];
    node->before = arena_array(b->code->p->arena, at + 1, sizeof(*node->before));
    node->ahead = arena_array(b->code->p->arena, at + 1, sizeof(*node->ahead));
    for (uint32_t i = 0; i < at; i++) {
        if (node->op->circle && node->op->circle == b->nodes[i].op->circle)
            continue;
        if (reads_result(node->op, b->nodes[i].op) || writes_same(node->op, b->nodes[i].op) ||
            (node->op->guard && node->op->guard == b->nodes[i].op->predicate)) {
            node->before[node->before_count++] = i;
            node->depth = node->depth > b->nodes[i].depth ? node->depth : b->nodes[i].depth + 1;
            b->nodes[i].users++;
        } else if (reads_result(b->nodes[i].op, node->op)) {
            node->ahead[node->ahead_count++] = i;
        }
    }
}

static uint32_t latency(const struct fir_op *op)
{
    return op->code == FIR_TEX ? TEX_LATENCY : 1;
}

static void find_heights(struct block_schedule *b)
{
    for (uint32_t i = b->count; i-- > 0;) {
        struct node *node = &b->nodes[i];
        node->height += latency(node->op);
        for (uint32_t k = 0; k < node->before_count; k++) {
            struct node *before = &b->nodes[node->before[k]];
            before->height = before->height > node->height ? before->height : node->height;
            before->feeds_tex |= node->feeds_tex || node->op->code == FIR_TEX;
        }
        for (uint32_t k = 0; k < node->ahead_count; k++) {
            struct node *ahead = &b->nodes[node->ahead[k]];
            ahead->height = ahead->height > node->height ? ahead->height : node->height;
        }
    }
}

/* Returns the node that a node waits for and that is not ordered yet, the longest way to it
 * first. */
static struct node *deepest_before(const struct block_schedule *b, const struct node *node)
{
    struct node *deepest = NULL;
    for (uint32_t k = 0; k < node->before_count; k++) {
        struct node *before = &b->nodes[node->before[k]];
        if (!before->ordered && (!deepest || before->depth > deepest->depth))
            deepest = before;
    }
    return deepest;
}

/* Puts a node behind all that it waits for, as deep as that goes. */
static void order_deep(struct block_schedule *b, struct node *node, uint32_t *count)
{
    node->ordered = true;
    for (struct node *before; (before = deepest_before(b, node));)
        order_deep(b, before, count);
    assert(*count < b->count);
    b->order[(*count)++] = (uint32_t)(node - b->nodes);
}

/* In the order of the results that nobody in the block waits for: each with all that leads to it.
 */
static void sort_by_result(struct block_schedule *b)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->count; i++)
        if (!b->nodes[i].users && !b->nodes[i].ordered)
            order_deep(b, &b->nodes[i], &count);
}

static void sort_by_height(struct block_schedule *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t at = i;
        while (at > 0 && b->nodes[b->order[at - 1]].height < b->nodes[i].height) {
            b->order[at] = b->order[at - 1];
            at--;
        }
        b->order[at] = i;
    }
}

static bool is_node_ready(const struct block_schedule *b, const struct node *node)
{
    for (uint32_t k = 0; k < node->before_count; k++)
        if (b->nodes[node->before[k]].state != DONE)
            return false;
    for (uint32_t k = 0; k < node->ahead_count; k++)
        if (b->nodes[node->ahead[k]].state == WAITING)
            return false;
    return node->state == WAITING;
}

/* The nodes of a circle, of which the first stands for all; or the node itself, up to `end`. */
static uint32_t circle_end(const struct block_schedule *b, uint32_t at)
{
    uint32_t end = at + 1;
    while (b->nodes[at].op->circle && end < b->count &&
           b->nodes[end].op->circle == b->nodes[at].op->circle)
        end++;
    return end;
}

static bool is_ready(const struct block_schedule *b, const struct node *node)
{
    const uint32_t at = (uint32_t)(node - b->nodes);
    if (node->op->circle && at && b->nodes[at - 1].op->circle == node->op->circle)
        return false;
    for (uint32_t i = at; i < circle_end(b, at); i++)
        if (!is_node_ready(b, &b->nodes[i]))
            return false;
    return true;
}

/* ---- what does not fit gets moves ---- */

/* A move of a source, in front of operation `at`. Returns the variable. */
static uint32_t insert_move(struct block_schedule *b, size_t at, struct fir_src src)
{
    struct fir_program *p = b->code->p;
    fir_add(p, b->block, FIR_MAD);
    struct fir_op *ops = b->block->ops;
    memmove(&ops[at + 1], &ops[at], (b->block->count - 1 - at) * sizeof(*ops));
    ops[at] = (struct fir_op){.code = FIR_MAD};
    for (unsigned i = 0; i < FIR_MAX_DST; i++)
        ops[at].dst[i] = FIR_NO_VAR;
    ops[at].src[0] = src;
    ops[at].src[1] = fir_literal(1.0f);
    ops[at].src[2] = fir_literal(0.0f);
    ops[at].dst[0] = fir_new_var(p);
    return ops[at].dst[0];
}

/* b - a, as its own operation. */
static uint32_t insert_presub(struct block_schedule *b, size_t at, const struct fir_src *src)
{
    struct fir_src first = {.a = src->a}, second = {.a = src->b};
    const uint32_t var = insert_move(b, at, second);
    struct fir_op *op = &b->block->ops[at];
    const bool minus = src->presub != FIR_PRESUB_ADD;
    if (src->presub == FIR_PRESUB_INV || src->presub == FIR_PRESUB_BIAS)
        second = fir_literal(1.0f);
    op->src[0] = minus ? fir_negated(first) : first;
    op->src[1] = fir_literal(src->presub == FIR_PRESUB_BIAS ? 2.0f : 1.0f);
    op->src[2] = second;
    return var;
}

/* True for literals that a swizzle makes, negative or not, so that no source is needed. */
static bool is_swizzle(const struct fir_src *src)
{
    float value;
    uint8_t swizzle;
    return fir_is_literal(src, &value) && row_is_swizzle(fabsf(value), &swizzle);
}

/* An operation that fits in no row by itself: its operands are moved beside each other. False when
 * that has been done. */
static bool move_operands(struct block_schedule *b, size_t at)
{
    bool moved = false;
    const enum fir_kind kind = fir_codes[b->block->ops[at].code].kind;
    const uint32_t group = b->code->p->var_count + 1;
    for (unsigned i = 0; i < fir_operands(&b->block->ops[at]); i++) {
        const struct fir_src src = b->block->ops[at].src[i];
        struct fir_src plain;
        if (src.presub != FIR_PRESUB_NONE) {
            plain = fir_var(insert_presub(b, at, &src));
            plain.negative = src.negative;
            plain.absolute = src.absolute;
        } else if (kind == FIR_LOOK_UP || (kind == FIR_DOT && !is_swizzle(&src))) {
            plain = fir_var(insert_move(b, at, src));
        } else {
            continue;
        }
        if (kind == FIR_LOOK_UP || kind == FIR_DOT) {
            b->block->ops[at].group = group + (kind == FIR_DOT && i % 2);
            b->block->ops[at].group_channel = (uint8_t)(kind == FIR_DOT ? i / 2 : i);
        }
        b->block->ops[++at].src[i] = plain;
        moved = true;
    }
    return moved;
}

/* Splits the test of a value off to a move behind it, as it is tested in another channel than its
 * result lies in. */
static bool split_test(struct block_schedule *b, size_t at)
{
    struct fir_op *op = &b->block->ops[at];
    const struct fir_op whole = *op;
    if (!whole.test || whole.dst[0] == FIR_NO_VAR || fir_is_move(op))
        return false;
    insert_move(b, at + 1, fir_var(whole.dst[0]));
    op = &b->block->ops[at];
    op->test = false;
    op->predicate = 0;
    op[1].dst[0] = FIR_NO_VAR;
    op[1].test = true;
    op[1].test_op = whole.test_op;
    op[1].predicate = whole.predicate;
    return true;
}

/* ---- rows ---- */

static struct row *new_row(struct r500_code *code)
{
    code->rows =
        arena_grow(code->p->arena, code->rows, code->count, &code->capacity, sizeof(*code->rows));
    struct row *row = &code->rows[code->count++];
    *row = (struct row){.kind = ROW_ALU};
    return row;
}

static void finish_node(struct block_schedule *b, struct node *node)
{
    assert(node->state != DONE);
    node->state = DONE;
    for (uint32_t k = 0; k < node->before_count; k++)
        b->nodes[node->before[k]].users--;
}

/* ---- circles ---- */

/* Adds a node to a row, with its circle if it has one. False, and nothing changed, where they do
 * not fit. */
static bool add_nodes(struct block_schedule *b, struct row *row, uint32_t at)
{
    const struct places *places = &b->code->places;
    const size_t bytes = places->count * sizeof(*places->of);
    const uint32_t end = circle_end(b, at);
    const struct row before = *row;
    if (end > at + 1)
        memcpy(b->circle_trial, places->of, bytes);
    for (uint32_t i = at; i < end; i++) {
        if (r500_add_to_row(&b->packer, row, b->nodes[i].op))
            continue;
        *row = before;
        if (end > at + 1)
            memcpy(places->of, b->circle_trial, bytes);
        return false;
    }
    for (uint32_t i = at; i < end; i++)
        b->nodes[i].state = IN_ROW;
    return true;
}

/* A circle that fits in no row goes by variables in between. */
static bool break_circle(struct block_schedule *b, uint32_t at)
{
    const uint32_t end = circle_end(b, at);
    if (end == at + 1)
        return false;
    for (uint32_t i = at; i < end; i++) {
        const size_t moved = i + (i - at);
        const struct fir_src src = b->block->ops[moved].src[0];
        /* In front of all of the circle. */
        const uint32_t var = insert_move(b, at, src);
        b->block->ops[moved + 1].src[0] = fir_var(var);
        b->block->ops[moved + 1].circle = 0;
    }
    return true;
}

/* Moves for what fits in no row. */
static bool make_fit(struct block_schedule *b, uint32_t at)
{
    return break_circle(b, at) || split_test(b, at) || move_operands(b, at);
}

/* Locks a result's bundle where outputs or tests lie in fixed channels beside it. */
static void lock_mixed(struct row *row, struct places *places)
{
    bool mixed = false;
    for (unsigned l = 0; l < row->rgb_count; l++)
        mixed |= row->rgb[l].op->out || row->rgb[l].op->test;
    for (unsigned l = 0; mixed && l < row->rgb_count; l++)
        if (row->rgb[l].op->dst[0] != FIR_NO_VAR)
            place_lock(places, places->of[row->rgb[l].op->dst[0]].bundle);
}

enum result { MADE, NOTHING_READY, MOVED, FAILED };

static enum result make_alu_row(struct block_schedule *b, bool for_tex)
{
    struct row row = {.kind = ROW_ALU};
    /* Work for more look-ups than may be under way only takes registers. */
    const bool hold = b->code->taste.deep && !for_tex;
    bool any = false;
    for (unsigned round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < b->count; i++) {
            struct node *node = &b->nodes[b->order[i]];
            if (node->op->code == FIR_TEX || !is_ready(b, node) ||
                (!round && for_tex && !node->feeds_tex) || (!round && hold && node->feeds_tex))
                continue;
            if (add_nodes(b, &row, b->order[i]))
                any = true;
            else if (!any)
                return make_fit(b, b->order[i]) ? MOVED : FAILED;
        }
        if (!for_tex && (!hold || any))
            break;
    }
    if (!any)
        return NOTHING_READY;
    for (uint32_t i = 0; i < b->count; i++)
        if (b->nodes[i].state == IN_ROW)
            finish_node(b, &b->nodes[i]);
    lock_mixed(&row, &b->code->places);
    *new_row(b->code) = row;
    return MADE;
}

static enum result make_tex_row(struct block_schedule *b, struct node *node)
{
    if (!r500_place_look_up(&b->packer, node->op))
        return move_operands(b, (size_t)(node->op - b->block->ops)) ? MOVED : FAILED;
    struct row *row = new_row(b->code);
    row->kind = ROW_TEX;
    row->tex = node->op;
    finish_node(b, node);
    return MADE;
}

/* Look-ups whose results are waited for, those that could be made, and whether an operation that is
 * ready leads to more. */
static struct node *choose_tex(const struct block_schedule *b, bool *lead)
{
    uint32_t open = 0, ready = 0;
    struct node *first = NULL;
    *lead = false;
    for (uint32_t i = 0; i < b->count; i++) {
        struct node *node = &b->nodes[b->order[i]];
        const bool tex = node->op->code == FIR_TEX;
        open += tex && node->state == DONE && node->users;
        *lead |= !tex && node->feeds_tex && is_ready(b, node);
        if (!tex || !is_ready(b, node))
            continue;
        ready++;
        first = first ? first : node;
    }
    const bool room = open < b->code->tex_group;
    *lead &= room && open + ready < b->code->tex_group;
    return room && !*lead ? first : NULL;
}

static enum result make_row(struct block_schedule *b)
{
    bool lead;
    struct node *tex = choose_tex(b, &lead);
    if (tex)
        return make_tex_row(b, tex);
    const enum result result = make_alu_row(b, lead);
    if (result != NOTHING_READY)
        return result;
    for (uint32_t i = 0; i < b->count; i++)
        if (b->nodes[b->order[i]].op->code == FIR_TEX && is_ready(b, &b->nodes[b->order[i]]))
            return make_tex_row(b, &b->nodes[b->order[i]]);
    return NOTHING_READY;
}

/* ---- blocks ---- */

static void grow_places(struct r500_code *code, uint32_t known)
{
    struct places *places = &code->places;
    struct place *of = arena_array(code->p->arena, code->p->var_count + 1, sizeof(*of));
    if (known)
        memcpy(of, places->of, known * sizeof(*of));
    for (uint32_t v = known; v < code->p->var_count; v++)
        of[v] = (struct place){v, PLACE_NO_CHANNEL, false, PLACE_NO_REGISTER};
    places->of = of;
    places->count = code->p->var_count;
}

static void begin_block(struct block_schedule *b)
{
    struct arena *arena = b->code->p->arena;
    b->count = (uint32_t)b->block->count;
    b->nodes = arena_array(arena, b->count + 1, sizeof(*b->nodes));
    b->order = arena_array(arena, b->count + 1, sizeof(*b->order));
    b->circle_trial = arena_array(arena, b->code->places.count + 1, sizeof(*b->circle_trial));
    b->packer = (struct r500_packer){
        .places = &b->code->places,
        .hints = r500_find_hints(b->code->p),
        .trial = arena_array(arena, b->code->places.count + 1, sizeof(*b->packer.trial)),
        .pair = b->code->pair,
        .seed = b->code->taste.seed};
    for (uint32_t i = 0; i < b->count; i++) {
        b->nodes[i].op = &b->block->ops[i];
        connect_node(b, i);
    }
    find_heights(b);
    if (b->code->taste.deep)
        sort_by_result(b);
    else
        sort_by_height(b);
}

/* Whether a program that goes on with the block would be too long in any order: a row holds at most
 * an operation for each half. */
static bool is_too_long(const struct r500_code *code, const struct fir_block *block)
{
    return code->count > HW_R500_MAX_INSTRUCTIONS ||
           block->count > (size_t)ROW_HALVES * HW_R500_MAX_INSTRUCTIONS;
}

/* Starts again, from the places as they were, each time that moves were added. MADE: it is too long
 * as far as it has come. */
static enum result schedule_block(struct r500_code *code, struct fir_block *block)
{
    enum result result = MOVED;
    for (unsigned retry = 0; retry < MAX_RETRIES && result == MOVED; retry++) {
        if (is_too_long(code, block))
            return MADE;
        struct block_schedule b = {.code = code, .block = block};
        const size_t rows = code->count;
        const uint32_t known = code->places.count;
        struct place *of = code->places.of;
        grow_places(code, known);
        begin_block(&b);
        for (result = MADE; result == MADE && !is_too_long(code, block);)
            result = make_row(&b);
        if (result == MOVED) {
            code->count = rows;
            code->places.of = of;
            code->places.count = known;
        }
    }
    return result;
}

static void add_flow(struct r500_code *code, const struct fir_block *block)
{
    if (block->flow == FIR_FLOW_NONE || block->flow == FIR_FLOW_END)
        return;
    struct row *row = new_row(code);
    row->kind = ROW_FLOW;
    row->flow = block->flow;
    row->always = block->always;
    row->predicate = block->predicate;
    row->pops = 1;
}

/* The variables of a circle lie beside each other, so that one row moves them. */
static void place_circle(struct r500_code *code, const struct fir_op *first, size_t length)
{
    struct places *places = &code->places;
    for (size_t i = 0; i < length; i++)
        if (places->of[first[i].dst[0]].channel != PLACE_NO_CHANNEL)
            return;
    for (size_t i = 0; i < length; i++) {
        places->of[first[i].dst[0]].channel = (uint8_t)i;
        place_join(places, first[i].dst[0], places->of[first[0].dst[0]].bundle);
    }
}

static void place_circles(struct r500_code *code)
{
    for (size_t b = 0; b < code->p->block_count; b++) {
        const struct fir_block *block = &code->p->blocks[b];
        for (size_t i = 0, end; i < block->count; i = end) {
            for (end = i + 1; block->ops[i].circle && end < block->count &&
                              block->ops[end].circle == block->ops[i].circle;)
                end++;
            if (block->ops[i].circle)
                place_circle(code, &block->ops[i], end - i);
        }
    }
}

/* Places the program's inputs where the rasteriser puts them. */
static void place_inputs(struct r500_code *code)
{
    for (unsigned i = 0; i < ABI_IMAGE_INPUT_KINDS; i++) {
        const uint32_t *var = code->p->inputs[i].var;
        for (unsigned e = 0; e < 2; e++)
            if (var[e] != FIR_NO_VAR) {
                code->places.of[var[e]].channel = (uint8_t)e;
                code->places.of[var[e]].locked = true;
            }
        if (var[0] != FIR_NO_VAR && var[1] != FIR_NO_VAR)
            place_join(&code->places, var[1], var[0]);
    }
}

int r500_schedule(struct r500_code *code, char *error, size_t error_size)
{
    grow_places(code, 0);
    place_inputs(code);
    place_circles(code);
    enum result result = NOTHING_READY;
    for (size_t i = 0; i < code->p->block_count && result == NOTHING_READY; i++) {
        result = schedule_block(code, &code->p->blocks[i]);
        if (result == NOTHING_READY)
            add_flow(code, &code->p->blocks[i]);
    }
    if (code->count > HW_R500_MAX_INSTRUCTIONS || result == MADE)
        snprintf(error, error_size, "kernel %s: more than %d instructions", code->p->name,
                 HW_R500_MAX_INSTRUCTIONS);
    else if (result == NOTHING_READY)
        return 0;
    else
        snprintf(error, error_size, "kernel %s: internal error: an operation fits in no row",
                 code->p->name);
    return -1;
}
