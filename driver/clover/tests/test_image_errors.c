/* SPDX-License-Identifier: MIT */
/* test_image_errors.c: the error codes that section 5.3 of OpenCL 1.2 names for commands on images:
 * one table of wrong arguments, each tried with every call that takes such an argument. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/tests/fixture.h"
#include "driver/clover/tests/release.h"

enum { SIDE = 8 };

/* The arguments of a call; valid unless a case changes them. */
struct arguments {
    cl_command_queue queue;
    cl_mem image, other; /* other: the second image, or the buffer */
    const size_t *origin, *region;
    const cl_event *waits;
    cl_uint wait_count;
};

static unsigned char host[SIDE * SIDE * 4];
static const size_t zero[3] = {0, 0, 0}, one[3] = {1, 1, 1}, none[3] = {1, 0, 1},
                    wide[3] = {SIDE + 1, 1, 1}, deep[3] = {1, 1, 2}, outside[3] = {SIDE, 0, 0};

static cl_int read_image(const struct arguments *a)
{
    return clEnqueueReadImage(a->queue, a->image, CL_TRUE, a->origin, a->region, 0, 0, host,
                              a->wait_count, a->waits, NULL);
}

static cl_int write_image(const struct arguments *a)
{
    return clEnqueueWriteImage(a->queue, a->image, CL_TRUE, a->origin, a->region, 0, 0, host,
                               a->wait_count, a->waits, NULL);
}

static cl_int fill_image(const struct arguments *a)
{
    const cl_uint color[4] = {0};
    return clEnqueueFillImage(a->queue, a->image, color, a->origin, a->region, a->wait_count,
                              a->waits, NULL);
}

static cl_int map_image(const struct arguments *a)
{
    size_t row, slice;
    cl_int error = 1;
    void *map = clEnqueueMapImage(a->queue, a->image, CL_TRUE, CL_MAP_READ, a->origin, a->region,
                                  &row, &slice, a->wait_count, a->waits, NULL, &error);
    if (map)
        ok(clEnqueueUnmapMemObject(a->queue, a->image, map, 0, NULL, NULL));
    assert_int_equal(map == NULL, error != CL_SUCCESS);
    return error;
}

static cl_int copy_from_image(const struct arguments *a)
{
    return clEnqueueCopyImage(a->queue, a->image, a->other, a->origin, zero, a->region,
                              a->wait_count, a->waits, NULL);
}

static cl_int copy_to_image(const struct arguments *a)
{
    return clEnqueueCopyImage(a->queue, a->other, a->image, zero, a->origin, a->region,
                              a->wait_count, a->waits, NULL);
}

static cl_int copy_to_buffer(const struct arguments *a)
{
    return clEnqueueCopyImageToBuffer(a->queue, a->image, a->other, a->origin, a->region, 0,
                                      a->wait_count, a->waits, NULL);
}

static cl_int copy_from_buffer(const struct arguments *a)
{
    return clEnqueueCopyBufferToImage(a->queue, a->other, a->image, 0, a->origin, a->region,
                                      a->wait_count, a->waits, NULL);
}

static const struct {
    const char *name;
    cl_int (*run)(const struct arguments *arguments);
    bool buffer; /* the other object */
} calls[] = {
    {"clEnqueueReadImage", read_image, false},
    {"clEnqueueWriteImage", write_image, false},
    {"clEnqueueFillImage", fill_image, false},
    {"clEnqueueMapImage", map_image, false},
    {"clEnqueueCopyImage, source", copy_from_image, false},
    {"clEnqueueCopyImage, destination", copy_to_image, false},
    {"clEnqueueCopyImageToBuffer", copy_to_buffer, true},
    {"clEnqueueCopyBufferToImage", copy_from_buffer, true},
};

static void check(size_t call, struct arguments a, const char *wrong, cl_int expected)
{
    cl_int error = calls[call].run(&a);
    if (error != expected)
        fail_msg("%s with %s: %d, expected %d", calls[call].name, wrong, error, expected);
}

