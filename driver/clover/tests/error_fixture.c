/* SPDX-License-Identifier: MIT */
/* error_fixture.c: see error_fixture.h. */
#include "driver/clover/tests/error_fixture.h"
#include "driver/clover/tests/release.h"

#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"

static struct rootle_arg args[ERROR_ARGUMENTS] = {
    {.kind = ROOTLE_ARG_VALUE,
     .offset = ABI_INPUT_ARGUMENTS,
     .size = 4,
     .name = "v",
     .type_name = "int"},
    {.kind = ROOTLE_ARG_GLOBAL, .offset = ABI_INPUT_ARGUMENTS + 4, .size = 4},
    {.kind = ROOTLE_ARG_LOCAL, .offset = ABI_INPUT_ARGUMENTS + 8, .size = 4, .align = 4},
    {.kind = ROOTLE_ARG_IMAGE_READ,
     .offset = ABI_INPUT_ARGUMENTS + 12,
     .size = 4,
     .image_type = ROOTLE_IMAGE_2D,
     .access = ROOTLE_ACCESS_READ_ONLY},
    {.kind = ROOTLE_ARG_SAMPLER, .offset = ABI_INPUT_ARGUMENTS + 16, .size = 4},
};
static struct rootle_kernel kernels[ERROR_KERNELS] = {
    {.name = "k", .args = args, .arg_count = ERROR_ARGUMENTS, .input_bytes = 20},
    {.name = "none"},
    {.name = "sized", .required_size = {8, 4, 1}},
};
static struct rootle_binary binary = {
    .chip = "mock", .kernels = kernels, .kernel_count = COUNT(kernels)};

cl_program source, executable, object;
cl_kernel kernel, none, sized;
cl_context other_context;
cl_device_id wrong_device;
cl_program wrong_program;

cl_program make_program(const char *text)
{
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);

    ok(error);
    return program;
}

cl_kernel make_kernel(const char *name)
{
    cl_int error;
    cl_kernel made = clCreateKernel(executable, name, &error);

    ok(error);
    return made;
}

int error_setup(void **state)
{
    cl_int error;

    mock_binary = &binary;
    if (fixture_setup(state))
        return -1;
    other_context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    wrong_device = (cl_device_id)queue;
    wrong_program = (cl_program)queue;
    source = make_program("fine");
    executable = make_program("fine");
    object = make_program("fine");
    ok(clBuildProgram(executable, 0, NULL, "-cl-kernel-arg-info", NULL, NULL));
    ok(clCompileProgram(object, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    kernel = make_kernel("k");
    none = make_kernel("none");
    sized = make_kernel("sized");
    return 0;
}

int error_teardown(void **state)
{
    release_kernels(kernel, none, sized);
    release_programs(source, executable, object);
    ok(clReleaseContext(other_context));
    return fixture_teardown(state);
}

void check(const char *call, const char *wrong, cl_int error, cl_int expected)
{
    if (error != expected)
        fail_msg("%s with %s: %d, expected %d", call, wrong, error, expected);
}
