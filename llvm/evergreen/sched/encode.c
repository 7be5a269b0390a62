/* SPDX-License-Identifier: MIT */
/* encode.c: turns clauses and control flow into machine words. Control-flow instructions come
 * first, then the clauses; fetch clauses start at even 64-bit words. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "llvm/evergreen/mir/values.h"
#include "llvm/evergreen/sched/code.h"

enum {
    NUM_FORMAT_INT = 1,
    FETCH_NO_INDEX_OFFSET = 2,
    FETCH_DWORDS = 4,
    WORD = 2 /* dwords of a 64-bit word */
};

struct encoder {
    const struct evg_code *code;
    const struct mir_function *f;
    uint32_t *out; /* zeroed */
    uint32_t word; /* the next free 64-bit word */
    struct evg_words of;
};

/* --- ALU --- */

static uint32_t source_select(const struct evg_cf *clause, const struct evg_source *source)
{
    switch (source->kind) {
    case SOURCE_SELECT:
        return source->value;
    case SOURCE_LITERAL:
        return HW_SRC_LITERAL;
    case SOURCE_KCACHE: {
        unsigned n = 0;
        while (n < EVG_KCACHE_SETS &&
               (!clause->kcache[n].used || source->value / 32 * 2 != clause->kcache[n].line))
            n++;
        assert(n < EVG_KCACHE_SETS); /* append_groups has locked the line */
        return (n ? HW_SRC_KCACHE1 : HW_SRC_KCACHE0) + source->value % 32;
    }
    }
    return HW_SRC_0;
}

static uint32_t alu_word0(const struct evg_cf *clause, const struct evg_slot *slot, bool last)
{
    const struct evg_source *a = &slot->src[0], *b = &slot->src[1];
    unsigned sources = hw_alu_info[slot->op].nsrc;
    uint32_t word = HW_SET(ALU_WORD0, LAST, last) | HW_SET(ALU_WORD0, PRED_SEL, slot->predicate);
    if (sources > 0)
        word |= HW_SET(ALU_WORD0, SRC0_SEL, source_select(clause, a)) |
                HW_SET(ALU_WORD0, SRC0_REL, a->rel) | HW_SET(ALU_WORD0, SRC0_CHAN, a->channel) |
                HW_SET(ALU_WORD0, SRC0_NEG, a->neg);
    if (sources > 1)
        word |= HW_SET(ALU_WORD0, SRC1_SEL, source_select(clause, b)) |
                HW_SET(ALU_WORD0, SRC1_REL, b->rel) | HW_SET(ALU_WORD0, SRC1_CHAN, b->channel) |
                HW_SET(ALU_WORD0, SRC1_NEG, b->neg);
    return word;
}

static uint32_t alu_op2_word1(const struct evg_slot *slot)
{
    return HW_SET(ALU_OP2_WORD1, SRC0_ABS, slot->src[0].abs) |
           HW_SET(ALU_OP2_WORD1, SRC1_ABS, slot->src[1].abs) |
           HW_SET(ALU_OP2_WORD1, UPDATE_EXEC_MASK, slot->update_exec) |
           HW_SET(ALU_OP2_WORD1, UPDATE_PRED, slot->update_pred) |
           HW_SET(ALU_OP2_WORD1, WRITE_MASK, slot->write) |
           HW_SET(ALU_OP2_WORD1, OMOD, slot->omod) |
           HW_SET(ALU_OP2_WORD1, BANK_SWIZZLE, slot->bank_swizzle) |
           HW_SET(ALU_OP2_WORD1, ALU_INST, hw_alu_info[slot->op].code) |
           HW_SET(ALU_OP2_WORD1, DST_GPR, slot->gpr) |
           HW_SET(ALU_OP2_WORD1, DST_REL, slot->dst_rel) |
           HW_SET(ALU_OP2_WORD1, DST_CHAN, slot->channel) |
           HW_SET(ALU_OP2_WORD1, CLAMP, slot->clamp);
}

