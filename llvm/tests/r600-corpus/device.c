/* SPDX-License-Identifier: MIT */
/* device.c: buffers, inputs and the launch of one kernel of the corpus. */
#include "device.h"

#include <stdlib.h>
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "driver/icd/parts.h"
#include "driver/r600/screen.h"
#include "driver/winsys/winsys_sim.h"

enum { BUFFERS = 3, MAX_ARGS = 8, IMPLICIT_DWORDS = 5, BUFFER_BYTES = CORPUS_WORDS * 4 };

int corpus_device_init(struct corpus_device *device, char error[PIPE_ERROR_SIZE])
{
    struct winsys *ws = winsys_sim_create(&icd_parts, error);
    *device = (struct corpus_device){0};
    device->screen = ws ? r600_screen_create(ws, NULL, error) : NULL;
    device->context = device->screen ? device->screen->ops->context_create(device->screen) : NULL;
    return device->context ? 0 : -1;
}

void corpus_device_finish(struct corpus_device *device)
{
    if (device->context)
        device->context->ops->destroy(device->context);
    if (device->screen)
        device->screen->ops->destroy(device->screen);
}

int corpus_device_transfer(struct corpus_device *device, struct pipe_resource *buffer, void *data,
                           size_t bytes, unsigned usage, char error[PIPE_ERROR_SIZE])
{
    const struct pipe_context_ops *ops = device->context->ops;
    const struct pipe_box box = {.width = bytes, .height = 1, .depth = 1};
    struct pipe_transfer_info info;
    struct pipe_transfer *map =
        ops->transfer_map(device->context, buffer, &box, usage, &info, error);
    if (!map)
        return -1;
    if (usage & PIPE_MAP_WRITE)
        memcpy(info.data, data, bytes);
    else
        memcpy(data, info.data, bytes);
    ops->transfer_unmap(device->context, map);
    return 0;
}

struct pipe_resource *corpus_device_buffer(struct corpus_device *device, size_t bytes)
{
    const struct pipe_resource_template tmpl = {
        .target = PIPE_BUFFER, .width = bytes, .height = 1, .depth = 1, .array_size = 1};
    return device->screen->ops->resource_create(device->screen, &tmpl);
}

/* Where LLVM's code reads constants, in the section that it lies in itself, and arguments. */
static const struct rootle_binding llvm_bindings[] = {
    {ROOTLE_BIND_RODATA_FETCH, ABI_RESOURCE_LLVM_CONSTANTS, 0},
    {ROOTLE_BIND_INPUTS_FETCH, ABI_RESOURCE_LLVM_INPUTS, 0}};

/* Arguments as docs/kernel-abi.md lays them out; returns the number of dwords. */
static unsigned make_inputs(const struct corpus_case *c, const struct kernel_code *code,
                            const uint32_t address[BUFFERS], uint32_t rodata, uint32_t input[])
{
    unsigned count = 0, buffer = 1, scalar = 0;
    for (const char *arg = c->args; *arg; arg++) {
        if (*arg == 'o')
            input[count++] = address[0];
        else if (*arg == 'n')
            input[count++] = c->scalars[scalar++];
        else if (*arg == 'l')
            input[count++] = code->lds_bytes; /* behind the static variables */
        else if (*arg == 'm')
            input[count++] = code->lds_bytes + c->dynamic_lds / 2;
        else
            input[count++] = address[buffer++];
    }
    /* Work dimensions, global offset, constants. */
    const uint32_t implicit[IMPLICIT_DWORDS] = {3, 0, 0, 0, rodata};
    memcpy(input + count, implicit, sizeof(implicit));
    return count + IMPLICIT_DWORDS;
}

static int launch(struct corpus_device *device, const struct pipe_grid_info *grid, char *error)
{
    const struct pipe_context_ops *ops = device->context->ops;
    struct pipe_fence *fence = NULL;
    if (ops->launch_grid(device->context, grid, &fence, error))
        return -1;
    enum pipe_fence_state state = ops->fence_wait(device->context, fence, UINT64_MAX, error);
    ops->fence_destroy(device->context, fence);
    return state == PIPE_FENCE_DONE ? 0 : -1;
}

static struct pipe_compute_state *load_code(struct corpus_device *device, const char *name,
                                            const struct kernel_code *code, char *error)
{
    const struct pipe_compute_state_template tmpl = {.name = name,
                                                     .code = code->dwords,
                                                     .code_bytes = (uint32_t)code->count * 4,
                                                     .gprs = code->gprs,
                                                     .stack_entries = code->stack_entries,
                                                     .rodata = code->constants,
                                                     .rodata_bytes = (uint32_t)code->constant_bytes,
                                                     .lds_bytes = code->lds_bytes,
                                                     .scratch_bytes = code->scratch_bytes,
                                                     .bindings = llvm_bindings,
                                                     .binding_count =
                                                         code->llvm_abi ? COUNT(llvm_bindings) : 0};
    return device->context->ops->compute_state_create(device->context, &tmpl, error);
}

int corpus_device_launch(struct corpus_device *device, const char *name,
                         const struct kernel_code *code, struct pipe_grid_info *grid,
                         char error[PIPE_ERROR_SIZE])
{
    struct pipe_compute_state *state = load_code(device, name, code, error);
    if (!state)
        return -1;
    grid->state = state;
    int result = launch(device, grid, error);
    device->context->ops->compute_state_destroy(device->context, state);
    return result;
}

static int run_code(struct corpus_device *device, const struct corpus_case *c,
                    const struct kernel_code *code, const uint32_t address[BUFFERS], char *error)
{
    const struct pipe_context_ops *ops = device->context->ops;
    uint32_t input[MAX_ARGS + IMPLICIT_DWORDS];
    struct pipe_compute_state *state = load_code(device, c->name, code, error);
    if (!state)
        return -1;
    uint32_t rodata = ops->compute_state_rodata(state);
    struct pipe_grid_info grid = {.state = state,
                                  .work_dim = 3,
                                  .lds_bytes = code->lds_bytes + c->dynamic_lds,
                                  .input = input,
                                  .input_bytes = 4 * make_inputs(c, code, address, rodata, input)};
    memcpy(grid.local_size, c->local, sizeof(grid.local_size));
    memcpy(grid.groups, c->groups, sizeof(grid.groups));
    int result = launch(device, &grid, error);
    ops->compute_state_destroy(device->context, state);
    return result;
}

int corpus_device_run(struct corpus_device *device, const struct corpus_case *c,
                      const struct kernel_code *code, struct corpus_data *data,
                      char error[PIPE_ERROR_SIZE])
{
    const struct pipe_screen_ops *ops = device->screen->ops;
    void *contents[BUFFERS] = {data->out, (void *)data->a, (void *)data->b};
    struct pipe_resource *buffers[BUFFERS] = {NULL};
    uint32_t address[BUFFERS];
    int result = 0;
    for (unsigned i = 0; i < BUFFERS && !result; i++) {
        buffers[i] = corpus_device_buffer(device, BUFFER_BYTES);
        result = buffers[i] ? corpus_device_transfer(device, buffers[i], contents[i], BUFFER_BYTES,
                                                     PIPE_MAP_WRITE, error)
                            : -1;
        address[i] = result ? 0 : ops->resource_address(buffers[i]);
    }
    if (!result)
        result = run_code(device, c, code, address, error);
    if (!result)
        result = corpus_device_transfer(device, buffers[0], data->out, BUFFER_BYTES, PIPE_MAP_READ,
                                        error);
    for (unsigned i = 0; i < BUFFERS; i++)
        ops->resource_destroy(buffers[i]);
    return result;
}
