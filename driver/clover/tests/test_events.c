/* SPDX-License-Identifier: MIT */
/* test_events.c: events, user events, wait lists, callbacks, profiling, and the rate of small
 * commands. */
#include "ci/tests/run_tests.h"
#include "driver/clover/tests/fixture.h"
#include "driver/clover/tests/release.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static cl_ulong now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (cl_ulong)now.tv_sec * 1000000000 + (cl_ulong)now.tv_nsec;
}

static cl_event user_event(void)
{
    cl_int error;
    cl_event event = clCreateUserEvent(context, &error);

    ok(error);
    return event;
}

/* The status that a callback was told, and how often. */
struct heard {
    atomic_int calls, status;
};

static void CL_CALLBACK hear(cl_event event, cl_int status, void *data)
{
    struct heard *heard = data;

    (void)event;
    atomic_store(&heard->status, status);
    atomic_fetch_add(&heard->calls, 1);
}

static void user_events_order_commands(void **state)
{
    cl_event gate = user_event(), done;
    cl_mem buffer = make_buffer(4);
    int value = 5;

    assert_int_equal(event_status(gate), CL_SUBMITTED);
    ok(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 4, &value, 1, &gate, &done));
    assert_true(event_status(done) > CL_COMPLETE);
    value = 6;
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    ok(clWaitForEvents(1, &done));
    assert_int_equal(event_status(done), CL_COMPLETE);
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_INVALID_OPERATION);
    int read = 0;
    ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &read, 0, NULL, NULL));
    assert_int_equal(read, 6);
    ok(clReleaseEvent(gate));
    ok(clReleaseEvent(done));
    ok(clReleaseMemObject(buffer));
}

static void failed_user_event_fails_waiters(void **state)
{
    cl_event gate = user_event(), done;
    struct heard heard = {0};

    ok(clEnqueueMarkerWithWaitList(queue, 1, &gate, &done));
    ok(clSetEventCallback(done, CL_COMPLETE, hear, &heard));
    assert_int_equal(clSetUserEventStatus(gate, 1), CL_INVALID_VALUE);
    ok(clSetUserEventStatus(gate, -7));
    assert_int_equal(event_status(gate), -7);
    assert_int_equal(clWaitForEvents(1, &done), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_true(event_status(done) < 0);
    ok(clFinish(queue));
    assert_int_equal(heard.calls, 1);
    assert_true(heard.status < 0);

    int value;
    cl_mem buffer = make_buffer(4);
    assert_int_equal(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 1, &gate, NULL),
                     CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    /* A failure that neither its call nor an event tells of is told by clFinish, once. */
    ok(clFinish(queue));
    ok(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &value, 1, &gate, NULL));
    assert_int_equal(clFinish(queue), CL_OUT_OF_RESOURCES);
    ok(clFinish(queue));
    ok(clReleaseMemObject(buffer));
    ok(clReleaseEvent(gate));
    ok(clReleaseEvent(done));
}

static void callbacks_fire_once_for_each_status(void **state)
{
    cl_event gate = user_event(), done;
    struct heard submitted = {0}, running = {0}, complete = {0}, late = {0};

    ok(clEnqueueMarkerWithWaitList(queue, 1, &gate, &done));
    ok(clSetEventCallback(done, CL_SUBMITTED, hear, &submitted));
    ok(clSetEventCallback(done, CL_RUNNING, hear, &running));
    ok(clSetEventCallback(done, CL_COMPLETE, hear, &complete));
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    ok(clWaitForEvents(1, &done));
    ok(clFinish(queue));
    ok(clSetEventCallback(done, CL_COMPLETE, hear, &late));
    assert_int_equal(submitted.calls, 1);
    assert_int_equal(submitted.status, CL_SUBMITTED);
    assert_int_equal(running.status, CL_RUNNING);
    assert_int_equal(complete.calls, 1);
    assert_int_equal(complete.status, CL_COMPLETE);
    assert_int_equal(late.calls, 1);
    assert_int_equal(clSetEventCallback(done, CL_QUEUED, hear, NULL), CL_INVALID_VALUE);
    assert_int_equal(clSetEventCallback(done, CL_COMPLETE, NULL, NULL), CL_INVALID_VALUE);
    ok(clReleaseEvent(gate));
    ok(clReleaseEvent(done));
}

static void CL_CALLBACK open_gate(cl_event event, cl_int status, void *gate)
{
    (void)event;
    (void)status;
    clSetUserEventStatus(gate, CL_COMPLETE);
}

/* A callback may set another user event, which has a callback of its own. */
static void callbacks_may_chain(void **state)
{
    cl_event first = user_event(), second = user_event();
    struct heard heard = {0};

    ok(clSetEventCallback(first, CL_COMPLETE, open_gate, second));
    ok(clSetEventCallback(second, CL_COMPLETE, hear, &heard));
    ok(clSetUserEventStatus(first, CL_COMPLETE));
    assert_int_equal(heard.calls, 1);
    ok(clReleaseEvent(first));
    ok(clReleaseEvent(second));
}

