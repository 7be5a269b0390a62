/* SPDX-License-Identifier: MIT */
/* cp.c: the command processor: packets one after the other, each done before the next. Flushes and
 * waits therefore have nothing left to do. */
#include "driver/sim/device/cp.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/sim/stream/checked.h"

static bool draw(struct sim_cp *cp, const struct sim_packet *packet)
{
    const struct sim_drawer *drawer = cp->dispatcher->config->parts.drawer;
    char error[SIM_ERROR_SIZE - 256] = "out of memory";
    if (!drawer)
        return sim_cp_fail(cp, packet, "belongs to graphics, which is not simulated");
    if (!cp->drawing)
        cp->drawing = drawer->begin(cp->dispatcher, cp->stream, cp->state);
    return (cp->drawing && drawer->packet(cp->drawing, packet, error)) ||
           sim_cp_fail(cp, packet, "%s", error);
}

static bool dispatch_direct(struct sim_cp *cp, const struct sim_packet *packet)
{
    if (!packet->compute)
        return sim_cp_fail(cp, packet,
                           "without the compute bit belongs to graphics, which is not simulated");
    if (sim_dispatch(cp->dispatcher, cp->stream, cp->state, packet->payload, cp->error))
        return !cp->drawing || draw(cp, packet); /* which counts its work-items */
    /* Work-groups behind a reported access are run, those of other dispatches too. */
    cp->reported |= !*cp->error;
    return !*cp->error;
}

/* Sets state of graphics. Configuration registers alone, which compute sets too, begin none. */
static bool set_graphics(struct sim_cp *cp, const struct sim_packet *packet)
{
    const bool begins = cp->drawing || packet->opcode != HW_PKT3_SET_CONFIG_REG;
    return !cp->dispatcher->config->parts.drawer || !begins || draw(cp, packet);
}

/* Events are of drawing; those of streams that draw nothing have no result. */
static bool event_write(struct sim_cp *cp, const struct sim_packet *packet)
{
    return !cp->drawing || draw(cp, packet);
}

/* The actions of packets, beside setting registers, by their opcode, which has 8 bits. */
static bool (*const actions[256])(struct sim_cp *cp, const struct sim_packet *packet) = {
    [HW_PKT3_DISPATCH_DIRECT] = dispatch_direct,
    [HW_PKT3_SET_BASE] = draw,
    [HW_PKT3_INDEX_BUFFER_SIZE] = draw,
    [HW_PKT3_SET_PREDICATION... HW_PKT3_INDEX_BASE] = draw,
    [HW_PKT3_INDEX_TYPE... HW_PKT3_DRAW_INDEX_2] = draw,
    [HW_PKT3_COPY_DW] = draw,
    [HW_PKT3_CP_DMA] = sim_cp_dma,
    [HW_PKT3_MEM_WRITE] = sim_cp_mem_write,
    [HW_PKT3_WAIT_REG_MEM] = sim_cp_wait_reg_mem,
    [HW_PKT3_EVENT_WRITE] = event_write,
    [HW_PKT3_EVENT_WRITE_EOP] = sim_cp_event_write_eop,
    [HW_PKT3_EVENT_WRITE_EOS] = sim_cp_event_write_eos,
    [HW_PKT3_SET_APPEND_CNT] = sim_cp_set_append_cnt,
};

/* From a packet on. */
static bool execute(struct sim_cp *cp, uint32_t begin)
{
    assert(begin <= cp->stream->dword_count);
    struct sim_packet packet;
    for (uint32_t offset = begin; offset < cp->stream->dword_count; offset += packet.count + 1) {
        if (!sim_packet_read(cp->stream, offset, &packet))
            continue;
        assert(packet.opcode < COUNT(actions) && packet.count < cp->stream->dword_count - offset);
        sim_packet_apply(cp->state, &packet);
        if (!packet.compute && packet.opcode >= HW_PKT3_SET_CONFIG_REG &&
            !set_graphics(cp, &packet))
            return false;
        if (actions[packet.opcode] && !actions[packet.opcode](cp, &packet))
            return false;
    }
    return true;
}

bool sim_cp_run(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                char error[SIM_ERROR_SIZE])
{
    struct sim_checked *checked = stream->checked;
    struct sim_state state;
    if (!checked)
        memset(&state, 0, sizeof(state));
    struct sim_cp cp = {dispatcher, stream, checked ? &checked->state : &state, error, NULL, false};
    *error = '\0';
    const bool done = execute(&cp, checked ? checked->begin : 0) && !cp.reported;
    if (cp.drawing)
        dispatcher->config->parts.drawer->end(cp.drawing);
    return done;
}
