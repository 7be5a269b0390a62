/* SPDX-License-Identifier: MIT */
/* launch.c: clEnqueueNDRangeKernel, clEnqueueTask: from a kernel and
 * its arguments to launch_grid. */
#include "driver/clover/launch/guide.h"
#include "driver/clover/launch/inputs.h"
#include "driver/clover/launch/kernel.h"
#include "driver/clover/launch/printf.h"
#include "driver/clover/object/explainer.h"
#include "driver/clover/platform/device_versions.h"
#include "driver/clover/queue/queue.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct launch_command {
    struct clover_command base;
    struct clover_build *build;
    struct clover_code *code;
    struct clover_inputs inputs;
    struct clover_range range;
};

/* The bindings of a launch, made just before it and destroyed after. */
struct bindings {
    struct pipe_sampler_view **views;
    struct pipe_surface **surfaces;
    struct pipe_sampler **samplers;
};

static void unbind(struct bindings *bindings, const struct clover_inputs *inputs,
                   struct pipe_context *pipe)
{
    for (uint32_t i = 0; i < inputs->view_count; i++) {
        if (bindings->views[i])
            pipe->ops->sampler_view_destroy(pipe, bindings->views[i]);
    }
    for (uint32_t i = 0; i < inputs->surface_count; i++) {
        if (bindings->surfaces[i])
            pipe->ops->surface_destroy(pipe, bindings->surfaces[i]);
    }
    for (uint32_t i = 0; i < inputs->sampler_count; i++) {
        if (bindings->samplers[i])
            pipe->ops->sampler_destroy(pipe, bindings->samplers[i]);
    }
}

/* False when the driver is short of memory. `bindings` holds what was made so far and is to be
 * unbound in any case. */
static bool bind(struct bindings *bindings, const struct clover_inputs *inputs,
                 struct pipe_context *pipe)
{
    bool ok = true;

    for (uint32_t i = 0; i < inputs->surface_count; i++) {
        if (inputs->surfaces[i])
            ok &= !!(bindings->surfaces[i] = pipe->ops->surface_create(
                         pipe, inputs->surfaces[i]->resource, inputs->chained[i]));
    }
    for (uint32_t i = 0; i < inputs->view_count; i++) {
        if (inputs->views[i])
            ok &= !!(bindings->views[i] =
                         pipe->ops->sampler_view_create(pipe, inputs->views[i]->resource));
    }
    for (uint32_t i = 0; i < inputs->sampler_count; i++)
        ok &= !!(bindings->samplers[i] = pipe->ops->sampler_create(pipe, &inputs->samplers[i]));
    return ok;
}

/* Launches and waits for the end. */
static bool launch(const struct launch_command *command, const struct bindings *bindings,
                   struct pipe_context *pipe, char error[PIPE_ERROR_SIZE])
{
    const struct clover_inputs *inputs = &command->inputs;
    struct clover_guide guide = {
        .build = command->build,
        .code = command->code,
        .inputs = inputs,
        .range = &command->range,
        .rodata = pipe->ops->compute_state_rodata(command->code->state),
    };
    struct pipe_fence *fence = NULL;
    struct pipe_grid_info info = {
        .state = command->code->state,
        .work_dim = command->range.dimensions,
        .lds_bytes = inputs->lds_bytes,
        .input = inputs->data,
        .input_bytes = command->code->kernel->input_bytes,
        .views = bindings->views,
        .view_count = inputs->view_count,
        .surfaces = bindings->surfaces,
        .surface_count = inputs->surface_count,
        .samplers = bindings->samplers,
        .sampler_count = inputs->sampler_count,
        .waited = true,
        .guide = clover_explainer ? &guide.base : NULL,
    };
    const struct clover_device_info *device = &command->base.event->queue->device->info;

