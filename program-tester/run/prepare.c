/* SPDX-License-Identifier: MIT */
/* prepare.c: whether a plan can run on a device, and building its program. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/error.h"
#include "program-tester/parse/expression.h"
#include "program-tester/run/judge.h"
#include "program-tester/run/run.h"
#include "program-tester/run/spirv.h"

/* The OpenCL C version to build for: what programs are built for by default, or another of the
 * device's where the file needs it. 0: the device has none that will do. */
static unsigned clc_version(const struct pt_runner *runner, const struct pt_config *config)
{
    const struct pt_device *device = runner->session.device;
    unsigned most = runner->options->version ? runner->options->version : UINT_MAX;

    if (config->clc_version_max && config->clc_version_max < most)
        most = (unsigned)config->clc_version_max;
    return pt_clc_choose(device->clc_versions, device->clc_version,
                         (unsigned)config->clc_version_min, most);
}

static void skip_version(struct pt_runner *runner, const struct pt_config *config,
                         struct pt_result *result)
{
    unsigned least = (unsigned)config->clc_version_min, most = (unsigned)config->clc_version_max;
    unsigned wanted = runner->options->version;
    char *there = pt_clc_text(runner->session.device->clc_versions);
    char *upto = most > least ? pt_format(" to %u.%u", most / 10, most % 10) : pt_copy("", 0);
    char *held = wanted ? pt_format(", of which --version allows %u.%u", wanted / 10, wanted % 10)
                        : pt_copy("", 0);

    pt_result_set(result, PT_SKIP, "OpenCL C %u.%u%s is needed; the device has %s%s", least / 10,
                  least % 10, upto, there, held);
    free(there);
    free(upto);
    free(held);
}

/* A device need not build for a version that it does not list. That it refuses to can be a test. */
static void check_stated_version(const struct pt_device *device, const struct pt_config *config,
                                 struct pt_result *result)
{
    unsigned stated = pt_clc_stated(config->build_options ? config->build_options : "");

    if (!stated || config->expect_build_fail || pt_clc_has(device->clc_versions, stated))
        return;
    char *there = pt_clc_text(device->clc_versions);
    pt_result_set(result, PT_SKIP, "the build options ask for OpenCL C %u.%u; the device has %s",
                  stated / 10, stated % 10, there);
    free(there);
}

/* Whether the file moves data alone: its tests launch no kernel. */
static bool launches_nothing(const struct pt_plan *plan)
{
    for (size_t t = 0; t < plan->test_count; t++)
        for (size_t s = 0; s < plan->tests[t].step_count; s++)
            if (plan->tests[t].steps[s].kind == PT_STEP_LAUNCH)
                return false;
    return plan->test_count > 0;
}

/* Sets a skip for the first requirement that is not met. */
static void check_requirements(struct pt_runner *runner, const struct pt_plan *plan,
                               struct pt_result *result)
{
    const struct pt_config *config = &plan->config;
    const struct pt_device *device = runner->session.device;
    const bool is_assembly = pt_plan_language(plan)->assembly;
    const bool is_spirv = runner->options->through_spirv || is_assembly;

    pt_need_device(runner->plan, device, result);
    if (!clc_version(runner, config))
        skip_version(runner, config, result);
    check_stated_version(device, config, result);
    if (config->need_image_support && !device->images)
        pt_result_set(result, PT_SKIP, "the device has no images");
    if (is_spirv && !strstr(device->languages, "SPIR-V"))
        pt_result_set(result, PT_SKIP, "the device takes no SPIR-V: CL_DEVICE_IL_VERSION is \"%s\"",
                      device->languages);
    if (is_spirv && !is_assembly && config->expect_build_fail)
        pt_result_set(result, PT_SKIP, "no SPIR-V can be made of a program that is wrong");
    if (device->image_programs_only && !config->need_image_program && !launches_nothing(plan))
        pt_result_set(result, PT_SKIP, "the device runs image programs alone");
}

static char *build_options(const struct pt_runner *runner, const struct pt_config *config)
{
    const char *given = config->build_options ? config->build_options : "";
    unsigned version = clc_version(runner, config);

    if (version <= 10 || strstr(given, "-cl-std"))
        return pt_format("%s", given);
    return pt_format("%s%s-cl-std=CL%u.%u", given, *given ? " " : "", version / 10, version % 10);
}

