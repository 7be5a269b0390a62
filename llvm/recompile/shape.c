/* SPDX-License-Identifier: MIT */
/* shape.c: how lanes of results differ, by how those of the sources do. */
#include "llvm/recompile/shape.h"

#include <string.h>

#include "driver/sim/decode/operands.h"
#include "driver/sim/decode/traits.h"

static const struct sim_shape unknown = {0}, uniform = {.bits = 32, .bounded = true};

/* Lanes that differ as those of `like` do, by another step. A root's multiple of 0 is left alone:
 * who knows that lanes are one computes the first one's of the sources'. */
static struct sim_shape shape(struct sim_shape like, uint32_t step, unsigned bits, bool bounded)
{
    return like.root && !step
               ? unknown
               : (struct sim_shape){step, like.root, (uint8_t)bits, bits == 32 || bounded};
}

struct sim_shape sim_shape_vector(const struct sim_shapes *shapes, uint32_t place)
{
    return shapes->at ? shapes->at[place / SIM_LANES] : unknown;
}

struct sim_shape sim_shape_source(const struct sim_shapes *shapes, const struct sim_src *src)
{
    if (!shapes->at || src->relative)
        return unknown;
    if (src->special || src->space != SIM_SPACE_WAVE)
        return uniform;
    const struct sim_shape own = sim_shape_vector(shapes, src->offset);
    return src->mods && !sim_shape_uniform(own) ? unknown : own;
}

bool sim_shape_uniform_op(const struct sim_shapes *shapes, const struct sim_alu_op *op)
{
    for (unsigned i = 0; i < 3; i++)
        if (!sim_shape_uniform(sim_shape_source(shapes, &op->src[i])))
            return false;
    return true;
}

/* The value of a literal that is an operand as it is. */
static bool literal(const struct sim_shapes *shapes, const struct sim_src *src, uint32_t *value)
{
    if (src->space != SIM_SPACE_LITERAL || src->mods || src->special || src->relative)
        return false;
    *value = shapes->program->literals[src->offset];
    return true;
}

static struct sim_shape sum(struct sim_shape a, struct sim_shape b, bool minus)
{
    if (!a.bits || !b.bits || (a.step && b.step && a.root != b.root))
        return unknown;
    return shape(a.step ? a : b, minus ? a.step - b.step : a.step + b.step,
                 a.bits < b.bits ? a.bits : b.bits, false);
}

static struct sim_shape shift_left(struct sim_shape a, uint32_t by)
{
    if (!a.bits || by > 31)
        return unknown;
    return shape(a, a.step << by, a.bits + by < 32 ? a.bits + by : 32, false);
}

static struct sim_shape shift_right(struct sim_shape a, uint32_t by)
{
    if (a.bits != 32 || by > 31 || a.step & ((1u << by) - 1) || a.step > INT32_MAX)
        return unknown;
    return shape(a, a.step >> by, 32 - by, true);
}

static struct sim_shape mask(struct sim_shape a, uint32_t by)
{
    const unsigned ones = by == UINT32_MAX ? 32 : (unsigned)__builtin_ctz(~by);
    if (!a.bits || !ones || (ones < 32 && by >> ones))
        return unknown;
    return shape(a, a.step, a.bits < ones ? a.bits : ones, a.bits >= ones);
}

static struct sim_shape product(struct sim_shape a, uint32_t by)
{
    return a.bits ? shape(a, a.step * by, a.bits, false) : unknown;
}

/* The result of an operation on one source and a literal, which is the first source if the order
 * does not matter. */
static struct sim_shape by_literal(const struct sim_shapes *shapes, const struct sim_alu_op *op,
                                   const struct sim_shape s[3])
{
    static struct sim_shape (*const rules[SIM_AFFINE_COUNT])(struct sim_shape, uint32_t) = {
        [SIM_AFFINE_LEFT] = shift_left,
        [SIM_AFFINE_RIGHT] = shift_right,
        [SIM_AFFINE_MASK] = mask,
        [SIM_AFFINE_PRODUCT] = product};
    const bool commutes = hw_alu_info[op->map].flags & HW_ALU_COMM;
    const unsigned rule = sim_op_traits(op).affine;
    uint32_t value;
    if (!rules[rule])
        return unknown;
    if (commutes && literal(shapes, &op->src[0], &value))
        return rules[rule](s[1], value);
    return literal(shapes, &op->src[1], &value) ? rules[rule](s[0], value) : unknown;
}

static struct sim_shape map_shape(const struct sim_shapes *shapes, const struct sim_alu_op *op,
                                  const struct sim_shape s[3])
{
    switch ((enum sim_affine)sim_op_traits(op).affine) {
    case SIM_AFFINE_COPY:
        return s[0];
    case SIM_AFFINE_SUM:
    case SIM_AFFINE_DIFFERENCE:
        return sum(s[0], s[1], sim_op_traits(op).affine == SIM_AFFINE_DIFFERENCE);
    case SIM_AFFINE_THIRD: /* the product is what it is, in all lanes */
        return sim_shape_uniform(s[0]) && sim_shape_uniform(s[1]) ? sum(uniform, s[2], false)
                                                                  : unknown;
    default:
        return by_literal(shapes, op, s);
    }
}

