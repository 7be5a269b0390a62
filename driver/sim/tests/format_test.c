/* SPDX-License-Identifier: MIT */
/* format_test.c: what formats make of values: typed stores and loads, normalised numbers, sRGB. */
#include <math.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "driver/sim/tests/images.h"

/* Formats, both ways: what a typed store writes, a load reads. */

struct format_case {
    unsigned format, number_type, num_format, comp;
    float in[4], out[4]; /* of integers, their values */
};

static const struct format_case formats[] = {
    {HW_FMT_8_8_8_8,
     HW_CB_UNORM,
     HW_NUM_FORMAT_NORM,
     0,
     {0.5f, 2.0f, -1.0f, 0.25f},
     {128 / 255.0f, 1.0f, 0.0f, 64 / 255.0f}},
    {HW_FMT_8_8_8_8,
     HW_CB_SNORM,
     HW_NUM_FORMAT_NORM,
     1,
     {-1.0f, -3.0f, 0.5f, 1.0f},
     {-1.0f, -1.0f, 64 / 127.0f, 1.0f}},
    {HW_FMT_8_8_8_8, HW_CB_UINT, HW_NUM_FORMAT_INT, 0, {1, 300, 255, 7}, {1, 255, 255, 7}},
    {HW_FMT_8_8_8_8, HW_CB_SINT, HW_NUM_FORMAT_INT, 1, {-1, -300, 127, 300}, {-1, -128, 127, 127}},
    {HW_FMT_16_16_16_16,
     HW_CB_UNORM,
     HW_NUM_FORMAT_NORM,
     0,
     {0.5f, 1.0f, 0.0f, 1.0f / 65535},
     {32768 / 65535.0f, 1.0f, 0.0f, 1 / 65535.0f}},
    {HW_FMT_16_16_16_16_FLOAT,
     HW_CB_FLOAT,
     HW_NUM_FORMAT_NORM,
     0,
     {1.5f, -2.0f, 65504.0f, 0.0f},
     {1.5f, -2.0f, 65504.0f, 0.0f}},
    {HW_FMT_16_16_16_16,
     HW_CB_SINT,
     HW_NUM_FORMAT_INT,
     1,
     {-32768, 40000, -40000, 5},
     {-32768, 32767, -32768, 5}},
    {HW_FMT_32_32_32_32, HW_CB_UINT, HW_NUM_FORMAT_INT, 0, {1, 2, 3, 1e6f}, {1, 2, 3, 1e6f}},
    {HW_FMT_32_32_32_32_FLOAT,
     HW_CB_FLOAT,
     HW_NUM_FORMAT_NORM,
     0,
     {1, -2, 3e9f, 4},
     {1, -2, 3e9f, 4}},
    {HW_FMT_10_11_11_FLOAT,
     HW_CB_FLOAT,
     HW_NUM_FORMAT_NORM,
     0,
     {1.5f + 1 / 64.0f, -2.0f, 1e6f, 0},
     {1.5f + 1 / 64.0f, 0, 64512, 0}},
    {HW_FMT_8, HW_CB_UNORM, HW_NUM_FORMAT_NORM, 0, {1.0f, 0, 0, 0}, {1.0f, 0, 0, 0}},
    {HW_FMT_16_16,
     HW_CB_UNORM,
     HW_NUM_FORMAT_NORM,
     0,
     {1.0f, 0.5f, 0, 0},
     {1.0f, 32768 / 65535.0f, 0, 0}},
    {HW_FMT_32_FLOAT, HW_CB_FLOAT, HW_NUM_FORMAT_NORM, 0, {9.0f, 0, 0, 0}, {9.0f, 0, 0, 0}},
};

