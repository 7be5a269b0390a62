/* SPDX-License-Identifier: MIT */
/* machine.c: relocations, and jumps to any address. Facts: the AMD64 supplement of the System V
 * ABI; ELF for the Arm 64-bit Architecture (ARM's ABI, section 5.7), whose group of a page and the
 * twelve bits below it is what the small code model has; RISC-V's ELF psABI, and its unprivileged
 * ISA for instructions. */
#include "driver/sim/recompile/machine.h"

#include <assert.h>
#include <elf.h>
#include <string.h>

static bool put_distance(uint8_t *at, uint64_t place, uint64_t value)
{
    const int64_t distance = (int64_t)(value - place);
    const int32_t field = (int32_t)distance;
    if (distance != field)
        return false;
    memcpy(at, &field, sizeof(field));
    return true;
}

/* ---- x86-64 ---- */

static unsigned x86_64_bytes(uint64_t type)
{
    switch (type) {
    case R_X86_64_64:
        return 8;
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
        return 4;
    default:
        return 0;
    }
}

static bool x86_64_relocate(uint8_t *at, uint64_t type, uint64_t place, uint64_t value)
{
    assert(x86_64_bytes(type));
    if (type != R_X86_64_64)
        return put_distance(at, place, value);
    memcpy(at, &value, sizeof(value));
    return true;
}

/* jmp *18(%rip), unused bytes. */
const struct sim_object_machine sim_object_x86_64 = {.elf = EM_X86_64,
                                                     .stub_code = {0xff, 0x25, 0x12},
                                                     .field_bytes = x86_64_bytes,
                                                     .relocate = x86_64_relocate};

/* ---- aarch64 ---- */

static unsigned aarch64_bytes(uint64_t type)
{
    switch (type) {
    case R_AARCH64_ABS64:
        return 8;
    case R_AARCH64_PREL32:
    case R_AARCH64_ADR_PREL_PG_HI21:
    case R_AARCH64_ADD_ABS_LO12_NC:
    case R_AARCH64_LDST8_ABS_LO12_NC:
    case R_AARCH64_LDST16_ABS_LO12_NC:
    case R_AARCH64_LDST32_ABS_LO12_NC:
    case R_AARCH64_LDST64_ABS_LO12_NC:
    case R_AARCH64_LDST128_ABS_LO12_NC:
    case R_AARCH64_JUMP26:
    case R_AARCH64_CALL26:
        return 4;
    default:
        return 0;
    }
}

/* Puts bits into an instruction, whose other bits stay. */
static void put_bits(uint8_t *at, unsigned first, unsigned count, uint64_t bits)
{
    const uint32_t mask = ((1u << count) - 1) << first;
    uint32_t word;
    memcpy(&word, at, sizeof(word));
    word = (word & ~mask) | ((uint32_t)(bits << first) & mask);
    memcpy(at, &word, sizeof(word));
}

static bool is_signed(int64_t value, unsigned bits)
{
    return value >= -(INT64_C(1) << (bits - 1)) && value < INT64_C(1) << (bits - 1);
}

/* adrp: the distance in pages of 4 KiB, whose two lowest bits lie apart. */
static bool put_pages(uint8_t *at, uint64_t place, uint64_t value)
{
    const int64_t pages = (int64_t)((value & ~UINT64_C(4095)) - (place & ~UINT64_C(4095))) / 4096;
    if (!is_signed(pages, 21))
        return false;
    put_bits(at, 29, 2, (uint64_t)pages & 3);
    put_bits(at, 5, 19, (uint64_t)pages >> 2);
    return true;
}

static bool put_jump(uint8_t *at, uint64_t place, uint64_t value)
{
    const int64_t distance = (int64_t)(value - place);
    if (distance % 4 || !is_signed(distance / 4, 26))
        return false;
    put_bits(at, 0, 26, (uint64_t)(distance / 4));
    return true;
}

/* The place within the page, in units of what the instruction loads. */
static bool put_within_page(uint8_t *at, unsigned unit, uint64_t value)
{
    if (value % unit)
        return false;
    put_bits(at, 10, 12, (value & 4095) / unit);
    return true;
}

