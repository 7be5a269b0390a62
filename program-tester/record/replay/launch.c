/* SPDX-License-Identifier: MIT */
/* launch.c: launches, their times, and events. */
#include <stdlib.h>

#include "program-tester/base/util.h"
#include "program-tester/record/replay/strip.h"

enum { LARGE = 16 << 20 }; /* bytes */

static void tell_launch(struct replay *replay, const struct thing *kernel)
{
    struct pt_json *json = &replay->json;

    pt_json_open(json, NULL, '{');
    pt_json_whole(json, "launch", replay->launch);
    pt_json_whole(json, "record", replay->record);
    pt_json_string(json, "kernel", kernel && kernel->name ? kernel->name : "");
    pt_json_close(json, '}');
    fputc('\n', json->file);
    fflush(json->file);
    json->comma = false;
}

static double seconds_of(cl_event event)
{
    cl_ulong start = 0, end = 0;

    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    return end > start ? (double)(end - start) * 1e-9 : 0;
}

static void tell_time(struct replay *replay, size_t launch, cl_event event)
{
    struct pt_json *json = &replay->json;
    cl_int status = CL_QUEUED;

    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    pt_json_open(json, NULL, '{');
    pt_json_whole(json, "launched", launch);
    pt_json_number(json, "seconds", seconds_of(event));
    pt_json_number(json, "error", status < 0 ? status : 0);
    pt_json_close(json, '}');
    fputc('\n', json->file);
    json->comma = false;
}

void replay_times(struct replay *replay)
{
    for (size_t i = 0; i < replay->launched_count; i++) {
        tell_time(replay, replay->launches[i].number, replay->launches[i].event);
        clReleaseEvent(replay->launches[i].event);
    }
    replay->launched_count = 0;
}

struct sizes {
    cl_uint dimensions;
    bool has_offset, has_local;
    size_t offset[3], global[3], local[3];
};

static struct sizes take_sizes(struct unpack *fields)
{
    struct sizes sizes = {.dimensions = (cl_uint)unpack_number(fields)};
    const uint64_t given = unpack_number(fields);

    sizes.has_offset = given & 1;
    sizes.has_local = given & 2;
    unpack_triple(fields, sizes.offset);
    unpack_triple(fields, sizes.global);
    unpack_triple(fields, sizes.local);
    fields->bad |= sizes.dimensions < 1 || sizes.dimensions > 3;
    return sizes;
}

static void remember_launch(struct replay *replay, cl_event event)
{
    replay->launches = pt_grow(replay->launches, &replay->launched_room, replay->launched_count + 1,
                               sizeof *replay->launches);
    replay->launches[replay->launched_count++] = (struct launched){replay->launch, event};
    clRetainEvent(event);
}

/* Tells whether a kernel says of an argument that it only reads it. */
static bool is_only_read(const struct thing *kernel, size_t index)
{
    cl_kernel_arg_address_qualifier address = 0;
    cl_kernel_arg_access_qualifier access = 0;
    cl_kernel_arg_type_qualifier type = 0;
    const cl_uint i = (cl_uint)index;

    clGetKernelArgInfo(kernel->handle, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address,
                       NULL);
    clGetKernelArgInfo(kernel->handle, i, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access,
                       NULL);
    clGetKernelArgInfo(kernel->handle, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type, &type, NULL);
    return address == CL_KERNEL_ARG_ADDRESS_CONSTANT || access == CL_KERNEL_ARG_ACCESS_READ_ONLY ||
           type & CL_KERNEL_ARG_TYPE_CONST;
}

/* A kernel may write to all that it is given. To look whether it leaves alone what it says that it
 * only reads would take seconds where that is large. */
static void write_arguments(struct replay *replay, const struct thing *kernel)
{
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const struct argument *argument = &kernel->arguments[i];
        const struct thing *mem = replay_mem(replay, argument->id);
        if (!mem || !argument->is_set || argument->form != ARGUMENT_OBJECT)
            continue;
        if (memory_size(mem) <= LARGE || !is_only_read(kernel, i))
            memory_write(replay, mem);
    }
}

/* Tells whether the driver took all arguments; it would launch with older ones. */
static bool has_arguments(struct replay *replay, const struct thing *kernel)
{
    for (size_t i = 0; i < kernel->argument_count; i++)
        if (kernel->arguments[i].is_refused) {
            replay_problem(replay, "argument %zu is not the application's", i);
            return false;
        }
    return true;
}

