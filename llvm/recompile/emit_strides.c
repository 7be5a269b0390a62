/* SPDX-License-Identifier: MIT */
/* emit_strides.c: loads and stores of buffers whose lanes differ as those of a basis do, whose
 * strides the program has measured. Strides are its places, how many elements they begin behind the
 * first of those that are read, how many more are read than one, and which of these are lanes' own,
 * if those rise.
 */
#include "driver/sim/recompile/block.h"
#include "llvm/recompile/emitter.h"

void emit_start_strides(struct emitter *e)
{
    LLVMTypeRef type = LLVMArrayType2(e->i32, SIM_STRIDES);
    ssa anyhow[SIM_STRIDES] = {emit_i32(e, 0), emit_i32(e, UINT32_MAX), emit_i32(e, 0)};
    for (uint32_t i = 0; i < e->program->op_count; i++)
        if (e->flow.units[i] && e->wide.narrow && e->part) {
            e->places[i] = e->of[0].places[i];
            e->strides[i] = e->of[0].strides[i];
        } else if (e->flow.units[i]) {
            e->places[i] = emit_lanes_variable(e);
            emit_store(e, emit_splat(e, 0), e->places[i]);
            e->strides[i] = emit_variable(e, type);
            emit_store(e, LLVMConstArray2(e->i32, anyhow, SIM_STRIDES), e->strides[i]);
        }
}

void emit_strides(struct emitter *e, const struct sim_alu_op *op)
{
    const uint32_t number = (uint32_t)(op - e->program->ops);
    if (e->wide.rare || !e->flow.units[number] || !affine_basis(&e->forms, op))
        return;
    if (e->wide.narrow && e->part)
        emit_wide_basis(e, op);
    else
        emit_call(e, "sim_block_strides", e->places[number], e->strides[number],
                  e->vector[op->dst / SIM_LANES],
                  emit_i32(e, (uint32_t)__builtin_ctz(e->flow.units[number])));
}

static ssa part(struct emitter *e, uint32_t number, unsigned which)
{
    return emit_field(e, e->i32, e->strides[number], which * sizeof(uint32_t));
}

static bool sees_near(const struct emitter *e, unsigned dwords)
{
    return dwords == 1 && recompiler_has_avx2(e->host) && !e->wide.behind;
}

/* How many more elements are accessed than one, where only neighbours can be, or where lanes near
 * each other can if the test `near` holds (NULL: always). */
static ssa choose_more(struct emitter *e, struct strides *strides, ssa near)
{
    ssa neighbours = emit_i32(e, SIM_NATIVE_LANES - 1), far = emit_i32(e, UINT32_MAX);
    strides->beside = emit_test(e, LLVMIntEQ, strides->more, neighbours);
    if (strides->near && !near)
        return strides->more;
    if (strides->near)
        far = emit_select(e, near, strides->more, far);
    return emit_select(e, strides->beside, neighbours, far);
}

/* Finds out where the access begins and how far it reaches. */
struct strides emit_begin_strides(struct emitter *e, struct affine_form form, uint32_t index,
                                  unsigned dwords, bool stores)
{
    struct strides strides = {.basis = form.basis - 1, .near = sees_near(e, dwords)};
    const uint32_t step = form.step * e->flow.units[strides.basis];
    ssa near = NULL;
    strides.more = part(e, strides.basis, SIM_STRIDES_MORE);
    if (stores) {
        ssa taken = part(e, strides.basis, SIM_STRIDES_TAKEN),
            some = emit_test(e, LLVMIntNE, taken, emit_i32(e, 0));
        near = emit_op(e, LLVMAnd, some, emit_all(e));
    }
    strides.more = choose_more(e, &strides, near);
    ssa lead = part(e, strides.basis, SIM_STRIDES_LEAD),
        own = emit_lane_0(e, emit_load_lanes(e, e->vector[index / SIM_LANES]));
    strides.first = emit_op(e, LLVMSub, own, emit_op(e, LLVMMul, lead, emit_i32(e, step)));
    strides.span = emit_op(e, LLVMMul, emit_wide(e, strides.more), emit_i64(e, step));
    return strides;
}

struct ways emit_part_strides(struct emitter *e, const struct strides *strides)
{
    if (!strides->near)
        return (struct ways){0};
    const struct ways ways = {emit_new_block(e), emit_new_block(e)};
    LLVMBasicBlockRef beside = emit_new_block(e);
    emit_branch(e, strides->beside, beside, ways.fast);
    emit_begin_block(e, beside);
    return ways;
}

void emit_load_near(struct emitter *e, const struct strides *strides, ssa at, unsigned texel)
{
    emit_call(e, "sim_block_load_near", e->texel[texel], at, e->places[strides->basis]);
}

void emit_store_near(struct emitter *e, const struct strides *strides, ssa at, uint32_t vector)
{
    emit_call(e, "sim_block_store_near", at, e->vector[vector],
              part(e, strides->basis, SIM_STRIDES_TAKEN));
}
