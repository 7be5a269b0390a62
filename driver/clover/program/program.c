/* SPDX-License-Identifier: MIT */
/* program.c: programs: creation and queries. Building is in program_build.c. */
#include "driver/clover/program/program.h"

#include "driver/base/count.h"
#include "driver/base/env.h"
#include "driver/base/free_all.h"
#include "driver/clover/object/info.h"
#include "driver/foreign_binary.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void program_destroy(void *object)
{
    cl_program program = object;

    clover_build_unref(program->given);
    clover_build_unref(program->build);
    pthread_mutex_destroy(&program->lock);
    clover_drop_devices(program->devices, program->device_count);
    clover_unref(program->context);
    FREE_ALL(program->source, program->il, program->module, program->options, program->log,
             program->name);
}

static struct clover_slots slots;
const struct clover_class clover_program_class = {.name = "a program",
                                                  .invalid = CL_INVALID_PROGRAM,
                                                  .size = sizeof(struct _cl_program),
                                                  .slots = &slots,
                                                  .destroy = program_destroy};

bool clover_program_has(const struct _cl_program *program, const struct _cl_device_id *device)
{
    return clover_is(device, &clover_device_class) &&
           clover_lists_device(program->devices, program->device_count, device);
}

cl_program clover_program_create(cl_context context, size_t count, const cl_device_id *devices)
{
    cl_program program = clover_object_create(&clover_program_class);

    if (!program)
        return NULL;
    pthread_mutex_init(&program->lock, NULL);
    clover_ref(context);
    program->context = context;
    program->status = CL_BUILD_NONE;
    program->devices =
        clover_keep_devices(count ? devices : context->devices,
                            count ? count : context->device_count, &program->device_count);
    if (program->devices)
        return program;
    clover_unref(program);
    return NULL;
}

/* The program's build with a reference, or NULL when it has none. */
static struct clover_build *take_build(cl_program program)
{
    pthread_mutex_lock(&program->lock);
    struct clover_build *build = program->build ? clover_build_ref(program->build) : NULL;
    pthread_mutex_unlock(&program->lock);
    return build;
}

struct clover_build *clover_program_executable(cl_program program)
{
    struct clover_build *build = take_build(program);

    if (!build || build->binary->type == ROOTLE_EXECUTABLE)
        return build;
    clover_build_unref(build);
    return NULL;
}

static size_t part_length(const char *string, const size_t *lengths, cl_uint i)
{
    return lengths && lengths[i] ? lengths[i] : strlen(string);
}

/* The strings one after another, ended by a NUL that *size does not count. NULL when memory is
 * short. */
static char *join(cl_uint count, const char **strings, const size_t *lengths, size_t *size)
{
    *size = 0;
    for (cl_uint i = 0; i < count; i++)
        *size += part_length(strings[i], lengths, i);
    char *text = malloc(*size + 1), *end = text;
    if (!text)
        return NULL;
    for (cl_uint i = 0; i < count; i++) {
        size_t length = part_length(strings[i], lengths, i);
        memcpy(end, strings[i], length);
        end += length;
    }
    *end = 0;
    return text;
}

static cl_int from_source(cl_context context, cl_uint count, const char **strings,
                          const size_t *lengths, cl_program *out)
{
    if (!clover_is(context, &clover_context_class))
        return CL_INVALID_CONTEXT;
    if (count == 0 || !strings)
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < count; i++) {
        if (!strings[i])
            return CL_INVALID_VALUE;
    }
    cl_program program = clover_program_create(context, 0, NULL);
    if (!program)
        return CL_OUT_OF_HOST_MEMORY;
    program->source = join(count, strings, lengths, &program->source_size);
    if (!program->source) {
        clover_unref(program);
        return CL_OUT_OF_HOST_MEMORY;
    }
    *out = program;
    return CL_SUCCESS;
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                     const size_t *lengths, cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_program program = NULL;
    cl_int error = from_source(context, count, strings, lengths, &program);

    return clover_result(program, error, errcode_ret);
}

