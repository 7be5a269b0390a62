/* SPDX-License-Identifier: MIT */
/* relocate.c: addresses of objects, which NOP packets behind a packet name. */
#include <stdio.h>

#include "driver/sim/r500/state.h"
#include "driver/sim/stream/checker.h"

static bool refuse(struct checker *c, uint32_t offset, const char *name, const char *why)
{
    snprintf(c->error, SIM_ERROR_SIZE, "command stream, packet at dword %u: %s %s", offset, name,
             why);
    return false;
}

bool r500_relocate(struct checker *c, uint32_t offset, uint32_t *value, const char *name,
                   struct sim_bo **object)
{
    const struct sim_stream *stream = c->stream;
    char why[128];

    if (!sim_check_is_reloc(c)) {
        snprintf(why, sizeof(why),
                 "needs a relocation, but no NOP packet with one follows at dword %u", c->next);
        return refuse(c, offset, name, why);
    }
    const uint32_t index = stream->dwords[c->next + 1] / 4;
    if ((c->strict && stream->dwords[c->next + 1] % 4) || index >= c->reloc_count) {
        snprintf(why, sizeof(why), "has relocation %u, which does not exist: there are %u", index,
                 c->reloc_count);
        return refuse(c, offset, name, why);
    }
    *object = stream->bos[index];
    if ((*object)->address + *value > UINT32_MAX)
        return refuse(c, offset, name, "has an object behind the 4 GiB that R500 reaches");
    *value += (uint32_t)(*object)->address;
    c->next += 1 + hw_pkt3_payload(stream->dwords[c->next]);
    return true;
}
