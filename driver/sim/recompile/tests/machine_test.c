/* SPDX-License-Identifier: MIT */
/* machine_test.c: relocations of each processor. Words of aarch64 and
 * riscv64 are what GNU ld has linked. */
#include "driver/sim/recompile/machine.h"

#include <elf.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"

struct row {
    uint64_t type, place, value;
    uint32_t before, after;
};

static const struct row aarch64[] = {
    {R_AARCH64_ADR_PREL_PG_HI21, 0x123454, 0x7654310, 0x90000000, 0xb003a980},
    {R_AARCH64_ADD_ABS_LO12_NC, 0x123458, 0x7654310, 0x91000000, 0x910c4000},
    {R_AARCH64_LDST64_ABS_LO12_NC, 0x12345c, 0x7654310, 0xf9400001, 0xf9418801},
    {R_AARCH64_LDST128_ABS_LO12_NC, 0x123460, 0x7654310, 0x3dc00062, 0x3dc0c462},
    {R_AARCH64_LDST32_ABS_LO12_NC, 0x123464, 0x765431c, 0xb94000a4, 0xb9431ca4},
    {R_AARCH64_LDST16_ABS_LO12_NC, 0x123468, 0x765431e, 0x794000e6, 0x79463ce6},
    {R_AARCH64_LDST8_ABS_LO12_NC, 0x12346c, 0x765431f, 0x39400128, 0x394c7d28},
    {R_AARCH64_CALL26, 0x123470, 0x7abcde0, 0x94000000, 0x95e6665c},
    {R_AARCH64_JUMP26, 0x123474, 0x7abcde0, 0x14000000, 0x15e6665b},
    {R_AARCH64_ADR_PREL_PG_HI21, 0x123478, 0x10000, 0x9000000a, 0xb0fff76a},
    {R_AARCH64_CALL26, 0x12347c, 0x10000, 0x94000000, 0x97fbb2e1},
    {R_AARCH64_PREL32, 0x123480, 0x7654310, 0, 0x07530e90},
};

static const struct row riscv64[] = {
    {R_RISCV_PCREL_HI20, 0x123454, 0x7654310, 0x00000517, 0x07531517},
    {R_RISCV_PCREL_LO12_I, 0x123454, 0x7654310, 0x00050513, 0xebc50513},
    {R_RISCV_PCREL_LO12_I, 0x123454, 0x7654310, 0x00053583, 0xebc53583},
    {R_RISCV_PCREL_LO12_S, 0x123454, 0x7654310, 0x00b53023, 0xeab53e23},
    {R_RISCV_PCREL_LO12_S, 0x123454, 0x7654310, 0x00a52027, 0xeaa52e27},
    {R_RISCV_PCREL_HI20, 0x123468, 0x107f0, 0x00000617, 0xffeed617},
    {R_RISCV_PCREL_LO12_I, 0x123468, 0x107f0, 0x00062683, 0x38862683},
    {R_RISCV_PCREL_LO12_S, 0x123468, 0x107f0, 0x00d62023, 0x38d62423},
    {R_RISCV_ADD32, 0x123484, 0x7654310, 0, 0x07654310},
    {R_RISCV_SUB32, 0x123484, 0x123454, 0x07654310, 0x07530ebc},
};

static const struct row x86_64[] = {
    {R_X86_64_PC32, 0x1000, 0x1800, 0, 0x800},
    {R_X86_64_PLT32, 0x1800, 0x1000, 0, 0xfffff800},
};

static void check_rows(const struct sim_object_machine *machine, const struct row *rows,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t word = rows[i].before;
        assert_int_equal(machine->field_bytes(rows[i].type), 4);
        assert_true(
            machine->relocate((uint8_t *)&word, rows[i].type, rows[i].place, rows[i].value));
        assert_int_equal(word, rows[i].after);
    }
}

static void test_words(void **state)
{
    check_rows(&sim_object_aarch64, aarch64, COUNT(aarch64));
    check_rows(&sim_object_riscv64, riscv64, COUNT(riscv64));
    check_rows(&sim_object_x86_64, x86_64, COUNT(x86_64));
}

