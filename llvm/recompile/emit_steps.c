/* SPDX-License-Identifier: MIT */
/* emit_steps.c: coordinates of fetches that are whole numbers, or floats that were made of some.
 * Lanes that go by steps of one along x are known by their first one. */
#include <string.h>

#include "driver/sim/lanes/sample.h"
#include "llvm/recompile/columns.h"
#include "llvm/recompile/emit_rows.h"

void emit_start_converted(struct emitter *e)
{
    for (uint32_t i = 0; i < e->program->op_count; i++)
        for (unsigned part = 0; part < e->abreast && columns_converted(&e->program->ops[i]); part++)
            e->of[part].converted[i] = emit_variable(e, e->i32);
}

bool emit_is_converted(const struct sim_alu_op *op)
{
    return columns_converted(op) != NULL;
}

void emit_converted(struct emitter *e, const struct sim_alu_op *op)
{
    const struct sim_src *from = columns_converted(op);
    const uint32_t number = (uint32_t)(op - e->program->ops);
    if (!from || !e->forms.at)
        return;
    const struct affine_form form = affine_source(&e->forms, from);
    e->converted_form[number] = e->whole ? form : (struct affine_form){0};
    if (form.bits && !form.basis)
        emit_store(e, emit_first(e, from->offset), e->of[e->part].converted[number]);
}

/* Finds the vector of whole numbers that a fetch's coordinate is, or, where that has others by now,
 * behind all vectors the number of the operation that made floats of it. */
static bool find_integers(const struct emitter *e, const struct rows *rows,
                          const struct sim_fetch *fetch, unsigned axis, uint32_t *vector)
{
    const struct sim_program *p = e->program;
    const struct sim_sample_how *how = &e->state->fetches[sim_fetch_access(p, fetch)].texture.how;
    const uint32_t item = (uint32_t)(rows->fetch - p->fetches);
    *vector = fetch->src / SIM_LANES + fetch->src_sel[axis];
    if (fetch->src_sel[axis] > HW_SEL_W || how->normalized >> axis & 1u)
        return false;
    if (how->load)
        return fetch->src_sel[3] == HW_SEL_0;
    const struct copies_name at = copies_name(p, &e->flow, e->cf, item, *vector);
    const struct sim_src *from = at.item < p->op_count && p->cf[at.cf].items == SIM_ITEMS_OPS
                                     ? columns_converted(&p->ops[at.item])
                                     : NULL;
    if (!from)
        return false;
    *vector = from->offset / SIM_LANES;
    if (!copies_are_one(copies_name(p, &e->flow, at.cf, at.item, *vector),
                        copies_name(p, &e->flow, e->cf, item, *vector)))
        *vector = p->vector_count + at.item;
    return true;
}

/* Finds how such numbers differ. */
static struct affine_form find_form(const struct emitter *e, uint32_t vector)
{
    const uint32_t vectors = e->program->vector_count;
    return vector < vectors ? affine_vector(&e->forms, vector * SIM_LANES)
                            : e->converted_form[vector - vectors];
}

/* Whether x goes by steps of one there, through all blocks, and other coordinates are shared. */
static bool are_steps(const struct emitter *e, const struct rows *rows, unsigned axis,
                      uint32_t vector)
{
    const struct affine_form form = find_form(e, vector);
    const uint32_t step = axis == SIM_X;
    return form.bits == 32 && form.step == step && !form.basis &&
           (!rows->together || (form.shared && form.apart == step * SIM_NATIVE_LANES));
}

bool emit_rows_steps(const struct emitter *e, const struct rows *rows, row_vectors vector)
{
    for (uint32_t i = 0; i < rows->count; i++)
        for (unsigned axis = 0; axis < SIM_AXES; axis++) {
            const struct sim_fetch *fetch = rows->fetch + i;
            const unsigned dim =
                e->state->fetches[sim_fetch_access(e->program, fetch)].texture.how.dim;
            if (sim_axis_kind(dim, axis) != SIM_AXIS_NONE &&
                !(find_integers(e, rows, fetch, axis, &vector[i][axis]) &&
                  are_steps(e, rows, axis, vector[i][axis])))
                return false;
        }
    return e->whole;
}

bool emit_finds_steps(const struct emitter *e, const struct sim_fetch *fetch,
                      uint32_t vector[SIM_AXES])
{
    const struct rows rows = {.fetch = fetch, .count = 1, .blocks = 1};
    row_vectors own;
    bool found = emit_rows_steps(e, &rows, own);
    for (unsigned axis = 0; found && axis < SIM_AXES; axis++) {
        const unsigned dim = e->state->fetches[sim_fetch_access(e->program, fetch)].texture.how.dim;
        found =
            sim_axis_kind(dim, axis) == SIM_AXIS_NONE || own[0][axis] < e->program->vector_count;
    }
    memcpy(vector, own[0], sizeof(own[0]));
    return found;
}

ssa emit_rows_start(struct emitter *e, const struct sim_fetch *fetch, unsigned axis,
                    const uint32_t vector[SIM_AXES])
{
    const unsigned dim = e->state->fetches[sim_fetch_access(e->program, fetch)].texture.how.dim;
    const uint32_t vectors = e->program->vector_count;
    if (sim_axis_kind(dim, axis) == SIM_AXIS_NONE)
        return emit_i32(e, 0);
    return vector[axis] < vectors
               ? emit_first(e, vector[axis] * SIM_LANES)
               : emit_load(e, e->i32, e->of[e->part].converted[vector[axis] - vectors]);
}
