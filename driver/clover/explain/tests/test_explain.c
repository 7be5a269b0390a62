/* SPDX-License-Identifier: MIT */
/* test_explain.c: what a launch's guide says of faults: the nearest argument or variable, and the
 * line of the source. */
#include "ci/tests/run_tests.h"
#include "driver/abi/lines.h"
#include "driver/base/count.h"
#include "driver/base/guide.h"
#include "driver/clover/tests/fixture.h"

#include <stdlib.h>
#include <string.h>

enum { START = 36, BUFFER_BYTES = 4096, SUB_BYTES = 512, SUB_OFFSET = 1024 };

/* kernel void f(global int *out, constant int *in, global int *null, local int *scratch) */
static struct rootle_arg args[] = {
    {.kind = ROOTLE_ARG_GLOBAL, .offset = START, .size = 4, .name = "out"},
    {.kind = ROOTLE_ARG_VALUE, .offset = START + 4, .size = 4, .name = "n"},
    {.kind = ROOTLE_ARG_CONSTANT, .offset = START + 8, .size = 4, .name = "in"},
    {.kind = ROOTLE_ARG_GLOBAL, .offset = START + 12, .size = 4, .name = "nothing"},
    {.kind = ROOTLE_ARG_LOCAL, .offset = START + 16, .size = 4, .align = 4, .name = "scratch"},
};
static struct rootle_variable variables[] = {
    {"tile", ROOTLE_ADDRESS_LOCAL, 0, 32},
    {"numbers", ROOTLE_ADDRESS_PRIVATE, 16, 2000},
};
static struct rootle_kernel kernels[] = {{.name = "f",
                                          .args = args,
                                          .arg_count = COUNT(args),
                                          .input_bytes = 20,
                                          .lds_bytes = 32,
                                          .code = "four words of code that is no program",
                                          .code_bytes = 32,
                                          .variables = variables,
                                          .variable_count = COUNT(variables)}};
static struct rootle_binary binary = {.chip = "mock", .kernels = kernels, .kernel_count = 1};

static struct guide_fault fault;
static char said[GUIDE_TEXT_SIZE], placed[GUIDE_TEXT_SIZE];
static uint32_t place;

static void ask(const struct pipe_grid_info *info)
{
    info->guide->explain(info->guide, &fault, said);
    place = info->guide->place(info->guide, fault.byte, placed);
}

static cl_program program;
static cl_kernel kernel;
static cl_mem out, whole, in;

static int setup(void **state)
{
    static const char *const source = "one\n\tout[i] = in[i];\nthree\n";
    static struct rootle_line lines[] = {
        {.file = ""},
        {.file = "<source>", .function = "f", .line = 3, .column = 1},
        {.file = "<source>", .function = "g", .line = 2, .column = 9, .caller = 1},
    };
    static uint32_t words[] = {0, 2, 1, 0};
    const struct rootle_lines table = {lines, COUNT(lines), words, COUNT(words)};
    const cl_buffer_region region = {SUB_OFFSET, SUB_BYTES};
    cl_int error, n = 4;

    kernels[0].lines = rootle_lines_pack(&table, &kernels[0].line_bytes);
    mock_binary = &binary;
    if (fixture_setup(state))
        return -1;
    program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &error);
    ok(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    kernel = clCreateKernel(program, "f", &error);
    out = make_buffer(BUFFER_BYTES);
    whole = make_buffer(BUFFER_BYTES);
    in = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    ok(error);
    ok(clSetKernelArg(kernel, 0, sizeof out, &out));
    ok(clSetKernelArg(kernel, 1, sizeof n, &n));
    ok(clSetKernelArg(kernel, 2, sizeof in, &in));
    ok(clSetKernelArg(kernel, 3, sizeof in, NULL));
    ok(clSetKernelArg(kernel, 4, 64, NULL));
    return 0;
}

static int teardown(void **state)
{
    clReleaseMemObject(in);
    clReleaseMemObject(whole);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    free(kernels[0].lines);
    return fixture_teardown(state);
}

