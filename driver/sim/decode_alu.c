/* SPDX-License-Identifier: MIT */
/* decode_alu.c: ALU clauses into flat lists of operations.
 *
 * All operations of a group read before any writes. Here they run one after the other instead: one
 * whose register is still to be read by a later one writes a temporary, and a copy follows the group.
 * Operations that change what others see (predicate, address registers, LDS) come last. */
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/sim/actions.h"
#include "driver/sim/decode.h"

enum { SLOT_T = 4, SLOTS = 5, GROUP_LITERALS = 4, QUEUE_MAX = 128 };

/* One instruction of a group, before its operations are written. */
struct instr {
    int op; /* enum hw_alu_op */
    const struct hw_alu_info *info;
    uint32_t w0, w1, word;
    unsigned slot;
    bool writes;          /* to dst, not only to PV or PS */
    struct sim_src src[3];
    uint32_t dst;         /* place of the destination register */
    uint32_t out;         /* where the operation writes */
};

/* Where LDS results wait: places in order of issue. */
struct queue {
    uint32_t place[QUEUE_MAX];
    unsigned head, tail;
};

struct clause {
    struct sim_decoder *d;
    const struct sim_kcache *kcache;
    struct queue queues[2];
    unsigned next_place;  /* vectors of the queue area in use */
    uint32_t result[SLOTS]; /* of the previous group, by slot; SIM_NO_DST: none */
    unsigned parity;      /* which set of result temporaries this group writes */
    const uint32_t *literals;
    struct instr instrs[SLOTS];
    unsigned count;
};

static uint32_t vector_place(const struct clause *c, unsigned vector)
{
    return (c->d->first_vector + vector) * SIM_LANES;
}

static uint32_t result_place(const struct clause *c, unsigned slot)
{
    return vector_place(c, SIM_VECTOR_RESULT + c->parity * SLOTS + slot);
}

/* A literal's vector; equal values share one. */
static bool literal_source(struct clause *c, uint32_t value, struct sim_src *src)
{
    const struct sim_program *p = c->d->program;
    src->space = SIM_SPACE_LITERAL;
    for (uint32_t i = 0; i < p->literal_count; i++)
        if (p->literals[i * SIM_LANES] == value) {
            src->offset = i * SIM_LANES;
            return true;
        }
    uint32_t *vector = sim_list_add(c->d, &c->d->literals, sizeof(sim_vector));
    if (!vector)
        return false;
    for (unsigned i = 0; i < SIM_LANES; i++)
        vector[i] = value;
    src->offset = (p->literal_count - 1) * SIM_LANES;
    return true;
}

static bool const_source(struct clause *c, uint32_t word, unsigned set, unsigned index, unsigned chan,
                         struct sim_src *src)
{
    const struct sim_kcache *kcache = &c->kcache[set];
    if (kcache->index_mode || kcache->mode == HW_KCACHE_LOCK_LOOP)
        return sim_decode_fail(c->d, word, "indexed kcache locks are not supported");
    if (index >= 16u * kcache->mode)
        return sim_decode_fail(c->d, word, "constant %u of kcache set %u is not locked", index, set);
    const struct sim_const wanted = {.bank = kcache->bank, .channel = (uint8_t)chan,
                                     .index = (uint16_t)(kcache->line * 16u + index)};
    const struct sim_program *p = c->d->program;
    src->space = SIM_SPACE_CONST;
    for (uint32_t i = 0; i < p->const_count; i++)
        if (p->consts[i].bank == wanted.bank && p->consts[i].index == wanted.index &&
            p->consts[i].channel == wanted.channel) {
            src->offset = i * SIM_LANES;
            return true;
        }
    struct sim_const *added = sim_list_add(c->d, &c->d->consts, sizeof(*added));
    if (!added)
        return false;
    *added = wanted;
    src->offset = (p->const_count - 1) * SIM_LANES;
    return true;
}

static bool queue_source(struct clause *c, uint32_t word, unsigned sel, struct sim_src *src)
{
    const bool pops = sel == HW_SRC_LDS_OQ_A_POP || sel == HW_SRC_LDS_OQ_B_POP;
    struct queue *queue = &c->queues[sel == HW_SRC_LDS_OQ_B || sel == HW_SRC_LDS_OQ_B_POP];
    if (queue->head == queue->tail)
        return sim_decode_fail(c->d, word, "reads an LDS result, but the queue is empty");
    src->offset = queue->place[queue->head];
    queue->head += pops;
    return true;
}

