/* SPDX-License-Identifier: MIT */
/* hazards_test.c: who does not wait is told: for look-ups, for presubtracts, for the ALU. */
#include "driver/sim/r500/tests/program.h"

#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/hw/formats.h"
#include "driver/hw/registers.h"

enum {
    WAIT = HW_SET(R500_CMN, TEX_SEM_WAIT, 1),
    NOP = HW_SET(R500_CMN, NOP, 1),
    ACQUIRE = HW_SET(R500_TEX_INST, TEX_SEM_ACQUIRE, 1),
    UNSCALED = HW_SET(R500_TEX_INST, UNSCALED, 1)
};

static uint32_t x_table[64], y_table[1], z_table[1];
static float texels[64][4];

/* Unit 0 has 64 x 1 texels, each (x, 10 x, 0, 1). */
static int set_up(void **state)
{
    pixels_create(state);
    struct us_texture *texture = &pixels->draw.texture[0];
    for (unsigned x = 0; x < 64; x++) {
        x_table[x] = x * 16;
        texels[x][0] = (float)x;
        texels[x][1] = 10 * (float)x;
        texels[x][3] = 1;
    }
    *texture = (struct us_texture){.bound = true,
                                   .dim = HW_DIM_2D,
                                   .clamp = {HW_CLAMP_EDGE, HW_CLAMP_EDGE, HW_CLAMP_EDGE},
                                   .select = {0, 1, 2, 3}};
    assert_true(sim_texel_format_read(&texture->surface.format, HW_FMT_32_32_32_32_FLOAT,
                                      HW_NUM_FORMAT_NORM, false));
    texture->surface.view = (struct sim_view){(uint8_t *)texels, sizeof(texels), 0, NULL};
    texture->surface.width = 64;
    texture->surface.height = texture->surface.depth = 1;
    texture->surface.x = x_table;
    texture->surface.y = y_table;
    texture->surface.z = z_table;
    texture->surface.linear = true;
    texture->surface.row = texture->surface.slice = sizeof(texels);
    return 0;
}

/* A look-up of t1 at t0, then an output of it. */
static struct program look_and_show(uint32_t tex_cmn, uint32_t inst, uint32_t out_cmn)
{
    struct program program = {0};

    look_up(&program, 0, 1, 0, tex_cmn, inst | UNSCALED);
    output(&program, 1);
    program.words[1][0] = (program.words[1][0] & ~(uint32_t)WAIT) | out_cmn;
    return program;
}

static void test_semaphore(void **state)
{
    struct program program = look_and_show(0, ACQUIRE, WAIT);

    assert_true(run(&program));
    assert_float_equal(out(1, 33), 330, 0);
    program = look_and_show(0, ACQUIRE, 0);
    assert_fault(&program, "instruction 1: temporary 1 is read while");
    program = look_and_show(0, 0, WAIT); /* nothing holds the semaphore */
    assert_fault(&program, "temporary 1 is read while");
}

static void test_two_lookups(void **state)
{
    struct program program = {0};

    /* One acquisition guards this look-up and those before. */
    look_up(&program, 0, 1, 0, 0, UNSCALED);
    look_up(&program, 0, 2, 0, WAIT, UNSCALED | ACQUIRE);
    output(&program, 1);
    assert_true(run(&program));
    /* And not those behind: */
    program = (struct program){0};
    look_up(&program, 0, 1, 0, WAIT, UNSCALED | ACQUIRE);
    look_up(&program, 0, 2, 0, 0, UNSCALED);
    output(&program, 2);
    assert_fault(&program, "temporary 2 is read while");
    /* There is one semaphore. */
    program = (struct program){0};
    look_up(&program, 0, 1, 0, 0, UNSCALED | ACQUIRE);
    look_up(&program, 0, 2, 0, 0, UNSCALED | ACQUIRE);
    output(&program, 2);
    assert_fault(&program, "acquired again");
    program.words[1][0] |= WAIT;
    assert_true(run(&program));
}

static void test_other_accesses(void **state)
{
    struct program program = {0};

    /* The look-up may come after this write, so that it is lost. */
    look_up(&program, 0, 1, 0, 0, UNSCALED | ACQUIRE);
    set_all(&program, 1, 1);
    output(&program, 0);
    assert_fault(&program, "temporary 1 is written while");
    /* Coordinates of the next one. */
    program = (struct program){0};
    look_up(&program, 0, 1, 0, 0, UNSCALED | ACQUIRE);
    look_up(&program, 0, 2, 1, 0, UNSCALED);
    output(&program, 0);
    assert_fault(&program, "temporary 1 is read while");
    /* At the end. */
    program = (struct program){0};
    look_up(&program, 0, 1, 0, 0, UNSCALED);
    output(&program, 0);
    assert_fault(&program, "ends while a texture look-up has not written temporary 1");
}

static void test_presubtract(void **state)
{
    struct program program = {0};

    set_all(&program, 1, 3);
    ALU(&program,
        .rgb = {.src = {T(1)},
                .srcp = HW_R500_SRCP_INV,
                .a = ALL(HW_R500_SEL_SRCP),
                .b = ONE,
                .c = ZERO,
                .dest = 2,
                .wmask = 7},
        .alpha = {.a = ZERO, .b = ZERO, .c = ZERO});
    output(&program, 2);
    assert_fault(&program, "needs the flag NOP there");
    program.words[0][0] |= NOP;
    assert_true(run(&program));
    assert_float_equal(out(0, 0), -2, 0);
}

/* Other channels of the same temporary need not be waited for. */
static void test_channels(void **state)
{
    struct program program = {0};

    look_up(&program, 0, 0, 0, 0, UNSCALED | ACQUIRE);
    program.words[0][0] = (program.words[0][0] & ~(15u << 11)) | 4u << 11; /* blue alone */
    ALU(&program,
        .rgb = {.src = {T(0)}, .a = ONE_OF(0, 1), .b = ONE, .c = ZERO, .dest = 1, .wmask = 7},
        .alpha = {.a = ZERO, .b = ZERO, .c = ZERO});
    output(&program, 1);
    assert_true(run(&program));
    program.words[1][3] = (program.words[1][3] & ~(7u << 2)) | 2u << 2; /* red takes blue */
    assert_fault(&program, "temporary 0 is read while");
}

static void test_flow_waits(void **state)
{
    const uint32_t by_result = HW_SET(R500_FC_INST, JUMP_FUNC, HW_R500_JUMP_NOT_RESULT);
    struct program program = {0};

    flow(&program, HW_R500_FC_JUMP, by_result, HW_SET(R500_FC_ADDR, JUMP_ADDR, 1));
    output(&program, 0);
    assert_fault(&program, "by an ALU result that no instruction has written");
    program = (struct program){0};
    ALU(&program, .rgb = {.a = ZERO, .b = ZERO, .c = ZERO},
        .alpha = {.a = ZERO, .b = ZERO, .c = ZERO}, .writes_result = true);
    flow(&program, HW_R500_FC_JUMP, by_result, HW_SET(R500_FC_ADDR, JUMP_ADDR, 2));
    output(&program, 0);
    assert_true(run(&program));
    program.words[1][0] &= ~(uint32_t)HW_SET(R500_CMN, ALU_WAIT, 1);
    assert_fault(&program, "without ALU_WAIT");
}

int main(void)
{
    return RUN_TESTS_BETWEEN(set_up, pixels_destroy, cmocka_unit_test, test_semaphore,
                             test_two_lookups, test_other_accesses, test_presubtract, test_channels,
                             test_flow_waits);
}
