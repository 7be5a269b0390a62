/* SPDX-License-Identifier: MIT */
/* emit_rows.c: fetches of texels that lie side by side. Lanes that are neighbours along x read a
 * row of a texture; fetches of one clause that read it at places near one another, as a filter's
 * do, share what is read. Whether lanes are neighbours is found at run time, as coordinates are
 * floats; that all of them are in one row is known before. */
#include <stddef.h>

#include "driver/sim/lanes/sample.h"
#include "driver/sim/recompile/emitter.h"

/* Fetches that are written as one at most; quads of texels that one by itself reads. */
enum { MOST_ROWS = 8, QUADS_OF_ONE = 5 };

void native_start_rows(struct native_emitter *e)
{
    for (unsigned i = 0; i < MOST_ROWS; i++)
        native_line(e, "%%place%u = alloca [3 x i32]", i);
    for (unsigned i = 0; i < 4; i++)
        native_line(e, "%%rare_coordinate%u = alloca <16 x i32>, align 64", i);
    native_line(e, "%%rare_texels = alloca [4 x <16 x i32>], align 64");
    for (unsigned i = 0; i < 4; i++)
        native_line(e,
                    "%%rare_texel%u = getelementptr [4 x <16 x i32>], ptr %%rare_texels, i64 0, "
                    "i64 %u",
                    i, i);
}

/* The kind of so many rows. */
static unsigned find_kind(uint32_t rows)
{
    unsigned kind = 0;
    while (native_row_kinds[kind].rows < rows)
        kind++;
    return kind;
}

static uint32_t number_of(const struct native_emitter *e, const struct sim_fetch *fetch)
{
    return (uint32_t)(fetch - e->program->fetches);
}

/* Whether rows can be read of the texture that a fetch names. */
static bool may_be_row(const struct native_fetch_state *state)
{
    const struct sim_sample_how *how = &state->texture.how;
    return state->kind == NATIVE_FETCH_SAMPLE && how->quads && !how->far &&
           !sim_sample_filters(how) && sim_axis_kind(how->dim, SIM_X) == SIM_AXIS_TEXELS;
}

/* Copies the surfaces of such textures into variables. They do not change in a launch, and LLVM
 * sees that of variables. */
void native_read_surfaces(struct native_emitter *e)
{
    bool seen[HW_CS_RESOURCES] = {false};
    for (uint32_t i = 0; i < e->program->fetch_count; i++) {
        const uint32_t resource = e->program->fetches[i].resource;
        if (!may_be_row(&e->state->fetches[i]) || seen[resource])
            continue;
        seen[resource] = true;
        native_line(e, "%%surface%u = alloca [%zu x i8], align 8", resource,
                    sizeof(struct sim_surface));
        native_line(e,
                    "call void @llvm.memcpy.p0.p0.i64(ptr align 8 %%surface%u, ptr align 8 %%t%u, "
                    "i64 %zu, i1 false)",
                    resource, native_surface(e, resource), sizeof(struct sim_surface));
    }
}

static bool is_uniform(const struct native_emitter *e, const struct sim_fetch *fetch, unsigned axis)
{
    const unsigned sel = fetch->src_sel[axis];
    return sel > HW_SEL_W ||
           sim_shape_uniform(sim_shape_vector(&e->shapes, fetch->src + sel * SIM_LANES));
}

/* Whether lanes of a fetch may read a row. */
static bool is_row(const struct native_emitter *e, const struct sim_fetch *fetch)
{
    const struct native_fetch_state *state = &e->state->fetches[number_of(e, fetch)];
    if (!may_be_row(state) || is_uniform(e, fetch, SIM_X))
        return false;
    for (unsigned axis = SIM_Y; axis < SIM_AXES; axis++)
        if (sim_axis_kind(state->texture.how.dim, axis) != SIM_AXIS_NONE &&
            !is_uniform(e, fetch, axis))
            return false;
    return true;
}

/* Whether a fetch reads what another writes. */
static bool depends(const struct sim_fetch *fetch, const struct sim_fetch *other)
{
    for (unsigned c = 0; c < 4; c++)
        for (unsigned k = 0; k < 4; k++)
            if (fetch->src_sel[c] <= HW_SEL_W && other->dst_sel[k] != HW_SEL_MASK &&
                fetch->src + fetch->src_sel[c] * SIM_LANES == other->dst + k * SIM_LANES)
                return true;
    return false;
}