static bool previous_source(struct clause *c, uint32_t word, unsigned slot, struct sim_src *src)
{
    if (c->result[slot] == SIM_NO_DST)
        return sim_decode_fail(c->d, word, "reads P%c%c%c, which the group before does not write",
                               slot == SLOT_T ? 'S' : 'V', slot == SLOT_T ? ' ' : '.',
                               slot == SLOT_T ? ' ' : "xyzw"[slot]);
    src->offset = c->result[slot];
    return true;
}

static bool inline_constant(unsigned sel, uint32_t *value)
{
    switch (sel) {
    case HW_SRC_0: *value = 0; return true;
    case HW_SRC_1: *value = 0x3f800000u; return true;
    case HW_SRC_1_INT: *value = 1; return true;
    case HW_SRC_M_1_INT: *value = ~0u; return true;
    case HW_SRC_0_5: *value = 0x3f000000u; return true;
    default: return false;
    }
}

static bool special_source(unsigned sel)
{
    switch (sel) {
    case HW_SRC_TIME_HI: case HW_SRC_TIME_LO: case HW_SRC_MASK_HI: case HW_SRC_MASK_LO:
    case HW_SRC_HW_WAVE_ID: case HW_SRC_SIMD_ID: case HW_SRC_SE_ID: case HW_SRC_HW_THREADGRP_ID:
    case HW_SRC_WAVE_ID_IN_GRP: case HW_SRC_NUM_THREADGRP_WAVES: return true;
    default: return false;
    }
}

static bool gpr_source(struct clause *c, const struct instr *instr, unsigned gpr, bool relative,
                       unsigned chan, struct sim_src *src)
{
    const unsigned mode = HW_GET(instr->w0, ALU_WORD0, INDEX_MODE);
    if (!sim_decode_gpr(c->d, instr->word, gpr, &src->offset))
        return false;
    src->offset += chan * SIM_LANES;
    if (relative && mode > 3)
        return sim_decode_fail(c->d, instr->word, "index mode %u is not supported", mode);
    src->relative = relative ? (uint8_t)(mode + 1) : 0;
    return true;
}

static bool decode_source(struct clause *c, const struct instr *instr, unsigned sel, bool relative,
                          unsigned chan, struct sim_src *src)
{
    uint32_t value;
    src->space = SIM_SPACE_WAVE;
    if (sel < HW_GPRS)
        return gpr_source(c, instr, sel, relative, chan, src);
    if (relative)
        return sim_decode_fail(c->d, instr->word, "relative constants are not supported");
    if (sel < 192)
        return const_source(c, instr->word, (sel - 128) / 32, sel % 32, chan, src);
    if (sel >= HW_SRC_KCACHE2 && sel < HW_SRC_KCACHE3 + 32)
        return const_source(c, instr->word, 2 + (sel - HW_SRC_KCACHE2) / 32, sel % 32, chan, src);
    if (sel >= HW_SRC_LDS_OQ_A && sel <= HW_SRC_LDS_OQ_B_POP)
        return queue_source(c, instr->word, sel, src);
    if (sel == HW_SRC_LITERAL)
        return literal_source(c, c->literals[chan], src);
    if (sel == HW_SRC_PV || sel == HW_SRC_PS)
        return previous_source(c, instr->word, sel == HW_SRC_PS ? SLOT_T : chan, src);
    if (inline_constant(sel, &value))
        return literal_source(c, value, src);
    if (!special_source(sel))
        return sim_decode_fail(c->d, instr->word, "source select %u is not supported", sel);
    src->special = (uint16_t)sel;
    src->offset = vector_place(c, SIM_VECTOR_SOURCE);
    return true;
}

static uint8_t source_mods(const struct clause *c, const struct instr *instr, unsigned index, bool neg,
                           bool abs)
{
    const unsigned types = instr->info->types;
    const bool is_float = types == HW_TYPES_FF || types == HW_TYPES_FI || (types == HW_TYPES_FR && !index);
    return (uint8_t)((neg ? SIM_SRC_NEG : 0) | (abs ? SIM_SRC_ABS : 0) |
                     (is_float && c->d->program->mode.flush_in ? SIM_SRC_FLUSH : 0));
}

