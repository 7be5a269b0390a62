/* SPDX-License-Identifier: MIT */
/* host.c: wrong uses of the API and their right twins: host NAME wrong|right. W(wrong, right) is
 * where the two differ. "//?" before each has the call and the words that a report must have. */
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W(a, b) (wrong ? (a) : (b))

static const char *const source = "kernel void fill(global int *out, int value)\n"
                                  "{\n"
                                  "    out[get_global_id(0)] = value;\n"
                                  "}\n"
                                  "kernel void by_local(global int *out, local int *scratch)\n"
                                  "{\n"
                                  "    scratch[get_local_id(0)] = 1;\n"
                                  "    out[get_global_id(0)] = scratch[get_local_id(0)];\n"
                                  "}\n";

static bool wrong;
static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_kernel kernel;
static cl_mem buffer;
static cl_int error, numbers[64];
static const size_t many = 16, few = 4;

static cl_mem make(size_t bytes, cl_mem_flags flags)
{
    return clCreateBuffer(context, flags, bytes, NULL, &error);
}

static void launch(const size_t *global, const size_t *local)
{
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, local, 0, NULL, NULL);
}

//? clCreateBuffer CL_INVALID_BUFFER_SIZE size
static void buffer_size(void)
{
    cl_mem mem = make(W(0u, 64u), 0);
    if (mem)
        clReleaseMemObject(mem);
}

//? clCreateBuffer CL_INVALID_HOST_PTR host_ptr
static void no_host_pointer(void)
{
    cl_mem mem = make(64, W(CL_MEM_COPY_HOST_PTR, 0));
    if (mem)
        clReleaseMemObject(mem);
}

//? clCreateBuffer CL_INVALID_HOST_PTR host_ptr
static void needless_host_pointer(void)
{
    cl_mem mem = clCreateBuffer(context, W(0, CL_MEM_COPY_HOST_PTR), 64, numbers, &error);
    if (mem)
        clReleaseMemObject(mem);
}

//? clCreateBuffer CL_INVALID_VALUE flags
static void flags_contradict(void)
{
    cl_mem mem = make(64, CL_MEM_READ_ONLY | W(CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY));
    if (mem)
        clReleaseMemObject(mem);
}

//? clCreateBuffer CL_INVALID_CONTEXT context
static void no_context(void)
{
    cl_mem mem = clCreateBuffer(W((cl_context)queue, context), 0, 64, NULL, &error);
    if (mem)
        clReleaseMemObject(mem);
}

//? clCreateSubBuffer CL_MISALIGNED_SUB_BUFFER_OFFSET buffer_create_info
static void sub_buffer_origin(void)
{
    cl_mem whole = make(8192, 0);
    const cl_buffer_region region = {W(1u, 4096u), 64};
    cl_mem sub = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    if (sub)
        clReleaseMemObject(sub);
    clReleaseMemObject(whole);
}

//? clCreateSubBuffer CL_INVALID_VALUE buffer_create_info
static void sub_buffer_size(void)
{
    cl_mem whole = make(8192, 0);
    const cl_buffer_region region = {4096, W(8192u, 4096u)};
    cl_mem sub = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    if (sub)
        clReleaseMemObject(sub);
    clReleaseMemObject(whole);
}

//? clCreateImage CL_INVALID_IMAGE_SIZE image_desc
static void image_size(void)
{
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = W(1u << 20, 8u)};
    cl_mem image = clCreateImage(context, 0, &format, &desc, NULL, &error);
    if (image)
        clReleaseMemObject(image);
}

//? clCreateImage CL_INVALID_IMAGE_FORMAT_DESCRIPTOR image_format
static void image_format(void)
{
    const cl_image_format format = {W(CL_RGB, CL_RGBA), CL_UNSIGNED_INT8};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
    cl_mem image = clCreateImage(context, 0, &format, &desc, NULL, &error);
    if (image)
        clReleaseMemObject(image);
}

//? clCreateKernel CL_INVALID_KERNEL_NAME kernel_name
static void kernel_name(void)
{
    cl_kernel other = clCreateKernel(program, W("full", "fill"), &error);
    if (other)
        clReleaseKernel(other);
}

//? clCreateKernel CL_INVALID_PROGRAM_EXECUTABLE program
static void not_built(void)
{
    cl_program fresh = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &error);
    if (!wrong)
        clBuildProgram(fresh, 1, &device, NULL, NULL, NULL);
    cl_kernel other = clCreateKernel(fresh, "fill", &error);
    if (other)
        clReleaseKernel(other);
    clReleaseProgram(fresh);
}

