/* SPDX-License-Identifier: MIT */
/* fixture.c: a context and a queue for each test. */
#include "driver/clover/tests/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

cl_device_id device;
cl_context context;
cl_command_queue queue;
int message_count;
char last_message[512];

static void CL_CALLBACK notify(const char *message, const void *private_info, size_t size,
                               void *data)
{
    (void)private_info;
    (void)size;
    (void)data;
    message_count++;
    snprintf(last_message, sizeof last_message, "%s", message);
}

int fixture_setup(void **state)
{
    cl_platform_id platform;
    cl_int error;

    message_count = 0;
    mock_launch = (struct mock_launch){0};
    if (clGetPlatformIDs(1, &platform, NULL) ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
        return -1;
    context = clCreateContext(NULL, 1, &device, notify, NULL, &error);
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    return context && queue ? 0 : -1;
}

static int objects_left(void)
{
    const int *counts = (const int *)&mock_counts;
    int left = 0;

    for (size_t i = 0; i < sizeof mock_counts / sizeof *counts; i++)
        left += abs(__atomic_load_n(&counts[i], __ATOMIC_ACQUIRE));
    return left;
}

/* Threads that build in the background, or drain a released queue, let go in their own time. */
int fixture_teardown(void **state)
{
    clFinish(queue);
    if (clReleaseCommandQueue(queue) || clReleaseContext(context))
        return -1;
    for (int i = 0; i < 500 && objects_left(); i++)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    if (!objects_left())
        return 0;
    fprintf(stderr,
            "left: %d resources, %d contexts, %d transfers, %d views, %d surfaces, "
            "%d samplers, %d states, %d fences\n",
            mock_counts.resources, mock_counts.contexts, mock_counts.transfers, mock_counts.views,
            mock_counts.surfaces, mock_counts.samplers, mock_counts.states, mock_counts.fences);
    return -1;
}

void await_contexts(int count)
{
    for (int i = 0; i < 1000 && __atomic_load_n(&mock_counts.contexts, __ATOMIC_ACQUIRE) > count;
         i++)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    assert_int_equal(__atomic_load_n(&mock_counts.contexts, __ATOMIC_ACQUIRE), count);
}

cl_uint context_uint(cl_context_info name)
{
    cl_uint value = 0;

    ok(clGetContextInfo(context, name, sizeof value, &value, NULL));
    return value;
}

cl_uint mem_uint(cl_mem mem, cl_mem_info name)
{
    cl_uint value = 0;

    ok(clGetMemObjectInfo(mem, name, sizeof value, &value, NULL));
    return value;
}

cl_int event_status(cl_event event)
{
    cl_int value = 99;

    ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof value, &value, NULL));
    return value;
}

cl_mem make_buffer(size_t size)
{
    cl_int error;
    cl_mem mem = clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL, &error);

    ok(error);
    return mem;
}

cl_mem make_image(cl_mem_flags flags, cl_mem_object_type type, cl_channel_order order,
                  cl_channel_type data_type, size_t width, size_t height, size_t depth_or_layers)
{
    cl_image_format format = {order, data_type};
    cl_image_desc desc = {.image_type = type,
                          .image_width = width,
                          .image_height = height,
                          .image_depth = depth_or_layers,
                          .image_array_size = depth_or_layers};
    cl_int error;
    cl_mem image = clCreateImage(context, flags, &format, &desc, NULL, &error);

    ok(error);
    return image;
}