/* Launches a kernel that does the fault, and gives what is said of it. */
static const char *explained(struct guide_fault of)
{
    const size_t offset[] = {100, 0}, global[] = {64, 2}, local[] = {16, 1};

    fault = of;
    mock_on_launch = ask;
    ok(clEnqueueNDRangeKernel(queue, kernel, 2, offset, global, local, 0, NULL, NULL));
    ok(clFinish(queue));
    mock_on_launch = NULL;
    return said;
}

/* The address that an argument has. */
static uint32_t address_of(unsigned argument)
{
    uint32_t address;

    explained((struct guide_fault){0});
    memcpy(&address, mock_launch.input + args[argument].offset - START, sizeof address);
    return address;
}

static void test_buffers(void **state)
{
    const uint32_t first = address_of(0), sub = address_of(2);
    const struct {
        uint64_t address;
        uint32_t bytes;
        const char *text;
    } rows[] = {
        {first + BUFFER_BYTES + 8, 4,
         "\n    8 bytes past the end of argument 0 'out' (4,096 bytes, created as "
         "clCreateBuffer #1)"},
        {first - 1000, 4, "\n    1,000 bytes before the start of argument 0 'out'"},
        {first + BUFFER_BYTES - 4, 16, "\n    its last 12 bytes are past the end of argument 0"},
        {first + 17, 4, "\n    at byte 17 of argument 0 'out'"},
        {sub + SUB_BYTES, 4,
         "\n    0 bytes past the end of argument 2 'in' (512 bytes, created as "
         "clCreateSubBuffer #1)"},
        {20, 4, "\n    20 bytes past the end of argument 3 'nothing', which is NULL"},
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        assert_memory_equal(explained((struct guide_fault){.space = GUIDE_POOL,
                                                           .address = rows[i].address,
                                                           .bytes = rows[i].bytes}),
                            rows[i].text, strlen(rows[i].text));
}

#define INSTRUCTION "\n    at instruction 0x0 of the machine code"

static void test_variables(void **state)
{
    assert_string_equal(
        explained((struct guide_fault){.space = GUIDE_LOCAL, .address = 98, .bytes = 4}),
        "\n    2 bytes past the end of local argument 4 'scratch'" INSTRUCTION);
    assert_string_equal(
        explained((struct guide_fault){.space = GUIDE_LOCAL, .address = 2, .bytes = 4}),
        "\n    at byte 2 of local variable 'tile' (32 bytes)" INSTRUCTION);
    assert_string_equal(
        explained((struct guide_fault){.space = GUIDE_PRIVATE, .address = 2020, .bytes = 4}),
        "\n    4 bytes past the end of private variable 'numbers' (2,000 bytes)"
        "\n    element 501 of 500 elements of 4 bytes" INSTRUCTION);
}

static void test_lines(void **state)
{
    assert_string_equal(explained((struct guide_fault){
                            .byte = 8, .has_item = true, .group = {2, 1, 0}, .local = {5, 0, 0}}),
                        "\n    global id (137, 1, 0)"
                        "\n    at <source>:2:9 in g"
                        "\n         2 | \tout[i] = in[i];"
                        "\n           | \t       ^"
                        "\n    inlined at <source>:3:1 in f"
                        "\n         3 | three"
                        "\n           | ^");
    assert_int_equal(place, 2);
    assert_string_equal(placed, "<source>:2:9 in g, inlined at <source>:3:1 in f: out[i] = in[i];");
    explained((struct guide_fault){.byte = 16, .in_loop = true});
    assert_non_null(strstr(
        said,
        "\n    this loop had not ended (ROOTLE_TIMEOUT=0 lets it run):\n    at <source>:3:1 in f"));
}

/* Code without lines, and bytes behind all code. */
static void test_unknown(void **state)
{
    assert_string_equal(explained((struct guide_fault){.byte = 0, .in_loop = true}), INSTRUCTION);
    assert_int_equal(place, 0);
    assert_string_equal(explained((struct guide_fault){.byte = UINT32_MAX}), "");
    assert_int_equal(place, 0);
}

#define explain_test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    return RUN_TESTS(explain_test, test_buffers, test_variables, test_lines, test_unknown);
}
