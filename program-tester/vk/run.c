/* SPDX-License-Identifier: MIT */
/* run.c: runs the tests of plans on a Vulkan device, one after the other. */
#include "program-tester/vk/run.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/shader/shader.h"
#include "program-tester/vk/compile.h"

struct pt_runner *pt_runner_create(const struct pt_run_options *options,
                                   const struct pt_device *device)
{
    struct pt_runner *runner = pt_alloc(1, sizeof(*runner));

    runner->options = options;
    runner->device = device;
    return runner;
}

void pt_runner_forget(struct pt_runner *runner)
{
    pt_vk_program_finish(&runner->vk, &runner->program);
    runner->plan = NULL;
}

void pt_runner_destroy(struct pt_runner *runner)
{
    if (!runner)
        return;
    pt_runner_forget(runner);
    pt_vk_context_close(&runner->vk);
    pt_result_finish(&runner->prepared);
    free(runner);
}

/* A context that was lost is made anew. */
static bool open_context(struct pt_runner *runner, struct pt_result *result)
{
    const bool again = runner->vk.lost;

    if (again)
        pt_vk_context_close(&runner->vk);
    if (runner->vk.device)
        return true;
    VkResult opened =
        pt_vk_context_open(&runner->vk, (VkPhysicalDevice)(void *)runner->device->device);
    if (!opened)
        return true;
    pt_result_set(result, PT_ERROR, "the device could not be made: %s", pt_vk_error(opened));
    result->device_lost = again;
    return false;
}

/* Sets the result where the program cannot be made of these words. */
static bool make_program(struct pt_runner *runner, const uint32_t *words, size_t count,
                         struct pt_result *result)
{
    char *why = NULL;

    if (!pt_vk_module_read(&runner->program.module, words, count, &why)) {
        pt_result_set(result, PT_ERROR, "%s", why);
        free(why);
        return false;
    }
    const char *missing = pt_vk_program_lacks(&runner->vk, &runner->program.module);
    if (missing) {
        pt_result_set(result, PT_SKIP, "the device has no feature %s", missing);
        return false;
    }
    VkResult made = pt_vk_program_make(&runner->vk, &runner->program, words, count);
    if (made)
        result->build_log = pt_format("the driver gives %s", pt_vk_error(made));
    return !made;
}

static void prepare(struct pt_runner *runner, const struct pt_plan *plan)
{
    struct pt_result *result = &runner->prepared;
    bool missing = false, built = false;
    size_t count = 0;

    pt_runner_forget(runner);
    runner->plan = plan;
    pt_result_finish(result);
    result->status = PT_PASS;
    pt_need_device(plan, runner->device, result);
    pt_need_api(plan, PT_VULKAN, result);
    if (result->message || !open_context(runner, result))
        return;
    uint32_t *words = pt_vk_compile(plan, &count, &result->build_log, &missing);
    if (missing)
        pt_result_set(result, PT_ERROR, "%s", result->build_log);
    if (words)
        built = make_program(runner, words, count, result);
    free(words);
    if (!result->message)
        pt_judge_build(&plan->config, built, result);
}

/* A message of the validation layer is a fault of the tester or of the test, and never of the
 * driver.
 */
static void take_messages(struct pt_result *result)
{
    char *message;

    while ((message = pt_vk_take_message())) {
        pt_result_add_driver_message(result, message);
        if (result->status == PT_PASS)
            pt_result_set(result, PT_FAIL, "the validation layer says: %s", message);
        free(message);
    }
}

void pt_runner_run(struct pt_runner *runner, const struct pt_plan *plan, const struct pt_test *test,
                   struct pt_result *result)
{
    double start = pt_now();

    if (runner->plan != plan || runner->vk.lost)
        prepare(runner, plan);
    result->device = runner->device->label;
    if (runner->prepared.message || !test) {
        pt_judge_prepared(&runner->prepared, result);
    } else {
        result->status = PT_PASS;
        pt_vk_execute(runner, test, result);
    }
    take_messages(result);
    result->seconds = pt_now() - start;
}
