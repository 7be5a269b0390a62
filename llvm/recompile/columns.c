/* SPDX-License-Identifier: MIT */
/* columns.c: follows the columns of fetches back to the sums that computed them. Fetches of which
 * it is known that they lie too far apart have no part of a row in common. */
#include "llvm/recompile/columns.h"

static bool is_map(const struct sim_alu_op *op, int map)
{
    return op->action == SIM_ACTION_NONE && !op->predicate && !op->finish && op->map == map;
}

static bool is_plain(const struct sim_src *src)
{
    return !src->mods && !src->special && !src->relative && src->space == SIM_SPACE_WAVE;
}

const struct sim_src *columns_converted(const struct sim_alu_op *op)
{
    return is_map(op, HW_ALU_OP_INT_TO_FLT) && is_plain(&op->src[0]) ? &op->src[0] : NULL;
}

/* The source that an operation adds a literal to; NULL: it does something else. */
static const struct sim_src *find_added(const struct sim_program *p, const struct sim_alu_op *op,
                                        uint32_t *literal)
{
    for (unsigned i = 0; is_map(op, HW_ALU_OP_ADD_INT) && i < 2; i++) {
        const struct sim_src *src = &op->src[i], *other = &op->src[1 - i];
        if (!is_plain(src) || other->space != SIM_SPACE_LITERAL || other->mods)
            continue;
        *literal = p->literals[other->offset];
        return src;
    }
    return NULL;
}

/* The operation that computed a value; NULL: none did, or it is not known. */
static const struct sim_alu_op *find_op(const struct sim_program *p, struct copies_name name)
{
    const bool computed = name.item < p->op_count && p->cf[name.cf].items == SIM_ITEMS_OPS;
    return computed ? &p->ops[name.item] : NULL;
}

struct column columns_find(const struct sim_program *program, const struct flow *flow,
                           uint32_t index, uint32_t item, uint32_t vector)
{
    struct column column = {{vector, index, item}, 0};
    const struct sim_src *from;
    do {
        uint32_t literal = 0;
        column.of = copies_name(program, flow, column.of.cf, column.of.item, column.of.vector);
        const struct sim_alu_op *op = find_op(program, column.of);
        from = op ? find_added(program, op, &literal) : NULL;
        column.behind += literal;
        if (from)
            column.of.vector = from->offset / SIM_LANES;
    } while (from);
    return column;
}

/* Finds a fetch's column, or its row, which is a whole number, or a float that was made of one. */
static struct column find_fetched(const struct sim_program *program, const struct flow *flow,
                                  uint32_t index, const struct sim_fetch *first,
                                  const struct sim_fetch *fetch, unsigned axis)
{
    const struct copies_name at =
        copies_name(program, flow, index, (uint32_t)(first - program->fetches),
                    fetch->src / SIM_LANES + fetch->src_sel[axis]);
    const struct sim_alu_op *op = find_op(program, at);
    const struct sim_src *from = op ? columns_converted(op) : NULL;
    return columns_find(program, flow, at.cf,
                        at.item == UINT32_MAX ? program->cf[at.cf].first : at.item + !from,
                        from ? from->offset / SIM_LANES : at.vector);
}

bool columns_are_far(const struct sim_program *program, const struct flow *flow, uint32_t index,
                     const struct sim_fetch *first, const struct sim_fetch *a,
                     const struct sim_fetch *b, unsigned axis, uint32_t most)
{
    if (a->src_sel[axis] > HW_SEL_W || b->src_sel[axis] > HW_SEL_W)
        return false;
    const struct column one = find_fetched(program, flow, index, first, a, axis),
                        other = find_fetched(program, flow, index, first, b, axis);
    return copies_are_one(one.of, other.of) && one.behind - other.behind + most > 2 * most;
}
