/* SPDX-License-Identifier: MIT */
/* test_short_memory.c: every call that allocates, with each of its allocations failing in turn: it
 * returns one of the error codes for that, and keeps nothing. The linker sends the calls of malloc
 * and its like here (--wrap, see CMakeLists.txt). */
#include "driver/tests/fixture.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 8, NEVER = -1 };

/* Allocations of all threads until the one that fails. */
static atomic_int countdown = NEVER;
static atomic_bool failed;

static bool fails(void)
{
    int left = atomic_load(&countdown);

    while (left != NEVER && !atomic_compare_exchange_weak(&countdown, &left, left - 1))
        continue;
    if (left != 0)
        return false;
    failed = true;
    return true;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __real_aligned_alloc(alignment, size);
}

static struct rootle_arg args[] = {
    {.kind = ROOTLE_ARG_IMAGE_READ, .offset = 36, .size = 4, .image_type = ROOTLE_IMAGE_2D},
    {.kind = ROOTLE_ARG_IMAGE_WRITE, .offset = 40, .size = 4, .image_type = ROOTLE_IMAGE_2D},
    {.kind = ROOTLE_ARG_SAMPLER, .offset = 44, .size = 4},
    {.kind = ROOTLE_ARG_VALUE, .offset = 48, .size = 4, .type_name = "int"},
};
static struct rootle_kernel kernels[] = {
    {.name = "k", .args = args, .arg_count = 4, .input_bytes = 16}};
static struct rootle_binary binary = {.chip = "mock", .kernels = kernels, .kernel_count = 1};

static unsigned char host[SIDE * SIDE * 4];
static const size_t zero[3] = {0, 0, 0}, box[3] = {2, 2, 1};
static const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
static const cl_image_desc flat = {
    .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SIDE, .image_height = SIDE};

static cl_program program;
static cl_kernel kernel;
static cl_mem image, other, buffer;
static cl_sampler sampler;
static cl_event ready;

/* Each call returns its error and releases what it made. */
static cl_int create_context(void)
{
    const cl_context_properties properties[] = {CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE, 0};
    cl_int error;
    cl_context made = clCreateContext(properties, 1, &device, NULL, NULL, &error);
    if (made)
        ok(clReleaseContext(made));
    return error;
}

static cl_int create_queue(void)
{
    cl_int error;
    cl_command_queue made = clCreateCommandQueue(context, device, 0, &error);
    if (made)
        ok(clReleaseCommandQueue(made));
    return error;
}

static cl_int released(cl_mem made, cl_int error)
{
    assert_int_equal(made == NULL, error != CL_SUCCESS);
    if (made)
        ok(clReleaseMemObject(made));
    return error;
}

static cl_int create_buffer(void)
{
    cl_int error;
    cl_mem made = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof host, host, &error);
    return released(made, error);
}

static cl_int create_sub_buffer(void)
{
    const cl_buffer_region region = {0, 16};
    cl_int error;
    cl_mem made = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    return released(made, error);
}

static cl_int create_image(void)
{
    cl_int error;
    cl_mem made = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &flat, host, &error);
    return released(made, error);
}

static cl_int create_image_over_buffer(void)
{
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 4, .buffer = buffer};
    cl_int error;
    cl_mem made = clCreateImage(context, 0, &format, &desc, NULL, &error);
    return released(made, error);
}

static cl_int create_sampler(void)
{
    cl_int error;
    cl_sampler made =
        clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &error);
    if (made)
        ok(clReleaseSampler(made));
    return error;
}

static cl_int create_user_event(void)
{
    cl_int error;
    cl_event made = clCreateUserEvent(context, &error);
    if (made)
        ok(clReleaseEvent(made));
    return error;
}

static cl_int create_kernel(void)
{
    cl_int error;
    cl_kernel made = clCreateKernel(program, "k", &error);
    if (made)
        ok(clReleaseKernel(made));
    return error;
}

static cl_int create_kernels(void)
{
    cl_kernel made;
    cl_int error = clCreateKernelsInProgram(program, 1, &made, NULL);
    if (!error)
        ok(clReleaseKernel(made));
    return error;
}

