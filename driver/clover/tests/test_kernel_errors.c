/* SPDX-License-Identifier: MIT */
/* test_kernel_errors.c: the error codes that sections 5.7 and 5.8 of OpenCL 1.2 name for kernels
 * and launches: a table of wrong arguments for each call. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/tests/error_fixture.h"
#include "driver/clover/tests/release.h"

#include <string.h>

/* ---- 5.7: kernels ---- */

static void create_kernels(void **state)
{
    const struct {
        const char *wrong;
        cl_program program;
        const char *name;
        cl_int error;
    } cases[] = {
        {"no program", NULL, "k", CL_INVALID_PROGRAM},
        {"a queue for the program", wrong_program, "k", CL_INVALID_PROGRAM},
        {"a program that is not built", source, "k", CL_INVALID_PROGRAM_EXECUTABLE},
        {"an object", object, "k", CL_INVALID_PROGRAM_EXECUTABLE},
        {"an unknown name", executable, "K", CL_INVALID_KERNEL_NAME},
        {"no name", executable, NULL, CL_INVALID_VALUE},
    };
    cl_kernel all[ERROR_KERNELS];

    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_int error = 1;
        assert_null(clCreateKernel(cases[i].program, cases[i].name, &error));
        check("clCreateKernel", cases[i].wrong, error, cases[i].error);
        if (!cases[i].name || strcmp(cases[i].name, "k") != 0)
            continue;
        check("clCreateKernelsInProgram", cases[i].wrong,
              clCreateKernelsInProgram(cases[i].program, COUNT(all), all, NULL), cases[i].error);
    }
    check("clCreateKernelsInProgram", "too little room",
          clCreateKernelsInProgram(executable, COUNT(all) - 1, all, NULL), CL_INVALID_VALUE);
    assert_int_equal(clRetainKernel(NULL), CL_INVALID_KERNEL);
    assert_int_equal(clReleaseKernel((cl_kernel)queue), CL_INVALID_KERNEL);
}

static void kernel_queries(void **state)
{
    const struct {
        const char *wrong;
        cl_kernel kernel;
        cl_kernel_info name;
        size_t size;
        cl_int error;
    } cases[] = {
        {"nothing wrong", kernel, CL_KERNEL_NUM_ARGS, 4, CL_SUCCESS},
        {"no kernel", NULL, CL_KERNEL_NUM_ARGS, 4, CL_INVALID_KERNEL},
        {"an unknown name", kernel, 0, 4, CL_INVALID_VALUE},
        {"no room", kernel, CL_KERNEL_NUM_ARGS, 3, CL_INVALID_VALUE},
        {"no room for a name", kernel, CL_KERNEL_FUNCTION_NAME, 1, CL_INVALID_VALUE},
    };
    uint64_t value[8];

    for (size_t i = 0; i < COUNT(cases); i++)
        check("clGetKernelInfo", cases[i].wrong,
              clGetKernelInfo(cases[i].kernel, cases[i].name, cases[i].size, value, NULL),
              cases[i].error);
}

static void argument_queries(void **state)
{
    const struct {
        const char *wrong;
        cl_kernel kernel;
        cl_uint index;
        cl_kernel_arg_info name;
        size_t size;
        cl_int error;
    } cases[] = {
        {"nothing wrong", kernel, 0, CL_KERNEL_ARG_NAME, 2, CL_SUCCESS},
        {"no kernel", NULL, 0, CL_KERNEL_ARG_NAME, 2, CL_INVALID_KERNEL},
        {"an index too high", kernel, ERROR_ARGUMENTS, CL_KERNEL_ARG_NAME, 2, CL_INVALID_ARG_INDEX},
        {"an unknown name", kernel, 0, CL_KERNEL_NUM_ARGS, 2, CL_INVALID_VALUE},
        {"no room", kernel, 0, CL_KERNEL_ARG_NAME, 1, CL_INVALID_VALUE},
        {"no information", kernel, 1, CL_KERNEL_ARG_NAME, 2, CL_KERNEL_ARG_INFO_NOT_AVAILABLE},
        {"no type's name", kernel, 1, CL_KERNEL_ARG_TYPE_NAME, 2, CL_KERNEL_ARG_INFO_NOT_AVAILABLE},
    };
    uint64_t value[8];

    for (size_t i = 0; i < COUNT(cases); i++)
        check("clGetKernelArgInfo", cases[i].wrong,
              clGetKernelArgInfo(cases[i].kernel, cases[i].index, cases[i].name, cases[i].size,
                                 value, NULL),
              cases[i].error);
}

