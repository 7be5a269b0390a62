/* SPDX-License-Identifier: MIT */
/* resources.c: descriptors of textures, buffers and samplers. */
#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/hw/tiling.h"
#include "driver/sim/draw/registers.h"
#include "driver/sim/r700/translate.h"

enum { TYPE_TEXTURE = 2, TYPE_BUFFER = 3 };

/* A macro tile of R700 has as many bytes in a row of a bank as pipes interleave. */
unsigned r700_bank_width(unsigned bytes)
{
    return bytes == 1 ? 4 : bytes == 2 ? 2 : 1;
}

static void translate_texture(const struct r700 *r, const uint32_t from[R700_RESOURCE_DWORDS],
                              uint32_t to[SIM_RESOURCE_DWORDS])
{
    enum { NO_SPLIT = 6 };
    const unsigned format = r700_bits(from[1], 26, 6);
    const struct hw_format_info *known = hw_format_find(format);
    const unsigned samples = (from[0] & 7u) >= HW_DIM_2D_MSAA ? r700_bits(from[5], 0, 4) : 0;
    const unsigned bytes = (known ? known->bytes : 4u) << samples;
    to[0] = REG_SET(TEX_RESOURCE0, DIM, from[0]) |
            REG_SET(TEX_RESOURCE0, NON_DISP_TILING_ORDER, r700_bits(from[0], 7, 1)) |
            REG_SET(TEX_RESOURCE0, PITCH, r700_bits(from[0], 8, 11)) |
            REG_SET(TEX_RESOURCE0, TEX_WIDTH, r700_bits(from[0], 19, 13));
    to[1] = REG_SET(TEX_RESOURCE1, TEX_HEIGHT, r700_bits(from[1], 0, 13)) |
            REG_SET(TEX_RESOURCE1, TEX_DEPTH, r700_bits(from[1], 13, 13)) |
            REG_SET(TEX_RESOURCE1, ARRAY_MODE, r700_bits(from[0], 3, 4));
    to[2] = from[2];
    to[3] = from[3];
    to[4] = from[4] & ~(3u << 14); /* sizes of requests */
    to[5] = from[5] & 0x3fffffffu;
    to[6] = REG_SET(TEX_RESOURCE6, TILE_SPLIT, NO_SPLIT);
    to[7] = REG_SET(TEX_RESOURCE7, DATA_FORMAT, format) |
            REG_SET(TEX_RESOURCE7, BANK_WIDTH, hw_log2(r700_bank_width(bytes))) |
            REG_SET(TEX_RESOURCE7, NUM_BANKS, hw_log2(r->chip->banks) - 1) |
            REG_SET(TEX_RESOURCE7, TYPE, TYPE_TEXTURE);
}

static void translate_buffer(const uint32_t from[R700_RESOURCE_DWORDS],
                             uint32_t to[SIM_RESOURCE_DWORDS])
{
    enum { CHANNELS = 0 << 3 | 1 << 6 | 2 << 9 | 3 << 12 }; /* as they are */
    to[0] = from[0];
    to[1] = from[1];
    to[2] = from[2];
    to[3] = CHANNELS;
    to[4] = to[5] = to[6] = 0;
    to[7] = REG_SET(TEX_RESOURCE7, TYPE, TYPE_BUFFER);
}

static uint32_t slot_of(uint32_t slot)
{
    return slot < R700_VS_RESOURCES   ? DRAW_PS_RESOURCES + slot
           : slot < R700_FS_RESOURCES ? DRAW_VS_RESOURCES + slot - R700_VS_RESOURCES
           : slot < R700_GS_RESOURCES ? DRAW_FS_RESOURCES + slot - R700_FS_RESOURCES
                                      : DRAW_GS_RESOURCES + slot - R700_GS_RESOURCES;
}

bool r700_set_resources(struct r700 *r, const struct sim_packet *packet)
{
    const uint32_t first = packet->payload[0] / R700_RESOURCE_DWORDS;
    for (uint32_t i = 0; i < (packet->count - 1) / R700_RESOURCE_DWORDS; i++) {
        const uint32_t *from = packet->payload + 1 + i * R700_RESOURCE_DWORDS;
        uint32_t to[SIM_RESOURCE_DWORDS];
        if (from[6] >> 30 == TYPE_TEXTURE)
            translate_texture(r, from, to);
        else
            translate_buffer(from, to);
        if (!r700_set(r, HW_PKT3_SET_RESOURCE, slot_of(first + i) * SIM_RESOURCE_DWORDS, to,
                      SIM_RESOURCE_DWORDS))
            return false;
    }
    return true;
}

/* Levels have six bits behind the point on R700, and eight here. */
bool r700_set_samplers(struct r700 *r, const struct sim_packet *packet)
{
    for (uint32_t i = 1; i < packet->count; i += SIM_SAMPLER_DWORDS) {
        const uint32_t *from = packet->payload + i;
        const uint32_t to[SIM_SAMPLER_DWORDS] = {
            (from[0] & 0x1ffu) | REG_SET(SAMPLER0, XY_MAG_FILTER, r700_bits(from[0], 9, 1)) |
                REG_SET(SAMPLER0, XY_MIN_FILTER, r700_bits(from[0], 12, 1)) |
                REG_SET(SAMPLER0, Z_FILTER, r700_bits(from[0], 15, 2)) |
                REG_SET(SAMPLER0, MIP_FILTER, r700_bits(from[0], 17, 2)) |
                REG_SET(SAMPLER0, BORDER_COLOR_TYPE, r700_bits(from[0], 22, 2)) |
                REG_SET(SAMPLER0, DEPTH_COMPARE_FUNCTION, r700_bits(from[0], 26, 3)),
            REG_SET(SAMPLER1, MIN_LOD, r700_bits(from[1], 0, 10) << 2) |
                REG_SET(SAMPLER1, MAX_LOD, r700_bits(from[1], 10, 10) << 2),
            REG_SET(SAMPLER2, LOD_BIAS, r700_bits(from[1], 20, 12) << 2) |
                REG_SET(SAMPLER2, TYPE, 1),
        };
        if (!r700_set(r, HW_PKT3_SET_SAMPLER, packet->payload[0] + i - 1, to, SIM_SAMPLER_DWORDS))
            return false;
    }
    return true;
}
