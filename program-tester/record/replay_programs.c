/* SPDX-License-Identifier: MIT */
/* replay_programs.c: programs and kernels. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/util.h"
#include "program-tester/record/replay.h"

enum { MOST_ARGUMENTS = 4096, MOST_VALUE = 1 << 20 };

static struct thing *new_program(struct replay *replay, struct unpack *fields,
                                 const struct thing **context)
{
    struct thing *program = replay_new(replay, fields, OBJECT_PROGRAM);

    *context = replay_take(replay, fields, OBJECT_CONTEXT);
    if (!program || !*context)
        return NULL;
    program->context = (*context)->id;
    program->made_by = replay->record;
    return program;
}

void play_source(struct replay *replay, struct unpack *fields)
{
    const struct thing *context;
    struct thing *program = new_program(replay, fields, &context);
    cl_int error;
    size_t size;

    if (!program)
        return;
    uint8_t *content = replay_content(replay, fields, &size);
    const char *text = content ? (const char *)content : " ";
    size += !content;
    program->handle = clCreateProgramWithSource(context->handle, 1, &text, &size, &error);
    replay_check(replay, error, "clCreateProgramWithSource");
    free(content);
}

void play_il(struct replay *replay, struct unpack *fields)
{
    const struct thing *context;
    struct thing *program = new_program(replay, fields, &context);
    cl_int error;
    size_t size;

    if (!program)
        return;
    uint8_t *content = replay_content(replay, fields, &size);
    program->handle = clCreateProgramWithIL(context->handle, content, size, &error);
    replay_check(replay, error, "clCreateProgramWithIL");
    free(content);
}

/* The first binary alone: devices of a recording may be one here. */
void play_binary(struct replay *replay, struct unpack *fields)
{
    const struct thing *context;
    struct thing *program = new_program(replay, fields, &context);
    const uint64_t count = unpack_number(fields);
    const struct thing *device = count ? replay_take(replay, fields, OBJECT_DEVICE) : NULL;
    cl_int error;
    size_t size;

    fields->at = device ? fields->at : fields->end;
    if (!program || !device)
        return;
    uint8_t *content = replay_content(replay, fields, &size);
    const unsigned char *binary = content;
    cl_device_id id = device->handle;
    if (content) {
        program->handle =
            clCreateProgramWithBinary(context->handle, 1, &id, &size, &binary, NULL, &error);
        if (error)
            replay_problem(replay,
                           "the application gave a binary of the driver it ran on, which "
                           "this driver refuses: error %d",
                           (int)error);
    }
    free(content);
    fields->at = fields->end;
}

void play_built_in(struct replay *replay, struct unpack *fields)
{
    const struct thing *context;
    struct thing *program = new_program(replay, fields, &context);
    cl_int error;

    if (!program)
        return;
    char *names = unpack_text(fields);
    cl_device_id device = replay->devices[0];
    program->handle = clCreateProgramWithBuiltInKernels(context->handle, 1, &device, names, &error);
    replay_check(replay, error, "clCreateProgramWithBuiltInKernels");
    free(names);
}

void play_specialize(struct replay *replay, struct unpack *fields)
{
    const struct thing *program = replay_take(replay, fields, OBJECT_PROGRAM);
    const cl_uint constant = (cl_uint)unpack_number(fields);
    size_t size;
    const uint8_t *value = unpack_bytes(fields, &size);

    if (program && !fields->bad)
        replay_check(replay,
                     clSetProgramSpecializationConstant(program->handle, constant, size, value),
                     "clSetProgramSpecializationConstant");
}

/* ---- building ---- */

/* Types of arguments are asked for where states are kept: values are compared by them. */
static char *options_of(const struct replay *replay, struct unpack *fields)
{
    char *options = unpack_text(fields);

    if (!replay->states || !options || strstr(options, "-cl-kernel-arg-info"))
        return options;
    char *more = pt_format("%s%s-cl-kernel-arg-info", options, *options ? " " : "");
    free(options);
    return more;
}

static void tell_log(struct replay *replay, cl_program program)
{
    char log[400] = "";
    cl_device_id device = replay->devices[0];
    size_t size = 0;

    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *whole = pt_alloc(size + 1, 1);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, whole, NULL);
    snprintf(log, sizeof log, "%s", whole);
    free(whole);
    if (*log)
        replay_problem(replay, "the log of the build: %s", log);
}

void play_build(struct replay *replay, struct unpack *fields)
{
    struct thing *program = replay_take(replay, fields, OBJECT_PROGRAM);

    if (!program)
        return;
    char *options = options_of(replay, fields);
    const cl_int error = clBuildProgram(program->handle, 0, NULL, options, NULL, NULL);
    if (!replay_check(replay, error, "clBuildProgram"))
        tell_log(replay, program->handle);
    free(program->options);
    program->options = options;
}