/* A call of riscv64 is two instructions, and both change. */
static void test_pairs(void **state)
{
    static const struct {
        uint64_t place, value;
        uint32_t before[2], after[2];
    } calls[] = {{0x123474, 0x7654900, {0x00000097, 0x000080e7}, {0x07531097, 0x48c080e7}},
                 {0x12347c, 0x10804, {0x00000317, 0x00030067}, {0xffeed317, 0x38830067}}};
    assert_int_equal(sim_object_riscv64.field_bytes(R_RISCV_CALL_PLT), 8);
    for (size_t i = 0; i < COUNT(calls); i++) {
        uint32_t words[2] = {calls[i].before[0], calls[i].before[1]};
        assert_true(sim_object_riscv64.relocate((uint8_t *)words, R_RISCV_CALL_PLT, calls[i].place,
                                                calls[i].value));
        assert_memory_equal(words, calls[i].after, sizeof(words));
    }
}

static void test_addresses(void **state)
{
    uint64_t field = 1;
    assert_int_equal(sim_object_aarch64.field_bytes(R_AARCH64_ABS64), 8);
    assert_true(sim_object_aarch64.relocate((uint8_t *)&field, R_AARCH64_ABS64, 0, 0x765431e));
    assert_int_equal(field, 0x765431e);
    assert_int_equal(sim_object_riscv64.field_bytes(R_RISCV_64), 8);
    assert_true(sim_object_riscv64.relocate((uint8_t *)&field, R_RISCV_64, 0, 0x765431c));
    assert_int_equal(field, 0x765431c);
    assert_int_equal(sim_object_x86_64.field_bytes(R_X86_64_64), 8);
    assert_true(sim_object_x86_64.relocate((uint8_t *)&field, R_X86_64_64, 0, UINT64_MAX));
    assert_true(field == UINT64_MAX);
}

static void must_refuse(const struct sim_object_machine *machine, uint64_t type, uint64_t place,
                        uint64_t value)
{
    uint32_t word = 0;
    assert_false(machine->relocate((uint8_t *)&word, type, place, value));
    assert_int_equal(word, 0);
}

/* A jump reaches 128 MiB, a page 4 GiB; loads name whole units, jumps whole instructions.
 * riscv64's halves of a distance reach 2 GiB, less what the lower one adds. */
static void test_too_far(void **state)
{
    const uint64_t at = UINT64_C(1) << 40;
    uint32_t word = 0;
    must_refuse(&sim_object_aarch64, R_AARCH64_CALL26, at, at + (128 << 20));
    assert_true(
        sim_object_aarch64.relocate((uint8_t *)&word, R_AARCH64_CALL26, at, at + (128 << 20) - 4));
    must_refuse(&sim_object_aarch64, R_AARCH64_JUMP26, at, at - (128 << 20) - 4);
    must_refuse(&sim_object_aarch64, R_AARCH64_CALL26, at, at + 2);
    must_refuse(&sim_object_aarch64, R_AARCH64_ADR_PREL_PG_HI21, at, at + (UINT64_C(4) << 30));
    must_refuse(&sim_object_aarch64, R_AARCH64_LDST32_ABS_LO12_NC, at, at + 2);
    must_refuse(&sim_object_aarch64, R_AARCH64_PREL32, at, at + (UINT64_C(2) << 30));
    must_refuse(&sim_object_riscv64, R_RISCV_PCREL_HI20, at, at + (UINT64_C(2) << 30) - 0x800);
    must_refuse(&sim_object_riscv64, R_RISCV_CALL_PLT, at, at - (UINT64_C(2) << 30) - 0x801);
    assert_true(sim_object_riscv64.relocate((uint8_t *)&word, R_RISCV_PCREL_HI20, at,
                                            at - (UINT64_C(2) << 30) - 0x800));
    must_refuse(&sim_object_x86_64, R_X86_64_PC32, at, at + (UINT64_C(2) << 30));
}

/* Nothing here has a table of global addresses, or thread-local ones. */
static void test_unknown(void **state)
{
    assert_int_equal(sim_object_aarch64.field_bytes(R_AARCH64_ADR_GOT_PAGE), 0);
    assert_int_equal(sim_object_aarch64.field_bytes(R_X86_64_PC32), 0);
    assert_int_equal(sim_object_riscv64.field_bytes(R_RISCV_GOT_HI20), 0);
    assert_int_equal(sim_object_riscv64.field_bytes(R_RISCV_ALIGN), 0);
    assert_int_equal(sim_object_x86_64.field_bytes(R_X86_64_GOTPCREL), 0);
    assert_int_equal(sim_object_x86_64.field_bytes(R_AARCH64_CALL26), 0);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_words, test_pairs, test_addresses, test_too_far,
                     test_unknown);
}
