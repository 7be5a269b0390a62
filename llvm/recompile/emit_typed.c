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
    if (!how->quads || x.bits != 32 || x.step != 1 || x.basis)
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

/* Whether code that is ready stores a row. For up to two blocks a function of the program's own
 * pays, which is inlined, as what lives across a call is kept in memory. */
static bool calls_put(const struct emitter *e)
{
    return e->abreast > 2;
}

/* Host registers shall hold surfaces where that pays, in programs that write many blocks. */
void emit_read_targets(struct emitter *e)
{
    if (calls_put(e)) {
        e->rows_put = emit_variable(e, LLVMArrayType2(e->lanes, 4));
        LLVMSetAlignment(e->rows_put, sizeof(sim_native_vector));
    }
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

/* A row of which not all texels are to be stored, or of which quads are torn, is stored texel by
 * texel: of copies, so that what the others write can stay in host registers. */
static void put_apart(struct emitter *e, const struct sim_texel_format *format, const ssa texel[4],
                      ssa args[7])
{
    ssa copies = emit_variable(e, LLVMArrayType2(e->lanes, 4));
    for (unsigned k = 0; k < format->dwords; k++)
        emit_copy_lanes(e, texel[k], emit_behind(e, copies, k * sizeof(sim_native_vector)));
    args[6] = copies;
    emit_call_frame(e, offsetof(struct sim_native_frame, texels.put), e->none, args, 7);
}

/* Builds the function that stores a row of texels, or of what it makes these of. */
static ssa build_put(struct emitter *e, unsigned rat, enum recompile_lanes kind)
{
    static const char *const wanted[] = {"noinline", "inlinehint", NULL};
    const struct sim_texel_format *format = &e->state->stores[rat].how.format;
    ssa how = e->store[rat], texel[4], given[4], param[11],
        f = emit_function(e, "put_row", e->none, "pppiiiivvvv", wanted),
        whole = emit_variable(e, LLVMArrayType2(e->lanes, 4));
    LLVMGetParams(f, param);
    e->frame = param[0];
    for (unsigned k = 0; k < 4; k++) {
        given[k] = emit_behind(e, whole, k * sizeof(sim_native_vector));
        texel[k] = kind == RECOMPILE_TEXELS ? given[k] : emit_lanes_variable(e);
        emit_store(e, param[7 + k], given[k]);
    }
    if (kind == RECOMPILE_CHANNELS)
        emit_usual(e, "store_encode", format, texel[0], texel[1], texel[2], texel[3], how, given[0],
                   given[1], given[2], given[3]);
    ssa to = param[2], *x = &param[3];
    const struct ways ways =
        emit_part(e, emit_call(e, "sim_block_store_row_fits", how, to, x[0], x[1], x[2], param[6]));
    if (kind == RECOMPILE_WHOLE)
        emit_call(e, "sim_block_whole_channels", texel[0], texel[1], texel[2], texel[3], whole);
    put_apart(e, format, texel, (ssa[]){how, param[1], x[0], x[1], x[2], param[6], NULL});
    emit_turn(e, ways);
    if (kind == RECOMPILE_WHOLE)
        emit_call(e, "sim_block_whole_store", how, to, x[0], x[1], x[2], whole);
    else
        emit_usual(e, "store_row", format, how, to, x[0], x[1], x[2], texel[0], texel[1], texel[2],
                   texel[3]);
    emit_join(e, ways);
    LLVMBuildRetVoid(e->builder);
    return f;
}

/* Whether a store may be given that. */
static bool may_put(const struct emitter *e, const struct sim_store_how *how,
                    enum recompile_lanes what)
{
    const enum sim_texel_kind kind = what == RECOMPILE_WHOLE ? SIM_TEXEL_FLOAT4 : SIM_TEXEL_UNORM8;
    return what == RECOMPILE_CHANNELS || (e->texels >> kind & 1u && how->format.kind == kind);
}

void emit_store_functions(struct emitter *e, unsigned rat)
{
    const struct sim_store_how *how = &e->state->stores[rat].how;
    e->store[rat] = emit_bytes(e, how, sizeof(*how));
    for (unsigned what = 0; what < RECOMPILE_LANES && how->quads && !calls_put(e); what++)
        if (may_put(e, how, what))
            e->put[rat][what] = build_put(e, rat, what);
}

void emit_typed_store(struct emitter *e, const struct sim_store *store)
{
    ssa surface = emit_target(e, store->rat), x[SIM_AXES], data[4],
        to = e->turns ? e->target[store->rat] : surface;
    if (!is_row(e, store)) {
        store_lanes(e, store, surface);
        return;
    }
    for (unsigned axis = 0; axis < SIM_AXES; axis++)
        x[axis] = find_first(e, store, axis);
    ssa whole = emit_texels_whole(e, store);
    const enum recompile_lanes kind = whole                         ? RECOMPILE_WHOLE
                                      : emit_texels_store(e, store) ? RECOMPILE_TEXELS
                                                                    : RECOMPILE_CHANNELS;
    for (unsigned k = 0; k < 4; k++)
        data[k] = emit_load_lanes(
            e, kind == RECOMPILE_WHOLE    ? emit_behind(e, whole, k * sizeof(sim_native_vector))
               : kind == RECOMPILE_TEXELS ? e->texel[k]
                                          : e->vector[store->data / SIM_LANES + k]);
    if (calls_put(e)) {
        for (unsigned k = 0; k < 4; k++)
            emit_store(e, data[k], emit_behind(e, e->rows_put, k * sizeof(sim_native_vector)));
        const struct sim_store_how *how = &e->state->stores[store->rat].how;
        emit_ready(e, store[recompile_find_store(how)][kind], e->none, e->store[store->rat],
                   surface, x[0], x[1], x[2], emit_exec(e), e->rows_put, e->frame);
        return;
    }
    emit_own(e, e->put[store->rat][kind], e->frame, surface, to, x[0], x[1], x[2], emit_exec(e),
             data[0], data[1], data[2], data[3]);
}
