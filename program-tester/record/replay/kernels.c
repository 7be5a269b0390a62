/* SPDX-License-Identifier: MIT */
/* kernels.c: kernels, and what they are given. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/util.h"
#include "program-tester/record/replay/replay.h"

enum { MOST_ARGUMENTS = 4096, MOST_VALUE = 1 << 20 };

static void make_arguments(struct thing *kernel)
{
    cl_uint count = 0;

    clGetKernelInfo(kernel->handle, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL);
    kernel->argument_count = count <= MOST_ARGUMENTS ? count : 0;
    kernel->arguments = pt_alloc(kernel->argument_count + 1, sizeof *kernel->arguments);
}

void play_kernel(struct replay *replay, struct unpack *fields)
{
    struct thing *kernel = replay_new(replay, fields, OBJECT_KERNEL);
    const struct thing *program = replay_take(replay, fields, OBJECT_PROGRAM);
    cl_int error;

    if (!kernel)
        return;
    kernel->name = unpack_text(fields);
    if (!program)
        return;
    kernel->program = program->id;
    kernel->handle = clCreateKernel(program->handle, kernel->name, &error);
    if (error)
        replay_problem(replay, "clCreateKernel of %.200s: error %d", kernel->name, (int)error);
    else
        make_arguments(kernel);
}

void play_clone(struct replay *replay, struct unpack *fields)
{
    struct thing *kernel = replay_new(replay, fields, OBJECT_KERNEL);
    const struct thing *source = replay_take(replay, fields, OBJECT_KERNEL);
    cl_int error;

    if (!kernel || !source)
        return;
    kernel->name = pt_copy(source->name, strlen(source->name));
    kernel->program = source->program;
    kernel->handle = clCloneKernel(source->handle, &error);
    if (!replay_check(replay, error, "clCloneKernel"))
        return;
    make_arguments(kernel);
    for (size_t i = 0; i < kernel->argument_count && i < source->argument_count; i++) {
        kernel->arguments[i] = source->arguments[i];
        replay_retain(source->arguments[i].kind, source->arguments[i].handle);
        if (source->arguments[i].bytes)
            kernel->arguments[i].bytes = (uint8_t *)pt_copy(
                (const char *)source->arguments[i].bytes, source->arguments[i].size);
    }
}

/* Returns a memory object, a sampler or a queue; NULL, where none has this id. */
static struct thing *find_argument(struct replay *replay, uint64_t id)
{
    struct thing *mem = replay_mem(replay, id);
    struct thing *sampler = mem ? NULL : replay_find(replay, id, OBJECT_SAMPLER);

    return mem ? mem : sampler ? sampler : replay_find(replay, id, OBJECT_QUEUE);
}

/* A kernel has no reference to what it is given (OpenCL 3.0). So the argument has one: drivers look
 * into objects that an application released too early, or a damaged recording. */
static cl_int set_object(struct replay *replay, cl_kernel kernel, cl_uint index,
                         struct argument *argument)
{
    const struct thing *object = find_argument(replay, argument->id);

    if (argument->id && !object) {
        replay_problem(replay, "argument %u is the object %llu, which is not there", index,
                       (unsigned long long)argument->id);
        return CL_INVALID_ARG_VALUE;
    }
    argument->handle = object ? object->handle : NULL;
    const cl_int error = clSetKernelArg(kernel, index, sizeof(void *), &argument->handle);
    if (error)
        argument->handle = NULL;
    argument->kind = argument->handle ? object->kind : OBJECT_NONE;
    replay_retain(argument->kind, argument->handle);
    return error;
}

/* Tells whether an argument may have these bytes, as far as the program says. A driver would take
 * them for a handle where it is an object. A pointer may be null (OpenCL 1.2, 5.7.2). */
static bool may_be_bytes(cl_kernel kernel, cl_uint index, const struct argument *argument)
{
    static const uint8_t null[sizeof(cl_mem)];
    cl_kernel_arg_address_qualifier address = CL_KERNEL_ARG_ADDRESS_PRIVATE;
    cl_kernel_arg_access_qualifier access = CL_KERNEL_ARG_ACCESS_NONE;
    char type[32] = "";

    clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address,
                       NULL);
    clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL);
    clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL);
    if (access != CL_KERNEL_ARG_ACCESS_NONE)
        return false;
    if (address != CL_KERNEL_ARG_ADDRESS_PRIVATE)
        return address != CL_KERNEL_ARG_ADDRESS_LOCAL && argument->size == sizeof null &&
               !memcmp(argument->bytes, null, sizeof null);
    return strcmp(type, "sampler_t") != 0 && strcmp(type, "queue_t") != 0;
}

static cl_int set_argument(struct replay *replay, cl_kernel kernel, cl_uint index,
                           struct argument *argument)
{
    switch (argument->form) {
    case ARGUMENT_BYTES:
        return may_be_bytes(kernel, index, argument)
                   ? clSetKernelArg(kernel, index, argument->size, argument->bytes)
                   : CL_INVALID_ARG_VALUE;
    case ARGUMENT_LOCAL:
        return clSetKernelArg(kernel, index, argument->size, NULL);
    case ARGUMENT_OBJECT:
        return set_object(replay, kernel, index, argument);
    default:
        return CL_INVALID_ARG_VALUE;
    }
}

void play_argument(struct replay *replay, struct unpack *fields)
{
    struct thing *kernel = replay_take(replay, fields, OBJECT_KERNEL);
    const uint64_t index = unpack_number(fields);
    struct argument argument = {.is_set = true, .form = unpack_number(fields)};
    const uint8_t *bytes = NULL;

    if (argument.form == ARGUMENT_BYTES)
        bytes = unpack_bytes(fields, &argument.size);
    else
        argument.id = argument.size = unpack_number(fields);
    if (!kernel || fields->bad || index >= kernel->argument_count || argument.size > MOST_VALUE) {
        if (kernel)
            replay_problem(replay, "an argument that the kernel does not have");
        return;
    }
    if (bytes)
        argument.bytes = (uint8_t *)pt_copy((const char *)bytes, argument.size);
    const cl_int error = set_argument(replay, kernel->handle, (cl_uint)index, &argument);
    struct argument *old = &kernel->arguments[index];
    old->is_refused = !replay_check(replay, error, "clSetKernelArg");
    if (error) { /* the driver keeps the old one, as we do */
        free(argument.bytes);
        return;
    }
    free(old->bytes);
    replay_release(old->kind, old->handle);
    *old = argument;
}
