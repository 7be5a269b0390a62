/* SPDX-License-Identifier: MIT */
/* every_svm.c: shared virtual memory, coarse-grained and fine-grained. */
#include <string.h>

#include "program-tester/record/tests/every_call.h"

enum { COUNT = 256, HALF = COUNT / 2, BYTES = COUNT * sizeof(int) };

static const size_t half = HALF, group = 4;

static void launch(const struct world *world, cl_kernel kernel, int *data, int factor)
{
    every_must(clSetKernelArgSVMPointer(kernel, 0, data), "pointer");
    every_must(clSetKernelArg(kernel, 1, sizeof factor, &factor), "argument");
    every_must(clSetKernelArg(kernel, 2, group * sizeof(int), NULL), "argument");
    every_must(clEnqueueNDRangeKernel(world->queue, kernel, 1, NULL, &half, &group, 0, NULL, NULL),
               "launch");
}

/* Maps that write and read, a fill, copies from and to memory of the application and between
 * allocations, and a pointer into the middle of one. */
static void coarse(const struct world *world, cl_kernel scale)
{
    int *one = clSVMAlloc(world->context, CL_MEM_READ_WRITE, BYTES, 0);
    int *two = clSVMAlloc(world->context, CL_MEM_READ_WRITE, BYTES, 0);
    int own[COUNT], seven = 7;
    void *both[] = {one, two};
    cl_event read;

    every_must(clEnqueueSVMMap(world->queue, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, one, BYTES, 0,
                               NULL, NULL),
               "map");
    for (int i = 0; i < COUNT; i++)
        one[i] = own[i] = i;
    every_must(clEnqueueSVMUnmap(world->queue, one, 0, NULL, NULL), "unmap");
    every_must(clEnqueueSVMMemFill(world->queue, two, &seven, sizeof seven, BYTES, 0, NULL, NULL),
               "fill");
    every_must(clEnqueueSVMMemcpy(world->queue, CL_FALSE, two + 8, one + 4, 64, 0, NULL, NULL),
               "copy");
    every_must(clEnqueueSVMMemcpy(world->queue, CL_TRUE, two + 100, own + 3, 32, 0, NULL, NULL),
               "copy");
    every_must(clEnqueueSVMMigrateMem(world->queue, 2, (const void **)both, NULL, 0, 0, NULL, NULL),
               "migrate");
    launch(world, scale, one, 3);
    launch(world, scale, two + HALF, 5);
    launch(world, scale, two, 2);
    memset(own, 0, sizeof own);
    every_must(clEnqueueSVMMemcpy(world->queue, CL_FALSE, own, one, BYTES, 0, NULL, &read), "copy");
    every_must(clWaitForEvents(1, &read), "wait");
    every_must(clReleaseEvent(read), "release");
    every_tell("shared", own, BYTES);
    every_must(clEnqueueSVMMap(world->queue, CL_TRUE, CL_MAP_READ, two, BYTES, 0, NULL, NULL),
               "map");
    every_tell("mapped", two, BYTES);
    every_must(clEnqueueSVMUnmap(world->queue, two, 0, NULL, NULL), "unmap");
    every_must(clEnqueueSVMFree(world->queue, 2, both, NULL, NULL, 0, NULL, NULL), "free");
    every_must(clFinish(world->queue), "finish");
}

/* A buffer over it has the same bytes. */
static void over(const struct world *world)
{
    const int three = 3;
    int *data = clSVMAlloc(world->context, CL_MEM_READ_WRITE, BYTES, 0);
    cl_int error;
    cl_mem buffer = clCreateBuffer(world->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, BYTES,
                                   data, &error);

    every_must(error, "buffer over shared memory");
    every_must(
        clEnqueueFillBuffer(world->queue, buffer, &three, sizeof three, 0, BYTES, 0, NULL, NULL),
        "fill");
    every_must(clEnqueueSVMMap(world->queue, CL_TRUE, CL_MAP_READ, data, BYTES, 0, NULL, NULL),
               "map");
    every_tell("over", data, BYTES);
    every_must(clEnqueueSVMUnmap(world->queue, data, 0, NULL, NULL), "unmap");
    every_must(clFinish(world->queue), "finish");
    every_must(clReleaseMemObject(buffer), "release");
    clSVMFree(world->context, data);
}

/* The application writes to it between launches. */
static void fine(const struct world *world, cl_kernel scale)
{
    const cl_svm_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER;
    int *data = clSVMAlloc(world->context, flags, BYTES, 0);

    for (int i = 0; i < COUNT; i++)
        data[i] = i + 1;
    launch(world, scale, data, 2);
    every_must(clFinish(world->queue), "finish");
    data[3] = 1000;
    launch(world, scale, data, 3);
    every_must(clFinish(world->queue), "finish");
    every_tell("fine", data, BYTES);
    clSVMFree(world->context, data);
}

void every_svm(struct world *world)
{
    cl_device_svm_capabilities able = 0;
    cl_int error;

    clGetDeviceInfo(world->device, CL_DEVICE_SVM_CAPABILITIES, sizeof able, &able, NULL);
    if (!(able & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER))
        return;
    cl_kernel scale = clCreateKernel(world->program, "scale", &error);
    every_must(error, "kernel");
    coarse(world, scale);
    over(world);
    if (able & CL_DEVICE_SVM_FINE_GRAIN_BUFFER)
        fine(world, scale);
    every_must(clReleaseKernel(scale), "release");
}
