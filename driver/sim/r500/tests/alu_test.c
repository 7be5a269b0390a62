/* SPDX-License-Identifier: MIT */
/* alu_test.c: what each operation, source, swizzle and modifier of R500's ALUs gives, by the
 * formulas of AMD's CTM guide, section 3.3. */
#include "driver/sim/r500/tests/program.h"

#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/bits.h"

/* Runs one operation of the RGB ALU on constants 0 to 2 and looks at its red. */
static float rgb(unsigned op, float a, float b, float c)
{
    struct program program = {0};
    const float values[] = {a, b, c};

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            pixels->draw.constant[i][k] = values[i];
    ALU(&program,
        .rgb = {.op = op,
                .src = {C(0), C(1), C(2)},
                .a = ALL(0),
                .b = ALL(1),
                .c = ALL(2),
                .dest = 3,
                .wmask = 7},
        .alpha = {.a = ZERO, .b = ZERO, .c = ZERO});
    output(&program, 3);
    assert_true(run(&program));
    return out(0, 17);
}

static float alpha(unsigned op, float a, float b, float c)
{
    struct program program = {0};
    const float values[] = {a, b, c};

    for (int i = 0; i < 3; i++)
        pixels->draw.constant[i][3] = values[i];
    ALU(&program, .rgb = {.a = ZERO, .b = ZERO, .c = ZERO},
        .alpha = {.op = op,
                  .src = {C(0), C(1), C(2)},
                  .a = ONE_OF(0, HW_R500_SWIZ_A),
                  .b = ONE_OF(1, HW_R500_SWIZ_A),
                  .c = ONE_OF(2, HW_R500_SWIZ_A),
                  .dest = 3,
                  .wmask = 1});
    output(&program, 3);
    assert_true(run(&program));
    return out(3, 63);
}

#define ASSERT_FLOAT(actual, expected) assert_float_equal(actual, expected, 0)

static void test_both_alus(void **state)
{
    ASSERT_FLOAT(rgb(HW_R500_RGB_MAD, 3, 5, 7), 22);
    ASSERT_FLOAT(alpha(HW_R500_ALPHA_MAD, 3, 5, -7), 8);
    /* The product is rounded before the sum: 1 + 2^-12 squared has a bit too much. */
    ASSERT_FLOAT(rgb(HW_R500_RGB_MAD, 1 + 0x1p-12f, 1 + 0x1p-12f, -1 - 0x1p-11f), 0);
    ASSERT_FLOAT(rgb(HW_R500_RGB_MIN, 3, -5, 0), -5);
    ASSERT_FLOAT(alpha(HW_R500_ALPHA_MIN, -6, -5, 0), -6);
    ASSERT_FLOAT(rgb(HW_R500_RGB_MAX, 3, -5, 0), 3);
    ASSERT_FLOAT(alpha(HW_R500_ALPHA_MAX, -6, -5, 0), -5);
    ASSERT_FLOAT(rgb(HW_R500_RGB_CND, 1, 2, 0.75f), 1);
    ASSERT_FLOAT(rgb(HW_R500_RGB_CND, 1, 2, 0.5f), 2);
    ASSERT_FLOAT(alpha(HW_R500_ALPHA_CND, 1, 2, 0.5f), 2);
    ASSERT_FLOAT(rgb(HW_R500_RGB_CMP, 1, 2, -0.0f), 1);
    ASSERT_FLOAT(rgb(HW_R500_RGB_CMP, 1, 2, -1e-3f), 2);
    ASSERT_FLOAT(alpha(HW_R500_ALPHA_CMP, 1, 2, 4), 1);
    ASSERT_FLOAT(rgb(HW_R500_RGB_FRC, -1.25f, 0, 0), 0.75f);
    ASSERT_FLOAT(alpha(HW_R500_ALPHA_FRC, 2.25f, 0, 0), 0.25f);
}

static void test_transcendental(void **state)
{
    ASSERT_FLOAT(alpha(HW_R500_ALPHA_EX2, -3, 0, 0), 0.125f);
    ASSERT_FLOAT(alpha(HW_R500_ALPHA_LN2, 32, 0, 0), 5);
    ASSERT_FLOAT(alpha(HW_R500_ALPHA_RCP, 8, 0, 0), 0.125f);
    ASSERT_FLOAT(alpha(HW_R500_ALPHA_RSQ, 16, 0, 0), 0.25f);
    ASSERT_FLOAT(alpha(HW_R500_ALPHA_SIN, 0.25f, 0, 0), 1);
    ASSERT_FLOAT(alpha(HW_R500_ALPHA_COS, 0.5f, 0, 0), -1);
    assert_float_equal(alpha(HW_R500_ALPHA_SIN, 1.0f / 12, 0, 0), 0.5f, 1e-6f);
}

