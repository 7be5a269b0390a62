/* SPDX-License-Identifier: MIT */
/* test_order.c: queues out of order: what may overtake what, markers, barriers, failures, and the
 * end of such queues. By section 3.2 ("Execution Model: Enqueued Commands") and clEnqueueMarker-
 * and BarrierWithWaitList of the OpenCL 3.0 API specification. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/tests/fixture.h"
#include "driver/clover/tests/release.h"

#include <stdatomic.h>
#include <time.h>

static const cl_command_queue_properties both =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

static cl_command_queue make_queue(cl_command_queue_properties properties)
{
    cl_int error;
    cl_command_queue made = clCreateCommandQueue(context, device, properties, &error);

    ok(error);
    return made;
}

static cl_event make_gate(void)
{
    cl_int error;
    cl_event gate = clCreateUserEvent(context, &error);

    ok(error);
    return gate;
}

static cl_event marker(cl_command_queue on, cl_uint count, const cl_event *waits)
{
    cl_event event;

    ok(clEnqueueMarkerWithWaitList(on, count, waits, &event));
    return event;
}

static cl_event barrier(cl_command_queue on, cl_uint count, const cl_event *waits)
{
    cl_event event;

    ok(clEnqueueBarrierWithWaitList(on, count, waits, &event));
    return event;
}

static cl_event write_word(cl_command_queue on, cl_mem buffer, const cl_int *value, cl_uint count,
                           const cl_event *waits)
{
    cl_event event;

    ok(clEnqueueWriteBuffer(on, buffer, CL_FALSE, 0, sizeof *value, value, count, waits, &event));
    return event;
}

/* Long enough for a command to end that nothing holds. */
static void pause_for_workers(void)
{
    nanosleep(&(struct timespec){0, 20000000}, NULL);
}

static void ends(cl_event event)
{
    ok(clWaitForEvents(1, &event));
    assert_int_equal(event_status(event), CL_COMPLETE);
}

static void still_waits(cl_event event)
{
    assert_true(event_status(event) > CL_RUNNING);
}

static void open_gate(cl_event gate)
{
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
}

static void property_is_listed_and_kept(void **state)
{
    cl_command_queue_properties listed = 0, kept = 0;
    cl_command_queue out = make_queue(both);

    ok(clGetDeviceInfo(device, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, sizeof listed, &listed, NULL));
    assert_int_equal(listed & both, both);
    ok(clGetCommandQueueInfo(out, CL_QUEUE_PROPERTIES, sizeof kept, &kept, NULL));
    assert_int_equal(kept, both);
    ok(clReleaseCommandQueue(out));
}

/* More commands are held than the queue has threads, so that a thread that sat waiting for one
 * would be missed. */
static void what_is_ready_overtakes(void **state)
{
    cl_command_queue out = make_queue(both);
    cl_mem buffer = make_buffer(4);
    cl_event gate = make_gate(), held[16];
    cl_int value = 3, read = 0;

    for (size_t i = 0; i < COUNT(held); i++)
        held[i] = marker(out, 1, &gate);
    cl_event free_one = write_word(out, buffer, &value, 0, NULL);
    ends(free_one);
    ok(clEnqueueReadBuffer(out, buffer, CL_TRUE, 0, 4, &read, 0, NULL, NULL));
    assert_int_equal(read, 3);
    for (size_t i = 0; i < COUNT(held); i++)
        still_waits(held[i]);
    open_gate(gate);
    for (size_t i = 0; i < COUNT(held); i++)
        ends(held[i]);
    for (size_t i = 0; i < COUNT(held); i++)
        ok(clReleaseEvent(held[i]));
    release_events(gate, free_one);
    ok(clReleaseMemObject(buffer));
    ok(clReleaseCommandQueue(out));
}

/* The same commands one after the other where the queue has an order. */
static void nothing_overtakes_in_order(void **state)
{
    cl_command_queue in = make_queue(0);
    cl_event gate = make_gate(), held = marker(in, 1, &gate), behind = marker(in, 0, NULL);

    pause_for_workers();
    still_waits(held);
    still_waits(behind);
    open_gate(gate);
    ends(behind);
    assert_int_equal(event_status(held), CL_COMPLETE);
    release_events(gate, held, behind);
    ok(clReleaseCommandQueue(in));
}

/* Two commands that meet while they run. */
static struct {
    atomic_int arrived;
    atomic_bool met[2];
} meeting;

static void CL_CALLBACK meet(cl_event event, cl_int status, void *met)
{
    (void)event;
    (void)status;
    atomic_fetch_add(&meeting.arrived, 1);
    for (int i = 0; i < 2000 && atomic_load(&meeting.arrived) < 2; i++)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    atomic_store((atomic_bool *)met, atomic_load(&meeting.arrived) == 2);
}

