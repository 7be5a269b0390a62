/* SPDX-License-Identifier: MIT */
/* test_memory.c: buffers: flags, transfers, rectangles, maps, fills, sub-buffers, destructors. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/tests/fixture.h"
#include "driver/clover/tests/release.h"

#include <string.h>

static cl_int buffer_error(cl_mem_flags flags, size_t size, void *host_ptr)
{
    cl_int error = 1;

    assert_null(clCreateBuffer(context, flags, size, host_ptr, &error));
    return error;
}

static void creation_validation(void **state)
{
    int data[4] = {0};

    assert_int_equal(buffer_error(0, 0, NULL), CL_INVALID_BUFFER_SIZE);
    assert_int_equal(buffer_error(0, (16 << 20) + 1, NULL), CL_INVALID_BUFFER_SIZE);
    assert_int_equal(buffer_error(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4, NULL), CL_INVALID_VALUE);
    assert_int_equal(buffer_error(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 4, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(buffer_error(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 4, data),
                     CL_INVALID_VALUE);
    assert_int_equal(buffer_error(CL_MEM_USE_HOST_PTR, 4, NULL), CL_INVALID_HOST_PTR);
    assert_int_equal(buffer_error(0, 4, data), CL_INVALID_HOST_PTR);
    assert_int_equal(buffer_error(1 << 20, 4, NULL), CL_INVALID_VALUE);
    cl_int error;
    assert_null(clCreateBuffer(NULL, 0, 4, NULL, &error));
    assert_int_equal(error, CL_INVALID_CONTEXT);
}

static void copy_host_ptr_is_a_copy(void **state)
{
    int data[] = {1, 2, 3}, read[3];
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof data, data, &error);
    void *host = data;

    ok(error);
    data[0] = 9;
    ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof read, read, 0, NULL, NULL));
    assert_int_equal(read[0], 1);
    assert_int_equal(read[2], 3);
    ok(clGetMemObjectInfo(buffer, CL_MEM_HOST_PTR, sizeof host, &host, NULL));
    assert_null(host);
    ok(clReleaseMemObject(buffer));
}

static void transfer_validation(void **state)
{
    int data[4] = {0};
    cl_int error;
    cl_mem buffer = make_buffer(16),
           image = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_FLOAT, 2, 2, 1);
    cl_mem silent = clCreateBuffer(context, CL_MEM_HOST_NO_ACCESS, 16, NULL, &error);
    cl_mem readable = clCreateBuffer(context, CL_MEM_HOST_READ_ONLY, 16, NULL, &error);
    const struct {
        cl_command_queue queue;
        cl_mem buffer;
        size_t offset, size;
        void *data;
        cl_int error;
    } reads[] = {
        {NULL, buffer, 0, 4, data, CL_INVALID_COMMAND_QUEUE},
        {queue, NULL, 0, 4, data, CL_INVALID_MEM_OBJECT},
        {queue, image, 0, 4, data, CL_INVALID_MEM_OBJECT},
        {queue, buffer, 0, 4, NULL, CL_INVALID_VALUE},
        {queue, buffer, 13, 4, data, CL_INVALID_VALUE},
        {queue, buffer, 4, SIZE_MAX, data, CL_INVALID_VALUE},
        {queue, buffer, 0, 0, data, CL_INVALID_VALUE},
        {queue, silent, 0, 4, data, CL_INVALID_OPERATION},
    };

    for (size_t i = 0; i < COUNT(reads); i++)
        assert_int_equal(clEnqueueReadBuffer(reads[i].queue, reads[i].buffer, CL_TRUE,
                                             reads[i].offset, reads[i].size, reads[i].data, 0, NULL,
                                             NULL),
                         reads[i].error);
    assert_int_equal(clEnqueueWriteBuffer(queue, readable, CL_TRUE, 0, 4, data, 0, NULL, NULL),
                     CL_INVALID_OPERATION);
    ok(clEnqueueReadBuffer(queue, readable, CL_TRUE, 0, 4, data, 0, NULL, NULL));
    assert_int_equal(clEnqueueCopyBuffer(queue, buffer, buffer, 0, 4, 8, 0, NULL, NULL),
                     CL_MEM_COPY_OVERLAP);
    ok(clEnqueueCopyBuffer(queue, buffer, buffer, 0, 8, 8, 0, NULL, NULL));
    release_memory(buffer, image, silent, readable);
}

static void fill_repeats_the_pattern(void **state)
{
    const unsigned short pattern = 0x1234;
    unsigned short data[8];
    cl_mem buffer = make_buffer(16);

    ok(clEnqueueFillBuffer(queue, buffer, &pattern, 2, 2, 12, 0, NULL, NULL));
    ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 16, data, 0, NULL, NULL));
    assert_int_equal(data[0], 0);
    assert_int_equal(data[7], 0);
    for (int i = 1; i < 7; i++)
        assert_int_equal(data[i], 0x1234);
    assert_int_equal(clEnqueueFillBuffer(queue, buffer, &pattern, 2, 1, 12, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clEnqueueFillBuffer(queue, buffer, &pattern, 2, 0, 3, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clEnqueueFillBuffer(queue, buffer, &pattern, 3, 0, 3, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clEnqueueFillBuffer(queue, buffer, NULL, 2, 0, 2, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    ok(clReleaseMemObject(buffer));
}

/* A 3x2x2 block moves between a 8x4x2 buffer and a host block of other pitches. */
static void rectangles_keep_their_shape(void **state)
{
    unsigned char all[64], host[128], expected[64];
    const size_t place[3] = {2, 1, 0}, host_place[3] = {1, 1, 0}, region[3] = {3, 2, 2};
    cl_mem buffer = make_buffer(64);

    for (int i = 0; i < 128; i++)
        host[i] = (unsigned char)i;
    ok(clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, place, host_place, region, 8, 32, 10, 50,
                                host, 0, NULL, NULL));
    ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, all, 0, NULL, NULL));
    memset(expected, 0, sizeof expected);
    for (size_t z = 0; z < 2; z++)
        for (size_t y = 0; y < 2; y++)
            for (size_t x = 0; x < 3; x++)
                expected[(z) * 32 + (y + 1) * 8 + x + 2] = host[z * 50 + (y + 1) * 10 + x + 1];
    assert_memory_equal(all, expected, 64);

    unsigned char back[12];
    const size_t zero[3] = {0, 0, 0};
    ok(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, place, zero, region, 8, 32, 0, 0, back, 0,
                               NULL, NULL));
    assert_int_equal(back[0], host[11]);
    assert_int_equal(back[11], host[50 + 20 + 3]);
    ok(clReleaseMemObject(buffer));
}