//? clBuildProgram CL_BUILD_PROGRAM_FAILURE program
static void build_fails(void)
{
    const char *text = W("kernel void f(global int *p) { *p = q; }", "kernel void f(void) {}");
    cl_program fresh = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    clBuildProgram(fresh, 1, &device, NULL, NULL, NULL);
    clReleaseProgram(fresh);
}

//? clBuildProgram CL_INVALID_BUILD_OPTIONS options
static void build_options(void)
{
    cl_program fresh = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &error);
    clBuildProgram(fresh, 1, &device, W("-no-such-option", "-Werror"), NULL, NULL);
    clReleaseProgram(fresh);
}

//? clSetKernelArg CL_INVALID_ARG_INDEX arg_index
static void argument_index(void)
{
    const cl_int value = 3;
    clSetKernelArg(kernel, W(2, 1), sizeof value, &value);
}

//? clSetKernelArg CL_INVALID_ARG_SIZE arg_size
static void argument_size(void)
{
    const cl_long value = 3;
    clSetKernelArg(kernel, 1, W(sizeof(cl_long), sizeof(cl_int)), &value);
}

//? clSetKernelArg CL_INVALID_ARG_VALUE arg_value
static void local_with_value(void)
{
    cl_kernel other = clCreateKernel(program, "by_local", &error);
    clSetKernelArg(other, 1, 64, W(numbers, NULL));
    clReleaseKernel(other);
}

//? clSetKernelArg CL_INVALID_MEM_OBJECT arg_value
static void argument_is_no_buffer(void)
{
    clSetKernelArg(kernel, 0, sizeof queue, W((void *)&queue, (void *)&buffer));
}

//? clEnqueueNDRangeKernel CL_INVALID_KERNEL_ARGS kernel
static void argument_not_set(void)
{
    cl_kernel other = clCreateKernel(program, "by_local", &error);
    clSetKernelArg(other, 0, sizeof buffer, &buffer);
    if (!wrong)
        clSetKernelArg(other, 1, 64, NULL);
    clEnqueueNDRangeKernel(queue, other, 1, NULL, &many, &few, 0, NULL, NULL);
    clFinish(queue);
    clReleaseKernel(other);
}

//? clEnqueueNDRangeKernel CL_INVALID_WORK_GROUP_SIZE local_work_size
static void group_size(void)
{
    const size_t local = W(5u, 4u);
    launch(&many, &local);
}

//? clEnqueueNDRangeKernel CL_INVALID_GLOBAL_WORK_SIZE global_work_size
static void global_size(void)
{
    const size_t beyond = (size_t)1 << 32, size = W(beyond, many);
    launch(&size, NULL);
}

//? clEnqueueNDRangeKernel CL_INVALID_WORK_DIMENSION work_dim
static void dimensions(void)
{
    const size_t sizes[3] = {4, 1, 1};
    clEnqueueNDRangeKernel(queue, kernel, W(0u, 3u), NULL, sizes, NULL, 0, NULL, NULL);
}

//? clEnqueueNDRangeKernel CL_INVALID_EVENT_WAIT_LIST event_wait_list
static void wait_list(void)
{
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &many, NULL, W(1u, 0u), NULL, NULL);
}

//? clEnqueueReadBuffer CL_INVALID_VALUE size
static void read_too_much(void)
{
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, W(64u, 0u), 64, numbers, 0, NULL, NULL);
}

//? clEnqueueReadBuffer CL_INVALID_VALUE ptr
static void read_nowhere(void)
{
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, W(NULL, numbers), 0, NULL, NULL);
}

//? clEnqueueReadBuffer CL_INVALID_OPERATION buffer
static void read_forbidden(void)
{
    cl_mem mem = make(64, W(CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY));
    clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, 64, numbers, 0, NULL, NULL);
    clReleaseMemObject(mem);
}

//? clEnqueueCopyBuffer CL_MEM_COPY_OVERLAP dst_buffer
static void copy_overlaps(void)
{
    clEnqueueCopyBuffer(queue, buffer, buffer, 0, W(16u, 32u), 32, 0, NULL, NULL);
}

