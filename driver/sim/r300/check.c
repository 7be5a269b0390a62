/* SPDX-License-Identifier: MIT */
/* check.c: refuses streams that the Linux radeon driver refuses on an rv515 (r300.c, r100.c). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/r500/r300.h"
#include "driver/sim/r300/context.h"
#include "driver/sim/r300/memory.h"
#include "driver/sim/r300/r300.h"
#include "driver/sim/stream/checker.h"

static bool __attribute__((format(printf, 3, 4)))
refuse(struct checker *c, const struct r500_packet *packet, const char *format, ...)
{
    const int length =
        snprintf(c->error, SIM_ERROR_SIZE, "command stream, packet at dword %u: ", packet->offset);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(c->error + length, SIM_ERROR_SIZE - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

static bool in_array(uint32_t address, uint32_t first, uint32_t count)
{
    return address >= first && address < first + 4 * count;
}

/* Registers that hold an address, of which the kernel adds the object's. */
static bool has_address(uint32_t address)
{
    return in_array(address, HW_R500_R_TX_OFFSET, HW_R500_TEXTURES) ||
           in_array(address, HW_R500_R_RB3D_COLOROFFSET, HW_R500_TARGETS) ||
           address == HW_R500_R_ZB_DEPTHOFFSET || address == HW_R500_R_ZB_ZPASS_ADDR ||
           address == HW_R500_R_RB3D_AARESOLVE_OFFSET;
}

/* Registers that are neither forbidden nor free. */
static bool is_tracked(uint32_t address)
{
    static const uint32_t single[] = {HW_R500_R_VAP_VF_CNTL,
                                      HW_R500_R_VAP_VTX_SIZE,
                                      HW_R500_R_VAP_VF_MAX_VTX_INDX,
                                      HW_R500_R_VAP_ALT_NUM_VERTICES,
                                      HW_R500_R_SC_SCISSOR1,
                                      HW_R500_R_RB3D_CCTL,
                                      HW_R500_R_ZB_CNTL,
                                      HW_R500_R_ZB_FORMAT,
                                      HW_R500_R_ZB_DEPTHPITCH,
                                      HW_R500_R_TX_ENABLE,
                                      HW_R500_R_ZB_BW_CNTL,
                                      HW_R500_R_SC_HYPERZ_EN,
                                      HW_R500_R_RB3D_BLENDCNTL,
                                      HW_R500_R_RB3D_COLOR_CHANNEL_MASK,
                                      HW_R500_R_RB3D_AARESOLVE_CTL,
                                      HW_R500_R_RB3D_AARESOLVE_PITCH,
                                      R300_R_GB_Z_PEQ_CONFIG,
                                      R300_R_ZB_MASK_OFFSET,
                                      R300_R_ZB_ZMASK_PITCH,
                                      R300_R_ZB_HIZ_OFFSET,
                                      R300_R_ZB_HIZ_PITCH};

    for (size_t i = 0; i < COUNT(single); i++)
        if (address == single[i])
            return true;
    return in_array(address, HW_R500_R_TX_FILTER0, HW_R500_TEXTURES) ||
           in_array(address, HW_R500_R_TX_FORMAT0, HW_R500_TEXTURES) ||
           in_array(address, HW_R500_R_TX_FORMAT1, HW_R500_TEXTURES) ||
           in_array(address, HW_R500_R_TX_FORMAT2, HW_R500_TEXTURES) ||
           in_array(address, HW_R500_R_RB3D_COLORPITCH, HW_R500_TARGETS) || has_address(address);
}

/* HyperZ and CMASK belong to one client at a time, and to none here. */
static bool check_owner(struct checker *c, const struct r500_packet *packet, uint32_t address,
                        uint32_t *value)
{
    static const struct {
        uint32_t address, bits;
        const char *what;
    } rows[] = {{HW_R500_R_RB3D_CCTL, 1u << 10, "CMASK"}, {HW_R500_R_ZB_BW_CNTL, 0x1d, "HyperZ"},
                {R300_R_GB_Z_PEQ_CONFIG, ~0u, "HyperZ"},  {R300_R_ZB_MASK_OFFSET, ~0u, "HyperZ"},
                {R300_R_ZB_ZMASK_PITCH, ~0u, "HyperZ"},   {R300_R_ZB_HIZ_OFFSET, ~0u, "HyperZ"},
                {R300_R_ZB_HIZ_PITCH, ~0u, "HyperZ"}};

    if (address == HW_R500_R_SC_HYPERZ_EN) /* the kernel turns it off */
        *value &= ~1u;

    for (size_t i = 0; i < COUNT(rows); i++)
        if (address == rows[i].address && *value & rows[i].bits)
            return refuse(c, packet, "register 0x%04x is 0x%x: %s belongs to another client",
                          address, *value, rows[i].what);
    return true;
}

