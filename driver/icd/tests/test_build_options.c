/* SPDX-License-Identifier: MIT */
/* test_build_options.c: the effect of each option of clBuildProgram, clCompileProgram and
 * clLinkProgram (OpenCL 1.2, sections 5.6.4 and 5.6.5). */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/tests/release.h"
#include "driver/icd/tests/device_fixture.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Runs the program's kernel `k`, which writes numbers, with two floats, and releases the program.
 */
static void run(cl_program program, float x, float y, cl_int *results, size_t count)
{
    cl_kernel kernel = kernel_of(program, "k");
    cl_mem buffer = buffer_of(count * sizeof *results, NULL);

    set(kernel, 0, sizeof buffer, &buffer);
    set(kernel, 1, sizeof x, &x);
    set(kernel, 2, sizeof y, &y);
    task_result(kernel, buffer, results, count * sizeof *results);
    ok(clReleaseProgram(program));
}

/* ---- options that a program sees ---- */

#define KERNEL(expression) "kernel void k(global int *o, float x, float y) { *o = " expression "; }"

static const char relaxed[] = "#ifdef __FAST_RELAXED_MATH__\n"
                              "#define RELAXED __FAST_RELAXED_MATH__\n"
                              "#else\n"
                              "#define RELAXED 0\n"
                              "#endif\n" KERNEL("RELAXED");

#define ON_DOUBLE                                                                                  \
    "#ifdef cl_khr_fp64\n"                                                                         \
    "#define DOUBLE 1\n"                                                                           \
    "#else\n"                                                                                      \
    "#define DOUBLE 0\n"                                                                           \
    "#endif\n"

/* The result of x = 3 and y = 4. */
static const struct effect {
    const char *options, *source;
    int expected;
} effects[] = {
    {"-DA", KERNEL("A"), 1},
    {"-D A", KERNEL("A"), 1},
    {"-DA=7", KERNEL("A"), 7},
    {"-D A=7 -DB=A*2", KERNEL("B"), 14},
    {"-DA=1 -DA=2 -w", KERNEL("A"), 2},
    {"-DF(x)=x*5", KERNEL("F(3)"), 15},
    {"\"-DA=3 + 4\"", KERNEL("A"), 7},
    {"", KERNEL("__OPENCL_C_VERSION__"), 120},
    {"-cl-std=CL1.0", KERNEL("__OPENCL_C_VERSION__"), 100},
    {"-cl-std=CL1.1", KERNEL("__OPENCL_C_VERSION__"), 110},
    {"-cl-std=CL1.2", KERNEL("__OPENCL_C_VERSION__"), 120},
    {"-cl-std=CL1.1", KERNEL("__OPENCL_VERSION__"), 300},
    /* An unsuffixed constant is a double on a device that has them. */
    {"", ON_DOUBLE KERNEL("DOUBLE ? sizeof(0.1) == 8 : sizeof(0.1) == 4"), 1},
    {"", ON_DOUBLE KERNEL("(0.1 == 0.1f) == !DOUBLE"), 1},
    {"-cl-single-precision-constant", KERNEL("sizeof(0.1)"), 4},
    {"-cl-single-precision-constant", KERNEL("0.1 == 0.1f"), 1},
    {"", relaxed, 0},
    {"-cl-fast-relaxed-math", relaxed, 1},
    {"-cl-finite-math-only", relaxed, 0},
    {"-cl-unsafe-math-optimizations", relaxed, 0},
    /* Permissions leave alone what is exact. */
    {"-cl-mad-enable", KERNEL("x * y + 1"), 13},
    {"-cl-no-signed-zeros", KERNEL("x - y"), -1},
    {"-cl-no-signed-zeroes", KERNEL("x - y"), -1},
    {"-cl-unsafe-math-optimizations", KERNEL("x * y - x"), 9},
    {"-cl-finite-math-only", KERNEL("x < y ? 10 : 20"), 10},
    {"-cl-fast-relaxed-math", KERNEL("fma(x, y, 2.0f) * 2"), 28},
    {"-cl-denorms-are-zero", KERNEL("y * 0x1p-126f == 0x1p-124f"), 1},
    {"-cl-strict-aliasing -g", KERNEL("x + y"), 7},
    {"-cl-opt-disable", KERNEL("x * y"), 12},
    /* Without the permissions, nothing is assumed. */
    {"", KERNEL("as_int(-x * 0.0f + 0.0f)"), 0},
    {"", KERNEL("isnan((x - x) / (y - y))"), 1},
    {"", KERNEL("isinf(x / (y - y))"), 1},
    {"", KERNEL("(x * 0x1p-128f) * 0x1p127f * 2 == x"), 1},
    {"-cl-no-signed-zeros -cl-mad-enable", KERNEL("isnan((x - x) / (y - y))"), 1},
};

