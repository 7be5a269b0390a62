/* SPDX-License-Identifier: MIT */
/* test_versions.c: what OpenCL 2.0 to 3.0 brought to the queries of platform and device, and of
 * what no device has (unified specification of OpenCL 3.0: section 4.2 for devices, appendix A for
 * what is absent). test_errors_30.c has the errors. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/tests/error_fixture.h"

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
        {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, 4, CL_TRUE, -1u},
        {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, 4, CL_TRUE, -1u},
        {CL_DEVICE_MAX_NUM_SUB_GROUPS, 4, 4, -1u}, /* 256 work-items in wavefronts of 64 */
        {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, 4, CL_FALSE, -1u},
        {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t), 64, -1u},
    };

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

/* ---- what no device has ---- */

static void CL_CALLBACK never(cl_program of, void *data)
{
    (void)of;
    (void)data;
    fail();
}

static void absent_objects(void **state)
{
    cl_bool constructors = CL_TRUE;
    size_t size = 1;

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
    return RUN_TESTS(error_test, platform_versions, device_numbers, extension_names, language_names,
                     old_version, absent_objects);
}
