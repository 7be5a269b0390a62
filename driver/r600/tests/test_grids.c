/* SPDX-License-Identifier: MIT */
/* test_grids.c: launches of more work-groups than a dispatch counts, or code multiplies by 24 bits;
 * with ROOTLE_MAX_GROUPS small ones, too, are many dispatches and command streams. */
#include "ci/tests/run_tests.h"
#include "driver/icd/tests/device_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 4096, WRONG = ITEMS, NUMBERS };

/* Each work-item counts itself, and what is wrong with its numbers. */
static const char ids[] =
    "kernel void k(global uint *seen, uint wrong, uint4 global_size, uint4 local_size, uint4 "
    "offset)\n"
    "{\n"
    "    uint sizes[3] = {global_size.x, global_size.y, global_size.z};\n"
    "    uint locals[3] = {local_size.x, local_size.y, local_size.z};\n"
    "    uint offsets[3] = {offset.x, offset.y, offset.z}, place = 0;\n"
    "    for (int d = 2; d >= 0; d--) {\n"
    "        uint id = get_group_id(d) * get_local_size(d) + get_local_id(d);\n"
    "        bool right = get_global_id(d) == id + offsets[d] && id < sizes[d] &&\n"
    "                     get_global_offset(d) == offsets[d] && get_global_size(d) == sizes[d] &&\n"
    "                     get_local_size(d) == locals[d] && get_enqueued_local_size(d) == "
    "locals[d] &&\n"
    "                     get_num_groups(d) == sizes[d] / locals[d];\n"
    "        place = place * sizes[d] + id;\n"
    "        if (!right)\n"
    "            atomic_inc(&seen[wrong]);\n"
    "    }\n"
    "    if (get_global_linear_id() != place)\n"
    "        atomic_inc(&seen[wrong]);\n"
    "    if (place < wrong)\n"
    "        atomic_inc(&seen[place]);\n"
    "    if (get_work_dim() != global_size.w)\n"
    "        atomic_inc(&seen[wrong]);\n"
    "}\n";

struct grid {
    cl_uint dimensions;
    size_t global[3], local[3], offset[3];
};

static void set_grid(cl_kernel kernel, const struct grid *grid)
{
    cl_uint4 numbers[3] = {{.w = grid->dimensions}};

    for (int d = 0; d < 3; d++) {
        numbers[0].s[d] = (cl_uint)grid->global[d];
        numbers[1].s[d] = (cl_uint)grid->local[d];
        numbers[2].s[d] = (cl_uint)grid->offset[d];
    }
    for (cl_uint i = 0; i < 3; i++)
        set(kernel, 2 + i, sizeof numbers[i], &numbers[i]);
}

static void every_id_is_there_once(void **state)
{
    static const struct grid grids[] = {
        {1, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}},           {1, {7, 1, 1}, {1, 1, 1}, {0, 0, 0}},
        {1, {8, 1, 1}, {1, 1, 1}, {3, 0, 0}},           {1, {49, 1, 1}, {1, 1, 1}, {0, 0, 0}},
        {1, {50, 1, 1}, {1, 1, 1}, {5, 0, 0}},          {1, {4096, 1, 1}, {4, 1, 1}, {0, 0, 0}},
        {2, {8, 8, 1}, {1, 1, 1}, {1, 2, 0}},           {2, {1, 100, 1}, {1, 1, 1}, {0, 0, 0}},
        {2, {30, 60, 1}, {2, 3, 1}, {7, 100000, 0}},    {3, {15, 8, 9}, {1, 1, 1}, {0, 0, 0}},
        {3, {1, 1, 64}, {1, 1, 1}, {0, 0, 4294967000}}, {3, {16, 32, 8}, {2, 4, 1}, {1, 2, 3}},
    };
    const cl_uint wrong = WRONG;
    cl_program program = built("-cl-std=CL3.0", ids);
    cl_kernel kernel = kernel_of(program, "k");
    cl_uint seen[NUMBERS];

    set(kernel, 1, sizeof wrong, &wrong);
    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++) {
        const struct grid *grid = &grids[g];
        const size_t items = grid->global[0] * grid->global[1] * grid->global[2];
        memset(seen, 0, sizeof seen);
        cl_mem buffer = buffer_of(sizeof seen, seen);
        set(kernel, 0, sizeof buffer, &buffer);
        set_grid(kernel, grid);
        ok(clEnqueueNDRangeKernel(queue, kernel, grid->dimensions, grid->offset, grid->global,
                                  grid->local, 0, NULL, NULL));
        read_back(buffer, seen, sizeof seen);
        for (size_t i = 0; i < NUMBERS; i++)
            assert_int_equal(seen[i], i < items);
        ok(clReleaseMemObject(buffer));
    }
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(program));
}

