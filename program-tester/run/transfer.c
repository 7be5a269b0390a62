/* SPDX-License-Identifier: MIT */
/* transfer.c: steps in which the host reads, writes, maps, fills and copies parts of arguments. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/parse/layout.h"
#include "program-tester/run/execution.h"

enum { PADDING = 0x5a }; /* of host memory, between rows */

static cl_command_queue queue_of(const struct pt_execution *execution)
{
    return execution->queue;
}

static cl_mem memory_of(const struct pt_execution *execution, const struct pt_box *box)
{
    return execution->bindings[box->arg].memory;
}

static bool is_image(const struct pt_execution *execution, const struct pt_box *box)
{
    return pt_binding_arg(&execution->bindings[box->arg])->kind == PT_ARG_IMAGE;
}

/* read_box() and write_box(), whose calls differ in a verb. */
#define DEFINE_MOVE(name, verb, memory_of_host)                                                    \
    static cl_int name(struct pt_execution *execution, const struct pt_step *step,                 \
                       memory_of_host host, const char **call)                                     \
    {                                                                                              \
        static const size_t host_origin[3];                                                        \
        const struct pt_box *box = &step->box;                                                     \
        cl_command_queue queue = queue_of(execution);                                              \
        cl_mem memory = memory_of(execution, box);                                                 \
        const size_t row = step->host_row_pitch, slice = step->host_slice_pitch;                   \
                                                                                                   \
        if (is_image(execution, box)) {                                                            \
            *call = "clEnqueue" #verb "Image";                                                     \
            return clEnqueue##verb##Image(queue, memory, CL_TRUE, box->origin, box->region, row,   \
                                          slice, host, 0, NULL, NULL);                             \
        }                                                                                          \
        if (box->rectangle) {                                                                      \
            *call = "clEnqueue" #verb "BufferRect";                                                \
            return clEnqueue##verb##BufferRect(queue, memory, CL_TRUE, box->origin, host_origin,   \
                                               box->region, box->row_pitch, box->slice_pitch, row, \
                                               slice, host, 0, NULL, NULL);                        \
        }                                                                                          \
        *call = "clEnqueue" #verb "Buffer";                                                        \
        return clEnqueue##verb##Buffer(queue, memory, CL_TRUE, box->origin[0], box->region[0],     \
                                       host, 0, NULL, NULL);                                       \
    }
DEFINE_MOVE(read_box, Read, void *)
DEFINE_MOVE(write_box, Write, const void *)

/* Rows in host memory as a call is given them. A call that must fail may be given pitches that are
 * too small, and writes nothing. */
static char *make_host(const struct pt_step *step, size_t *size)
{
    struct pt_layout layout = pt_step_layout(step);
    size_t least = layout.row * layout.rows * layout.slices;

    *size = pt_layout_size(&layout);
    *size = *size < least || !*size ? least + 1 : *size;
    char *host = pt_alloc(*size, 1);
    if (!step->error)
        memset(host, PADDING, *size);
    return host;
}

static void *expand_contents(struct pt_execution *execution, const struct pt_arg *contents)
{
    void *memory = pt_alloc(contents->size, 1);

    pt_arg_expand(contents, execution->runner->options->seed, memory);
    return memory;
}

static void compare_box(struct pt_execution *execution, const struct pt_step *step,
                        const struct pt_layout *layout, const void *host)
{
    void *expected = expand_contents(execution, &step->contents);
    void *actual = pt_alloc(step->contents.size, 1);

    pt_layout_gather(layout, host, actual);
    pt_execution_compare(execution, step, &step->contents, expected, actual);
    free(expected);
    free(actual);
}

