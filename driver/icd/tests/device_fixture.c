/* SPDX-License-Identifier: MIT */
/* device_fixture.c: the device of the real library. */
#include "driver/icd/tests/device_fixture.h"

cl_device_id device;
cl_context context;
cl_command_queue queue;

int open_device_with(void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *))
{
    cl_platform_id platform;
    char name[64];
    cl_int error;

    ok(clGetPlatformIDs(1, &platform, NULL));
    ok(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
    assert_string_equal(name, "Rootle");
    ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
    context = clCreateContext(NULL, 1, &device, notify, NULL, &error);
    ok(error);
    queue = clCreateCommandQueue(context, device, 0, &error);
    ok(error);
    return 0;
}

int open_device(void **state)
{
    return open_device_with(NULL);
}

int close_device(void **state)
{
    ok(clReleaseCommandQueue(queue));
    ok(clReleaseContext(context));
    return 0;
}

cl_program program_of(const char *source)
{
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);

    ok(error);
    return program;
}

cl_program built(const char *options, const char *source)
{
    cl_program program = program_of(source);
    char log[4096] = "";

    if (clBuildProgram(program, 1, &device, options, NULL, NULL)) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fail_msg("%s: %s", options, log);
    }
    return program;
}

cl_kernel kernel_of(cl_program program, const char *name)
{
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    ok(error);
    return kernel;
}

void build_log(const char *source, char *log, size_t size)
{
    cl_program program = program_of(source);
    assert_int_equal(clBuildProgram(program, 1, &device, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL));
    ok(clReleaseProgram(program));
}

cl_kernel build(const char *source)
{
    cl_program program = built("", source);
    cl_kernel kernel = kernel_of(program, "k");
    ok(clReleaseProgram(program));
    return kernel;
}

cl_mem buffer_of(size_t size, const void *contents)
{
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, contents ? CL_MEM_COPY_HOST_PTR : 0, size,
                                   (void *)contents, &error);

    ok(error);
    return buffer;
}

void set(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    ok(clSetKernelArg(kernel, index, size, value));
}

void read_back(cl_mem buffer, void *data, size_t size)
{
    ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, size, data, 0, NULL, NULL));
}

int run_task(cl_program program, const char *name)
{
    cl_int error;
    int result = 0;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    cl_mem buffer = buffer_of(sizeof result, NULL);

    ok(error);
    set(kernel, 0, sizeof buffer, &buffer);
    ok(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    read_back(buffer, &result, sizeof result);
    ok(clReleaseMemObject(buffer));
    ok(clReleaseKernel(kernel));
    return result;
}

void task_result(cl_kernel kernel, cl_mem buffer, void *data, size_t size)
{
    ok(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    read_back(buffer, data, size);
    ok(clReleaseMemObject(buffer));
    ok(clReleaseKernel(kernel));
}

void launch_result(cl_kernel kernel, const cl_mem *buffers, cl_uint count, size_t global,
                   size_t local, void *data, size_t size)
{
    for (cl_uint i = 0; i < count; i++)
        set(kernel, i, sizeof buffers[i], &buffers[i]);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    read_back(buffers[0], data, size);
    for (cl_uint i = 0; i < count; i++)
        ok(clReleaseMemObject(buffers[i]));
    ok(clReleaseKernel(kernel));
}
