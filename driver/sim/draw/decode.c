/* SPDX-License-Identifier: MIT */
/* decode.c: instructions that programs of vertices and pixels have beside those of
 * compute. Sources: Mesa r600_shader.c and eg_sq.h; AMD, Evergreen Family Instruction Set
 * Architecture. */
#include "driver/sim/decode/decode_alu.h"
#include "driver/sim/draw/stage.h"

static bool fetch_has(uint32_t word, unsigned cf_op)
{
    (void)word;
    return cf_op == HW_CF_RETURN;
}

static bool is_streamed(unsigned cf_op)
{
    return cf_op >= HW_CF_MEM_STREAM0_BUF0 && cf_op <= HW_CF_MEM_STREAM3_BUF3;
}

/* The fetch program has run before this one begins. */
static bool vertex_has(uint32_t word, unsigned cf_op)
{
    return is_streamed(cf_op) || cf_op == HW_CF_EXPORT || cf_op == HW_CF_EXPORT_DONE ||
           (cf_op == HW_CF_CALL_FS && !word);
}

/* Vertices that a geometry program reads write to a ring. */
static bool ring_vertex_has(uint32_t word, unsigned cf_op)
{
    return cf_op == HW_CF_MEM_RING || (cf_op == HW_CF_CALL_FS && !word);
}

static bool is_ring(unsigned cf_op)
{
    return cf_op == HW_CF_MEM_RING || cf_op == HW_CF_MEM_RING1 || cf_op == HW_CF_MEM_RING2 ||
           cf_op == HW_CF_MEM_RING3;
}

static bool is_emit(unsigned cf_op)
{
    return cf_op == HW_CF_EMIT_VERTEX || cf_op == HW_CF_EMIT_CUT_VERTEX ||
           cf_op == HW_CF_CUT_VERTEX;
}

static bool geometry_has(uint32_t word, unsigned cf_op)
{
    (void)word;
    return is_ring(cf_op) || is_emit(cf_op);
}

static bool pixel_has(uint32_t word, unsigned cf_op)
{
    (void)word;
    return cf_op == HW_CF_EXPORT || cf_op == HW_CF_EXPORT_DONE;
}

/* Fetches by levels that compute does not have, or not by differences of pixels. */
static bool takes_sample(unsigned op, struct sim_fetch *fetch)
{
    if (op < HW_TEX_SAMPLE || op > HW_TEX_GATHER4_C_O || op == HW_TEX_SAMPLE_G_LB ||
        op == HW_TEX_SAMPLE_C_G_LB)
        return false;
    const bool given = op == HW_TEX_SAMPLE_L || op == HW_TEX_SAMPLE_LB || op == HW_TEX_SAMPLE_C_L ||
                       op == HW_TEX_SAMPLE_C_LB;
    const bool gradients = op == HW_TEX_SAMPLE_G || op == HW_TEX_SAMPLE_C_G;
    fetch->kind = SIM_FETCH_SAMPLE;
    fetch->lod = given ? SIM_LOD_GIVEN : gradients ? SIM_LOD_GRADIENTS : SIM_LOD_FIRST;
    fetch->quads = (uint8_t)op;
    return true;
}

/* Textures of several samples have these, too. */
static bool takes_load(unsigned op, struct sim_fetch *fetch)
{
    if (op != HW_TEX_LD && op != HW_TEX_GET_NUMBER_OF_SAMPLES)
        return takes_sample(op, fetch);
    fetch->kind = SIM_FETCH_LOAD;
    fetch->quads = (uint8_t)op;
    return true;
}

static bool takes_offsets(unsigned op, struct sim_fetch *fetch)
{
    if (op != HW_TEX_SET_TEXTURE_OFFSETS)
        return takes_load(op, fetch);
    fetch->kind = SIM_FETCH_GRADIENTS;
    fetch->quads = (uint8_t)op;
    return true;
}

static bool takes_differences(unsigned op, struct sim_fetch *fetch)
{
    if (op != HW_TEX_GET_GRADIENTS_H && op != HW_TEX_GET_GRADIENTS_V && op != HW_TEX_GET_LOD)
        return takes_offsets(op, fetch);
    fetch->kind = op == HW_TEX_GET_LOD ? SIM_FETCH_SAMPLE : SIM_FETCH_GRADIENTS;
    fetch->quads = (uint8_t)op;
    return true;
}

/* COUNT names the stream. */
static bool decode_emit(struct sim_decoder *d, uint32_t word, unsigned cf_op)
{
    struct sim_store *store = sim_list_add(d, &d->stores, sizeof(*store));
    if (!store)
        return false;
    store->word = word;
    store->cf_op = (uint16_t)cf_op;
    store->export_type = DRAW_EXPORT_EMIT;
    store->burst = 1;
    store->array_base = (uint16_t)HW_GET(d->code[word + 1], CF_WORD1, COUNT);
    return store->array_base < DRAW_STREAMS ||
           sim_decode_fail(d, word, "there is no stream %u", store->array_base);
}

