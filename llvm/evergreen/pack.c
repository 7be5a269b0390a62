/* SPDX-License-Identifier: MIT */
/* pack.c: joins neighbouring ALU operations of a block into VLIW groups, in their order.
 *
 * An operation joins the group before it if its slot is free, it needs no result of that group, and
 * the group's limits hold: four literals, two constant-cache reads, and the register read ports,
 * for which a bank swizzle of every slot must be found (docs/hardware.md). Chains, and operations
 * with sources that are special registers, stay alone. */
#include "llvm/evergreen/code.h"

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

struct ports {
    uint16_t gpr[CYCLES][CHANNELS];
};

static bool is_register(const struct evg_source *source)
{
    return source->kind == SOURCE_SELECT && source->value < HW_GPRS;
}

static bool reserve(struct ports *ports, unsigned cycle, const struct evg_source *source)
{
    uint16_t *port = &ports->gpr[cycle][source->channel];
    if (*port != PORT_FREE && *port != source->value)
        return false;
    *port = (uint16_t)source->value;
    return true;
}

static bool same_register(const struct evg_source *a, const struct evg_source *b)
{
    return is_register(a) && is_register(b) && a->value == b->value && a->channel == b->channel;
}

static bool reserve_vector(struct ports *ports, const struct evg_slot *slot, unsigned swizzle)
{
    for (unsigned i = 0; i < hw_alu_info[slot->op].nsrc; i++) {
        if (!is_register(&slot->src[i]) || (i == 1 && same_register(&slot->src[0], &slot->src[1])))
            continue;
        if (!reserve(ports, vector_cycles[swizzle][i], &slot->src[i]))
            return false;
    }
    return true;
}

/* The transcendental slot's constants take the first cycles. */
static bool reserve_trans(struct ports *ports, const struct evg_slot *slot, unsigned swizzle)
{
    unsigned sources = hw_alu_info[slot->op].nsrc, constants = 0;
    for (unsigned i = 0; i < sources; i++)
        constants += !is_register(&slot->src[i]);
    if (constants > MAX_TRANS_CONSTANTS)
        return false;
    for (unsigned i = 0; i < sources; i++) {
        unsigned cycle = trans_cycles[swizzle][i];
        if (is_register(&slot->src[i]) &&
            (cycle < constants || !reserve(ports, cycle, &slot->src[i])))
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

static bool assign_swizzles(struct evg_group *group)
{
    struct ports ports;
    for (unsigned c = 0; c < CYCLES; c++)
        for (unsigned channel = 0; channel < CHANNELS; channel++)
            ports.gpr[c][channel] = PORT_FREE;
    return find_swizzles(group, 0, &ports);
}

/* Reads are told apart by constant and by half of it. */
static bool kcache_reads_fit(const struct evg_group *group)
{
    uint32_t seen[MAX_KCACHE_READS];
    unsigned count = 0;
    for (unsigned n = 0; n < EVG_SLOTS; n++)
        for (unsigned i = 0; group->slot[n].used && i < hw_alu_info[group->slot[n].op].nsrc; i++) {
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

static bool reads_result(const struct evg_group *group, const struct evg_slot *slot)
{
    for (unsigned n = 0; n < EVG_SLOTS; n++) {
        const struct evg_slot *earlier = &group->slot[n];
        if (!earlier->used || !earlier->write)
            continue;
        if (slot->write && earlier->gpr == slot->gpr && earlier->channel == slot->channel)
            return true;
        for (unsigned i = 0; i < hw_alu_info[slot->op].nsrc; i++)
            if (is_register(&slot->src[i]) && slot->src[i].value == earlier->gpr &&
                slot->src[i].channel == earlier->channel)
                return true;
    }
    return false;
}

/* The slot that would take the operation, or EVG_SLOTS. */
static unsigned free_slot(const struct evg_group *group, const struct evg_slot *slot)
{
    enum hw_alu_slots where = hw_alu_info[slot->op].slots;
    if (where != HW_SLOTS_T && !group->slot[slot->channel & 3].used)
        return slot->channel & 3;
    if ((where == HW_SLOTS_T || where == HW_SLOTS_VT) && !group->slot[EVG_TRANS].used)
        return EVG_TRANS;
    return EVG_SLOTS;
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

/* The only operation of an item that may share a group; NULL if it may not. */
static struct evg_slot *packable(const struct evg_item *item)
{
    struct evg_slot *found = NULL;
    if (item->kind != ITEM_ALU || item->chain_length != 1)
        return NULL;
    for (unsigned n = 0; n < EVG_SLOTS; n++)
        if (item->chain[0]->slot[n].used)
            found = &item->chain[0]->slot[n];
    if (!found || !found->write)
        return NULL;
    for (unsigned i = 0; i < hw_alu_info[found->op].nsrc; i++)
        if (found->src[i].kind == SOURCE_SELECT && !is_register(&found->src[i]) &&
            (found->src[i].value < HW_SRC_0 || found->src[i].value > HW_SRC_0_5))
            return NULL;
    return found;
}

static bool join(struct evg_group *group, const struct evg_group *single,
                 const struct evg_slot *operation)
{
    struct evg_group joined = *group;
    struct evg_slot slot = *operation;
    unsigned n = free_slot(group, operation);
    if (n == EVG_SLOTS || reads_result(group, operation) ||
        !add_literals(&joined, &slot, single->literal))
        return false;
    joined.slot[n] = slot;
    if (!kcache_reads_fit(&joined) || !assign_swizzles(&joined))
        return false;
    *group = joined;
    return true;
}

void evg_pack(struct evg_items *items)
{
    struct evg_group *open = NULL; /* the last item's group, when others may join it */
    uint32_t kept = 0;
    for (uint32_t i = 0; i < items->count; i++) {
        struct evg_item item = items->item[i];
        const struct evg_slot *operation = packable(&item);
        if (open && operation && join(open, item.chain[0], operation))
            continue;
        open = operation ? item.chain[0] : NULL;
        items->item[kept++] = item;
    }
    items->count = kept;
}
