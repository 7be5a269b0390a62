/* SPDX-License-Identifier: MIT */
/* test_images.c: images: transfers with the driver's pitches, fills, maps. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/tests/fixture.h"
#include "driver/clover/tests/release.h"

#include <stdlib.h>
#include <string.h>

static cl_image_desc desc_2d(size_t width, size_t height)
{
    return (cl_image_desc){
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = width, .image_height = height};
}

/* Kinds of image with a box inside each, in OpenCL's coordinates. */
static const struct {
    cl_mem_object_type type;
    size_t width, height, layers;
    size_t origin[3], region[3];
} boxes[] = {
    {CL_MEM_OBJECT_IMAGE1D, 30, 1, 1, {3, 0, 0}, {20, 1, 1}},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, 30, 1, 6, {3, 2, 0}, {20, 3, 1}},
    {CL_MEM_OBJECT_IMAGE2D, 30, 12, 1, {3, 2, 0}, {20, 9, 1}},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, 30, 12, 5, {3, 2, 1}, {20, 9, 3}},
    {CL_MEM_OBJECT_IMAGE3D, 30, 12, 5, {3, 2, 1}, {20, 9, 3}},
};

enum { TEXEL = 4, BOX_COUNT = COUNT(boxes) };

/* A box written with pitches of its own comes back with others, and nothing around it changes. */
static void transfers_keep_their_box(void **state)
{
    for (size_t i = 0; i < BOX_COUNT; i++) {
        const size_t *region = boxes[i].region, zero[3] = {0, 0, 0};
        bool array = boxes[i].type == CL_MEM_OBJECT_IMAGE1D_ARRAY, sliced = array || region[2] > 1;
        bool one_row = boxes[i].type == CL_MEM_OBJECT_IMAGE1D;
        size_t row = region[0] * TEXEL + 12, slice = array ? row : row * (region[1] + 2);
        size_t count = region[0] * region[1] * region[2];
        size_t whole[3] = {boxes[i].width, array ? boxes[i].layers : boxes[i].height,
                           array ? 1 : boxes[i].layers};
        cl_mem image = make_image(0, boxes[i].type, CL_RGBA, CL_UNSIGNED_INT8, boxes[i].width,
                                  boxes[i].height, boxes[i].layers);
        unsigned char *out = calloc(1, slice * region[2] + row * region[1]);
        uint32_t *back = calloc(count, TEXEL), *all = calloc(whole[0] * whole[1] * whole[2], TEXEL);

        for (size_t z = 0; z < region[2]; z++)
            for (size_t y = 0; y < region[1]; y++)
                for (size_t x = 0; x < region[0]; x++) {
                    uint32_t value = (uint32_t)(1 + x + 100 * y + 10000 * z);
                    memcpy(out + z * slice + y * row + x * TEXEL, &value, TEXEL);
                }
        ok(clEnqueueWriteImage(queue, image, CL_TRUE, boxes[i].origin, region, one_row ? 0 : row,
                               sliced ? slice : 0, out, 0, NULL, NULL));
        ok(clEnqueueReadImage(queue, image, CL_TRUE, boxes[i].origin, region, 0, 0, back, 0, NULL,
                              NULL));
        for (size_t n = 0; n < count; n++) {
            size_t x = n % region[0], y = n / region[0] % region[1], z = n / region[0] / region[1];
            assert_int_equal(back[n], 1 + x + 100 * y + 10000 * z);
        }
        ok(clEnqueueReadImage(queue, image, CL_TRUE, zero, whole, 0, 0, all, 0, NULL, NULL));
        size_t set = 0;
        for (size_t n = 0; n < whole[0] * whole[1] * whole[2]; n++)
            set += all[n] != 0;
        assert_int_equal(set, count);
        free(out);
        free(back);
        free(all);
        ok(clReleaseMemObject(image));
    }
}

