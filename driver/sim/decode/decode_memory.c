/* SPDX-License-Identifier: MIT */
/* decode_memory.c: fetch clauses, RAT accesses and scratch accesses into the simulator's form. */
#include "driver/hw/chips.h"
#include "driver/sim/decode/decode.h"
#include "driver/sim/decode/operands.h"

const struct sim_fetch_name sim_fetch_names[SIM_FETCH_KINDS] = {
    [SIM_FETCH_BUFFER] = {"buffer", "buffer"},
    [SIM_FETCH_SCRATCH] = {"scratch", "scratch"},
    [SIM_FETCH_SAMPLE] = {"sample", "sample"},
    [SIM_FETCH_LOAD] = {"texel", "load"},
    [SIM_FETCH_TEXTURE_INFO] = {"texture size", "texture"},
    [SIM_FETCH_BUFFER_INFO] = {"buffer size", "size"},
    [SIM_FETCH_GRADIENTS] = {"gradients", "gradients"},
    [SIM_FETCH_GDS] = {"counter", "gds"},
};

static bool decode_index_mode(struct sim_decoder *d, uint32_t word, unsigned mode, uint8_t *result)
{
    if (mode > 2)
        return sim_decode_fail(d, word, "index mode %u of a resource is reserved", mode);
    *result = (uint8_t)mode;
    d->program->dynamic_resources |= mode != 0;
    return true;
}

static bool decode_fetch_gprs(struct sim_decoder *d, struct sim_fetch *fetch, uint32_t word,
                              uint32_t w0, uint32_t w1)
{
    if (HW_GET(w0, TEX_WORD0, SRC_REL) || HW_GET(w1, TEX_WORD1, DST_REL))
        return sim_decode_fail(d, word, "fetches with loop-relative registers are not supported");
    for (unsigned c = 0; c < 4; c++) {
        fetch->dst_sel[c] = (uint8_t)(w1 >> (HW_TEX_WORD1_DST_SEL_X_LO + 3 * c) & 7u);
        if (fetch->dst_sel[c] == 6)
            return sim_decode_fail(d, word, "destination select 6 is reserved");
    }
    return sim_decode_gpr(d, word, HW_GET(w0, TEX_WORD0, SRC_GPR), &fetch->src) &&
           sim_decode_gpr(d, word, HW_GET(w1, TEX_WORD1, DST_GPR), &fetch->dst);
}

static bool decode_buffer_fetch(struct sim_decoder *d, struct sim_fetch *fetch, const uint32_t *w)
{
    const struct sim_stage *stage = d->program->mode.stage;
    const unsigned type = HW_GET(w[0], VTX_WORD0, FETCH_TYPE);
    fetch->by_instance = type == 1;
    if (type != 2 && (!stage || !stage->fetches || type > 2))
        return sim_decode_fail(d, fetch->word,
                               "vertex fetch with FETCH_TYPE %u; compute has no index "
                               "offsets (2)",
                               type);
    if (HW_GET(w[2], VTX_WORD2, ENDIAN_SWAP))
        return sim_decode_fail(d, fetch->word, "endian swap is not supported");
    if (d->chip->vliw == HW_VLIW4 &&
        (HW_GET(w[0], VTX_WORD0, MEGA_FETCH_COUNT) || HW_GET(w[2], VTX_WORD2, MEGA_FETCH)))
        return sim_decode_fail(d, fetch->word, "mega-fetch on %s, which has none", d->chip->name);
    fetch->kind = SIM_FETCH_BUFFER;
    fetch->resource = (uint8_t)HW_GET(w[0], VTX_WORD0, BUFFER_ID);
    fetch->src_sel[0] = (uint8_t)HW_GET(w[0], VTX_WORD0, SRC_SEL_X);
    fetch->const_fields = HW_GET(w[1], VTX_WORD1, USE_CONST_FIELDS);
    const unsigned format = HW_GET(w[1], VTX_WORD1, DATA_FORMAT);
    if (!fetch->const_fields &&
        !sim_texel_format_read(&fetch->format, format, HW_GET(w[1], VTX_WORD1, NUM_FORMAT_ALL),
                               HW_GET(w[1], VTX_WORD1, FORMAT_COMP_ALL)))
        return sim_decode_fail(d, fetch->word, "vertex fetch of data format 0x%x is not supported",
                               format);
    fetch->offset = (uint16_t)HW_GET(w[2], VTX_WORD2, OFFSET);
    return decode_index_mode(d, fetch->word, HW_GET(w[2], VTX_WORD2, BUFFER_INDEX_MODE),
                             &fetch->resource_index_mode);
}

