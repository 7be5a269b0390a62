/* SPDX-License-Identifier: MIT */
/* test_handles.c: handles that are none: of other kinds, wild pointers, and what was released.
 * Every kind of object is asked for, retained and released by the functions of every kind. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/clover/object/slots.h"
#include "driver/clover/tests/fixture.h"
#include "driver/clover/tests/release.h"

enum { THREAD_ROUNDS = 3000 };

static struct rootle_kernel kernels[] = {{.name = "none"}};
static struct rootle_binary binary = {.chip = "mock", .kernels = kernels, .kernel_count = 1};

/* ---- the kinds ---- */

#define KIND(Name, type, count)                                                                    \
    static cl_int ask_##Name(void *handle)                                                         \
    {                                                                                              \
        cl_uint value;                                                                             \
        return clGet##Name##Info((type)handle, count, sizeof value, &value, NULL);                 \
    }                                                                                              \
    static cl_int retain_##Name(void *handle)                                                      \
    {                                                                                              \
        return clRetain##Name((type)handle);                                                       \
    }                                                                                              \
    static cl_int release_##Name(void *handle)                                                     \
    {                                                                                              \
        return clRelease##Name((type)handle);                                                      \
    }
#define KINDS                                                                                      \
    KIND(Device, cl_device_id, CL_DEVICE_REFERENCE_COUNT)                                          \
    KIND(Context, cl_context, CL_CONTEXT_REFERENCE_COUNT)                                          \
    KIND(CommandQueue, cl_command_queue, CL_QUEUE_REFERENCE_COUNT)                                 \
    KIND(MemObject, cl_mem, CL_MEM_REFERENCE_COUNT)                                                \
    KIND(Program, cl_program, CL_PROGRAM_REFERENCE_COUNT)                                          \
    KIND(Kernel, cl_kernel, CL_KERNEL_REFERENCE_COUNT)                                             \
    KIND(Event, cl_event, CL_EVENT_REFERENCE_COUNT)                                                \
    KIND(Sampler, cl_sampler, CL_SAMPLER_REFERENCE_COUNT)
KINDS
#undef KIND

static const struct {
    cl_int (*ask)(void *), (*retain)(void *), (*release)(void *);
    cl_int invalid;
} kinds[] = {
    {ask_Device, retain_Device, release_Device, CL_INVALID_DEVICE},
    {ask_Context, retain_Context, release_Context, CL_INVALID_CONTEXT},
    {ask_CommandQueue, retain_CommandQueue, release_CommandQueue, CL_INVALID_COMMAND_QUEUE},
    {ask_MemObject, retain_MemObject, release_MemObject, CL_INVALID_MEM_OBJECT},
    {ask_Program, retain_Program, release_Program, CL_INVALID_PROGRAM},
    {ask_Kernel, retain_Kernel, release_Kernel, CL_INVALID_KERNEL},
    {ask_Event, retain_Event, release_Event, CL_INVALID_EVENT},
    {ask_Sampler, retain_Sampler, release_Sampler, CL_INVALID_SAMPLER},
};

/* One object of each kind, in the order of the table. */
static void make_objects(void *objects[COUNT(kinds)])
{
    static const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_EQUALLY, 4, 0};
    const char *source = "kernels";
    cl_device_id parts[2];
    cl_int error[6];

    mock_binary = &binary;
    ok(clCreateSubDevices(device, halves, 2, parts, NULL));
    ok(clReleaseDevice(parts[1]));
    objects[0] = parts[0];
    objects[1] = clCreateContext(NULL, 1, &device, NULL, NULL, &error[0]);
    objects[2] = clCreateCommandQueue(context, device, 0, &error[1]);
    objects[3] = make_buffer(16);
    objects[4] = clCreateProgramWithSource(context, 1, &source, NULL, &error[2]);
    ok(clBuildProgram(objects[4], 0, NULL, NULL, NULL, NULL));
    objects[5] = clCreateKernel(objects[4], "none", &error[3]);
    objects[6] = clCreateUserEvent(context, &error[4]);
    objects[7] = clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &error[5]);
    for (size_t i = 0; i < COUNT(error); i++)
        ok(error[i]);
}

static void is_none(void *handle, size_t kind)
{
    assert_int_equal(kinds[kind].ask(handle), kinds[kind].invalid);
    assert_int_equal(kinds[kind].retain(handle), kinds[kind].invalid);
    assert_int_equal(kinds[kind].release(handle), kinds[kind].invalid);
}

static void objects_of_other_kinds(void **state)
{
    void *objects[COUNT(kinds)];

    make_objects(objects);
    for (size_t i = 0; i < COUNT(kinds); i++)
        for (size_t kind = 0; kind < COUNT(kinds); kind++)
            if (i != kind)
                is_none(objects[i], kind);
    for (size_t i = COUNT(kinds); i-- > 0;) {
        ok(kinds[i].ask(objects[i]));
        ok(kinds[i].release(objects[i]));
    }
}

static void objects_that_were_released(void **state)
{
    void *objects[COUNT(kinds)];

    make_objects(objects);
    for (size_t i = COUNT(kinds); i-- > 0;) {
        ok(kinds[i].retain(objects[i]));
        ok(kinds[i].release(objects[i]));
        ok(kinds[i].ask(objects[i]));
        ok(kinds[i].release(objects[i]));
        for (size_t kind = 0; kind < COUNT(kinds); kind++)
            is_none(objects[i], kind);
    }
}

