/* SPDX-License-Identifier: MIT */
/* test_program_errors.c: the error codes that section 5.6 of OpenCL 1.2 names for programs: a table
 * of wrong arguments for each call. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/tests/error_fixture.h"

#include <string.h>
#include <time.h>

/* Calls that create: no object comes with an error; an object that came is released. */
static void check_program(const char *call, const char *wrong, cl_program program, cl_int error,
                          cl_int expected)
{
    check(call, wrong, error, expected);
    assert_int_equal(program == NULL, error != CL_SUCCESS && error != CL_LINK_PROGRAM_FAILURE);
    if (program)
        ok(clReleaseProgram(program));
}

/* ---- 5.6.1: creating programs ---- */

static void create_with_source(void **state)
{
    const char *good[] = {"a", "b"}, *bad[] = {"a", NULL};
    const struct {
        const char *wrong;
        cl_context context;
        cl_uint count;
        const char **strings;
        cl_int error;
    } cases[] = {
        {"nothing wrong", context, 2, good, CL_SUCCESS},
        {"no context", NULL, 2, good, CL_INVALID_CONTEXT},
        {"a queue for the context", (cl_context)queue, 2, good, CL_INVALID_CONTEXT},
        {"count 0", context, 0, good, CL_INVALID_VALUE},
        {"no strings", context, 2, NULL, CL_INVALID_VALUE},
        {"a string that is NULL", context, 2, bad, CL_INVALID_VALUE},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_int error = 1;
        cl_program program = clCreateProgramWithSource(cases[i].context, cases[i].count,
                                                       cases[i].strings, NULL, &error);
        check_program("clCreateProgramWithSource", cases[i].wrong, program, error, cases[i].error);
    }
}

/* The arguments of clCreateProgramWithBinary, and its answers; 9 is a status that it leaves
 * alone. */
struct binary_case {
    const char *wrong;
    cl_context context;
    cl_uint count;
    const cl_device_id *devices;
    const size_t *sizes;
    const unsigned char **images;
    cl_int error, status[2];
};

static void check_binaries(const struct binary_case *c)
{
    cl_int status[2] = {9, 9}, error = 1;
    cl_program program = clCreateProgramWithBinary(c->context, c->count, c->devices, c->sizes,
                                                   c->images, status, &error);
    check_program("clCreateProgramWithBinary", c->wrong, program, error, c->error);
    check("clCreateProgramWithBinary, status 0", c->wrong, status[0], c->status[0]);
    check("clCreateProgramWithBinary, status 1", c->wrong, status[1], c->status[1]);
}

