/* SPDX-License-Identifier: MIT */
/* api.c: wraps the functions of OpenCL for the check "api". */
#include "driver/clover/explain/api.h"

#include "driver/base/checks.h"
#include "driver/base/count.h"
#include "driver/base/env.h"
#include "driver/clover/explain/findings.h"
#include "driver/clover/launch/kernel.h"
#include "driver/clover/memory/sampler.h"
#include "driver/clover/queue/event.h"
#include "driver/clover/queue/queue.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct api_argument *api_argument(const struct api_call *call, const char *name)
{
    for (size_t i = 0; i < call->count; i++)
        if (!strcmp(call->arguments[i].name, name))
            return &call->arguments[i];
    return NULL;
}

void *api_pointer(const struct api_call *call, const char *name)
{
    const struct api_argument *argument = api_argument(call, name);

    return argument ? (void *)argument->value : NULL;
}

size_t api_number(const struct api_call *call, const char *name)
{
    const struct api_argument *argument = api_argument(call, name);

    return argument ? argument->value : 0;
}

bool api_is(const struct api_call *call, const char *beginning)
{
    return !strncmp(call->name, beginning, strlen(beginning));
}

/* The context that a call is of; NULL: none that is known. */
static cl_context context_of(const struct api_call *call)
{
    void *first = call->arguments[0].pointer ? (void *)call->arguments[0].value : NULL;

    if (call->error && strcmp(call->arguments[0].name, "properties") == 0)
        return NULL;
    if (clover_is(first, &clover_context_class))
        return first;
    if (clover_is(first, &clover_queue_class))
        return ((cl_command_queue)first)->context;
    if (clover_is(first, &clover_mem_class))
        return ((cl_mem)first)->context;
    if (clover_is(first, &clover_kernel_class))
        return ((cl_kernel)first)->context;
    if (clover_is(first, &clover_program_class))
        return ((cl_program)first)->context;
    return clover_is(first, &clover_event_class) ? ((cl_event)first)->context : NULL;
}

/* How many numbers of size_t an argument of a name points to; 0: it points to something else. */
static size_t number_count(const struct api_call *call, const char *name)
{
    const struct api_argument *dimensions = api_argument(call, "work_dim");

    if (dimensions && strstr(name, "_work_"))
        return dimensions->value <= 3 ? dimensions->value : 0;
    return strstr(name, "origin") || !strcmp(name, "region") ? 3 : 0;
}

static void print_pointer(const struct api_call *call, const struct api_argument *argument,
                          FILE *out)
{
    const size_t count = number_count(call, argument->name);
    const size_t *numbers = (const size_t *)argument->value;

    if (!numbers) {
        fputs("NULL", out);
    } else if (!count) {
        fprintf(out, "0x%" PRIxPTR, argument->value);
    } else {
        for (size_t i = 0; i < count; i++)
            fprintf(out, "%s%zu", i ? " " : "{", numbers[i]);
        fputc('}', out);
    }
}

static void print_arguments(const struct api_call *call, FILE *out)
{
    for (size_t i = 0; i < call->count; i++) {
        const struct api_argument *argument = &call->arguments[i];
        fprintf(out, "%s%s ", i ? ", " : "\n    ", argument->name);
        if (argument->pointer)
            print_pointer(call, argument, out);
        else
            fprintf(out, "%" PRIuPTR, argument->value);
    }
}

void api_tell(const struct api_call *call, const char *what)
{
    struct clover_finding finding = {check_name(CHECK_api), "", call->name, 1, NULL};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        return;
    fprintf(out, "%s %s (OpenCL %s)", call->name, what, call->section);
    print_arguments(call, out);
    fclose(out);
    finding.text = text;
    clover_find(context_of(call), &finding);
    free(text);
}

static _Thread_local struct api_call *checked;

bool api_fails_as(const char *why)
{
    if (checked)
        snprintf(checked->why, sizeof checked->why, "%s", why);
    return checked;
}

static void begin(struct api_call *call)
{
    call->outer = checked;
    checked = call;
    api_look(call);
}

static void end(struct api_call *call, cl_int error, void *made)
{
    checked = call->outer;
    call->error = error;
    if (error)
        api_explain(call);
    else
        api_note(call, made);
}

