/* SPDX-License-Identifier: MIT */
/* chips.c: the chip table. */
#include "driver/hw/chips.h"

#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/isa.h"

const struct hw_chip hw_chips[] = {
    {.name = "cedar",
     .pci_id = 0x68f9,
     .wave_size = 32,
     .shader_engines = 1,
     .simds = 2,
     .quad_pipes = 2,
     .tile_pipes = 2,
     .render_backends = 1,
     .banks = 8,
     .row_bytes = 1024,
     .stack_entries = 256,
     .max_threads = 192,
     .gb_addr_config = 0x02010001,
     .push_before_bug = true},
    {.name = "redwood",
     .pci_id = 0x68d8,
     .wave_size = 64,
     .shader_engines = 1,
     .simds = 5,
     .quad_pipes = 4,
     .tile_pipes = 4,
     .render_backends = 2,
     .banks = 8,
     .row_bytes = 1024,
     .stack_entries = 256,
     .max_threads = 248,
     .gb_addr_config = 0x02010002,
     .vertex_cache = true,
     .push_before_bug = true},
    {.name = "juniper",
     .pci_id = 0x68b8,
     .wave_size = 64,
     .shader_engines = 1,
     .simds = 10,
     .quad_pipes = 4,
     .tile_pipes = 4,
     .render_backends = 4,
     .banks = 8,
     .row_bytes = 1024,
     .stack_entries = 512,
     .max_threads = 248,
     .gb_addr_config = 0x02010002,
     .vertex_cache = true},
    {.name = "cypress",
     .pci_id = 0x6898,
     .wave_size = 64,
     .shader_engines = 2,
     .simds = 10,
     .quad_pipes = 4,
     .tile_pipes = 8,
     .render_backends = 8,
     .banks = 16,
     .row_bytes = 1024,
     .stack_entries = 512,
     .max_threads = 248,
     .gb_addr_config = 0x02011003,
     .vertex_cache = true,
     .fp64 = true,
     .fma = true},
    {.name = "caicos",
     .pci_id = 0x6779,
     .wave_size = 64,
     .shader_engines = 1,
     .simds = 2,
     .quad_pipes = 2,
     .tile_pipes = 2,
     .render_backends = 1,
     .banks = 8,
     .row_bytes = 1024,
     .stack_entries = 256,
     .max_threads = 192,
     .gb_addr_config = 0x02010001,
     .push_before_bug = true},
    {.name = "turks",
     .pci_id = 0x6759,
     .wave_size = 64,
     .shader_engines = 1,
     .simds = 6,
     .quad_pipes = 4,
     .tile_pipes = 4,
     .render_backends = 2,
     .banks = 8,
     .row_bytes = 1024,
     .stack_entries = 256,
     .max_threads = 248,
     .gb_addr_config = 0x02010002,
     .vertex_cache = true,
     .push_before_bug = true},
    {.name = "barts",
     .pci_id = 0x6738,
     .wave_size = 64,
     .shader_engines = 2,
     .simds = 7,
     .quad_pipes = 4,
     .tile_pipes = 8,
     .render_backends = 8,
     .banks = 16,
     .row_bytes = 1024,
     .stack_entries = 512,
     .max_threads = 248,
     .gb_addr_config = 0x02011003,
     .vertex_cache = true,
     .push_before_bug = true},
    {.name = "cayman",
     .pci_id = 0x6718,
     .wave_size = 64,
     .shader_engines = 2,
     .simds = 12,
     .quad_pipes = 4,
     .tile_pipes = 8,
     .render_backends = 8,
     .banks = 16,
     .row_bytes = 1024,
     .stack_entries = 512,
     .max_threads = 256,
     .gb_addr_config = 0x02011003,
     .vliw = HW_VLIW4,
     .fp64 = true,
     .fma = true,
     .nested_push_bug = true},
    {.name = "rv515", .pci_id = 0x7142, .family = HW_FAMILY_R500, .shader_engines = 1, .simds = 4},
};

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
    uint32_t bits = 0;
    while (value > 1) {
        value >>= 1;
        bits++;
    }
    return bits;
}

uint32_t hw_chip_tiling_config(const struct hw_chip *chip)
{
    return log2_of(chip->tile_pipes) | log2_of(chip->banks / 4u) << 4 | 0u << 8 |
           log2_of(chip->row_bytes / 1024u) << 12;
}
