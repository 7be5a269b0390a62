/* SPDX-License-Identifier: MIT */
/* calls.c: one fuzzed call. What functions there are and what their parameters are called is read
 * from the table that the check "api" wraps them by; what they may return is a table of its own. */
#include "driver/fuzz/api/calls.h"

#include <assert.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/fuzz/api/values.h"

/* ---- what may come back ---- */

static const struct {
    const char *functions;
    cl_int errors[12]; /* a 0 ends them */
} errors[] = {
#define MAY(functions, ...) {functions, {__VA_ARGS__}},
#include "driver/fuzz/api/errors.def"
#undef MAY
};

static bool may_return(const char *name, cl_int error)
{
    for (size_t i = 0; i < COUNT(errors); i++)
        for (size_t e = 0; e < COUNT(errors[i].errors) && errors[i].errors[e]; e++)
            if (errors[i].errors[e] == error && !fnmatch(errors[i].functions, name, 0))
                return true;
    return false;
}

/* ---- before and after a call ---- */

static bool starts(const struct call *call, const char *with)
{
    return !strncmp(call->name, with, strlen(with));
}

/* Checks a property of a call. For drivers of others every violation is printed, and the sequence
 * goes on. */
static void require(bool holds, const struct call *call, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s: the error %d %s\n", call->name, call->error, what);
    assert(!world_is_strict());
}

static bool waits(const struct call *call)
{
    for (unsigned i = 0; i < call->count; i++)
        if (!strncmp(call->values[i].name, "blocking_", 9) && call->values[i].value)
            return true;
    return starts(call, "clFinish") || starts(call, "clWaitForEvents") ||
           (!world_is_strict() && starts(call, "clRelease"));
}

/* True for calls that end the process of PoCL 3.1, so that nothing else would be found of it. */
static bool ends_others(const char *name)
{
    static const char *const names[] = {"clEnqueueWaitForEvents", "clSetCommandQueueProperty",
                                        "clSetProgramSpecializationConstant"};

    for (size_t i = 0; i < COUNT(names); i++)
        if (!strcmp(names[i], name))
            return true;
    return strstr(name, "SVM");
}

/* A kernel that stores behind its buffer, which another driver need not survive. */
static bool is_dangerous(const struct call *call)
{
    const void *const *value = (const void *const *)value_before(call, "arg_value");
    size_t size = SIZE_MAX;

    if (ends_others(call->name))
        return true;
    if (strcmp(call->name, "clSetKernelArg") != 0)
        return false;
    if (value && *value && world_is(WORLD_MEM, *value))
        clGetMemObjectInfo((cl_mem)*value, CL_MEM_SIZE, sizeof size, &size, NULL);
    else
        size = value_before(call, "arg_size") * (value ? 64 : 16);
    return size < 64;
}

static bool registers_callback(const struct call *call)
{
    return starts(call, "clSet") && !starts(call, "clSetProgram") &&
           value_before(call, "pfn_notify");
}

/* False: the call is not to be made. */
static bool before(struct call *call)
{
    if (!world_is_strict() && is_dangerous(call))
        return false;
    if (starts(call, "clRelease")) {
        call->gives =
            world_give_back(call->actor, call->values[0].kind, (void *)call->values[0].value);
        if (call->gives == WORLD_KEEPS)
            return false;
    }
    if (registers_callback(call))
        world_expect_callbacks(1);
    if (waits(call))
        world_settle(call->actor);
    return true;
}

static void take_list(struct call *call, const char *name, const char *counted,
                      enum world_kind kind)
{
    enum { MOST = 64 };
    void **made = (void **)value_before(call, name);
    const size_t count = value_before(call, counted);

    for (size_t i = 0; made && i < count && i < MOST && made[i]; i++)
        world_add(kind, made[i]);
}

/* A command that was enqueued and has failed while the call waited for it has an event, too. */
static void take_event(struct call *call)
{
    const struct value_of *last = &call->values[call->count - 1];
    void **event = (void **)last->value;

    if (!strcmp(last->name, "event") && !last->kind && event && *event)
        world_add(WORLD_EVENT, *event);
}

