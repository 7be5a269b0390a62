/* SPDX-License-Identifier: MIT */
/* queries.c: events that write what was counted. A query of occlusion asks for the pixels that have
 * passed so far when it begins and when it ends (Mesa r600_query.c). */
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/sim/draw/context.h"

enum {
    ZPASS_DONE = 0x15,
    PIPELINESTAT_START = 25,
    PIPELINESTAT_STOP = 26,
    SAMPLE_PIPELINESTAT = 30,
    STREAMOUTSTATS = 0x20, /* of the first stream; those of others have their numbers */
    OF_CONTINUE = 1u << 31,
    WANT_VISIBLE = 1 << 8
};

/* A count is written for each render backend: the first one has drawn all. */
struct count {
    uint64_t value; /* the highest bit says that it is there */
    uint64_t other; /* the place of the event at the query's other end */
};

static const uint64_t there = 1ull << 63;

static bool count_pixels(struct sim_drawing *d, uint64_t address)
{
    const unsigned backends = d->dispatcher->config->chip->render_backends;
    uint8_t *memory = draw_memory(d, address, backends * sizeof(struct count) - sizeof(uint64_t),
                                  "counts of pixels");
    for (unsigned i = 0; memory && i < backends; i++) {
        const uint64_t value = there | (i ? 0 : d->passed);
        memcpy(memory + i * sizeof(struct count), &value, sizeof(value));
    }
    return memory != NULL;
}

/* Primitives that would have been written come first, then those that were. */
static bool count_primitives(struct sim_drawing *d, uint64_t address, unsigned stream)
{
    const uint64_t counts[2] = {there | d->needed[stream], there | d->written[stream]};
    uint8_t *memory = draw_memory(d, address, sizeof(counts), "counts of primitives");
    if (memory)
        memcpy(memory, counts, sizeof(counts));
    return memory != NULL;
}

static bool count_statistics(struct sim_drawing *d, uint64_t address)
{
    const bool older = d->dispatcher->config->chip->family != HW_FAMILY_EVERGREEN;
    const size_t bytes = (older ? DRAW_COUNT_PATCHES : DRAW_STATISTICS) * sizeof(uint64_t);
    uint8_t *memory = draw_memory(d, address, bytes, "statistics");
    for (size_t i = 0; memory && i < bytes / sizeof(uint64_t); i++) {
        const uint64_t value = there | d->statistic[i];
        memcpy(memory + i * sizeof(value), &value, sizeof(value));
    }
    return memory != NULL;
}

bool draw_event(struct sim_drawing *d, const struct sim_packet *packet)
{
    const uint32_t *p = packet->payload;
    const unsigned event = draw_bits(p[0], 0, 6);
    if (event == PIPELINESTAT_START || event == PIPELINESTAT_STOP)
        d->uncounted = event == PIPELINESTAT_STOP;
    if (packet->count < 3)
        return true;
    const uint64_t address = draw_address(p[1] & ~7u, p[2]);
    if (event == ZPASS_DONE)
        return count_pixels(d, address);
    if (event == SAMPLE_PIPELINESTAT)
        return count_statistics(d, address);
    if (event == STREAMOUTSTATS || (event && event < DRAW_STREAMS))
        return count_primitives(d, address, event % STREAMOUTSTATS);
    return draw_fail(d, "event 0x%x, which writes memory, is not supported", event);
}

/* Whether a pixel passed between both ends of a query, or no primitive was left out. */
static bool is_visible(const uint8_t *memory, bool primitives, unsigned backends)
{
    uint64_t n[4];
    bool visible = false;
    if (primitives) {
        memcpy(n, memory, sizeof(n));
        return n[2] - n[0] == n[3] - n[1];
    }
    for (unsigned i = 0; i < backends; i++) {
        memcpy(n, memory + i * sizeof(struct count), sizeof(struct count));
        visible |= n[0] != n[1];
    }
    return visible;
}

bool draw_predicate(struct sim_drawing *d, const struct sim_packet *packet)
{
    const uint32_t *p = packet->payload;
    const unsigned operation = HW_PREDICATION(p[1]);
    const unsigned backends = d->dispatcher->config->chip->render_backends;
    const bool primitives = operation == HW_PREDICATION_PRIMITIVES;
    struct draw_condition *condition = &d->condition;
    if (operation == HW_PREDICATION_CLEAR) {
        condition->active = false;
        return true;
    }
    const uint64_t bytes = primitives ? 4 * sizeof(uint64_t) : backends * sizeof(struct count);
    const uint8_t *memory = draw_memory(d, draw_address(p[0] & ~0xfu, p[1]), bytes, "a predicate");
    if (!memory)
        return false;
    const bool visible = is_visible(memory, primitives, backends);
    if (!(p[1] & OF_CONTINUE))
        *condition = (struct draw_condition){true, p[1] & WANT_VISIBLE, visible};
    else
        condition->visible =
            primitives ? condition->visible && visible : condition->visible || visible;
    return true;
}