/* Elements of scratch are one dword or four. */
static bool decode_elem_size(struct sim_decoder *d, uint32_t word, unsigned elem_size,
                             uint8_t *dwords)
{
    if (elem_size != 0 && elem_size != 3)
        return sim_decode_fail(d, word, "scratch elements of %u dwords are not supported",
                               elem_size + 1);
    *dwords = (uint8_t)(elem_size + 1);
    return true;
}

static bool decode_scratch_fetch(struct sim_decoder *d, struct sim_fetch *fetch, const uint32_t *w)
{
    if (HW_GET(w[0], MEM_WORD0, MEM_OP) != HW_MEM_OP_SCRATCH)
        return sim_decode_fail(d, fetch->word,
                               "memory operation %u of a fetch clause is not supported",
                               HW_GET(w[0], MEM_WORD0, MEM_OP));
    if (HW_GET(w[0], MEM_WORD0, BURST_COUNT))
        return sim_decode_fail(d, fetch->word, "scratch reads in bursts are not supported");
    fetch->kind = SIM_FETCH_SCRATCH;
    fetch->indexed = HW_GET(w[0], MEM_WORD0, INDEXED);
    fetch->src_sel[0] = (uint8_t)HW_GET(w[0], MEM_WORD0, SRC_SEL_X);
    fetch->offset = (uint16_t)HW_GET(w[2], MEM_WORD2, ARRAY_BASE);
    return decode_elem_size(d, fetch->word, HW_GET(w[0], MEM_WORD0, ELEM_SIZE),
                            &fetch->elem_dwords);
}

static bool texture_kind(unsigned op, struct sim_fetch *fetch)
{
    uint8_t *kind = &fetch->kind;
    switch (op) {
    case HW_TEX_LD:
        *kind = SIM_FETCH_LOAD;
        return true;
    case HW_TEX_GET_TEXTURE_RESINFO:
        *kind = SIM_FETCH_TEXTURE_INFO;
        return true;
    case HW_TEX_SET_GRADIENTS_H:
    case HW_TEX_SET_GRADIENTS_V:
        *kind = SIM_FETCH_GRADIENTS;
        fetch->vertical = op == HW_TEX_SET_GRADIENTS_V;
        return true;
    case HW_TEX_SAMPLE:
    case HW_TEX_SAMPLE_L:
    case HW_TEX_SAMPLE_LB:
    case HW_TEX_SAMPLE_LZ:
    case HW_TEX_SAMPLE_G:
        *kind = SIM_FETCH_SAMPLE;
        fetch->lod = op == HW_TEX_SAMPLE_G                             ? SIM_LOD_GRADIENTS
                     : op == HW_TEX_SAMPLE_L || op == HW_TEX_SAMPLE_LB ? SIM_LOD_GIVEN
                                                                       : SIM_LOD_FIRST;
        return true;
    default:
        return false;
    }
}

/* GET_BUFFER_RESINFO has a number among the texture instructions, but the fields of a vertex fetch.
 */
static bool decode_buffer_info(struct sim_decoder *d, struct sim_fetch *fetch, const uint32_t *w)
{
    fetch->kind = SIM_FETCH_BUFFER_INFO;
    fetch->resource = (uint8_t)HW_GET(w[0], VTX_WORD0, BUFFER_ID);
    for (unsigned c = 0; c < 4; c++)
        fetch->src_sel[c] = HW_SEL_0;
    return decode_index_mode(d, fetch->word, HW_GET(w[2], VTX_WORD2, BUFFER_INDEX_MODE),
                             &fetch->resource_index_mode);
}

