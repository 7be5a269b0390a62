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
#include "driver/clover/explain/api.h"
#include "driver/clover/explain/host_memory.h"
#include "driver/clover/explain/map_guard.h"
#include "driver/clover/launch/kernel.h"
#include "driver/clover/queue/event.h"
#include "driver/clover/queue/queue.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { COMMANDS = 64, USES = 16, MAPS = 64 };

struct use {
    const void *root; /* the memory object without a parent; NULL: host memory */
    uint64_t start, end;
    bool write, kernel;
    cl_mem mem;   /* NULL: host memory */
    uint64_t sum; /* of host memory that is read, by host_memory_sum; 0: nobody asks */
};

struct command {
    uint64_t number; /* from 1 on; 0: free */
    uint64_t before; /* a bit for each command that ends before it */
    cl_command_queue queue;
    cl_event event;
    bool barrier;
    bool loose; /* it waits for a user event */
    char name[96];
    struct use uses[USES];
    unsigned use_count;
};

struct mapping {
    const void *pointer; /* NULL: free */
    struct use use;
};

static struct command commands[COMMANDS];
static struct mapping mappings[MAPS];
static uint64_t last_number;

/* ---- commands ---- */

static unsigned slot_of(const struct command *command)
{
    return (unsigned)(command - commands);
}

static void forget(struct command *command)
{
    const uint64_t bit = 1ull << slot_of(command);

    for (unsigned i = 0; i < COMMANDS; i++)
        commands[i].before &= ~bit;
    *command = (struct command){0};
}

/* The application knows that it has ended. */
static void end(struct command *command)
{
    const uint64_t ended = command->before | 1ull << slot_of(command);

    for (unsigned i = 0; i < COMMANDS; i++)
        if (ended >> i & 1u && commands[i].number)
            forget(&commands[i]);
}

static struct command *find_event(cl_event event)
{
    for (unsigned i = 0; event && i < COMMANDS; i++)
        if (commands[i].number && commands[i].event == event)
            return &commands[i];
    return NULL;
}

static void end_event(cl_event event)
{
    struct command *command = find_event(event);

    if (command)
        end(command);
}

static void end_queue(cl_command_queue queue)
{
    for (unsigned i = 0; i < COMMANDS; i++)
        if (commands[i].number && commands[i].queue == queue)
            end(&commands[i]);
}

/* A place for a command: where there is none, the oldest is forgotten. */
static struct command *make_command(void)
{
    struct command *oldest = &commands[0];

    for (unsigned i = 0; i < COMMANDS && oldest->number; i++)
        if (commands[i].number < oldest->number)
            oldest = &commands[i];
    if (oldest->number)
        forget(oldest);
    oldest->number = ++last_number;
    return oldest;
}

static void come_behind(struct command *command, const struct command *other)
{
    command->before |= other->before | 1ull << slot_of(other);
    command->loose |= other->loose;
}

static void wait_for_events(struct command *command, const cl_event *events, size_t count)
{
    for (size_t i = 0; events && i < count; i++) {
        const struct command *other = find_event(events[i]);
        if (other)
            come_behind(command, other);
        else if (clover_is(events[i], &clover_event_class))
            command->loose |= events[i]->type == CL_COMMAND_USER;
    }
}

static void wait_for_queue(struct command *command, bool all)
{
    for (unsigned i = 0; i < COMMANDS; i++)
        if (commands[i].number && &commands[i] != command && commands[i].queue == command->queue &&
            (all || commands[i].barrier))
            come_behind(command, &commands[i]);
}

/* ---- what commands use ---- */

static struct use use_of(cl_mem mem, size_t offset, size_t bytes, bool write)
{
    const bool part = clover_mem_is_buffer(mem) && mem->parent;

    return (struct use){.root = mem->parent ? mem->parent : mem,
                        .start = offset + (part ? mem->offset : 0),
                        .end = offset + (part ? mem->offset : 0) + bytes,
                        .write = write,
                        .mem = mem};
}

