/* SPDX-License-Identifier: MIT */
/* test_device.c: small host programs on the real library: from source to results. */
#include "ci/tests/run_tests.h"
#include "driver/tests/device_fixture.h"

#include <string.h>

static cl_mem image_of(cl_mem_flags flags, cl_channel_order order, cl_channel_type type,
                       size_t width, size_t height, const void *contents)
{
    cl_image_format format = {order, type};
    cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = width, .image_height = height};
    cl_int error;
    cl_mem image = clCreateImage(context, flags | (contents ? CL_MEM_COPY_HOST_PTR : 0), &format,
                                 &desc, (void *)contents, &error);

    ok(error);
    return image;
}

static void arithmetic_on_buffers(void **state)
{
    enum { N = 1000 };
    const size_t global = N, offset = 0;
    int a[N], out[N], scale = 3;
    cl_char bias = -5;
    cl_kernel kernel =
        build("kernel void k(global const int *a, global int *out, int scale, char bias)"
              "{ size_t i = get_global_id(0); out[i] = a[i] * scale + bias; }");

    (void)state;
    for (int i = 0; i < N; i++)
        a[i] = i * i;
    cl_mem in = buffer_of(sizeof a, a), result = buffer_of(sizeof out, NULL);
    set(kernel, 0, sizeof in, &in);
    set(kernel, 1, sizeof result, &result);
    set(kernel, 2, sizeof scale, &scale);
    set(kernel, 3, sizeof bias, &bias);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &global, NULL, 0, NULL, NULL));
    read_back(result, out, sizeof out);
    for (int i = 0; i < N; i++)
        assert_int_equal(out[i], i * i * 3 - 5);
    ok(clReleaseMemObject(in));
    ok(clReleaseMemObject(result));
    ok(clReleaseKernel(kernel));
}

/* Two local arguments, program-scope constants, a global offset and a barrier over several
 * wavefronts. */
static void local_memory_and_implicit_arguments(void **state)
{
    enum { GROUP = 256, GROUPS = 3 };
    const size_t global = GROUP * GROUPS, local = GROUP, offset = 1000;
    int out[GROUP * GROUPS];
    cl_kernel kernel =
        build("constant int table[4] = {10, 20, 30, 40};"
              "kernel void k(global int *out, local int *a, local int *b)"
              "{ int l = get_local_id(0); a[l] = table[l & 3]; b[l] = get_global_id(0);"
              "  barrier(CLK_LOCAL_MEM_FENCE); int r = 255 - l;"
              "  out[get_global_id(0) - get_global_offset(0)] = a[r] + b[r] + get_work_dim(); }");

    (void)state;
    cl_mem result = buffer_of(sizeof out, NULL);
    set(kernel, 0, sizeof result, &result);
    set(kernel, 1, GROUP * sizeof(int), NULL);
    set(kernel, 2, GROUP * sizeof(int), NULL);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &global, &local, 0, NULL, NULL));
    read_back(result, out, sizeof out);
    for (int i = 0; i < GROUP * GROUPS; i++) {
        int r = 255 - i % GROUP;
        assert_int_equal(out[i], 10 * (r % 4 + 1) + 1000 + i / GROUP * GROUP + r + 1);
    }
    ok(clReleaseMemObject(result));
    ok(clReleaseKernel(kernel));
}

/* All that cl_khr_local_int32_base_atomics and its extended sibling
 * promise, over four wavefronts. */
