/* SPDX-License-Identifier: MIT */
/* test_address_space.c: buffers over all of the flat address space: each is copied to the next, and
 * each keeps what it was given. Pointers are 32-bit offsets into one pool, so a mistake in one of
 * their high bits would make two buffers one. */
#include "ci/tests/run_tests.h"
#include "driver/tests/device_fixture.h"

#include <stdio.h>

#include "ci/tests/run_tests.h"

enum { STRIDE_BYTES = 1 << 18, STRIDE = STRIDE_BYTES / 4, BUFFERS_MAX = 256, BLOCK = 64 << 20 };

/* The words at multiples of the stride, and the last one. */
static const char source[] =
    "uint place(uint i, uint words, uint stride) { return min(i * stride, words - 1); }\n"
    "kernel void fill(global uint *to, uint words, uint stride) {\n"
    "    uint at = place(get_global_id(0), words, stride);\n"
    "    to[at] = at * 2654435761u;\n"
    "}\n"
    "kernel void copy(global const uint *from, global uint *to, uint words, uint stride) {\n"
    "    uint at = place(get_global_id(0), words, stride);\n"
    "    to[at] = from[at] + 1;\n"
    "}\n"
    "kernel void check(global const uint *of, uint words, uint stride, uint copies,\n"
    "                  global uint *result) {\n"
    "    uint at = place(get_global_id(0), words, stride);\n"
    "    if (of[at] != at * 2654435761u + copies)\n"
    "        atomic_inc(&result[0]);\n"
    "    result[1] = (uint)(size_t)of;\n"
    "}\n";

struct pool {
    cl_mem buffer[BUFFERS_MAX];
    uint32_t address[BUFFERS_MAX];
    unsigned count;
    cl_uint words;
};

static cl_kernel kernel_of(cl_program program, const char *name)
{
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    ok(error);
    return kernel;
}

/* With the size of a buffer and the stride as the two arguments from `index` on. */
static void launch(const struct pool *pool, cl_kernel kernel, cl_uint index)
{
    const cl_uint stride = STRIDE;
    const size_t places = pool->words / STRIDE + 1;
    set(kernel, index, sizeof(pool->words), &pool->words);
    set(kernel, index + 1, sizeof(stride), &stride);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &places, NULL, 0, NULL, NULL));
}

/* Takes buffers until there is no room; half as large ones then. */
static uint64_t take_all(struct pool *pool)
{
    cl_ulong total;
    ok(clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(total), &total, NULL));
    const size_t size = total / BLOCK < BUFFERS_MAX / 2 ? BLOCK : 4 * (size_t)BLOCK;
    pool->words = (cl_uint)(size / 4);
    while (pool->count < BUFFERS_MAX && (pool->count + 2) * (uint64_t)size <= total) {
        pool->buffer[pool->count] = buffer_of(size, NULL);
        pool->count++;
    }
    return total;
}

static void check_buffer(struct pool *pool, cl_kernel kernel, unsigned n)
{
    const cl_uint copies = n, none[2] = {0, 0};
    cl_uint result[2];
    cl_mem found = buffer_of(sizeof(none), none);
    set(kernel, 0, sizeof(cl_mem), &pool->buffer[n]);
    set(kernel, 3, sizeof(copies), &copies);
    set(kernel, 4, sizeof(cl_mem), &found);
    launch(pool, kernel, 1);
    read_back(found, result, sizeof(result));
    if (result[0])
        fail_msg("buffer %u of %u lost %u words", n, pool->count, result[0]);
    pool->address[n] = result[1];
    ok(clReleaseMemObject(found));
}

static void all_of_the_address_space(void **state)
{
    static struct pool pool;
    (void)state;
    cl_program program = built("", source);
    cl_kernel fill = kernel_of(program, "fill"), copy = kernel_of(program, "copy"),
              check = kernel_of(program, "check");
    const uint64_t total = take_all(&pool);
    uint64_t lowest = UINT64_MAX, highest = 0;
    set(fill, 0, sizeof(cl_mem), &pool.buffer[0]);
    launch(&pool, fill, 1);
    for (unsigned n = 1; n < pool.count; n++) {
        set(copy, 0, sizeof(cl_mem), &pool.buffer[n - 1]);
        set(copy, 1, sizeof(cl_mem), &pool.buffer[n]);
        launch(&pool, copy, 2);
    }
    for (unsigned n = 0; n < pool.count; n++) {
        check_buffer(&pool, check, n);
        lowest = pool.address[n] < lowest ? pool.address[n] : lowest;
        highest = pool.address[n] > highest ? pool.address[n] : highest;
        ok(clReleaseMemObject(pool.buffer[n]));
    }
    printf("%u buffers at 0x%llx to 0x%llx of 0x%llx\n", pool.count, (unsigned long long)lowest,
           (unsigned long long)highest + 4ull * pool.words, (unsigned long long)total);
    assert_true(highest + 4ull * pool.words - lowest >= total / 10 * 9);
    ok(clReleaseKernel(fill));
    ok(clReleaseKernel(copy));
    ok(clReleaseKernel(check));
    ok(clReleaseProgram(program));
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, all_of_the_address_space);
}
