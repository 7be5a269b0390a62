/* SPDX-License-Identifier: MIT */
/* Tests of the format tables: every row against facts stated here a second time. */
#include <stdlib.h>

#include <CL/cl.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "driver/hw/registers.h"

static void channels_fill_their_elements(void **state)
{
    unsigned found = 0;
    for (unsigned f = 0; f < 64; f++) {
        const struct hw_format_info *info = hw_format_find(f);
        if (!info)
            continue;
        found++;
        unsigned position = 0;
        if (info->format >= HW_FMT_BC1 && info->format <= HW_FMT_BC7) {
            assert_int_equal(info->bits[0], 0); /* blocks, which have no channels */
            assert_true(info->bytes == 8 || info->bytes == 16);
            continue;
        }
        for (unsigned c = 0; c < info->channels; c++) {
            assert_true(info->bits[c] > 0);
            assert_int_equal(info->shift[c], position);
            position += info->bits[c];
        }
        if (info->format == HW_FMT_5_9_9_9_SHAREDEXP)
            position += 5; /* the exponent, which is no channel */
        assert_int_equal(position, info->bytes * 8);
    }
    assert_int_equal(found, 39);
    assert_null(hw_format_find(HW_FMT_INVALID));
    assert_null(hw_format_find(1000));
}

static void rows_are_found_once(void **state)
{
    unsigned count = 0;
    for (const struct hw_image_format *row; (row = hw_image_format_at(count)); count++) {
        assert_ptr_equal(hw_image_format_find(row->order, row->type), row);
        const struct hw_format_info *info = hw_format_find(row->format);
        assert_int_equal(hw_format_find(row->format)->bytes, row->bytes);
        assert_non_null(info);
        if (!info)
            continue;
        assert_int_equal(info->bytes, row->bytes);
        assert_int_equal(info->is_float, row->type == CL_HALF_FLOAT || row->type == CL_FLOAT);
    }
    assert_int_equal(count, 120);
    assert_null(hw_image_format_find(CL_RGB, CL_FLOAT));
    assert_null(hw_image_format_find(CL_INTENSITY, CL_SIGNED_INT8));
    assert_null(hw_image_format_find(CL_BGRA, CL_FLOAT));
    assert_null(hw_image_format_find(CL_sRGBA, CL_FLOAT));
}

/* Reads and writes of a format agree: channel m of memory receives component swap[m], and a
 * component that selects channel m must be the one stored there. */
static void swap_and_selectors_agree(void **state)
{
    const struct hw_image_format *row;
    for (unsigned i = 0; (row = hw_image_format_at(i)); i++) {
        const uint8_t *swap =
            hw_comp_swap_components(hw_format_find(row->format)->channels, row->comp_swap);
        unsigned read_back = 0;
        for (unsigned m = 0; m < hw_format_find(row->format)->channels; m++)
            read_back += row->dst_sel[swap[m]] == m;
        const bool three = row->order == CL_RGB && row->type != CL_UNORM_SHORT_565;
        /* Padding is read where its bits are made ones. */
        unsigned visible = three ? 3u : hw_format_find(row->format)->channels;
        assert_int_equal(read_back, visible);
    }
}

/* Channels lie one after another; what none of them has is padding, above them. */
static void channels_follow_the_layout(void **state)
{
    const struct hw_image_format *row;
    for (unsigned i = 0; (row = hw_image_format_at(i)); i++) {
        struct hw_channel channels[4];
        const unsigned count = hw_image_format_channels(row, channels);
        unsigned position = 0, padding = row->type == CL_UNORM_SHORT_555    ? 1
                                         : row->type == CL_UNORM_INT_101010 ? 2
                                         : row->order == CL_sRGBx           ? 8
                                                                            : 0;
        for (unsigned c = 0; c < count; c++) {
            assert_int_equal(channels[c].shift, position);
            position += channels[c].bits;
        }
        assert_int_equal(position + padding, row->bytes * 8);
    }
}

static void known_channels(void **state)
{
    static const struct {
        uint32_t order, type;
        unsigned count, components[4];
    } expected[] = {
        {CL_R, CL_FLOAT, 1, {0}},
        {CL_A, CL_UNORM_INT8, 1, {3}},
        {CL_RA, CL_HALF_FLOAT, 2, {0, 3}},
        {CL_RGx, CL_SIGNED_INT32, 2, {0, 1}},
        {CL_RGB, CL_UNORM_SHORT_565, 3, {2, 1, 0}},
        {CL_RGBx, CL_UNORM_SHORT_555, 3, {2, 1, 0}},
        {CL_BGRA, CL_UNORM_INT8, 4, {2, 1, 0, 3}},
        {CL_ARGB, CL_SNORM_INT8, 4, {3, 0, 1, 2}},
        {CL_sRGBA, CL_UNORM_INT8, 4, {0, 1, 2, 3}},
        {CL_sRGBx, CL_UNORM_INT8, 3, {0, 1, 2}},
        {CL_ABGR, CL_UNORM_INT8, 4, {3, 2, 1, 0}},
        {CL_RGBA, CL_UNORM_INT_101010_2, 4, {3, 2, 1, 0}},
        {CL_DEPTH, CL_FLOAT, 1, {0}},
    };
    for (size_t i = 0; i < COUNT(expected); i++) {
        struct hw_channel channels[4];
        const struct hw_image_format *row =
            hw_image_format_find(expected[i].order, expected[i].type);
        assert_int_equal(hw_image_format_channels(row, channels), expected[i].count);
        for (unsigned c = 0; c < expected[i].count; c++)
            assert_int_equal(channels[c].component, expected[i].components[c]);
    }
}