static cl_int create_program(void)
{
    const char *source = "kernels";
    cl_int error;
    cl_program made = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    if (made)
        ok(clReleaseProgram(made));
    return error;
}

static cl_int set_argument(void)
{
    const cl_int value = 5;
    cl_int error;
    cl_kernel made = clCreateKernel(program, "k", &error);
    if (made) {
        error = clSetKernelArg(made, 3, sizeof value, &value);
        ok(clReleaseKernel(made));
    }
    return error;
}

static cl_int read_image(void)
{
    return clEnqueueReadImage(queue, image, CL_TRUE, zero, box, 0, 0, host, 1, &ready, NULL);
}

static cl_int write_image(void)
{
    return clEnqueueWriteImage(queue, image, CL_TRUE, zero, box, 0, 0, host, 1, &ready, NULL);
}

static cl_int fill_image(void)
{
    const cl_uint color[4] = {1, 2, 3, 4};
    return clEnqueueFillImage(queue, image, color, zero, box, 1, &ready, NULL);
}

static cl_int copy_image(void)
{
    return clEnqueueCopyImage(queue, image, other, zero, zero, box, 1, &ready, NULL);
}

static cl_int copy_to_buffer(void)
{
    return clEnqueueCopyImageToBuffer(queue, image, buffer, zero, box, 0, 1, &ready, NULL);
}

static cl_int copy_from_buffer(void)
{
    return clEnqueueCopyBufferToImage(queue, buffer, image, 0, zero, box, 1, &ready, NULL);
}

static cl_int map_image(void)
{
    size_t row;
    cl_int error;
    void *map = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, zero, box, &row, NULL, 1,
                                  &ready, NULL, &error);
    assert_int_equal(map == NULL, error != CL_SUCCESS);
    if (map) {
        countdown = NEVER;
        ok(clEnqueueUnmapMemObject(queue, image, map, 0, NULL, NULL));
    }
    return error;
}

/* An unmap that fails leaves the map as it was. */
static cl_int unmap_image(void)
{
    int left = countdown;
    size_t row;
    cl_int error;

    countdown = NEVER;
    void *map = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, zero, box, &row, NULL, 0,
                                  NULL, NULL, &error);
    ok(error);
    countdown = left;
    error = clEnqueueUnmapMemObject(queue, image, map, 1, &ready, NULL);
    countdown = NEVER;
    assert_int_equal(mem_uint(image, CL_MEM_MAP_COUNT), error ? 1 : 0);
    if (error)
        ok(clEnqueueUnmapMemObject(queue, image, map, 0, NULL, NULL));
    return error;
}

static cl_int launch(void)
{
    return clEnqueueTask(queue, kernel, 1, &ready, NULL);
}

static cl_int finish(void)
{
    return clFinish(queue);
}

static void CL_CALLBACK forget_event(cl_event event, cl_int status, void *data)
{
    (void)event;
    (void)status;
    (void)data;
}

static cl_int set_event_callback(void)
{
    return clSetEventCallback(ready, CL_COMPLETE, forget_event, NULL);
}

static void CL_CALLBACK forget_mem(cl_mem mem, void *data)
{
    (void)mem;
    (void)data;
}

static cl_int set_destructor(void)
{
    return clSetMemObjectDestructorCallback(image, forget_mem, NULL);
}

/* What each may return when memory of the host is short, and that of the device, which the mock
 * takes from the host as well. */
