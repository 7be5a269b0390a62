/* SPDX-License-Identifier: MIT */
/* test_programs.c: programs: building, logs, binaries, callbacks, kernels and their program. */
#include "ci/tests/run_tests.h"
#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "driver/clover/tests/fixture.h"
#include "driver/clover/tests/release.h"
#include "driver/hw/image_access.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct rootle_kernel kernels[] = {{.name = "one"}, {.name = "two"}};
static struct rootle_binary binary = {.chip = "mock", .kernels = kernels, .kernel_count = 2};

static int setup(void **state)
{
    mock_binary = &binary;
    return fixture_setup(state);
}

static cl_program make_program(const char *source)
{
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);

    ok(error);
    return program;
}

static cl_build_status build_status(cl_program program)
{
    cl_build_status status = 99;

    ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                             NULL));
    return status;
}

static void source_is_joined(void **state)
{
    const char *parts[] = {"one ", "two junk", "three"};
    const size_t lengths[] = {0, 4, 5};
    char text[64];
    cl_int error;

    cl_program program = clCreateProgramWithSource(context, 3, parts, lengths, &error);
    ok(error);
    ok(clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof text, text, NULL));
    assert_string_equal(text, "one two three");
    assert_int_equal(build_status(program), CL_BUILD_NONE);
    ok(clReleaseProgram(program));

    const char *with_nul[] = {"before\0behind", "\0"};
    const size_t sizes[] = {13, 1};
    size_t size;
    program = clCreateProgramWithSource(context, 2, with_nul, sizes, &error);
    ok(error);
    ok(clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof text, text, &size));
    assert_int_equal(size, 15);
    assert_memory_equal(text, "before\0behind\0", 15);
    ok(clReleaseProgram(program));

    assert_null(clCreateProgramWithSource(context, 0, parts, NULL, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
    parts[1] = NULL;
    assert_null(clCreateProgramWithSource(context, 2, parts, NULL, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
}

static void builds_fail_with_a_log(void **state)
{
    const struct {
        const char *source, *options;
        cl_int error;
        const char *log;
    } cases[] = {
        {"an error", "", CL_BUILD_PROGRAM_FAILURE, "as asked"},
        {"unavailable", "", CL_COMPILER_NOT_AVAILABLE, "rootle-cc"},
        {"fine", "-bogus", CL_INVALID_BUILD_OPTIONS, "unknown option"},
    };
    char log[256];
    size_t sizes = 9;
    cl_int error;

    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_program program = make_program(cases[i].source);
        assert_int_equal(clBuildProgram(program, 1, &device, cases[i].options, NULL, NULL),
                         cases[i].error);
        assert_int_equal(build_status(program), CL_BUILD_ERROR);
        ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
        assert_non_null(strstr(log, cases[i].log));
        assert_null(clCreateKernel(program, "one", &error));
        assert_int_equal(error, CL_INVALID_PROGRAM_EXECUTABLE);
        assert_int_equal(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, 0, NULL, NULL),
                         CL_INVALID_PROGRAM_EXECUTABLE);
        ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, &sizes, NULL));
        assert_int_equal(sizes, 0);
        ok(clReleaseProgram(program));
    }
}

