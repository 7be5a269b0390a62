/* SPDX-License-Identifier: MIT */
/* lanes_test.c: the lane tables of all host instruction sets give the same bits. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/sim/lanes/lanes_mips.h"
#include "driver/sim/lanes/lanes_texture.h"
#include "driver/sim/tests/operands.h"

static void compare_operation(const struct sim_alu_lanes *first, const struct sim_alu_lanes *other,
                              int op)
{
    static sim_vector source[3], one, two;
    for (unsigned i = 0; i < 3 * SIM_LANES; i++)
        source[i / SIM_LANES][i % SIM_LANES] = interesting_bits();
    first->alu[op](one, source[0], source[1], source[2], SIM_LANES);
    other->alu[op](two, source[0], source[1], source[2], SIM_LANES);
    for (unsigned i = 0; i < SIM_LANES; i++)
        if (!same_result(op, one[i], two[i]))
            fail_msg("%s(%08x, %08x, %08x): %08x and %08x", hw_alu_info[op].name, source[0][i],
                     source[1][i], source[2][i], one[i], two[i]);
}

static float nearest(int op, float x)
{
    const long double turns = remainderl((long double)x, 1.0L),
                      circle = 2 * 3.14159265358979323846L;
    switch (op) {
    case HW_ALU_OP_LOG_IEEE:
        return (float)log2l((long double)x);
    case HW_ALU_OP_SIN:
        return (float)sinl(circle * turns);
    default:
        return (float)cosl(circle * turns);
    }
}

/* Floats from end to end give what the C library's long doubles round to. Sines of half turns are 0
 * here, and no more than nearly 0 there. */
static void check_nearest(int op, float x, float actual)
{
    const float expected = nearest(op, x);
    const bool sine = op == HW_ALU_OP_SIN || op == HW_ALU_OP_COS;
    if (isnan(expected) ? !isnan(actual)
                        : expected != actual && !(sine && fabsf(expected - actual) < 1e-15f))
        fail_msg("%s(%a): %a, nearest is %a", hw_alu_info[op].name, (double)x, (double)actual,
                 (double)expected);
}

static void test_transcendentals(void **state)
{
    static const int ops[] = {HW_ALU_OP_LOG_IEEE, HW_ALU_OP_SIN, HW_ALU_OP_COS};
    const struct sim_alu_lanes *lanes = sim_lanes_at(0)->alu;
    static sim_vector source, result;
    const uint64_t step = 65003;
    for (uint64_t first = 0; first < 1ull << 32; first += step * SIM_LANES)
        for (size_t k = 0; k < COUNT(ops); k++) {
            for (unsigned i = 0; i < SIM_LANES; i++)
                source[i] = (uint32_t)(first + step * i);
            lanes->alu[ops[k]](result, source, source, source, SIM_LANES);
            for (unsigned i = 0; i < SIM_LANES; i++)
                check_nearest(ops[k], bits_float(source[i]), bits_float(result[i]));
        }
}

/* A power is off by less than 1.3 units in the last place, counting from the C library's. */
static void check_power(float x, float actual)
{
    const double expected = exp2((double)x);
    int exponent;
    frexp(expected, &exponent);
    const double unit = ldexp(1.0, (exponent < -125 ? -125 : exponent) - 24);
    const float nearest_one = (float)expected;
    if (isnan(x)                              ? !isnan(actual)
        : isinf(nearest_one) || isinf(actual) ? nearest_one != actual
                                              : fabs((double)actual - expected) >= 1.3 * unit)
        fail_msg("2^%a: %a, and not %a", (double)x, (double)actual, expected);
}

static unsigned power_step = 251; /* 1: all floats are tried */

/* Floats from end to end, one of many; those of whole numbers are exact. */
static void test_powers(void **state)
{
    const struct sim_alu_lanes *lanes = sim_lanes_at(0)->alu;
    static sim_vector source, result;
    for (uint64_t first = 0; first < 1ull << 32; first += (uint64_t)power_step * SIM_LANES) {
        for (unsigned i = 0; i < SIM_LANES; i++)
            source[i] = (uint32_t)(first + (uint64_t)power_step * i);
        lanes->alu[HW_ALU_OP_EXP_IEEE](result, source, source, source, SIM_LANES);
        for (unsigned i = 0; i < SIM_LANES; i++)
            check_power(bits_float(source[i]), bits_float(result[i]));
    }
    for (int whole = -149; whole < 128; whole++) {
        for (unsigned i = 0; i < SIM_LANES; i++)
            source[i] = float_bits((float)whole);
        lanes->alu[HW_ALU_OP_EXP_IEEE](result, source, source, source, SIM_LANES);
        assert_true(bits_float(result[0]) == ldexpf(1.0f, whole));
    }
}