struct sim_shape sim_shape_result(const struct sim_shapes *shapes, const struct sim_alu_op *op)
{
    struct sim_shape s[3];
    if (!shapes->at || op->map < 0 || sim_op_traits(op).affine == SIM_AFFINE_OWN)
        return unknown;
    if (sim_shape_uniform_op(shapes, op))
        return uniform;
    for (unsigned i = 0; i < 3; i++)
        s[i] = sim_shape_source(shapes, &op->src[i]);
    return op->finish ? unknown : map_shape(shapes, op, s);
}

uint32_t sim_shape_root(const struct sim_shapes *shapes, const struct sim_alu_op *op)
{
    if (!shapes->at || shapes->looped || sim_op_traits(op).affine < SIM_AFFINE_SUM || op->finish ||
        sim_shape_result(shapes, op).bits)
        return 0;
    for (unsigned i = 0; i < 3; i++)
        if (!sim_shape_source(shapes, &op->src[i]).bits)
            return 0;
    return (uint32_t)(op - shapes->program->ops) + 1;
}

static struct sim_shape result_or_root(const struct sim_shapes *shapes, const struct sim_alu_op *op)
{
    const uint32_t root = sim_shape_root(shapes, op);
    return root ? (struct sim_shape){1, root, 32, true} : sim_shape_result(shapes, op);
}

/* Behind a barrier nobody knows what was looked at before it. */
static void forget_roots(struct sim_shapes *shapes)
{
    for (uint32_t v = 0; v < shapes->program->vector_count; v++)
        if (shapes->at[v].root)
            shapes->at[v] = unknown;
}

static void set(struct sim_shapes *shapes, uint32_t vector, struct sim_shape value)
{
    shapes->at[vector] = value;
    if (value.bits && !value.root)
        shapes->scalar[vector] = true;
}

/* Lanes that do not run keep what they had, if somebody reads that. */
static void assign(struct sim_shapes *shapes, uint32_t vector, struct sim_shape value, bool whole)
{
    set(shapes, vector, whole || !shapes->kept[vector] ? value : unknown);
}

bool sim_shape_plain_lds(const struct sim_alu_op *op)
{
    return !op->predicate && !(op->flags & SIM_OP_SOURCES) &&
           (op->lds_op == HW_LDS_READ_RET || op->lds_op == HW_LDS_WRITE);
}

bool sim_shape_uniform_read(const struct sim_shapes *shapes, const struct sim_alu_op *op)
{
    return op->lds_op == HW_LDS_READ_RET && sim_shape_plain_lds(op) &&
           sim_shape_uniform(sim_shape_source(shapes, &op->src[0]));
}

bool sim_shape_uniform_fetch(const struct sim_shapes *shapes, const struct sim_fetch *fetch)
{
    return shapes->state->fetches[fetch - shapes->program->fetches].kind == NATIVE_FETCH_PLAIN &&
           sim_shape_uniform(sim_shape_vector(shapes, sim_fetch_index(fetch) * SIM_LANES));
}

void sim_shape_start(struct sim_shapes *shapes)
{
    if (!shapes->at || !shapes->state->rows)
        return;
    set(shapes, 0, shape(uniform, 1, 32, true)); /* R0: the work-item in its group, R1: the group */
    for (uint32_t v = 1; v < 7; v++)
        if (v != 3)
            set(shapes, v, uniform);
}

/* The shape of what an operation writes, `whole` as for sim_shape_op. */
static struct sim_shape written(const struct sim_shapes *shapes, const struct sim_alu_op *op,
                                enum sim_operand_kind kind, bool whole)
{
    if (kind == SIM_OPERAND_QUEUE)
        return whole && sim_shape_uniform_read(shapes, op) ? uniform : unknown;
    return op->action != SIM_ACTION_NONE || op->predicate ? unknown : result_or_root(shapes, op);
}

void sim_shape_op(struct sim_shapes *shapes, const struct sim_alu_op *op, bool whole)
{
    if (!shapes->at)
        return;
    if (op->dst_relative) {
        for (uint32_t v = 0; v < sim_program_registers(shapes->program); v++)
            shapes->at[v] = unknown;
        return;
    }
    if (op->action == SIM_ACTION_BARRIER)
        forget_roots(shapes);
    const struct sim_operands writes = sim_op_writes(op);
    SIM_FOR_OPERANDS(to, writes)
        assign(shapes, to->vector, written(shapes, op, to->kind, whole), whole);
}

void sim_shape_fetch(struct sim_shapes *shapes, const struct sim_fetch *fetch, bool whole)
{
    if (!shapes->at)
        return;
    const bool same = whole && sim_shape_uniform_fetch(shapes, fetch);
    const struct sim_operands writes = sim_fetch_writes(fetch);
    SIM_FOR_OPERANDS(to, writes)
        assign(shapes, to->vector, same ? uniform : unknown, whole);
}

bool sim_shape_merge(struct sim_shape *into, const struct sim_shape *from, uint32_t count)
{
    bool changed = false;
    for (uint32_t v = 0; v < count; v++) {
        const struct sim_shape a = into[v], b = from[v];
        const bool alike = a.step == b.step && a.root == b.root;
        if (!a.bits || (a.bits <= b.bits && alike && a.bounded <= b.bounded))
            continue;
        into[v] = !alike || !b.bits
                      ? unknown
                      : shape(a, a.step, a.bits < b.bits ? a.bits : b.bits, a.bounded && b.bounded);
        changed = true;
    }
    return changed;
}