/* One result for all channels, and what the other ALU takes of it. */
static void test_scalar(void **state)
{
    static const struct {
        unsigned op;
        float expected;
    } rows[] = {{HW_R500_RGB_DP3, 1 * 5 + 2 * 6 + 3 * 7},
                {HW_R500_RGB_DP4, 1 * 5 + 2 * 6 + 3 * 7 + 4 * 8},
                {HW_R500_RGB_D2A, 1 * 5 + 2 * 6 + 7}};
    static const float a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};

    memcpy(pixels->draw.constant[0], a, sizeof(a));
    memcpy(pixels->draw.constant[1], b, sizeof(b));
    for (int i = 0; i < 3; i++) {
        struct program program = {0};
        ALU(&program,
            .rgb = {.op = rows[i].op,
                    .src = {C(0), C(1)},
                    .a = ALL(0),
                    .b = ALL(1),
                    .c = ALL(1),
                    .dest = 3,
                    .wmask = 7},
            .alpha = {.op = HW_R500_ALPHA_DP,
                      .src = {C(0), C(1)},
                      .a = ONE_OF(0, HW_R500_SWIZ_A),
                      .b = ONE_OF(1, HW_R500_SWIZ_A),
                      .dest = 3,
                      .wmask = 1});
        output(&program, 3);
        assert_true(run(&program));
        for (unsigned c = 0; c < 4; c++)
            ASSERT_FLOAT(out(c, 5), rows[i].expected);
    }
    struct program program = {0};
    ALU(&program, .rgb = {.op = HW_R500_RGB_SOP, .dest = 3, .wmask = 7},
        .alpha = {.op = HW_R500_ALPHA_RCP, .src = {I(4)}, .a = ONE_OF(0, HW_R500_SWIZ_A)});
    output(&program, 3);
    assert_true(run(&program));
    for (unsigned c = 0; c < 3; c++)
        ASSERT_FLOAT(out(c, 5), 0.25f);
}

/* Sources 0 and 1 are 3 and 8. */
static void test_presubtract(void **state)
{
    static const float expected[] = {[HW_R500_SRCP_BIAS] = -5,
                                     [HW_R500_SRCP_SUB] = 5,
                                     [HW_R500_SRCP_ADD] = 11,
                                     [HW_R500_SRCP_INV] = -2};

    for (unsigned op = 0; op < 4; op++) {
        struct program program = {0};
        ALU(&program,
            .rgb = {.src = {I(3), I(8)},
                    .srcp = op,
                    .a = ALL(HW_R500_SEL_SRCP),
                    .b = ONE,
                    .c = ZERO,
                    .dest = 3,
                    .wmask = 7},
            .alpha = {.src = {I(3), I(8)},
                      .srcp = 3 - op,
                      .a = ONE_OF(HW_R500_SEL_SRCP, HW_R500_SWIZ_A),
                      .b = ONE,
                      .c = ZERO,
                      .dest = 3,
                      .wmask = 1});
        output(&program, 3);
        assert_true(run(&program));
        for (unsigned c = 0; c < 4; c++)
            ASSERT_FLOAT(out(c, 0), expected[c == 3 ? 3 - op : op]);
    }
}

/* t0 is (lane, lane / 4, -lane, 1): alpha of a swizzle comes from the alpha ALU's source, colours
 * of the alpha ALU's from the RGB ALU's. */
static void test_swizzles(void **state)
{
    struct program program = {0};

    pixels->draw.constant[7][3] = 9;
    ALU(&program,
        .rgb = {.src = {T(0)},
                .a = {0, {HW_R500_SWIZ_B, HW_R500_SWIZ_A, HW_R500_SWIZ_HALF}, HW_R500_MOD_NONE},
                .b = {0, {HW_R500_SWIZ_1, HW_R500_SWIZ_1, HW_R500_SWIZ_1}, HW_R500_MOD_NEG},
                .c = ZERO,
                .dest = 3,
                .wmask = 7},
        .alpha = {.src = {C(7)},
                  .a = {0, {HW_R500_SWIZ_B}, HW_R500_MOD_NAB},
                  .b = ONE,
                  .c = HALF,
                  .dest = 3,
                  .wmask = 1});
    output(&program, 3);
    assert_true(run(&program));
    ASSERT_FLOAT(out(0, 20), 20);
    ASSERT_FLOAT(out(1, 20), -9);
    ASSERT_FLOAT(out(2, 20), -0.5f);
    ASSERT_FLOAT(out(3, 20), -19.5f);
}

/* t3 = t0.r * 1 in one ALU instruction with this modifier and clamp. */
static float modified(unsigned omod, bool clamp, float value)
{
    struct program program = {0};

    pixels->draw.constant[0][0] = value;
    ALU(&program,
        .rgb = {.src = {C(0)},
                .op = omod == HW_R500_OMOD_DISABLE ? HW_R500_RGB_MAX : HW_R500_RGB_MAD,
                .a = ONE_OF(0, HW_R500_SWIZ_R),
                .b = omod == HW_R500_OMOD_DISABLE ? ONE_OF(0, HW_R500_SWIZ_R) : ONE,
                .c = ZERO,
                .dest = 3,
                .wmask = 7,
                .omod = omod,
                .clamp = clamp},
        .alpha = {.a = ZERO, .b = ZERO, .c = ZERO});
    ALU(&program, .type = HW_R500_TYPE_OUT,
        .rgb = {.op = HW_R500_RGB_MAX,
                .src = {T(3)},
                .a = ALL(0),
                .b = ALL(0),
                .omask = 7,
                .omod = HW_R500_OMOD_DISABLE},
        .alpha = {.a = ZERO, .b = ZERO, .c = ZERO});
    assert_true(run(&program));
    return out(0, 40);
}