static void test_operations(void **state)
{
    const struct sim_lanes *first = sim_lanes_at(0), *other;
    for (unsigned index = 1; (other = sim_lanes_at(index)); index++)
        for (int op = 0; op < HW_ALU_OP_COUNT; op++)
            for (unsigned round = 0; first->alu->alu[op] && round < 50; round++)
                compare_operation(first->alu, other->alu, op);
}

static void test_masks(void **state)
{
    const struct sim_lanes *lanes;
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
        source[i] = interesting_bits();
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

/* Floats have few widths. */
static bool is_shape_of(unsigned kind, unsigned bits)
{
    return kind == SIM_CHANNEL_HALF     ? bits == 16
           : kind == SIM_CHANNEL_NARROW ? bits == 10 || bits == 11
           : kind == SIM_CHANNEL_SHARED ? bits == 9
                                        : true;
}

static void test_conversions(void **state)
{
    static const uint8_t shapes[][2] = {{0, 8},  {8, 8},  {16, 16}, {0, 32}, {20, 10},
                                        {11, 5}, {24, 8}, {11, 11}, {9, 9}};
    const struct sim_lanes *first = sim_lanes_at(0), *other;
    for (unsigned index = 1; (other = sim_lanes_at(index)); index++)
        for (unsigned kind = 0; kind < SIM_CHANNEL_KINDS; kind++)
            for (unsigned s = 0; s < COUNT(shapes); s++)
                if (is_shape_of(kind, shapes[s][1]))
                    for (unsigned round = 0; round < 20; round++)
                        compare_conversions(first->memory, other->memory, kind, shapes[s][0],
                                            shapes[s][1]);
}

enum { MEMORY_BYTES = 4096 };

/* Texels: finite floats, so that sums are the same bits on all hosts, or any bytes. */
static void fill_memory(uint8_t *memory, unsigned kind)
{
    for (unsigned i = 0; i < MEMORY_BYTES; i += 4) {
        const uint32_t value =
            kind == SIM_TEXEL_FLOAT4 ? 0x3f000000 + random_bits() % 0x01000000 : random_bits();
        memcpy(memory + i, &value, sizeof(value));
    }
}

/* Parts of addresses below a quarter of the memory each; `low` bits are shared by the axes. */
static void fill_axis(struct sim_axis *axis, unsigned kind)
{
    const uint32_t bytes = kind == SIM_TEXEL_FLOAT4 ? 16 : 4;
    const bool rows = random_bits() % 2;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < SIM_LANES; i++) {
            const uint32_t weight = 0x3e000000 + random_bits() % 0x01000000;
            axis->index[side][i] = (rows ? i / 4 * 4 % 16 + i % 4 : random_bits()) %
                                   (MEMORY_BYTES / 4 / bytes) * bytes;
            axis->border[side][i] = random_bits() % 4 ? 0 : ~0u;
            axis->weight[side][i] = weight;
        }
}

/* Computes the expected value of a lane's channel, one step after the other. */
static uint32_t expected_channel(const struct sim_filter *f, unsigned kind, unsigned axes,
                                 unsigned lane, unsigned channel)
{
    volatile float sum = 0.0f; /* each step rounded once */
    uint32_t result = 0;
    for (unsigned c = 0; c < 1u << axes; c++) {
        const unsigned n[3] = {c & 1, c >> 1 & 1, c >> 2};
        uint32_t mixed = 0, whole = 0, texel;
        bool outside = false;
        for (unsigned a = 0; a < 3; a++) {
            mixed ^= f->axis[a].index[n[a]][lane] & f->low;
            whole += f->axis[a].index[n[a]][lane] & ~f->low;
            outside |= f->axis[a].border[n[a]][lane] != 0;
        }
        memcpy(&texel, f->memory + mixed + whole + (kind == SIM_TEXEL_FLOAT4 ? channel * 4 : 0), 4);
        if (kind == SIM_TEXEL_UNORM8) {
            const float value = (float)(texel >> 8 * channel & 0xff) / 255.0f;
            memcpy(&texel, &value, sizeof(texel));
        }
        result = outside && f->border ? f->border[channel] : texel;
        volatile float weight = axes ? bits_float(f->axis[0].weight[n[0]][lane]) : 0.0f;
        for (unsigned a = 1; a < axes; a++)
            weight = weight * bits_float(f->axis[a].weight[n[a]][lane]);
        volatile float weighed = bits_float(result) * weight;
        sum = c ? sum + weighed : weighed;
    }
    const float total = sum;
    if (axes)
        memcpy(&result, &total, sizeof(result));
    return result;
}

