/* SPDX-License-Identifier: MIT */
/* test_pixel.c: image formats and layouts. */
#include <math.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "program-tester/parse/layout.h"

static struct pt_format format_of(const char *order, const char *type)
{
    struct pt_word o = {order, strlen(order)}, t = {type, strlen(type)};

    return (struct pt_format){pt_order_find(o), pt_data_type_find(t)};
}

static void names(void **state)
{
    assert_ptr_equal(format_of("rgba", "FLOAT").order, format_of("RGBA", "float").order);
    assert_int_equal(format_of("RGBx", "unorm_short_565").order->value, CL_RGBx);
    assert_null(format_of("RGBB", "FLOAT").order);
    assert_null(format_of("R", "FLOAT16").type);
}

static struct pt_word word(const char *text)
{
    return (struct pt_word){text, strlen(text)};
}

/* Constants that OpenCL has and no test can: none of them is in the tables of what tests can have.
 */
static void refused_names(void **state)
{
    static const char *const orders[] = {
        "sRGB",     "DEPTH_STENCIL", "depth_stencil", "CL_DEPTH_STENCIL",
        "NV21_IMG", "YV12",          "NV12_INTEL",    "YUYV_INTEL",
    };
    static const char *const types[] = {
        "UNORM_INT24",
        "unorm_int24",
        "CL_UNORM_INT24",
        "UNSIGNED_INT_RAW10_EXT",
        "UNORM_INT_2_101010_EXT",
        "UNORM_INT14X2_EXT",
    };

    for (size_t i = 0; i < PT_COUNT(orders); i++) {
        assert_non_null(pt_order_refused(word(orders[i])));
        assert_null(format_of(orders[i], "FLOAT").order);
        assert_null(pt_data_type_refused(word(orders[i])));
    }
    for (size_t i = 0; i < PT_COUNT(types); i++) {
        assert_non_null(pt_data_type_refused(word(types[i])));
        assert_null(format_of("R", types[i]).type);
        assert_null(pt_order_refused(word(types[i])));
    }
    assert_null(pt_order_refused(word("sRGBA")));
    assert_null(pt_order_refused(word("CL_")));
    assert_null(pt_order_refused(word("")));
    assert_null(pt_data_type_refused(word("UNORM_INT2")));
}

static void validity(void **state)
{
    static const struct {
        const char *order, *type;
        bool valid;
        size_t size;
    } cases[] = {
        {"R", "FLOAT", true, 4},
        {"Rx", "SIGNED_INT8", true, 1},
        {"RGBA", "UNSIGNED_INT32", true, 16},
        {"RA", "HALF_FLOAT", true, 4},
        {"INTENSITY", "UNORM_INT16", true, 2},
        {"INTENSITY", "SIGNED_INT8", false, 1},
        {"LUMINANCE", "UNSIGNED_INT32", false, 4},
        {"BGRA", "UNORM_INT8", true, 4},
        {"BGRA", "SIGNED_INT8", true, 4},
        {"BGRA", "UNORM_INT16", false, 8},
        {"ARGB", "FLOAT", false, 16},
        {"RGB", "UNORM_SHORT_565", true, 2},
        {"RGBx", "UNORM_INT_101010", true, 4},
        {"RGB", "UNORM_INT8", false, 3},
        {"RGBA", "UNORM_SHORT_555", false, 2},
        {"sRGBA", "UNORM_INT8", true, 4},
        {"sBGRA", "SNORM_INT8", false, 4},
        {"sRGBA", "UNORM_INT16", false, 8},
        {"sRGBx", "UNORM_INT8", true, 4},
        {"ABGR", "SIGNED_INT8", true, 4},
        {"ABGR", "HALF_FLOAT", false, 8},
        {"RGBA", "UNORM_INT_101010_2", true, 4},
        {"RGB", "UNORM_INT_101010_2", false, 4},
        {"RGBA", "UNORM_INT_101010", false, 4},
        {"DEPTH", "UNORM_INT16", true, 2},
        {"DEPTH", "FLOAT", true, 4},
        {"DEPTH", "UNORM_INT8", false, 1},
    };

    for (size_t i = 0; i < PT_COUNT(cases); i++) {
        struct pt_format format = format_of(cases[i].order, cases[i].type);

        assert_int_equal(pt_format_valid(format), cases[i].valid);
        assert_int_equal(pt_format_size(format), cases[i].size);
    }
}

