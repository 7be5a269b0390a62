/* SPDX-License-Identifier: MIT */
/* test_device_il.c: a module in SPIR-V on the real library; skipped where llvm-spirv is not there.
 */
#include "ci/tests/run_tests.h"
#include "driver/clover/tests/spirv_module.h"
#include "driver/icd/tests/device_fixture.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NUMBERS = 3 };

static cl_program make(const void *il, size_t size)
{
    cl_int error;
    cl_program program = clCreateProgramWithIL(context, il, size, &error);

    if (access("/usr/bin/llvm-spirv-15", X_OK)) {
        assert_int_equal(error, CL_INVALID_OPERATION);
        skip();
    }
    ok(error);
    return program;
}

static void launch(cl_program program, cl_uint numbers[NUMBERS])
{
    cl_mem buffer = buffer_of(NUMBERS * sizeof *numbers, NULL);

    ok(clBuildProgram(program, 0, NULL, "", NULL, NULL));
    cl_kernel kernel = kernel_of(program, "give");
    set(kernel, 0, sizeof buffer, &buffer);
    task_result(kernel, buffer, numbers, NUMBERS * sizeof *numbers);
}

/* The extension is listed where modules can be made. */
static void listed(void **state)
{
    char text[4096];

    ok(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof text, text, NULL));
    assert_int_equal(strstr(text, "cl_khr_il_program") != NULL,
                     access("/usr/bin/llvm-spirv-15", X_OK) == 0);
}

/* The constants are what the module says, then what they are set to. */
static void specialization(void **state)
{
    cl_program program = make(spirv_module, sizeof spirv_module);
    const cl_uint number = 0x12345678;
    const cl_short narrow = -3;
    const cl_uchar truth = 1;
    cl_uint got[NUMBERS];

    launch(program, got);
    assert_memory_equal(got, ((cl_uint[]){5, 0, (cl_uint)-2}), sizeof got);
    ok(clSetProgramSpecializationConstant(program, 7, sizeof number, &number));
    ok(clSetProgramSpecializationConstant(program, 8, sizeof truth, &truth));
    ok(clSetProgramSpecializationConstant(program, 9, sizeof narrow, &narrow));
    launch(program, got);
    assert_memory_equal(got, ((cl_uint[]){number, 1, (cl_uint)-3}), sizeof got);
    ok(clReleaseProgram(program));
}

static void expect_log(cl_program program, const char *words)
{
    char log[4096] = "";

    assert_int_equal(clBuildProgram(program, 0, NULL, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    if (!strstr(log, words))
        fail_msg("no '%s' in: %s", words, log);
    ok(clReleaseProgram(program));
}

/* A module that the translator refuses is a failed build with a log, and no more. */
static void refused(void **state)
{
    uint32_t words[sizeof spirv_module / 4];

    memcpy(words, spirv_module, sizeof words);
    for (size_t i = 5; i < sizeof words / 4; i += words[i] >> 16)
        if ((words[i] & 0xffff) == 62)
            words[i] += 9000; /* OpStore becomes an instruction that does not exist */
    expect_log(make(words, sizeof words), "llvm-spirv cannot translate the module");
    /* OpMemoryModel with Physical64: pointers of 64 bits. */
    memcpy(words, spirv_module, sizeof words);
    for (size_t i = 5; i < sizeof words / 4; i += words[i] >> 16)
        if ((words[i] & 0xffff) == 14)
            words[i + 1] = 2;
    expect_log(make(words, sizeof words), "the module's addresses have 64 bits");
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, listed, specialization,
                             refused);
}
