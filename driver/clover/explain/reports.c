/* SPDX-License-Identifier: MIT */
/* reports.c: the objects of a launch, and what checks say of them. */
#include "driver/clover/explain/reports.h"

#include "driver/abi/lines.h"
#include "driver/clover/explain/findings.h"
#include "driver/clover/explain/written.h"
#include "driver/clover/launch/printf.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_place(FILE *out, const struct guide_fault *fault)
{
    if (fault->has_item)
        fprintf(out,
                "work-item (%" PRIu32 ", %" PRIu32 ", %" PRIu32 ") of group (%" PRIu32 ", %" PRIu32
                ", %" PRIu32 "): ",
                fault->local[0], fault->local[1], fault->local[2], fault->group[0], fault->group[1],
                fault->group[2]);
}

static void print_party(const struct guide *guide, const struct guide_fault *fault,
                        const char *what, FILE *out)
{
    char more[GUIDE_TEXT_SIZE];

    print_place(out, fault);
    fputs(what, out);
    guide->explain(guide, fault, more);
    fputs(more, out);
}

static void print_report(const struct guide *guide, const struct guide_report *report, FILE *out)
{
    fprintf(out, "kernel %s, ", report->kernel);
    print_party(guide, &report->fault, report->what, out);
    if (report->has_other) {
        fputs("\n  with ", out);
        print_party(guide, &report->other, report->other_what, out);
    }
}

/* Every report comes here, once it is in words: kernel, work-item and `report->what` in the first
 * line of `text`; objects, source lines and the second party in those behind it, which are
 * indented. Called in any thread. */
static void collect(cl_context context, const struct guide_report *report, const char *text)
{
    struct clover_finding finding = {check_name(report->check), report->kernel, "", report->count,
                                     text};
    char *counted = NULL;

    if (report->count > 1 &&
        asprintf(&counted, "%s\n    %" PRIu64 " times at this place", text, report->count) > 0)
        finding.text = counted;
    clover_find(context, &finding);
    free(counted);
}

void clover_guide_report(const struct guide *base, const struct guide_report *report)
{
    const struct clover_guide *guide = (const struct clover_guide *)base;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (out) {
        print_report(base, report, out);
        fclose(out);
    }
    collect(guide->build->context, report, text ? text : report->what);
    free(text);
}

/* Pointers come from the launch's buffers and the program's constants. These list them. */

static const struct rootle_arg *argument_at(const struct clover_guide *guide, uint32_t argument)
{
    assert(argument < guide->code->arg_count);
    return guide->code->args[argument];
}

static void pool_object(const struct clover_guide *guide, uint32_t number,
                        struct guide_object *object)
{
    assert(number < guide->inputs->mem_count);
    const cl_mem mem = guide->inputs->mems[number];
    const struct rootle_arg *arg = argument_at(guide, guide->inputs->mem_arguments[number]);
    const uint64_t start =
        clover_screen_ops(mem->context)->resource_address(mem->resource) + mem->offset;

    *object = (struct guide_object){
        .space = GUIDE_POOL,
        .start = start,
        .end = start + mem->size,
        .input = arg->offset,
        .read_only = mem->flags & CL_MEM_READ_ONLY,
        .write_only = mem->flags & CL_MEM_WRITE_ONLY,
        .constant = arg->kind == ROOTLE_ARG_CONSTANT,
        .mapped_start = start + guide->inputs->mapped[number].start,
        .mapped_end = start + guide->inputs->mapped[number].end,
        .unwritten = clover_unwritten(mem),
    };
}

/* Local arguments, and pointers that are NULL. */
static void argument_object(const struct clover_guide *guide, uint32_t argument,
                            struct guide_object *object)
{
    const struct rootle_arg *arg = guide->code->args[argument];
    const bool pointer = arg->kind == ROOTLE_ARG_GLOBAL || arg->kind == ROOTLE_ARG_CONSTANT;
    const uint32_t value =
        pointer || arg->kind == ROOTLE_ARG_LOCAL ? clover_argument_value(guide, arg) : 0;

    if (arg->kind == ROOTLE_ARG_LOCAL)
        *object = (struct guide_object){.space = GUIDE_LOCAL,
                                        .start = value,
                                        .end = clover_local_end(guide, value),
                                        .input = arg->offset};
    else if (pointer && !value)
        *object = (struct guide_object){.space = GUIDE_POOL, .input = arg->offset};
}

/* Behind the arguments: the program's constants, and what it prints into. */
enum { CONSTANTS, PRINTF, IMPLICIT_OBJECTS };

static bool has_global_variables(const struct rootle_binary *binary)
{
    for (uint32_t i = 0; i < binary->variable_count; i++)
        if (binary->variables[i].space != ROOTLE_ADDRESS_CONSTANT)
            return true;
    return false;
}