/* Each lane stores to texel (lane % 8, lane / 8); the last rows lie outside. */
static void store_program(struct program *p)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_MOV, 2, 0, lit(IN), r(0, 0), r(0, 0));
    op(p, HW_ALU_OP_AND_INT, 5, 0, r(0, 0), lit(7), r(0, 0));
    op(p, HW_ALU_OP_LSHR_INT, 5, 1, r(0, 0), lit(3), r(0, 0));
    op(p, HW_ALU_OP_MOV, 5, 2, lit(0), r(0, 0), r(0, 0));
    alu_end(p, ALU);
    fetch_begin(p);
    load(p, 4, 2, 0, HW_FMT_32_32_32_32, 4);
    fetch_end(p);
    rat(p, HW_CF_MEM_RAT, HW_RAT_STORE_TYPED, 1, 4, 5, 0xf);
    finish(p);
}

static void check_format(struct fixture *x, const struct format_case *c, unsigned mode)
{
    static struct program p;
    const bool integer = c->num_format == HW_NUM_FORMAT_INT;
    set_image(x, &(struct image){.dim = HW_DIM_2D,
                                 .width = 8,
                                 .height = 6,
                                 .depth = 1,
                                 .mode = mode,
                                 .format = c->format,
                                 .num_format = c->num_format,
                                 .comp = c->comp});
    memset(x->memory, 0, IMAGE_BYTES);
    for (unsigned k = 0; k < 4; k++) {
        const float value = c->in[k];
        if (integer)
            pool_words(&x->m, IN)[k] = (uint32_t)(int64_t)value;
        else
            memcpy(pool_words(&x->m, IN) + k, &value, 4);
    }
    store_program(&p);
    emit_state(&x->m);
    emit_rat(x, c->number_type, HW_RAT_2D, HW_SWAP_STD);
    machine_must_run(&x->m, &p);
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t coordinate[4] = {i % 8, i / 8, 0, 0};
        memcpy(pool_words(&x->m, IN) + i * 4, coordinate, sizeof(coordinate));
    }
    fetch_program(&p, HW_TEX_LD, false);
    run_fetch(x, &p);
    for (unsigned i = 0; i < 64; i++)
        for (unsigned k = 0; k < 4; k++) {
            const uint32_t got = pool_words(&x->m, OUT)[i * 4 + k];
            const bool missing = k >= hw_format_find(c->format)->channels;
            const float inside = missing ? k == 3 : c->out[k];
            const float wanted = i < 48 ? inside : 0;
            const float value =
                integer ? (c->comp ? (float)(int32_t)got : (float)got) : bits_float(got);
            if (value != wanted)
                fail_msg("format 0x%x, number type %u, mode %u, texel %u.%c: %g, expected %g",
                         c->format, c->number_type, mode, i, "xyzw"[k], (double)value,
                         (double)wanted);
        }
}

static void test_formats(void **state)
{
    struct fixture *x = *state;
    for (size_t i = 0; i < COUNT(formats); i++) {
        check_format(x, &formats[i], HW_ARRAY_LINEAR_ALIGNED);
        check_format(x, &formats[i], HW_ARRAY_1D_TILED_THIN1);
        check_format(x, &formats[i], HW_ARRAY_2D_TILED_THIN1);
    }
}

/* BGRA in memory. */
static void test_swap(void **state)
{
    struct fixture *x = *state;
    static struct program p;
    set_square(x, 8, HW_ARRAY_LINEAR_ALIGNED, HW_FMT_8_8_8_8);
    for (unsigned k = 0; k < 4; k++)
        pool_words(&x->m, IN)[k] = 10 + k;
    store_program(&p);
    emit_state(&x->m);
    emit_rat(x, HW_CB_UINT, HW_RAT_2D, HW_SWAP_ALT);
    machine_must_run(&x->m, &p);
    static const uint8_t bgra[4] = {12, 11, 10, 13};
    assert_memory_equal(texel_at(x, 3, 4, 0), bgra, 4);
}