    if (clover_explainer)
        clover_explainer->guide(&guide);
    if (device->parent)
        info.compute_units = device->compute_units;
    for (int i = 0; i < 3; i++) {
        assert(command->range.local[i] && command->range.global[i] % command->range.local[i] == 0);
        info.local_size[i] = command->range.local[i];
        info.groups[i] = command->range.global[i] / command->range.local[i];
        info.offset[i] = command->range.offset[i];
    }
    if (pipe->ops->launch_grid(pipe, &info, &fence, error))
        return false;
    bool done = pipe->ops->fence_wait(pipe, fence, UINT64_MAX, error) == PIPE_FENCE_DONE;
    pipe->ops->fence_destroy(pipe, fence);
    return done;
}

/* Launches, and prints what the kernel printed. */
static bool launch_and_print(const struct launch_command *command, const struct bindings *bindings,
                             struct pipe_context *pipe, char error[PIPE_ERROR_SIZE])
{
    struct pipe_resource *printed;
    bool ok = clover_printf_begin(&command->inputs, pipe, &printed) &&
              launch(command, bindings, pipe, error);

    if (ok && printed)
        clover_printf_print(command->build, command->code->kernel->name, printed, pipe);
    pipe->screen->ops->resource_destroy(printed);
    return ok;
}

static void tell_failure(cl_context context, const char *kernel, const char *error)
{
    if (clover_explainer)
        clover_explainer->launch_failed(context, kernel, error);
    else
        clover_report(context, "launch of %.128s failed: %s", kernel, error);
}

static cl_int run_launch(struct clover_command *base, struct pipe_context *pipe)
{
    struct launch_command *command = (struct launch_command *)base;
    const struct clover_inputs *inputs = &command->inputs;
    static const char no_memory[] = "out of memory";
    char error[PIPE_ERROR_SIZE]; /* of which launches need a few bytes set */
    /* One element more than needed: arrays of length 0 are not C. */
    struct pipe_sampler_view *views[inputs->view_count + 1];
    struct pipe_surface *surfaces[inputs->surface_count + 1];
    struct pipe_sampler *samplers[inputs->sampler_count + 1];
    struct bindings bindings = {views, surfaces, samplers};

    memcpy(error, no_memory, sizeof no_memory);
    memset(views, 0, sizeof views);
    memset(surfaces, 0, sizeof surfaces);
    memset(samplers, 0, sizeof samplers);
    bool ok = bind(&bindings, inputs, pipe) && launch_and_print(command, &bindings, pipe, error);
    unbind(&bindings, inputs, pipe);
    if (ok)
        return CL_SUCCESS;
    if (*error) /* else reports have told everything */
        tell_failure(base->event->context, command->code->kernel->name, error);
    return CL_OUT_OF_RESOURCES;
}

static void finish_launch(struct clover_command *base)
{
    struct launch_command *command = (struct launch_command *)base;

    clover_inputs_finish(&command->inputs);
    clover_build_unref(command->build);
}

/* That of an argument which was not set, or names an object that the application has released
 * since. */
static cl_int check_argument(cl_kernel kernel, cl_uint i)
{
    const struct clover_argument *argument = &kernel->args[i];

    if (!argument->set)
        return CL_INVALID_KERNEL_ARGS;
    if (!argument->class || clover_is_still(argument->object, argument->class, argument->life))
        return CL_SUCCESS;
    char why[192];
    snprintf(why, sizeof why,
             "%.64s is launched, whose argument %u '%.48s' is a %s that was released",
             kernel->code->kernel->name, i, kernel->code->args[i]->name,
             argument->mem ? "memory object" : "sampler");
    if (!clover_explainer || !clover_explainer->fails_as(why))
        clover_report(kernel->context, "kernel %s", why);
    return CL_INVALID_KERNEL_ARGS;
}

static cl_int check_objects(cl_command_queue queue, cl_kernel kernel, cl_uint num_events,
                            const cl_event *waits)
{
    if (!clover_is(queue, &clover_queue_class))
        return CL_INVALID_COMMAND_QUEUE;
    if (!clover_is(kernel, &clover_kernel_class))
        return CL_INVALID_KERNEL;
    if (kernel->context != queue->context)
        return CL_INVALID_CONTEXT;
    cl_int error = clover_check_waits(queue->context, num_events, waits);
    for (cl_uint i = 0; !error && i < kernel->arg_count; i++)
        error = check_argument(kernel, i);
    return error;
}

