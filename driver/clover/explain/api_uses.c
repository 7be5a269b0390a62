/* SPDX-License-Identifier: MIT */
/* api_uses.c: the objects and the host memory that a command reads and writes. */
#include "driver/clover/explain/api_commands.h"
#include "driver/clover/explain/host_memory.h"
#include "driver/clover/launch/kernel.h"

#include <stdio.h>
#include <string.h>

enum { MAPS = 64 };

struct mapping {
    const void *pointer; /* NULL: free */
    struct use use;
};

static struct mapping mappings[MAPS];

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
        use.sum = host_memory_sum((const void *)(uintptr_t)start, api_number(call, "size"));
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

void command_find_uses(struct command *command, const struct api_call *call)
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

bool command_note_mapping(const void *pointer, const struct use *use)
{
    struct mapping *place = find_mapping(NULL);
    bool meets = false;

    for (unsigned i = 0; i < MAPS && !meets; i++) {
        const struct mapping *other = &mappings[i];
        meets = other->pointer && other->use.root == use->root &&
                (other->use.write || use->write) && other->use.start < use->end &&
                use->start < other->use.end;
    }
    if (place)
        *place = (struct mapping){pointer, *use};
    return meets;
}
