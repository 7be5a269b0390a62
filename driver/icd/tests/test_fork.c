/* SPDX-License-Identifier: MIT */
/* test_fork.c: fork() of an application with several threads and busy queues: the child can use
 * none of its parent's objects and is told so at once, may open a device of its own, and leaves the
 * parent's alone. */
#include "ci/tests/run_tests.h"
#include "driver/icd/tests/device_fixture.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ITEMS = 256, CHILD_SECONDS = 120, SETTLE_US = 20000 /* until other threads wait */ };

static const char source[] = "kernel void k(global uint *o, uint add, uint rounds) {"
                             "  uint i = get_global_id(0), sum = i;"
                             "  for (uint r = 0; r < rounds; r++) sum = sum * 3 + r;"
                             "  o[i] = rounds ? sum : i + add; }";

/* Sanitized children can allocate only if no thread was allocating when they were forked:
 * AddressSanitizer of GCC 12 does not take the locks of its allocator over fork(), as that of LLVM
 * does since llvm-project's change 75290. */
#ifdef ROOTLE_SANITIZED
static const bool allocator_waits = true;
/* A child has all that its parent's threads had allocated, but not the stacks that point to it. */
const char *__lsan_default_options(void);
__attribute__((visibility("default"))) const char *__lsan_default_options(void)
{
    return "detect_leaks=0";
}
#else
static const bool allocator_waits = false;
#endif

/* The error that a use of OpenCL in a child came to, or 0; a child cannot use cmocka's asserts. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        if ((call) != CL_SUCCESS) {                                                                \
            fprintf(stderr, "child %d, line %d: failed\n", (int)getpid(), __LINE__);               \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

struct work {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem buffer;
};

static int open_work(struct work *work)
{
    const char *text = source;
    cl_int error;

    work->context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    TRY(error);
    work->queue = clCreateCommandQueue(work->context, device, 0, &error);
    TRY(error);
    work->program = clCreateProgramWithSource(work->context, 1, &text, NULL, &error);
    TRY(error);
    TRY(clBuildProgram(work->program, 1, &device, "", NULL, NULL));
    work->kernel = clCreateKernel(work->program, "k", &error);
    TRY(error);
    work->buffer = clCreateBuffer(work->context, 0, ITEMS * sizeof(cl_uint), NULL, &error);
    TRY(error);
    return 0;
}

static void close_work(struct work *work)
{
    clReleaseMemObject(work->buffer);
    clReleaseKernel(work->kernel);
    clReleaseProgram(work->program);
    clReleaseCommandQueue(work->queue);
    clReleaseContext(work->context);
}

static int enqueue(const struct work *work, cl_uint add, cl_uint rounds)
{
    const size_t items = ITEMS;

    TRY(clSetKernelArg(work->kernel, 0, sizeof work->buffer, &work->buffer));
    TRY(clSetKernelArg(work->kernel, 1, sizeof add, &add));
    TRY(clSetKernelArg(work->kernel, 2, sizeof rounds, &rounds));
    TRY(clEnqueueNDRangeKernel(work->queue, work->kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    return 0;
}

static int launch_and_check(const struct work *work, cl_uint add)
{
    cl_uint got[ITEMS];

    if (enqueue(work, add, 0))
        return 1;
    TRY(clEnqueueReadBuffer(work->queue, work->buffer, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
    for (cl_uint i = 0; i < ITEMS; i++)
        TRY(got[i] != i + add);
    return 0;
}

/* The child's part: nothing of the parent's is valid, and nothing waits. */
static int try_old_objects(const struct work *old, cl_event event)
{
    const size_t items = ITEMS;
    cl_uint value;
    cl_int error;

    TRY(clFinish(old->queue) != CL_INVALID_COMMAND_QUEUE);
    TRY(clEnqueueNDRangeKernel(old->queue, old->kernel, 1, NULL, &items, NULL, 0, NULL, NULL) !=
        CL_INVALID_COMMAND_QUEUE);
    TRY(clEnqueueReadBuffer(old->queue, old->buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL) !=
        CL_INVALID_COMMAND_QUEUE);
    TRY(clWaitForEvents(1, &event) != CL_INVALID_EVENT);
    TRY(clSetKernelArg(old->kernel, 1, 4, &value) != CL_INVALID_KERNEL);
    TRY(clBuildProgram(old->program, 1, &device, "", NULL, NULL) != CL_INVALID_PROGRAM);
    clCreateBuffer(old->context, 0, 4, NULL, &error);
    TRY(error != CL_INVALID_CONTEXT);
    TRY(clReleaseMemObject(old->buffer) != CL_INVALID_MEM_OBJECT);
    TRY(clReleaseCommandQueue(old->queue) != CL_INVALID_COMMAND_QUEUE);
    return 0;
}