static void local_atomics(void **state)
{
    enum { GROUP = 256, RESULTS = 12 };
    const size_t global = GROUP;
    unsigned out[RESULTS + GROUP];
    cl_kernel kernel = build(
        "kernel void k(global uint *out)"
        "{ local uint v[12]; uint l = get_local_id(0);"
        "  if (l < 12) v[l] = l == 6 ? ~0u : l == 8 ? ~0u : 0;"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  uint ticket = atomic_inc(&v[0]); atomic_dec(&v[1]); atomic_add(&v[2], l); "
        "atomic_sub(&v[3], l);"
        "  atomic_cmpxchg(&v[4], 0, 77); if (l == 5) atomic_xchg(&v[5], 55);"
        "  atomic_min(&v[6], l + 3); atomic_max(&v[7], l); atomic_and(&v[8], ~(1u << (l & 31)));"
        "  atomic_or(&v[9], 1u << (l & 7)); atomic_xor(&v[10], l); atomic_max((local int *)&v[11], "
        "-(int)l);"
        "  barrier(CLK_LOCAL_MEM_FENCE);"
        "  if (l < 12) out[l] = v[l]; out[12 + ticket] = 1; }");
    const unsigned expected[RESULTS] = {
        GROUP, (unsigned)-GROUP, 32640, (unsigned)-32640, 77, 55, 3, 255, 0, 255, 0, 0};

    (void)state;
    memset(out, 0, sizeof out);
    cl_mem result = buffer_of(sizeof out, out);
    set(kernel, 0, sizeof result, &result);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &global, 0, NULL, NULL));
    read_back(result, out, sizeof out);
    for (int i = 0; i < RESULTS; i++)
        assert_int_equal(out[i], expected[i]);
    for (int i = 0; i < GROUP; i++)
        assert_int_equal(out[RESULTS + i], 1);
    ok(clReleaseMemObject(result));
    ok(clReleaseKernel(kernel));
}

/* Reads through a sampler argument and a constant sampler, writes, and both images' attributes. */
static void images_and_samplers(void **state)
{
    enum { WIDTH = 20, HEIGHT = 12 };
    const size_t global[2] = {WIDTH, HEIGHT}, zero[3] = {0, 0, 0}, all[3] = {WIDTH, HEIGHT, 1};
    static float in[HEIGHT][WIDTH][4];
    static unsigned char out[HEIGHT][WIDTH][4];
    cl_int error;
    cl_kernel kernel =
        build("constant sampler_t fixed = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE "
              "| CLK_FILTER_NEAREST;"
              "kernel void k(read_only image2d_t in, write_only image2d_t out, sampler_t s)"
              "{ int2 p = (int2)(get_global_id(0), get_global_id(1));"
              "  float4 a = read_imagef(in, fixed, (int2)(p.x + 100, p.y));"
              "  float4 b = read_imagef(in, s, (convert_float2(p) + 0.5f) / "
              "(float2)(get_image_width(in), get_image_height(in)));"
              "  write_imageui(out, p, (uint4)((uint)a.x, (uint)b.y, get_image_width(out), "
              "get_image_channel_order(in) & 255)); }");

    (void)state;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            in[y][x][0] = (float)(x + y);
            in[y][x][1] = (float)(x * y);
        }
    cl_mem source = image_of(CL_MEM_READ_ONLY, CL_RGBA, CL_FLOAT, WIDTH, HEIGHT, in);
    cl_mem target = image_of(CL_MEM_WRITE_ONLY, CL_RGBA, CL_UNSIGNED_INT8, WIDTH, HEIGHT, NULL);
    cl_sampler sampler =
        clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, &error);
    ok(error);
    set(kernel, 0, sizeof source, &source);
    set(kernel, 1, sizeof target, &target);
    set(kernel, 2, sizeof sampler, &sampler);
    ok(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, NULL, 0, NULL, NULL));
    ok(clEnqueueReadImage(queue, target, CL_TRUE, zero, all, 0, 0, out, 0, NULL, NULL));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            assert_int_equal(out[y][x][0], WIDTH - 1 + y);
            assert_int_equal(out[y][x][1], x * y);
            assert_int_equal(out[y][x][2], WIDTH);
            assert_int_equal(out[y][x][3], CL_RGBA & 255);
        }
    ok(clReleaseSampler(sampler));
    ok(clReleaseMemObject(source));
    ok(clReleaseMemObject(target));
    ok(clReleaseKernel(kernel));
}

/* Sub-buffers: an address inside the parent. */
static void sub_buffers_in_kernels(void **state)
{
    const size_t global = 32;
    int out[128] = {0};
    cl_buffer_region region = {256, 128};
    cl_int error;
    cl_kernel kernel = build("kernel void k(global int *p) { p[get_global_id(0)] = 7; }");

    (void)state;
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

    (void)state;
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

    (void)state;
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

    (void)state;
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

    (void)state;
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

    (void)state;
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
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, arithmetic_on_buffers,
                             local_memory_and_implicit_arguments, local_atomics,
                             images_and_samplers, sub_buffers_in_kernels, faults_fail_their_event,
                             hangs_are_stopped, double_precision, build_failures_have_a_log,
                             binaries_run);
}
