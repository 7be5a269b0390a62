/* SPDX-License-Identifier: MIT */
/* dma.h: packets of the DMA ring, which copies and fills beside the command processor. Sources of
 * the layouts: Linux evergreend.h, evergreen_cs.c (evergreen_dma_cs_parse); Mesa evergreend.h,
 * evergreen_state.c (evergreen_dma_copy_tile), evergreen_hw_context.c. */
#pragma once

#include <stdint.h>

enum sim_dma_command {
    SIM_DMA_WRITE = 0x2,
    SIM_DMA_COPY = 0x3,
    SIM_DMA_FILL = 0xd,
    SIM_DMA_NOP = 0xf
};
/* Kinds of copies. */
enum { SIM_DMA_DWORDS = 0x00, SIM_DMA_TILED = 0x08, SIM_DMA_BYTES = 0x40 };

static inline unsigned sim_dma_command(uint32_t header)
{
    return header >> 28;
}

static inline unsigned sim_dma_kind(uint32_t header)
{
    return header >> 20 & 0xffu;
}

/* Dwords, or bytes of SIM_DMA_BYTES. */
static inline uint32_t sim_dma_count(uint32_t header)
{
    return header & 0xfffffu;
}

/* Dwords of the packet, its header included; 0 for one that is not known. */
static inline uint32_t sim_dma_length(uint32_t header)
{
    const unsigned kind = sim_dma_kind(header);
    switch (sim_dma_command(header)) {
    case SIM_DMA_WRITE:
        return kind ? 0 : sim_dma_count(header) + 3;
    case SIM_DMA_COPY:
        return kind == SIM_DMA_TILED ? 9 : kind == SIM_DMA_DWORDS || kind == SIM_DMA_BYTES ? 5 : 0;
    case SIM_DMA_FILL:
        return 4;
    case SIM_DMA_NOP:
        return 1;
    default:
        return 0;
    }
}
