/* SPDX-License-Identifier: MIT */
/* test_versions.c: what OpenCL 2.0 to 3.0 brought to the API: queries, lists of properties, clones
 * of kernels, timers, and the errors that each optional part gives where no device has it (unified
 * specification of OpenCL 3.0: section 4.2 for devices, 5 for objects, appendix A for what is
 * absent). */
#include "driver/base/count.h"
#include "driver/tests/error_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "rootle_version.h"

/* ---- queries ---- */

static void platform_versions(void **state)
{
    cl_platform_id platform;
    cl_version version;
    cl_ulong resolution;
    cl_name_version names[4];
    size_t size;

    (void)state;
    ok(clGetPlatformIDs(1, &platform, NULL));
    ok(clGetPlatformInfo(platform, CL_PLATFORM_NUMERIC_VERSION, sizeof version, &version, &size));
    assert_int_equal(version, CL_MAKE_VERSION(3, 0, 0));
    assert_int_equal(size, sizeof version);
    ok(clGetPlatformInfo(platform, CL_PLATFORM_HOST_TIMER_RESOLUTION, sizeof resolution,
                         &resolution, NULL));
    assert_true(resolution > 0);
    ok(clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, sizeof names, names,
                         &size));
    assert_int_equal(size, sizeof *names);
    assert_string_equal(names[0].name, "cl_khr_icd");
}

static cl_ulong device_number(cl_device_info name, size_t *size)
{
    cl_ulong value = 0;

    ok(clGetDeviceInfo(device, name, sizeof value, &value, size));
    return value;
}

/* The size of each answer, and the answer where the specification bounds it or the mock device
 * determines it. */
static void device_numbers(void **state)
{
    const cl_ulong group = CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
    const struct {
        cl_device_info name;
        size_t size;
        cl_ulong value, mask; /* the bits that are said */
    } cases[] = {
        {CL_DEVICE_NUMERIC_VERSION, 4, CL_MAKE_VERSION(3, 0, 0), -1u},
        {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, 4, 4, -1u},
        {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, 4, 0, 0},
        {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, 4, 0, 0},
        {CL_DEVICE_MAX_PIPE_ARGS, 4, 0, -1u},
        {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, 4, 0, -1u},
        {CL_DEVICE_PIPE_MAX_PACKET_SIZE, 4, 0, -1u},
        {CL_DEVICE_PIPE_SUPPORT, 4, CL_FALSE, -1u},
        {CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, 8, CL_QUEUE_PROFILING_ENABLE,
         CL_QUEUE_PROFILING_ENABLE},
        {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, 8, 0, -1u},
        {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, 4, 0, -1u},
        {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, 4, 0, -1u},
        {CL_DEVICE_MAX_ON_DEVICE_QUEUES, 4, 0, -1u},
        {CL_DEVICE_MAX_ON_DEVICE_EVENTS, 4, 0, -1u},
        {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, 8, 0, -1u},
        {CL_DEVICE_SVM_CAPABILITIES, 8, 0, -1u},
        {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, 4, 0, 0},
        {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, 4, 0, 0},
        {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, 4, 0, 0},
        {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, 8, group, group},
        {CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, 8, group | CL_DEVICE_ATOMIC_ORDER_ACQ_REL,
         group | CL_DEVICE_ATOMIC_ORDER_ACQ_REL},
        {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, 4, CL_FALSE, -1u},
        {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, 4, CL_FALSE, -1u},
        {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, 4, CL_TRUE, -1u},
        {CL_DEVICE_MAX_NUM_SUB_GROUPS, 4, 4, -1u}, /* 256 work-items in wavefronts of 64 */
        {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, 4, CL_FALSE, -1u},
        {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t), 64, -1u},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t size = 0;
        cl_ulong value = device_number(cases[i].name, &size);
        if (size != cases[i].size || (value & cases[i].mask) != cases[i].value)
            fail_msg("%#x: %zu bytes, %#lx", cases[i].name, size, (unsigned long)value);
    }
}

