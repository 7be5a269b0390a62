/* SPDX-License-Identifier: MIT */
/* emit_called.c: functions of a program's own, each of which does for a fetch from a texture what a
 * function of the library does for any. They are simplified before they are inlined at the places
 * that call them. */
#include <string.h>

#include "driver/base/bits.h"
#include "driver/sim/lanes/sample.h"
#include "driver/sim/recompile/block.h"
#include "driver/sim/recompile/emitter.h"

uint32_t native_sample_number(const struct native_emitter *e, uint32_t fetch)
{
    const struct sim_texture_state *own = &e->state->fetches[fetch].texture;
    for (uint32_t i = 0; i < fetch; i++) {
        const struct native_fetch_state *other = &e->state->fetches[i];
        if (other->kind == NATIVE_FETCH_SAMPLE &&
            !memcmp(&other->texture.how, &own->how, sizeof(own->how)) &&
            !memcmp(other->texture.border, own->border, sizeof(own->border)))
            return i;
    }
    return fetch;
}

uint32_t native_called(struct native_emitter *e, uint32_t fetch, unsigned which)
{
    const uint32_t number = native_sample_number(e, fetch);
    e->called[number] |= 1u << which;
    return number;
}

/* The library's functions that carry fetches out; the last one carries all. */
static const struct sample_row {
    const char *name;
    unsigned kind, axes;
} sample_rows[] = {
#define ROW(name, kind, axes) {"sim_block_sample_" #name, kind, axes},
    SIM_BLOCK_SAMPLES(ROW)
#undef ROW
        {"sim_block_sample", SIM_TEXEL_KINDS, 0}};

/* Returns the row of a fetch's function. */
static unsigned find_sample(const struct sim_sample_how *how)
{
    unsigned i = how->far ? COUNT(sample_rows) - 1 : 0;
    for (; i < COUNT(sample_rows) - 1; i++)
        if (sample_rows[i].kind == how->format.kind &&
            how->linear[SIM_X] == (sample_rows[i].axes > SIM_X) &&
            how->linear[SIM_Y] == (sample_rows[i].axes > SIM_Y) &&
            how->linear[SIM_Z] == (sample_rows[i].axes > SIM_Z))
            break;
    return i;
}

static unsigned sample_of(const struct native_emitter *e, uint32_t fetch)
{
    return find_sample(&e->state->fetches[fetch].texture.how);
}

static void emit_sample(struct native_emitter *e, uint32_t i)
{
    fprintf(e->out,
            "define internal void @sample%u(ptr %%a, ptr %%b, ptr %%c, ptr %%d, ptr %%surface, "
            "ptr %%x, ptr %%y, ptr %%z, ptr %%w) #1 {\n"
            "  call void @%s(ptr %%a, ptr %%b, ptr %%c, ptr %%d, ptr @how%u, "
            "ptr %%surface, ptr @border%u, ptr %%x, ptr %%y, ptr %%z, ptr %%w)\n"
            "  ret void\n}\n",
            i, sample_rows[sample_of(e, i)].name, i, i);
}

/* Writes the place of a row, and the function for lanes without one, which is seldom needed and
 * never inlined. */
static void emit_place(struct native_emitter *e, uint32_t i)
{
    fprintf(e->out,
            "define internal zeroext i1 @row_place%u(ptr %%place, ptr %%surface, ptr %%x, ptr %%y, "
            "ptr %%z, ptr %%w) #2 {\n"
            "  %%row = call zeroext i1 @sim_block_row_place(ptr %%place, ptr @how%u, ptr "
            "%%surface, ptr %%x, ptr %%y, ptr %%z, ptr %%w)\n"
            "  ret i1 %%row\n}\n"
            "define internal void @row_ahead%u(ptr %%surface, ptr %%place) #2 {\n"
            "  call void @sim_block_row_ahead(ptr @how%u, ptr %%surface, ptr %%place)\n"
            "  ret void\n}\n"
            "define internal void @row_apart%u(ptr %%a, ptr %%b, ptr %%c, ptr %%d, ptr %%surface, "
            "ptr %%x, ptr %%y, ptr %%z, ptr %%w) #3 {\n"
            "  call void @sim_block_row_apart(ptr %%a, ptr %%b, ptr %%c, ptr %%d, ptr @how%u, ptr "
            "%%surface, ptr @border%u, ptr %%x, ptr %%y, ptr %%z, ptr %%w)\n"
            "  ret void\n}\n",
            i, i, i, i, i, i, i);
}

const struct native_row_kind native_row_kinds[NATIVE_ROW_KINDS] = {
    {.rows = 1, .quads = 5}, {.rows = 2, .quads = 6}, {6, 6, true}, {8, 8, true}};

