/* SPDX-License-Identifier: MIT */
/* test_srgb.c: images of the sRGB orders, which kernels read and write as linear light (OpenCL 2.0,
 * "Conversion Rules for sRGBA and sBGRA Images"). Expected values come from that section's formula.
 */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "driver/icd/tests/device_fixture.h"

#include <math.h>

enum { NUMBERS = 256 };

static const char *const source =
    "constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | "
    "CLK_FILTER_NEAREST;\n"
    "kernel void k(read_only image2d_t image, global float4 *out)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    out[i] = read_imagef(image, nearest, (int2)(i, 0));\n"
    "}\n";

static double light(unsigned number)
{
    double c = number / 255.0;

    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* A row of texels in memory order. */
static cl_mem row_of(cl_channel_order order, size_t width, void *texels, cl_mem_object_type type,
                     cl_mem_flags flags, cl_int *error)
{
    const cl_image_format format = {order, CL_UNORM_INT8};
    const cl_image_desc desc = {.image_type = type, .image_width = width, .image_height = 1};

    return clCreateImage(context, flags | (texels ? CL_MEM_COPY_HOST_PTR : 0), &format, &desc,
                         texels, error);
}

/* Reads one texel more than the row has: the border. */
static void read_row(cl_mem image, cl_float (*out)[4])
{
    const size_t global = NUMBERS + 1;
    cl_kernel kernel = build(source);
    cl_mem buffer = buffer_of(sizeof(cl_float[NUMBERS + 1][4]), NULL);

    set(kernel, 0, sizeof image, &image);
    set(kernel, 1, sizeof buffer, &buffer);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    read_back(buffer, out, sizeof(cl_float[NUMBERS + 1][4]));
    ok(clReleaseMemObject(buffer));
    ok(clReleaseKernel(kernel));
}

/* The section allows half of a step of 1/255; the driver promises the nearest float, or nearly. */
static void near(cl_float value, double expected)
{
    if (!(fabs(value - expected) <= 1e-6))
        fail_msg("%.9g, expected %.9g", value, expected);
}

static void every_number(void **state)
{
    static const struct {
        cl_channel_order order;
        unsigned red, blue; /* channel in memory */
    } orders[] = {{CL_sRGBA, 0, 2}, {CL_sBGRA, 2, 0}};
    static cl_float out[NUMBERS + 1][4];
    cl_int error;

    for (size_t o = 0; o < COUNT(orders); o++) {
        cl_uchar texels[NUMBERS][4];
        for (unsigned i = 0; i < NUMBERS; i++) {
            texels[i][orders[o].red] = (cl_uchar)i;
            texels[i][1] = (cl_uchar)(255 - i);
            texels[i][orders[o].blue] = (cl_uchar)(i ^ 0x55);
            texels[i][3] = (cl_uchar)i;
        }
        cl_mem image = row_of(orders[o].order, NUMBERS, texels, CL_MEM_OBJECT_IMAGE2D,
                              CL_MEM_READ_ONLY, &error);
        ok(error);
        read_row(image, out);
        for (unsigned i = 0; i < NUMBERS; i++) {
            near(out[i][0], light(i));
            near(out[i][1], light(255 - i));
            near(out[i][2], light(i ^ 0x55));
            near(out[i][3], i / 255.0); /* alpha is linear */
        }
        for (int c = 0; c < 4; c++)
            assert_true(out[NUMBERS][c] == 0);
        ok(clReleaseMemObject(image));
    }
}

/* Fill colours are linear: what kernels then read is within half a step of the stored numbers. */
static void fills(void **state)
{
    const size_t zero[3] = {0, 0, 0}, region[3] = {NUMBERS, 1, 1};
    const cl_float color[4] = {0.5f, 0.25f, 0.0005f, 0.5f};
    static cl_float out[NUMBERS + 1][4];
    cl_uchar texel[NUMBERS][4];
    cl_int error;
    cl_mem image = row_of(CL_sRGBA, NUMBERS, NULL, CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY, &error);

    ok(error);
    ok(clEnqueueFillImage(queue, image, color, zero, region, 0, NULL, NULL));
    ok(clEnqueueReadImage(queue, image, CL_TRUE, zero, region, 0, 0, texel, 0, NULL, NULL));
    /* 1.055 * 0.5^(1/2.4) - 0.055 = 0.73536, and 187.5 of the 255; 0.25: 136.96; 12.92 *
     * 0.0005: 1.65 */
    assert_int_equal(texel[7][0], 188);
    assert_int_equal(texel[7][1], 137);
    assert_int_equal(texel[7][2], 2);
    assert_int_equal(texel[7][3], 128);
    read_row(image, out);
    near(out[9][0], light(188));
    ok(clReleaseMemObject(image));
}

/* Colours of every number, of half a step above it, and out of range: each is stored as the number
 * beside its reference result, and alpha as it is. */
static void writes(void **state)
{
    static const char *const writer =
        "kernel void k(write_only image2d_t image, global const float4 *in)\n"
        "{\n"
        "    int i = get_global_id(0);\n"
        "    write_imagef(image, (int2)(i, 0), in[i]);\n"
        "}\n";
    const size_t zero[3] = {0, 0, 0}, region[3] = {NUMBERS, 1, 1}, global = NUMBERS;
    static cl_float in[NUMBERS][4];
    cl_uchar texels[NUMBERS][4];
    cl_int error;
    cl_mem image =
        row_of(CL_sBGRA, NUMBERS, NULL, CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_WRITE, &error);
    cl_kernel kernel = build(writer);

    ok(error);
    for (unsigned i = 0; i < NUMBERS; i++) {
        in[i][0] = (cl_float)light(i);
        in[i][1] = i ? 1.0f + (cl_float)i : NAN;
        in[i][2] = i ? -(cl_float)i : -INFINITY;
        in[i][3] = (cl_float)i / 255.0f;
    }
    cl_mem buffer = buffer_of(sizeof in, in);
    set(kernel, 0, sizeof image, &image);
    set(kernel, 1, sizeof buffer, &buffer);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    ok(clEnqueueReadImage(queue, image, CL_TRUE, zero, region, 0, 0, texels, 0, NULL, NULL));
    for (unsigned i = 0; i < NUMBERS; i++) {
        assert_int_equal(texels[i][2], i);
        assert_int_equal(texels[i][1], i ? 255 : 0);
        assert_int_equal(texels[i][0], 0);
        assert_int_equal(texels[i][3], i);
    }
    ok(clReleaseMemObject(buffer));
    ok(clReleaseMemObject(image));
    ok(clReleaseKernel(kernel));
}

/* Buffer images never had a curve. */
static void what_is_not_offered(void **state)
{
    cl_image_format formats[256];
    cl_uint count = 0, found = 0;
    cl_int error;

    assert_null(row_of(CL_sRGBA, 4, NULL, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_READ_ONLY, &error));
    assert_int_equal(error, CL_INVALID_IMAGE_DESCRIPTOR); /* without a buffer */
    ok(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 256, formats,
                                  &count));
    for (cl_uint i = 0; i < count; i++)
        found += formats[i].image_channel_order == CL_sRGBA ||
                 formats[i].image_channel_order == CL_sBGRA ||
                 formats[i].image_channel_order == CL_sRGBx;
    assert_int_equal(found, 3);
    ok(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE1D_BUFFER, 256,
                                  formats, &count));
    for (cl_uint i = 0; i < count; i++)
        assert_true(formats[i].image_channel_order != CL_sRGBA &&
                    formats[i].image_channel_order != CL_sBGRA &&
                    formats[i].image_channel_order != CL_sRGBx);
    /* OpenCL 3.0, 5.3.1.1: bits of an element are a power of two, which 24 is not. */
    assert_null(row_of(CL_sRGB, 4, NULL, CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY, &error));
    assert_int_equal(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, every_number, fills,
                             writes, what_is_not_offered);
}