/* Waits in a callback, and what came of them. */
struct wait {
    cl_command_queue other;
    cl_mem buffer;
    cl_int of_event, of_queue, of_read, of_other;
    struct heard end;
};

static void CL_CALLBACK wait_at_start(cl_event event, cl_int status, void *data)
{
    struct wait *wait = data;

    (void)status;
    wait->of_event = clWaitForEvents(1, &event);
}

static void CL_CALLBACK wait_at_end(cl_event event, cl_int status, void *data)
{
    struct wait *wait = data;
    int value;

    wait->of_queue = clFinish(queue);
    wait->of_read = clEnqueueReadBuffer(queue, wait->buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL);
    wait->of_other = clFinish(wait->other) || clWaitForEvents(1, &event);
    hear(event, status, &wait->end);
}

/* OpenCL leaves open what comes of a callback that waits. One that waits for what can only go on
 * when it has returned is told so; others may wait. */
static void callbacks_do_not_wait_for_themselves(void **state)
{
    cl_int error;
    struct wait wait = {
        clCreateCommandQueue(context, device, 0, &error), make_buffer(4), 1, 1, 1, 1, {0}};
    cl_event gate = user_event(), done;

    ok(error);
    ok(clEnqueueMarkerWithWaitList(queue, 1, &gate, &done));
    ok(clSetEventCallback(done, CL_RUNNING, wait_at_start, &wait));
    ok(clSetEventCallback(done, CL_COMPLETE, wait_at_end, &wait));
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    while (!atomic_load(&wait.end.calls))
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    assert_int_equal(wait.of_event, CL_INVALID_OPERATION);
    assert_int_equal(wait.of_queue, CL_INVALID_OPERATION);
    assert_int_equal(wait.of_read, CL_INVALID_OPERATION);
    assert_int_equal(wait.of_other, CL_SUCCESS);
    assert_int_equal(message_count, 3);
    assert_non_null(strstr(last_message, "callback"));
    ok(clFinish(queue));
    ok(clReleaseEvent(gate));
    ok(clReleaseEvent(done));
    ok(clReleaseMemObject(wait.buffer));
    ok(clReleaseCommandQueue(wait.other));
}

static void queues_wait_for_each_other(void **state)
{
    cl_int error;
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
    cl_event gate = user_event(), first, second;

    ok(clEnqueueMarkerWithWaitList(queue, 1, &gate, &first));
    ok(clEnqueueMarkerWithWaitList(other, 1, &first, &second));
    assert_true(event_status(second) > CL_COMPLETE);
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    ok(clWaitForEvents(1, &second));
    assert_int_equal(event_status(first), CL_COMPLETE);
    release_events(gate, first, second);
    ok(clReleaseCommandQueue(other));
}