/* Every 8-bit and 16-bit normalised value is the correctly rounded quotient. */
static void test_normalised_values(void **state)
{
    struct fixture *x = *state;
    static struct program p;
    set_square(x, 256, HW_ARRAY_LINEAR_ALIGNED, HW_FMT_16_16);
    for (unsigned i = 0; i < 65536; i++)
        memcpy(texel_at(x, i % 256, i / 256, 0), &(uint32_t){i * 0x10001u}, 4);
    fetch_program(&p, HW_TEX_LD, false);
    for (unsigned first = 0; first < 65536; first += 64) {
        for (unsigned i = 0; i < 64; i++) {
            const uint32_t coordinate[4] = {(first + i) % 256, (first + i) / 256, 0, 0};
            memcpy(pool_words(&x->m, IN) + i * 4, coordinate, sizeof(coordinate));
        }
        x->image.comp = first / 64 % 2;
        run_fetch(x, &p);
        for (unsigned i = 0; i < 64; i++) {
            const unsigned value = first + i;
            const float wanted = x->image.comp ? fmaxf((float)(int16_t)value / 32767.0f, -1.0f)
                                               : (float)value / 65535.0f;
            assert_true(bits_float(pool_words(&x->m, OUT)[i * 4]) == wanted);
        }
    }
}

/* Three channels of nine bits share an exponent: m * 2^(e - 24) (OpenGL 4.6, 8.25). */
static void test_shared_exponents(void **state)
{
    struct fixture *x = *state;
    static struct program p;
    set_square(x, 8, HW_ARRAY_LINEAR_ALIGNED, HW_FMT_5_9_9_9_SHAREDEXP);
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t coordinate[4] = {i % 8, i / 8, 0, 0};
        memcpy(texel_at(x, i % 8, i / 8, 0), &(uint32_t){i / 2 << 27 | 511 << 18 | i << 9 | 256},
               4);
        memcpy(pool_words(&x->m, IN) + i * 4, coordinate, sizeof(coordinate));
    }
    fetch_program(&p, HW_TEX_LD, false);
    run_fetch(x, &p);
    for (int i = 0; i < 64; i++) {
        const float wanted[4] = {ldexpf(256, i / 2 - 24), ldexpf((float)i, i / 2 - 24),
                                 ldexpf(511, i / 2 - 24), 1};
        assert_memory_equal(pool_words(&x->m, OUT) + i * 4, wanted, sizeof(wanted));
    }
}

static double srgb_value(unsigned number)
{
    const double c = number / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* Half way between two texels: colours are converted before they are mixed, alpha is not. */
static void test_degamma(void **state)
{
    static const uint8_t texels[2][4] = {{0, 188, 64, 100}, {255, 188, 128, 200}};
    static const float coordinate[4] = {1.0f, 0.5f, 0.0f, 0.0f};
    struct fixture *x = *state;
    static struct program p;
    set_image(x, &(struct image){.dim = HW_DIM_2D,
                                 .width = 2,
                                 .height = 1,
                                 .depth = 1,
                                 .mode = HW_ARRAY_LINEAR_ALIGNED,
                                 .format = HW_FMT_8_8_8_8,
                                 .degamma = true});
    for (unsigned i = 0; i < 2; i++)
        memcpy(texel_at(x, i, 0, 0), texels[i], 4);
    for (unsigned i = 0; i < 64; i++)
        memcpy(pool_words(&x->m, IN) + i * 4, coordinate, sizeof(coordinate));
    fetch_program(&p, HW_TEX_SAMPLE_LZ, false);
    emit_state(&x->m);
    emit_texture(x);
    emit_sampler(x, HW_CLAMP_EDGE, HW_FILTER_BILINEAR, HW_BORDER_TRANSPARENT_BLACK);
    machine_must_run(&x->m, &p);
    for (unsigned c = 0; c < 4; c++) {
        const double wanted =
            c == 3 ? 150 / 255.0 : (srgb_value(texels[0][c]) + srgb_value(texels[1][c])) / 2;
        assert_true(fabs(bits_float(pool_words(&x->m, OUT)[c]) - wanted) < 1e-7);
    }
}

int main(void)
{
    return RUN_TESTS(image_test, test_formats, test_swap, test_normalised_values,
                     test_shared_exponents, test_degamma);
}