static bool decode_texture_fetch(struct sim_decoder *d, struct sim_fetch *fetch, const uint32_t *w)
{
    const unsigned op = HW_GET(w[0], TEX_WORD0, TEX_INST);
    const bool stage = d->program->mode.stage && d->program->mode.stage->takes(op, fetch);
    if (!stage && !texture_kind(op, fetch))
        return sim_decode_fail(d, fetch->word, "texture instruction %s (0x%x) is not supported",
                               hw_tex_name(op) ? hw_tex_name(op) : "that does not exist", op);
    if (!stage && HW_GET(w[0], TEX_WORD0, INST_MOD))
        return sim_decode_fail(d, fetch->word, "%s with INST_MOD %u is not supported",
                               hw_tex_name(op), HW_GET(w[0], TEX_WORD0, INST_MOD));
    if (!stage && (HW_GET(w[2], TEX_WORD2, OFFSET_X) || HW_GET(w[2], TEX_WORD2, OFFSET_Y) ||
                   HW_GET(w[2], TEX_WORD2, OFFSET_Z)))
        return sim_decode_fail(d, fetch->word, "texel offsets are not supported");
    fetch->resource = (uint8_t)HW_GET(w[0], TEX_WORD0, RESOURCE_ID);
    fetch->sampler = (uint8_t)HW_GET(w[2], TEX_WORD2, SAMPLER_ID);
    fetch->normalized = (uint8_t)(w[1] >> HW_TEX_WORD1_COORD_TYPE_X_LO);
    for (unsigned c = 0; c < 4; c++) {
        fetch->src_sel[c] = (uint8_t)(w[2] >> (HW_TEX_WORD2_SRC_SEL_X_LO + 3 * c) & 7u);
        if (fetch->src_sel[c] > HW_SEL_1 && fetch->src_sel[c] != HW_SEL_MASK)
            return sim_decode_fail(d, fetch->word, "source select %u is reserved",
                                   fetch->src_sel[c]);
    }
    return decode_index_mode(d, fetch->word, HW_GET(w[0], TEX_WORD0, RESOURCE_INDEX_MODE),
                             &fetch->resource_index_mode) &&
           decode_index_mode(d, fetch->word, HW_GET(w[0], TEX_WORD0, SAMPLER_INDEX_MODE),
                             &fetch->sampler_index_mode);
}

/* NULL when memory is short, which the decoder then tells. */
static struct sim_fetch *add_fetch(struct sim_decoder *d, uint32_t word)
{
    struct sim_fetch *fetch = sim_list_add(d, &d->fetches, sizeof(*fetch));
    if (fetch)
        fetch->word = word;
    return fetch;
}

static bool decode_fetch(struct sim_decoder *d, uint32_t word)
{
    const uint32_t *w = d->code + word;
    struct sim_fetch *fetch = add_fetch(d, word);
    if (!fetch || !decode_fetch_gprs(d, fetch, word, w[0], w[1]))
        return false;
    switch (HW_GET(w[0], TEX_WORD0, TEX_INST)) {
    case HW_VTX_FETCH:
        return decode_buffer_fetch(d, fetch, w);
    case HW_VTX_SEMANTIC:
        return sim_decode_fail(d, word, "semantic fetches do not exist in compute");
    case HW_MEM_INST:
        return decode_scratch_fetch(d, fetch, w);
    case HW_TEX_GET_BUFFER_RESINFO:
        return decode_buffer_info(d, fetch, w);
    default:
        return decode_texture_fetch(d, fetch, w);
    }
}

static bool reads_result(const struct sim_fetch *fetch, const struct sim_fetch *before)
{
    const struct sim_operands reads = sim_fetch_reads(fetch), writes = sim_fetch_writes(before);
    SIM_FOR_OPERANDS(from, reads)
        SIM_FOR_OPERANDS(to, writes)
            if (from->vector == to->vector)
                return true;
    return false;
}

/* Fetches of a clause are not ordered among each other: none may read what another wrote. Other
 * channels of the same register it may, as code of AMD's own compiler does. */
