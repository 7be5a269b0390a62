/* SPDX-License-Identifier: MIT */
/* program_test.c: fragment programs of R300 made by hand: what their words become, and what R300
 * lacks of R500. Expected values are those of Mesa's names in r300_reg.h. */
#include "ci/tests/run_tests.h"
#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/hw/r500/r300.h"
#include "driver/sim/r300/pixels.h"

#include <math.h>
#include <string.h>

static struct r300 r;
static struct r500_state registers;
static struct us_program program;
static struct us_draw draw;
static struct us_wave wave;
static char error[SIM_ERROR_SIZE], wave_error[US_ERROR_SIZE];

enum { RGBA_OUT = 1 << 22, ONE_NODE = 3 /* where a single node stands */ };
/* Arguments: numbers, and sources 0 whole. */
enum { RGB_0 = 20, RGB_1 = 21, ALPHA_0 = 16, ALPHA_1 = 17, ALPHA_SRC0 = 9 };
enum {
    TO_OUTPUT = 7 << 26,
    ALPHA_TO_OUTPUT = 1 << 24,
    RGB_TO_TEMP = 7 << 23,
    ALPHA_TO_TEMP = 1 << 23
};

static int begin(void **state)
{
    memset(&r, 0, sizeof(r));
    memset(&registers, 0, sizeof(registers));
    memset(&draw, 0, sizeof(draw));
    r.state = &registers;
    r.error = error;
    r.older = true;
    error[0] = wave_error[0] = '\0';
    draw.program = &program;
    draw.narrow = true;
    return 0;
}

static void set(uint32_t address, unsigned i, uint32_t value)
{
    registers.reg[address / 4 + i] = value;
}

/* An instruction: addresses, and three arguments, of both halves. */
static void alu(unsigned at, uint32_t rgb_addr, uint32_t alpha_addr, uint32_t rgb, uint32_t alpha)
{
    set(HW_R300_R_US_ALU_RGB_ADDR, at, rgb_addr);
    set(HW_R300_R_US_ALU_ALPHA_ADDR, at, alpha_addr);
    set(HW_R300_R_US_ALU_RGB_INST, at, rgb);
    set(HW_R300_R_US_ALU_ALPHA_INST, at, alpha);
}

static uint32_t three(unsigned a, unsigned b, unsigned c)
{
    return a | b << 7 | c << 14;
}

static bool decode(void)
{
    uint32_t count;

    memset(&program, 0, sizeof(program));
    program.temps = HW_R300_TEMPS;
    program.quads = true;
    return r300_program_translate(&r, &count) &&
           us_decode(&program, registers.code, count, error, sizeof(error));
}

/* Runs the program for pixels whose temporary n is 4 n + 1, and so on, of r, g, b, a. */
static bool run(void)
{
    memset(&wave, 0, sizeof(wave));
    wave.draw = &draw;
    wave.error = wave_error;
    wave.covered = ~0ull;
    r300_program_constants(&r, draw.constant);
    for (unsigned n = 0; n < 4; n++)
        for (unsigned c = 0; c < 4; c++)
            for (unsigned i = 0; i < US_LANES; i++)
                wave.temp[n][c][i] = float_bits((float)(4 * n + c + 1));
    return us_run(&wave);
}

static float out(unsigned c)
{
    return bits_float(wave.output[0][c][5]);
}

static void must_run(void)
{
    if (!decode() || !run())
        fail_msg("%s%s", error, wave_error);
}

static void must_refuse(const char *text)
{
    if (decode())
        fail_msg("it is not refused: %s", text);
    if (!strstr(error, text))
        fail_msg("\"%s\" is not in \"%s\"", text, error);
}

static void test_constants(void **state)
{
    static const struct {
        uint32_t bits;
        float value;
    } rows[] = {{0x3f0000, 1}, {0x400000, 2}, {0xbf8000, -1.5f}, {0, 0}, {0x010000, 0x1p-62f}};
    float constant[HW_R300_CONSTANTS][4];

    for (size_t i = 0; i < COUNT(rows); i++)
        set(HW_R300_R_US_ALU_CONST, (unsigned)i + 9, rows[i].bits);
    r300_program_constants(&r, constant);
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_float_equal(constant[(i + 9) / 4][(i + 9) % 4], rows[i].value, 0);
}

