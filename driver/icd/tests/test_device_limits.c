/* SPDX-License-Identifier: MIT */
/* test_device_limits.c: kernels that use as much as clGetDeviceInfo promises. */
#include "ci/tests/run_tests.h"
#include "driver/icd/tests/device_fixture.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t limit(cl_device_info name, size_t size)
{
    union {
        cl_uint number;
        size_t bytes;
    } value = {0};

    ok(clGetDeviceInfo(device, name, size, &value, NULL));
    return size == sizeof(cl_uint) ? value.number : value.bytes;
}

static cl_mem image_of(cl_uint texel)
{
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 1, .image_height = 1};
    cl_int error;
    cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format, &desc,
                                 &texel, &error);

    ok(error);
    return image;
}

/* The source of a kernel with `count` times a parameter and a statement; each %u in them is the
 * number. To be freed. */
static char *repeated(const char *head, size_t count, const char *parameter, const char *between,
                      const char *statement, const char *end)
{
    char *source = NULL;
    size_t size;
    FILE *out = open_memstream(&source, &size);

    assert_non_null(out);
    fputs(head, out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, parameter, i);
    fputs(between, out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, statement, i, i);
    fprintf(out, "%s}\n", end);
    fclose(out);
    return source;
}

static cl_kernel build_repeated(const char *head, size_t count, const char *parameter,
                                const char *between, const char *statement, const char *end)
{
    char *source = repeated(head, count, parameter, between, statement, end);
    cl_kernel kernel = build(source);

    free(source);
    return kernel;
}

/* Builds a source, which is freed, and sees it refused with the message that `format` makes of the
 * device's limit. */
