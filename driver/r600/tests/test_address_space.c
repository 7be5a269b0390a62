/* SPDX-License-Identifier: MIT */
/* test_address_space.c: buffers over all of the flat address space: each is copied to the next, and
 * each keeps what it was given. Pointers are 32-bit offsets into one pool, so a mistake in one of
 * their high bits would make two buffers one. */
#include "ci/tests/run_tests.h"
#include "driver/abi/kernel_abi.h"
#include "driver/icd/tests/device_fixture.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

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

/* ---- images behind 2 GiB ---- */

static const char image_source[] =
    "kernel void write(write_only image2d_t flat, write_only image1d_buffer_t row) {\n"
    "    int x = get_global_id(0), y = get_global_id(1);\n"
    "    write_imageui(flat, (int2)(x, y), (uint4)(x, y, x ^ y, 77));\n"
    "    write_imageui(row, y * 256 + x, (uint4)(y, x, 5, x + y));\n"
    "}\n"
    "kernel void read(read_only image2d_t flat, read_only image1d_buffer_t row,\n"
    "                 global uint *wrong) {\n"
    "    int x = get_global_id(0), y = get_global_id(1);\n"
    "    uint4 a = read_imageui(flat, (int2)(x, y)), b = read_imageui(row, y * 256 + x);\n"
    "    if (any(a != (uint4)(x, y, x ^ y, 77)) || any(b != (uint4)(y, x, 5, x + y)))\n"
    "        atomic_inc(wrong);\n"
    "}\n";

/* A row of a 2D image over a buffer has a multiple of 256 texels here
 * (CL_DEVICE_IMAGE_PITCH_ALIGNMENT). */
enum { WIDTH = 256, HEIGHT = 16, IMAGE_BYTES = WIDTH * HEIGHT * 16 };

static const cl_image_format words = {CL_RGBA, CL_UNSIGNED_INT32};

static cl_mem image_over(cl_mem buffer, cl_mem_object_type type, size_t width, size_t height)
{
    const cl_image_desc desc = {.image_type = type,
                                .image_width = width,
                                .image_height = height,
                                .image_row_pitch = height ? width * 16 : 0,
                                .buffer = buffer};
    cl_int error;
    cl_mem image = clCreateImage(context, 0, &words, &desc, NULL, &error);

    ok(error);
    return image;
}

/* Takes buffers until one lies behind 2 GiB, the last one taken. Their number. */
static unsigned fill_lower_half(cl_mem taken[BUFFERS_MAX])
{
    cl_program program = built("", "kernel void k(global uint *o, global uint *of) {"
                                   "  *o = (uint)(size_t)of; }");
    cl_kernel kernel = kernel_of(program, "k");
    cl_mem result = buffer_of(4, NULL);
    const size_t one = 1;
    cl_uint address = 0;
    unsigned count = 0;

    while (address < 1u << 31 && count < BUFFERS_MAX) {
        taken[count] = buffer_of(BLOCK, NULL);
        set(kernel, 0, sizeof result, &result);
        set(kernel, 1, sizeof result, &taken[count++]);
        ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
        read_back(result, &address, sizeof address);
    }
    assert_true(address >= 1u << 31);
    ok(clReleaseMemObject(result));
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(program));
    return count;
}

static void texels_arrived(cl_mem buffer, bool flat)
{
    static cl_uint texels[WIDTH * HEIGHT][4];

    read_back(buffer, texels, sizeof texels);
    for (cl_uint i = 0; i < WIDTH * HEIGHT; i++) {
        const cl_uint x = i % WIDTH, y = i / WIDTH;
        assert_int_equal(texels[i][0], flat ? x : y);
        assert_int_equal(texels[i][1], flat ? y : x);
        assert_int_equal(texels[i][2], flat ? x ^ y : 5);
        assert_int_equal(texels[i][3], flat ? 77 : x + y);
    }
}

