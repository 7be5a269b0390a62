/* SPDX-License-Identifier: MIT */
/* test_released.c: what was released and is used all the same: by kernels, by commands, in
 * callbacks, by what a query names. */
#include <string.h>
#include <time.h>

#include "ci/tests/run_tests.h"
#include "driver/abi/kernel_abi.h"
#include "driver/clover/object/slots.h"
#include "driver/clover/tests/fixture.h"
#include "driver/clover/tests/release.h"

enum { START = ABI_INPUT_ARGUMENTS };

/* kernel void k(global int *out, read_only image2d_t in, sampler_t s) */
static struct rootle_arg args[] = {
    {.kind = ROOTLE_ARG_GLOBAL,
     .offset = START,
     .size = 4,
     .address = ROOTLE_ADDRESS_GLOBAL,
     .name = "out",
     .type_name = "int*"},
    {.kind = ROOTLE_ARG_IMAGE_READ,
     .offset = START + 4,
     .size = 4,
     .image_type = ROOTLE_IMAGE_2D,
     .access = ROOTLE_ACCESS_READ_ONLY,
     .address = ROOTLE_ADDRESS_GLOBAL,
     .name = "in"},
    {.kind = ROOTLE_ARG_SAMPLER, .offset = START + 8, .size = 4, .name = "s"},
};
static struct rootle_kernel kernels[] = {
    {.name = "k", .args = args, .arg_count = COUNT(args), .input_bytes = 16}};
static struct rootle_binary binary = {.chip = "mock", .kernels = kernels, .kernel_count = 1};

static cl_program program;
static cl_kernel kernel;
static cl_mem buffer, image;
static cl_sampler sampler;

