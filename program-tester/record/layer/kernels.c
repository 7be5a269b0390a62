/* SPDX-License-Identifier: MIT */
/* kernels.c: kernels, their arguments, and launches. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/record/layer/layer.h"

static void keep_kernel(cl_kernel kernel, cl_program program)
{
    char name[4096] = "";
    struct pack pack = {0};

    if (!kernel)
        return;
    layer_next->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL);
    pack_number(&pack, layer_add(kernel, (struct object){.kind = OBJECT_KERNEL}));
    layer_pack(&pack, program);
    pack_text(&pack, name);
    writer_put(OP_KERNEL, &pack);
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *error)
{
    cl_kernel kernel = layer_next->clCreateKernel(program, name, error);

    keep_kernel(kernel, program);
    return kernel;
}

static cl_int CL_API_CALL create_kernels(cl_program program, cl_uint count, cl_kernel *kernels,
                                         cl_uint *made)
{
    cl_uint there = 0;
    const cl_int error = layer_next->clCreateKernelsInProgram(program, count, kernels, &there);

    if (made && !error)
        *made = there;
    for (cl_uint i = 0; !error && kernels && i < there; i++)
        keep_kernel(kernels[i], program);
    return error;
}

static cl_kernel CL_API_CALL clone_kernel(cl_kernel source, cl_int *error)
{
    cl_kernel kernel = layer_next->clCloneKernel(source, error);
    struct pack pack = {0};

    if (!kernel)
        return NULL;
    pack_number(&pack, layer_add(kernel, (struct object){.kind = OBJECT_KERNEL}));
    layer_pack(&pack, source);
    writer_put(OP_CLONE, &pack);
    return kernel;
}

/* ---- arguments ---- */

static void begin_argument(struct pack *pack, cl_kernel kernel, cl_uint index,
                           enum argument_form form)
{
    layer_pack(pack, kernel);
    pack_number(pack, index);
    pack_number(pack, form);
}

/* A value of eight bytes that is a live handle is taken for that object: the call does not say what
 * it was given, and kernels need not say what they take. */
static bool is_object(size_t size, const void *value, struct object *object)
{
    void *handle;

    if (size != sizeof handle)
        return false;
    memcpy(&handle, value, sizeof handle);
    *object = layer_find(handle);
    return object->kind == OBJECT_BUFFER || object->kind == OBJECT_IMAGE ||
           object->kind == OBJECT_SAMPLER || object->kind == OBJECT_QUEUE;
}

static cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size,
                                       const void *value)
{
    const cl_int error = layer_next->clSetKernelArg(kernel, index, size, value);
    struct object object;
    struct pack pack = {0};

    if (error)
        return error;
    if (!value) {
        begin_argument(&pack, kernel, index, ARGUMENT_LOCAL);
        pack_number(&pack, size);
    } else if (is_object(size, value, &object)) {
        begin_argument(&pack, kernel, index, ARGUMENT_OBJECT);
        pack_number(&pack, object.id);
    } else {
        begin_argument(&pack, kernel, index, ARGUMENT_BYTES);
        pack_bytes(&pack, value, size);
    }
    writer_put(OP_ARGUMENT, &pack);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL set_pointer(cl_kernel kernel, cl_uint index, const void *value)
{
    const cl_int error = layer_next->clSetKernelArgSVMPointer(kernel, index, value);
    struct pack pack = {0};

    if (error)
        return error;
    begin_argument(&pack, kernel, index, ARGUMENT_OBJECT);
    pack_number(&pack, layer_svm_object(value));
    writer_put(OP_ARGUMENT, &pack);
    return CL_SUCCESS;
}

/* ---- launches ---- */

static void pack_sizes(struct pack *pack, cl_uint dimensions, const size_t *sizes, size_t rest)
{
    for (cl_uint i = 0; i < 3; i++)
        pack_number(pack, sizes && i < dimensions ? sizes[i] : rest);
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                 const size_t *offset, const size_t *global, const size_t *local,
                                 cl_uint count, const cl_event *list, cl_event *event)
{
    layer_start();
    struct command command = layer_command(OP_LAUNCH, queue);

    layer_pack(&command.fields, kernel);
    pack_number(&command.fields, dimensions);
    pack_number(&command.fields, (offset ? 1 : 0) | (local ? 2 : 0));
    pack_sizes(&command.fields, dimensions, offset, 0);
    pack_sizes(&command.fields, dimensions, global, global != NULL); /* without one nothing runs */
    pack_sizes(&command.fields, dimensions, local, 1);
    layer_svm_launch(queue);
    writer_launch();
    layer_send(&command, count, list, event);
    const cl_int error = layer_next->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset,
                                                            global, local, count, list, event);
    return layer_sent(&command, error, event ? *event : NULL);
}

static cl_int CL_API_CALL task(cl_command_queue queue, cl_kernel kernel, cl_uint count,
                               const cl_event *list, cl_event *event)
{
    layer_start();
    struct command command = layer_command(OP_LAUNCH, queue);

    layer_pack(&command.fields, kernel);
    pack_number(&command.fields, 1);
    pack_number(&command.fields, 2);
    pack_sizes(&command.fields, 0, NULL, 0);
    pack_sizes(&command.fields, 0, NULL, 1);
    pack_sizes(&command.fields, 0, NULL, 1);
    layer_svm_launch(queue);
    writer_launch();
    layer_send(&command, count, list, event);
    const cl_int error = layer_next->clEnqueueTask(queue, kernel, count, list, event);
    return layer_sent(&command, error, event ? *event : NULL);
}

void layer_wrap_kernels(cl_icd_dispatch *table)
{
    table->clCreateKernel = create_kernel;
    table->clCreateKernelsInProgram = create_kernels;
    table->clCloneKernel = clone_kernel;
    table->clSetKernelArg = set_argument;
    table->clSetKernelArgSVMPointer = set_pointer;
    table->clEnqueueNDRangeKernel = launch;
    table->clEnqueueTask = task;
}