/* Rectangles that go on behind the end of their rows, in one buffer: what appendix D of OpenCL 3.0
 * calls an overlap. */
static void rectangles_beyond_their_rows(void **state)
{
    enum { BYTES = 128 };
    static const struct {
        size_t from[3], to[3], region[3], row, slice;
        cl_int error;
    } rows[] = {
        /* 6 to 8 and 14 to 16, 10 to 12 and 18 to 20: each in the other's gap between rows */
        {{6, 0, 0}, {10, 0, 0}, {3, 2, 1}, 8, 16, CL_SUCCESS},
        {{6, 0, 0}, {9, 0, 0}, {3, 2, 1}, 8, 16, CL_SUCCESS},
        {{6, 0, 0}, {8, 0, 0}, {3, 2, 1}, 8, 16, CL_MEM_COPY_OVERLAP},
        /* 22 to 29 and 1 to 8 of slices of 32 bytes */
        {{2, 5, 0}, {1, 0, 1}, {4, 2, 2}, 4, 32, CL_SUCCESS},
        {{2, 5, 0}, {2, 3, 1}, {4, 2, 2}, 4, 32, CL_SUCCESS},
        {{2, 5, 0}, {3, 3, 1}, {4, 2, 2}, 4, 32, CL_MEM_COPY_OVERLAP},
        {{0, 0, 0}, {0, 1, 0}, {4, 2, 2}, 4, 8, CL_MEM_COPY_OVERLAP},
    };
    const size_t zero[3] = {0, 0, 0};
    unsigned char bytes[BYTES], source[16], target[16];
    cl_mem buffer = make_buffer(BYTES);

    for (size_t i = 0; i < COUNT(rows); i++) {
        const size_t *region = rows[i].region;
        const size_t row = rows[i].row, slice = rows[i].slice;
        for (size_t k = 0; k < BYTES; k++)
            bytes[k] = (unsigned char)k;
        ok(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, BYTES, bytes, 0, NULL, NULL));
        ok(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, rows[i].from, zero, region, row, slice,
                                   0, 0, source, 0, NULL, NULL));
        assert_int_equal(clEnqueueCopyBufferRect(queue, buffer, buffer, rows[i].from, rows[i].to,
                                                 region, row, slice, row, slice, 0, NULL, NULL),
                         rows[i].error);
        ok(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, rows[i].to, zero, region, row, slice, 0,
                                   0, target, 0, NULL, NULL));
        if (rows[i].error == CL_SUCCESS)
            assert_memory_equal(target, source, region[0] * region[1] * region[2]);
    }
    ok(clReleaseMemObject(buffer));
}

