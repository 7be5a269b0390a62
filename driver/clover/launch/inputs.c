/* SPDX-License-Identifier: MIT */
/* inputs.c: fills constant buffer 0 as docs/kernel-abi.md lays it out, one writer for each kind of
 * argument. */
#include "driver/clover/launch/inputs.h"

#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "driver/clover/memory/faults.h"
#include "driver/clover/memory/image.h"
#include "driver/clover/object/explainer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_LOCAL_ALIGN = 4, PARTS = 8 /* of the allocation of a launch's inputs */ };

/* The context of the writers. */
struct writing {
    const struct rootle_arg *arg;       /* which is written */
    const struct clover_argument *from; /* its value; NULL: of an implicit one */
    unsigned char *place;
    struct clover_inputs *inputs;
    const struct clover_code *code;
    const struct clover_range *range;
    uint32_t rodata;   /* pool address of the program's constants */
    uint32_t argument; /* number of the explicit one that is written */
    cl_mem image;      /* the last image argument: implicit arguments tell of it */
};

typedef void (*arg_writer)(struct writing *w);

static void put(const struct writing *w, const uint32_t *values, size_t count)
{
    memcpy(w->place, values, count * sizeof *values);
}

static void hold(struct writing *w, cl_mem mem)
{
    struct clover_inputs *inputs = w->inputs;

    assert(inputs->mem_count < w->code->arg_count);
    clover_ref(mem);
    inputs->mem_arguments[inputs->mem_count] = w->argument;
    if (mem->type == CL_MEM_OBJECT_BUFFER)
        inputs->mapped[inputs->mem_count] = clover_mapped_for_reading(mem);
    inputs->mems[inputs->mem_count++] = mem;
}

/* Small integers fill a dword, extended by their sign. */
static void write_value(struct writing *w)
{
    memcpy(w->place, w->from->value, w->arg->size);
    if (w->arg->is_signed && (w->place[w->arg->size - 1] & 0x80))
        memset(w->place + w->arg->size, 0xff, 4 - w->arg->size);
}

static void write_buffer(struct writing *w)
{
    uint32_t address = 0;

    if (w->from->mem) {
        const struct pipe_screen_ops *ops = clover_screen_ops(w->from->mem->context);
        address = ops->resource_address(w->from->mem->resource) + (uint32_t)w->from->mem->offset;
        hold(w, w->from->mem);
        if (clover_explainer)
            clover_explainer->used(w->from->mem, w->code->kernel->name, w->arg->name, w->argument);
    }
    put(w, &address, 1);
}

static void write_local(struct writing *w)
{
    uint64_t align = w->arg->align > MIN_LOCAL_ALIGN ? w->arg->align : MIN_LOCAL_ALIGN;
    uint64_t offset = (w->inputs->lds_bytes + align - 1) / align * align;
    uint64_t end = offset + w->from->local_bytes;
    uint32_t value = (uint32_t)offset;

    put(w, &value, 1);
    /* The sum is checked against the device's local memory later, so it must not wrap around. */
    w->inputs->lds_bytes =
        w->from->local_bytes > UINT32_MAX || end > UINT32_MAX ? UINT32_MAX : (uint32_t)end;
}

static void write_view(struct writing *w)
{
    hold(w, w->from->mem);
    assert(w->arg->slot < w->inputs->view_count);
    w->inputs->views[w->arg->slot] = w->from->mem;
    w->image = w->from->mem;
}

static void write_surface(struct writing *w)
{
    hold(w, w->from->mem);
    assert(w->arg->slot < w->inputs->surface_count);
    w->inputs->surfaces[w->arg->slot] = w->from->mem;
    if (w->arg->access == ROOTLE_ACCESS_READ_WRITE && !fault_active(FAULT_written_view_lost))
        w->inputs->views[ABI_READ_WRITE_VIEWS + w->arg->slot] = w->from->mem;
    w->image = w->from->mem;
}

static void write_sampler(struct writing *w)
{
    uint32_t bits = clover_sampler_bits(&w->from->sampler);

    assert(w->arg->slot < w->inputs->sampler_count);
    w->inputs->samplers[w->arg->slot] = w->from->sampler;
    if (clover_faults)
        clover_faults->sampler_bits(&bits);
    put(w, &bits, 1);
}