static void wrong_boxes(void **state)
{
    static const struct {
        const char *wrong;
        const size_t *origin, *region;
        cl_int error;
    } boxes[] = {
        {"nothing wrong", zero, one, CL_SUCCESS},
        {"no origin", NULL, one, CL_INVALID_VALUE},
        {"no region", zero, NULL, CL_INVALID_VALUE},
        {"an empty region", zero, none, CL_INVALID_VALUE},
        {"a region that is too wide", zero, wide, CL_INVALID_VALUE},
        {"a deep region of a 2D image", zero, deep, CL_INVALID_VALUE},
        {"an origin outside", outside, one, CL_INVALID_VALUE},
    };
    cl_mem image = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 1);
    cl_mem other = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 1);
    cl_mem buffer = make_buffer(sizeof host);

    for (size_t c = 0; c < COUNT(calls); c++)
        for (size_t b = 0; b < COUNT(boxes); b++)
            check(c,
                  (struct arguments){queue, image, calls[c].buffer ? buffer : other,
                                     boxes[b].origin, boxes[b].region, NULL, 0},
                  boxes[b].wrong, boxes[b].error);
    release_memory(image, other, buffer);
}

static void wrong_objects(void **state)
{
    cl_int error;
    cl_context strange = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_command_queue elsewhere = clCreateCommandQueue(strange, device, 0, &error);
    cl_mem image = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 1);
    cl_mem other = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 1);
    cl_mem buffer = make_buffer(sizeof host);
    const cl_event no_event = NULL;

    for (size_t c = 0; c < COUNT(calls); c++) {
        cl_mem second = calls[c].buffer ? buffer : other;
        check(c, (struct arguments){NULL, image, second, zero, one, NULL, 0}, "no queue",
              CL_INVALID_COMMAND_QUEUE);
        check(c, (struct arguments){elsewhere, image, second, zero, one, NULL, 0},
              "a queue of another context", CL_INVALID_CONTEXT);
        check(c, (struct arguments){queue, NULL, second, zero, one, NULL, 0}, "no image",
              CL_INVALID_MEM_OBJECT);
        check(c, (struct arguments){queue, buffer, second, zero, one, NULL, 0},
              "a buffer for the image", CL_INVALID_MEM_OBJECT);
        check(c, (struct arguments){queue, image, second, zero, one, NULL, 1},
              "a number without a list", CL_INVALID_EVENT_WAIT_LIST);
        check(c, (struct arguments){queue, image, second, zero, one, &no_event, 0},
              "a list without a number", CL_INVALID_EVENT_WAIT_LIST);
        check(c, (struct arguments){queue, image, second, zero, one, &no_event, 1},
              "no event in the list", CL_INVALID_EVENT_WAIT_LIST);
    }
    release_memory(image, other, buffer);
    ok(clReleaseCommandQueue(elsewhere));
    ok(clReleaseContext(strange));
}

/* Boxes of each kind of image: a dimension that it lacks has origin 0 and region 1. */
static void boxes_of_kinds(void **state)
{
    static const struct {
        cl_mem_object_type type;
        size_t origin[3], region[3];
        cl_int error;
    } rows[] = {
        {CL_MEM_OBJECT_IMAGE1D, {7, 0, 0}, {1, 1, 1}, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE1D, {0, 1, 0}, {1, 1, 1}, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE1D, {0, 0, 0}, {1, 2, 1}, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE1D, {0, 0, 1}, {1, 1, 1}, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE1D_ARRAY, {7, 1, 0}, {1, 1, 1}, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE1D_ARRAY, {0, 1, 0}, {1, 2, 1}, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE1D_ARRAY, {0, 0, 1}, {1, 1, 1}, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE1D_ARRAY, {0, 0, 0}, {1, 1, 2}, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE2D, {7, 7, 0}, {1, 1, 1}, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE2D, {0, 0, 1}, {1, 1, 1}, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE2D_ARRAY, {7, 7, 1}, {1, 1, 1}, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE2D_ARRAY, {7, 7, 1}, {1, 1, 2}, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE3D, {7, 7, 1}, {1, 1, 1}, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE3D, {7, 7, 2}, {1, 1, 1}, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE3D, {7, 8, 1}, {1, 1, 1}, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE3D, {0, SIZE_MAX, 0}, {1, 2, 1}, CL_INVALID_VALUE},
    };
    cl_mem buffer = make_buffer(sizeof host);

    for (size_t r = 0; r < COUNT(rows); r++) {
        cl_mem image = make_image(0, rows[r].type, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 2);
        cl_mem other = make_image(0, rows[r].type, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 2);
        for (size_t c = 0; c < COUNT(calls); c++)
            check(c,
                  (struct arguments){queue, image, calls[c].buffer ? buffer : other, rows[r].origin,
                                     rows[r].region, NULL, 0},
                  "a box of another kind of image", rows[r].error);
        ok(clReleaseMemObject(image));
        ok(clReleaseMemObject(other));
    }
    ok(clReleaseMemObject(buffer));
}

/* A blocking call tells of an event of its list that failed, and so does the event of every call.
 */
