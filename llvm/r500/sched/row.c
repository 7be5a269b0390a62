/* SPDX-License-Identifier: MIT */
/* row.c: whether lanes fit into one instruction.
 *
 * Each half has three arguments. An argument takes one of three sources for all its lanes, by
 * swizzle: source n's red, green and blue are of the register that RGB_ADDR names, its alpha of
 * that which ALPHA_ADDR names, and both halves see both. The presubtract takes sources 0 and 1 of
 * its half. 0, 0.5 and 1 are swizzles. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "driver/base/count.h"

#include "llvm/r500/sched/rows.h"

bool row_same_form(const struct fir_op *x, const struct fir_op *y)
{
    return x->code == y->code && x->guard == y->guard && x->guard_inverse == y->guard_inverse &&
           x->omod == y->omod && x->clamp == y->clamp &&
           (!x->out || !y->out || x->target == y->target);
}

bool row_same_value(const struct fir_op *x, const struct fir_op *y)
{
    if (!row_same_form(x, y))
        return false;
    for (unsigned i = 0; i < fir_operands(x); i++)
        if (!fir_same_src(&x->src[i], &y->src[i]))
            return false;
    return true;
}

static bool is_dot(const struct row *row)
{
    return row->rgb_count && fir_codes[row->rgb[0].op->code].kind == FIR_DOT;
}

unsigned row_args(const struct row *row, unsigned half)
{
    enum { FACTORS = 2 };
    if (is_dot(row) && half == ROW_RGB)
        return FACTORS;
    if (is_dot(row) && row->rgb[0].op->code == FIR_DP4)
        return FACTORS;
    if (half == ROW_RGB)
        return row->rgb_count && fir_codes[row->rgb[0].op->code].kind == FIR_ELEMENT
                   ? fir_codes[row->rgb[0].op->code].operands
                   : 0;
    if (!row->has_alpha || fir_codes[row->alpha.op->code].kind == FIR_DOT)
        return 0;
    return fir_codes[row->alpha.op->code].operands;
}

const struct fir_src *row_operand(const struct row *row, unsigned half, unsigned l, unsigned arg)
{
    if (is_dot(row) && half == ROW_RGB)
        return &row->rgb[0].op->src[2 * l + arg];
    if (is_dot(row) && row->rgb[0].op->code == FIR_DP4)
        return &row->rgb[0].op->src[6 + arg];
    const struct lane *lane = half == ROW_ALPHA    ? &row->alpha
                              : l < row->rgb_count ? &row->rgb[l]
                                                   : NULL;
    return lane ? &lane->op->src[lane->order[arg]] : NULL;
}

/* ---- modifiers ---- */

bool row_adapted(const struct fir_src *src, uint8_t mod, float *value)
{
    if (!fir_is_literal(src, value))
        return false;
    if (mod & HW_R500_MOD_NEG)
        *value = -*value;
    return true;
}

bool row_is_swizzle(float value, uint8_t *swizzle)
{
    *swizzle = value == 0.0f ? HW_R500_SWIZ_0 : value == 0.5f ? HW_R500_SWIZ_HALF : HW_R500_SWIZ_1;
    return value == 0.0f || value == 0.5f || value == 1.0f;
}

static bool has_abs_trouble(const struct fir_src *src, uint8_t mod)
{
    float value;
    return row_adapted(src, mod, &value) && mod & HW_R500_MOD_ABS && value < 0.0f;
}

/* One modifier for all lanes of an argument; literals take what others need. */
static bool find_mod(struct row *row, unsigned half, unsigned arg, unsigned lanes)
{
    bool found = false, all_negative = true;
    uint8_t mod = HW_R500_MOD_NONE;
    float value;
    for (unsigned l = 0; l < lanes; l++) {
        const struct fir_src *src = row_operand(row, half, l, arg);
        uint8_t own = (uint8_t)((src->negative ? HW_R500_MOD_NEG : 0) |
                                (src->absolute ? HW_R500_MOD_ABS : 0));
        if (fir_is_literal(src, &value)) {
            all_negative &= value <= 0.0f;
            continue;
        }
        all_negative = false;
        if (found && own != mod)
            return false;
        found = true;
        mod = own;
    }
    if (all_negative)
        mod = HW_R500_MOD_NEG;
    row->mod[half][arg] = mod;
    for (unsigned l = 0; l < lanes; l++)
        if (has_abs_trouble(row_operand(row, half, l, arg), mod))
            return false;
    return true;
}

/* ---- what an argument needs ---- */

/* Registers and constants of an argument's lanes; of a presubtract's, its operands a and b. */
struct need {
    bool used, presub[ROW_HALVES];
    struct part part[ROW_HALVES], second[ROW_HALVES];
    struct part_constant loose[3]; /* constants that may lie in either part */
    unsigned loose_count;
};

static bool same_constant(const struct part_constant *x, const struct abi_image_component *value)
{
    return x->value.source == value->source && x->value.value == value->value;
}