static void border_follows_the_order(void **state)
{
    const struct hw_image_format *row;
    for (unsigned i = 0; (row = hw_image_format_at(i)); i++) {
        bool no_alpha = row->order == CL_R || row->order == CL_RG || row->order == CL_RGB ||
                        row->order == CL_LUMINANCE;
        assert_int_equal(row->opaque_border, no_alpha);
        assert_int_equal(row->dst_sel[3] == HW_SEL_1, no_alpha);
    }
}

/* OpenCL: 565 has R in bits 15:11, 555 in 14:10, 101010 in 29:20, each followed by G then B. */
static void packed_formats_hold_red_high(void **state)
{
    static const struct {
        uint32_t type;
        unsigned shift[3], bits[3];
    } expected[] = {
        {CL_UNORM_SHORT_565, {11, 5, 0}, {5, 6, 5}},
        {CL_UNORM_SHORT_555, {10, 5, 0}, {5, 5, 5}},
        {CL_UNORM_INT_101010, {20, 10, 0}, {10, 10, 10}},
    };
    for (size_t i = 0; i < COUNT(expected); i++) {
        const struct hw_image_format *row = hw_image_format_find(CL_RGB, expected[i].type);
        assert_non_null(row);
        const struct hw_format_info *info = hw_format_find(row->format);
        for (unsigned c = 0; c < 3; c++) {
            assert_int_equal(info->shift[row->dst_sel[c]], expected[i].shift[c]);
            assert_int_equal(info->bits[row->dst_sel[c]], expected[i].bits[c]);
        }
    }
}

static void known_rows(void **state)
{
    const struct hw_image_format *row = hw_image_format_find(CL_BGRA, CL_UNORM_INT8);
    assert_int_equal(row->format, HW_FMT_8_8_8_8);
    assert_int_equal(row->comp_swap, HW_SWAP_ALT);
    assert_int_equal(row->dst_sel[0], HW_SEL_Z);
    row = hw_image_format_find(CL_ARGB, CL_SIGNED_INT8);
    assert_int_equal(row->dst_sel[3], HW_SEL_X);
    assert_int_equal(row->num_format, HW_NUM_FORMAT_INT);
    assert_int_equal(row->comp, HW_COMP_SIGNED);
    assert_int_equal(row->cb_number, HW_CB_SINT);
    row = hw_image_format_find(CL_sBGRA, CL_UNORM_INT8);
    assert_int_equal(row->format, HW_FMT_8_8_8_8);
    assert_int_equal(row->dst_sel[0], HW_SEL_Z);
    assert_int_equal(row->cb_number, HW_CB_UNORM);
    assert_int_equal(row->number, HW_NUMBER_SRGB);
    row = hw_image_format_find(CL_INTENSITY, CL_FLOAT);
    assert_int_equal(row->format, HW_FMT_32_FLOAT);
    assert_int_equal(row->dst_sel[3], HW_SEL_X);
    row = hw_image_format_find(CL_RGBA, CL_SNORM_INT16);
    assert_int_equal(row->cb_number, HW_CB_SNORM);
    assert_int_equal(row->comp, HW_COMP_SIGNED);
    assert_int_equal(row->num_format, HW_NUM_FORMAT_NORM);
}

/* The format numbers that the built-ins for raw images (ROOTLE_FORMATS=minimal) use. */
enum {
    RAW_UNORM = HW_NUMBER_UNORM,
    RAW_SNORM = HW_NUMBER_SNORM,
    RAW_UINT = HW_NUMBER_UINT,
    RAW_SINT = HW_NUMBER_SINT,
    RAW_HALF = HW_NUMBER_FLOAT,
    RAW_FLOAT = HW_NUMBER_FLOAT,
};

static const struct {
    uint32_t type, number, bits[4]; /* from the top, if there are several */
} raw_types[] = {
#define RAW_TYPE(name, cl, stored, width) {cl, RAW_##stored, {width}},
#define RAW_PACKED(name, cl, r, g, b, a)  {cl, HW_NUMBER_UNORM, {r, g, b, a}},
#include "libclc/image/raw_formats.def"
};

static const struct {
    uint32_t order;
    bool opaque;
} raw_orders[] = {
#define RAW_ORDER(name, cl, read, stored, is_opaque) {cl, is_opaque},
#include "libclc/image/raw_formats.def"
};

static bool raw_type_agrees(const struct hw_image_format *row)
{
    struct hw_channel channels[4];
    const unsigned count = hw_image_format_channels(row, channels);
    const uint32_t number = row->number == HW_NUMBER_SRGB ? HW_NUMBER_UNORM : row->number;
    for (size_t i = 0; i < COUNT(raw_types); i++) {
        if (raw_types[i].type != row->type)
            continue;
        bool agrees = raw_types[i].number == number;
        for (unsigned c = 0; c < count; c++) {
            const bool packed = raw_types[i].bits[1];
            agrees &= channels[c].bits == raw_types[i].bits[packed ? channels[c].component : 0];
        }
        return agrees;
    }
    return false;
}

static bool raw_order_agrees(const struct hw_image_format *row)
{
    for (size_t i = 0; i < COUNT(raw_orders); i++)
        if (raw_orders[i].order == row->order)
            return raw_orders[i].opaque == row->opaque_border;
    return false;
}

static void raw_builtins_know_every_format(void **state)
{
    const struct hw_image_format *row;
    for (unsigned i = 0; (row = hw_image_format_at(i)); i++)
        if (!raw_type_agrees(row) || !raw_order_agrees(row))
            fail_msg("order %#x, type %#x", row->order, row->type);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, channels_fill_their_elements, rows_are_found_once,
                     swap_and_selectors_agree, border_follows_the_order,
                     packed_formats_hold_red_high, known_rows, channels_follow_the_layout,
                     known_channels, raw_builtins_know_every_format);
}