static void rectangle_copies_and_validation(void **state)
{
    const size_t a[3] = {0, 0, 0}, b[3] = {4, 0, 0}, c[3] = {2, 0, 0}, region[3] = {4, 4, 1};
    const size_t huge[3] = {SIZE_MAX / 2, SIZE_MAX / 2, 4}, empty[3] = {0, 1, 1};
    unsigned char data[32];
    cl_mem buffer = make_buffer(32);

    for (int i = 0; i < 32; i++)
        data[i] = (unsigned char)i;
    ok(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 32, data, 0, NULL, NULL));
    /* The left half of every row to its right half: the ranges overlap, the rectangles do not. */
    ok(clEnqueueCopyBufferRect(queue, buffer, buffer, a, b, region, 8, 0, 8, 0, 0, NULL, NULL));
    assert_int_equal(
        clEnqueueCopyBufferRect(queue, buffer, buffer, a, c, region, 8, 0, 8, 0, 0, NULL, NULL),
        CL_MEM_COPY_OVERLAP);
    ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 32, data, 0, NULL, NULL));
    for (int i = 0; i < 32; i++)
        assert_int_equal(data[i], i / 8 * 8 + i % 4);
    assert_int_equal(
        clEnqueueCopyBufferRect(queue, buffer, buffer, a, b, region, 8, 0, 16, 0, 0, NULL, NULL),
        CL_INVALID_VALUE);
    const struct {
        const size_t *from, *to, *region;
        size_t row;
    } wrong[] = {
        {a, a, region, 3}, {b, a, region, 9}, {huge, a, region, 8},
        {a, a, huge, 0},   {a, a, empty, 0},
    };
    for (size_t i = 0; i < COUNT(wrong); i++)
        assert_int_equal(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, wrong[i].from, wrong[i].to,
                                                 wrong[i].region, wrong[i].row, 0, 0, 0, data, 0,
                                                 NULL, NULL),
                         CL_INVALID_VALUE);
    ok(clReleaseMemObject(buffer));
}

static void maps_read_and_write_back(void **state)
{
    cl_mem buffer = make_buffer(16);
    cl_int error;
    unsigned char data[16];

    unsigned char *map =
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 4, 8, 0, NULL, NULL, &error);
    ok(error);
    assert_int_equal(mem_uint(buffer, CL_MEM_MAP_COUNT), 1);
    memset(map, 7, 8);
    ok(clEnqueueUnmapMemObject(queue, buffer, map, 0, NULL, NULL));
    assert_int_equal(clEnqueueUnmapMemObject(queue, buffer, map, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_int_equal(mem_uint(buffer, CL_MEM_MAP_COUNT), 0);
    ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 16, data, 0, NULL, NULL));
    assert_int_equal(data[3], 0);
    assert_int_equal(data[4], 7);
    assert_int_equal(data[11], 7);
    assert_int_equal(data[12], 0);

    cl_event event;
    map = clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, 16, 0, NULL, &event, &error);
    ok(error);
    ok(clWaitForEvents(1, &event));
    assert_memory_equal(map, data, 16);
    ok(clReleaseEvent(event));
    /* Never unmapped: goes with the buffer. */
    ok(clReleaseMemObject(buffer));
}