static void independent_commands_run_at_once(void **state)
{
    cl_command_queue out = make_queue(both);
    cl_event gate = make_gate(), first = marker(out, 1, &gate), second = marker(out, 1, &gate);

    atomic_store(&meeting.arrived, 0);
    ok(clSetEventCallback(first, CL_RUNNING, meet, &meeting.met[0]));
    ok(clSetEventCallback(second, CL_RUNNING, meet, &meeting.met[1]));
    open_gate(gate);
    ends(first);
    ends(second);
    assert_true(meeting.met[0] && meeting.met[1]);
    release_events(gate, first, second);
    ok(clReleaseCommandQueue(out));
}

static void events_order_across_queues(void **state)
{
    cl_command_queue out = make_queue(both), other = make_queue(both);
    cl_mem buffer = make_buffer(4);
    cl_event gate = make_gate();
    cl_int one = 1, two = 2, read = 0;
    cl_event last = write_word(out, buffer, &two, 1, &gate);
    cl_event reader;

    ok(clEnqueueReadBuffer(other, buffer, CL_FALSE, 0, 4, &read, 1, &last, &reader));
    cl_event early = write_word(other, buffer, &one, 0, NULL);
    ends(early);
    still_waits(reader);
    open_gate(gate);
    ends(reader);
    assert_int_equal(read, 2);
    release_events(gate, last, reader, early);
    ok(clReleaseMemObject(buffer));
    ok(clReleaseCommandQueue(out));
    ok(clReleaseCommandQueue(other));
}

/* A barrier holds what follows; one with a wait list does not wait for what is before it. */
static void barriers_hold_what_follows(void **state)
{
    cl_command_queue out = make_queue(both);
    cl_event slow = make_gate(), gate = make_gate();
    cl_event before = marker(out, 1, &slow), wall = barrier(out, 1, &gate),
             behind = marker(out, 1, &gate), free_one;
    cl_mem buffer = make_buffer(4);
    cl_int value = 4;

    free_one = write_word(out, buffer, &value, 0, NULL);
    pause_for_workers();
    still_waits(wall);
    still_waits(behind);
    still_waits(free_one);
    open_gate(gate);
    ends(wall);
    ends(behind);
    ends(free_one);
    still_waits(before);
    open_gate(slow);
    ends(before);
    release_events(slow, gate, before, wall, behind, free_one);
    ok(clReleaseMemObject(buffer));
    ok(clReleaseCommandQueue(out));
}

/* Without a list both wait for all that is before them, the deprecated calls too; only barriers
 * hold others. */
static void lists_may_be_empty(void **state)
{
    cl_command_queue out = make_queue(both);
    cl_event gate = make_gate(), free_gate = make_gate(), before = marker(out, 1, &gate), old;
    cl_event mark = marker(out, 0, NULL), passes = marker(out, 1, &free_gate);

    ok(clEnqueueMarker(out, &old));
    open_gate(free_gate);
    ends(passes);
    cl_event wall = barrier(out, 0, NULL), held = marker(out, 1, &free_gate);
    pause_for_workers();
    still_waits(mark);
    still_waits(old);
    still_waits(wall);
    still_waits(held);
    open_gate(gate);
    ends(held);
    const cl_event done[] = {before, mark, old, wall};
    for (size_t i = 0; i < COUNT(done); i++)
        assert_int_equal(event_status(done[i]), CL_COMPLETE);
    release_events(gate, free_gate, before, old, mark, passes, wall, held);
    ok(clReleaseCommandQueue(out));
}

static void old_calls_are_barriers(void **state)
{
    cl_command_queue out = make_queue(both);
    cl_event gate = make_gate(), open_one = make_gate();

    open_gate(open_one);
    ok(clEnqueueWaitForEvents(out, 1, &gate));
    cl_event behind = marker(out, 1, &open_one);
    pause_for_workers();
    still_waits(behind);
    open_gate(gate);
    ends(behind);
    cl_event next = make_gate(), before = marker(out, 1, &next);
    ok(clEnqueueBarrier(out));
    cl_event last = marker(out, 1, &open_one);
    pause_for_workers();
    still_waits(last);
    open_gate(next);
    ends(last);
    release_events(gate, open_one, behind, next, before, last);
    ok(clReleaseCommandQueue(out));
}

/* The error of an event ends those that wait for it, and those that wait for these, with
 * CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST; nobody else. */
