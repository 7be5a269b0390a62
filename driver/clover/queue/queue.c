/* SPDX-License-Identifier: MIT */
/* queue.c: command queues, and the commands that only order others. */
#include "driver/clover/queue/queue.h"

#include "driver/base/count.h"
#include "driver/base/deadline.h"
#include "driver/clover/object/info.h"
#include "driver/clover/platform/device_versions.h"

#include <assert.h>
#include <stdlib.h>

static void queue_destroy(void *object)
{
    cl_command_queue queue = object;

    assert(!queue->first && !queue->workers && !queue->idle);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
    clover_unref(queue->context);
    clover_unref(queue->device);
    clover_properties_finish(&queue->given);
}

static void queue_released(void *object)
{
    clover_queue_close(object);
}

static struct clover_slots slots;
const struct clover_class clover_queue_class = {.name = "a queue",
                                                .invalid = CL_INVALID_COMMAND_QUEUE,
                                                .size = sizeof(struct _cl_command_queue),
                                                .slots = &slots,
                                                .released = queue_released,
                                                .destroy = queue_destroy};

static cl_int queue_create(cl_context context, cl_device_id device,
                           cl_command_queue_properties properties, cl_command_queue *out)
{
    const cl_command_queue_properties known =
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

    if (!clover_is(context, &clover_context_class))
        return CL_INVALID_CONTEXT;
    if (!clover_context_has(context, device))
        return CL_INVALID_DEVICE;
    if (properties & ~known)
        return CL_INVALID_VALUE;
    if (properties & ~device->info.queue)
        return CL_INVALID_QUEUE_PROPERTIES;

    cl_command_queue queue = clover_object_create(&clover_queue_class);
    if (!queue)
        return CL_OUT_OF_HOST_MEMORY;
    pthread_mutex_init(&queue->lock, NULL);
    deadline_cond_init(&queue->changed);
    clover_ref(context);
    queue->context = context;
    clover_ref(device);
    queue->device = device;
    queue->properties = properties;
    queue->last = &queue->first;
    cl_int error = clover_queue_start(
        queue, properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE ? CLOVER_LANES : 1);
    if (error) {
        clover_unref(queue);
        return error;
    }
    *out = queue;
    return CL_SUCCESS;
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_command_queue queue = NULL;
    cl_int error = queue_create(context, device, properties, &queue);

    return clover_result(queue, error, errcode_ret);
}

/* Bits of CL_QUEUE_PROPERTIES that contradict each other, and a size without a queue that has one:
 * section 5.1 of OpenCL 3.0. */
