/* SPDX-License-Identifier: MIT */
/* harness.c: from LLVM IR text to results, through the pipe driver and the simulated device. */
#include "llvm/evergreen/tests/harness.h"
#include "ci/tests/run_tests.h"

#include <llvm-c/IRReader.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/pipe.h"
#include "driver/r600/screen.h"
#include "driver/winsys/winsys_sim.h"
#include "llvm/evergreen/evergreen.h"

enum { MAX_INPUT_DWORDS = 64 };

static struct {
    const struct hw_chip *chip;
    struct pipe_screen *screen;
    struct pipe_context *context;
} device;

void harness_open(const char *chip)
{
    char error[PIPE_ERROR_SIZE] = "";
    setenv("ROOTLE_CHIP", chip, 1);
    device.chip = hw_chip_find(chip);
    struct winsys *ws = winsys_sim_create(&(struct sim_parts){0}, error);
    if (!ws)
        fail_msg("%s", error);
    device.screen = r600_screen_create(ws, NULL, error);
    if (!device.screen)
        fail_msg("%s", error);
    device.context = device.screen->ops->context_create(device.screen);
    assert_non_null(device.context);
}

void harness_close(void)
{
    device.context->ops->destroy(device.context);
    device.screen->ops->destroy(device.screen);
}

static LLVMValueRef first_kernel(LLVMModuleRef module)
{
    LLVMValueRef f = LLVMGetFirstFunction(module);
    while (f && LLVMIsDeclaration(f))
        f = LLVMGetNextFunction(f);
    return f;
}

static int structurise(LLVMModuleRef module, char *error)
{
    static const char passes[] =
        "mem2reg,function(lower-switch,fix-irreducible,unify-loop-exits,simplifycfg,"
        "structurizecfg)";
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failure = LLVMRunPasses(module, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!failure)
        return 0;
    char *message = LLVMGetErrorMessage(failure);
    snprintf(error, HARNESS_ERROR, "%s", message);
    LLVMDisposeErrorMessage(message);
    return -1;
}

int harness_compile(const struct harness_launch *launch, struct evg_program *program,
                    char error[HARNESS_ERROR])
{
    const struct evg_options options = {
        .chip = device.chip, .without = launch->without, .verify = true};
    const char *ir = launch->ir;
    LLVMContextRef context = LLVMContextCreate();
    LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, strlen(ir), "kernel");
    LLVMModuleRef module = NULL;
    char *message = NULL;
    int result = -1;
    if (LLVMParseIRInContext(context, text, &module, &message)) {
        snprintf(error, HARNESS_ERROR, "%s", message);
        LLVMDisposeMessage(message);
    } else if (!launch->structurise || !structurise(module, error)) {
        if (getenv("HARNESS_DUMP"))
            LLVMDumpModule(module);
        result = evg_compile(first_kernel(module), &options, program, error, HARNESS_ERROR);
    }
    if (module)
        LLVMDisposeModule(module);
    LLVMContextDispose(context);
    return result;
}

static int transfer(struct pipe_resource *resource, void *data, size_t bytes, bool to_device,
                    char *error)
{
    struct pipe_context *context = device.context;
    const struct pipe_box box = {.width = bytes, .height = 1, .depth = 1};
    struct pipe_transfer_info info;
    struct pipe_transfer *map = context->ops->transfer_map(
        context, resource, &box, to_device ? PIPE_MAP_WRITE : PIPE_MAP_READ, &info, error);
    if (!map)
        return -1;
    memcpy(to_device ? info.data : data, to_device ? data : info.data, bytes);
    context->ops->transfer_unmap(context, map);
    return 0;
}

static int launch_and_wait(const struct pipe_grid_info *grid, char *error)
{
    struct pipe_context *context = device.context;
    struct pipe_fence *fence = NULL;
    if (context->ops->launch_grid(context, grid, &fence, error))
        return -1;
    enum pipe_fence_state state = context->ops->fence_wait(context, fence, UINT64_MAX, error);
    context->ops->fence_destroy(context, fence);
    return state == PIPE_FENCE_DONE ? 0 : -1;
}

static int run_program(const struct evg_program *program, struct harness_launch *launch,
                       struct pipe_resource **resources, char *error)
{
    struct pipe_context *context = device.context;
    uint32_t input[MAX_INPUT_DWORDS] = {0};
    unsigned inputs = 0;
    int result = 0;
    const struct pipe_compute_state_template tmpl = {.name = "test",
                                                     .code = program->code,
                                                     .code_bytes = program->code_dwords * 4,
                                                     .gprs = program->gprs,
                                                     .stack_entries = program->stack_entries,
                                                     .scratch_bytes = program->scratch_bytes};
    for (unsigned i = 0; i < HARNESS_MAX_BUFFERS && launch->buffer[i]; i++) {
        const struct pipe_resource_template buffer = {.target = PIPE_BUFFER,
                                                      .width = launch->buffer_bytes[i],
                                                      .height = 1,
                                                      .depth = 1,
                                                      .array_size = 1};
        resources[i] = device.screen->ops->resource_create(device.screen, &buffer);
        assert_non_null(resources[i]);
        input[inputs++] = device.screen->ops->resource_address(resources[i]);
        result |= transfer(resources[i], launch->buffer[i], launch->buffer_bytes[i], true, error);
    }
    for (unsigned i = 0; i < launch->extra_count; i++)
        input[inputs++] = launch->extra[i];
    struct pipe_compute_state *state = context->ops->compute_state_create(context, &tmpl, error);
    if (!state || result)
        return -1;
    const struct pipe_grid_info grid = {.state = state,
                                        .work_dim = 1,
                                        .local_size = {launch->local, 1, 1},
                                        .groups = {launch->groups, 1, 1},
                                        .lds_bytes = launch->lds_bytes,
                                        .input = input,
                                        .input_bytes = inputs * 4};
    result = launch_and_wait(&grid, error);
    for (unsigned i = 0; i < HARNESS_MAX_BUFFERS && launch->buffer[i] && !result; i++)
        result = transfer(resources[i], launch->buffer[i], launch->buffer_bytes[i], false, error);
    context->ops->compute_state_destroy(context, state);
    return result;
}

int harness_run(struct harness_launch *launch, char error[HARNESS_ERROR])
{
    struct pipe_resource *resources[HARNESS_MAX_BUFFERS] = {0};
    char message[PIPE_ERROR_SIZE] = "";
    struct evg_program program;
    if (harness_compile(launch, &program, error))
        return -1;
    int result = run_program(&program, launch, resources, message);
    if (result)
        snprintf(error, HARNESS_ERROR, "%s", message);
    for (unsigned i = 0; i < HARNESS_MAX_BUFFERS; i++)
        device.screen->ops->resource_destroy(resources[i]);
    evg_program_finish(&program);
    return result;
}
