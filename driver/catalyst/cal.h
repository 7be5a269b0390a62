/* SPDX-License-Identifier: MIT */
/* cal.h: one kernel's CAL image: an ELF file with code for several machines, of which one is read,
 * and notes on what the code needs. docs/catalyst.md describes both, with the sources. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "driver/catalyst/elf32.h"

enum { CAL_UAVS = 12, CAL_LOOPS = 32, CAL_CONSTANT_BUFFERS = 2 };

/* Where the code finds an unordered access view: a random access target, and fetch resources whose
 * elements have 4, 4, 8 and 16 bytes. A resource of 0 is none. */
struct cal_uav {
    uint32_t used; /* 1 or 0 */
    uint32_t rat, uncached, cached, cached64, cached128;
};

struct cal_loop {
    uint32_t used; /* 1 or 0 */
    uint32_t count, start, step;
};

struct cal_program {
    struct elf32_bytes text;
    uint32_t gprs, stack_entries;
    uint32_t scratch_registers;               /* of 16 bytes, for each work-item */
    uint32_t modes;                           /* the register SQ_PGM_RESOURCES_LS_2 */
    uint32_t return_bytes;                    /* of buffers for what atomics return */
    uint32_t constants[CAL_CONSTANT_BUFFERS]; /* sizes in vectors of 16 bytes */
    struct cal_uav uavs[CAL_UAVS];
    struct cal_loop loops[CAL_LOOPS];
};

/* Reads the code for that machine of the dictionary. NULL, or what is wrong. `program` points into
 * the image. */
const char *cal_read(struct cal_program *program, struct elf32_bytes image, uint32_t machine);
