/* SPDX-License-Identifier: MIT */
/* test_catalyst_reports.c: what checks say of kernels of AMD's compiler: whose memory an access is
 * of is known from the arguments, which lie in another constant buffer than ours. */
#include "ci/tests/run_tests.h"
#include "driver/icd/tests/device_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 4096, FEW = 16, BYTES = ITEMS * 4 };

static char told[8192];

static void CL_CALLBACK note(const char *text, const void *info, size_t bytes, void *data)
{
    const size_t length = strlen(told);

    (void)info;
    (void)bytes;
    (void)data;
    snprintf(told + length, sizeof told - length, "%s\n", text);
}

static cl_program program(void)
{
    static unsigned char bytes[1 << 16];
    const unsigned char *start = bytes;
    FILE *file = fopen(CATALYST_ELFS "/kernels-cypress.elf", "rb");
    cl_int error;

    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    cl_program made = clCreateProgramWithBinary(context, 1, &device, &size, &start, NULL, &error);
    ok(error);
    ok(clBuildProgram(made, 1, &device, NULL, NULL, NULL));
    return made;
}

/* Adds buffers of which one, or none (3), has few elements. Buffers lie one behind the other, so
 * that most of what is accessed too far is in another one. */
static void sum(unsigned small)
{
    static uint32_t zeros[ITEMS];
    const size_t global = ITEMS;
    cl_program made = program();
    cl_kernel kernel = kernel_of(made, "sum");
    cl_mem buffers[3];

    *told = '\0';
    for (cl_uint i = 0; i < 3; i++) {
        buffers[i] = buffer_of(i == small ? FEW * 4 : BYTES, zeros);
        set(kernel, i, sizeof(cl_mem), &buffers[i]);
    }
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    assert_int_equal(clFinish(queue), small < 3 ? CL_OUT_OF_RESOURCES : CL_SUCCESS);
    for (unsigned i = 0; i < 3; i++)
        ok(clReleaseMemObject(buffers[i]));
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(made));
}

static void right_one(void **state)
{
    sum(3);
    assert_string_equal(told, "");
}

static void wrong_ones(void **state)
{
    static const char *const names[] = {"argument 0 'a'", "argument 1 'b'", "argument 2 'out'"};

    for (unsigned i = 0; i < 3; i++) {
        sum(i);
        assert_non_null(strstr(told, names[i]));
        assert_non_null(strstr(told, "0 bytes past the end"));
        assert_non_null(strstr(told, "element 16 of 16 elements"));
        assert_non_null(strstr(told, "at instruction 0x"));
        assert_non_null(strstr(told, "4080 times at this place"));
        assert_null(strstr(strstr(told, "kernel sum") + 1, "kernel sum"));
    }
}

static int open_with_notes(void **state)
{
    return open_device_with(note);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_with_notes, close_device, cmocka_unit_test, right_one,
                             wrong_ones);
}
