/* SPDX-License-Identifier: MIT */
/* test_image_errors.c: the error codes that section 5.3 of OpenCL 1.2 names for calls on images: one
 * table of wrong arguments, each tried with every call that takes such an argument. */
#include "driver/tests/fixture.h"

enum { SIDE = 8 };

/* What a call is given; valid unless a case changes it. */
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

    (void)state;
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++)
        for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++)
            check(c, (struct arguments){queue, image, calls[c].buffer ? buffer : other,
                                        boxes[b].origin, boxes[b].region, NULL, 0},
                  boxes[b].wrong, boxes[b].error);
    ok(clReleaseMemObject(image));
    ok(clReleaseMemObject(other));
    ok(clReleaseMemObject(buffer));
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

    (void)state;
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
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
    ok(clReleaseMemObject(image));
    ok(clReleaseMemObject(other));
    ok(clReleaseMemObject(buffer));
    ok(clReleaseCommandQueue(elsewhere));
    ok(clReleaseContext(strange));
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

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cl_mem image = make_image(cases[i].flags, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8,
                                  SIDE, SIDE, 1);
        struct arguments a = {queue, image, NULL, zero, one, NULL, 0};
        assert_int_equal(read_image(&a), cases[i].read);
        assert_int_equal(map_image(&a), cases[i].read);
        assert_int_equal(write_image(&a), cases[i].write);
        ok(clReleaseMemObject(image));
    }
}

static void queries(void **state)
{
    cl_mem image = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE, 1);
    cl_mem buffer = make_buffer(sizeof host);
    size_t value;
    cl_uint count;

    (void)state;
    assert_int_equal(clGetImageInfo(NULL, CL_IMAGE_WIDTH, sizeof value, &value, NULL),
                     CL_INVALID_MEM_OBJECT);
    assert_int_equal(clGetImageInfo(buffer, CL_IMAGE_WIDTH, sizeof value, &value, NULL),
                     CL_INVALID_MEM_OBJECT);
    assert_int_equal(clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof value - 1, &value, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clGetImageInfo(image, CL_MEM_SIZE, sizeof value, &value, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(
        clGetSupportedImageFormats(NULL, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count),
        CL_INVALID_CONTEXT);
    assert_int_equal(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                                                CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count),
                     CL_INVALID_VALUE);
    ok(clReleaseMemObject(image));
    ok(clReleaseMemObject(buffer));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(wrong_boxes),
        fixture_test(wrong_objects),
        fixture_test(forbidden_host_access),
        fixture_test(queries),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