static uint32_t alu_op3_word1(const struct evg_cf *clause, const struct evg_slot *slot)
{
    const struct evg_source *c = &slot->src[2];
    return HW_SET(ALU_OP3_WORD1, SRC2_SEL, source_select(clause, c)) |
           HW_SET(ALU_OP3_WORD1, SRC2_REL, c->rel) | HW_SET(ALU_OP3_WORD1, SRC2_CHAN, c->channel) |
           HW_SET(ALU_OP3_WORD1, SRC2_NEG, c->neg) |
           HW_SET(ALU_OP3_WORD1, BANK_SWIZZLE, slot->bank_swizzle) |
           HW_SET(ALU_OP3_WORD1, ALU_INST, hw_alu_info[slot->op].code) |
           HW_SET(ALU_OP3_WORD1, DST_GPR, slot->gpr) |
           HW_SET(ALU_OP3_WORD1, DST_REL, slot->dst_rel) |
           HW_SET(ALU_OP3_WORD1, DST_CHAN, slot->channel) |
           HW_SET(ALU_OP3_WORD1, CLAMP, slot->clamp);
}

/* Sources that the operation does not use stay zero: the hardware may look at them. */
static void encode_lds(const struct evg_cf *clause, const struct evg_slot *slot, bool last,
                       uint32_t *out)
{
    unsigned sources = hw_lds_find(slot->lds_op)->nsrc;
    const struct evg_source *b = &slot->src[1], *c = &slot->src[2];
    struct evg_slot address = *slot;
    out[1] = HW_SET(ALU_LDS_WORD1, ALU_INST, hw_alu_info[slot->op].code) |
             HW_SET(ALU_LDS_WORD1, BANK_SWIZZLE, slot->bank_swizzle) |
             HW_SET(ALU_LDS_WORD1, LDS_OP, slot->lds_op);
    if (sources < 2)
        address.src[1] = (struct evg_source){0};
    else
        address.src[1] = *b;
    if (sources > 2)
        out[1] |= HW_SET(ALU_LDS_WORD1, SRC2_SEL, source_select(clause, c)) |
                  HW_SET(ALU_LDS_WORD1, SRC2_CHAN, c->channel);
    out[0] = alu_word0(clause, &address, last);
}

/* Notes the object that an access belongs to. */
static void note_object(struct encoder *e, uint32_t word, uint32_t object, uint8_t space)
{
    e->of.object[word] = object;
    e->of.space[word] = space;
}

static void note_memory(struct encoder *e, uint32_t word, const struct mir_inst *inst)
{
    const bool private = inst->kind == MIR_SCRATCH_LOAD || inst->kind == MIR_SCRATCH_STORE;
    note_object(e, word, inst->object, private ? ROOTLE_ADDRESS_PRIVATE : ROOTLE_ADDRESS_CONSTANT);
}

/* Notes where an instruction is from, and when it runs. */
static void note_point(struct encoder *e, uint32_t word, uint32_t point, uint32_t home)
{
    if (!e->of.point)
        return;
    e->of.point[word] = point;
    e->of.home[word] = home;
    e->of.order[word] = e->of.now;
}

static void note_kept(struct encoder *e, const struct evg_kept *kept)
{
    if (!e->of.point || !kept->value)
        return;
    e->of.kept = arena_grow(e->f->arena, e->of.kept, e->of.kept_count, &e->of.kept_room,
                            sizeof(*e->of.kept));
    e->of.kept[e->of.kept_count++] = *kept;
}