static bool is_same(const struct sim_fetch *fetch, const struct sim_fetch *other, unsigned axis)
{
    const unsigned sel = fetch->src_sel[axis];
    return sel == other->src_sel[axis] && (sel > HW_SEL_W || fetch->src == other->src);
}

/* Whether a fetch reads the row of one of those before it, of `rows` that belong together. */
static bool is_again(const struct sim_fetch *first, uint32_t row)
{
    for (uint32_t i = 0; i < row; i++)
        if (is_same(first + row, first + i, SIM_Y) && is_same(first + row, first + i, SIM_Z))
            return true;
    return false;
}

/* How many of the fetches belong together. */
static uint32_t count_rows(const struct native_emitter *e, const struct sim_fetch *fetch,
                           uint32_t count)
{
    uint32_t rows = 0;
    for (; rows < count && rows < MOST_ROWS; rows++) {
        const struct sim_fetch *next = fetch + rows;
        if (!is_row(e, next) || next->resource != fetch->resource ||
            native_sample_number(e, number_of(e, next)) !=
                native_sample_number(e, number_of(e, fetch)))
            break;
        for (uint32_t i = 0; i < rows; i++)
            if (depends(next, fetch + i))
                return rows;
    }
    return rows;
}

static unsigned call_two(struct native_emitter *e, const char *function, unsigned a, unsigned b)
{
    const unsigned value = native_name(e);
    native_line(e, "%%t%u = call i32 @llvm.%s.i32(i32 %%t%u, i32 %%t%u)", value, function, a, b);
    return value;
}

/* Where rows lie, in %placeN: returns whether all are rows, and the first and the last column that
 * a lane 0 reads. */
static unsigned find_places(struct native_emitter *e, const struct sim_fetch *fetch, uint32_t rows,
                            unsigned *least, unsigned *most)
{
    unsigned all = 0;
    for (uint32_t i = 0; i < rows; i++) {
        const unsigned sound = native_name(e), column = native_name(e);
        native_copy_coordinates(e, fetch + i, "coordinate");
        native_line(e,
                    "%%t%u = call zeroext i1 @row_place%u(ptr %%place%u, ptr %%surface%u, ptr "
                    "%%coordinate0, ptr %%coordinate1, ptr %%coordinate2, ptr %%coordinate3)",
                    sound, native_sample_number(e, number_of(e, fetch)), i, fetch->resource);
        native_line(e, "%%t%u = load i32, ptr %%place%u", column, i);
        if (!i) {
            all = sound;
            *least = *most = column;
            continue;
        }
        const unsigned both = native_name(e);
        native_line(e, "%%t%u = and i1 %%t%u, %%t%u", both, all, sound);
        all = both;
        *least = call_two(e, "umin", *least, column);
        *most = call_two(e, "umax", *most, column);
    }
    return all;
}

static unsigned surface_width(struct native_emitter *e, uint32_t resource)
{
    const unsigned at = native_name(e), width = native_name(e);
    native_line(e, "%%t%u = getelementptr i8, ptr %%surface%u, i64 %zu", at, resource,
                offsetof(struct sim_surface, width));
    native_line(e, "%%t%u = load i32, ptr %%t%u", width, at);
    return width;
}

/* How many texels a fetch that shares its row with no other one reads: none of the last quad, where
 * the first one begins with lane 0. */
static unsigned count_alone(struct native_emitter *e, unsigned first, unsigned most)
{
    const unsigned begins = native_name(e), texels = native_name(e);
    native_line(e, "%%t%u = icmp eq i32 %%t%u, %%t%u", begins, first, most);
    native_line(e, "%%t%u = select i1 %%t%u, i32 %u, i32 %u", texels, begins, SIM_NATIVE_LANES,
                4 * QUADS_OF_ONE);
    return texels;
}

/* Whether so many quads from column `first` on hold all up to what lane 15 reads, and lie inside
 * the texture. */