static void add_use(struct command *command, struct use use)
{
    if (command->use_count < USES && use.start < use.end)
        command->uses[command->use_count++] = use;
}

static void use_buffer(struct command *command, const struct api_call *call, const char *name,
                       const char *offset, bool write)
{
    const cl_mem mem = api_pointer(call, name);

    if (clover_is_buffer(mem))
        add_use(command, use_of(mem, api_number(call, offset), api_number(call, "size"), write));
}

static void use_host(struct command *command, const struct api_call *call, bool write)
{
    const uint64_t start = (uintptr_t)api_pointer(call, "ptr");

    const bool waits = api_number(call, "blocking_write");
    struct use use = {.start = start, .end = start + api_number(call, "size"), .write = write};
    if (!write && !waits)
        use.sum = host_memory_sum((const void *)start, api_number(call, "size"));
    add_use(command, use);
}

/* An image counts as a whole: what uses a part of it is left alone. */
static void use_image(struct command *command, const struct api_call *call, const char *name,
                      const char *origin_name, bool write)
{
    const cl_mem mem = api_pointer(call, name);
    const size_t *origin = api_pointer(call, origin_name), *region = api_pointer(call, "region");

    if (!clover_is_image(mem) || mem->parent || !origin || !region ||
        (origin[0] | origin[1] | origin[2]) ||
        region[0] * region[1] * region[2] !=
            mem->width * mem->height * mem->depth * mem->array_size)
        return;
    add_use(command, use_of(mem, 0, mem->size, write));
}

static void use_argument(struct command *command, const struct clover_argument *given,
                         const struct rootle_arg *arg)
{
    if (!given->set || !given->mem || !clover_is_still(given->mem, &clover_mem_class, given->life))
        return;
    const bool reads =
        arg->kind == ROOTLE_ARG_CONSTANT || arg->kind == ROOTLE_ARG_IMAGE_READ ||
        (arg->kind == ROOTLE_ARG_GLOBAL && arg->type_qualifier & CL_KERNEL_ARG_TYPE_CONST) ||
        given->mem->flags & CL_MEM_READ_ONLY;
    struct use use = use_of(given->mem, 0, given->mem->size, !reads);
    use.kernel = true;
    add_use(command, use);
}

static void use_arguments(struct command *command, const struct api_call *call)
{
    const cl_kernel kernel = api_pointer(call, "kernel");

    if (!clover_is(kernel, &clover_kernel_class))
        return;
    snprintf(command->name, sizeof command->name, "the launch of %.64s",
             kernel->code->kernel->name);
    for (cl_uint i = 0; i < kernel->arg_count; i++)
        use_argument(command, &kernel->args[i], kernel->code->args[i]);
}

static struct mapping *find_mapping(const void *pointer)
{
    for (unsigned i = 0; i < MAPS; i++)
        if (mappings[i].pointer == pointer)
            return &mappings[i];
    return NULL;
}

static void use_mapping(struct command *command, const struct api_call *call)
{
    const void *pointer = api_pointer(call, "mapped_ptr");
    struct mapping *mapping = pointer ? find_mapping(pointer) : NULL;

    if (!mapping)
        return;
    if (mapping->use.write)
        add_use(command, mapping->use);
    mapping->pointer = NULL;
}

