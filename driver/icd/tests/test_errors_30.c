/* SPDX-License-Identifier: MIT */
/* test_errors_30.c: which errors the calls give that OpenCL 2.0 to 3.0 added, by the lists of the
 * OpenCL 3.0 API specification. It asks nothing that only our driver answers, so that it can be run
 * on any: OCL_ICD_VENDORS=... driver-errors_30. A device that has a feature is passed over where
 * the list speaks of devices without it; a driver of OpenCL 1.2 or 2 is passed over. */
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/base/count.h"

enum { SKIPPED = 77 };

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_kernel kernel;
static cl_mem buffer;
static int wrong, passed_over;

/* One call: what is wrong with it, the error that it must give, and the one that it gave. */
static void check(const char *call, const char *why, cl_int wanted, cl_int got)
{
    if (wanted == got)
        return;
    wrong++;
    fprintf(stderr, "%s with %s: %d, not %d\n", call, why, got, wanted);
}

static void require(cl_int error, const char *what)
{
    if (!error)
        return;
    fprintf(stderr, "%s: %d\n", what, error);
    exit(EXIT_FAILURE);
}

/* Where two rules apply, of which the specification puts none first. */
static void check_either(const char *call, const char *why, cl_int one, cl_int other, cl_int got)
{
    check(call, why, got == other ? other : one, got);
}

static bool device_has(cl_device_info name)
{
    unsigned char answer[4096] = {0};
    size_t size = 0;

    require(clGetDeviceInfo(device, name, sizeof answer, answer, &size), "clGetDeviceInfo");
    for (size_t i = 0; i < size; i++) {
        if (answer[i])
            return true;
    }
    return false;
}

static void CL_CALLBACK hear_context(cl_context of, void *data)
{
    (void)of;
    ++*(int *)data;
}

static void CL_CALLBACK hear_program(cl_program of, void *data)
{
    (void)of;
    (void)data;
}

/* ---- objects made from lists of properties ---- */

static void queues(void)
{
    const cl_queue_properties unknown[] = {CL_QUEUE_CONTEXT, 0, 0},
                              bits[] = {CL_QUEUE_PROPERTIES, 1 << 12, 0};
    const char *call = "clCreateCommandQueueWithProperties";
    cl_int error = 1;

    clCreateCommandQueueWithProperties(NULL, device, NULL, &error);
    check(call, "no context", CL_INVALID_CONTEXT, error);
    clCreateCommandQueueWithProperties(context, NULL, NULL, &error);
    check(call, "no device", CL_INVALID_DEVICE, error);
    clCreateCommandQueueWithProperties(context, device, unknown, &error);
    check(call, "an unknown property", CL_INVALID_VALUE, error);
    clCreateCommandQueueWithProperties(context, device, bits, &error);
    check(call, "unknown bits", CL_INVALID_VALUE, error);
}

static void samplers(void)
{
    const cl_sampler_properties unknown[] = {CL_SAMPLER_CONTEXT, 0, 0};
    const cl_sampler_properties twice[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST,
                                           CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST, 0};
    const cl_sampler_properties mode[] = {CL_SAMPLER_ADDRESSING_MODE, 0x7777, 0};
    const char *call = "clCreateSamplerWithProperties";
    cl_int error = 1;

    clCreateSamplerWithProperties(NULL, NULL, &error);
    check(call, "no context", CL_INVALID_CONTEXT, error);
    clCreateSamplerWithProperties(context, unknown, &error);
    check(call, "an unknown property", CL_INVALID_VALUE, error);
    clCreateSamplerWithProperties(context, twice, &error);
    check(call, "a property twice", CL_INVALID_VALUE, error);
    clCreateSamplerWithProperties(context, mode, &error);
    check(call, "an unknown mode", CL_INVALID_VALUE, error);
}

