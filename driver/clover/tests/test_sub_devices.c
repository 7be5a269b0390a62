/* SPDX-License-Identifier: MIT */
/* test_sub_devices.c: clCreateSubDevices by the OpenCL 3.0 API specification, section 4.3
 * ("Partitioning a Device"), on a device of eight compute units: the parts, what they answer, their
 * reference counts, errors, and contexts with queues and programs on them. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/tests/fixture.h"
#include "driver/clover/tests/release.h"

#include <string.h>

enum { UNITS = 8, MOST = 16 };

typedef cl_device_partition_property property;

/* A list that stays while parts are made of it. */
#define LIST(...) ((const property[]){__VA_ARGS__})
#define END       CL_DEVICE_PARTITION_BY_COUNTS_LIST_END

static cl_uint device_uint(cl_device_id of, cl_device_info name)
{
    cl_uint value = 99;

    ok(clGetDeviceInfo(of, name, sizeof value, &value, NULL));
    return value;
}

static cl_uint divide(cl_device_id of, const property *list, cl_device_id parts[MOST])
{
    cl_uint count = 0, told = 0;

    ok(clCreateSubDevices(of, list, 0, NULL, &told));
    ok(clCreateSubDevices(of, list, MOST, parts, &count));
    assert_int_equal(count, told);
    return count;
}

static void release_parts(const cl_device_id *parts, cl_uint count)
{
    for (cl_uint i = 0; i < count; i++)
        ok(clReleaseDevice(parts[i]));
}

static void is_part(cl_device_id part, cl_device_id parent, cl_uint units, const property *list,
                    size_t length)
{
    property kept[8] = {0};
    cl_device_id of;
    size_t size;

    assert_int_equal(device_uint(part, CL_DEVICE_MAX_COMPUTE_UNITS), units);
    assert_int_equal(device_uint(part, CL_DEVICE_PARTITION_MAX_SUB_DEVICES), units);
    assert_int_equal(device_uint(part, CL_DEVICE_REFERENCE_COUNT), 1);
    ok(clGetDeviceInfo(part, CL_DEVICE_PARENT_DEVICE, sizeof of, &of, NULL));
    assert_ptr_equal(of, parent);
    ok(clGetDeviceInfo(part, CL_DEVICE_PARTITION_TYPE, sizeof kept, kept, &size));
    assert_int_equal(size, length * sizeof *list);
    assert_memory_equal(kept, list, size);
}

static void root_answers(void **state)
{
    property schemes[4] = {0};
    cl_device_affinity_domain domain = 1;
    cl_device_id parent = device;
    size_t size;

    assert_int_equal(device_uint(device, CL_DEVICE_MAX_COMPUTE_UNITS), UNITS);
    assert_int_equal(device_uint(device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES), UNITS);
    ok(clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES, sizeof schemes, schemes, &size));
    assert_int_equal(size, 2 * sizeof *schemes);
    assert_int_equal(schemes[0], CL_DEVICE_PARTITION_EQUALLY);
    assert_int_equal(schemes[1], CL_DEVICE_PARTITION_BY_COUNTS);
    ok(clGetDeviceInfo(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof domain, &domain, NULL));
    assert_int_equal(domain, 0);
    ok(clGetDeviceInfo(device, CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL));
    assert_null(parent);
    ok(clGetDeviceInfo(device, CL_DEVICE_PARTITION_TYPE, sizeof schemes, schemes, &size));
    assert_int_equal(size, sizeof *schemes);
    assert_int_equal(schemes[0], 0);
    ok(clRetainDevice(device));
    assert_int_equal(device_uint(device, CL_DEVICE_REFERENCE_COUNT), 1);
    ok(clReleaseDevice(device));
    ok(clReleaseDevice(device));
}

static void equally(void **state)
{
    cl_device_id parts[MOST];
    const property twos[] = {CL_DEVICE_PARTITION_EQUALLY, 2, 0},
                   threes[] = {CL_DEVICE_PARTITION_EQUALLY, 3, 0};

    assert_int_equal(divide(device, twos, parts), 4);
    for (int i = 0; i < 4; i++)
        is_part(parts[i], device, 2, twos, COUNT(twos));
    release_parts(parts, 4);
    assert_int_equal(divide(device, threes, parts), 2);
    is_part(parts[1], device, 3, threes, COUNT(threes));
    release_parts(parts, 2);
    assert_int_equal(divide(device, LIST(CL_DEVICE_PARTITION_EQUALLY, UNITS - 1, 0), parts), 1);
    release_parts(parts, 1);
}