//? clEnqueueFillBuffer CL_INVALID_VALUE pattern_size
static void fill_pattern(void)
{
    clEnqueueFillBuffer(queue, buffer, numbers, W(3u, 4u), 0, 48, 0, NULL, NULL);
}

//? clEnqueueUnmapMemObject CL_INVALID_VALUE mapped_ptr
static void unmap_other(void)
{
    void *mapped =
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, NULL, NULL, &error);
    clEnqueueUnmapMemObject(queue, buffer, W((char *)mapped + 4, (char *)mapped), 0, NULL, NULL);
}

//? clReleaseMemObject CL_INVALID_MEM_OBJECT memobj queue
static void released_as_other(void)
{
    cl_mem mem = make(64, 0);
    clReleaseMemObject(W((cl_mem)queue, mem));
    if (wrong)
        clReleaseMemObject(mem);
}

//? clFlush CL_INVALID_COMMAND_QUEUE queue that was released
static void released_and_flushed(void)
{
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
    if (wrong)
        clReleaseCommandQueue(other);
    clFlush(other);
    if (!wrong)
        clReleaseCommandQueue(other);
}

//? clSetUserEventStatus CL_INVALID_OPERATION event
static void set_twice(void)
{
    cl_event event = clCreateUserEvent(context, &error);
    clSetUserEventStatus(event, CL_COMPLETE);
    if (wrong)
        clSetUserEventStatus(event, CL_COMPLETE);
    clReleaseEvent(event);
}

//? clGetEventProfilingInfo CL_PROFILING_INFO_NOT_AVAILABLE event
static void profiling(void)
{
    cl_command_queue other =
        clCreateCommandQueue(context, device, W(0, CL_QUEUE_PROFILING_ENABLE), &error);
    cl_event event;
    cl_ulong time;
    clFinish(queue); /* which filled the buffer, too */
    clEnqueueFillBuffer(other, buffer, numbers, 4, 0, 64, 0, NULL, &event);
    clFinish(other);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof time, &time, NULL);
    clReleaseEvent(event);
    clReleaseCommandQueue(other);
}

//? clGetDeviceInfo CL_INVALID_VALUE param_name
static void query(void)
{
    cl_ulong value;
    clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, W(4, sizeof value), &value, NULL);
}

//? clEnqueueNDRangeKernel CL_INVALID_KERNEL_ARGS released out
static void released_before_launch(void)
{
    cl_mem mem = make(64, 0);
    clSetKernelArg(kernel, 0, sizeof mem, &mem);
    clRetainMemObject(mem); /* keeps memory where a driver does not look */
    cl_mem kept =
        clCreateSubBuffer(mem, 0, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){0, 64}, &error);
    clReleaseMemObject(mem);
    if (wrong)
        clReleaseMemObject(mem);
    launch(&many, NULL);
    clFinish(queue);
    if (!wrong)
        clReleaseMemObject(mem);
    clReleaseMemObject(kept);
}

//? clEnqueueNDRangeKernel mapped out
static void mapped_at_launch(void)
{
    void *mapped =
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, NULL, NULL, &error);
    if (!wrong)
        clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL);
    launch(&many, NULL);
    if (wrong)
        clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL);
}

//? clEnqueueReadBuffer flushed event_wait_list
static void waits_for_unflushed(void)
{
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
    cl_event filled;
    clEnqueueFillBuffer(other, buffer, numbers, 4, 0, 64, 0, NULL, &filled);
    if (!wrong)
        clFlush(other);
    clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 64, numbers, 1, &filled, NULL);
    clFinish(queue);
    clReleaseEvent(filled);
    clReleaseCommandQueue(other);
}

// A launch that fails is told of by its one report, however often it is waited for.
//? fill store out past the end
static void waited_for_often(void)
{
    const size_t size = W(17u, 16u);
    cl_event event;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, &event);
    for (int i = 0; i < 3; i++) {
        clFlush(queue);
        clWaitForEvents(1, &event);
        clFinish(queue);
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, numbers, 0, NULL, NULL);
    }
    clReleaseEvent(event);
}

//? clCreateBuffer never released
static void buffer_leaks(void)
{
    cl_mem mem = make(64, 0);
    if (!wrong)
        clReleaseMemObject(mem);
}

//? clEnqueueFillBuffer never released
static void event_leaks(void)
{
    cl_event event;
    clEnqueueFillBuffer(queue, buffer, numbers, 4, 0, 64, 0, NULL, &event);
    clFinish(queue);
    if (!wrong)
        clReleaseEvent(event);
}

