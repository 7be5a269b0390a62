/* SPDX-License-Identifier: MIT */
/* test_version_kernels.c: what OpenCL 2.1 to 3.0 brought to kernels, launches, contexts and events
 * (unified specification of OpenCL 3.0, section 5): clones, sub-groups, launches of nothing,
 * callbacks and timers. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/tests/error_fixture.h"

#include <stdlib.h>
#include <string.h>

static void clone_kernel(void **state)
{
    cl_int value = 7, error = 1;
    cl_mem buffer = make_buffer(16);
    cl_uint count;
    cl_ulong bytes;

    assert_null(clCloneKernel(NULL, &error));
    assert_int_equal(error, CL_INVALID_KERNEL);
    assert_null(clCloneKernel((cl_kernel)queue, &error));
    assert_int_equal(error, CL_INVALID_KERNEL);

    ok(clSetKernelArg(kernel, 0, sizeof value, &value));
    ok(clSetKernelArg(kernel, 1, sizeof buffer, &buffer));
    ok(clSetKernelArg(kernel, 2, 64, NULL));
    cl_kernel copy = clCloneKernel(kernel, &error);
    ok(error);
    ok(clGetKernelInfo(copy, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL));
    assert_int_equal(count, 1);
    /* Arguments that are set later belong to one kernel alone. */
    ok(clSetKernelArg(kernel, 2, 128, NULL));
    ok(clGetKernelWorkGroupInfo(copy, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes,
                                NULL));
    assert_int_equal(bytes, 64);
    /* Image and sampler are not set, neither here nor there. */
    assert_int_equal(clEnqueueTask(queue, copy, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    ok(clReleaseKernel(copy));
    ok(clReleaseMemObject(buffer));
}

/* Sub-groups are wavefronts: of the mock device, 64 of at most 256 work-items. */
struct sub_group_query {
    const char *wrong;
    cl_kernel *kernel;
    cl_device_id *device;
    cl_kernel_sub_group_info name;
    size_t input_size;
    const size_t *input;
    size_t size; /* bytes of room for the answer */
    cl_int error;
    size_t count; /* numbers of the answer */
    size_t numbers[3];
};

enum {
    GREATEST = CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
    GROUPS = CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
    SIZE_FOR = CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
    MOST = CL_KERNEL_MAX_NUM_SUB_GROUPS,
};

static cl_kernel no_kernel;
static cl_device_id no_device;
static const size_t row[] = {130}, box[] = {8, 4, 3}, high[] = {257}, zero[] = {8, 0},
                    four[] = {4, 1, 1, 1}, one = 1, three = 3, five = 5;

static const struct sub_group_query sub_group_answers[] = {
    {"a row", &kernel, &device, GREATEST, 8, row, 8, 0, 1, {64}},
    {"a row", &kernel, &device, GROUPS, 8, row, 8, 0, 1, {3}},
    {"a box", &kernel, &no_device, GROUPS, 24, box, 8, 0, 1, {2}},
    {"few", &kernel, &device, GREATEST, 16, box, 8, 0, 1, {32}},
    {"one", &kernel, &device, SIZE_FOR, 8, &one, 8, 0, 1, {64}},
    {"three", &kernel, &device, SIZE_FOR, 8, &three, 24, 0, 3, {192, 1, 1}},
    {"too many", &kernel, &device, SIZE_FOR, 8, &five, 16, 0, 2, {0, 0}},
    {"all", &kernel, &device, MOST, 0, NULL, 8, 0, 1, {4}},
    {"no attribute", &kernel, &device, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL, 8, 0, 1, {0}},
    {"no kernel", &no_kernel, &device, MOST, 0, NULL, 8, CL_INVALID_KERNEL, 0, {0}},
    {"a wrong device", &kernel, &wrong_device, MOST, 0, NULL, 8, CL_INVALID_DEVICE, 0, {0}},
    {"an unknown name", &kernel, &device, CL_KERNEL_NUM_ARGS, 0, NULL, 8, CL_INVALID_VALUE, 0, {0}},
    {"no room", &kernel, &device, MOST, 0, NULL, 7, CL_INVALID_VALUE, 0, {0}},
    {"no input", &kernel, &device, GROUPS, 0, NULL, 8, CL_INVALID_VALUE, 0, {0}},
    {"a size of no group", &kernel, &device, GROUPS, 8, high, 8, CL_INVALID_VALUE, 0, {0}},
    {"a size of 0", &kernel, &device, GROUPS, 16, zero, 8, CL_INVALID_VALUE, 0, {0}},
    {"half a size", &kernel, &device, GROUPS, 4, row, 8, CL_INVALID_VALUE, 0, {0}},
    {"four dimensions", &kernel, &device, GROUPS, 32, four, 8, CL_INVALID_VALUE, 0, {0}},
    {"two counts", &kernel, &device, SIZE_FOR, 16, box, 8, CL_INVALID_VALUE, 0, {0}},
    {"room for half a size", &kernel, &device, SIZE_FOR, 8, &one, 12, CL_INVALID_VALUE, 0, {0}},
};

static void sub_groups(void **state)
{
    for (size_t i = 0; i < COUNT(sub_group_answers); i++) {
        const struct sub_group_query *q = &sub_group_answers[i];
        size_t got[4] = {0}, size = 0;
        cl_int error = clGetKernelSubGroupInfo(*q->kernel, *q->device, q->name, q->input_size,
                                               q->input, q->size, got, &size);
        check("clGetKernelSubGroupInfo", q->wrong, error, q->error);
        if (error)
            continue;
        assert_int_equal(size, q->count * sizeof *got);
        assert_memory_equal(got, q->numbers, size);
    }
    setenv("ROOTLE_CL", "1.2", 1);
    assert_int_equal(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL,
                                             0, NULL, NULL),
                     CL_INVALID_OPERATION);
    unsetenv("ROOTLE_CL");
}