static bool add_constant(struct part *part, const struct abi_image_component *value,
                         uint8_t channel, unsigned room)
{
    for (unsigned i = 0; i < part->constants; i++) {
        struct part_constant *at = &part->constant[i];
        if (same_constant(at, value) && (at->channel == channel || channel == PLACE_NO_CHANNEL ||
                                         at->channel == PLACE_NO_CHANNEL)) {
            at->channel = at->channel == PLACE_NO_CHANNEL ? channel : at->channel;
            return true;
        }
        if (at->channel == channel && channel != PLACE_NO_CHANNEL)
            return false;
    }
    if (part->kind == PART_TEMP || part->constants >= room)
        return false;
    assert(part->constants < COUNT(part->constant));
    part->kind = PART_CONST;
    part->constant[part->constants++] = (struct part_constant){*value, channel};
    return true;
}

static bool add_var(struct part *part, struct places *places, uint32_t var)
{
    const uint32_t bundle = places->of[var].bundle;
    if (part->kind == PART_CONST)
        return false;
    if (part->kind == PART_TEMP && part->bundle != bundle) {
        if (!place_join(places, part->bundle, bundle))
            return false;
    }
    part->kind = PART_TEMP;
    part->bundle = places->of[var].bundle;
    return true;
}

/* A literal that is no swizzle, or an argument of the kernel. */
static bool wanted_constant(const struct fir_src *src, uint8_t mod,
                            struct abi_image_component *value)
{
    float number;
    uint8_t swizzle;
    *value = src->a.constant;
    if (!row_adapted(src, mod, &number))
        return true;
    if (row_is_swizzle(number, &swizzle))
        return false;
    value->source = ABI_IMAGE_LITERAL;
    memcpy(&value->value, &number, sizeof(number));
    return true;
}

static bool add_loose(struct need *need, const struct abi_image_component *value)
{
    for (unsigned i = 0; i < need->loose_count; i++)
        if (same_constant(&need->loose[i], value))
            return true;
    if (need->loose_count == 3)
        return false;
    need->loose[need->loose_count++] = (struct part_constant){*value, PLACE_NO_CHANNEL};
    return true;
}

/* The operands of a presubtract lie in one channel each pair. */
static bool add_presub(struct need *need, struct places *places, const struct fir_src *src)
{
    const bool two = src->presub == FIR_PRESUB_SUB || src->presub == FIR_PRESUB_ADD;
    const struct fir_atom *atoms[2] = {&src->a, &src->b};
    uint8_t channel = 0;
    if (two && src->a.kind == FIR_VAR && src->b.kind == FIR_VAR &&
        !place_align(places, src->a.var, src->b.var))
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (atoms[i]->kind == FIR_VAR) {
            channel = places->of[atoms[i]->var].channel;
            /* Locks the bundle, as the other operand was looked for in this channel. */
            place_lock(places, places->of[atoms[i]->var].bundle);
        }
    const unsigned half = channel == ROW_ALPHA_LANE ? ROW_ALPHA : ROW_RGB;
    need->presub[half] = true;
    for (unsigned i = 0; i < 1u + two; i++) {
        struct part *part = i ? &need->second[half] : &need->part[half];
        if (atoms[i]->kind == FIR_VAR
                ? !add_var(part, places, atoms[i]->var)
                : !add_constant(part, &atoms[i]->constant, channel, half == ROW_ALPHA ? 1 : 3))
            return false;
    }
    return true;
}

static bool add_lane(struct need *need, struct places *places, const struct fir_src *src,
                     uint8_t mod)
{
    struct abi_image_component value;
    if (src->presub != FIR_PRESUB_NONE)
        return add_presub(need, places, src);
    if (src->a.kind == FIR_VAR) {
        struct place *place = &places->of[src->a.var];
        if (place->channel == PLACE_NO_CHANNEL) /* never written */
            place->channel = 0;
        need->used = true;
        return add_var(&need->part[place->channel == ROW_ALPHA_LANE ? ROW_ALPHA : ROW_RGB], places,
                       src->a.var);
    }
    if (!wanted_constant(src, mod, &value))
        return true;
    need->used = true;
    return add_loose(need, &value);
}

/* Presubtracts of an argument are of one kind, and none of its other lanes takes a source. */
static bool find_need(struct row *row, struct places *places, unsigned half, unsigned arg,
                      unsigned lanes, struct need *need)
{
    uint8_t presub = FIR_PRESUB_NONE;
    *need = (struct need){0};
    if (!find_mod(row, half, arg, lanes))
        return false;
    for (unsigned l = 0; l < lanes; l++) {
        const struct fir_src *src = row_operand(row, half, l, arg);
        if (src->presub != FIR_PRESUB_NONE && presub != FIR_PRESUB_NONE && presub != src->presub)
            return false;
        presub = src->presub != FIR_PRESUB_NONE ? src->presub : presub;
        if (!add_lane(need, places, src, row->mod[half][arg]))
            return false;
    }
    for (unsigned h = 0; h < ROW_HALVES; h++) {
        if (!need->presub[h])
            continue;
        if (row->presub[h] != FIR_PRESUB_NONE && row->presub[h] != presub)
            return false;
        row->presub[h] = presub;
    }
    return presub == FIR_PRESUB_NONE || !need->used;
}

