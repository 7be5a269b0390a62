/* SPDX-License-Identifier: MIT */
/* decode_group.c: reads an instruction group: its instructions, the unit that runs each, its
 * operands. */
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/sim/decode/decode_alu.h"
#include "driver/sim/decode/traits.h"
#include "driver/sim/lanes/double.h"

bool sim_literal_source(struct sim_clause *c, uint32_t value, struct sim_src *src)
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

static bool const_source(struct sim_clause *c, uint32_t word, unsigned set, unsigned index,
                         unsigned chan, struct sim_src *src)
{
    const struct sim_kcache *kcache = &c->kcache[set];
    if ((kcache->index_mode && !c->d->program->mode.stage) || kcache->index_mode > 2 ||
        kcache->mode == HW_KCACHE_LOCK_LOOP)
        return sim_decode_fail(c->d, word, "indexed kcache locks are not supported");
    if (index >= 16u * kcache->mode)
        return sim_decode_fail(c->d, word, "constant %u of kcache set %u is not locked", index,
                               set);
    const struct sim_const wanted = {.bank = kcache->bank,
                                     .index_mode = kcache->index_mode,
                                     .channel = (uint8_t)chan,
                                     .index = (uint16_t)(kcache->line * 16u + index)};
    const struct sim_program *p = c->d->program;
    src->space = SIM_SPACE_CONST;
    for (uint32_t i = 0; i < p->const_count; i++)
        if (!memcmp(&p->consts[i], &wanted, sizeof(wanted))) {
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

static bool queue_source(struct sim_clause *c, uint32_t word, unsigned sel, struct sim_src *src)
{
    const bool pops = sel == HW_SRC_LDS_OQ_A_POP || sel == HW_SRC_LDS_OQ_B_POP;
    struct sim_queue *queue = &c->queues[sel == HW_SRC_LDS_OQ_B || sel == HW_SRC_LDS_OQ_B_POP];
    if (queue->head == queue->tail)
        return sim_decode_fail(c->d, word, "reads an LDS result, but the queue is empty");
    src->offset = queue->place[queue->head];
    queue->head += pops;
    return true;
}

static bool previous_source(struct sim_clause *c, uint32_t word, unsigned slot, struct sim_src *src)
{
    if (c->result[slot] == SIM_NO_DST)
        return sim_decode_fail(c->d, word, "reads P%c%c%c, which the group before does not write",
                               slot == SIM_SLOT_T ? 'S' : 'V', slot == SIM_SLOT_T ? ' ' : '.',
                               slot == SIM_SLOT_T ? ' ' : "xyzw"[slot]);
    src->offset = c->result[slot];
    return true;
}

static bool inline_constant(unsigned sel, uint32_t *value)
{
    switch (sel) {
    case HW_SRC_0:
        *value = 0;
        return true;
    case HW_SRC_1:
        *value = 0x3f800000u;
        return true;
    case HW_SRC_1_INT:
        *value = 1;
        return true;
    case HW_SRC_M_1_INT:
        *value = ~0u;
        return true;
    case HW_SRC_0_5:
        *value = 0x3f000000u;
        return true;
    default:
        return false;
    }
}

static bool special_source(unsigned sel)
{
    switch (sel) {
    case HW_SRC_TIME_HI:
    case HW_SRC_TIME_LO:
    case HW_SRC_MASK_HI:
    case HW_SRC_MASK_LO:
    case HW_SRC_HW_WAVE_ID:
    case HW_SRC_SIMD_ID:
    case HW_SRC_SE_ID:
    case HW_SRC_HW_THREADGRP_ID:
    case HW_SRC_WAVE_ID_IN_GRP:
    case HW_SRC_NUM_THREADGRP_WAVES:
        return true;
    default:
        return false;
    }
}

static bool gpr_source(struct sim_clause *c, const struct sim_instr *instr, unsigned gpr,
                       bool relative, unsigned chan, struct sim_src *src)
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

static bool decode_source(struct sim_clause *c, const struct sim_instr *instr, unsigned sel,
                          bool relative, unsigned chan, struct sim_src *src)
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
    if (sel >= HW_SRC_PARAM && sim_has_pixels(c->d)) {
        const uint32_t input = sel - HW_SRC_PARAM;
        *src = (struct sim_src){.space = SIM_SPACE_PARAM,
                                .offset = (input * SIM_PARAM_VECTORS + chan) * SIM_LANES};
        return true;
    }
    if (sel == HW_SRC_LITERAL)
        return sim_literal_source(c, c->literals[chan], src);
    if (sel == HW_SRC_PV || sel == HW_SRC_PS)
        return previous_source(c, instr->word, sel == HW_SRC_PS ? SIM_SLOT_T : chan, src);
    if (inline_constant(sel, &value))
        return sim_literal_source(c, value, src);
    if (!special_source(sel))
        return sim_decode_fail(c->d, instr->word, "source select %u is not supported", sel);
    src->special = (uint16_t)sel;
    src->offset = sim_clause_vector(c, SIM_VECTOR_SOURCE);
    return true;
}

static uint8_t source_mods(const struct sim_clause *c, const struct sim_instr *instr,
                           unsigned index, bool neg, bool abs)
{
    const unsigned types = instr->info->types;
    const bool is_float =
        !(instr->info->flags & HW_ALU_F64) &&
        (types == HW_TYPES_FF || types == HW_TYPES_FI || (types == HW_TYPES_FR && !index));
    return (uint8_t)((neg ? SIM_SRC_NEG : 0) | (abs ? SIM_SRC_ABS : 0) |
                     (is_float && c->d->program->mode.flush_in ? SIM_SRC_FLUSH : 0));
}

static bool decode_sources(struct sim_clause *c, struct sim_instr *instr)
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
        if (!decode_source(c, instr, fields[i].sel, fields[i].relative, fields[i].chan,
                           &instr->src[i]))
            return false;
        instr->src[i].mods = source_mods(c, instr, i, fields[i].neg, fields[i].abs);
    }
    return true;
}