static void encode_group(struct encoder *e, const struct evg_cf *clause,
                         const struct evg_group *group)
{
    assert(group->literal_count <= EVG_LITERALS);
    unsigned rest = 0;
    e->of.now++;
    for (unsigned i = 0; i < EVG_SLOTS; i++)
        rest += group->slot[i].used;
    for (unsigned i = 0; i < EVG_SLOTS; i++) {
        const struct evg_slot *slot = &group->slot[i];
        uint32_t *out = e->out + e->word * WORD;
        if (!slot->used)
            continue;
        rest--;
        e->of.line[e->word] = slot->line;
        note_point(e, e->word, slot->point, slot->home);
        note_kept(e, &(struct evg_kept){e->word, slot->kept, slot->gpr, slot->channel});
        note_object(e, e->word++, slot->object,
                    slot->op == HW_ALU_OP_LDS_IDX_OP ? ROOTLE_ADDRESS_LOCAL
                                                     : ROOTLE_ADDRESS_PRIVATE);
        if (slot->op == HW_ALU_OP_LDS_IDX_OP) {
            encode_lds(clause, slot, rest == 0, out);
            continue;
        }
        out[0] = alu_word0(clause, slot, rest == 0);
        out[1] = hw_alu_info[slot->op].op3 ? alu_op3_word1(clause, slot) : alu_op2_word1(slot);
    }
    memcpy(e->out + e->word * WORD, group->literal, group->literal_count * sizeof(uint32_t));
    for (unsigned i = 0; i < group->literal_count; i += WORD, e->word++)
        e->of.line[e->word] = e->of.line[e->word - 1];
}

/* --- Fetches --- */

static const struct mir_vreg *vreg_of(const struct mir_function *f,
                                      const struct mir_operand *operand)
{
    return &f->vregs[operand->value];
}

/* DST_SEL of a channel: the component that goes there. */
static unsigned component_at(const struct mir_function *f, const struct mir_inst *inst,
                             unsigned channel)
{
    for (unsigned i = 0; i < inst->dst_count; i++)
        if (inst->dst[i] && f->vregs[inst->dst[i]].assigned_channel == channel)
            return HW_SEL_X + i;
    return HW_SEL_MASK;
}

static uint32_t destination(const struct mir_function *f, const struct mir_inst *inst)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < inst->dst_count; i++)
        if (inst->dst[i])
            word = HW_SET(TEX_WORD1, DST_GPR, f->vregs[inst->dst[i]].gpr);
    return word | HW_SET(TEX_WORD1, DST_SEL_X, component_at(f, inst, 0)) |
           HW_SET(TEX_WORD1, DST_SEL_Y, component_at(f, inst, 1)) |
           HW_SET(TEX_WORD1, DST_SEL_Z, component_at(f, inst, 2)) |
           HW_SET(TEX_WORD1, DST_SEL_W, component_at(f, inst, 3));
}

enum { MAX_TEXEL_BYTES = 16 };

static void encode_vtx(const struct mir_function *f, const struct mir_inst *inst, uint32_t *out)
{
    const struct mir_vreg *address = vreg_of(f, &inst->src[0]);
    const struct hw_format_info *format = hw_format_find(inst->format);
    unsigned bytes = format ? format->bytes : MAX_TEXEL_BYTES;
    out[0] = HW_SET(VTX_WORD0, VC_INST, HW_VTX_FETCH) |
             HW_SET(VTX_WORD0, FETCH_TYPE, FETCH_NO_INDEX_OFFSET) |
             HW_SET(VTX_WORD0, BUFFER_ID, inst->resource) |
             HW_SET(VTX_WORD0, SRC_GPR, address->gpr) |
             HW_SET(VTX_WORD0, SRC_SEL_X, address->assigned_channel);
    out[2] = HW_SET(VTX_WORD2, OFFSET, inst->offset);
    if (f->chip->vliw == HW_VLIW5) {
        out[0] |= HW_SET(VTX_WORD0, MEGA_FETCH_COUNT, bytes - 1);
        out[2] |= HW_SET(VTX_WORD2, MEGA_FETCH, 1);
    }
    /* Fields that the resource's replace must be 0. */
    out[1] = destination(f, inst);
    if (!format) {
        out[1] |= HW_SET(VTX_WORD1, USE_CONST_FIELDS, 1);
        return;
    }
    out[1] |= HW_SET(VTX_WORD1, DATA_FORMAT, inst->format) |
              HW_SET(VTX_WORD1, NUM_FORMAT_ALL, NUM_FORMAT_INT) |
              HW_SET(VTX_WORD1, FORMAT_COMP_ALL, inst->is_signed) |
              HW_SET(VTX_WORD1, SRF_MODE_ALL, 1);
}

