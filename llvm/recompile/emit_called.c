/* SPDX-License-Identifier: MIT */
/* emit_called.c: functions of a program's own, each of which does for a fetch from a texture what a
 * function of the library does for any. They are simplified before they are inlined at the places
 * that call them; those that nothing calls go. */
#include "driver/base/bits.h"
#include "driver/sim/lanes/sample.h"
#include "driver/sim/recompile/block.h"
#include "llvm/recompile/emit_smooth.h"
#include "llvm/recompile/emitter.h"

uint32_t emit_same(const struct emitter *e, uint32_t fetch)
{
    const struct sim_texture_state *own = &e->state->fetches[fetch].texture;
    for (uint32_t i = 0; i < fetch; i++) {
        const struct recompile_fetch_state *other = &e->state->fetches[i];
        if (other->kind == RECOMPILE_FETCH_SAMPLE &&
            !memcmp(&other->texture.how, &own->how, sizeof(own->how)) &&
            !memcmp(other->texture.border, own->border, sizeof(own->border)))
            return i;
    }
    return fetch;
}

/* The library's functions that carry fetches out; the last one carries all. */
static const struct sample_row {
    const char *name;
    unsigned kind;
} sample_rows[] = {
#define ROW(name, kind) {"sim_block_sample_" #name, kind},
    SIM_BLOCK_SAMPLES(ROW)
#undef ROW
        {"sim_block_sample", SIM_TEXEL_KINDS}};

static const char *find_sample(const struct sim_sample_how *how)
{
    size_t i = how->far || sim_sample_filters(how) ? COUNT(sample_rows) - 1 : 0;
    while (i < COUNT(sample_rows) - 1 && sample_rows[i].kind != how->format.kind)
        i++;
    return sample_rows[i].name;
}

static ssa param(struct emitter *e, unsigned i)
{
    return LLVMGetParam(e->function, i);
}

/* How many axes the code that is ready filters for a fetch, x first. 0: it does not. */
static unsigned filtered_axes(const struct sim_sample_how *how)
{
    const bool *linear = how->linear;
    const bool usual = how->format.kind == SIM_TEXEL_UNORM8 || how->format.kind == SIM_TEXEL_FLOAT4;
    return !usual || how->far || linear[SIM_Y] > linear[SIM_X] || linear[SIM_Z] > linear[SIM_Y]
               ? 0
               : linear[SIM_X] + linear[SIM_Y] + linear[SIM_Z];
}

static const char *const plain[] = {"noinline", NULL},
                         *const wanted[] = {"noinline", "inlinehint", NULL},
                         *const rare[] = {"noinline", "cold", NULL};

/* A function of four channels, the surface, four coordinates, and, if so many axes are filtered,
 * the code that is ready for that. */
static ssa build_sample(struct emitter *e, const struct emitter_fetch *f,
                        const struct sim_sample_how *how)
{
    ssa function = emit_function(e, "sample", e->none, f->axes ? "pppppppppp" : "ppppppppp", plain);
    ssa args[12] = {param(e, 0), param(e, 1), param(e, 2), param(e, 3), f->how,     param(e, 4),
                    f->border,   param(e, 5), param(e, 6), param(e, 7), param(e, 8)};
    if (f->axes)
        args[11] = param(e, 9);
    emit_call_library(e, f->axes ? "sim_block_sample_by" : find_sample(how), args,
                      f->axes ? 12 : 11);
    LLVMBuildRetVoid(e->builder);
    return function;
}

const struct row_kind row_kinds[ROW_KINDS] = {
    {.rows = 1, .quads = 5}, {.rows = 2, .quads = 6}, {6, 6, true}, {8, 8, true}};

static ssa build_load(struct emitter *e, const struct emitter_fetch *f, const struct row_kind *kind,
                      const struct sim_texel_format *format, uint32_t blocks, bool shared)
{
    ssa function = emit_function(e, "row_load", e->none, "pppii", wanted);
    emit_usual(e, "row_load", format, param(e, 0), f->how, param(e, 1), param(e, 2), param(e, 3),
               param(e, 4), emit_i32(e, kind->quads), emit_i32(e, blocks),
               LLVMConstInt(e->i1, shared, false));
    LLVMBuildRetVoid(e->builder);
    return function;
}

static ssa build_cut(struct emitter *e, const struct emitter_fetch *f,
                     const struct sim_texel_format *format, bool shared)
{
    ssa function = emit_function(e, "row_cut", e->none, "ppppppi", wanted);
    emit_usual(e, "row_cut", format, param(e, 0), param(e, 1), param(e, 2), param(e, 3), f->how,
               param(e, 4), param(e, 5), param(e, 6), LLVMConstInt(e->i1, shared, false));
    LLVMBuildRetVoid(e->builder);
    return function;
}