static void create_with_binary(void **state)
{
    unsigned char image[64], damaged[64], *images[] = {image};
    size_t size = 0;

    ok(clGetProgramInfo(executable, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    assert_in_range(size, 1, sizeof image);
    ok(clGetProgramInfo(executable, CL_PROGRAM_BINARIES, sizeof images, images, NULL));
    memcpy(damaged, image, size);
    damaged[0] ^= 1;
    const cl_int invalid = CL_INVALID_VALUE, unfit = CL_INVALID_BINARY;
    const unsigned char *good[] = {image, image}, *bad[] = {damaged, image},
                        *second_bad[] = {image, damaged}, *absent[] = {NULL, image};
    const size_t sizes[] = {size, size}, no_size[] = {size, 0};
    const cl_device_id devices[] = {device, device}, wrong_devices[] = {device, wrong_device};
    const struct binary_case cases[] = {
        {"nothing wrong", context, 2, devices, sizes, good, CL_SUCCESS, {0, 0}},
        {"no context", NULL, 2, devices, sizes, good, CL_INVALID_CONTEXT, {9, 9}},
        {"no devices", context, 2, NULL, sizes, good, invalid, {9, 9}},
        {"0 devices", context, 0, devices, sizes, good, invalid, {9, 9}},
        {"a wrong device", context, 2, wrong_devices, sizes, good, CL_INVALID_DEVICE, {9, 9}},
        {"no sizes", context, 2, devices, NULL, good, invalid, {9, 9}},
        {"no binaries", context, 2, devices, sizes, NULL, invalid, {9, 9}},
        {"size 0", context, 2, devices, no_size, good, invalid, {0, CL_INVALID_VALUE}},
        {"a binary that is NULL", context, 2, devices, sizes, absent, invalid, {invalid, 0}},
        {"a bad binary", context, 1, devices, sizes, bad, unfit, {unfit, 9}},
        {"a bad second binary", context, 2, devices, sizes, second_bad, unfit, {0, unfit}},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        check_binaries(&cases[i]);
}

static void create_with_built_in_kernels(void **state)
{
    const struct {
        const char *wrong;
        cl_context context;
        cl_uint count;
        const cl_device_id *devices;
        const char *names;
        cl_int error;
    } cases[] = {
        {"a name that no device has", context, 1, &device, "name", CL_INVALID_VALUE},
        {"no context", NULL, 1, &device, "name", CL_INVALID_CONTEXT},
        {"no devices", context, 1, NULL, "name", CL_INVALID_VALUE},
        {"0 devices", context, 0, &device, "name", CL_INVALID_VALUE},
        {"no names", context, 1, &device, NULL, CL_INVALID_VALUE},
        {"a wrong device", context, 1, &wrong_device, "name", CL_INVALID_DEVICE},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_int error = 1;
        cl_program program = clCreateProgramWithBuiltInKernels(
            cases[i].context, cases[i].count, cases[i].devices, cases[i].names, &error);
        check_program("clCreateProgramWithBuiltInKernels", cases[i].wrong, program, error,
                      cases[i].error);
    }
}

/* ---- 5.6.2 and 5.6.3: building, compiling, linking ---- */

static atomic_int notified;

static void CL_CALLBACK notify(cl_program program, void *data)
{
    (void)program;
    (void)data;
    atomic_fetch_add(&notified, 1);
}

/* The arguments that clBuildProgram, clCompileProgram and clLinkProgram have in common. */
struct build_arguments {
    cl_program program; /* that is built, or linked */
    cl_uint device_count;
    const cl_device_id *devices;
    const char *options;
    void(CL_CALLBACK *notify)(cl_program, void *);
    void *data;
};

static cl_int build(const struct build_arguments *a)
{
    return clBuildProgram(a->program, a->device_count, a->devices, a->options, a->notify, a->data);
}

static cl_int compile(const struct build_arguments *a)
{
    return clCompileProgram(a->program, a->device_count, a->devices, a->options, 0, NULL, NULL,
                            a->notify, a->data);
}

static cl_int link_one(const struct build_arguments *a)
{
    cl_int error = 1;
    cl_program program = clLinkProgram(context, a->device_count, a->devices, a->options, 1,
                                       &a->program, a->notify, a->data, &error);

    assert_int_equal(program == NULL, error != CL_SUCCESS && error != CL_LINK_PROGRAM_FAILURE);
    if (program)
        ok(clReleaseProgram(program));
    return error;
}

static const struct {
    const char *name;
    cl_int (*run)(const struct build_arguments *arguments);
    cl_program *program;
    cl_int invalid_options;
} builders[] = {
    {"clBuildProgram", build, &source, CL_INVALID_BUILD_OPTIONS},
    {"clCompileProgram", compile, &source, CL_INVALID_COMPILER_OPTIONS},
    {"clLinkProgram", link_one, &object, CL_INVALID_LINKER_OPTIONS},
};

static void wrong_builds(void **state)
{
    int data;

    for (size_t i = 0; i < COUNT(builders); i++) {
        cl_program program = *builders[i].program;
        const struct {
            const char *wrong;
            struct build_arguments arguments;
            cl_int error;
        } cases[] = {
            {"nothing wrong", {program, 1, &device, "", NULL, NULL}, CL_SUCCESS},
            {"no options", {program, 0, NULL, NULL, NULL, NULL}, CL_SUCCESS},
            {"no program", {NULL, 0, NULL, "", NULL, NULL}, CL_INVALID_PROGRAM},
            {"a queue for the program",
             {wrong_program, 0, NULL, "", NULL, NULL},
             CL_INVALID_PROGRAM},
            {"a count without devices", {program, 1, NULL, "", NULL, NULL}, CL_INVALID_VALUE},
            {"devices without a count", {program, 0, &device, "", NULL, NULL}, CL_INVALID_VALUE},
            {"a wrong device", {program, 1, &wrong_device, "", NULL, NULL}, CL_INVALID_DEVICE},
            {"data for no callback", {program, 0, NULL, "", NULL, &data}, CL_INVALID_VALUE},
            {"bad options", {program, 0, NULL, "-bogus", NULL, NULL}, builders[i].invalid_options},
            /* Such a build cannot begin, so that nobody is told that it ended. */
            {"bad options and a callback",
             {program, 0, NULL, "-bogus", notify, NULL},
             builders[i].invalid_options},
        };
        atomic_store(&notified, 0);
        for (size_t c = 0; c < COUNT(cases); c++)
            check(builders[i].name, cases[c].wrong, builders[i].run(&cases[c].arguments),
                  cases[c].error);
        assert_int_equal(atomic_load(&notified), 0);
    }
    assert_non_null(strstr(last_message, "unknown option"));
}

static void wrong_headers(void **state)
{
    cl_program header = make_program("header"), from_binary;
    const char *name = "header.h", *no_name = NULL;
    unsigned char image[64], *images[] = {image};
    size_t size;
    cl_int error;

    ok(clGetProgramInfo(object, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    ok(clGetProgramInfo(object, CL_PROGRAM_BINARIES, sizeof images, images, NULL));
    from_binary = clCreateProgramWithBinary(context, 1, &device, &size,
                                            (const unsigned char **)images, NULL, &error);
    ok(error);
    const struct {
        const char *wrong;
        cl_program program;
        cl_uint count;
        const cl_program *headers;
        const char **names;
        cl_int error;
    } cases[] = {
        {"nothing wrong", source, 1, &header, &name, CL_SUCCESS},
        {"headers without a count", source, 0, &header, NULL, CL_INVALID_VALUE},
        {"names without a count", source, 0, NULL, &name, CL_INVALID_VALUE},
        {"a count without headers", source, 1, NULL, &name, CL_INVALID_VALUE},
        {"a count without names", source, 1, &header, NULL, CL_INVALID_VALUE},
        {"a name that is NULL", source, 1, &header, &no_name, CL_INVALID_VALUE},
        {"a queue for the header", source, 1, &wrong_program, &name, CL_INVALID_PROGRAM},
        {"a header without source", source, 1, &from_binary, &name, CL_INVALID_OPERATION},
        {"a program without source", from_binary, 0, NULL, NULL, CL_INVALID_OPERATION},
        {"a program with kernels", executable, 0, NULL, NULL, CL_INVALID_OPERATION},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        check("clCompileProgram", cases[i].wrong,
              clCompileProgram(cases[i].program, 0, NULL, "", cases[i].count, cases[i].headers,
                               cases[i].names, NULL, NULL),
              cases[i].error);
    check("clBuildProgram", "an object's binary",
          clBuildProgram(from_binary, 0, NULL, NULL, NULL, NULL), CL_INVALID_BINARY);
    ok(clReleaseProgram(from_binary));
    ok(clReleaseProgram(header));
}

static void wrong_links(void **state)
{
    cl_program mixed[] = {object, executable}, objects[] = {object, object};
    const struct {
        const char *wrong;
        cl_context context;
        cl_uint count;
        const cl_program *programs;
        cl_int error;
    } cases[] = {
        {"nothing wrong", context, 2, objects, CL_SUCCESS},
        {"no context", NULL, 2, objects, CL_INVALID_CONTEXT},
        {"no programs", context, 0, NULL, CL_INVALID_VALUE},
        {"0 programs", context, 0, objects, CL_INVALID_VALUE},
        {"a count without programs", context, 2, NULL, CL_INVALID_VALUE},
        {"an executable", context, 2, mixed, CL_INVALID_OPERATION},
        {"a program that was not compiled", context, 1, &source, CL_INVALID_OPERATION},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_int error = 1;
        cl_program program = clLinkProgram(cases[i].context, 0, NULL, "", cases[i].count,
                                           cases[i].programs, NULL, NULL, &error);
        check_program("clLinkProgram", cases[i].wrong, program, error, cases[i].error);
    }
}

/* While a program is being built, it is neither built nor linked. */
static void builds_in_progress(void **state)
{
    const struct build_arguments again = {source, 0, NULL, "", NULL, NULL};
    cl_build_status status;
    cl_int error = 1;

    atomic_store(&notified, 0);
    atomic_store(&mock_hold_builds, true);
    ok(clBuildProgram(source, 0, NULL, "", notify, NULL));
    ok(clGetProgramBuildInfo(source, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                             NULL));
    assert_int_equal(status, CL_BUILD_IN_PROGRESS);
    for (size_t i = 0; i < COUNT(builders); i++)
        check(builders[i].name, "a build in progress", builders[i].run(&again),
              CL_INVALID_OPERATION);
    assert_null(clCreateKernel(source, "k", &error));
    assert_int_equal(error, CL_INVALID_PROGRAM_EXECUTABLE);
    atomic_store(&mock_hold_builds, false);
    for (int i = 0; i < 500 && !atomic_load(&notified); i++)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    assert_int_equal(atomic_load(&notified), 1);
}

/* ---- 5.6.6 and 5.6.7: queries ---- */

static void program_queries(void **state)
{
    const struct {
        const char *wrong;
        cl_program program;
        cl_program_info name;
        size_t size;
        cl_int error;
    } cases[] = {
        {"nothing wrong", source, CL_PROGRAM_SOURCE, 64, CL_SUCCESS},
        {"no program", NULL, CL_PROGRAM_SOURCE, 64, CL_INVALID_PROGRAM},
        {"an unknown name", source, CL_PROGRAM_BUILD_LOG, 64, CL_INVALID_VALUE},
        {"no room", source, CL_PROGRAM_NUM_DEVICES, 3, CL_INVALID_VALUE},
        {"no room for the source", source, CL_PROGRAM_SOURCE, 4, CL_INVALID_VALUE},
        {"no room for sizes", source, CL_PROGRAM_BINARY_SIZES, 7, CL_INVALID_VALUE},
        {"no room for binaries", source, CL_PROGRAM_BINARIES, 7, CL_INVALID_VALUE},
        {"no executable", source, CL_PROGRAM_NUM_KERNELS, 64, CL_INVALID_PROGRAM_EXECUTABLE},
        {"no executable", object, CL_PROGRAM_KERNEL_NAMES, 64, CL_INVALID_PROGRAM_EXECUTABLE},
        {"no room for names", executable, CL_PROGRAM_KERNEL_NAMES, 3, CL_INVALID_VALUE},
    };
    const struct {
        const char *wrong;
        cl_program program;
        cl_device_id device;
        cl_program_build_info name;
        size_t size;
        cl_int error;
    } build_cases[] = {
        {"nothing wrong", source, device, CL_PROGRAM_BUILD_LOG, 64, CL_SUCCESS},
        {"no program", NULL, device, CL_PROGRAM_BUILD_LOG, 64, CL_INVALID_PROGRAM},
        {"no device", source, NULL, CL_PROGRAM_BUILD_LOG, 64, CL_INVALID_DEVICE},
        {"a wrong device", source, wrong_device, CL_PROGRAM_BUILD_LOG, 64, CL_INVALID_DEVICE},
        {"an unknown name", source, device, CL_PROGRAM_SOURCE, 64, CL_INVALID_VALUE},
        {"no room", source, device, CL_PROGRAM_BUILD_STATUS, 3, CL_INVALID_VALUE},
        {"no room for options", source, device, CL_PROGRAM_BUILD_OPTIONS, 0, CL_INVALID_VALUE},
        {"no room for a type", source, device, CL_PROGRAM_BINARY_TYPE, 3, CL_INVALID_VALUE},
    };
    uint64_t value[8] = {0};

    for (size_t i = 0; i < COUNT(cases); i++)
        check("clGetProgramInfo", cases[i].wrong,
              clGetProgramInfo(cases[i].program, cases[i].name, cases[i].size, value, NULL),
              cases[i].error);
    for (size_t i = 0; i < COUNT(build_cases); i++)
        check("clGetProgramBuildInfo", build_cases[i].wrong,
              clGetProgramBuildInfo(build_cases[i].program, build_cases[i].device,
                                    build_cases[i].name, build_cases[i].size, value, NULL),
              build_cases[i].error);
    assert_int_equal(clRetainProgram(NULL), CL_INVALID_PROGRAM);
    assert_int_equal(clReleaseProgram(wrong_program), CL_INVALID_PROGRAM);
    assert_int_equal(clUnloadPlatformCompiler(NULL), CL_INVALID_PLATFORM);
}

int main(void)
{
    return RUN_TESTS(error_test, create_with_source, create_with_binary,
                     create_with_built_in_kernels, wrong_builds, wrong_headers, wrong_links,
                     builds_in_progress, program_queries);
}