//? clCreateKernel never released
static void retained_too_often(void)
{
    cl_kernel other = clCreateKernel(program, "fill", &error);
    if (wrong)
        clRetainKernel(other);
    clReleaseKernel(other);
}

//? clEnqueueReadBuffer reads another queue
static void two_queues(void)
{
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
    cl_event event;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &many, NULL, 0, NULL, &event);
    clFlush(queue);
    clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, 64, numbers, W(0, 1), W(NULL, &event), NULL);
    clReleaseEvent(event);
    clReleaseCommandQueue(other);
}

// Who waited for the first queue may go on in the other.
//? clEnqueueWriteBuffer writes another queue
static void two_queues_finished(void)
{
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
    launch(&many, NULL);
    if (!wrong)
        clFinish(queue);
    clEnqueueWriteBuffer(other, buffer, CL_TRUE, 0, 64, numbers, 0, NULL, NULL);
    clReleaseCommandQueue(other);
}

//? clEnqueueCopyBuffer reads another queue
static void half_of_buffer(void)
{
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
    cl_mem to = make(64, 0);
    clEnqueueFillBuffer(queue, buffer, numbers, 4, 0, 32, 0, NULL, NULL);
    clEnqueueCopyBuffer(other, buffer, to, W(28u, 32u), 0, 32, 0, NULL, NULL);
    clFinish(other);
    clFinish(queue);
    clReleaseMemObject(to);
    clReleaseCommandQueue(other);
}

//? clEnqueueReadBuffer same queue out of order
static void out_of_order(void)
{
    cl_command_queue any =
        clCreateCommandQueue(context, device, W(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0), &error);
    clEnqueueNDRangeKernel(any, kernel, 1, NULL, &many, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(any, buffer, CL_TRUE, 0, 64, numbers, 0, NULL, NULL);
    clFinish(any);
    clReleaseCommandQueue(any);
}

//? clEnqueueFillBuffer same queue
static void barrier_between(void)
{
    cl_command_queue any =
        clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    clEnqueueNDRangeKernel(any, kernel, 1, NULL, &many, NULL, 0, NULL, NULL);
    if (!wrong)
        clEnqueueBarrierWithWaitList(any, 0, NULL, NULL);
    clEnqueueFillBuffer(any, buffer, numbers, 4, 0, 64, 0, NULL, NULL);
    clFinish(any);
    clReleaseCommandQueue(any);
}

// One event leads to the other.
//? clEnqueueReadBuffer reads
static void chain_of_events(void)
{
    cl_command_queue any =
        clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    cl_mem other = make(64, 0);
    cl_event first, second;
    clEnqueueNDRangeKernel(any, kernel, 1, NULL, &many, NULL, 0, NULL, &first);
    clEnqueueFillBuffer(any, other, numbers, 4, 0, 64, W(0, 1), W(NULL, &first), &second);
    clEnqueueReadBuffer(any, buffer, CL_TRUE, 0, 64, numbers, 1, &second, NULL);
    clFinish(any);
    clReleaseEvent(first);
    clReleaseEvent(second);
    clReleaseMemObject(other);
    clReleaseCommandQueue(any);
}

// Host memory belongs to a command until it has ended.
//? clEnqueueWriteBuffer host memory
static void read_not_ended(void)
{
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
    cl_mem to = make(64, 0);
    clEnqueueReadBuffer(queue, buffer, W(CL_FALSE, CL_TRUE), 0, 64, numbers, 0, NULL, NULL);
    clEnqueueWriteBuffer(other, to, CL_TRUE, 0, 64, numbers, 0, NULL, NULL);
    clReleaseMemObject(to);
    clReleaseCommandQueue(other);
}

//? clCreateBuffer reads host memory
static void made_of_read(void)
{
    clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 64, numbers, 0, NULL, NULL);
    if (!wrong)
        clFinish(queue);
    cl_mem copy = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 64, numbers, &error);
    clReleaseMemObject(copy);
}

//? clEnqueueMapBuffer mapped already
static void maps_overlap(void)
{
    void *first =
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 32, 0, NULL, NULL, &error);
    void *second = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, W(28u, 32u), 32, 0, NULL,
                                      NULL, &error);
    clEnqueueUnmapMemObject(queue, buffer, first, 0, NULL, NULL);
    clEnqueueUnmapMemObject(queue, buffer, second, 0, NULL, NULL);
}