/* From OpenCL 2.1 on a launch of no work-items is a command that does nothing (5.8 of the unified
 * specification); before it was an error. */
static void empty_launch(void **state)
{
    const size_t sizes[] = {4, 0, 4};
    cl_int error;
    cl_event gate = clCreateUserEvent(context, &error), event;
    cl_command_type type;

    ok(clEnqueueNDRangeKernel(queue, none, 3, NULL, sizes, NULL, 1, &gate, &event));
    ok(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_COMMAND_NDRANGE_KERNEL);
    assert_true(event_status(event) > CL_COMPLETE);
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    ok(clWaitForEvents(1, &event));
    assert_int_equal(event_status(event), CL_COMPLETE);
    ok(clReleaseEvent(event));
    ok(clReleaseEvent(gate));
    ok(clEnqueueNDRangeKernel(queue, none, 1, NULL, NULL, NULL, 0, NULL, NULL));
    /* Whole in the dimensions that it has. */
    ok(clEnqueueNDRangeKernel(queue, none, 1, NULL, sizes, NULL, 0, NULL, NULL));
    check("clEnqueueNDRangeKernel", "4 dimensions",
          clEnqueueNDRangeKernel(queue, none, 4, NULL, sizes, NULL, 0, NULL, NULL),
          CL_INVALID_WORK_DIMENSION);
    setenv("ROOTLE_CL", "1.2", 1);
    check("clEnqueueNDRangeKernel", "no work-items in 1.2",
          clEnqueueNDRangeKernel(queue, none, 3, NULL, sizes, NULL, 0, NULL, NULL),
          CL_INVALID_GLOBAL_WORK_SIZE);
    check("clEnqueueNDRangeKernel", "no size in 1.2",
          clEnqueueNDRangeKernel(queue, none, 1, NULL, NULL, NULL, 0, NULL, NULL),
          CL_INVALID_GLOBAL_WORK_SIZE);
    unsetenv("ROOTLE_CL");
}

static char order[4];

static void CL_CALLBACK note(cl_context of, void *data)
{
    (void)of;
    order[strlen(order)] = *(const char *)data;
}

/* Callbacks are called when nothing holds the context any more, the last one first. */
static void context_callbacks(void **state)
{
    cl_int error;
    cl_context made = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_mem buffer = clCreateBuffer(made, 0, 16, NULL, &error);

    memset(order, 0, sizeof order);
    assert_int_equal(clSetContextDestructorCallback(NULL, note, "a"), CL_INVALID_CONTEXT);
    assert_int_equal(clSetContextDestructorCallback(made, NULL, "a"), CL_INVALID_VALUE);
    ok(clSetContextDestructorCallback(made, note, "a"));
    ok(clSetContextDestructorCallback(made, note, "b"));
    ok(clReleaseContext(made));
    assert_string_equal(order, "");
    ok(clReleaseMemObject(buffer));
    assert_string_equal(order, "ba");
}

static void timers(void **state)
{
    cl_ulong on_device = 0, first = 0, second = 0;

    assert_int_equal(clGetDeviceAndHostTimer(wrong_device, &on_device, &first), CL_INVALID_DEVICE);
    assert_int_equal(clGetDeviceAndHostTimer(device, NULL, &first), CL_INVALID_VALUE);
    assert_int_equal(clGetDeviceAndHostTimer(device, &on_device, NULL), CL_INVALID_VALUE);
    assert_int_equal(clGetHostTimer(wrong_device, &first), CL_INVALID_DEVICE);
    assert_int_equal(clGetHostTimer(device, NULL), CL_INVALID_VALUE);
    ok(clGetDeviceAndHostTimer(device, &on_device, &first));
    ok(clGetHostTimer(device, &second));
    assert_true(first > 0 && second >= first);

    /* Events are timed by the device's clock. */
    cl_event event;
    cl_ulong ended, complete, later;
    ok(clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
    ok(clWaitForEvents(1, &event));
    ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof ended, &ended, NULL));
    ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COMPLETE, sizeof complete, &complete,
                               NULL));
    assert_int_equal(complete, ended);
    ok(clGetDeviceAndHostTimer(device, &later, &first));
    assert_true(on_device <= ended && ended <= later);
    ok(clReleaseEvent(event));
}

int main(void)
{
    return RUN_TESTS(error_test, clone_kernel, sub_groups, empty_launch, context_callbacks, timers);
}