static void write_image_size(struct writing *w)
{
    uint32_t size[3];

    assert(w->image); /* clover_build_create refuses attributes without an image */
    clover_image_size(w->image, size);
    if (clover_faults)
        clover_faults->image_size(w->image, size);
    put(w, size, 3);
}

static void write_image_format(struct writing *w)
{
    cl_image_format format = w->image->format;

    if (clover_faults)
        clover_faults->image_format(&format);
    put(w, (uint32_t[]){format.image_channel_data_type, format.image_channel_order}, 2);
}

static void write_image_levels(struct writing *w)
{
    const struct pipe_screen *screen = w->image->context->device->screen;
    uint32_t levels = 1;

    if (screen->ops->resource_levels)
        levels = screen->ops->resource_levels(w->image->resource);
    if (fault_active(FAULT_mip_count_short) && (levels & ABI_LEVELS_COUNT_MASK) > 1)
        levels--;
    put(w, &levels, 1);
    if (w->arg->slot == ABI_LEVELS_NO_SURFACE)
        return;
    assert(w->arg->slot < w->inputs->surface_count);
    w->inputs->surfaces[w->arg->slot] = w->image;
    w->inputs->chained[w->arg->slot] = !fault_active(FAULT_level_writes_lost);
}

static void write_work_dim(struct writing *w)
{
    put(w, &w->range->dimensions, 1);
}

static void write_global_offset(struct writing *w)
{
    put(w, w->range->offset, 3);
}

static void write_rodata(struct writing *w)
{
    put(w, &w->rodata, 1);
}

static void write_printf(struct writing *w)
{
    w->inputs->printf_place = w->place;
}

static void write_global_size(struct writing *w)
{
    put(w, w->range->global, 3);
}

static void write_local_size(struct writing *w)
{
    put(w, w->range->local, 3);
}

static void write_groups(struct writing *w)
{
    uint32_t groups[3];

    for (int i = 0; i < 3; i++)
        groups[i] = w->range->global[i] / w->range->local[i];
    put(w, groups, 3);
}

static void write_literal(struct writing *w)
{
    put(w, &w->arg->slot, 1);
}

static const arg_writer writers[ROOTLE_ARG_KIND_COUNT] = {
    [ROOTLE_ARG_VALUE] = write_value,
    [ROOTLE_ARG_GLOBAL] = write_buffer,
    [ROOTLE_ARG_CONSTANT] = write_buffer,
    [ROOTLE_ARG_LOCAL] = write_local,
    [ROOTLE_ARG_IMAGE_READ] = write_view,
    [ROOTLE_ARG_IMAGE_WRITE] = write_surface,
    [ROOTLE_ARG_SAMPLER] = write_sampler,
    [ROOTLE_ARG_IMAGE_SIZE] = write_image_size,
    [ROOTLE_ARG_IMAGE_FORMAT] = write_image_format,
    [ROOTLE_ARG_WORK_DIM] = write_work_dim,
    [ROOTLE_ARG_GLOBAL_OFFSET] = write_global_offset,
    [ROOTLE_ARG_RODATA] = write_rodata,
    [ROOTLE_ARG_PRINTF] = write_printf,
    [ROOTLE_ARG_GLOBAL_SIZE] = write_global_size,
    [ROOTLE_ARG_LOCAL_SIZE] = write_local_size,
    [ROOTLE_ARG_GROUPS] = write_groups,
    [ROOTLE_ARG_LITERAL] = write_literal,
    [ROOTLE_ARG_IMAGE_LEVELS] = write_image_levels,
};

/* The next part of an allocation, for so many things of a size. */
static void *take(unsigned char **room, size_t count, size_t size)
{
    unsigned char *part = *room;

    *room += ALIGN_UP(count * size, sizeof(void *));
    return part;
}