/* A number that an argument's name asks for: source (p: the presubtract) and channel, or itself. */
static float named(char source, char channel)
{
    const unsigned c = channel == 'w' ? 3 : (unsigned)(channel - 'x');

    if (channel == '0' || channel == '1' || channel == 'h')
        return channel == 'h' ? 0.5f : (float)(channel - '0');
    const float first = (float)(c + 1);
    return source == 'p' ? 1 - 2 * first : 4 * (float)(source - '0') + first;
}

static void test_arguments(void **state)
{
    static const char *const rgb[] = {
        "0xyz", "0xxx", "0yyy", "0zzz", "1xyz", "1xxx", "1yyy", "1zzz", "2xyz", "2xxx", "2yyy",
        "2zzz", "0www", "1www", "2www", "pxyz", "pxxx", "pyyy", "pzzz", "pwww", "0000", "0111",
        "0hhh", "0yzx", "1yzx", "2yzx", "0zxy", "1zxy", "2zxy", "0wzy", "1wzy", "2wzy"};
    static const char *const alpha[] = {"0x", "0y", "0z", "1x", "1y", "1z", "2x", "2y", "2z", "0w",
                                        "1w", "2w", "px", "py", "pz", "pw", "00", "01", "0h"};
    enum { SOURCES = 0 | 1 << 6 | 2 << 12 } /* the presubtract is 1 - 2 * source 0 */;

    for (unsigned i = 0; i < COUNT(rgb); i++) {
        const unsigned a = i < COUNT(alpha) ? i : 0;
        begin(state);
        set(HW_R300_R_US_CODE_ADDR, ONE_NODE, RGBA_OUT);
        alu(0, SOURCES | TO_OUTPUT, SOURCES | ALPHA_TO_OUTPUT, three(i, RGB_1, RGB_0),
            three(a, ALPHA_1, ALPHA_0));
        must_run();
        for (unsigned c = 0; c < 3; c++)
            assert_float_equal(out(c), named(rgb[i][0], rgb[i][1 + c]), 0);
        assert_float_equal(out(3), named(alpha[a][0], alpha[a][1]), 0);
    }
}

/* Results have 16 bits of mantissa, without what is behind them, and exponents of 7 bits. */
static void test_widths(void **state)
{
    static const float values[][2] = {
        {1 + 0x1p-16f, 1 + 0x1p-16f},   {1 + 0x1p-17f, 1},
        {1 + 0x1.8p-16f, 1 + 0x1p-16f}, {-1 - 0x1.8p-16f, -1 - 0x1p-16f},
        {0x1.ffff8p63f, 0x1.ffffp63f},  {-0x1p64f, -INFINITY},
        {0x1p-62f, 0x1p-62f},           {0x1.8p-63f, 0}};

    for (size_t i = 0; i < COUNT(values); i++)
        assert_float_equal(us_narrowed(values[i][0]), values[i][1], 0);
    assert_true(isnan(us_narrowed(NAN)));
    assert_true(signbit(us_narrowed(-0x1p-100f)));
    /* The sum of 1 and a half more than its last bit. */
    set(HW_R300_R_US_CODE_ADDR, ONE_NODE, RGBA_OUT);
    set(HW_R300_R_US_ALU_CONST, 0, (63u - 16) << 16 | 0x8000);
    alu(0, 1 << 5 | TO_OUTPUT, ALPHA_TO_OUTPUT, three(0, RGB_1, RGB_1), three(ALPHA_0, ALPHA_0, 0));
    must_run();
    assert_float_equal(out(0), 1 + 0x1p-16f, 0);
}

/* A texel is twice its coordinate. */
static bool sample(struct us_wave *w, const struct us_tex *tex, const uint32_t *const coordinate[4],
                   sim_vector texel[4])
{
    for (unsigned c = 0; c < 4; c++)
        for (unsigned i = 0; i < US_LANES; i++)
            texel[c][i] = float_bits(2 * bits_float(coordinate[c][i]));
    return tex->unit == 3 || us_fail(w, "unit %u", tex->unit);
}

