/* SPDX-License-Identifier: MIT */
/* stream.c: packets one after the other, each done before the next. */
#include <stdio.h>
#include <stdlib.h>

#include "driver/hw/chips.h"
#include "driver/sim/launch/dispatch.h"
#include "driver/sim/r500/draw.h"
#include "driver/sim/r500/r500.h"

static bool run_packet(const struct sim_lanes *lanes, const struct sim_stream *stream,
                       struct r500_state *state, const struct r500_packet *packet,
                       char error[SIM_ERROR_SIZE])
{
    if (packet->type == 3 && packet->opcode == HW_R500_PKT3_DRAW_IMMD_2)
        return r500_draw(lanes, stream, state, packet, error);
    for (uint32_t i = 0; packet->type == 0 && i < packet->count; i++)
        r500_state_write(state, r500_packet_register(packet, i), packet->payload[i]);
    return true;
}

bool r500_stream_run(const struct sim_lanes *lanes, const struct sim_stream *stream,
                     char error[SIM_ERROR_SIZE])
{
    struct r500_state *state = calloc(1, sizeof(*state));
    struct r500_packet packet;
    bool done = state;

    if (!state)
        snprintf(error, SIM_ERROR_SIZE, "out of memory");
    for (uint32_t at = 0; done && at < stream->dword_count; at += 1 + packet.count) {
        char why[SIM_ERROR_SIZE];
        r500_packet_read(stream, at, &packet);
        done = run_packet(lanes, stream, state, &packet, why);
        if (!done)
            snprintf(error, SIM_ERROR_SIZE, "%.128s: %.1800s", stream->label, why);
    }
    free(state);
    return done;
}

static bool run(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                char error[SIM_ERROR_SIZE])
{
    return r500_stream_run(dispatcher->lanes, stream, error);
}

const struct sim_family r500_family = {HW_FAMILY_R500, r500_stream_check, run};
