/* SPDX-License-Identifier: MIT */
/* Tests of half precision: all halves, and singles between all of them, against the definition of
 * the format (IEEE 754-2008, section 3.4) and the host compiler's _Float16. */

#include <math.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/bits.h"
#include "driver/base/float16.h"

/* Computes the value of a half from its fields; not for infinities and NaN. */
static float value_of(uint32_t half)
{
    const int exponent = half >> 10 & 31, digits = half & 1023;
    const double magnitude = exponent ? ldexp(1024 + digits, exponent - 25) : ldexp(digits, -24);
    return (float)(half & 0x8000 ? -magnitude : magnitude);
}

static void every_half_as_single(void **state)
{
    for (uint32_t half = 0; half < 0x10000; half++) {
        const uint32_t bits = float16_to_bits(half);
        if ((half >> 10 & 31) != 31)
            assert_int_equal(bits, float_bits(value_of(half)));
        else if (half & 1023)
            assert_int_equal(bits, (half & 0x8000) << 16 | 0x7fc00000u | (half & 1023) << 13);
        else
            assert_int_equal(bits, half & 0x8000 ? 0xff800000u : 0x7f800000u);
    }
}

static void every_half_comes_back(void **state)
{
    for (uint32_t half = 0; half < 0x10000; half++) {
        const uint32_t back = float16_from_bits(float16_to_bits(half));
        if ((half & 0x7fff) > 0x7c00)
            assert_int_equal(back, half | 0x200);
        else
            assert_int_equal(back, half);
    }
}

/* Between two neighbours lies one tie, which goes to the even one; what is next to it goes to the
 * nearer one. The neighbour of the largest half is where infinity begins, 2^16. */
static void ties_and_their_neighbours(void **state)
{
    for (uint32_t half = 0; half < 0x7c00; half++) {
        const float above = half == 0x7bff ? 65536.0f : value_of(half + 1);
        const uint32_t tie = float_bits((value_of(half) + above) / 2);
        for (uint32_t sign = 0; sign < 2; sign++) {
            assert_int_equal(float16_from_bits(sign << 31 | (tie - 1)), sign << 15 | half);
            assert_int_equal(float16_from_bits(sign << 31 | tie), sign << 15 | (half + (half & 1)));
            assert_int_equal(float16_from_bits(sign << 31 | (tie + 1)), sign << 15 | (half + 1));
        }
    }
}

/* The steps are odd, so that the low bits of the singles differ: 16.7 million of them. */
static void singles_as_the_host_rounds(void **state)
{
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += 257) {
        const _Float16 expected = (_Float16)bits_float((uint32_t)bits);
        const uint32_t half = float16_from_bits((uint32_t)bits);
        uint16_t host;
        memcpy(&host, &expected, sizeof(host));
        if (isnan(bits_float((uint32_t)bits)))
            assert_int_equal(half, (bits >> 16 & 0x8000) | 0x7e00 | (bits >> 13 & 0x1ff));
        else if (half != host)
            fail_msg("%08x is 0x%04x, not 0x%04x", (unsigned)bits, host, half);
    }
}

/* Floats of 10 and 11 bits (OpenGL 4.6, 2.3.4.3 and 2.3.4.4). */
static void narrow_ones_are_nearest(void **state)
{
    for (unsigned mantissa = 5; mantissa <= 6; mantissa++) {
        const unsigned spare = 10 - mantissa;
        const uint32_t infinity = 31u << mantissa;
        for (uint32_t value = 0; value < infinity; value++) {
            assert_int_equal(float16_narrow(float_bits(value_of(value << spare)), mantissa), value);
            if (value + 1 == infinity)
                continue;
            const uint32_t tie =
                float_bits((value_of(value << spare) + value_of((value + 1) << spare)) / 2);
            assert_int_equal(float16_narrow(tie - 1, mantissa), value);
            assert_int_equal(float16_narrow(tie, mantissa), value + (value & 1));
            assert_int_equal(float16_narrow(tie + 1, mantissa), value + 1);
        }
        assert_int_equal(float16_narrow(float_bits(3e38f), mantissa), infinity - 1);
        assert_int_equal(float16_narrow(float_bits(-1.0f), mantissa), 0);
        assert_int_equal(float16_narrow(float_bits(-INFINITY), mantissa), 0);
        assert_int_equal(float16_narrow(float_bits(INFINITY), mantissa), infinity);
        assert_true(float16_narrow(float_bits(NAN), mantissa) > infinity);
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, every_half_as_single, every_half_comes_back,
                     ties_and_their_neighbours, singles_as_the_host_rounds,
                     narrow_ones_are_nearest);
}