/* A store of ALLOC_EXPORT words; NULL when memory is short. */
static struct sim_store *add_store(struct sim_decoder *d, uint32_t word, unsigned cf_op,
                                   unsigned type)
{
    struct sim_store *store = sim_list_add(d, &d->stores, sizeof(*store));
    if (!store)
        return NULL;
    store->word = word;
    store->cf_op = (uint16_t)cf_op;
    store->export_type = (uint8_t)type;
    store->array_base = (uint16_t)HW_GET(d->code[word], CF_ALLOC_WORD0, ARRAY_BASE);
    store->burst = (uint8_t)(HW_GET(d->code[word + 1], CF_BUF_WORD1, BURST_COUNT) + 1);
    return store;
}

/* The registers that it stores. */
static bool decode_data(struct sim_decoder *d, struct sim_store *store)
{
    const unsigned gpr = HW_GET(d->code[store->word], CF_ALLOC_WORD0, RW_GPR);
    uint32_t last;
    return sim_decode_gpr(d, store->word, gpr + store->burst - 1u, &last) &&
           sim_decode_gpr(d, store->word, gpr, &store->data);
}

/* Elements are four dwords, at a place of the lane's item, or by an index of elements. */
static bool decode_ring(struct sim_decoder *d, uint32_t word, unsigned cf_op)
{
    const uint32_t w0 = d->code[word], w1 = d->code[word + 1];
    struct sim_store *store = add_store(d, word, cf_op, DRAW_EXPORT_RING);
    if (!store)
        return false;
    store->comp_mask = (uint8_t)HW_GET(w1, CF_BUF_WORD1, COMP_MASK);
    store->indexed = HW_GET(w0, CF_ALLOC_WORD0, TYPE) & HW_MEM_WRITE_IND;
    if (HW_GET(w0, CF_ALLOC_WORD0, RW_REL) || HW_GET(w0, CF_ALLOC_WORD0, ELEM_SIZE) != 3)
        return sim_decode_fail(d, word,
                               "elements of rings that are not four dwords, or of "
                               "relative registers, are not supported");
    return decode_data(d, store) &&
           sim_decode_gpr(d, word, HW_GET(w0, CF_ALLOC_WORD0, INDEX_GPR), &store->index);
}

static bool decode_geometry(struct sim_decoder *d, uint32_t word, unsigned cf_op)
{
    return (is_emit(cf_op) ? decode_emit : decode_ring)(d, word, cf_op);
}

static bool takes_factors(unsigned op, struct sim_fetch *fetch)
{
    if (op != (SIM_TAKES_MEMORY | HW_MEM_OP_TF_WRITE))
        return takes_offsets(op, fetch);
    fetch->quads = DRAW_FETCH_TF_WRITE;
    return true;
}

/* Vertices of patches write to local memory, as control programs do. */
static bool local_vertex_has(uint32_t word, unsigned cf_op)
{
    return cf_op == HW_CF_CALL_FS && !word;
}

static bool control_has(uint32_t word, unsigned cf_op)
{
    (void)word;
    (void)cf_op;
    return false;
}

/* Channels of a register go to their places behind `array_base`, in dwords of a vertex's item. */
static bool decode_streamed(struct sim_decoder *d, uint32_t word, unsigned cf_op)
{
    const uint32_t w0 = d->code[word];
    struct sim_store *store = add_store(d, word, cf_op, DRAW_EXPORT_STREAM);
    if (!store)
        return false;
    store->comp_mask = (uint8_t)HW_GET(d->code[word + 1], CF_BUF_WORD1, COMP_MASK);
    store->elem_dwords = (uint8_t)(HW_GET(w0, CF_ALLOC_WORD0, ELEM_SIZE) + 1);
    if (HW_GET(w0, CF_ALLOC_WORD0, RW_REL) || HW_GET(w0, CF_ALLOC_WORD0, TYPE))
        return sim_decode_fail(d, word,
                               "indices and relative registers of a stream are not "
                               "supported");
    return decode_data(d, store);
}

static bool decode_export(struct sim_decoder *d, uint32_t word, unsigned cf_op)
{
    if (is_streamed(cf_op))
        return decode_streamed(d, word, cf_op);
    const uint32_t w0 = d->code[word];
    struct sim_store *store = add_store(d, word, cf_op, HW_GET(w0, CF_ALLOC_WORD0, TYPE));
    if (!store)
        return false;
    for (unsigned c = 0; c < 4; c++) {
        store->sel[c] = (uint8_t)(d->code[word + 1] >> 3 * c & 7u);
        if (store->sel[c] == 6)
            return sim_decode_fail(d, word, "select 6 of an export is reserved");
    }
    if (HW_GET(w0, CF_ALLOC_WORD0, RW_REL))
        return sim_decode_fail(d, word, "exports of relative registers are not supported");
    return decode_data(d, store);
}

