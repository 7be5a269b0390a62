/* SPDX-License-Identifier: MIT */
/* api_explain.c: errors of calls in words. */
#include "driver/base/count.h"
#include "driver/clover/explain/api.h"
#include "driver/clover/memory/memory.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

/* When a rule is the one that a call has broken, by the value of its argument. */
enum when { ALWAYS, ZERO, SET, INVALID };

static const struct {
    const char *functions;
    cl_int error;
    const char *name; /* of the error */
    const char *argument;
    enum when when;
    const char *sentence;
} rules[] = {
#define RULE(functions, error, argument, when, sentence)                                           \
    {functions, error, #error, argument, when, sentence},
#include "driver/clover/explain/api_rules.def"
#undef RULE
};

static bool is_invalid(void *handle, cl_int error)
{
    static const struct clover_class *const classes[] = {&clover_device_class, &clover_mem_class};

    for (size_t i = 0; i < COUNT(classes); i++)
        if (classes[i]->invalid == error)
            return !clover_is(handle, classes[i]);
    return false;
}

static bool holds(enum when when, const struct api_argument *argument, cl_int error)
{
    switch (when) {
    case ZERO:
        return !argument->value;
    case SET:
        return argument->value;
    case INVALID:
        return is_invalid((void *)argument->value, error);
    case ALWAYS:
        break;
    }
    return true;
}

static bool fits(size_t rule, const struct api_call *call)
{
    if (rules[rule].error != call->error || fnmatch(rules[rule].functions, call->name, 0))
        return false;
    if (!*rules[rule].argument)
        return true;
    const struct api_argument *argument = api_argument(call, rules[rule].argument);
    return argument && holds(rules[rule].when, argument, call->error);
}

/* Whether a rule is broken by a handle, of which more is known than the rule says. */
static bool describe(size_t rule, const struct api_call *call, char text[64])
{
    const struct api_argument *argument = api_argument(call, rules[rule].argument);

    return argument && argument->value && strstr(rules[rule].sentence, "was released") &&
           clover_describe_handle((void *)argument->value, call->error, text);
}

void api_explain(const struct api_call *call)
{
    char what[512], handle[64];

    /* Who waits for a command that fails has done nothing wrong; why it failed was told. */
    if (call->error == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST ||
        (call->error == CL_OUT_OF_RESOURCES && api_is(call, "clFinish")))
        return;
    snprintf(what, sizeof what, "failed with error %d", call->error);
    for (size_t i = 0; i < COUNT(rules); i++) {
        if (!fits(i, call))
            continue;
        const char *sentence = describe(i, call, handle) ? handle : rules[i].sentence;
        snprintf(what, sizeof what, "failed with %s: %s%s%s", rules[i].name, rules[i].argument,
                 *rules[i].argument ? " " : "", *call->why ? call->why : sentence);
        break;
    }
    api_tell(call, what);
}
