/* SPDX-License-Identifier: MIT */
/* test_device_programs.c: separate compiling and linking, and printf, on the real library. */
#include "ci/tests/run_tests.h"
#include "driver/clover/tests/release.h"
#include "driver/icd/tests/device_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Compiles with the headers a.h and sub/b.h; fails the test with the log. */
static cl_program compile(const char *source, const char *a, const char *b)
{
    const char *names[] = {"a.h", "sub/b.h"};
    cl_program program = program_of(source), headers[] = {program_of(a), program_of(b)};
    char log[4096] = "";

    if (clCompileProgram(program, 1, &device, "-DVALUE=40", 2, headers, names, NULL, NULL)) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fail_msg("%s", log);
    }
    ok(clReleaseProgram(headers[0]));
    ok(clReleaseProgram(headers[1]));
    return program;
}

static cl_program link_programs(const char *options, cl_uint count, const cl_program *programs,
                                cl_int expected)
{
    cl_int error;
    cl_program program =
        clLinkProgram(context, 1, &device, options, count, programs, NULL, NULL, &error);

    assert_int_equal(error, expected);
    return program;
}

static int run(cl_program program)
{
    return run_task(program, "k");
}

static const char header_a[] = "#include \"sub/b.h\"\nint twice(int x);\n";
static const char header_b[] = "constant int one = 1;\n";
static const char user[] = "#include <a.h>\n"
                           "static int helper(int x) { return x + one; }\n"
                           "kernel void k(global int *o) { *o = twice(helper(VALUE)); }";
static const char provider[] = "static int helper(int x) { return 2 * x; }\n"
                               "int twice(int x) { return helper(max(x, 3)); }";

static void objects_are_linked(void **state)
{
    cl_program parts[] = {compile(user, header_a, header_b), compile(provider, "", "")};
    cl_program linked = link_programs("", 2, parts, CL_SUCCESS);

    assert_int_equal(run(linked), 82);
    ok(clReleaseProgram(linked));
    /* A library is part of an executable as its objects would be. */
    cl_program library = link_programs("-create-library", 1, &parts[1], CL_SUCCESS);
    cl_program with_library[] = {library, parts[0]};
    linked = link_programs("-cl-fast-relaxed-math", 2, with_library, CL_SUCCESS);
    assert_int_equal(run(linked), 82);
    release_programs(linked, library, parts[0], parts[1]);
}

static void expect_log(cl_program program, const char *text)
{
    char log[4096] = "";

    ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    if (!strstr(log, text))
        fail_msg("no '%s' in: %s", text, log);
    ok(clReleaseProgram(program));
}

static cl_program program_of_bytes(const char *source, size_t size)
{
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, &size, &error);

    ok(error);
    return program;
}

/* A NUL is what Clang takes it for, a blank with a warning, in programs and in headers; what
 * follows it is there. */
static void text_may_have_nuls(void **state)
{
    static const char header[] = "\n\0\nconstant int two = 2;\n",
                      text[] = "#include <h>\n\nconstant int\0one = 1;\n"
                               "kernel void k(global int *o) { *o = one + two; }\n";
    const char *name = "h";
    char log[4096] = "";
    cl_program program = program_of_bytes(text, sizeof text - 1),
               included = program_of_bytes(header, sizeof header - 1);

    ok(clCompileProgram(program, 1, &device, "", 1, &included, &name, NULL, NULL));
    ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    if (!strstr(log, "<source>:3:13: warning: null character"))
        fail_msg("%s", log);
    cl_program linked = link_programs("", 1, &program, CL_SUCCESS);
    assert_int_equal(run(linked), 3);
    release_programs(linked, program, included);
}

static void links_fail_with_a_log(void **state)
{
    cl_program part = compile(user, header_a, header_b), twice[] = {part, part};

    expect_log(link_programs("", 1, &part, CL_LINK_PROGRAM_FAILURE), "'twice' is neither defined");
    expect_log(link_programs("", 2, twice, CL_LINK_PROGRAM_FAILURE), "multiply defined");
    assert_null(link_programs("-O3", 1, &part, CL_INVALID_LINKER_OPTIONS));
    ok(clReleaseProgram(part));
}

/* The binary of an object can be loaded, cannot be built, and can be linked. */
static void objects_are_binaries(void **state)
{
    cl_program parts[] = {compile(user, header_a, header_b), compile(provider, "", "")};
    size_t size;
    cl_int error, status;

    ok(clGetProgramInfo(parts[1], CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    unsigned char *image = malloc(size);
    ok(clGetProgramInfo(parts[1], CL_PROGRAM_BINARIES, sizeof image, &image, NULL));
    ok(clReleaseProgram(parts[1]));
    parts[1] = clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char **)&image,
                                         &status, &error);
    ok(error);
    assert_int_equal(clBuildProgram(parts[1], 1, &device, "", NULL, NULL), CL_INVALID_BINARY);
    cl_program linked = link_programs("", 2, parts, CL_SUCCESS);
    assert_int_equal(run(linked), 82);
    ok(clReleaseProgram(linked));
    for (size_t i = 0; i < size; i += size / 50 + 1) {
        image[i] ^= 0x10;
        assert_null(clCreateProgramWithBinary(context, 1, &device, &size,
                                              (const unsigned char **)&image, &status, &error));
        assert_int_equal(error, CL_INVALID_BINARY);
        image[i] ^= 0x10;
    }
    free(image);
    ok(clReleaseProgram(parts[0]));
    ok(clReleaseProgram(parts[1]));
}