static size_t device_names(cl_device_info name, cl_name_version rows[64])
{
    size_t size;

    memset(rows, 0, 64 * sizeof *rows);
    ok(clGetDeviceInfo(device, name, 64 * sizeof *rows, rows, &size));
    assert_int_equal(size % sizeof *rows, 0);
    return size / sizeof *rows;
}

static bool has_name(const cl_name_version *rows, size_t count, const char *name,
                     cl_version version)
{
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(rows[i].name, name) && rows[i].version == version)
            return true;
    }
    return false;
}

/* The list with versions has the names of the text, one each. */
static void extension_names(void **state)
{
    cl_name_version rows[64];
    size_t count = device_names(CL_DEVICE_EXTENSIONS_WITH_VERSION, rows), words = 0;
    char text[2048], *rest = text;

    (void)state;
    ok(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof text, text, NULL));
    for (char *word; (word = strsep(&rest, " "));) {
        size_t found = 0;
        for (size_t i = 0; i < count; i++)
            found += !strcmp(rows[i].name, word);
        assert_int_equal(found, 1);
        words++;
    }
    assert_int_equal(words, count);
    assert_true(has_name(rows, count, "cl_khr_byte_addressable_store", CL_MAKE_VERSION(1, 0, 0)));
    assert_false(has_name(rows, count, "cl_khr_fp64", CL_MAKE_VERSION(1, 0, 0)));
}

static void language_names(void **state)
{
    cl_name_version rows[64];
    size_t count = device_names(CL_DEVICE_OPENCL_C_ALL_VERSIONS, rows);
    char text[64];

    (void)state;
    assert_int_equal(count, 4);
    for (cl_uint minor = 0; minor <= 2; minor++)
        assert_true(has_name(rows, count, "OpenCL C", CL_MAKE_VERSION(1, minor, 0)));
    assert_true(has_name(rows, count, "OpenCL C", CL_MAKE_VERSION(3, 0, 0)));
    count = device_names(CL_DEVICE_OPENCL_C_FEATURES, rows);
    assert_true(has_name(rows, count, "__opencl_c_images", CL_MAKE_VERSION(3, 0, 0)));
    assert_true(has_name(rows, count, "__opencl_c_int64", CL_MAKE_VERSION(3, 0, 0)));
    assert_false(has_name(rows, count, "__opencl_c_fp64", CL_MAKE_VERSION(3, 0, 0)));
    assert_false(has_name(rows, count, "__opencl_c_pipes", CL_MAKE_VERSION(3, 0, 0)));
    assert_int_equal(device_names(CL_DEVICE_ILS_WITH_VERSION, rows), 0);
    assert_int_equal(device_names(CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, rows), 0);
    ok(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_VERSION, sizeof text, text, NULL));
    assert_string_equal(text, "OpenCL C 1.2 ");
    ok(clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof text, text, NULL));
    assert_string_equal(text, "OpenCL 3.0 Rootle " ROOTLE_VERSION);
    ok(clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, sizeof text, text, NULL));
    assert_string_equal(text, "");
    ok(clGetDeviceInfo(device, CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, sizeof text, text,
                       NULL));
    assert_int_equal(strlen(text), strlen("vYYYY-MM-DD-XX"));
    assert_int_equal(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, 1, text, NULL),
                     CL_INVALID_VALUE);
}

