/* SPDX-License-Identifier: MIT */
/* launch.c: sets a kernel's arguments and launches it. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/error.h"
#include "program-tester/parse/parse.h"
#include "program-tester/run/execution.h"
#include "program-tester/run/reason.h"

static bool check_group_size(struct pt_execution *execution, const struct pt_launch *how,
                             size_t most, const char *whose)
{
    const size_t *limits = execution->runner->session.device->max_item_sizes;
    struct pt_result *result = execution->result;
    size_t product = 1;

    if (how->local_null)
        return true;
    for (unsigned i = 0; i < how->dimensions; i++) {
        product *= how->local[i];
        if (how->local[i] > limits[i]) {
            pt_result_set(result, PT_SKIP,
                          "local_size is %zu in dimension %u, the device's limit is %zu",
                          how->local[i], i + 1, limits[i]);
            return false;
        }
    }
    if (product > most)
        pt_result_set(result, PT_SKIP, "local_size is %zu work-items, the %s limit is %zu", product,
                      whose, most);
    return product <= most;
}

/* How many arguments the launch sets. */
static unsigned argument_count(const struct pt_execution *execution, const struct pt_step *step)
{
    return step->args ? (unsigned)step->arg_count : execution->binding_count;
}

static bool check_kernel(struct pt_execution *execution, const struct pt_step *step,
                         cl_kernel kernel)
{
    const char *name = step->launch.kernel_name;
    unsigned set = argument_count(execution, step);
    cl_uint count = 0;
    size_t most = 0;
    cl_int error = clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL);

    if (error)
        return pt_execution_fail(execution, step, "clGetKernelInfo", error);
    if (count != set)
        return pt_judge_stop(execution->result, PT_ERROR, step->offset,
                             "kernel '%s' takes %u arguments, but the test sets %u", name, count,
                             set);
    if (step->error)
        return true;
    error = clGetKernelWorkGroupInfo(kernel, execution->runner->session.device->device,
                                     CL_KERNEL_WORK_GROUP_SIZE, sizeof(most), &most, NULL);
    if (error)
        return pt_execution_fail(execution, step, "clGetKernelWorkGroupInfo", error);
    return check_group_size(execution, &step->launch, most, "kernel's");
}

/* Returns the names of the kernels, as clGetProgramInfo has them: "a;b" (to free()). */
static char *kernel_names(cl_program program)
{
    size_t size = 0;

    clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, NULL, &size);
    char *names = pt_alloc(size + 1, 1);
    if (size)
        clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, names, NULL);
    return names;
}

static bool no_such_kernel(struct pt_execution *execution, const struct pt_step *step)
{
    char *list = kernel_names(execution->runner->program), *rest = list;
    const char **names = pt_alloc(strlen(list) + 1, sizeof(*names)),
               *name = step->launch.kernel_name;
    size_t count = 0;

    for (char *one; (one = strsep(&rest, ";"));) {
        if (*one)
            names[count++] = one;
    }
    char *hint = pt_names_hint((struct pt_names){names, count, sizeof(*names)},
                               (struct pt_word){name, strlen(name)});
    pt_judge_stop(execution->result, PT_ERROR, step->launch.kernel_offset,
                  "the program has no kernel '%s'%s", name, count ? hint : ", nor any other");
    free(hint);
    free(names);
    free(list);
    return false;
}

bool pt_launch_prepare(struct pt_execution *execution, const struct pt_step *step,
                       cl_kernel *kernel)
{
    const struct pt_runner *runner = execution->runner;
    const char *name = step->launch.kernel_name;
    cl_int error;

    if (!step->error && !check_group_size(execution, &step->launch,
                                          runner->session.device->max_group_size, "device's"))
        return false;
    *kernel = clCreateKernel(runner->program, name, &error);
    if (!error)
        return check_kernel(execution, step, *kernel);
    *kernel = NULL;
    if (error != CL_INVALID_KERNEL_NAME)
        return pt_execution_fail(execution, step, "clCreateKernel", error);
    return no_such_kernel(execution, step);
}

static cl_int set_arg(const struct pt_execution *execution, cl_kernel kernel, unsigned position,
                      const struct pt_binding *binding)
{
    const struct pt_arg *arg = pt_binding_arg(binding);
    unsigned char value[16 * 8];

    switch (arg->kind) {
    case PT_ARG_LOCAL:
        return clSetKernelArg(kernel, position, arg->size, NULL);
    case PT_ARG_SAMPLER:
        return clSetKernelArg(kernel, position, sizeof(binding->sampler), &binding->sampler);
    case PT_ARG_BUFFER:
    case PT_ARG_IMAGE:
        return clSetKernelArg(kernel, position, sizeof(binding->memory), &binding->memory);
    case PT_ARG_VALUE:
        break;
    }
    pt_arg_expand(arg, execution->runner->options->seed, value);
    return clSetKernelArg(kernel, position, arg->size, value);
}

/* Returns a hint where a buffer was likely taken for local memory or the other way round. Kernels
 * tell where their arguments are only if the driver keeps that. */
static const char *misfit_hint(cl_kernel kernel, unsigned position, const struct pt_arg *arg)
{
    cl_kernel_arg_address_qualifier space = 0;

    clGetKernelArgInfo(kernel, position, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(space), &space,
                       NULL);
    if (arg->kind == PT_ARG_BUFFER && space == CL_KERNEL_ARG_ADDRESS_LOCAL)
        return ": local memory is written as buffer TYPE[COUNT] NULL";
    return space == CL_KERNEL_ARG_ADDRESS_LOCAL ? "" : pt_local_hint(arg);
}

static bool set_args(struct pt_execution *execution, const struct pt_step *step, cl_kernel kernel)
{
    for (unsigned i = 0; i < argument_count(execution, step); i++) {
        unsigned index = step->args ? step->args[i] : i;
        const struct pt_binding *binding = &execution->bindings[index];
        cl_int error = set_arg(execution, kernel, i, binding);

        if (!error)
            continue;
        char *why = pt_reason_of_argument(execution->result->plan, pt_binding_arg(binding),
                                          step->launch.kernel_name, i);
        pt_judge_stop(execution->result, PT_FAIL, pt_binding_arg(binding)->offset,
                      "argument %u does not fit kernel '%s': %sclSetKernelArg failed: %s%s", index,
                      step->launch.kernel_name, why, pt_cl_error(error),
                      misfit_hint(kernel, i, pt_binding_arg(binding)));
        free(why);
        return false;
    }
    return true;
}

bool pt_launch_start(struct pt_execution *execution, const struct pt_step *step, cl_kernel kernel)
{
    const struct pt_launch *how = &step->launch;
    cl_event event = NULL;

    if (!set_args(execution, step, kernel))
        return false;
    cl_int error = clEnqueueNDRangeKernel(execution->queue, kernel, how->dimensions,
                                          how->offset_null ? NULL : how->offset, how->global,
                                          how->local_null ? NULL : how->local, 0, NULL, &event);
    return pt_execution_called(execution, step, "clEnqueueNDRangeKernel", error, event);
}