static int try_new_objects(void)
{
    struct work work;

    if (open_work(&work))
        return 1;
    for (cl_uint i = 0; i < 10; i++) {
        if (launch_and_check(&work, i))
            return 1;
    }
    close_work(&work);
    return 0;
}

static void expect_success(pid_t child)
{
    int status = -1;

    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status))
        fail_msg("the child was ended by signal %d", WTERMSIG(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static pid_t fork_child(void)
{
    fflush(NULL);
    if (allocator_waits)
        usleep(SETTLE_US);
    pid_t child = fork();
    if (child == 0)
        alarm(CHILD_SECONDS);
    return child;
}

/* Threads of the parent that use every lock there is while it forks. */
static atomic_bool stop;
static atomic_int failures;

static void *keep_busy(void *data)
{
    struct work work;

    (void)data;
    if (open_work(&work)) {
        failures++;
        return NULL;
    }
    for (cl_uint i = 0; !stop; i++)
        failures += launch_and_check(&work, i);
    close_work(&work);
    return NULL;
}

/* Each child finds the queue with work in it: it runs, or waits for `gate` where there is one. */
static void fork_children(const struct work *work, const cl_event *gate)
{
    enum { FORKS = 6 };
    cl_event event;

    for (int i = 0; i < FORKS; i++) {
        if (gate)
            ok(clEnqueueMarkerWithWaitList(work->queue, 1, gate, NULL));
        assert_int_equal(enqueue(work, 0, 1 << 16), 0);
        ok(clEnqueueMarkerWithWaitList(work->queue, 0, NULL, &event));
        pid_t child = fork_child();
        if (child == 0) {
            int wrong = try_old_objects(work, event) || try_new_objects();
            i % 2 ? _exit(wrong) : exit(wrong); /* exit() also unloads the driver */
        }
        expect_success(child);
        ok(clReleaseEvent(event));
    }
}

static void forks_with_waiting_queues(void **state)
{
    struct work work;
    cl_int error;

    assert_int_equal(open_work(&work), 0);
    cl_event gate = clCreateUserEvent(work.context, &error);
    ok(error);
    fork_children(&work, &gate);
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_int_equal(launch_and_check(&work, 5), 0);
    ok(clReleaseEvent(gate));
    close_work(&work);
}

static void forks_with_busy_queues(void **state)
{
    enum { THREADS = 3 };
    pthread_t threads[THREADS];
    struct work work;

    if (allocator_waits) {
        puts("AddressSanitizer's allocator may wait for ever in a child of several threads");
        skip();
    }
    assert_int_equal(open_work(&work), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, keep_busy, NULL), 0);
    fork_children(&work, NULL);
    stop = true;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(failures, 0);
    assert_int_equal(launch_and_check(&work, 5), 0);
    close_work(&work);
}

/* A grandchild is to the child what the child is to the parent. */
static void forks_in_a_child(void **state)
{
    struct work work;

    pid_t child = fork_child();
    if (child == 0) {
        int status = 1, wrong = open_work(&work) || launch_and_check(&work, 1);
        pid_t grandchild = wrong ? -1 : fork_child();
        if (grandchild == 0)
            _exit(clFinish(work.queue) != CL_INVALID_COMMAND_QUEUE || try_new_objects());
        wrong = grandchild < 0 || waitpid(grandchild, &status, 0) != grandchild || status ||
                launch_and_check(&work, 2);
        _exit(wrong);
    }
    expect_success(child);
}

/* The device stays open when the last context is gone: unloading it must not wait for threads that
 * the child does not have. */
static void a_child_without_objects_ends(void **state)
{
    struct work work;

    assert_int_equal(open_work(&work), 0);
    close_work(&work);
    pid_t child = fork_child();
    if (child == 0)
        exit(0);
    expect_success(child);
}

static int find_device(void **state)
{
    cl_platform_id platform;

    return clGetPlatformIDs(1, &platform, NULL) ||
           clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(find_device, NULL, cmocka_unit_test, a_child_without_objects_ends,
                             forks_with_waiting_queues, forks_with_busy_queues, forks_in_a_child);
}