static void buffers(void)
{
    const cl_mem_properties unknown[] = {CL_MEM_TYPE, 1, 0};
    const char *call = "clCreateBufferWithProperties";
    char byte = 0;
    cl_int error = 1;

    clCreateBufferWithProperties(NULL, NULL, 0, 4, NULL, &error);
    check(call, "no context", CL_INVALID_CONTEXT, error);
    clCreateBufferWithProperties(context, unknown, 0, 4, NULL, &error);
    check(call, "an unknown property", CL_INVALID_PROPERTY, error);
    clCreateBufferWithProperties(context, NULL, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4, NULL,
                                 &error);
    check(call, "flags that exclude each other", CL_INVALID_VALUE, error);
    clCreateBufferWithProperties(context, NULL, 0, 0, NULL, &error);
    check(call, "no size", CL_INVALID_BUFFER_SIZE, error);
    clCreateBufferWithProperties(context, NULL, 0, 1, &byte, &error);
    check(call, "a pointer that nothing is said of", CL_INVALID_HOST_PTR, error);
    clCreateBufferWithProperties(context, NULL, CL_MEM_USE_HOST_PTR, 1, NULL, &error);
    check(call, "no pointer", CL_INVALID_HOST_PTR, error);
}

static cl_int image_error(cl_context of, const cl_mem_properties *list, cl_mem_flags flags,
                          const cl_image_format *format, size_t width, void *pointer)
{
    cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = width, .image_height = 1};
    cl_int error = 1;

    clCreateImageWithProperties(of, list, flags, format, &desc, pointer, &error);
    return error;
}

static void images(void)
{
    const cl_mem_properties unknown[] = {CL_MEM_TYPE, 1, 0};
    const cl_image_format good = {CL_RGBA, CL_UNSIGNED_INT8}, bad = {CL_RGBA, 0x7777};
    const cl_image_format mixed = {CL_INTENSITY, CL_UNSIGNED_INT8};
    const char *call = "clCreateImageWithProperties";
    char bytes[64] = {0};
    cl_int error = 1;

    if (!device_has(CL_DEVICE_IMAGE_SUPPORT)) {
        passed_over++;
        return;
    }
    check(call, "no context", CL_INVALID_CONTEXT, image_error(NULL, NULL, 0, &good, 4, NULL));
    check(call, "an unknown property", CL_INVALID_PROPERTY,
          image_error(context, unknown, 0, &good, 4, NULL));
    check(call, "flags that exclude each other", CL_INVALID_VALUE,
          image_error(context, NULL, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &good, 4, NULL));
    check(call, "no format", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          image_error(context, NULL, 0, NULL, 4, NULL));
    check(call, "an unknown type", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          image_error(context, NULL, 0, &bad, 4, NULL));
    check(call, "an order that the type cannot have", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          image_error(context, NULL, 0, &mixed, 4, NULL));
    check(call, "a pointer that nothing is said of", CL_INVALID_HOST_PTR,
          image_error(context, NULL, 0, &good, 4, bytes));
    check(call, "no pointer", CL_INVALID_HOST_PTR,
          image_error(context, NULL, CL_MEM_COPY_HOST_PTR, &good, 4, NULL));
    clCreateImageWithProperties(context, NULL, 0, &good, NULL, NULL, &error);
    check(call, "no description", CL_INVALID_IMAGE_DESCRIPTOR, error);
}

/* ---- kernels and programs ---- */

static void kernels(void)
{
    cl_int error = 1;
    size_t sizes[3] = {1, 1, 1}, answer;
    const size_t bytes = sizeof answer;

    clCloneKernel(NULL, &error);
    check("clCloneKernel", "no kernel", CL_INVALID_KERNEL, error);
    const char *call = "clGetKernelSubGroupInfo";
    check(call, "no kernel", CL_INVALID_KERNEL,
          clGetKernelSubGroupInfo(NULL, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, bytes,
                                  &answer, NULL));
    if (!device_has(CL_DEVICE_MAX_NUM_SUB_GROUPS)) {
        check(call, "a device without sub-groups", CL_INVALID_OPERATION,
              clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, bytes,
                                      &answer, NULL));
        return;
    }
    check(call, "an unknown query", CL_INVALID_VALUE,
          clGetKernelSubGroupInfo(kernel, device, 0x7777, 0, NULL, bytes, &answer, NULL));
    check(call, "room for half of the answer", CL_INVALID_VALUE,
          clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, bytes / 2,
                                  &answer, NULL));
    check(call, "no input", CL_INVALID_VALUE,
          clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, bytes,
                                  NULL, bytes, &answer, NULL));
    check(call, "an input of half a number", CL_INVALID_VALUE,
          clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, bytes / 2,
                                  sizes, bytes, &answer, NULL));
}