static bool decode_sources(struct clause *c, struct instr *instr)
{
    const bool lds = instr->op == HW_ALU_OP_LDS_IDX_OP;
    const struct hw_lds_info *lds_info =
        lds ? hw_lds_find(HW_GET(instr->w1, ALU_LDS_WORD1, LDS_OP)) : NULL;
    if (lds && !lds_info)
        return sim_decode_fail(c->d, instr->word, "there is no LDS operation %u",
                               HW_GET(instr->w1, ALU_LDS_WORD1, LDS_OP));
    const unsigned count = lds ? lds_info->nsrc : instr->info->nsrc;
    const struct {
        unsigned sel;
        bool relative;
        unsigned chan;
        bool neg, abs;
    } fields[3] = {
        {HW_GET(instr->w0, ALU_WORD0, SRC0_SEL), HW_GET(instr->w0, ALU_WORD0, SRC0_REL),
         HW_GET(instr->w0, ALU_WORD0, SRC0_CHAN), !lds && HW_GET(instr->w0, ALU_WORD0, SRC0_NEG),
         !instr->info->op3 && HW_GET(instr->w1, ALU_OP2_WORD1, SRC0_ABS)},
        {HW_GET(instr->w0, ALU_WORD0, SRC1_SEL), HW_GET(instr->w0, ALU_WORD0, SRC1_REL),
         HW_GET(instr->w0, ALU_WORD0, SRC1_CHAN), !lds && HW_GET(instr->w0, ALU_WORD0, SRC1_NEG),
         !instr->info->op3 && HW_GET(instr->w1, ALU_OP2_WORD1, SRC1_ABS)},
        {HW_GET(instr->w1, ALU_OP3_WORD1, SRC2_SEL), HW_GET(instr->w1, ALU_OP3_WORD1, SRC2_REL),
         HW_GET(instr->w1, ALU_OP3_WORD1, SRC2_CHAN),
         !lds && HW_GET(instr->w1, ALU_OP3_WORD1, SRC2_NEG), false},
    };
    for (unsigned i = 0; i < count; i++) {
        if (!decode_source(c, instr, fields[i].sel, fields[i].relative, fields[i].chan, &instr->src[i]))
            return false;
        instr->src[i].mods = source_mods(c, instr, i, fields[i].neg, fields[i].abs);
    }
    return true;
}

/* Operations that leave the simulator no choice but to refuse. */
static bool check_supported(struct clause *c, const struct instr *instr)
{
    const struct hw_alu_info *info = instr->info;
    const bool handled = c->d->lanes->alu->alu[instr->op] || sim_action_find(instr->op) ||
                         instr->op == HW_ALU_OP_NOP;
    if (info->flags & HW_ALU_F64)
        return sim_decode_fail(c->d, instr->word, "%s: double precision is not supported", info->name);
    if (info->flags & HW_ALU_KILL)
        return sim_decode_fail(c->d, instr->word, "%s has no meaning in a compute program", info->name);
    if (instr->op == HW_ALU_OP_FMA && !c->d->chip->fma)
        return sim_decode_fail(c->d, instr->word, "FMA does not exist on %s", c->d->chip->name);
    return handled || sim_decode_fail(c->d, instr->word, "%s is not supported", info->name);
}

static bool decode_instr(struct clause *c, struct instr *instr, uint32_t word)
{
    const uint32_t *code = c->d->code + word;
    *instr = (struct instr){.w0 = code[0], .w1 = code[1], .word = word};
    const bool op3 = hw_alu_is_op3(instr->w1);
    const unsigned number = op3 ? HW_GET(instr->w1, ALU_OP3_WORD1, ALU_INST)
                                : HW_GET(instr->w1, ALU_OP2_WORD1, ALU_INST);
    instr->op = hw_alu_find(op3, number);
    if (instr->op < 0)
        return sim_decode_fail(c->d, word, "there is no ALU instruction OP%d 0x%x", op3 ? 3 : 2, number);
    instr->info = &hw_alu_info[instr->op];
    instr->writes = op3 ? instr->op != HW_ALU_OP_LDS_IDX_OP
                        : HW_GET(instr->w1, ALU_OP2_WORD1, WRITE_MASK);
    instr->out = SIM_NO_DST;
    return check_supported(c, instr);
}

