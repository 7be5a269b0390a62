/* SPDX-License-Identifier: MIT */
/* chips.h: the chips that Rootle knows, as data. Of a chip of R500 what stands below `family` is
 * not set, but for simds (pixel pipes).
 * Source: Linux drivers/gpu/drm/radeon/evergreen.c (evergreen_gpu_init) and ni.c (cayman_gpu_init),
 * Mesa r600_pipe_common.c, LLVM R600Processors.td. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each has another instruction set, registers and limits, and other rooms carry it. */
enum hw_family {
    HW_FAMILY_EVERGREEN,
    HW_FAMILY_R300,
    HW_FAMILY_R500,
    HW_FAMILY_R600,
    HW_FAMILY_R700
};

struct hw_chip {
    const char *name;   /* as LLVM's -mcpu and libclc's files spell it */
    uint32_t pci_id;    /* one PCI device id of the family */
    uint8_t family;     /* enum hw_family */
    uint16_t wave_size; /* lanes of a wavefront */
    uint16_t shader_engines;
    uint16_t simds;      /* per shader engine */
    uint16_t quad_pipes; /* RADEON_INFO_MAX_PIPES */
    uint16_t tile_pipes;
    uint16_t render_backends;
    uint16_t banks;         /* memory banks (MC_ARB_RAMCFG) */
    uint16_t row_bytes;     /* DRAM row, also the default tile split */
    uint16_t stack_entries; /* for one shader stage */
    uint16_t max_threads;
    uint32_t gb_addr_config;
    uint8_t vliw;      /* enum hw_vliw */
    bool vertex_cache; /* else vertex fetches run in TC clauses */
    bool fp64, fma;
    bool push_before_bug; /* ALU_PUSH_BEFORE must be PUSH + ALU on stack-row boundaries */
    bool nested_push_bug; /* ... and in a loop within a loop */
};

extern const struct hw_chip hw_chips[];
extern const size_t hw_chip_count;
#define HW_CHIP_DEFAULT "cypress"
/* The clock that timestamps count in (RADEON_INFO_CLOCK_CRYSTAL_FREQ). */
enum { HW_CLOCK_CRYSTAL_KHZ = 27000 };

/* The chip of that name, or NULL. */
const struct hw_chip *hw_chip_find(const char *name);
/* The chip of that PCI device id, or NULL. */
const struct hw_chip *hw_chip_find_pci(uint32_t pci_id);
/* The radeon kernel interface's tiling word: logarithms of pipes, banks, group and row size. */
uint32_t hw_chip_tiling_config(const struct hw_chip *chip);
