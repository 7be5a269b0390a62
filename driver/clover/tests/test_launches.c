/* SPDX-License-Identifier: MIT */
/* test_launches.c: kernel arguments, the layout of inputs, launches and their failures. */
#include "ci/tests/run_tests.h"
#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "driver/clover/tests/fixture.h"
#include "driver/clover/tests/release.h"

#include <string.h>

enum { START = ABI_INPUT_ARGUMENTS };

/* kernel void all(char a, int3 b, global int *c, local int *d, local int *e, read_only image2d_t f,
 *                 write_only image2d_array_t g, sampler_t h), with a constant sampler and
 * constants. */
static struct rootle_arg all_args[] = {
    {.kind = ROOTLE_ARG_VALUE,
     .offset = START,
     .size = 1,
     .is_signed = 1,
     .name = "a",
     .type_name = "char"},
    {.kind = ROOTLE_ARG_VALUE, .offset = START + 16, .size = 16, .name = "b", .type_name = "int3"},
    {.kind = ROOTLE_ARG_GLOBAL,
     .offset = START + 32,
     .size = 4,
     .address = ROOTLE_ADDRESS_GLOBAL,
     .type_qualifier = ROOTLE_TYPE_CONST | ROOTLE_TYPE_RESTRICT,
     .name = "c",
     .type_name = "int*"},
    {.kind = ROOTLE_ARG_LOCAL,
     .offset = START + 36,
     .size = 4,
     .align = 4,
     .address = ROOTLE_ADDRESS_LOCAL},
    {.kind = ROOTLE_ARG_LOCAL,
     .offset = START + 40,
     .size = 4,
     .align = 16,
     .address = ROOTLE_ADDRESS_LOCAL},
    {.kind = ROOTLE_ARG_IMAGE_READ,
     .offset = START + 44,
     .size = 4,
     .slot = 0,
     .image_type = ROOTLE_IMAGE_2D,
     .access = ROOTLE_ACCESS_READ_ONLY,
     .address = ROOTLE_ADDRESS_GLOBAL},
    {.kind = ROOTLE_ARG_IMAGE_SIZE, .offset = START + 48, .size = 12},
    {.kind = ROOTLE_ARG_IMAGE_FORMAT, .offset = START + 64, .size = 8},
    {.kind = ROOTLE_ARG_IMAGE_WRITE,
     .offset = START + 72,
     .size = 4,
     .slot = 0,
     .image_type = ROOTLE_IMAGE_2D_ARRAY,
     .access = ROOTLE_ACCESS_WRITE_ONLY,
     .address = ROOTLE_ADDRESS_GLOBAL},
    {.kind = ROOTLE_ARG_IMAGE_SIZE, .offset = START + 80, .size = 12},
    {.kind = ROOTLE_ARG_IMAGE_FORMAT, .offset = START + 96, .size = 8},
    {.kind = ROOTLE_ARG_SAMPLER, .offset = START + 104, .size = 4, .slot = 0},
    {.kind = ROOTLE_ARG_WORK_DIM, .offset = START + 108, .size = 4},
    {.kind = ROOTLE_ARG_GLOBAL_OFFSET, .offset = START + 112, .size = 12},
    {.kind = ROOTLE_ARG_RODATA, .offset = START + 124, .size = 4},
};
static uint32_t constant_samplers[] = {0x10 | 2, 0x20 | 6 | 1};
static struct rootle_kernel kernels[] = {
    {.name = "all",
     .args = all_args,
     .arg_count = COUNT(all_args),
     .input_bytes = 128,
     .samplers = constant_samplers,
     .sampler_count = 2,
     .lds_bytes = 10,
     .private_bytes = 32},
    {.name = "none"},
    {.name = "sized", .required_size = {8, 4, 1}, .attributes = "reqd_work_group_size(8,4,1)"},
    {.name = "fat", .gprs = 200},
};
static struct rootle_binary binary = {
    .chip = "mock", .rodata = "const", .rodata_bytes = 5, .kernels = kernels, .kernel_count = 4};

