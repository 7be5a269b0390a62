/* SPDX-License-Identifier: MIT */
/* pack.c: whether an operation fits into a row beside what is there: in which lane and channel,
 * with its operands in which order, and in which register's bundle its results. */
#include <assert.h>
#include <string.h>

#include "driver/base/count.h"

#include "llvm/r500/sched/schedule.h"

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
        if (row->rgb_count == 3 || first->group != op->group ||
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
    assert(row->rgb_count < COUNT(row->rgb));
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
    if (op->predicate)
        return (uint8_t)(op->predicate - 1);
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
        if (channel > 2 || taken >> channel & 1 || (op->out && op->out_channel != channel) ||
            (op->test && channel != (op->predicate ? op->predicate - 1 : 0)))
            return false;
        taken |= (uint8_t)(1u << channel);
    }
    return true;
}

/* Colours are written to one target, with others among them that are not written. */
static bool has_one_target(const struct row *row)
{
    const struct fir_op *out = NULL;
    for (unsigned l = 0; l < row->rgb_count; l++) {
        const struct fir_op *op = row->rgb[l].op;
        if (op->out && out && op->target != out->target)
            return false;
        out = op->out ? op : out;
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
    assert(channel < ROW_LANES && op->code != FIR_TEX);
    memcpy(lane.order, order, sizeof(lane.order));
    if (op->dst[0] != FIR_NO_VAR) {
        struct place *place = &places->of[op->dst[0]];
        if (place->channel == PLACE_NO_CHANNEL)
            place->channel = channel;
        if (place->channel != channel)
            return false;
    }
    if ((op->out && op->out_channel != channel) ||
        (op->predicate && op->predicate != FIR_PREDICATE(channel)))
        return false;
    if (!(channel == ROW_ALPHA_LANE ? join_alpha(row, &lane) : join_rgb(row, &lane)))
        return false;
    return has_one_purpose(row) && has_one_target(row) && settle_results(row, places) &&
           row_solve(row, places);
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

/* Whether a scalar that may lie anywhere is tried in alpha first. */
static bool likes_alpha(const struct r500_packer *packer, uint32_t var)
{
    const uint32_t mixed = (var + packer->seed) * 0x9e3779b1u;
    return !packer->seed || mixed >> 30;
}

/* Channels in the order in which a result is best there. */
static unsigned candidate_channels(const struct r500_packer *packer, const struct fir_op *op,
                                   uint8_t channels[ROW_LANES])
{
    const uint32_t var = op->dst[0];
    const uint8_t fixed = var != FIR_NO_VAR ? packer->places->of[var].channel
                          : op->out         ? op->out_channel
                                            : PLACE_NO_CHANNEL;
    unsigned count = 0;
    if (fixed != PLACE_NO_CHANNEL || op->out) {
        channels[0] = op->out ? op->out_channel : fixed;
        return 1;
    }
    if (op->group) {
        channels[0] = op->group_channel;
        return 1;
    }
    const uint8_t hint = var == FIR_NO_VAR ? ROW_ALPHA_LANE : packer->hints[var];
    const bool scalar = hint == PLACE_NO_CHANNEL || hint == ROW_ALPHA_LANE;
    if (op->predicate) {
        channels[0] = (uint8_t)(op->predicate - 1);
        return 1;
    }
    if (op->test) {
        channels[0] = ROW_ALPHA_LANE;
        channels[1] = 0;
        return 2;
    }
    const bool alpha_first =
        scalar && fir_codes[op->code].kind != FIR_DOT && likes_alpha(packer, var);
    if (alpha_first)
        channels[count++] = ROW_ALPHA_LANE;
    if (!scalar)
        channels[count++] = hint;
    for (uint8_t c = 0; c < 3; c++)
        if (scalar || c != hint)
            channels[count++] = c;
    if (!alpha_first && fir_codes[op->code].kind != FIR_DOT)
        channels[count++] = ROW_ALPHA_LANE;
    return count;
}

static void copy_places(struct place *to, const struct places *from)
{
    memcpy(to, from->of, from->count * sizeof(*to));
}

bool r500_add_to_row(const struct r500_packer *packer, struct row *row, const struct fir_op *op)
{
    uint8_t channels[ROW_LANES], orders[4][ROW_ARGS];
    struct places *places = packer->places;
    const unsigned channel_count = candidate_channels(packer, op, channels);
    const unsigned order_count = operand_orders(op, orders);
    const struct row before = *row;
    if (!packer->pair && (row->rgb_count || row->has_alpha))
        return false;
    copy_places(packer->trial, places);
    for (unsigned c = 0; c < channel_count; c++) {
        for (unsigned o = 0; o < order_count; o++) {
            if (add_lane(row, places, op, channels[c], orders[o]))
                return true;
            *row = before;
            memcpy(places->of, packer->trial, places->count * sizeof(*places->of));
        }
    }
    return false;
}

/* ---- look-ups ---- */

/* Gives a look-up's results channels of one bundle. */
static bool place_texel(const struct r500_packer *packer, const struct fir_op *op)
{
    struct places *places = packer->places;
    uint32_t bundle = FIR_NO_VAR;
    for (unsigned i = 0; i < FIR_MAX_DST; i++) {
        if (op->dst[i] == FIR_NO_VAR)
            continue;
        struct place *place = &places->of[op->dst[i]];
        const uint8_t mask = bundle == FIR_NO_VAR ? 0 : place_mask(places, bundle);
        const uint8_t hint = packer->hints[op->dst[i]];
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

static bool place_coordinates(const struct r500_packer *packer, const struct fir_op *op)
{
    struct places *places = packer->places;
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

bool r500_place_look_up(const struct r500_packer *packer, const struct fir_op *op)
{
    return place_coordinates(packer, op) && place_texel(packer, op);
}