/* The event covers all pieces: what it ends behind is there, and so is the time. */
static void event_ends_behind_the_last_group(void **state)
{
    enum { GROUPS = 3000 };
    const size_t global = GROUPS, local = 1;
    static cl_uint out[GROUPS];
    cl_ulong times[2];
    cl_int error, status;
    cl_event event;
    cl_command_queue timed =
        clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    cl_kernel kernel = build("kernel void k(global uint *o) { o[get_group_id(0)] = 1; }");
    cl_mem buffer = buffer_of(sizeof out, out);

    ok(error);
    set(kernel, 0, sizeof buffer, &buffer);
    ok(clEnqueueNDRangeKernel(timed, kernel, 1, NULL, &global, &local, 0, NULL, &event));
    ok(clWaitForEvents(1, &event));
    ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    assert_int_equal(status, CL_COMPLETE);
    read_back(buffer, out, sizeof out);
    for (int i = 0; i < GROUPS; i++)
        assert_int_equal(out[i], 1);
    ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof *times, &times[0], NULL));
    ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof *times, &times[1], NULL));
    assert_true(times[0] < times[1]);
    ok(clReleaseEvent(event));
    ok(clReleaseMemObject(buffer));
    ok(clReleaseKernel(kernel));
    ok(clReleaseCommandQueue(timed));
}

/* A wrong access of one group fails the launch, whose other groups are run. */
static void wrong_access_fails_all_pieces(void **state)
{
    enum { GROUPS = 500 };
    static const cl_uint wrong[] = {0, 30, 499};
    const size_t global = GROUPS, local = 1;
    cl_kernel kernel = build("kernel void k(global uint *o, uint wrong)"
                             "{ uint g = get_group_id(0); o[g == wrong ? 1u << 24 : g] = 1; }");
    cl_uint out[GROUPS];
    cl_event event;
    cl_int status;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        memset(out, 0, sizeof out);
        cl_mem buffer = buffer_of(sizeof out, out);
        set(kernel, 0, sizeof buffer, &buffer);
        set(kernel, 1, sizeof wrong[i], &wrong[i]);
        ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &event));
        assert_int_equal(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
        assert_int_equal(status, CL_OUT_OF_RESOURCES);
        read_back(buffer, out, sizeof out);
        for (cl_uint g = 0; g < GROUPS; g++)
            assert_int_equal(out[g], g != wrong[i]);
        ok(clReleaseEvent(event));
        ok(clReleaseMemObject(buffer));
    }
    ok(clReleaseKernel(kernel));
}

/* The last groups of a grid whose numbers do not fit 24 bits, in each dimension; what they multiply
 * is right, too. */
static void ids_have_32_bits(void **state)
{
    enum { LAST = 16, GROUPS = (1 << 24) + 43 };
    static const char source[] = "kernel void k(global uint *o, uint d, uint first, uint factor)\n"
                                 "{\n"
                                 "    uint group = get_group_id(d);\n"
                                 "    if (group < first)\n"
                                 "        return;\n"
                                 "    o += 4 * (group - first);\n"
                                 "    o[0] = group;\n"
                                 "    o[1] = get_global_id(d);\n"
                                 "    o[2] = group * factor;\n"
                                 "    o[3] = group * get_local_size(d) + get_local_id(d);\n"
                                 "}\n";
    const cl_uint first = GROUPS - LAST, factor = 13;
    const size_t offset[3] = {5, 6, 7}, local[3] = {1, 1, 1};
    cl_kernel kernel = build(source);
    cl_uint out[LAST][4];

    if (getenv("ROOTLE_MAX_GROUPS"))
        skip(); /* of so many pieces it takes too long */
    set(kernel, 2, sizeof first, &first);
    set(kernel, 3, sizeof factor, &factor);
    for (cl_uint d = 0; d < 3; d++) {
        size_t global[3] = {1, 1, 1};
        global[d] = GROUPS;
        memset(out, 0, sizeof out);
        cl_mem buffer = buffer_of(sizeof out, out);
        set(kernel, 0, sizeof buffer, &buffer);
        set(kernel, 1, sizeof d, &d);
        ok(clEnqueueNDRangeKernel(queue, kernel, 3, offset, global, local, 0, NULL, NULL));
        read_back(buffer, out, sizeof out);
        for (cl_uint i = 0; i < LAST; i++) {
            assert_int_equal(out[i][0], first + i);
            assert_int_equal(out[i][1], first + i + offset[d]);
            assert_int_equal(out[i][2], (first + i) * factor);
            assert_int_equal(out[i][3], first + i);
        }
        ok(clReleaseMemObject(buffer));
    }
    ok(clReleaseKernel(kernel));
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, every_id_is_there_once,
                             event_ends_behind_the_last_group, wrong_access_fails_all_pieces,
                             ids_have_32_bits);
}