static void work_group_queries(void **state)
{
    const struct {
        const char *wrong;
        cl_kernel kernel;
        cl_device_id device;
        cl_kernel_work_group_info name;
        size_t size;
        cl_int error;
    } cases[] = {
        {"nothing wrong", kernel, device, CL_KERNEL_WORK_GROUP_SIZE, 8, CL_SUCCESS},
        {"the only device left out", kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, 8, CL_SUCCESS},
        {"no kernel", NULL, device, CL_KERNEL_WORK_GROUP_SIZE, 8, CL_INVALID_KERNEL},
        {"a wrong device", kernel, wrong_device, CL_KERNEL_WORK_GROUP_SIZE, 8, CL_INVALID_DEVICE},
        {"an unknown name", kernel, device, CL_KERNEL_NUM_ARGS, 8, CL_INVALID_VALUE},
        {"no room", kernel, device, CL_KERNEL_WORK_GROUP_SIZE, 7, CL_INVALID_VALUE},
        {"no room for three", kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, 23,
         CL_INVALID_VALUE},
        {"a kernel that is not built in", kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE, 24,
         CL_INVALID_VALUE},
    };
    uint64_t value[8];

    for (size_t i = 0; i < COUNT(cases); i++)
        check("clGetKernelWorkGroupInfo", cases[i].wrong,
              clGetKernelWorkGroupInfo(cases[i].kernel, cases[i].device, cases[i].name,
                                       cases[i].size, value, NULL),
              cases[i].error);
}

