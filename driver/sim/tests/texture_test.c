/* SPDX-License-Identifier: MIT */
/* texture_test.c: samples and loads in modes of addressing and tilings, against the equations of
 * OpenCL 1.2, section 8.2, written again here one texel at a time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/bits.h"
#include "driver/hw/formats.h"
#include "driver/sim/tests/images.h"

/* The specification's equations, for floats of RGBA32F images. */

static int clamp_int(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

static void read_texel(const struct fixture *x, int i, int j, int k, float out[4])
{
    const struct image *m = &x->image;
    if (i < 0 || j < 0 || k < 0 || i >= (int)m->width || j >= (int)m->height || k >= (int)m->depth)
        memset(out, 0, 4 * sizeof(float));
    else
        memcpy(out, texel_at(x, (unsigned)i, (unsigned)j, (unsigned)k), 4 * sizeof(float));
}

static int nearest(float s, int w, unsigned clamp, bool normalized)
{
    int i;
    switch (clamp) {
    case HW_CLAMP_WRAP:
        i = (int)floorf((s - floorf(s)) * (float)w);
        return i > w - 1 ? i - w : i;
    case HW_CLAMP_MIRROR:
        i = (int)floorf(fabsf(s - 2.0f * rintf(0.5f * s)) * (float)w);
        return i < w - 1 ? i : w - 1;
    default:
        i = (int)floorf(normalized ? s * (float)w : s);
        return clamp == HW_CLAMP_EDGE ? clamp_int(i, 0, w - 1) : clamp_int(i, -1, w);
    }
}

static void linear(float s, int w, unsigned clamp, bool normalized, int i[2], float *a)
{
    float v;
    if (clamp == HW_CLAMP_WRAP)
        v = (s - floorf(s)) * (float)w;
    else if (clamp == HW_CLAMP_MIRROR)
        v = fabsf(s - 2.0f * rintf(0.5f * s)) * (float)w;
    else
        v = normalized ? s * (float)w : s;
    i[0] = (int)floorf(v - 0.5f);
    i[1] = i[0] + 1;
    *a = v - 0.5f - floorf(v - 0.5f);
    for (unsigned n = 0; n < 2; n++)
        switch (clamp) {
        case HW_CLAMP_WRAP:
            i[n] = i[n] < 0 ? w + i[n] : i[n] > w - 1 ? i[n] - w : i[n];
            break;
        case HW_CLAMP_BORDER:
            i[n] = clamp_int(i[n], -1, w);
            break;
        default:
            i[n] = clamp_int(i[n], 0, w - 1);
            break;
        }
}

static void reference(const struct fixture *x, const float s[4], unsigned clamp, bool filtered,
                      bool normalized, float out[4])
{
    const struct image *m = &x->image;
    const int sizes[3] = {(int)m->width, (int)m->height, (int)m->depth};
    int index[3][2] = {{0}};
    float a[3] = {0}, texel[4];
    for (unsigned axis = 0; axis < 3; axis++) {
        if (sizes[axis] == 1 && axis)
            continue;
        if (axis == 2 && m->dim == HW_DIM_2D_ARRAY)
            index[2][0] = index[2][1] = clamp_int((int)rintf(s[2]), 0, sizes[2] - 1);
        else if (filtered)
            linear(s[axis], sizes[axis], clamp, normalized, index[axis], &a[axis]);
        else
            index[axis][0] = nearest(s[axis], sizes[axis], clamp, normalized);
    }
    if (!filtered) {
        read_texel(x, index[0][0], index[1][0], index[2][0], out);
        return;
    }
    const bool deep = m->dim == HW_DIM_3D;
    memset(out, 0, 4 * sizeof(float));
    for (unsigned n = 0; n < (deep ? 8u : 4u); n++) {
        float weight = (n & 1 ? a[0] : 1 - a[0]) * (n & 2 ? a[1] : 1 - a[1]);
        if (deep)
            weight *= n & 4 ? a[2] : 1 - a[2];
        read_texel(x, index[0][n & 1], index[1][n >> 1 & 1], index[2][n >> 2], texel);
        for (unsigned c = 0; c < 4; c++)
            out[c] = n ? out[c] + texel[c] * weight : texel[c] * weight;
    }
}

static float random_coordinate(unsigned size, bool normalized)
{
    static const float corners[] = {0.0f, 1.0f, -0.0f, 0.5f, 1.5f, -1.0f, 2.0f, -0.25f};
    const unsigned kind = (unsigned)rand() % 4;
    float s = kind ? (float)(rand() % 4096) / 1024.0f - 1.5f : corners[(unsigned)rand() % 8];
    if (kind == 1) /* on a texel's edge or centre */
        s = (float)(rand() % (int)(4 * size)) / (float)(2 * size) - 0.5f;
    return normalized ? s : s * (float)size;
}

static void check_sampling(struct fixture *x, unsigned clamp, bool filtered, bool normalized)
{
    static struct program p;
    float coordinates[64][4];
    for (unsigned i = 0; i < 64; i++) {
        coordinates[i][0] = random_coordinate(x->image.width, normalized);
        coordinates[i][1] = random_coordinate(x->image.height, normalized);
        coordinates[i][2] = x->image.dim == HW_DIM_2D_ARRAY
                                ? (float)(rand() % 24 - 6) * 0.5f
                                : random_coordinate(x->image.depth, normalized);
        coordinates[i][3] = 0;
    }
    memcpy(x->m.pool + IN, coordinates, sizeof(coordinates));
    fetch_program(&p, HW_TEX_SAMPLE_LZ, normalized);
    emit_state(&x->m);
    emit_texture(x);
    emit_sampler(x, clamp, filtered, HW_BORDER_TRANSPARENT_BLACK);
    machine_must_run(&x->m, &p);
    for (unsigned i = 0; i < 64; i++) {
        float wanted[4];
        reference(x, coordinates[i], clamp, filtered, normalized, wanted);
        for (unsigned c = 0; c < 4; c++) {
            const float got = bits_float(pool_words(&x->m, OUT)[i * 4 + c]);
            if (got != wanted[c])
                fail_msg("clamp %u, filter %d, normalized %d, dim %u, mode %u: (%g, %g, %g).%c = "
                         "%g, expected "
                         "%g",
                         clamp, filtered, normalized, x->image.dim, x->image.mode,
                         (double)coordinates[i][0], (double)coordinates[i][1],
                         (double)coordinates[i][2], "xyzw"[c], (double)got, (double)wanted[c]);
        }
    }
}

static void fill_floats(struct fixture *x)
{
    for (unsigned k = 0; k < x->image.depth; k++)
        for (unsigned j = 0; j < x->image.height; j++)
            for (unsigned i = 0; i < x->image.width; i++) {
                const float texel[4] = {(float)i, (float)j, (float)k,
                                        (float)(i * 7 + j * 3 + k) / 16.0f};
                memcpy(texel_at(x, i, j, k), texel, sizeof(texel));
            }
}

static void test_sampling(void **state)
{
    static const unsigned modes[] = {HW_ARRAY_LINEAR_ALIGNED, HW_ARRAY_1D_TILED_THIN1,
                                     HW_ARRAY_2D_TILED_THIN1};
    static const unsigned clamps[] = {HW_CLAMP_WRAP, HW_CLAMP_MIRROR, HW_CLAMP_EDGE,
                                      HW_CLAMP_BORDER};
    static const struct image images[] = {
        {.dim = HW_DIM_2D, .width = 37, .height = 19, .depth = 1},
        {.dim = HW_DIM_3D, .width = 13, .height = 11, .depth = 5},
        {.dim = HW_DIM_2D_ARRAY, .width = 9, .height = 17, .depth = 4},
    };
    struct fixture *x = *state;
    for (unsigned m = 0; m < 3; m++)
        for (unsigned d = 0; d < 3; d++) {
            struct image image = images[d];
            image.format = HW_FMT_32_32_32_32_FLOAT;
            image.mode = modes[m];
            set_image(x, &image);
            fill_floats(x);
            for (unsigned c = 0; c < 4; c++)
                for (unsigned filter = 0; filter < 2; filter++) {
                    check_sampling(x, clamps[c], filter, true);
                    if (clamps[c] == HW_CLAMP_EDGE || clamps[c] == HW_CLAMP_BORDER)
                        check_sampling(x, clamps[c], filter, false);
                }
        }
}

/* Nothing that a coordinate can be reads outside the texture. */
static void test_wild_coordinates(void **state)
{
    static const uint32_t wild[] = {0x7fc00000, 0x7f800000, 0xff800000, 0x7f7fffff,
                                    0xff7fffff, 0x4f000000, 0xcf000000, 0x3f7fffff};
    struct fixture *x = *state;
    static struct program p;
    set_image(x, &(struct image){.dim = HW_DIM_3D,
                                 .width = 5,
                                 .height = 5,
                                 .depth = 5,
                                 .mode = HW_ARRAY_2D_TILED_THIN1,
                                 .format = HW_FMT_8_8_8_8});
    for (unsigned i = 0; i < 256; i++)
        pool_words(&x->m, IN)[i] = wild[(i + i / 7) % 8];
    for (unsigned clamp = 0; clamp < 8; clamp++)
        for (unsigned filter = 0; filter < 2; filter++) {
            fetch_program(&p, HW_TEX_SAMPLE_L, clamp & 1);
            emit_state(&x->m);
            emit_texture(x);
            emit_sampler(x, clamp, filter, HW_BORDER_OPAQUE_BLACK);
            if (clamp <= HW_CLAMP_EDGE || clamp == HW_CLAMP_BORDER)
                machine_must_run(&x->m, &p);
            else
                machine_must_fail(&x->m, &p, "is not supported");
        }
}

/* LD: coordinates outside read zero, but for a constant one in alpha. */
static void test_load_out_of_range(void **state)
{
    struct fixture *x = *state;
    static struct program p;
    set_image(x, &(struct image){.dim = HW_DIM_2D,
                                 .width = 8,
                                 .height = 8,
                                 .depth = 1,
                                 .alpha_one = true,
                                 .mode = HW_ARRAY_1D_TILED_THIN1,
                                 .format = HW_FMT_8_8_8_8,
                                 .num_format = HW_NUM_FORMAT_INT,
                                 .comp = 1});
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t coordinate[4] = {i % 16 - 4, i / 16 * 3, 77, 0};
        memcpy(pool_words(&x->m, IN) + i * 4, coordinate, sizeof(coordinate));
        memcpy(texel_at(x, i % 8, i / 8, 0), &(uint32_t){0xff80 + i * 0x10000}, 4);
    }
    fetch_program(&p, HW_TEX_LD, false);
    run_fetch(x, &p);
    for (unsigned i = 0; i < 64; i++) {
        const int column = (int)(i % 16) - 4, row = (int)(i / 16) * 3;
        const uint32_t *out = pool_words(&x->m, OUT) + i * 4;
        const bool inside = column >= 0 && column < 8 && row < 8;
        assert_int_equal((int32_t)out[0], inside ? -128 : 0);
        assert_int_equal((int32_t)out[1], inside ? -1 : 0);
        assert_int_equal(out[2], inside ? row * 8 + column : 0);
        assert_int_equal(out[3], 1);
    }
}

int main(void)
{
    return RUN_TESTS(image_test, test_sampling, test_wild_coordinates, test_load_out_of_range);
}