static cl_program program;
static cl_kernel all, none, sized, fat;

static cl_kernel make_kernel(const char *name)
{
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name, &error);

    ok(error);
    return kernel;
}

static int setup(void **state)
{
    const char *source = "kernels";
    cl_int error;

    mock_binary = &binary;
    if (fixture_setup(state))
        return -1;
    program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    if (clBuildProgram(program, 0, NULL, "-cl-kernel-arg-info", NULL, NULL))
        return -1;
    all = make_kernel("all");
    none = make_kernel("none");
    sized = make_kernel("sized");
    fat = make_kernel("fat");
    return 0;
}

static int teardown(void **state)
{
    clReleaseKernel(all);
    clReleaseKernel(none);
    clReleaseKernel(sized);
    clReleaseKernel(fat);
    clReleaseProgram(program);
    return fixture_teardown(state);
}

static cl_mem buffer, image, array;
static cl_sampler sampler;

static void set_all(void)
{
    cl_char a = -3;
    cl_int3 b = {{1, 2, 3}};
    cl_int error;

    buffer = make_buffer(256);
    image = make_image(CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, CL_R, CL_FLOAT, 20, 10, 1);
    array = make_image(CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_RGBA, CL_UNSIGNED_INT8,
                       30, 15, 5);
    sampler =
        clCreateSampler(context, CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR, &error);
    ok(clSetKernelArg(all, 0, sizeof a, &a));
    ok(clSetKernelArg(all, 1, sizeof b, &b));
    ok(clSetKernelArg(all, 2, sizeof buffer, &buffer));
    ok(clSetKernelArg(all, 3, 6, NULL));
    ok(clSetKernelArg(all, 4, 20, NULL));
    ok(clSetKernelArg(all, 5, sizeof image, &image));
    ok(clSetKernelArg(all, 6, sizeof array, &array));
    ok(clSetKernelArg(all, 7, sizeof sampler, &sampler));
}

static void release_all(void)
{
    release_memory(buffer, image, array);
    ok(clReleaseSampler(sampler));
}

static uint32_t input(uint32_t offset)
{
    uint32_t value;

    memcpy(&value, mock_launch.input + offset, sizeof value);
    return value;
}

static void inputs_are_laid_out(void **state)
{
    const size_t offset[] = {5, 6}, global[] = {16, 8}, local[] = {8, 2};

    set_all();
    ok(clEnqueueNDRangeKernel(queue, all, 2, offset, global, local, 0, NULL, NULL));
    ok(clFinish(queue));
    assert_string_equal(mock_launch.kernel, "all");
    assert_int_equal(mock_launch.input_bytes, 128);
    assert_int_equal(input(0), (uint32_t)-3);
    assert_int_equal(input(16), 1);
    assert_int_equal(input(24), 3);
    uint32_t c = input(32);
    assert_true(c != 0 && c % MOCK_ADDRESS_STEP == 0);
    assert_int_equal(input(36), 12); /* behind 10 bytes, aligned to 4 */
    assert_int_equal(input(40), 32); /* behind 18 bytes, aligned to 16 */
    assert_int_equal(mock_launch.lds_bytes, 52);
    assert_int_equal(input(48), 20);
    assert_int_equal(input(52), 10);
    assert_int_equal(input(56), 1);
    assert_int_equal(input(64), CL_FLOAT);
    assert_int_equal(input(68), CL_R);
    assert_int_equal(input(80), 30);
    assert_int_equal(input(84), 15);
    assert_int_equal(input(88), 5); /* layers */
    assert_int_equal(input(96), CL_UNSIGNED_INT8);
    assert_int_equal(input(100), CL_RGBA);
    assert_int_equal(input(104), 1 | 8 | 0x20);
    assert_int_equal(input(108), 2);
    assert_int_equal(input(112), 5);
    assert_int_equal(input(116), 6);
    assert_int_equal(input(120), 0);
    assert_int_equal(input(124), 0xabc000);
    release_all();
}

