/* SPDX-License-Identifier: MIT */
/* test_objects.c: platform, device, contexts, queues, samplers: queries, validation, reference
 * counts. */
#include "ci/tests/run_tests.h"
#include "driver/clover/tests/fixture.h"

#include <CL/cl_icd.h>
#include <string.h>

#include "rootle_version.h"

static void platform_answers(void **state)
{
    cl_platform_id platform;
    char text[64];
    size_t size;

    assert_int_equal(clGetPlatformIDs(0, &platform, NULL), CL_INVALID_VALUE);
    assert_int_equal(clGetPlatformIDs(0, NULL, NULL), CL_INVALID_VALUE);
    ok(clGetPlatformIDs(1, &platform, NULL));
    ok(clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof text, text, &size));
    assert_string_equal(text, "OpenCL 3.0 Rootle " ROOTLE_VERSION);
    assert_int_equal(size, strlen(text) + 1);
    assert_int_equal(clGetPlatformInfo(platform, CL_PLATFORM_VERSION, size - 1, text, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clGetPlatformInfo(platform, 0, sizeof text, text, NULL), CL_INVALID_VALUE);
    assert_int_equal(clGetPlatformInfo((cl_platform_id)device, CL_PLATFORM_NAME, 0, NULL, &size),
                     CL_INVALID_PLATFORM);
}

static void dispatch_table_is_full(void **state)
{
    void *const *slots = *(void *const **)device;

    for (size_t i = 0; i < sizeof(cl_icd_dispatch) / sizeof *slots; i++)
        assert_non_null(slots[i]);
}

/* Every query that OpenCL 1.2 has answers, with a value of the size that it says. */
static void device_answers_everything(void **state)
{
    char value[1024];
    size_t size;

    for (cl_uint name = CL_DEVICE_TYPE; name <= CL_DEVICE_PRINTF_BUFFER_SIZE; name++) {
        cl_int error = clGetDeviceInfo(device, name, sizeof value, value, &size);
        assert_int_equal(error, CL_SUCCESS);
        assert_true(size > 0 && size <= sizeof value);
        assert_int_equal(clGetDeviceInfo(device, name, size - 1, value, NULL), CL_INVALID_VALUE);
    }
    ok(clGetDeviceInfo(device, CL_DRIVER_VERSION, sizeof value, value, NULL));
    ok(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof value, value, NULL));
    assert_string_equal(value, "Mock");
}

static void device_selection(void **state)
{
    cl_device_id found;
    cl_uint count = 9;

    assert_int_equal(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_CPU, 1, &found, &count),
                     CL_DEVICE_NOT_FOUND);
    assert_int_equal(clGetDeviceIDs(NULL, 0, 1, &found, NULL), CL_INVALID_DEVICE_TYPE);
    assert_int_equal(clGetDeviceIDs(NULL, 1 << 20, 1, &found, NULL), CL_INVALID_DEVICE_TYPE);
    assert_int_equal(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU, 0, &found, NULL), CL_INVALID_VALUE);
    ok(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_DEFAULT, 1, &found, &count));
    assert_ptr_equal(found, device);
    assert_int_equal(count, 1);
    ok(clRetainDevice(device));
    ok(clReleaseDevice(device));
}

static cl_int context_error(const cl_context_properties *properties, cl_uint count,
                            const cl_device_id *devices, void *data)
{
    cl_int error = 1;

    assert_null(clCreateContext(properties, count, devices, NULL, data, &error));
    return error;
}

static void context_validation(void **state)
{
    cl_platform_id platform;
    cl_device_id wrong = (cl_device_id)context;
    int data;

    ok(clGetPlatformIDs(1, &platform, NULL));
    cl_context_properties p = (cl_context_properties)platform;
    cl_context_properties good[] = {CL_CONTEXT_PLATFORM, p, 0}, bad_name[] = {1, 1, 0};
    cl_context_properties bad_platform[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)device, 0};
    cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, p, CL_CONTEXT_PLATFORM, p, 0};

    assert_int_equal(context_error(good, 0, &device, NULL), CL_INVALID_VALUE);
    assert_int_equal(context_error(good, 1, NULL, NULL), CL_INVALID_VALUE);
    assert_int_equal(context_error(good, 1, &device, &data), CL_INVALID_VALUE);
    assert_int_equal(context_error(good, 1, &wrong, NULL), CL_INVALID_DEVICE);
    assert_int_equal(context_error(bad_name, 1, &device, NULL), CL_INVALID_PROPERTY);
    assert_int_equal(context_error(bad_platform, 1, &device, NULL), CL_INVALID_PLATFORM);
    assert_int_equal(context_error(twice, 1, &device, NULL), CL_INVALID_PROPERTY);

    cl_int error;
    cl_context made = clCreateContextFromType(good, CL_DEVICE_TYPE_GPU, NULL, NULL, &error);
    ok(error);
    cl_context_properties got[3];
    size_t size;
    ok(clGetContextInfo(made, CL_CONTEXT_PROPERTIES, sizeof got, got, &size));
    assert_int_equal(size, sizeof got);
    assert_memory_equal(got, good, sizeof got);
    ok(clReleaseContext(made));
    assert_null(clCreateContextFromType(good, CL_DEVICE_TYPE_CPU, NULL, NULL, &error));
    assert_int_equal(error, CL_DEVICE_NOT_FOUND);
    ok(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, 0, NULL, &size));
    assert_int_equal(size, 0);
}