/* Between the rows nothing may be written. */
static bool check_padding(struct pt_execution *execution, const struct pt_step *step,
                          const struct pt_layout *layout, const char *host, size_t size)
{
    char *rows = pt_alloc(layout->row * layout->rows * layout->slices, 1);
    char *clean = pt_alloc(size, 1);

    memset(clean, PADDING, size);
    pt_layout_gather(layout, host, rows);
    pt_layout_scatter(layout, rows, clean);
    bool same = !memcmp(clean, host, size);
    free(rows);
    free(clean);
    return same || pt_judge_stop(execution->result, PT_FAIL, step->offset,
                                 "the read has changed host memory between the rows");
}

static bool read_step(struct pt_execution *execution, const struct pt_step *step)
{
    struct pt_layout layout = pt_step_layout(step);
    const char *call;
    size_t size;
    char *host = make_host(step, &size);
    cl_int error = read_box(execution, step, host, &call);
    bool good = pt_execution_called(execution, step, call, error, NULL);

    if (good && !step->error) {
        compare_box(execution, step, &layout, host);
        good = check_padding(execution, step, &layout, host, size);
    }
    free(host);
    return good;
}

static bool write_step(struct pt_execution *execution, const struct pt_step *step)
{
    struct pt_layout layout = pt_step_layout(step);
    const char *call;
    size_t size;
    char *host = make_host(step, &size);

    if (!step->error) {
        void *contents = expand_contents(execution, &step->contents);
        pt_layout_scatter(&layout, contents, host);
        free(contents);
    }
    cl_int error = write_box(execution, step, host, &call);
    free(host);
    return pt_execution_called(execution, step, call, error, NULL);
}

/* Maps the box; sets the layout's pitches to those that the driver has. */
static void *map_box(struct pt_execution *execution, const struct pt_step *step,
                     struct pt_layout *layout, const char **call, cl_int *error)
{
    const struct pt_box *box = &step->box;
    cl_command_queue queue = queue_of(execution);

    if (is_image(execution, box)) {
        *call = "clEnqueueMapImage";
        return clEnqueueMapImage(queue, memory_of(execution, box), CL_TRUE, step->map_flags,
                                 box->origin, box->region, &layout->row_pitch, &layout->slice_pitch,
                                 0, NULL, NULL, error);
    }
    *call = "clEnqueueMapBuffer";
    return clEnqueueMapBuffer(queue, memory_of(execution, box), CL_TRUE, step->map_flags,
                              box->origin[0], box->region[0], 0, NULL, NULL, error);
}

static bool check_pitches(struct pt_execution *execution, const struct pt_step *step,
                          const struct pt_layout *layout)
{
    bool rows = layout->rows == 1 || layout->row_pitch >= layout->row;
    bool slices = layout->slices == 1 || (layout->slice_pitch >= layout->row &&
                                          layout->slice_pitch / layout->rows >= layout->row);

    return (rows && slices) ||
           pt_judge_stop(execution->result, PT_FAIL, step->offset,
                         "clEnqueueMapImage gave a row pitch of %zu and a slice pitch of %zu "
                         "bytes for %zu rows of %zu bytes",
                         layout->row_pitch, layout->slice_pitch, layout->rows, layout->row);
}

static void use_mapped(struct pt_execution *execution, const struct pt_step *step,
                       const struct pt_layout *layout, void *mapped)
{
    if (step->map_flags == CL_MAP_READ) {
        compare_box(execution, step, layout, mapped);
        return;
    }
    void *contents = expand_contents(execution, &step->contents);
    pt_layout_scatter(layout, contents, mapped);
    free(contents);
}

static bool map_step(struct pt_execution *execution, const struct pt_step *step)
{
    struct pt_layout layout = pt_step_layout(step);
    cl_mem memory = memory_of(execution, &step->box);
    cl_event event = NULL;
    const char *call;
    cl_int error = CL_SUCCESS;
    void *mapped = map_box(execution, step, &layout, &call, &error);

    if (!pt_execution_called(execution, step, call, error, NULL))
        return false;
    if (step->error)
        return true;
    bool good = check_pitches(execution, step, &layout);
    if (good)
        use_mapped(execution, step, &layout, mapped);
    error = clEnqueueUnmapMemObject(queue_of(execution), memory, mapped, 0, NULL, &event);
    return pt_execution_called(execution, step, "clEnqueueUnmapMemObject", error, event) && good;
}

