/* SPDX-License-Identifier: MIT */
/* test_printf_buffer.c: the buffer that kernels print into, which they may write at any time. */
#include "ci/tests/run_tests.h"
#include "driver/abi/kernel_abi.h"
#include "driver/clover/tests/fixture.h"

#include <stdio.h>
#include <string.h>

enum {
    START = ABI_INPUT_ARGUMENTS,
    USED = 1,
    LOST = 2,
    HEADER = 3,
    RECORDS = 1000,
    RECORD_DWORDS = 4
};
enum { ROOM = 0x100000 / 4, FORMAT = 1 /* of a record: its number */ };

static struct rootle_arg args[] = {{.kind = ROOTLE_ARG_PRINTF, .offset = START, .size = 4}};
static struct rootle_kernel kernels[] = {
    {.name = "talks", .args = args, .arg_count = 1, .input_bytes = 4}};
static struct rootle_string strings[] = {{.text = "%d ", .arguments = "i1"},
                                         {.text = "%d!",
                                          .arguments = "i1",
                                          .file = "<source>",
                                          .function = "talk",
                                          .line = 2,
                                          .column = 5}};
static struct rootle_binary binary = {
    .chip = "mock", .kernels = kernels, .kernel_count = 1, .strings = strings, .string_count = 2};

static uint32_t *device_words; /* the last launch's buffer */
static uint32_t asked;         /* dwords that its records say they are */
static uint32_t lost_format;   /* of the last record that did not fit */
static char printed[RECORDS * 8];
static size_t printed_bytes;

/* Work-items count down, so that sorting has something to do. */
static void print_numbers(const struct pipe_grid_info *info)
{
    uint32_t address;

    memcpy(&address, info->input, sizeof address);
    device_words = (uint32_t *)(void *)mock_memory(address);
    device_words[USED] = asked;
    device_words[LOST] = 77;
    device_words[HEADER + ROOM + FORMAT] = lost_format;
    for (uint32_t i = 0; i < RECORDS; i++) {
        const uint32_t record[RECORD_DWORDS] = {RECORD_DWORDS, 0, RECORDS - 1 - i, RECORDS - 1 - i};
        memcpy(device_words + HEADER + i * RECORD_DWORDS, record, sizeof record);
    }
}

/* The place of standard output: whenever something is printed, the device's memory changes. */
static ssize_t scribble(void *cookie, const char *text, size_t size)
{
    (void)cookie;
    memset(device_words, 0x55, RECORDS * RECORD_DWORDS * sizeof *device_words);
    if (size > sizeof printed - printed_bytes)
        size = sizeof printed - printed_bytes;
    memcpy(printed + printed_bytes, text, size);
    printed_bytes += size;
    return (ssize_t)size;
}

static void launch_printing(uint32_t dwords)
{
    const cookie_io_functions_t functions = {.write = scribble};
    const char *source = "void talk(void) {\n    printf(\"%d!\", 1);\n}";
    const size_t one = 1;
    FILE *before = stdout;
    cl_int error;

    mock_binary = &binary;
    mock_on_launch = print_numbers;
    asked = dwords;
    printed_bytes = 0;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    ok(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    cl_kernel kernel = clCreateKernel(program, "talks", &error);
    ok(error);
    stdout = fopencookie(NULL, "w", functions);
    setvbuf(stdout, NULL, _IONBF, 0);
    error = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    const cl_int finished = clFinish(queue);
    fclose(stdout);
    stdout = before;
    ok(error);
    ok(finished);
    mock_on_launch = NULL;
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(program));
}

static void expect_numbers(void)
{
    size_t at = 0;

    for (int i = 0; i < RECORDS; i++) {
        char number[16];
        size_t length = (size_t)snprintf(number, sizeof number, "%d ", i);
        assert_true(at + length <= printed_bytes);
        assert_memory_equal(printed + at, number, length);
        at += length;
    }
    assert_int_equal(at, printed_bytes);
}

static void records_are_copied_before_they_are_read(void **state)
{
    launch_printing(RECORDS * RECORD_DWORDS);
    expect_numbers();
    assert_int_equal(message_count, 0);
}

static void a_full_buffer_is_reported(void **state)
{
    launch_printing(UINT32_MAX);
    expect_numbers();
    assert_int_equal(message_count, 1);
    assert_non_null(strstr(last_message, "kernel talks"));
    assert_non_null(strstr(last_message, "buffer of 1048576 bytes"));
    assert_non_null(strstr(last_message, "1000 calls are printed, 77 are lost"));
    assert_null(strstr(last_message, "<source>"));
}

static void the_last_one_that_is_lost_has_its_line(void **state)
{
    lost_format = 1;
    launch_printing(UINT32_MAX);
    assert_non_null(strstr(last_message, "\n    at <source>:2:5 in talk\n"));
    assert_non_null(strstr(last_message, "printf(\"%d!\", 1);\n"));
    lost_format = 2; /* nobody knows it */
    launch_printing(UINT32_MAX);
    assert_null(strstr(last_message, "<source>"));
    lost_format = 0;
}

int main(void)
{
    return RUN_TESTS(fixture_test, records_are_copied_before_they_are_read,
                     a_full_buffer_is_reported, the_last_one_that_is_lost_has_its_line);
}
