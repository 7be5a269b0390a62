/* SPDX-License-Identifier: MIT */
/* every_buffer.c: buffers, and all that is done to them. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/record/tests/every_call.h"

enum { COUNT = 128, BYTES = COUNT * sizeof(int) };

struct buffers {
    cl_mem one, two, part, host;
    int *own; /* of `host` */
};

static void fill_numbers(int numbers[COUNT], int first)
{
    for (int i = 0; i < COUNT; i++)
        numbers[i] = first + i;
}

static struct buffers make(const struct world *world)
{
    struct buffers made;
    int numbers[COUNT];
    cl_int error;

    fill_numbers(numbers, 100);
    made.one = clCreateBuffer(world->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, BYTES,
                              numbers, &error);
    every_must(error, "buffer");
    made.two = clCreateBuffer(world->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, BYTES,
                              NULL, &error);
    every_must(error, "buffer");
    made.own = aligned_alloc(4096, 4096);
    fill_numbers(made.own, 7);
    made.host = clCreateBuffer(world->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, BYTES,
                               made.own, &error);
    every_must(error, "buffer of host memory");
    const cl_buffer_region region = {256, 128};
    made.part = clCreateSubBuffer(made.two, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                  &region, &error);
    if (error) /* a device may want other alignments */
        made.part = NULL;
    return made;
}

static void transfer(const struct world *world, const struct buffers *b)
{
    int numbers[COUNT], rows[COUNT];
    cl_event written, read;
    const size_t origin[3] = {4, 1, 0}, host[3] = {0, 0, 0}, region[3] = {8, 3, 1};

    fill_numbers(numbers, 1);
    every_must(
        clEnqueueWriteBuffer(world->queue, b->two, CL_TRUE, 0, BYTES, numbers, 0, NULL, NULL),
        "write");
    every_must(clEnqueueWriteBuffer(world->queue, b->two, CL_FALSE, 16, 32, numbers + 20, 0, NULL,
                                    &written),
               "write");
    memset(rows, 0, sizeof rows);
    every_must(
        clEnqueueReadBuffer(world->queue, b->two, CL_FALSE, 0, BYTES, rows, 1, &written, &read),
        "read");
    every_must(clWaitForEvents(1, &read), "wait");
    every_tell("read", rows, BYTES);
    memset(rows, 0, sizeof rows); /* after the wait it is the application's */
    every_must(clReleaseEvent(read), "release");
    every_must(clReleaseEvent(written), "release");
    every_must(clEnqueueWriteBufferRect(world->queue, b->two, CL_TRUE, origin, host, region, 32, 0,
                                        16, 0, numbers, 0, NULL, NULL),
               "write a rectangle");
    every_must(clEnqueueReadBufferRect(world->queue, b->two, CL_TRUE, origin, host, region, 32, 0,
                                       12, 0, rows, 0, NULL, NULL),
               "read a rectangle");
    every_tell("rectangle", rows, 36);
}

static void copy(const struct world *world, const struct buffers *b)
{
    int numbers[COUNT];
    const int pattern = 0x01020304;
    const size_t from[3] = {0, 0, 0}, to[3] = {4, 2, 0}, region[3] = {8, 2, 1};
    const cl_mem both[] = {b->one, b->two};

    every_must(clEnqueueCopyBuffer(world->queue, b->one, b->two, 0, 64, 64, 0, NULL, NULL), "copy");
    every_must(clEnqueueCopyBufferRect(world->queue, b->one, b->two, from, to, region, 32, 0, 32, 0,
                                       0, NULL, NULL),
               "copy a rectangle");
    every_must(
        clEnqueueFillBuffer(world->queue, b->two, &pattern, sizeof pattern, 192, 32, 0, NULL, NULL),
        "fill");
    every_must(clEnqueueMigrateMemObjects(world->queue, 2, both, 0, 0, NULL, NULL), "migrate");
    every_must(
        clEnqueueReadBuffer(world->queue, b->two, CL_FALSE, 0, BYTES, numbers, 0, NULL, NULL),
        "read");
    every_must(clFinish(world->queue), "finish");
    every_tell("copied", numbers, BYTES);
    if (!b->part)
        return;
    every_must(clEnqueueReadBuffer(world->queue, b->part, CL_TRUE, 0, 128, numbers, 0, NULL, NULL),
               "read a part");
    every_tell("part", numbers, 128);
}