static void images_and_samplers_are_bound(void **state)
{
    const size_t global[] = {16, 8, 2}, local[] = {8, 2, 1};

    set_all();
    ok(clEnqueueNDRangeKernel(queue, all, 3, NULL, global, local, 0, NULL, NULL));
    release_all(); /* while queued */
    ok(clFinish(queue));
    assert_int_equal(mock_launch.work_dim, 3);
    assert_int_equal(mock_launch.groups[0], 2);
    assert_int_equal(mock_launch.groups[1], 4);
    assert_int_equal(mock_launch.groups[2], 2);
    assert_int_equal(mock_launch.local_size[0], 8);
    assert_int_equal(mock_launch.view_count, 1);
    assert_non_null(mock_launch.views[0]);
    assert_int_equal(mock_launch.surface_count, 1);
    assert_non_null(mock_launch.surfaces[0]);
    assert_int_equal(mock_launch.sampler_count, 3);
    assert_int_equal(mock_launch.samplers[0].addressing, CL_ADDRESS_MIRRORED_REPEAT);
    assert_true(mock_launch.samplers[0].normalized);
    assert_int_equal(mock_launch.samplers[1].addressing, CL_ADDRESS_CLAMP_TO_EDGE);
    assert_int_equal(mock_launch.samplers[1].filter, CL_FILTER_NEAREST);
    assert_int_equal(mock_launch.samplers[2].addressing, CL_ADDRESS_REPEAT);
    assert_int_equal(mock_launch.samplers[2].filter, CL_FILTER_LINEAR);
}

static struct mock_counts at_launch;

static void count_objects(const struct pipe_grid_info *info)
{
    (void)info;
    at_launch = mock_counts;
}

/* Views, surfaces and samplers are made for a launch and end with it, whether it succeeds or not.
 */
static void bindings_live_as_long_as_a_launch(void **state)
{
    set_all();
    mock_on_launch = count_objects;
    for (int i = 0; i < 3; i++) {
        mock_fail_launch = i == 1 ? "as asked" : NULL;
        assert_int_equal(mock_counts.views + mock_counts.surfaces + mock_counts.samplers, 0);
        at_launch = (struct mock_counts){0};
        ok(clEnqueueTask(queue, all, 0, NULL, NULL));
        assert_int_equal(clFinish(queue), i == 1 ? CL_OUT_OF_RESOURCES : CL_SUCCESS);
        assert_int_equal(at_launch.views, 1);
        assert_int_equal(at_launch.surfaces, 1);
        assert_int_equal(at_launch.samplers, 3);
        assert_int_equal(mock_counts.views + mock_counts.surfaces + mock_counts.samplers, 0);
        assert_int_equal(mock_counts.fences, 0);
    }
    mock_on_launch = NULL;
    release_all();
}

/* Commands of all kinds keep what they use, and let go of it when they have run. */
static void everything_is_released_while_queued(void **state)
{
    static unsigned char data[1024];
    const size_t zero[3] = {0, 0, 0}, box[3] = {4, 4, 1};
    const cl_uint color[4] = {1, 2, 3, 4};
    size_t row;
    cl_int error;
    cl_event gate = clCreateUserEvent(context, &error);

    set_all();
    cl_mem flat = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, 8, 8, 1);
    cl_mem copy = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, 8, 8, 1);
    ok(clEnqueueMarkerWithWaitList(queue, 1, &gate, NULL));
    ok(clEnqueueFillImage(queue, flat, color, zero, box, 0, NULL, NULL));
    ok(clEnqueueCopyImage(queue, flat, copy, zero, zero, box, 0, NULL, NULL));
    ok(clEnqueueCopyImageToBuffer(queue, copy, buffer, zero, box, 0, 0, NULL, NULL));
    ok(clEnqueueTask(queue, all, 0, NULL, NULL));
    ok(clEnqueueReadImage(queue, copy, CL_FALSE, zero, box, 0, 0, data, 0, NULL, NULL));
    void *map = clEnqueueMapImage(queue, flat, CL_FALSE, CL_MAP_READ, zero, box, &row, NULL, 0,
                                  NULL, NULL, &error);
    ok(error);
    ok(clEnqueueUnmapMemObject(queue, flat, map, 0, NULL, NULL));
    release_all();
    ok(clReleaseMemObject(flat));
    ok(clReleaseMemObject(copy));
    ok(clReleaseKernel(all));
    assert_int_equal(mock_counts.resources, 5);
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    ok(clReleaseEvent(gate));
    ok(clFinish(queue));
    assert_memory_equal(data, ((unsigned char[]){1, 2, 3, 4, 1, 2, 3, 4}), 8);
    assert_int_equal(mock_counts.resources, 0);
    all = make_kernel("all");
}

