/* SPDX-License-Identifier: MIT */
/* test_program_errors.c: the error codes that sections 5.6, 5.7 and 5.8 of OpenCL 1.2 name for
 * programs, kernels and launches: a table of wrong arguments for each call. */
#include "driver/base/count.h"
#include "driver/tests/fixture.h"

#include <string.h>
#include <time.h>

enum { START = 36, ARG_COUNT = 5 };

/* kernel void k(int v, global int *b, local int *l, read_only image2d_t i, sampler_t s) */
static struct rootle_arg args[ARG_COUNT] = {
    {.kind = ROOTLE_ARG_VALUE, .offset = START, .size = 4, .name = "v", .type_name = "int"},
    {.kind = ROOTLE_ARG_GLOBAL, .offset = START + 4, .size = 4},
    {.kind = ROOTLE_ARG_LOCAL, .offset = START + 8, .size = 4, .align = 4},
    {.kind = ROOTLE_ARG_IMAGE_READ,
     .offset = START + 12,
     .size = 4,
     .image_type = ROOTLE_IMAGE_2D,
     .access = ROOTLE_ACCESS_READ_ONLY},
    {.kind = ROOTLE_ARG_SAMPLER, .offset = START + 16, .size = 4},
};
static struct rootle_kernel kernels[] = {
    {.name = "k", .args = args, .arg_count = ARG_COUNT, .input_bytes = 20},
    {.name = "none"},
    {.name = "sized", .required_size = {8, 4, 1}},
};
static struct rootle_binary binary = {
    .chip = "mock", .kernels = kernels, .kernel_count = COUNT(kernels)};

/* What is valid, and what is not: an object of another class, and one of another context. */
static cl_program source, executable, object;
static cl_kernel kernel, none, sized;
static cl_context other_context;
static cl_device_id wrong_device;
static cl_program wrong_program;

static cl_program make_program(const char *text)
{
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);

    ok(error);
    return program;
}

static cl_kernel make_kernel(const char *name)
{
    cl_int error;
    cl_kernel made = clCreateKernel(executable, name, &error);

    ok(error);
    return made;
}

static int setup(void **state)
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
    ok(clBuildProgram(executable, 0, NULL, NULL, NULL, NULL));
    ok(clCompileProgram(object, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    kernel = make_kernel("k");
    none = make_kernel("none");
    sized = make_kernel("sized");
    return 0;
}

static int teardown(void **state)
{
    ok(clReleaseKernel(kernel));
    ok(clReleaseKernel(none));
    ok(clReleaseKernel(sized));
    ok(clReleaseProgram(source));
    ok(clReleaseProgram(executable));
    ok(clReleaseProgram(object));
    ok(clReleaseContext(other_context));
    return fixture_teardown(state);
}

static void check(const char *call, const char *wrong, cl_int error, cl_int expected)
{
    if (error != expected)
        fail_msg("%s with %s: %d, expected %d", call, wrong, error, expected);
}

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

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_int error = 1;
        cl_program program = clCreateProgramWithSource(cases[i].context, cases[i].count,
                                                       cases[i].strings, NULL, &error);
        check_program("clCreateProgramWithSource", cases[i].wrong, program, error, cases[i].error);
    }
}