/* Stored values of one channel against what a kernel sees. */
/* A texel of one integer, in this machine's order of bytes. */
static void unpack_bits(struct pt_format format, uint32_t bits, union pt_channel *channels)
{
    uint32_t texel;

    pt_bits_store(&texel, pt_format_size(format), bits);
    pt_texel_unpack(format, &texel, channels);
}

static uint32_t pack_bits(struct pt_format format, const union pt_channel *channels)
{
    uint32_t texel;

    pt_texel_pack(format, channels, &texel);
    return (uint32_t)pt_bits_load(&texel, pt_format_size(format));
}

static void real_channels(void **state)
{
    static const struct {
        const char *type;
        uint32_t stored;
        float seen;
    } cases[] = {
        {"UNORM_INT8", 255, 1},      {"UNORM_INT8", 51, 0.2f},
        {"SNORM_INT8", 0x7f, 1},     {"SNORM_INT8", 0x81, -1},
        {"SNORM_INT8", 0x80, -1},    {"UNORM_INT16", 65535, 1},
        {"SNORM_INT16", 0x8000, -1}, {"SNORM_INT16", 0x4000, 16384.0f / 32767},
        {"HALF_FLOAT", 0x3800, 0.5}, {"FLOAT", 0xc0000000, -2},
    };

    for (size_t i = 0; i < PT_COUNT(cases); i++) {
        union pt_channel channel;

        unpack_bits(format_of("R", cases[i].type), cases[i].stored, &channel);
        if (channel.f != cases[i].seen)
            fail_msg("%s %#x: got %g", cases[i].type, cases[i].stored, channel.f);
    }
}

static void packing(void **state)
{
    static const struct {
        const char *type;
        float value;
        uint32_t stored;
    } cases[] = {
        {"UNORM_INT8", 0.5f, 128}, /* 127.5: to even */
        {"UNORM_INT8", 2, 255},     {"UNORM_INT8", -1, 0},     {"UNORM_INT8", NAN, 0},
        {"SNORM_INT8", -1, 0x81},   {"SNORM_INT8", -5, 0x81},  {"SNORM_INT16", 1, 0x7fff},
        {"UNORM_INT16", 1, 0xffff}, {"HALF_FLOAT", 1, 0x3c00}, {"HALF_FLOAT", 1e9f, 0x7c00},
        {"FLOAT", 1, 0x3f800000},
    };

    for (size_t i = 0; i < PT_COUNT(cases); i++) {
        union pt_channel channel = {.f = cases[i].value};
        uint32_t stored = pack_bits(format_of("R", cases[i].type), &channel);

        if (stored != cases[i].stored)
            fail_msg("%s %g: got %#x", cases[i].type, cases[i].value, stored);
    }
}

static void integer_channels(void **state)
{
    union pt_channel wide[4] = {{.i = 300}, {.i = -300}, {.i = 5}, {.i = -5}}, back[4];
    int8_t texel[4];
    uint16_t small[2];

    pt_texel_pack(format_of("RGBA", "SIGNED_INT8"), wide, texel);
    assert_int_equal(texel[0], 127);
    assert_int_equal(texel[1], -128);
    assert_int_equal(texel[3], -5);
    pt_texel_unpack(format_of("RGBA", "SIGNED_INT8"), texel, back);
    assert_int_equal(back[1].i, -128);
    wide[0].u = 70000;
    pt_texel_pack(format_of("RG", "UNSIGNED_INT16"), wide, small);
    assert_int_equal(small[0], 65535);
    pt_texel_unpack(format_of("RG", "UNSIGNED_INT16"), small, back);
    assert_int_equal(back[0].u, 65535);
}

/* "R is in bits 31:22, G in bits 21:12, B in bits 11:2 and A in bits 1:0" (OpenCL 3.0, 5.3.1.1);
 * memory order is the name of the order; depth is one number. */
