/* SPDX-License-Identifier: MIT */
/* test_device_formats.c: which image formats the device offers, and that each it offers can be
 * made. And a program made for images as ROOTLE_FORMATS=minimal binds them is not run where the
 * hardware converts formats: its texels would be wrong. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/icd/tests/device_fixture.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FORMATS = 256 };

static const cl_mem_object_type image_types[] = {
    CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
    CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D,
};
static const cl_mem_flags accesses[] = {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE};

enum { TYPES = COUNT(image_types), ACCESSES = 3 };

static cl_uint list_formats(size_t type, size_t access, cl_image_format formats[MAX_FORMATS])
{
    cl_uint count = 0;

    ok(clGetSupportedImageFormats(context, accesses[access], image_types[type], MAX_FORMATS,
                                  formats, &count));
    assert_in_range(count, 1, MAX_FORMATS);
    return count;
}

/* Section 5.3.2.1 of OpenCL 1.2: of all types of images, to read and to write. */
static void required_formats(void **state)
{
    static const cl_image_format required[] = {
        {CL_RGBA, CL_UNORM_INT8},     {CL_RGBA, CL_UNORM_INT16},    {CL_RGBA, CL_SIGNED_INT8},
        {CL_RGBA, CL_SIGNED_INT16},   {CL_RGBA, CL_SIGNED_INT32},   {CL_RGBA, CL_UNSIGNED_INT8},
        {CL_RGBA, CL_UNSIGNED_INT16}, {CL_RGBA, CL_UNSIGNED_INT32}, {CL_RGBA, CL_HALF_FLOAT},
        {CL_RGBA, CL_FLOAT},          {CL_BGRA, CL_UNORM_INT8},
    };
    cl_image_format formats[MAX_FORMATS];

    for (size_t t = 0; t < TYPES; t++)
        for (size_t a = 0; a < ACCESSES; a++) {
            cl_uint count = list_formats(t, a, formats);
            for (size_t r = 0; r < COUNT(required); r++) {
                cl_uint i = 0;
                while (i < count && memcmp(&formats[i], &required[r], sizeof required[r]))
                    i++;
                assert_true(i < count);
            }
        }
}

static void every_format_can_be_made(void **state)
{
    cl_image_format formats[MAX_FORMATS];
    cl_mem buffer = buffer_of(1024, NULL);

    for (size_t t = 0; t < TYPES; t++)
        for (size_t a = 0; a < ACCESSES; a++) {
            cl_uint count = list_formats(t, a, formats);
            for (cl_uint i = 0; i < count; i++) {
                bool over_buffer = image_types[t] == CL_MEM_OBJECT_IMAGE1D_BUFFER;
                const cl_image_desc desc = {.image_type = image_types[t],
                                            .image_width = 7,
                                            .image_height = 5,
                                            .image_depth = 3,
                                            .image_array_size = 3,
                                            .buffer = over_buffer ? buffer : NULL};
                cl_int error;
                cl_mem image =
                    clCreateImage(context, accesses[a], &formats[i], &desc, NULL, &error);
                if (error)
                    fail_msg("order %#x, type %#x of %#x: %d", formats[i].image_channel_order,
                             formats[i].image_channel_data_type, image_types[t], error);
                ok(clReleaseMemObject(image));
            }
        }
    ok(clReleaseMemObject(buffer));
}

/* Each size is within its limit, all of it is more than one allocation may be. */
static void more_than_an_allocation(void **state)
{
    const cl_image_format format = {CL_RGBA, CL_FLOAT};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY};
    cl_ulong most = 0;
    cl_int error = 0;

    ok(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
    ok(clGetDeviceInfo(device, CL_DEVICE_IMAGE2D_MAX_WIDTH, sizeof(size_t), &desc.image_width,
                       NULL));
    ok(clGetDeviceInfo(device, CL_DEVICE_IMAGE2D_MAX_HEIGHT, sizeof(size_t), &desc.image_height,
                       NULL));
    ok(clGetDeviceInfo(device, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, sizeof(size_t),
                       &desc.image_array_size, NULL));
    assert_true(16.0 * desc.image_width * desc.image_height * desc.image_array_size > most);
    assert_null(clCreateImage(context, 0, &format, &desc, NULL, &error));
    assert_int_equal(error, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    desc.image_width++;
    assert_null(clCreateImage(context, 0, &format, &desc, NULL, &error));
    assert_int_equal(error, CL_INVALID_IMAGE_SIZE);
}

/* The device is open when the variable changes, so that the compiler alone sees it. */
static void other_mode_is_refused(void **state)
{
    const char *source = "kernel void k(write_only image2d_t i) { write_imagef(i, (int2)0, 1); }";
    char log[4096] = "";

    setenv("ROOTLE_FORMATS", "minimal", 1);
    build_log(source, log, sizeof log);
    assert_non_null(strstr(log, "ROOTLE_FORMATS"));
}

/* The host's numbers, and the kernels' names for them. */
struct constant {
    cl_uint value;
    const char *name;
};

static const struct constant orders[] = {
    {CL_R, "CLK_R"},
    {CL_Rx, "CLK_Rx"},
    {CL_A, "CLK_A"},
    {CL_RG, "CLK_RG"},
    {CL_RGx, "CLK_RGx"},
    {CL_RA, "CLK_RA"},
    {CL_RGB, "CLK_RGB"},
    {CL_RGBx, "CLK_RGBx"},
    {CL_RGBA, "CLK_RGBA"},
    {CL_BGRA, "CLK_BGRA"},
    {CL_ARGB, "CLK_ARGB"},
    {CL_INTENSITY, "CLK_INTENSITY"},
    {CL_LUMINANCE, "CLK_LUMINANCE"},
    {CL_DEPTH, "CLK_DEPTH"},
    {0x10C0 /* CL_sRGBx, hidden from OpenCL 1.2 */, "CLK_sRGBx"},
    {0x10C1 /* CL_sRGBA */, "CLK_sRGBA"},
    {0x10C2 /* CL_sBGRA */, "CLK_sBGRA"},
    {0x10C3 /* CL_ABGR */, "CLK_ABGR"},
};
static const struct constant data_types[] = {
    {CL_SNORM_INT8, "CLK_SNORM_INT8"},
    {CL_SNORM_INT16, "CLK_SNORM_INT16"},
    {CL_UNORM_INT8, "CLK_UNORM_INT8"},
    {CL_UNORM_INT16, "CLK_UNORM_INT16"},
    {CL_UNORM_SHORT_565, "CLK_UNORM_SHORT_565"},
    {CL_UNORM_SHORT_555, "CLK_UNORM_SHORT_555"},
    {CL_UNORM_INT_101010, "CLK_UNORM_INT_101010"},
    {CL_SIGNED_INT8, "CLK_SIGNED_INT8"},
    {CL_SIGNED_INT16, "CLK_SIGNED_INT16"},
    {CL_SIGNED_INT32, "CLK_SIGNED_INT32"},
    {CL_UNSIGNED_INT8, "CLK_UNSIGNED_INT8"},
    {CL_UNSIGNED_INT16, "CLK_UNSIGNED_INT16"},
    {CL_UNSIGNED_INT32, "CLK_UNSIGNED_INT32"},
    {CL_HALF_FLOAT, "CLK_HALF_FLOAT"},
    {CL_FLOAT, "CLK_FLOAT"},
    {0x10E0 /* CL_UNORM_INT_101010_2, of OpenCL 2.1 */, "CLK_UNORM_INT_101010_2"},
};

enum { ORDERS = COUNT(orders), DATA_TYPES = COUNT(data_types), NAMES = ORDERS + DATA_TYPES };

static const struct constant *find_constant(const struct constant *list, size_t count,
                                            cl_uint value)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].value == value)
            return &list[i];
    return NULL;
}