static void images_behind_two_gib(void **state)
{
    static cl_mem taken[BUFFERS_MAX];
    const size_t items[2] = {WIDTH, HEIGHT};
    cl_uint none = 0, wrong;
    cl_ulong total;

    ok(clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(total), &total, NULL));
    if (total < 5ull << 29) {
        printf("skipped: the device has %llu MiB, as the host's memory is short\n",
               (unsigned long long)total >> 20);
        skip();
    }
    const unsigned count = fill_lower_half(taken);
    cl_mem below[2] = {buffer_of(IMAGE_BYTES, NULL), buffer_of(IMAGE_BYTES, NULL)};
    cl_mem flat = image_over(below[0], CL_MEM_OBJECT_IMAGE2D, WIDTH, HEIGHT);
    cl_mem row = image_over(below[1], CL_MEM_OBJECT_IMAGE1D_BUFFER, WIDTH * HEIGHT, 0);
    cl_mem found = buffer_of(sizeof none, &none);
    cl_program program = built("", image_source);
    cl_kernel write = kernel_of(program, "write"), read = kernel_of(program, "read");
    cl_kernel both[] = {write, read};
    for (int i = 0; i < 2; i++) {
        set(both[i], 0, sizeof flat, &flat);
        set(both[i], 1, sizeof row, &row);
    }
    set(read, 2, sizeof found, &found);
    ok(clEnqueueNDRangeKernel(queue, write, 2, NULL, items, NULL, 0, NULL, NULL));
    ok(clEnqueueNDRangeKernel(queue, read, 2, NULL, items, NULL, 0, NULL, NULL));
    read_back(found, &wrong, sizeof wrong);
    assert_int_equal(wrong, 0);
    texels_arrived(below[0], true);
    texels_arrived(below[1], false);
    const cl_mem all[] = {flat, row, below[0], below[1], found};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ok(clReleaseMemObject(all[i]));
    for (unsigned i = 0; i < count; i++)
        ok(clReleaseMemObject(taken[i]));
    ok(clReleaseKernel(write));
    ok(clReleaseKernel(read));
    ok(clReleaseProgram(program));
}

/* Resident memory of the process, in bytes. */
static uint64_t resident(void)
{
    unsigned long long total = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    assert_non_null(file);
    assert_int_equal(fscanf(file, "%llu %llu", &total, &pages), 2);
    fclose(file);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Buffers that nobody has written to take no memory of the host, and released ones give it back. */
static void memory_is_taken_when_it_is_touched(void **state)
{
    enum { BYTES = 256 << 20, LITTLE = 64 << 20 };
    const cl_uint pattern = 0x01020304;

    const uint64_t before = resident();
    cl_mem idle = buffer_of(BYTES, NULL);
    assert_true(resident() < before + LITTLE);
    ok(clEnqueueFillBuffer(queue, idle, &pattern, sizeof pattern, 0, BYTES, 0, NULL, NULL));
    ok(clFinish(queue));
    assert_true(resident() >= before + BYTES / 2);
    ok(clReleaseMemObject(idle));
    assert_true(resident() < before + LITTLE);
    cl_mem again = buffer_of(BYTES, NULL);
    cl_uint first = 1;
    read_back(again, &first, sizeof first);
    assert_int_equal(first, 0);
    ok(clReleaseMemObject(again));
}

/* The largest object is at least what section 4.2 asks of a device, and no larger than the memory;
 * the memory ends before the numbers of generic pointers to local and private memory begin. */
static void sizes_are_legal(void **state)
{
    cl_ulong total, largest;

    ok(clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(total), &total, NULL));
    ok(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(largest), &largest, NULL));
    const cl_ulong quarter = total / 4 < 1ull << 30 ? total / 4 : 1ull << 30;
    assert_true(largest >= quarter && largest >= 32 << 20 && largest <= total);
    assert_true(total <= ABI_GENERIC_LOCAL);
}

int main(void)
{
    /* A huge page at each place that is touched would be the whole pool, to be cleared. */
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, all_of_the_address_space,
                             images_behind_two_gib, sizes_are_legal,
                             memory_is_taken_when_it_is_touched);
}