static bool check_clause_order(struct sim_decoder *d, uint32_t first, uint32_t count)
{
    const struct sim_fetch *fetches = d->program->fetches;
    for (uint32_t i = first; i < first + count; i++)
        for (uint32_t j = first; j < i; j++)
            if (reads_result(&fetches[i], &fetches[j]))
                return sim_decode_fail(d, fetches[i].word,
                                       "reads a register that an earlier fetch of the "
                                       "same clause writes");
    return true;
}

/* Gradients hold for the fetches behind them in the clause. */
static bool check_gradients(struct sim_decoder *d, uint32_t first, uint32_t count)
{
    unsigned set = 0;
    for (uint32_t i = first; i < first + count; i++) {
        const struct sim_fetch *fetch = &d->program->fetches[i];
        if (fetch->kind == SIM_FETCH_GRADIENTS)
            set |= 1u << fetch->vertical;
        if (fetch->kind == SIM_FETCH_SAMPLE && fetch->lod == SIM_LOD_GRADIENTS && set != 3)
            return sim_decode_fail(d, fetch->word,
                                   "samples by gradients that its clause has not set");
    }
    return true;
}

bool sim_decode_fetches(struct sim_decoder *d, uint32_t slot, unsigned count)
{
    const uint32_t first = d->program->fetch_count;
    for (unsigned i = 0; i < count; i++)
        if (!decode_fetch(d, slot * 2 + i * 4))
            return false;
    return check_clause_order(d, first, count) && check_gradients(d, first, count);
}

static bool decode_gds(struct sim_decoder *d, uint32_t word)
{
    const uint32_t *w = d->code + word;
    struct sim_fetch *fetch = add_fetch(d, word);
    if (!fetch)
        return false;
    fetch->kind = SIM_FETCH_GDS;
    const struct sim_stage *stage = d->program->mode.stage;
    const unsigned op = HW_GET(w[0], MEM_WORD0, MEM_OP);
    if (HW_GET(w[0], MEM_WORD0, MEM_INST) != HW_MEM_INST ||
        ((op != HW_MEM_OP_GDS || !HW_GET(w[1], GDS_WORD1, ALLOC_CONSUME)) &&
         (!stage || !stage->takes(SIM_TAKES_MEMORY | op, fetch))) ||
        HW_GET(w[0], GDS_WORD0, SRC_REL) || HW_GET(w[1], GDS_WORD1, DST_REL))
        return sim_decode_fail(d, word,
                               "of the global data share only append counters are "
                               "supported, by registers that are not relative");
    fetch->gds_op = (uint8_t)HW_GET(w[1], GDS_WORD1, GDS_OP);
    fetch->resource = (uint8_t)HW_GET(w[1], GDS_WORD1, UAV_ID);
    fetch->resource_index_mode = (uint8_t)HW_GET(w[1], GDS_WORD1, UAV_INDEX_MODE);
    fetch->src_sel[0] = (uint8_t)HW_GET(w[0], GDS_WORD0, SRC_SEL_X);
    fetch->src_sel[1] = (uint8_t)HW_GET(w[0], GDS_WORD0, SRC_SEL_Y);
    fetch->src_sel[2] = (uint8_t)HW_GET(w[0], GDS_WORD0, SRC_SEL_Z);
    fetch->src_sel[3] = HW_SEL_MASK;
    for (unsigned c = 0; c < 4; c++)
        fetch->dst_sel[c] = (uint8_t)(w[2] >> (HW_GDS_WORD2_DST_SEL_X_LO + 3 * c) & 7u);
    if (fetch->resource_index_mode > 2 || !hw_lds_find(fetch->gds_op))
        return sim_decode_fail(d, word, "operation 0x%x or index mode %u does not exist",
                               fetch->gds_op, fetch->resource_index_mode);
    return sim_decode_gpr(d, word, HW_GET(w[0], GDS_WORD0, SRC_GPR), &fetch->src) &&
           sim_decode_gpr(d, word, HW_GET(w[1], GDS_WORD1, DST_GPR), &fetch->dst);
}

