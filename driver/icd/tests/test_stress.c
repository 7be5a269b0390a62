/* SPDX-License-Identifier: MIT */
/* test_stress.c: several threads that build, launch, print, map, copy and wait for each other's
 * events at once, on queues of their own and on two that they share, one of them out of order. The
 * results are checked; under ThreadSanitizer, so is how they came about. */
#include "driver/icd/tests/device_fixture.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { THREADS = 4, ROUNDS = 6, ITEMS = 1024, BYTES = ITEMS * 4, PRINTING_ITEMS = 8 };

static const char common_source[] =
    "kernel void k(global const uint *shared, global uint *o, uint add) {"
    "  uint i = get_global_id(0); local uint l[64]; l[get_local_id(0)] = shared[i];"
    "  barrier(CLK_LOCAL_MEM_FENCE);"
    "  o[i] = l[63 - get_local_id(0)] + add; }"
    "kernel void count(global uint *sum) { atomic_inc(sum); }"
    "kernel void say(uint who) { printf(\"thread %u item %u\\n\", who, (uint)get_global_id(0)); }"
    "kernel void fill(write_only image2d_t i, uint value) {"
    "  write_imageui(i, (int2)(get_global_id(0), get_global_id(1)), value); }";

/* The objects that all threads use. */
static struct {
    cl_program program;
    cl_mem input, sum;
    cl_command_queue queue, unordered;
    atomic_uint counted, called;
    pthread_mutex_t lock;
    cl_event last; /* of some thread's latest launch; guarded by the lock */
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static atomic_int failures;

/* cmocka's asserts may end only the main thread. */
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

struct thread {
    pthread_t id;
    unsigned number;
    cl_command_queue queue;
    cl_kernel add, count, say, fill;
    cl_mem output;
};

static void CL_CALLBACK completed(cl_event event, cl_int status, void *data)
{
    (void)event;
    (void)data;
    CHECK(status == CL_COMPLETE);
    all.called++;
}

static cl_kernel shared_kernel(const char *name)
{
    cl_int error;
    cl_kernel kernel = clCreateKernel(all.program, name, &error);

    CHECK(!error);
    return kernel;
}

/* A launch behind the latest one of whichever thread that is. */
static void launch_add(struct thread *t, cl_uint add)
{
    const size_t items = ITEMS, group = 64;
    cl_event event, before;

    CHECK(!clSetKernelArg(t->add, 0, sizeof all.input, &all.input));
    CHECK(!clSetKernelArg(t->add, 1, sizeof t->output, &t->output));
    CHECK(!clSetKernelArg(t->add, 2, sizeof add, &add));
    pthread_mutex_lock(&all.lock);
    before = all.last;
    CHECK(!clEnqueueNDRangeKernel(t->queue, t->add, 1, NULL, &items, &group, before ? 1 : 0,
                                  before ? &before : NULL, &event));
    CHECK(!clRetainEvent(event));
    all.last = event;
    pthread_mutex_unlock(&all.lock);
    if (before)
        clReleaseEvent(before);
    CHECK(!clSetEventCallback(event, CL_COMPLETE, completed, NULL));
    CHECK(!clWaitForEvents(1, &event));
    CHECK(!clReleaseEvent(event));
}

/* The input is 0, 1, 2 and so on; each group reverses its part. */
static void check_add(struct thread *t, cl_uint add)
{
    cl_int error;
    cl_uint *map = clEnqueueMapBuffer(t->queue, t->output, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                      BYTES, 0, NULL, NULL, &error);

    CHECK(!error);
    for (cl_uint i = 0; map && i < ITEMS; i++) {
        if (map[i] != (i ^ 63) + add)
            failures++;
        map[i] = 0;
    }
    CHECK(!clEnqueueUnmapMemObject(t->queue, t->output, map, 0, NULL, NULL));
}

/* The queue that all threads share runs what they give it one after the other. */
static void use_shared_queue(struct thread *t)
{
    const size_t items = 100;

    CHECK(!clSetKernelArg(t->count, 0, sizeof all.sum, &all.sum));
    CHECK(!clEnqueueNDRangeKernel(all.queue, t->count, 1, NULL, &items, NULL, 0, NULL, NULL));
    all.counted += (unsigned)items;
    CHECK(!clFinish(all.queue));
}

static void print_lines(struct thread *t)
{
    const size_t items = PRINTING_ITEMS;
    cl_uint number = t->number;

    CHECK(!clSetKernelArg(t->say, 0, sizeof number, &number));
    CHECK(!clEnqueueNDRangeKernel(t->queue, t->say, 1, NULL, &items, NULL, 0, NULL, NULL));
    CHECK(!clFinish(t->queue));
}

static void use_image(struct thread *t, cl_uint value)
{
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 16};
    const size_t origin[3] = {0}, region[3] = {16, 16, 1}, items[2] = {16, 16};
    unsigned char texels[16 * 16 * 4];
    cl_int error;
    cl_mem image = clCreateImage(context, 0, &format, &desc, NULL, &error);