static bool relocate(struct checker *c, const struct r500_packet *packet, uint32_t *value,
                     const char *name, struct sim_bo **object)
{
    const uint32_t offset = *value;

    if (!r500_relocate(c, packet->offset, value, name, object))
        return false;
    if (offset && offset >= (*object)->size)
        return refuse(c, packet, "%s is 0x%x, behind the object's %llu bytes", name, offset,
                      (unsigned long long)(*object)->size);
    return true;
}

static bool is_older(const struct checker *c)
{
    return c->chip->family == HW_FAMILY_R300;
}

static bool may_write(const struct checker *c, uint32_t address)
{
    if (is_older(c) && address == HW_R500_R_VAP_ALT_NUM_VERTICES)
        return false;
    return (is_older(c) ? hw_r300_register_is_safe : hw_r500_register_is_safe)(address) ||
           is_tracked(address);
}

/* Formats that chips before R500 lack: colours of 10 bits, blocks of one channel, and of two. */
static bool check_older(struct checker *c, const struct r500_packet *packet, uint32_t address,
                        uint32_t value)
{
    enum { COLOR_2_10_10_10 = 5, BLOCKS_OF_TWO = 0x1f };
    const bool colors = in_array(address, HW_R500_R_RB3D_COLORPITCH, HW_R500_TARGETS) &&
                        HW_GET(value, R500_R_RB3D_COLORPITCH, FORMAT) == COLOR_2_10_10_10;
    const bool one = in_array(address, HW_R500_R_TX_FORMAT2, HW_R500_TEXTURES) &&
                     HW_GET(value, R500_R_TX_FORMAT2, FORMAT_MSB);
    const bool two = in_array(address, HW_R500_R_TX_FORMAT1, HW_R500_TEXTURES) &&
                     HW_GET(value, R500_R_TX_FORMAT1, FORMAT) == BLOCKS_OF_TWO;

    return !(colors || one || two) ||
           refuse(c, packet, "register 0x%04x is 0x%x: a format that R300 lacks", address, value);
}

static bool check_register(struct checker *c, struct r300_memory *m,
                           const struct r500_packet *packet, uint32_t address, uint32_t *value)
{
    struct sim_bo *object = NULL;
    const uint32_t set = *value;
    char name[64];

    if (!hw_r500_register_name(address, name, sizeof(name)))
        snprintf(name, sizeof(name), "0x%04x", address);
    if (address >= HW_R500_REGISTERS_END || !may_write(c, address))
        return refuse(c, packet, "register %s is forbidden", name);
    if (is_older(c) && !check_older(c, packet, address, *value))
        return false;
    if (has_address(address) && !relocate(c, packet, value, name, &object))
        return false;
    const char *why = r300_memory_set(m, address, set, object);
    if (why)
        return refuse(c, packet, "register %s is 0x%x: %s", name, set, why);
    if ((in_array(address, HW_R500_R_RB3D_COLORPITCH, HW_R500_TARGETS) ||
         address == HW_R500_R_ZB_DEPTHPITCH) &&
        !c->keep_tiling)
        return refuse(c, packet, "streams without RADEON_CS_KEEP_TILING_FLAGS are not simulated");
    return check_owner(c, packet, address, value);
}

/* The addresses of arrays of vertices, two of which follow a dword of their sizes. */
static bool check_arrays(struct checker *c, struct r300_memory *m, const struct r500_packet *packet,
                         uint32_t *payload)
{
    const uint32_t count = payload[0] & 0x1f;

    if (!count || count > R300_ARRAYS || packet->count < 1 + (count * 3 + 1) / 2)
        return refuse(c, packet, "%u arrays of vertices in %u dwords", count, packet->count);
    m->arrays = count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *const at = &payload[r300_array_at(i)];

        m->array_dwords[i] = at[0] >> (i % 2 * 16 + 8) & 0x7f;
        if (!relocate(c, packet, &at[1 + i % 2], "an array of vertices", &m->array[i]))
            return false;
    }
    return true;
}