static void map_of_lent_memory_is_the_buffers(void **state)
{
    cl_mem buffer = make_buffer(512), sub;
    cl_buffer_region region = {256, 64};
    cl_int error;
    int five = 5, read = 0;

    mock_lends_memory = true;
    sub = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    ok(error);
    unsigned char *whole =
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 512, 0, NULL, NULL, &error);
    int *map = clEnqueueMapBuffer(queue, sub, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 8, 4, 0,
                                  NULL, NULL, &error);
    ok(error);
    assert_ptr_equal(map, whole + 264);
    ok(clEnqueueWriteBuffer(queue, sub, CL_TRUE, 8, 4, &five, 0, NULL, NULL));
    assert_int_equal(*map, 5);
    *map = 6;
    ok(clEnqueueUnmapMemObject(queue, sub, map, 0, NULL, NULL));
    ok(clEnqueueUnmapMemObject(queue, buffer, whole, 0, NULL, NULL));
    ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 264, 4, &read, 0, NULL, NULL));
    assert_int_equal(read, 6);

    /* Launches have to end first, even where nothing is copied. */
    mock_fail_transfer = "memory is on fire";
    assert_null(clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, 4, 0,
                                   NULL, NULL, &error));
    assert_int_equal(error, CL_MAP_FAILURE);
    mock_lends_memory = false;
    ok(clReleaseMemObject(sub));
    ok(clReleaseMemObject(buffer));
}

static void map_of_own_memory_is_own_memory(void **state)
{
    int data[8] = {1, 2, 3, 4, 5, 6, 7, 8}, read[8];
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof data, data, &error);
    int nine = 9;

    ok(error);
    ok(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 8, 4, &nine, 0, NULL, NULL));
    int *map = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 8, 8, 0, NULL,
                                  NULL, &error);
    ok(error);
    assert_ptr_equal(map, data + 2);
    assert_int_equal(data[2], 9);
    map[1] = 10;
    ok(clEnqueueUnmapMemObject(queue, buffer, map, 0, NULL, NULL));
    ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof read, read, 0, NULL, NULL));
    assert_int_equal(read[1], 2);
    assert_int_equal(read[2], 9);
    assert_int_equal(read[3], 10);
    ok(clReleaseMemObject(buffer));
}

