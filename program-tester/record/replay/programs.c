/* SPDX-License-Identifier: MIT */
/* programs.c: programs and kernels. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/util.h"
#include "program-tester/record/replay/replay.h"

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

/* Products and sums are two operations behind this, as far as the driver heeds the pragma (OpenCL
 * 1.2, 6.10). Lines keep their numbers. */
static const char uncontracted[] = "#pragma OPENCL FP_CONTRACT OFF\n#line 1\n";

void play_source(struct replay *replay, struct unpack *fields)
{
    const struct thing *context;
    struct thing *program = new_program(replay, fields, &context);
    cl_int error;
    size_t size;

    if (!program)
        return;
    uint8_t *content = replay_content(replay, fields, &size);
    const char *texts[] = {uncontracted, content ? (const char *)content : " "};
    const size_t sizes[] = {sizeof uncontracted - 1, size + !content};
    const cl_uint first = !replay->is_rounded;
    program->handle =
        clCreateProgramWithSource(context->handle, 2 - first, texts + first, sizes + first, &error);
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
        program->is_compiled = !error;
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

static char *with_option(char *options, const char *option)
{
    if (strstr(options, option))
        return options;
    char *more = pt_format("%s%s%s", options, *options ? " " : "", option);
    free(options);
    return more;
}

/* Takes away what lets a driver compute in another way, and asks for quotients and roots that are
 * correctly rounded where the device can (OpenCL 1.2, 5.6.4.2). */
static char *rounded(const struct replay *replay, char *options)
{
    static const char *const loose[] = {"-cl-mad-enable", "-cl-no-signed-zeros",
                                        "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
                                        "-cl-fast-relaxed-math"};
    cl_device_fp_config can = 0;

    for (size_t i = 0; i < sizeof loose / sizeof *loose; i++)
        for (char *at = options; (at = strstr(at, loose[i]));)
            memset(at, ' ', strlen(loose[i]));
    clGetDeviceInfo(replay->devices[0], CL_DEVICE_SINGLE_FP_CONFIG, sizeof can, &can, NULL);
    return can & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT
               ? with_option(options, "-cl-fp32-correctly-rounded-divide-sqrt")
               : options;
}

/* Types of arguments are asked for: values are set and compared by them. */
static char *options_of(const struct replay *replay, struct unpack *fields)
{
    char *options = unpack_text(fields);

    if (options && replay->is_rounded)
        options = rounded(replay, options);
    return options ? with_option(options, "-cl-kernel-arg-info") : NULL;
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
    program->is_compiled = replay_check(replay, error, "clBuildProgram");
    if (error)
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
    program->is_compiled = replay_check(replay, error, "clCompileProgram");
    if (error)
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
        if (input && input->is_compiled) /* there are drivers that end the process by another */
            inputs[there++] = input->handle;
    }
    if (there == count)
        program->handle =
            clLinkProgram(context->handle, 0, NULL, options, there, inputs, NULL, NULL, &error);
    else
        error = CL_INVALID_PROGRAM;
    program->is_compiled = replay_check(replay, error, "clLinkProgram");
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

/* Tells whether an argument is an object, as far as the program says. A driver would take the bytes
 * of a number for a handle. */
static bool is_object(cl_kernel kernel, cl_uint index)
{
    cl_kernel_arg_address_qualifier address = CL_KERNEL_ARG_ADDRESS_PRIVATE;
    cl_kernel_arg_access_qualifier access = CL_KERNEL_ARG_ACCESS_NONE;
    char type[32] = "";

    clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address,
                       NULL);
    clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL);
    clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL);
    return address != CL_KERNEL_ARG_ADDRESS_PRIVATE || access != CL_KERNEL_ARG_ACCESS_NONE ||
           !strcmp(type, "sampler_t") || !strcmp(type, "queue_t");
}

static cl_int set_argument(struct replay *replay, cl_kernel kernel, cl_uint index,
                           struct argument *argument)
{
    switch (argument->form) {
    case ARGUMENT_BYTES:
        return is_object(kernel, index)
                   ? CL_INVALID_ARG_VALUE
                   : clSetKernelArg(kernel, index, argument->size, argument->bytes);
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