/* ROOTLE_CL=1.2: the version, and none of the new names. */
static void old_version(void **state)
{
    char text[64];

    (void)state;
    setenv("ROOTLE_CL", "1.2", 1);
    ok(clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof text, text, NULL));
    assert_string_equal(text, "OpenCL 1.2 Rootle " ROOTLE_VERSION);
    ok(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_VERSION, sizeof text, text, NULL));
    assert_string_equal(text, "OpenCL C 1.2 ");
    assert_int_equal(clGetDeviceInfo(device, CL_DEVICE_NUMERIC_VERSION, sizeof text, text, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clGetPlatformInfo(NULL, CL_PLATFORM_NUMERIC_VERSION, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, 0, NULL, NULL), CL_INVALID_VALUE);
    setenv("ROOTLE_CL", "3", 1); /* neither: told once, and 3.0 */
    ok(clGetDeviceInfo(device, CL_DEVICE_NUMERIC_VERSION, sizeof text, text, NULL));
    unsetenv("ROOTLE_CL");
}

/* ---- lists of properties ---- */

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

    (void)state;
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

    (void)state;
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

    (void)state;
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

    (void)state;
    ok(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &all));
    ok(clGetSupportedImageFormats(context, both, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &some));
    assert_int_equal(all, 6);
    assert_int_equal(some, 5);
    cl_int error;
    assert_null(clCreateBuffer(context, both, 16, NULL, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
}

/* ---- kernels, contexts, time ---- */

static void clone_kernel(void **state)
{
    cl_int value = 7, error = 1;
    cl_mem buffer = make_buffer(16);
    cl_uint count;
    cl_ulong bytes;

    (void)state;
    assert_null(clCloneKernel(NULL, &error));
    assert_int_equal(error, CL_INVALID_KERNEL);
    assert_null(clCloneKernel((cl_kernel)queue, &error));
    assert_int_equal(error, CL_INVALID_KERNEL);

    ok(clSetKernelArg(kernel, 0, sizeof value, &value));
    ok(clSetKernelArg(kernel, 1, sizeof buffer, &buffer));
    ok(clSetKernelArg(kernel, 2, 64, NULL));
    cl_kernel copy = clCloneKernel(kernel, &error);
    ok(error);
    ok(clGetKernelInfo(copy, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL));
    assert_int_equal(count, 1);
    /* What is set later is the one's or the other's. */
    ok(clSetKernelArg(kernel, 2, 128, NULL));
    ok(clGetKernelWorkGroupInfo(copy, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes,
                                NULL));
    assert_int_equal(bytes, 64);
    /* Image and sampler are not set, neither here nor there. */
    assert_int_equal(clEnqueueTask(queue, copy, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    ok(clReleaseKernel(copy));
    ok(clReleaseMemObject(buffer));
}

/* Sub-groups are wavefronts: of the mock device, 64 of at most 256 work-items. */
static void sub_groups(void **state)
{
    const size_t row[] = {130}, box[] = {8, 4, 3}, high[] = {257}, zero[] = {8, 0},
                 four[] = {4, 1, 1, 1};
    const size_t one = 1, three = 3, five = 5;
    const struct {
        const char *wrong;
        cl_kernel kernel;
        cl_device_id device;
        cl_kernel_sub_group_info name;
        size_t input_size;
        const void *input;
        size_t size, count; /* of the answer: bytes, and numbers */
        size_t numbers[3];
        cl_int error;
    } cases[] = {
        {"a row", kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 8, row, 8, 1, {64}, 0},
        {"a row", kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 8, row, 8, 1, {3}, 0},
        {"a box", kernel, NULL, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 24, box, 8, 1, {2}, 0},
        {"few", kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 16, box, 8, 1, {32}, 0},
        {"one", kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 8, &one, 8, 1, {64}, 0},
        {"three",
         kernel,
         device,
         CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
         8,
         &three,
         24,
         3,
         {192, 1, 1},
         0},
        {"too many",
         kernel,
         device,
         CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
         8,
         &five,
         16,
         2,
         {0, 0},
         0},
        {"all", kernel, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, 8, 1, {4}, 0},
        {"no attribute", kernel, device, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL, 8, 1, {0}, 0},
        {"no kernel",
         NULL,
         device,
         CL_KERNEL_MAX_NUM_SUB_GROUPS,
         0,
         NULL,
         8,
         0,
         {0},
         CL_INVALID_KERNEL},
        {"a wrong device",
         kernel,
         wrong_device,
         CL_KERNEL_MAX_NUM_SUB_GROUPS,
         0,
         NULL,
         8,
         0,
         {0},
         CL_INVALID_DEVICE},
        {"an unknown name",
         kernel,
         device,
         CL_KERNEL_NUM_ARGS,
         0,
         NULL,
         8,
         0,
         {0},
         CL_INVALID_VALUE},
        {"no room",
         kernel,
         device,
         CL_KERNEL_MAX_NUM_SUB_GROUPS,
         0,
         NULL,
         7,
         0,
         {0},
         CL_INVALID_VALUE},
        {"no input",
         kernel,
         device,
         CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
         0,
         NULL,
         8,
         0,
         {0},
         CL_INVALID_VALUE},
        {"a size of no group",
         kernel,
         device,
         CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
         8,
         high,
         8,
         0,
         {0},
         CL_INVALID_VALUE},
        {"a size of 0",
         kernel,
         device,
         CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
         16,
         zero,
         8,
         0,
         {0},
         CL_INVALID_VALUE},
        {"half a size",
         kernel,
         device,
         CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
         4,
         row,
         8,
         0,
         {0},
         CL_INVALID_VALUE},
        {"four dimensions",
         kernel,
         device,
         CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
         32,
         four,
         8,
         0,
         {0},
         CL_INVALID_VALUE},
        {"two counts",
         kernel,
         device,
         CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
         16,
         box,
         8,
         0,
         {0},
         CL_INVALID_VALUE},
        {"room for half a size",
         kernel,
         device,
         CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
         8,
         &one,
         12,
         0,
         {0},
         CL_INVALID_VALUE},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t got[4] = {0}, size = 0;
        cl_int error =
            clGetKernelSubGroupInfo(cases[i].kernel, cases[i].device, cases[i].name,
                                    cases[i].input_size, cases[i].input, cases[i].size, got, &size);
        check("clGetKernelSubGroupInfo", cases[i].wrong, error, cases[i].error);
        if (error)
            continue;
        assert_int_equal(size, cases[i].count * sizeof *got);
        assert_memory_equal(got, cases[i].numbers, size);
    }
    setenv("ROOTLE_CL", "1.2", 1);
    assert_int_equal(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL,
                                             0, NULL, NULL),
                     CL_INVALID_OPERATION);
    unsetenv("ROOTLE_CL");
}

/* From OpenCL 2.1 on a launch of no work-items is a command that does nothing (5.8 of the unified
 * specification); before it was an error. */
static void empty_launch(void **state)
{
    const size_t sizes[] = {4, 0, 4};
    cl_int error;
    cl_event gate = clCreateUserEvent(context, &error), event;
    cl_command_type type;

    (void)state;
    ok(clEnqueueNDRangeKernel(queue, none, 3, NULL, sizes, NULL, 1, &gate, &event));
    ok(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_COMMAND_NDRANGE_KERNEL);
    assert_true(event_status(event) > CL_COMPLETE);
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    ok(clWaitForEvents(1, &event));
    assert_int_equal(event_status(event), CL_COMPLETE);
    ok(clReleaseEvent(event));
    ok(clReleaseEvent(gate));
    ok(clEnqueueNDRangeKernel(queue, none, 1, NULL, NULL, NULL, 0, NULL, NULL));
    /* Whole in the dimensions that it has. */
    ok(clEnqueueNDRangeKernel(queue, none, 1, NULL, sizes, NULL, 0, NULL, NULL));
    check("clEnqueueNDRangeKernel", "4 dimensions",
          clEnqueueNDRangeKernel(queue, none, 4, NULL, sizes, NULL, 0, NULL, NULL),
          CL_INVALID_WORK_DIMENSION);
    setenv("ROOTLE_CL", "1.2", 1);
    check("clEnqueueNDRangeKernel", "no work-items in 1.2",
          clEnqueueNDRangeKernel(queue, none, 3, NULL, sizes, NULL, 0, NULL, NULL),
          CL_INVALID_GLOBAL_WORK_SIZE);
    check("clEnqueueNDRangeKernel", "no size in 1.2",
          clEnqueueNDRangeKernel(queue, none, 1, NULL, NULL, NULL, 0, NULL, NULL),
          CL_INVALID_GLOBAL_WORK_SIZE);
    unsetenv("ROOTLE_CL");
}

static char order[4];

static void CL_CALLBACK note(cl_context of, void *data)
{
    (void)of;
    order[strlen(order)] = *(const char *)data;
}

/* Callbacks are called when nothing holds the context any more, the last one first. */
static void context_callbacks(void **state)
{
    cl_int error;
    cl_context made = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_mem buffer = clCreateBuffer(made, 0, 16, NULL, &error);

    (void)state;
    memset(order, 0, sizeof order);
    assert_int_equal(clSetContextDestructorCallback(NULL, note, "a"), CL_INVALID_CONTEXT);
    assert_int_equal(clSetContextDestructorCallback(made, NULL, "a"), CL_INVALID_VALUE);
    ok(clSetContextDestructorCallback(made, note, "a"));
    ok(clSetContextDestructorCallback(made, note, "b"));
    ok(clReleaseContext(made));
    assert_string_equal(order, "");
    ok(clReleaseMemObject(buffer));
    assert_string_equal(order, "ba");
}

static void timers(void **state)
{
    cl_ulong on_device = 0, first = 0, second = 0;

    (void)state;
    assert_int_equal(clGetDeviceAndHostTimer(wrong_device, &on_device, &first), CL_INVALID_DEVICE);
    assert_int_equal(clGetDeviceAndHostTimer(device, NULL, &first), CL_INVALID_VALUE);
    assert_int_equal(clGetDeviceAndHostTimer(device, &on_device, NULL), CL_INVALID_VALUE);
    assert_int_equal(clGetHostTimer(wrong_device, &first), CL_INVALID_DEVICE);
    assert_int_equal(clGetHostTimer(device, NULL), CL_INVALID_VALUE);
    ok(clGetDeviceAndHostTimer(device, &on_device, &first));
    ok(clGetHostTimer(device, &second));
    assert_true(first > 0 && second >= first);

    /* Events are timed by the device's clock. */
    cl_event event;
    cl_ulong ended, complete, later;
    ok(clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
    ok(clWaitForEvents(1, &event));
    ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof ended, &ended, NULL));
    ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COMPLETE, sizeof complete, &complete,
                               NULL));
    assert_int_equal(complete, ended);
    ok(clGetDeviceAndHostTimer(device, &later, &first));
    assert_true(on_device <= ended && ended <= later);
    ok(clReleaseEvent(event));
}