static char *build_log(struct pt_runner *runner)
{
    cl_device_id device = runner->session.device->device;
    size_t size = 0;

    if (clGetProgramBuildInfo(runner->program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size))
        return NULL;
    char *log = pt_alloc(size + 1, 1);
    clGetProgramBuildInfo(runner->program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    size_t length = strlen(log);
    while (length && strchr(" \n\r\t", log[length - 1]))
        log[--length] = '\0';
    if (!length) {
        free(log);
        return NULL;
    }
    return log;
}

static cl_program create_program(struct pt_runner *runner, const struct pt_plan *plan,
                                 cl_int *error)
{
    const char *source = plan->program;
    const unsigned char *binary = (const unsigned char *)plan->program;

    if (runner->module)
        return clCreateProgramWithIL(runner->session.context, runner->module, runner->module_size,
                                     error);
    if (plan->program_is_binary)
        return clCreateProgramWithBinary(runner->session.context, 1,
                                         &runner->session.device->device, &plan->program_size,
                                         &binary, NULL, error);
    return clCreateProgramWithSource(runner->session.context, 1, &source, &plan->program_size,
                                     error);
}

static cl_int build_program(struct pt_runner *runner, const struct pt_plan *plan,
                            const char *options, const char **step)
{
    cl_int error = CL_SUCCESS;

    *step = runner->module            ? "clCreateProgramWithIL"
            : plan->program_is_binary ? "clCreateProgramWithBinary"
                                      : "clCreateProgramWithSource";
    runner->program = create_program(runner, plan, &error);
    if (error) {
        runner->program = NULL;
        return error;
    }
    pt_name_program(runner->session.device->platform, runner->program, plan);
    *step = "clBuildProgram";
    pt_program_cache_before_build(runner->cache);
    error =
        clBuildProgram(runner->program, 1, &runner->session.device->device, options, NULL, NULL);
    pt_program_cache_after_build(runner->cache);
    return error;
}

/* Puts the program that its own binary makes in the place of one that was built from source. */
static cl_int rebuild_from_binary(struct pt_runner *runner, const char *options, const char **step)
{
    cl_program program = runner->program;
    cl_int error;
    size_t size;

    *step = "clGetProgramInfo(CL_PROGRAM_BINARIES)";
    char *binary = pt_program_binary(program, &size, &error);
    if (!binary)
        return error ? error : CL_INVALID_BINARY;
    runner->program =
        pt_program_from_binary(runner->session.context, runner->session.device->device, binary,
                               size, options, step, &error);
    clReleaseProgram(program);
    free(binary);
    return error;
}

/* Makes SPIR-V of assembly: what is wrong with it is an error of the test. */
static bool assemble(struct pt_runner *runner, const struct pt_plan *plan)
{
    char *why = NULL;
    bool missing = false;

    runner->module =
        pt_spirv_assemble(runner->session.device, plan, &runner->module_size, &why, &missing);
    if (!runner->module)
        pt_result_set(&runner->prepared, missing ? PT_SKIP : PT_ERROR, "%s%s",
                      missing ? "no SPIR-V was made: " : "", why);
    free(why);
    return runner->module;
}

/* Makes SPIR-V of the program, where that is asked for. What the tools cannot do says nothing of
 * the driver: then there is a skip. */
static bool make_module(struct pt_runner *runner, const struct pt_plan *plan)
{
    char *why = NULL;

    if (pt_plan_language(plan)->assembly)
        return assemble(runner, plan);
    if (!runner->options->through_spirv || plan->program_is_binary)
        return true;
    char *options = build_options(runner, &plan->config);
    runner->module =
        pt_spirv_make(runner->session.device, plan, options, &runner->module_size, &why);
    free(options);
    if (!runner->module)
        pt_result_set(&runner->prepared, PT_SKIP, "no SPIR-V was made: %s", why);
    free(why);
    return runner->module;
}

/* Builds what the plan asks for, with the log. The build's error, CL_SUCCESS included; *step names
 * the call. */
static cl_int build(struct pt_runner *runner, const struct pt_plan *plan, const char **step)
{
    char *options = build_options(runner, &plan->config);
    bool from_binary = runner->options->from_binary;
    cl_int error = CL_SUCCESS;

    if (!from_binary && !runner->module)
        runner->program = pt_program_cache_build(runner->cache, runner->session.context, plan,
                                                 options, &runner->prepared.build_log);
    if (!runner->program) {
        error = build_program(runner, plan, options, step);
        if (runner->program)
            runner->prepared.build_log = build_log(runner);
        if (!error && from_binary)
            error = rebuild_from_binary(runner, options, step);
        else if (!error && !runner->module)
            runner->unkept = pt_format("%s", options);
    }
    free(options);
    return error;
}

/* Errors that say that the program is wrong, not that the driver cannot build. */
static bool is_rejection(cl_int error)
{
    return error == CL_BUILD_PROGRAM_FAILURE || error == CL_COMPILE_PROGRAM_FAILURE ||
           error == CL_LINK_PROGRAM_FAILURE || error == CL_INVALID_BUILD_OPTIONS ||
           error == CL_INVALID_BINARY;
}

static void judge_rejection(const struct pt_config *config, cl_int error, struct pt_result *result)
{
    const char *log = result->build_log ? result->build_log : "";

    if (!error)
        pt_result_set(result, PT_FAIL, "the program was built, though expect_build_fail is set");
    else if (!is_rejection(error))
        pt_result_set(result, PT_FAIL, "the build failed, but not over the program: %s",
                      pt_cl_error(error));
    else if (config->expect_build_log && !pt_expression_matches(config->expect_build_log, log))
        pt_result_set(result, PT_FAIL, "the build log does not match '%s'",
                      config->expect_build_log);
}

/* The log's first line that speaks of an error is the best short reason; else the call's error. To
 * free(). */
static char *reason(const struct pt_result *result, const char *step, cl_int error)
{
    const char *at = result->build_log ? strcasestr(result->build_log, "error") : NULL;
    const char *start = at;

    while (at && start > result->build_log && start[-1] != '\n')
        start--;
    if (at && is_rejection(error))
        return pt_format("%.*s", (int)strcspn(start, "\n"), start);
    return pt_format("%s failed: %s", step, pt_cl_error(error));
}

/* OpenCL C 3.0 leaves to the device much of 2.0. What a program for 2.0 may want as 3.0, and the
 * device lacks; "" of other programs. To free(). */
static char *missing_of_20(const struct pt_runner *runner, const struct pt_config *config)
{
    const char *given = config->build_options ? config->build_options : "";

    if (config->clc_version_min < 20 || config->clc_version_min >= 30 ||
        clc_version(runner, config) < 30 || strstr(given, "-cl-std"))
        return pt_copy("", 0);
    return pt_clc_lacks_of_20(runner->session.device->features);
}

/* Where the device may lack what the program is refused for, nobody knows whose fault that is. */
static void report_failure(const struct pt_runner *runner, struct pt_result *result,
                           const char *step, cl_int error)
{
    char *why = reason(result, step, error);
    char *missing = missing_of_20(runner, &runner->plan->config);

    if (is_rejection(error) && *missing)
        pt_result_set(
            result, PT_SKIP,
            "OpenCL C 2.0 is needed. As 3.0 the program is not built (%s), and the device "
            "lacks %s",
            why, missing);
    else
        pt_result_set(result, PT_FAIL, "the program was not built: %s", why);
    free(missing);
    free(why);
}

void pt_runner_prepare(struct pt_runner *runner, const struct pt_plan *plan)
{
    struct pt_result *result = &runner->prepared;
    const char *step = "";
    cl_int error;

    pt_runner_forget(runner);
    runner->plan = plan;
    pt_result_finish(result);
    result->status = PT_PASS;
    check_requirements(runner, plan, result);
    pt_need_api(plan, PT_OPENCL, result);
    if (result->message)
        return;
    error = pt_session_open(&runner->session, &step);
    if (error) {
        pt_result_set(result, PT_ERROR, "%s failed: %s", step, pt_cl_error(error));
        result->device_lost = runner->session.is_lost;
        return;
    }
    if (!make_module(runner, plan))
        return;
    error = build(runner, plan, &step);
    free(runner->module);
    runner->module = NULL;
    if (plan->config.expect_build_fail)
        judge_rejection(&plan->config, error, result);
    else if (error)
        report_failure(runner, result, step, error);
}
