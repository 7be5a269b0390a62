/* SPDX-License-Identifier: MIT */
/* packets.c: PM4 packets and what SET packets do to the register file. */
#include <string.h>

#include "driver/sim/stream/stream.h"

const char *sim_packet_name(unsigned opcode)
{
    switch (opcode) {
#define PKT3(name, code, least, most, check)                                                       \
    case code:                                                                                     \
        return #name;
#include "driver/hw/packets.def"
#undef PKT3
    default:
        return NULL;
    }
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