static void take_results(struct call *call)
{
    const struct value_of *first = &call->values[0];

    if (starts(call, "clRetain"))
        world_keep(first->kind, (void *)first->value);
    take_list(call, "kernels", "num_kernels", WORLD_KERNEL);
    take_list(call, "out_devices", "num_devices", WORLD_DEVICE);
}

/* Checks the errors of releases and of calls with invalid handles. With threads, a handle may have
 * become invalid since. */
static void check_handles(const struct call *call, bool alone)
{
    bool is_invalid = call->gives == WORLD_GIVES_NONE;

    if (!world_is_strict())
        return;
    require(call->gives != WORLD_GIVES_ONE || !call->error, call,
            "comes of a release of what is held");
    for (unsigned i = 0; i < call->count && call->gives != WORLD_GIVES_ONE; i++)
        is_invalid |= call->values[i].kind && world_is_invalid((void *)call->values[i].value);
    require(call->error || !is_invalid || !alone, call, "comes of a call with an invalid handle");
}

static void after(struct call *call, bool alone)
{
    check_handles(call, alone);
    take_event(call);
    if (call->error == CL_SUCCESS) {
        take_results(call);
        return;
    }
    require(may_return(call->name, call->error), call, "is no error that it may return");
    if (registers_callback(call))
        world_expect_callbacks(-1);
    if (call->gives == WORLD_GIVES_ONE)
        world_keep(call->values[0].kind, (void *)call->values[0].value);
    if (alone)
        world_check_counts();
}

/* An object, and no error; or an error, and none. */
static void take(struct call *call, enum world_kind kind, void *made)
{
    require(call->error <= 0, call, "was not written");
    require((made != NULL) == (call->error == CL_SUCCESS) || starts(call, "clLinkProgram"), call,
            made ? "comes with an object" : "comes with none");
    if (!made || call->error)
        return;
    if (kind)
        world_add(kind, made);
    else
        world_add_map((void *)call->values[1].value, made);
}

/* ---- the functions ---- */

#define KIND(a)                                                                                    \
    _Generic((a),                                                                                  \
        cl_platform_id: WORLD_PLATFORM,                                                            \
        cl_device_id: WORLD_DEVICE,                                                                \
        cl_context: WORLD_CONTEXT,                                                                 \
        cl_command_queue: WORLD_QUEUE,                                                             \
        cl_mem: WORLD_MEM,                                                                         \
        cl_program: WORLD_PROGRAM,                                                                 \
        cl_kernel: WORLD_KERNEL,                                                                   \
        cl_event: WORLD_EVENT,                                                                     \
        cl_sampler: WORLD_SAMPLER,                                                                 \
        default: WORLD_NOTHING)

/* GCC's number of the class of pointers. */
enum { POINTER_CLASS = 5, UNWRITTEN = 4711 };