static void map_validation_and_failure(void **state)
{
    cl_int error;
    cl_mem buffer = make_buffer(16),
           silent = clCreateBuffer(context, CL_MEM_HOST_NO_ACCESS, 16, NULL, &error);

    assert_null(
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 8, 9, 0, NULL, NULL, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
    assert_null(clEnqueueMapBuffer(queue, buffer, CL_TRUE, 1 << 9, 0, 4, 0, NULL, NULL, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
    assert_null(clEnqueueMapBuffer(queue, buffer, CL_TRUE,
                                   CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 0, 4, 0, NULL,
                                   NULL, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
    assert_null(
        clEnqueueMapBuffer(queue, silent, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &error));
    assert_int_equal(error, CL_INVALID_OPERATION);
    mock_fail_transfer = "memory is on fire";
    assert_null(
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &error));
    assert_int_equal(error, CL_MAP_FAILURE);
    assert_non_null(strstr(last_message, "memory is on fire"));
    assert_int_equal(mem_uint(buffer, CL_MEM_MAP_COUNT), 0);
    ok(clFinish(queue)); /* the call has told it */
    ok(clReleaseMemObject(buffer));
    ok(clReleaseMemObject(silent));
}

static void sub_buffers_share_memory(void **state)
{
    cl_mem buffer = make_buffer(1024);
    cl_buffer_region region = {256, 64}, odd = {128, 4}, outside = {768, 257}, empty = {0, 0};
    cl_int error;
    int value = 3, read = 0;
    size_t offset = 0;
    cl_mem parent = NULL;

    cl_mem sub =
        clCreateSubBuffer(buffer, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    ok(error);
    ok(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 260, 4, &value, 0, NULL, NULL));
    ok(clEnqueueReadBuffer(queue, sub, CL_TRUE, 4, 4, &read, 0, NULL, NULL));
    assert_int_equal(read, 3);
    ok(clGetMemObjectInfo(sub, CL_MEM_OFFSET, sizeof offset, &offset, NULL));
    assert_int_equal(offset, 256);
    ok(clGetMemObjectInfo(sub, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL));
    assert_ptr_equal(parent, buffer);
    assert_int_equal(clEnqueueCopyBuffer(queue, buffer, sub, 256, 0, 4, 0, NULL, NULL),
                     CL_MEM_COPY_OVERLAP);

    assert_null(clCreateSubBuffer(sub, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
    assert_int_equal(error, CL_INVALID_MEM_OBJECT);
    assert_null(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &odd, &error));
    assert_int_equal(error, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    assert_null(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &outside, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
    assert_null(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &empty, &error));
    assert_int_equal(error, CL_INVALID_BUFFER_SIZE);
    assert_null(clCreateSubBuffer(buffer, CL_MEM_USE_HOST_PTR, CL_BUFFER_CREATE_TYPE_REGION,
                                  &region, &error));
    assert_int_equal(error, CL_INVALID_VALUE);

    ok(clReleaseMemObject(buffer)); /* the parent first */
    ok(clEnqueueReadBuffer(queue, sub, CL_TRUE, 4, 4, &read, 0, NULL, NULL));
    ok(clReleaseMemObject(sub));
}

static char destructor_order[8];

static void CL_CALLBACK note(cl_mem mem, void *name)
{
    (void)mem;
    strcat(destructor_order, name);
}

/* Called in reverse order, once the queue has let go of the buffer, and not before. */
static void destructors_run_when_all_is_done(void **state)
{
    cl_int error;
    cl_event gate = clCreateUserEvent(context, &error), done;
    cl_mem buffer = make_buffer(4);
    int value;

    destructor_order[0] = 0;
    ok(clSetMemObjectDestructorCallback(buffer, note, "a"));
    ok(clSetMemObjectDestructorCallback(buffer, note, "b"));
    assert_int_equal(clSetMemObjectDestructorCallback(buffer, NULL, NULL), CL_INVALID_VALUE);
    ok(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &value, 1, &gate, &done));
    ok(clReleaseMemObject(buffer));
    assert_int_equal(clReleaseMemObject(buffer), CL_INVALID_MEM_OBJECT);
    assert_string_equal(destructor_order, "");
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    ok(clWaitForEvents(1, &done));
    assert_string_equal(destructor_order, "ba");
    ok(clReleaseEvent(gate));
    ok(clReleaseEvent(done));
}

/* Rectangles of host memory that no pointer reaches, and a pitch that leads to no slice. */
static void rectangles_beyond_all_memory(void **state)
{
    static const size_t zero[3] = {0}, slices[3] = {4, 1, 2}, row[3] = {4, 1, 1};
    const size_t far = (size_t)1 << 62;
    cl_mem buffer = make_buffer(64);
    char bytes[8];

    assert_int_equal(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, zero, zero, slices, 0, 0, 0,
                                             far, bytes, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, zero, zero, slices, 0, 0, 0,
                                              far, bytes, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    ok(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, zero, zero, row, 0, 0, 0, far, bytes, 0,
                               NULL, NULL));
    ok(clReleaseMemObject(buffer));
}

/* The unmap on another queue waits for nothing: what the map needs when it is run is still there,
 * as a sanitizer sees. */
static void unmap_may_overtake_its_map(void **state)
{
    cl_int error;
    cl_event gate = clCreateUserEvent(context, &error);
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
    cl_mem buffer = make_buffer(4);
    cl_uint maps;

    void *pointer =
        clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, 4, 1, &gate, NULL, &error);
    ok(error);
    ok(clEnqueueUnmapMemObject(other, buffer, pointer, 0, NULL, NULL));
    ok(clFinish(other));
    ok(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof maps, &maps, NULL));
    assert_int_equal(maps, 0);
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    ok(clFinish(queue));
    ok(clReleaseMemObject(buffer));
    ok(clReleaseCommandQueue(other));
    ok(clReleaseEvent(gate));
}

static void migration(void **state)
{
    cl_mem buffer = make_buffer(4), none = NULL;

    ok(clEnqueueMigrateMemObjects(queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL));
    assert_int_equal(clEnqueueMigrateMemObjects(queue, 0, NULL, 0, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clEnqueueMigrateMemObjects(queue, 1, &none, 0, 0, NULL, NULL),
                     CL_INVALID_MEM_OBJECT);
    assert_int_equal(clEnqueueMigrateMemObjects(queue, 1, &buffer, 1 << 5, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    ok(clReleaseMemObject(buffer));
}

int main(void)
{
    return RUN_TESTS(fixture_test, creation_validation, copy_host_ptr_is_a_copy,
                     transfer_validation, fill_repeats_the_pattern, rectangles_keep_their_shape,
                     rectangle_copies_and_validation, rectangles_beyond_their_rows,
                     rectangles_beyond_all_memory, maps_read_and_write_back,
                     map_of_lent_memory_is_the_buffers, map_of_own_memory_is_own_memory,
                     map_validation_and_failure, sub_buffers_share_memory,
                     destructors_run_when_all_is_done, unmap_may_overtake_its_map, migration);
}