static void refuses(char *source, const char *format, size_t count)
{
    cl_program program = program_of(source);
    char log[4096] = "", expected[100];

    snprintf(expected, sizeof expected, format, count);
    assert_int_equal(clBuildProgram(program, 1, &device, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    if (!strstr(log, expected))
        fail_msg("no \"%s\" in the log: %s", expected, log);
    ok(clReleaseProgram(program));
    free(source);
}

/* Expects 1000 and a step more from image to image, and releases them. */
static void take_images(const cl_mem *images, size_t count, cl_uint step)
{
    const size_t origin[3] = {0}, region[3] = {1, 1, 1};

    for (cl_uint i = 0; i < count; i++) {
        cl_uint texel = 0;
        ok(clEnqueueReadImage(queue, images[i], CL_TRUE, origin, region, 0, 0, &texel, 0, NULL,
                              NULL));
        assert_int_equal(texel, 1000 + i * step);
        ok(clReleaseMemObject(images[i]));
    }
}

static void refuses_another_image(void **state)
{
    size_t reads = limit(CL_DEVICE_MAX_READ_IMAGE_ARGS, sizeof(cl_uint));
    size_t writes = limit(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, sizeof(cl_uint));

    refuses(repeated("kernel void k(global uint *o", reads + 1, ", read_only image2d_t i%u",
                     ") {\nuint n = 0;\n", "n += get_image_width(i%u) * %u;\n", "*o = n;\n"),
            "more than %zu read_only images", reads);
    refuses(repeated("kernel void k(uint base", writes + 1, ", write_only image2d_t i%u", ") {\n",
                     "write_imageui(i%u, (int2)(0, 0), (uint4)(base + %u));\n", ""),
            "more than %zu write_only images", writes);
}

/* The kernel writes one number to the buffer; both are released. */
static void expect_number(cl_kernel kernel, cl_mem buffer, cl_uint expected)
{
    cl_uint actual;

    ok(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    read_back(buffer, &actual, sizeof actual);
    assert_int_equal(actual, expected);
    ok(clReleaseMemObject(buffer));
    ok(clReleaseKernel(kernel));
}

/* Arguments alone, and a constant behind as many as there may be. */
static void refuses_another_sampler(void **state)
{
    size_t count = limit(CL_DEVICE_MAX_SAMPLERS, sizeof(cl_uint));
    const char *head = "constant sampler_t constant_sampler = CLK_FILTER_NEAREST;\n"
                       "kernel void k(global uint *o, read_only image2d_t i";
    const char *sum = "n += read_imageui(i, s%u, (float2)(n)).x;\n";

    refuses(repeated(head, count + 1, ", sampler_t s%u", ") {\nuint n = 0;\n", sum, "*o = n;\n"),
            "more than %zu samplers", count);
    refuses(repeated(head, count, ", sampler_t s%u", ") {\nuint n = 0;\n", sum,
                     "*o = n + read_imageui(i, constant_sampler, (float2)(n)).x;\n"),
            "more than %zu samplers", count);
}

static void reads_all_images(void **state)
{
    size_t count = limit(CL_DEVICE_MAX_READ_IMAGE_ARGS, sizeof(cl_uint));
    cl_kernel kernel = build_repeated(
        "kernel void k(global uint *o", count, ", read_only image2d_t i%u",
        ") {\nint2 zero = 0; uint n = 0;\n",
        "n = n * 3 + read_imageui(i%u, zero).x + get_image_width(i%u);\n", "*o = n;\n");
    cl_mem *images = calloc(count, sizeof *images), buffer = buffer_of(sizeof(cl_uint), NULL);
    cl_uint expected = 0;

    assert_true(count >= 128);
    assert_non_null(images);
    set(kernel, 0, sizeof buffer, &buffer);
    for (cl_uint i = 0; i < count; i++) {
        images[i] = image_of(i * i);
        set(kernel, i + 1, sizeof(cl_mem), &images[i]);
        expected = expected * 3 + i * i + 1;
    }
    expect_number(kernel, buffer, expected);
    for (size_t i = 0; i < count; i++)
        ok(clReleaseMemObject(images[i]));
    free(images);
}

static void writes_all_images(void **state)
{
    size_t count = limit(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, sizeof(cl_uint));
    cl_kernel kernel = build_repeated("kernel void k(uint base", count,
                                      ", write_only image2d_t i%u", ") {\nint2 zero = 0;\n",
                                      "write_imageui(i%u, zero, (uint4)(base + %u));\n", "");
    cl_mem *images = calloc(count, sizeof *images);

    assert_int_equal(count, 11);
    assert_non_null(images);
    set(kernel, 0, sizeof(cl_uint), &(cl_uint){1000});
    for (cl_uint i = 0; i < count; i++) {
        images[i] = image_of(0);
        set(kernel, i + 1, sizeof(cl_mem), &images[i]);
    }
    ok(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    take_images(images, count, 1);
    free(images);
    ok(clReleaseKernel(kernel));
}

static void changes_all_images(void **state)
{
    size_t count = limit(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, sizeof(cl_uint));
    char *source = repeated("kernel void k(uint base", count, ", read_write image2d_t i%u",
                            ") {\nint2 zero = 0;\n",
                            "write_imageui(i%u, zero, read_imageui(i%u, zero) * 3 + base);\n", "");
    cl_program program = built("-cl-std=CL3.0", source);
    cl_kernel kernel = kernel_of(program, "k");
    cl_mem images[64];

    assert_int_equal(count, 11);
    set(kernel, 0, sizeof(cl_uint), &(cl_uint){1000});
    for (cl_uint i = 0; i < count; i++) {
        images[i] = image_of(i);
        set(kernel, i + 1, sizeof(cl_mem), &images[i]);
    }
    ok(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    take_images(images, count, 3);
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(program));
    free(source);
}

static void samples_by_all_samplers(void **state)
{
    size_t count = limit(CL_DEVICE_MAX_SAMPLERS, sizeof(cl_uint));
    cl_kernel kernel =
        build_repeated("kernel void k(global uint *o, read_only image2d_t i", count,
                       ", sampler_t s%u", ") {\nint2 outside = -1; uint n = 0;\n",
                       "n = n * 2 + read_imageui(i, s%u, outside).x;\n", "*o = n;\n");
    cl_sampler *samplers = calloc(count, sizeof *samplers);
    cl_mem buffer = buffer_of(sizeof(cl_uint), NULL), image = image_of(1);
    cl_uint expected = 0;

    assert_true(count >= 16);
    assert_non_null(samplers);
    set(kernel, 0, sizeof buffer, &buffer);
    set(kernel, 1, sizeof image, &image);
    for (cl_uint i = 0; i < count; i++) {
        bool edge = i % 3 == 0; /* gives the texel, the others the border's 0 */
        cl_int error;
        samplers[i] =
            clCreateSampler(context, CL_FALSE, edge ? CL_ADDRESS_CLAMP_TO_EDGE : CL_ADDRESS_CLAMP,
                            CL_FILTER_NEAREST, &error);
        ok(error);
        set(kernel, i + 2, sizeof(cl_sampler), &samplers[i]);
        expected = expected * 2 + edge;
    }
    expect_number(kernel, buffer, expected);
    for (size_t i = 0; i < count; i++)
        ok(clReleaseSampler(samplers[i]));
    free(samplers);
    ok(clReleaseMemObject(image));
}

static void takes_all_parameter_bytes(void **state)
{
    size_t bytes = limit(CL_DEVICE_MAX_PARAMETER_SIZE, sizeof(size_t));
    size_t count = bytes / sizeof(cl_uint) - 1; /* a pointer is one dword too */
    cl_kernel kernel = build_repeated("kernel void k(global uint *o", count, ", uint a%u",
                                      ") {\nuint n = 0;\n", "n = n * 5 + a%u;\n", "*o = n;\n");
    cl_mem buffer = buffer_of(sizeof(cl_uint), NULL);
    cl_uint expected = 0;

    assert_true(bytes >= 1024);
    set(kernel, 0, sizeof buffer, &buffer);
    for (cl_uint i = 0; i < count; i++) {
        set(kernel, i + 1, sizeof i, &i);
        expected = expected * 5 + i;
    }
    expect_number(kernel, buffer, expected);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, reads_all_images,
                             writes_all_images, changes_all_images, samples_by_all_samplers,
                             takes_all_parameter_bytes, refuses_another_image,
                             refuses_another_sampler);
}
