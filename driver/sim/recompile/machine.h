/* SPDX-License-Identifier: MIT */
/* machine.h: what objects of one processor have that others have otherwise. All of it is arithmetic
 * on bytes, so that tests of each run on any host. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SIM_STUB_CODE_BYTES = 24 };

struct sim_object_machine {
    uint16_t elf;                           /* EM_ */
    uint8_t stub_code[SIM_STUB_CODE_BYTES]; /* jumps to the address that is stored behind it */
    /* How many bytes a relocation of that type changes; 0: the type is not known. */
    unsigned (*field_bytes)(uint64_t type);
    /* Whether it has the low bits of a distance whose others are in the instruction that its symbol
     * names: place and value are those of that instruction's relocation. NULL: none has. */
    bool (*is_low)(uint64_t type);
    /* Writes the field at `at`, which will run at the address `place`: `value` is that of the
     * symbol with the addend. false: it reaches too far. */
    bool (*relocate)(uint8_t *at, uint64_t type, uint64_t place, uint64_t value);
};

extern const struct sim_object_machine sim_object_x86_64, sim_object_aarch64, sim_object_riscv64;
