/* SPDX-License-Identifier: MIT */
/* cs.c: building command streams. */
#include "driver/r600/cs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void r600_cs_finish(struct r600_cs *cs)
{
    free(cs->dwords);
    free(cs->relocs);
    *cs = (struct r600_cs){0};
}

void r600_cs_reset(struct r600_cs *cs)
{
    cs->count = cs->reloc_count = 0;
    cs->failed = false;
}

bool r600_cs_reserve(struct r600_cs *cs, uint32_t more)
{
    if (cs->failed)
        return false;
    if (cs->count + more <= cs->capacity)
        return true;
    uint32_t capacity = (cs->count + more) * 2 + 1024;
    uint32_t *dwords = realloc(cs->dwords, capacity * sizeof(*dwords));
    if (!dwords) {
        cs->failed = true;
        return false;
    }
    cs->dwords = dwords;
    cs->capacity = capacity;
    return true;
}

void r600_cs_emit_array(struct r600_cs *cs, const uint32_t *dwords, uint32_t count)
{
    if (!count || !r600_cs_reserve(cs, count))
        return;
    memcpy(cs->dwords + cs->count, dwords, count * sizeof(*dwords));
    cs->count += count;
}

void r600_cs_packet(struct r600_cs *cs, enum hw_pkt3 opcode, uint32_t payload, bool compute)
{
    r600_cs_emit(cs, hw_pkt3(opcode, payload, compute));
}

void r600_cs_config_regs(struct r600_cs *cs, uint32_t reg, uint32_t count)
{
    assert(count > 0 && reg % 4 == 0 && reg >= HW_CONFIG_REG_BASE && reg < HW_CONTEXT_REG_BASE);
    r600_cs_packet(cs, HW_PKT3_SET_CONFIG_REG, count + 1, false);
    r600_cs_emit(cs, (reg - HW_CONFIG_REG_BASE) / 4);
}

void r600_cs_context_regs(struct r600_cs *cs, uint32_t reg, uint32_t count)
{
    assert(count > 0 && reg % 4 == 0 && reg >= HW_CONTEXT_REG_BASE);
    r600_cs_packet(cs, HW_PKT3_SET_CONTEXT_REG, count + 1, true);
    r600_cs_emit(cs, (reg - HW_CONTEXT_REG_BASE) / 4);
}

void r600_cs_config_reg(struct r600_cs *cs, uint32_t reg, uint32_t value)
{
    r600_cs_config_regs(cs, reg, 1);
    r600_cs_emit(cs, value);
}

void r600_cs_context_reg(struct r600_cs *cs, uint32_t reg, uint32_t value)
{
    r600_cs_context_regs(cs, reg, 1);
    r600_cs_emit(cs, value);
}

/* Index of the object's relocation, made at its first use: the kernel wants each object once. */
static uint32_t reloc_index(struct r600_cs *cs, struct winsys_bo *bo)
{
    for (uint32_t i = 0; i < cs->reloc_count; i++)
        if (cs->relocs[i].bo == bo)
            return i;
    if (cs->reloc_count == cs->reloc_capacity) {
        uint32_t capacity = cs->reloc_capacity * 2 + 16;
        struct winsys_reloc *relocs = realloc(cs->relocs, capacity * sizeof(*relocs));
        if (!relocs) {
            cs->failed = true;
            return UINT32_MAX;
        }
        cs->relocs = relocs;
        cs->reloc_capacity = capacity;
    }
    cs->relocs[cs->reloc_count] = (struct winsys_reloc){.bo = bo};
    return cs->reloc_count++;
}

enum { RELOC_DWORDS = 4 }; /* of the kernel's struct drm_radeon_cs_reloc */

void r600_cs_reloc(struct r600_cs *cs, struct winsys_bo *bo, bool written)
{
    assert(bo); /* an address of nothing */
    uint32_t index = reloc_index(cs, bo);
    if (index == UINT32_MAX)
        return;
    cs->relocs[index].read_domains = WINSYS_DOMAIN_GTT | WINSYS_DOMAIN_VRAM;
    if (written)
        cs->relocs[index].write_domain = WINSYS_DOMAIN_VRAM;
    r600_cs_packet(cs, HW_PKT3_NOP, 1, true);
    r600_cs_emit(cs, index * RELOC_DWORDS);
}
