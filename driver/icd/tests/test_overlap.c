/* SPDX-License-Identifier: MIT */
/* test_overlap.c: launches that do run at the same time: two kernels that each wait for a flag that
 * the other one sets. Run one after the other, the first would never see it. */
#include "driver/icd/tests/device_fixture.h"

#include <stdlib.h>

/* A kernel gives up after so many looks, which takes seconds. */
enum { LOOKS = 4000000, FEW_LOOKS = 2000, WORDS = 1 << 14 };

static const char source[] =
    "kernel void meet(global int *flags, global int *seen, int mine, int other, int looks) {"
    "  atomic_xchg(flags + mine, 1);"
    "  int got = 0;"
    "  for (int i = 0; i < looks && !got; i++) got = atomic_or(flags + other, 0);"
    "  seen[mine] = got; }"
    "kernel void add(global int *a, int n) { a[get_global_id(0)] += n; }"
    /* Private memory, and old values of atomics: both have places of their own in each launch. */
    "kernel void mix(global int *a, int n) {"
    "  int own[24]; for (int i = 0; i < 24; i++) own[i] = i * n;"
    "  int at = get_global_id(0); int old = atomic_add(a + at, n + 1);"
    "  a[at] = old * 1000 + own[(at + old) % 24]; }";

/* Two groups of one launch that wait for each other's flag. */
static const char two_groups[] =
    "kernel void k(global int *flags, global int *seen, int looks) {"
    "  int mine = get_group_id(0), other = 1 - mine, got = 0;"
    "  atomic_xchg(flags + mine, 1);"
    "  for (int i = 0; i < looks && !got; i++) got = atomic_or(flags + other, 0);"
    "  seen[mine] = got; }";

static cl_program program;

static cl_command_queue queue_of(cl_command_queue_properties properties)
{
    cl_int error;
    cl_command_queue made = clCreateCommandQueue(context, device, properties, &error);

    ok(error);
    return made;
}

/* The two kernels on two queues, which may be the same one: whether each sees the other. */
static void expect_meeting(cl_command_queue first, cl_command_queue second, cl_int looks,
                           const cl_int expected[2])
{
    const cl_int zeros[2] = {0};
    cl_int seen[2];
    const size_t one = 1;
    cl_command_queue queues[2] = {first, second};
    cl_mem flags = buffer_of(sizeof zeros, zeros), saw = buffer_of(sizeof zeros, zeros);
    cl_event events[2];

    for (cl_int i = 0; i < 2; i++) {
        cl_kernel kernel = kernel_of(program, "meet");
        const cl_int other = 1 - i;
        set(kernel, 0, sizeof flags, &flags);
        set(kernel, 1, sizeof saw, &saw);
        set(kernel, 2, sizeof i, &i);
        set(kernel, 3, sizeof other, &other);
        set(kernel, 4, sizeof looks, &looks);
        ok(clEnqueueNDRangeKernel(queues[i], kernel, 1, NULL, &one, &one, 0, NULL, &events[i]));
        ok(clReleaseKernel(kernel));
    }
    ok(clFlush(first));
    ok(clFlush(second));
    ok(clWaitForEvents(2, events));
    read_back(saw, seen, sizeof seen);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(seen[i], expected[i]);
        ok(clReleaseEvent(events[i]));
    }
    ok(clReleaseMemObject(flags));
    ok(clReleaseMemObject(saw));
}

static void kernels_meet_in_one_queue(void **state)
{
    cl_command_queue out = queue_of(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);

    expect_meeting(out, out, LOOKS, (cl_int[]){1, 1});
    ok(clReleaseCommandQueue(out));
}

static void kernels_meet_in_two_queues(void **state)
{
    cl_command_queue first = queue_of(0), second = queue_of(0);

    expect_meeting(first, second, LOOKS, (cl_int[]){1, 1});
    ok(clReleaseCommandQueue(first));
    ok(clReleaseCommandQueue(second));
}

static void kernels_do_not_meet_in_order(void **state)
{
    cl_command_queue in = queue_of(0);

    expect_meeting(in, in, FEW_LOOKS, (cl_int[]){0, 1});
    ok(clReleaseCommandQueue(in));
}

