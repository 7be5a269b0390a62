/* SPDX-License-Identifier: MIT */
/* test_il.c: programs in an intermediate language (OpenCL 3.0, section 5.8.1, and 5.8.4 of
 * specialization constants), with and without a compiler that takes them. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/tests/error_fixture.h"
#include "driver/clover/tests/spirv_module.h"

#include <string.h>

enum { WORDS = COUNT(spirv_module), BYTES = sizeof spirv_module };

static int il_setup(void **state)
{
    mock_takes_il = true;
    memset(mock_il, 0, sizeof mock_il);
    return error_setup(state);
}

static int il_teardown(void **state)
{
    mock_takes_il = false;
    return error_teardown(state);
}

#define il_test(f) cmocka_unit_test_setup_teardown(f, il_setup, il_teardown)

static cl_program make(const void *il, size_t size, cl_int expected)
{
    cl_int error = 1;
    cl_program program = clCreateProgramWithIL(context, il, size, &error);

    assert_int_equal(error, expected);
    assert_int_equal(program == NULL, expected != CL_SUCCESS);
    return program;
}

/* "CL_INVALID_VALUE if il is NULL or if length is zero", "... does not contain well-formed
 * intermediate language". */
static void wrong_modules(void **state)
{
    uint32_t words[WORDS];
    cl_int error;

    assert_null(clCreateProgramWithIL(NULL, spirv_module, BYTES, &error));
    assert_int_equal(error, CL_INVALID_CONTEXT);
    make(NULL, BYTES, CL_INVALID_VALUE);
    make(spirv_module, 0, CL_INVALID_VALUE);
    make("kernel void k(void) {}  ", 24, CL_INVALID_VALUE);
    /* A header alone is whole; less, or a part of an instruction, is not. */
    make(spirv_module, 16, CL_INVALID_VALUE);
    make(spirv_module, BYTES - 1, CL_INVALID_VALUE);
    ok(clReleaseProgram(make(spirv_module, 28, CL_SUCCESS)));
    make(spirv_module, 24, CL_INVALID_VALUE);
    memcpy(words, spirv_module, BYTES);
    words[5] &= 0xffff; /* an instruction of no words would never end */
    make(words, BYTES, CL_INVALID_VALUE);
    memcpy(words, spirv_module, BYTES);
    words[1] = 0x00020000; /* a version that does not exist */
    make(words, BYTES, CL_INVALID_VALUE);
}

/* CL_PROGRAM_IL is what was given, CL_PROGRAM_SOURCE an empty string. */
static void queries(void **state)
{
    cl_program program = make(spirv_module, BYTES, CL_SUCCESS);
    uint32_t words[WORDS] = {0};
    char text[2] = "x";
    size_t size;

    ok(clGetProgramInfo(program, CL_PROGRAM_IL, sizeof words, words, &size));
    assert_int_equal(size, BYTES);
    assert_memory_equal(words, spirv_module, BYTES);
    ok(clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof text, text, &size));
    assert_int_equal(size, 1);
    assert_string_equal(text, "");
    ok(clReleaseProgram(program));
}

/* The word of the module that holds a constant's value, as the compiler gets it. */
static uint32_t compiled_word(size_t index)
{
    uint32_t word;

    memcpy(&word, mock_il + 4 * index, 4);
    return word;
}

static size_t find(uint32_t first_word, uint32_t id)
{
    for (size_t i = 5; i < WORDS; i++)
        if (spirv_module[i] == first_word && spirv_module[i + 2] == id)
            return i;
    fail();
    return 0;
}

static void constants_are_set(void **state)
{
    cl_program program = make(spirv_module, BYTES, CL_SUCCESS);
    const cl_uint number = 0x12345678;
    const cl_short narrow = -3;
    const cl_uchar truth = 1;
    uint32_t words[WORDS];

    ok(clSetProgramSpecializationConstant(program, 7, sizeof number, &number));
    ok(clSetProgramSpecializationConstant(program, 8, sizeof truth, &truth));
    ok(clSetProgramSpecializationConstant(program, 9, sizeof narrow, &narrow));
    ok(clBuildProgram(program, 0, NULL, "", NULL, NULL));
    assert_int_equal(compiled_word(find(0x00040032, 2) + 3), number);
    assert_int_equal(compiled_word(find(0x00030031, 3)), 0x00030030);
    assert_int_equal(compiled_word(find(0x00040032, 4) + 3), 0xfffffffd);
    /* The program is still what it was made of. */
    ok(clGetProgramInfo(program, CL_PROGRAM_IL, sizeof words, words, NULL));
    assert_memory_equal(words, spirv_module, BYTES);
    ok(clReleaseProgram(program));
}