static void emit_take(struct native_emitter *e, uint32_t i, unsigned kind)
{
    fprintf(e->out,
            "define internal void @row_take%u_%u(ptr %%a, ptr %%b, ptr %%c, ptr %%d, ptr "
            "%%surface, ptr %%place, i32 %%first) #2 {\n"
            "  call void @sim_block_row_take(ptr %%a, ptr %%b, ptr %%c, ptr %%d, ptr @how%u, ptr "
            "%%surface, ptr %%place, i32 %%first, i32 %u, i1 zeroext %d)\n"
            "  ret void\n}\n",
            kind, i, i, native_row_kinds[kind].quads, native_row_kinds[kind].shared);
}

static void emit_rows(struct native_emitter *e)
{
    for (uint32_t i = 0; i < e->program->fetch_count; i++) {
        const unsigned takes = e->called[i] >> NATIVE_ROW;
        if (takes)
            emit_place(e, i);
        for (unsigned kind = 0; kind < NATIVE_ROW_KINDS; kind++)
            if (takes >> kind & 1u)
                emit_take(e, i, kind);
    }
}

static void emit_bytes(struct native_emitter *e, const char *kind, uint32_t number,
                       const void *data, size_t size)
{
    const uint8_t *bytes = data;
    fprintf(e->out, "@%s%u = private constant [%zu x i8] c\"", kind, number, size);
    for (size_t i = 0; i < size; i++)
        fprintf(e->out, "\\%02x", bytes[i]);
    fputs("\", align 8\n", e->out);
}

static bool is_srgb(const struct sim_texel_format *format)
{
    for (unsigned c = 0; c < 4; c++)
        if (format->channel[c].kind == SIM_CHANNEL_SRGB)
            return true;
    return false;
}

/* Writes the table of sRGB values as the program's own constant, which the library reads. */
static void emit_srgb_values(struct native_emitter *e)
{
    bool any = false;
    for (uint32_t i = 0; i < e->program->fetch_count; i++)
        any |= e->called[i] && is_srgb(&e->state->fetches[i].texture.how.format);
    if (!any)
        return;
    fputs("@sim_srgb_values = hidden constant [256 x i32] [", e->out);
    for (unsigned i = 0; i < 256; i++)
        fprintf(e->out, "%si32 %u", i ? ", " : "", float_bits(sim_srgb_values[i]));
    fputs("], align 16\n", e->out);
}

static void emit_fetches(struct native_emitter *e)
{
    for (uint32_t i = 0; i < e->program->fetch_count; i++) {
        const struct sim_texture_state *state = &e->state->fetches[i].texture;
        if (!e->called[i])
            continue;
        emit_bytes(e, "how", i, &state->how, sizeof(state->how));
        emit_bytes(e, "border", i, state->border, sizeof(state->border));
        if (e->called[i] >> NATIVE_SAMPLE & 1u)
            emit_sample(e, i);
    }
}

static void emit_stores(struct native_emitter *e)
{
    for (unsigned i = 0; i < HW_RATS; i++)
        if (e->state->stores[i].typed)
            emit_bytes(e, "store", i, &e->state->stores[i].how, sizeof(struct sim_store_how));
}

static const char declarations[] =
    "declare zeroext i1 @sim_block_row_place(ptr, ptr, ptr, ptr, ptr, ptr, ptr)\n"
    "declare void @sim_block_row_ahead(ptr, ptr, ptr)\n"
    "declare void @sim_block_row_apart(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)\n"
    "declare void @sim_block_row_take(ptr, ptr, ptr, ptr, ptr, ptr, ptr, i32, i32, i1 zeroext)\n"
    "declare void @sim_block_store_typed(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)\n"
    "declare void @sim_block_store_encode(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)\n"
    "declare zeroext i1 @sim_block_store_row_fits(ptr, ptr, i32, i32, i32, i32)\n"
    "declare void @sim_block_store_row(ptr, ptr, i32, i32, i32, ptr, ptr, ptr, ptr)\n"
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
    "declare i32 @llvm.umin.i32(i32, i32)\n"
    "declare i32 @llvm.umax.i32(i32, i32)\n";

void native_emit_called(struct native_emitter *e)
{
    emit_srgb_values(e);
    emit_fetches(e);
    emit_rows(e);
    emit_stores(e);
    for (size_t i = 0; i < COUNT(sample_rows); i++)
        fprintf(e->out, "declare void @%s(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)\n",
                sample_rows[i].name);
    fputs(declarations, e->out);
}
