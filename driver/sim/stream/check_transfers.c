/* SPDX-License-Identifier: MIT */
/* check_transfers.c: packets by which the command processor itself reads or writes memory. */
#include <inttypes.h>

#include "driver/sim/stream/checker.h"

/* Adds the address of the next relocation's object to the 40-bit offset in payload[low] and the low
 * byte of payload[high]; bits of `keep` of the low word are no part of the offset. False with the
 * error filled, also when fewer than `bytes` bytes follow in the object (0: not checked). */
static bool relocate(struct checker *c, const char *what, unsigned low, unsigned high,
                     uint32_t keep, uint64_t bytes)
{
    const struct sim_bo *bo = sim_check_reloc(c, what);
    uint32_t *payload = sim_check_payload(c);
    if (!bo)
        return false;
    const uint64_t offset = (payload[low] & ~keep) + ((uint64_t)(payload[high] & 0xffu) << 32);
    if (bytes && (offset > bo->size || bytes > bo->size - offset))
        return sim_check_refuse(c,
                                "%s: %" PRIu64 " bytes at offset 0x%" PRIx64
                                " reach over the end of its object of 0x%" PRIx64 " bytes",
                                what, bytes, offset, bo->size);
    const uint64_t address = bo->address + offset;
    payload[low] = (payload[low] & keep) | ((uint32_t)address & ~keep);
    payload[high] = (payload[high] & ~0xffu) | (uint32_t)(address >> 32 & 0xffu);
    return true;
}

/* Checks both ends of a transfer. The target is memory, the source is memory or one dword in the
 * packet. */
bool sim_check_cp_dma(struct checker *c)
{
    const uint32_t *payload = c->packet.payload;
    const uint32_t info = payload[1], command = payload[4];
    const uint32_t size = REG_GET(command, CP_DMA_COMMAND, BYTE_COUNT);
    const uint32_t source = REG_GET(info, CP_DMA_INFO, SRC_SEL);
    const uint32_t target = REG_GET(info, CP_DMA_INFO, DST_SEL);
    const bool registers = REG_GET(command, CP_DMA_COMMAND, SRC_REGISTER) ||
                           REG_GET(command, CP_DMA_COMMAND, DST_REGISTER);
    if (registers || REG_GET(command, CP_DMA_COMMAND, SRC_FIXED) ||
        REG_GET(command, CP_DMA_COMMAND, DST_FIXED))
        return sim_check_refuse(c, "transfers from or to registers and GDS are not supported");
    if ((source != HW_CP_DMA_MEMORY && source != HW_CP_DMA_DATA) || target != HW_CP_DMA_MEMORY)
        return sim_check_refuse(c, "source %u and destination %u are not both memory, or data",
                                source, target);
    if (source == HW_CP_DMA_DATA && size % 4)
        return sim_check_refuse(c, "a fill of %u bytes is not one of whole dwords", size);
    /* A transfer of nothing still has to lie inside. */
    if (source == HW_CP_DMA_MEMORY && !relocate(c, "the source", 0, 1, 0, size))
        return false;
    return relocate(c, "the destination", 2, 3, 0, size);
}

bool sim_check_mem_write(struct checker *c)
{
    if (c->packet.payload[0] % 8)
        return sim_check_refuse(c, "offset 0x%x is not aligned to 8 bytes", c->packet.payload[0]);
    sim_check_payload(c)[1] &= 0xffu; /* as the kernel: a write of 32 bits is one of 64 */
    return relocate(c, "a write", 0, 1, 0, 8);
}

bool sim_check_wait_reg_mem(struct checker *c)
{
    const uint32_t how = c->packet.payload[0];
    if (REG_GET(how, WAIT_REG_MEM, MEMORY))
        return relocate(c, "a wait for memory", 1, 2, 3, 0);
    if (REG_GET(how, WAIT_REG_MEM, PREFETCHER))
        return sim_check_refuse(c, "the prefetch parser cannot wait for a register");
    return true;
}

bool sim_check_event_write(struct checker *c)
{
    if (c->packet.count == 2)
        return sim_check_refuse(c, "an event has one dword of payload, or three with an address");
    return c->packet.count == 1 || relocate(c, "an event that writes memory", 1, 2, 7, 0);
}

bool sim_check_event_address(struct checker *c)
{
    return relocate(c, "an event that writes memory", 1, 2, 3, 0);
}

