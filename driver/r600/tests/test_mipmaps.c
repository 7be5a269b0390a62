/* SPDX-License-Identifier: MIT */
/* test_mipmaps.c: what a test file cannot ask the host for of mipmapped images: queries of images
 * and samplers, properties, and the errors of both. */
#include <CL/cl_ext.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/icd/tests/device_fixture.h"

static const cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8}, depth = {CL_DEPTH, CL_FLOAT};
static unsigned char host[4096];

static cl_int make(cl_mem *image, cl_mem_flags flags, const cl_image_format *format,
                   cl_mem_object_type type, cl_uint levels, void *host_ptr)
{
    const cl_image_desc desc = {.image_type = type,
                                .image_width = 13,
                                .image_height = 6,
                                .image_depth = 5,
                                .image_array_size = 3,
                                .num_mip_levels = levels};
    cl_int error;

    *image = clCreateImage(context, flags, format, &desc, host_ptr, &error);
    assert_int_equal(*image != NULL, error == CL_SUCCESS);
    return error;
}

static void levels_of_images(void **state)
{
    static const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                               CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                               CL_MEM_OBJECT_IMAGE3D};
    for (size_t i = 0; i < COUNT(types); i++)
        for (cl_uint levels = 0; levels < 5; levels++) {
            cl_uint answer = 77;
            size_t width = 0;
            cl_mem image;
            ok(make(&image, CL_MEM_READ_WRITE, &rgba, types[i], levels, NULL));
            ok(clGetImageInfo(image, CL_IMAGE_NUM_MIP_LEVELS, sizeof answer, &answer, NULL));
            ok(clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof width, &width, NULL));
            assert_int_equal(answer, levels);
            assert_int_equal(width, 13);
            ok(clReleaseMemObject(image));
        }
}

static void images_that_are_refused(void **state)
{
    cl_mem image;

    assert_int_equal(make(&image, 0, &depth, CL_MEM_OBJECT_IMAGE2D, 2, NULL),
                     CL_INVALID_IMAGE_DESCRIPTOR);
    assert_int_equal(make(&image, CL_MEM_COPY_HOST_PTR, &rgba, CL_MEM_OBJECT_IMAGE2D, 2, host),
                     CL_INVALID_VALUE);
    assert_int_equal(make(&image, CL_MEM_USE_HOST_PTR, &rgba, CL_MEM_OBJECT_IMAGE2D, 2, host),
                     CL_INVALID_VALUE);
    ok(make(&image, CL_MEM_COPY_HOST_PTR, &rgba, CL_MEM_OBJECT_IMAGE2D, 1, host));
    ok(clReleaseMemObject(image));
}

static cl_uint bits_of(cl_float value)
{
    cl_uint bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static cl_int sampler_error(const cl_sampler_properties *list)
{
    cl_int error;
    cl_sampler sampler = clCreateSamplerWithProperties(context, list, &error);

    if (sampler)
        ok(clReleaseSampler(sampler));
    return error;
}

static void check_sampler(const cl_sampler_properties *list, cl_filter_mode filter, cl_float least,
                          cl_float most)
{
    cl_int error;
    cl_sampler sampler = clCreateSamplerWithProperties(context, list, &error);
    cl_filter_mode mode = 0;
    cl_float bounds[2] = {-1, -1};

    ok(error);
    ok(clGetSamplerInfo(sampler, CL_SAMPLER_MIP_FILTER_MODE_KHR, sizeof mode, &mode, NULL));
    ok(clGetSamplerInfo(sampler, CL_SAMPLER_LOD_MIN_KHR, sizeof(cl_float), &bounds[0], NULL));
    ok(clGetSamplerInfo(sampler, CL_SAMPLER_LOD_MAX_KHR, sizeof(cl_float), &bounds[1], NULL));
    assert_int_equal(mode, filter);
    assert_true(bounds[0] == least && bounds[1] == most);
    ok(clReleaseSampler(sampler));
}

/* The defaults are those of the extension's table. */
static void properties_of_samplers(void **state)
{
    const cl_sampler_properties all[] = {CL_SAMPLER_MIP_FILTER_MODE_KHR,
                                         CL_FILTER_LINEAR,
                                         CL_SAMPLER_LOD_MIN_KHR,
                                         bits_of(0.5f),
                                         CL_SAMPLER_LOD_MAX_KHR,
                                         bits_of(2.25f),
                                         0};
    const cl_sampler_properties no_filter[] = {CL_SAMPLER_MIP_FILTER_MODE_KHR, 7, 0};
    const cl_sampler_properties twice[] = {CL_SAMPLER_LOD_MIN_KHR, 0, CL_SAMPLER_LOD_MIN_KHR, 0, 0};

    check_sampler(NULL, CL_FILTER_NEAREST, 0, CL_FLT_MAX);
    check_sampler(all, CL_FILTER_LINEAR, 0.5f, 2.25f);
    assert_int_equal(sampler_error(no_filter), CL_INVALID_VALUE);
    assert_int_equal(sampler_error(twice), CL_INVALID_VALUE);
}

static void what_is_listed(void **state)
{
    static const char *const names[] = {"cl_khr_mipmap_image", "cl_khr_mipmap_image_writes"};
    char text[4096] = "";

    ok(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof text, text, NULL));
    for (size_t i = 0; i < COUNT(names); i++)
        assert_non_null(strstr(text, names[i]));
}

/* A kernel that writes to an image with and without a level: two surfaces of one image. */
static void both_ways_of_writing(void **state)
{
    static const char source[] = "#pragma OPENCL EXTENSION cl_khr_mipmap_image_writes : enable\n"
                                 "kernel void k(write_only image2d_t image) {"
                                 " write_imagef(image, (int2)(1, 2), (float4)(1, 0, 0, 1));"
                                 " write_imagef(image, (int2)(3, 1), 1, (float4)(0, 1, 0, 1)); }";
    const size_t one = 1, region[3] = {1, 1, 1};
    const size_t places[2][3] = {{1, 2, 0}, {3, 1, 1}};
    static const unsigned char wanted[2][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}};
    cl_program program = built("-cl-std=CL3.0", source);
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    cl_mem image;

    ok(error);
    ok(make(&image, CL_MEM_READ_WRITE, &rgba, CL_MEM_OBJECT_IMAGE2D, 3, NULL));
    set(kernel, 0, sizeof image, &image);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    for (size_t i = 0; i < 2; i++) {
        unsigned char texel[4] = {0};
        ok(clEnqueueReadImage(queue, image, CL_TRUE, places[i], region, 0, 0, texel, 0, NULL,
                              NULL));
        assert_memory_equal(texel, wanted[i], sizeof texel);
    }
    ok(clReleaseMemObject(image));
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(program));
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, levels_of_images,
                             images_that_are_refused, properties_of_samplers, what_is_listed,
                             both_ways_of_writing);
}
