/* SPDX-License-Identifier: MIT */
/* mips_test.c: mipmapped textures: which level each lane reads, by levels of detail, gradients and
 * numbers, and what the checker in front refuses. */
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/bits.h"
#include "driver/hw/formats.h"
#include "driver/hw/mips.h"
#include "driver/sim/tests/images.h"

enum { WIDTH = 13, HEIGHT = 6, LEVELS = 4, MIPS_AT = 0x10000, NONE = 0, POINT = 1, BLENDED = 2 };
/* Levels are 13 x 6, 6 x 3, 3 x 1, 1 x 1. */

static struct hw_surface_layout level_layout(const struct fixture *x, unsigned level,
                                             uint64_t *offset)
{
    struct hw_surface_layout layout = x->layout;
    *offset = 0;
    for (unsigned i = 1; i <= level; i++) {
        *offset = i == 1 ? MIPS_AT : *offset + layout.size_bytes;
        assert_true(hw_mip_layout(&layout, &x->layout, WIDTH, HEIGHT, false, i, NULL));
    }
    return layout;
}

/* Texels (x, y, level, 1). */
static void fill_level(struct fixture *x, unsigned level)
{
    uint64_t offset;
    const struct hw_surface_layout layout = level_layout(x, level, &offset);
    for (unsigned j = 0; j < hw_mip_size(HEIGHT, level); j++)
        for (unsigned i = 0; i < hw_mip_size(WIDTH, level); i++) {
            const float texel[4] = {(float)i, (float)j, (float)level, 1};
            memcpy(x->memory + offset + hw_surface_offset(&layout, i, j, 0), texel, sizeof(texel));
        }
}

static void set_levels(struct fixture *x, unsigned mode)
{
    set_image(x, &(struct image){.dim = HW_DIM_2D,
                                 .width = WIDTH,
                                 .height = HEIGHT,
                                 .depth = 1,
                                 .mode = mode,
                                 .format = HW_FMT_32_32_32_32_FLOAT,
                                 .levels = LEVELS,
                                 .mip_offset = MIPS_AT});
    memset(x->memory, 0, IMAGE_BYTES);
    for (unsigned level = 0; level < LEVELS; level++)
        fill_level(x, level);
}

static float result(const struct fixture *x, unsigned lane, unsigned channel)
{
    return bits_float(pool_words(&x->m, OUT)[lane * 4 + channel]);
}

static void run(struct fixture *x, const struct program *p, unsigned mip, unsigned least,
                unsigned most)
{
    emit_state(&x->m);
    emit_texture(x);
    emit_mip_sampler(x, mip, least, most);
    machine_must_run(&x->m, p);
}

/* Every lane at (0.8, 0.7), with a level of detail of its own. */
static void put_lods(struct fixture *x)
{
    for (unsigned i = 0; i < 64; i++) {
        const float at[4] = {0.8f, 0.7f, 0, (float)i / 8 - 1};
        memcpy(pool_words(&x->m, IN) + i * 4, at, sizeof(at));
    }
}

static float within(float lod, float least, float most)
{
    const float low = lod < least ? least : lod, high = low > most ? most : low;
    return high > LEVELS - 1 ? LEVELS - 1 : high;
}

static void check_lane(const struct fixture *x, unsigned lane, float lod, unsigned mip)
{
    const float whole = (float)(int)(mip == BLENDED ? lod : lod + 0.5f);
    const unsigned level = mip == NONE ? 0 : (unsigned)whole;
    const float part = mip == BLENDED ? lod - whole : 0;
    float wanted[3] = {0};
    for (unsigned side = 0; side < 2; side++) {
        const unsigned n = level + side < LEVELS ? level + side : LEVELS - 1;
        const float weight = side ? part : 1 - part;
        wanted[0] += weight * (float)(int)(0.8f * (float)hw_mip_size(WIDTH, n));
        wanted[1] += weight * (float)(int)(0.7f * (float)hw_mip_size(HEIGHT, n));
        wanted[2] += weight * (float)n;
    }
    for (unsigned c = 0; c < 3; c++)
        if (result(x, lane, c) != wanted[c])
            fail_msg("lod %g, mip filter %u: .%c = %g, expected %g", (double)lod, mip, "xyz"[c],
                     (double)result(x, lane, c), (double)wanted[c]);
}

static void test_level_of_detail(void **state)
{
    static const unsigned modes[] = {HW_ARRAY_LINEAR_ALIGNED, HW_ARRAY_1D_TILED_THIN1,
                                     HW_ARRAY_2D_TILED_THIN1};
    static const unsigned bounds[][2] = {{0, 0xfff}, {0x80, 0x180}, {0x240, 0xfff}};
    struct fixture *x = *state;
    static struct program p;
    fetch_program(&p, HW_TEX_SAMPLE_L, true);
    for (unsigned m = 0; m < 3; m++) {
        set_levels(x, modes[m]);
        put_lods(x);
        for (unsigned mip = NONE; mip <= BLENDED; mip++)
            for (unsigned b = 0; b < 3; b++) {
                run(x, &p, mip, bounds[b][0], bounds[b][1]);
                for (unsigned i = 0; i < 64; i++)
                    check_lane(x, i,
                               within((float)i / 8 - 1, (float)bounds[b][0] / 256,
                                      (float)bounds[b][1] / 256),
                               mip);
            }
    }
}

/* SAMPLE_LZ reads level 0, whatever the bounds. */
static void test_level_zero(void **state)
{
    struct fixture *x = *state;
    static struct program p;
    fetch_program(&p, HW_TEX_SAMPLE_LZ, true);
    set_levels(x, HW_ARRAY_1D_TILED_THIN1);
    put_lods(x);
    run(x, &p, POINT, 0x200, 0xfff);
    for (unsigned i = 0; i < 64; i++)
        check_lane(x, i, 0, POINT);
}