void play_compile(struct replay *replay, struct unpack *fields)
{
    struct thing *program = replay_take(replay, fields, OBJECT_PROGRAM);
    char *options = options_of(replay, fields);
    const uint64_t count = unpack_number(fields);

    if (!program || fields->bad || count > (uint64_t)(fields->end - fields->at)) {
        free(options);
        fields->bad |= program != NULL;
        return;
    }
    cl_program *headers = pt_alloc((size_t)count + 1, sizeof *headers);
    char **names = pt_alloc((size_t)count + 1, sizeof *names);
    cl_uint there = 0;
    for (uint64_t i = 0; i < count; i++) {
        const struct thing *header = replay_take(replay, fields, OBJECT_PROGRAM);
        names[there] = unpack_text(fields);
        headers[there] = header ? header->handle : NULL;
        if (header)
            there++;
        else
            free(names[there]);
    }
    const cl_int error =
        clCompileProgram(program->handle, 0, NULL, options, there, there ? headers : NULL,
                         there ? (const char **)names : NULL, NULL, NULL);
    if (!replay_check(replay, error, "clCompileProgram"))
        tell_log(replay, program->handle);
    for (cl_uint i = 0; i < there; i++)
        free(names[i]);
    free(names);
    free(headers);
    free(program->options);
    program->options = options;
}

void play_link(struct replay *replay, struct unpack *fields)
{
    const struct thing *context;
    struct thing *program = new_program(replay, fields, &context);
    char *options = unpack_text(fields);
    const uint64_t count = unpack_number(fields);
    cl_int error;

    if (!program || fields->bad || count > (uint64_t)(fields->end - fields->at)) {
        free(options);
        fields->at = fields->end;
        return;
    }
    cl_program *inputs = pt_alloc((size_t)count + 1, sizeof *inputs);
    cl_uint there = 0;
    for (uint64_t i = 0; i < count; i++) {
        const struct thing *input = replay_take(replay, fields, OBJECT_PROGRAM);
        if (input)
            inputs[there++] = input->handle;
    }
    program->handle =
        clLinkProgram(context->handle, 0, NULL, options, there, inputs, NULL, NULL, &error);
    replay_check(replay, error, "clLinkProgram");
    free(inputs);
    program->options = options;
}

/* ---- kernels ---- */

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
        if (source->arguments[i].bytes)
            kernel->arguments[i].bytes = (uint8_t *)pt_copy(
                (const char *)source->arguments[i].bytes, source->arguments[i].size);
    }
}

static cl_int set_object(struct replay *replay, struct thing *kernel, cl_uint index, uint64_t id)
{
    struct thing *object = replay_mem(replay, id);

    if (!object)
        object = replay_find(replay, id, OBJECT_SAMPLER);
    if (!object)
        object = replay_find(replay, id, OBJECT_QUEUE);
    if (id && !object) {
        replay_problem(replay, "argument %u is the object %llu, which is not there", index,
                       (unsigned long long)id);
        return CL_SUCCESS;
    }
    void *handle = object ? object->handle : NULL;
    return clSetKernelArg(kernel->handle, index, sizeof handle, &handle);
}

void play_argument(struct replay *replay, struct unpack *fields)
{
    struct thing *kernel = replay_take(replay, fields, OBJECT_KERNEL);
    const uint64_t index = unpack_number(fields);
    struct argument argument = {.is_set = true, .form = unpack_number(fields)};
    const uint8_t *bytes = NULL;
    cl_int error = CL_SUCCESS;

    if (argument.form == ARGUMENT_BYTES)
        bytes = unpack_bytes(fields, &argument.size);
    else
        argument.id = argument.size = unpack_number(fields);
    if (!kernel || fields->bad || index >= kernel->argument_count || argument.size > MOST_VALUE) {
        if (kernel)
            replay_problem(replay, "an argument that the kernel does not have");
        return;
    }
    if (bytes) {
        argument.bytes = (uint8_t *)pt_copy((const char *)bytes, argument.size);
        error = clSetKernelArg(kernel->handle, (cl_uint)index, argument.size, argument.bytes);
    } else if (argument.form == ARGUMENT_LOCAL) {
        error = clSetKernelArg(kernel->handle, (cl_uint)index, argument.size, NULL);
    } else if (argument.form == ARGUMENT_OBJECT) {
        error = set_object(replay, kernel, (cl_uint)index, argument.id);
    } else {
        replay_problem(replay, "argument %u has no form that is known", (unsigned)index);
    }
    replay_check(replay, error, "clSetKernelArg");
    free(kernel->arguments[index].bytes);
    kernel->arguments[index] = argument;
}
