/* SPDX-License-Identifier: MIT */
/* test_device_formats.c: a program made for images as ROOTLE_FORMATS=minimal binds them is not run where
 * the hardware converts formats: its texels would be wrong. */
#include "driver/tests/device_fixture.h"

#include <stdlib.h>
#include <string.h>

/* The device is open when the variable changes, so that the compiler alone sees it. */
static void other_mode_is_refused(void **state)
{
    const char *source = "kernel void k(write_only image2d_t i) { write_imagef(i, (int2)0, 1); }";
    char log[4096] = "";
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);

    (void)state;
    ok(error);
    setenv("ROOTLE_FORMATS", "minimal", 1);
    assert_int_equal(clBuildProgram(program, 1, &device, "", NULL, NULL),
                     CL_BUILD_PROGRAM_FAILURE);
    ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    assert_non_null(strstr(log, "ROOTLE_FORMATS"));
    ok(clReleaseProgram(program));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(other_mode_is_refused)};

    return cmocka_run_group_tests(tests, open_device, close_device);
}