/* The first node computes t1 = t0 + 1, the second looks t2 up there, and writes it. */
static void test_nodes(void **state)
{
    enum { LOOK_UP = 1 | 2 << 6 | 3 << 11 | HW_R500_TEX_LD << 15 };

    draw.sample = sample;
    set(HW_R300_R_US_CONFIG, 0, 1);
    set(HW_R300_R_US_CODE_OFFSET, 0, 5 | 7 << 13); /* of arithmetic, and of look-ups */
    set(HW_R300_R_US_CODE_ADDR, 2, 0);
    set(HW_R300_R_US_CODE_ADDR, 3, 1 | 2 << 12 | RGBA_OUT);
    set(HW_R300_R_US_TEX_INST, 9, LOOK_UP);
    alu(5, 0 | 1 << 18 | RGB_TO_TEMP, 0 | 1 << 18 | ALPHA_TO_TEMP, three(0, RGB_1, RGB_1),
        three(ALPHA_SRC0, ALPHA_1, ALPHA_1));
    alu(6, 2 | TO_OUTPUT, 2 | ALPHA_TO_OUTPUT, three(0, RGB_1, RGB_0),
        three(ALPHA_SRC0, ALPHA_1, ALPHA_0));
    must_run();
    for (unsigned c = 0; c < 4; c++)
        assert_float_equal(out(c), 2 * (c + 2), 0);
    /* Without its look-up, the first node of two has what the second one has not. */
    set(HW_R300_R_US_CONFIG, 0, 1 | 1 << 3);
    set(HW_R300_R_US_TEX_INST, 7, 0 | 0 << 6 | 3 << 11 | HW_R500_TEX_LD << 15);
    must_run();
    for (unsigned c = 0; c < 4; c++)
        assert_float_equal(out(c), 2 * (2 * (c + 1) + 1), 0);
}

/* A presubtract of what the instruction before has written, but for channels that are not. */
static void test_presubtracts(void **state)
{
    enum { SRCP_XYZ = 15, X = 1 << 23, Y = 2 << 23, TO_1 = 1 << 18 };

    set(HW_R300_R_US_CODE_ADDR, ONE_NODE, 1 << 6);
    alu(0, TO_1 | Y, 0, three(0, RGB_1, RGB_0), three(ALPHA_0, ALPHA_0, ALPHA_0));
    alu(1, 1 | X, 0, three(SRCP_XYZ, RGB_1, RGB_0), three(ALPHA_0, ALPHA_0, ALPHA_0));
    must_run();
    alu(1, 1 | Y, 0, three(SRCP_XYZ, RGB_1, RGB_0), three(ALPHA_0, ALPHA_0, ALPHA_0));
    assert_true(decode());
    assert_false(run());
    assert_non_null(strstr(wave_error, "it needs the flag NOP"));
    alu(0, TO_1 | Y, 0, three(0, RGB_1, RGB_0) | 1u << 31, three(ALPHA_0, ALPHA_0, ALPHA_0));
    must_run();
}

static void test_refusals(void **state)
{
    enum { SIN = 12 << 23, MDH = 11u << 23, AS_IT_IS = 7 << 27 };

    set(HW_R300_R_US_CODE_ADDR, ONE_NODE, RGBA_OUT);
    alu(0, 0, 0, MDH, 0);
    must_refuse("are none");
    alu(0, 0, 0, 0, SIN);
    must_refuse("are none");
    alu(0, 0, 0, AS_IT_IS, 0);
    must_refuse("are none");
    alu(0, 0, 0, 0, three(19, 0, 0));
    must_refuse("takes a channel that there is not");
    alu(0, 0, 0, three(RGB_0, RGB_0, RGB_0), three(ALPHA_0, ALPHA_0, ALPHA_0));
    set(HW_R300_R_US_CODE_OFFSET, 0, 1);
    set(HW_R300_R_US_CODE_ADDR, ONE_NODE, RGBA_OUT | 63);
    must_refuse("ALU instruction 64");
    set(HW_R300_R_US_CODE_OFFSET, 0, 1 << 13);
    set(HW_R300_R_US_CODE_ADDR, ONE_NODE, 31 << 12);
    set(HW_R300_R_US_CONFIG, 0, 1 << 3);
    must_refuse("texture instruction 32");
    set(HW_R300_R_US_CODE_OFFSET, 0, 0);
    set(HW_R300_R_US_CODE_ADDR, ONE_NODE, 0);
    set(HW_R300_R_US_TEX_INST, 0, HW_R500_TEX_LOD << 15);
    must_refuse("is none");
    set(HW_R300_R_US_CONFIG, 0, 0);
    alu(0, TO_OUTPUT, 0, 0, 0);
    must_refuse("does not say");
}

#define fresh_test(f) cmocka_unit_test_setup(f, begin)

int main(void)
{
    return RUN_TESTS(fresh_test, test_constants, test_arguments, test_widths, test_nodes,
                     test_presubtracts, test_refusals);
}