static void programs(void)
{
    const char *call = "clCreateProgramWithIL";
    const unsigned nonsense[4] = {1, 2, 3, 4};
    cl_int error = 1;

    clCreateProgramWithIL(NULL, nonsense, sizeof nonsense, &error);
    check(call, "no context", CL_INVALID_CONTEXT, error);
    clCreateProgramWithIL(context, nonsense, sizeof nonsense, &error);
    const bool has_il = device_has(CL_DEVICE_IL_VERSION);
    if (has_il)
        check(call, "what is no module", CL_INVALID_VALUE, error);
    else
        check_either(call, "a device that takes none", CL_INVALID_OPERATION, CL_INVALID_VALUE,
                     error);
    if (has_il) {
        clCreateProgramWithIL(context, NULL, 4, &error);
        check(call, "no module", CL_INVALID_VALUE, error);
        clCreateProgramWithIL(context, nonsense, 0, &error);
        check(call, "no length", CL_INVALID_VALUE, error);
    }
    call = "clSetProgramSpecializationConstant";
    check(call, "no program", CL_INVALID_PROGRAM,
          clSetProgramSpecializationConstant(NULL, 0, 4, nonsense));
    error = clSetProgramSpecializationConstant(program, 0, 4, nonsense);
    if (has_il)
        check(call, "a program of source", CL_INVALID_PROGRAM, error);
    else
        check_either(call, "a device that takes no module", CL_INVALID_OPERATION,
                     CL_INVALID_PROGRAM, error);
    check("clSetProgramReleaseCallback", "no program", CL_INVALID_PROGRAM,
          clSetProgramReleaseCallback(NULL, hear_program, NULL));
}

/* ---- contexts, devices and time ---- */

static void contexts(void)
{
    const char *call = "clSetContextDestructorCallback";
    int heard = 0;

    check(call, "no context", CL_INVALID_CONTEXT,
          clSetContextDestructorCallback(NULL, hear_context, &heard));
    check(call, "no function", CL_INVALID_VALUE,
          clSetContextDestructorCallback(context, NULL, NULL));
    call = "clSetDefaultDeviceCommandQueue";
    check(call, "no context", CL_INVALID_CONTEXT,
          clSetDefaultDeviceCommandQueue(NULL, device, queue));
    check_either(call, "no device", CL_INVALID_DEVICE, CL_INVALID_OPERATION,
                 clSetDefaultDeviceCommandQueue(context, NULL, queue));
    cl_device_device_enqueue_capabilities has = 0;
    require(clGetDeviceInfo(device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof has, &has, NULL),
            "CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES");
    if (has & CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT)
        passed_over++;
    else
        check(call, "a device without such queues", CL_INVALID_OPERATION,
              clSetDefaultDeviceCommandQueue(context, device, queue));
}

static void timers(void)
{
    cl_ulong time, other;

    check("clGetHostTimer", "no device", CL_INVALID_DEVICE, clGetHostTimer(NULL, &time));
    check("clGetDeviceAndHostTimer", "no device", CL_INVALID_DEVICE,
          clGetDeviceAndHostTimer(NULL, &time, &other));
    cl_ulong resolution = 0;
    cl_platform_id platform;
    require(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL),
            "CL_DEVICE_PLATFORM");
    require(clGetPlatformInfo(platform, CL_PLATFORM_HOST_TIMER_RESOLUTION, sizeof resolution,
                              &resolution, NULL),
            "CL_PLATFORM_HOST_TIMER_RESOLUTION");
    if (!resolution) {
        check("clGetHostTimer", "a platform without it", CL_INVALID_OPERATION,
              clGetHostTimer(device, &time));
        return;
    }
    check("clGetHostTimer", "no place for it", CL_INVALID_VALUE, clGetHostTimer(device, NULL));
    check("clGetDeviceAndHostTimer", "no place for the device's", CL_INVALID_VALUE,
          clGetDeviceAndHostTimer(device, NULL, &time));
    check("clGetDeviceAndHostTimer", "no place for the host's", CL_INVALID_VALUE,
          clGetDeviceAndHostTimer(device, &time, NULL));
}

/* ---- pipes and shared virtual memory ---- */

static void pipes(void)
{
    cl_uint answer;
    cl_int error = 1;

    clCreatePipe(NULL, 0, 4, 4, NULL, &error);
    check("clCreatePipe", "no context", CL_INVALID_CONTEXT, error);
    check("clGetPipeInfo", "a buffer", CL_INVALID_MEM_OBJECT,
          clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, sizeof answer, &answer, NULL));
    clCreatePipe(context, 0, 0, 4, NULL, &error);
    if (device_has(CL_DEVICE_PIPE_SUPPORT))
        check("clCreatePipe", "no packet size", CL_INVALID_PIPE_SIZE, error);
    else
        check("clCreatePipe", "a device without them", CL_INVALID_OPERATION, error);
}

