/* SPDX-License-Identifier: MIT */
/* programs.c: programs. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/util.h"
#include "program-tester/record/replay/replay.h"

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
 * correctly rounded where the device can. That is an option of OpenCL 1.2 (5.6.4.2), and NVIDIA's
 * driver refuses it for the language of 1.0 and 1.1. */
static char *rounded(const struct replay *replay, char *options)
{
    static const char *const loose[] = {"-cl-mad-enable", "-cl-no-signed-zeros",
                                        "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
                                        "-cl-fast-relaxed-math"};
    static const char *const old[] = {"-cl-std=CL1.0", "-cl-std=CL1.1"};
    cl_device_fp_config can = 0;

    for (size_t i = 0; i < PT_COUNT(loose); i++)
        for (char *at = options; (at = strstr(at, loose[i]));)
            memset(at, ' ', strlen(loose[i]));
    for (size_t i = 0; i < PT_COUNT(old); i++)
        for (char *at = options; (at = strstr(at, old[i]));)
            at[strlen(old[i]) - 1] = '2';
    clGetDeviceInfo(replay->devices[0], CL_DEVICE_SINGLE_FP_CONFIG, sizeof can, &can, NULL);
    return can & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT
               ? with_option(options, "-cl-fp32-correctly-rounded-divide-sqrt")
               : options;
}

/* Takes away the quotes of a word that has no space: PoCL takes those of -I"FOLDER" for a part of
 * the folder's name, where other drivers do not. */
static void unquote(char *options)
{
    for (char *from; (from = strchr(options, '"'));) {
        char *to = strchr(from + 1, '"');
        if (!to)
            return;
        options = to + 1;
        if (memchr(from, ' ', (size_t)(to - from)))
            continue;
        memmove(from, from + 1, (size_t)(to - from - 1));
        memmove(to - 1, to + 1, strlen(to + 1) + 1);
        options = to - 1;
    }
}

/* Types of arguments are asked for: values are set and compared by them. */
static char *options_of(const struct replay *replay, struct unpack *fields)
{
    char *options = unpack_text(fields);

    if (options)
        unquote(options);
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