static bool queue_list_legal(const cl_queue_properties *list)
{
    static const cl_properties known[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_SIZE};
    const cl_properties on_device =
        CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

    if (!clover_properties_legal(list, known, COUNT(known)))
        return false;
    cl_properties bits = clover_properties_get(list, CL_QUEUE_PROPERTIES, 0);
    if (bits & ~(on_device | CL_QUEUE_PROFILING_ENABLE))
        return false;
    if ((bits & CL_QUEUE_ON_DEVICE_DEFAULT) && !(bits & CL_QUEUE_ON_DEVICE))
        return false;
    if ((bits & CL_QUEUE_ON_DEVICE) && !(bits & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
        return false;
    return (bits & CL_QUEUE_ON_DEVICE) || !clover_properties_get(list, CL_QUEUE_SIZE, 0);
}

static cl_int queue_create_from(cl_context context, cl_device_id device,
                                const cl_queue_properties *list, cl_command_queue *out)
{
    cl_command_queue queue = NULL;

    if (!clover_is(context, &clover_context_class))
        return CL_INVALID_CONTEXT;
    if (!clover_context_has(context, device))
        return CL_INVALID_DEVICE;
    if (!queue_list_legal(list))
        return CL_INVALID_VALUE;
    cl_properties bits = clover_properties_get(list, CL_QUEUE_PROPERTIES, 0);
    if (bits & ~device->info.queue)
        return CL_INVALID_QUEUE_PROPERTIES;
    cl_int error = queue_create(context, device, bits, &queue);
    if (!error)
        error = clover_properties_keep(&queue->given, list);
    if (error && queue)
        clover_release(queue, &clover_queue_class);
    *out = queue;
    return error;
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties,
                                                    cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_command_queue queue = NULL;
    cl_int error = queue_create_from(context, device, properties, &queue);

    return clover_result(queue, error, errcode_ret);
}

static const struct clover_info queue_table[] = {
    CLOVER_OBJECT(CL_QUEUE_CONTEXT, struct _cl_command_queue, context),
    CLOVER_OBJECT(CL_QUEUE_DEVICE, struct _cl_command_queue, device),
    CLOVER_FIELD(CL_QUEUE_PROPERTIES, struct _cl_command_queue, properties),
    CLOVER_HANDLES(CL_QUEUE_REFERENCE_COUNT),
};

/* Queries of newer versions. No queue is on the device, so none has a size. */
static const struct clover_info new_queue_table[] = {
    CLOVER_FIELD(CL_QUEUE_DEVICE_DEFAULT, struct _cl_command_queue, device_default),
    CLOVER_ARRAY(CL_QUEUE_PROPERTIES_ARRAY, struct _cl_command_queue, given.list, given.count),
};

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info param_name,
                             size_t param_value_size, void *param_value,
                             size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (clover_is(queue, &clover_queue_class) && clover_is_new()) {
        if (param_name == CL_QUEUE_SIZE)
            return CL_INVALID_COMMAND_QUEUE;
        if (param_name == CL_QUEUE_DEVICE_DEFAULT || param_name == CL_QUEUE_PROPERTIES_ARRAY)
            return clover_info_query(new_queue_table, COUNT(new_queue_table), queue, param_name,
                                     to);
    }
    return clover_info_of(queue, &clover_queue_class, queue_table, COUNT(queue_table), param_name,
                          to);
}

/* Gone since OpenCL 1.1: a queue keeps the properties that it was made with. */
cl_int clSetCommandQueueProperty(cl_command_queue queue, cl_command_queue_properties properties,
                                 cl_bool enable, cl_command_queue_properties *old_properties)
{
    CLOVER_CALL;
    (void)properties;
    (void)enable;
    if (!clover_is(queue, &clover_queue_class))
        return CL_INVALID_COMMAND_QUEUE;
    if (old_properties)
        *old_properties = queue->properties;
    return CL_INVALID_OPERATION;
}

cl_int clFlush(cl_command_queue queue)
{
    CLOVER_CALL;
    if (!clover_is(queue, &clover_queue_class))
        return CL_INVALID_COMMAND_QUEUE;
    clover_queue_flush(queue);
    return CL_SUCCESS;
}

/* A marker or barrier: it ends when its wait list has, or without one, when all that was queued
 * before has. */
static cl_int enqueue_empty(cl_command_queue queue, cl_command_type type, cl_uint wait_count,
                            const cl_event *waits, cl_bool blocking, cl_event *event)
{
    const unsigned leads = type == CL_COMMAND_BARRIER ? CLOVER_LEADS : CLOVER_UNORDERED;
    struct clover_command *command =
        clover_command_create(sizeof *command, queue, type, wait_count, waits);

    if (!command)
        return CL_OUT_OF_HOST_MEMORY;
    command->order = leads | (wait_count ? CLOVER_UNORDERED : CLOVER_FOLLOWS);
    return clover_queue_submit(queue, command, blocking, event);
}

/* Also tells of a failed command that nobody could hear of: nobody waited for it, and the
 * application has no event of it. */
cl_int clFinish(cl_command_queue queue)
{
    CLOVER_CALL;
    if (!clover_is(queue, &clover_queue_class))
        return CL_INVALID_COMMAND_QUEUE;
    cl_int error = queue->lane_count == 1
                       ? clover_queue_wait(queue)
                       : enqueue_empty(queue, CL_COMMAND_MARKER, 0, NULL, CL_TRUE, NULL);
    if (error)
        return error;
    pthread_mutex_lock(&queue->lock);
    bool failed = queue->failed;
    queue->failed = false;
    pthread_mutex_unlock(&queue->lock);
    return failed ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

static cl_int enqueue_sync(cl_command_queue queue, cl_command_type type, cl_uint wait_count,
                           const cl_event *waits, cl_event *event)
{
    if (!clover_is(queue, &clover_queue_class))
        return CL_INVALID_COMMAND_QUEUE;
    cl_int error = clover_check_waits(queue->context, wait_count, waits);
    return error ? error : enqueue_empty(queue, type, wait_count, waits, CL_FALSE, event);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint num_events,
                                   const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    return enqueue_sync(queue, CL_COMMAND_MARKER, num_events, event_wait_list, event);
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint num_events,
                                    const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    return enqueue_sync(queue, CL_COMMAND_BARRIER, num_events, event_wait_list, event);
}

cl_int clEnqueueMarker(cl_command_queue queue, cl_event *event)
{
    CLOVER_CALL;
    if (clover_is(queue, &clover_queue_class) && !event)
        return CL_INVALID_VALUE;
    return enqueue_sync(queue, CL_COMMAND_MARKER, 0, NULL, event);
}

cl_int clEnqueueBarrier(cl_command_queue queue)
{
    CLOVER_CALL;
    return enqueue_sync(queue, CL_COMMAND_BARRIER, 0, NULL, NULL);
}

cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint num_events,
                              const cl_event *event_list)
{
    CLOVER_CALL;
    if (!clover_is(queue, &clover_queue_class))
        return CL_INVALID_COMMAND_QUEUE;
    if (num_events == 0 || !event_list)
        return CL_INVALID_VALUE;
    cl_int error = clover_check_waits(queue->context, num_events, event_list);
    if (error == CL_INVALID_EVENT_WAIT_LIST)
        error = CL_INVALID_EVENT;
    return error ? error
                 : enqueue_empty(queue, CL_COMMAND_BARRIER, num_events, event_list, CL_FALSE, NULL);
}