/* Arguments with their names. Pointers are told from numbers by GCC's number of their class. */
enum { POINTER_CLASS = 5 };
#define SHOW(a)                                                       {#a, (uintptr_t)(a), __builtin_classify_type(a) == POINTER_CLASS}
#define SHOW_1(a)                                                     SHOW(a)
#define SHOW_2(a, ...)                                                SHOW(a), SHOW_1(__VA_ARGS__)
#define SHOW_3(a, ...)                                                SHOW(a), SHOW_2(__VA_ARGS__)
#define SHOW_4(a, ...)                                                SHOW(a), SHOW_3(__VA_ARGS__)
#define SHOW_5(a, ...)                                                SHOW(a), SHOW_4(__VA_ARGS__)
#define SHOW_6(a, ...)                                                SHOW(a), SHOW_5(__VA_ARGS__)
#define SHOW_7(a, ...)                                                SHOW(a), SHOW_6(__VA_ARGS__)
#define SHOW_8(a, ...)                                                SHOW(a), SHOW_7(__VA_ARGS__)
#define SHOW_9(a, ...)                                                SHOW(a), SHOW_8(__VA_ARGS__)
#define SHOW_10(a, ...)                                               SHOW(a), SHOW_9(__VA_ARGS__)
#define SHOW_11(a, ...)                                               SHOW(a), SHOW_10(__VA_ARGS__)
#define SHOW_12(a, ...)                                               SHOW(a), SHOW_11(__VA_ARGS__)
#define SHOW_13(a, ...)                                               SHOW(a), SHOW_12(__VA_ARGS__)
#define SHOW_14(a, ...)                                               SHOW(a), SHOW_13(__VA_ARGS__)
#define CHOOSE(a, b, c, d, e, f, g, h, i, j, k, l, m, n, chosen, ...) chosen
#define SHOW_ALL(...)                                                                              \
    CHOOSE(__VA_ARGS__, SHOW_14, SHOW_13, SHOW_12, SHOW_11, SHOW_10, SHOW_9, SHOW_8, SHOW_7,       \
           SHOW_6, SHOW_5, SHOW_4, SHOW_3, SHOW_2, SHOW_1, )                                       \
    (__VA_ARGS__)

#define BEGIN(section, name, ...)                                                                  \
    const struct api_argument arguments[] = {SHOW_ALL(__VA_ARGS__)};                               \
    struct api_call call = {#name, section, arguments, COUNT(arguments), CL_SUCCESS, NULL, ""};    \
    CLOVER_CALL;                                                                                   \
    begin(&call)

#define CALL(section, name, parameters, ...)                                                       \
    static cl_int checked_##name parameters                                                        \
    {                                                                                              \
        BEGIN(section, name, __VA_ARGS__);                                                         \
        const cl_int error = name(__VA_ARGS__);                                                    \
        end(&call, error, NULL);                                                                   \
        return error;                                                                              \
    }
#define MAKE(section, type, name, parameters, ...)                                                 \
    static type checked_##name parameters                                                          \
    {                                                                                              \
        BEGIN(section, name, __VA_ARGS__);                                                         \
        cl_int error = CL_SUCCESS;                                                                 \
        type made = name(__VA_ARGS__, &error);                                                     \
        end(&call, error, made);                                                                   \
        if (errcode_ret)                                                                           \
            *errcode_ret = error;                                                                  \
        return made;                                                                               \
    }
#include "driver/clover/object/api_calls.def"
#undef CALL
#undef MAKE

static bool wrapped;

bool api_is_checked(void)
{
    return wrapped;
}

static void wrap(void)
{
    char why[512];
    unsigned checks;

    if (!checks_read(env_get(ENV_CHECK), &checks, why, sizeof why) || !(checks >> CHECK_api & 1u))
        return; /* what is wrong with the variable, the device tells */
    wrapped = true;
#define CALL(section, name, parameters, ...)       clover_dispatch.name = checked_##name;
#define MAKE(section, type, name, parameters, ...) clover_dispatch.name = checked_##name;
#include "driver/clover/object/api_calls.def"
}

void api_check_begin(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, wrap);
}