static const struct {
    const char *name;
    cl_int (*run)(void);
    cl_int host, device;
} calls[] = {
    {"clCreateContext", create_context, CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES},
    {"clCreateCommandQueue", create_queue, CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES},
    {"clCreateBuffer", create_buffer, CL_OUT_OF_HOST_MEMORY, CL_MEM_OBJECT_ALLOCATION_FAILURE},
    {"clCreateSubBuffer", create_sub_buffer, CL_OUT_OF_HOST_MEMORY, 0},
    {"clCreateImage", create_image, CL_OUT_OF_HOST_MEMORY, CL_MEM_OBJECT_ALLOCATION_FAILURE},
    {"clCreateImage, 1D buffer", create_image_over_buffer, CL_OUT_OF_HOST_MEMORY,
     CL_MEM_OBJECT_ALLOCATION_FAILURE},
    {"clCreateSampler", create_sampler, CL_OUT_OF_HOST_MEMORY, 0},
    {"clCreateUserEvent", create_user_event, CL_OUT_OF_HOST_MEMORY, 0},
    {"clCreateKernel", create_kernel, CL_OUT_OF_HOST_MEMORY, 0},
    {"clCreateKernelsInProgram", create_kernels, CL_OUT_OF_HOST_MEMORY, 0},
    {"clCreateProgramWithSource", create_program, CL_OUT_OF_HOST_MEMORY, 0},
    {"clSetKernelArg", set_argument, CL_OUT_OF_HOST_MEMORY, 0},
    {"clEnqueueReadImage", read_image, CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES},
    {"clEnqueueWriteImage", write_image, CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES},
    {"clEnqueueFillImage", fill_image, CL_OUT_OF_HOST_MEMORY, 0},
    {"clEnqueueCopyImage", copy_image, CL_OUT_OF_HOST_MEMORY, 0},
    {"clEnqueueCopyImageToBuffer", copy_to_buffer, CL_OUT_OF_HOST_MEMORY, 0},
    {"clEnqueueCopyBufferToImage", copy_from_buffer, CL_OUT_OF_HOST_MEMORY, 0},
    {"clEnqueueMapImage", map_image, CL_OUT_OF_HOST_MEMORY, CL_MAP_FAILURE},
    {"clEnqueueUnmapMemObject", unmap_image, CL_OUT_OF_HOST_MEMORY, 0},
    {"clEnqueueTask", launch, CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES},
    {"clFinish", finish, CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES},
    {"clSetEventCallback", set_event_callback, CL_OUT_OF_HOST_MEMORY, 0},
    {"clSetMemObjectDestructorCallback", set_destructor, CL_OUT_OF_HOST_MEMORY, 0},
};

static void make_objects(void)
{
    const char *source = "kernels";
    const cl_int value = 5;
    cl_int error;

    mock_binary = &binary;
    program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    ok(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    kernel = clCreateKernel(program, "k", &error);
    ok(error);
    image = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 1);
    other = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 1);
    buffer = make_buffer(sizeof host);
    sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &error);
    ok(error);
    ready = clCreateUserEvent(context, &error);
    ok(clSetUserEventStatus(ready, CL_COMPLETE));
    ok(clSetKernelArg(kernel, 0, sizeof image, &image));
    ok(clSetKernelArg(kernel, 1, sizeof other, &other));
    ok(clSetKernelArg(kernel, 2, sizeof sampler, &sampler));
    ok(clSetKernelArg(kernel, 3, sizeof value, &value));
}

static void release_objects(void)
{
    ok(clReleaseEvent(ready));
    ok(clReleaseSampler(sampler));
    ok(clReleaseMemObject(image));
    ok(clReleaseMemObject(other));
    ok(clReleaseMemObject(buffer));
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(program));
}

/* Fails the call's first allocation, its second, and so on, until it needs no more. */
static unsigned fail_each(size_t i)
{
    unsigned failures = 0;

    for (int n = 0;; n++) {
        failed = false;
        countdown = n;
        cl_int error = calls[i].run();
        clFinish(queue);
        countdown = NEVER;
        clFinish(queue);
        if (!failed) {
            ok(error);
            return failures;
        }
        failures++;
        /* A command that was queued may fail later. */
        bool device_short = calls[i].device && error == CL_OUT_OF_RESOURCES;
        if (error && error != calls[i].host && error != calls[i].device && !device_short)
            fail_msg("%s: %d when allocation %d fails", calls[i].name, error, n);
    }
}

static void every_call(void **state)
{
    (void)state;
    make_objects();
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (fail_each(i) == 0)
            fail_msg("%s allocates nothing", calls[i].name);
    release_objects();
}

int main(void)
{
    const struct CMUnitTest tests[] = {fixture_test(every_call)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