static unsigned fit(struct native_emitter *e, uint32_t resource, unsigned first, unsigned most,
                    uint32_t quads)
{
    const unsigned width = surface_width(e, resource), reach = native_name(e), end = native_name(e),
                   near = native_name(e), inside = native_name(e), both = native_name(e);
    native_line(e, "%%t%u = sub i32 %%t%u, %%t%u", reach, most, first);
    native_line(e, "%%t%u = icmp ule i32 %%t%u, %u", near, reach, 4 * quads - SIM_NATIVE_LANES);
    if (quads == QUADS_OF_ONE)
        native_line(e, "%%t%u = add i32 %%t%u, %%t%u", end, first, count_alone(e, first, most));
    else
        native_line(e, "%%t%u = add i32 %%t%u, %u", end, first, 4 * quads);
    native_line(e, "%%t%u = icmp ule i32 %%t%u, %%t%u", inside, end, width);
    native_line(e, "%%t%u = and i1 %%t%u, %%t%u", both, near, inside);
    return both;
}

/* The channels of a fetch, in %texelN, to its destination. */
static void deliver(struct native_emitter *e, const struct sim_fetch *fetch)
{
    const struct sim_texture_state *state = &e->state->fetches[number_of(e, fetch)].texture;
    native_deliver(e, fetch, state->dst_sel, state->one);
}

/* A fetch whose lanes are no neighbours. What it is given and gives lies in variables of its own,
 * so that the others can stay in host registers. */
static void take_apart(struct native_emitter *e, const struct sim_fetch *fetch)
{
    const unsigned surface = native_surface(e, fetch->resource);
    native_copy_coordinates(e, fetch, "rare_coordinate");
    native_line(e,
                "call void @row_apart%u(ptr %%rare_texel0, ptr %%rare_texel1, ptr %%rare_texel2, "
                "ptr %%rare_texel3, ptr %%t%u, ptr %%rare_coordinate0, ptr %%rare_coordinate1, ptr "
                "%%rare_coordinate2, ptr %%rare_coordinate3)",
                native_sample_number(e, number_of(e, fetch)), surface);
    for (unsigned c = 0; c < 4; c++) {
        const unsigned value = native_name(e);
        native_line(e, "%%t%u = load <16 x i32>, ptr %%rare_texel%u", value, c);
        native_line(e, "store <16 x i32> %%t%u, ptr %%texel%u", value, c);
    }
    deliver(e, fetch);
}

static void take_row(struct native_emitter *e, const struct sim_fetch *fetch, uint32_t row,
                     unsigned first, unsigned kind)
{
    native_line(e,
                "call void @row_take%u_%u(ptr %%texel0, ptr %%texel1, ptr %%texel2, ptr %%texel3, "
                "ptr %%surface%u, ptr %%place%u, i32 %%t%u)",
                kind, native_called(e, number_of(e, fetch), NATIVE_ROW + kind), fetch->resource,
                row, first);
    deliver(e, fetch);
}

/* Asks memory, once for each row, for what blocks will read that come soon. */
static void ask_ahead(struct native_emitter *e, const struct sim_fetch *fetch, uint32_t rows)
{
    for (uint32_t i = 0; i < rows; i++)
        if (!is_again(fetch, i))
            native_line(e, "call void @row_ahead%u(ptr %%surface%u, ptr %%place%u)",
                        native_sample_number(e, number_of(e, fetch)), fetch->resource, i);
}

uint32_t native_emit_rows(struct native_emitter *e, const struct sim_fetch *fetch, uint32_t count)
{
    const uint32_t rows = e->shapes.at ? count_rows(e, fetch, count) : 0;
    const unsigned kind = find_kind(rows);
    unsigned least = 0, most = 0, fast;
    if (!rows)
        return 0;
    const unsigned all_rows = find_places(e, fetch, rows, &least, &most);
    const unsigned first = native_name(e), inside = native_name(e);
    native_line(e, "%%t%u = and i32 %%t%u, -4", first, least);
    native_line(e, "%%t%u = and i1 %%t%u, %%t%u", inside, all_rows,
                fit(e, fetch->resource, first, most, native_row_kinds[kind].quads));
    const unsigned joined = native_part_ways(e, inside, &fast);
    for (uint32_t i = 0; i < rows; i++)
        take_apart(e, fetch + i);
    native_turn_ways(e, joined, fast);
    ask_ahead(e, fetch, rows);
    for (uint32_t i = 0; i < rows; i++)
        take_row(e, fetch + i, i, first, kind);
    native_join_ways(e, joined);
    for (uint32_t i = 0; i < rows; i++)
        sim_shape_fetch(&e->shapes, fetch + i, e->whole);
    return rows;
}
