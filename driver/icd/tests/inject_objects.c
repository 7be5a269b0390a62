/* SPDX-License-Identifier: MIT */
/* inject_objects.c: every kind of object, made and released. */
#include <stdlib.h>
#include <unistd.h>

#include "driver/base/count.h"
#include "driver/icd/tests/inject_driver.h"

enum { BYTES = 1024 };

static void CL_CALLBACK ignore_mem(cl_mem mem, void *data)
{
    (void)mem;
    (void)data;
}

static void use_memory(cl_context where)
{
    static unsigned char host[BYTES];
    const cl_buffer_region region = {256, 256};
    cl_int error;
    cl_mem buffer = clCreateBuffer(where, CL_MEM_COPY_HOST_PTR, BYTES, host, &error);

    if (!went("clCreateBuffer", error, OR_OBJECT))
        return;
    went("clSetMemObjectDestructorCallback",
         clSetMemObjectDestructorCallback(buffer, ignore_mem, NULL), SHORT);
    cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    if (went("clCreateSubBuffer", error, OR_OBJECT))
        went("clReleaseMemObject", clReleaseMemObject(part), SHORT);
    went("clReleaseMemObject", clReleaseMemObject(buffer), SHORT);
}

static void use_image(cl_context where, cl_mem_object_type type, cl_mem buffer)
{
    static unsigned char host[8 * 8 * 4 * 4];
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    bool array = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    const cl_image_desc desc = {.image_type = type,
                                .image_width = 8,
                                .image_height = 8,
                                .image_depth = 4,
                                .image_array_size = array ? 4 : 0,
                                .buffer = buffer};
    cl_mem_flags flags = buffer ? 0 : CL_MEM_COPY_HOST_PTR;
    cl_int error;
    cl_mem image = clCreateImage(where, flags, &format, &desc, buffer ? NULL : host, &error);

    if (went("clCreateImage", error, OR_OBJECT))
        went("clReleaseMemObject", clReleaseMemObject(image), SHORT);
}

static void use_images(cl_context where)
{
    static const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                               CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                               CL_MEM_OBJECT_IMAGE3D};
    cl_int error;

    for (size_t i = 0; i < COUNT(types); i++)
        use_image(where, types[i], NULL);
    cl_mem buffer = clCreateBuffer(where, 0, BYTES, NULL, &error);
    if (!went("clCreateBuffer", error, OR_OBJECT))
        return;
    use_image(where, CL_MEM_OBJECT_IMAGE1D_BUFFER, buffer);
    went("clReleaseMemObject", clReleaseMemObject(buffer), SHORT);
}

static void use_small_objects(cl_context where)
{
    cl_int error;
    cl_sampler sampler =
        clCreateSampler(where, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &error);

    if (went("clCreateSampler", error, SHORT))
        went("clReleaseSampler", clReleaseSampler(sampler), SHORT);
    cl_event event = clCreateUserEvent(where, &error);
    if (went("clCreateUserEvent", error, SHORT)) {
        went("clSetUserEventStatus", clSetUserEventStatus(event, CL_COMPLETE), SHORT);
        went("clReleaseEvent", clReleaseEvent(event), SHORT);
    }
}

static void use_kernels(cl_program program)
{
    cl_kernel kernels[2];
    char names[64];
    cl_uint count = 0;

    went("clGetProgramInfo",
         clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL), SHORT);
    if (went("clCreateKernelsInProgram", clCreateKernelsInProgram(program, 2, kernels, &count),
             SHORT))
        for (cl_uint i = 0; i < count; i++)
            went("clReleaseKernel", clReleaseKernel(kernels[i]), SHORT);
}

