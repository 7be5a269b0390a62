/* SPDX-License-Identifier: MIT */
/* event.c: events: status, waiting, callbacks, profiling. */
#include "driver/clover/queue/event.h"

#include "driver/base/count.h"
#include "driver/base/deadline.h"
#include "driver/clover/object/info.h"
#include "driver/clover/platform/device_versions.h"
#include "driver/clover/queue/queue.h"

#include <assert.h>
#include <stdlib.h>

struct clover_event_callback {
    struct clover_event_callback *next;
    cl_int status; /* wanted: CL_SUBMITTED, CL_RUNNING or CL_COMPLETE */
    void(CL_CALLBACK *notify)(cl_event, cl_int, void *);
    void *data;
};

static void event_destroy(void *object)
{
    cl_event event = object;

    assert(!event->watches); /* who watches holds the event */
    while (event->callbacks) {
        struct clover_event_callback *next = event->callbacks->next;
        free(event->callbacks);
        event->callbacks = next;
    }
    pthread_cond_destroy(&event->changed);
    pthread_mutex_destroy(&event->lock);
    clover_unref(event->queue);
    clover_unref(event->context);
}

/* Nobody can give the event its status any more: "those commands ... will continue to wait"
 * (OpenCL 3.0, clReleaseEvent). */
static void event_released(void *object)
{
    cl_event event = object;

    if (event->queue)
        return;
    pthread_mutex_lock(&event->lock);
    const bool is_awaited = clover_event_status(event) > CL_COMPLETE && event->watches;
    pthread_mutex_unlock(&event->lock);
    if (is_awaited)
        clover_report(event->context, "a user event is released before it has a status: commands "
                                      "that wait for it never run");
}

static struct clover_slots slots;
const struct clover_class clover_event_class = {.name = "an event",
                                                .invalid = CL_INVALID_EVENT,
                                                .size = sizeof(struct _cl_event),
                                                .slots = &slots,
                                                .released = event_released,
                                                .destroy = event_destroy};

cl_ulong clover_now(void)
{
    return (cl_ulong)clock_ns(CLOCK_MONOTONIC);
}

cl_event clover_event_create(cl_context context, cl_command_queue queue, cl_command_type type)
{
    assert(!queue == (type == CL_COMMAND_USER));
    cl_event event = clover_object_create(&clover_event_class);

    if (!event)
        return NULL;
    pthread_mutex_init(&event->lock, NULL);
    pthread_cond_init(&event->changed, NULL);
    event->context = context;
    clover_ref(context);
    event->queue = queue;
    if (queue) {
        clover_ref(queue);
        /* The application gets its handle when the command is queued. */
        atomic_init(&event->base.handles, 0);
    }
    event->type = type;
    atomic_init(&event->status, queue ? CL_QUEUED : CL_SUBMITTED);
    event->times[CL_QUEUED] = clover_now();
    return event;
}

/* Takes the callbacks that this status sets off out of the event's list. */
static struct clover_event_callback *take_due(cl_event event, cl_int status)
{
    struct clover_event_callback *due = NULL, **link = &event->callbacks;

    while (*link) {
        struct clover_event_callback *callback = *link;
        if (callback->status < status) {
            link = &callback->next;
            continue;
        }
        *link = callback->next;
        callback->next = due;
        due = callback;
    }
    return due;
}

static void call(cl_event event, struct clover_event_callback *due, cl_int status)
{
    if (!due)
        return;
    clover_lend(event);
    while (due) {
        struct clover_event_callback *next = due->next;
        /* A failed command reports its error to whoever waits for any status. */
        due->notify(event, status < 0 ? status : due->status, due->data);
        free(due);
        due = next;
    }
    clover_take_back(event);
}

/* Tells those that watch in the order in which they began: commands that wait for one event are
 * ready in the order of their queue then, which is how it looks for them. */
static void tell_watches(struct clover_watch *newest)
{
    struct clover_watch *watch = NULL;

    while (newest) {
        struct clover_watch *before = newest->next;
        newest->next = watch;
        watch = newest;
        newest = before;
    }
    while (watch) {
        struct clover_watch *next = watch->next;
        watch->ended(watch);
        watch = next;
    }
}

bool clover_event_set(cl_event event, cl_int status)
{
    struct clover_watch *watches = NULL;

    pthread_mutex_lock(&event->lock);
    if (clover_event_status(event) <= CL_COMPLETE) {
        pthread_mutex_unlock(&event->lock);
        return false;
    }
    assert(status < clover_event_status(event)); /* a status only falls */
    event->times[status < 0 ? CL_COMPLETE : status] = clover_now();
    atomic_store_explicit(&event->status, status, memory_order_release);
    struct clover_event_callback *due = take_due(event, status);
    if (status <= CL_COMPLETE) {
        watches = event->watches;
        event->watches = NULL;
        pthread_cond_broadcast(&event->changed);
    }
    pthread_mutex_unlock(&event->lock);
    tell_watches(watches);
    call(event, due, status);
    return true;
}

bool clover_event_watch(cl_event event, struct clover_watch *watch)
{
    pthread_mutex_lock(&event->lock);
    assert(watch->ended);
    bool lives = clover_event_status(event) > CL_COMPLETE;
    if (lives) {
        watch->next = event->watches;
        event->watches = watch;
    }
    pthread_mutex_unlock(&event->lock);
    return lives;
}