static unsigned coordinate_select(const struct mir_function *f, const struct mir_operand *operand)
{
    return operand->kind == MIR_VREG ? vreg_of(f, operand)->assigned_channel : HW_SEL_0;
}

static void encode_tex(const struct mir_function *f, const struct mir_inst *inst, uint32_t *out)
{
    uint32_t gpr = 0;
    for (unsigned i = 0; i < 4; i++)
        if (inst->src[i].kind == MIR_VREG)
            gpr = vreg_of(f, &inst->src[i])->gpr;
    out[0] = HW_SET(TEX_WORD0, TEX_INST, inst->op) |
             HW_SET(TEX_WORD0, RESOURCE_ID, inst->resource) | HW_SET(TEX_WORD0, SRC_GPR, gpr);
    out[1] = destination(f, inst) | HW_SET(TEX_WORD1, COORD_TYPE_X, inst->coord_types) |
             HW_SET(TEX_WORD1, COORD_TYPE_Y, inst->coord_types >> 1) |
             HW_SET(TEX_WORD1, COORD_TYPE_Z, inst->coord_types >> 2) |
             HW_SET(TEX_WORD1, COORD_TYPE_W, inst->coord_types >> 3);
    out[2] = HW_SET(TEX_WORD2, SAMPLER_ID, inst->sampler) |
             HW_SET(TEX_WORD2, SRC_SEL_X, coordinate_select(f, &inst->src[0])) |
             HW_SET(TEX_WORD2, SRC_SEL_Y, coordinate_select(f, &inst->src[1])) |
             HW_SET(TEX_WORD2, SRC_SEL_Z, coordinate_select(f, &inst->src[2])) |
             HW_SET(TEX_WORD2, SRC_SEL_W, coordinate_select(f, &inst->src[3]));
}

static uint32_t scratch_array_size(const struct mir_function *f)
{
    uint32_t last = f->scratch_bytes / 4 - 1;
    return HW_FITS(MEM_WORD2, ARRAY_SIZE, last) ? last : HW_MASK(HW_MEM_WORD2_ARRAY_SIZE_WIDTH);
}

static void encode_scratch_load(const struct mir_function *f, const struct mir_inst *inst,
                                uint32_t *out)
{
    out[0] = HW_SET(MEM_WORD0, MEM_INST, HW_MEM_INST) |
             HW_SET(MEM_WORD0, MEM_OP, HW_MEM_OP_SCRATCH) | HW_SET(MEM_WORD0, UNCACHED, 1);
    if (inst->src[0].kind == MIR_VREG) {
        const struct mir_vreg *index = vreg_of(f, &inst->src[0]);
        out[0] |= HW_SET(MEM_WORD0, INDEXED, 1) | HW_SET(MEM_WORD0, SRC_GPR, index->gpr) |
                  HW_SET(MEM_WORD0, SRC_SEL_X, index->assigned_channel);
    }
    out[1] = destination(f, inst) | HW_SET(VTX_WORD1, DATA_FORMAT, HW_FMT_32) |
             HW_SET(VTX_WORD1, NUM_FORMAT_ALL, NUM_FORMAT_INT) | HW_SET(VTX_WORD1, SRF_MODE_ALL, 1);
    assert(HW_FITS(MEM_WORD2, ARRAY_BASE, inst->offset));
    out[2] = HW_SET(MEM_WORD2, ARRAY_BASE, inst->offset) |
             HW_SET(MEM_WORD2, ARRAY_SIZE, scratch_array_size(f));
}