static void implicit_object(const struct clover_guide *guide, unsigned which,
                            struct guide_object *object)
{
    const struct rootle_kernel *kernel = guide->code->kernel;
    const uint32_t kind = which == PRINTF ? ROOTLE_ARG_PRINTF : ROOTLE_ARG_RODATA;
    const uint32_t bytes =
        which == PRINTF ? CLOVER_PRINTF_BUFFER_BYTES : guide->build->binary->rodata_bytes;

    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        const struct rootle_arg *arg = &kernel->args[i];
        if (arg->kind != kind)
            continue;
        const uint64_t start = which == PRINTF ? clover_argument_value(guide, arg) : guide->rodata;
        *object = (struct guide_object){.space = GUIDE_POOL,
                                        .start = start,
                                        .end = start + bytes,
                                        .input = arg->offset,
                                        .constant = which == CONSTANTS &&
                                                    !has_global_variables(guide->build->binary),
                                        .library = which == PRINTF};
    }
}

/* Variables of the kernel, then those of the program. */
static bool variable_object(const struct clover_guide *guide, uint32_t number,
                            struct guide_object *object)
{
    const struct rootle_kernel *kernel = guide->code->kernel;
    const struct rootle_binary *binary = guide->build->binary;
    const bool own = number < kernel->variable_count;

    if (!own && number - kernel->variable_count >= binary->variable_count)
        return false;
    const struct rootle_variable *variable =
        own ? &kernel->variables[number] : &binary->variables[number - kernel->variable_count];
    object->space = !own                                      ? GUIDE_POOL
                    : variable->space == ROOTLE_ADDRESS_LOCAL ? GUIDE_LOCAL
                                                              : GUIDE_PRIVATE;
    object->start = variable->offset + (own ? 0 : (uint64_t)guide->rodata);
    object->end = object->start + variable->size;
    object->constant = variable->space == ROOTLE_ADDRESS_CONSTANT;
    object->name = variable->name;
    object->library = !strncmp(variable->name, "__rootle_", strlen("__rootle_"));
    return true;
}

bool clover_guide_object(const struct guide *base, uint32_t index, struct guide_object *object)
{
    const struct clover_guide *guide = (const struct clover_guide *)base;
    const uint32_t mems = guide->inputs->mem_count, args = guide->code->arg_count;

    *object = (struct guide_object){.input = GUIDE_NO_INPUT};
    if (index < mems) {
        if (guide->inputs->mems[index]->type == CL_MEM_OBJECT_BUFFER)
            pool_object(guide, index, object);
        return true;
    }
    if (index - mems < args)
        argument_object(guide, index - mems, object);
    else if (index - mems - args < IMPLICIT_OBJECTS)
        implicit_object(guide, index - mems - args, object);
    return index - mems < args + IMPLICIT_OBJECTS ||
           variable_object(guide, index - mems - args - IMPLICIT_OBJECTS, object);
}

static int compare_access(const void *key, const void *element)
{
    const uint32_t word = *(const uint32_t *)key;
    const struct rootle_access *access = element;

    return (word > access->word) - (word < access->word);
}

uint32_t clover_guide_belongs(const struct guide *base, uint32_t byte)
{
    const struct clover_guide *guide = (const struct clover_guide *)base;
    const struct rootle_kernel *kernel = guide->code->kernel;
    const uint32_t word = byte / ROOTLE_WORD_BYTES;
    const struct rootle_access *access =
        kernel->access_count ? bsearch(&word, kernel->accesses, kernel->access_count,
                                       sizeof(*kernel->accesses), compare_access)
                             : NULL;

    return access ? 1 + guide->inputs->mem_count + guide->code->arg_count + IMPLICIT_OBJECTS +
                        access->variable
                  : 0;
}

/* A variable by its number among the kernel's, then the program's; NULL: there is none. */
static const struct rootle_variable *variable_at(const struct clover_guide *guide, uint32_t number)
{
    const struct rootle_kernel *kernel = guide->code->kernel;
    const struct rootle_binary *binary = guide->build->binary;

    if (number < kernel->variable_count)
        return &kernel->variables[number];
    number -= kernel->variable_count;
    return number < binary->variable_count ? &binary->variables[number] : NULL;
}

bool clover_name_object(const struct clover_guide *guide, uint32_t index,
                        struct near_object *object)
{
    const uint32_t argument = index - guide->inputs->mem_count;

    if (index < guide->inputs->mem_count)
        return true;
    if (argument >= guide->code->arg_count) {
        const uint32_t behind = argument - guide->code->arg_count;
        const struct rootle_variable *variable =
            behind >= IMPLICIT_OBJECTS ? variable_at(guide, behind - IMPLICIT_OBJECTS) : NULL;
        if (variable)
            near_name_variable(guide, variable, object);
        return variable;
    }
    const struct rootle_arg *arg = guide->code->args[argument];
    const bool local = arg->kind == ROOTLE_ARG_LOCAL;
    snprintf(object->what, NEAR_TEXT, "%sargument %" PRIu32 " '%.100s'%s", local ? "local " : "",
             argument, arg->name, local ? "" : ", which is NULL");
    return true;
}
