/* SPDX-License-Identifier: MIT */
/* fir.c: building fragment IR, and small questions about it. */
#include "llvm/r500/fir/fir.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "driver/base/arena.h"
#include "driver/hw/r500/r500.h"

const struct fir_code_info fir_codes[FIR_CODES] = {
#define FIR_OP(name, text, rgb, alpha, operands, kind)                                             \
    [FIR_##name] = {text, HW_R500_RGB_##rgb, HW_R500_ALPHA_##alpha, operands, FIR_##kind},
#include "llvm/r500/fir/ops.def"
#undef FIR_OP
};

uint32_t fir_new_line(void *program, const struct rootle_line *line)
{
    struct fir_program *p = program;
    struct fir_lines *lines = &p->lines;

    if (!lines->count)
        lines->count = 1;
    lines->line =
        arena_grow(p->arena, lines->line, lines->count, &lines->capacity, sizeof(*lines->line));
    assert(line->caller < lines->count); /* a caller has its number first */
    lines->line[lines->count] = *line;
    return lines->count++;
}

uint32_t fir_new_var(struct fir_program *p)
{
    return p->var_count++;
}

struct fir_block *fir_new_block(struct fir_program *p)
{
    p->blocks =
        arena_grow(p->arena, p->blocks, p->block_count, &p->block_capacity, sizeof(*p->blocks));
    struct fir_block *block = &p->blocks[p->block_count++];
    *block = (struct fir_block){0};
    return block;
}

struct fir_op *fir_add(struct fir_program *p, struct fir_block *block, enum fir_code code)
{
    assert(block >= p->blocks && block < p->blocks + p->block_count); /* blocks move as they grow */
    block->ops =
        arena_grow(p->arena, block->ops, block->count, &block->capacity, sizeof(*block->ops));
    assert(code < FIR_CODES);
    struct fir_op *op = &block->ops[block->count++];
    *op = (struct fir_op){.code = code, .line = p->line};
    for (unsigned i = 0; i < FIR_MAX_DST; i++)
        op->dst[i] = FIR_NO_VAR;
    return op;
}

struct fir_src fir_var(uint32_t var)
{
    return (struct fir_src){.a = {.kind = FIR_VAR, .var = var}};
}

struct fir_src fir_literal(float value)
{
    struct fir_src src = {.a = {.kind = FIR_CONST}};
    value = value == 0.0f ? 0.0f : value;
    src.a.constant.source = ABI_IMAGE_LITERAL;
    memcpy(&src.a.constant.value, &value, sizeof(value));
    return src;
}

struct fir_src fir_negated(struct fir_src src)
{
    float value;
    if (fir_is_literal(&src, &value))
        return fir_literal(-value);
    src.negative = !src.negative;
    return src;
}

bool fir_is_literal(const struct fir_src *src, float *value)
{
    if (src->presub != FIR_PRESUB_NONE || src->a.kind != FIR_CONST ||
        src->a.constant.source != ABI_IMAGE_LITERAL)
        return false;
    memcpy(value, &src->a.constant.value, sizeof(*value));
    *value = src->absolute ? fabsf(*value) : *value;
    *value = src->negative ? -*value : *value;
    return true;
}

bool fir_is_number(const struct fir_src *src, float value)
{
    float number;
    return fir_is_literal(src, &number) && number == value;
}

static bool same_atom(const struct fir_atom *x, const struct fir_atom *y)
{
    if (x->kind != y->kind)
        return false;
    if (x->kind == FIR_VAR)
        return x->var == y->var;
    return x->kind == FIR_NONE ||
           (x->constant.source == y->constant.source && x->constant.value == y->constant.value);
}

bool fir_same_src(const struct fir_src *x, const struct fir_src *y)
{
    return x->presub == y->presub && x->negative == y->negative && x->absolute == y->absolute &&
           same_atom(&x->a, &y->a) && same_atom(&x->b, &y->b);
}

unsigned fir_operands(const struct fir_op *op)
{
    return op->code == FIR_TEX ? op->dimensions & 3u : fir_codes[op->code].operands;
}