/* Which unit runs an instruction: its channel's, or the fifth if that is taken. */
static bool assign_slot(struct clause *c, struct instr *instr, unsigned *taken)
{
    const unsigned chan = HW_GET(instr->w1, ALU_OP2_WORD1, DST_CHAN);
    unsigned slot = instr->info->slots == HW_SLOTS_T ? SLOT_T : chan;
    const bool either = instr->info->slots == HW_SLOTS_VT || instr->op == HW_ALU_OP_FLT_TO_INT;
    /* Slots are encoded in rising order: a channel at or below the last one means the fifth unit. */
    if (*taken >> slot && either)
        slot = SLOT_T;
    if (*taken >> slot)
        return sim_decode_fail(c->d, instr->word, "%s: unit %c of its group is taken", instr->info->name,
                               "xyzwt"[slot]);
    *taken |= 1u << slot;
    instr->slot = slot;
    return true;
}

static unsigned literal_dwords(const struct instr *instr)
{
    unsigned count = 0;
    const uint32_t w0 = instr->w0, w1 = instr->w1;
    if (HW_GET(w0, ALU_WORD0, SRC0_SEL) == HW_SRC_LITERAL)
        count = HW_GET(w0, ALU_WORD0, SRC0_CHAN) + 1;
    if (HW_GET(w0, ALU_WORD0, SRC1_SEL) == HW_SRC_LITERAL && HW_GET(w0, ALU_WORD0, SRC1_CHAN) >= count)
        count = HW_GET(w0, ALU_WORD0, SRC1_CHAN) + 1;
    if (instr->info->op3 && HW_GET(w1, ALU_OP3_WORD1, SRC2_SEL) == HW_SRC_LITERAL &&
        HW_GET(w1, ALU_OP3_WORD1, SRC2_CHAN) >= count)
        count = HW_GET(w1, ALU_OP3_WORD1, SRC2_CHAN) + 1;
    return count;
}

/* Reads a group's instructions and finds its literals; *slot moves behind both. */
static bool read_group(struct clause *c, uint32_t *slot, uint32_t end)
{
    unsigned taken = 0, literals = 0;
    bool last = false;
    c->count = 0;
    while (!last) {
        const uint32_t word = *slot * 2;
        if (*slot == end || c->count == SLOTS)
            return sim_decode_fail(c->d, word, "instruction group without an end");
        struct instr *instr = &c->instrs[c->count];
        if (!decode_instr(c, instr, word) || !assign_slot(c, instr, &taken))
            return false;
        const unsigned dwords = literal_dwords(instr);
        literals = dwords > literals ? dwords : literals;
        last = HW_GET(instr->w0, ALU_WORD0, LAST);
        c->count++;
        ++*slot;
    }
    c->literals = c->d->code + *slot * 2;
    *slot += (literals + 1) / 2;
    return *slot <= end ||
           sim_decode_fail(c->d, c->instrs[0].word, "literals lie behind the end of the clause");
}

static bool decode_destination(struct clause *c, struct instr *instr)
{
    if (instr->op == HW_ALU_OP_MOVA_INT) {
        const unsigned chan = HW_GET(instr->w1, ALU_OP2_WORD1, DST_CHAN);
        instr->writes = true;
        instr->dst = vector_place(c, SIM_VECTOR_ADDRESS + chan);
        return true;
    }
    if (!instr->writes)
        return true;
    if (!sim_decode_gpr(c->d, instr->word, HW_GET(instr->w1, ALU_OP2_WORD1, DST_GPR), &instr->dst))
        return false;
    instr->dst += HW_GET(instr->w1, ALU_OP2_WORD1, DST_CHAN) * SIM_LANES;
    return true;
}

static bool dst_relative(const struct instr *instr)
{
    return instr->op != HW_ALU_OP_MOVA_INT && instr->writes &&
           HW_GET(instr->w1, ALU_OP2_WORD1, DST_REL);
}

static bool reads_place(const struct instr *instr, uint32_t place, bool any_gpr)
{
    for (unsigned i = 0; i < 3; i++) {
        const struct sim_src *src = &instr->src[i];
        if (src->space != SIM_SPACE_WAVE || src->special)
            continue;
        if (src->relative || any_gpr || src->offset == place)
            return true;
    }
    return false;
}

/* Whether a write of instruction `index` at its turn would change what a later one of the group reads. */
static bool write_too_early(const struct clause *c, unsigned index)
{
    const struct instr *instr = &c->instrs[index];
    for (unsigned i = index + 1; i < c->count; i++)
        if (reads_place(&c->instrs[i], instr->dst, dst_relative(instr)))
            return true;
    return false;
}