bool sim_decode_gds(struct sim_decoder *d, uint32_t slot, unsigned count)
{
    const uint32_t first = d->program->fetch_count;
    for (unsigned i = 0; i < count; i++)
        if (!decode_gds(d, slot * 2 + i * 4))
            return false;
    return check_clause_order(d, first, count);
}

/* Adapts a store to cayman: STORE_DWORD, which LLVM stores with, is STORE_RAW with another number
 * (CaymanInstructions.td), and CMPXCHG compares with the third channel (Mesa r600_shader.c). */
static bool adapt_to_chip(struct sim_decoder *d, struct sim_store *store)
{
    const bool vliw4 = d->chip->vliw == HW_VLIW4;
    const unsigned op = store->rat_op;
    if (op == HW_RAT_STORE_DWORD && !vliw4)
        return sim_decode_fail(d, store->word, "STORE_DWORD does not exist on %s", d->chip->name);
    if (op == HW_RAT_STORE_DWORD)
        store->rat_op = HW_RAT_STORE_RAW;
    store->compare = vliw4 && op % HW_RAT_NOP_RTN == HW_RAT_CMPXCHG_INT ? 2 : 3;
    return true;
}

static bool decode_rat(struct sim_decoder *d, struct sim_store *store, uint32_t w0)
{
    store->rat = (uint8_t)HW_GET(w0, CF_RAT_WORD0, RAT_ID);
    store->rat_op = (uint8_t)HW_GET(w0, CF_RAT_WORD0, RAT_INST);
    if (!hw_rat_name(store->rat_op))
        return sim_decode_fail(d, store->word, "there is no RAT operation %u", store->rat_op);
    if (store->rat >= HW_RATS)
        return sim_decode_fail(d, store->word, "there is no RAT %u", store->rat);
    if (!adapt_to_chip(d, store))
        return false;
    const bool stores_only =
        store->rat_op == HW_RAT_STORE_TYPED || store->rat_op == HW_RAT_STORE_RAW;
    if (store->cf_op == HW_CF_MEM_RAT_CACHELESS && !stores_only)
        return sim_decode_fail(d, store->word, "MEM_RAT_CACHELESS can only store, not %s",
                               hw_rat_name(store->rat_op));
    if (!store->indexed)
        return sim_decode_fail(d, store->word, "RAT access without an index (TYPE 0 or 2)");
    d->program->lockstep |= sim_store_is_lockstep(store);
    return decode_index_mode(d, store->word, HW_GET(w0, CF_RAT_WORD0, RAT_INDEX_MODE),
                             &store->rat_index_mode);
}

bool sim_decode_store(struct sim_decoder *d, uint32_t word, unsigned cf_op)
{
    const uint32_t w0 = d->code[word], w1 = d->code[word + 1];
    struct sim_store *store = sim_list_add(d, &d->stores, sizeof(*store));
    if (!store)
        return false;
    store->word = word;
    store->cf_op = (uint16_t)cf_op;
    store->indexed = HW_GET(w0, CF_ALLOC_WORD0, TYPE) & HW_MEM_WRITE_IND;
    store->comp_mask = (uint8_t)HW_GET(w1, CF_BUF_WORD1, COMP_MASK);
    if (HW_GET(w0, CF_ALLOC_WORD0, RW_REL) || HW_GET(w1, CF_BUF_WORD1, BURST_COUNT))
        return sim_decode_fail(d, word,
                               "relative registers and bursts of stores are not supported");
    if (!sim_decode_gpr(d, word, HW_GET(w0, CF_ALLOC_WORD0, RW_GPR), &store->data) ||
        !sim_decode_gpr(d, word, HW_GET(w0, CF_ALLOC_WORD0, INDEX_GPR), &store->index))
        return false;
    if (cf_op != HW_CF_MEM_SCRATCH)
        return decode_rat(d, store, w0);
    store->array_base = (uint16_t)HW_GET(w0, CF_ALLOC_WORD0, ARRAY_BASE);
    return decode_elem_size(d, word, HW_GET(w0, CF_ALLOC_WORD0, ELEM_SIZE), &store->elem_dwords);
}