/* ---- printf ---- */

/* Runs `k` over so many work-items and gives what came out on standard output, malloc'ed. */
static char *output_of(const char *source, size_t items, size_t group)
{
    cl_kernel kernel = build(source);
    FILE *file = tmpfile();
    int saved = dup(STDOUT_FILENO);

    fflush(stdout);
    dup2(fileno(file), STDOUT_FILENO);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL));
    ok(clFinish(queue));
    dup2(saved, STDOUT_FILENO);
    close(saved);
    long size = lseek(fileno(file), 0, SEEK_END);
    char *text = calloc(1, (size_t)size + 1);
    assert_int_equal(pread(fileno(file), text, (size_t)size, 0), size);
    fclose(file);
    ok(clReleaseKernel(kernel));
    return text;
}

static void expect_output(const char *source, const char *expected)
{
    char *text = output_of(source, 1, 1);

    assert_string_equal(text, expected);
    free(text);
}

static void kernels_print(void **state)
{
    expect_output("kernel void k() { printf(\"plain 100%%\\n\"); }", "plain 100%\n");
    expect_output("kernel void k() { printf(\"\"); printf(\"%s %c\", \"str\", 'x'); }", "str x");
    expect_output("kernel void k() { char c = -3; ushort s = 65535;"
                  "  printf(\"%d %u %hhd\", c, s, c); }",
                  "-3 65535 -3");
    expect_output("kernel void k() { printf(\"%ld %lx\", -5000000000L, 1UL << 63); }",
                  "-5000000000 8000000000000000");
    expect_output("kernel void k() { printf(\"%.3f %v4hlf %v2hd\", 0.5f, (float4)(1, 2, 3, 4),"
                  " (short2)(-1, 7)); }",
                  "0.500 1.000000,2.000000,3.000000,4.000000 -1,7");
    expect_output("kernel void k() { printf(\"%v3d %v16hhu\", (int3)(1, 2, 3), (uchar16)(200)); }",
                  "1,2,3 200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200");
    expect_output("kernel void k() { int r = printf(\"a\"); printf(\"%d\", r); }", "a0");
    expect_output("kernel void k() { double d = 1e300; printf(\"%g %.17g %v2lf\", d, 0.1,"
                  " (double2)(1.5, -2)); }",
                  "1e+300 0.10000000000000001 1.500000,-2.000000");
    expect_output("constant char f[] = \"%d\\n\"; kernel void k() { printf(f, 3); }", "3\n");
}

/* Work-items print in order, whatever the order they run in; so do the calls of each. */
static void order(void **state)
{
    enum { ITEMS = 600 };
    char expected[ITEMS * 16] = "", *end = expected;
    char *text = output_of("kernel void k() { uint i = get_global_id(0);"
                           "  for (uint j = 0; j < i % 3; j++) printf(\"%u.%u\\n\", i, j); }",
                           ITEMS, 60);

    for (int i = 0; i < ITEMS; i++) {
        for (int j = 0; j < i % 3; j++)
            end += sprintf(end, "%d.%d\n", i, j);
    }
    assert_string_equal(text, expected);
    free(text);
}

/* More than the buffer holds: what fits is printed, and the calls that did not fit return -1. */
static void full_buffer(void **state)
{
    enum { RECORD_BYTES = 16, CALLS = 100000 };
    size_t bytes;
    ok(clGetDeviceInfo(device, CL_DEVICE_PRINTF_BUFFER_SIZE, sizeof bytes, &bytes, NULL));
    assert_true(bytes >= 1 << 20);
    char *text = output_of("kernel void k() { for (int i = 0; i < 1000; i++)"
                           "  if (printf(\"%d\", 1) < 0) break; }",
                           CALLS / 1000, 1);

    assert_int_equal(strspn(text, "1"), strlen(text));
    assert_int_equal(strlen(text), bytes / RECORD_BYTES);
    free(text);
}

static void wrong_formats(void **state)
{
    static const char *const sources[] = {
        "kernel void k(constant char *f) { printf(f, 1); }",
        "kernel void k(constant char *s) { printf(\"%s\", s); }",
    };

    for (size_t i = 0; i < 2; i++) {
        cl_program program = program_of(sources[i]);
        assert_int_equal(clBuildProgram(program, 1, &device, "", NULL, NULL),
                         CL_BUILD_PROGRAM_FAILURE);
        expect_log(program, "must be a string literal");
    }
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, objects_are_linked,
                             text_may_have_nuls, links_fail_with_a_log, objects_are_binaries,
                             kernels_print, order, full_buffer, wrong_formats);
}
