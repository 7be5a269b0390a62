/* SPDX-License-Identifier: MIT */
/* select_call.c: built-in functions, look-ups and the pixel that is written. */
#include <string.h>

#include "driver/base/count.h"
#include "llvm/ir/ir.h"
#include "llvm/r500/select/select.h"

#define TURNS 0.159154943f /* in a radian */

/* ---- functions of scalars ---- */

static struct fir_src sine(struct r500_select *s, enum fir_code code, struct fir_src a)
{
    struct fir_src turns = r500_mul(s, a, fir_literal(TURNS));
    return r500_unary(s, code, r500_unary(s, FIR_FRC, turns));
}

static struct fir_src make_sin(struct r500_select *s, struct fir_src *a)
{
    return sine(s, FIR_SIN, a[0]);
}

static struct fir_src make_cos(struct r500_select *s, struct fir_src *a)
{
    return sine(s, FIR_COS, a[0]);
}

static struct fir_src make_sin_turns(struct r500_select *s, struct fir_src *a)
{
    return r500_unary(s, FIR_SIN, a[0]);
}

static struct fir_src make_cos_turns(struct r500_select *s, struct fir_src *a)
{
    return r500_unary(s, FIR_COS, a[0]);
}

static struct fir_src make_exp2(struct r500_select *s, struct fir_src *a)
{
    return r500_unary(s, FIR_EX2, a[0]);
}

static struct fir_src make_log2(struct r500_select *s, struct fir_src *a)
{
    return r500_unary(s, FIR_LN2, a[0]);
}

static struct fir_src make_rcp(struct r500_select *s, struct fir_src *a)
{
    return r500_reciprocal(s, a[0]);
}

/* The operand's sign is not looked at. */
static struct fir_src make_rsq(struct r500_select *s, struct fir_src *a)
{
    return r500_unary(s, FIR_RSQ, r500_absolute(s, a[0]));
}

/* 1 / (1 / sqrt(0)) is 0, too. */
static struct fir_src make_sqrt(struct r500_select *s, struct fir_src *a)
{
    return r500_unary(s, FIR_RCP, r500_unary(s, FIR_RSQ, a[0]));
}

static struct fir_src make_frc(struct r500_select *s, struct fir_src *a)
{
    return r500_unary(s, FIR_FRC, a[0]);
}

static struct fir_src make_floor(struct r500_select *s, struct fir_src *a)
{
    return r500_floor(s, a[0]);
}

static struct fir_src make_ceil(struct r500_select *s, struct fir_src *a)
{
    return fir_negated(r500_floor(s, fir_negated(a[0])));
}

static struct fir_src make_trunc(struct r500_select *s, struct fir_src *a)
{
    return r500_truncate(s, a[0]);
}

static struct fir_src make_round(struct r500_select *s, struct fir_src *a)
{
    struct fir_src up = r500_add(s, r500_absolute(s, a[0]), fir_literal(0.5f));
    struct fir_src whole = r500_floor(s, up);
    return r500_emit(s, FIR_CMP, whole, fir_negated(whole), a[0]);
}

/* Halves go up. */
static struct fir_src make_rint(struct r500_select *s, struct fir_src *a)
{
    return r500_floor(s, r500_add(s, a[0], fir_literal(0.5f)));
}

static struct fir_src make_abs(struct r500_select *s, struct fir_src *a)
{
    return r500_absolute(s, a[0]);
}

static struct fir_src make_min(struct r500_select *s, struct fir_src *a)
{
    return r500_emit(s, FIR_MIN, a[0], a[1], (struct fir_src){0});
}

static struct fir_src make_max(struct r500_select *s, struct fir_src *a)
{
    return r500_emit(s, FIR_MAX, a[0], a[1], (struct fir_src){0});
}

static struct fir_src make_mad(struct r500_select *s, struct fir_src *a)
{
    return r500_mad(s, a[0], a[1], a[2]);
}

static struct fir_src make_copysign(struct r500_select *s, struct fir_src *a)
{
    struct fir_src size = r500_absolute(s, a[0]);
    return r500_emit(s, FIR_CMP, size, fir_negated(size), a[1]);
}

static struct fir_src make_same(struct r500_select *s, struct fir_src *a)
{
    (void)s;
    return a[0];
}

static struct fir_src make_saturated(struct r500_select *s, struct fir_src *a)
{
    return r500_truncate(s, a[0]);
}

static struct fir_src make_global_id(struct r500_select *s, struct fir_src *a)
{
    if (fir_is_number(&a[0], 0.0f))
        return r500_input(s, ABI_IMAGE_GLOBAL_ID, 0);
    if (fir_is_number(&a[0], 1.0f))
        return r500_input(s, ABI_IMAGE_GLOBAL_ID, 1);
    r500_fail(s, "the dimension of a global id is chosen at run time");
    return a[0];
}

