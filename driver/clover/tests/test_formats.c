/* SPDX-License-Identifier: MIT */
/* test_formats.c: image formats: which are valid, their sizes, and packing of fill colours.
 * Expected texels are worked out by hand from the specification's conversion rules. */

#include <math.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/memory/format.h"
#include "driver/hw/formats.h"

static void validity_and_size(void **state)
{
    const struct {
        cl_channel_order order;
        cl_channel_type type;
        size_t bytes; /* 0: not valid */
    } rows[] = {
        {CL_R, CL_SNORM_INT8, 1},
        {CL_RG, CL_HALF_FLOAT, 4},
        {CL_RGBA, CL_FLOAT, 16},
        {CL_RA, CL_UNSIGNED_INT32, 8},
        {CL_BGRA, CL_UNORM_INT8, 4},
        {CL_BGRA, CL_FLOAT, 0},
        {CL_ARGB, CL_UNSIGNED_INT8, 4},
        {CL_ARGB, CL_UNORM_INT16, 0},
        {CL_RGB, CL_UNORM_SHORT_565, 2},
        {CL_RGB, CL_UNORM_INT_101010, 4},
        {CL_RGBx, CL_UNORM_SHORT_555, 2},
        {CL_RGB, CL_UNORM_INT8, 0},
        {CL_RGBA, CL_UNORM_SHORT_565, 0},
        {CL_LUMINANCE, CL_FLOAT, 4},
        {CL_LUMINANCE, CL_SIGNED_INT8, 0},
        {CL_INTENSITY, CL_UNORM_INT16, 2},
        {CL_RGx, CL_FLOAT, 8},
        {CL_A, CL_UNORM_INT8, 1},
        {CL_sRGBA, CL_UNORM_INT8, 4},
        {CL_sRGBA, CL_UNORM_INT16, 0},
        {CL_sBGRA, CL_SNORM_INT8, 0},
        {CL_ABGR, CL_SIGNED_INT8, 4},
        {CL_ABGR, CL_FLOAT, 0},
        {CL_RGBA, CL_UNORM_INT_101010_2, 4},
        {CL_BGRA, CL_UNORM_INT_101010_2, 0},
        {CL_DEPTH, CL_UNORM_INT16, 2},
        {CL_DEPTH, CL_FLOAT, 4},
        {CL_DEPTH, CL_UNORM_INT8, 0},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        cl_image_format format = {rows[i].order, rows[i].type};
        assert_int_equal(clover_format_valid(&format), rows[i].bytes != 0);
        if (rows[i].bytes)
            assert_int_equal(clover_format_bytes(&format), rows[i].bytes);
    }
}

static uint64_t pack(cl_channel_order order, cl_channel_type type, const void *color)
{
    cl_image_format format = {order, type};
    unsigned char texel[CLOVER_MAX_TEXEL_BYTES] = {0};
    uint64_t value;

    clover_format_pack(&format, color, texel);
    memcpy(&value, texel, sizeof value);
    return value;
}

static void normalized(void **state)
{
    const float color[4] = {1.0f, 0.5f, -2.0f, 0.25f}, edge[4] = {-1.0f, NAN, 3.0f, -0.5f};

    assert_int_equal(pack(CL_RGBA, CL_UNORM_INT8, color), 0x400080ff);
    assert_int_equal(pack(CL_BGRA, CL_UNORM_INT8, color), 0x40ff8000);
    assert_int_equal(pack(CL_ARGB, CL_UNORM_INT8, color), 0x0080ff40);
    assert_int_equal(pack(CL_RA, CL_UNORM_INT8, color), 0x40ff);
    assert_int_equal(pack(CL_A, CL_UNORM_INT8, color), 0x40);
    assert_int_equal(pack(CL_RG, CL_UNORM_INT16, color), 0x8000ffff);
    assert_int_equal(pack(CL_RGBA, CL_SNORM_INT8, edge), 0xc07f0081);
    assert_int_equal(pack(CL_RG, CL_SNORM_INT16, edge), 0x00008001);
}

static void packed(void **state)
{
    const float color[4] = {1.0f, 0.0f, 0.5f, 0.0f};

    assert_int_equal(pack(CL_RGB, CL_UNORM_SHORT_565, color), 0xf810);
    assert_int_equal(pack(CL_RGB, CL_UNORM_SHORT_555, color), 0x7c10);
    assert_int_equal(pack(CL_RGB, CL_UNORM_INT_101010, color), 0x3ff00200);
}

/* The curve bends at 0.0031308 of linear light, which is 10.3 of the 255. */
static void srgb(void **state)
{
    const float color[4] = {0.5f, 0.25f, 0.0031308f, 0.5f}, edge[4] = {-1.0f, NAN, 2.0f, 2.0f};
    const float dark[4] = {0.001f, 0.0f, 1.0f, 0.0f};

    assert_int_equal(pack(CL_sRGBA, CL_UNORM_INT8, color), 0x800a89bc);
    assert_int_equal(pack(CL_sBGRA, CL_UNORM_INT8, color), 0x80bc890a);
    assert_int_equal(pack(CL_sRGBA, CL_UNORM_INT8, edge), 0xffff0000);
    assert_int_equal(pack(CL_sRGBA, CL_UNORM_INT8, dark), 0x00ff0003);
}

/* Each of the 256 numbers comes back from the light that it stands for. */
static void srgb_round_trip(void **state)
{
    for (unsigned i = 0; i < 256; i++) {
        double c = i / 255.0;
        float light = (float)(c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
        const float color[4] = {light, light, light, (float)c};
        assert_int_equal(pack(CL_sRGBA, CL_UNORM_INT8, color), i * 0x01010101ull);
    }
}

static void integers(void **state)
{
    const cl_int low[4] = {-129, 200, 1, -1};
    const cl_uint high[4] = {70000, 255, 256, 0};

    assert_int_equal(pack(CL_RGBA, CL_SIGNED_INT8, low), 0xff017f80);
    assert_int_equal(pack(CL_RGBA, CL_UNSIGNED_INT8, high), 0x00ffffff);
    assert_int_equal(pack(CL_RG, CL_UNSIGNED_INT16, high), 0x00ffffff);
    assert_int_equal(pack(CL_R, CL_SIGNED_INT32, low), 0xffffff7f);
}

static void halves(void **state)
{
    const struct {
        float value;
        uint32_t half;
    } rows[] = {
        {0.0f, 0},
        {-0.0f, 0x8000},
        {1.0f, 0x3c00},
        {-2.0f, 0xc000},
        {65504.0f, 0x7bff},
        {65519.0f, 0x7bff},
        {65520.0f, 0x7c00},
        {-INFINITY, 0xfc00},
        {0x1p-14f, 0x0400},
        {0x1p-24f, 0x0001},
        {0x1p-25f, 0x0000},
        {0x1.8p-25f, 0x0001},
        {1.00048828125f, 0x3c00},
        {1.00146484375f, 0x3c02},
        {0x1.ff8p-15f, 0x03ff},
        {0x1.ffcp-15f, 0x0400},
        {2047.5f, 0x6800},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        float color[4] = {rows[i].value, 0, 0, 0};
        assert_int_equal(pack(CL_R, CL_HALF_FLOAT, color), rows[i].half);
    }
    const float nan[4] = {NAN, 0, 0, 0};
    assert_true((pack(CL_R, CL_HALF_FLOAT, nan) & 0x7fff) > 0x7c00);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, validity_and_size, normalized, packed, integers, halves,
                     srgb, srgb_round_trip);
}