static void by_counts(void **state)
{
    cl_device_id parts[MOST];
    const property list[] = {CL_DEVICE_PARTITION_BY_COUNTS, 3, 1, 2, END, 0};

    assert_int_equal(divide(device, list, parts), 3);
    is_part(parts[0], device, 3, list, COUNT(list));
    is_part(parts[1], device, 1, list, COUNT(list));
    is_part(parts[2], device, 2, list, COUNT(list));
    /* One unit cannot be divided, and says so. */
    property schemes[4] = {1};
    size_t size;
    ok(clGetDeviceInfo(parts[1], CL_DEVICE_PARTITION_PROPERTIES, sizeof schemes, schemes, &size));
    assert_int_equal(size, sizeof *schemes);
    assert_int_equal(schemes[0], 0);
    release_parts(parts, 3);
}

static void parts_of_parts(void **state)
{
    cl_device_id parts[MOST], smaller[MOST];
    const property ones[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};

    assert_int_equal(divide(device, LIST(CL_DEVICE_PARTITION_EQUALLY, 4, 0), parts), 2);
    assert_int_equal(divide(parts[0], ones, smaller), 4);
    is_part(smaller[3], parts[0], 1, ones, COUNT(ones));
    /* A part keeps its parent while it lives. */
    ok(clReleaseDevice(parts[0]));
    cl_device_id parent;
    ok(clGetDeviceInfo(smaller[0], CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL));
    assert_int_equal(device_uint(parent, CL_DEVICE_MAX_COMPUTE_UNITS), 4);
    release_parts(smaller, 4);
    ok(clReleaseDevice(parts[1]));
}

static void counts_of_references(void **state)
{
    cl_device_id parts[MOST];

    assert_int_equal(divide(device, LIST(CL_DEVICE_PARTITION_EQUALLY, 4, 0), parts), 2);
    ok(clRetainDevice(parts[0]));
    assert_int_equal(device_uint(parts[0], CL_DEVICE_REFERENCE_COUNT), 2);
    ok(clReleaseDevice(parts[0]));
    assert_int_equal(device_uint(parts[0], CL_DEVICE_REFERENCE_COUNT), 1);
    release_parts(parts, 2);
    assert_int_equal(clRetainDevice(NULL), CL_INVALID_DEVICE);
    assert_int_equal(clReleaseDevice((cl_device_id)context), CL_INVALID_DEVICE);
}

static void errors(void **state)
{
    static const struct {
        cl_int error;
        property list[12];
    } rows[] = {
        {CL_INVALID_VALUE, {0}},
        {CL_INVALID_VALUE, {0x7777, 1, 0}},
        {CL_INVALID_VALUE, {CL_DEVICE_PARTITION_EQUALLY, 0, 0}},
        {CL_INVALID_VALUE, {CL_DEVICE_PARTITION_EQUALLY, 2, CL_DEVICE_PARTITION_EQUALLY, 2, 0}},
        {CL_INVALID_VALUE,
         {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0}},
        {CL_DEVICE_PARTITION_FAILED, {CL_DEVICE_PARTITION_EQUALLY, UNITS, 0}},
        {CL_INVALID_DEVICE_PARTITION_COUNT, {CL_DEVICE_PARTITION_EQUALLY, UNITS + 1, 0}},
        {CL_INVALID_VALUE, {CL_DEVICE_PARTITION_BY_COUNTS, 1, END, 1}},
        {CL_INVALID_DEVICE_PARTITION_COUNT,
         {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 1, 1, 1, 1, 1, 1, 1, END, 0}},
        {CL_INVALID_DEVICE_PARTITION_COUNT, {CL_DEVICE_PARTITION_BY_COUNTS, UNITS, 1, END, 0}},
        {CL_INVALID_DEVICE_PARTITION_COUNT, {CL_DEVICE_PARTITION_BY_COUNTS, UNITS + 1, END, 0}},
        {CL_INVALID_DEVICE_PARTITION_COUNT, {CL_DEVICE_PARTITION_BY_COUNTS, -1, END, 0}},
    };
    cl_device_id parts[MOST], one;
    cl_uint count = 77;

    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(clCreateSubDevices(device, rows[i].list, MOST, parts, &count),
                         rows[i].error);
    assert_int_equal(clCreateSubDevices(device, NULL, MOST, parts, &count), CL_INVALID_VALUE);
    const property *halves = LIST(CL_DEVICE_PARTITION_EQUALLY, 4, 0);
    assert_int_equal(clCreateSubDevices(device, halves, 1, parts, &count), CL_INVALID_VALUE);
    assert_int_equal(clCreateSubDevices(NULL, halves, MOST, parts, &count), CL_INVALID_DEVICE);
    assert_int_equal(count, 77);
    const property *ones = LIST(CL_DEVICE_PARTITION_BY_COUNTS, 1, END, 0);
    ok(clCreateSubDevices(device, ones, 1, &one, NULL));
    assert_int_equal(clCreateSubDevices(one, ones, MOST, parts, NULL), CL_DEVICE_PARTITION_FAILED);
    ok(clReleaseDevice(one));
}