static void use_program(cl_context where)
{
    const unsigned char *image = program_image;
    cl_int error, status;
    size_t size = 0;
    cl_program program =
        clCreateProgramWithBinary(where, 1, &device, &program_image_size, &image, &status, &error);

    if (!went("clCreateProgramWithBinary", error, SHORT))
        return;
    went("clGetProgramInfo",
         clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL), SHORT);
    inject_require(size == program_image_size, "a program keeps %zu bytes of its binary", size);
    if (went("clBuildProgram", clBuildProgram(program, 0, NULL, NULL, NULL, NULL), SHORT))
        use_kernels(program);
    went("clReleaseProgram", clReleaseProgram(program), SHORT);
}

static void use_queue(cl_context where)
{
    cl_int error;
    cl_command_queue made = clCreateCommandQueue(where, device, 0, &error);

    if (!went("clCreateCommandQueue", error, SHORT))
        return;
    went("clFinish", clFinish(made), SHORT);
    went("clReleaseCommandQueue", clReleaseCommandQueue(made), SHORT);
}

void scenario_objects(void)
{
    const cl_context_properties properties[] = {CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE, 0};
    cl_int error;

    if (!open_quietly())
        return;
    cl_context made = clCreateContext(properties, 1, &device, ignore_message, NULL, &error);
    if (!went("clCreateContext", error, SHORT))
        return;
    use_queue(made);
    use_memory(made);
    use_images(made);
    use_small_objects(made);
    use_program(made);
    went("clReleaseContext", clReleaseContext(made), SHORT);
}

/* ---- builds, by a compiler that answers what the source says ---- */

static void CL_CALLBACK count_notice(cl_program program, void *data)
{
    (void)program;
    __atomic_add_fetch((int *)data, 1, __ATOMIC_RELEASE);
}

static cl_build_status status_of(cl_program program)
{
    cl_build_status status = CL_BUILD_NONE;

    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL);
    return status;
}

/* The callback comes exactly if the build began, and once. */
static void build_later(cl_program program)
{
    int notices = 0;
    cl_int error = clBuildProgram(program, 0, NULL, "-DA=1", count_notice, &notices);

    if (went("clBuildProgram", error, OR_BUILD)) {
        while (__atomic_load_n(&notices, __ATOMIC_ACQUIRE) == 0)
            usleep(20);
        went("a build in the background",
             status_of(program) == CL_BUILD_SUCCESS ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE,
             OR_BUILD);
    }
    inject_require(status_of(program) != CL_BUILD_IN_PROGRESS, "a build goes on and on");
}

static void build_now(cl_program program)
{
    cl_int error = clBuildProgram(program, 0, NULL, "-DA=1", NULL, NULL);

    went("clBuildProgram", error, OR_BUILD);
    inject_require(status_of(program) == (error ? CL_BUILD_ERROR : CL_BUILD_SUCCESS) ||
                       (error == CL_OUT_OF_HOST_MEMORY && status_of(program) == CL_BUILD_NONE),
                   "clBuildProgram returns %d, the status is %d", error, status_of(program));
}

static void compile_and_link(cl_program program)
{
    const char *name = "header.h";
    cl_int error;

    if (!went("clCompileProgram",
              clCompileProgram(program, 0, NULL, "", 1, &program, &name, NULL, NULL), OR_BUILD))
        return;
    cl_program linked =
        clLinkProgram(context, 0, NULL, "-create-library", 1, &program, NULL, NULL, &error);
    went("clLinkProgram", error, OR_BUILD);
    inject_require(linked || error, "clLinkProgram makes nothing and says nothing");
    if (linked)
        went("clReleaseProgram", clReleaseProgram(linked), SHORT);
}

void scenario_builds(void)
{
    const char *source = "ok text";
    cl_int error;

    if (!open_quietly())
        return;
    for (int i = 0; i < 3; i++) {
        cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
        if (!went("clCreateProgramWithSource", error, SHORT))
            continue;
        if (i == 0)
            build_now(program);
        else if (i == 1)
            build_later(program);
        else
            compile_and_link(program);
        went("clReleaseProgram", clReleaseProgram(program), SHORT);
    }
}