static void later_formats(void **state)
{
    const union pt_channel colour[4] = {{.f = 1}, {.f = 0}, {.f = 341 / 1023.0f}, {.f = 2 / 3.0f}};
    const union pt_channel numbers[4] = {{.u = 1}, {.u = 2}, {.u = 3}, {.u = 4}};
    union pt_channel back[4];
    uint32_t packed;
    uint8_t bytes[4];
    uint16_t depth;

    pt_texel_from_rgba(format_of("RGBA", "UNORM_INT_101010_2"), colour, &packed);
    assert_int_equal(packed, 1023u << 22 | 341 << 2 | 2);
    pt_texel_to_rgba(format_of("RGBA", "UNORM_INT_101010_2"), &packed, back);
    for (unsigned i = 0; i < 4; i++)
        assert_float_equal(back[i].f, colour[i].f, 1e-7);
    pt_texel_from_rgba(format_of("ABGR", "UNSIGNED_INT8"), numbers, bytes);
    assert_memory_equal(bytes, ((uint8_t[]){4, 3, 2, 1}), 4);
    pt_texel_from_rgba(format_of("DEPTH", "UNORM_INT16"), colour, &depth);
    assert_int_equal(depth, 65535);
    pt_texel_from_rgba(format_of("sRGBx", "UNORM_INT8"), colour, bytes);
    assert_int_equal(bytes[0], 255);
    pt_texel_to_rgba(format_of("sRGBx", "UNORM_INT8"), (uint8_t[]){0, 255, 0, 7}, back);
    assert_float_equal(back[1].f, 1, 0);
    assert_float_equal(back[3].f, 1, 0);
}

/* Light of some numbers, by the formula of OpenCL C 2.0, "Conversion Rules for sRGBA and sBGRA
 * Images", in decimal arithmetic. 10 and 11 lie at the two sides of its threshold. */
static void srgb_orders(void **state)
{
    static const struct {
        uint8_t stored;
        double light;
    } cases[] = {
        {0, 0},
        {1, 0.000303526983549},
        {10, 0.00303526983549},
        {11, 0.00334653576390},
        {64, 0.0512694583740},
        {128, 0.215860500114},
        {200, 0.577580440430},
        {255, 1},
    };
    const union pt_channel odd[4] = {{.f = 2}, {.f = NAN}, {.f = -1}, {.f = 0.5f}};
    struct pt_format format = format_of("sBGRA", "UNORM_INT8");

    for (size_t i = 0; i < PT_COUNT(cases); i++) {
        const uint8_t texel[4] = {cases[i].stored, 0, 255, cases[i].stored};
        union pt_channel rgba[4];
        uint8_t back[4];

        pt_texel_to_rgba(format, texel, rgba);
        assert_float_equal(rgba[0].f, 1, 0);
        assert_float_equal(rgba[1].f, 0, 0);
        assert_float_equal(rgba[2].f, cases[i].light, 1e-7);
        assert_float_equal(rgba[3].f, cases[i].stored / 255.0, 1e-7);
        pt_texel_from_rgba(format, rgba, back);
        assert_memory_equal(back, texel, 4);
    }
    for (unsigned i = 0; i < 256; i++) {
        uint8_t texel[4] = {i, 255 - i, i ^ 0x55, i}, back[4];
        union pt_channel channels[4];

        pt_texel_unpack(format, texel, channels);
        pt_texel_pack(format, channels, back);
        assert_memory_equal(back, texel, 4);
    }
    uint8_t clamped[4];
    pt_texel_from_rgba(format, odd, clamped);
    assert_memory_equal(clamped, ((const uint8_t[]){0, 0, 255, 128}), 4);
}

static void packed_formats(void **state)
{
    const union pt_channel rgb[3] = {{.f = 1}, {.f = 0}, {.f = 1}};
    union pt_channel back[3];

    assert_int_equal(pack_bits(format_of("RGB", "UNORM_SHORT_565"), rgb), 0xf81f);
    assert_int_equal(pack_bits(format_of("RGB", "UNORM_SHORT_555"), rgb), 0x7c1f);
    assert_int_equal(pack_bits(format_of("RGB", "UNORM_INT_101010"), rgb), 0x3ff003ff);
    unpack_bits(format_of("RGB", "UNORM_SHORT_565"), 0x0020 /* green 1 of 63 */, back);
    assert_true(back[0].f == 0 && back[1].f == 1.0f / 63 && back[2].f == 0);
}

