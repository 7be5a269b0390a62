/* SPDX-License-Identifier: MIT */
/* test_catalyst_amd.c: kernels that AMD's own compiler made, with results computed here from what
 * their sources say. The binaries are not ours to give: ci/catalyst-binaries takes them from a
 * public repository into CATALYST_AMD, and without them this is skipped. */
#include "driver/icd/tests/device_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKIPPED = 77, BYTES = 1 << 16, SUMS = 1000, SIDE = 64, TILE = 8 };

static const char *const files[] = {CATALYST_AMD "/vector-add.bin", CATALYST_AMD "/matrix-mul.bin"};

static cl_kernel kernel_of_file(const char *path, const char *name)
{
    static unsigned char bytes[BYTES];
    const unsigned char *start = bytes;
    FILE *file = fopen(path, "rb");
    cl_int error;

    assert_non_null(file);
    size_t size = fread(bytes, 1, BYTES, file);
    fclose(file);
    cl_program program =
        clCreateProgramWithBinary(context, 1, &device, &size, &start, NULL, &error);
    ok(error);
    ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
    cl_kernel kernel = clCreateKernel(program, name, &error);
    ok(error);
    ok(clReleaseProgram(program));
    return kernel;
}

static uint32_t value(uint32_t i)
{
    return (i * 2654435761u) >> 7;
}

/* Sets the first three arguments, buffers of `count` numbers; the last, the result, is returned. */
static cl_mem set_buffers(cl_kernel kernel, uint32_t *a, uint32_t *b, size_t count)
{
    cl_mem buffers[3];

    for (uint32_t i = 0; i < count; i++) {
        a[i] = value(i);
        b[i] = value(i + 12345);
    }
    buffers[0] = buffer_of(count * sizeof *a, a);
    buffers[1] = buffer_of(count * sizeof *b, b);
    buffers[2] = buffer_of(count * sizeof *a, b);
    for (cl_uint i = 0; i < 3; i++)
        set(kernel, i, sizeof(cl_mem), &buffers[i]);
    return buffers[2];
}

/* dst[id] = src1[id] + src2[id] */
static void vector_add(void **state)
{
    static uint32_t a[SUMS], b[SUMS], out[SUMS];
    const size_t global = SUMS;
    cl_kernel kernel = kernel_of_file(files[0], "vector_add");
    cl_mem result = set_buffers(kernel, a, b, SUMS);

    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    read_back(result, out, sizeof out);
    for (size_t i = 0; i < SUMS; i++)
        assert_int_equal(out[i], a[i] + b[i]);
}

/* C = A * A, by tiles in local memory: the source reads A for both. */
static void matrix_mul(void **state)
{
    static uint32_t a[SIDE * SIDE], b[SIDE * SIDE], out[SIDE * SIDE];
    const size_t global[2] = {SIDE, SIDE}, local[2] = {TILE, TILE};
    cl_kernel kernel = kernel_of_file(files[1], "matrix_mul");
    cl_mem result = set_buffers(kernel, a, b, SIDE * SIDE);

    set(kernel, 3, TILE * TILE * sizeof *a, NULL);
    set(kernel, 4, TILE * TILE * sizeof *a, NULL);
    ok(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
    read_back(result, out, sizeof out);
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t sum = 0;
        for (size_t k = 0; k < SIDE; k++)
            sum += a[i / SIDE * SIDE + k] * a[k * SIDE + i % SIDE];
        assert_int_equal(out[i], sum);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_add),
        cmocka_unit_test(matrix_mul),
    };

    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(files[i], "rb");
        if (!file) {
            printf("skipped: no %s; ci/catalyst-binaries makes it\n", files[i]);
            return SKIPPED;
        }
        fclose(file);
    }
    return cmocka_run_group_tests(tests, open_device, close_device);
}
