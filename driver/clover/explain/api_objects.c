/* SPDX-License-Identifier: MIT */
/* api_objects.c: which objects the application holds: what it has mapped and uses, what other
 * queues wait for, and what it never releases. */
#include "driver/clover/explain/api.h"
#include "driver/clover/explain/api_order.h"
#include "driver/clover/explain/findings.h"
#include "driver/clover/explain/host_memory.h"
#include "driver/clover/launch/kernel.h"
#include "driver/clover/memory/map.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An object that the application has a handle of. */
struct holding {
    void *handle;
    const char *maker;      /* the function that made it */
    cl_command_queue queue; /* of an event: that of its command */
    bool flushed;           /* ... which the device has been given */
};

/* Recursive: what is told goes to the application, whose callback may call us. */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static struct holding *holdings;
static size_t count, room;
static pid_t process;

static struct holding *find(const void *handle)
{
    for (size_t i = count; i-- > 0;)
        if (holdings[i].handle == handle)
            return &holdings[i];
    return NULL;
}

/* Reports objects that were never released: one finding for each function that made any. */
static void tell_leaks(void)
{
    char what[128];

    if (getpid() != process)
        return;
    for (size_t i = 0; i < count; i++) {
        const char *maker = holdings[i].maker;
        const struct clover_finding finding = {"api", "", maker, 1, what};
        size_t same = 0, before = 0;
        for (size_t k = 0; k < count; k++) {
            same += holdings[k].maker == maker;
            before += k < i && holdings[k].maker == maker;
        }
        snprintf(what, sizeof what, "%zu object%s of %s %s never released", same,
                 same == 1 ? "" : "s", maker, same == 1 ? "is" : "are");
        if (!before)
            clover_find(NULL, &finding);
    }
}

static void hold(void *handle, const struct api_call *call, cl_command_queue queue)
{
    if (!handle || find(handle))
        return;
    if (!process) {
        process = getpid();
        atexit(tell_leaks);
    }
    if (count == room) {
        const size_t more = room ? 2 * room : 64;
        struct holding *grown = realloc(holdings, more * sizeof *grown);
        if (!grown)
            return;
        holdings = grown;
        room = more;
    }
    holdings[count++] = (struct holding){handle, call->name, queue, false};
}

static void let_go(const void *handle)
{
    struct holding *holding = find(handle);

    if (holding)
        *holding = holdings[--count];
}

/* ---- before a call ---- */

/* The last handle goes: noted before, as the object may go with it. Were it in use elsewhere, its
 * handle would be counted, too. */
static void look_at_release(const struct api_call *call)
{
    struct clover_object *object = (struct clover_object *)call->arguments[0].value;
    struct holding *holding = find(object);

    if (holding && atomic_load(&object->handles) == 1) {
        host_memory_forget(object);
        let_go(object);
    }
}

/* Whether a kernel is launched with a memory object that is mapped for writing. */
static bool is_mapped(const struct clover_argument *arg)
{
    return arg->set && arg->mem && clover_is_still(arg->mem, &clover_mem_class, arg->life) &&
           clover_is_mapped_for_writing(arg->mem);
}

static void look_at_arguments(const struct api_call *call)
{
    const cl_kernel kernel = api_pointer(call, "kernel");
    char what[256];

    if (!clover_is(kernel, &clover_kernel_class))
        return;
    for (cl_uint i = 0; i < kernel->arg_count; i++) {
        if (!is_mapped(&kernel->args[i]))
            continue;
        snprintf(what, sizeof what,
                 "launches %.64s, whose argument %u '%.64s' is mapped for writing",
                 kernel->code->kernel->name, i, kernel->code->args[i]->name);
        api_tell(call, what);
    }
}

static void look_at_waits(const struct api_call *call)
{
    const cl_event *events = api_pointer(call, "event_wait_list");
    const size_t events_count = api_number(call, "num_events_in_wait_list");
    char what[128];

    for (size_t i = 0; events && i < events_count; i++) {
        const struct holding *holding = find(events[i]);
        if (!holding || !holding->queue || holding->flushed ||
            holding->queue == api_pointer(call, "command_queue"))
            continue;
        snprintf(what, sizeof what,
                 "waits for event_wait_list[%zu], a command of another queue that is not flushed",
                 i);
        api_tell(call, what);
    }
}

void api_look(const struct api_call *call)
{
    pthread_mutex_lock(&lock);
    if (api_is(call, "clRelease") && call->arguments[0].value)
        look_at_release(call);
    if (api_is(call, "clEnqueueNDRangeKernel") || api_is(call, "clEnqueueTask"))
        look_at_arguments(call);
    if (api_is(call, "clEnqueue"))
        look_at_waits(call);
    api_order_look(call);
    host_memory_look(call);
    pthread_mutex_unlock(&lock);
}

/* ---- after a call ---- */

static void flush(cl_command_queue queue)
{
    for (size_t i = 0; i < count; i++)
        holdings[i].flushed |= holdings[i].queue == queue;
}

/* Who waits for an event, or asks for its status, knows when its command has ended. */
static void flush_events(const cl_event *events, size_t events_count)
{
    for (size_t i = 0; events && i < events_count; i++) {
        const struct holding *holding = find(events[i]);
        if (holding && holding->queue)
            flush(holding->queue);
    }
}

static bool is_blocking(const struct api_call *call)
{
    return api_number(call, "blocking_read") || api_number(call, "blocking_write") ||
           api_number(call, "blocking_map");
}

void api_note(const struct api_call *call, void *made)
{
    const bool enqueue = api_is(call, "clEnqueue");
    const cl_command_queue queue = api_pointer(call, "command_queue");
    cl_event *event = enqueue ? api_pointer(call, "event") : NULL;
    cl_kernel *kernels =
        api_is(call, "clCreateKernelsInProgram") ? api_pointer(call, "kernels") : NULL;
    cl_uint kernel_count = 0;

    if (kernels)
        clCreateKernelsInProgram(api_pointer(call, "program"), 0, NULL, &kernel_count);
    pthread_mutex_lock(&lock);
    if (event)
        hold(*event, call, queue);
    if (!enqueue)
        hold(made, call, NULL);
    for (cl_uint i = 0; i < kernel_count; i++)
        hold(kernels[i], call, NULL);
    if (api_is(call, "clFlush") || api_is(call, "clFinish") ||
        api_is(call, "clReleaseCommandQueue") || is_blocking(call))
        flush(queue);
    if (api_is(call, "clWaitForEvents"))
        flush_events(api_pointer(call, "event_list"), api_number(call, "num_events"));
    if (api_is(call, "clGetEventInfo") || api_is(call, "clSetEventCallback"))
        flush_events((const cl_event *)&call->arguments[0].value, 1);
    api_order_note(call, made);
    host_memory_note(call, made);
    pthread_mutex_unlock(&lock);
}