static bool fill_step(struct pt_execution *execution, const struct pt_step *step)
{
    const struct pt_box *box = &step->box;
    cl_command_queue queue = queue_of(execution);
    cl_mem memory = memory_of(execution, box);
    unsigned char pattern[16 * 8];
    cl_event event = NULL;

    pt_arg_expand(&step->contents, execution->runner->options->seed, pattern);
    if (is_image(execution, box)) {
        cl_int error =
            clEnqueueFillImage(queue, memory, pattern, box->origin, box->region, 0, NULL, &event);
        return pt_execution_called(execution, step, "clEnqueueFillImage", error, event);
    }
    cl_int error = clEnqueueFillBuffer(queue, memory, pattern, step->contents.size, box->origin[0],
                                       box->region[0], 0, NULL, &event);
    return pt_execution_called(execution, step, "clEnqueueFillBuffer", error, event);
}

static bool copy_from_image(struct pt_execution *execution, const struct pt_step *step)
{
    const struct pt_box *from = &step->box, *to = &step->to;
    cl_command_queue queue = queue_of(execution);
    cl_mem source = memory_of(execution, from), target = memory_of(execution, to);
    cl_event event = NULL;
    cl_int error;

    if (is_image(execution, to)) {
        error = clEnqueueCopyImage(queue, source, target, from->origin, to->origin, from->region, 0,
                                   NULL, &event);
        return pt_execution_called(execution, step, "clEnqueueCopyImage", error, event);
    }
    error = clEnqueueCopyImageToBuffer(queue, source, target, from->origin, from->region,
                                       to->origin[0], 0, NULL, &event);
    return pt_execution_called(execution, step, "clEnqueueCopyImageToBuffer", error, event);
}

static bool copy_from_buffer(struct pt_execution *execution, const struct pt_step *step)
{
    const struct pt_box *from = &step->box, *to = &step->to;
    cl_command_queue queue = queue_of(execution);
    cl_mem source = memory_of(execution, from), target = memory_of(execution, to);
    const char *call = "clEnqueueCopyBuffer";
    cl_event event = NULL;
    cl_int error;

    if (is_image(execution, to)) {
        call = "clEnqueueCopyBufferToImage";
        error = clEnqueueCopyBufferToImage(queue, source, target, from->origin[0], to->origin,
                                           to->region, 0, NULL, &event);
    } else if (from->rectangle) {
        call = "clEnqueueCopyBufferRect";
        error = clEnqueueCopyBufferRect(queue, source, target, from->origin, to->origin,
                                        from->region, from->row_pitch, from->slice_pitch,
                                        to->row_pitch, to->slice_pitch, 0, NULL, &event);
    } else {
        error = clEnqueueCopyBuffer(queue, source, target, from->origin[0], to->origin[0],
                                    from->region[0], 0, NULL, &event);
    }
    return pt_execution_called(execution, step, call, error, event);
}

bool pt_transfer(struct pt_execution *execution, const struct pt_step *step)
{
    switch (step->kind) {
    case PT_STEP_READ:
        return read_step(execution, step);
    case PT_STEP_WRITE:
        return write_step(execution, step);
    case PT_STEP_MAP:
        return map_step(execution, step);
    case PT_STEP_FILL:
        return fill_step(execution, step);
    case PT_STEP_COPY:
        return is_image(execution, &step->box) ? copy_from_image(execution, step)
                                               : copy_from_buffer(execution, step);
    case PT_STEP_LAUNCH:
    case PT_STEP_BLIT:
    case PT_STEP_RESOLVE:
    case PT_STEP_FORMAT:
    case PT_STEP_QUEUE:
    case PT_STEP_ASK:
    case PT_STEP_INFO:
    case PT_STEP_KIND_COUNT:
        break;
    }
    return true;
}