static void wrong_arguments(void **state)
{
    cl_mem buffer = make_buffer(16), null = NULL;
    cl_mem image = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_FLOAT, 4, 4, 1);
    cl_mem volume = make_image(0, CL_MEM_OBJECT_IMAGE3D, CL_RGBA, CL_FLOAT, 4, 4, 4);
    cl_mem unreadable =
        make_image(CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_FLOAT, 4, 4, 1);
    cl_int value = 0, error;
    cl_sampler sampler =
        clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &error);
    cl_mem foreign = clCreateBuffer(other_context, 0, 16, NULL, &error);
    const struct {
        const char *wrong;
        cl_kernel kernel;
        cl_uint index;
        size_t size;
        const void *value;
        cl_int error;
    } cases[] = {
        {"no kernel", NULL, 0, 4, &value, CL_INVALID_KERNEL},
        {"an index too high", kernel, ERROR_ARGUMENTS, 4, &value, CL_INVALID_ARG_INDEX},
        {"no value", kernel, 0, 4, NULL, CL_INVALID_ARG_VALUE},
        {"too small a value", kernel, 0, 3, &value, CL_INVALID_ARG_SIZE},
        {"too large a value", kernel, 0, 8, &value, CL_INVALID_ARG_SIZE},
        {"a value of no bytes", kernel, 0, 0, &value, CL_INVALID_ARG_SIZE},
        {"a sampler for a buffer", kernel, 1, sizeof sampler, &sampler, CL_INVALID_MEM_OBJECT},
        {"an image for a buffer", kernel, 1, sizeof image, &image, CL_INVALID_MEM_OBJECT},
        {"another context's buffer", kernel, 1, sizeof foreign, &foreign, CL_INVALID_MEM_OBJECT},
        {"a buffer's wrong size", kernel, 1, 16, &buffer, CL_INVALID_ARG_SIZE},
        {"local memory with contents", kernel, 2, 4, &value, CL_INVALID_ARG_VALUE},
        {"no local memory", kernel, 2, 0, NULL, CL_INVALID_ARG_SIZE},
        {"a buffer for an image", kernel, 3, sizeof buffer, &buffer, CL_INVALID_MEM_OBJECT},
        {"NULL for an image", kernel, 3, sizeof null, &null, CL_INVALID_MEM_OBJECT},
        {"an image's wrong size", kernel, 3, 4, &image, CL_INVALID_ARG_SIZE},
        {"an image of another type", kernel, 3, sizeof volume, &volume, CL_INVALID_ARG_VALUE},
        {"a write-only image", kernel, 3, sizeof unreadable, &unreadable, CL_INVALID_ARG_VALUE},
        {"a buffer for a sampler", kernel, 4, sizeof buffer, &buffer, CL_INVALID_SAMPLER},
        {"no sampler", kernel, 4, sizeof sampler, NULL, CL_INVALID_SAMPLER},
        {"a sampler's wrong size", kernel, 4, 4, &sampler, CL_INVALID_ARG_SIZE},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        error = clSetKernelArg(cases[i].kernel, cases[i].index, cases[i].size, cases[i].value);
        check("clSetKernelArg", cases[i].wrong, error, cases[i].error);
        /* A refused argument is not set. */
        assert_int_equal(clEnqueueTask(queue, kernel, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    }
    ok(clReleaseSampler(sampler));
    release_memory(foreign, unreadable, volume, image, buffer);
}

/* ---- 5.8: launches ---- */

static void wrong_launches(void **state)
{
    const size_t one[] = {1, 1, 1}, eight[] = {8, 4, 1}, three[] = {3, 1, 1}, zero[] = {1, 0, 1},
                 high[] = {(size_t)UINT32_MAX + 1, 1, 1}, far[] = {UINT32_MAX, 0, 0},
                 long_row[] = {512, 1, 1}, full[] = {256, 2, 1};
    cl_int error;
    cl_command_queue foreign = clCreateCommandQueue(other_context, device, 0, &error);
    cl_event user = clCreateUserEvent(other_context, &error), bad = (cl_event)queue;
    const struct {
        const char *wrong;
        cl_command_queue queue;
        cl_kernel kernel;
        cl_uint dimensions;
        const size_t *offset, *global, *local;
        cl_uint wait_count;
        const cl_event *waits;
        cl_int error;
    } cases[] = {
        {"nothing wrong", queue, none, 1, NULL, eight, NULL, 0, NULL, CL_SUCCESS},
        {"no queue", NULL, none, 1, NULL, one, NULL, 0, NULL, CL_INVALID_COMMAND_QUEUE},
        {"no kernel", queue, NULL, 1, NULL, one, NULL, 0, NULL, CL_INVALID_KERNEL},
        {"another context's queue", foreign, none, 1, NULL, one, NULL, 0, NULL, CL_INVALID_CONTEXT},
        {"another context's event", queue, none, 1, NULL, one, NULL, 1, &user, CL_INVALID_CONTEXT},
        {"arguments that are not set", queue, kernel, 1, NULL, one, NULL, 0, NULL,
         CL_INVALID_KERNEL_ARGS},
        {"0 dimensions", queue, none, 0, NULL, one, NULL, 0, NULL, CL_INVALID_WORK_DIMENSION},
        {"4 dimensions", queue, none, 4, NULL, one, NULL, 0, NULL, CL_INVALID_WORK_DIMENSION},
        {"no global size", queue, none, 1, NULL, NULL, NULL, 0, NULL, CL_SUCCESS},
        {"global size 0", queue, none, 2, NULL, zero, NULL, 0, NULL, CL_SUCCESS},
        {"too high a size", queue, none, 1, NULL, high, NULL, 0, NULL, CL_INVALID_GLOBAL_WORK_SIZE},
        {"too high an offset", queue, none, 1, far, eight, NULL, 0, NULL, CL_INVALID_GLOBAL_OFFSET},
        {"groups that do not fit", queue, none, 1, NULL, eight, three, 0, NULL,
         CL_INVALID_WORK_GROUP_SIZE},
        {"groups of none", queue, none, 2, NULL, eight, zero, 0, NULL, CL_INVALID_WORK_GROUP_SIZE},
        {"groups that are too large", queue, none, 2, NULL, full, full, 0, NULL,
         CL_INVALID_WORK_GROUP_SIZE},
        {"a dimension that is too large", queue, none, 1, NULL, long_row, long_row, 0, NULL,
         CL_INVALID_WORK_ITEM_SIZE},
        {"another size than required", queue, sized, 2, NULL, eight, one, 0, NULL,
         CL_INVALID_WORK_GROUP_SIZE},
        {"no size beside the required one", queue, sized, 2, NULL, eight, NULL, 0, NULL,
         CL_SUCCESS}, /* in 3.0; 1.2 wants it to be given */
        {"the required size", queue, sized, 2, NULL, eight, eight, 0, NULL, CL_SUCCESS},
        {"events without a count", queue, none, 1, NULL, one, NULL, 0, &user,
         CL_INVALID_EVENT_WAIT_LIST},
        {"a count without events", queue, none, 1, NULL, one, NULL, 1, NULL,
         CL_INVALID_EVENT_WAIT_LIST},
        {"a queue for an event", queue, none, 1, NULL, one, NULL, 1, &bad,
         CL_INVALID_EVENT_WAIT_LIST},
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        check("clEnqueueNDRangeKernel", cases[i].wrong,
              clEnqueueNDRangeKernel(cases[i].queue, cases[i].kernel, cases[i].dimensions,
                                     cases[i].offset, cases[i].global, cases[i].local,
                                     cases[i].wait_count, cases[i].waits, NULL),
              cases[i].error);
    ok(clReleaseEvent(user));
    ok(clReleaseCommandQueue(foreign));
}

static void wrong_tasks(void **state)
{
    cl_int error;
    cl_command_queue foreign = clCreateCommandQueue(other_context, device, 0, &error);

    check("clEnqueueTask", "no queue", clEnqueueTask(NULL, none, 0, NULL, NULL),
          CL_INVALID_COMMAND_QUEUE);
    check("clEnqueueTask", "no kernel", clEnqueueTask(queue, NULL, 0, NULL, NULL),
          CL_INVALID_KERNEL);
    check("clEnqueueTask", "another context's queue", clEnqueueTask(foreign, none, 0, NULL, NULL),
          CL_INVALID_CONTEXT);
    check("clEnqueueTask", "a required size", clEnqueueTask(queue, sized, 0, NULL, NULL),
          CL_INVALID_WORK_GROUP_SIZE);
    ok(clReleaseCommandQueue(foreign));
}

static void CL_CALLBACK native(void *data)
{
    (void)data;
}

static void native_kernels(void **state)
{
    int data[2] = {0, 0};
    cl_mem buffer = make_buffer(16);
    const void *place = data;
    const struct {
        const char *wrong;
        void(CL_CALLBACK *function)(void *);
        void *args;
        size_t size;
        cl_uint count;
        const cl_mem *mems;
        const void **places;
        cl_int error;
    } cases[] = {
        {"a device that runs none", native, data, 8, 1, &buffer, &place, CL_INVALID_OPERATION},
        {"a device that runs none", native, NULL, 0, 0, NULL, NULL, CL_INVALID_OPERATION},
        {"no function", NULL, data, 8, 0, NULL, NULL, CL_INVALID_VALUE},
        {"a size without arguments", native, NULL, 8, 0, NULL, NULL, CL_INVALID_VALUE},
        {"arguments without a size", native, data, 0, 0, NULL, NULL, CL_INVALID_VALUE},
        {"buffers without arguments", native, NULL, 0, 1, &buffer, &place, CL_INVALID_VALUE},
        {"a count without buffers", native, data, 8, 1, NULL, &place, CL_INVALID_VALUE},
        {"a count without places", native, data, 8, 1, &buffer, NULL, CL_INVALID_VALUE},
        {"buffers without a count", native, data, 8, 0, &buffer, NULL, CL_INVALID_VALUE},
        {"places without a count", native, data, 8, 0, NULL, &place, CL_INVALID_VALUE},
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        check("clEnqueueNativeKernel", cases[i].wrong,
              clEnqueueNativeKernel(queue, cases[i].function, cases[i].args, cases[i].size,
                                    cases[i].count, cases[i].mems, cases[i].places, 0, NULL, NULL),
              cases[i].error);
    check("clEnqueueNativeKernel", "no queue",
          clEnqueueNativeKernel(NULL, native, NULL, 0, 0, NULL, NULL, 0, NULL, NULL),
          CL_INVALID_COMMAND_QUEUE);
    ok(clReleaseMemObject(buffer));
}

int main(void)
{
    return RUN_TESTS(error_test, create_kernels, kernel_queries, argument_queries,
                     work_group_queries, wrong_arguments, wrong_launches, wrong_tasks,
                     native_kernels);
}
