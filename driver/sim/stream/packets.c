/* SPDX-License-Identifier: MIT */
/* packets.c: PM4 packets and what SET packets do to the register file. */
#include <string.h>

#include "driver/base/count.h"
#include "driver/sim/stream/stream.h"

struct packet_name {
    unsigned opcode;
    const char *name;
};

static const struct packet_name names[] = {
    {HW_PKT3_NOP, "NOP"},
    {HW_PKT3_DISPATCH_DIRECT, "DISPATCH_DIRECT"},
    {HW_PKT3_DISPATCH_INDIRECT, "DISPATCH_INDIRECT"},
    {HW_PKT3_CONTEXT_CONTROL, "CONTEXT_CONTROL"},
    {HW_PKT3_INDEX_TYPE, "INDEX_TYPE"},
    {HW_PKT3_DRAW_INDEX, "DRAW_INDEX"},
    {HW_PKT3_DRAW_INDEX_AUTO, "DRAW_INDEX_AUTO"},
    {HW_PKT3_DRAW_INDEX_IMMD, "DRAW_INDEX_IMMD"},
    {HW_PKT3_DRAW_INDEX_2, "DRAW_INDEX_2"},
    {HW_PKT3_NUM_INSTANCES, "NUM_INSTANCES"},
    {HW_PKT3_INDIRECT_BUFFER, "INDIRECT_BUFFER"},
    {HW_PKT3_WAIT_REG_MEM, "WAIT_REG_MEM"},
    {HW_PKT3_MEM_WRITE, "MEM_WRITE"},
    {HW_PKT3_CP_DMA, "CP_DMA"},
    {HW_PKT3_PFP_SYNC_ME, "PFP_SYNC_ME"},
    {HW_PKT3_SURFACE_SYNC, "SURFACE_SYNC"},
    {HW_PKT3_EVENT_WRITE, "EVENT_WRITE"},
    {HW_PKT3_EVENT_WRITE_EOP, "EVENT_WRITE_EOP"},
    {HW_PKT3_EVENT_WRITE_EOS, "EVENT_WRITE_EOS"},
    {HW_PKT3_SET_CONFIG_REG, "SET_CONFIG_REG"},
    {HW_PKT3_SET_CONTEXT_REG, "SET_CONTEXT_REG"},
    {HW_PKT3_SET_BOOL_CONST, "SET_BOOL_CONST"},
    {HW_PKT3_SET_LOOP_CONST, "SET_LOOP_CONST"},
    {HW_PKT3_SET_RESOURCE, "SET_RESOURCE"},
    {HW_PKT3_SET_SAMPLER, "SET_SAMPLER"},
    {HW_PKT3_SET_CTL_CONST, "SET_CTL_CONST"},
    {HW_PKT3_SET_APPEND_CNT, "SET_APPEND_CNT"},
};

const char *sim_packet_name(unsigned opcode)
{
    for (size_t i = 0; i < COUNT(names); i++)
        if (names[i].opcode == opcode)
            return names[i].name;
    return NULL;
}

bool sim_packet_read(const struct sim_stream *stream, uint32_t offset, struct sim_packet *packet)
{
    const uint32_t header = stream->dwords[offset];
    *packet = (struct sim_packet){.offset = offset};
    if (header >> 30 != 3)
        return false;
    packet->opcode = hw_pkt3_opcode(header);
    packet->count = hw_pkt3_payload(header);
    packet->compute = header & HW_PKT3_COMPUTE_BIT;
    packet->payload = stream->dwords + offset + 1;
    return true;
}

/* Border colours are written through a window: the sampler's number, then its four values. */
static void config_side_effects(struct sim_state *state, uint32_t address)
{
    const uint32_t sampler = sim_config(state, HW_R_TD_CS_SAMPLER0_BORDER_INDEX);
    if (address < HW_R_TD_CS_SAMPLER0_BORDER_RED || address > HW_R_TD_CS_SAMPLER0_BORDER_ALPHA ||
        sampler >= HW_CS_SAMPLERS)
        return;
    const uint32_t value = sim_config(state, address);
    memcpy(&state->border[sampler][(address - HW_R_TD_CS_SAMPLER0_BORDER_RED) / 4], &value,
           sizeof(value));
}

static void set_config(struct sim_state *state, const struct sim_packet *packet)
{
    for (unsigned i = 1; i < packet->count; i++) {
        const uint32_t reg = packet->payload[0] + i - 1;
        state->config[reg] = packet->payload[i];
        config_side_effects(state, HW_CONFIG_REG_BASE + reg * 4);
    }
}

static void set_context(struct sim_state *state, const struct sim_packet *packet)
{
    for (unsigned i = 1; i < packet->count; i++) {
        const uint32_t reg = packet->payload[0] + i - 1;
        state->context[reg] = packet->payload[i];
        state->context_set[reg] = true;
    }
}

/* Whole ones; compute looks at its own alone. */
static void set_resources(struct sim_state *state, const struct sim_packet *packet)
{
    const uint32_t first = packet->payload[0] / SIM_RESOURCE_DWORDS;
    for (uint32_t i = 0; i < packet->count / SIM_RESOURCE_DWORDS; i++) {
        const uint32_t slot = first + i - HW_CS_RESOURCE_BASE; /* those below are beyond the end */
        if (slot < HW_CS_RESOURCES)
            memcpy(state->resource[slot], packet->payload + 1 + i * SIM_RESOURCE_DWORDS,
                   sizeof(state->resource[slot]));
    }
}

void sim_packet_apply(struct sim_state *state, const struct sim_packet *packet)
{
    const uint32_t *values = packet->payload + 1;
    const size_t bytes = (packet->count - 1) * sizeof(uint32_t);
    if (packet->opcode == HW_PKT3_SET_CONFIG_REG)
        set_config(state, packet);
    if (!packet->compute)
        return; /* lands in the graphics context, which compute does not see */
    switch (packet->opcode) {
    case HW_PKT3_SET_CONTEXT_REG:
        set_context(state, packet);
        break;
    case HW_PKT3_SET_RESOURCE:
        set_resources(state, packet);
        break;
    case HW_PKT3_SET_SAMPLER:
        memcpy(&state->sampler[0][0] + packet->payload[0], values, bytes);
        break;
    case HW_PKT3_SET_LOOP_CONST:
        memcpy(state->loop_const + packet->payload[0], values, bytes);
        break;
    default:
        break;
    }
}