/* ---- sources ---- */

/* Adds what an argument needs of a part; false where something else is there. */
static bool share_part(struct part *at, const struct part *need, unsigned half)
{
    if (need->kind == PART_FREE)
        return true;
    if (at->kind == PART_FREE) {
        *at = *need;
        return true;
    }
    if (at->kind != need->kind)
        return false;
    if (at->kind == PART_TEMP)
        return at->bundle == need->bundle;
    for (unsigned i = 0; i < need->constants; i++)
        if (!add_constant(at, &need->constant[i].value, need->constant[i].channel,
                          half == ROW_ALPHA ? 1 : 3))
            return false;
    return true;
}

static bool share_slot(struct slot *slot, const struct part part[ROW_HALVES])
{
    return share_part(&slot->part[ROW_RGB], &part[ROW_RGB], ROW_RGB) &&
           share_part(&slot->part[ROW_ALPHA], &part[ROW_ALPHA], ROW_ALPHA);
}

/* Constants that may lie in either part, in the one that `choice` says. */
static bool settle(const struct need *need, unsigned choice, struct part part[ROW_HALVES])
{
    memcpy(part, need->part, sizeof(need->part));
    for (unsigned i = 0; i < need->loose_count; i++)
        if (!add_constant(&part[choice], &need->loose[i].value, PLACE_NO_CHANNEL,
                          choice == ROW_ALPHA ? 1 : 3))
            return false;
    return true;
}

struct search {
    struct row *row;
    struct need need[ROW_HALVES * ROW_ARGS];
    uint8_t half[ROW_HALVES * ROW_ARGS], arg[ROW_HALVES * ROW_ARGS];
    unsigned count;
};

static bool assign(struct search *search, unsigned at)
{
    struct row *row = search->row;
    if (at == search->count)
        return true;
    const struct need *need = &search->need[at];
    for (unsigned choice = 0; choice < (need->loose_count ? 2u : 1u); choice++) {
        struct part part[ROW_HALVES];
        if (!settle(need, choice, part))
            continue;
        for (unsigned n = 0; n < 3; n++) {
            const struct slot before = row->slot[n];
            row->sel[search->half[at]][search->arg[at]] = (uint8_t)n;
            if (share_slot(&row->slot[n], part) && assign(search, at + 1))
                return true;
            row->slot[n] = before;
        }
    }
    return false;
}

static bool place_presubs(struct row *row, const struct need *need)
{
    for (unsigned h = 0; h < ROW_HALVES; h++)
        if (need->presub[h] && (!share_part(&row->slot[0].part[h], &need->part[h], h) ||
                                !share_part(&row->slot[1].part[h], &need->second[h], h)))
            return false;
    return true;
}

static bool is_presub(const struct need *need)
{
    return need->presub[ROW_RGB] || need->presub[ROW_ALPHA];
}

/* Joining for one argument may move what another has looked at: so the needs are found twice. */
enum { ROUNDS = 2 };

static bool find_needs(struct search *search, struct places *places)
{
    struct row *row = search->row;
    search->count = 0;
    row->presub[ROW_RGB] = row->presub[ROW_ALPHA] = FIR_PRESUB_NONE;
    for (unsigned half = 0; half < ROW_HALVES; half++) {
        const unsigned lanes = half == ROW_ALPHA ? 1 : is_dot(row) ? 3 : row->rgb_count;
        for (unsigned arg = 0; arg < row_args(row, half); arg++) {
            assert(search->count < COUNT(search->need));
            struct need *need = &search->need[search->count];
            if (!find_need(row, places, half, arg, lanes, need))
                return false;
            search->half[search->count] = (uint8_t)half;
            search->arg[search->count++] = (uint8_t)arg;
        }
    }
    return true;
}

bool row_solve(struct row *row, struct places *places)
{
    struct search search = {.row = row}, sources = {.row = row};
    memset(row->slot, 0, sizeof(row->slot));
    for (unsigned round = 0; round < ROUNDS; round++)
        if (!find_needs(&search, places))
            return false;
    for (unsigned i = 0; i < search.count; i++) {
        if (is_presub(&search.need[i])) {
            row->sel[search.half[i]][search.arg[i]] = HW_R500_SEL_SRCP;
            if (!place_presubs(row, &search.need[i]))
                return false;
        } else if (search.need[i].used) {
            sources.need[sources.count] = search.need[i];
            sources.half[sources.count] = search.half[i];
            sources.arg[sources.count++] = search.arg[i];
        } else {
            row->sel[search.half[i]][search.arg[i]] = 0;
        }
    }
    return assign(&sources, 0);
}