static void argument_validation(void **state)
{
    cl_mem null = NULL, writable;
    cl_int value = 0;

    set_all();
    writable = make_image(CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_FLOAT, 4, 4, 1);
    assert_int_equal(clSetKernelArg(NULL, 0, 1, &value), CL_INVALID_KERNEL);
    assert_int_equal(clSetKernelArg(all, 8, 1, &value), CL_INVALID_ARG_INDEX);
    assert_int_equal(clSetKernelArg(all, 0, 4, &value), CL_INVALID_ARG_SIZE);
    assert_int_equal(clSetKernelArg(all, 0, 1, NULL), CL_INVALID_ARG_VALUE);
    assert_int_equal(clSetKernelArg(all, 2, 4, &buffer), CL_INVALID_ARG_SIZE);
    assert_int_equal(clSetKernelArg(all, 2, sizeof image, &image), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clSetKernelArg(all, 2, sizeof sampler, &sampler), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clSetKernelArg(all, 3, 0, NULL), CL_INVALID_ARG_SIZE);
    assert_int_equal(clSetKernelArg(all, 3, 4, &value), CL_INVALID_ARG_VALUE);
    assert_int_equal(clSetKernelArg(all, 5, sizeof buffer, &buffer), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clSetKernelArg(all, 5, sizeof null, &null), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clSetKernelArg(all, 5, sizeof array, &array), CL_INVALID_ARG_VALUE);
    assert_int_equal(clSetKernelArg(all, 5, sizeof writable, &writable), CL_INVALID_ARG_VALUE);
    assert_int_equal(clSetKernelArg(all, 7, sizeof buffer, &buffer), CL_INVALID_SAMPLER);
    assert_int_equal(clSetKernelArg(all, 7, 4, &sampler), CL_INVALID_ARG_SIZE);

    /* NULL for a buffer is legal, in two spellings, and reads as address 0. */
    ok(clSetKernelArg(all, 2, sizeof null, &null));
    ok(clSetKernelArg(all, 2, sizeof null, NULL));
    ok(clEnqueueTask(queue, all, 0, NULL, NULL));
    ok(clFinish(queue));
    assert_int_equal(input(32), 0);
    release_all();
    ok(clReleaseMemObject(writable));
}

static cl_int launch_error(cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                           const size_t *global, const size_t *local)
{
    return clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, 0, NULL, NULL);
}

