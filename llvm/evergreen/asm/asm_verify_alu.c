/* SPDX-License-Identifier: MIT */
/* asm_verify_alu.c: rules of ALU clauses: slots, read ports, what ends with the clause. */
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/isa.h"
#include "llvm/evergreen/asm/asm_group.h"
#include "llvm/evergreen/asm/asm_verify.h"

/* State that ends with the clause: what is made in it must be used up in it. */
struct clause {
    struct verify *v;
    const struct verify_kcache *kcache;
    size_t dword; /* of the group being looked at */
    bool first_group;
    bool has_ar;                /* AR was loaded by an earlier group */
    bool loads_ar;              /* by this one */
    bool has_predicate;         /* the predicate was set by an earlier group */
    bool sets_predicate;        /* by this one */
    int queued[2];              /* results in LDS_OQ_A and B */
    unsigned results, previous; /* slots of this group and the one before that leave PV or PS */
    unsigned predicate;         /* PRED_SEL of the group before */
    bool has_barrier, has_index, updates_mask;
};

static unsigned used_sources(const struct asm_slot *slot)
{
    if (slot->op == HW_ALU_OP_LDS_IDX_OP) {
        const struct hw_lds_info *info = hw_lds_find(HW_GET(slot->word1, ALU_LDS_WORD1, LDS_OP));
        return info ? info->nsrc : 3;
    }
    return hw_alu_info[slot->op].nsrc;
}

/* The kcache set of a source, or -1. */
static int kcache_set(unsigned sel)
{
    if (sel >= HW_SRC_KCACHE0 && sel < HW_SRC_KCACHE1 + 32)
        return sel >= HW_SRC_KCACHE1;
    if (sel >= HW_SRC_KCACHE2 && sel < HW_SRC_KCACHE3 + 32)
        return 2 + (sel >= HW_SRC_KCACHE3);
    return -1;
}

static bool is_constant(unsigned sel)
{
    return kcache_set(sel) >= 0 || (sel >= HW_SRC_1_DBL_L && sel <= HW_SRC_LITERAL);
}

static void verify_gpr(struct clause *c, unsigned gpr, const char *does)
{
    if (gpr >= c->v->gprs && gpr < HW_GPRS - HW_CLAUSE_TEMPS)
        verify_fail(c->v, c->dword, "an instruction %s R%u, but the program has %u registers", does,
                    gpr, c->v->gprs);
}

/* Takes a result from an LDS queue, which has to be there. */
static void pop_queue(struct clause *c, const struct asm_slot *slot, unsigned queue)
{
    if (slot->slot == ASM_SLOT_T)
        verify_fail(c->v, c->dword, "slot t cannot read an LDS queue");
    if (c->queued[queue]-- <= 0)
        verify_fail(c->v, c->dword, "LDS_OQ_%c is read but empty", "AB"[queue]);
}

/* PV and PS hold what the group before computed, written or not. */
static void verify_forwarded(struct clause *c, const struct asm_slot *by, struct asm_source source)
{
    unsigned slot = source.sel == HW_SRC_PS ? ASM_SLOT_T : source.chan;
    if (c->first_group)
        verify_fail(c->v, c->dword, "PV or PS in the first group of a clause");
    else if (HW_GET(by->word0, ALU_WORD0, PRED_SEL) != c->predicate)
        verify_fail(c->v, c->dword, "PV or PS of a group with another predicate");
    else if (!(c->previous >> slot & 1))
        verify_fail(c->v, c->dword, "P%c is read, but the group before leaves nothing in slot %c",
                    source.sel == HW_SRC_PS ? 'S' : 'V', "xyzwt"[slot]);
}

