/* SPDX-License-Identifier: MIT */
/* test_mixed_formats.c: a device where kernels convert some image formats, and the hardware the
 * others: ROOTLE_FORMATS names those marked below. One kernel meets images of both kinds, and
 * images that share their texels agree on them. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "driver/icd/tests/device_fixture.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 5, HEIGHT = 3, TEXELS = WIDTH * HEIGHT, MAX_FORMATS = 256 };

/* A texel, and the channel that a component of a colour is in; -1: in none. */
static const struct row {
    cl_image_format format;
    unsigned bytes;
    int channel[4];
} rows[] = {
    {{CL_R, CL_FLOAT}, 4, {0, -1, -1, -1}}, /* lowered */
    {{CL_RG, CL_FLOAT}, 8, {0, 1, -1, -1}},
    {{CL_RGBA, CL_UNORM_INT8}, 4, {0, 1, 2, 3}}, /* lowered */
    {{CL_BGRA, CL_UNORM_INT8}, 4, {2, 1, 0, 3}},
    {{CL_R, CL_UNORM_INT8}, 1, {0, -1, -1, -1}}, /* lowered */
    {{CL_RA, CL_UNORM_INT8}, 2, {0, -1, -1, 1}},
};

static const char *const copy_source =
    "kernel void k(read_only image2d_t in, sampler_t s, write_only image2d_t out)\n"
    "{\n"
    "    int2 p = (int2)(get_global_id(0), get_global_id(1));\n"
    "    write_imagef(out, p, read_imagef(in, s, p));\n"
    "}\n";

/* 255ths that differ by texel and component. */
static unsigned number(unsigned texel, unsigned component)
{
    return (texel * 16 + component * 5 + 1) % 256;
}

static void put(const struct row *row, unsigned char *texel, unsigned component, unsigned number)
{
    const int channel = row->channel[component];
    const float real = (float)(number / 255.0);

    if (channel < 0)
        return;
    if (row->format.image_channel_data_type == CL_FLOAT)
        memcpy(texel + channel * 4, &real, sizeof real);
    else
        texel[channel] = (unsigned char)number;
}

/* Texels as they are when a colour has come through an image of the format `through`. */
static void fill(const struct row *row, const struct row *through, unsigned char *texels)
{
    for (unsigned i = 0; i < TEXELS; i++)
        for (unsigned c = 0; c < 4; c++) {
            const unsigned missing = c == 3 ? 255 : 0;
            put(row, texels + i * row->bytes, c, through->channel[c] < 0 ? missing : number(i, c));
        }
}

static cl_mem image_of(const cl_image_format *format, cl_mem over, size_t row_pitch, void *texels)
{
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                                .image_width = WIDTH,
                                .image_height = HEIGHT,
                                .image_row_pitch = row_pitch,
                                .buffer = over};
    cl_int error;
    cl_mem image =
        clCreateImage(context, texels ? CL_MEM_COPY_HOST_PTR : 0, format, &desc, texels, &error);

    ok(error);
    return image;
}

static void copy(cl_kernel kernel, cl_mem in, cl_mem out)
{
    const size_t global[2] = {WIDTH, HEIGHT};
    cl_int error;
    cl_sampler sampler =
        clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);

    ok(error);
    set(kernel, 0, sizeof in, &in);
    set(kernel, 1, sizeof(cl_sampler), &sampler);
    set(kernel, 2, sizeof out, &out);
    ok(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, NULL, 0, NULL, NULL));
    ok(clFinish(queue));
    ok(clReleaseSampler(sampler));
}

static void expect_texels(cl_mem image, const void *expected, size_t bytes)
{
    const size_t origin[3] = {0}, region[3] = {WIDTH, HEIGHT, 1};
    unsigned char texels[TEXELS * 16];

    ok(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, texels, 0, NULL, NULL));
    assert_memory_equal(texels, expected, bytes);
}

/* One kernel; each launch has images of other formats as the same arguments. */
static void all_pairs(void **state)
{
    cl_kernel kernel = build(copy_source);

    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t o = 0; o < COUNT(rows); o++) {
            unsigned char texels[TEXELS * 8], expected[TEXELS * 8];
            fill(&rows[i], &rows[2], texels);
            fill(&rows[o], &rows[i], expected);
            cl_mem in = image_of(&rows[i].format, NULL, 0, texels);
            cl_mem out = image_of(&rows[o].format, NULL, 0, NULL);
            copy(kernel, in, out);
            expect_texels(out, expected, TEXELS * rows[o].bytes);
            ok(clReleaseMemObject(in));
            ok(clReleaseMemObject(out));
        }
    ok(clReleaseKernel(kernel));
}

static void release(const cl_mem *objects, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ok(clReleaseMemObject(objects[i]));
}

/* A view is of the texels as the image has them, though one format is lowered and the other is not:
 * R and sBGRA are, DEPTH and BGRA are not. */