/* ---- what no device has ---- */

static void CL_CALLBACK never(cl_program of, void *data)
{
    (void)of;
    (void)data;
    fail();
}

/* Each function with its valid object, and with one of another class. */
static void absent_memory(void **state)
{
    cl_command_queue wrong = (cl_command_queue)context;
    void *pointers[] = {&wrong};
    const void *constants[] = {&wrong};
    const struct {
        cl_command_queue queue;
        cl_kernel kernel;
        cl_int queue_error, kernel_error;
    } cases[] = {
        {queue, kernel, CL_INVALID_OPERATION, CL_INVALID_OPERATION},
        {wrong, (cl_kernel)queue, CL_INVALID_COMMAND_QUEUE, CL_INVALID_KERNEL},
        {NULL, NULL, CL_INVALID_COMMAND_QUEUE, CL_INVALID_KERNEL},
    };

    (void)state;
    assert_null(clSVMAlloc(context, CL_MEM_READ_WRITE, 16, 0));
    clSVMFree(context, NULL);
    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_command_queue q = cases[i].queue;
        const cl_int errors[] = {
            clEnqueueSVMFree(q, 1, pointers, NULL, NULL, 0, NULL, NULL),
            clEnqueueSVMMemcpy(q, CL_TRUE, pointers, pointers, 8, 0, NULL, NULL),
            clEnqueueSVMMemFill(q, pointers, "a", 1, 8, 0, NULL, NULL),
            clEnqueueSVMMap(q, CL_TRUE, CL_MAP_READ, pointers, 8, 0, NULL, NULL),
            clEnqueueSVMUnmap(q, pointers, 0, NULL, NULL),
            clEnqueueSVMMigrateMem(q, 1, constants, NULL, 0, 0, NULL, NULL),
        };
        for (size_t j = 0; j < COUNT(errors); j++)
            assert_int_equal(errors[j], cases[i].queue_error);
        assert_int_equal(clSetKernelArgSVMPointer(cases[i].kernel, 1, pointers),
                         cases[i].kernel_error);
        assert_int_equal(
            clSetKernelExecInfo(cases[i].kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, pointers),
            cases[i].kernel_error);
    }
}

