/* SPDX-License-Identifier: MIT */
/* cp.c: the command processor: packets one after the other, each done before the next. Flushes and
 * waits therefore have nothing left to do. */
#include "driver/sim/device/cp.h"

#include <stdio.h>
#include <stdlib.h>

static bool execute(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                    struct sim_state *state, char error[SIM_ERROR_SIZE])
{
    struct sim_packet packet;
    for (uint32_t offset = 0; offset < stream->dword_count; offset += packet.count + 1) {
        if (!sim_packet_read(stream, offset, &packet))
            continue;
        sim_packet_apply(state, &packet);
        if (packet.opcode == HW_PKT3_DISPATCH_DIRECT &&
            !sim_dispatch(dispatcher, stream, state, packet.payload, error))
            return false;
    }
    return true;
}

bool sim_cp_run(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                char error[SIM_ERROR_SIZE])
{
    struct sim_state *state = calloc(1, sizeof(*state));
    if (!state) {
        snprintf(error, SIM_ERROR_SIZE, "out of memory");
        return false;
    }
    const bool done = execute(dispatcher, stream, state, error);
    free(state);
    return done;
}