static const struct {
    const char *name; /* or how it begins, where it ends in '.' */
    unsigned operands;
    struct fir_src (*make)(struct r500_select *s, struct fir_src *a);
} functions[] = {
    {"__rootle_global_id", 1, make_global_id},
    {"__rootle_rsq", 1, make_rsq},
    {"__rootle_rcp", 1, make_rcp},
    {"__rootle_frc", 1, make_frc},
    {"__rootle_sin_turns", 1, make_sin_turns},
    {"__rootle_cos_turns", 1, make_cos_turns},
    {"llvm.sin.", 1, make_sin},
    {"llvm.cos.", 1, make_cos},
    {"llvm.exp2.", 1, make_exp2},
    {"llvm.log2.", 1, make_log2},
    {"llvm.sqrt.", 1, make_sqrt},
    {"llvm.floor.", 1, make_floor},
    {"llvm.ceil.", 1, make_ceil},
    {"llvm.trunc.", 1, make_trunc},
    {"llvm.round.", 1, make_round},
    {"llvm.rint.", 1, make_rint},
    {"llvm.roundeven.", 1, make_rint},
    {"llvm.fabs.", 1, make_abs},
    {"llvm.abs.", 1, make_abs},
    {"llvm.minnum.", 2, make_min},
    {"llvm.maxnum.", 2, make_max},
    {"llvm.minimum.", 2, make_min},
    {"llvm.maximum.", 2, make_max},
    {"llvm.smin.", 2, make_min},
    {"llvm.smax.", 2, make_max},
    {"llvm.umin.", 2, make_min},
    {"llvm.umax.", 2, make_max},
    {"llvm.fmuladd.", 3, make_mad},
    {"llvm.fma.", 3, make_mad},
    {"llvm.copysign.", 2, make_copysign},
    {"llvm.canonicalize.", 1, make_same},
    {"llvm.fptosi.sat.", 1, make_saturated},
    {"llvm.fptoui.sat.", 1, make_saturated},
};

static bool select_function(struct r500_select *s, const char *name)
{
    for (size_t f = 0; f < COUNT(functions); f++) {
        const size_t length = strlen(functions[f].name);
        const bool begins = functions[f].name[length - 1] == '.';
        if (begins ? strncmp(name, functions[f].name, length) : strcmp(name, functions[f].name))
            continue;
        struct fir_src *element = r500_define(s);
        for (unsigned i = 0; i < r500_elements(LLVMTypeOf(s->inst)); i++) {
            struct fir_src operand[3];
            for (unsigned o = 0; o < functions[f].operands; o++)
                operand[o] = r500_operand(s, o, i);
            element[i] = functions[f].make(s, operand);
        }
        return true;
    }
    return false;
}

/* ---- functions of vectors ---- */

/* The products that are not of zeros, in two operations' order: DP3 has three of them. */
static void select_dot(struct r500_select *s)
{
    enum { TERMS = 4 };
    struct fir_src *element = r500_define(s), a[TERMS], b[TERMS];
    unsigned terms = 0;
    for (unsigned i = 0; i < TERMS; i++) {
        a[terms] = r500_operand(s, 0, i);
        b[terms] = r500_operand(s, 1, i);
        terms += !fir_is_number(&a[terms], 0.0f) && !fir_is_number(&b[terms], 0.0f);
    }
    if (terms < 2) {
        *element = terms ? r500_mul(s, a[0], b[0]) : fir_literal(0.0f);
        return;
    }
    struct fir_op *op =
        fir_add(s->p, &s->p->blocks[s->p->block_count - 1], terms == TERMS ? FIR_DP4 : FIR_DP3);
    for (unsigned i = 0; i < fir_operands(op) / 2; i++) {
        op->src[2 * i] = i < terms ? a[i] : fir_literal(0.0f);
        op->src[2 * i + 1] = i < terms ? b[i] : fir_literal(0.0f);
    }
    op->dst[0] = fir_new_var(s->p);
    *element = fir_var(op->dst[0]);
}

/* ---- images ---- */

static bool constant_operand(struct r500_select *s, unsigned operand, uint32_t *value)
{
    LLVMValueRef number = LLVMGetOperand(s->inst, operand);
    if (!LLVMIsAConstantInt(number)) {
        r500_fail(s, "an image or a sampler is chosen at run time");
        return false;
    }
    *value = (uint32_t)LLVMConstIntGetZExtValue(number);
    return true;
}

