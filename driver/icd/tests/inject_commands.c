/* SPDX-License-Identifier: MIT */
/* inject_commands.c: every kind of command. What says that it succeeded has done all of its work.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/base/count.h"
#include "driver/base/trace_file.h"
#include "driver/icd/tests/inject_driver.h"

enum { SIDE = 8, LAYERS = 2, TEXEL = 4, ROW = SIDE * TEXEL, PLANE = SIDE * ROW };
enum { BYTES = LAYERS * PLANE, ITEMS = 64, GROUP = 16 };

static const size_t zero[3], whole_2d[3] = {SIDE, SIDE, 1}, whole_deep[3] = {SIDE, SIDE, LAYERS};
static unsigned char given[BYTES], got[BYTES];

static cl_mem buffer_of(const void *contents)
{
    cl_int error;
    cl_mem mem = clCreateBuffer(context, contents ? CL_MEM_COPY_HOST_PTR : 0, BYTES,
                                (void *)contents, &error);

    went("clCreateBuffer", error, OR_OBJECT);
    return mem;
}

static cl_mem image_of(cl_mem_object_type type, const void *contents, cl_mem buffer)
{
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    bool array = type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    const cl_image_desc desc = {.image_type = type,
                                .image_width = SIDE,
                                .image_height = SIDE,
                                .image_depth = LAYERS,
                                .image_array_size = array ? LAYERS : 0,
                                .buffer = buffer};
    cl_int error;
    cl_mem mem = clCreateImage(context, contents ? CL_MEM_COPY_HOST_PTR : 0, &format, &desc,
                               (void *)contents, &error);

    went("clCreateImage", error, OR_OBJECT);
    return mem;
}

static void release(cl_mem mem)
{
    if (mem)
        went("clReleaseMemObject", clReleaseMemObject(mem), SHORT);
}

/* The objects, and at the beginning of each scenario what they hold. */
static struct {
    cl_mem buffer, other, flat, flat2, line, texels, layers, deep;
} mems;

static bool make_mems(void)
{
    for (int i = 0; i < BYTES; i++)
        given[i] = (unsigned char)(i * 7 + i / 256);
    memset(got, 0, sizeof got);
    mems.buffer = buffer_of(given);
    mems.other = buffer_of(NULL);
    mems.flat = image_of(CL_MEM_OBJECT_IMAGE2D, given, NULL);
    mems.flat2 = image_of(CL_MEM_OBJECT_IMAGE2D, NULL, NULL);
    mems.line = image_of(CL_MEM_OBJECT_IMAGE1D, given, NULL);
    mems.texels = mems.buffer ? image_of(CL_MEM_OBJECT_IMAGE1D_BUFFER, NULL, mems.buffer) : NULL;
    mems.layers = image_of(CL_MEM_OBJECT_IMAGE2D_ARRAY, given, NULL);
    mems.deep = image_of(CL_MEM_OBJECT_IMAGE3D, given, NULL);
    return mems.buffer && mems.other && mems.flat && mems.flat2 && mems.line && mems.texels &&
           mems.layers && mems.deep;
}

static void release_mems(void)
{
    release(mems.texels);
    release(mems.buffer);
    release(mems.other);
    release(mems.flat);
    release(mems.flat2);
    release(mems.line);
    release(mems.layers);
    release(mems.deep);
}

/* Objects and a queue with nothing failing while they are made. */
static bool begin(void)
{
    if (!open_quietly())
        return false;
    inject_pause();
    clFinish(queue); /* tells of what failed before */
    bool made = make_mems();
    inject_resume();
    return made;
}

static void same(const char *what, const void *a, const void *b, size_t size)
{
    inject_require(!memcmp(a, b, size), "%s says that it succeeded, with wrong contents", what);
}

/* ---- transfers ---- */

