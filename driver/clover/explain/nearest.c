/* SPDX-License-Identifier: MIT */
/* nearest.c: what lies at an address of a launch, or nearest to it: arguments, variables, buffers
 * that were released. */
#include "driver/clover/explain/nearest.h"

#include "driver/clover/explain/released.h"
#include "driver/clover/explain/reports.h"
#include "driver/clover/explain/subscript.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t distance(uint64_t address, uint64_t start, uint64_t end)
{
    return address < start ? start - address : address >= end ? address - end + 1 : 0;
}

/* Whether an object is nearer than all before: then it is to be described. */
static bool is_nearer(struct nearest *nearest, const char *name, uint64_t start, uint64_t end)
{
    const uint64_t away = distance(nearest->address, start, end);

    if (nearest->wanted && strcmp(nearest->wanted, name))
        return false;
    if (nearest->found && nearest->distance <= away)
        return false;
    nearest->found = true;
    nearest->distance = away;
    nearest->object.start = start;
    nearest->object.end = end;
    snprintf(nearest->object.name, NEAR_NAME, "%s", name);
    nearest->object.argument = false;
    return true;
}

void near_group(uint64_t value, char text[NEAR_BYTES])
{
    char digits[24];
    const int count = snprintf(digits, sizeof digits, "%" PRIu64, value);
    int at = 0;

    for (int i = 0; i < count; i++) {
        if (i && (count - i) % 3 == 0)
            text[at++] = ',';
        text[at++] = digits[i];
    }
    text[at] = '\0';
}

void near_bytes(uint64_t bytes, char text[NEAR_BYTES])
{
    near_group(bytes, text);
    strcat(text, bytes == 1 ? " byte" : " bytes");
}

static const char *maker(cl_mem mem)
{
    if (mem->type != CL_MEM_OBJECT_BUFFER)
        return "clCreateImage";
    return mem->parent ? "clCreateSubBuffer" : "clCreateBuffer";
}

static const char *argument_name(const struct clover_guide *guide, uint32_t argument)
{
    return guide->code->args[argument]->name;
}

void near_name_argument(const struct clover_guide *guide, uint32_t argument, cl_mem mem,
                        char text[NEAR_TEXT])
{
    char bytes[NEAR_BYTES];

    near_bytes(mem->size, bytes);
    snprintf(text, NEAR_TEXT, "argument %" PRIu32 " '%.100s' (%s, created as %s #%u)", argument,
             argument_name(guide, argument), bytes, maker(mem), mem->number);
}

static void look_at_buffers(const struct clover_guide *guide, struct nearest *nearest)
{
    const struct clover_inputs *inputs = guide->inputs;

    for (uint32_t i = 0; i < inputs->mem_count; i++) {
        cl_mem mem = inputs->mems[i];
        if (mem->type != CL_MEM_OBJECT_BUFFER)
            continue;
        const uint64_t start =
            clover_screen_ops(mem->context)->resource_address(mem->resource) + mem->offset;
        if (is_nearer(nearest, argument_name(guide, inputs->mem_arguments[i]), start,
                      start + mem->size)) {
            near_name_argument(guide, inputs->mem_arguments[i], mem, nearest->object.what);
            nearest->object.argument = true;
        }
    }
}

static void look_at_variables(const struct clover_guide *guide,
                              const struct rootle_variable *variables, uint32_t count,
                              uint32_t space, uint64_t base, struct nearest *nearest)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct rootle_variable *variable = &variables[i];
        const uint64_t start = base + variable->offset;
        struct near_object named = {.start = start, .end = start + variable->size};
        if (variable->space != space)
            continue;
        near_name_variable(guide, variable, &named);
        if (is_nearer(nearest, named.name, start, start + variable->size))
            nearest->object = named;
    }
}

uint32_t clover_argument_value(const struct clover_guide *guide, const struct rootle_arg *arg)
{
    uint32_t value;

    memcpy(&value, guide->inputs->data + arg->offset - ABI_INPUT_ARGUMENTS, sizeof value);
    return value;
}

/* A pointer argument that is NULL is the object at 0. */
static void look_at_null(const struct clover_guide *guide, struct nearest *nearest)
{
    for (uint32_t i = 0; i < guide->code->arg_count; i++) {
        const struct rootle_arg *arg = guide->code->args[i];
        const bool pointer = arg->kind == ROOTLE_ARG_GLOBAL || arg->kind == ROOTLE_ARG_CONSTANT;
        if (pointer && !clover_argument_value(guide, arg) &&
            is_nearer(nearest, argument_name(guide, i), 0, 0))
            snprintf(nearest->object.what, sizeof nearest->object.what,
                     "argument %" PRIu32 " '%.100s', which is NULL", i, argument_name(guide, i));
    }
}

uint32_t clover_local_end(const struct clover_guide *guide, uint32_t start)
{
    uint32_t end = guide->inputs->lds_bytes;

    for (uint32_t i = 0; i < guide->code->arg_count; i++) {
        const struct rootle_arg *arg = guide->code->args[i];
        if (arg->kind != ROOTLE_ARG_LOCAL)
            continue;
        const uint32_t next = clover_argument_value(guide, arg);
        if (next > start && next < end)
            end = next;
    }
    return end;
}

