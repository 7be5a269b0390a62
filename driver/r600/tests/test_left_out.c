/* SPDX-License-Identifier: MIT */
/* test_left_out.c: with ROOTLE_WITHOUT_ORDERS=sRGBx,A no image has one of these orders, and all
 * others are as before. */
#include "ci/tests/run_tests.h"
#include "driver/icd/tests/device_fixture.h"

#include <stdbool.h>

enum { MAX_FORMATS = 256 };

static bool is_listed(cl_channel_order order)
{
    cl_image_format formats[MAX_FORMATS];
    cl_uint count;
    ok(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, MAX_FORMATS,
                                  formats, &count));
    assert_in_range(count, 1, MAX_FORMATS);
    for (cl_uint i = 0; i < count; i++)
        if (formats[i].image_channel_order == order)
            return true;
    return false;
}

/* The error that creating an image of 4 x 4 texels gives. */
static cl_int made(cl_channel_order order)
{
    const cl_image_format format = {order, CL_UNORM_INT8};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    cl_int status;
    cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, &status);
    if (image)
        ok(clReleaseMemObject(image));
    return status;
}

static void named_orders_are_left_out(void **state)
{
    assert_false(is_listed(CL_sRGBx));
    assert_false(is_listed(CL_A));
    assert_int_equal(made(CL_sRGBx), CL_IMAGE_FORMAT_NOT_SUPPORTED);
    assert_int_equal(made(CL_A), CL_IMAGE_FORMAT_NOT_SUPPORTED);
}

static void others_are_there(void **state)
{
    assert_true(is_listed(CL_sRGBA));
    assert_true(is_listed(CL_RA));
    assert_int_equal(made(CL_sRGBA), CL_SUCCESS);
    assert_int_equal(made(CL_RA), CL_SUCCESS);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, named_orders_are_left_out,
                             others_are_there);
}