static void devices_of(cl_context of, const cl_device_id *wanted, cl_uint count)
{
    cl_device_id found[MOST];
    cl_uint number = 0;
    size_t size;

    ok(clGetContextInfo(of, CL_CONTEXT_NUM_DEVICES, sizeof number, &number, NULL));
    assert_int_equal(number, count);
    ok(clGetContextInfo(of, CL_CONTEXT_DEVICES, sizeof found, found, &size));
    assert_int_equal(size, count * sizeof *found);
    assert_memory_equal(found, wanted, size);
}

/* A context of the parts alone: what is not in it is refused, and what is listed twice is in it
 * once. The parts live on in context and queue. */
static void contexts_and_queues(void **state)
{
    cl_device_id parts[MOST], of;
    cl_int error, value = 5, read = 0;

    assert_int_equal(divide(device, LIST(CL_DEVICE_PARTITION_EQUALLY, 4, 0), parts), 2);
    const cl_device_id twice[] = {parts[0], parts[1], parts[0]};
    cl_context both = clCreateContext(NULL, 3, twice, NULL, NULL, &error);
    ok(error);
    devices_of(both, parts, 2);
    assert_null(clCreateCommandQueue(both, device, 0, &error));
    assert_int_equal(error, CL_INVALID_DEVICE);
    assert_null(clCreateCommandQueue(context, parts[0], 0, &error));
    assert_int_equal(error, CL_INVALID_DEVICE);
    cl_command_queue second = clCreateCommandQueue(both, parts[1], 0, &error);
    ok(error);
    release_parts(parts, 2);
    ok(clGetCommandQueueInfo(second, CL_QUEUE_DEVICE, sizeof of, &of, NULL));
    assert_ptr_equal(of, parts[1]);
    cl_mem buffer = clCreateBuffer(both, 0, 4, NULL, &error);
    ok(clEnqueueWriteBuffer(second, buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
    ok(clEnqueueReadBuffer(second, buffer, CL_TRUE, 0, 4, &read, 0, NULL, NULL));
    assert_int_equal(read, 5);
    ok(clReleaseMemObject(buffer));
    ok(clReleaseContext(both));
    ok(clReleaseCommandQueue(second));
}

static struct rootle_kernel kernels[] = {{.name = "none"}};
static struct rootle_binary binary = {.chip = "mock", .kernels = kernels, .kernel_count = 1};

/* A program of two devices has a binary for each. A query of a kernel has to name a device then. */
static void programs_of_several_devices(void **state)
{
    cl_device_id parts[MOST], found[2];
    const char *source = "kernel";
    size_t sizes[2] = {0, 0}, size, group;
    cl_int error;
    cl_uint number;

    mock_binary = &binary;
    assert_int_equal(divide(device, LIST(CL_DEVICE_PARTITION_EQUALLY, 4, 0), parts), 2);
    cl_context both = clCreateContext(NULL, 2, parts, NULL, NULL, &error);
    cl_program program = clCreateProgramWithSource(both, 1, &source, NULL, &error);
    assert_int_equal(clBuildProgram(program, 1, &device, "", NULL, NULL), CL_INVALID_DEVICE);
    ok(clBuildProgram(program, 2, parts, "", NULL, NULL));
    ok(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof number, &number, NULL));
    assert_int_equal(number, 2);
    ok(clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof found, found, &size));
    assert_memory_equal(found, parts, sizeof found);
    ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, &size));
    assert_int_equal(size, sizeof sizes);
    assert_true(sizes[0] > 0 && sizes[1] > 0);
    assert_int_equal(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof *sizes, sizes, NULL),
                     CL_INVALID_VALUE);
    unsigned char *images[2] = {test_malloc(sizes[0]), test_malloc(sizes[1])};
    ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof images, images, NULL));
    assert_memory_equal(images[0], images[1], sizes[0]);
    cl_kernel kernel = clCreateKernel(program, "none", &error);
    ok(error);
    assert_int_equal(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof group,
                                              &group, NULL),
                     CL_INVALID_DEVICE);
    ok(clGetKernelWorkGroupInfo(kernel, parts[1], CL_KERNEL_WORK_GROUP_SIZE, sizeof group, &group,
                                NULL));
    cl_program loaded = clCreateProgramWithBinary(both, 1, &parts[1], sizes,
                                                  (const unsigned char **)images, NULL, &error);
    ok(error);
    ok(clGetProgramInfo(loaded, CL_PROGRAM_NUM_DEVICES, sizeof number, &number, NULL));
    assert_int_equal(number, 1);
    cl_build_status status;
    assert_int_equal(clGetProgramBuildInfo(loaded, parts[0], CL_PROGRAM_BUILD_STATUS, sizeof status,
                                           &status, NULL),
                     CL_INVALID_DEVICE);
    ok(clReleaseKernel(kernel));
    release_programs(program, loaded);
    ok(clReleaseContext(both));
    release_parts(parts, 2);
    test_free(images[0]);
    test_free(images[1]);
}

int main(void)
{
    return RUN_TESTS(fixture_test, root_answers, equally, by_counts, parts_of_parts,
                     counts_of_references, errors, contexts_and_queues,
                     programs_of_several_devices);
}
