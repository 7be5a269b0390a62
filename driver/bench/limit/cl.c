/* SPDX-License-Identifier: MIT */
/* cl.c: the OpenCL functions that the benchmark calls, on plain memory and C functions. */
#include <CL/cl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/bench/limit/limit.h"

struct _cl_mem {
    struct limit_memory memory;
};

struct _cl_kernel {
    limit_fn run;
    struct limit_launch launch;
};

static char objects[4]; /* a platform, device, context and queue need nothing but an address */

/* ---- threads: a launch is parts that they take in turn ---- */

enum { MOST_THREADS = 256, PARTS_OF_A_THREAD = 4 };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t begun, ended;
    unsigned threads, busy;
    uint64_t launches;
    limit_fn run;
    const struct limit_launch *launch;
    size_t count, part;
    atomic_size_t next;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .begun = PTHREAD_COND_INITIALIZER,
          .ended = PTHREAD_COND_INITIALIZER};

static void take_parts(void)
{
    size_t first;
    while ((first = atomic_fetch_add(&pool.next, pool.part)) < pool.count) {
        const size_t end = first + pool.part < pool.count ? first + pool.part : pool.count;
        pool.run(pool.launch, first, end);
    }
}

static void *work(void *unused)
{
    uint64_t seen = 0;
    for (;;) {
        pthread_mutex_lock(&pool.lock);
        while (pool.launches == seen)
            pthread_cond_wait(&pool.begun, &pool.lock);
        seen = pool.launches;
        pthread_mutex_unlock(&pool.lock);
        take_parts();
        pthread_mutex_lock(&pool.lock);
        if (--pool.busy == 0)
            pthread_cond_signal(&pool.ended);
        pthread_mutex_unlock(&pool.lock);
    }
    return unused;
}

/* LIMIT_THREADS; 0, or not set: as many as there are processors. The caller is one of them. */
static void start_threads(void)
{
    const char *text = getenv("LIMIT_THREADS");
    long count = text ? atol(text) : 0;
    if (count < 1)
        count = sysconf(_SC_NPROCESSORS_ONLN);
    pool.threads = count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : (unsigned)count;
    for (unsigned i = 1; i < pool.threads; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, work, NULL)) {
            fputs("rootle-limit: no more threads\n", stderr);
            exit(1);
        }
    }
}

