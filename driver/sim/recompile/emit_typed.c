/* SPDX-License-Identifier: MIT */
/* emit_typed.c: typed stores to surfaces. Where all coordinates but x are known to be shared, and
 * lanes to be neighbours along x, a block writes a row. */
#include <stddef.h>

#include "driver/sim/lanes/sample.h"
#include "driver/sim/recompile/emitter.h"

static unsigned target(struct native_emitter *e, unsigned rat)
{
    const unsigned surface = native_name(e);
    native_line(e, "%%t%u = getelementptr i8, ptr %%launch, i64 %zu", surface,
                offsetof(struct sim_launch, rats) + rat * sizeof(struct sim_rat) +
                    offsetof(struct sim_rat, surface));
    return surface;
}

/* That, or its copy, as text. */
static void write_target(const struct native_emitter *e, unsigned rat, unsigned surface,
                         char text[NATIVE_TEXT])
{
    if (e->turns)
        snprintf(text, NATIVE_TEXT, "%%target%u", rat);
    else
        snprintf(text, NATIVE_TEXT, "%%t%u", surface);
}

static struct sim_shape coordinate(const struct native_emitter *e, const struct sim_store *store,
                                   unsigned axis)
{
    return sim_shape_vector(&e->shapes, store->index + axis * SIM_LANES);
}

/* Whether lanes write a row, of a surface where rows can be written. */
static bool is_row(const struct native_emitter *e, const struct sim_store *store)
{
    const struct sim_store_how *how = &e->state->stores[store->rat].how;
    const struct sim_shape x = coordinate(e, store, SIM_X);
    if (!how->quads || x.bits != 32 || x.step != 1)
        return false;
    for (unsigned axis = SIM_Y; axis < SIM_AXES; axis++)
        if (how->coordinates >> axis & 1u && !sim_shape_uniform(coordinate(e, store, axis)))
            return false;
    return true;
}

/* The first lane's coordinate, or 0 where the surface has none, as text. */
static void write_first(struct native_emitter *e, const struct sim_store *store, unsigned axis,
                        char text[NATIVE_TEXT])
{
    const bool has = e->state->stores[store->rat].how.coordinates >> axis & 1u;
    snprintf(text, NATIVE_TEXT, "0");
    if (has)
        snprintf(text, NATIVE_TEXT, "%%t%u", native_first(e, store->index + axis * SIM_LANES));
}

/* Copies surfaces into variables. They do not change in a launch, and LLVM sees that of variables.
 * Host registers shall hold them where that pays, in programs that write many blocks. */
void native_read_targets(struct native_emitter *e)
{
    for (unsigned rat = 0; rat < HW_RATS && e->turns; rat++) {
        if (!e->state->stores[rat].typed || !e->state->stores[rat].how.quads)
            continue;
        native_line(e, "%%target%u = alloca [%zu x i8], align 8", rat, sizeof(struct sim_surface));
        native_line(e,
                    "call void @llvm.memcpy.p0.p0.i64(ptr align 8 %%target%u, ptr align 8 %%t%u, "
                    "i64 %zu, i1 false)",
                    rat, target(e, rat), sizeof(struct sim_surface));
    }
}

/* By lanes, wherever they write. */
static void store_lanes(struct native_emitter *e, const struct sim_store *store, unsigned surface)
{
    const uint32_t index = store->index / SIM_LANES, data = store->data / SIM_LANES;
    native_spread_exec(e);
    native_line(
        e,
        "call void @sim_block_store_typed(ptr @store%u, ptr %%t%u, ptr %%mask, ptr %%p%u, ptr "
        "%%p%u, ptr %%p%u, ptr %%p%u, ptr %%p%u, ptr %%p%u, ptr %%p%u)",
        store->rat, surface, index, index + 1, index + 2, data, data + 1, data + 2, data + 3);
}

/* The texels of all lanes as they are in memory, in %texelN. */
static void encode(struct native_emitter *e, const struct sim_store *store)
{
    const uint32_t data = store->data / SIM_LANES;
    native_line(e,
                "call void @sim_block_store_encode(ptr %%texel0, ptr %%texel1, ptr %%texel2, ptr "
                "%%texel3, ptr @store%u, ptr %%p%u, ptr %%p%u, ptr %%p%u, ptr %%p%u)",
                store->rat, data, data + 1, data + 2, data + 3);
}

/* Stores a row of which not all texels are to be, or of which quads are torn, texel by texel: of
 * copies, so that what the others write can stay in host registers. */
static void store_apart(struct native_emitter *e, const struct sim_store *store, unsigned surface,
                        char place[SIM_AXES][NATIVE_TEXT])
{
    const unsigned exec = native_exec(e), lanes = native_name(e), x = native_name(e),
                   put = native_frame_function(e, offsetof(struct sim_native_frame, put_texels));
    /* Not %uN: a vector that only a loop before uses LLVM would take apart in that loop. */
    native_line(e, "%%t%u = load <16 x i32>, ptr %%p%u", lanes, store->index / SIM_LANES);
    native_line(e, "%%t%u = extractelement <16 x i32> %%t%u, i64 0", x, lanes);
    for (unsigned k = 0; k < e->state->stores[store->rat].how.format.dwords; k++) {
        const unsigned value = native_name(e);
        native_line(e, "%%t%u = load <16 x i32>, ptr %%texel%u", value, k);
        native_line(e, "store <16 x i32> %%t%u, ptr %%rare_texel%u", value, k);
    }
    native_line(e,
                "call void %%t%u(ptr @store%u, ptr %%t%u, i32 %%t%u, i32 %s, i32 %s, i32 %%t%u, "
                "ptr %%rare_texels)",
                put, store->rat, surface, x, place[SIM_Y], place[SIM_Z], exec);
}

void native_typed_store(struct native_emitter *e, const struct sim_store *store)
{
    const unsigned surface = target(e, store->rat), fits = native_name(e);
    char place[SIM_AXES][NATIVE_TEXT], to[NATIVE_TEXT];
    unsigned fast;
    if (!is_row(e, store)) {
        store_lanes(e, store, surface);
        return;
    }
    encode(e, store);
    write_target(e, store->rat, surface, to);
    for (unsigned axis = 0; axis < SIM_AXES; axis++)
        write_first(e, store, axis, place[axis]);
    native_line(e,
                "%%t%u = call zeroext i1 @sim_block_store_row_fits(ptr @store%u, ptr %s, i32 "
                "%s, i32 %s, i32 %s, i32 %%t%u)",
                fits, store->rat, to, place[0], place[1], place[2], native_exec(e));
    const unsigned joined = native_part_ways(e, fits, &fast);
    store_apart(e, store, surface, place);
    native_turn_ways(e, joined, fast);
    native_line(e,
                "call void @sim_block_store_row(ptr @store%u, ptr %s, i32 %s, i32 %s, i32 %s, "
                "ptr %%texel0, ptr %%texel1, ptr %%texel2, ptr %%texel3)",
                store->rat, to, place[0], place[1], place[2]);
    native_join_ways(e, joined);
}