static void encode_fetch(const struct mir_function *f, const struct mir_inst *inst, uint32_t *out)
{
    switch (inst->kind) {
    case MIR_VTX:
        encode_vtx(f, inst, out);
        break;
    case MIR_TEX:
        encode_tex(f, inst, out);
        break;
    default:
        encode_scratch_load(f, inst, out);
    }
}

/* --- Control flow --- */

static uint32_t data_gpr(const struct mir_function *f, const struct mir_inst *inst)
{
    for (unsigned i = 0; i < MIR_RAT_INDEX; i++)
        if (inst->src[i].kind == MIR_VREG)
            return vreg_of(f, &inst->src[i])->gpr;
    return 0;
}

static void encode_rat(const struct mir_function *f, const struct evg_cf *cf, uint32_t *out)
{
    const struct mir_inst *inst = cf->insts[0];
    assert(cf->count == 1 && inst->kind == MIR_RAT);
    /* A later fetch of the same wave may wait for the acknowledgement of these. */
    bool waited = inst->op >= HW_RAT_NOP_RTN || inst->op == HW_RAT_STORE_TYPED;
    bool dwords = inst->op == HW_RAT_STORE_RAW && f->chip->vliw == HW_VLIW4;
    out[0] = HW_SET(CF_RAT_WORD0, RAT_ID, inst->resource) |
             HW_SET(CF_RAT_WORD0, RAT_INST, dwords ? (unsigned)HW_RAT_STORE_DWORD : inst->op) |
             HW_SET(CF_RAT_WORD0, TYPE, waited ? HW_MEM_WRITE_IND_ACK : HW_MEM_WRITE_IND) |
             HW_SET(CF_RAT_WORD0, RW_GPR, data_gpr(f, inst)) |
             HW_SET(CF_RAT_WORD0, INDEX_GPR, vreg_of(f, &inst->src[MIR_RAT_INDEX])->gpr);
    out[1] = HW_SET(CF_BUF_WORD1, COMP_MASK, inst->mask) | HW_SET(CF_BUF_WORD1, CF_INST, cf->op) |
             HW_SET(CF_BUF_WORD1, MARK, waited) | HW_SET(CF_BUF_WORD1, BARRIER, 1);
}

static void encode_scratch_store(const struct mir_function *f, const struct evg_cf *cf,
                                 uint32_t *out)
{
    const struct mir_inst *inst = cf->insts[0];
    assert(cf->count == 1 && inst->kind == MIR_SCRATCH_STORE);
    bool indexed = inst->src[0].kind == MIR_VREG;
    out[0] = HW_SET(CF_ALLOC_WORD0, ARRAY_BASE, inst->offset) |
             HW_SET(CF_ALLOC_WORD0, TYPE, indexed ? HW_MEM_WRITE_IND_ACK : HW_MEM_WRITE_ACK) |
             HW_SET(CF_ALLOC_WORD0, RW_GPR, vreg_of(f, &inst->src[1])->gpr) |
             HW_SET(CF_ALLOC_WORD0, INDEX_GPR, indexed ? vreg_of(f, &inst->src[0])->gpr : 0);
    out[1] = HW_SET(CF_BUF_WORD1, ARRAY_SIZE, scratch_array_size(f)) |
             HW_SET(CF_BUF_WORD1, COMP_MASK, 1) | HW_SET(CF_BUF_WORD1, CF_INST, cf->op) |
             HW_SET(CF_BUF_WORD1, MARK, 1) | HW_SET(CF_BUF_WORD1, BARRIER, 1);
}

