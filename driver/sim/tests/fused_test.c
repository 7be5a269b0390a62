/* SPDX-License-Identifier: MIT */
/* fused_test.c: a product fused with a sum by doubles gives what the C library's fmaf gives. */
#include "ci/tests/run_tests.h"
#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/sim/lanes/fused.h"

enum { ROUNDS = 2000000 };

static void check(uint32_t a, uint32_t b, uint32_t c)
{
    const float x = bits_float(a), y = bits_float(b), z = bits_float(c), right = fmaf(x, y, z),
                own = fused_by_doubles(x, y, z);
    if (float_bits(own) != float_bits(right) && !(isnan(own) && isnan(right)))
        fail_msg("fma(%a, %a, %a): %a, not %a", (double)x, (double)y, (double)z, (double)own,
                 (double)right);
}

static void test_special(void **state)
{
    static const uint32_t special[] = {0,          1,          0x007fffff, 0x00800000, 0x00800001,
                                       0x33800000, 0x33800001, 0x3f7fffff, 0x3f800000, 0x3f800001,
                                       0x4b800000, 0x4b800001, 0x7f7fffff, 0x7f800000, 0x7fc00000,
                                       0x1f800000, 0x20000001};
    const unsigned count = 2 * COUNT(special);
    for (unsigned i = 0; i < count * count * count; i++) {
        const unsigned n[3] = {i % count, i / count % count, i / count / count};
        uint32_t bits[3];
        for (unsigned k = 0; k < 3; k++)
            bits[k] = special[n[k] / 2] | (uint32_t)(n[k] % 2) << 31;
        check(bits[0], bits[1], bits[2]);
    }
}

/* Numbers by chance. In half of the rounds the sum is near half of a last place of the product, or
 * of a denormal number, where a second rounding shows. */
static void test_chance(void **state)
{
    uint64_t seed = 1;
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint32_t bits[3];
        for (unsigned k = 0; k < 3; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            bits[k] = (uint32_t)(seed >> 32);
        }
        if (i % 2) {
            bits[0] = (bits[0] & 0x807ff000) | (i % 4 == 1 ? 0x3f800000 : 0x20000000);
            bits[1] = (bits[1] & 0x807ff000) | (i % 4 == 1 ? 0x3f800000 : 0x1f800000);
            bits[2] = (bits[2] & 0xff800001) | (bits[2] >> 8 & 0x00400000);
        }
        check(bits[0], bits[1], bits[2]);
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_special, test_chance);
}