static void views(void **state)
{
    static const char *const source =
        "kernel void k(read_only image2d_depth_t in, sampler_t s, write_only image2d_depth_t out)\n"
        "{\n"
        "    int2 p = (int2)(get_global_id(0), get_global_id(1));\n"
        "    write_imagef(out, p, read_imagef(in, s, p));\n"
        "}\n";
    static const cl_image_format red = {CL_R, CL_UNORM_INT16}, depth = {CL_DEPTH, CL_UNORM_INT16};
    const size_t origin[3] = {0}, region[3] = {WIDTH, HEIGHT, 1};
    cl_ushort texels[TEXELS];
    cl_kernel kernel = build(source);

    for (unsigned i = 0; i < TEXELS; i++)
        texels[i] = (cl_ushort)(i * 4099 + 7);
    cl_mem image = image_of(&red, NULL, 0, texels), view = image_of(&depth, image, 0, NULL);
    cl_mem plain = image_of(&depth, NULL, 0, NULL), other = image_of(&red, NULL, 0, NULL);
    cl_mem over = image_of(&depth, other, 0, NULL);
    copy(kernel, view, plain);
    expect_texels(plain, texels, sizeof texels);
    copy(kernel, plain, over);
    expect_texels(other, texels, sizeof texels);
    /* Images of the same format, and bound in two ways. */
    texels[3] ^= 0x5a5a;
    ok(clEnqueueWriteImage(queue, plain, CL_TRUE, origin, region, 0, 0, texels, 0, NULL, NULL));
    ok(clEnqueueCopyImage(queue, plain, view, origin, origin, region, 0, NULL, NULL));
    expect_texels(image, texels, sizeof texels);
    release((cl_mem[]){over, other, plain, view, image}, 5);
    ok(clReleaseKernel(kernel));
}

/* Numbers that are on the curve stay what they are when they are read and written as colours. */
static void curved_views(void **state)
{
    static const cl_image_format plain = {CL_BGRA, CL_UNORM_INT8},
                                 curved = {0x10C2 /* CL_sBGRA */, CL_UNORM_INT8};
    unsigned char texels[TEXELS * 4];
    cl_kernel kernel = build(copy_source);

    for (unsigned i = 0; i < sizeof texels; i++)
        texels[i] = (unsigned char)(i * 37 + 11);
    cl_mem image = image_of(&plain, NULL, 0, texels), view = image_of(&curved, image, 0, NULL);
    cl_mem out = image_of(&curved, NULL, 0, NULL), back = image_of(&plain, NULL, 0, NULL);
    cl_mem over = image_of(&curved, back, 0, NULL);
    copy(kernel, view, out);
    expect_texels(out, texels, sizeof texels);
    copy(kernel, out, over);
    expect_texels(back, texels, sizeof texels);
    release((cl_mem[]){over, back, out, view, image}, 5);
    ok(clReleaseKernel(kernel));
}

/* In a buffer texels are as OpenCL has them, raw ones of one byte too. */
static void images_in_buffers(void **state)
{
    enum { PITCH = 8 };
    unsigned char bytes[PITCH * HEIGHT], texels[TEXELS], whole[PITCH * HEIGHT];
    cl_kernel kernel = build(copy_source);

    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 9 + 3);
    for (unsigned i = 0; i < TEXELS; i++)
        texels[i] = (unsigned char)(200 - i);
    cl_mem buffer = buffer_of(sizeof bytes, bytes);
    cl_mem image = image_of(&rows[4].format, buffer, PITCH, NULL);
    cl_mem out = image_of(&rows[3].format, NULL, 0, NULL);
    cl_mem in = image_of(&rows[4].format, NULL, 0, texels);
    unsigned char expected[TEXELS][4];
    for (unsigned i = 0; i < TEXELS; i++)
        memcpy(expected[i], (unsigned char[4]){0, 0, bytes[i / WIDTH * PITCH + i % WIDTH], 255}, 4);
    copy(kernel, image, out);
    expect_texels(out, expected, sizeof expected);
    copy(kernel, in, image);
    for (unsigned y = 0; y < HEIGHT; y++)
        memcpy(bytes + y * PITCH, texels + y * WIDTH, WIDTH);
    read_back(buffer, whole, sizeof whole);
    assert_memory_equal(whole, bytes, sizeof bytes);
    ok(clReleaseMemObject(in));
    ok(clReleaseMemObject(out));
    ok(clReleaseMemObject(image));
    ok(clReleaseMemObject(buffer));
    ok(clReleaseKernel(kernel));
}

static bool listed(cl_mem_object_type type, const cl_image_format *format)
{
    cl_image_format formats[MAX_FORMATS];
    cl_uint count = 0;

    ok(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, type, MAX_FORMATS, formats, &count));
    for (cl_uint i = 0; i < count; i++)
        if (!memcmp(&formats[i], format, sizeof *format))
            return true;
    return false;
}

/* Raw texels of less than four bytes have no place in a buffer, and levels none in raw images. */
static void what_is_missing(void **state)
{
    const cl_image_desc levels = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                                  .image_width = 8,
                                  .image_height = 8,
                                  .num_mip_levels = 2};
    cl_int error;

    for (size_t i = 0; i < COUNT(rows); i++) {
        const bool small = i == 4; /* R and UNORM_INT8 */
        assert_true(listed(CL_MEM_OBJECT_IMAGE2D, &rows[i].format));
        assert_int_equal(listed(CL_MEM_OBJECT_IMAGE1D_BUFFER, &rows[i].format), !small);
        assert_null(clCreateImage(context, 0, &rows[i].format, &levels, NULL, &error));
        assert_int_equal(error, CL_INVALID_IMAGE_DESCRIPTOR);
    }
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, all_pairs, views,
                             curved_views, images_in_buffers, what_is_missing);
}