static void encode_alu_clause(struct encoder *e, const struct evg_cf *cf, uint32_t *out)
{
    uint32_t start = e->word;
    for (uint32_t i = 0; i < cf->count; i++)
        encode_group(e, cf, cf->groups[i]);
    assert(e->word > start && e->word - start <= HW_ALU_CLAUSE_SLOTS);
    out[0] =
        HW_SET(CF_ALU_WORD0, ADDR, start) | HW_SET(CF_ALU_WORD0, KCACHE_BANK0, ABI_KCACHE_INPUTS) |
        HW_SET(CF_ALU_WORD0, KCACHE_BANK1, ABI_KCACHE_INPUTS) |
        HW_SET(CF_ALU_WORD0, KCACHE_MODE0, cf->kcache[0].used ? HW_KCACHE_LOCK_2 : HW_KCACHE_NOP);
    out[1] =
        HW_SET(CF_ALU_WORD1, KCACHE_MODE1, cf->kcache[1].used ? HW_KCACHE_LOCK_2 : HW_KCACHE_NOP) |
        HW_SET(CF_ALU_WORD1, KCACHE_ADDR0, cf->kcache[0].line) |
        HW_SET(CF_ALU_WORD1, KCACHE_ADDR1, cf->kcache[1].line) |
        HW_SET(CF_ALU_WORD1, COUNT, e->word - start - 1) |
        HW_SET(CF_ALU_WORD1, CF_INST, cf->op - HW_CF_ALU_BIT) |
        HW_SET(CF_ALU_WORD1, BARRIER, !cf->beside || cf->op != HW_CF_ALU);
}

/* A word that is no instruction. */
static void skip_word(struct encoder *e)
{
    e->of.line[e->word] = e->of.line[e->word - 1];
    e->word++;
}

static void end_fetch(struct encoder *e, const struct mir_inst *inst)
{
    e->of.line[e->word] = e->of.line[e->word + 1] = inst->line;
    e->of.now++;
    note_point(e, e->word, inst->point, inst->home);
    note_memory(e, e->word, inst);
    e->word += FETCH_DWORDS / WORD;
}

/* Encodes each gradient as a fetch of its own coordinates, without a result. */
static void encode_gradients(struct encoder *e, const struct mir_inst *inst)
{
    static const enum hw_tex_op ops[] = {HW_TEX_SET_GRADIENTS_H, HW_TEX_SET_GRADIENTS_V};
    for (unsigned i = 0; i < COUNT(ops); i++) {
        struct mir_inst part = *inst;
        part.op = (uint16_t)ops[i];
        part.src += (i + 1) * MIR_COORDINATES;
        part.src_count = MIR_COORDINATES;
        part.dst_count = 0;
        encode_tex(e->f, &part, e->out + e->word * WORD);
        end_fetch(e, inst);
    }
}

static void note_results(struct encoder *e, const struct mir_inst *inst)
{
    for (unsigned d = 0; d < inst->dst_count; d++) {
        const struct mir_vreg *to = &e->f->vregs[inst->dst[d]];
        if (inst->dst[d])
            note_kept(e, &(struct evg_kept){e->word, inst->kept[d], to->gpr, to->assigned_channel});
    }
}

static void encode_fetch_clause(struct encoder *e, const struct evg_cf *cf, uint32_t *out)
{
    if (e->word & 1)
        skip_word(e);
    assert(evg_fetches_of(cf) <= HW_FETCH_CLAUSE_MAX);
    out[0] = HW_SET(CF_WORD0, ADDR, e->word);
    out[1] = HW_SET(CF_WORD1, COUNT, evg_fetches_of(cf) - 1) | HW_SET(CF_WORD1, CF_INST, cf->op) |
             HW_SET(CF_WORD1, BARRIER, 1);
    for (uint32_t i = 0; i < cf->count; i++) {
        if (mir_has_gradients(cf->insts[i]))
            encode_gradients(e, cf->insts[i]);
        encode_fetch(e->f, cf->insts[i], e->out + e->word * WORD);
        note_results(e, cf->insts[i]);
        end_fetch(e, cf->insts[i]);
    }
}