static void transfer_buffer(void)
{
    const size_t origin[3] = {4, 1, 0}, region[3] = {8, 4, 1};
    unsigned char part[8 * 4];

    if (went("clEnqueueReadBuffer",
             clEnqueueReadBuffer(queue, mems.buffer, CL_TRUE, 0, BYTES, got, 0, NULL, NULL),
             OR_OBJECT | OR_WAITING))
        same("clEnqueueReadBuffer", got, given, BYTES);
    went("clEnqueueWriteBuffer",
         clEnqueueWriteBuffer(queue, mems.buffer, CL_TRUE, 0, BYTES, given, 0, NULL, NULL),
         OR_OBJECT | OR_WAITING);
    if (went("clEnqueueReadBufferRect",
             clEnqueueReadBufferRect(queue, mems.buffer, CL_TRUE, origin, zero, region, ROW, PLANE,
                                     8, 32, part, 0, NULL, NULL),
             OR_OBJECT | OR_WAITING))
        same("clEnqueueReadBufferRect", part + 8, given + 2 * ROW + 4, 8);
    went("clEnqueueWriteBufferRect",
         clEnqueueWriteBufferRect(queue, mems.buffer, CL_TRUE, origin, zero, region, ROW, PLANE, 8,
                                  32, given + ROW + 4, 0, NULL, NULL),
         OR_OBJECT | OR_WAITING);
}

static void transfer_image(cl_mem image, const size_t region[3])
{
    size_t size = region[0] * region[1] * region[2] * TEXEL;

    if (went("clEnqueueReadImage",
             clEnqueueReadImage(queue, image, CL_TRUE, zero, region, 0, 0, got, 0, NULL, NULL),
             OR_OBJECT | OR_WAITING))
        same("clEnqueueReadImage", got, given, size);
    went("clEnqueueWriteImage",
         clEnqueueWriteImage(queue, image, CL_TRUE, zero, region, 0, 0, given, 0, NULL, NULL),
         OR_OBJECT | OR_WAITING);
}

void scenario_transfers(void)
{
    const size_t whole_1d[3] = {SIDE, 1, 1};

    if (begin()) {
        transfer_buffer();
        transfer_image(mems.line, whole_1d);
        transfer_image(mems.texels, whole_1d);
        transfer_image(mems.flat, whole_2d);
        transfer_image(mems.layers, whole_deep);
        transfer_image(mems.deep, whole_deep);
    }
    release_mems();
}

/* ---- maps ---- */

/* An unmap that fails leaves the map, which can be undone later. */
static void unmap(cl_mem mem, void *map)
{
    cl_int error = clEnqueueUnmapMemObject(queue, mem, map, 0, NULL, NULL);
    cl_uint maps = 0;

    if (!went("clEnqueueUnmapMemObject", error, OR_OBJECT)) {
        clGetMemObjectInfo(mem, CL_MEM_MAP_COUNT, sizeof maps, &maps, NULL);
        inject_require(maps == 1, "%u maps after an unmap that failed", maps);
        inject_pause();
        error = clEnqueueUnmapMemObject(queue, mem, map, 0, NULL, NULL);
        inject_require(!error, "a map cannot be undone: %d", error);
        inject_resume();
    }
    went("clFinish", clFinish(queue), SHORT);
}

static void map_buffer(void)
{
    cl_int error;
    void *map = clEnqueueMapBuffer(queue, mems.buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                   BYTES, 0, NULL, NULL, &error);

    if (!went("clEnqueueMapBuffer", error, OR_OBJECT | OR_WAITING | OR_MAP))
        return;
    same("clEnqueueMapBuffer", map, given, BYTES);
    unmap(mems.buffer, map);
}

static void map_image(cl_mem image, const size_t region[3])
{
    size_t row, slice;
    cl_int error;
    unsigned char *map = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, zero,
                                           region, &row, &slice, 0, NULL, NULL, &error);

    if (!went("clEnqueueMapImage", error, OR_OBJECT | OR_WAITING | OR_MAP))
        return;
    same("clEnqueueMapImage", map + row, given + ROW, ROW);
    unmap(image, map);
}

void scenario_maps(void)
{
    if (begin()) {
        map_buffer();
        map_image(mems.flat, whole_2d);
        map_image(mems.layers, whole_deep);
        map_image(mems.deep, whole_deep);
    }
    release_mems();
}

/* ---- copies and fills ---- */

/* Whether calls fail while the queue works, too. */
static bool fails_in_queue;

static void wait_for_end(cl_event event)
{
    cl_int status = CL_QUEUED;

    while (fails_in_queue && status > CL_COMPLETE && !usleep(20))
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
}

/* Whether the command was queued, and its event completes as it should. */
static bool done(const char *call, cl_int error, cl_event event)
{
    cl_int status = CL_COMPLETE;

    if (!went(call, error, OR_OBJECT))
        return false;
    wait_for_end(event);
    inject_pause();
    clWaitForEvents(1, &event);
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    clReleaseEvent(event);
    inject_resume();
    inject_require(status <= CL_COMPLETE, "%s: its event waits with %d", call, status);
    return went(call, status, OR_OBJECT | OR_WAITING);
}