/* Refuses operations that the chip or the simulator does not have. */
static bool check_supported(struct sim_clause *c, const struct sim_instr *instr)
{
    const struct hw_alu_info *info = instr->info;
    if (instr->slots == HW_SLOTS_NONE)
        return sim_decode_fail(c->d, instr->word, "%s does not exist on %s", info->name,
                               c->d->chip->name);
    const bool handled = c->d->lanes->alu->alu[instr->op] || sim_traits[instr->op].action ||
                         sim_double_find(instr->op) || instr->op == HW_ALU_OP_NOP ||
                         instr->op == HW_ALU_OP_CUBE;
    if (info->flags & HW_ALU_F64 && !c->d->chip->fp64)
        return sim_decode_fail(c->d, instr->word, "%s: %s has no double precision", info->name,
                               c->d->chip->name);
    if (info->flags & HW_ALU_F64 && !c->d->program->mode.double_denormals)
        return sim_decode_fail(c->d, instr->word,
                               "%s: only with denormals of double precision allowed", info->name);
    const bool pixel = sim_has_pixels(c->d);
    if (pixel && sim_interpolates(c, instr->op))
        return true;
    if (info->flags & HW_ALU_KILL && !pixel)
        return sim_decode_fail(c->d, instr->word, "%s has no meaning in a compute program",
                               info->name);
    if (instr->op == HW_ALU_OP_FMA && !c->d->chip->fma)
        return sim_decode_fail(c->d, instr->word, "FMA does not exist on %s", c->d->chip->name);
    return handled || sim_decode_fail(c->d, instr->word, "%s is not supported", info->name);
}

static bool decode_instr(struct sim_clause *c, struct sim_instr *instr, uint32_t word)
{
    const uint32_t *code = c->d->code + word;
    *instr = (struct sim_instr){.w0 = code[0], .w1 = code[1], .word = word};
    const bool op3 = hw_alu_is_op3(instr->w1);
    const unsigned number = op3 ? HW_GET(instr->w1, ALU_OP3_WORD1, ALU_INST)
                                : HW_GET(instr->w1, ALU_OP2_WORD1, ALU_INST);
    instr->op = hw_alu_find(op3, number);
    if (instr->op < 0)
        return sim_decode_fail(c->d, word, "there is no ALU instruction OP%d 0x%x", op3 ? 3 : 2,
                               number);
    instr->info = &hw_alu_info[instr->op];
    instr->slots = hw_alu_slots(instr->op, c->d->chip->vliw);
    instr->writes =
        op3 ? instr->op != HW_ALU_OP_LDS_IDX_OP : HW_GET(instr->w1, ALU_OP2_WORD1, WRITE_MASK);
    instr->out = SIM_NO_DST;
    return check_supported(c, instr);
}