/* Binaries of the compiler that contradict the ABI or the device are refused, not believed. */
static void broken_binaries_are_refused(void **state)
{
    static uint32_t strange_sampler = 0xe;
    struct rootle_arg args[][1] = {
        {{.kind = 77, .offset = ABI_INPUT_ARGUMENTS, .size = 4}},
        {{.kind = ROOTLE_ARG_GLOBAL, .offset = 32, .size = 4}},
        {{.kind = ROOTLE_ARG_GLOBAL, .offset = 38, .size = 4}},
        {{.kind = ROOTLE_ARG_GLOBAL, .offset = ABI_INPUT_ARGUMENTS, .size = 2}},
        {{.kind = ROOTLE_ARG_IMAGE_SIZE, .offset = ABI_INPUT_ARGUMENTS, .size = 4}},
        {{.kind = ROOTLE_ARG_IMAGE_READ,
          .offset = ABI_INPUT_ARGUMENTS,
          .size = 4,
          .slot = 8,
          .image_type = ROOTLE_IMAGE_2D}},
        {{.kind = ROOTLE_ARG_SAMPLER, .offset = ABI_INPUT_ARGUMENTS, .size = 4, .slot = 1u << 31}},
        {{.kind = ROOTLE_ARG_VALUE, .offset = 0xffffffff, .size = 8}},
        {{.kind = ROOTLE_ARG_VALUE, .offset = 40, .size = 0, .is_signed = 1, .type_name = "short"}},
        {{.kind = ROOTLE_ARG_VALUE, .offset = 38, .size = 2, .type_name = "ushort"}},
        {{.kind = ROOTLE_ARG_GLOBAL, .offset = ABI_INPUT_ARGUMENTS, .size = 4, .is_signed = 1}},
        {{.kind = ROOTLE_ARG_IMAGE_READ, .offset = ABI_INPUT_ARGUMENTS, .size = 4}},
        {{.kind = ROOTLE_ARG_IMAGE_READ,
          .offset = ABI_INPUT_ARGUMENTS,
          .size = 4,
          .image_type = 99}},
    };
    struct rootle_kernel kernel = {.name = "k", .arg_count = 1, .input_bytes = 4};
    struct rootle_binary bad = {.chip = "mock", .kernels = &kernel, .kernel_count = 1};
    char log[256];

    mock_binary = &bad;
    cl_program program = make_program("fine");
    for (size_t i = 0; i < COUNT(args); i++) {
        kernel.args = args[i];
        assert_int_equal(clBuildProgram(program, 0, NULL, NULL, NULL, NULL),
                         CL_BUILD_PROGRAM_FAILURE);
        ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
        assert_non_null(strstr(log, "kernel k: "));
    }
    kernel = (struct rootle_kernel){.name = "k", .input_bytes = UINT32_MAX};
    assert_int_equal(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    kernel = (struct rootle_kernel){.name = "k", .samplers = &strange_sampler, .sampler_count = 1};
    assert_int_equal(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    kernel.sampler_count = 0;
    bad.chip = "other";
    assert_int_equal(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    bad.chip = "mock";
    bad.image_access = HW_IMAGES_LOWERED;
    assert_int_equal(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    assert_non_null(
        strstr(log, "kernels convert image formats (ROOTLE_FORMATS), here the hardware"));
    bad.image_access = HW_IMAGES_MIXED;
    ok(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    bad.image_access = HW_IMAGES_NATIVE;
    ok(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    ok(clReleaseProgram(program));
}

static void build_validation(void **state)
{
    cl_program program = make_program("fine");
    cl_device_id wrong = (cl_device_id)queue;
    int data;

    assert_int_equal(clBuildProgram(NULL, 0, NULL, NULL, NULL, NULL), CL_INVALID_PROGRAM);
    assert_int_equal(clBuildProgram(program, 1, NULL, NULL, NULL, NULL), CL_INVALID_VALUE);
    assert_int_equal(clBuildProgram(program, 0, &device, NULL, NULL, NULL), CL_INVALID_VALUE);
    assert_int_equal(clBuildProgram(program, 1, &wrong, NULL, NULL, NULL), CL_INVALID_DEVICE);
    assert_int_equal(clBuildProgram(program, 0, NULL, NULL, NULL, &data), CL_INVALID_VALUE);
    cl_int error;
    assert_null(clCreateProgramWithBuiltInKernels(context, 1, &device, "x", &error));
    assert_int_equal(error, CL_INVALID_VALUE);
    ok(clUnloadCompiler());
    ok(clReleaseProgram(program));
}

static void kernels_of_a_program(void **state)
{
    cl_program program = make_program("fine");
    cl_kernel both[2] = {NULL, NULL};
    cl_uint count = 0;
    cl_int error;
    char names[32];
    size_t number = 0;

    ok(clBuildProgram(program, 0, NULL, "-DX=1", NULL, NULL));
    ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, sizeof names, names, NULL));
    assert_string_equal(names, "-DX=1");
    ok(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
    assert_string_equal(names, "one;two");
    ok(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof number, &number, NULL));
    assert_int_equal(number, 2);
    assert_null(clCreateKernel(program, "three", &error));
    assert_int_equal(error, CL_INVALID_KERNEL_NAME);
    assert_null(clCreateKernel(program, NULL, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
    assert_int_equal(clCreateKernelsInProgram(program, 1, both, NULL), CL_INVALID_VALUE);
    ok(clCreateKernelsInProgram(program, 2, both, &count));
    assert_int_equal(count, 2);
    /* A program with kernels is not built again; kernels outlive the program's handle. */
    assert_int_equal(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION);
    ok(clReleaseKernel(both[0]));
    ok(clReleaseProgram(program));
    ok(clEnqueueTask(queue, both[1], 0, NULL, NULL));
    ok(clReleaseKernel(both[1]));
    ok(clFinish(queue));
    assert_string_equal(mock_launch.kernel, "two");
}

static void binaries_round_trip(void **state)
{
    cl_program program = make_program("fine");
    size_t size = 0;
    cl_int status = 9, error;

    ok(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    assert_true(size > 0);
    unsigned char *image = malloc(size);
    ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof image, &image, NULL));
    ok(clReleaseProgram(program));

    const unsigned char *images[] = {image};
    program = clCreateProgramWithBinary(context, 1, &device, &size, images, &status, &error);
    ok(error);
    ok(status);
    assert_null(clCreateKernel(program, "one", &error));
    assert_int_equal(error, CL_INVALID_PROGRAM_EXECUTABLE);
    ok(clBuildProgram(program, 1, &device, NULL, NULL, NULL));
    cl_kernel kernel = clCreateKernel(program, "one", &error);
    ok(error);
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(program));

    image[0] ^= 1;
    assert_null(clCreateProgramWithBinary(context, 1, &device, &size, images, &status, &error));
    assert_int_equal(error, CL_INVALID_BINARY);
    assert_int_equal(status, CL_INVALID_BINARY);
    size = 0;
    assert_null(clCreateProgramWithBinary(context, 1, &device, &size, images, NULL, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
    free(image);
}

static atomic_int built;

static void CL_CALLBACK note_build(cl_program program, void *data)
{
    (void)program;
    atomic_store(&built, *(int *)data);
}

static void build_with_callback(void **state)
{
    cl_program program = make_program("an error");
    int token = 42;

    atomic_store(&built, 0);
    ok(clBuildProgram(program, 0, NULL, NULL, note_build, &token));
    for (int i = 0; i < 500 && atomic_load(&built) == 0; i++)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    assert_int_equal(atomic_load(&built), 42);
    assert_int_equal(build_status(program), CL_BUILD_ERROR);
    ok(clReleaseProgram(program));
}

static cl_program_binary_type binary_type(cl_program program)
{
    cl_program_binary_type type = 99;

    ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    return type;
}

static cl_int compile(cl_program program, const char *options)
{
    return clCompileProgram(program, 0, NULL, options, 0, NULL, NULL, NULL, NULL);
}

static void compile_validation(void **state)
{
    cl_program program = make_program("fine"), header = make_program("header");
    cl_program linked, not_a_program = (cl_program)queue;
    const char *name = "header.h", *no_name = NULL;
    int data;
    cl_int error;

    assert_int_equal(compile(NULL, NULL), CL_INVALID_PROGRAM);
    assert_int_equal(clCompileProgram(program, 0, NULL, "", 1, NULL, NULL, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clCompileProgram(program, 0, NULL, "", 1, &header, NULL, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clCompileProgram(program, 0, NULL, "", 0, &header, &name, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clCompileProgram(program, 0, NULL, "", 1, &header, &no_name, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clCompileProgram(program, 0, NULL, "", 1, &not_a_program, &name, NULL, NULL),
                     CL_INVALID_PROGRAM);
    assert_int_equal(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, &data),
                     CL_INVALID_VALUE);
    assert_int_equal(compile(program, "-bogus"), CL_INVALID_COMPILER_OPTIONS);
    ok(clCompileProgram(program, 1, &device, "", 1, &header, &name, NULL, NULL));
    assert_int_equal(binary_type(program), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    assert_null(clCreateKernel(program, "one", &error));
    assert_int_equal(error, CL_INVALID_PROGRAM_EXECUTABLE);

    linked = clLinkProgram(context, 0, NULL, "", 1, &program, NULL, NULL, &error);
    ok(error);
    assert_int_equal(binary_type(linked), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    assert_int_equal(compile(linked, ""), CL_INVALID_OPERATION);
    assert_int_equal(clBuildProgram(linked, 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION);
    release_programs(linked, header, program);

    program = make_program("an error");
    assert_int_equal(compile(program, ""), CL_COMPILE_PROGRAM_FAILURE);
    ok(clReleaseProgram(program));
}

typedef cl_int(CL_API_CALL *set_name)(cl_program, const char *);

/* cl_rootle_program_name: messages have the name, the compiler and the caches do not. */
static void programs_have_names(void **state)
{
    const set_name name = (set_name)clGetExtensionFunctionAddress("clSetProgramNameROOTLE");
    cl_program program = make_program("log: at <source>:7:2, <source>:x and mine.h<source>:7");
    char log[256];

    assert_non_null(name);
    assert_int_equal(name((cl_program)queue, "x"), CL_INVALID_PROGRAM);
    assert_int_equal(name(program, NULL), CL_INVALID_VALUE);
    for (int i = 0; i < 2; i++) { /* the last name counts */
        ok(name(program, i ? "b%s.cl" : "a.cl"));
        assert_int_equal(clBuildProgram(program, 0, NULL, NULL, NULL, NULL),
                         CL_BUILD_PROGRAM_FAILURE);
        ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
        assert_string_equal(log, i ? "at b%s.cl:7:2, <source>:x and mine.h<source>:7"
                                   : "at a.cl:7:2, <source>:x and mine.h<source>:7");
    }
    ok(clReleaseProgram(program));
}

static void link_validation(void **state)
{
    cl_program program = make_program("fine"), linked;
    cl_program not_a_program = (cl_program)queue;
    int data;
    cl_int error;

    assert_null(clLinkProgram(NULL, 0, NULL, NULL, 1, &program, NULL, NULL, &error));
    assert_int_equal(error, CL_INVALID_CONTEXT);
    assert_null(clLinkProgram(context, 0, NULL, NULL, 0, NULL, NULL, NULL, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
    assert_null(clLinkProgram(context, 0, NULL, NULL, 1, &program, NULL, &data, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
    assert_null(clLinkProgram(context, 0, NULL, NULL, 1, &not_a_program, NULL, NULL, &error));
    assert_int_equal(error, CL_INVALID_PROGRAM);
    /* Neither a program without a build nor an executable is an object. */
    assert_null(clLinkProgram(context, 0, NULL, NULL, 1, &program, NULL, NULL, &error));
    assert_int_equal(error, CL_INVALID_OPERATION);
    ok(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    assert_null(clLinkProgram(context, 0, NULL, NULL, 1, &program, NULL, NULL, &error));
    assert_int_equal(error, CL_INVALID_OPERATION);

    ok(compile(program, ""));
    linked = clLinkProgram(context, 0, NULL, "-create-library", 1, &program, NULL, NULL, &error);
    ok(error);
    assert_int_equal(binary_type(linked), CL_PROGRAM_BINARY_TYPE_LIBRARY);
    ok(clReleaseProgram(linked));
    ok(clReleaseProgram(program));
}

#define program_test(f) cmocka_unit_test_setup_teardown(f, setup, fixture_teardown)

int main(void)
{
    return RUN_TESTS(program_test, source_is_joined, builds_fail_with_a_log,
                     broken_binaries_are_refused, build_validation, kernels_of_a_program,
                     binaries_round_trip, build_with_callback, compile_validation, link_validation,
                     programs_have_names);
}