/* A unit has one image and one sampler. */
static bool find_unit(struct r500_select *s, uint32_t view, uint32_t sampler, uint8_t *unit)
{
    struct fir_program *p = s->p;
    for (uint32_t i = 0; i < p->texture_count; i++)
        if (p->textures[i].view == view && p->textures[i].sampler == sampler) {
            *unit = (uint8_t)i;
            return true;
        }
    if (p->texture_count == ABI_IMAGE_MAX_TEXTURES) {
        r500_fail(s, "more than %d pairs of an image and a sampler", ABI_IMAGE_MAX_TEXTURES);
        return false;
    }
    p->textures[p->texture_count] = (struct abi_image_texture){view, sampler};
    *unit = (uint8_t)p->texture_count++;
    return true;
}

static bool same_look_up(const struct fir_op *x, const struct fir_op *y)
{
    bool same = x->code == FIR_TEX && x->unit == y->unit && x->dimensions == y->dimensions;
    for (unsigned i = 0; same && i < y->dimensions; i++)
        same = fir_same_src(&x->src[i], &y->src[i]);
    return same;
}

void r500_look_up(struct r500_select *s, const struct fir_op *look_up, struct fir_src texel[4])
{
    struct fir_block *block = r500_current(s);
    struct fir_op wanted = *look_up;
    const struct fir_op *same = NULL;
    for (size_t i = 0; i < block->count && !same; i++)
        if (same_look_up(&block->ops[i], look_up))
            same = &block->ops[i];
    for (unsigned i = 0; i < FIR_MAX_DST; i++) {
        wanted.dst[i] = same ? same->dst[i] : fir_new_var(s->p);
        texel[i] = fir_var(wanted.dst[i]);
    }
    if (!same)
        *fir_add(s->p, block, FIR_TEX) = wanted;
}

static void select_look_up(struct r500_select *s)
{
    uint32_t dimensions, view, sampler;
    struct fir_op look_up = {.code = FIR_TEX, .line = s->p->line};
    struct fir_src *element = r500_define(s);
    if (!constant_operand(s, 1, &dimensions) || !constant_operand(s, 2, &view) ||
        !constant_operand(s, 3, &sampler) || !find_unit(s, view, sampler, &look_up.unit))
        return;
    look_up.dimensions = (uint8_t)dimensions;
    for (unsigned i = 0; i < dimensions; i++)
        look_up.src[i] = r500_operand(s, 0, i);
    const bool may_wrap = dimensions == 2 && r500_may_wrap(s, sampler);
    s->p->may_wrap |= may_wrap;
    if (may_wrap && s->p->wraps)
        r500_wrapped_look_up(s, &look_up, element);
    else
        r500_look_up(s, &look_up, element);
}

static bool is_own_pixel(struct r500_select *s)
{
    for (unsigned i = 0; i < 2; i++) {
        struct fir_src place = r500_operand(s, 1, i), own = r500_input(s, ABI_IMAGE_GLOBAL_ID, i);
        if (!fir_same_src(&place, &own))
            return false;
    }
    return true;
}

static void select_write(struct r500_select *s)
{
    struct fir_program *p = s->p;
    uint32_t surface;
    if (!constant_operand(s, 2, &surface))
        return;
    if (!is_own_pixel(s))
        r500_fail(s, "a pixel is written that is not at the global id: R500 has no random writes");
    if (s->depth)
        r500_fail(s, "a pixel is written in a branch or a loop: an image program writes once, at "
                     "its end");
    for (uint32_t i = 0; i < p->target_count; i++)
        if (p->targets[i].surface == surface)
            r500_fail(s, "a pixel is written twice");
    if (p->target_count == ABI_IMAGE_MAX_TARGETS)
        r500_fail(s, "more than %d images are written", ABI_IMAGE_MAX_TARGETS);
    if (s->failed)
        return;
    for (unsigned i = 0; i < 4; i++) {
        struct fir_op *op = fir_add(p, &p->blocks[p->block_count - 1], FIR_MAD);
        op->src[0] = r500_operand(s, 0, i);
        op->src[1] = fir_literal(1.0f);
        op->src[2] = fir_literal(0.0f);
        op->out = true;
        op->target = (uint8_t)p->target_count;
        op->out_channel = (uint8_t)i;
    }
    p->targets[p->target_count++].surface = surface;
}

void r500_select_call(struct r500_select *s)
{
    LLVMValueRef callee = ir_callee(s->inst);
    const char *name = callee ? ir_name(callee) : "";
    if (!strcmp(name, "__rootle_look_up"))
        select_look_up(s);
    else if (!strcmp(name, "__rootle_write_pixel"))
        select_write(s);
    else if (!strcmp(name, "__rootle_dot"))
        select_dot(s);
    else if (strncmp(name, "llvm.dbg.", 9) && strncmp(name, "llvm.lifetime.", 14) &&
             strcmp(name, "llvm.assume") && strncmp(name, "llvm.experimental.noalias", 25) &&
             !select_function(s, name))
        r500_fail(s, "R500 has no counterpart of '%s'", name);
}