static void failed_events(void **state)
{
    cl_mem image = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 1);
    cl_mem other = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 1);
    cl_mem buffer = make_buffer(sizeof host);
    const cl_uint color[4] = {0};
    cl_event events[4];
    cl_int error;
    cl_event failed = clCreateUserEvent(context, &error);

    ok(clSetUserEventStatus(failed, -7));
    for (size_t c = 0; c < COUNT(calls); c++) {
        bool blocking =
            calls[c].run == read_image || calls[c].run == write_image || calls[c].run == map_image;
        check(c,
              (struct arguments){queue, image, calls[c].buffer ? buffer : other, zero, one, &failed,
                                 1},
              "a failed event in the list",
              blocking ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS);
    }
    ok(clEnqueueFillImage(queue, image, color, zero, one, 1, &failed, &events[0]));
    ok(clEnqueueCopyImage(queue, image, other, zero, zero, one, 1, &failed, &events[1]));
    ok(clEnqueueCopyImageToBuffer(queue, image, buffer, zero, one, 0, 1, &failed, &events[2]));
    ok(clEnqueueCopyBufferToImage(queue, buffer, image, 0, zero, one, 1, &failed, &events[3]));
    clFinish(queue);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(event_status(events[i]), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        ok(clReleaseEvent(events[i]));
    }
    ok(clReleaseEvent(failed));
    release_memory(image, other, buffer);
}

/* Transfers that the driver cannot do: CL_MAP_FAILURE of maps, unless the host memory is the
 * application's. */
static void failed_transfers(void **state)
{
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SIDE, .image_height = SIDE};
    cl_mem image = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 1);
    cl_int error;
    cl_mem own = clCreateImage(context, CL_MEM_USE_HOST_PTR, &format, &desc, host, &error);
    struct arguments a = {queue, image, NULL, zero, one, NULL, 0};

    ok(error);
    mock_fail_transfer = "no memory";
    assert_int_equal(read_image(&a), CL_OUT_OF_RESOURCES);
    mock_fail_transfer = "no memory";
    assert_int_equal(write_image(&a), CL_OUT_OF_RESOURCES);
    mock_fail_transfer = "no memory";
    assert_int_equal(map_image(&a), CL_MAP_FAILURE);
    a.image = own;
    mock_fail_transfer = "no memory";
    assert_int_equal(map_image(&a), CL_OUT_OF_RESOURCES);
    assert_int_equal(message_count, 4);
    assert_int_equal(mem_uint(image, CL_MEM_MAP_COUNT), 0);
    mock_fail_transfer = "no memory";
    assert_null(clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &desc, host, &error));
    assert_int_equal(error, CL_OUT_OF_RESOURCES);
    clFinish(queue);
    ok(clReleaseMemObject(image));
    ok(clReleaseMemObject(own));
}

static cl_int map_error(cl_mem image, cl_map_flags flags, size_t *row, size_t *slice)
{
    cl_int error = 1;
    void *map = clEnqueueMapImage(queue, image, CL_TRUE, flags, zero, one, row, slice, 0, NULL,
                                  NULL, &error);
    if (map)
        ok(clEnqueueUnmapMemObject(queue, image, map, 0, NULL, NULL));
    return error;
}