static void launch_on_all(const struct _cl_kernel *kernel)
{
    const size_t count = kernel->launch.height > 1 ? kernel->launch.height : kernel->launch.width;
    const size_t parts = pool.threads == 1 ? 1 : pool.threads * PARTS_OF_A_THREAD;
    /* A part of one row is of whole vectors. */
    pool.part = kernel->launch.height > 1 ? (count + parts - 1) / parts
                                          : ((count + parts - 1) / parts + 63) / 64 * 64;
    pool.count = count;
    pool.run = kernel->run;
    pool.launch = &kernel->launch;
    atomic_store(&pool.next, 0);
    if (pool.threads > 1) {
        pthread_mutex_lock(&pool.lock);
        pool.busy = pool.threads - 1;
        pool.launches++;
        pthread_cond_broadcast(&pool.begun);
        pthread_mutex_unlock(&pool.lock);
    }
    take_parts();
    pthread_mutex_lock(&pool.lock);
    while (pool.busy)
        pthread_cond_wait(&pool.ended, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

/* ---- objects ---- */

cl_int clGetPlatformIDs(cl_uint count, cl_platform_id *platforms, cl_uint *found)
{
    (void)count, (void)found;
    *platforms = (cl_platform_id)(void *)&objects[0];
    start_threads();
    return CL_SUCCESS;
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t room, void *value,
                         size_t *size)
{
    (void)platform, (void)name, (void)size;
    snprintf(value, room, "C");
    return CL_SUCCESS;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint count,
                      cl_device_id *devices, cl_uint *found)
{
    (void)platform, (void)type, (void)count, (void)found;
    *devices = (cl_device_id)(void *)&objects[1];
    return CL_SUCCESS;
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint count,
                           const cl_device_id *devices,
                           void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                           void *data, cl_int *status)
{
    (void)properties, (void)count, (void)devices, (void)notify, (void)data;
    *status = CL_SUCCESS;
    return (cl_context)(void *)&objects[2];
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int *status)
{
    (void)context, (void)device, (void)properties;
    *status = CL_SUCCESS;
    return (cl_command_queue)(void *)&objects[3];
}

static cl_mem make_memory(struct limit_memory memory, const void *data, cl_int *status)
{
    struct _cl_mem *made = malloc(sizeof *made);
    if (made)
        memory.data = aligned_alloc(64, (memory.bytes + 63) / 64 * 64 + 64);
    *status = made && memory.data ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (*status) {
        free(made);
        return NULL;
    }
    if (data)
        memcpy(memory.data, data, memory.bytes);
    else
        memset(memory.data, 0, memory.bytes);
    made->memory = memory;
    return made;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *data,
                      cl_int *status)
{
    (void)context, (void)flags;
    return make_memory((struct limit_memory){.bytes = size}, data, status);
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                     const cl_image_desc *desc, void *data, cl_int *status)
{
    (void)context, (void)flags;
    struct limit_memory memory = {
        .width = desc->image_width,
        .height = desc->image_height,
        .depth = desc->image_depth ? desc->image_depth : 1,
        .texel = format->image_channel_data_type == CL_FLOAT ? 16 : 4,
        .levels = desc->num_mip_levels ? desc->num_mip_levels : 1,
    };
    memory.bytes = limit_level(&memory, memory.levels);
    return make_memory(memory, data, status);
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                                  cl_uint room, cl_image_format *formats, cl_uint *count)
{
    (void)context, (void)flags, (void)type, (void)room;
    formats[0] = (cl_image_format){CL_RGBA, CL_UNORM_INT8};
    formats[1] = (cl_image_format){CL_RGBA, CL_FLOAT};
    *count = 2;
    return CL_SUCCESS;
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **sources,
                                     const size_t *sizes, cl_int *status)
{
    (void)count, (void)sources, (void)sizes;
    *status = CL_SUCCESS;
    return (cl_program)(void *)context;
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                      const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                      void *data)
{
    (void)program, (void)count, (void)devices, (void)options, (void)notify, (void)data;
    return CL_SUCCESS;
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *status)
{
    static const struct limit_kernel *const tables[] = {limit_images, limit_numbers};
    (void)program;
    struct _cl_kernel *kernel = calloc(1, sizeof *kernel);
    *status = kernel ? CL_INVALID_KERNEL_NAME : CL_OUT_OF_HOST_MEMORY;
    for (unsigned t = 0; kernel && t < 2; t++)
        for (const struct limit_kernel *row = tables[t]; row->name; row++)
            if (!strcmp(row->name, name)) {
                kernel->run = row->run;
                *status = CL_SUCCESS;
            }
    return kernel;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    if (index >= LIMIT_ARGUMENTS)
        return CL_INVALID_ARG_INDEX;
    /* Pointers are of memory; other values have at most 8 bytes, and none of the benchmark's has 8
     * but a pair: a memory's argument is set by host_set_mem alone, whose size it shares. */
    if (size == sizeof(cl_mem))
        memcpy(&kernel->launch.memory[index], value, size);
    memcpy(&kernel->launch.value[index], value, size);
    return CL_SUCCESS;
}

/* ---- commands, each done when its function returns ---- */

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint waits, const cl_event *wait, cl_event *event)
{
    (void)queue, (void)offset, (void)local, (void)waits, (void)wait, (void)event;
    kernel->launch.width = global[0];
    kernel->launch.height = dimensions > 1 ? global[1] : 1;
    launch_on_all(kernel);
    return CL_SUCCESS;
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void *data, cl_uint waits, const cl_event *wait,
                           cl_event *event)
{
    (void)queue, (void)blocking, (void)waits, (void)wait, (void)event;
    memcpy(data, (char *)buffer->memory.data + offset, size);
    return CL_SUCCESS;
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void *data, cl_uint waits, const cl_event *wait,
                            cl_event *event)
{
    (void)queue, (void)blocking, (void)waits, (void)wait, (void)event;
    memcpy((char *)buffer->memory.data + offset, data, size);
    return CL_SUCCESS;
}

/* The benchmark moves whole images alone. */
cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                          const size_t *origin, const size_t *region, size_t row_pitch,
                          size_t slice_pitch, void *data, cl_uint waits, const cl_event *wait,
                          cl_event *event)
{
    (void)queue, (void)blocking, (void)origin, (void)region, (void)row_pitch, (void)slice_pitch;
    (void)waits, (void)wait, (void)event;
    memcpy(data, image->memory.data, image->memory.bytes);
    return CL_SUCCESS;
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                           const size_t *origin, const size_t *region, size_t row_pitch,
                           size_t slice_pitch, const void *data, cl_uint waits,
                           const cl_event *wait, cl_event *event)
{
    (void)queue, (void)blocking, (void)region, (void)row_pitch, (void)slice_pitch;
    (void)waits, (void)wait, (void)event;
    const struct limit_memory *memory = &image->memory;
    const size_t level = memory->levels > 1 ? origin[2] : 0, begin = limit_level(memory, level);
    memcpy((char *)memory->data + begin, data, limit_level(memory, level + 1) - begin);
    return CL_SUCCESS;
}