static void find_uses(struct command *command, const struct api_call *call)
{
    const char *name = call->name + strlen("clEnqueue");

    snprintf(command->name, sizeof command->name, "%s", call->name);
    if (!strcmp(name, "ReadBuffer") || !strcmp(name, "WriteBuffer")) {
        use_buffer(command, call, "buffer", "offset", *name == 'W');
        use_host(command, call, *name == 'R');
    } else if (!strcmp(name, "FillBuffer")) {
        use_buffer(command, call, "buffer", "offset", true);
    } else if (!strcmp(name, "CopyBuffer")) {
        use_buffer(command, call, "src_buffer", "src_offset", false);
        use_buffer(command, call, "dst_buffer", "dst_offset", true);
    } else if (!strcmp(name, "ReadImage") || !strcmp(name, "WriteImage") ||
               !strcmp(name, "FillImage")) {
        use_image(command, call, "image", "origin", *name != 'R');
    } else if (!strcmp(name, "CopyImage")) {
        use_image(command, call, "src_image", "src_origin", false);
        use_image(command, call, "dst_image", "dst_origin", true);
    } else if (!strcmp(name, "NDRangeKernel") || !strcmp(name, "Task")) {
        use_arguments(command, call);
    } else if (!strcmp(name, "MapBuffer")) {
        use_buffer(command, call, "buffer", "offset", false);
    } else if (!strcmp(name, "UnmapMemObject")) {
        use_mapping(command, call);
    }
}

/* ---- conflicts ---- */

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
        const struct command *other = &commands[i];
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

/* ---- calls ---- */

static bool is_blocking(const struct api_call *call)
{
    return api_number(call, "blocking_read") || api_number(call, "blocking_write") ||
           api_number(call, "blocking_map");
}

/* Whether two parts of an object are mapped at once, one of them for writing (OpenCL 3.0, 5.5.3).
 */
static void note_mapping(const struct api_call *call, const void *pointer, const struct use *use)
{
    struct mapping *place = find_mapping(NULL);

    for (unsigned i = 0; i < MAPS; i++) {
        const struct mapping *other = &mappings[i];
        if (!other->pointer || other->use.root != use->root || !(other->use.write || use->write) ||
            other->use.start >= use->end || use->start >= other->use.end)
            continue;
        api_tell(call,
                 "maps bytes that are mapped already, and one of the two maps is for writing");
        break;
    }
    if (place)
        *place = (struct mapping){pointer, *use};
}

static void note_command(const struct api_call *call, void *made)
{
    const cl_command_queue queue = api_pointer(call, "command_queue");
    const cl_event *event = api_pointer(call, "event"), *list = api_pointer(call, "event_list");
    const cl_event *waits = api_pointer(call, "event_wait_list");
    const bool marker = api_is(call, "clEnqueueMarker"), barrier = api_is(call, "clEnqueueBarrier");
    const bool in_order = !(queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    struct command *command = make_command();

    command->queue = queue;
    command->event = event ? *event : NULL;
    command->barrier = barrier || list;
    wait_for_events(command, waits, api_number(call, "num_events_in_wait_list"));
    wait_for_events(command, list, api_number(call, "num_events"));
    wait_for_queue(command, in_order || ((marker || barrier) && !waits));
    find_uses(command, call);
    if (!command->loose)
        look_for_conflict(call, command);
    if (made && is_blocking(call) && api_number(call, "map_flags") == CL_MAP_READ)
        map_guard_reads_only(made);
    if (made && api_is(call, "clEnqueueMapBuffer") && command->use_count) {
        struct use use = command->uses[0];
        use.write = api_number(call, "map_flags") & ~(size_t)CL_MAP_READ;
        note_mapping(call, made, &use);
    }
    if (is_blocking(call))
        end(command);
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
        end_queue(api_pointer(call, "command_queue"));
    } else if (api_is(call, "clWaitForEvents")) {
        for (size_t i = 0; events && i < api_number(call, "num_events"); i++)
            end_event(events[i]);
    } else if (!api_is(call, "clGetEventInfo") || is_complete(call)) {
        end_event(event); /* a callback is taken for a wait */
    }
}

/* Whether the host has changed what a command reads that it does not know to have ended. */
static void look_for_changes(const struct api_call *call)
{
    char what[192];

    for (unsigned i = 0; i < COMMANDS * USES; i++) {
        const struct command *command = &commands[i / USES];
        struct use *use = &commands[i / USES].uses[i % USES];
        if (!command->number || i % USES >= command->use_count || !use->sum)
            continue;
        const uint64_t sum = host_memory_sum((const void *)use->start, use->end - use->start);
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