static void launch_validation(void **state)
{
    const size_t one[] = {1, 1, 1}, ten[] = {10, 10, 10}, three[] = {3, 1, 1}, zero[] = {0, 1, 1};
    const size_t wide[] = {512, 1, 1}, square[] = {32, 32, 1}, required[] = {8, 4, 1},
                 far[] = {UINT32_MAX, 0, 0}, most[] = {UINT32_MAX, UINT32_MAX, UINT32_MAX},
                 too_many[] = {(size_t)UINT32_MAX + 1, 1, 1};

    assert_int_equal(launch_error(all, 1, NULL, one, NULL), CL_INVALID_KERNEL_ARGS);
    assert_int_equal(launch_error(NULL, 1, NULL, one, NULL), CL_INVALID_KERNEL);
    assert_int_equal(launch_error(none, 0, NULL, one, NULL), CL_INVALID_WORK_DIMENSION);
    assert_int_equal(launch_error(none, 4, NULL, one, NULL), CL_INVALID_WORK_DIMENSION);
    assert_int_equal(launch_error(none, 1, NULL, too_many, one), CL_INVALID_GLOBAL_WORK_SIZE);
    assert_int_equal(launch_error(none, 3, one, most, one), CL_INVALID_GLOBAL_OFFSET);
    ok(launch_error(none, 3, NULL, most, one));
    ok(clFinish(queue));
    for (int i = 0; i < 3; i++)
        assert_int_equal(mock_launch.groups[i], UINT32_MAX);
    assert_int_equal(launch_error(none, 1, far, one, NULL), CL_INVALID_GLOBAL_OFFSET);
    assert_int_equal(launch_error(none, 1, NULL, ten, three), CL_INVALID_WORK_GROUP_SIZE);
    assert_int_equal(launch_error(none, 1, NULL, ten, zero), CL_INVALID_WORK_GROUP_SIZE);
    assert_int_equal(launch_error(none, 1, NULL, wide, wide), CL_INVALID_WORK_ITEM_SIZE);
    assert_int_equal(launch_error(none, 2, NULL, square, square), CL_INVALID_WORK_GROUP_SIZE);
    assert_int_equal(launch_error(sized, 1, NULL, square, required), CL_INVALID_WORK_GROUP_SIZE);
    ok(launch_error(sized, 2, NULL, square, required));
    assert_int_equal(launch_error(fat, 1, NULL, one, NULL), CL_OUT_OF_RESOURCES);
    assert_non_null(strstr(last_message, "too many registers"));
    assert_int_equal(clEnqueueNativeKernel(queue, NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    set_all();
    ok(clSetKernelArg(all, 3, 32768, NULL));
    assert_int_equal(launch_error(all, 1, NULL, one, NULL), CL_OUT_OF_RESOURCES);
    ok(clSetKernelArg(all, 3, SIZE_MAX, NULL));
    assert_int_equal(launch_error(all, 1, NULL, one, NULL), CL_OUT_OF_RESOURCES);
    release_all();
}

/* Without a local size a kernel has the one that it requires; OpenCL 1.2 wants it to be given. */
static void required_size_is_taken(void **state)
{
    const size_t square[] = {32, 32, 1}, uneven[] = {32, 31, 1};

    ok(launch_error(sized, 2, NULL, square, NULL));
    ok(clFinish(queue));
    assert_int_equal(mock_launch.local_size[0], 8);
    assert_int_equal(mock_launch.local_size[1], 4);
    assert_int_equal(mock_launch.local_size[2], 1);
    assert_int_equal(mock_launch.groups[0], 4);
    assert_int_equal(mock_launch.groups[1], 8);
    assert_int_equal(launch_error(sized, 1, NULL, square, NULL), CL_INVALID_WORK_GROUP_SIZE);
    assert_int_equal(launch_error(sized, 2, NULL, uneven, NULL), CL_INVALID_WORK_GROUP_SIZE);
    setenv("ROOTLE_CL", "1.2", 1);
    assert_int_equal(launch_error(sized, 2, NULL, square, NULL), CL_INVALID_WORK_GROUP_SIZE);
    unsetenv("ROOTLE_CL");
}

/* The chosen local size divides the global size and keeps within the device's limit. */
static void local_size_is_chosen(void **state)
{
    const size_t sizes[][3] = {{1, 1, 1},    {1000, 1, 1}, {640, 480, 1},
                               {31, 37, 41}, {1009, 1, 1}, {4, 4, 512}};

    for (size_t i = 0; i < COUNT(sizes); i++) {
        ok(clEnqueueNDRangeKernel(queue, none, 3, NULL, sizes[i], NULL, 0, NULL, NULL));
        ok(clFinish(queue));
        uint32_t group = 1;
        for (int d = 0; d < 3; d++) {
            assert_int_equal(mock_launch.local_size[d] * mock_launch.groups[d], sizes[i][d]);
            group *= mock_launch.local_size[d];
        }
        assert_true(group >= 1 && group <= 256);
    }
    ok(clEnqueueNDRangeKernel(queue, none, 2, NULL, sizes[2], NULL, 0, NULL, NULL));
    ok(clFinish(queue));
    assert_int_equal(mock_launch.local_size[0], 64);
    assert_int_equal(mock_launch.local_size[1], 4);
}

/* A launch that faults fails its event, says why, and leaves the queue usable. */
static void failed_launch_fails_its_event(void **state)
{
    cl_event bad, good;

    mock_fail_launch = "read outside of every buffer";
    ok(clEnqueueTask(queue, none, 0, NULL, &bad));
    assert_int_equal(clWaitForEvents(1, &bad), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_int_equal(event_status(bad), CL_OUT_OF_RESOURCES);
    assert_int_equal(message_count, 1);
    assert_string_equal(last_message, "launch of none failed: read outside of every buffer");
    ok(clEnqueueTask(queue, none, 0, NULL, &good));
    ok(clWaitForEvents(1, &good));
    ok(clFinish(queue));
    cl_ulong time;
    assert_int_equal(
        clGetEventProfilingInfo(bad, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL),
        CL_PROFILING_INFO_NOT_AVAILABLE);
    ok(clReleaseEvent(bad));
    ok(clReleaseEvent(good));
}

static void kernel_queries(void **state)
{
    char text[64];
    cl_uint count = 0;
    size_t sizes[3], size = 0;
    cl_ulong bytes = 0;
    cl_kernel_arg_address_qualifier address = 0;
    cl_kernel_arg_access_qualifier access = 0;
    cl_kernel_arg_type_qualifier qualifier = 0;

    ok(clGetKernelInfo(all, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL));
    assert_int_equal(count, 8);
    ok(clGetKernelInfo(sized, CL_KERNEL_FUNCTION_NAME, sizeof text, text, NULL));
    assert_string_equal(text, "sized");
    ok(clGetKernelInfo(sized, CL_KERNEL_ATTRIBUTES, sizeof text, text, NULL));
    assert_string_equal(text, "reqd_work_group_size(8,4,1)");
    ok(clGetKernelWorkGroupInfo(sized, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes,
                                sizes, NULL));
    assert_int_equal(sizes[1], 4);
    ok(clGetKernelWorkGroupInfo(sized, NULL, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                sizeof size, &size, NULL));
    assert_int_equal(size, 64);
    ok(clSetKernelArg(all, 3, 6, NULL));
    ok(clGetKernelWorkGroupInfo(all, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL));
    assert_int_equal(bytes, 16);
    assert_int_equal(clGetKernelWorkGroupInfo(all, device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof sizes,
                                              sizes, NULL),
                     CL_INVALID_VALUE);
    ok(clGetKernelArgInfo(all, 2, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address, NULL));
    assert_int_equal(address, CL_KERNEL_ARG_ADDRESS_GLOBAL);
    ok(clGetKernelArgInfo(all, 2, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier, &qualifier,
                          NULL));
    assert_int_equal(qualifier, CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT);
    ok(clGetKernelArgInfo(all, 6, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL));
    assert_int_equal(access, CL_KERNEL_ARG_ACCESS_WRITE_ONLY);
    ok(clGetKernelArgInfo(all, 1, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, NULL));
    assert_string_equal(text, "int3");
    assert_int_equal(clGetKernelArgInfo(all, 3, CL_KERNEL_ARG_NAME, sizeof text, text, NULL),
                     CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    assert_int_equal(clGetKernelArgInfo(all, 8, CL_KERNEL_ARG_NAME, sizeof text, text, NULL),
                     CL_INVALID_ARG_INDEX);
}

#define launch_test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    return RUN_TESTS(launch_test, inputs_are_laid_out, images_and_samplers_are_bound,
                     argument_validation, launch_validation, required_size_is_taken,
                     local_size_is_chosen, failed_launch_fails_its_event, kernel_queries,
                     bindings_live_as_long_as_a_launch, everything_is_released_while_queued);
}