static void check_filter(const struct sim_lanes *lanes, unsigned kind, unsigned axes, bool bordered)
{
    static const uint32_t border[4] = {0, 0x3f800000, 0x3f000000, 0x3f800000};
    static uint8_t memory[MEMORY_BYTES];
    static struct sim_axis axis[3];
    static sim_vector result[4];
    const struct sim_filter filter = {memory, random_bits() % 2 ? 255 : 0, axis,
                                      bordered ? border : NULL};
    uint32_t *const channel[4] = {result[0], result[1], result[2], result[3]};
    fill_memory(memory, kind);
    for (unsigned a = 0; a < 3; a++)
        fill_axis(&axis[a], kind);
    lanes->filter->filter[kind][axes](channel, &filter, SIM_LANES);
    for (unsigned lane = 0; lane < SIM_LANES; lane++)
        for (unsigned c = 0; c < 4; c++)
            assert_int_equal(result[c][lane], expected_channel(&filter, kind, axes, lane, c));
}

static void test_filters(void **state)
{
    const struct sim_lanes *lanes;
    for (unsigned index = 0; (lanes = sim_lanes_at(index)); index++)
        for (unsigned kind = SIM_TEXEL_OTHER + 1; kind < SIM_TEXEL_KINDS; kind++)
            for (unsigned axes = 0; axes < 4; axes++)
                for (unsigned round = 0; round < 40; round++)
                    check_filter(lanes, kind, axes, round % 2);
}

/* Every byte as each channel of a texel. */
static void test_unorm8(void **state)
{
    const struct sim_lanes *lanes;
    static struct sim_axis axis[3];
    static sim_vector result[4];
    uint32_t *const channel[4] = {result[0], result[1], result[2], result[3]};
    uint32_t memory[256];
    for (unsigned i = 0; i < 256; i++)
        memory[i] = i * 0x01010101u;
    for (unsigned index = 0; (lanes = sim_lanes_at(index)); index++)
        for (unsigned first = 0; first < 256; first += SIM_LANES) {
            const struct sim_filter filter = {(const uint8_t *)(memory + first), 0, axis, NULL};
            for (unsigned i = 0; i < SIM_LANES; i++)
                axis[0].index[0][i] = 4 * i;
            lanes->filter->filter[SIM_TEXEL_UNORM8][0](channel, &filter, SIM_LANES);
            for (unsigned i = 0; i < 4 * SIM_LANES; i++)
                assert_true(bits_float(result[i / SIM_LANES][i % SIM_LANES]) ==
                            (float)(first + i % SIM_LANES) / 255.0f);
        }
}

static void check_scatter(const struct sim_store_lanes *store, unsigned dwords, bool rows)
{
    static uint32_t memory[4 * SIM_LANES];
    static sim_vector raw[4], offset;
    for (unsigned i = 0; i < SIM_LANES; i++) {
        const unsigned place = rows ? (i / 4 * 5 % 16 * 4 + i % 4) : i * 37 % SIM_LANES;
        offset[i] = place * dwords * 4;
        for (unsigned k = 0; k < 4; k++)
            raw[k][i] = random_bits();
    }
    (dwords == 1 ? store->scatter4 : store->scatter16)((uint8_t *)memory, offset,
                                                       (const sim_vector *)raw, SIM_LANES);
    for (unsigned i = 0; i < SIM_LANES; i++)
        for (unsigned k = 0; k < dwords; k++)
            assert_int_equal(memory[offset[i] / 4 + k], raw[k][i]);
}

static void test_scatters(void **state)
{
    const struct sim_lanes *lanes;
    for (unsigned index = 0; (lanes = sim_lanes_at(index)); index++)
        for (unsigned round = 0; round < 8; round++)
            check_scatter(lanes->store, round & 1 ? 4 : 1, round & 2);
}

/* ---- levels ---- */

/* Levels of detail, some of them whole, halves, none, or far from what there is. */
static float interesting_lod(void)
{
    static const float special[] = {NAN, INFINITY, -INFINITY, 0, -0.0f, 2, 2.5f, 3, 1e30f};
    const unsigned row = random_bits() % 32;
    return row < COUNT(special) ? special[row] : (float)(random_bits() % 8000) / 1000 - 1;
}

