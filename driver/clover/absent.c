/* SPDX-License-Identifier: MIT */
/* absent.c: functions of what OpenCL 3.0 leaves to devices and ours does not have
 * (docs/extensions.md): shared virtual memory, pipes, queues on the device, and constructors
 * of programs. Each checks the object that it is called with, and answers as the specification asks
 * where "no devices ... support" it. */
#include "driver/clover/launch/kernel.h"
#include "driver/clover/queue/queue.h"

/* ---- shared virtual memory ---- */

void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment)
{
    (void)context;
    (void)flags;
    (void)size;
    (void)alignment;
    return NULL;
}

void clSVMFree(cl_context context, void *svm_pointer)
{
    (void)context;
    (void)svm_pointer;
}

static cl_int no_command(cl_command_queue queue)
{
    CLOVER_CALL;
    return clover_is(queue, &clover_queue_class) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}

static cl_int no_argument(cl_kernel kernel)
{
    CLOVER_CALL;
    return clover_is(kernel, &clover_kernel_class) ? CL_INVALID_OPERATION : CL_INVALID_KERNEL;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

cl_int clEnqueueSVMFree(cl_command_queue queue, cl_uint count, void *pointers[],
                        void(CL_CALLBACK *pfn_free)(cl_command_queue, cl_uint, void *[], void *),
                        void *user_data, cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    return no_command(queue);
}

cl_int clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void *to, const void *from,
                          size_t size, cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    return no_command(queue);
}

cl_int clEnqueueSVMMemFill(cl_command_queue queue, void *to, const void *pattern,
                           size_t pattern_size, size_t size, cl_uint wait_count,
                           const cl_event *waits, cl_event *event)
{
    return no_command(queue);
}

cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *pointer,
                       size_t size, cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    return no_command(queue);
}

cl_int clEnqueueSVMUnmap(cl_command_queue queue, void *pointer, cl_uint wait_count,
                         const cl_event *waits, cl_event *event)
{
    return no_command(queue);
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint count, const void **pointers,
                              const size_t *sizes, cl_mem_migration_flags flags, cl_uint wait_count,
                              const cl_event *waits, cl_event *event)
{
    return no_command(queue);
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *value)
{
    return no_argument(kernel);
}

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
                           const void *value)
{
    return no_argument(kernel);
}

/* ---- pipes ---- */

static cl_int no_object(cl_context context)
{
    CLOVER_CALL;
    return clover_is(context, &clover_context_class) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT;
}

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet_size,
                    cl_uint max_packets, const cl_pipe_properties *properties, cl_int *errcode_ret)
{
    return clover_result(NULL, no_object(context), errcode_ret);
}

/* There is no pipe to ask. */
cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info name, size_t size, void *value, size_t *size_ret)
{
    return CL_INVALID_MEM_OBJECT;
}

/* ---- queues on the device ---- */

cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue queue)
{
    CLOVER_CALL;
    if (!clover_is(context, &clover_context_class))
        return CL_INVALID_CONTEXT;
    return clover_context_has(context, device) ? CL_INVALID_OPERATION : CL_INVALID_DEVICE;
}

/* ---- constructors and destructors of variables at program scope ---- */

static cl_int no_program(cl_program program)
{
    CLOVER_CALL;
    return clover_is(program, &clover_program_class) ? CL_INVALID_OPERATION : CL_INVALID_PROGRAM;
}

cl_int clSetProgramReleaseCallback(cl_program program,
                                   void(CL_CALLBACK *pfn_notify)(cl_program, void *),
                                   void *user_data)
{
    return no_program(program);
}

#pragma GCC diagnostic pop