static void wrong_constants(void **state)
{
    cl_program program = make(spirv_module, BYTES, CL_SUCCESS);
    const cl_ulong value = 1;
    const struct {
        const char *wrong;
        cl_program program;
        cl_uint id;
        size_t size;
        const void *value;
        cl_int error;
    } cases[] = {
        {"no program", NULL, 7, 4, &value, CL_INVALID_PROGRAM},
        {"a program of source", source, 7, 4, &value, CL_INVALID_PROGRAM},
        {"an id of no constant", program, 6, 4, &value, CL_INVALID_SPEC_ID},
        {"a result id", program, 2, 4, &value, CL_INVALID_SPEC_ID},
        {"a uint of 2 bytes", program, 7, 2, &value, CL_INVALID_VALUE},
        {"a uint of 8 bytes", program, 7, 8, &value, CL_INVALID_VALUE},
        {"a bool of 4 bytes", program, 8, 4, &value, CL_INVALID_VALUE},
        {"a short of 4 bytes", program, 9, 4, &value, CL_INVALID_VALUE},
        {"no value", program, 7, 4, NULL, CL_INVALID_VALUE},
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        check("clSetProgramSpecializationConstant", cases[i].wrong,
              clSetProgramSpecializationConstant(cases[i].program, cases[i].id, cases[i].size,
                                                 cases[i].value),
              cases[i].error);
    ok(clReleaseProgram(program));
}

/* Section 5.8.1: a module may have either byte order (SPIR-V, section 2.3). */
static void other_byte_order(void **state)
{
    uint32_t words[WORDS];
    cl_program program;

    for (size_t i = 0; i < WORDS; i++)
        words[i] = __builtin_bswap32(spirv_module[i]);
    program = make(words, BYTES, CL_SUCCESS);
    ok(clBuildProgram(program, 0, NULL, "", NULL, NULL));
    assert_memory_equal(mock_il, spirv_module, sizeof mock_il < BYTES ? sizeof mock_il : BYTES);
    ok(clReleaseProgram(program));
}

static void the_device_lists_versions(void **state)
{
    cl_name_version rows[8];
    char text[128];
    size_t size;

    for (int there = 0; there < 2; there++) {
        mock_takes_il = there;
        ok(clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, sizeof text, text, NULL));
        assert_int_equal(strstr(text, "SPIR-V_1.0 ") != NULL, there);
        ok(clGetDeviceInfo(device, CL_DEVICE_ILS_WITH_VERSION, sizeof rows, rows, &size));
        assert_int_equal(size / sizeof *rows, there ? 5 : 0);
    }
    assert_string_equal(rows[4].name, "SPIR-V");
    assert_int_equal(rows[4].version, CL_MAKE_VERSION(1, 4, 0));
}

/* "CL_INVALID_OPERATION if no devices in context support intermediate language programs." */
static void no_translator(void **state)
{
    mock_takes_il = false;
    make(spirv_module, BYTES, CL_INVALID_OPERATION);
    assert_non_null(strstr(last_message, "llvm-spirv"));
}

static void modules_are_compiled_and_linked(void **state)
{
    cl_program program = make(spirv_module, BYTES, CL_SUCCESS), linked;
    cl_int error;

    ok(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
    linked = clLinkProgram(context, 0, NULL, "", 1, &program, NULL, NULL, &error);
    ok(error);
    ok(clReleaseProgram(linked));
    ok(clReleaseProgram(program));
}

int main(void)
{
    return RUN_TESTS(il_test, wrong_modules, queries, constants_are_set, wrong_constants,
                     other_byte_order, the_device_lists_versions, no_translator,
                     modules_are_compiled_and_linked);
}
