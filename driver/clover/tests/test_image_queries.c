/* SPDX-License-Identifier: MIT */
/* test_image_queries.c: what clGetImageInfo, clGetMemObjectInfo and clGetSupportedImageFormats
 * answer for each kind of image (OpenCL 1.2, sections 5.3.2, 5.3.7 and 5.4.5), and their errors. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/tests/fixture.h"
#include "driver/clover/tests/release.h"

#include <string.h>

enum { TEXEL = 4, WIDTH = 10, HEIGHT = 7, LAYERS = 3 };

static const cl_image_format rgba = {CL_RGBA, CL_UNSIGNED_INT8};
static unsigned char host[4096];

static size_t image_size(cl_mem image, cl_image_info name)
{
    size_t value = 99, bytes = 0;

    ok(clGetImageInfo(image, name, sizeof value, &value, &bytes));
    assert_int_equal(bytes, sizeof value);
    return value;
}

static cl_uint image_uint(cl_mem image, cl_image_info name)
{
    cl_uint value = 99;

    ok(clGetImageInfo(image, name, sizeof value, &value, NULL));
    return value;
}

/* Sizes as section 5.3.7 has them: 0 for what a kind of image lacks. */
static const struct {
    cl_mem_object_type type;
    size_t height, depth, layers, slice_pitch, bytes;
} kinds[] = {
    {CL_MEM_OBJECT_IMAGE1D, 0, 0, 0, 0, 40},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, 0, 0, LAYERS, 40, 120},
    {CL_MEM_OBJECT_IMAGE2D, HEIGHT, 0, 0, 0, 280},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, HEIGHT, 0, LAYERS, 280, 840},
    {CL_MEM_OBJECT_IMAGE3D, HEIGHT, LAYERS, 0, 280, 840},
};

static void every_kind(void **state)
{
    for (size_t i = 0; i < COUNT(kinds); i++) {
        cl_mem image = make_image(CL_MEM_READ_ONLY, kinds[i].type, CL_RGBA, CL_UNSIGNED_INT8, WIDTH,
                                  HEIGHT, LAYERS);
        cl_mem parent = image;
        cl_image_format format;
        cl_context owner;
        size_t offset = 99, bytes = 0;
        void *pointer = &format;

        ok(clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof format, &format, NULL));
        assert_memory_equal(&format, &rgba, sizeof format);
        assert_int_equal(image_size(image, CL_IMAGE_ELEMENT_SIZE), TEXEL);
        assert_int_equal(image_size(image, CL_IMAGE_ROW_PITCH), WIDTH * TEXEL);
        assert_int_equal(image_size(image, CL_IMAGE_SLICE_PITCH), kinds[i].slice_pitch);
        assert_int_equal(image_size(image, CL_IMAGE_WIDTH), WIDTH);
        assert_int_equal(image_size(image, CL_IMAGE_HEIGHT), kinds[i].height);
        assert_int_equal(image_size(image, CL_IMAGE_DEPTH), kinds[i].depth);
        assert_int_equal(image_size(image, CL_IMAGE_ARRAY_SIZE), kinds[i].layers);
        assert_int_equal(image_uint(image, CL_IMAGE_NUM_MIP_LEVELS), 0);
        assert_int_equal(image_uint(image, CL_IMAGE_NUM_SAMPLES), 0);
        ok(clGetImageInfo(image, CL_IMAGE_BUFFER, sizeof parent, &parent, NULL));
        assert_null(parent);

        assert_int_equal(mem_uint(image, CL_MEM_TYPE), kinds[i].type);
        assert_int_equal(mem_uint(image, CL_MEM_REFERENCE_COUNT), 1);
        assert_int_equal(mem_uint(image, CL_MEM_MAP_COUNT), 0);
        ok(clGetMemObjectInfo(image, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
        assert_int_equal(bytes, kinds[i].bytes);
        ok(clGetMemObjectInfo(image, CL_MEM_OFFSET, sizeof offset, &offset, NULL));
        assert_int_equal(offset, 0);
        ok(clGetMemObjectInfo(image, CL_MEM_HOST_PTR, sizeof pointer, &pointer, NULL));
        assert_null(pointer);
        ok(clGetMemObjectInfo(image, CL_MEM_CONTEXT, sizeof owner, &owner, NULL));
        assert_ptr_equal(owner, context);
        parent = image;
        ok(clGetMemObjectInfo(image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL));
        assert_null(parent);
        ok(clReleaseMemObject(image));
    }
}

/* Pitches that the application gave, and its memory. */
static void host_memory(void **state)
{
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                                .image_width = 4,
                                .image_height = 3,
                                .image_depth = 2,
                                .image_row_pitch = 24,
                                .image_slice_pitch = 96};
    cl_int error;
    cl_mem image = clCreateImage(context, CL_MEM_USE_HOST_PTR, &rgba, &desc, host, &error);
    void *pointer = NULL;

    ok(error);
    assert_int_equal(image_size(image, CL_IMAGE_ROW_PITCH), 24);
    assert_int_equal(image_size(image, CL_IMAGE_SLICE_PITCH), 96);
    ok(clGetMemObjectInfo(image, CL_MEM_HOST_PTR, sizeof pointer, &pointer, NULL));
    assert_ptr_equal(pointer, host);
    ok(clReleaseMemObject(image));
    /* Copied memory is the application's to free: only CL_MEM_USE_HOST_PTR tells of it. */
    image = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &rgba, &desc, host, &error);
    ok(error);
    ok(clGetMemObjectInfo(image, CL_MEM_HOST_PTR, sizeof pointer, &pointer, NULL));
    assert_null(pointer);
    ok(clReleaseMemObject(image));
}