static void options_have_effect(void **state)
{
    for (size_t i = 0; i < COUNT(effects); i++) {
        cl_int result;
        run(built(effects[i].options, effects[i].source), 3, 4, &result, 1);
        if (result != effects[i].expected)
            fail_msg("%s: %s: %d, not %d", effects[i].options, effects[i].source, result,
                     effects[i].expected);
    }
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* Relative folders start where the application is at the time; there, too, are "headers". */
static void relative_folders(const char *folder, const char *source)
{
    static const struct {
        const char *folder, *options;
        int number;
    } cases[] = {{".", "-Ib", 22}, {"a", "", 11}, {"../b", "", 22}, {"../a/../b", "-I ../a/", 22}};
    char *home = getcwd(NULL, 0);

    assert_int_equal(chdir(folder), 0);
    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_int result;
        assert_int_equal(chdir(cases[i].folder), 0);
        run(built(cases[i].options, source), 3, 4, &result, 1);
        assert_int_equal(result, cases[i].number);
    }
    assert_int_equal(chdir(home), 0);
    free(home);
}

/* Folders are searched in the order of their options. */
static void folders_are_searched(void **state)
{
    char folder[] = "/tmp/rootle-options-XXXXXX", path[64], options[256];
    static const char *const orders[] = {"-I %s/a -I%s/b", "-I %s/b -I%s/a"};
    static const char source[] = "#include \"number.h\"\n" KERNEL("NUMBER");

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "mkdir %s/a %s/b", folder, folder);
    assert_int_equal(system(path), 0);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%c/number.h", folder, "ab"[i]);
        write_file(path, i ? "#define NUMBER 22\n" : "#define NUMBER 11\n");
    }
    for (int i = 0; i < 2; i++) {
        cl_int result;
        snprintf(options, sizeof options, orders[i], folder, folder);
        run(built(options, source), 3, 4, &result, 1);
        assert_int_equal(result, i ? 22 : 11);
    }
    relative_folders(folder, source);
    snprintf(path, sizeof path, "rm -r %s", folder);
    assert_int_equal(system(path), 0);
}

/* ---- warnings ---- */

static void warnings(void **state)
{
    static const char source[] = "#warning be warned\n" KERNEL("1");
    static const struct {
        const char *options;
        cl_int error;
        const char *says; /* NULL: not a word about it */
    } cases[] = {
        {"", CL_SUCCESS, "warning: be warned"},
        {"-w", CL_SUCCESS, NULL},
        {"-Werror", CL_BUILD_PROGRAM_FAILURE, "error: be warned"},
        {"-w -Werror", CL_SUCCESS, NULL},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_program program = program_of(source);
        char log[4096] = "";
        assert_int_equal(clBuildProgram(program, 1, &device, cases[i].options, NULL, NULL),
                         cases[i].error);
        ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
        assert_true(cases[i].says ? strstr(log, cases[i].says) != NULL : !strstr(log, "be warned"));
        ok(clReleaseProgram(program));
    }
}

/* ---- arithmetic ---- */