static int kill_test(int op)
{
    switch (op) {
    case HW_ALU_OP_KILLE:
        return HW_ALU_OP_SETE_DX10;
    case HW_ALU_OP_KILLGT:
        return HW_ALU_OP_SETGT_DX10;
    case HW_ALU_OP_KILLGE:
        return HW_ALU_OP_SETGE_DX10;
    case HW_ALU_OP_KILLNE:
        return HW_ALU_OP_SETNE_DX10;
    case HW_ALU_OP_KILLE_INT:
        return HW_ALU_OP_SETE_INT;
    case HW_ALU_OP_KILLGT_INT:
        return HW_ALU_OP_SETGT_INT;
    case HW_ALU_OP_KILLGE_INT:
        return HW_ALU_OP_SETGE_INT;
    case HW_ALU_OP_KILLNE_INT:
        return HW_ALU_OP_SETNE_INT;
    case HW_ALU_OP_KILLGT_UINT:
        return HW_ALU_OP_SETGT_UINT;
    case HW_ALU_OP_KILLGE_UINT:
        return HW_ALU_OP_SETGE_UINT;
    default:
        return -1;
    }
}

static bool interpolates(int op)
{
    return op == HW_ALU_OP_INTERP_XY || op == HW_ALU_OP_INTERP_ZW || op == HW_ALU_OP_INTERP_X ||
           op == HW_ALU_OP_INTERP_Z || op == HW_ALU_OP_INTERP_LOAD_P0;
}

/* Some encodings name an input's channel, others its first; units compute their own. */
static struct sim_src param_source(const struct sim_instr *instr, unsigned part)
{
    const uint32_t input = SIM_PARAM_VECTORS * SIM_LANES;
    struct sim_src src = instr->src[1];
    src.offset = src.offset / input * input + (instr->slot + part) * SIM_LANES;
    return src;
}

/* Units x and z have j, y and w have i. */
static bool interpolate(struct sim_clause *c, unsigned index)
{
    struct sim_instr *instr = &c->instrs[index];
    const struct sim_instr *j = sim_clause_unit(c, instr->slot & 2u),
                           *i = sim_clause_unit(c, instr->slot | 1u);
    const struct sim_src sum = sim_place_source(sim_clause_vector(c, SIM_VECTOR_REDUCE));
    instr->out = sim_result_place(c, instr->slot);
    if (instr->op == HW_ALU_OP_INTERP_LOAD_P0) {
        struct sim_src bits = instr->src[0]; /* of integers, too: none is flushed */
        bits.mods &= (uint8_t)~SIM_SRC_FLUSH;
        return sim_emit_step(c, instr, HW_ALU_OP_MOV, instr->out, bits);
    }
    if (!i || !j || i->op != instr->op || j->op != instr->op || instr->slot == SIM_SLOT_T ||
        instr->src[1].space != SIM_SPACE_PARAM)
        return sim_decode_fail(c->d, instr->word, "%s must fill pairs of units, from an input",
                               instr->info->name);
    return sim_emit_op(c, instr, HW_ALU_OP_MULADD_IEEE, sum.offset,
                       (struct sim_src[3]){j->src[0], param_source(instr, SIM_PARAM_P20),
                                           param_source(instr, SIM_PARAM_P0)}) &&
           sim_emit_op(c, instr, HW_ALU_OP_MULADD_IEEE, instr->out,
                       (struct sim_src[3]){i->src[0], param_source(instr, SIM_PARAM_P10), sum});
}

static bool no_inputs(int op)
{
    (void)op;
    return false;
}

const struct sim_stage draw_stages[] = {
    [DRAW_FETCH] = {.fetches = true,
                    .has = fetch_has,
                    .takes = takes_offsets,
                    .interpolates = no_inputs},
    [DRAW_VERTEX] = {.has = vertex_has,
                     .takes = takes_offsets,
                     .decode_export = decode_export,
                     .interpolates = no_inputs},
    [DRAW_RING_VERTEX] = {.has = ring_vertex_has,
                          .takes = takes_offsets,
                          .decode_export = decode_ring,
                          .interpolates = no_inputs},
    [DRAW_GEOMETRY] = {.has = geometry_has,
                       .takes = takes_offsets,
                       .decode_export = decode_geometry,
                       .interpolates = no_inputs},
    [DRAW_LOCAL_VERTEX] = {.has = local_vertex_has,
                           .takes = takes_offsets,
                           .interpolates = no_inputs},
    [DRAW_CONTROL] = {.has = control_has, .takes = takes_factors, .interpolates = no_inputs},
    [DRAW_PIXEL] = {.pixels = true,
                    .has = pixel_has,
                    .takes = takes_differences,
                    .decode_export = decode_export,
                    .interpolates = interpolates,
                    .interpolate = interpolate,
                    .kill_test = kill_test},
};
