/* SPDX-License-Identifier: MIT */
/* emit_texels.c: texels that are stored as they were read. A channel of 8 bits that is read becomes
 * a float, and the same number again when that is stored, for all 256 (test_texels.py). So a typed
 * store writes the dwords that a fetch has read, if it is given all channels, unchanged. So it
 * does with texels that a fetch has filtered whole (emit_smooth.c).
 *
 * The channels are followed from the fetch on through moves, as far as the program goes straight
 * on. A branch whose test the launch's constants settle changes nothing where no lane runs. */
#include <string.h>

#include "driver/sim/decode/operands.h"
#include "driver/sim/lanes/sample.h"
#include "llvm/recompile/copies.h"
#include "llvm/recompile/emit_smooth.h"
#include "llvm/recompile/emitter.h"

static bool reads_bytes(const struct recompile_fetch_state *state)
{
    return emit_may_be_row(state) && state->texture.how.format.kind == SIM_TEXEL_UNORM8;
}

/* Whether the texels that it filters may stay whole. */
static bool filters_whole(const struct emitter *e, const struct recompile_fetch_state *state)
{
    return emit_may_be_smooth(state) &&
           (state->texture.how.format.kind == SIM_TEXEL_FLOAT4 || emit_has_twins(e));
}

/* The bit of the kind that a store's texels are. */
static uint8_t stored_kind(const struct recompile_store_state *state)
{
    return state->typed && state->how.quads ? (uint8_t)(1u << state->how.format.kind) : 0;
}

uint8_t emit_find_texels(const struct emitter *e)
{
    uint8_t reads = 0, stores = 0;
    for (uint32_t i = 0; i < e->program->fetch_count; i++) {
        if (reads_bytes(&e->state->fetches[i]))
            reads |= 1u << SIM_TEXEL_UNORM8;
        if (filters_whole(e, &e->state->fetches[i]))
            reads |= (uint8_t)(1u << e->state->fetches[i].texture.how.format.kind);
    }
    for (unsigned i = 0; i < HW_RATS; i++)
        stores |= stored_kind(&e->state->stores[i]);
    return e->flow.loops || e->indexed ? 0 : reads & stores;
}

/* ---- functions ---- */

/* Builds the function that makes dwords of channels: it is needed where lanes read no row. */
static void build_encode(struct emitter *e, const struct sim_texel_format *format)
{
    static const char *const rare[] = {"noinline", "cold", NULL};
    struct sim_store_how how;
    memset(&how, 0, sizeof(how));
    how.format = *format;
    for (uint8_t c = 0; c < 4; c++)
        how.source[c] = c;
    e->encode = emit_function(e, "texels_encode", e->none, "pppppppp", rare);
    ssa args[9];
    for (unsigned i = 0; i < 4; i++) {
        args[i] = LLVMGetParam(e->function, i);
        args[5 + i] = LLVMGetParam(e->function, 4 + i);
    }
    args[4] = emit_bytes(e, &how, sizeof(how));
    emit_call_usual(e, "store_encode", format, args, 9);
    LLVMBuildRetVoid(e->builder);
}

bool emit_texels_keeps(struct emitter *e, const struct recompile_fetch_state *state)
{
    if (!(e->texels >> SIM_TEXEL_UNORM8 & 1u) || !reads_bytes(state))
        return false;
    if (!e->encode)
        build_encode(e, &state->texture.how.format);
    return true;
}

/* ---- what is known of vectors ---- */

/* Whether it is. */
static bool follows(const struct emitter *e)
{
    return e->texels || e->pairs;
}

static void forget_all(struct emitter *e)
{
    memset(e->channel, 0, e->program->vector_count * sizeof(*e->channel));
}

void emit_texels_cf(struct emitter *e, const struct flow_state *s, const struct sim_cf *cf)
{
    const bool straight = cf->flow == HW_FLOW_PUSH || cf->flow == HW_FLOW_POP ||
                          cf->items == SIM_ITEMS_FETCHES || cf->items == SIM_ITEMS_STORE ||
                          (cf->items == SIM_ITEMS_OPS && cf->flow != HW_FLOW_ELSE &&
                           cf->flow != HW_FLOW_BREAK && cf->flow != HW_FLOW_CONTINUE);
    if (!follows(e))
        return;
    if (s->depth < e->idle_depth)
        e->idle_depth = 0;
    if (s->target || !straight) {
        e->idle_depth = 0;
        forget_all(e);
    }
}