static cl_int copy_all(cl_mem from, cl_mem to)
{
    memcpy(to->memory.data, from->memory.data, to->memory.bytes);
    return CL_SUCCESS;
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *origin,
                          const size_t *to_origin, const size_t *region, cl_uint waits,
                          const cl_event *wait, cl_event *event)
{
    (void)queue, (void)origin, (void)to_origin, (void)region, (void)waits, (void)wait, (void)event;
    return copy_all(from, to);
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem from, cl_mem to,
                                  const size_t *origin, const size_t *region, size_t offset,
                                  cl_uint waits, const cl_event *wait, cl_event *event)
{
    (void)queue, (void)origin, (void)region, (void)offset, (void)waits, (void)wait, (void)event;
    return copy_all(from, to);
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset,
                                  const size_t *origin, const size_t *region, cl_uint waits,
                                  const cl_event *wait, cl_event *event)
{
    (void)queue, (void)offset, (void)origin, (void)region, (void)waits, (void)wait, (void)event;
    return copy_all(from, to);
}

cl_int clFinish(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

/* ---- what the benchmark calls, and has nothing to do here; the process ends soon ---- */

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info name,
                             size_t room, void *value, size_t *size)
{
    (void)program, (void)device, (void)name, (void)room, (void)value, (void)size;
    return CL_INVALID_OPERATION;
}

cl_sampler clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode address,
                           cl_filter_mode filter, cl_int *status)
{
    (void)context, (void)normalized, (void)address, (void)filter;
    *status = CL_INVALID_OPERATION;
    return NULL;
}

cl_sampler clCreateSamplerWithProperties(cl_context context,
                                         const cl_sampler_properties *properties, cl_int *status)
{
    (void)context, (void)properties;
    *status = CL_SUCCESS; /* kernels know theirs */
    return NULL;
}

#define RELEASE(name, type)                                                                        \
    cl_int clRelease##name(type object)                                                            \
    {                                                                                              \
        (void)object;                                                                              \
        return CL_SUCCESS;                                                                         \
    }
RELEASE(CommandQueue, cl_command_queue)
RELEASE(Context, cl_context)
RELEASE(Program, cl_program)
RELEASE(Kernel, cl_kernel)
RELEASE(Sampler, cl_sampler)
RELEASE(MemObject, cl_mem)
