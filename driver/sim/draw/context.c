/* SPDX-License-Identifier: MIT */
/* context.c: packets of graphics: what they set. */
#include "driver/sim/draw/context.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"

float draw_register_float(const struct sim_drawing *d, uint32_t address)
{
    return bits_float(draw_register(d, address));
}

bool draw_fail(struct sim_drawing *d, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(d->error, SIM_ERROR_SIZE - 256, format, arguments);
    va_end(arguments);
    return false;
}

uint8_t *draw_memory(struct sim_drawing *d, uint64_t address, uint64_t bytes, const char *what)
{
    const struct sim_bo *bo = sim_stream_find(d->stream, address);
    if (bo && bytes <= bo->size - (address - bo->address))
        return bo->map + (address - bo->address);
    draw_fail(d, "there are no %" PRIu64 " bytes of %s at address 0x%" PRIx64, bytes, what,
              address);
    return NULL;
}

static struct sim_drawing *begin(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                                 const struct sim_state *state)
{
    struct sim_drawing *d = calloc(1, sizeof(*d));
    if (!d)
        return NULL;
    d->dispatcher = dispatcher;
    d->stream = stream;
    d->compute = state;
    d->instances = 1;
    return d;
}

static void end(struct sim_drawing *d)
{
    free(d);
}

static void set_resources(struct sim_drawing *d, const struct sim_packet *packet)
{
    const uint32_t first = packet->payload[0] / SIM_RESOURCE_DWORDS;
    for (uint32_t i = 0; i < (packet->count - 1) / SIM_RESOURCE_DWORDS; i++)
        if (first + i < DRAW_RESOURCES)
            memcpy(d->resource[first + i], packet->payload + 1 + i * SIM_RESOURCE_DWORDS,
                   sizeof(d->resource[0]));
}

/* Border colours are written through a window: the sampler's number, then its values. */
static void set_border(struct draw_border *border, uint32_t reg, uint32_t value)
{
    if (reg == 0)
        border->index = value;
    else if (reg <= 4 && border->index < HW_CS_SAMPLERS)
        memcpy(&border->color[border->index][reg - 1], &value, sizeof(value));
}

enum { BORDER_BYTES = DRAW_R_TD_VS_BORDER_INDEX - DRAW_R_TD_PS_BORDER_INDEX };

static void set_config(struct sim_drawing *d, const struct sim_packet *packet)
{
    for (unsigned i = 1; i < packet->count; i++) {
        const uint32_t address = HW_CONFIG_REG_BASE + (packet->payload[0] + i - 1) * 4;
        const uint32_t stage = (address - DRAW_R_TD_PS_BORDER_INDEX) / BORDER_BYTES;
        if (address >= DRAW_R_TD_PS_BORDER_INDEX && stage < COUNT(d->borders))
            set_border(&d->borders[stage], (address - DRAW_R_TD_PS_BORDER_INDEX) % BORDER_BYTES / 4,
                       packet->payload[i]);
    }
}

static void set_ctl_const(struct sim_drawing *d, const struct sim_packet *packet)
{
    for (unsigned i = 1; i < packet->count; i++)
        if (packet->payload[0] + i - 1 < DRAW_CTL_CONSTS)
            d->ctl_const[packet->payload[0] + i - 1] = packet->payload[i];
}

/* A dispatch that the core has run: groups, and their sizes. */
static void count_items(struct sim_drawing *d, const struct sim_packet *packet)
{
    uint64_t items = 1;
    for (uint32_t c = 0; c < 3; c++)
        items *= (uint64_t)packet->payload[c] *
                 sim_context(d->compute, HW_R_SPI_COMPUTE_NUM_THREAD_X + c * 4);
    draw_count(d, DRAW_COUNT_COMPUTE, items);
}

static bool packet(struct sim_drawing *d, const struct sim_packet *packet, char *error)
{
    struct sim_packet own = *packet;
    d->error = error;
    own.compute = true; /* the core's register file serves here, too */
    switch (packet->opcode) {
    case HW_PKT3_SET_CONFIG_REG:
        set_config(d, packet);
        return true;
    case HW_PKT3_SET_RESOURCE:
        set_resources(d, packet);
        return true;
    case HW_PKT3_SET_CTL_CONST:
        set_ctl_const(d, packet);
        return true;
    case HW_PKT3_SET_CONTEXT_REG:
    case HW_PKT3_SET_SAMPLER:
    case HW_PKT3_SET_LOOP_CONST:
        sim_packet_apply(&d->state, &own);
        return true;
    case HW_PKT3_INDEX_TYPE:
        d->index_type = packet->payload[0];
        return true;
    case HW_PKT3_NUM_INSTANCES:
        d->instances = packet->payload[0];
        return true;
    case HW_PKT3_DISPATCH_DIRECT:
        count_items(d, packet);
        return true;
    case HW_PKT3_SET_BASE:
        d->indirect_base = draw_address(packet->payload[1], packet->payload[2]);
        return true;
    case HW_PKT3_INDEX_BASE:
        d->index_base = draw_address(packet->payload[0], packet->payload[1]);
        return true;
    case HW_PKT3_INDEX_BUFFER_SIZE:
        d->index_room = packet->payload[0];
        return true;
    case HW_PKT3_SET_PREDICATION:
        return draw_predicate(d, packet);
    case HW_PKT3_STRMOUT_BUFFER_UPDATE:
        return draw_streamout_update(d, packet);
    case HW_PKT3_COPY_DW:
        return draw_streamout_copy(d, packet);
    case HW_PKT3_DRAW_INDEX:
    case HW_PKT3_DRAW_INDEX_2:
    case HW_PKT3_DRAW_INDEX_AUTO:
    case HW_PKT3_DRAW_INDEX_IMMD:
    case HW_PKT3_DRAW_INDIRECT:
    case HW_PKT3_DRAW_INDEX_INDIRECT:
        return draw_packet(d, packet);
    case HW_PKT3_EVENT_WRITE:
        return draw_event(d, packet);
    default:
        return true;
    }
}

const struct sim_drawer sim_drawer = {begin, packet, end, draw_check};