static bool decode_finish(struct clause *c, const struct instr *instr, uint16_t *finish)
{
    const unsigned types = instr->info->types;
    const bool lds = instr->op == HW_ALU_OP_LDS_IDX_OP;
    const bool clamp = !lds && HW_GET(instr->w1, ALU_OP2_WORD1, CLAMP);
    const unsigned omod = instr->info->op3 ? 0 : HW_GET(instr->w1, ALU_OP2_WORD1, OMOD);
    const bool is_int = types == HW_TYPES_II || types == HW_TYPES_FI;
    if ((clamp || omod) && is_int)
        return sim_decode_fail(c->d, instr->word, "%s: output modifiers need a float result",
                               instr->info->name);
    const bool is_float = types == HW_TYPES_FF || types == HW_TYPES_IF;
    unsigned how = omod << SIM_OUT_OMOD_SHIFT;
    if (clamp)
        how |= c->d->program->mode.dx10_clamp ? SIM_OUT_DX10_CLAMP : SIM_OUT_CLAMP;
    if (is_float && c->d->program->mode.flush_out)
        how |= SIM_OUT_FLUSH;
    *finish = (uint16_t)how;
    return true;
}

static struct sim_alu_op *add_op(struct clause *c, const struct instr *instr)
{
    struct sim_alu_op *op = sim_list_add(c->d, &c->d->ops, sizeof(*op));
    if (!op)
        return NULL;
    op->op = (int16_t)instr->op;
    op->word = instr->word;
    op->dst = SIM_NO_DST;
    op->lds_result[0] = op->lds_result[1] = SIM_NO_DST;
    const unsigned predicate = HW_GET(instr->w0, ALU_WORD0, PRED_SEL);
    if (predicate == HW_PRED_SEL_ZERO || predicate == HW_PRED_SEL_ONE) {
        op->predicate = (uint8_t)predicate;
        op->flags |= SIM_OP_PREDICATED;
    }
    return op;
}

static void set_sources(struct sim_alu_op *op, const struct sim_src src[3])
{
    for (unsigned i = 0; i < 3; i++) {
        op->src[i] = src[i];
        if (src[i].mods || src[i].relative || src[i].special)
            op->flags |= SIM_OP_SOURCES;
    }
}

static void set_destination(struct sim_alu_op *op, const struct instr *instr, uint32_t place)
{
    op->dst = place;
    if (place == instr->dst && dst_relative(instr)) {
        op->dst_relative = (uint8_t)(HW_GET(instr->w0, ALU_WORD0, INDEX_MODE) + 1);
        op->flags |= SIM_OP_RELATIVE;
    }
}

/* A plain operation of the decoder's own making: dst = fn(a, b). */
static bool emit_step(struct clause *c, const struct instr *instr, int fn, uint32_t dst, struct sim_src a,
                      struct sim_src b, uint16_t finish)
{
    struct sim_alu_op *op = add_op(c, instr);
    if (!op)
        return false;
    op->fn = c->d->lanes->alu->alu[fn];
    set_sources(op, (struct sim_src[3]){a, b});
    set_destination(op, instr, dst);
    op->finish = finish;
    op->flags |= finish ? SIM_OP_FINISH : 0;
    return true;
}

static struct sim_src place_source(uint32_t place)
{
    return (struct sim_src){.offset = place, .space = SIM_SPACE_WAVE};
}

static bool push_result(struct clause *c, const struct instr *instr, unsigned which, uint32_t *place)
{
    struct queue *queue = &c->queues[which];
    if (queue->tail == QUEUE_MAX)
        return sim_decode_fail(c->d, instr->word, "more than %d LDS results in one clause", QUEUE_MAX);
    *place = vector_place(c, SIM_VECTOR_QUEUE + c->next_place++);
    queue->place[queue->tail++] = *place;
    if (c->next_place > c->d->queue_vectors)
        c->d->queue_vectors = c->next_place;
    return true;
}