static void read_quietly(cl_mem buffer)
{
    inject_pause();
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BYTES, got, 0, NULL, NULL);
    inject_resume();
}

static void copy_buffers(void)
{
    const size_t region[3] = {ROW, 2, 1};
    cl_event event;
    cl_int error =
        clEnqueueCopyBuffer(queue, mems.buffer, mems.other, 0, 0, BYTES, 0, NULL, &event);

    if (done("clEnqueueCopyBuffer", error, event)) {
        read_quietly(mems.other);
        same("clEnqueueCopyBuffer", got, given, BYTES);
    }
    error = clEnqueueCopyBufferRect(queue, mems.buffer, mems.other, zero, zero, region, ROW, PLANE,
                                    ROW, PLANE, 0, NULL, &event);
    done("clEnqueueCopyBufferRect", error, event);
    error = clEnqueueFillBuffer(queue, mems.other, given, 4, 0, BYTES, 0, NULL, &event);
    if (done("clEnqueueFillBuffer", error, event)) {
        read_quietly(mems.other);
        same("clEnqueueFillBuffer", got + BYTES - 4, given, 4);
    }
}

static void copy_images(void)
{
    const cl_uint colour[4] = {1, 2, 3, 4};
    cl_event event;
    cl_int error =
        clEnqueueCopyImage(queue, mems.flat, mems.flat2, zero, zero, whole_2d, 0, NULL, &event);

    bool copied = done("clEnqueueCopyImage", error, event);
    error = clEnqueueCopyImageToBuffer(queue, mems.flat2, mems.other, zero, whole_2d, 0, 0, NULL,
                                       &event);
    if (done("clEnqueueCopyImageToBuffer", error, event) && copied) {
        read_quietly(mems.other);
        same("copies of images", got, given, PLANE);
    }
    error = clEnqueueCopyBufferToImage(queue, mems.buffer, mems.flat2, 0, zero, whole_2d, 0, NULL,
                                       &event);
    done("clEnqueueCopyBufferToImage", error, event);
    error = clEnqueueFillImage(queue, mems.flat2, colour, zero, whole_2d, 0, NULL, &event);
    done("clEnqueueFillImage", error, event);
    error = clEnqueueMigrateMemObjects(queue, 1, &mems.flat, 0, 0, NULL, &event);
    done("clEnqueueMigrateMemObjects", error, event);
}

/* Commands that only order others. */
static void order(void)
{
    cl_event first, second;
    cl_int error = clEnqueueMarkerWithWaitList(queue, 0, NULL, &first);

    if (!went("clEnqueueMarkerWithWaitList", error, SHORT))
        return;
    error = clEnqueueBarrierWithWaitList(queue, 1, &first, &second);
    done("clEnqueueBarrierWithWaitList", error, second);
    went("clWaitForEvents", clWaitForEvents(1, &first), OR_WAITING);
    went("clReleaseEvent", clReleaseEvent(first), SHORT);
}

void scenario_copies(void)
{
    if (begin()) {
        copy_buffers();
        copy_images();
        order();
    }
    release_mems();
}

/* ---- launches ---- */

static void CL_CALLBACK count_end(cl_event event, cl_int status, void *data)
{
    (void)event;
    (void)status;
    __atomic_add_fetch((int *)data, 1, __ATOMIC_RELEASE);
}

static void launch_task(cl_program program)
{
    cl_int error;
    cl_event event;
    cl_kernel kernel = clCreateKernel(program, "nothing", &error);

    if (!went("clCreateKernel", error, SHORT))
        return;
    error = clEnqueueTask(queue, kernel, 0, NULL, &event);
    done("clEnqueueTask", error, event);
    went("clReleaseKernel", clReleaseKernel(kernel), SHORT);
}

static cl_kernel make_kernel(void)
{
    const unsigned char *image = program_image;
    cl_int error;
    cl_kernel kernel = NULL;
    cl_program program =
        clCreateProgramWithBinary(context, 1, &device, &program_image_size, &image, NULL, &error);

    if (!went("clCreateProgramWithBinary", error, SHORT))
        return NULL;
    if (went("clBuildProgram", clBuildProgram(program, 0, NULL, NULL, NULL, NULL), SHORT)) {
        kernel = clCreateKernel(program, "sum", &error);
        went("clCreateKernel", error, SHORT);
        launch_task(program);
    }
    went("clReleaseProgram", clReleaseProgram(program), SHORT);
    return kernel;
}

