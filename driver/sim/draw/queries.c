/* SPDX-License-Identifier: MIT */
/* queries.c: events that write what was counted. A query of occlusion asks for the pixels that have
 * passed so far when it begins and when it ends (Mesa r600_query.c). */
#include <inttypes.h>
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/sim/draw/context.h"

enum { ZPASS_DONE = 0x15 };

/* A count is written for each render backend: the first one has drawn all. */
struct count {
    uint64_t value; /* the highest bit says that it is there */
    uint64_t other; /* the place of the event at the query's other end */
};

bool draw_event(struct sim_drawing *d, const struct sim_packet *packet)
{
    const uint32_t *p = packet->payload;
    const unsigned event = draw_bits(p[0], 0, 6);
    const uint64_t address = (p[1] & ~7u) | (uint64_t)(p[2] & 0xffu) << 32;
    const unsigned backends = d->dispatcher->config->chip->render_backends;
    const uint64_t bytes = backends * sizeof(struct count) - sizeof(uint64_t);
    const struct sim_bo *bo = sim_stream_find(d->stream, address);
    if (event != ZPASS_DONE)
        return draw_fail(d, "event 0x%x, which writes memory, is not supported", event);
    if (!bo || bytes > bo->size - (address - bo->address))
        return draw_fail(d, "there is no memory for %u counts at address 0x%" PRIx64, backends,
                         address);
    for (unsigned i = 0; i < backends; i++) {
        const uint64_t value = 1ull << 63 | (i ? 0 : d->passed);
        memcpy(bo->map + (address - bo->address) + i * sizeof(struct count), &value, sizeof(value));
    }
    return true;
}