static void run(struct replay *replay, const struct thing *queue, const struct thing *kernel,
                const struct sizes *sizes, struct waits *waits)
{
    cl_event event = NULL;
    const cl_int error = clEnqueueNDRangeKernel(
        queue->handle, kernel->handle, sizes->dimensions, sizes->has_offset ? sizes->offset : NULL,
        sizes->global, sizes->has_local ? sizes->local : NULL, waits->count, waits->list, &event);

    if (!error)
        remember_launch(replay, event);
    replay_done(replay, waits, error, event, "clEnqueueNDRangeKernel");
}

static double run_watched(struct replay *replay, const struct thing *queue,
                          const struct thing *kernel, const struct sizes *sizes,
                          struct waits *waits, cl_int *error)
{
    cl_event event = NULL;

    *error = clEnqueueNDRangeKernel(
        queue->handle, kernel->handle, sizes->dimensions, sizes->has_offset ? sizes->offset : NULL,
        sizes->global, sizes->has_local ? sizes->local : NULL, waits->count, waits->list, &event);
    if (*error) {
        replay_done(replay, waits, *error, NULL, "clEnqueueNDRangeKernel");
        return 0;
    }
    remember_launch(replay, event);
    const cl_int waited = clWaitForEvents(1, &event);
    if (!replay_failed(event, error))
        *error = waited; /* there are drivers that tell of a fault nowhere else */
    const double seconds = seconds_of(event);
    replay_done(replay, waits, CL_SUCCESS, event, "clEnqueueNDRangeKernel");
    replay_times(replay);
    return seconds;
}

void play_launch(struct replay *replay, struct unpack *fields)
{
    struct thing *queue = replay_take(replay, fields, OBJECT_QUEUE);
    struct thing *kernel = replay_take(replay, fields, OBJECT_KERNEL);
    const struct unpack before = *fields;
    const struct sizes sizes = take_sizes(fields);
    struct waits waits = replay_waits(replay, fields);
    const size_t number = ++replay->launch;
    cl_int error = CL_SUCCESS;

    tell_launch(replay, kernel);
    const bool is_told =
        replay->states && number >= replay->from && (!replay->only || replay->only == number);
    if (!queue || !kernel || fields->bad || !has_arguments(replay, kernel)) {
        free(waits.list);
    } else if (!is_told) {
        write_arguments(replay, kernel);
        run(replay, queue, kernel, &sizes, &waits);
    } else {
        states_before(replay, queue, kernel);
        write_arguments(replay, kernel);
        const double seconds = run_watched(replay, queue, kernel, &sizes, &waits, &error);
        states_after(replay, queue, kernel, &before, seconds, error);
        if (replay->strip && replay->only == number)
            strip_write(replay, replay->strip, queue, kernel);
    }
    replay->is_over = number == replay->until || number == replay->only;
}

/* ---- events ---- */

/* In serial mode nothing waits: a user event is complete from the beginning. */
void play_user_event(struct replay *replay, struct unpack *fields)
{
    struct thing *event = replay_new(replay, fields, OBJECT_EVENT);
    const struct thing *context = replay_take(replay, fields, OBJECT_CONTEXT);
    cl_int error;

    if (!event || !context)
        return;
    event->handle = clCreateUserEvent(context->handle, &error);
    if (!replay_check(replay, error, "clCreateUserEvent"))
        return;
    if (replay->is_serial) {
        clSetUserEventStatus(event->handle, CL_COMPLETE);
        return;
    }
    event->modes[0] = 1; /* it has no status yet */
    replay->waiting++;
}

void play_set_status(struct replay *replay, struct unpack *fields)
{
    struct thing *event = replay_take(replay, fields, OBJECT_EVENT);
    const cl_int status = (cl_int)unpack_number(fields);

    if (!event || !event->modes[0])
        return;
    if (replay_check(replay, clSetUserEventStatus(event->handle, status), "clSetUserEventStatus"))
        replay_event_set(replay, event);
}

void play_wait(struct replay *replay, struct unpack *fields)
{
    const uint64_t count = unpack_number(fields);

    for (uint64_t i = 0; i < count && !fields->bad; i++) {
        const struct thing *event = replay_find(replay, unpack_number(fields), OBJECT_EVENT);
        cl_event one = event ? event->handle : NULL;
        if (one && !replay->waiting)
            clWaitForEvents(1, &one);
    }
    replay_sweep(replay);
}

void play_finish(struct replay *replay, struct unpack *fields)
{
    const struct thing *queue = replay_take(replay, fields, OBJECT_QUEUE);

    if (!queue || replay->waiting)
        return;
    replay_check(replay, clFinish(queue->handle), "clFinish");
    replay_times(replay);
    replay_sweep(replay);
}

void play_flush(struct replay *replay, struct unpack *fields)
{
    const struct thing *queue = replay_take(replay, fields, OBJECT_QUEUE);

    if (queue)
        replay_check(replay, clFlush(queue->handle), "clFlush");
}