static bool set_lds(struct clause *c, const struct instr *instr, struct sim_alu_op *op)
{
    const uint32_t w0 = instr->w0, w1 = instr->w1;
    const struct hw_lds_info *info = hw_lds_find(HW_GET(w1, ALU_LDS_WORD1, LDS_OP));
    op->lds_op = info->op;
    op->lds_offset =
        HW_GET(w1, ALU_LDS_WORD1, IDX_OFFSET_0) | HW_GET(w1, ALU_LDS_WORD1, IDX_OFFSET_1) << 1 |
        HW_GET(w1, ALU_LDS_WORD1, IDX_OFFSET_2) << 2 | HW_GET(w1, ALU_LDS_WORD1, IDX_OFFSET_3) << 3 |
        HW_GET(w0, ALU_LDS_WORD0, IDX_OFFSET_4) << 4 | HW_GET(w0, ALU_LDS_WORD0, IDX_OFFSET_5) << 5;
    if (instr->slot != 0)
        return sim_decode_fail(c->d, instr->word, "LDS_IDX_OP must be in unit x");
    if (!sim_lds_supported(info->op))
        return sim_decode_fail(c->d, instr->word, "LDS operation %s is not supported", info->name);
    if (info->returns && !push_result(c, instr, 0, &op->lds_result[0]))
        return false;
    return !sim_lds_returns_two(info->op) || push_result(c, instr, 1, &op->lds_result[1]);
}

static bool emit_action(struct clause *c, struct instr *instr, sim_action_fn action)
{
    struct sim_alu_op *op = add_op(c, instr);
    if (!op)
        return false;
    op->fn = c->d->lanes->alu->alu[instr->op];
    op->action = action;
    op->flags |= SIM_OP_ACTION;
    set_sources(op, instr->src);
    if (instr->info->flags & HW_ALU_PRED)
        op->update = (uint8_t)((HW_GET(instr->w1, ALU_OP2_WORD1, UPDATE_EXEC_MASK) ? SIM_UPDATE_EXEC : 0) |
                               (HW_GET(instr->w1, ALU_OP2_WORD1, UPDATE_PRED) ? SIM_UPDATE_PRED : 0));
    if (instr->op == HW_ALU_OP_GROUP_BARRIER)
        c->d->program->barriers = true;
    if (instr->op == HW_ALU_OP_SET_CF_IDX0 || instr->op == HW_ALU_OP_SET_CF_IDX1)
        op->src[0] = place_source(vector_place(c, SIM_VECTOR_ADDRESS));
    if (instr->op == HW_ALU_OP_LDS_IDX_OP)
        return set_lds(c, instr, op);
    if (instr->writes && dst_relative(instr))
        return sim_decode_fail(c->d, instr->word, "%s with a relative destination", instr->info->name);
    instr->out = instr->writes ? instr->dst : SIM_NO_DST;
    op->dst = instr->out;
    return true;
}

/* ACCUM_PREV: the second source is the result of the unit before, which is y for x and so on. */
static bool set_previous_unit(struct clause *c, struct instr *instr)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->instrs[i].slot == instr->slot + 1u && c->instrs[i].out != SIM_NO_DST) {
            instr->src[1] = place_source(c->instrs[i].out);
            return true;
        }
    return literal_source(c, 0, &instr->src[1]);
}

static bool emit_map(struct clause *c, unsigned index)
{
    struct instr *instr = &c->instrs[index];
    uint16_t finish;
    if ((instr->info->flags & HW_ALU_PREV) && !set_previous_unit(c, instr))
        return false;
    if (!decode_finish(c, instr, &finish))
        return false;
    const bool direct = instr->writes && !write_too_early(c, index);
    instr->out = direct ? instr->dst : result_place(c, instr->slot);
    struct sim_alu_op *op = add_op(c, instr);
    if (!op)
        return false;
    op->fn = c->d->lanes->alu->alu[instr->op];
    set_sources(op, instr->src);
    set_destination(op, instr, instr->out);
    op->finish = finish;
    op->flags |= finish ? SIM_OP_FINISH : 0;
    return true;
}