static void absent_objects(void **state)
{
    cl_mem buffer = make_buffer(16);
    cl_int error;
    cl_uint word = 0x07230203;
    cl_bool constructors = CL_TRUE;
    size_t size = 1;

    (void)state;
    assert_null(clCreatePipe(context, 0, 4, 4, NULL, &error));
    assert_int_equal(error, CL_INVALID_OPERATION);
    assert_null(clCreatePipe(NULL, 0, 4, 4, NULL, &error));
    assert_int_equal(error, CL_INVALID_CONTEXT);
    assert_int_equal(clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, 0, NULL, NULL),
                     CL_INVALID_MEM_OBJECT);
    ok(clReleaseMemObject(buffer));

    assert_int_equal(clSetDefaultDeviceCommandQueue(context, device, NULL), CL_INVALID_OPERATION);
    assert_int_equal(clSetDefaultDeviceCommandQueue(NULL, device, NULL), CL_INVALID_CONTEXT);
    assert_int_equal(clSetDefaultDeviceCommandQueue(context, NULL, NULL), CL_INVALID_DEVICE);

    assert_null(clCreateProgramWithIL(context, &word, sizeof word, &error));
    assert_int_equal(error, CL_INVALID_OPERATION);
    assert_null(clCreateProgramWithIL(NULL, &word, sizeof word, &error));
    assert_int_equal(error, CL_INVALID_CONTEXT);
    assert_int_equal(clSetProgramSpecializationConstant(source, 0, 4, &word), CL_INVALID_OPERATION);
    assert_int_equal(clSetProgramSpecializationConstant(NULL, 0, 4, &word), CL_INVALID_PROGRAM);
    assert_int_equal(clSetProgramReleaseCallback(source, never, NULL), CL_INVALID_OPERATION);
    assert_int_equal(clSetProgramReleaseCallback(wrong_program, never, NULL), CL_INVALID_PROGRAM);

    ok(clGetProgramInfo(source, CL_PROGRAM_IL, 0, NULL, &size));
    assert_int_equal(size, 0);
    ok(clGetProgramInfo(source, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, sizeof constructors,
                        &constructors, NULL));
    assert_int_equal(constructors, CL_FALSE);
    constructors = CL_TRUE;
    ok(clGetProgramInfo(source, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, sizeof constructors,
                        &constructors, NULL));
    assert_int_equal(constructors, CL_FALSE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        error_test(platform_versions), error_test(device_numbers), error_test(extension_names),
        error_test(language_names),    error_test(old_version),    error_test(create_queues),
        error_test(create_samplers),   error_test(create_memory),  error_test(read_write_formats),
        error_test(clone_kernel),      error_test(sub_groups),     error_test(empty_launch),
        error_test(context_callbacks), error_test(timers),         error_test(absent_memory),
        error_test(absent_objects),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
