/* SPDX-License-Identifier: MIT */
/* chips.c: the chip table. */
#include "driver/hw/chips.h"

#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/isa.h"

/* CHIP(name, PCI id, lanes of a wavefront, shader engines, SIMDs, quad pipes, tile pipes, render
 * backends, banks, stack entries, threads, GB_ADDR_CONFIG, other fields...) */
#define CHIP(chip, pci, wave, engines, simd, quads, tiles, backends, bank, stack, threads, ...)    \
    {.name = chip,                                                                                 \
     .pci_id = pci,                                                                                \
     .wave_size = wave,                                                                            \
     .shader_engines = engines,                                                                    \
     .simds = simd,                                                                                \
     .quad_pipes = quads,                                                                          \
     .tile_pipes = tiles,                                                                          \
     .render_backends = backends,                                                                  \
     .banks = bank,                                                                                \
     .row_bytes = 1024,                                                                            \
     .stack_entries = stack,                                                                       \
     .max_threads = threads,                                                                       \
     .gb_addr_config = __VA_ARGS__},

/* clang-format off */
const struct hw_chip hw_chips[] = {
    CHIP("cedar",   0x68f9, 32, 1,  2, 2, 2, 1,  8, 256, 192, 0x02010001, .push_before_bug = true)
    CHIP("redwood", 0x68d8, 64, 1,  5, 4, 4, 2,  8, 256, 248, 0x02010002, .vertex_cache = true, .push_before_bug = true)
    CHIP("juniper", 0x68b8, 64, 1, 10, 4, 4, 4,  8, 512, 248, 0x02010002, .vertex_cache = true)
    CHIP("cypress", 0x6898, 64, 2, 10, 4, 8, 8, 16, 512, 248, 0x02011003, .vertex_cache = true, .fp64 = true, .fma = true)
    CHIP("caicos",  0x6779, 64, 1,  2, 2, 2, 1,  8, 256, 192, 0x02010001, .push_before_bug = true)
    CHIP("turks",   0x6759, 64, 1,  6, 4, 4, 2,  8, 256, 248, 0x02010002, .vertex_cache = true, .push_before_bug = true)
    CHIP("barts",   0x6738, 64, 2,  7, 4, 8, 8, 16, 512, 248, 0x02011003, .vertex_cache = true, .push_before_bug = true)
    CHIP("cayman",  0x6718, 64, 2, 12, 4, 8, 8, 16, 512, 256, 0x02011003, .vliw = HW_VLIW4, .fp64 = true, .fma = true, .nested_push_bug = true)
    CHIP("r600",    0x9400, 64, 1,  4, 4, 8, 4,  8, 256, 192, 0, .family = HW_FAMILY_R600, .vertex_cache = true)
    CHIP("rv770",   0x9440, 64, 1, 10, 4, 8, 4,  8, 256, 248, 0, .family = HW_FAMILY_R700, .vertex_cache = true)
    {.name = "rv515", .pci_id = 0x7142, .family = HW_FAMILY_R500, .shader_engines = 1, .simds = 4},
    {.name = "rc410", .pci_id = 0x5a61, .family = HW_FAMILY_R300, .shader_engines = 1, .simds = 1},
};
/* clang-format on */

const size_t hw_chip_count = COUNT(hw_chips);

const struct hw_chip *hw_chip_find(const char *name)
{
    for (size_t i = 0; i < hw_chip_count; i++)
        if (!strcmp(hw_chips[i].name, name))
            return &hw_chips[i];
    return NULL;
}

const struct hw_chip *hw_chip_find_pci(uint32_t pci_id)
{
    for (size_t i = 0; i < hw_chip_count; i++)
        if (hw_chips[i].pci_id == pci_id)
            return &hw_chips[i];
    return NULL;
}

static uint32_t log2_of(uint32_t value)
{
    return 31u - (uint32_t)__builtin_clz(value | 1u);
}

uint32_t hw_chip_tiling_config(const struct hw_chip *chip)
{
    if (chip->family >= HW_FAMILY_R600)
        return log2_of(chip->tile_pipes) << 1 | log2_of(chip->banks / 4u) << 4;
    return log2_of(chip->tile_pipes) | log2_of(chip->banks / 4u) << 4 | 0u << 8 |
           log2_of(chip->row_bytes / 1024u) << 12;
}
