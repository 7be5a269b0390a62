/* SPDX-License-Identifier: MIT */
/* test_device_handles.c: released handles through the ICD loader, which reads the dispatch table
 * from a handle before the driver sees it. */
#include "ci/tests/run_tests.h"
#include "driver/icd/tests/device_fixture.h"

static const char source[] = "kernel void k(global int *out) { *out = 7; }";

/* A kernel's buffer goes before the launch: an error, and nothing is written anywhere. */
static void buffer_before_launch(void **state)
{
    cl_kernel kernel = build(source);
    cl_mem old = buffer_of(64, NULL);

    set(kernel, 0, sizeof old, &old);
    ok(clReleaseMemObject(old));
    assert_int_equal(clEnqueueTask(queue, kernel, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    assert_int_equal(clReleaseMemObject(old), CL_INVALID_MEM_OBJECT);
    cl_mem buffer = buffer_of(64, NULL);
    set(kernel, 0, sizeof buffer, &buffer);
    ok(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    ok(clFinish(queue));
    ok(clReleaseKernel(kernel));
    assert_int_equal(clReleaseKernel(kernel), CL_INVALID_KERNEL);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_INVALID_KERNEL);
    ok(clReleaseMemObject(buffer));
}

/* As many as the system's allocator gives back at once, were their memory its own. */
static void handles_stay_readable(void **state)
{
    enum { MANY = 3000 };
    static cl_mem mems[MANY];

    for (int i = 0; i < MANY; i++)
        mems[i] = buffer_of(4, NULL);
    for (int i = 0; i < MANY; i++)
        ok(clReleaseMemObject(mems[i]));
    for (int i = 0; i < MANY; i++)
        assert_int_equal(clReleaseMemObject(mems[i]), CL_INVALID_MEM_OBJECT);
}

static void queue_after_release(void **state)
{
    cl_int error;
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
    cl_event event;

    ok(error);
    ok(clEnqueueMarkerWithWaitList(other, 0, NULL, &event));
    ok(clReleaseCommandQueue(other));
    assert_int_equal(clFlush(other), CL_INVALID_COMMAND_QUEUE);
    assert_int_equal(clFinish(other), CL_INVALID_COMMAND_QUEUE);
    assert_int_equal(clReleaseCommandQueue(other), CL_INVALID_COMMAND_QUEUE);
    ok(clWaitForEvents(1, &event));
    ok(clReleaseEvent(event));
    assert_int_equal(clWaitForEvents(1, &event), CL_INVALID_EVENT);
    assert_int_equal(clReleaseEvent(event), CL_INVALID_EVENT);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, buffer_before_launch,
                             handles_stay_readable, queue_after_release);
}
