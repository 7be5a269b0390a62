/* SPDX-License-Identifier: MIT */
/* Tests of the grammar of ROOTLE_FORMATS: what it chooses, and what it says of wrong values. */
#include <CL/cl.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "driver/hw/image_access.h"

static struct hw_image_choice choice;
static char why[256];

static void choose(const char *text, enum hw_image_access access)
{
    if (!hw_image_access_read(text, &choice, why, sizeof(why)))
        fail_msg("%s: %s", text, why);
    assert_int_equal(choice.access, access);
}

static bool lowered(cl_channel_order order, cl_channel_type type)
{
    const struct hw_image_format *format = hw_image_format_find(order, type);

    assert_non_null(format);
    return hw_image_is_lowered(&choice, format);
}

/* How many formats of the table are lowered. */
static unsigned count_lowered(void)
{
    const struct hw_image_format *format;
    unsigned count = 0;

    for (unsigned i = 0; (format = hw_image_format_at(i)); i++)
        count += hw_image_is_lowered(&choice, format);
    return count;
}

static unsigned all_formats(void)
{
    unsigned count = 0;

    while (hw_image_format_at(count))
        count++;
    return count;
}

static void words(void **state)
{
    choose("", HW_IMAGES_NATIVE);
    assert_int_equal(count_lowered(), 0);
    choose("minimal", HW_IMAGES_LOWERED);
    assert_int_equal(count_lowered(), all_formats());
}

static void lists(void **state)
{
    choose("lowered:R-FLOAT,RGBA-UNORM_INT8", HW_IMAGES_MIXED);
    assert_int_equal(count_lowered(), 2);
    assert_true(lowered(CL_R, CL_FLOAT));
    assert_true(lowered(CL_RGBA, CL_UNORM_INT8));
    assert_false(lowered(CL_RGBA, CL_FLOAT));
    choose("native:R-FLOAT,sRGBx-UNORM_INT8,R-FLOAT", HW_IMAGES_MIXED);
    assert_int_equal(count_lowered(), all_formats() - 2);
    assert_false(lowered(CL_R, CL_FLOAT));
    assert_false(lowered(CL_sRGBx, CL_UNORM_INT8));
}

static void stars(void **state)
{
    choose("lowered:*-UNORM_INT_101010,DEPTH-*", HW_IMAGES_MIXED);
    assert_int_equal(count_lowered(), 4); /* RGB and RGBx; two depth formats */
    assert_true(lowered(CL_RGB, CL_UNORM_INT_101010));
    assert_true(lowered(CL_DEPTH, CL_UNORM_INT16));
    assert_false(lowered(CL_RGBA, CL_UNORM_INT_101010_2));
}

/* A list of all, or of none, is what has a name of its own. */
static void whole_lists(void **state)
{
    choose("lowered:*-*", HW_IMAGES_LOWERED);
    assert_int_equal(count_lowered(), all_formats());
    choose("native:*-*", HW_IMAGES_NATIVE);
    assert_int_equal(count_lowered(), 0);
}

static void wrong_values(void **state)
{
    static const struct {
        const char *text, *named;
    } rows[] = {
        {"typed", "'typed' is none of minimal, lowered:LIST and native:LIST"},
        {"Minimal", "'Minimal'"},
        {"minimal,R-FLOAT", "'minimal,R-FLOAT'"},
        {"lowered", "'lowered'"},
        {"lowered:", "'' is no image format"},
        {"native:R-FLOAT,", "'' is no image format"},
        {"lowered:R-FLOAT,RGBA-UNORM_INT9,A-FLOAT", "'RGBA-UNORM_INT9' is no image format"},
        {"lowered:RGB-FLOAT", "'RGB-FLOAT'"}, /* no such combination */
        {"lowered:R_FLOAT", "'R_FLOAT'"},
        {"lowered:r-float", "'r-float'"},
        {"lowered: R-FLOAT", "' R-FLOAT'"},
        {"lowered:R-*T", "'R-*T'"},
        {"lowered:-", "'-'"},
        {"lowered:*", "'*'"},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        if (hw_image_access_read(rows[i].text, &choice, why, sizeof(why)))
            fail_msg("%s", rows[i].text);
        if (!strstr(why, rows[i].named) || strncmp(why, "ROOTLE_FORMATS: ", 16))
            fail_msg("%s: %s", rows[i].text, why);
        assert_int_equal(choice.access, HW_IMAGES_NATIVE);
        assert_int_equal(count_lowered(), 0);
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, words, lists, stars, whole_lists, wrong_values);
}