static void create_with_binary(void **state)
{
    unsigned char image[64], damaged[64], *images[] = {image};
    size_t size = 0;

    (void)state;
    ok(clGetProgramInfo(executable, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    assert_in_range(size, 1, sizeof image);
    ok(clGetProgramInfo(executable, CL_PROGRAM_BINARIES, sizeof images, images, NULL));
    memcpy(damaged, image, size);
    damaged[0] ^= 1;
    const unsigned char *good[] = {image, image}, *bad[] = {damaged, image},
                        *second_bad[] = {image, damaged}, *absent[] = {NULL, image};
    const size_t sizes[] = {size, size}, no_size[] = {size, 0};
    const cl_device_id devices[] = {device, device}, wrong_devices[] = {device, wrong_device};
    const struct {
        const char *wrong;
        cl_context context;
        cl_uint count;
        const cl_device_id *devices;
        const size_t *sizes;
        const unsigned char **images;
        cl_int error, status[2];
    } cases[] = {
        {"nothing wrong", context, 2, devices, sizes, good, CL_SUCCESS, {0, 0}},
        {"no context", NULL, 2, devices, sizes, good, CL_INVALID_CONTEXT, {9, 9}},
        {"no devices", context, 2, NULL, sizes, good, CL_INVALID_VALUE, {9, 9}},
        {"0 devices", context, 0, devices, sizes, good, CL_INVALID_VALUE, {9, 9}},
        {"a wrong device", context, 2, wrong_devices, sizes, good, CL_INVALID_DEVICE, {9, 9}},
        {"no sizes", context, 2, devices, NULL, good, CL_INVALID_VALUE, {9, 9}},
        {"no binaries", context, 2, devices, sizes, NULL, CL_INVALID_VALUE, {9, 9}},
        {"size 0", context, 2, devices, no_size, good, CL_INVALID_VALUE, {0, CL_INVALID_VALUE}},
        {"a binary that is NULL",
         context,
         2,
         devices,
         sizes,
         absent,
         CL_INVALID_VALUE,
         {CL_INVALID_VALUE, 0}},
        {"a bad binary",
         context,
         1,
         devices,
         sizes,
         bad,
         CL_INVALID_BINARY,
         {CL_INVALID_BINARY, 9}},
        {"a bad second binary",
         context,
         2,
         devices,
         sizes,
         second_bad,
         CL_INVALID_BINARY,
         {0, CL_INVALID_BINARY}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_int status[2] = {9, 9}, error = 1;
        cl_program program =
            clCreateProgramWithBinary(cases[i].context, cases[i].count, cases[i].devices,
                                      cases[i].sizes, cases[i].images, status, &error);
        check_program("clCreateProgramWithBinary", cases[i].wrong, program, error, cases[i].error);
        check("clCreateProgramWithBinary, status 0", cases[i].wrong, status[0], cases[i].status[0]);
        check("clCreateProgramWithBinary, status 1", cases[i].wrong, status[1], cases[i].status[1]);
    }
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

    (void)state;
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

/* What clBuildProgram, clCompileProgram and clLinkProgram have in common. */
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

    (void)state;
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

    (void)state;
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

    (void)state;
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

    (void)state;
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

    (void)state;
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

/* ---- 5.7: kernels ---- */

static void create_kernels(void **state)
{
    const struct {
        const char *wrong;
        cl_program program;
        const char *name;
        cl_int error;
    } cases[] = {
        {"no program", NULL, "k", CL_INVALID_PROGRAM},
        {"a queue for the program", wrong_program, "k", CL_INVALID_PROGRAM},
        {"a program that is not built", source, "k", CL_INVALID_PROGRAM_EXECUTABLE},
        {"an object", object, "k", CL_INVALID_PROGRAM_EXECUTABLE},
        {"an unknown name", executable, "K", CL_INVALID_KERNEL_NAME},
        {"no name", executable, NULL, CL_INVALID_VALUE},
    };
    cl_kernel all[COUNT(kernels)];

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_int error = 1;
        assert_null(clCreateKernel(cases[i].program, cases[i].name, &error));
        check("clCreateKernel", cases[i].wrong, error, cases[i].error);
        if (!cases[i].name || strcmp(cases[i].name, "k") != 0)
            continue;
        check("clCreateKernelsInProgram", cases[i].wrong,
              clCreateKernelsInProgram(cases[i].program, COUNT(all), all, NULL), cases[i].error);
    }
    check("clCreateKernelsInProgram", "too little room",
          clCreateKernelsInProgram(executable, COUNT(all) - 1, all, NULL), CL_INVALID_VALUE);
    assert_int_equal(clRetainKernel(NULL), CL_INVALID_KERNEL);
    assert_int_equal(clReleaseKernel((cl_kernel)queue), CL_INVALID_KERNEL);
}

static void kernel_queries(void **state)
{
    const struct {
        const char *wrong;
        cl_kernel kernel;
        cl_kernel_info name;
        size_t size;
        cl_int error;
    } cases[] = {
        {"nothing wrong", kernel, CL_KERNEL_NUM_ARGS, 4, CL_SUCCESS},
        {"no kernel", NULL, CL_KERNEL_NUM_ARGS, 4, CL_INVALID_KERNEL},
        {"an unknown name", kernel, 0, 4, CL_INVALID_VALUE},
        {"no room", kernel, CL_KERNEL_NUM_ARGS, 3, CL_INVALID_VALUE},
        {"no room for a name", kernel, CL_KERNEL_FUNCTION_NAME, 1, CL_INVALID_VALUE},
    };
    const struct {
        const char *wrong;
        cl_kernel kernel;
        cl_uint index;
        cl_kernel_arg_info name;
        size_t size;
        cl_int error;
    } arg_cases[] = {
        {"nothing wrong", kernel, 0, CL_KERNEL_ARG_NAME, 2, CL_SUCCESS},
        {"no kernel", NULL, 0, CL_KERNEL_ARG_NAME, 2, CL_INVALID_KERNEL},
        {"an index too high", kernel, ARG_COUNT, CL_KERNEL_ARG_NAME, 2, CL_INVALID_ARG_INDEX},
        {"an unknown name", kernel, 0, CL_KERNEL_NUM_ARGS, 2, CL_INVALID_VALUE},
        {"no room", kernel, 0, CL_KERNEL_ARG_NAME, 1, CL_INVALID_VALUE},
        {"no information", kernel, 1, CL_KERNEL_ARG_NAME, 2, CL_KERNEL_ARG_INFO_NOT_AVAILABLE},
        {"no type's name", kernel, 1, CL_KERNEL_ARG_TYPE_NAME, 2, CL_KERNEL_ARG_INFO_NOT_AVAILABLE},
    };
    const struct {
        const char *wrong;
        cl_kernel kernel;
        cl_device_id device;
        cl_kernel_work_group_info name;
        size_t size;
        cl_int error;
    } group_cases[] = {
        {"nothing wrong", kernel, device, CL_KERNEL_WORK_GROUP_SIZE, 8, CL_SUCCESS},
        {"the only device left out", kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, 8, CL_SUCCESS},
        {"no kernel", NULL, device, CL_KERNEL_WORK_GROUP_SIZE, 8, CL_INVALID_KERNEL},
        {"a wrong device", kernel, wrong_device, CL_KERNEL_WORK_GROUP_SIZE, 8, CL_INVALID_DEVICE},
        {"an unknown name", kernel, device, CL_KERNEL_NUM_ARGS, 8, CL_INVALID_VALUE},
        {"no room", kernel, device, CL_KERNEL_WORK_GROUP_SIZE, 7, CL_INVALID_VALUE},
        {"no room for three", kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, 23,
         CL_INVALID_VALUE},
        {"a kernel that is not built in", kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE, 24,
         CL_INVALID_VALUE},
    };
    uint64_t value[8];

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        check("clGetKernelInfo", cases[i].wrong,
              clGetKernelInfo(cases[i].kernel, cases[i].name, cases[i].size, value, NULL),
              cases[i].error);
    for (size_t i = 0; i < COUNT(arg_cases); i++)
        check("clGetKernelArgInfo", arg_cases[i].wrong,
              clGetKernelArgInfo(arg_cases[i].kernel, arg_cases[i].index, arg_cases[i].name,
                                 arg_cases[i].size, value, NULL),
              arg_cases[i].error);
    for (size_t i = 0; i < COUNT(group_cases); i++)
        check("clGetKernelWorkGroupInfo", group_cases[i].wrong,
              clGetKernelWorkGroupInfo(group_cases[i].kernel, group_cases[i].device,
                                       group_cases[i].name, group_cases[i].size, value, NULL),
              group_cases[i].error);
}

static void wrong_arguments(void **state)
{
    cl_mem buffer = make_buffer(16), null = NULL;
    cl_mem image = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_FLOAT, 4, 4, 1);
    cl_mem volume = make_image(0, CL_MEM_OBJECT_IMAGE3D, CL_RGBA, CL_FLOAT, 4, 4, 4);
    cl_mem unreadable =
        make_image(CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_FLOAT, 4, 4, 1);
    cl_int value = 0, error;
    cl_sampler sampler =
        clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &error);
    cl_mem foreign = clCreateBuffer(other_context, 0, 16, NULL, &error);
    const struct {
        const char *wrong;
        cl_kernel kernel;
        cl_uint index;
        size_t size;
        const void *value;
        cl_int error;
    } cases[] = {
        {"no kernel", NULL, 0, 4, &value, CL_INVALID_KERNEL},
        {"an index too high", kernel, ARG_COUNT, 4, &value, CL_INVALID_ARG_INDEX},
        {"no value", kernel, 0, 4, NULL, CL_INVALID_ARG_VALUE},
        {"too small a value", kernel, 0, 3, &value, CL_INVALID_ARG_SIZE},
        {"too large a value", kernel, 0, 8, &value, CL_INVALID_ARG_SIZE},
        {"a value of no bytes", kernel, 0, 0, &value, CL_INVALID_ARG_SIZE},
        {"a sampler for a buffer", kernel, 1, sizeof sampler, &sampler, CL_INVALID_MEM_OBJECT},
        {"an image for a buffer", kernel, 1, sizeof image, &image, CL_INVALID_MEM_OBJECT},
        {"another context's buffer", kernel, 1, sizeof foreign, &foreign, CL_INVALID_MEM_OBJECT},
        {"a buffer's wrong size", kernel, 1, 16, &buffer, CL_INVALID_ARG_SIZE},
        {"local memory with contents", kernel, 2, 4, &value, CL_INVALID_ARG_VALUE},
        {"no local memory", kernel, 2, 0, NULL, CL_INVALID_ARG_SIZE},
        {"a buffer for an image", kernel, 3, sizeof buffer, &buffer, CL_INVALID_MEM_OBJECT},
        {"NULL for an image", kernel, 3, sizeof null, &null, CL_INVALID_MEM_OBJECT},
        {"an image's wrong size", kernel, 3, 4, &image, CL_INVALID_ARG_SIZE},
        {"an image of another type", kernel, 3, sizeof volume, &volume, CL_INVALID_ARG_VALUE},
        {"a write-only image", kernel, 3, sizeof unreadable, &unreadable, CL_INVALID_ARG_VALUE},
        {"a buffer for a sampler", kernel, 4, sizeof buffer, &buffer, CL_INVALID_SAMPLER},
        {"no sampler", kernel, 4, sizeof sampler, NULL, CL_INVALID_SAMPLER},
        {"a sampler's wrong size", kernel, 4, 4, &sampler, CL_INVALID_ARG_SIZE},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        error = clSetKernelArg(cases[i].kernel, cases[i].index, cases[i].size, cases[i].value);
        check("clSetKernelArg", cases[i].wrong, error, cases[i].error);
        /* What was refused is not set. */
        assert_int_equal(clEnqueueTask(queue, kernel, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    }
    ok(clReleaseSampler(sampler));
    ok(clReleaseMemObject(foreign));
    ok(clReleaseMemObject(unreadable));
    ok(clReleaseMemObject(volume));
    ok(clReleaseMemObject(image));
    ok(clReleaseMemObject(buffer));
}

/* ---- 5.8: launches ---- */

static void wrong_launches(void **state)
{
    const size_t one[] = {1, 1, 1}, eight[] = {8, 4, 1}, three[] = {3, 1, 1}, zero[] = {1, 0, 1},
                 high[] = {(size_t)UINT32_MAX + 1, 1, 1}, far[] = {UINT32_MAX, 0, 0},
                 long_row[] = {512, 1, 1}, full[] = {256, 2, 1};
    cl_int error;
    cl_command_queue foreign = clCreateCommandQueue(other_context, device, 0, &error);
    cl_event user = clCreateUserEvent(other_context, &error), bad = (cl_event)queue;
    const struct {
        const char *wrong;
        cl_command_queue queue;
        cl_kernel kernel;
        cl_uint dimensions;
        const size_t *offset, *global, *local;
        cl_uint wait_count;
        const cl_event *waits;
        cl_int error;
    } cases[] = {
        {"nothing wrong", queue, none, 1, NULL, eight, NULL, 0, NULL, CL_SUCCESS},
        {"no queue", NULL, none, 1, NULL, one, NULL, 0, NULL, CL_INVALID_COMMAND_QUEUE},
        {"no kernel", queue, NULL, 1, NULL, one, NULL, 0, NULL, CL_INVALID_KERNEL},
        {"another context's queue", foreign, none, 1, NULL, one, NULL, 0, NULL, CL_INVALID_CONTEXT},
        {"another context's event", queue, none, 1, NULL, one, NULL, 1, &user, CL_INVALID_CONTEXT},
        {"arguments that are not set", queue, kernel, 1, NULL, one, NULL, 0, NULL,
         CL_INVALID_KERNEL_ARGS},
        {"0 dimensions", queue, none, 0, NULL, one, NULL, 0, NULL, CL_INVALID_WORK_DIMENSION},
        {"4 dimensions", queue, none, 4, NULL, one, NULL, 0, NULL, CL_INVALID_WORK_DIMENSION},
        {"no global size", queue, none, 1, NULL, NULL, NULL, 0, NULL, CL_INVALID_GLOBAL_WORK_SIZE},
        {"global size 0", queue, none, 2, NULL, zero, NULL, 0, NULL, CL_INVALID_GLOBAL_WORK_SIZE},
        {"too high a size", queue, none, 1, NULL, high, NULL, 0, NULL, CL_INVALID_GLOBAL_WORK_SIZE},
        {"too high an offset", queue, none, 1, far, eight, NULL, 0, NULL, CL_INVALID_GLOBAL_OFFSET},
        {"groups that do not fit", queue, none, 1, NULL, eight, three, 0, NULL,
         CL_INVALID_WORK_GROUP_SIZE},
        {"groups of none", queue, none, 2, NULL, eight, zero, 0, NULL, CL_INVALID_WORK_GROUP_SIZE},
        {"groups that are too large", queue, none, 2, NULL, full, full, 0, NULL,
         CL_INVALID_WORK_GROUP_SIZE},
        {"a dimension that is too large", queue, none, 1, NULL, long_row, long_row, 0, NULL,
         CL_INVALID_WORK_ITEM_SIZE},
        {"another size than required", queue, sized, 2, NULL, eight, one, 0, NULL,
         CL_INVALID_WORK_GROUP_SIZE},
        {"not the required size", queue, sized, 2, NULL, eight, NULL, 0, NULL,
         CL_INVALID_WORK_GROUP_SIZE},
        {"the required size", queue, sized, 2, NULL, eight, eight, 0, NULL, CL_SUCCESS},
        {"events without a count", queue, none, 1, NULL, one, NULL, 0, &user,
         CL_INVALID_EVENT_WAIT_LIST},
        {"a count without events", queue, none, 1, NULL, one, NULL, 1, NULL,
         CL_INVALID_EVENT_WAIT_LIST},
        {"a queue for an event", queue, none, 1, NULL, one, NULL, 1, &bad,
         CL_INVALID_EVENT_WAIT_LIST},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        check("clEnqueueNDRangeKernel", cases[i].wrong,
              clEnqueueNDRangeKernel(cases[i].queue, cases[i].kernel, cases[i].dimensions,
                                     cases[i].offset, cases[i].global, cases[i].local,
                                     cases[i].wait_count, cases[i].waits, NULL),
              cases[i].error);
    check("clEnqueueTask", "no queue", clEnqueueTask(NULL, none, 0, NULL, NULL),
          CL_INVALID_COMMAND_QUEUE);
    check("clEnqueueTask", "no kernel", clEnqueueTask(queue, NULL, 0, NULL, NULL),
          CL_INVALID_KERNEL);
    check("clEnqueueTask", "another context's queue", clEnqueueTask(foreign, none, 0, NULL, NULL),
          CL_INVALID_CONTEXT);
    check("clEnqueueTask", "a required size", clEnqueueTask(queue, sized, 0, NULL, NULL),
          CL_INVALID_WORK_GROUP_SIZE);
    ok(clReleaseEvent(user));
    ok(clReleaseCommandQueue(foreign));
}

static void CL_CALLBACK native(void *data)
{
    (void)data;
}

static void native_kernels(void **state)
{
    int data[2] = {0, 0};
    cl_mem buffer = make_buffer(16);
    const void *place = data;
    const struct {
        const char *wrong;
        void(CL_CALLBACK *function)(void *);
        void *args;
        size_t size;
        cl_uint count;
        const cl_mem *mems;
        const void **places;
        cl_int error;
    } cases[] = {
        {"a device that runs none", native, data, 8, 1, &buffer, &place, CL_INVALID_OPERATION},
        {"a device that runs none", native, NULL, 0, 0, NULL, NULL, CL_INVALID_OPERATION},
        {"no function", NULL, data, 8, 0, NULL, NULL, CL_INVALID_VALUE},
        {"a size without arguments", native, NULL, 8, 0, NULL, NULL, CL_INVALID_VALUE},
        {"arguments without a size", native, data, 0, 0, NULL, NULL, CL_INVALID_VALUE},
        {"buffers without arguments", native, NULL, 0, 1, &buffer, &place, CL_INVALID_VALUE},
        {"a count without buffers", native, data, 8, 1, NULL, &place, CL_INVALID_VALUE},
        {"a count without places", native, data, 8, 1, &buffer, NULL, CL_INVALID_VALUE},
        {"buffers without a count", native, data, 8, 0, &buffer, NULL, CL_INVALID_VALUE},
        {"places without a count", native, data, 8, 0, NULL, &place, CL_INVALID_VALUE},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        check("clEnqueueNativeKernel", cases[i].wrong,
              clEnqueueNativeKernel(queue, cases[i].function, cases[i].args, cases[i].size,
                                    cases[i].count, cases[i].mems, cases[i].places, 0, NULL, NULL),
              cases[i].error);
    check("clEnqueueNativeKernel", "no queue",
          clEnqueueNativeKernel(NULL, native, NULL, 0, 0, NULL, NULL, 0, NULL, NULL),
          CL_INVALID_COMMAND_QUEUE);
    ok(clReleaseMemObject(buffer));
}

#define error_test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        error_test(create_with_source),
        error_test(create_with_binary),
        error_test(create_with_built_in_kernels),
        error_test(wrong_builds),
        error_test(wrong_headers),
        error_test(wrong_links),
        error_test(builds_in_progress),
        error_test(program_queries),
        error_test(create_kernels),
        error_test(kernel_queries),
        error_test(wrong_arguments),
        error_test(wrong_launches),
        error_test(native_kernels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
