/* SPDX-License-Identifier: MIT */
/* emit_typed.c: typed stores to surfaces. Where all coordinates but x are known to be shared, and
 * lanes to be neighbours along x, a block writes a row. */
#include "driver/sim/lanes/sample.h"
#include "llvm/recompile/emitter.h"

static struct affine_form coordinate(const struct emitter *e, const struct sim_store *store,
                                     unsigned axis)
{
    return affine_vector(&e->forms, store->index + axis * SIM_LANES);
}

/* Whether lanes write a row, of a surface where rows can be written. */
static bool is_row(const struct emitter *e, const struct sim_store *store)
{
    const struct sim_store_how *how = &e->state->stores[store->rat].how;
    const struct affine_form x = coordinate(e, store, SIM_X);
    if (!how->quads || x.bits != 32 || x.step != 1)
        return false;
    for (unsigned axis = SIM_Y; axis < SIM_AXES; axis++)
        if (how->coordinates >> axis & 1u && !affine_is_uniform(coordinate(e, store, axis)))
            return false;
    return true;
}

/* The first lane's coordinate, or 0 where the surface has none. */
static ssa find_first(struct emitter *e, const struct sim_store *store, unsigned axis)
{
    const bool has = e->state->stores[store->rat].how.coordinates >> axis & 1u;
    return has ? emit_first(e, store->index + axis * SIM_LANES) : emit_i32(e, 0);
}

/* Host registers shall hold surfaces where that pays, in programs that write many blocks. */
void emit_read_targets(struct emitter *e)
{
    for (unsigned rat = 0; rat < HW_RATS && e->turns; rat++)
        if (e->state->stores[rat].typed && e->state->stores[rat].how.quads)
            e->target[rat] = emit_surface_copy(e, emit_target(e, rat));
}

/* By lanes, wherever they write. */
static void store_lanes(struct emitter *e, const struct sim_store *store, ssa surface)
{
    ssa *index = &e->vector[store->index / SIM_LANES], *data = &e->vector[store->data / SIM_LANES];
    emit_spread_exec(e);
    emit_call(e, "sim_block_store_typed", e->store[store->rat], surface, e->mask_lanes, index[0],
              index[1], index[2], data[0], data[1], data[2], data[3]);
}

/* Stores a row of which not all texels are to be, or of which quads are torn, texel by texel: of
 * copies, so that what the others write can stay in host registers. */
static void store_apart(struct emitter *e, const struct sim_store *store, ssa surface,
                        ssa place[SIM_AXES])
{
    /* The first lane's variable would not do: LLVM would take a vector that only a loop before uses
     * apart in that loop. */
    ssa exec = emit_exec(e),
        x = emit_lane_0(e, emit_load_lanes(e, e->vector[store->index / SIM_LANES]));
    for (unsigned k = 0; k < e->state->stores[store->rat].how.format.dwords; k++)
        emit_copy_lanes(e, e->texel[k], e->rare_texel[k]);
    emit_frame(e, offsetof(struct sim_native_frame, texels.put), e->none, e->store[store->rat],
               surface, x, place[SIM_Y], place[SIM_Z], exec, e->rare_texels);
}

void emit_typed_store(struct emitter *e, const struct sim_store *store)
{
    ssa surface = emit_target(e, store->rat), how = e->store[store->rat],
        to = e->turns ? e->target[store->rat] : surface, place[SIM_AXES];
    if (!is_row(e, store)) {
        store_lanes(e, store, surface);
        return;
    }
    ssa *data = &e->vector[store->data / SIM_LANES], *texel = e->texel;
    ssa whole = emit_texels_whole(e, store);
    if (!whole && !emit_texels_store(e, store))
        emit_call(e, "sim_block_store_encode", texel[0], texel[1], texel[2], texel[3], how, data[0],
                  data[1], data[2], data[3]);
    for (unsigned axis = 0; axis < SIM_AXES; axis++)
        place[axis] = find_first(e, store, axis);
    const struct ways ways = emit_part(e, emit_call(e, "sim_block_store_row_fits", how, to,
                                                    place[0], place[1], place[2], emit_exec(e)));
    if (whole)
        emit_call(e, "sim_block_whole_channels", texel[0], texel[1], texel[2], texel[3], whole);
    store_apart(e, store, surface, place);
    emit_turn(e, ways);
    if (whole)
        emit_call(e, "sim_block_whole_store", how, to, place[0], place[1], place[2], whole);
    else
        emit_call(e, "sim_block_store_row", how, to, place[0], place[1], place[2], texel[0],
                  texel[1], texel[2], texel[3]);
    emit_join(e, ways);
}