static void wait_list_validation(void **state)
{
    cl_int error;
    cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_event foreign = clCreateUserEvent(other, &error), event = user_event(), none = NULL;
    cl_event both[] = {event, foreign};

    assert_int_equal(clEnqueueMarkerWithWaitList(queue, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
    assert_int_equal(clEnqueueMarkerWithWaitList(queue, 0, &event, NULL),
                     CL_INVALID_EVENT_WAIT_LIST);
    assert_int_equal(clEnqueueMarkerWithWaitList(queue, 1, &none, NULL),
                     CL_INVALID_EVENT_WAIT_LIST);
    assert_int_equal(clEnqueueMarkerWithWaitList(queue, 1, &foreign, NULL), CL_INVALID_CONTEXT);
    assert_int_equal(clEnqueueWaitForEvents(queue, 1, &none), CL_INVALID_EVENT);
    assert_int_equal(clEnqueueWaitForEvents(queue, 0, NULL), CL_INVALID_VALUE);
    assert_int_equal(clEnqueueMarker(queue, NULL), CL_INVALID_VALUE);
    assert_int_equal(clWaitForEvents(0, NULL), CL_INVALID_VALUE);
    assert_int_equal(clWaitForEvents(1, &none), CL_INVALID_EVENT);
    assert_int_equal(clWaitForEvents(2, both), CL_INVALID_CONTEXT);
    ok(clReleaseEvent(event));
    ok(clReleaseEvent(foreign));
    ok(clReleaseContext(other));
}

static void profiling_times_are_in_order(void **state)
{
    cl_event event, user = user_event();
    cl_ulong times[4];

    ok(clEnqueueMarker(queue, &event));
    ok(clWaitForEvents(1, &event));
    for (cl_uint i = 0; i < 4; i++)
        ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED + i, sizeof times[i],
                                   &times[i], NULL));
    assert_true(times[0] > 0 && times[0] <= times[1] && times[1] <= times[2] &&
                times[2] <= times[3]);
    assert_int_equal(clGetEventProfilingInfo(event, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_int_equal(clGetEventProfilingInfo(user, CL_PROFILING_COMMAND_END, 8, times, NULL),
                     CL_PROFILING_INFO_NOT_AVAILABLE);
    cl_command_type type;
    ok(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_COMMAND_MARKER);
    ok(clReleaseEvent(event));
    ok(clReleaseEvent(user));
}

/* Commands that a queue still holds when it is released run all the same. */
static void released_queue_finishes_its_work(void **state)
{
    cl_int error;
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
    cl_event gate = user_event(), done;
    cl_mem buffer = make_buffer(4);
    int value = 9, read = 0;

    ok(clEnqueueWriteBuffer(other, buffer, CL_FALSE, 0, 4, &value, 1, &gate, &done));
    ok(clReleaseCommandQueue(other));
    assert_int_equal(clEnqueueMarkerWithWaitList(other, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &read, 1, &done, NULL));
    assert_int_equal(read, 9);
    ok(clReleaseEvent(gate));
    ok(clReleaseEvent(done));
    ok(clReleaseMemObject(buffer));
    await_contexts(2);
}

enum { THREADS = 4, ROUNDS = 500 };

static void *hammer(void *data)
{
    cl_mem buffer = data;
    int value = 0;

    for (int i = 0; i < ROUNDS; i++) {
        cl_event event;
        if (clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 4, &i, 0, NULL, NULL) ||
            clEnqueueReadBuffer(queue, buffer, i & 1, 0, 4, &value, 0, NULL, &event) ||
            clWaitForEvents(1, &event) || value != i || clReleaseEvent(event))
            return "wrong";
    }
    return NULL;
}

static void threads_share_a_queue(void **state)
{
    pthread_t threads[THREADS];
    cl_mem buffers[THREADS];
    void *result;

    for (int i = 0; i < THREADS; i++) {
        buffers[i] = make_buffer(4);
        assert_int_equal(pthread_create(&threads[i], NULL, hammer, buffers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], &result), 0);
        assert_null(result);
        ok(clReleaseMemObject(buffers[i]));
    }
}

/* Looks, without a call that waits, until a command has ended. */
static void await(cl_event event)
{
    const struct timespec a_little = {0, 100000};

    for (int i = 0; i < 100000 && event_status(event) > CL_COMPLETE; i++)
        nanosleep(&a_little, NULL);
    assert_int_equal(event_status(event), CL_COMPLETE);
    ok(clReleaseEvent(event));
}

/* A command begins, though nobody waits for it: while the worker looks by itself, while it
 * sleeps, flushed or not, and when another queue's command waits for it. */
static void everything_begins(void **state)
{
    const struct timespec until_it_sleeps = {0, 20000000};
    cl_int error;
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
    cl_event first, second;

    ok(error);
    for (int i = 0; i < 60; i++) {
        if (i % 4 == 0)
            ok(clFinish(queue));
        if (i % 10 == 0)
            nanosleep(&until_it_sleeps, NULL);
        ok(clEnqueueMarkerWithWaitList(queue, 0, NULL, &first));
        if (i % 3 == 0)
            ok(clFlush(queue));
        if (i % 3 == 1) {
            ok(clEnqueueMarkerWithWaitList(other, 1, &first, &second));
            await(second);
        }
        await(first);
    }
    ok(clReleaseCommandQueue(other));
}

static long switches(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_nvcsw;
}

/* Where the application waits for each command, the worker has nothing to look for. */
static void the_worker_seldom_looks(void **state)
{
    enum { NS = 50000000, LOOK_NS = 500000 };
    const cl_ulong start = now_ns();
    const long before = switches();
    cl_ulong past = 0;

    while (past < NS) {
        ok(clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL));
        ok(clFinish(queue));
        past = now_ns() - start;
    }
    assert_true((cl_ulong)(switches() - before) < past / LOOK_NS);
}

/* A printed figure, not a timed test: the design asks for more than 20,000 a second. */
static void small_command_rate(void **state)
{
    enum { COMMANDS = 50000 };
    cl_mem buffer = make_buffer(4);
    const cl_ulong start = now_ns();
    int value = 1;

    for (int i = 0; i < COMMANDS; i++)
        ok(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 4, &value, 0, NULL, NULL));
    ok(clFinish(queue));
    print_message("           %.0f small commands a second\n",
                  COMMANDS / (1e-9 * (double)(now_ns() - start)));
    ok(clReleaseMemObject(buffer));
}

int main(void)
{
    return RUN_TESTS(fixture_test, user_events_order_commands, failed_user_event_fails_waiters,
                     callbacks_fire_once_for_each_status, callbacks_may_chain,
                     callbacks_do_not_wait_for_themselves, queues_wait_for_each_other,
                     wait_list_validation, profiling_times_are_in_order,
                     released_queue_finishes_its_work, threads_share_a_queue, everything_begins,
                     the_worker_seldom_looks, small_command_rate);
}