/* DOT4 and MAX4: four units, one result that all of them write. */
static bool emit_reduction(struct clause *c)
{
    struct instr *x = &c->instrs[0];
    const bool dot = x->op != HW_ALU_OP_MAX4;
    const int join = dot ? HW_ALU_OP_ADD : HW_ALU_OP_MAX;
    for (unsigned i = 0; i < 4; i++) {
        const struct instr *instr = &c->instrs[i];
        if (i >= c->count || instr->op != x->op || instr->slot != i)
            return sim_decode_fail(c->d, x->word, "%s must fill units x, y, z and w", x->info->name);
        const uint32_t part = vector_place(c, SIM_VECTOR_REDUCE + i);
        if (!emit_step(c, instr, instr->op, part, instr->src[0], instr->src[1], 0))
            return false;
    }
    const struct sim_src sum = place_source(vector_place(c, SIM_VECTOR_REDUCE));
    for (unsigned i = 1; i < 4; i++)
        if (!emit_step(c, x, join, sum.offset, sum,
                       place_source(vector_place(c, SIM_VECTOR_REDUCE + i)), 0))
            return false;
    for (unsigned i = 0; i < 4; i++) {
        struct instr *instr = &c->instrs[i];
        uint16_t finish;
        instr->out = result_place(c, i);
        if (!decode_finish(c, instr, &finish) ||
            !emit_step(c, instr, HW_ALU_OP_MOV, instr->out, sum, (struct sim_src){0}, finish))
            return false;
    }
    return true;
}

/* Order in which instructions of a group are written: those that change masks and queues last. */
static unsigned turn(const struct instr *instr)
{
    if (instr->info->flags & HW_ALU_PRED)
        return 4;
    if (sim_action_find(instr->op) || instr->op == HW_ALU_OP_MOVA_INT)
        return 3;
    if (instr->info->flags & HW_ALU_PREV)
        return 2;
    return instr->info->flags & HW_ALU_REDUCE ? 0 : 1;
}

static void sort_group(struct clause *c)
{
    for (unsigned i = 1; i < c->count; i++) {
        const struct instr moved = c->instrs[i];
        unsigned j = i;
        for (; j > 0 && turn(&c->instrs[j - 1]) > turn(&moved); j--)
            c->instrs[j] = c->instrs[j - 1];
        c->instrs[j] = moved;
    }
}

/* Copies of results that waited in temporaries, and what PV and PS mean for the next group. */
static bool end_group(struct clause *c)
{
    for (unsigned slot = 0; slot < SLOTS; slot++)
        c->result[slot] = SIM_NO_DST;
    for (unsigned i = 0; i < c->count; i++) {
        const struct instr *instr = &c->instrs[i];
        const bool action = sim_action_find(instr->op) != NULL;
        if (instr->writes && !action && instr->out != SIM_NO_DST && instr->out != instr->dst &&
            !emit_step(c, instr, HW_ALU_OP_MOV, instr->dst, place_source(instr->out),
                       (struct sim_src){0}, 0))
            return false;
        /* A relative destination is a different register in each lane. */
        if (!(instr->out == instr->dst && dst_relative(instr)))
            c->result[instr->slot] = instr->out;
    }
    c->parity ^= 1;
    return true;
}

static bool emit_group(struct clause *c)
{
    for (unsigned i = 0; i < c->count; i++)
        if (!decode_sources(c, &c->instrs[i]) || !decode_destination(c, &c->instrs[i]))
            return false;
    sort_group(c);
    unsigned first = 0;
    if (c->instrs[0].info->flags & HW_ALU_REDUCE) {
        if (!emit_reduction(c))
            return false;
        first = 4;
    }
    for (unsigned i = first; i < c->count; i++) {
        sim_action_fn action = sim_action_find(c->instrs[i].op);
        if (c->instrs[i].op == HW_ALU_OP_NOP)
            continue;
        if (action ? !emit_action(c, &c->instrs[i], action) : !emit_map(c, i))
            return false;
    }
    return end_group(c);
}

static void recycle_queues(struct clause *c)
{
    if (c->queues[0].head != c->queues[0].tail || c->queues[1].head != c->queues[1].tail)
        return;
    c->queues[0].head = c->queues[0].tail = c->queues[1].head = c->queues[1].tail = 0;
    c->next_place = 0;
}

bool sim_decode_alu(struct sim_decoder *d, uint32_t slot, unsigned slots,
                    const struct sim_kcache kcache[4])
{
    struct clause c = {.d = d, .kcache = kcache};
    const uint32_t end = slot + slots;
    for (unsigned i = 0; i < SLOTS; i++)
        c.result[i] = SIM_NO_DST;
    while (slot < end) {
        recycle_queues(&c);
        if (!read_group(&c, &slot, end) || !emit_group(&c))
            return false;
    }
    recycle_queues(&c);
    return c.next_place == 0 || c.queues[0].head == c.queues[0].tail ||
           sim_decode_fail(d, (end - 1) * 2, "LDS results are left in the queue at the clause's end");
}
