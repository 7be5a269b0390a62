/* SPDX-License-Identifier: MIT */
/* every_program.c: programs that are compiled and linked or given as binaries, and events. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/record/tests/every_call.h"

static const char *const header = "#define FIRST 40\n";
static const char *const library = "int more(int x)\n{\n    return x + 2;\n}\n";
static const char *const main_part =
    "#include \"first.h\"\nint more(int x);\n"
    "kernel void put(global int *out)\n{\n    out[get_global_id(0)] = more(FIRST);\n}\n"
    "kernel void put_twice(global int *out)\n{\n    out[0] = 2 * more(FIRST);\n}\n";

static cl_program with_source(const struct world *world, const char *text)
{
    cl_int error;
    cl_program program =
        clCreateProgramWithSource(world->context, 1, (const char **)&text, NULL, &error);
    every_must(error, "program");
    return program;
}

static cl_program linked(const struct world *world)
{
    cl_program parts[] = {with_source(world, main_part), with_source(world, library)};
    cl_program first = with_source(world, header);
    const char *name = "first.h";
    cl_int error;

    every_must(clCompileProgram(parts[0], 0, NULL, "", 1, &first, &name, NULL, NULL), "compile");
    every_must(clCompileProgram(parts[1], 0, NULL, "", 0, NULL, NULL, NULL, NULL), "compile");
    cl_program program = clLinkProgram(world->context, 0, NULL, "", 2, parts, NULL, NULL, &error);
    every_must(error, "link");
    every_must(clReleaseProgram(parts[0]), "release");
    every_must(clReleaseProgram(parts[1]), "release");
    every_must(clReleaseProgram(first), "release");
    return program;
}

static cl_program from_binary(const struct world *world, cl_program program)
{
    size_t size = 0;
    cl_int error;

    every_must(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL),
               "size");
    unsigned char *binary = malloc(size);
    every_must(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL),
               "binary");
    cl_program made = clCreateProgramWithBinary(world->context, 1, &world->device, &size,
                                                (const unsigned char **)&binary, NULL, &error);
    every_must(error, "program of a binary");
    every_must(clBuildProgram(made, 0, NULL, "", NULL, NULL), "build");
    free(binary);
    return made;
}

static void launch_all(const struct world *world, cl_program program)
{
    cl_kernel kernels[2];
    cl_uint count = 0;
    int numbers[4] = {0};
    const size_t four = 4, single = 1;
    cl_int error;
    cl_mem out = clCreateBuffer(world->context,
                                CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY,
                                sizeof numbers, numbers, &error);

    every_must(error, "buffer");
    every_must(clCreateKernelsInProgram(program, 2, kernels, &count), "kernels");
    for (cl_uint i = 0; i < count; i++) {
        char name[32] = "";
        clGetKernelInfo(kernels[i], CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
        const size_t *size = strcmp(name, "put") ? &single : &four;
        every_must(clSetKernelArg(kernels[i], 0, sizeof out, &out), "argument");
        every_must(
            clEnqueueNDRangeKernel(world->queue, kernels[i], 1, NULL, size, NULL, 0, NULL, NULL),
            "launch");
        every_must(clEnqueueReadBuffer(world->queue, out, CL_TRUE, 0, sizeof numbers, numbers, 0,
                                       NULL, NULL),
                   "read");
        every_tell(name, numbers, sizeof numbers);
        every_must(clReleaseKernel(kernels[i]), "release");
    }
    every_must(clReleaseMemObject(out), "release");
}

void every_program(struct world *world)
{
    cl_program program = linked(world);

    launch_all(world, program);
    cl_program again = from_binary(world, program);
    launch_all(world, again);
    every_must(clReleaseProgram(again), "release");
    every_must(clReleaseProgram(program), "release");
}

/* ---- events ---- */

static void CL_CALLBACK note_call(cl_event event, cl_int status, void *data)
{
    (void)event;
    (void)status;
    atomic_store((atomic_int *)data, 1);
}

/* A write, a launch and a read that wait for a user event, on a queue that may change their order.
 */
