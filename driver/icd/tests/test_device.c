/* SPDX-License-Identifier: MIT */
/* test_device.c: small host programs on the real library: from source to results. */
#include "ci/tests/run_tests.h"
#include "driver/icd/tests/device_fixture.h"

#include <string.h>

/* Sub-buffers: an address inside the parent. */
static void sub_buffers_in_kernels(void **state)
{
    const size_t global = 32;
    int out[128] = {0};
    cl_buffer_region region = {256, 128};
    cl_int error;
    cl_kernel kernel = build("kernel void k(global int *p) { p[get_global_id(0)] = 7; }");

    cl_mem parent = buffer_of(sizeof out, out);
    cl_mem sub = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    ok(error);
    set(kernel, 0, sizeof sub, &sub);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    read_back(parent, out, sizeof out);
    for (int i = 0; i < 128; i++)
        assert_int_equal(out[i], i >= 64 && i < 96 ? 7 : 0);
    ok(clReleaseMemObject(sub));
    ok(clReleaseMemObject(parent));
    ok(clReleaseKernel(kernel));
}

/* A store outside of every buffer fails the launch's event; the queue works on. */
static void faults_fail_their_event(void **state)
{
    const size_t global = 1;
    int value = 0, index = 1 << 20, status = 0;
    cl_event event;
    cl_kernel kernel = build("kernel void k(global int *p, int i) { p[i] = 5; }");

    cl_mem buffer = buffer_of(sizeof value, &value);
    set(kernel, 0, sizeof buffer, &buffer);
    set(kernel, 1, sizeof index, &index);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &event));
    assert_int_equal(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    assert_int_equal(status, CL_OUT_OF_RESOURCES);
    ok(clReleaseEvent(event));
    index = 0;
    set(kernel, 1, sizeof index, &index);
    launch_result(kernel, &buffer, 1, global, 1, &value, sizeof value);
    assert_int_equal(value, 5);
}

/* Likewise a kernel that does not end; the limit is ROOTLE_TIMEOUT. */
static void hangs_are_stopped(void **state)
{
    const size_t global = 64;
    const int go = 1;
    int values[2] = {0};
    cl_event event;
    cl_kernel kernel = build("kernel void k(global volatile int *p) { int i = 1 + get_global_id(0);"
                             "while (p[0] == 0) p[i]++; p[i] = 2; }");

    cl_mem buffer = buffer_of(65 * sizeof go, NULL);
    set(kernel, 0, sizeof buffer, &buffer);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &event));
    assert_int_equal(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    ok(clReleaseEvent(event));
    ok(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof go, &go, 0, NULL, NULL));
    launch_result(kernel, &buffer, 1, global, 1, values, sizeof values);
    assert_int_equal(values[1], 2);
}

/* The extension, the queries and the compiler agree. */
static void double_precision(void **state)
{
    char extensions[1024];
    cl_device_fp_config config;
    cl_uint width;

    ok(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL));
    ok(clGetDeviceInfo(device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, NULL));
    ok(clGetDeviceInfo(device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, sizeof width, &width,
                       NULL));
    /* cypress is the default chip. */
    assert_non_null(strstr(extensions, "cl_khr_fp64"));
    assert_int_equal(config, CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                                 CL_FP_ROUND_TO_INF | CL_FP_INF_NAN | CL_FP_DENORM);
    assert_true(width > 0);
    ok(clGetDeviceInfo(device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, NULL));
    assert_int_equal(config, CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_DENORM |
                                 CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
    ok(clReleaseKernel(build("\n#ifndef cl_khr_fp64\n#error\n#endif\n"
                             "kernel void k(global double *o) { *o += 1.0; }")));
}

static void build_failures_have_a_log(void **state)
{
    const char *source = "kernel void k(global int *p) { p[0] = undeclared_name; }";
    char log[4096] = "";

    build_log(source, log, sizeof log);
    assert_non_null(strstr(log, "undeclared_name"));
}

static void binaries_run(void **state)
{
    const char *source = "kernel void k(global int *p) { p[get_global_id(0)] += 2; }";
    static unsigned char image[1 << 16];
    unsigned char *pointer = image;
    const unsigned char *images[] = {image};
    const size_t global = 4;
    int data[4] = {1, 2, 3, 4};
    size_t size = 0;
    cl_int error, status;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);

    ok(clBuildProgram(program, 0, NULL, "", NULL, NULL));
    ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    assert_true(size > 0 && size <= sizeof image);
    ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, NULL));
    ok(clReleaseProgram(program));
    program = clCreateProgramWithBinary(context, 1, &device, &size, images, &status, &error);
    ok(error);
    ok(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    ok(error);
    cl_mem buffer = buffer_of(sizeof data, data);
    set(kernel, 0, sizeof buffer, &buffer);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    read_back(buffer, data, sizeof data);
    assert_int_equal(data[3], 6);
    ok(clReleaseMemObject(buffer));
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(program));
    image[size / 2] ^= 0x40;
    assert_null(clCreateProgramWithBinary(context, 1, &device, &size, images, &status, &error));
    assert_int_equal(error, CL_INVALID_BINARY);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, sub_buffers_in_kernels,
                             faults_fail_their_event, hangs_are_stopped, double_precision,
                             build_failures_have_a_log, binaries_run);
}