/* Counts are the application's own, whatever refers to the object inside. */
static void reference_counts(void **state)
{
    cl_mem buffer = make_buffer(16);

    assert_int_equal(context_uint(CL_CONTEXT_REFERENCE_COUNT), 1);
    ok(clRetainContext(context));
    assert_int_equal(context_uint(CL_CONTEXT_REFERENCE_COUNT), 2);
    ok(clReleaseContext(context));
    ok(clRetainMemObject(buffer));
    assert_int_equal(mem_uint(buffer, CL_MEM_REFERENCE_COUNT), 2);
    ok(clReleaseMemObject(buffer));
    ok(clReleaseMemObject(buffer));
    assert_int_equal(clRetainContext((cl_context)queue), CL_INVALID_CONTEXT);
    assert_int_equal(clReleaseMemObject((cl_mem)context), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clReleaseEvent(NULL), CL_INVALID_EVENT);
    assert_int_equal(clReleaseSampler(NULL), CL_INVALID_SAMPLER);
    assert_int_equal(clReleaseKernel(NULL), CL_INVALID_KERNEL);
    assert_int_equal(clReleaseProgram(NULL), CL_INVALID_PROGRAM);
    assert_int_equal(clReleaseCommandQueue(NULL), CL_INVALID_COMMAND_QUEUE);
}

/* The context goes first; what was made from it still works and takes it along. */
static void release_in_any_order(void **state)
{
    cl_int error;
    cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_command_queue q = clCreateCommandQueue(other, device, 0, &error);
    cl_mem buffer = clCreateBuffer(other, 0, 64, NULL, &error);
    cl_event event;
    int value = 7, read = 0;

    ok(clReleaseContext(other));
    assert_int_equal(clReleaseContext(other), CL_INVALID_CONTEXT);
    ok(clEnqueueWriteBuffer(q, buffer, CL_FALSE, 0, sizeof value, &value, 0, NULL, NULL));
    ok(clEnqueueReadBuffer(q, buffer, CL_FALSE, 0, sizeof read, &read, 0, NULL, &event));
    ok(clReleaseMemObject(buffer));
    ok(clReleaseCommandQueue(q));
    ok(clWaitForEvents(1, &event));
    assert_int_equal(read, 7);
    ok(clReleaseEvent(event));
    await_contexts(2);
}

static void queue_validation(void **state)
{
    cl_int error;
    cl_command_queue_properties properties = 0;

    assert_null(clCreateCommandQueue(NULL, device, 0, &error));
    assert_int_equal(error, CL_INVALID_CONTEXT);
    assert_null(clCreateCommandQueue(context, NULL, 0, &error));
    assert_int_equal(error, CL_INVALID_DEVICE);
    assert_null(clCreateCommandQueue(context, device, 1 << 10, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
    ok(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL));
    assert_int_equal(properties, CL_QUEUE_PROFILING_ENABLE);
    assert_int_equal(clGetCommandQueueInfo(queue, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    ok(clFlush(queue));
    assert_int_equal(clFlush(NULL), CL_INVALID_COMMAND_QUEUE);
    assert_int_equal(clFinish(NULL), CL_INVALID_COMMAND_QUEUE);
}

static void samplers(void **state)
{
    cl_int error;
    cl_sampler sampler =
        clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, &error);
    cl_addressing_mode mode;

    ok(error);
    ok(clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, sizeof mode, &mode, NULL));
    assert_int_equal(mode, CL_ADDRESS_REPEAT);
    ok(clReleaseSampler(sampler));
    assert_null(clCreateSampler(context, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
    assert_null(clCreateSampler(context, CL_TRUE, 7, CL_FILTER_LINEAR, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
    assert_null(clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, 7, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
}

int main(void)
{
    return RUN_TESTS(fixture_test, platform_answers, dispatch_table_is_full,
                     device_answers_everything, device_selection, context_validation,
                     reference_counts, release_in_any_order, queue_validation, samplers);
}
