/* SPDX-License-Identifier: MIT */
/* every_call.c: an application that uses every call that is recorded, and prints what it read.
 * With "svm" it uses shared virtual memory alone; with another argument it kills itself in the
 * middle. */
#include "program-tester/record/tests/every_call.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const source[] = {
    "kernel void scale(global int *data, int factor, local int *room)\n"
    "{\n    size_t i = get_global_id(0);\n    room[get_local_id(0)] = data[i];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n    data[i] = room[get_local_id(0)] * factor;\n}\n",
    "kernel void one(global int *data, global int *none)\n{\n    data[0] += none ? 1 : 1000;\n}\n"
    "kernel void sample(global float4 *out, read_only image2d_t image, sampler_t sampler)\n"
    "{\n    int i = get_global_id(0);\n"
    "    out[i] = read_imagef(image, sampler, (float2)(i * 0.25f, 0.5f));\n}\n"
    "kernel void paint(write_only image2d_t image, float4 colour)\n"
    "{\n    write_imagef(image, (int2)(get_global_id(0), get_global_id(1)), colour);\n}\n"};

void every_must(cl_int error, const char *what)
{
    if (!error)
        return;
    fprintf(stderr, "%s: error %d\n", what, (int)error);
    exit(1);
}

void every_tell(const char *what, const void *bytes, size_t size)
{
    uint64_t sum = 0xcbf29ce484222325u;

    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
    printf("%s %016llx\n", what, (unsigned long long)sum);
}

static void begin(struct world *world)
{
    cl_platform_id platform;
    cl_command_queue_properties able = 0;
    cl_int error;

    every_must(clGetPlatformIDs(1, &platform, NULL), "platform");
    every_must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &world->device, NULL), "device");
    world->context = clCreateContext(NULL, 1, &world->device, NULL, NULL, &error);
    every_must(error, "context");
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                                (cl_context_properties)platform, 0};
    cl_context second = clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, NULL, NULL, &error);
    every_must(error, "context from type");
    every_must(clRetainContext(second), "retain");
    every_must(clReleaseContext(second), "release");
    every_must(clReleaseContext(second), "release");
    cl_context none =
        clCreateContextFromType(properties, CL_DEVICE_TYPE_CUSTOM, NULL, NULL, &error);
    if (!error) /* else a driver may return one all the same, which is none */
        every_must(clReleaseContext(none), "release");
    world->queue = clCreateCommandQueue(world->context, world->device, 0, &error);
    every_must(error, "queue");
    clGetDeviceInfo(world->device, CL_DEVICE_QUEUE_PROPERTIES, sizeof able, &able, NULL);
    const cl_queue_properties of_queue[] = {CL_QUEUE_PROPERTIES,
                                            able & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    world->other =
        clCreateCommandQueueWithProperties(world->context, world->device, of_queue, &error);
    every_must(error, "queue with properties");
    world->program =
        clCreateProgramWithSource(world->context, 2, (const char **)source, NULL, &error);
    every_must(error, "program");
    every_must(clBuildProgram(world->program, 0, NULL, "-DUNUSED=1", NULL, NULL), "build");
}

static void end(struct world *world)
{
    every_must(clReleaseProgram(world->program), "release");
    every_must(clReleaseCommandQueue(world->other), "release");
    every_must(clReleaseCommandQueue(world->queue), "release");
    every_must(clReleaseContext(world->context), "release");
}

int main(int argc, char **argv)
{
    struct world world;

    begin(&world);
    if (argc > 1 && !strcmp(argv[1], "svm")) {
        every_svm(&world);
        end(&world);
        return 0;
    }
    every_buffer(&world);
    every_image(&world);
    if (argc > 1)
        raise(SIGKILL);
    every_program(&world);
    every_event(&world);
    every_svm(&world);
    end(&world);
    return 0;
}