#define DRAW(a)                                                                                    \
    a = (__typeof__(a))value_draw(call, #a, KIND(a), __builtin_classify_type(a) == POINTER_CLASS);
#define NONE(a) 0,

#define EACH_1(do, a)                                                                              \
    do                                                                                             \
    (a)
#define EACH_2(do, a, ...)                                                                         \
    do                                                                                             \
    (a) EACH_1(do, __VA_ARGS__)
#define EACH_3(do, a, ...)                                                                         \
    do                                                                                             \
    (a) EACH_2(do, __VA_ARGS__)
#define EACH_4(do, a, ...)                                                                         \
    do                                                                                             \
    (a) EACH_3(do, __VA_ARGS__)
#define EACH_5(do, a, ...)                                                                         \
    do                                                                                             \
    (a) EACH_4(do, __VA_ARGS__)
#define EACH_6(do, a, ...)                                                                         \
    do                                                                                             \
    (a) EACH_5(do, __VA_ARGS__)
#define EACH_7(do, a, ...)                                                                         \
    do                                                                                             \
    (a) EACH_6(do, __VA_ARGS__)
#define EACH_8(do, a, ...)                                                                         \
    do                                                                                             \
    (a) EACH_7(do, __VA_ARGS__)
#define EACH_9(do, a, ...)                                                                         \
    do                                                                                             \
    (a) EACH_8(do, __VA_ARGS__)
#define EACH_10(do, a, ...)                                                                        \
    do                                                                                             \
    (a) EACH_9(do, __VA_ARGS__)
#define EACH_11(do, a, ...)                                                                        \
    do                                                                                             \
    (a) EACH_10(do, __VA_ARGS__)
#define EACH_12(do, a, ...)                                                                        \
    do                                                                                             \
    (a) EACH_11(do, __VA_ARGS__)
#define EACH_13(do, a, ...)                                                                        \
    do                                                                                             \
    (a) EACH_12(do, __VA_ARGS__)
#define EACH_14(do, a, ...)                                                                        \
    do                                                                                             \
    (a) EACH_13(do, __VA_ARGS__)
#define CHOOSE(a, b, c, d, e, f, g, h, i, j, k, l, m, n, chosen, ...) chosen
#define EACH(do, ...)                                                                              \
    CHOOSE(__VA_ARGS__, EACH_14, EACH_13, EACH_12, EACH_11, EACH_10, EACH_9, EACH_8, EACH_7,       \
           EACH_6, EACH_5, EACH_4, EACH_3, EACH_2, EACH_1, )                                       \
    (do, __VA_ARGS__)

/* Functions with the parameters of OpenCL's, and the call that they make: each draws what it passes
 * on, and nobody passes it anything. */
#define AND_CALL(...) (__VA_ARGS__, struct call * call, bool alone)
#define CALL(section, name, parameters, ...)                                                       \
    static void draw_##name AND_CALL parameters                                                    \
    {                                                                                              \
        EACH(DRAW, __VA_ARGS__)                                                                    \
        if (!before(call))                                                                         \
            return;                                                                                \
        call->error = name(__VA_ARGS__);                                                           \
        after(call, alone);                                                                        \
    }                                                                                              \
    static void next_##name(struct call *call, bool alone)                                         \
    {                                                                                              \
        draw_##name(EACH(NONE, __VA_ARGS__) call, alone);                                          \
    }
#define MAKE(section, type, name, parameters, ...)                                                 \
    static void draw_##name AND_CALL parameters                                                    \
    {                                                                                              \
        EACH(DRAW, __VA_ARGS__)                                                                    \
        (void)errcode_ret;                                                                         \
        if (!before(call))                                                                         \
            return;                                                                                \
        call->error = UNWRITTEN;                                                                   \
        type made = name(__VA_ARGS__, &call->error);                                               \
        take(call, KIND(made), (void *)made);                                                      \
        after(call, alone);                                                                        \
    }                                                                                              \
    static void next_##name(struct call *call, bool alone)                                         \
    {                                                                                              \
        draw_##name(EACH(NONE, __VA_ARGS__) NULL, call, alone);                                    \
    }
#include "driver/clover/object/api_calls.def"
#undef CALL
#undef MAKE

static const struct {
    const char *name;
    void (*next)(struct call *call, bool alone);
} functions[] = {
#define CALL(section, name, parameters, ...)       {#name, next_##name},
#define MAKE(section, type, name, parameters, ...) {#name, next_##name},
#include "driver/clover/object/api_calls.def"
};

/* True for calls that run the compiler, which are made less often. */
static bool takes_long(const struct call *call)
{
    return starts(call, "clBuild") || starts(call, "clCompile") || starts(call, "clLink") ||
           starts(call, "clUnload");
}

void calls_next(struct world_actor *actor, bool alone)
{
    const size_t which = world_byte(actor) % COUNT(functions);
    struct call call = {.actor = actor, .name = functions[which].name};

    if (takes_long(&call) && world_byte(actor) >= 0x20)
        return;
    functions[which].next(&call, alone);
    world_leave_rooms(actor);
}
