/* SPDX-License-Identifier: MIT */
/* emit_look.c: loads and stores of buffers whose lanes differ as those of a root do, at which the
 * program has looked. A look is its places, how many elements they begin behind the first of those
 * that are read, how many more are read than one, and which of these are lanes' own, if those rise.
 */
#include <string.h>

#include "driver/sim/recompile/block.h"
#include "llvm/recompile/emitter.h"

void emit_start_looks(struct emitter *e)
{
    LLVMTypeRef type = LLVMArrayType2(e->i32, SIM_LOOKS);
    ssa anyhow[SIM_LOOKS] = {emit_i32(e, 0), emit_i32(e, UINT32_MAX), emit_i32(e, 0)};
    for (uint32_t i = 0; i < e->program->op_count; i++)
        if (e->flow.looked[i]) {
            e->places[i] = emit_lanes_variable(e);
            emit_store(e, emit_splat(e, 0), e->places[i]);
            e->looked[i] = emit_variable(e, type);
            emit_store(e, LLVMConstArray2(e->i32, anyhow, SIM_LOOKS), e->looked[i]);
        }
}

void emit_look(struct emitter *e, const struct sim_alu_op *op)
{
    const uint32_t number = (uint32_t)(op - e->program->ops);
    if (e->flow.looked[number] && sim_shape_root(&e->shapes, op))
        emit_call(e, "sim_block_look", e->places[number], e->looked[number],
                  e->vector[op->dst / SIM_LANES],
                  emit_i32(e, (uint32_t)__builtin_ctz(e->flow.looked[number])));
}

static ssa part(struct emitter *e, uint32_t number, unsigned which)
{
    return emit_field(e, e->i32, e->looked[number], which * sizeof(uint32_t));
}

static bool sees_near(const struct emitter *e, unsigned dwords)
{
    return dwords == 1 && !strcmp(e->host, "v4");
}

/* How many more elements are accessed than one, where only neighbours can be, or where lanes near
 * each other can if the test `near` holds (NULL: always). */
static ssa choose_more(struct emitter *e, struct look *look, ssa near)
{
    ssa neighbours = emit_i32(e, SIM_NATIVE_LANES - 1), far = emit_i32(e, UINT32_MAX);
    look->beside = emit_test(e, LLVMIntEQ, look->more, neighbours);
    if (look->near && !near)
        return look->more;
    if (look->near)
        far = emit_select(e, near, look->more, far);
    return emit_select(e, look->beside, neighbours, far);
}

/* Finds out where the access begins and how far it reaches. */
struct look emit_begin_look(struct emitter *e, struct sim_shape shape, uint32_t index,
                            unsigned dwords, bool stores)
{
    struct look look = {.root = shape.root - 1, .near = sees_near(e, dwords)};
    const uint32_t step = shape.step * e->flow.looked[look.root];
    ssa near = NULL;
    look.more = part(e, look.root, SIM_LOOK_MORE);
    if (stores) {
        ssa taken = part(e, look.root, SIM_LOOK_TAKEN),
            some = emit_test(e, LLVMIntNE, taken, emit_i32(e, 0));
        near = emit_op(e, LLVMAnd, some, emit_all(e));
    }
    look.more = choose_more(e, &look, near);
    ssa lead = part(e, look.root, SIM_LOOK_LEAD),
        own = emit_lane_0(e, emit_load_lanes(e, e->vector[index / SIM_LANES]));
    look.first = emit_op(e, LLVMSub, own, emit_op(e, LLVMMul, lead, emit_i32(e, step)));
    look.span = emit_op(e, LLVMMul, emit_wide(e, look.more), emit_i64(e, step));
    return look;
}

struct ways emit_part_look(struct emitter *e, const struct look *look)
{
    if (!look->near)
        return (struct ways){0};
    const struct ways ways = {emit_new_block(e), emit_new_block(e)};
    LLVMBasicBlockRef beside = emit_new_block(e);
    emit_branch(e, look->beside, beside, ways.fast);
    emit_begin_block(e, beside);
    return ways;
}

void emit_load_near(struct emitter *e, const struct look *look, ssa at, unsigned texel)
{
    emit_call(e, "sim_block_load_near", e->texel[texel], at, e->places[look->root]);
}

void emit_store_near(struct emitter *e, const struct look *look, ssa at, uint32_t vector)
{
    emit_call(e, "sim_block_store_near", at, e->vector[vector],
              part(e, look->root, SIM_LOOK_TAKEN));
}