//? clEnqueueMapBuffer past the end of a map
static void past_map(void)
{
    cl_mem mem = make(4096, 0);
    volatile char *map =
        clEnqueueMapBuffer(queue, mem, CL_TRUE, CL_MAP_WRITE, 0, 2048, 0, NULL, NULL, &error);
    map[W(2048, 2047)] = 1;
    clEnqueueUnmapMemObject(queue, mem, (void *)map, 0, NULL, NULL);
    clFinish(queue);
    clReleaseMemObject(mem);
}

//? clEnqueueMapBuffer written past the end of a map
static void just_past_map(void)
{
    cl_mem mem = make(4096, 0);
    volatile char *map =
        clEnqueueMapBuffer(queue, mem, CL_TRUE, CL_MAP_WRITE, 0, 100, 0, NULL, NULL, &error);
    map[W(100, 99)] = 1;
    clEnqueueUnmapMemObject(queue, mem, (void *)map, 0, NULL, NULL);
    clFinish(queue);
    clReleaseMemObject(mem);
}

//? clEnqueueMapBuffer written before the start of a map
static void just_before_map(void)
{
    cl_mem mem = make(4096, 0);
    volatile char *map =
        clEnqueueMapBuffer(queue, mem, CL_TRUE, CL_MAP_WRITE, 64, 256, 0, NULL, NULL, &error);
    map[W(-1, 0)] = 1;
    clEnqueueUnmapMemObject(queue, mem, (void *)map, 0, NULL, NULL);
    clFinish(queue);
    clReleaseMemObject(mem);
}

//? clEnqueueMapBuffer before its command has ended
static void map_not_ended(void)
{
    cl_event gate = clCreateUserEvent(context, &error), mapped;
    volatile int *map =
        clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, 64, 1, &gate, &mapped, &error);
    if (wrong)
        numbers[1] = map[1];
    clSetUserEventStatus(gate, CL_COMPLETE);
    clWaitForEvents(1, &mapped);
    numbers[0] = map[0];
    clEnqueueUnmapMemObject(queue, buffer, (void *)map, 0, NULL, NULL);
    clReleaseEvent(gate);
    clReleaseEvent(mapped);
}

//? clEnqueueMapBuffer unmapped
static void map_after_unmap(void)
{
    volatile int *map =
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, NULL, NULL, &error);
    if (!wrong)
        numbers[0] = map[0];
    clEnqueueUnmapMemObject(queue, buffer, (void *)map, 0, NULL, NULL);
    clFinish(queue);
    if (wrong)
        numbers[0] = map[0];
}

//? clReleaseMemObject CL_INVALID_MEM_OBJECT released
static void released_twice(void)
{
    cl_mem mem = make(64, 0);
    clReleaseMemObject(mem);
    if (wrong)
        clReleaseMemObject(mem);
}

// The device may have a copy of the host's memory.
//? clEnqueueNDRangeKernel buffer changed without a map
static void host_memory_written(void)
{
    cl_mem mem = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 64, numbers, &error);
    cl_int *map = W(numbers, clEnqueueMapBuffer(queue, mem, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, NULL,
                                                NULL, &error));
    map[3] = 5;
    if (!wrong)
        clEnqueueUnmapMemObject(queue, mem, map, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof mem, &mem);
    launch(&few, NULL);
    clFinish(queue);
    clReleaseMemObject(mem);
}

// It may be written again once the buffer is released.
//? clEnqueueCopyBuffer buffer changed without a map
static void host_memory_written_meanwhile(void)
{
    cl_mem mem = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 64, numbers, &error);
    clSetKernelArg(kernel, 0, sizeof mem, &mem);
    launch(&many, NULL);
    if (wrong)
        numbers[5] = 5;
    clEnqueueCopyBuffer(queue, mem, buffer, 0, 0, 64, 0, NULL, NULL);
    clFinish(queue);
    clReleaseMemObject(mem);
    numbers[5] = 6;
}