static void component_orders(void **state)
{
    const union pt_channel rgba[4] = {{.u = 1}, {.u = 2}, {.u = 3}, {.u = 4}};
    static const struct {
        const char *order;
        uint8_t stored[4];
    } cases[] = {
        {"RGBA", {1, 2, 3, 4}},
        {"BGRA", {3, 2, 1, 4}},
        {"ARGB", {4, 1, 2, 3}},
        {"RA", {1, 4}},
        {"A", {4}},
        {"RG", {1, 2}},
    };

    for (size_t i = 0; i < PT_COUNT(cases); i++) {
        uint8_t texel[4] = {0};

        pt_texel_from_rgba(format_of(cases[i].order, "UNSIGNED_INT8"), rgba, texel);
        assert_memory_equal(texel, cases[i].stored, 4);
    }
}

/* Every normalized value survives unpacking and packing, but for SNORM's second -1. */
static void round_trips(void **state)
{
    static const char *const types[] = {"UNORM_INT8", "SNORM_INT8", "UNORM_INT16", "SNORM_INT16"};

    for (size_t t = 0; t < PT_COUNT(types); t++) {
        struct pt_format format = format_of("R", types[t]);
        uint32_t most = format.type->size == 1 ? 0xff : 0xffff;

        for (uint32_t stored = 0; stored <= most; stored++) {
            bool second = types[t][0] == 'S' && stored == most / 2 + 1;
            union pt_channel channel;

            unpack_bits(format, stored, &channel);
            assert_int_equal(pack_bits(format, &channel), second ? stored + 1 : stored);
        }
    }
}

/* Texels as read_image returns them, of channels that are there, and of those that are not
 * (6.12.14). */
static void components_read(void **state)
{
    static const struct {
        const char *order;
        uint8_t stored[4];
        uint32_t rgba[4];
    } cases[] = {
        {"R", {9}, {9, 0, 0, 1}},
        {"A", {9}, {0, 0, 0, 9}},
        {"RG", {9, 8}, {9, 8, 0, 1}},
        {"RA", {9, 8}, {9, 0, 0, 8}},
        {"BGRA", {9, 8, 7, 6}, {7, 8, 9, 6}},
        {"ARGB", {9, 8, 7, 6}, {8, 7, 6, 9}},
    };
    static const uint8_t half[1] = {51};
    union pt_channel rgba[4];

    for (size_t i = 0; i < PT_COUNT(cases); i++) {
        pt_texel_to_rgba(format_of(cases[i].order, "UNSIGNED_INT8"), cases[i].stored, rgba);
        assert_memory_equal(rgba, cases[i].rgba, sizeof(rgba));
    }
    pt_texel_to_rgba(format_of("LUMINANCE", "UNORM_INT8"), half, rgba);
    assert_true(rgba[0].f == 0.2f && rgba[1].f == 0.2f && rgba[2].f == 0.2f && rgba[3].f == 1);
    pt_texel_to_rgba(format_of("INTENSITY", "UNORM_INT8"), half, rgba);
    assert_true(rgba[2].f == 0.2f && rgba[3].f == 0.2f);
}

static void layouts(void **state)
{
    struct pt_image image = {.type = CL_MEM_OBJECT_IMAGE2D_ARRAY,
                             .width = 2,
                             .height = 3,
                             .depth = 1,
                             .layers = 2,
                             .row_pitch = 4,
                             .slice_pitch = 16};
    static const uint8_t texels[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    uint8_t host[32] = {0}, back[12];
    size_t position[3], region[3];

    image.format = format_of("R", "UNSIGNED_INT8");
    struct pt_layout layout = pt_image_layout(&image);
    assert_int_equal(pt_layout_size(&layout), 32);
    pt_layout_scatter(&layout, texels, host);
    assert_int_equal(host[4], 2);
    assert_int_equal(host[16], 6);
    assert_int_equal(host[25], 11);
    pt_layout_gather(&layout, host, back);
    assert_memory_equal(back, texels, sizeof(back));
    pt_image_coordinates(&image, 9, position);
    assert_int_equal(position[0], 1);
    assert_int_equal(position[1], 1);
    assert_int_equal(position[2], 1);
    image.type = CL_MEM_OBJECT_IMAGE1D_ARRAY;
    image.height = 1;
    pt_image_region(&image, region);
    assert_int_equal(region[1], 2);
    assert_int_equal(region[2], 1);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, names, refused_names, validity, real_channels, packing,
                     integer_channels, srgb_orders, later_formats, packed_formats, component_orders,
                     round_trips, components_read, layouts);
}
