/* SPDX-License-Identifier: MIT */
/* test_surroundings.c: what an application has set up for its own numbers (rounding, flushed
 * denormals, traps, a locale with a comma in fractions) leaves a device's as they are, and comes
 * back unchanged. The device has IEEE 754's additions, rounded to nearest even and with denormals,
 * as CL_DEVICE_SINGLE_FP_CONFIG says; fills are rounded by section 8.3.1.1 of the OpenCL C
 * specification. */
#include "driver/icd/tests/device_fixture.h"

#include <fenv.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "driver/base/count.h"

enum { FLUSH = 0x8040 }; /* FTZ and DAZ of MXCSR, as a start file of -ffast-math sets them */

static const char source[] =
    "kernel void k(global float *sums, global const float *a, global const float *b) {"
    "  int i = get_global_id(0); sums[i] = a[i] + b[i]; }"
    "kernel void wrong(global float *a) { a[0] = a[0] / (a[0] - a[0]); }"
    "kernel void tell(float x) { printf(\"%.2f %v2f\\n\", x, (float2)(x, -x)); }";

/* Sums between two floats, each side of the middle, and two of denormals, which are exact. */
static void expect_sums(void)
{
    static const uint32_t a[] = {0x3f800000, 0x3f800000, 0x00000003, 0x80000005};
    static const uint32_t b[] = {0x33c00000, 0x33000000, 0x00000004, 0x80000006};
    static const uint32_t sums[] = {0x3f800001, 0x3f800000, 0x00000007, 0x8000000b};
    uint32_t got[COUNT(sums)] = {0};
    cl_mem buffers[] = {buffer_of(sizeof got, got), buffer_of(sizeof a, a), buffer_of(sizeof b, b)};

    launch_result(build(source), buffers, COUNT(buffers), COUNT(sums), 1, got, sizeof got);
    for (size_t i = 0; i < COUNT(sums); i++)
        assert_int_equal(got[i], sums[i]);
}

/* 0.5 of 255 lies between two numbers and goes to the even one; 0.3, as a float, is a bit more than
 * 76.5 of 255. */
static void expect_fill(void)
{
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 1, .image_height = 1};
    const size_t origin[3] = {0}, region[3] = {1, 1, 1};
    const uint32_t color[4] = {0x3f000000, 0x3e99999a, 0x3f800000, 0};
    static const unsigned char texel[4] = {128, 77, 255, 0};
    unsigned char got[4];
    cl_int error;
    cl_mem image = clCreateImage(context, 0, &format, &desc, NULL, &error);

    ok(error);
    ok(clEnqueueFillImage(queue, image, color, origin, region, 0, NULL, NULL));
    ok(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, got, 0, NULL, NULL));
    assert_memory_equal(got, texel, sizeof got);
    ok(clReleaseMemObject(image));
}

static void expect_numbers(void)
{
    ok(open_device(NULL));
    expect_sums();
    expect_fill();
    ok(close_device(NULL));
}

static void rounding(void **state)
{
    static const int modes[] = {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

    for (size_t i = 0; i < COUNT(modes); i++) {
        fesetround(modes[i]);
        expect_numbers();
        const int mode = fegetround();
        fesetround(FE_TONEAREST);
        assert_int_equal(mode, modes[i]);
    }
}

static void flushed_denormals(void **state)
{
#ifdef __SSE__
    const unsigned before = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(before | FLUSH);
    expect_numbers();
    const unsigned after = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(before);
    assert_int_equal(after & FLUSH, FLUSH);
#else
    expect_numbers();
#endif
}

/* A kernel divides by zero, and fills are inexact: neither is the application's doing. */
static void traps(void **state)
{
    const uint32_t one = 0x3f800000;
    uint32_t got;

    feclearexcept(FE_ALL_EXCEPT);
    feenableexcept(FE_ALL_EXCEPT);
    expect_numbers();
    ok(open_device(NULL));
    cl_program program = built("", source);
    cl_mem buffer = buffer_of(sizeof one, &one);
    cl_kernel kernel = kernel_of(program, "wrong");
    set(kernel, 0, sizeof buffer, &buffer);
    task_result(kernel, buffer, &got, sizeof got);
    ok(clReleaseProgram(program));
    ok(close_device(NULL));
    const int trapping = fedisableexcept(FE_ALL_EXCEPT);
    assert_int_equal(trapping, FE_ALL_EXCEPT);
    assert_int_equal(got, 0x7f800000);
}

/* Runs a kernel's printf, and reads the text from the file that is standard output meanwhile. */
static void print(char *text, size_t size)
{
    const float number = 1.5f;
    FILE *file = tmpfile();
    const int kept = dup(STDOUT_FILENO);

    ok(open_device(NULL));
    cl_program program = built("", source);
    cl_kernel kernel = kernel_of(program, "tell");
    set(kernel, 0, sizeof number, &number);
    fflush(stdout);
    dup2(fileno(file), STDOUT_FILENO);
    cl_int error = clEnqueueTask(queue, kernel, 0, NULL, NULL);
    error = error ? error : clFinish(queue);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    ok(error);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(program));
    ok(close_device(NULL));
}

/* Needs a system that has the means to make a locale. */
static void locale_with_a_comma(void **state)
{
    char folder[] = "/tmp/rootle-locale-XXXXXX", command[200], text[100] = "", own[20];

    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 2>/dev/null",
             folder);
    const int made = system(command);
    setenv("LOCPATH", folder, 1);
    const bool set = !made && setlocale(LC_ALL, "de_DE.UTF-8");
    if (set)
        print(text, sizeof text);
    snprintf(own, sizeof own, "%.1f", 1.5);
    setlocale(LC_ALL, "C");
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    if (!set)
        skip();
    assert_string_equal(text, "1.50 1.500000,-1.500000\n");
    assert_string_equal(own, "1,5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounding),
        cmocka_unit_test(flushed_denormals),
        cmocka_unit_test(traps),
        cmocka_unit_test(locale_with_a_comma),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
