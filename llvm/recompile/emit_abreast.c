/* SPDX-License-Identifier: MIT */
/* emit_abreast.c: blocks of a wavefront that the function takes side by side. Control flow is
 * written once, for all of them: masks have the lanes of all. Each operation and each access is
 * written for one block after the other, so their order is that of a wavefront of so many lanes. */
#include <assert.h>

#include "llvm/recompile/emitter.h"

void emit_make_parts(struct emitter *e)
{
    const struct sim_program *p = e->program;
    for (unsigned i = 0; i < e->abreast; i++)
        e->of[i] = (struct emitter_abreast){
            .vector = arena_array(&e->arena, p->vector_count, sizeof(ssa)),
            .first = arena_array(&e->arena, p->vector_count, sizeof(ssa)),
            .places = arena_array(&e->arena, p->op_count, sizeof(ssa)),
            .strides = arena_array(&e->arena, p->op_count, sizeof(ssa)),
            .converted = arena_array(&e->arena, p->op_count, sizeof(ssa)),
        };
    e->converted_form = arena_array(&e->arena, p->op_count, sizeof(*e->converted_form));
    emit_take_all(e);
}

static void take(struct emitter *e, unsigned part)
{
    const struct emitter_abreast *of = &e->of[part];
    assert(part < MOST_ABREAST && of->vector);
    e->part = part;
    e->vectors = of->vectors;
    e->ids = of->ids;
    e->vector = of->vector;
    e->first = of->first;
    e->places = of->places;
    e->strides = of->strides;
}

void emit_take_part(struct emitter *e, unsigned part)
{
    take(e, part);
    e->apart = e->abreast > 1;
}

void emit_take_all(struct emitter *e)
{
    take(e, 0);
    e->apart = false;
}

void emit_in_parts(struct emitter *e, void (*write)(struct emitter *e))
{
    for (unsigned i = 0; i < e->abreast; i++) {
        emit_take_part(e, i);
        write(e);
    }
    emit_take_all(e);
}

static ssa distance(const struct emitter *e)
{
    return LLVMConstInt(e->mask_of_all, e->part * SIM_NATIVE_LANES, false);
}

ssa emit_part_of_mask(struct emitter *e, ssa mask)
{
    return LLVMBuildTrunc(e->builder, emit_op(e, LLVMLShr, mask, distance(e)), e->mask_of_one, "");
}

ssa emit_join_mask(struct emitter *e, ssa mask, ssa part)
{
    const uint64_t lanes = (1ull << SIM_NATIVE_LANES) - 1;
    ssa own = emit_op(e, LLVMShl, LLVMConstInt(e->mask_of_all, lanes, false), distance(e)),
        wide = LLVMBuildZExt(e->builder, part, e->mask_of_all, "");
    return emit_op(e, LLVMOr, emit_and_not(e, mask, own), emit_op(e, LLVMShl, wide, distance(e)));
}

/* Turns go from column to column, or by so many as lie side by side, and then to further rows. */
static ssa number_in_group(struct emitter *e)
{
    const unsigned rows = e->abreast / e->along;
    ssa turn = emit_load(e, e->i32, e->done), turns = emit_i32(e, e->column / e->along),
        above =
            emit_op(e, LLVMMul, emit_op(e, LLVMUDiv, turn, turns), emit_i32(e, e->column * rows)),
        along = emit_op(e, LLVMMul, emit_op(e, LLVMURem, turn, turns), emit_i32(e, e->along)),
        own = emit_i32(e, e->column * (e->part / e->along) + e->part % e->along);
    return emit_op(e, LLVMAdd, emit_op(e, LLVMAdd, above, along), own);
}

ssa emit_part_number(struct emitter *e)
{
    if (e->part_number)
        return e->part_number;
    if (e->column)
        return number_in_group(e);
    ssa lanes = emit_load(e, e->i32, e->done),
        first = emit_op(e, LLVMUDiv, lanes, emit_i32(e, SIM_NATIVE_LANES));
    return emit_op(e, LLVMAdd, first, emit_i32(e, e->part));
}