/* Reads the values that the names have in a kernel. */
static void kernel_names(const char *options, cl_uint got[NAMES])
{
    char source[4096], *end = source;

    end += sprintf(end, "kernel void k(global uint *o) {");
    for (size_t i = 0; i < NAMES; i++)
        end += sprintf(end, " o[%zu] = %s;", i,
                       i < ORDERS ? orders[i].name : data_types[i - ORDERS].name);
    sprintf(end, " }");
    cl_program program = built(options, source);
    cl_kernel kernel = kernel_of(program, "k");
    cl_mem buffer = buffer_of(NAMES * sizeof *got, NULL);
    set(kernel, 0, sizeof buffer, &buffer);
    task_result(kernel, buffer, got, NAMES * sizeof *got);
    ok(clReleaseProgram(program));
}

/* OpenCL C 1.2, section 6.12.14.7: the CLK_ constants have the values of the host's. */
static void kernels_have_every_name(void **state)
{
    static const char *const versions[] = {"", "-cl-std=CL3.0"};
    cl_image_format formats[MAX_FORMATS];
    cl_uint got[NAMES];

    for (size_t t = 0; t < TYPES; t++)
        for (size_t a = 0; a < ACCESSES; a++) {
            cl_uint count = list_formats(t, a, formats);
            for (cl_uint i = 0; i < count; i++) {
                const cl_image_format *f = &formats[i];
                if (!find_constant(orders, ORDERS, f->image_channel_order) ||
                    !find_constant(data_types, DATA_TYPES, f->image_channel_data_type))
                    fail_msg("the kernel's names of order %#x, type %#x are not known here",
                             f->image_channel_order, f->image_channel_data_type);
            }
        }
    for (size_t v = 0; v < COUNT(versions); v++) {
        kernel_names(versions[v], got);
        for (size_t i = 0; i < NAMES; i++) {
            const struct constant *c = i < ORDERS ? &orders[i] : &data_types[i - ORDERS];
            if (got[i] != c->value)
                fail_msg("%s is %#x, not %#x", c->name, got[i], c->value);
        }
    }
}

static void kernels_are_told_every_format(void **state)
{
    cl_image_format formats[MAX_FORMATS];
    cl_kernel kernel = build("kernel void k(read_only image2d_t i, global uint *o) {"
                             " o[0] = get_image_channel_order(i);"
                             " o[1] = get_image_channel_data_type(i); }");
    cl_mem buffer = buffer_of(8, NULL);
    cl_uint got[2], count = list_formats(3, 0, formats);

    set(kernel, 1, sizeof buffer, &buffer);
    for (cl_uint i = 0; i < count; i++) {
        const cl_image_desc desc = {
            .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
        cl_int error;
        cl_mem image = clCreateImage(context, CL_MEM_READ_ONLY, &formats[i], &desc, NULL, &error);
        ok(error);
        set(kernel, 0, sizeof image, &image);
        ok(clEnqueueTask(queue, kernel, 0, NULL, NULL));
        read_back(buffer, got, sizeof got);
        assert_int_equal(got[0], formats[i].image_channel_order);
        assert_int_equal(got[1], formats[i].image_channel_data_type);
        ok(clReleaseMemObject(image));
    }
    ok(clReleaseMemObject(buffer));
    ok(clReleaseKernel(kernel));
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, required_formats,
                             every_format_can_be_made, more_than_an_allocation,
                             kernels_have_every_name, kernels_are_told_every_format,
                             other_mode_is_refused);
}