static void look_at_local_arguments(const struct clover_guide *guide, struct nearest *nearest)
{
    for (uint32_t i = 0; i < guide->code->arg_count; i++) {
        const struct rootle_arg *arg = guide->code->args[i];
        if (arg->kind != ROOTLE_ARG_LOCAL)
            continue;
        const uint32_t start = clover_argument_value(guide, arg),
                       end = clover_local_end(guide, start);
        if (!is_nearer(nearest, argument_name(guide, i), start, end))
            continue;
        nearest->object.argument = true;
        snprintf(nearest->object.what, sizeof nearest->object.what,
                 "local argument %" PRIu32 " '%.100s'", i, argument_name(guide, i));
    }
}

/* A pointer may have outlived its buffer. */
static void look_at_released(const struct clover_guide *guide, struct nearest *nearest)
{
    struct clover_released_buffer buffer;
    char bytes[NEAR_BYTES], use[160] = "";

    if (!clover_released_find(guide->build->context, nearest->address, &buffer) ||
        !is_nearer(nearest, "", buffer.start, buffer.start + buffer.size))
        return;
    near_bytes(buffer.size, bytes);
    if (*buffer.use.kernel)
        snprintf(use, sizeof use, ", last argument %" PRIu32 " '%s' of kernel %s",
                 buffer.use.number, buffer.use.argument, buffer.use.kernel);
    snprintf(nearest->object.what, sizeof nearest->object.what,
             "a buffer that was released (%s, created as clCreateBuffer #%" PRIu32 ")%s", bytes,
             buffer.number, use);
}

static void find_nearest(const struct clover_guide *guide, enum guide_space space,
                         struct nearest *nearest)
{
    const struct rootle_kernel *kernel = guide->code->kernel;
    const struct rootle_binary *binary = guide->build->binary;

    switch (space) {
    case GUIDE_POOL:
        look_at_null(guide, nearest);
        look_at_buffers(guide, nearest);
        look_at_released(guide, nearest);
        look_at_variables(guide, binary->variables, binary->variable_count, ROOTLE_ADDRESS_CONSTANT,
                          guide->rodata, nearest);
        look_at_variables(guide, binary->variables, binary->variable_count, ROOTLE_ADDRESS_GLOBAL,
                          guide->rodata, nearest);
        break;
    case GUIDE_LOCAL:
        look_at_variables(guide, kernel->variables, kernel->variable_count, ROOTLE_ADDRESS_LOCAL, 0,
                          nearest);
        look_at_local_arguments(guide, nearest);
        break;
    case GUIDE_PRIVATE:
        look_at_variables(guide, kernel->variables, kernel->variable_count, ROOTLE_ADDRESS_PRIVATE,
                          0, nearest);
        break;
    case GUIDE_NOTHING:
    case GUIDE_VIEW:
    case GUIDE_SURFACE:
        break;
    }
}

/* The object that the device says an address should lie in. */
static void find_object(const struct clover_guide *guide, uint32_t number, struct nearest *nearest)
{
    const struct clover_inputs *inputs = guide->inputs;
    struct guide_object object;

    if (!clover_guide_object(&guide->base, number, &object))
        return;
    const bool mem = number < inputs->mem_count;
    const uint32_t argument = mem ? inputs->mem_arguments[number] : number - inputs->mem_count;
    nearest->object = (struct near_object){
        .start = object.start, .end = object.end, .argument = argument < guide->code->arg_count};
    nearest->found = clover_name_object(guide, number, &nearest->object);
    if (nearest->object.argument)
        snprintf(nearest->object.name, NEAR_NAME, "%s", argument_name(guide, argument));
    if (nearest->found && mem)
        near_name_argument(guide, argument, inputs->mems[number], nearest->object.what);
}

/* An index that is far off leads to another variable: that which the line has is looked for. */
static void find_named(const struct clover_guide *guide, const struct guide_fault *fault,
                       struct nearest *nearest)
{
    struct nearest named = {.address = fault->address};
    char name[SUBSCRIPT_NAME];
    uint32_t column;
    char *text = clover_line_at(guide, fault->byte, true, &column);

    if (text && clover_subscript(text, column, name)) {
        named.wanted = name;
        find_nearest(guide, fault->space, &named);
    }
    if (named.found)
        *nearest = named;
    nearest->wanted = NULL;
    free(text);
}

void near_find(const struct clover_guide *guide, const struct guide_fault *fault,
               struct nearest *nearest)
{
    *nearest = (struct nearest){.address = fault->address};
    if (fault->object)
        find_object(guide, fault->object - 1, nearest);
    if (nearest->found)
        return;
    find_nearest(guide, fault->space, nearest);
    if (nearest->found && !near_has(&nearest->object, fault->address, fault->bytes))
        find_named(guide, fault, nearest);
}
