/* SPDX-License-Identifier: MIT */
/* transfers.c: see transfers.h. */
#include "driver/bench/transfers.h"

#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"

enum { SIDE = 1024, BYTES = SIDE * SIDE * 4 };

struct ends {
    const struct host *host;
    cl_mem image, other, buffer;
    char *memory, *second;
};

static const size_t origin[3], region[3] = {SIDE, SIDE, 1};

static cl_int write_image(const struct ends *e)
{
    return clEnqueueWriteImage(e->host->queue, e->image, CL_FALSE, origin, region, 0, 0, e->memory,
                               0, NULL, NULL);
}

static cl_int read_image(const struct ends *e)
{
    return clEnqueueReadImage(e->host->queue, e->image, CL_FALSE, origin, region, 0, 0, e->memory,
                              0, NULL, NULL);
}

static cl_int copy_image(const struct ends *e)
{
    return clEnqueueCopyImage(e->host->queue, e->image, e->other, origin, origin, region, 0, NULL,
                              NULL);
}

static cl_int copy_to_buffer(const struct ends *e)
{
    return clEnqueueCopyImageToBuffer(e->host->queue, e->image, e->buffer, origin, region, 0, 0,
                                      NULL, NULL);
}

static cl_int copy_to_image(const struct ends *e)
{
    return clEnqueueCopyBufferToImage(e->host->queue, e->buffer, e->image, 0, origin, region, 0,
                                      NULL, NULL);
}

static cl_int write_buffer(const struct ends *e)
{
    return clEnqueueWriteBuffer(e->host->queue, e->buffer, CL_FALSE, 0, BYTES, e->memory, 0, NULL,
                                NULL);
}

static cl_int copy_memory(const struct ends *e)
{
    memcpy(e->second, e->memory, BYTES);
    return CL_SUCCESS;
}

static const struct transfer {
    const char *name;
    cl_int (*run)(const struct ends *ends);
} transfers[] = {
    {"memcpy", copy_memory},
    {"write-buffer", write_buffer},
    {"write-image", write_image},
    {"read-image", read_image},
    {"copy-image", copy_image},
    {"copy-image-to-buffer", copy_to_buffer},
    {"copy-buffer-to-image", copy_to_image},
};

const struct transfer *transfer_find(const char *name)
{
    for (size_t i = 0; i < COUNT(transfers); i++)
        if (strcmp(transfers[i].name, name) == 0)
            return &transfers[i];
    return NULL;
}

/* The mean of several, each waited for. */
static double run(const struct ends *ends, const struct transfer *transfer)
{
    enum { TIMES = 8 };
    double start = host_now();
    for (unsigned i = 0; i < TIMES; i++) {
        host_check(transfer->run(ends), transfer->name);
        host_check(clFinish(ends->host->queue), "clFinish");
    }
    return (host_now() - start) / TIMES;
}

void transfer_time(const struct host *host, const struct transfer *transfer, unsigned repeat,
                   double *seconds)
{
    struct ends ends = {
        .host = host,
        .image = host_image(host, CL_RGBA, CL_UNORM_INT8, SIDE, SIDE, NULL),
        .other = host_image(host, CL_RGBA, CL_UNORM_INT8, SIDE, SIDE, NULL),
        .buffer = host_buffer(host, BYTES, NULL),
        .memory = malloc(BYTES),
        .second = malloc(BYTES),
    };
    if (!ends.image || !ends.other || !ends.memory || !ends.second)
        host_die("out of memory, or no RGBA UNORM_INT8 images");
    /* Memory never written is one page of zeros, which costs nothing to read. */
    memset(ends.memory, 1, BYTES);
    memset(ends.second, 2, BYTES);
    run(&ends, transfer);
    for (unsigned i = 0; i < repeat; i++)
        seconds[i] = run(&ends, transfer);
    clReleaseMemObject(ends.image);
    clReleaseMemObject(ends.other);
    clReleaseMemObject(ends.buffer);
    free(ends.memory);
    free(ends.second);
}