/* An object that others still use is invalid once it is released. */
static void objects_that_live_on(void **state)
{
    void *objects[COUNT(kinds)];
    cl_event done;
    const int value = 1;

    make_objects(objects);
    ok(clEnqueueWriteBuffer(objects[2], objects[3], CL_FALSE, 0, 4, &value, 1,
                            (cl_event *)&objects[6], &done));
    const size_t used[] = {2, 3, 4};
    for (size_t i = 0; i < COUNT(used); i++) {
        ok(kinds[used[i]].release(objects[used[i]]));
        is_none(objects[used[i]], used[i]);
    }
    ok(clSetUserEventStatus(objects[6], CL_COMPLETE));
    ok(clWaitForEvents(1, &done));
    ok(clReleaseEvent(done));
    const size_t others[] = {0, 1, 5, 6, 7};
    for (size_t i = 0; i < COUNT(others); i++)
        ok(kinds[others[i]].release(objects[others[i]]));
    await_contexts(2);
}

/* ---- no objects at all ---- */

static void is_nothing(const void *address)
{
    for (size_t kind = 0; kind < COUNT(kinds); kind++)
        is_none((void *)address, kind);
}

static void wild_pointers(void **state)
{
    static const uintptr_t addresses[] = {1,
                                          7,
                                          8,
                                          4096,
                                          0x10000,
                                          0xdeadbeef,
                                          0x00007fffffffffffu,
                                          0x8000000000000000u,
                                          0xdead000000000000u,
                                          (uintptr_t)-4096,
                                          (uintptr_t)-1};
    uint64_t words[16] = {0};

    for (size_t i = 0; i < COUNT(addresses); i++)
        is_nothing((void *)addresses[i]);
    memcpy(words, queue, sizeof words); /* looks like a queue, but is none */
    is_nothing(words);
    is_nothing("text");
    is_nothing((void *)(uintptr_t)is_none);
}

/* Beside an object, and wherever its chunk may have other bytes. */
static void places_beside_objects(void **state)
{
    void *objects[COUNT(kinds)];

    make_objects(objects);
    for (size_t i = 0; i < COUNT(kinds); i++) {
        char *object = objects[i];
        char *chunk = (char *)((uintptr_t)object & ~(uintptr_t)0xffff);
        for (int distance = 1; distance < 64; distance++)
            is_nothing(object + distance);
        is_nothing(chunk);
        is_nothing(chunk + 8);
        is_nothing(chunk + 0xffc0); /* no slot begins so near to the end */
    }
    for (size_t i = COUNT(kinds); i-- > 0;)
        ok(kinds[i].release(objects[i]));
}

/* ---- slots that have another object ---- */

/* A released handle is known as such until so many others were released. Then an object has its
 * slot; nothing else of it is left. */
static void handles_are_not_soon_another_object(void **state)
{
    cl_mem first = make_buffer(16), other = NULL;
    unsigned made = 0;

    ok(clReleaseMemObject(first));
    for (; made < CLOVER_SLOTS_WAIT; made++) {
        other = make_buffer(16);
        assert_ptr_not_equal(other, first);
        is_none(first, 3);
        ok(clReleaseMemObject(other));
    }
    for (; made < 3 * CLOVER_SLOTS_WAIT && other != first; made++) {
        other = make_buffer(32);
        ok(clReleaseMemObject(other));
    }
    assert_ptr_equal(other, first); /* memory does not grow with what was released */
}

/* ---- threads ---- */

static _Atomic(cl_mem) offered;
static atomic_bool stop;

static void *use_what_is_offered(void *data)
{
    const int value = 1;
    intptr_t wrong = 0;

    (void)data;
    while (!atomic_load(&stop)) {
        cl_mem mem = atomic_load(&offered);
        size_t size;
        const cl_int asked = clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof size, &size, NULL);
        const cl_int written =
            clEnqueueWriteBuffer(queue, mem, CL_FALSE, 0, sizeof value, &value, 0, NULL, NULL);
        const cl_int kept = clRetainMemObject(mem);
        wrong |= asked && asked != CL_INVALID_MEM_OBJECT;
        wrong |= written && written != CL_INVALID_MEM_OBJECT;
        wrong |= !kept && clReleaseMemObject(mem);
    }
    return (void *)wrong;
}

/* One thread releases what others use: they have it while their call lasts, or an error. */
static void threads_use_what_another_releases(void **state)
{
    pthread_t threads[2];
    void *wrong;

    atomic_store(&stop, false);
    for (size_t i = 0; i < COUNT(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, use_what_is_offered, NULL), 0);
    for (int i = 0; i < THREAD_ROUNDS; i++) {
        cl_mem mem = make_buffer(16);
        atomic_store(&offered, mem);
        ok(clReleaseMemObject(mem));
    }
    atomic_store(&stop, true);
    for (size_t i = 0; i < COUNT(threads); i++) {
        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_null(wrong);
    }
    ok(clFinish(queue));
}

int main(void)
{
    return RUN_TESTS(fixture_test, objects_of_other_kinds, objects_that_were_released,
                     objects_that_live_on, wild_pointers, places_beside_objects,
                     handles_are_not_soon_another_object, threads_use_what_another_releases);
}