/* Checks the levels that a lane reads: OpenCL's cl_khr_mipmap_image, by OpenGL 4.6, 8.14.2
 * and 8.14.3. */
static void check_levels(const struct sim_levels *levels, float lod,
                         const struct sim_level_bounds *b, unsigned lane)
{
    const float asked = (isnan(lod) ? 0 : lod) + b->bias;
    const float own = fminf(fmaxf(asked, b->least), b->most);
    const bool two = b->blends && own != floorf(own);
    const uint32_t first =
        !b->selects ? 0 : (uint32_t)(b->blends ? floorf(own) : floorf(own + 0.5f));
    assert_int_equal(levels->first[lane], first);
    assert_int_equal(levels->second[lane], two ? first + 1 : SIM_NO_LEVEL);
    if (two)
        assert_true(bits_float(levels->part[lane]) == own - floorf(own));
}

static void check_blend(const struct sim_mip_lanes *mips, const struct sim_levels *levels)
{
    static sim_vector sum, value, used;
    static float expected[SIM_LANES];
    for (uint32_t level = 0; level < 6; level++) {
        for (unsigned i = 0; i < SIM_LANES; i++) {
            const float part = bits_float(levels->part[i]), texel = (float)(random_bits() % 1000);
            value[i] = float_bits(texel);
            volatile float weighed = texel * (levels->first[i] == level ? 1 - part : part);
            if (levels->first[i] == level)
                expected[i] = levels->second[i] == SIM_NO_LEVEL ? texel : weighed;
            else if (levels->second[i] == level)
                expected[i] = expected[i] + weighed;
        }
        mips->users(used, levels, level, SIM_LANES);
        mips->blend(sum, value, levels, level, SIM_LANES);
        for (unsigned i = 0; i < SIM_LANES; i++)
            assert_int_equal(used[i] == ~0u,
                             levels->first[i] == level || levels->second[i] == level);
    }
    for (unsigned i = 0; i < SIM_LANES; i++)
        assert_true(bits_float(sum[i]) == expected[i]);
}

static void check_longest(const struct sim_mip_lanes *mips, unsigned axes)
{
    static const float scale[3] = {64, 1, 5};
    static sim_vector step[2][3], result;
    for (unsigned i = 0; i < 2 * 3 * SIM_LANES; i++)
        step[i / (3 * SIM_LANES)][i / SIM_LANES % 3][i % SIM_LANES] = float_bits(interesting_lod());
    mips->longest(result, step, scale, axes, SIM_LANES);
    for (unsigned i = 0; i < SIM_LANES; i++) {
        float most = 0;
        for (unsigned way = 0; way < 2; way++) {
            volatile float sum = 0;
            for (unsigned c = 0; c < axes; c++) {
                volatile float texels = bits_float(step[way][c][i]) * scale[c];
                volatile float square = texels * texels;
                sum = sum + square;
            }
            most = fmaxf(most, sum); /* which passes over NaN */
        }
        assert_true(bits_float(result[i]) == most);
    }
}

static void test_levels(void **state)
{
    static struct sim_levels levels;
    static sim_vector lods;
    const struct sim_lanes *lanes;
    for (unsigned index = 0; (lanes = sim_lanes_at(index)); index++)
        for (unsigned round = 0; round < 200; round++) {
            const struct sim_level_bounds bounds = {.bias = round % 5 ? 0 : 0.75f,
                                                    .least = round % 3 ? 0 : 0.5f,
                                                    .most = round % 2 ? 4.25f : 5,
                                                    .selects = round % 7 != 0,
                                                    .blends = round % 7 && round & 1};
            for (unsigned i = 0; i < SIM_LANES; i++)
                lods[i] = float_bits(interesting_lod());
            lanes->mips->choose(&levels, lods, &bounds, SIM_LANES);
            for (unsigned i = 0; i < SIM_LANES; i++)
                check_levels(&levels, bits_float(lods[i]), &bounds, i);
            check_blend(lanes->mips, &levels);
            check_longest(lanes->mips, 1 + round % 3);
        }
}

/* usage: sim_lanes_test [POWER_STEP]; 1 tries the powers of all floats, in a minute. */
int main(int argc, char **argv)
{
    if (argc > 1)
        power_step = (unsigned)strtoul(argv[1], NULL, 10);
    return RUN_TESTS(cmocka_unit_test, test_operations, test_transcendentals, test_powers,
                     test_masks, test_conversions, test_filters, test_unorm8, test_scatters,
                     test_levels);
}