/* Returns the line of an instruction; one with a clause has the line of the clause's first. */
static uint32_t line_of(const struct evg_cf *cf)
{
    unsigned n = 0;
    if (!cf->count)
        return cf->line;
    if (!evg_is_alu_clause(cf))
        return cf->insts[0]->line;
    while (n < EVG_TRANS && !cf->groups[0]->slot[n].used)
        n++;
    return cf->groups[0]->slot[n].line;
}

static void note_store(struct encoder *e, uint32_t index, const struct mir_inst *inst)
{
    e->of.now++;
    note_point(e, index, inst->point, inst->home);
    if (inst->kind == MIR_SCRATCH_STORE)
        note_kept(e, &(struct evg_kept){.word = index, .value = MIR_KEPT_STORE});
    note_memory(e, index, inst);
}

static void encode_cf(struct encoder *e, uint32_t index)
{
    const struct evg_cf *cf = &e->code->cf[index];
    uint32_t *out = e->out + index * WORD;
    e->of.line[index] = line_of(cf);
    if (evg_is_alu_clause(cf)) {
        encode_alu_clause(e, cf, out);
    } else if (evg_is_fetch_clause(cf)) {
        encode_fetch_clause(e, cf, out);
    } else if (cf->op == HW_CF_MEM_SCRATCH) {
        note_store(e, index, cf->insts[0]);
        encode_scratch_store(e->f, cf, out);
    } else if (cf->count) {
        note_store(e, index, cf->insts[0]);
        encode_rat(e->f, cf, out);
    } else {
        out[0] = HW_SET(CF_WORD0, ADDR, cf->target);
        out[1] = HW_SET(CF_WORD1, POP_COUNT, cf->pop_count) | HW_SET(CF_WORD1, CF_INST, cf->op) |
                 HW_SET(CF_WORD1, END_OF_PROGRAM,
                        index + 1 == e->code->cf_count && cf->op != HW_CF_CF_END) |
                 HW_SET(CF_WORD1, BARRIER, 1);
    }
}

static uint32_t program_words(const struct evg_code *code)
{
    uint32_t words = code->cf_count + (code->cf_count & 1);
    for (uint32_t i = 0; i < code->cf_count; i++) {
        const struct evg_cf *cf = &code->cf[i];
        for (uint32_t k = 0; evg_is_alu_clause(cf) && k < cf->count; k++)
            words += evg_group_slots(cf->groups[k]);
        if (evg_is_fetch_clause(cf))
            words += 1 + evg_fetches_of(cf) * FETCH_DWORDS / WORD;
    }
    return words;
}

uint32_t *evg_encode(const struct evg_code *code, uint32_t *dwords, struct evg_words *known,
                     char *error, size_t error_size)
{
    struct encoder e = {.code = code, .f = code->f, .word = code->cf_count + (code->cf_count & 1)};
    uint32_t words = program_words(code);
    e.out = HW_FITS(CF_ALU_WORD0, ADDR, words) ? calloc(words, WORD * sizeof(uint32_t)) : NULL;
    if (!e.out) {
        snprintf(error, error_size, "kernel %s: %u words of code are too many", code->f->name,
                 words);
        return NULL;
    }
    e.of.line = arena_array(code->f->arena, words, sizeof(*e.of.line));
    e.of.object = arena_array(code->f->arena, words, sizeof(*e.of.object));
    e.of.space = arena_array(code->f->arena, words, sizeof(*e.of.space));
    if (code->f->values) {
        e.of.point = arena_array(code->f->arena, words, sizeof(*e.of.point));
        e.of.home = arena_array(code->f->arena, words, sizeof(*e.of.home));
        e.of.order = arena_array(code->f->arena, words, sizeof(*e.of.order));
    }
    for (uint32_t i = 0; i < code->cf_count; i++)
        encode_cf(&e, i);
    assert(e.word <= words);
    *dwords = e.word * WORD;
    e.of.count = e.word;
    *known = e.of;
    return e.out;
}