static void wrong_maps(void **state)
{
    static const struct {
        cl_map_flags flags;
        cl_int error;
    } rows[] = {
        {0, CL_SUCCESS},
        {CL_MAP_READ, CL_SUCCESS},
        {CL_MAP_WRITE, CL_SUCCESS},
        {CL_MAP_READ | CL_MAP_WRITE, CL_SUCCESS},
        {CL_MAP_WRITE_INVALIDATE_REGION, CL_SUCCESS},
        {CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, CL_INVALID_VALUE},
        {CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, CL_INVALID_VALUE},
        {1 << 3, CL_INVALID_VALUE},
    };
    cl_mem flat = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 1);
    cl_mem deep_image = make_image(0, CL_MEM_OBJECT_IMAGE3D, CL_RGBA, CL_UNSIGNED_INT8, 4, 4, 2);
    cl_mem lines = make_image(0, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_RGBA, CL_UNSIGNED_INT8, 4, 1, 2);
    size_t row, slice = 99;
    int nothing;

    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(map_error(flat, rows[i].flags, &row, NULL), rows[i].error);
    assert_int_equal(map_error(flat, CL_MAP_READ, NULL, NULL), CL_INVALID_VALUE);
    assert_int_equal(map_error(deep_image, CL_MAP_READ, &row, NULL), CL_INVALID_VALUE);
    assert_int_equal(map_error(lines, CL_MAP_READ, &row, NULL), CL_INVALID_VALUE);
    /* "For a 2D image, zero is returned if this argument is not NULL." */
    ok(map_error(flat, CL_MAP_READ, &row, &slice));
    assert_int_equal(slice, 0);

    assert_int_equal(clEnqueueUnmapMemObject(NULL, flat, &nothing, 0, NULL, NULL),
                     CL_INVALID_COMMAND_QUEUE);
    assert_int_equal(clEnqueueUnmapMemObject(queue, NULL, &nothing, 0, NULL, NULL),
                     CL_INVALID_MEM_OBJECT);
    assert_int_equal(clEnqueueUnmapMemObject(queue, flat, &nothing, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clEnqueueUnmapMemObject(queue, flat, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_int_equal(clEnqueueUnmapMemObject(queue, flat, &nothing, 1, NULL, NULL),
                     CL_INVALID_EVENT_WAIT_LIST);
    release_memory(flat, deep_image, lines);
}

/* Reads and writes: pitches of host memory, and the memory itself. */
static void wrong_host_memory(void **state)
{
    static const struct {
        cl_mem_object_type type;
        size_t region[3], row, slice;
        cl_int error;
    } rows[] = {
        {CL_MEM_OBJECT_IMAGE2D, {2, 2, 1}, 8, 0, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE2D, {2, 2, 1}, 7, 0, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE2D, {2, 2, 1}, 8, 16, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE1D, {2, 1, 1}, 8, 0, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE1D, {2, 1, 1}, 8, 8, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE3D, {2, 2, 2}, 0, 16, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE3D, {2, 2, 2}, 8, 15, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE3D, {2, 2, 2}, (size_t)1 << 63, 0, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE2D_ARRAY, {2, 2, 2}, 12, 24, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE2D_ARRAY, {2, 2, 2}, 12, 23, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE1D_ARRAY, {2, 2, 1}, 8, 12, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE1D_ARRAY, {2, 2, 1}, 12, 8, CL_INVALID_VALUE},
        /* Pitches that lead nowhere, or around. */
        {CL_MEM_OBJECT_IMAGE2D, {2, 1, 1}, SIZE_MAX, 0, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE3D, {2, 2, 1}, 8, SIZE_MAX, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE3D, {2, 1, 2}, 0, SIZE_MAX, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE3D, {2, 1, 2}, 0, (size_t)1 << 62, CL_INVALID_VALUE},
        {CL_MEM_OBJECT_IMAGE1D_ARRAY, {2, 2, 1}, 8, SIZE_MAX, CL_INVALID_VALUE},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        cl_mem image = make_image(0, rows[i].type, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 2);
        assert_int_equal(clEnqueueReadImage(queue, image, CL_TRUE, zero, rows[i].region,
                                            rows[i].row, rows[i].slice, host, 0, NULL, NULL),
                         rows[i].error);
        assert_int_equal(clEnqueueWriteImage(queue, image, CL_TRUE, zero, rows[i].region,
                                             rows[i].row, rows[i].slice, host, 0, NULL, NULL),
                         rows[i].error);
        assert_int_equal(
            clEnqueueReadImage(queue, image, CL_TRUE, zero, one, 0, 0, NULL, 0, NULL, NULL),
            CL_INVALID_VALUE);
        assert_int_equal(
            clEnqueueWriteImage(queue, image, CL_TRUE, zero, one, 0, 0, NULL, 0, NULL, NULL),
            CL_INVALID_VALUE);
        assert_int_equal(clEnqueueFillImage(queue, image, NULL, zero, one, 0, NULL, NULL),
                         CL_INVALID_VALUE);
        ok(clReleaseMemObject(image));
    }
}

/* Copies: formats that differ, regions that overlap, buffers that are too small or the image's own.
 */
static void wrong_copies(void **state)
{
    static const struct {
        cl_mem_object_type type;
        size_t from[3], to[3], region[3];
        cl_int error;
    } rows[] = {
        {CL_MEM_OBJECT_IMAGE1D, {0, 0, 0}, {2, 0, 0}, {2, 1, 1}, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE1D, {0, 0, 0}, {1, 0, 0}, {2, 1, 1}, CL_MEM_COPY_OVERLAP},
        {CL_MEM_OBJECT_IMAGE1D_ARRAY, {0, 0, 0}, {0, 1, 0}, {8, 1, 1}, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE1D_ARRAY, {0, 1, 0}, {7, 1, 0}, {1, 1, 1}, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE1D_ARRAY, {0, 0, 0}, {4, 0, 0}, {4, 2, 1}, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE2D, {0, 0, 0}, {2, 2, 0}, {2, 2, 1}, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE2D, {0, 0, 0}, {1, 1, 0}, {2, 2, 1}, CL_MEM_COPY_OVERLAP},
        {CL_MEM_OBJECT_IMAGE2D, {3, 3, 0}, {3, 3, 0}, {1, 1, 1}, CL_MEM_COPY_OVERLAP},
        {CL_MEM_OBJECT_IMAGE2D_ARRAY, {0, 0, 0}, {0, 0, 1}, {8, 8, 1}, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE3D, {0, 0, 0}, {0, 0, 1}, {8, 8, 1}, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE3D, {0, 0, 0}, {7, 7, 0}, {1, 1, 2}, CL_SUCCESS},
        {CL_MEM_OBJECT_IMAGE3D, {0, 0, 0}, {1, 0, 0}, {2, 1, 2}, CL_MEM_COPY_OVERLAP},
    };
    cl_mem flat = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 1);
    cl_mem unorm = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNORM_INT8, SIDE, SIDE, 1);
    cl_mem buffer = make_buffer(16);
    cl_int error;
    cl_mem line = clCreateImage(context, 0, &(cl_image_format){CL_RGBA, CL_UNSIGNED_INT8},
                                &(cl_image_desc){CL_MEM_OBJECT_IMAGE1D_BUFFER, 4, .buffer = buffer},
                                NULL, &error);
    const size_t four[3] = {4, 1, 1}, five[3] = {5, 1, 1};

    ok(error);
    for (size_t i = 0; i < COUNT(rows); i++) {
        cl_mem image = make_image(0, rows[i].type, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 2);
        assert_int_equal(clEnqueueCopyImage(queue, image, image, rows[i].from, rows[i].to,
                                            rows[i].region, 0, NULL, NULL),
                         rows[i].error);
        ok(clReleaseMemObject(image));
    }
    assert_int_equal(clEnqueueCopyImage(queue, flat, unorm, zero, zero, one, 0, NULL, NULL),
                     CL_IMAGE_FORMAT_MISMATCH);
    ok(clEnqueueCopyImageToBuffer(queue, flat, buffer, zero, four, 0, 0, NULL, NULL));
    assert_int_equal(clEnqueueCopyImageToBuffer(queue, flat, buffer, zero, five, 0, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clEnqueueCopyImageToBuffer(queue, flat, buffer, zero, four, 1, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clEnqueueCopyBufferToImage(queue, buffer, flat, 13, zero, one, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(
        clEnqueueCopyBufferToImage(queue, buffer, flat, SIZE_MAX, zero, one, 0, NULL, NULL),
        CL_INVALID_VALUE);
    assert_int_equal(clEnqueueCopyImageToBuffer(queue, line, buffer, zero, one, 0, 0, NULL, NULL),
                     CL_INVALID_MEM_OBJECT);
    assert_int_equal(clEnqueueCopyBufferToImage(queue, buffer, line, 0, zero, one, 0, NULL, NULL),
                     CL_INVALID_MEM_OBJECT);
    release_memory(line, flat, unorm, buffer);
}

/* CL_INVALID_OPERATION of reads, writes and maps, by the flags of the image. */
static void forbidden_host_access(void **state)
{
    static const struct {
        cl_mem_flags flags;
        cl_int read, write;
    } cases[] = {
        {CL_MEM_HOST_WRITE_ONLY, CL_INVALID_OPERATION, CL_SUCCESS},
        {CL_MEM_HOST_READ_ONLY, CL_SUCCESS, CL_INVALID_OPERATION},
        {CL_MEM_HOST_NO_ACCESS, CL_INVALID_OPERATION, CL_INVALID_OPERATION},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_mem image = make_image(cases[i].flags, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8,
                                  SIDE, SIDE, 1);
        struct arguments a = {queue, image, NULL, zero, one, NULL, 0};
        assert_int_equal(read_image(&a), cases[i].read);
        assert_int_equal(map_image(&a), cases[i].read);
        assert_int_equal(write_image(&a), cases[i].write);
        ok(clReleaseMemObject(image));
    }
}

int main(void)
{
    return RUN_TESTS(fixture_test, wrong_boxes, boxes_of_kinds, wrong_objects, failed_events,
                     failed_transfers, wrong_maps, wrong_copies, wrong_host_memory,
                     forbidden_host_access);
}
