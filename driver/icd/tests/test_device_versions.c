/* SPDX-License-Identifier: MIT */
/* test_device_versions.c: OpenCL 3.0 on the real library: the features that the device lists are
 * those that programs find, and variables of programs live as long as these. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/icd/tests/device_fixture.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- features ---- */

/* All that section 6.2.1 of OpenCL C 3.0 has. */
static const char *const all_features[] = {
    "__opencl_c_3d_image_writes",
    "__opencl_c_atomic_order_acq_rel",
    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_device",
    "__opencl_c_atomic_scope_all_devices",
    "__opencl_c_device_enqueue",
    "__opencl_c_generic_address_space",
    "__opencl_c_fp64",
    "__opencl_c_images",
    "__opencl_c_int64",
    "__opencl_c_pipes",
    "__opencl_c_program_scope_global_variables",
    "__opencl_c_read_write_images",
    "__opencl_c_subgroups",
    "__opencl_c_work_group_collective_functions",
};

/* A kernel that writes which of the features' macros are defined, as bits. */
static char *macros_source(void)
{
    char *source = NULL;
    size_t size;
    FILE *out = open_memstream(&source, &size);

    fprintf(out, "kernel void k(global int *o) {\n*o = 0;\n");
    for (size_t i = 0; i < COUNT(all_features); i++)
        fprintf(out, "#ifdef %s\n*o |= 1 << %zu;\n#endif\n", all_features[i], i);
    fprintf(out, "}\n");
    assert_int_equal(fclose(out), 0);
    return source;
}

static int listed_features(void)
{
    cl_name_version rows[64];
    size_t size;
    int bits = 0;

    ok(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, sizeof rows, rows, &size));
    for (size_t i = 0; i < size / sizeof *rows; i++) {
        bool known = false;
        for (size_t j = 0; j < COUNT(all_features); j++) {
            if (strcmp(rows[i].name, all_features[j]) != 0)
                continue;
            known = true;
            bits |= 1 << j;
        }
        if (!known)
            fail_msg("there is no feature %s", rows[i].name);
    }
    return bits;
}

static void macros_are_what_is_listed(void **state)
{
    char *source = macros_source();
    cl_program new = built("-cl-std=CL3.0", source), old = built("-cl-std=CL1.2", source);

    assert_int_equal(run_task(new, "k"), listed_features());
    assert_int_equal(run_task(old, "k"), 0);
    ok(clReleaseProgram(new));
    ok(clReleaseProgram(old));
    free(source);
}

/* Features that the device lacks are refused by name. */
static void absent_features_are_refused(void **state)
{
    static const struct {
        const char *source, *word;
    } cases[] = {
        {"kernel void k(read_only pipe int p) {}", "pipe"},
        {"kernel void k(global int *o) { enqueue_marker(get_default_queue(), 0, 0, 0); }",
         "get_default_queue"},
        {"kernel void k(volatile global atomic_long *o) { atomic_store(o, 1); }", "atomic_long"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_program program = program_of(cases[i].source);
        char log[4096] = "";
        assert_int_equal(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", NULL, NULL),
                         CL_BUILD_PROGRAM_FAILURE);
        ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
        if (!strstr(log, cases[i].word))
            fail_msg("%s: %s", cases[i].source, log);
        ok(clReleaseProgram(program));
    }
}

/* ---- variables ---- */

static const char counting[] = "global int count = 5;\n"
                               "global char room[100];\n"
                               "constant int one = 1;\n"
                               "kernel void add(global int *o) { *o = count += one; }\n"
                               "kernel void get(global int *o) { *o = count + room[*o]; }\n";

/* Each program has its own variables, which its kernels share; a new build begins anew. */
static void variables_are_of_programs(void **state)
{
    cl_program first = built("-cl-std=CL3.0", counting), second = built("-cl-std=CL3.0", counting);
    size_t bytes = 0;

    assert_int_equal(run_task(first, "add"), 6);
    assert_int_equal(run_task(first, "add"), 7);
    assert_int_equal(run_task(second, "get"), 5);
    assert_int_equal(run_task(first, "get"), 7);
    ok(clGetProgramBuildInfo(first, device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
                             sizeof bytes, &bytes, NULL));
    assert_int_equal(bytes, 104);
    ok(clBuildProgram(first, 1, &device, "-cl-std=CL3.0", NULL, NULL));
    assert_int_equal(run_task(first, "get"), 5);
    ok(clReleaseProgram(first));
    ok(clReleaseProgram(second));
}

/* Two objects have one variable. */
static void variables_are_linked(void **state)
{
    static const char *const sources[] = {
        "extern global int count;\nkernel void get(global int *o) { *o = count; }",
        "global int count = 40;\nkernel void add(global int *o) { *o = count += 2; }"};
    cl_program objects[COUNT(sources)];
    cl_int error;

    for (size_t i = 0; i < COUNT(sources); i++) {
        objects[i] = program_of(sources[i]);
        ok(clCompileProgram(objects[i], 1, &device, "-cl-std=CL3.0", 0, NULL, NULL, NULL, NULL));
    }
    cl_program program =
        clLinkProgram(context, 1, &device, "", COUNT(objects), objects, NULL, NULL, &error);
    ok(error);
    assert_int_equal(run_task(program, "add"), 42);
    assert_int_equal(run_task(program, "get"), 42);
    ok(clReleaseProgram(program));
    for (size_t i = 0; i < COUNT(objects); i++)
        ok(clReleaseProgram(objects[i]));
}

/* A variable of the size that the device says. */
static void largest_variable(void **state)
{
    size_t most;
    char source[256];

    ok(clGetDeviceInfo(device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof most, &most, NULL));
    assert_true(most >= 65536);
    snprintf(source, sizeof source,
             "global char big[%zu];\n"
             "kernel void k(global int *o) { big[%zu] = 7; *o = big[0] + big[%zu]; }",
             most, most - 1, most - 1);
    cl_program program = built("-cl-std=CL3.0", source);
    assert_int_equal(run_task(program, "k"), 7);
    ok(clReleaseProgram(program));
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, macros_are_what_is_listed,
                             absent_features_are_refused, variables_are_of_programs,
                             variables_are_linked, largest_variable);
}