static bool aarch64_relocate(uint8_t *at, uint64_t type, uint64_t place, uint64_t value)
{
    assert(aarch64_bytes(type));
    switch (type) {
    case R_AARCH64_ABS64:
        memcpy(at, &value, sizeof(value));
        return true;
    case R_AARCH64_PREL32:
        return put_distance(at, place, value);
    case R_AARCH64_ADR_PREL_PG_HI21:
        return put_pages(at, place, value);
    case R_AARCH64_LDST16_ABS_LO12_NC:
        return put_within_page(at, 2, value);
    case R_AARCH64_LDST32_ABS_LO12_NC:
        return put_within_page(at, 4, value);
    case R_AARCH64_LDST64_ABS_LO12_NC:
        return put_within_page(at, 8, value);
    case R_AARCH64_LDST128_ABS_LO12_NC:
        return put_within_page(at, 16, value);
    case R_AARCH64_JUMP26:
    case R_AARCH64_CALL26:
        return put_jump(at, place, value);
    default: /* an addition, and bytes */
        return put_within_page(at, 1, value);
    }
}

/* ldr x16, .+24; br x16. Calls may change that register (AAPCS64). */
const struct sim_object_machine sim_object_aarch64 = {
    .elf = EM_AARCH64,
    .stub_code = {0xd0, 0x00, 0x00, 0x58, 0x00, 0x02, 0x1f, 0xd6},
    .field_bytes = aarch64_bytes,
    .relocate = aarch64_relocate};

/* ---- riscv64 ---- */

static unsigned riscv64_bytes(uint64_t type)
{
    switch (type) {
    case R_RISCV_64:
    case R_RISCV_CALL:
    case R_RISCV_CALL_PLT:
        return 8;
    case R_RISCV_PCREL_HI20:
    case R_RISCV_PCREL_LO12_I:
    case R_RISCV_PCREL_LO12_S:
    case R_RISCV_ADD32:
    case R_RISCV_SUB32:
        return 4;
    default:
        return 0;
    }
}

static bool riscv64_is_low(uint64_t type)
{
    return type == R_RISCV_PCREL_LO12_I || type == R_RISCV_PCREL_LO12_S;
}

/* The upper twenty bits of a distance, so that the lower twelve, which have a sign, make it whole.
 */
static bool put_upper(uint8_t *at, uint64_t distance)
{
    const int64_t upper = (int64_t)(distance + 0x800) >> 12;
    if (!is_signed(upper, 20))
        return false;
    put_bits(at, 12, 20, (uint64_t)upper & 0xfffff);
    return true;
}

/* Both parts of a distance, in auipc and jalr. */
static bool put_call(uint8_t *at, uint64_t distance)
{
    if (!put_upper(at, distance))
        return false;
    put_bits(at + 4, 20, 12, distance & 0xfff);
    return true;
}

/* A store has its lower bits in two places. */
static void put_lower_of_store(uint8_t *at, uint64_t distance)
{
    put_bits(at, 25, 7, distance >> 5 & 0x7f);
    put_bits(at, 7, 5, distance & 0x1f);
}

/* Tables of jumps have differences of addresses, each by two relocations. */
static void add_to_word(uint8_t *at, uint64_t value)
{
    uint32_t word;
    memcpy(&word, at, sizeof(word));
    word += (uint32_t)value;
    memcpy(at, &word, sizeof(word));
}

static bool riscv64_relocate(uint8_t *at, uint64_t type, uint64_t place, uint64_t value)
{
    assert(riscv64_bytes(type));
    switch (type) {
    case R_RISCV_64:
        memcpy(at, &value, sizeof(value));
        return true;
    case R_RISCV_PCREL_HI20:
        return put_upper(at, value - place);
    case R_RISCV_PCREL_LO12_I:
        put_bits(at, 20, 12, (value - place) & 0xfff);
        return true;
    case R_RISCV_PCREL_LO12_S:
        put_lower_of_store(at, value - place);
        return true;
    case R_RISCV_ADD32:
        add_to_word(at, value);
        return true;
    case R_RISCV_SUB32:
        add_to_word(at, -value);
        return true;
    default: /* a call */
        return put_call(at, value - place);
    }
}

/* auipc t1, 0; ld t1, 24(t1); jr t1. Calls may change that register. */
const struct sim_object_machine sim_object_riscv64 = {
    .elf = EM_RISCV,
    .stub_code = {0x17, 0x03, 0x00, 0x00, 0x03, 0x33, 0x83, 0x01, 0x67, 0x00, 0x03, 0x00},
    .field_bytes = riscv64_bytes,
    .is_low = riscv64_is_low,
    .relocate = riscv64_relocate};