/* One allocation for all of them: eight, and their ends, cost a small launch a twentieth. */
static bool allocate(struct clover_inputs *inputs, const struct clover_code *code)
{
    const size_t view = sizeof *inputs->views, sampler = sizeof *inputs->samplers,
                 surface = sizeof *inputs->surfaces + sizeof *inputs->chained,
                 arg =
                     sizeof *inputs->mems + sizeof *inputs->mem_arguments + sizeof *inputs->mapped,
                 bytes = code->kernel->input_bytes + code->view_count * view +
                         code->surface_count * surface + code->sampler_count * sampler +
                         code->arg_count * arg + PARTS * sizeof(void *);
    unsigned char *room = calloc(1, bytes);

    inputs->data = room;
    inputs->view_count = code->view_count;
    inputs->surface_count = code->surface_count;
    inputs->sampler_count = code->sampler_count;
    if (!room)
        return false;
    take(&room, code->kernel->input_bytes, 1);
    inputs->views = take(&room, code->view_count, sizeof *inputs->views);
    inputs->surfaces = take(&room, code->surface_count, sizeof *inputs->surfaces);
    inputs->chained = take(&room, code->surface_count, sizeof *inputs->chained);
    inputs->samplers = take(&room, code->sampler_count, sizeof *inputs->samplers);
    inputs->mems = take(&room, code->arg_count, sizeof *inputs->mems);
    inputs->mem_arguments = take(&room, code->arg_count, sizeof *inputs->mem_arguments);
    inputs->mapped = take(&room, code->arg_count, sizeof *inputs->mapped);
    assert(room <= inputs->data + bytes);
    return true;
}

/* Argument samplers in their slots come from writers; these are the rest. */
static void set_constant_samplers(struct clover_inputs *inputs, const struct clover_code *code)
{
    const struct pipe_sampler_template unused = {.addressing = CL_ADDRESS_NONE,
                                                 .filter = CL_FILTER_NEAREST};

    for (uint32_t i = 0; i < code->argument_samplers; i++)
        inputs->samplers[i] = unused;
    for (uint32_t i = 0; i < code->kernel->sampler_count; i++) {
        struct pipe_sampler_template *sampler = &inputs->samplers[code->argument_samplers + i];
        clover_sampler_from_bits(code->kernel->samplers[i], sampler);
        if (clover_faults)
            clover_faults->constant_sampler(sampler);
    }
}

static void write_all(struct writing *w, cl_kernel kernel)
{
    const struct rootle_kernel *code = w->code->kernel;
    const struct clover_argument *next = kernel->args;

    for (uint32_t i = 0; i < code->arg_count; i++) {
        const struct rootle_arg *arg = &code->args[i];
        w->arg = arg;
        w->from = arg->kind <= ROOTLE_ARG_LAST_EXPLICIT ? next++ : NULL;
        w->argument = w->from ? (uint32_t)(w->from - kernel->args) : 0;
        assert(arg->kind < COUNT(writers) && writers[arg->kind]);
        assert(arg->offset >= ABI_INPUT_ARGUMENTS &&
               arg->offset - ABI_INPUT_ARGUMENTS + arg->size <= code->input_bytes);
        w->place = w->inputs->data + arg->offset - ABI_INPUT_ARGUMENTS;
        writers[arg->kind](w);
    }
}

cl_int clover_inputs_init(struct clover_inputs *inputs, cl_kernel kernel,
                          const struct clover_range *range)
{
    struct writing w = {.inputs = inputs, .code = kernel->code, .range = range};
    const struct pipe_context *pipe = kernel->context->pipe;

    *inputs = (struct clover_inputs){.lds_bytes = kernel->code->kernel->lds_bytes};
    if (!allocate(inputs, kernel->code))
        return CL_OUT_OF_HOST_MEMORY;
    w.rodata = pipe->ops->compute_state_rodata(kernel->code->state);
    set_constant_samplers(inputs, kernel->code);
    write_all(&w, kernel);
    return inputs->lds_bytes > kernel->context->device->info.local_bytes ? CL_OUT_OF_RESOURCES
                                                                         : CL_SUCCESS;
}

void clover_inputs_finish(struct clover_inputs *inputs)
{
    for (uint32_t i = 0; i < inputs->mem_count; i++)
        clover_unref(inputs->mems[i]);
    free(inputs->data); /* and all else, which lies behind it */
}