/* Assigns the unit that runs an instruction: its channel's, or the fifth if that is taken. */
static bool assign_slot(struct sim_clause *c, struct sim_instr *instr, unsigned *taken)
{
    const unsigned chan = HW_GET(instr->w1, ALU_OP2_WORD1, DST_CHAN);
    unsigned slot = instr->slots == HW_SLOTS_T ? SIM_SLOT_T : chan;
    const bool either = instr->slots == HW_SLOTS_VT ||
                        (instr->op == HW_ALU_OP_FLT_TO_INT && c->d->chip->vliw == HW_VLIW5);
    /* Slots are encoded in rising order: a channel at or below the last one means the fifth unit.
     */
    if (*taken >> slot && either)
        slot = SIM_SLOT_T;
    if (*taken >> slot)
        return sim_decode_fail(c->d, instr->word, "%s: unit %c of its group is taken",
                               instr->info->name, "xyzwt"[slot]);
    *taken |= 1u << slot;
    instr->slot = slot;
    return true;
}

static unsigned literal_dwords(const struct sim_instr *instr)
{
    unsigned count = 0;
    const uint32_t w0 = instr->w0, w1 = instr->w1;
    if (HW_GET(w0, ALU_WORD0, SRC0_SEL) == HW_SRC_LITERAL)
        count = HW_GET(w0, ALU_WORD0, SRC0_CHAN) + 1;
    if (HW_GET(w0, ALU_WORD0, SRC1_SEL) == HW_SRC_LITERAL &&
        HW_GET(w0, ALU_WORD0, SRC1_CHAN) >= count)
        count = HW_GET(w0, ALU_WORD0, SRC1_CHAN) + 1;
    if (instr->info->op3 && HW_GET(w1, ALU_OP3_WORD1, SRC2_SEL) == HW_SRC_LITERAL &&
        HW_GET(w1, ALU_OP3_WORD1, SRC2_CHAN) >= count)
        count = HW_GET(w1, ALU_OP3_WORD1, SRC2_CHAN) + 1;
    return count;
}

/* Reads a group's instructions and finds its literals; *slot moves behind both. */
static bool read_group(struct sim_clause *c, uint32_t *slot, uint32_t end)
{
    unsigned taken = 0, literals = 0;
    bool last = false;
    c->count = 0;
    while (!last) {
        const uint32_t word = *slot * 2;
        if (*slot == end || c->count == SIM_SLOTS)
            return sim_decode_fail(c->d, word, "instruction group without an end");
        struct sim_instr *instr = &c->instrs[c->count];
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

/* Instructions with three sources have no write mask: AMD's compiler has R123, which the program
 * does not have, take results that only PV and PS hand on. */
static bool is_discarded(const struct sim_clause *c, const struct sim_instr *instr)
{
    return instr->info->op3 && c->d->program->mode.gprs <= HW_GPR_NOWHERE &&
           HW_GET(instr->w1, ALU_OP2_WORD1, DST_GPR) == HW_GPR_NOWHERE;
}

static bool decode_destination(struct sim_clause *c, struct sim_instr *instr)
{
    if (instr->op == HW_ALU_OP_MOVA_INT) {
        enum { CF_PC = 1, CF_IDX0, CF_IDX1 }; /* on Cayman, which has no SET_CF_IDX */
        const unsigned place =
            c->d->chip->vliw == HW_VLIW4 ? HW_GET(instr->w1, ALU_OP2_WORD1, DST_GPR) : 0;
        if (place == CF_IDX0 || place == CF_IDX1) {
            instr->op = place == CF_IDX0 ? HW_ALU_OP_SET_CF_IDX0 : HW_ALU_OP_SET_CF_IDX1;
            return true;
        }
        if (place >= CF_PC)
            return sim_decode_fail(c->d, instr->word, "MOVA_INT to another place than AR");
        const unsigned chan = HW_GET(instr->w1, ALU_OP2_WORD1, DST_CHAN);
        instr->writes = true;
        instr->dst = sim_clause_vector(c, SIM_VECTOR_ADDRESS + chan);
        return true;
    }
    if (!instr->writes || is_discarded(c, instr)) {
        instr->writes = false;
        return true;
    }
    if (!sim_decode_gpr(c->d, instr->word, HW_GET(instr->w1, ALU_OP2_WORD1, DST_GPR), &instr->dst))
        return false;
    instr->dst += HW_GET(instr->w1, ALU_OP2_WORD1, DST_CHAN) * SIM_LANES;
    return true;
}

bool sim_group_read(struct sim_clause *c, uint32_t *slot, uint32_t end)
{
    if (!read_group(c, slot, end) || !sim_group_check_ports(c))
        return false;
    for (unsigned i = 0; i < c->count; i++)
        if (!decode_sources(c, &c->instrs[i]) || !decode_destination(c, &c->instrs[i]))
            return false;
    return sim_group_check_shared(c);
}