    CHECK(!error);
    CHECK(!clSetKernelArg(t->fill, 0, sizeof image, &image));
    CHECK(!clSetKernelArg(t->fill, 1, sizeof value, &value));
    CHECK(!clEnqueueNDRangeKernel(t->queue, t->fill, 2, NULL, items, NULL, 0, NULL, NULL));
    CHECK(
        !clEnqueueReadImage(t->queue, image, CL_TRUE, origin, region, 0, 0, texels, 0, NULL, NULL));
    for (size_t i = 0; i < sizeof texels; i++)
        if (texels[i] != value)
            failures++;
    CHECK(!clReleaseMemObject(image));
}

/* A program, and sometimes a context, of the thread's own: compilers and queues come and go. */
static void build_and_run(unsigned number, unsigned round)
{
    char source[200];
    const char *text = source;
    const size_t one = 1;
    cl_uint got = 0;
    cl_int error;

    snprintf(source, sizeof source, "kernel void k(global uint *o) { *o = %u; }",
             number * 1000 + round);
    cl_context own = round % 2 ? clCreateContext(NULL, 1, &device, NULL, NULL, &error) : context;
    cl_command_queue own_queue = clCreateCommandQueue(own, device, 0, &error);
    cl_program program = clCreateProgramWithSource(own, 1, &text, NULL, &error);
    CHECK(!clBuildProgram(program, 1, &device, "", NULL, NULL));
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    CHECK(!error);
    cl_mem buffer = clCreateBuffer(own, 0, 4, NULL, &error);
    CHECK(!clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    CHECK(!clEnqueueNDRangeKernel(own_queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    CHECK(!clEnqueueReadBuffer(own_queue, buffer, CL_TRUE, 0, 4, &got, 0, NULL, NULL));
    CHECK(got == number * 1000 + round);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(own_queue);
    if (own != context)
        clReleaseContext(own);
}

/* Commands that wait for an event of the application. */
static void use_gate(struct thread *t)
{
    cl_uint value = 7, got = 0;
    cl_int error;
    cl_event gate = clCreateUserEvent(context, &error), done;

    CHECK(!clEnqueueWriteBuffer(t->queue, t->output, CL_FALSE, 0, 4, &value, 1, &gate, NULL));
    CHECK(!clEnqueueReadBuffer(t->queue, t->output, CL_FALSE, 0, 4, &got, 0, NULL, &done));
    CHECK(!clSetUserEventStatus(gate, CL_COMPLETE));
    CHECK(!clWaitForEvents(1, &done));
    CHECK(got == 7);
    clReleaseEvent(done);
    clReleaseEvent(gate);
}

/* A write, a launch behind it and a read behind that, among those of the other threads; every other
 * round all of them wait at a barrier. */
static void use_unordered_queue(struct thread *t, cl_uint round)
{
    const size_t items = 64;
    cl_uint values[64], got[64] = {0}, add = t->number + round;
    cl_int error;
    cl_mem in = clCreateBuffer(context, 0, sizeof values, NULL, &error);
    cl_event written, run, read;

    CHECK(!error);
    for (cl_uint i = 0; i < 64; i++)
        values[i] = i * 7 + t->number;
    CHECK(!clEnqueueWriteBuffer(all.unordered, in, CL_FALSE, 0, sizeof values, values, 0, NULL,
                                &written));
    CHECK(!clSetKernelArg(t->add, 0, sizeof in, &in));
    CHECK(!clSetKernelArg(t->add, 1, sizeof t->output, &t->output));
    CHECK(!clSetKernelArg(t->add, 2, sizeof add, &add));
    CHECK(
        !clEnqueueNDRangeKernel(all.unordered, t->add, 1, NULL, &items, &items, 1, &written, &run));
    if (round % 2)
        CHECK(!clEnqueueBarrierWithWaitList(all.unordered, 0, NULL, NULL));
    CHECK(!clEnqueueReadBuffer(all.unordered, t->output, CL_FALSE, 0, sizeof got, got, 1, &run,
                               &read));
    CHECK(!clWaitForEvents(1, &read));
    for (cl_uint i = 0; i < 64; i++)
        CHECK(got[i] == (63 - i) * 7 + t->number + add);
    clReleaseEvent(written);
    clReleaseEvent(run);
    clReleaseEvent(read);
    clReleaseMemObject(in);
}

static void *work(void *data)
{
    struct thread *t = data;
    cl_int error;

    t->queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    CHECK(!error);
    t->output = clCreateBuffer(context, 0, BYTES, NULL, &error);
    CHECK(!error);
    t->add = shared_kernel("k");
    t->count = shared_kernel("count");
    t->say = shared_kernel("say");
    t->fill = shared_kernel("fill");
    for (unsigned round = 0; round < ROUNDS; round++) {
        cl_uint add = t->number * 100 + round;
        launch_add(t, add);
        check_add(t, add);
        use_shared_queue(t);
        print_lines(t);
        use_image(t, add % 256);
        use_gate(t);
        use_unordered_queue(t, round);
        build_and_run(t->number, round);
    }
    clReleaseKernel(t->add);
    clReleaseKernel(t->count);
    clReleaseKernel(t->say);
    clReleaseKernel(t->fill);
    clReleaseMemObject(t->output);
    clReleaseCommandQueue(t->queue);
    return NULL;
}

static void open_shared(void)
{
    cl_uint numbers[ITEMS], zero = 0;
    cl_int error;

    for (cl_uint i = 0; i < ITEMS; i++)
        numbers[i] = i;
    all.program = built("", common_source);
    all.input = buffer_of(BYTES, numbers);
    all.sum = buffer_of(4, &zero);
    all.queue = clCreateCommandQueue(context, device, 0, &error);
    ok(error);
    all.unordered =
        clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    ok(error);
}

static void close_shared(void)
{
    ok(clReleaseEvent(all.last));
    ok(clReleaseMemObject(all.input));
    ok(clReleaseMemObject(all.sum));
    ok(clReleaseProgram(all.program));
    ok(clReleaseCommandQueue(all.queue));
    ok(clReleaseCommandQueue(all.unordered));
}

/* Counts the lines in a file that is standard output meanwhile. */
static unsigned lines_printed(int file)
{
    unsigned lines = 0;
    char buffer[4096];
    off_t at = 0;

    for (ssize_t got; (got = pread(file, buffer, sizeof buffer, at)) > 0; at += got)
        for (ssize_t i = 0; i < got; i++)
            lines += buffer[i] == '\n';
    return lines;
}

static void threads_do_not_disturb_each_other(void **state)
{
    struct thread threads[THREADS] = {0};
    int saved = dup(STDOUT_FILENO), file = memfd_create("printed", 0);
    cl_uint sum = 0;

    open_shared();
    fflush(stdout);
    dup2(file, STDOUT_FILENO);
    for (unsigned i = 0; i < THREADS; i++) {
        threads[i].number = i;
        if (pthread_create(&threads[i].id, NULL, work, &threads[i]))
            failures++;
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i].id, NULL);
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    assert_int_equal(failures, 0);
    read_back(all.sum, &sum, sizeof sum);
    assert_int_equal(sum, all.counted);
    assert_int_equal(all.called, THREADS * ROUNDS);
    assert_int_equal(lines_printed(file), THREADS * ROUNDS * PRINTING_ITEMS);
    close(saved);
    close(file);
    close_shared();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_do_not_disturb_each_other)};

    return cmocka_run_group_tests(tests, open_device, close_device);
}