//? clCreateBuffer accesses byte 4096 writes before mapped
static void host_memory_read(void)
{
    enum { PAGE = 4096 };
    static _Alignas(PAGE) volatile cl_int result[3 * PAGE / 4];
    const size_t all = sizeof result / 4;
    cl_mem mem = clCreateBuffer(context, CL_MEM_USE_HOST_PTR | CL_MEM_WRITE_ONLY, sizeof result,
                                (void *)result, &error);
    void *map = NULL;
    clSetKernelArg(kernel, 0, sizeof mem, &mem);
    launch(&all, NULL);
    clFinish(queue);
    if (!wrong)
        map = clEnqueueMapBuffer(queue, mem, CL_TRUE, CL_MAP_READ, 0, sizeof result, 0, NULL, NULL,
                                 &error);
    numbers[0] = result[PAGE / 4];
    if (map)
        clEnqueueUnmapMemObject(queue, mem, map, 0, NULL, NULL);
    clFinish(queue);
    clReleaseMemObject(mem);
}

//? clEnqueueMapBuffer writes to a map for reading
static void read_map_written(void)
{
    volatile cl_int *map = clEnqueueMapBuffer(queue, buffer, CL_TRUE, W(CL_MAP_READ, CL_MAP_WRITE),
                                              0, 64, 0, NULL, NULL, &error);
    numbers[0] = map[1];
    map[1] = 7;
    clEnqueueUnmapMemObject(queue, buffer, (void *)map, 0, NULL, NULL);
    clFinish(queue);
}

// A write may still read what the host gave it.
//? clFinish the host has changed memory clEnqueueWriteBuffer
static void source_changed(void)
{
    cl_event written;
    clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 64, numbers, 0, NULL, &written);
    if (!wrong)
        clWaitForEvents(1, &written);
    numbers[2]++;
    clFinish(queue);
    clReleaseEvent(written);
}

#define ROW(name) {#name, name}
static const struct {
    const char *name;
    void (*run)(void);
} rows[] = {
    ROW(buffer_size),
    ROW(no_host_pointer),
    ROW(needless_host_pointer),
    ROW(flags_contradict),
    ROW(no_context),
    ROW(sub_buffer_origin),
    ROW(sub_buffer_size),
    ROW(image_size),
    ROW(image_format),
    ROW(kernel_name),
    ROW(not_built),
    ROW(build_fails),
    ROW(build_options),
    ROW(argument_index),
    ROW(argument_size),
    ROW(local_with_value),
    ROW(argument_is_no_buffer),
    ROW(argument_not_set),
    ROW(group_size),
    ROW(global_size),
    ROW(dimensions),
    ROW(wait_list),
    ROW(read_too_much),
    ROW(read_nowhere),
    ROW(read_forbidden),
    ROW(copy_overlaps),
    ROW(fill_pattern),
    ROW(unmap_other),
    ROW(released_as_other),
    ROW(released_and_flushed),
    ROW(set_twice),
    ROW(profiling),
    ROW(query),
    ROW(released_before_launch),
    ROW(mapped_at_launch),
    ROW(waits_for_unflushed),
    ROW(two_queues),
    ROW(two_queues_finished),
    ROW(half_of_buffer),
    ROW(out_of_order),
    ROW(barrier_between),
    ROW(chain_of_events),
    ROW(read_not_ended),
    ROW(made_of_read),
    ROW(maps_overlap),
    ROW(released_twice),
    ROW(past_map),
    ROW(just_past_map),
    ROW(just_before_map),
    ROW(map_not_ended),
    ROW(map_after_unmap),
    ROW(host_memory_written),
    ROW(host_memory_written_meanwhile),
    ROW(host_memory_read),
    ROW(read_map_written),
    ROW(source_changed),
    ROW(waited_for_often),
    ROW(buffer_leaks),
    ROW(event_leaks),
    ROW(retained_too_often),
};

static void set_up(void)
{
    const cl_int value = 7;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    queue = clCreateCommandQueue(context, device, 0, &error);
    program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &error);
    clBuildProgram(program, 1, &device, NULL, NULL, NULL);
    kernel = clCreateKernel(program, "fill", &error);
    buffer = make(64, 0);
    clEnqueueFillBuffer(queue, buffer, numbers, 4, 0, 64, 0, NULL, NULL);
    clFinish(queue);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof value, &value);
}

static void tear_down(void)
{
    clFinish(queue);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    wrong = !strcmp(argv[2], "wrong");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, argv[1]))
            continue;
        set_up();
        rows[i].run();
        tear_down();
        return 0;
    }
    fprintf(stderr, "host: no %s\n", argv[1]);
    return 2;
}
