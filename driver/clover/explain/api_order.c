/* SPDX-License-Identifier: MIT */
/* api_order.c: commands that use one object, or one place of host memory, while nothing orders them
 * (OpenCL 3.0, 3.2.4 and 5.11): of two queues, or of one that is out of order.
 *
 * Commands that the application does not know to have ended are remembered, each with those that
 * certainly end before it begins. What a kernel does with a pointer that is not const is not known:
 * it is taken for a store where a command of the API has all of the same bytes, and where another
 * kernel can only read them. A command that waits for a user event is left alone: who sets that may
 * have waited for anything. */
#include "driver/clover/explain/api_order.h"
#include "driver/clover/explain/api_commands.h"
#include "driver/clover/explain/host_memory.h"
#include "driver/clover/explain/map_guard.h"
#include "driver/clover/queue/queue.h"

#include <stdio.h>

static bool covers(const struct use *all, const struct use *part)
{
    return all->start <= part->start && all->end >= part->end;
}

static bool conflict(const struct use *a, const struct use *b)
{
    if (a->root != b->root || a->start >= b->end || b->start >= a->end || !(a->write || b->write))
        return false;
    if (a->kernel && b->kernel)
        return a->write != b->write;
    return a->kernel ? covers(b, a) : !b->kernel || covers(a, b);
}

static void tell(const struct api_call *call, const struct command *earlier, const struct use *use,
                 bool writes, bool same_queue)
{
    char what[320], object[64] = "host memory";

    if (use->mem)
        snprintf(object, sizeof object, "%s #%u",
                 clover_mem_is_buffer(use->mem) ? "the buffer of clCreateBuffer"
                                                : "the image of clCreateImage",
                 use->mem->number);
    snprintf(what, sizeof what,
             "%s %s, which %s %s in %s: no event, barrier or wait orders the two",
             writes ? "writes" : "reads", object, earlier->name, use->write ? "writes" : "reads",
             same_queue ? "the same queue, which is out of order" : "another queue");
    api_tell(call, what);
}

/* Holds a command against those that may run beside it: true if one conflicts, which is told. */
static bool look_for_conflict(const struct api_call *call, const struct command *command)
{
    for (unsigned i = 0; i < COMMANDS; i++) {
        const struct command *other = &api_commands[i];
        if (!other->number || other == command || command->before >> i & 1u || other->loose)
            continue;
        for (unsigned k = 0; k < command->use_count * other->use_count; k++) {
            const struct use *own = &command->uses[k / other->use_count];
            const struct use *theirs = &other->uses[k % other->use_count];
            if (!conflict(own, theirs))
                continue;
            tell(call, other, theirs, own->write, other->queue == command->queue);
            return true;
        }
    }
    return false;
}

static bool is_blocking(const struct api_call *call)
{
    return api_number(call, "blocking_read") || api_number(call, "blocking_write") ||
           api_number(call, "blocking_map");
}

static void note_command(const struct api_call *call, void *made)
{
    const cl_command_queue queue = api_pointer(call, "command_queue");
    const cl_event *event = api_pointer(call, "event"), *list = api_pointer(call, "event_list");
    const cl_event *waits = api_pointer(call, "event_wait_list");
    const bool marker = api_is(call, "clEnqueueMarker"), barrier = api_is(call, "clEnqueueBarrier");
    const bool in_order = !(queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    struct command *command = command_make();

    command->queue = queue;
    command->event = event ? *event : NULL;
    command->barrier = barrier || list;
    command_wait_for_events(command, waits, api_number(call, "num_events_in_wait_list"));
    command_wait_for_events(command, list, api_number(call, "num_events"));
    command_wait_for_queue(command, in_order || ((marker || barrier) && !waits));
    command_find_uses(command, call);
    if (!command->loose)
        look_for_conflict(call, command);
    if (made && is_blocking(call) && api_number(call, "map_flags") == CL_MAP_READ)
        map_guard_reads_only(made);
    if (made && api_is(call, "clEnqueueMapBuffer") && command->use_count) {
        struct use use = command->uses[0];
        use.write = api_number(call, "map_flags") & ~(size_t)CL_MAP_READ;
        if (command_note_mapping(made, &use))
            api_tell(call,
                     "maps bytes that are mapped already, and one of the two maps is for writing");
    }
    if (is_blocking(call))
        command_end(command);
}

static bool is_complete(const struct api_call *call)
{
    const cl_int *status = api_pointer(call, "param_value");

    return api_number(call, "param_name") == CL_EVENT_COMMAND_EXECUTION_STATUS && status &&
           *status == CL_COMPLETE;
}

void api_order_note(const struct api_call *call, void *made)
{
    const cl_event *events = api_pointer(call, "event_list");
    const cl_event event = api_is(call, "clGetEvent") || api_is(call, "clSetEventCallback")
                               ? (cl_event)call->arguments[0].value
                               : NULL;

    if (api_is(call, "clEnqueue")) {
        if (clover_is(api_pointer(call, "command_queue"), &clover_queue_class))
            note_command(call, made);
    } else if (api_is(call, "clFinish")) {
        command_end_queue(api_pointer(call, "command_queue"));
    } else if (api_is(call, "clWaitForEvents")) {
        for (size_t i = 0; events && i < api_number(call, "num_events"); i++)
            command_end_event(events[i]);
    } else if (!api_is(call, "clGetEventInfo") || is_complete(call)) {
        command_end_event(event); /* a callback is taken for a wait */
    }
}

/* Whether the host has changed what a command reads that it does not know to have ended. */
static void look_for_changes(const struct api_call *call)
{
    char what[192];

    for (unsigned i = 0; i < COMMANDS * USES; i++) {
        const struct command *command = &api_commands[i / USES];
        struct use *use = &api_commands[i / USES].uses[i % USES];
        if (!command->number || i % USES >= command->use_count || !use->sum)
            continue;
        const uint64_t sum =
            host_memory_sum((const void *)(uintptr_t)use->start, use->end - use->start);
        if (sum == use->sum)
            continue;
        use->sum = 0;
        if (!sum)
            continue;
        snprintf(what, sizeof what,
                 "comes after the host has changed memory that %s reads, which is not known to "
                 "have ended",
                 command->name);
        api_tell(call, what);
    }
}

void api_order_look(const struct api_call *call)
{
    const uint64_t start = (uintptr_t)api_pointer(call, "host_ptr");
    struct command copy = {.use_count = 1};

    look_for_changes(call);
    if (!start || !api_is(call, "clCreateBuffer"))
        return;
    copy.uses[0] = (struct use){.start = start, .end = start + api_number(call, "size")};
    look_for_conflict(call, &copy);
}
