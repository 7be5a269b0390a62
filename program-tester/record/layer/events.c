/* SPDX-License-Identifier: MIT */
/* events.c: user events, and calls by which the application learns that a command has ended:
 * each looks first at what was read. */
#include <stdlib.h>

#include "program-tester/record/layer/layer.h"

static cl_event CL_API_CALL create_user_event(cl_context context, cl_int *error)
{
    cl_event event = layer_next->clCreateUserEvent(context, error);
    struct pack pack = {0};

    if (!event)
        return NULL;
    pack_number(&pack, layer_add(event, (struct object){.kind = OBJECT_EVENT}));
    layer_pack(&pack, context);
    writer_put(OP_USER_EVENT, &pack);
    return event;
}

/* Kept before it is made: what it lets run may end before the call does. */
static cl_int CL_API_CALL set_status(cl_event event, cl_int status)
{
    struct command command = {.op = OP_SET_STATUS};

    layer_pack(&command.fields, event);
    pack_number(&command.fields, (uint64_t)(int64_t)status);
    command.record = writer_put(OP_SET_STATUS, &command.fields);
    return layer_sent(&command, layer_next->clSetUserEventStatus(event, status), NULL);
}

static cl_int CL_API_CALL wait(cl_uint count, const cl_event *list)
{
    const cl_int error = layer_next->clWaitForEvents(count, list);
    struct pack pack = {0};

    if (error && error != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
        return error;
    layer_look();
    pack_number(&pack, count);
    for (cl_uint i = 0; i < count; i++)
        layer_pack(&pack, list[i]);
    writer_put(OP_WAIT, &pack);
    layer_svm_wait(count, list);
    return error;
}

static cl_int keep_queue_call(enum op op, cl_command_queue queue, cl_int error)
{
    struct pack pack = {0};

    if (error)
        return error;
    layer_look();
    layer_pack(&pack, queue);
    writer_put(op, &pack);
    if (op == OP_FINISH)
        layer_svm_finish(queue, UINT64_MAX);
    return error;
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
    return keep_queue_call(OP_FINISH, queue, layer_next->clFinish(queue));
}

static cl_int CL_API_CALL flush(cl_command_queue queue)
{
    return keep_queue_call(OP_FLUSH, queue, layer_next->clFlush(queue));
}

static cl_int CL_API_CALL event_info(cl_event event, cl_event_info what, size_t size, void *value,
                                     size_t *size_ret)
{
    if (what == CL_EVENT_REFERENCE_COUNT)
        return layer_references(event, size, value, size_ret);
    const cl_int error = layer_next->clGetEventInfo(event, what, size, value, size_ret);

    if (!error && what == CL_EVENT_COMMAND_EXECUTION_STATUS)
        layer_look();
    return error;
}

static cl_int CL_API_CALL profiling(cl_event event, cl_profiling_info what, size_t size,
                                    void *value, size_t *size_ret)
{
    const cl_int error = layer_next->clGetEventProfilingInfo(event, what, size, value, size_ret);

    layer_look();
    return error;
}

/* ---- callbacks of the application ---- */

typedef void(CL_CALLBACK *event_notify)(cl_event event, cl_int status, void *data);

struct callback {
    event_notify notify;
    void *data;
};

static void CL_CALLBACK look_then_notify(cl_event event, cl_int status, void *data)
{
    const struct callback callback = *(struct callback *)data;

    free(data);
    layer_look();
    callback.notify(event, status, callback.data);
}

static cl_int CL_API_CALL set_callback(cl_event event, cl_int status, event_notify notify,
                                       void *data)
{
    struct callback *callback = notify ? malloc(sizeof *callback) : NULL;

    if (!callback)
        return layer_next->clSetEventCallback(event, status, notify, data);
    *callback = (struct callback){notify, data};
    const cl_int error = layer_next->clSetEventCallback(event, status, look_then_notify, callback);
    if (error)
        free(callback);
    return error;
}

void layer_wrap_events(cl_icd_dispatch *table)
{
    table->clCreateUserEvent = create_user_event;
    table->clSetUserEventStatus = set_status;
    table->clWaitForEvents = wait;
    table->clFinish = finish;
    table->clFlush = flush;
    table->clGetEventInfo = event_info;
    table->clGetEventProfilingInfo = profiling;
    table->clSetEventCallback = set_callback;
}
