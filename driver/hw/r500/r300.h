/* SPDX-License-Identifier: MIT */
/* r300.h: what R300 (rc410) has in another form than R500: registers, fragment instructions. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/hw/fields.h"

/* Addresses: HW_R300_R_NAME, of arrays that of the first element. */
enum hw_r300_register {
#define R300_REG(name, address)              HW_R300_R_##name = (address),
#define R300_REG_ARRAY(name, address, count) HW_R300_R_##name = (address),
#define FIELD(reg, field, lo, width)
#include "driver/hw/r500/r300_registers.def"
#undef R300_REG
#undef R300_REG_ARRAY
#undef FIELD
};

/* Fields, for HW_GET(value, R300_R_NAME, FIELD) and HW_GET(word, R300_WORD, FIELD). */
enum hw_r300_field {
#define R300_REG(name, address)
#define R300_REG_ARRAY(name, address, count)
#define FIELD(reg, field, lo, width)                                                               \
    HW_R300_R_##reg##_##field##_LO = (lo), HW_R300_R_##reg##_##field##_WIDTH = (width),
#include "driver/hw/r500/r300_registers.def"
#undef R300_REG
#undef R300_REG_ARRAY
#undef FIELD
#define F(word, field, lo, width)                                                                  \
    HW_##word##_##field##_LO = (lo), HW_##word##_##field##_WIDTH = (width),
#include "driver/hw/r500/r300_fields.def"
#undef F
};

enum {
    HW_R300_NODES = 4,
    HW_R300_ALUS = 64,
    HW_R300_LOOKUPS = 32,
    HW_R300_TEMPS = 32,
    HW_R300_CONSTANTS = 32,
    HW_R300_RS_K0 = 4, /* RS_IP selects: the constants 0 and 1 */
    HW_R300_RS_K1 = 5,
    HW_R300_ORIGIN = 1440, /* where scissors have the pixel 0 (Mesa r300_emit.c) */
};

/* Whether a stream may write any value to a register. */
bool hw_r300_register_is_safe(uint32_t address);
