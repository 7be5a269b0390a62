/* SPDX-License-Identifier: MIT */
/* info.c: steps that ask the host's calls for what an image is (OpenCL 1.2, 5.3.6 and 5.3.7). */
#include "program-tester/parse/layout.h"
#include "program-tester/run/execution.h"

enum { UNTOUCHED = 0x5a5a5a5a }; /* where a driver has to store a value */

static cl_mem memory_of(const struct pt_execution *execution, const struct pt_step *step)
{
    return execution->bindings[step->statement.arg].memory;
}

/* Maps all of the image to be read, and keeps the pitch that this returned. */
static cl_int map_pitch(struct pt_execution *execution, const struct pt_step *step, size_t *value)
{
    static const size_t origin[3];
    const struct pt_arg *arg = pt_binding_arg(&execution->bindings[step->statement.arg]);
    size_t region[3], row = UNTOUCHED, slice = UNTOUCHED;
    cl_int error;

    pt_arg_extents(arg, region);
    void *mapped =
        clEnqueueMapImage(execution->queue, memory_of(execution, step), CL_TRUE, CL_MAP_READ,
                          origin, region, &row, &slice, 0, NULL, NULL, &error);
    *value = step->statement.fact->slice_pitch ? slice : row;
    return error ? error
                 : clEnqueueUnmapMemObject(execution->queue, memory_of(execution, step), mapped, 0,
                                           NULL, NULL);
}

static bool judge(struct pt_execution *execution, const struct pt_step *step, size_t value)
{
    const struct pt_statement *statement = &step->statement;

    if (value == UNTOUCHED)
        return pt_judge_stop(execution->result, PT_FAIL, step->offset,
                             "%s: the call succeeds and stores nothing", statement->fact->name);
    if (value == statement->value || (statement->at_least && value > statement->value))
        return true;
    return pt_judge_stop(execution->result, PT_FAIL, step->offset, "%s: expected %s%zu, got %zu",
                         statement->fact->name, statement->at_least ? "at least " : "",
                         statement->value, value);
}

bool pt_info(struct pt_execution *execution, const struct pt_step *step)
{
    const struct pt_fact *fact = step->statement.fact;
    size_t value = UNTOUCHED;
    const cl_int error = fact->query ? clGetImageInfo(memory_of(execution, step), fact->query,
                                                      sizeof value, &value, NULL)
                                     : map_pitch(execution, step, &value);

    if (!pt_execution_called(execution, step, fact->query ? "clGetImageInfo" : "clEnqueueMapImage",
                             error, NULL))
        return false;
    return step->error || judge(execution, step, value);
}