/* Reads our own form or another compiler's. NULL with `error` filled and errno set. */
static struct rootle_binary *parse_binary(const void *image, size_t size,
                                          char error[PIPE_ERROR_SIZE])
{
    return foreign_binary_is(image, size) ? foreign_binary_read(image, size, error, PIPE_ERROR_SIZE)
                                          : rootle_binary_read(image, size, error, PIPE_ERROR_SIZE);
}

/* A build of a copy of the image, which the application may change meanwhile. */
static cl_int copy_binary(cl_context context, const unsigned char *image, size_t size,
                          struct clover_build **out, char error[PIPE_ERROR_SIZE])
{
    void *copy = malloc(size);

    if (!copy) {
        snprintf(error, PIPE_ERROR_SIZE, "out of memory");
        return CL_OUT_OF_HOST_MEMORY;
    }
    memcpy(copy, image, size);
    struct rootle_binary *binary = parse_binary(copy, size, error);
    if (!binary) {
        cl_int result = errno == ENOMEM ? CL_OUT_OF_HOST_MEMORY : CL_INVALID_BINARY;
        free(copy);
        return result;
    }
    return clover_build_create(context, binary, copy, size, out, error, PIPE_ERROR_SIZE);
}

/* Nothing compiles a binary, such as one that was kept: ROOTLE_DEBUG=asm would be silent. */
static void tell_no_code(void)
{
    if (debug_enabled(DEBUG_asm))
        fprintf(stderr,
                "rootle: ROOTLE_DEBUG=asm: this program came as a binary, as one that was kept;"
                " its code is printed where it is built from source\n");
}

/* Reads a binary that the application gives; what is wrong is reported. */
static cl_int read_binary(cl_context context, const unsigned char *image, size_t size,
                          struct clover_build **out)
{
    char error[PIPE_ERROR_SIZE] = "";
    cl_int result = copy_binary(context, image, size, out, error);

    if (result)
        clover_report(context, "invalid program binary: %s", error);
    else
        tell_no_code();
    return result;
}

/* The device may be listed more than once; its program is then the last binary. The result is the
 * first error, `status` (may be NULL) gets all. */
static cl_int read_binaries(cl_program program, cl_uint count, const size_t *lengths,
                            const unsigned char **binaries, cl_int *status)
{
    cl_int first = CL_SUCCESS;

    for (cl_uint i = 0; i < count; i++) {
        struct clover_build *build = NULL;
        cl_int error = lengths[i] == 0 || !binaries[i]
                           ? CL_INVALID_VALUE
                           : read_binary(program->context, binaries[i], lengths[i], &build);
        if (status)
            status[i] = error;
        if (!error) {
            clover_build_unref(program->given);
            program->given = build;
        }
        first = first ? first : error;
    }
    return first;
}

static cl_int from_binary(cl_context context, cl_uint num_devices, const cl_device_id *devices,
                          const size_t *lengths, const unsigned char **binaries, cl_int *status,
                          cl_program *out)
{
    if (!clover_is(context, &clover_context_class))
        return CL_INVALID_CONTEXT;
    if (num_devices == 0 || !devices || !lengths || !binaries)
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < num_devices; i++) {
        if (!clover_context_has(context, devices[i]))
            return CL_INVALID_DEVICE;
    }
    cl_program program = clover_program_create(context, num_devices, devices);
    if (!program)
        return CL_OUT_OF_HOST_MEMORY;
    cl_int error = read_binaries(program, num_devices, lengths, binaries, status);
    if (error) {
        clover_unref(program);
        return error;
    }
    *out = program;
    return CL_SUCCESS;
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                     const cl_device_id *device_list, const size_t *lengths,
                                     const unsigned char **binaries, cl_int *binary_status,
                                     cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_program program = NULL;
    cl_int error =
        from_binary(context, num_devices, device_list, lengths, binaries, binary_status, &program);

    return clover_result(program, error, errcode_ret);
}

/* The device has no built-in kernels, so no name can be right. */
cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                             const cl_device_id *device_list,
                                             const char *kernel_names, cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_int error = CL_INVALID_VALUE;

    (void)kernel_names;
    if (!clover_is(context, &clover_context_class))
        error = CL_INVALID_CONTEXT;
    else if (num_devices && device_list && clover_check_devices(num_devices, device_list))
        error = CL_INVALID_DEVICE;
    return clover_result(NULL, error, errcode_ret);
}

