/* SPDX-License-Identifier: MIT */
/* lanes_test.c: the lane tables of all host instruction sets give the same bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "driver/sim/lanes.h"

static uint32_t random_bits(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

/* Numbers of all sizes, small integers, and special values. */
static uint32_t interesting(void)
{
    static const uint32_t special[] = {0,          0x80000000, 0x7f800000, 0xff800000,
                                       0x7fc00000, 1,          0x3f800000, ~0u};
    switch (random_bits() % 4) {
    case 0:
        return special[random_bits() % 8];
    case 1:
        return random_bits() % 64;
    case 2:
        return 0x3f000000 + random_bits() % 0x02000000;
    default:
        return random_bits();
    }
}

static bool is_nan(uint32_t bits)
{
    return (bits & 0x7fffffff) > 0x7f800000;
}

static bool same(int op, uint32_t a, uint32_t b)
{
    const unsigned types = hw_alu_info[op].types;
    return a == b || ((types == HW_TYPES_FF || types == HW_TYPES_IF) && is_nan(a) && is_nan(b));
}

static void compare_operation(const struct sim_alu_lanes *first, const struct sim_alu_lanes *other,
                              int op)
{
    static sim_vector source[3], one, two;
    for (unsigned i = 0; i < 3 * SIM_LANES; i++)
        source[i / SIM_LANES][i % SIM_LANES] = interesting();
    first->alu[op](one, source[0], source[1], source[2], SIM_LANES);
    other->alu[op](two, source[0], source[1], source[2], SIM_LANES);
    for (unsigned i = 0; i < SIM_LANES; i++)
        if (!same(op, one[i], two[i]))
            fail_msg("%s(%08x, %08x, %08x): %08x and %08x", hw_alu_info[op].name, source[0][i],
                     source[1][i], source[2][i], one[i], two[i]);
}

static void test_operations(void **state)
{
    const struct sim_lanes *first = sim_lanes_at(0), *other;
    (void)state;
    for (unsigned index = 1; (other = sim_lanes_at(index)); index++)
        for (int op = 0; op < HW_ALU_OP_COUNT; op++)
            for (unsigned round = 0; first->alu->alu[op] && round < 50; round++)
                compare_operation(first->alu, other->alu, op);
}

static void test_masks(void **state)
{
    const struct sim_lanes *lanes;
    (void)state;
    for (unsigned index = 0; (lanes = sim_lanes_at(index)); index++)
        for (unsigned round = 0; round < 100; round++) {
            const uint64_t bits = (uint64_t)random_bits() << 32 | random_bits();
            static sim_vector mask, a, d;
            lanes->alu->expand(mask, bits, SIM_LANES);
            assert_true(lanes->alu->bits(mask, SIM_LANES) == bits);
            lanes->alu->fill(a, 7, SIM_LANES);
            lanes->alu->fill(d, 9, SIM_LANES);
            lanes->alu->blend(d, a, mask, SIM_LANES);
            uint32_t low = ~0u, high = 0;
            for (unsigned i = 0; i < SIM_LANES; i++) {
                const bool set = bits >> i & 1;
                assert_int_equal(mask[i], set ? ~0u : 0u);
                assert_int_equal(d[i], set ? 7 : 9);
                a[i] = random_bits();
                low = set && a[i] < low ? a[i] : low;
                high = set && a[i] > high ? a[i] : high;
            }
            uint32_t min, max;
            lanes->memory->min_max(a, mask, SIM_LANES, &min, &max);
            assert_true(!bits || (min == low && max == high));
        }
}

static void compare_conversions(const struct sim_memory_lanes *first,
                                const struct sim_memory_lanes *other, unsigned kind, unsigned shift,
                                unsigned bits)
{
    static sim_vector source, one, two;
    for (unsigned i = 0; i < SIM_LANES; i++)
        source[i] = interesting();
    first->decode[kind](one, source, shift, bits, SIM_LANES);
    other->decode[kind](two, source, shift, bits, SIM_LANES);
    for (unsigned i = 0; i < SIM_LANES; i++)
        assert_true(one[i] == two[i] || (is_nan(one[i]) && is_nan(two[i])));
    memset(one, 0, sizeof(one));
    memset(two, 0, sizeof(two));
    first->encode[kind](one, source, shift, bits, SIM_LANES);
    other->encode[kind](two, source, shift, bits, SIM_LANES);
    assert_memory_equal(one, two, sizeof(one));
}

static void test_conversions(void **state)
{
    static const uint8_t shapes[][2] = {{0, 8},   {8, 8},  {16, 16}, {0, 32},
                                        {20, 10}, {11, 5}, {24, 8}};
    const struct sim_lanes *first = sim_lanes_at(0), *other;
    (void)state;
    for (unsigned index = 1; (other = sim_lanes_at(index)); index++)
        for (unsigned kind = 0; kind < SIM_CHANNEL_KINDS; kind++)
            for (unsigned s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++)
                if (kind != SIM_CHANNEL_HALF || shapes[s][1] == 16)
                    for (unsigned round = 0; round < 20; round++)
                        compare_conversions(first->memory, other->memory, kind, shapes[s][0],
                                            shapes[s][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_masks),
        cmocka_unit_test(test_conversions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