bool sim_check_set_append_cnt(struct checker *c)
{
    const uint32_t how = c->packet.payload[0];
    const uint32_t first = (HW_APPEND_COUNT_BASE - HW_CONTEXT_REG_BASE) / 4;
    const uint32_t reg = REG_GET(how, SET_APPEND_CNT, REGISTER);
    if (reg < first || reg >= first + HW_APPEND_COUNTERS)
        return sim_check_refuse(c, "register 0x%x is no append counter",
                                HW_CONTEXT_REG_BASE + reg * 4);
    if (REG_GET(how, SET_APPEND_CNT, SRC_SELECT) != HW_APPEND_FROM_MEMORY)
        return sim_check_refuse(c, "source %u of a counter is not memory (%u)",
                                REG_GET(how, SET_APPEND_CNT, SRC_SELECT),
                                (unsigned)HW_APPEND_FROM_MEMORY);
    return relocate(c, "a counter", 1, 2, 3, 0);
}

bool sim_check_graphics(struct checker *c)
{
    return !c->strict || sim_check_refused(c);
}

/* The arguments of an indirect draw lie in the object of the base. */
static bool check_arguments(struct checker *c)
{
    const uint64_t bytes = c->packet.opcode == HW_PKT3_DRAW_INDIRECT ? 16 : 20;
    return c->packet.payload[0] + bytes <= c->indirect_bytes ||
           sim_check_refuse(c, "its arguments at 0x%x are not in the base of 0x%" PRIx64 " bytes",
                            c->packet.payload[0], c->indirect_bytes);
}

bool sim_check_draw(struct checker *c)
{
    const unsigned opcode = c->packet.opcode, own = opcode == HW_PKT3_DRAW_INDEX_2;
    const bool indexed = opcode == HW_PKT3_DRAW_INDEX || opcode == HW_PKT3_INDEX_BASE || own;
    const bool indirect = opcode == HW_PKT3_DRAW_INDIRECT || opcode == HW_PKT3_DRAW_INDEX_INDIRECT;
    return sim_check_graphics(c) && (!indirect || check_arguments(c)) &&
           (!indexed || relocate(c, "an index buffer", own, own + 1, 0, 0)) && sim_check_colors(c);
}

/* The kernel writes the address of the object alone. */
bool sim_check_set_base(struct checker *c)
{
    uint32_t *payload = sim_check_payload(c);
    payload[1] = payload[2] = 0;
    if (payload[0] != HW_BASE_INDIRECT)
        return sim_check_refuse(c, "there is no base %u", payload[0]);
    if (!sim_check_graphics(c) || !relocate(c, "a base", 1, 2, 0, 0))
        return false;
    c->indirect_bytes = sim_stream_find(c->stream, payload[1] | (uint64_t)payload[2] << 32)->size;
    return true;
}

bool sim_check_predication(struct checker *c)
{
    const uint32_t operation = HW_PREDICATION(c->packet.payload[1]);
    if (operation > HW_PREDICATION_PRIMITIVES)
        return sim_check_refuse(c, "there is no operation %u", operation);
    return sim_check_graphics(c) && (!operation || relocate(c, "a predicate", 0, 1, 0xf, 0));
}

bool sim_check_strmout_update(struct checker *c)
{
    const uint32_t how = c->packet.payload[0];
    return sim_check_graphics(c) &&
           (!(how & HW_STRMOUT_STORE) || relocate(c, "a filled size", 1, 2, 0, 4)) &&
           (HW_STRMOUT_SOURCE(how) != HW_STRMOUT_MEMORY ||
            relocate(c, "a filled size", 3, 4, 0, 4));
}

bool sim_check_copy_dw(struct checker *c)
{
    const uint32_t *payload = c->packet.payload;
    if (payload[0] != 1 || payload[3] != HW_R_VGT_STRMOUT_DRAW_OPAQUE_FILLED / 4)
        return sim_check_refuse(c, "copies other than of a filled size are not supported");
    return sim_check_graphics(c) && relocate(c, "a copy", 1, 2, 3, 4);
}

bool sim_check_surface_sync(struct checker *c)
{
    if (c->packet.payload[1] == 0xffffffffu && !c->packet.payload[2])
        return true;
    return sim_check_reloc(c, "a SURFACE_SYNC of a part of memory") != NULL;
}