/* The names of the kernels, joined by semicolons; malloc'ed. */
static char *kernel_names(const struct rootle_binary *binary)
{
    size_t size = 1;

    for (uint32_t i = 0; i < binary->kernel_count; i++)
        size += strlen(binary->kernels[i].name) + 1;
    char *names = malloc(size), *end = names;
    if (!names)
        return NULL;
    *end = 0;
    for (uint32_t i = 0; i < binary->kernel_count; i++)
        end += sprintf(end, "%s%s", i ? ";" : "", binary->kernels[i].name);
    return names;
}

static cl_int answer_kernels(const struct clover_build *build, cl_program_info name,
                             struct clover_answer to)
{
    if (!build || build->binary->type != ROOTLE_EXECUTABLE)
        return CL_INVALID_PROGRAM_EXECUTABLE;
    if (name == CL_PROGRAM_NUM_KERNELS) {
        size_t count = build->binary->kernel_count;
        return clover_answer(to, &count, sizeof count);
    }
    char *names = kernel_names(build->binary);
    cl_int error = names ? clover_answer_string(to, names) : CL_OUT_OF_HOST_MEMORY;
    free(names);
    return error;
}

static cl_int answer_sizes(cl_program program, size_t size, struct clover_answer to)
{
    if (to.size_ret)
        *to.size_ret = program->device_count * sizeof size;
    if (!to.value)
        return CL_SUCCESS;
    if (to.size < program->device_count * sizeof size)
        return CL_INVALID_VALUE;
    for (size_t i = 0; i < program->device_count; i++)
        memcpy((char *)to.value + i * sizeof size, &size, sizeof size);
    return CL_SUCCESS;
}

/* The value is an array of pointers, one a device, to where the binaries go. */
static cl_int answer_binary(cl_program program, const struct clover_build *build,
                            cl_program_info name, struct clover_answer to)
{
    const size_t size = build ? build->image_size : 0;
    const size_t bytes = program->device_count * sizeof(unsigned char *);

    if (name == CL_PROGRAM_BINARY_SIZES)
        return answer_sizes(program, size, to);
    if (to.size_ret)
        *to.size_ret = bytes;
    if (!to.value)
        return CL_SUCCESS;
    if (to.size < bytes)
        return CL_INVALID_VALUE;
    for (size_t i = 0; i < program->device_count; i++) {
        unsigned char *target = ((unsigned char **)to.value)[i];
        if (target && size)
            memcpy(target, build->image, size);
    }
    return CL_SUCCESS;
}

static const struct clover_info program_table[] = {
    CLOVER_HANDLES(CL_PROGRAM_REFERENCE_COUNT),
    CLOVER_OBJECT(CL_PROGRAM_CONTEXT, struct _cl_program, context),
    CLOVER_OBJECTS(CL_PROGRAM_DEVICES, struct _cl_program, devices, device_count),
    CLOVER_ARRAY(CL_PROGRAM_IL, struct _cl_program, il, il_size),
    CLOVER_FIELD(CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, struct _cl_program, constructors),
    CLOVER_FIELD(CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, struct _cl_program, constructors),
};

cl_int clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size,
                        void *param_value, size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (!clover_is(program, &clover_program_class))
        return CL_INVALID_PROGRAM;
    if (param_name == CL_PROGRAM_NUM_DEVICES)
        return clover_answer(to, &(cl_uint){(cl_uint)program->device_count}, sizeof(cl_uint));

    struct clover_build *build = take_build(program);
    cl_int error;
    switch (param_name) {
    case CL_PROGRAM_SOURCE:
        error = clover_answer(to, program->source ? program->source : "", program->source_size + 1);
        break;
    case CL_PROGRAM_NUM_KERNELS:
    case CL_PROGRAM_KERNEL_NAMES:
        error = answer_kernels(build, param_name, to);
        break;
    case CL_PROGRAM_BINARY_SIZES:
    case CL_PROGRAM_BINARIES:
        error = answer_binary(program, build ? build : program->given, param_name, to);
        break;
    default:
        error = clover_info_query(program_table, COUNT(program_table), program, param_name, to);
    }
    clover_build_unref(build);
    return error;
}