static bool set_arguments(cl_kernel kernel, cl_sampler sampler)
{
    const cl_uint value = 5;
    const struct {
        size_t size;
        const void *value;
    } rows[] = {
        {sizeof(cl_mem), &mems.other},   {sizeof(cl_mem), &mems.buffer},
        {GROUP * sizeof(cl_uint), NULL}, {sizeof value, &value},
        {sizeof(cl_mem), &mems.line},    {sizeof(cl_mem), &mems.texels},
        {sizeof(cl_mem), &mems.layers},  {sizeof(cl_mem), &mems.deep},
        {sizeof(cl_mem), &mems.flat2},   {sizeof sampler, &sampler},
    };
    bool set = true;

    for (cl_uint i = 0; i < COUNT(rows); i++)
        set &=
            went("clSetKernelArg", clSetKernelArg(kernel, i, rows[i].size, rows[i].value), SHORT);
    return set;
}

/* Its end is told exactly once to who asked for it. */
static bool finish_launch(cl_event launched, cl_event gate)
{
    int ends = 0;
    bool told = went("clSetEventCallback",
                     clSetEventCallback(launched, CL_COMPLETE, count_end, &ends), SHORT);

    went("clSetUserEventStatus", clSetUserEventStatus(gate, CL_COMPLETE), SHORT);
    bool good = done("clEnqueueNDRangeKernel", CL_SUCCESS, launched);
    while (told && __atomic_load_n(&ends, __ATOMIC_ACQUIRE) == 0)
        continue;
    inject_require(ends == told, "%d calls of an event's callback", ends);
    return good;
}

static cl_uint numbers_of(unsigned i)
{
    cl_uint number;

    memcpy(&number, given + 4 * (i & 3), sizeof number);
    return number;
}

/* As the source says. */
static void check_sums(void)
{
    static const cl_uint table[4] = {3, 5, 7, 9};
    const cl_uint texel = 2u * given[4] + given[PLANE + 4] + given[PLANE + ROW];

    read_quietly(mems.other);
    for (unsigned i = 0; i < ITEMS; i++) {
        unsigned next = i / GROUP * GROUP + (i % GROUP + 1) % GROUP;
        cl_uint sum = next + numbers_of(next) + texel + 5 + table[i & 3], out;

        memcpy(&out, got + 4 * i, sizeof out);
        inject_require(out == sum, "work-item %u: %u instead of %u", i, out, sum);
        if (out != sum)
            return;
    }
}

static void launch(cl_kernel kernel, cl_event gate)
{
    const size_t global = ITEMS, local = GROUP;
    cl_event launched;
    cl_int error =
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 1, &gate, &launched);

    if (went("clEnqueueNDRangeKernel", error, OR_OBJECT) && finish_launch(launched, gate))
        check_sums();
}

static void launch_kernel(cl_kernel kernel)
{
    cl_int error, other;
    cl_sampler sampler =
        clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
    cl_event gate = clCreateUserEvent(context, &other);
    bool made = went("clCreateSampler", error, SHORT) & went("clCreateUserEvent", other, SHORT);

    if (made && set_arguments(kernel, sampler))
        launch(kernel, gate);
    if (gate)
        went("clReleaseEvent", clReleaseEvent(gate), SHORT);
    if (sampler)
        went("clReleaseSampler", clReleaseSampler(sampler), SHORT);
}

/* Discards what the kernel prints. */
static bool silence(void)
{
    static bool silent;

    inject_pause();
    silent = silent || freopen("/dev/null", "w", stdout);
    inject_resume();
    return silent;
}

void scenario_launch(void)
{
    if (begin() && silence()) {
        cl_kernel kernel = make_kernel();
        if (kernel) {
            launch_kernel(kernel);
            went("clReleaseKernel", clReleaseKernel(kernel), SHORT);
        }
        went("clFinish", clFinish(queue), SHORT);
    }
    release_mems();
}

/* The same while it is recorded: whatever becomes of the file, results are right. */
void scenario_traced(void)
{
    char path[64];

    inject_pause();
    snprintf(path, sizeof path, "/tmp/rootle-traced-%d", (int)getpid());
    setenv("ROOTLE_TRACE", path, 1);
    trace_file_close();
    fails_in_queue = true;
    inject_resume();
    scenario_launch();
    inject_pause();
    fails_in_queue = false;
    unsetenv("ROOTLE_TRACE");
    trace_file_close();
    unlink(path);
    inject_resume();
}
