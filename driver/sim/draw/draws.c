/* SPDX-License-Identifier: MIT */
/* draws.c: packets that draw: where their numbers and indices are. Those of indirect draws lie in
 * memory: how many vertices and instances, and where both begin (Mesa r600_state_common.c; Linux
 * evergreen_cs.c). */
#include <string.h>

#include "driver/sim/draw/context.h"

/* VGT_DRAW_INITIATOR, which the last dword of a packet has, or of immediate indices the second. */
enum { USE_OPAQUE = 1 << 6 };

struct draw {
    struct draw_indices indices;
    unsigned source;
    uint32_t initiator;
    uint64_t address;
};

static void set_register(struct sim_drawing *d, uint32_t address, uint32_t value)
{
    d->state.context[(address - HW_CONTEXT_REG_BASE) / 4] = value;
}

static bool read_indirect(struct sim_drawing *d, const struct sim_packet *packet, struct draw *draw)
{
    const bool indexed = packet->opcode == HW_PKT3_DRAW_INDEX_INDIRECT;
    uint32_t n[5] = {0};
    const size_t bytes = (indexed ? 5 : 4) * sizeof(uint32_t);
    const uint8_t *memory =
        draw_memory(d, d->indirect_base + packet->payload[0], bytes, "an indirect draw");
    if (!memory)
        return false;
    memcpy(n, memory, bytes);
    draw->initiator = packet->payload[1];
    draw->indices.count = n[0];
    d->instances = n[1];
    d->ctl_const[1] = indexed ? n[4] : n[3];
    set_register(d, DRAW_R_VGT_INDX_OFFSET, indexed ? n[3] : n[2]);
    if (!indexed)
        return true;
    draw->source = DRAW_SOURCE_DMA;
    draw->address = d->index_base + (uint64_t)n[2] * draw->indices.bytes;
    if (draw->indices.count > (d->index_room < n[2] ? 0 : d->index_room - n[2]))
        return draw_fail(d, "there are no %u indices from %u on, but %u", n[0], n[2],
                         d->index_room);
    return true;
}

static void read_direct(const struct sim_packet *packet, struct draw *draw)
{
    const uint32_t *p = packet->payload;
    const unsigned own = packet->opcode == HW_PKT3_DRAW_INDEX_2; /* begins with a most of indices */
    draw->initiator = p[packet->count - 1];
    switch (packet->opcode) {
    case HW_PKT3_DRAW_INDEX:
    case HW_PKT3_DRAW_INDEX_2:
        draw->source = DRAW_SOURCE_DMA;
        draw->address = draw_address(p[own], p[own + 1]);
        draw->indices.count = p[own + 2];
        break;
    case HW_PKT3_DRAW_INDEX_AUTO:
        draw->indices.count = p[0];
        break;
    default:
        draw->source = DRAW_SOURCE_IMMEDIATE;
        draw->initiator = p[1];
        draw->indices.count = p[0];
        draw->indices.memory = (const uint8_t *)(p + 2);
        break;
    }
}

/* As many vertices as the filled part of a stream's buffer has. */
static bool count_opaque(struct sim_drawing *d, struct draw *draw)
{
    const uint32_t stride = draw_register(d, DRAW_R_VGT_STRMOUT_DRAW_OPAQUE_STRIDE);
    const uint32_t filled = draw_register(d, HW_R_VGT_STRMOUT_DRAW_OPAQUE_FILLED);
    const uint32_t start = draw_register(d, DRAW_R_VGT_STRMOUT_DRAW_OPAQUE_OFFSET);
    if (!stride || start > filled)
        return draw_fail(d, "a stride of %u dwords, from %u to %u, is not supported", stride, start,
                         filled);
    draw->indices.count = (filled - start) / stride;
    return true;
}

static bool find_indices(struct sim_drawing *d, const struct sim_packet *packet, struct draw *draw)
{
    struct draw_indices *indices = &draw->indices;
    const uint64_t bytes = (uint64_t)indices->count * indices->bytes;
    if (draw->source == DRAW_SOURCE_AUTO)
        return true;
    if (d->index_type > DRAW_INDEX_32)
        return draw_fail(d, "index type 0x%x is not supported", d->index_type);
    if (draw->source == DRAW_SOURCE_IMMEDIATE)
        return bytes <= (packet->count - 2ull) * 4 ||
               draw_fail(d, "the packet does not have its %u indices", indices->count);
    indices->memory = draw_memory(d, draw->address, bytes, "indices");
    return indices->memory != NULL;
}

bool draw_packet(struct sim_drawing *d, const struct sim_packet *packet)
{
    struct draw draw = {.source = DRAW_SOURCE_AUTO};
    const struct draw_condition *condition = &d->condition;
    if (packet->payload[-1] & HW_PKT3_PREDICATE_BIT && condition->active &&
        condition->visible != condition->wanted)
        return true;
    draw.indices.bytes = draw_bits(d->index_type, 0, 2) == DRAW_INDEX_32 ? 4 : 2;
    if (packet->opcode != HW_PKT3_DRAW_INDIRECT && packet->opcode != HW_PKT3_DRAW_INDEX_INDIRECT)
        read_direct(packet, &draw);
    else if (!read_indirect(d, packet, &draw))
        return false;
    const bool opaque =
        packet->opcode == HW_PKT3_DRAW_INDEX_AUTO && draw.initiator == (USE_OPAQUE | draw.source);
    if (!opaque && draw.initiator != draw.source)
        return draw_fail(d, "draw initiator 0x%x is not supported", draw.initiator);
    return (!opaque || count_opaque(d, &draw)) && find_indices(d, packet, &draw) &&
           draw_run(d, &draw.indices);
}