static void verify_source(struct clause *c, const struct asm_slot *slot, struct asm_source source)
{
    int set = kcache_set(source.sel);
    if (source.sel < HW_GPRS && !source.rel)
        verify_gpr(c, source.sel, "reads");
    if (set >= 0 && !source.rel && (source.sel & 31) >= c->kcache->constants[set])
        verify_fail(c->v, c->dword, "KC%d[%u] is not locked by the clause", set, source.sel & 31);
    if (source.sel == HW_SRC_PV || source.sel == HW_SRC_PS)
        verify_forwarded(c, slot, source);
    if (source.sel == HW_SRC_LDS_OQ_A_POP || source.sel == HW_SRC_LDS_OQ_B_POP)
        pop_queue(c, slot, source.sel == HW_SRC_LDS_OQ_B_POP);
    if (source.rel && HW_GET(slot->word0, ALU_WORD0, INDEX_MODE) < 4) {
        c->has_index = true;
        if (!c->has_ar)
            verify_fail(c->v, c->dword, "AR is used before the clause loads it");
    }
}

static bool always_writes(const struct asm_slot *slot)
{
    return hw_alu_is_op3(slot->word1);
}

static bool is_lds(const struct asm_slot *slot)
{
    return slot->op == HW_ALU_OP_LDS_IDX_OP;
}

static bool writes(const struct asm_slot *slot)
{
    return !is_lds(slot) && (always_writes(slot) || HW_GET(slot->word1, ALU_OP2_WORD1, WRITE_MASK));
}

/* Output modifiers are for results that are floats, and for moves, whose result may be one.
 * Operations of three sources have no scale. */
static void verify_output(struct clause *c, const struct asm_slot *slot)
{
    const struct hw_alu_info *info = &hw_alu_info[slot->op];
    bool is_float = info->types == HW_TYPES_FF || info->types == HW_TYPES_IF ||
                    info->types == HW_TYPES_FR || info->types == HW_TYPES_RR;
    if (is_lds(slot) || is_float)
        return;
    if (HW_GET(slot->word1, ALU_OP2_WORD1, CLAMP) ||
        (!info->op3 && HW_GET(slot->word1, ALU_OP2_WORD1, OMOD)))
        verify_fail(c->v, c->dword, "%s: output modifiers need a float result", info->name);
}

static void verify_destination(struct clause *c, const struct asm_group *group, unsigned index)
{
    const struct asm_slot *slot = &group->slots[index];
    if (!writes(slot))
        return;
    unsigned gpr = HW_GET(slot->word1, ALU_OP2_WORD1, DST_GPR);
    bool rel = HW_GET(slot->word1, ALU_OP2_WORD1, DST_REL);
    if (!rel)
        verify_gpr(c, gpr, "writes");
    else if (HW_GET(slot->word0, ALU_WORD0, INDEX_MODE) < 4 && !c->has_ar)
        verify_fail(c->v, c->dword, "AR is used before the clause loads it");
    c->has_index |= rel;
    for (unsigned i = 0; i < index; i++) {
        const struct asm_slot *other = &group->slots[i];
        if (writes(other) && HW_GET(other->word1, ALU_OP2_WORD1, DST_GPR) == gpr &&
            HW_GET(other->word1, ALU_OP2_WORD1, DST_REL) == rel &&
            asm_dst_chan(other) == asm_dst_chan(slot))
            verify_fail(c->v, c->dword, "two instructions of a group write R%u.%c", gpr,
                        "xyzw"[asm_dst_chan(slot)]);
    }
}

/* Instructions of which a group can have one. */
static bool is_single(const struct asm_slot *slot)
{
    return hw_alu_info[slot->op].flags & (HW_ALU_PRED | HW_ALU_KILL) ||
           slot->op == HW_ALU_OP_LDS_IDX_OP || slot->op == HW_ALU_OP_GROUP_BARRIER;
}

static void verify_lds(struct clause *c, const struct asm_slot *slot)
{
    const struct hw_lds_info *info = hw_lds_find(HW_GET(slot->word1, ALU_LDS_WORD1, LDS_OP));
    if (!info)
        verify_fail(c->v, c->dword, "an unknown LDS operation");
    else if (slot->slot != 0)
        verify_fail(c->v, c->dword, "an LDS operation outside slot x");
}

