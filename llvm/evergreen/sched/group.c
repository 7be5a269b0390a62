/* SPDX-License-Identifier: MIT */
/* group.c: what a VLIW group can hold: a free slot for each operation, four literals, two reads of
 * the constant cache, and the register read ports, for which a bank swizzle of every slot must be
 * found (docs/hardware.md). */
#include <assert.h>

#include "driver/base/count.h"
#include "llvm/evergreen/sched/code.h"

enum {
    CYCLES = 3,
    CHANNELS = 4,
    PORT_FREE = 0xffff,
    MAX_KCACHE_READS = 2,
    MAX_TRANS_CONSTANTS = 2
};

/* The cycle in which source 0, 1, 2 is read. */
static const uint8_t vector_cycles[][CYCLES] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0},
                                                {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
static const uint8_t trans_cycles[][CYCLES] = {{2, 1, 0}, {1, 2, 2}, {2, 1, 2}, {2, 2, 1}};

enum { RELATIVE = 0x100 }; /* what a port reads. Registers with and without AR count as different */

struct ports {
    uint16_t gpr[CYCLES][CHANNELS];
};

static bool is_register(const struct evg_source *source)
{
    return source->kind == SOURCE_SELECT && source->value < HW_GPRS;
}

/* A result of the previous group. */
static bool is_forwarded(const struct evg_source *source)
{
    return source->kind == SOURCE_SELECT &&
           (source->value == HW_SRC_PV || source->value == HW_SRC_PS);
}

static bool reserve(struct ports *ports, unsigned cycle, const struct evg_source *source)
{
    uint16_t *port = &ports->gpr[cycle][source->channel];
    uint16_t wanted = (uint16_t)(source->value | (source->rel ? RELATIVE : 0));
    if (*port != PORT_FREE && *port != wanted)
        return false;
    *port = wanted;
    return true;
}

static bool same_register(const struct evg_source *a, const struct evg_source *b)
{
    return is_register(a) && is_register(b) && a->value == b->value && a->channel == b->channel &&
           a->rel == b->rel;
}

static bool is_queue(const struct evg_source *source)
{
    return source->kind == SOURCE_SELECT && source->value >= HW_SRC_LDS_OQ_A &&
           source->value <= HW_SRC_LDS_OQ_B_POP;
}

static bool reserve_vector(struct ports *ports, const struct evg_slot *slot, unsigned swizzle)
{
    const unsigned count = evg_source_count(slot);
    assert(count <= CYCLES && swizzle < COUNT(vector_cycles));
    for (unsigned i = 0; i < count; i++) {
        if (is_queue(&slot->src[i]) && vector_cycles[swizzle][i] != 0)
            return false;
        if (!is_register(&slot->src[i]) || (i == 1 && same_register(&slot->src[0], &slot->src[1])))
            continue;
        if (!reserve(ports, vector_cycles[swizzle][i], &slot->src[i]))
            return false;
    }
    return true;
}

/* Reserves the first cycles for the transcendental slot's constants. */
static bool reserve_trans(struct ports *ports, const struct evg_slot *slot, unsigned swizzle)
{
    unsigned sources = hw_alu_info[slot->op].nsrc, constants = 0;
    for (unsigned i = 0; i < sources; i++) {
        if (is_queue(&slot->src[i]))
            return false;
        constants += !is_register(&slot->src[i]) && !is_forwarded(&slot->src[i]);
    }
    if (constants > MAX_TRANS_CONSTANTS)
        return false;
    for (unsigned i = 0; i < sources; i++) {
        unsigned cycle = trans_cycles[swizzle][i];
        if ((is_register(&slot->src[i]) || is_forwarded(&slot->src[i])) && cycle < constants)
            return false;
        if (is_register(&slot->src[i]) && !reserve(ports, cycle, &slot->src[i]))
            return false;
    }
    return true;
}

/* Tries the swizzles of slot `n` and of those after it. */
static bool find_swizzles(struct evg_group *group, unsigned n, const struct ports *taken)
{
    if (n == EVG_SLOTS)
        return true;
    struct evg_slot *slot = &group->slot[n];
    if (!slot->used)
        return find_swizzles(group, n + 1, taken);
    unsigned choices =
        n == EVG_TRANS ? sizeof(trans_cycles) / CYCLES : sizeof(vector_cycles) / CYCLES;
    for (unsigned swizzle = 0; swizzle < choices; swizzle++) {
        struct ports ports = *taken;
        bool fits = n == EVG_TRANS ? reserve_trans(&ports, slot, swizzle)
                                   : reserve_vector(&ports, slot, swizzle);
        slot->bank_swizzle = (uint8_t)swizzle;
        if (fits && find_swizzles(group, n + 1, &ports))
            return true;
    }
    return false;
}

bool evg_group_find_ports(struct evg_group *group)
{
    struct ports ports;
    for (unsigned c = 0; c < CYCLES; c++)
        for (unsigned channel = 0; channel < CHANNELS; channel++)
            ports.gpr[c][channel] = PORT_FREE;
    return find_swizzles(group, 0, &ports);
}

/* Two reads are one if they are of the same half (xy or zw) of the same constant. */
static bool kcache_reads_fit(const struct evg_group *group)
{
    uint32_t seen[MAX_KCACHE_READS];
    unsigned count = 0;
    for (unsigned n = 0; n < EVG_SLOTS; n++)
        for (unsigned i = 0; group->slot[n].used && i < evg_source_count(&group->slot[n]); i++) {
            const struct evg_source *source = &group->slot[n].src[i];
            uint32_t read = source->value * 2 + source->channel / 2;
            unsigned k = 0;
            if (source->kind != SOURCE_KCACHE)
                continue;
            while (k < count && seen[k] != read)
                k++;
            if (k == MAX_KCACHE_READS)
                return false;
            seen[k] = read;
            count += k == count;
        }
    return true;
}

/* Returns the slots that an operation may take, several only if it writes nothing. An instruction's
 * words do not name its slot: it issues in that of its channel, or in the fifth if that is taken.
 */
static unsigned free_slots(const struct evg_group *group, const struct evg_slot *slot,
                           unsigned slots[EVG_SLOTS])
{
    const struct hw_alu_info *info = &hw_alu_info[slot->op];
    unsigned count = 0;
    if (info->flags & HW_ALU_PRED) {
        for (unsigned n = 0; n < EVG_TRANS; n++)
            if (!group->slot[n].used)
                slots[count++] = n;
        return count;
    }
    if (slot->slots != HW_SLOTS_T && !group->slot[slot->channel & 3].used)
        slots[count++] = slot->channel & 3;
    else if ((slot->slots == HW_SLOTS_T || slot->slots == HW_SLOTS_VT) &&
             !group->slot[EVG_TRANS].used)
        slots[count++] = EVG_TRANS;
    return count;
}

/* Adds the operation's literals, renumbering its sources. */
static bool add_literals(struct evg_group *group, struct evg_slot *slot, const uint32_t *literals)
{
    for (unsigned i = 0; i < hw_alu_info[slot->op].nsrc; i++) {
        if (slot->src[i].kind != SOURCE_LITERAL)
            continue;
        uint32_t bits = literals[slot->src[i].channel];
        unsigned n = 0;
        while (n < group->literal_count && group->literal[n] != bits)
            n++;
        if (n == EVG_LITERALS)
            return false;
        group->literal[n] = bits;
        group->literal_count += n == group->literal_count;
        slot->src[i].channel = (uint8_t)n;
    }
    return true;
}

/* Predicates and LDS operations exclude each other. */
static bool is_single(const struct evg_slot *slot)
{
    return slot->op == HW_ALU_OP_LDS_IDX_OP || hw_alu_info[slot->op].flags & HW_ALU_PRED;
}

static bool has_single(const struct evg_group *group)
{
    for (unsigned n = 0; n < EVG_SLOTS; n++)
        if (group->slot[n].used && is_single(&group->slot[n]))
            return true;
    return false;
}

/* True for sources that identify the wavefront and the like, which a group reads alone. */
static bool reads_special(const struct evg_slot *slot)
{
    for (unsigned i = 0; i < evg_source_count(slot); i++)
        if (slot->src[i].kind == SOURCE_SELECT && !is_register(&slot->src[i]) &&
            !is_queue(&slot->src[i]) && !is_forwarded(&slot->src[i]) &&
            (slot->src[i].value < HW_SRC_0 || slot->src[i].value > HW_SRC_0_5))
            return true;
    return false;
}

/* A group is predicated as a whole. */
static bool same_predicate(const struct evg_group *group, const struct evg_slot *slot)
{
    for (unsigned n = 0; n < EVG_SLOTS; n++)
        if (group->slot[n].used && group->slot[n].predicate != slot->predicate)
            return false;
    return true;
}

static bool is_empty(const struct evg_group *group)
{
    return evg_group_slots(group) == 0;
}

unsigned evg_source_count(const struct evg_slot *slot)
{
    return slot->op == HW_ALU_OP_LDS_IDX_OP ? hw_lds_find(slot->lds_op)->nsrc
                                            : hw_alu_info[slot->op].nsrc;
}

bool evg_group_join(struct evg_group *group, const struct evg_slot *operation,
                    const uint32_t *literals)
{
    assert(operation->used && group->literal_count <= EVG_LITERALS);
    struct evg_group joined = *group;
    struct evg_slot slot = *operation;
    unsigned slots[EVG_SLOTS], count = free_slots(group, operation, slots);
    if ((is_single(operation) && has_single(group)) || !add_literals(&joined, &slot, literals) ||
        (reads_special(operation) && !is_empty(group)) || !same_predicate(group, operation))
        return false;
    for (unsigned i = 0; i < count; i++) {
        assert(!group->slot[slots[i]].used);
        joined.slot[slots[i]] = slot;
        if (!slot.write)
            joined.slot[slots[i]].channel = (uint8_t)(slots[i] & 3);
        if (kcache_reads_fit(&joined) && evg_group_find_ports(&joined)) {
            *group = joined;
            return true;
        }
        joined.slot[slots[i]] = group->slot[slots[i]];
    }
    return false;
}