/* Chains of launches in one queue, each ordered by its events and independent of the others. */
static void chains_keep_their_order(void **state)
{
    enum { CHAINS = 6, LINKS = 20, ITEMS = 256 };
    cl_command_queue out = queue_of(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_kernel kernel = kernel_of(program, "add");
    cl_mem buffers[CHAINS];
    cl_event last[CHAINS] = {0};
    const size_t items = ITEMS;
    cl_int values[ITEMS];

    for (int chain = 0; chain < CHAINS; chain++)
        buffers[chain] = buffer_of(sizeof values, NULL);
    for (cl_int link = 0; link < LINKS; link++) {
        for (int chain = 0; chain < CHAINS; chain++) {
            cl_event event, before = last[chain];
            set(kernel, 0, sizeof(cl_mem), &buffers[chain]);
            set(kernel, 1, sizeof link, &link);
            ok(clEnqueueNDRangeKernel(out, kernel, 1, NULL, &items, NULL, before ? 1 : 0,
                                      before ? &before : NULL, &event));
            if (before)
                ok(clReleaseEvent(before));
            last[chain] = event;
        }
    }
    ok(clFinish(out));
    for (int chain = 0; chain < CHAINS; chain++) {
        read_back(buffers[chain], values, sizeof values);
        for (int i = 0; i < ITEMS; i++)
            assert_int_equal(values[i], LINKS * (LINKS - 1) / 2);
        ok(clReleaseEvent(last[chain]));
        ok(clReleaseMemObject(buffers[chain]));
    }
    ok(clReleaseKernel(kernel));
    ok(clReleaseCommandQueue(out));
}

/* Launches at the same time do not see each other's private memory or returned values. */
static void launches_have_their_own_places(void **state)
{
    enum { LAUNCHES = 8 };
    cl_command_queue out = queue_of(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_kernel kernel = kernel_of(program, "mix");
    cl_mem buffers[LAUNCHES];
    const size_t items = WORDS, group = 64;
    cl_int *values = malloc(WORDS * sizeof *values);

    assert_non_null(values);
    for (cl_int n = 0; n < LAUNCHES; n++) {
        for (cl_int i = 0; i < WORDS; i++)
            values[i] = i * 8 + n;
        buffers[n] = buffer_of(WORDS * sizeof *values, values);
        set(kernel, 0, sizeof(cl_mem), &buffers[n]);
        set(kernel, 1, sizeof n, &n);
        ok(clEnqueueNDRangeKernel(out, kernel, 1, NULL, &items, &group, 0, NULL, NULL));
    }
    ok(clFinish(out));
    for (cl_int n = 0; n < LAUNCHES; n++) {
        read_back(buffers[n], values, WORDS * sizeof *values);
        for (cl_int i = 0; i < WORDS; i++)
            assert_int_equal(values[i], (i * 8 + n) * 1000 + (i * 9 + n) % 24 * n);
        ok(clReleaseMemObject(buffers[n]));
    }
    free(values);
    ok(clReleaseKernel(kernel));
    ok(clReleaseCommandQueue(out));
}

/* How many of the two groups saw the other one, on a part of the device with so many units. */
static int groups_that_met(cl_int units, cl_int looks)
{
    const cl_device_partition_property list[] = {CL_DEVICE_PARTITION_BY_COUNTS, units,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    const char *text = two_groups;
    const size_t items = 2, group = 1;
    cl_int zeros[2] = {0}, seen[2] = {0}, error;
    cl_device_id part;

    ok(clCreateSubDevices(device, list, 1, &part, NULL));
    cl_context own = clCreateContext(NULL, 1, &part, NULL, NULL, &error);
    ok(error);
    cl_command_queue on_part = clCreateCommandQueue(own, part, 0, &error);
    ok(error);
    cl_program two = clCreateProgramWithSource(own, 1, &text, NULL, &error);
    ok(clBuildProgram(two, 1, &part, "", NULL, NULL));
    cl_kernel kernel = clCreateKernel(two, "k", &error);
    ok(error);
    cl_mem flags = clCreateBuffer(own, CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros, &error);
    cl_mem saw = clCreateBuffer(own, CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros, &error);
    set(kernel, 0, sizeof flags, &flags);
    set(kernel, 1, sizeof saw, &saw);
    set(kernel, 2, sizeof looks, &looks);
    ok(clEnqueueNDRangeKernel(on_part, kernel, 1, NULL, &items, &group, 0, NULL, NULL));
    ok(clEnqueueReadBuffer(on_part, saw, CL_TRUE, 0, sizeof seen, seen, 0, NULL, NULL));
    ok(clReleaseMemObject(flags));
    ok(clReleaseMemObject(saw));
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(two));
    ok(clReleaseCommandQueue(on_part));
    ok(clReleaseContext(own));
    ok(clReleaseDevice(part));
    return seen[0] + seen[1];
}

/* With one unit the second group runs when the first has ended; with two they run together (the
 * test has ROOTLE_THREADS=4). */
static void parts_have_their_units(void **state)
{
    assert_int_equal(groups_that_met(1, FEW_LOOKS), 1);
    assert_int_equal(groups_that_met(2, LOOKS), 2);
}

static int open_all(void **state)
{
    const int result = open_device(state);

    program = built("", source);
    return result;
}

static int close_all(void **state)
{
    ok(clReleaseProgram(program));
    return close_device(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_meet_in_one_queue),
        cmocka_unit_test(kernels_meet_in_two_queues),
        cmocka_unit_test(kernels_do_not_meet_in_order),
        cmocka_unit_test(chains_keep_their_order),
        cmocka_unit_test(parts_have_their_units),
        cmocka_unit_test(launches_have_their_own_places),
    };

    return cmocka_run_group_tests(tests, open_all, close_all);
}
