/* SPDX-License-Identifier: MIT */
/* roots_test.c: the last step of a reciprocal square root gives what doubles give, for all numbers
 * from 1 to 4 and all that the step before can leave. Other normal numbers are one of these times a
 * power of four. Denormal ones are, too: they have fewer digits. */
#include "ci/tests/run_tests.h"
#include "driver/base/bits.h"
#include "driver/sim/lanes/roots.h"

static void test_last_step(void **state)
{
    for (uint32_t bits = float_bits(1.0f); bits < float_bits(4.0f); bits++) {
        const float x = bits_float(bits), right = reciprocal_root(x);
        for (uint32_t unit = 0; unit < 3; unit++) {
            const float root = root_rounded(x, bits_float(float_bits(right) - 1 + unit));
            if (root != right)
                fail_msg("root of %a: %a, not %a", (double)x, (double)root, (double)right);
        }
    }
}

/* Guesses that are off by a part in so many, either way. */
static void test_first_step(void **state)
{
    for (uint32_t bits = float_bits(0x1p-149f); bits < float_bits(INFINITY); bits += 4099) {
        const float x = bits_float(bits), right = reciprocal_root(x);
        assert_true(root_from(x, right * (1 - 0x1p-11f)) == right);
        assert_true(root_from(x, right * (1 + 0x1p-11f)) == right);
    }
}

static void test_quotients(void **state)
{
    for (uint32_t bits = float_bits(1.0f); bits < float_bits(4.0f); bits++) {
        const float x = bits_float(bits);
        if (root_from_quotient(x) != reciprocal_root(x))
            fail_msg("root of %a: %a", (double)x, (double)root_from_quotient(x));
    }
    for (uint32_t bits = 0; bits < float_bits(INFINITY); bits += 4099)
        assert_true(root_from_quotient(bits_float(bits)) == reciprocal_root(bits_float(bits)));
}

static void test_special(void **state)
{
    static const float special[] = {0.0f, -0.0f, INFINITY, -INFINITY, -1.0f, NAN};
    for (unsigned i = 0; i < sizeof(special) / sizeof(special[0]); i++) {
        const float right = reciprocal_root(special[i]);
        assert_int_equal(float_bits(root_from(special[i], right)), float_bits(right));
        const float own = root_from_quotient(special[i]);
        assert_true(float_bits(own) == float_bits(right) || (own != own && right != right));
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_last_step, test_first_step, test_quotients,
                     test_special);
}