cl_int clover_event_wait(cl_event event)
{
    cl_int status = clover_event_status(event);

    if (status <= CL_COMPLETE)
        return status;
    pthread_mutex_lock(&event->lock);
    while ((status = clover_event_status(event)) > CL_COMPLETE)
        pthread_cond_wait(&event->changed, &event->lock);
    pthread_mutex_unlock(&event->lock);
    return status;
}

cl_int clover_check_waits(cl_context context, cl_uint count, const cl_event *events)
{
    if ((count == 0) != (events == NULL))
        return CL_INVALID_EVENT_WAIT_LIST;
    for (cl_uint i = 0; i < count; i++) {
        if (!clover_is(events[i], &clover_event_class))
            return CL_INVALID_EVENT_WAIT_LIST;
        if (events[i]->context != context)
            return CL_INVALID_CONTEXT;
    }
    return CL_SUCCESS;
}

cl_int clWaitForEvents(cl_uint num_events, const cl_event *event_list)
{
    CLOVER_CALL;
    cl_int result = CL_SUCCESS;

    if (num_events == 0 || !event_list)
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < num_events; i++) {
        if (!clover_is(event_list[i], &clover_event_class))
            return CL_INVALID_EVENT;
        if (event_list[i]->context != event_list[0]->context)
            return CL_INVALID_CONTEXT;
    }
    for (cl_uint i = 0; i < num_events; i++) {
        cl_command_queue queue = event_list[i]->queue;
        if (queue && clover_event_status(event_list[i]) > CL_COMPLETE) {
            cl_int error = clover_queue_check_wait(queue);
            if (error)
                return error;
            clover_queue_help(queue, event_list[i]);
        }
        if (clover_event_wait(event_list[i]) < 0)
            result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
    return result;
}

cl_event clCreateUserEvent(cl_context context, cl_int *errcode_ret)
{
    CLOVER_CALL;
    if (!clover_is(context, &clover_context_class))
        return clover_result(NULL, CL_INVALID_CONTEXT, errcode_ret);
    cl_event event = clover_event_create(context, NULL, CL_COMMAND_USER);
    return clover_result(event, event ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY, errcode_ret);
}

cl_int clSetUserEventStatus(cl_event event, cl_int execution_status)
{
    CLOVER_CALL;
    if (!clover_is(event, &clover_event_class) || event->queue)
        return CL_INVALID_EVENT;
    if (execution_status > CL_COMPLETE)
        return CL_INVALID_VALUE;
    return clover_event_set(event, execution_status) ? CL_SUCCESS : CL_INVALID_OPERATION;
}

cl_int clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                          void(CL_CALLBACK *pfn_notify)(cl_event, cl_int, void *), void *user_data)
{
    CLOVER_CALL;
    if (!clover_is(event, &clover_event_class))
        return CL_INVALID_EVENT;
    if (!pfn_notify || command_exec_callback_type < CL_COMPLETE ||
        command_exec_callback_type > CL_SUBMITTED)
        return CL_INVALID_VALUE;
    struct clover_event_callback *callback = malloc(sizeof *callback);
    if (!callback)
        return CL_OUT_OF_HOST_MEMORY;
    *callback =
        (struct clover_event_callback){NULL, command_exec_callback_type, pfn_notify, user_data};

    pthread_mutex_lock(&event->lock);
    callback->next = event->callbacks;
    event->callbacks = callback;
    cl_int status = clover_event_status(event);
    struct clover_event_callback *due = take_due(event, status);
    pthread_mutex_unlock(&event->lock);
    call(event, due, status);
    return CL_SUCCESS;
}

static const struct clover_info event_table[] = {
    CLOVER_OBJECT(CL_EVENT_COMMAND_QUEUE, struct _cl_event, queue),
    CLOVER_OBJECT(CL_EVENT_CONTEXT, struct _cl_event, context),
    CLOVER_FIELD(CL_EVENT_COMMAND_TYPE, struct _cl_event, type),
    CLOVER_HANDLES(CL_EVENT_REFERENCE_COUNT),
};

cl_int clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                      void *param_value, size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (!clover_is(event, &clover_event_class))
        return CL_INVALID_EVENT;
    if (param_name == CL_EVENT_COMMAND_EXECUTION_STATUS) {
        cl_int status = clover_event_status(event);
        return clover_answer(to, &status, sizeof status);
    }
    return clover_info_query(event_table, COUNT(event_table), event, param_name, to);
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                               size_t param_value_size, void *param_value,
                               size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (!clover_is(event, &clover_event_class))
        return CL_INVALID_EVENT;
    /* With its children, of which none has any. */
    if (param_name == CL_PROFILING_COMMAND_COMPLETE && clover_is_new())
        param_name = CL_PROFILING_COMMAND_END;
    if (param_name < CL_PROFILING_COMMAND_QUEUED || param_name > CL_PROFILING_COMMAND_END)
        return CL_INVALID_VALUE;
    if (!event->queue || !(event->queue->properties & CL_QUEUE_PROFILING_ENABLE) ||
        clover_event_status(event) != CL_COMPLETE)
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    /* The queries are numbered from QUEUED up, the statuses from CL_COMPLETE up. */
    cl_ulong *time = &event->times[CL_QUEUED - (param_name - CL_PROFILING_COMMAND_QUEUED)];
    return clover_answer(to, time, sizeof *time);
}
