/* SPDX-License-Identifier: MIT */
/* begin.c: the device that sequences of calls are tried on, what a sequence begins with, and its
 * end.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "driver/base/count.h"
#include "driver/fuzz/api/world_state.h"

struct opened opened;

const char world_source[] =
    "kernel void fill(global uint *p, uint v) { p[get_global_id(0) & 15] = v; }\n"
    "kernel void image(read_only image2d_t in, sampler_t s, write_only image2d_t out,\n"
    "                  local uint *l, float f)\n"
    "{\n"
    "    l[0] = 1;\n"
    "    if (get_image_width(out) > 1)\n"
    "        write_imagef(out, (int2)(get_global_id(0) & 1, 0), read_imagef(in, s, (float2)(f, "
    "f)));\n"
    "}\n"
    "kernel void nothing(void) {}\n";
bool world_is_strict(void)
{
    return opened.strict;
}

char *world_host(void)
{
    return opened.host;
}

const unsigned char *world_binary(size_t *size)
{
    *size = opened.binary_size;
    return opened.binary;
}

/* ---- opening ---- */

static void make_binary(void)
{
    const char *source = world_source;
    cl_int error;
    cl_context context =
        clCreateContext(NULL, 1, &opened.device, world_ignore_message, NULL, &error);
    DO(error);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    DO(error);
    DO(clBuildProgram(program, 1, &opened.device, "", NULL, NULL));
    DO(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof opened.binary_size,
                        &opened.binary_size, NULL));
    opened.binary = malloc(opened.binary_size);
    assert(opened.binary);
    DO(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof opened.binary, &opened.binary, NULL));
    DO(clReleaseProgram(program));
    DO(clReleaseContext(context));
}

bool world_open(void)
{
    static bool tried;
    char name[64] = "";

    if (tried)
        return opened.binary;
    tried = true;
    if (clGetPlatformIDs(1, &opened.platform, NULL) ||
        clGetDeviceIDs(opened.platform, CL_DEVICE_TYPE_ALL, 1, &opened.device, NULL)) {
        return false;
    }
    DO(clGetPlatformInfo(opened.platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
    opened.strict = !strcmp(name, "Rootle");
    opened.host = mmap(NULL, (size_t)1 << WORLD_HOST_SHIFT, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert(opened.host != MAP_FAILED);
    make_binary();
    return true;
}

/* ---- a world ---- */

static void set_arguments(cl_kernel fill, cl_kernel image)
{
    cl_mem buffer = world_first(WORLD_BUFFER), image_2d = world_first(WORLD_IMAGE);
    cl_sampler sampler = world_first(WORLD_SAMPLER);
    const cl_uint value = 5;
    const cl_float place = 0.5f;

    DO(clSetKernelArg(fill, 0, sizeof(cl_mem), &buffer));
    DO(clSetKernelArg(fill, 1, sizeof value, &value));
    DO(clSetKernelArg(image, 0, sizeof(cl_mem), &image_2d));
    DO(clSetKernelArg(image, 1, sizeof sampler, &sampler));
    DO(clSetKernelArg(image, 2, sizeof(cl_mem), &image_2d));
    DO(clSetKernelArg(image, 3, 64, NULL));
    DO(clSetKernelArg(image, 4, sizeof place, &place));
}

static void begin_kernels(cl_context context)
{
    static const char *const names[] = {"fill", "image", "nothing"};
    cl_kernel kernels[COUNT(names)];
    cl_int status, error;
    cl_program program =
        clCreateProgramWithBinary(context, 1, &opened.device, &opened.binary_size,
                                  (const unsigned char **)&opened.binary, &status, &error);
    DO(error);
    world_add(WORLD_PROGRAM, program);
    DO(clBuildProgram(program, 1, &opened.device, "", NULL, NULL));
    for (size_t i = 0; i < COUNT(names); i++) {
        kernels[i] = clCreateKernel(program, names[i], &error);
        DO(error);
        world_add(WORLD_KERNEL, kernels[i]);
    }
    set_arguments(kernels[0], kernels[1]);
}

static void begin_images(cl_context context)
{
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    const cl_image_desc kinds[] = {
        {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8},
        {.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY,
         .image_width = 8,
         .image_height = 4,
         .image_array_size = 3},
        {.image_type = CL_MEM_OBJECT_IMAGE3D,
         .image_width = 8,
         .image_height = 4,
         .image_depth = 4},
    };
    cl_int error;

    for (size_t i = 0; i < COUNT(kinds); i++) {
        cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &kinds[i], NULL, &error);
        DO(error);
        world_add(WORLD_MEM, image);
    }
}

static void begin_context(bool first)
{
    static const size_t sizes[] = {64, 256, 4096};
    cl_int error;
    cl_context context =
        clCreateContext(NULL, 1, &opened.device, world_ignore_message, NULL, &error);

    DO(error);
    world_add(WORLD_CONTEXT, context);
    if (!clSetContextDestructorCallback(context, world_called_context, &world))
        atomic_fetch_add(&world.contexts, 1);
    for (unsigned i = 0; i < (first ? 2 : 1); i++) {
        cl_command_queue queue = clCreateCommandQueue(
            context, opened.device,
            i ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE : 0, &error);
        DO(error);
        world_add(WORLD_QUEUE, queue);
    }
    for (size_t i = 0; i < (first ? COUNT(sizes) : 1); i++) {
        cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizes[i], NULL, &error);
        DO(error);
        world_add(WORLD_MEM, buffer);
    }
    begin_images(context);
    if (!first)
        return;
    cl_sampler sampler =
        clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &error);
    DO(error);
    world_add(WORLD_SAMPLER, sampler);
    cl_event event = clCreateUserEvent(context, &error);
    DO(error);
    world_add(WORLD_EVENT, event);
    begin_kernels(context);
}