static void failures_end_dependents(void **state)
{
    cl_command_queue out = make_queue(both);
    cl_mem buffer = make_buffer(4);
    cl_event gate = make_gate();
    cl_int value = 5, read = 0;
    cl_event first = write_word(out, buffer, &value, 1, &gate), second = marker(out, 1, &first),
             wall = barrier(out, 1, &second), other = marker(out, 0, NULL);

    ok(clSetUserEventStatus(gate, -42));
    ends(other);
    const cl_event failed[] = {first, second, wall};
    for (size_t i = 0; i < COUNT(failed); i++)
        assert_int_equal(event_status(failed[i]), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    ok(clEnqueueReadBuffer(out, buffer, CL_TRUE, 0, 4, &read, 0, NULL, NULL));
    assert_int_equal(read, 0);
    ok(clFinish(out));
    release_events(gate, first, second, wall, other);
    ok(clReleaseMemObject(buffer));
    ok(clReleaseCommandQueue(out));
}

static void finish_waits_for_all(void **state)
{
    cl_command_queue out = make_queue(both);
    cl_mem buffer = make_buffer(256);
    cl_int values[64], read[64];

    for (cl_int i = 0; i < 64; i++) {
        values[i] = i * 3;
        ok(clEnqueueWriteBuffer(out, buffer, CL_FALSE, (size_t)i * 4, 4, &values[i], 0, NULL,
                                NULL));
    }
    ok(clFinish(out));
    ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 256, read, 0, NULL, NULL));
    assert_memory_equal(read, values, sizeof read);
    ok(clReleaseMemObject(buffer));
    ok(clReleaseCommandQueue(out));
}

/* A command's times are in order, and it starts behind the end of what it waited for. */
static void times_tell_the_order(void **state)
{
    cl_command_queue out = make_queue(both);
    cl_event gate = make_gate(), first = marker(out, 1, &gate), second = marker(out, 1, &first);
    cl_ulong times[2][4];

    pause_for_workers();
    open_gate(gate);
    ends(second);
    for (cl_uint i = 0; i < 4; i++) {
        ok(clGetEventProfilingInfo(first, CL_PROFILING_COMMAND_QUEUED + i, sizeof(cl_ulong),
                                   &times[0][i], NULL));
        ok(clGetEventProfilingInfo(second, CL_PROFILING_COMMAND_QUEUED + i, sizeof(cl_ulong),
                                   &times[1][i], NULL));
    }
    for (int i = 0; i < 3; i++) {
        assert_true(times[0][i] <= times[0][i + 1]);
        assert_true(times[1][i] <= times[1][i + 1]);
    }
    assert_true(times[1][2] >= times[0][3]);
    assert_true(times[0][2] - times[0][0] >= 10000000);
    release_events(gate, first, second);
    ok(clReleaseCommandQueue(out));
}

static void released_queue_finishes_its_work(void **state)
{
    cl_command_queue out = make_queue(both);
    cl_mem buffer = make_buffer(4);
    cl_event gate = make_gate(), waiter;
    cl_int value = 8, read = 0;
    cl_event written = write_word(out, buffer, &value, 1, &gate);

    waiter = marker(out, 0, NULL);
    ok(clReleaseCommandQueue(out));
    open_gate(gate);
    ends(waiter);
    ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &read, 0, NULL, NULL));
    assert_int_equal(read, 8);
    release_events(gate, waiter, written);
    ok(clReleaseMemObject(buffer));
    await_contexts(2);
}

static void CL_CALLBACK release_queue(cl_event event, cl_int status, void *out)
{
    (void)event;
    (void)status;
    clReleaseCommandQueue(out);
}

/* A callback runs in a thread of the queue that it releases. */
static void callback_releases_its_queue(void **state)
{
    cl_command_queue out = make_queue(both);
    cl_event gate = make_gate(), done = marker(out, 1, &gate);

    ok(clSetEventCallback(done, CL_COMPLETE, release_queue, out));
    open_gate(gate);
    ends(done);
    release_events(gate, done);
    await_contexts(2);
}

/* Thousands of commands that wait for one event are no work for those that are enqueued behind
 * them: to look through all for each takes minutes. */
static void many_wait_for_one_event(void **state)
{
    enum { COMMANDS = 40000, MOST_SECONDS = 8 };
    static cl_event events[COMMANDS];
    cl_command_queue out = make_queue(both);
    cl_event gate = make_gate();
    const clock_t began = clock(); /* of the processor */

    for (int i = 0; i < COMMANDS; i++)
        events[i] = marker(out, 1, &gate);
    open_gate(gate);
    ok(clWaitForEvents(COMMANDS, events));
    assert_true(clock() - began < MOST_SECONDS * CLOCKS_PER_SEC);
    for (int i = 0; i < COMMANDS; i++)
        ok(clReleaseEvent(events[i]));
    ok(clReleaseEvent(gate));
    ok(clReleaseCommandQueue(out));
}

int main(void)
{
    return RUN_TESTS(fixture_test, property_is_listed_and_kept, what_is_ready_overtakes,
                     nothing_overtakes_in_order, independent_commands_run_at_once,
                     events_order_across_queues, barriers_hold_what_follows, lists_may_be_empty,
                     old_calls_are_barriers, failures_end_dependents, finish_waits_for_all,
                     times_tell_the_order, released_queue_finishes_its_work,
                     callback_releases_its_queue, many_wait_for_one_event);
}