/* The channel that an operation leaves in its result: that of a source that it moves. */
static uint8_t moved_channel(const struct emitter *e, const struct sim_alu_op *op)
{
    const bool moves = copies_moves(op) && (e->whole || !e->forms.kept[op->dst / SIM_LANES]);
    return moves ? e->channel[op->src[0].offset / SIM_LANES] : 0;
}

void emit_texels_op(struct emitter *e, const struct sim_alu_op *op)
{
    if (!follows(e))
        return;
    const uint8_t moved = moved_channel(e, op);
    const struct sim_operands writes = sim_op_writes(op);
    /* Lanes that do not run keep what others may read. */
    SIM_FOR_OPERANDS(to, writes)
        if (!e->idle_depth || !e->forms.kept[to->vector])
            e->channel[to->vector] = 0;
    if (moved)
        e->channel[op->dst / SIM_LANES] = moved;
    const bool own_entry = e->program->cf[e->cf].flow == HW_FLOW_PUSH;
    const int folded = op->update & SIM_UPDATE_EXEC && own_entry
                           ? sim_folded_test(&e->folded, e->program, op)
                           : -1;
    if (folded >= 0 && !(e->state->folded >> folded & 1u) && !e->idle_depth)
        e->idle_depth = e->at.depth;
}

static void forget_written(struct emitter *e, const struct sim_fetch *fetch)
{
    const struct sim_operands writes = sim_fetch_writes(fetch);
    SIM_FOR_OPERANDS(to, writes)
        e->channel[to->vector] = 0;
}

void emit_texels_fetch(struct emitter *e, const struct sim_fetch *fetch, bool kept)
{
    const struct sim_texture_state *state =
        &e->state->fetches[sim_fetch_access(e->program, fetch)].texture;
    if (!follows(e))
        return;
    if (kept) {
        forget_all(e); /* dwords of one fetch are kept, the last one's */
        e->kept_kind = state->how.format.kind;
    }
    forget_written(e, fetch);
    for (unsigned c = 0; (kept || e->pair.fetch == fetch) && e->whole && c < 4; c++)
        if (state->dst_sel[c] <= HW_SEL_W)
            e->channel[fetch->dst / SIM_LANES + c] = (uint8_t)(1 + state->dst_sel[c]);
}

/* ---- fetches and stores ---- */

void emit_texels_keep(struct emitter *e, ssa window, ssa place, ssa first)
{
    emit_call(e, "sim_block_row_dwords", e->kept_texels[e->part], window, place, first);
}

void emit_texels_keep_apart(struct emitter *e, const ssa from[4])
{
    ssa *to = e->rare_coordinate;
    emit_own(e, e->encode, to[0], to[1], to[2], to[3], from[0], from[1], from[2], from[3]);
    emit_copy_lanes(e, to[0], e->kept_texels[e->part]);
}

bool emit_texels_are_kept(const struct emitter *e, const struct sim_store *store)
{
    const struct recompile_store_state *state = &e->state->stores[store->rat];
    for (unsigned k = 0; k < 4; k++)
        if (e->channel[store->data / SIM_LANES + (state->how.source[k] & 3u)] != 1 + k)
            return false;
    return true;
}

/* Whether a store is of texels of this kind that are kept. */
static bool stores_kept(const struct emitter *e, const struct sim_store *store,
                        enum sim_texel_kind kind)
{
    return e->texels >> kind & 1u && e->kept_kind == kind &&
           stored_kind(&e->state->stores[store->rat]) == 1u << kind &&
           emit_texels_are_kept(e, store);
}

bool emit_texels_store(struct emitter *e, const struct sim_store *store)
{
    if (e->both.twins || !stores_kept(e, store, SIM_TEXEL_UNORM8))
        return false;
    emit_copy_lanes(e, e->kept_texels[e->part], e->texel[0]);
    e->texels_stored += !e->part;
    return true;
}

ssa emit_texels_whole(struct emitter *e, const struct sim_store *store)
{
    if (e->both.twins || !stores_kept(e, store, SIM_TEXEL_FLOAT4))
        return NULL;
    e->whole_stored += !e->part;
    return e->whole_texels[e->part];
}

bool emit_texels_are_twins(struct emitter *e, const struct sim_store *store)
{
    const bool are = e->both.twins && e->whole && stores_kept(e, store, e->kept_kind);
    e->whole_stored += are;
    return are;
}
