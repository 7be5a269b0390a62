/* SPDX-License-Identifier: MIT */
/* schedule.c: list scheduling, from the top, of a block at a time. Each row takes the operation
 * with the longest way to the block's end, and then all others that fit beside it. */
#include "llvm/r500/sched/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "driver/base/arena.h"

enum { TEX_LATENCY = 12, MAX_RETRIES = 4096 };

struct node {
    const struct fir_op *op;
    uint32_t *before; /* nodes whose results it takes */
    uint32_t *ahead;  /* nodes that read what it overwrites: they may share its row */
    uint32_t before_count, ahead_count;
    uint32_t height;
    uint32_t users; /* nodes that take its results and wait */
    bool feeds_tex;
    enum { WAITING, IN_ROW, DONE } state;
};

struct block_schedule {
    struct r500_code *code;
    struct fir_block *block;
    struct node *nodes;
    uint32_t *order; /* nodes by height */
    uint32_t count;
    const uint8_t *hints;
    struct place *saved, *trial; /* room for copies of the places */
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
    node->before = evg_arena_array(b->code->p->arena, at + 1, sizeof(*node->before));
    node->ahead = evg_arena_array(b->code->p->arena, at + 1, sizeof(*node->ahead));
    for (uint32_t i = 0; i < at; i++) {
        if (reads_result(node->op, b->nodes[i].op) || writes_same(node->op, b->nodes[i].op)) {
            node->before[node->before_count++] = i;
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

static bool is_ready(const struct block_schedule *b, const struct node *node)
{
    for (uint32_t k = 0; k < node->before_count; k++)
        if (b->nodes[node->before[k]].state != DONE)
            return false;
    for (uint32_t k = 0; k < node->ahead_count; k++)
        if (b->nodes[node->ahead[k]].state == WAITING)
            return false;
    return node->state == WAITING;
}

/* ---- lanes ---- */

static enum fir_kind kind_of(const struct fir_op *op)
{
    return fir_codes[op->code].kind;
}

/* Puts an operation into the half of colours. What is there already takes the same operation; of
 * scalars, alpha makes the value. */
static bool join_rgb(struct row *row, const struct lane *lane)
{
    const struct fir_op *op = lane->op;
    if (row->rgb_hidden) {
        if (!row_same_value(row->rgb[0].op, op))
            return false;
        row->rgb_count = 0;
        row->rgb_hidden = false;
    } else if (row->rgb_count) {
        const struct fir_op *first = row->rgb[0].op;
        if (row->rgb_count == 3 ||
            !(kind_of(op) == FIR_ELEMENT ? row_same_form(first, op) : row_same_value(first, op)))
            return false;
    }
    if (kind_of(op) == FIR_SCALAR && !row->has_alpha) {
        row->alpha = *lane;
        row->has_alpha = row->alpha_hidden = true;
    }
    if (row->has_alpha && !row->alpha_hidden && kind_of(op) != FIR_ELEMENT &&
        (kind_of(op) == FIR_SCALAR || op->code == FIR_DP4) && !row_same_value(row->alpha.op, op))
        return false;
    if (row->alpha_hidden && kind_of(op) == FIR_SCALAR && !row_same_value(row->alpha.op, op))
        return false;
    row->rgb[row->rgb_count++] = *lane;
    return true;
}

static bool join_alpha(struct row *row, const struct lane *lane)
{
    const struct fir_op *op = lane->op, *first = row->rgb_count ? row->rgb[0].op : NULL;
    if (row->has_alpha && !(row->alpha_hidden && row_same_value(row->alpha.op, op)))
        return false;
    if (first && (first->code == FIR_DP4 || kind_of(first) == FIR_SCALAR) &&
        !row_same_value(first, op))
        return false;
    if (kind_of(op) == FIR_DOT && first && !row_same_value(first, op))
        return false;
    if (kind_of(op) == FIR_DOT && !first) {
        row->rgb[row->rgb_count++] = *lane;
        row->rgb_hidden = true;
    }
    row->alpha = *lane;
    row->has_alpha = true;
    row->alpha_hidden = false;
    return true;
}

static uint8_t position(const struct places *places, const struct fir_op *op)
{
    if (op->dst[0] != FIR_NO_VAR)
        return places->of[op->dst[0]].channel;
    return op->out ? op->out_channel : 0;
}

/* Results of one half go to one register, each to a channel of its own. */
static bool settle_results(struct row *row, struct places *places)
{
    uint32_t bundle = FIR_NO_VAR;
    uint8_t taken = 0;
    if (row->rgb_hidden)
        return true;
    for (unsigned l = 0; l < row->rgb_count; l++) {
        const uint32_t var = row->rgb[l].op->dst[0];
        if (var == FIR_NO_VAR)
            continue;
        if (bundle != FIR_NO_VAR && places->of[var].bundle != bundle &&
            !place_join(places, places->of[var].bundle, bundle))
            return false;
        bundle = places->of[var].bundle;
    }
    for (unsigned l = 0; l < row->rgb_count; l++) {
        const struct fir_op *op = row->rgb[l].op;
        const uint8_t channel = position(places, op);
        if (channel > 2 || taken >> channel & 1 || (op->out && op->out_channel != channel))
            return false;
        taken |= (uint8_t)(1u << channel);
    }
    return true;
}

/* One test a row, and no output beside it. */
static bool has_one_purpose(const struct row *row)
{
    unsigned tests = 0, outs = 0;
    for (unsigned l = 0; l <= row->rgb_count; l++) {
        const struct fir_op *op = l < row->rgb_count ? row->rgb[l].op
                                  : row->has_alpha   ? row->alpha.op
                                                     : NULL;
        tests += op && op->test;
        outs += op && op->out;
    }
    return tests + (outs ? 1u : 0u) < 2;
}

/* Adds an operation with its result in a channel. */
static bool add_lane(struct row *row, struct places *places, const struct fir_op *op,
                     uint8_t channel, const uint8_t order[ROW_ARGS])
{
    struct lane lane = {.op = op};
    memcpy(lane.order, order, sizeof(lane.order));
    if (op->dst[0] != FIR_NO_VAR) {
        struct place *place = &places->of[op->dst[0]];
        if (place->channel == PLACE_NO_CHANNEL)
            place->channel = channel;
        if (place->channel != channel)
            return false;
    }
    if (op->out && op->out_channel != channel)
        return false;
    if (!(channel == ROW_ALPHA_LANE ? join_alpha(row, &lane) : join_rgb(row, &lane)))
        return false;
    return has_one_purpose(row) && settle_results(row, places) && row_solve(row, places);
}

/* Orders of operands that give the same: of products, and of sums, which multiply by 1. */
static unsigned operand_orders(const struct fir_op *op, uint8_t orders[4][ROW_ARGS])
{
    static const uint8_t known[4][ROW_ARGS] = {{0, 1, 2}, {1, 0, 2}, {2, 1, 0}, {1, 2, 0}};
    unsigned count = 1;
    memcpy(orders, known, sizeof(known));
    if (op->code == FIR_MIN || op->code == FIR_MAX || op->code == FIR_MAD)
        count = 2;
    if (op->code == FIR_MAD && fir_is_number(&op->src[1], 1.0f))
        count = 4;
    return count;
}

/* Channels in the order in which a result is best there. */
static unsigned candidate_channels(const struct block_schedule *b, const struct fir_op *op,
                                   uint8_t channels[ROW_LANES])
{
    const uint32_t var = op->dst[0];
    const uint8_t fixed = var != FIR_NO_VAR ? b->code->places.of[var].channel
                          : op->out         ? op->out_channel
                                            : PLACE_NO_CHANNEL;
    unsigned count = 0;
    if (fixed != PLACE_NO_CHANNEL || op->out) {
        channels[0] = op->out ? op->out_channel : fixed;
        return 1;
    }
    const uint8_t hint = var == FIR_NO_VAR ? ROW_ALPHA_LANE : b->hints[var];
    const bool scalar = hint == PLACE_NO_CHANNEL || hint == ROW_ALPHA_LANE;
    if (op->test) {
        channels[0] = ROW_ALPHA_LANE;
        channels[1] = 0;
        return 2;
    }
    if (scalar && fir_codes[op->code].kind != FIR_DOT)
        channels[count++] = ROW_ALPHA_LANE;
    if (!scalar)
        channels[count++] = hint;
    for (uint8_t c = 0; c < 3; c++)
        if (scalar || c != hint)
            channels[count++] = c;
    if (!scalar && fir_codes[op->code].kind != FIR_DOT)
        channels[count++] = ROW_ALPHA_LANE;
    return count;
}

static void copy_places(struct place *to, const struct places *from)
{
    memcpy(to, from->of, from->count * sizeof(*to));
}

static bool try_add(struct block_schedule *b, struct row *row, const struct fir_op *op)
{
    uint8_t channels[ROW_LANES], orders[4][ROW_ARGS];
    struct places *places = &b->code->places;
    const unsigned channel_count = candidate_channels(b, op, channels);
    const unsigned order_count = operand_orders(op, orders);
    const struct row before = *row;
    if (!b->code->pair && (row->rgb_count || row->has_alpha))
        return false;
    copy_places(b->trial, places);
    for (unsigned c = 0; c < channel_count; c++) {
        for (unsigned o = 0; o < order_count; o++) {
            if (add_lane(row, places, op, channels[c], orders[o]))
                return true;
            *row = before;
            memcpy(places->of, b->trial, places->count * sizeof(*places->of));
        }
    }
    return false;
}

/* ---- look-ups ---- */

/* Gives a look-up's results channels of one bundle. */
static bool place_texel(struct block_schedule *b, const struct fir_op *op)
{
    struct places *places = &b->code->places;
    uint32_t bundle = FIR_NO_VAR;
    for (unsigned i = 0; i < FIR_MAX_DST; i++) {
        if (op->dst[i] == FIR_NO_VAR)
            continue;
        struct place *place = &places->of[op->dst[i]];
        const uint8_t mask = bundle == FIR_NO_VAR ? 0 : place_mask(places, bundle);
        const uint8_t hint = b->hints[op->dst[i]];
        if (place->channel == PLACE_NO_CHANNEL) {
            place->channel = hint != PLACE_NO_CHANNEL && !(mask >> hint & 1) ? hint : (uint8_t)i;
            for (uint8_t c = 0; c < 4 && mask >> place->channel & 1; c++)
                place->channel = c;
        }
        if (bundle != FIR_NO_VAR && !place_join(places, place->bundle, bundle))
            return false;
        bundle = places->of[op->dst[i]].bundle;
    }
    return true;
}

static bool place_coordinates(struct block_schedule *b, const struct fir_op *op)
{
    struct places *places = &b->code->places;
    for (unsigned i = 0; i < op->dimensions; i++) {
        if (op->src[i].a.kind != FIR_VAR || op->src[i].negative || op->src[i].absolute ||
            op->src[i].presub != FIR_PRESUB_NONE)
            return false;
        struct place *place = &places->of[op->src[i].a.var];
        if (place->channel == PLACE_NO_CHANNEL)
            place->channel = 0;
        if (i && !place_join(places, place->bundle, places->of[op->src[0].a.var].bundle))
            return false;
    }
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
    ops[at] = (struct fir_op){.code = FIR_MAD, .line = ops[at + 1].line};
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

/* An operation that fits in no row by itself: its operands are moved beside each other. False when
 * that has been done. */
static bool move_operands(struct block_schedule *b, size_t at)
{
    bool moved = false;
    const enum fir_kind kind = fir_codes[b->block->ops[at].code].kind;
    for (unsigned i = 0; i < fir_operands(&b->block->ops[at]); i++) {
        const struct fir_src src = b->block->ops[at].src[i];
        struct fir_src plain;
        float value;
        if (src.presub != FIR_PRESUB_NONE) {
            plain = fir_var(insert_presub(b, at, &src));
            plain.negative = src.negative;
            plain.absolute = src.absolute;
        } else if (kind == FIR_LOOK_UP || (kind == FIR_DOT && !fir_is_literal(&src, &value))) {
            plain = fir_var(insert_move(b, at, src));
        } else {
            continue;
        }
        b->block->ops[++at].src[i] = plain;
        moved = true;
    }
    return moved;
}

/* ---- rows ---- */

static struct row *new_row(struct r500_code *code)
{
    code->rows = evg_arena_grow(code->p->arena, code->rows, code->count, &code->capacity,
                                sizeof(*code->rows));
    struct row *row = &code->rows[code->count++];
    *row = (struct row){.kind = ROW_ALU};
    return row;
}

static void finish_node(struct block_schedule *b, struct node *node)
{
    node->state = DONE;
    for (uint32_t k = 0; k < node->before_count; k++)
        b->nodes[node->before[k]].users--;
}

/* What lies in fixed channels beside a result keeps the result's bundle as it is. */
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
    bool any = false;
    for (unsigned round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < b->count; i++) {
            struct node *node = &b->nodes[b->order[i]];
            if (node->op->code == FIR_TEX || !is_ready(b, node) ||
                (for_tex && !round && !node->feeds_tex))
                continue;
            if (try_add(b, &row, node->op)) {
                node->state = IN_ROW;
                any = true;
            } else if (!any) {
                return move_operands(b, b->order[i]) ? MOVED : FAILED;
            }
        }
        if (!for_tex)
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
    if (!place_coordinates(b, node->op) || !place_texel(b, node->op))
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
    struct place *of = evg_arena_array(code->p->arena, code->p->var_count + 1, sizeof(*of));
    if (known)
        memcpy(of, places->of, known * sizeof(*of));
    for (uint32_t v = known; v < code->p->var_count; v++)
        of[v] = (struct place){v, PLACE_NO_CHANNEL, false, PLACE_NO_REGISTER};
    places->of = of;
    places->count = code->p->var_count;
}

static void begin_block(struct block_schedule *b)
{
    struct evg_arena *arena = b->code->p->arena;
    b->count = (uint32_t)b->block->count;
    b->nodes = evg_arena_array(arena, b->count + 1, sizeof(*b->nodes));
    b->order = evg_arena_array(arena, b->count + 1, sizeof(*b->order));
    b->trial = evg_arena_array(arena, b->code->places.count + 1, sizeof(*b->trial));
    b->hints = r500_find_hints(b->code->p);
    for (uint32_t i = 0; i < b->count; i++) {
        b->nodes[i].op = &b->block->ops[i];
        connect_node(b, i);
    }
    find_heights(b);
    sort_by_height(b);
}

/* Starts again, from the places as they were, each time that moves were added. */
static enum result schedule_block(struct r500_code *code, struct fir_block *block)
{
    enum result result = MOVED;
    for (unsigned retry = 0; retry < MAX_RETRIES && result == MOVED; retry++) {
        struct block_schedule b = {.code = code, .block = block};
        const size_t rows = code->count;
        const uint32_t known = code->places.count;
        struct place *of = code->places.of;
        grow_places(code, known);
        begin_block(&b);
        for (result = MADE; result == MADE;)
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
    row->pops = 1;
}

/* What the program begins with lies where the rasteriser puts it. */
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
    for (size_t i = 0; i < code->p->block_count; i++) {
        if (schedule_block(code, &code->p->blocks[i]) != NOTHING_READY) {
            snprintf(error, error_size, "kernel %s: internal error: an operation fits in no row",
                     code->p->name);
            return -1;
        }
        add_flow(code, &code->p->blocks[i]);
    }
    if (code->count <= HW_R500_MAX_INSTRUCTIONS)
        return 0;
    snprintf(error, error_size, "kernel %s: %zu instructions, of at most %d", code->p->name,
             code->count, HW_R500_MAX_INSTRUCTIONS);
    return -1;
}