static void map_and_fill_every_kind(void **state)
{
    const cl_uint color[4] = {1, 2, 3, 300};

    for (size_t i = 0; i < BOX_COUNT; i++) {
        const size_t *region = boxes[i].region;
        cl_mem image = make_image(0, boxes[i].type, CL_RGBA, CL_UNSIGNED_INT8, boxes[i].width,
                                  boxes[i].height, boxes[i].layers);
        size_t row = 0, slice = 0;
        cl_int error;

        ok(clEnqueueFillImage(queue, image, color, boxes[i].origin, region, 0, NULL, NULL));
        unsigned char *map =
            clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, boxes[i].origin,
                              region, &row, &slice, 0, NULL, NULL, &error);
        ok(error);
        size_t step = boxes[i].type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : row;
        const unsigned char expected[4] = {1, 2, 3, 255};
        for (size_t z = 0; z < region[2]; z++)
            for (size_t y = 0; y < region[1]; y++)
                for (size_t x = 0; x < region[0]; x++)
                    assert_memory_equal(map + z * slice + y * step + x * TEXEL, expected, TEXEL);
        memset(map + (region[2] - 1) * slice + (region[1] - 1) * step, 9, TEXEL);
        ok(clEnqueueUnmapMemObject(queue, image, map, 0, NULL, NULL));

        uint32_t texel = 0;
        size_t last[3], one[3] = {1, 1, 1};
        for (int d = 0; d < 3; d++)
            last[d] = boxes[i].origin[d] + (d ? region[d] - 1 : 0);
        ok(clEnqueueReadImage(queue, image, CL_TRUE, last, one, 0, 0, &texel, 0, NULL, NULL));
        assert_int_equal(texel, 0x09090909);
        ok(clReleaseMemObject(image));
    }
}

static void host_memory_with_pitches(void **state)
{
    enum { PITCH = 24 };
    unsigned char data[3 * PITCH];
    cl_image_desc desc = desc_2d(4, 3);
    cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    const size_t zero[3] = {0, 0, 0}, at[3] = {1, 2, 0}, one[3] = {1, 1, 1}, all[3] = {4, 3, 1};
    size_t pitch = 0;
    cl_int error;
    uint32_t texel, new_texel = 0x55667788;

    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)i;
    desc.image_row_pitch = PITCH;
    cl_mem image = clCreateImage(context, CL_MEM_USE_HOST_PTR, &format, &desc, data, &error);
    ok(error);
    ok(clEnqueueReadImage(queue, image, CL_TRUE, at, one, 0, 0, &texel, 0, NULL, NULL));
    assert_memory_equal(&texel, data + 2 * PITCH + 4, TEXEL);
    ok(clEnqueueWriteImage(queue, image, CL_TRUE, at, one, 0, 0, &new_texel, 0, NULL, NULL));
    unsigned char *map = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, zero, all, &pitch,
                                           NULL, 0, NULL, NULL, &error);
    ok(error);
    assert_ptr_equal(map, data);
    assert_int_equal(pitch, PITCH);
    assert_memory_equal(data + 2 * PITCH + 4, &new_texel, TEXEL);
    assert_int_equal(data[16], 16); /* between the rows */
    ok(clEnqueueUnmapMemObject(queue, image, map, 0, NULL, NULL));
    ok(clReleaseMemObject(image));
}