static void wait_for_user(const struct world *world, cl_mem buffer, cl_kernel one)
{
    int numbers[4] = {1, 2, 3, 4}, back[4] = {0};
    atomic_int called = 0;
    cl_event user, written, launched, read;
    const size_t single = 1;
    cl_int error;

    user = clCreateUserEvent(world->context, &error);
    every_must(error, "user event");
    every_must(clEnqueueWriteBuffer(world->other, buffer, CL_FALSE, 0, sizeof numbers, numbers, 1,
                                    &user, &written),
               "write");
    every_must(
        clEnqueueNDRangeKernel(world->other, one, 1, NULL, &single, NULL, 1, &written, &launched),
        "launch");
    every_must(clEnqueueReadBuffer(world->other, buffer, CL_FALSE, 0, sizeof back, back, 1,
                                   &launched, &read),
               "read");
    every_must(clSetEventCallback(read, CL_COMPLETE, note_call, &called), "callback");
    every_must(clFlush(world->other), "flush");
    every_must(clSetUserEventStatus(user, CL_COMPLETE), "status");
    for (cl_int status = CL_QUEUED; status > CL_COMPLETE;)
        every_must(
            clGetEventInfo(read, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL),
            "status");
    every_tell("waited", back, sizeof back);
    every_must(clFinish(world->other), "finish");
    const cl_event events[] = {user, written, launched, read};
    for (size_t i = 0; i < 4; i++)
        every_must(clReleaseEvent(events[i]), "release");
    while (!atomic_load(&called))
        ; /* the callback has the address of it */
}

/* A read that never gets anything, as what it waits for has failed. */
static void fail_to_read(const struct world *world, cl_mem buffer)
{
    int back[4] = {0};
    cl_event read;
    cl_int error, status = CL_QUEUED;
    const cl_event user = clCreateUserEvent(world->context, &error);

    every_must(error, "user event");
    every_must(
        clEnqueueReadBuffer(world->other, buffer, CL_FALSE, 0, sizeof back, back, 1, &user, &read),
        "read");
    every_must(clSetUserEventStatus(user, -1), "status");
    clWaitForEvents(1, &read);
    every_must(
        clGetEventInfo(read, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL),
        "status");
    every_must(status >= 0, "a read that fails");
    every_must(clReleaseEvent(read), "release");
    every_must(clReleaseEvent(user), "release");
}

/* A launch without a global size, which OpenCL 3.0 allows: nothing runs. */
static void launch_nothing(const struct world *world, cl_mem buffer, cl_kernel one)
{
    int number = 7;

    every_must(clEnqueueWriteBuffer(world->queue, buffer, CL_TRUE, 0, sizeof number, &number, 0,
                                    NULL, NULL),
               "write");
    clEnqueueNDRangeKernel(world->queue, one, 1, NULL, NULL, NULL, 0, NULL, NULL);
    every_must(clEnqueueReadBuffer(world->queue, buffer, CL_TRUE, 0, sizeof number, &number, 0,
                                   NULL, NULL),
               "read");
    every_tell("nothing", &number, sizeof number);
}

/* Two reads into the same memory, which is looked at when both have ended. */
static void read_twice(const struct world *world, cl_mem buffer)
{
    int numbers[2] = {3, 4}, number = 0;

    every_must(clEnqueueWriteBuffer(world->queue, buffer, CL_TRUE, 0, sizeof numbers, numbers, 0,
                                    NULL, NULL),
               "write");
    for (size_t i = 0; i < 2; i++)
        every_must(clEnqueueReadBuffer(world->queue, buffer, CL_FALSE, i * sizeof number,
                                       sizeof number, &number, 0, NULL, NULL),
                   "read");
    every_must(clFinish(world->queue), "finish");
    every_tell("twice", &number, sizeof number);
}

void every_event(struct world *world)
{
    cl_int error;
    cl_event marker;
    cl_mem buffer = clCreateBuffer(world->context, CL_MEM_READ_WRITE, 16, NULL, &error);
    every_must(error, "buffer");
    cl_kernel one = clCreateKernel(world->program, "one", &error);
    every_must(error, "kernel");
    every_must(clSetKernelArg(one, 0, sizeof buffer, &buffer), "argument");
    every_must(clSetKernelArg(one, 1, sizeof buffer, &(cl_mem){NULL}), "a null pointer");
    wait_for_user(world, buffer, one);
    every_must(clEnqueueMarkerWithWaitList(world->queue, 0, NULL, &marker), "marker");
    every_must(clEnqueueBarrierWithWaitList(world->other, 1, &marker, NULL), "barrier");
    every_must(clEnqueueBarrier(world->other), "old barrier");
    every_must(clReleaseEvent(marker), "release");
    every_must(clEnqueueMarker(world->other, &marker), "old marker");
    every_must(clFinish(world->other), "finish");
    every_must(clRetainEvent(marker), "retain");
    every_must(clReleaseEvent(marker), "release");
    every_must(clReleaseEvent(marker), "release");
    fail_to_read(world, buffer);
    launch_nothing(world, buffer, one);
    read_twice(world, buffer);
    every_must(clReleaseKernel(one), "release");
    every_must(clReleaseMemObject(buffer), "release");
}