static bool check_draw(struct checker *c, struct r300_memory *m, const struct r500_packet *packet)
{
    if (packet->opcode == HW_R500_PKT3_DRAW_IMMD_2)
        m->embedded = packet->count - 1;
    const char *why = r300_memory_check(m, packet->payload[0]);

    return !why || refuse(c, packet, "%s", why);
}

static bool check_indices(struct checker *c, const struct r500_packet *packet, uint32_t *payload)
{
    struct sim_bo *object;

    if (packet->count != 3)
        return refuse(c, packet, "INDX_BUFFER has %u dwords, not 3", packet->count);
    return relocate(c, packet, &payload[1], "INDX_BUFFER", &object) &&
           (payload[2] + 1 <= object->size ||
            refuse(c, packet, "INDX_BUFFER has %u indices, and its object %llu bytes", payload[2],
                   (unsigned long long)object->size));
}

static bool check_packet3(struct checker *c, struct r300_memory *m,
                          const struct r500_packet *packet, uint32_t *payload)
{
    switch (packet->opcode) {
    case HW_R500_PKT3_NOP:
        return true;
    case R300_PKT3_DRAW_VBUF_2:
    case R300_PKT3_DRAW_INDX_2:
        return check_draw(c, m, packet);
    case R300_PKT3_LOAD_VBPNTR:
        return check_arrays(c, m, packet, payload);
    case R300_PKT3_INDX_BUFFER:
        return check_indices(c, packet, payload);
    case HW_R500_PKT3_DRAW_IMMD_2:
        return (payload[0] >> 4 & 3u) == HW_R500_WALK_EMBEDDED
                   ? check_draw(c, m, packet)
                   : refuse(c, packet, "a draw whose vertices are not in the packet");
    default:
        return refuse(c, packet, "packet 0x%02x is not supported", packet->opcode);
    }
}

static bool check_packet(struct checker *c, struct r300_memory *m, const struct r500_packet *packet)
{
    uint32_t *payload = c->stream->dwords + packet->offset + 1;

    if (packet->type == 3)
        return check_packet3(c, m, packet, payload);
    if (packet->type == 1)
        return refuse(c, packet, "a packet of type 1");
    for (uint32_t i = 0; packet->type == 0 && i < packet->count; i++)
        if (!check_register(c, m, packet, r500_packet_register(packet, i), &payload[i]))
            return false;
    return true;
}

static bool check_packets(struct checker *c, struct r300_memory *m)
{
    struct r500_packet packet = {0};

    if (c->stream->dma)
        return refuse(c, &packet, "R500 has no ring for DMA");
    while (c->next < c->stream->dword_count) {
        r500_packet_read(c->stream, c->next, &packet);
        if (packet.count > c->stream->dword_count - c->next - 1)
            return refuse(c, &packet, "%u dwords of payload run over the end of the stream of %u",
                          packet.count, c->stream->dword_count);
        c->next += 1 + packet.count;
        if (!check_packet(c, m, &packet))
            return false;
    }
    return true;
}

bool r300_check(struct checker *c)
{
    const struct r500_packet none = {0};
    struct r300_memory *m = malloc(sizeof(*m));

    if (!m)
        return refuse(c, &none, "out of memory");
    r300_memory_begin(m, is_older(c));
    const bool sound = check_packets(c, m);
    free(m);
    return sound;
}

static bool is_rectangle(const struct r500_packet *packet)
{
    return packet->opcode == HW_R500_PKT3_DRAW_IMMD_2 &&
           (packet->payload[0] & 0x3f) == (HW_R500_PRIM_QUADS | HW_R500_WALK_EMBEDDED << 4);
}

bool r300_is_of_images(const struct sim_stream *stream)
{
    struct r500_packet packet;
    bool bypass = false, any = false;

    for (uint32_t at = 0; at < stream->dword_count; at += 1 + packet.count) {
        r500_packet_read(stream, at, &packet);
        if (packet.count > stream->dword_count - at - 1)
            return false;
        for (uint32_t i = 0; packet.type == 0 && i < packet.count; i++)
            if (r500_packet_register(&packet, i) == HW_R500_R_VAP_CNTL_STATUS)
                bypass = HW_GET(packet.payload[i], R500_R_VAP_CNTL_STATUS, TCL_BYPASS);
        if (packet.type != 3 || packet.opcode == HW_R500_PKT3_NOP)
            continue;
        if (!bypass || !is_rectangle(&packet))
            return false;
        any = true;
    }
    return any;
}