void world_begin(void)
{
    world.count = world.map_count = 0;
    world.expected = world.called = world.contexts = world.ended = 0;
    world_add(WORLD_PLATFORM, opened.platform);
    world_add(WORLD_DEVICE, opened.device);
    begin_context(true);
    world.first_count = world.count;
    begin_context(false);
}

/* A context works whatever the calls before it left behind. */
static void check_context(cl_context context)
{
    const cl_uint pattern = 0x12345678;
    cl_uint words[16] = {0};
    cl_device_id devices[8] = {NULL}; /* parts, of another number of units, perhaps */
    cl_int error;

    DO(clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof devices, devices, NULL));
    cl_command_queue queue = clCreateCommandQueue(context, devices[0], 0, &error);
    DO(error);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof words, NULL, &error);
    DO(error);
    DO(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, sizeof words, 0, NULL,
                           NULL));
    DO(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof words, words, 0, NULL, NULL));
    for (size_t i = 0; i < COUNT(words); i++)
        assert(words[i] == pattern);
    DO(clReleaseMemObject(buffer));
    DO(clReleaseCommandQueue(queue));
}

static bool wait_for(atomic_uint *count, unsigned value)
{
    for (unsigned i = 0; i < 10000 && *count < value; i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return *count == value;
}

void world_end(void)
{
    struct world_actor nobody = {0};

    world_settle(&nobody);
    for (unsigned i = 0; i < world.count; i++)
        if (world.objects[i].kind == WORLD_QUEUE)
            clFinish(world.objects[i].handle);
    world_check_counts();
    for (unsigned i = 0; i < world.count; i++)
        if (world.objects[i].kind == WORLD_CONTEXT && world_holds(&world.objects[i]))
            check_context(world.objects[i].handle);
    while (world.count) {
        const struct world_object *object = &world.objects[--world.count];
        const bool own = object->kind > WORLD_PLATFORM && !object->gone;
        for (unsigned i = 0; i < object->taken + own; i++)
            DO(world_release(object->kind, object->handle));
    }
    if (opened.strict) {
        assert(wait_for(&world.ended, world.contexts));
        assert(wait_for(&world.called, world.expected));
    }
    madvise(opened.host, (size_t)1 << WORLD_HOST_SHIFT, MADV_DONTNEED);
}