/* Both roundings of x * y + z are allowed, and nothing else. */
static void mad_rounds_once_or_twice(void **state)
{
    const float x = 1 + 0x1p-23f, y = 1 - 0x1p-23f;
    volatile float product = x * y;
    union {
        cl_int bits;
        float value;
    } result;

    run(built("-cl-mad-enable", KERNEL("as_int(x * y - 1.0f)")), x, y, &result.bits, 1);
    assert_true(result.value == product - 1 || result.value == fmaf(x, y, -1));
}

static void denormals_may_be_zero(void **state)
{
    cl_int result;

    run(built("-cl-denorms-are-zero", KERNEL("as_int(x * y)")), 0x1p-126f, 0.5f, &result, 1);
    assert_true(result == 0 || result == 0x00400000);
}

static float random_float(uint64_t *state)
{
    union {
        uint32_t bits;
        float value;
    } pick;

    do {
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        pick.bits = (uint32_t)(*state >> 32);
    } while (isnan(pick.value));
    return pick.value;
}

static bool same(float a, float b)
{
    return isnan(a) ? isnan(b) : memcmp(&a, &b, sizeof a) == 0;
}

static bool divides_exactly(void)
{
    cl_device_fp_config config;

    ok(clGetDeviceInfo(device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, NULL));
    return config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
}

static const char exact_option[] = "-cl-fp32-correctly-rounded-divide-sqrt";

/* Section 5.6.4.2: the build fails on a device that cannot. */
static void exact_division_may_be_refused(void **state)
{
    char log[256] = "";

    if (divides_exactly())
        skip();
    cl_program program = program_of(KERNEL("1"));
    assert_int_equal(clBuildProgram(program, 1, &device, exact_option, NULL, NULL),
                     CL_BUILD_PROGRAM_FAILURE);
    ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    assert_non_null(strstr(log, exact_option));
    ok(clReleaseProgram(program));
}

/* The host's division and square root are IEEE 754's. */
static void division_and_root_are_rounded_correctly(void **state)
{
    enum { COUNT = 4096, SPECIALS = 12 };
    static const float specials[SPECIALS] = {0.0f,       -0.0f,    1,         -3,
                                             INFINITY,   0.1f,     0x1p-149f, 0x1p-126f,
                                             -0x1p-140f, 0x1p127f, 0x1p-127f, 0x1.fffffep127f};
    static float x[COUNT], y[COUNT], out[2 * COUNT];
    static const char source[] =
        "kernel void k(global float2 *o, global const float *xs, global const float *ys)"
        "{ int i = get_global_id(0); o[i] = (float2)(xs[i] / ys[i], sqrt(xs[i])); }";
    const size_t global = COUNT, local = 64;
    uint64_t random = 1;
    cl_int error;

    if (!divides_exactly())
        skip();
    for (int i = 0; i < COUNT; i++) {
        x[i] = i < SPECIALS * SPECIALS ? specials[i / SPECIALS] : random_float(&random);
        y[i] = i < SPECIALS * SPECIALS ? specials[i % SPECIALS] : random_float(&random);
    }
    cl_program program = built(exact_option, source);
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    ok(error);
    cl_mem buffers[] = {buffer_of(sizeof out, NULL), buffer_of(sizeof x, x),
                        buffer_of(sizeof y, y)};
    for (cl_uint i = 0; i < 3; i++)
        set(kernel, i, sizeof buffers[i], &buffers[i]);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    read_back(buffers[0], out, sizeof out);
    for (int i = 0; i < COUNT; i++) {
        if (!same(out[2 * i], x[i] / y[i]) || !same(out[2 * i + 1], sqrtf(x[i])))
            fail_msg("%a / %a is %a, sqrt %a", (double)x[i], (double)y[i], (double)out[2 * i],
                     (double)out[2 * i + 1]);
    }
    for (int i = 0; i < 3; i++)
        ok(clReleaseMemObject(buffers[i]));
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(program));
}

/* ---- what is kept of a program ---- */