/* Builds the place of a row, the function for lanes without one, which is seldom needed and never
 * inlined, and those that take texels. */
static void build_rows(struct emitter *e, struct emitter_fetch *f,
                       const struct recompile_fetch_state *state)
{
    /* Only this host picks lanes out of registers: others do so by memory, once for each channel.
     */
    const bool shares =
        state->texture.how.format.kind == SIM_TEXEL_UNORM8 && recompiler_has_avx512(e->host);
    f->place = emit_function(e, "row_place", e->i1, "pppppp", wanted);
    LLVMBuildRet(e->builder, emit_call(e, "sim_block_row_place", param(e, 0), f->how, param(e, 1),
                                       param(e, 2), param(e, 3), param(e, 4), param(e, 5)));
    f->steps = emit_function(e, "row_steps", e->i1, "ppiii", wanted);
    LLVMBuildRet(e->builder, emit_call(e, "sim_block_row_steps", param(e, 0), f->how, param(e, 1),
                                       param(e, 2), param(e, 3), param(e, 4)));
    f->ahead = emit_function(e, "row_ahead", e->none, "ppi", wanted);
    emit_call(e, "sim_block_row_ahead", f->how, param(e, 0), param(e, 1), param(e, 2));
    LLVMBuildRetVoid(e->builder);
    f->apart = emit_function(e, "row_apart", e->none, "ppi", rare);
    emit_call(e, "sim_block_row_apart", param(e, 0), f->how, param(e, 1), f->border, param(e, 2));
    LLVMBuildRetVoid(e->builder);
    for (unsigned kind = 0; kind < ROW_KINDS; kind++)
        for (unsigned abreast = 0; abreast <= (e->abreast > 1); abreast++)
            f->load[kind][abreast] =
                build_load(e, f, &row_kinds[kind], &state->texture.how.format,
                           abreast ? e->abreast : 1, shares && row_kinds[kind].shared);
    for (unsigned shared = 0; shared <= shares; shared++)
        f->cut[shared] = build_cut(e, f, &state->texture.how.format, shared);
    f->keeps = emit_texels_keeps(e, state);
}

static bool is_srgb(const struct sim_texel_format *format)
{
    for (unsigned c = 0; c < 4; c++)
        if (format->channel[c].kind == SIM_CHANNEL_SRGB)
            return true;
    return false;
}

/* Defines the table of sRGB values as the program's own constant, which the library reads. */
static void define_srgb_values(struct emitter *e)
{
    ssa values[256];
    sim_texel_format_degamma(&(struct sim_texel_format){0}); /* fills it */
    for (unsigned i = 0; i < 256; i++)
        values[i] = emit_i32(e, float_bits(sim_srgb_values[i]));
    ssa table = LLVMConstArray2(e->i32, values, 256),
        global = LLVMAddGlobal(e->module, LLVMTypeOf(table), "sim_srgb_values");
    LLVMSetInitializer(global, table);
    LLVMSetGlobalConstant(global, true);
    LLVMSetVisibility(global, LLVMHiddenVisibility);
    LLVMSetAlignment(global, 16);
}

void emit_called(struct emitter *e)
{
    bool srgb = false;
    for (uint32_t i = 0; i < e->program->fetch_count; i++) {
        const struct recompile_fetch_state *state = &e->state->fetches[i];
        const struct sim_sample_how *how = &state->texture.how;
        struct emitter_fetch *f = &e->fetch[i];
        const bool levels = state->kind == RECOMPILE_FETCH_LEVELS;
        if (!levels && (state->kind != RECOMPILE_FETCH_SAMPLE || emit_same(e, i) != i))
            continue;
        srgb |= is_srgb(&how->format);
        f->usual = recompile_find_sample(how);
        f->how = emit_bytes(e, how, sizeof(*how));
        f->border = emit_bytes(e, state->texture.border, sizeof(state->texture.border));
        if (levels) {
            emit_levels_function(e, f, state);
            continue;
        }
        f->axes = filtered_axes(how);
        f->sample = build_sample(e, f, how);
        if (emit_may_be_row(state))
            build_rows(e, f, state);
        if (emit_may_be_smooth(state))
            f->smooth = emit_smooth_function(e, f, state);
        if (emit_keeps_rows(e))
            emit_kept_function(e, f);
    }
    if (srgb)
        define_srgb_values(e);
    for (unsigned i = 0; i < HW_RATS; i++)
        if (e->state->stores[i].typed)
            emit_store_functions(e, i);
}
