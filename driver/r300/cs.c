/* SPDX-License-Identifier: MIT */
/* cs.c: command streams of packets of type 0. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"

#include "driver/r300/r300.h"

enum { RELOC_DWORDS = 4 }; /* of the kernel's struct drm_radeon_cs_reloc */

void r300_cs_reset(struct r300_cs *cs)
{
    cs->count = cs->reloc_count = 0;
    cs->failed = false;
}

void r300_cs_finish(struct r300_cs *cs)
{
    free(cs->dwords);
    *cs = (struct r300_cs){0};
}

static bool reserve(struct r300_cs *cs, uint32_t more)
{
    if (cs->failed || cs->count + more <= cs->room)
        return !cs->failed;
    const uint32_t room = (cs->count + more) * 2 + 1024;
    uint32_t *dwords = realloc(cs->dwords, room * sizeof(*dwords));
    if (!dwords) {
        cs->failed = true;
        return false;
    }
    cs->dwords = dwords;
    cs->room = room;
    return true;
}

void r300_cs_emit(struct r300_cs *cs, const uint32_t *dwords, uint32_t count)
{
    if (!count || !reserve(cs, count))
        return;
    memcpy(cs->dwords + cs->count, dwords, count * sizeof(*dwords));
    cs->count += count;
}

void r300_cs_regs(struct r300_cs *cs, uint32_t address, bool one, const uint32_t *values,
                  uint32_t count)
{
    assert(address % 4 == 0 && address < HW_R500_REGISTERS_END);
    const uint32_t header = hw_r500_pkt0(address, count, one);

    if (!count)
        return;
    r300_cs_emit(cs, &header, 1);
    r300_cs_emit(cs, values, count);
}

void r300_cs_reg(struct r300_cs *cs, uint32_t address, uint32_t value)
{
    r300_cs_regs(cs, address, false, &value, 1);
}

void r300_cs_address(struct r300_cs *cs, uint32_t address, struct winsys_bo *bo, bool written)
{
    uint32_t i = 0;

    while (i < cs->reloc_count && cs->relocs[i].bo != bo)
        i++;
    assert(i < COUNT(cs->relocs));
    if (i == cs->reloc_count)
        cs->relocs[cs->reloc_count++] = (struct winsys_reloc){.bo = bo};
    cs->relocs[i].read_domains = WINSYS_DOMAIN_GTT | WINSYS_DOMAIN_VRAM;
    if (written)
        cs->relocs[i].write_domain = WINSYS_DOMAIN_VRAM;
    r300_cs_reg(cs, address, 0);
    r300_cs_emit(cs, (uint32_t[]){hw_r500_pkt3(HW_R500_PKT3_NOP, 1), i * RELOC_DWORDS}, 2);
}