/* The six commands by number, on a queue. */
static cl_int svm_command(unsigned number, cl_command_queue on)
{
    char bytes[16] = {0};
    void *pointers[1] = {bytes};
    const void *moved[1] = {bytes};

    switch (number) {
    case 0:
        return clEnqueueSVMFree(on, 1, pointers, NULL, NULL, 0, NULL, NULL);
    case 1:
        return clEnqueueSVMMemcpy(on, CL_TRUE, bytes, bytes + 8, 8, 0, NULL, NULL);
    case 2:
        return clEnqueueSVMMemFill(on, bytes, bytes + 8, 4, 8, 0, NULL, NULL);
    case 3:
        return clEnqueueSVMMap(on, CL_TRUE, CL_MAP_READ, bytes, 8, 0, NULL, NULL);
    case 4:
        return clEnqueueSVMUnmap(on, bytes, 0, NULL, NULL);
    default:
        return clEnqueueSVMMigrateMem(on, 1, moved, NULL, 0, 0, NULL, NULL);
    }
}

static void shared_memory(void)
{
    static const char *const calls[] = {"clEnqueueSVMFree",    "clEnqueueSVMMemcpy",
                                        "clEnqueueSVMMemFill", "clEnqueueSVMMap",
                                        "clEnqueueSVMUnmap",   "clEnqueueSVMMigrateMem"};
    const bool has = device_has(CL_DEVICE_SVM_CAPABILITIES);

    passed_over += has;
    for (unsigned i = 0; i < COUNT(calls); i++) {
        check(calls[i], "no queue", CL_INVALID_COMMAND_QUEUE, svm_command(i, NULL));
        if (!has)
            check(calls[i], "a device without it", CL_INVALID_OPERATION, svm_command(i, queue));
    }
    check("clSetKernelArgSVMPointer", "no kernel", CL_INVALID_KERNEL,
          clSetKernelArgSVMPointer(NULL, 0, NULL));
    check("clSetKernelExecInfo", "no kernel", CL_INVALID_KERNEL,
          clSetKernelExecInfo(NULL, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL));
    if (has)
        return;
    check("clSetKernelArgSVMPointer", "a device without it", CL_INVALID_OPERATION,
          clSetKernelArgSVMPointer(kernel, 0, NULL));
    const cl_bool yes = CL_TRUE;
    check("clSetKernelExecInfo", "a device without it", CL_INVALID_OPERATION,
          clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes));
    if (clSVMAlloc(context, 0, 16, 0))
        check("clSVMAlloc", "a device without it", 0, 1);
}

/* The last one: PoCL 3.1 ends the process here. */
static void device_queues(void)
{
    const cl_queue_properties on_device[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_int error = 1;

    if (device_has(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES)) {
        passed_over++;
        return;
    }
    clCreateCommandQueueWithProperties(context, device, on_device, &error);
    check("clCreateCommandQueueWithProperties", "a queue on a device without them",
          CL_INVALID_QUEUE_PROPERTIES, error);
}

static void open_all(void)
{
    const char *source = "kernel void k(global int *o) { *o = 1; }";
    cl_platform_id platform;
    cl_version version = 0;
    cl_int error;

    require(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    if (clGetDeviceInfo(device, CL_DEVICE_NUMERIC_VERSION, sizeof version, &version, NULL) ||
        version < CL_MAKE_VERSION(3, 0, 0)) {
        fprintf(stderr, "the device is older than OpenCL 3.0\n");
        exit(SKIPPED);
    }
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    require(error, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &error);
    require(error, "clCreateCommandQueue");
    program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    require(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    kernel = clCreateKernel(program, "k", &error);
    require(error, "clCreateKernel");
    buffer = clCreateBuffer(context, 0, 64, NULL, &error);
    require(error, "clCreateBuffer");
}

int main(void)
{
    open_all();
    queues();
    samplers();
    buffers();
    images();
    kernels();
    programs();
    contexts();
    timers();
    pipes();
    shared_memory();
    device_queues();
    printf("%d wrong, %d passed over\n", wrong, passed_over);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