static void over_buffers(void **state)
{
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 1024, host, &error);
    ok(error);
    cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                    &(cl_buffer_region){256, 64}, &error);
    ok(error);
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = WIDTH, .buffer = part};
    cl_mem image = clCreateImage(context, 0, &rgba, &desc, NULL, &error);
    cl_mem parent = NULL;
    size_t bytes = 0;
    void *pointer = NULL;

    ok(error);
    assert_int_equal(mem_uint(image, CL_MEM_TYPE), CL_MEM_OBJECT_IMAGE1D_BUFFER);
    assert_int_equal(image_size(image, CL_IMAGE_WIDTH), WIDTH);
    assert_int_equal(image_size(image, CL_IMAGE_HEIGHT), 0);
    assert_int_equal(image_size(image, CL_IMAGE_SLICE_PITCH), 0);
    ok(clGetImageInfo(image, CL_IMAGE_BUFFER, sizeof parent, &parent, NULL));
    assert_ptr_equal(parent, part);
    parent = NULL;
    ok(clGetMemObjectInfo(image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL));
    assert_ptr_equal(parent, part);
    ok(clGetMemObjectInfo(image, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
    assert_int_equal(bytes, WIDTH * TEXEL);
    ok(clGetMemObjectInfo(image, CL_MEM_HOST_PTR, sizeof pointer, &pointer, NULL));
    assert_ptr_equal(pointer, host + 256);
    release_memory(part, buffer, image);
}

static void wrong_queries(void **state)
{
    cl_mem image = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, 8, 8, 1);
    cl_mem buffer = make_buffer(64);
    size_t value, bytes = 0;
    const struct {
        cl_int (*query)(cl_mem, cl_uint, size_t, void *, size_t *);
        cl_mem memory;
        cl_uint name;
        size_t size;
        cl_int error;
    } cases[] = {
        {clGetImageInfo, NULL, CL_IMAGE_WIDTH, sizeof value, CL_INVALID_MEM_OBJECT},
        {clGetImageInfo, buffer, CL_IMAGE_WIDTH, sizeof value, CL_INVALID_MEM_OBJECT},
        {clGetImageInfo, image, CL_IMAGE_WIDTH, sizeof value - 1, CL_INVALID_VALUE},
        {clGetImageInfo, image, CL_MEM_SIZE, sizeof value, CL_INVALID_VALUE},
        {clGetMemObjectInfo, NULL, CL_MEM_SIZE, sizeof value, CL_INVALID_MEM_OBJECT},
        {clGetMemObjectInfo, image, CL_MEM_SIZE, sizeof value - 1, CL_INVALID_VALUE},
        {clGetMemObjectInfo, image, CL_IMAGE_WIDTH, sizeof value, CL_INVALID_VALUE},
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(
            cases[i].query(cases[i].memory, cases[i].name, cases[i].size, &value, NULL),
            cases[i].error);
    assert_int_equal(clGetImageInfo(image, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    ok(clGetImageInfo(image, CL_IMAGE_FORMAT, 0, NULL, &bytes));
    assert_int_equal(bytes, sizeof(cl_image_format));
    ok(clReleaseMemObject(image));
    ok(clReleaseMemObject(buffer));
}

static cl_int formats_error(cl_mem_flags flags, cl_mem_object_type type, cl_uint entries,
                            cl_image_format *formats)
{
    return clGetSupportedImageFormats(context, flags, type, entries, formats, NULL);
}

static void supported_formats(void **state)
{
    cl_image_format formats[16] = {{0, 0}};
    cl_uint count = 0;

    for (size_t i = 0; i < COUNT(kinds); i++) {
        ok(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, kinds[i].type, 16, formats,
                                      &count));
        assert_int_equal(count, 6);
        ok(clGetSupportedImageFormats(context, CL_MEM_WRITE_ONLY, kinds[i].type, 0, NULL, &count));
        assert_int_equal(count, 5);
        ok(clGetSupportedImageFormats(context, 0, kinds[i].type, 0, NULL, &count));
        assert_int_equal(count, 5);
    }
    /* No more than asked for is written, and all are counted. */
    memset(formats, 0, sizeof formats);
    ok(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 2, formats,
                                  &count));
    assert_int_equal(count, 6);
    assert_int_not_equal(formats[1].image_channel_order, 0);
    assert_int_equal(formats[2].image_channel_order, 0);

    assert_int_equal(clGetSupportedImageFormats(NULL, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count),
                     CL_INVALID_CONTEXT);
    assert_int_equal(formats_error(0, CL_MEM_OBJECT_BUFFER, 16, formats), CL_INVALID_VALUE);
    assert_int_equal(formats_error(0, 0, 16, formats), CL_INVALID_VALUE);
    assert_int_equal(formats_error(0, CL_MEM_OBJECT_IMAGE2D, 0, formats), CL_INVALID_VALUE);
    assert_int_equal(
        formats_error(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, 16, formats),
        CL_INVALID_VALUE);
    assert_int_equal(formats_error(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR,
                                   CL_MEM_OBJECT_IMAGE2D, 16, formats),
                     CL_INVALID_VALUE);
    ok(formats_error(CL_MEM_USE_HOST_PTR, CL_MEM_OBJECT_IMAGE2D, 16, formats));
}

int main(void)
{
    return RUN_TESTS(fixture_test, every_kind, host_memory, over_buffers, wrong_queries,
                     supported_formats);
}