/* Coordinates are R4, gradients R5 and R6, of which lane i spans i texels in x, and one in y. */
static void gradient_program(struct program *p, bool both)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_MULADD_UINT24, 2, 0, r(0, 0), lit(16), lit(IN));
    op(p, HW_ALU_OP_MULADD_UINT24, 2, 1, r(0, 0), lit(16), lit(IN + 0x400));
    op(p, HW_ALU_OP_MULADD_UINT24, 2, 2, r(0, 0), lit(16), lit(IN + 0x800));
    op(p, HW_ALU_OP_MULADD_UINT24, 3, 0, r(0, 0), lit(4), lit(OUT / 4));
    alu_end(p, ALU);
    fetch_begin(p);
    load(p, 4, 2, 0, HW_FMT_32_32_32_32, 4);
    load(p, 5, 2, 1, HW_FMT_32_32_32_32, 4);
    load(p, 6, 2, 2, HW_FMT_32_32_32_32, 4);
    fetch_end(p);
    fetch_begin(p);
    texture(p, HW_TEX_SET_GRADIENTS_H, 8, 5, 2, 0, true);
    if (both)
        texture(p, HW_TEX_SET_GRADIENTS_V, 9, 6, 2, 0, true);
    texture(p, HW_TEX_SAMPLE_G, 7, 4, 2, 0, true);
    fetch_end(p);
    rat(p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 0xf);
    finish(p);
}

static void test_gradients(void **state)
{
    static const float lods[] = {0, 0, 1, 1.5849625f, 2, 2.3219281f, 2.5849625f, 2.8073549f, 3};
    struct fixture *x = *state;
    static struct program p;
    set_levels(x, HW_ARRAY_1D_TILED_THIN1);
    put_lods(x);
    for (unsigned i = 0; i < 64; i++) {
        const float across[4] = {(float)i / WIDTH}, down[4] = {0, 1.0f / HEIGHT};
        memcpy(pool_words(&x->m, IN + 0x400) + i * 4, across, sizeof(across));
        memcpy(pool_words(&x->m, IN + 0x800) + i * 4, down, sizeof(down));
    }
    gradient_program(&p, true);
    run(x, &p, POINT, 0, 0xfff);
    for (unsigned i = 0; i < 64; i++)
        check_lane(x, i, i < 8 ? lods[i] : 3, POINT);
    gradient_program(&p, false);
    emit_state(&x->m);
    emit_texture(x);
    emit_mip_sampler(x, POINT, 0, 0xfff);
    machine_must_fail(&x->m, &p, "gradients that its clause has not set");
}

/* LD finds nothing outside of a level, and behind the last one. */
static void test_loads(void **state)
{
    struct fixture *x = *state;
    static struct program p;
    set_levels(x, HW_ARRAY_1D_TILED_THIN1);
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t at[4] = {i % 8, 0, 0, i / 8};
        memcpy(pool_words(&x->m, IN) + i * 4, at, sizeof(at));
    }
    fetch_program(&p, HW_TEX_LD, false);
    run_fetch(x, &p);
    for (unsigned i = 0; i < 64; i++) {
        const unsigned level = i / 8;
        const bool inside = level < LEVELS && i % 8 < hw_mip_size(WIDTH, level);
        assert_float_equal(result(x, i, 0), inside ? (float)(i % 8) : 0, 0);
        assert_float_equal(result(x, i, 2), inside ? (float)level : 0, 0);
        assert_float_equal(result(x, i, 3), inside ? 1 : 0, 0);
    }
}

static void test_sizes(void **state)
{
    struct fixture *x = *state;
    static struct program p;
    set_levels(x, HW_ARRAY_1D_TILED_THIN1);
    for (unsigned i = 0; i < 64; i++)
        memcpy(pool_words(&x->m, IN) + i * 4, (uint32_t[4]){i}, 16);
    fetch_program(&p, HW_TEX_GET_TEXTURE_RESINFO, false);
    run_fetch(x, &p);
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t *out = pool_words(&x->m, OUT) + i * 4;
        assert_int_equal(out[0], i < LEVELS ? hw_mip_size(WIDTH, i) : 0);
        assert_int_equal(out[1], i < LEVELS ? hw_mip_size(HEIGHT, i) : 0);
        assert_int_equal(out[3], LEVELS);
    }
}

/* As the kernel's checker does. */
static void test_refusals(void **state)
{
    struct fixture *x = *state;
    static struct program p;
    fetch_program(&p, HW_TEX_SAMPLE_L, true);
    set_levels(x, HW_ARRAY_2D_TILED_THIN1);
    x->image.mip_offset = MIPS_AT + 0x100;
    emit_state(&x->m);
    emit_texture(x);
    machine_must_fail(&x->m, &p, "mip offset");
    set_levels(x, HW_ARRAY_1D_TILED_THIN1);
    x->image.mip_offset = IMAGE_BYTES - 0x200;
    emit_state(&x->m);
    emit_texture(x);
    machine_must_fail(&x->m, &p, "level 1 ends at");
    set_levels(x, HW_ARRAY_1D_TILED_THIN1);
    x->image.levels = HW_MIP_LEVELS + 1;
    emit_state(&x->m);
    emit_texture(x);
    machine_must_fail(&x->m, &p, "level 15: no texture has so many levels");
}

int main(void)
{
    return RUN_TESTS(image_test, test_level_of_detail, test_level_zero, test_gradients, test_loads,
                     test_sizes, test_refusals);
}