static void arguments_have_names(void **state)
{
    cl_program program = built("-cl-kernel-arg-info", KERNEL("1"));
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    char text[16];
    cl_kernel_arg_address_qualifier place;

    ok(error);
    ok(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_NAME, sizeof text, text, NULL));
    assert_string_equal(text, "x");
    ok(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, NULL));
    assert_string_equal(text, "int*");
    ok(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof place, &place, NULL));
    assert_int_equal(place, CL_KERNEL_ARG_ADDRESS_GLOBAL);
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(program));
}

static const cl_kernel_arg_info arg_infos[] = {
    CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_ACCESS_QUALIFIER, CL_KERNEL_ARG_TYPE_NAME,
    CL_KERNEL_ARG_TYPE_QUALIFIER, CL_KERNEL_ARG_NAME};

/* All queries of the program's kernel, which is released with it, give the error. */
static void check_arg_info(cl_program program, cl_int error)
{
    cl_kernel kernel = kernel_of(program, "k");
    char text[64];

    for (size_t i = 0; i < sizeof arg_infos / sizeof *arg_infos; i++)
        assert_int_equal(clGetKernelArgInfo(kernel, 0, arg_infos[i], sizeof text, text, NULL),
                         error);
    assert_int_equal(clGetKernelArgInfo(kernel, 99, CL_KERNEL_ARG_NAME, sizeof text, text, NULL),
                     CL_INVALID_ARG_INDEX);
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(program));
}

/* "Kernel argument information is only available if the program object [...] is built with the
 * -cl-kernel-arg-info option specified in the options argument to clBuildProgram or
 * clCompileProgram." */
static void information_must_be_asked_for(void **state)
{
    static const struct {
        const char *options;
        cl_int error;
    } rows[] = {
        {"", CL_KERNEL_ARG_INFO_NOT_AVAILABLE},
        {"-DA=1 -cl-kernel-arg-info -w", CL_SUCCESS},
        {"-D A=-cl-kernel-arg-info", CL_KERNEL_ARG_INFO_NOT_AVAILABLE},
        {"-cl-std=CL3.0 '-DA=1 -cl-kernel-arg-info'", CL_KERNEL_ARG_INFO_NOT_AVAILABLE},
        {"'-cl-kernel-arg-info'", CL_SUCCESS},
    };
    cl_int error;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_arg_info(built(rows[i].options, KERNEL("1")), rows[i].error);
        cl_program object = program_of(KERNEL("1"));
        ok(clCompileProgram(object, 1, &device, rows[i].options, 0, NULL, NULL, NULL, NULL));
        cl_program linked = clLinkProgram(context, 1, &device, "", 1, &object, NULL, NULL, &error);
        ok(error);
        ok(clReleaseProgram(object));
        check_arg_info(linked, rows[i].error);
    }
}