static void set_all(void)
{
    cl_int error;

    buffer = make_buffer(64);
    image = make_image(CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, CL_R, CL_FLOAT, 4, 4, 1);
    sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
    ok(error);
    ok(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    ok(clSetKernelArg(kernel, 1, sizeof image, &image));
    ok(clSetKernelArg(kernel, 2, sizeof sampler, &sampler));
}

static int setup(void **state)
{
    const char *source = "kernels";
    cl_int error;

    mock_binary = &binary;
    if (fixture_setup(state))
        return -1;
    program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    if (clBuildProgram(program, 0, NULL, NULL, NULL, NULL))
        return -1;
    kernel = clCreateKernel(program, "k", &error);
    return error;
}

static int teardown(void **state)
{
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return fixture_teardown(state);
}

static void is_refused(const char *argument)
{
    const size_t items = 4;

    message_count = 0;
    assert_int_equal(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL),
                     CL_INVALID_KERNEL_ARGS);
    assert_int_equal(message_count, 1);
    assert_non_null(strstr(last_message, argument));
    assert_non_null(strstr(last_message, "released"));
    assert_int_equal(clEnqueueTask(queue, kernel, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
}

static void is_launched(void)
{
    ok(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    ok(clFinish(queue));
}

static void arguments_of_a_launch(void **state)
{
    set_all();
    cl_mem first = buffer;
    is_launched();
    ok(clReleaseMemObject(buffer));
    is_refused("argument 0 'out' is a memory object");
    buffer = make_buffer(64);
    assert_ptr_not_equal(buffer, first);
    ok(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    is_launched();
    ok(clReleaseMemObject(image));
    is_refused("argument 1 'in' is a memory object");
    image = make_image(CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, CL_R, CL_FLOAT, 4, 4, 1);
    ok(clSetKernelArg(kernel, 1, sizeof image, &image));
    is_launched();
    ok(clReleaseSampler(sampler));
    is_refused("argument 2 's' is a sampler");
    release_memory(buffer, image);
}

/* NULL is no object, and an argument that gets it names none any more. */
static void arguments_that_are_null(void **state)
{
    cl_mem null = NULL;

    set_all();
    ok(clReleaseMemObject(buffer));
    ok(clSetKernelArg(kernel, 0, sizeof null, &null));
    is_launched();
    ok(clReleaseMemObject(image));
    ok(clReleaseSampler(sampler));
}

/* The same handle, of another buffer: a kernel knows which one it was given. */
static void arguments_whose_slot_is_used_again(void **state)
{
    cl_mem other = NULL;

    set_all();
    ok(clReleaseMemObject(buffer));
    for (unsigned i = 0; i < 3 * CLOVER_SLOTS_WAIT && other != buffer; i++) {
        other = make_buffer(64);
        if (other != buffer)
            ok(clReleaseMemObject(other));
    }
    assert_ptr_equal(other, buffer);
    is_refused("argument 0 'out'");
    ok(clSetKernelArg(kernel, 0, sizeof other, &other));
    is_launched();
    release_memory(other, image);
    ok(clReleaseSampler(sampler));
}

static void clones_know_no_more(void **state)
{
    cl_int error;

    set_all();
    cl_kernel original = kernel;
    ok(clReleaseMemObject(buffer));
    kernel = clCloneKernel(original, &error);
    ok(error);
    is_refused("argument 0 'out'");
    release_kernels(kernel);
    kernel = original;
    ok(clReleaseMemObject(image));
    ok(clReleaseSampler(sampler));
}

/* A child keeps its parent, and is valid itself. */
static void children_of_the_released(void **state)
{
    const cl_buffer_region region = {0, 16};
    cl_int error;

    set_all();
    cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    ok(error);
    ok(clReleaseMemObject(buffer));
    is_refused("argument 0 'out'");
    assert_null(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
    assert_int_equal(error, CL_INVALID_MEM_OBJECT);
    ok(clSetKernelArg(kernel, 0, sizeof part, &part));
    is_launched();
    release_memory(part, image);
    ok(clReleaseSampler(sampler));
}

/* ---- commands ---- */

static void lists_of_commands(void **state)
{
    cl_int error;
    cl_event event = clCreateUserEvent(context, &error), good = clCreateUserEvent(context, &error);
    cl_mem mem = make_buffer(16), other = make_buffer(16);
    int word = 0;

    ok(clReleaseEvent(event));
    ok(clReleaseMemObject(mem));
    const cl_event waits[] = {good, event};
    const cl_mem mems[] = {other, mem};
    assert_int_equal(clEnqueueReadBuffer(queue, other, CL_FALSE, 0, 4, &word, 2, waits, NULL),
                     CL_INVALID_EVENT_WAIT_LIST);
    assert_int_equal(clEnqueueMarkerWithWaitList(queue, 2, waits, NULL),
                     CL_INVALID_EVENT_WAIT_LIST);
    assert_int_equal(clWaitForEvents(2, waits), CL_INVALID_EVENT);
    assert_int_equal(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_EVENT);
    assert_int_equal(clEnqueueMigrateMemObjects(queue, 2, mems, 0, 0, NULL, NULL),
                     CL_INVALID_MEM_OBJECT);
    assert_int_equal(clEnqueueCopyBuffer(queue, other, mem, 0, 0, 4, 0, NULL, NULL),
                     CL_INVALID_MEM_OBJECT);
    ok(clReleaseEvent(good));
    ok(clReleaseMemObject(other));
}

/* As many as fit into no fixed list. */
static void long_lists(void **state)
{
    enum { MANY = 300 };
    cl_event events[MANY];
    cl_int error;

    for (int i = 0; i < MANY; i++) {
        events[i] = clCreateUserEvent(context, &error);
        ok(error);
    }
    ok(clEnqueueMarkerWithWaitList(queue, MANY, events, NULL));
    for (int i = 0; i < MANY; i++)
        ok(clSetUserEventStatus(events[i], CL_COMPLETE));
    ok(clFinish(queue));
    ok(clReleaseEvent(events[MANY - 1]));
    assert_int_equal(clEnqueueMarkerWithWaitList(queue, MANY, events, NULL),
                     CL_INVALID_EVENT_WAIT_LIST);
    for (int i = 0; i < MANY - 1; i++)
        ok(clReleaseEvent(events[i]));
}

static void maps_of_the_released(void **state)
{
    cl_int error;
    cl_mem mem = make_buffer(16);
    int *map = clEnqueueMapBuffer(queue, mem, CL_TRUE, CL_MAP_WRITE, 0, 16, 0, NULL, NULL, &error);

    ok(error);
    map[3] = 1;
    ok(clReleaseMemObject(mem));
    assert_int_equal(clEnqueueUnmapMemObject(queue, mem, map, 0, NULL, NULL),
                     CL_INVALID_MEM_OBJECT);
}

/* A queue that was released ends its work, and takes no more, whoever names it. */
static void queues_that_were_released(void **state)
{
    cl_int error;
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error), named;
    cl_event gate = clCreateUserEvent(context, &error), done;

    ok(clEnqueueMarkerWithWaitList(other, 1, &gate, &done));
    ok(clReleaseCommandQueue(other));
    ok(clGetEventInfo(done, CL_EVENT_COMMAND_QUEUE, sizeof(cl_command_queue), &named, NULL));
    assert_ptr_equal(named, other);
    assert_int_equal(clFlush(other), CL_INVALID_COMMAND_QUEUE);
    assert_int_equal(clFinish(other), CL_INVALID_COMMAND_QUEUE);
    assert_int_equal(clRetainCommandQueue(other), CL_INVALID_COMMAND_QUEUE);
    assert_int_equal(clEnqueueTask(other, kernel, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    assert_int_equal(clEnqueueBarrier(other), CL_INVALID_COMMAND_QUEUE);
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    ok(clWaitForEvents(1, &done));
    assert_int_equal(clFlush(other), CL_INVALID_COMMAND_QUEUE);
    release_events(gate, done);
    await_contexts(2);
}

/* ---- named by queries ---- */

/* An application may use an object again that its own objects keep, when a query has named it. */
static void contexts_that_a_query_names(void **state)
{
    cl_int error;
    cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, &error), named;
    cl_mem mem = clCreateBuffer(other, 0, 16, NULL, &error);

    ok(clReleaseContext(other));
    assert_null(clCreateUserEvent(other, &error));
    assert_int_equal(error, CL_INVALID_CONTEXT);
    ok(clGetMemObjectInfo(mem, CL_MEM_CONTEXT, sizeof(cl_context), &named, NULL));
    assert_ptr_equal(named, other);
    assert_int_equal(clReleaseContext(other), CL_INVALID_CONTEXT); /* it has no handle */
    ok(clRetainContext(other));
    cl_event event = clCreateUserEvent(other, &error);
    ok(error);
    release_events(event);
    ok(clReleaseContext(other));
    assert_int_equal(clRetainContext(other), CL_INVALID_CONTEXT);
    ok(clReleaseMemObject(mem));
}

/* A question for the size of the answer names nothing. */
static void parents_that_a_query_names(void **state)
{
    const cl_buffer_region region = {0, 16};
    cl_int error;
    cl_mem mem = make_buffer(64), named;
    cl_mem part = clCreateSubBuffer(mem, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    size_t size;

    ok(clReleaseMemObject(mem));
    ok(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, 0, NULL, &size));
    assert_int_equal(clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof size, &size, NULL),
                     CL_INVALID_MEM_OBJECT);
    ok(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem), &named, NULL));
    ok(clGetMemObjectInfo(named, CL_MEM_SIZE, sizeof size, &size, NULL));
    assert_int_equal(size, 64);
    ok(clReleaseMemObject(part)); /* and with it the last that keeps the parent */
    assert_int_equal(clGetMemObjectInfo(named, CL_MEM_SIZE, sizeof size, &size, NULL),
                     CL_INVALID_MEM_OBJECT);
}

/* ---- callbacks ---- */

static struct {
    int count;
    cl_int asked, released, retained;
} called;

static void CL_CALLBACK use_event(cl_event event, cl_int status, void *data)
{
    called.count++;
    called.asked =
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    called.released = clReleaseEvent(event);
    if (data) {
        called.retained = clRetainEvent(event);
        clReleaseEvent(event);
    }
}

static void CL_CALLBACK release_event(cl_event event, cl_int status, void *data)
{
    (void)status;
    *(cl_int *)data = clReleaseEvent(event);
}

/* A callback may use the event that it is called with, whether the application has it or not. */
static void events_in_their_callbacks(void **state)
{
    cl_int error, gate_released = 1;
    cl_event gate = clCreateUserEvent(context, &error), done;

    called.count = 0;
    ok(clEnqueueMarkerWithWaitList(queue, 1, &gate, &done));
    ok(clSetEventCallback(done, CL_COMPLETE, use_event, &done));
    ok(clReleaseEvent(done));
    assert_int_equal(clSetEventCallback(done, CL_COMPLETE, use_event, NULL), CL_INVALID_EVENT);
    ok(clSetEventCallback(gate, CL_COMPLETE, release_event, &gate_released));
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_int_equal(clReleaseEvent(gate), CL_INVALID_EVENT);
    ok(clFinish(queue));
    ok(gate_released);
    assert_int_equal(called.count, 1);
    ok(called.asked);
    assert_int_equal(called.released, CL_INVALID_EVENT);
    ok(called.retained);
    assert_int_equal(clRetainEvent(done), CL_INVALID_EVENT);
}

static void CL_CALLBACK release_and_set(cl_event event, cl_int status, void *data)
{
    (void)status;
    (void)data;
    called.released = clReleaseEvent(event);
    called.count = message_count;
    called.asked = clSetUserEventStatus(event, CL_COMPLETE);
}

/* A user event that a command waits for, and that is released without a status, is told: nobody
 * could set it any more, but for the callback that releases it here. */
static void user_events_without_a_status(void **state)
{
    cl_int error;
    cl_event alone = clCreateUserEvent(context, &error), gate = clCreateUserEvent(context, &error);

    ok(clReleaseEvent(alone));
    ok(clEnqueueMarkerWithWaitList(queue, 1, &gate, NULL));
    ok(clRetainEvent(gate));
    ok(clReleaseEvent(gate));
    assert_int_equal(message_count, 0);
    ok(clSetEventCallback(gate, CL_SUBMITTED, release_and_set, NULL));
    ok(called.released);
    assert_int_equal(called.count, 1);
    assert_non_null(strstr(last_message, "user event"));
    ok(called.asked);
    ok(clFinish(queue));
    assert_int_equal(message_count, 1);
}

static void CL_CALLBACK use_deleted(cl_mem mem, void *data)
{
    cl_uint count;

    (void)data;
    called.count++;
    called.asked = clGetMemObjectInfo(mem, CL_MEM_REFERENCE_COUNT, sizeof count, &count, NULL);
    called.released = clReleaseMemObject(mem);
    called.retained = clRetainMemObject(mem);
}

/* "When the callback function is called by the implementation, this memory object is no longer
 * valid": OpenCL 3.0, clSetMemObjectDestructorCallback. */
static void memory_in_its_destructors(void **state)
{
    cl_mem mem = make_buffer(16);

    called.count = 0;
    ok(clSetMemObjectDestructorCallback(mem, use_deleted, NULL));
    ok(clReleaseMemObject(mem));
    assert_int_equal(called.count, 1);
    assert_int_equal(called.asked, CL_INVALID_MEM_OBJECT);
    assert_int_equal(called.released, CL_INVALID_MEM_OBJECT);
    assert_int_equal(called.retained, CL_INVALID_MEM_OBJECT);
}

static void CL_CALLBACK use_program(cl_program built, void *data)
{
    cl_build_status status;

    called.asked =
        clGetProgramBuildInfo(built, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL);
    called.released = clReleaseProgram(built);
    ok(clSetUserEventStatus(data, CL_COMPLETE));
}

/* A callback may release the program that it is called with. */
static void programs_in_their_callbacks(void **state)
{
    const char *text = "kernels";
    cl_int error;
    cl_event end = clCreateUserEvent(context, &error);
    cl_program other = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    size_t size;

    ok(error);
    ok(clBuildProgram(other, 0, NULL, NULL, use_program, end));
    ok(clWaitForEvents(1, &end));
    ok(called.asked);
    ok(called.released);
    /* The callback may not have returned yet. */
    for (int i = 0; i < 1000 && !clGetProgramInfo(other, CL_PROGRAM_SOURCE, 0, NULL, &size); i++)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    assert_int_equal(clRetainProgram(other), CL_INVALID_PROGRAM);
    release_events(end);
}

#define released_test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    return RUN_TESTS(
        released_test, arguments_of_a_launch, arguments_that_are_null,
        arguments_whose_slot_is_used_again, clones_know_no_more, children_of_the_released,
        lists_of_commands, long_lists, maps_of_the_released, queues_that_were_released,
        contexts_that_a_query_names, parents_that_a_query_names, events_in_their_callbacks,
        user_events_without_a_status, memory_in_its_destructors, programs_in_their_callbacks);
}