/* Results of LDS operations can be read by the groups that follow. */
static void queue_results(struct clause *c, const struct asm_group *group)
{
    for (unsigned i = 0; i < group->count; i++) {
        if (!is_lds(&group->slots[i]))
            continue;
        unsigned op = HW_GET(group->slots[i].word1, ALU_LDS_WORD1, LDS_OP);
        const struct hw_lds_info *info = hw_lds_find(op);
        c->queued[0] += info && info->returns;
        c->queued[1] += op == HW_LDS_READ2_RET;
    }
}

static void verify_slot(struct clause *c, const struct asm_group *group, unsigned index)
{
    const struct asm_slot *slot = &group->slots[index];
    const struct hw_alu_info *info = &hw_alu_info[slot->op];
    for (unsigned i = 0; i < used_sources(slot); i++)
        verify_source(c, slot, asm_source_at(slot, i));
    verify_destination(c, group, index);
    verify_output(c, slot);
    if (is_lds(slot))
        verify_lds(c, slot);
    if (HW_GET(slot->word0, ALU_WORD0, PRED_SEL) !=
        HW_GET(group->slots[0].word0, ALU_WORD0, PRED_SEL))
        verify_fail(c->v, c->dword, "instructions of a group differ in their predicate");
    if (HW_GET(slot->word0, ALU_WORD0, PRED_SEL) && !c->has_predicate)
        verify_fail(c->v, c->dword, "a predicate is used before the clause sets it");
    for (unsigned i = 0; i < index && is_single(slot); i++)
        if (is_single(&group->slots[i]))
            verify_fail(c->v, c->dword, "two of predicate, kill, LDS and barrier in a group");
    c->loads_ar |= info->flags & HW_ALU_MOVA;
    if (info->flags & HW_ALU_REDUCE)
        c->results |= (1u << ASM_SLOT_T) - 1;
    else if (!is_lds(slot))
        c->results |= 1u << slot->slot;
    c->has_barrier |= slot->op == HW_ALU_OP_GROUP_BARRIER;
    c->sets_predicate |= !info->op3 && !is_lds(slot) && info->flags & HW_ALU_PRED &&
                         HW_GET(slot->word1, ALU_OP2_WORD1, UPDATE_PRED);
    c->updates_mask |= info->flags & HW_ALU_KILL ||
                       (!info->op3 && (HW_GET(slot->word1, ALU_OP2_WORD1, UPDATE_EXEC_MASK) ||
                                       HW_GET(slot->word1, ALU_OP2_WORD1, UPDATE_PRED)));
}

