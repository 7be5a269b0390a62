/* SPDX-License-Identifier: MIT */
/* test_properties.c: queues, samplers and memory made from lists of properties (unified
 * specification of OpenCL 3.0, section 5: clCreate...WithProperties). */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/tests/error_fixture.h"

static void create_queues(void **state)
{
    const cl_queue_properties profiling[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    const cl_queue_properties nothing[] = {0};
    const cl_queue_properties unknown[] = {CL_QUEUE_CONTEXT, 0, 0};
    const cl_queue_properties twice[] = {CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0};
    const cl_queue_properties bits[] = {CL_QUEUE_PROPERTIES, 1 << 10, 0};
    const cl_queue_properties unordered[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0};
    const cl_queue_properties on_device[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    const cl_queue_properties with_size[] = {CL_QUEUE_SIZE, 4096, 0};
    const struct {
        const char *wrong;
        cl_context context;
        cl_device_id device;
        const cl_queue_properties *list;
        cl_int error;
        size_t count; /* of the list as it is given back */
    } cases[] = {
        {"nothing wrong", context, device, profiling, CL_SUCCESS, 3},
        {"no list", context, device, NULL, CL_SUCCESS, 0},
        {"an empty list", context, device, nothing, CL_SUCCESS, 1},
        {"no context", NULL, device, NULL, CL_INVALID_CONTEXT, 0},
        {"a wrong device", context, wrong_device, NULL, CL_INVALID_DEVICE, 0},
        {"an unknown property", context, device, unknown, CL_INVALID_VALUE, 0},
        {"a property twice", context, device, twice, CL_INVALID_VALUE, 0},
        {"unknown bits", context, device, bits, CL_INVALID_VALUE, 0},
        {"a queue on the device in order", context, device, unordered, CL_INVALID_VALUE, 0},
        {"a queue on the device", context, device, on_device, CL_INVALID_QUEUE_PROPERTIES, 0},
        {"a size of a queue on the host", context, device, with_size, CL_INVALID_VALUE, 0},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_queue_properties got[8];
        cl_command_queue none_yet;
        cl_int error = 1;
        size_t size;
        cl_command_queue made = clCreateCommandQueueWithProperties(
            cases[i].context, cases[i].device, cases[i].list, &error);
        check("clCreateCommandQueueWithProperties", cases[i].wrong, error, cases[i].error);
        if (!made)
            continue;
        ok(clGetCommandQueueInfo(made, CL_QUEUE_PROPERTIES_ARRAY, sizeof got, got, &size));
        assert_int_equal(size, cases[i].count * sizeof *got);
        if (size)
            assert_memory_equal(got, cases[i].list, size);
        ok(clGetCommandQueueInfo(made, CL_QUEUE_DEVICE_DEFAULT, sizeof(cl_command_queue), &none_yet,
                                 NULL));
        assert_null(none_yet);
        assert_int_equal(clGetCommandQueueInfo(made, CL_QUEUE_SIZE, sizeof got, got, NULL),
                         CL_INVALID_COMMAND_QUEUE);
        ok(clReleaseCommandQueue(made));
    }
}

static void create_samplers(void **state)
{
    const cl_sampler_properties whole[] = {CL_SAMPLER_FILTER_MODE,
                                           CL_FILTER_LINEAR,
                                           CL_SAMPLER_ADDRESSING_MODE,
                                           CL_ADDRESS_REPEAT,
                                           CL_SAMPLER_NORMALIZED_COORDS,
                                           CL_TRUE,
                                           0};
    const cl_sampler_properties unknown[] = {CL_SAMPLER_CONTEXT, 0, 0};
    const cl_sampler_properties twice[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR,
                                           CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
    const cl_sampler_properties mode[] = {CL_SAMPLER_ADDRESSING_MODE, CL_FILTER_LINEAR, 0};
    const cl_sampler_properties high[] = {CL_SAMPLER_FILTER_MODE,
                                          ((cl_ulong)1 << 32) | CL_FILTER_LINEAR, 0};
    const cl_sampler_properties pixels[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE,
                                            CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT, 0};
    const struct {
        const char *wrong;
        cl_context context;
        const cl_sampler_properties *list;
        cl_int error;
        size_t count;
        cl_addressing_mode addressing;
        cl_filter_mode filter;
    } cases[] = {
        {"nothing wrong", context, whole, CL_SUCCESS, 7, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR},
        {"no list", context, NULL, CL_SUCCESS, 0, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST},
        {"no context", NULL, whole, CL_INVALID_CONTEXT, 0, 0, 0},
        {"an unknown property", context, unknown, CL_INVALID_VALUE, 0, 0, 0},
        {"a property twice", context, twice, CL_INVALID_VALUE, 0, 0, 0},
        {"a wrong mode", context, mode, CL_INVALID_VALUE, 0, 0, 0},
        {"a mode of more than 32 bits", context, high, CL_INVALID_VALUE, 0, 0, 0},
        {"repetition of texels", context, pixels, CL_INVALID_VALUE, 0, 0, 0},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_sampler_properties got[8];
        cl_uint value;
        cl_int error = 1;
        size_t size;
        cl_sampler made = clCreateSamplerWithProperties(cases[i].context, cases[i].list, &error);
        check("clCreateSamplerWithProperties", cases[i].wrong, error, cases[i].error);
        if (!made)
            continue;
        ok(clGetSamplerInfo(made, CL_SAMPLER_PROPERTIES, sizeof got, got, &size));
        assert_int_equal(size, cases[i].count * sizeof *got);
        if (size)
            assert_memory_equal(got, cases[i].list, size);
        ok(clGetSamplerInfo(made, CL_SAMPLER_ADDRESSING_MODE, sizeof value, &value, NULL));
        assert_int_equal(value, cases[i].addressing);
        ok(clGetSamplerInfo(made, CL_SAMPLER_FILTER_MODE, sizeof value, &value, NULL));
        assert_int_equal(value, cases[i].filter);
        ok(clReleaseSampler(made));
    }
}

static void expect_list(cl_mem mem, const cl_mem_properties *list)
{
    cl_mem_properties got[4];
    cl_bool svm = CL_TRUE;
    size_t size;

    ok(clGetMemObjectInfo(mem, CL_MEM_PROPERTIES, sizeof got, got, &size));
    assert_int_equal(size, list ? sizeof *got : 0);
    ok(clGetMemObjectInfo(mem, CL_MEM_USES_SVM_POINTER, sizeof svm, &svm, NULL));
    assert_int_equal(svm, CL_FALSE);
    ok(clReleaseMemObject(mem));
}

static void create_memory(void **state)
{
    const cl_mem_properties nothing[] = {0}, unknown[] = {CL_MEM_TYPE, 1, 0};
    const cl_image_format rgba = {CL_RGBA, CL_FLOAT};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    const struct {
        const char *wrong;
        cl_context context;
        const cl_mem_properties *list;
        cl_int error;
    } cases[] = {
        {"nothing wrong", context, NULL, CL_SUCCESS},
        {"an empty list", context, nothing, CL_SUCCESS},
        {"no context", NULL, nothing, CL_INVALID_CONTEXT},
        {"an unknown property", context, unknown, CL_INVALID_PROPERTY},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_int error = 1;
        cl_mem made =
            clCreateBufferWithProperties(cases[i].context, cases[i].list, 0, 16, NULL, &error);
        check("clCreateBufferWithProperties", cases[i].wrong, error, cases[i].error);
        if (made)
            expect_list(made, cases[i].list);
        made = clCreateImageWithProperties(cases[i].context, cases[i].list, 0, &rgba, &desc, NULL,
                                           &error);
        check("clCreateImageWithProperties", cases[i].wrong, error, cases[i].error);
        if (made)
            expect_list(made, cases[i].list);
    }
    cl_int error;
    assert_null(clCreateBufferWithProperties(context, NULL, 0, 0, NULL, &error));
    assert_int_equal(error, CL_INVALID_BUFFER_SIZE);
}

/* A format for read_write images of kernels is one that can be read and written. */
static void read_write_formats(void **state)
{
    const cl_mem_flags both = CL_MEM_KERNEL_READ_AND_WRITE;
    cl_uint all, some;

    ok(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &all));
    ok(clGetSupportedImageFormats(context, both, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &some));
    assert_int_equal(all, 6);
    assert_int_equal(some, 5);
    cl_int error;
    assert_null(clCreateBuffer(context, both, 16, NULL, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
}

int main(void)
{
    return RUN_TESTS(error_test, create_queues, create_samplers, create_memory, read_write_formats);
}
