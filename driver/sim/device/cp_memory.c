/* SPDX-License-Identifier: MIT */
/* cp_memory.c: what the command processor itself reads and writes. Everything before a packet is
 * done when it runs, so events write at once. Sources of the layouts: Mesa evergreend.h,
 * evergreen_state.c, r600_pipe_common.c; Linux evergreend.h. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "driver/hw/chips.h"
#include "driver/sim/device/cp.h"

bool sim_cp_fail(struct sim_cp *cp, const struct sim_packet *packet, const char *format, ...)
{
    const int length = snprintf(cp->error, SIM_ERROR_SIZE,
                                "command stream, %s at dword %u: ", sim_packet_name(packet->opcode),
                                packet->offset);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cp->error + length, SIM_ERROR_SIZE - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* `bytes` bytes at an address of the GPU, or NULL with the error filled. */
static uint8_t *memory_at(struct sim_cp *cp, const struct sim_packet *packet, uint64_t address,
                          uint64_t bytes)
{
    const struct sim_bo *bo = sim_stream_find(cp->stream, address);
    if (bo && bytes <= bo->size - (address - bo->address))
        return bo->map + (address - bo->address);
    sim_cp_fail(cp, packet, "there are no %" PRIu64 " bytes of memory at address 0x%" PRIx64, bytes,
                address);
    return NULL;
}

static uint64_t address_of(uint32_t low, uint32_t high)
{
    return low | (uint64_t)(high & 0xffu) << 32;
}

bool sim_cp_dma(struct sim_cp *cp, const struct sim_packet *packet)
{
    const uint32_t *p = packet->payload;
    const uint32_t size = REG_GET(p[4], CP_DMA_COMMAND, BYTE_COUNT);
    if (REG_GET(p[4], CP_DMA_COMMAND, SRC_SWAP) || REG_GET(p[4], CP_DMA_COMMAND, DST_SWAP))
        return sim_cp_fail(cp, packet, "swapping of bytes is not supported");
    if (!size)
        return true;
    uint8_t *target = memory_at(cp, packet, address_of(p[2], p[3]), size);
    if (!target)
        return false;
    if (REG_GET(p[1], CP_DMA_INFO, SRC_SEL) == HW_CP_DMA_DATA) {
        for (uint32_t i = 0; i < size; i += 4)
            memcpy(target + i, &p[0], 4);
        return true;
    }
    const uint8_t *source = memory_at(cp, packet, address_of(p[0], p[1]), size);
    if (source)
        memmove(target, source, size);
    return source;
}

static bool write_dwords(struct sim_cp *cp, const struct sim_packet *packet, uint64_t address,
                         const uint32_t *values, unsigned count)
{
    uint8_t *target = memory_at(cp, packet, address, count * 4ull);
    if (target)
        memcpy(target, values, count * sizeof(*values));
    return target;
}

bool sim_cp_mem_write(struct sim_cp *cp, const struct sim_packet *packet)
{
    const uint32_t *p = packet->payload;
    return write_dwords(cp, packet, address_of(p[0], p[1]), p + 2, 2);
}

static bool wait_is_over(unsigned function, uint32_t value, uint32_t reference)
{
    enum { LESS = 1, EQUAL = 2, GREATER = 4 };
    static const uint8_t over[8] = {
        7, LESS, LESS | EQUAL, EQUAL, LESS | GREATER, GREATER | EQUAL, GREATER, 7};
    return over[function] & (value < reference ? LESS : value == reference ? EQUAL : GREATER);
}

/* Waits for registers are for units that are idle here. */
bool sim_cp_wait_reg_mem(struct sim_cp *cp, const struct sim_packet *packet)
{
    const uint32_t *p = packet->payload;
    uint32_t value;
    if (!REG_GET(p[0], WAIT_REG_MEM, MEMORY))
        return true;
    const uint8_t *source = memory_at(cp, packet, address_of(p[1] & ~3u, p[2]), 4);
    if (!source)
        return false;
    memcpy(&value, source, sizeof(value));
    return wait_is_over(REG_GET(p[0], WAIT_REG_MEM, FUNCTION), value & p[4], p[3]) ||
           sim_cp_fail(cp, packet,
                       "hangs: memory holds 0x%x, which nothing before this packet will change",
                       value);
}

/* The clock that timestamps count in, HW_CLOCK_CRYSTAL_KHZ ticks a millisecond. */
static uint64_t clock_ticks(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * HW_CLOCK_CRYSTAL_KHZ * 1000u +
           (uint64_t)now.tv_nsec * HW_CLOCK_CRYSTAL_KHZ / 1000000u;
}

bool sim_cp_event_write_eop(struct sim_cp *cp, const struct sim_packet *packet)
{
    const uint32_t *p = packet->payload;
    const uint64_t address = address_of(p[1] & ~3u, p[2]), ticks = clock_ticks();
    const uint32_t clock[2] = {(uint32_t)ticks, (uint32_t)(ticks >> 32)};
    switch (REG_GET(p[2], EVENT_WRITE_EOP, DATA_SEL)) {
    case HW_EOP_NOTHING:
        return true;
    case HW_EOP_DATA_32:
        return write_dwords(cp, packet, address, p + 3, 1);
    case HW_EOP_DATA_64:
        return write_dwords(cp, packet, address, p + 3, 2);
    case HW_EOP_CLOCK:
        return write_dwords(cp, packet, address, clock, 2);
    default:
        return sim_cp_fail(cp, packet, "data select %u is not supported",
                           REG_GET(p[2], EVENT_WRITE_EOP, DATA_SEL));
    }
}

/* Number of the counter whose register lies at a byte address, or -1. */
static int counter_of(uint64_t address)
{
    const uint64_t number = (address - HW_APPEND_COUNT_BASE) / 4;
    return address >= HW_APPEND_COUNT_BASE && number < HW_APPEND_COUNTERS ? (int)number : -1;
}

bool sim_cp_event_write_eos(struct sim_cp *cp, const struct sim_packet *packet)
{
    const uint32_t *p = packet->payload;
    const uint64_t address = address_of(p[1] & ~3u, p[2]);
    const unsigned command = REG_GET(p[2], EVENT_WRITE_EOS, COMMAND);
    const int counter = counter_of(p[3] * 4ull);
    if (command == HW_EOS_DATA_32)
        return write_dwords(cp, packet, address, p + 3, 1);
    if (command != HW_EOS_APPEND_COUNT)
        return sim_cp_fail(cp, packet, "command %u is not supported", command);
    if (counter < 0)
        return sim_cp_fail(cp, packet, "register 0x%" PRIx64 " is no append counter",
                           (uint64_t)p[3] * 4);
    return write_dwords(cp, packet, address, &cp->dispatcher->append_counts[counter], 1);
}

bool sim_cp_set_append_cnt(struct sim_cp *cp, const struct sim_packet *packet)
{
    const uint32_t *p = packet->payload;
    const int counter =
        counter_of(HW_CONTEXT_REG_BASE + REG_GET(p[0], SET_APPEND_CNT, REGISTER) * 4ull);
    const uint8_t *source = memory_at(cp, packet, address_of(p[1] & ~3u, p[2]), 4);
    if (!source || counter < 0)
        return false;
    memcpy(&cp->dispatcher->append_counts[counter], source, 4);
    return true;
}