/* The cycle in which each source is read, by BANK_SWIZZLE. */
static const uint8_t vector_cycles[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0},
                                            {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
static const uint8_t trans_cycles[4][3] = {{2, 1, 0}, {1, 2, 2}, {2, 1, 2}, {2, 2, 1}};

enum { FREE_PORT = -1, CYCLES = 3, CHANNELS = 4, KCACHE_PORTS = 2 };

struct ports {
    int gpr[CYCLES][CHANNELS];     /* the register read there */
    unsigned kcache[KCACHE_PORTS]; /* pairs of channels */
    unsigned kcache_count;
};

/* Registers that differ by AR differ as far as ports go. */
static bool reserve_gpr(struct ports *ports, unsigned cycle, const struct asm_source *source)
{
    int *port = &ports->gpr[cycle][source->chan];
    int wanted = (int)(source->sel | (unsigned)source->rel << 8);
    if (*port != FREE_PORT && *port != wanted)
        return false;
    *port = wanted;
    return true;
}

static bool reserve_kcache(struct ports *ports, const struct asm_source *source)
{
    unsigned wanted = source->sel << 2 | (unsigned)source->rel << 1 | source->chan / 2;
    for (unsigned i = 0; i < ports->kcache_count; i++)
        if (ports->kcache[i] == wanted)
            return true;
    if (ports->kcache_count == KCACHE_PORTS)
        return false;
    ports->kcache[ports->kcache_count++] = wanted;
    return true;
}

static bool is_lds_queue(unsigned sel)
{
    return sel >= HW_SRC_LDS_OQ_A && sel <= HW_SRC_LDS_OQ_B_POP;
}

/* NULL, or what stands in the way of reading one source. */
static const char *read_source(struct ports *ports, const struct asm_source *source, unsigned cycle,
                               unsigned first_cycle)
{
    bool previous = source->sel == HW_SRC_PV || source->sel == HW_SRC_PS;
    if (kcache_set(source->sel) >= 0 && !reserve_kcache(ports, source))
        return "a group reads more than two pairs of constants";
    if (is_lds_queue(source->sel) && cycle != 0)
        return "an LDS queue is read in a cycle other than 0";
    if ((source->sel < HW_GPRS || (previous && first_cycle)) && cycle < first_cycle)
        return "slot t reads a register in a cycle that its constants take";
    if (source->sel < HW_GPRS && !reserve_gpr(ports, cycle, source))
        return "two registers are read in one cycle and channel";
    return NULL;
}

static const char *read_vector(struct ports *ports, const struct asm_slot *slot, unsigned code)
{
    if (code >= COUNT(vector_cycles))
        return "an unknown bank swizzle";
    struct asm_source first = asm_source_at(slot, 0);
    for (unsigned i = 0; i < used_sources(slot); i++) {
        struct asm_source source = asm_source_at(slot, i);
        bool shared = i == 1 && source.sel < HW_GPRS && source.sel == first.sel &&
                      source.chan == first.chan && source.rel == first.rel;
        const char *fault = shared ? NULL : read_source(ports, &source, vector_cycles[code][i], 0);
        if (fault)
            return fault;
    }
    return NULL;
}

static const char *read_trans(struct ports *ports, const struct asm_slot *slot, unsigned code)
{
    unsigned constants = 0;
    if (code >= COUNT(trans_cycles))
        return "an unknown bank swizzle";
    for (unsigned i = 0; i < used_sources(slot); i++)
        constants += is_constant(asm_source_at(slot, i).sel);
    if (constants > 2)
        return "slot t reads more than two constants";
    for (unsigned i = 0; i < used_sources(slot); i++) {
        struct asm_source source = asm_source_at(slot, i);
        const char *fault = read_source(ports, &source, trans_cycles[code][i], constants);
        if (fault)
            return fault;
    }
    return NULL;
}

static void verify_ports(struct clause *c, const struct asm_group *group)
{
    struct ports ports = {.kcache_count = 0};
    for (unsigned cycle = 0; cycle < CYCLES; cycle++)
        for (unsigned chan = 0; chan < CHANNELS; chan++)
            ports.gpr[cycle][chan] = FREE_PORT;
    for (unsigned i = 0; i < group->count; i++) {
        const struct asm_slot *slot = &group->slots[i];
        unsigned code = HW_GET(slot->word1, ALU_OP2_WORD1, BANK_SWIZZLE);
        const char *fault = slot->slot == ASM_SLOT_T ? read_trans(&ports, slot, code)
                                                     : read_vector(&ports, slot, code);
        if (fault)
            verify_fail(c->v, c->dword, "slot %c: %s", "xyzwt"[slot->slot], fault);
    }
}

/* Whether the group has an instruction like this one in another slot. */
static bool has_unit(const struct asm_group *group, const struct asm_slot *like, unsigned number)
{
    for (unsigned i = 0; i < group->count; i++)
        if (group->slots[i].slot == number && group->slots[i].op == like->op)
            return true;
    return false;
}

/* Double precision takes x and y, or z and w, or all four; reductions (DOT4 and the like) take all
 * four. */
static void verify_pairs(struct clause *c, const struct asm_group *group,
                         const struct asm_slot *slot)
{
    unsigned units = hw_alu_slots(slot->op, c->v->vliw) == HW_SLOTS_V4 ? 4 : 2;
    unsigned first = slot->slot - slot->slot % units;
    for (unsigned u = 0; u < units; u++)
        if (slot->slot == ASM_SLOT_T || !has_unit(group, slot, first + u))
            verify_fail(c->v, c->dword, "%s fills %s", hw_alu_info[slot->op].name,
                        units == 4 ? "slots x, y, z and w" : "slots x and y, or z and w");
}

/* Whether two instructions read the same and do the same to it. */
static bool same_work(const struct asm_slot *a, const struct asm_slot *b)
{
    const uint32_t modifiers = HW_SET(ALU_OP2_WORD1, OMOD, ~0u) | HW_SET(ALU_OP2_WORD1, CLAMP, 1);
    for (unsigned i = 0; i < used_sources(a); i++) {
        struct asm_source x = asm_source_at(a, i), y = asm_source_at(b, i);
        if (x.sel != y.sel || x.chan != y.chan || x.rel != y.rel || x.neg != y.neg ||
            x.abs != y.abs)
            return false;
    }
    return (a->word1 & modifiers) == (b->word1 & modifiers);
}

/* Verifies an operation that fills several slots on cayman, which has no slot t: x, y and z, and w
 * where that gets the result, or all four. */
static void verify_shared(struct clause *c, const struct asm_group *group,
                          const struct asm_slot *slot)
{
    unsigned wanted = hw_alu_slot_mask(hw_alu_slots(slot->op, c->v->vliw), slot->slot);
    for (unsigned u = 0; u < ASM_SLOT_T; u++)
        if (wanted >> u & 1 && !has_unit(group, slot, u))
            verify_fail(c->v, c->dword, "%s fills slots x, y%s", hw_alu_info[slot->op].name,
                        wanted == 0xf ? ", z and w" : " and z");
    for (unsigned i = 0; i < group->count; i++)
        if (group->slots[i].op == slot->op && !same_work(slot, &group->slots[i]))
            verify_fail(c->v, c->dword, "%s does not do the same in all of its slots",
                        hw_alu_info[slot->op].name);
}

static void verify_units(struct clause *c, const struct asm_group *group)
{
    for (unsigned i = 0; i < group->count; i++) {
        const struct asm_slot *slot = &group->slots[i];
        if (hw_alu_info[slot->op].flags & (HW_ALU_F64 | HW_ALU_REDUCE))
            verify_pairs(c, group, slot);
        else if (hw_alu_is_shared(hw_alu_slots(slot->op, c->v->vliw)))
            verify_shared(c, group, slot);
    }
}

static void verify_group(struct clause *c, const struct asm_group *group)
{
    for (unsigned i = 0; i < group->count; i++)
        if (group->slots[i].op < 0 || hw_alu_slots(group->slots[i].op, c->v->vliw) == HW_SLOTS_NONE)
            verify_fail(c->v, c->dword + 2 * i, "an unknown ALU instruction");
    if (group->fault)
        verify_fail(c->v, c->dword, "%s", group->fault);
    c->loads_ar = c->sets_predicate = false;
    c->results = 0;
    for (unsigned i = 0; i < group->count && !c->v->failed; i++)
        verify_slot(c, group, i);
    if (!c->v->failed)
        verify_units(c, group);
    if (!c->v->failed)
        verify_ports(c, group);
    queue_results(c, group);
    c->has_ar |= c->loads_ar;
    c->has_predicate |= c->sets_predicate;
    c->first_group = false;
    c->previous = c->results;
    c->predicate = HW_GET(group->slots[0].word0, ALU_WORD0, PRED_SEL);
}

void verify_alu_clause(struct verify *v, size_t qword, size_t slots,
                       const struct verify_kcache *kcache)
{
    struct clause c = {.v = v, .kcache = kcache, .first_group = true};
    for (size_t at = 0; at < slots && !v->failed;) {
        struct asm_group group;
        c.dword = 2 * (qword + at);
        asm_group_read(&group, v->code + c.dword, slots - at, v->vliw);
        verify_group(&c, &group);
        at += group.size;
    }
    if (c.queued[0] || c.queued[1])
        verify_fail(v, 2 * qword, "an ALU clause leaves results in an LDS queue");
    if (c.loads_ar)
        verify_fail(v, c.dword, "AR is loaded by the last group of a clause");
    if (c.has_barrier && (c.has_index || c.updates_mask))
        verify_fail(v, 2 * qword,
                    "a barrier in a clause that uses AR or changes predicate or mask");
}
