/* SPDX-License-Identifier: MIT */
/* test_image_requirements.c: clGetImageRequirementsInfoEXT's errors, answers and their sizes, of
 * which a test file can ask for some only. What must come is from the text of
 * cl_ext_image_requirements_info and cl_ext_image_from_buffer. */
#include <CL/cl_ext.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/icd/tests/device_fixture.h"

static clGetImageRequirementsInfoEXT_fn ask;
static const cl_image_format rgba = {CL_RGBA, CL_UNSIGNED_INT16};
static const cl_image_desc volume = {
    .image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 3, .image_height = 4, .image_depth = 5};

static int open_with_function(void **state)
{
    cl_platform_id platform;
    const int status = open_device(state);

    if (status || clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL))
        return 1;
    ask = (clGetImageRequirementsInfoEXT_fn)clGetExtensionFunctionAddressForPlatform(
        platform, "clGetImageRequirementsInfoEXT");
    return ask ? 0 : 1;
}

static cl_int size_error(cl_context of, const cl_mem_properties *properties, cl_mem_flags flags,
                         const cl_image_format *format, const cl_image_desc *desc, size_t room)
{
    size_t size = 0;

    return ask(of, properties, flags, format, desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT, room, &size,
               NULL);
}

static void errors(void **state)
{
    static const cl_mem_properties unknown[] = {CL_MEM_TYPE, 1, 0}, none[] = {0};
    static const cl_image_format bad = {CL_INTENSITY, CL_UNORM_SHORT_555};
    static const cl_image_desc flat = {.image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 3},
                               buffer = {.image_type = CL_MEM_OBJECT_BUFFER, .image_width = 3};
    const size_t all = sizeof(size_t);

    assert_int_equal(size_error(NULL, NULL, 0, &rgba, &volume, all), CL_INVALID_CONTEXT);
    assert_int_equal(size_error(context, unknown, 0, &rgba, &volume, all), CL_INVALID_PROPERTY);
    assert_int_equal(size_error(context, NULL, (cl_mem_flags)-1, &rgba, &volume, all),
                     CL_INVALID_VALUE);
    assert_int_equal(size_error(context, NULL, 0, &bad, &volume, all),
                     CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    assert_int_equal(size_error(context, NULL, 0, &rgba, &flat, all), CL_INVALID_IMAGE_DESCRIPTOR);
    assert_int_equal(size_error(context, NULL, 0, &rgba, &buffer, all),
                     CL_INVALID_IMAGE_DESCRIPTOR);
    assert_int_equal(size_error(context, NULL, 0, &rgba, &volume, all - 1), CL_INVALID_VALUE);
    assert_int_equal(ask(context, NULL, 0, &rgba, &volume, CL_IMAGE_FORMAT, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    ok(size_error(context, none, 0, &rgba, &volume, all));
    ok(size_error(context, NULL, CL_MEM_KERNEL_READ_AND_WRITE, &rgba, &volume, all));
}

/* "param_value_size_ret returns the actual size": limits are cl_uint, all else size_t. */
static void sizes_of_answers(void **state)
{
    static const struct {
        cl_image_requirements_info_ext name;
        size_t size;
    } rows[] = {
        {CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT, sizeof(size_t)},
        {CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT, sizeof(size_t)},
        {CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT, sizeof(size_t)},
        {CL_IMAGE_REQUIREMENTS_SIZE_EXT, sizeof(size_t)},
        {CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, sizeof(cl_uint)},
        {CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, sizeof(cl_uint)},
        {CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, sizeof(cl_uint)},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t size = 0;
        ok(ask(context, NULL, 0, &rgba, &volume, rows[i].name, 0, NULL, &size));
        assert_int_equal(size, rows[i].size);
    }
}

static size_t alignment(const cl_image_format *format, const cl_image_desc *desc, cl_uint name)
{
    size_t answer = 0;

    ok(ask(context, NULL, 0, format, desc, name, sizeof answer, &answer, NULL));
    return answer;
}

/* "an alignment that would be sufficient for all possible values of the missing argument", and no
 * more in bytes than what cl_khr_image2d_from_buffer says of the largest texel. */
static void alignments_of_all(void **state)
{
    static const cl_uint names[] = {CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
                                    CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT,
                                    CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT};
    const cl_image_format widest = {CL_RGBA, CL_FLOAT};
    cl_uint pitch, base;

    ok(clGetDeviceInfo(device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, sizeof pitch, &pitch, NULL));
    ok(clGetDeviceInfo(device, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, sizeof base, &base, NULL));
    for (size_t i = 0; i < COUNT(names); i++) {
        const size_t all = alignment(NULL, NULL, names[i]);
        assert_true(all >= alignment(&widest, &volume, names[i]));
        assert_true(all >= alignment(&rgba, &volume, names[i]));
        assert_true(all <= (i == 2 ? base : pitch) * (size_t)16);
    }
}

/* The base of a buffer in host memory, which test files always have aligned. */
static void host_memory_that_is_not_aligned(void **state)
{
    static _Alignas(64) char memory[4096];
    const size_t needs =
        alignment(&rgba, &volume, CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT);
    cl_image_desc desc = volume;
    cl_int error;

    for (size_t off = 0; off <= needs; off += needs / 2) {
        desc.buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 2048, memory + off, &error);
        ok(error);
        cl_mem image = clCreateImage(context, 0, &rgba, &desc, NULL, &error);
        assert_int_equal(error, off % needs ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR : CL_SUCCESS);
        if (image)
            ok(clReleaseMemObject(image));
        ok(clReleaseMemObject(desc.buffer));
    }
}

/* CL_MEM_SIZE of an image over a buffer is the size that it needs there. */
static void size_of_an_image_over_a_buffer(void **state)
{
    cl_image_desc desc = volume;
    size_t needs = 0, has = 0;
    cl_int error;

    desc.image_row_pitch = 64;
    desc.image_slice_pitch = 320;
    ok(ask(context, NULL, 0, &rgba, &desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT, sizeof needs, &needs,
           NULL));
    assert_int_equal(needs, 5 * 320);
    desc.buffer = clCreateBuffer(context, 0, needs, NULL, &error);
    ok(error);
    cl_mem image = clCreateImage(context, 0, &rgba, &desc, NULL, &error);
    ok(error);
    ok(clGetMemObjectInfo(image, CL_MEM_SIZE, sizeof has, &has, NULL));
    assert_int_equal(has, needs);
    ok(clReleaseMemObject(image));
    ok(clReleaseMemObject(desc.buffer));
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_with_function, close_device, cmocka_unit_test, errors,
                             sizes_of_answers, alignments_of_all, host_memory_that_is_not_aligned,
                             size_of_an_image_over_a_buffer);
}