static cl_int enqueue_launch(cl_command_queue queue, cl_command_type type, cl_kernel kernel,
                             const struct clover_range *range, cl_uint num_events,
                             const cl_event *waits, cl_event *event)
{
    cl_int error = clover_code_load(kernel->build, kernel->code);

    if (error)
        return error;
    struct launch_command *command =
        clover_command_create(sizeof *command, queue, type, num_events, waits);
    if (!command)
        return CL_OUT_OF_HOST_MEMORY;
    assert(kernel->code->state); /* clover_code_load has made it */
    command->build = clover_build_ref(kernel->build);
    command->code = kernel->code;
    command->range = *range;
    command->base.run = run_launch;
    command->base.finish = finish_launch;
    error = clover_inputs_init(&command->inputs, kernel, range);
    if (error) {
        clover_command_destroy(&command->base);
        return error;
    }
    return clover_queue_submit(queue, &command->base, CL_FALSE, event);
}

/* Whether a range has no work-items: an error of OpenCL 1.2, and from 2.1 on a command that is done
 * when its wait list is. */
static bool is_empty(cl_uint dimensions, const size_t *global)
{
    bool empty = !global;
    if (dimensions < 1 || dimensions > 3)
        return false;
    for (cl_uint i = 0; global && i < dimensions; i++)
        empty |= global[i] == 0;
    return empty && clover_is_new();
}

static cl_int enqueue_nothing(cl_command_queue queue, cl_uint num_events, const cl_event *waits,
                              cl_event *event)
{
    struct clover_command *command =
        clover_command_create(sizeof *command, queue, CL_COMMAND_NDRANGE_KERNEL, num_events, waits);

    return command ? clover_queue_submit(queue, command, CL_FALSE, event) : CL_OUT_OF_HOST_MEMORY;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                              const size_t *global_work_offset, const size_t *global_work_size,
                              const size_t *local_work_size, cl_uint num_events,
                              const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    struct clover_range range;
    cl_int error = check_objects(command_queue, kernel, num_events, event_wait_list);

    if (!error && is_empty(work_dim, global_work_size))
        return enqueue_nothing(command_queue, num_events, event_wait_list, event);
    if (!error)
        error = clover_range_init(&range, kernel, work_dim, global_work_offset, global_work_size,
                                  local_work_size);
    if (error)
        return error;
    return enqueue_launch(command_queue, CL_COMMAND_NDRANGE_KERNEL, kernel, &range, num_events,
                          event_wait_list, event);
}

cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel, cl_uint num_events,
                     const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    const size_t one = 1;
    struct clover_range range;
    cl_int error = check_objects(command_queue, kernel, num_events, event_wait_list);

    if (!error)
        error = clover_range_init(&range, kernel, 1, NULL, &one, &one);
    if (error)
        return error;
    return enqueue_launch(command_queue, CL_COMMAND_TASK, kernel, &range, num_events,
                          event_wait_list, event);
}

/* The device runs no host
 * functions: CL_DEVICE_EXECUTION_CAPABILITIES lacks CL_EXEC_NATIVE_KERNEL. */
cl_int clEnqueueNativeKernel(cl_command_queue command_queue, void(CL_CALLBACK *user_func)(void *),
                             void *args, size_t cb_args, cl_uint num_mem_objects,
                             const cl_mem *mem_list, const void **args_mem_loc, cl_uint num_events,
                             const cl_event *event_wait_list, cl_event *event)
{
    CLOVER_CALL;
    bool has_mems = num_mem_objects != 0;

    (void)event;
    if (!clover_is(command_queue, &clover_queue_class))
        return CL_INVALID_COMMAND_QUEUE;
    if (!user_func || (args != NULL) != (cb_args != 0) || (has_mems && !args) ||
        has_mems != (mem_list != NULL) || has_mems != (args_mem_loc != NULL))
        return CL_INVALID_VALUE;
    cl_int error = clover_check_waits(command_queue->context, num_events, event_wait_list);
    return error ? error : CL_INVALID_OPERATION;
}