static void test_output_modifiers(void **state)
{
    static const float factors[] = {1, 2, 4, 8, 0.5f, 0.25f, 0.125f};
    const float denormal = 0x1p-130f;

    for (unsigned omod = 0; omod < 7; omod++)
        ASSERT_FLOAT(modified(omod, false, 3), 3 * factors[omod]);
    ASSERT_FLOAT(modified(HW_R500_OMOD_4, true, 3), 1);
    ASSERT_FLOAT(modified(HW_R500_OMOD_1, true, -3), 0);
    ASSERT_FLOAT(modified(HW_R500_OMOD_1, true, 0.25f), 0.25f);
    assert_int_equal(float_bits(modified(HW_R500_OMOD_1, false, -denormal)), 0x80000000u);
    assert_int_equal(float_bits(modified(HW_R500_OMOD_DISABLE, true, -denormal)),
                     float_bits(-denormal));
    assert_int_equal(float_bits(modified(HW_R500_OMOD_1, false, bits_float(0xffc12345))),
                     0x7fffffff);
    assert_int_equal(float_bits(modified(HW_R500_OMOD_DISABLE, false, bits_float(0xffc12345))),
                     0xffc12345);
}

/* Operands are read before results are written, and unwritten channels stay. */
static void test_masks(void **state)
{
    struct program program = {0};

    set_all(&program, 3, 2);
    ALU(&program,
        .rgb = {.src = {T(3)},
                .a = ONE_OF(0, HW_R500_SWIZ_R),
                .b = ONE,
                .c = ONE,
                .dest = 3,
                .wmask = 5},
        .alpha = {.src = {T(3)},
                  .a = ONE_OF(0, HW_R500_SWIZ_R),
                  .b = ONE,
                  .c = ZERO,
                  .dest = 3,
                  .wmask = 1});
    output(&program, 3);
    assert_true(run(&program));
    ASSERT_FLOAT(out(0, 1), 3);
    ASSERT_FLOAT(out(1, 1), 2);
    ASSERT_FLOAT(out(2, 1), 3);
    ASSERT_FLOAT(out(3, 1), 2);
}

/* Predicates of t0.b >= 0 and of lane < 4 choose who writes. */
static void test_predicates(void **state)
{
    struct program program = {0};

    set_all(&program, 3, 1);
    /* r: lane == 0; g: 0 == 0 everywhere; b: lane == 0 */
    ALU(&program,
        .rgb = {.src = {T(0)},
                .a = ALL(0),
                .b = ONE,
                .c = ZERO,
                .omask = 5,
                .target = HW_R500_TEST_EQ},
        .alpha = {.src = {T(0)},
                  .a = ONE_OF(0, HW_R500_SWIZ_R),
                  .b = ONE,
                  .c = {0, {HW_R500_SWIZ_1}, HW_R500_MOD_NEG},
                  .omask = 1,
                  .target = HW_R500_TEST_LT});
    ALU(&program,
        .rgb = {.src = {I(2)},
                .a = ALL(0),
                .b = ONE,
                .c = ZERO,
                .dest = 3,
                .wmask = 7,
                .pred = HW_R500_PRED_RGBA},
        .alpha = {.src = {I(4)},
                  .a = ONE_OF(0, HW_R500_SWIZ_A),
                  .b = ONE,
                  .c = ZERO,
                  .dest = 3,
                  .wmask = 1,
                  .pred = HW_R500_PRED_RRRR,
                  .pred_inv = true});
    output(&program, 3);
    assert_true(run(&program));
    for (unsigned lane = 0; lane < 3; lane++) {
        ASSERT_FLOAT(out(0, lane), lane ? 1 : 2);
        ASSERT_FLOAT(out(1, lane), 1);
        ASSERT_FLOAT(out(3, lane), lane ? 4 : 1);
    }
}

static void test_inline_constants(void **state)
{
    ASSERT_FLOAT(hw_r500_inline_value(0x38), 1);
    ASSERT_FLOAT(hw_r500_inline_value(0x00), 0);
    ASSERT_FLOAT(hw_r500_inline_value(0x01), 0x1p-9f);
    ASSERT_FLOAT(hw_r500_inline_value(0x08), 0x1p-6f);
    ASSERT_FLOAT(hw_r500_inline_value(0x7f), 480);
    for (unsigned code = 0; code < 128; code++)
        assert_int_equal(hw_r500_inline_find(hw_r500_inline_value(code)), code);
    assert_int_equal(hw_r500_inline_find(-1), -1);
    assert_int_equal(hw_r500_inline_find(0.3f), -1);
    assert_int_equal(hw_r500_inline_find(512), -1);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(pixels_create, pixels_destroy, cmocka_unit_test, test_both_alus,
                             test_transcendental, test_scalar, test_presubtract, test_swizzles,
                             test_output_modifiers, test_masks, test_predicates,
                             test_inline_constants);
}