static void map(const struct world *world, const struct buffers *b)
{
    cl_int error;
    int *mapped = clEnqueueMapBuffer(world->queue, b->host, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                     BYTES, 0, NULL, NULL, &error);

    every_must(error, "map");
    every_tell("mapped", mapped, BYTES);
    mapped[5] = 5555;
    every_must(clEnqueueUnmapMemObject(world->queue, b->host, mapped, 0, NULL, NULL), "unmap");
    mapped = clEnqueueMapBuffer(world->queue, b->one, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 16,
                                64, 0, NULL, NULL, &error);
    every_must(error, "map");
    memset(mapped, 0x11, 64);
    every_must(clEnqueueUnmapMemObject(world->queue, b->one, mapped, 0, NULL, NULL), "unmap");
    cl_event event;
    mapped = clEnqueueMapBuffer(world->queue, b->host, CL_FALSE, CL_MAP_READ, 0, BYTES, 0, NULL,
                                &event, &error);
    every_must(error, "map");
    every_must(clWaitForEvents(1, &event), "wait");
    every_must(clReleaseEvent(event), "release");
    every_tell("mapped again", mapped, BYTES);
    every_must(clEnqueueUnmapMemObject(world->queue, b->host, mapped, 0, NULL, NULL), "unmap");
}

static void launch(const struct world *world, const struct buffers *b)
{
    const int factor = 3;
    const size_t global = COUNT - 16, offset = 16, local = 16;
    int numbers[COUNT];
    cl_int error;
    cl_kernel scale = clCreateKernel(world->program, "scale", &error);

    every_must(error, "kernel");
    every_must(clSetKernelArg(scale, 0, sizeof(cl_mem), &b->one), "argument");
    every_must(clSetKernelArg(scale, 1, sizeof factor, &factor), "argument");
    every_must(clSetKernelArg(scale, 2, 16 * sizeof(int), NULL), "argument");
    every_must(
        clEnqueueNDRangeKernel(world->queue, scale, 1, &offset, &global, &local, 0, NULL, NULL),
        "launch");
    cl_kernel one = clCreateKernel(world->program, "one", &error);
    every_must(error, "kernel");
    every_must(clSetKernelArg(one, 0, sizeof(cl_mem), &b->one), "argument");
    every_must(clSetKernelArg(one, 1, sizeof(cl_mem), &(cl_mem){NULL}), "a null pointer");
    every_must(clEnqueueTask(world->queue, one, 0, NULL, NULL), "task");
    every_must(clEnqueueReadBuffer(world->queue, b->one, CL_TRUE, 0, BYTES, numbers, 0, NULL, NULL),
               "read");
    every_tell("launched", numbers, BYTES);
    every_must(clRetainKernel(one), "retain");
    every_must(clReleaseKernel(one), "release");
    every_must(clReleaseKernel(one), "release");
    every_must(clReleaseKernel(scale), "release");
}

void every_buffer(struct world *world)
{
    struct buffers buffers = make(world);

    transfer(world, &buffers);
    copy(world, &buffers);
    map(world, &buffers);
    launch(world, &buffers);
    if (buffers.part)
        every_must(clReleaseMemObject(buffers.part), "release");
    every_must(clReleaseMemObject(buffers.one), "release");
    every_must(clReleaseMemObject(buffers.two), "release");
    every_must(clReleaseMemObject(buffers.host), "release");
    every_must(clFinish(world->queue), "finish");
    free(buffers.own);
}