/* The last build counts. */
static void information_is_of_the_last_build(void **state)
{
    cl_program program = built("-cl-kernel-arg-info", KERNEL("1"));

    ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
    clRetainProgram(program);
    check_arg_info(program, CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    ok(clBuildProgram(program, 1, &device, "-cl-kernel-arg-info", NULL, NULL));
    check_arg_info(program, CL_SUCCESS);
}

static size_t binary_size(cl_program program)
{
    size_t size;

    ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    return size;
}

static cl_program compiled(const char *options, const char *source)
{
    cl_program program = program_of(source);

    ok(clCompileProgram(program, 1, &device, options, 0, NULL, NULL, NULL, NULL));
    return program;
}

static cl_program linked(const char *options, cl_uint count, const cl_program *programs)
{
    cl_int error;
    cl_program program =
        clLinkProgram(context, 1, &device, options, count, programs, NULL, NULL, &error);

    ok(error);
    return program;
}

/* Much that optimisation takes away. */
static const char wasteful[] = "int part(float x) { int sum = 0; for (int i = 0; i < 8; i++) sum "
                               "+= i * (int)x; return sum; }" KERNEL("part(x) + part(x) - part(x)");

/* Whether an object is optimised is decided by its compile, through libraries and links. */
static void linked_objects_stay_unoptimised(void **state)
{
    static const char other_source[] = "int other(int x) { return x; }";
    cl_program good = built("", wasteful), plain = built("-cl-opt-disable", wasteful);
    size_t optimised = binary_size(good), unoptimised = binary_size(plain);
    cl_program other = compiled("", other_source);

    assert_true(optimised < unoptimised);
    for (int noopt = 0; noopt < 2; noopt++) {
        cl_program object = compiled(noopt ? "-cl-opt-disable" : "", wasteful);
        cl_program library = linked("-create-library", 1, &object);
        cl_program parts[] = {other, object}, with_library[] = {other, library};
        cl_program programs[] = {linked("", 2, parts), linked("", 2, with_library)};
        for (int i = 0; i < 2; i++) {
            cl_int result;
            assert_int_equal(binary_size(programs[i]), noopt ? unoptimised : optimised);
            run(programs[i], 3, 4, &result, 1);
            assert_int_equal(result, 84);
        }
        ok(clReleaseProgram(library));
        ok(clReleaseProgram(object));
    }
    release_programs(other, good, plain);
}

/* ---- errors ---- */

static void wrong_options_are_refused(void **state)
{
    static const char *const wrong[] = {
        "-O3",
        "-cl-nonsense",
        "word",
        "-D",
        "-I",
        "-cl-std=",
        "-cl-std=CL2.0",
        "-cl-std=CL2.1",
        "-cl-std=CL9",
        "-cl-std=cl1.2",
        "-cl-std=CLC++",
        "-cl-std=CL1.20",
        "-create-library",
        "-enable-link-options",
        "-wx",
        "-Wall",
        "-cl-mad-enable=1",
        "\"-DA",
    };
    cl_program program = program_of(KERNEL("1"));

    for (size_t i = 0; i < COUNT(wrong); i++) {
        cl_int error = clBuildProgram(program, 1, &device, wrong[i], NULL, NULL);
        if (error != CL_INVALID_BUILD_OPTIONS)
            fail_msg("build %s: %d", wrong[i], error);
        error = clCompileProgram(program, 1, &device, wrong[i], 0, NULL, NULL, NULL, NULL);
        if (error != CL_INVALID_COMPILER_OPTIONS)
            fail_msg("compile %s: %d", wrong[i], error);
    }
    ok(clReleaseProgram(program));
}

static void wrong_link_options_are_refused(void **state)
{
    static const char *const wrong[] = {
        "-enable-link-options", /* only with -create-library */
        "-enable-link-options -cl-fast-relaxed-math",
        "-O3",
        "-w",
        "-DA",
        "-cl-opt-disable",
        "-cl-std=CL1.2",
        "-cl-mad-enable",
        "-create-library -g",
    };
    static const char *const right[] = {
        "",
        "-create-library",
        "-create-library -enable-link-options",
        "-cl-denorms-are-zero",
        "-create-library -enable-link-options -cl-no-signed-zeroes -cl-finite-math-only",
        "-cl-unsafe-math-optimizations -cl-fast-relaxed-math",
    };
    cl_program object = compiled("", KERNEL("1"));

    for (size_t i = 0; i < COUNT(wrong); i++) {
        cl_int error;
        cl_program failed =
            clLinkProgram(context, 1, &device, wrong[i], 1, &object, NULL, NULL, &error);
        if (error != CL_INVALID_LINKER_OPTIONS)
            fail_msg("%s: %d", wrong[i], error);
        assert_null(failed);
    }
    for (size_t i = 0; i < COUNT(right); i++)
        ok(clReleaseProgram(linked(right[i], 1, &object)));
    ok(clReleaseProgram(object));
}

int main(void)
{
    return RUN_TESTS_BETWEEN(
        open_device, close_device, cmocka_unit_test, options_have_effect, folders_are_searched,
        warnings, mad_rounds_once_or_twice, denormals_may_be_zero,
        division_and_root_are_rounded_correctly, exact_division_may_be_refused,
        arguments_have_names, information_must_be_asked_for, information_is_of_the_last_build,
        linked_objects_stay_unoptimised, wrong_options_are_refused, wrong_link_options_are_refused);
}