static void copies_between_kinds(void **state)
{
    const size_t zero[3] = {0, 0, 0}, region[3] = {5, 4, 1}, at[3] = {2, 1, 0};
    cl_mem flat = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, 8, 8, 1);
    cl_mem lines = make_image(0, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_RGBA, CL_UNSIGNED_INT8, 8, 1, 8);
    cl_mem other = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_FLOAT, 8, 8, 1);
    cl_mem buffer = make_buffer(128);
    uint32_t out[20], back[20] = {0};

    for (uint32_t i = 0; i < 20; i++)
        out[i] = 0x01010101 * (i + 1);
    ok(clEnqueueWriteImage(queue, flat, CL_TRUE, zero, region, 0, 0, out, 0, NULL, NULL));
    ok(clEnqueueCopyImage(queue, flat, lines, zero, at, region, 0, NULL, NULL));
    ok(clEnqueueCopyImageToBuffer(queue, lines, buffer, at, region, 16, 0, NULL, NULL));
    ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 16, sizeof back, back, 0, NULL, NULL));
    assert_memory_equal(back, out, sizeof out);
    ok(clEnqueueCopyBufferToImage(queue, buffer, flat, 16, at, region, 0, NULL, NULL));
    memset(back, 0, sizeof back);
    ok(clEnqueueReadImage(queue, flat, CL_TRUE, at, region, 0, 0, back, 0, NULL, NULL));
    assert_memory_equal(back, out, sizeof out);

    assert_int_equal(clEnqueueCopyImage(queue, flat, other, zero, zero, region, 0, NULL, NULL),
                     CL_IMAGE_FORMAT_MISMATCH);
    assert_int_equal(clEnqueueCopyImage(queue, flat, flat, zero, at, region, 0, NULL, NULL),
                     CL_MEM_COPY_OVERLAP);
    assert_int_equal(
        clEnqueueCopyImageToBuffer(queue, flat, buffer, zero, region, 64, 0, NULL, NULL),
        CL_INVALID_VALUE);
    assert_int_equal(
        clEnqueueCopyImageToBuffer(queue, buffer, flat, zero, region, 0, 0, NULL, NULL),
        CL_INVALID_MEM_OBJECT);
    release_memory(flat, lines, other, buffer);
}

static void box_validation(void **state)
{
    const size_t zero[3] = {0, 0, 0}, one[3] = {1, 1, 1}, wide[3] = {9, 1, 1}, deep[3] = {1, 1, 2},
                 none[3] = {1, 0, 1};
    const size_t far[3] = {SIZE_MAX, 0, 0};
    unsigned char data[256];
    cl_mem image = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, 8, 8, 1);
    const struct {
        const size_t *origin, *region;
        size_t row, slice;
        void *data;
    } reads[] = {
        {zero, wide, 0, 0, data}, {zero, deep, 0, 0, data}, {zero, none, 0, 0, data},
        {far, one, 0, 0, data},   {NULL, one, 0, 0, data},  {zero, one, 3, 0, data},
        {zero, one, 0, 64, data}, {zero, one, 0, 0, NULL},
    };

    for (size_t i = 0; i < COUNT(reads); i++)
        assert_int_equal(clEnqueueReadImage(queue, image, CL_TRUE, reads[i].origin, reads[i].region,
                                            reads[i].row, reads[i].slice, reads[i].data, 0, NULL,
                                            NULL),
                         CL_INVALID_VALUE);
    assert_int_equal(clEnqueueFillImage(queue, image, NULL, zero, one, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    ok(clReleaseMemObject(image));
}

static void images_over_buffers(void **state)
{
    cl_mem buffer = make_buffer(64);
    cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16, .buffer = buffer};
    const size_t at[3] = {5, 0, 0}, one[3] = {1, 1, 1};
    cl_int error;
    uint32_t value = 0x04030201, read = 0;

    cl_mem image = clCreateImage(context, 0, &format, &desc, NULL, &error);
    ok(error);
    ok(clEnqueueWriteImage(queue, image, CL_TRUE, at, one, 0, 0, &value, 0, NULL, NULL));
    ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 20, 4, &read, 0, NULL, NULL));
    assert_int_equal(read, value);
    assert_int_equal(clEnqueueCopyImageToBuffer(queue, image, buffer, at, one, 0, 0, NULL, NULL),
                     CL_INVALID_MEM_OBJECT);
    ok(clReleaseMemObject(buffer));
    ok(clReleaseMemObject(image));
}

int main(void)
{
    return RUN_TESTS(fixture_test, transfers_keep_their_box, map_and_fill_every_kind,
                     host_memory_with_pitches, copies_between_kinds, box_validation,
                     images_over_buffers);
}
