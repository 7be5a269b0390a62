/* SPDX-License-Identifier: MIT */
/* explain.c: faults of a launch in terms of its program: source lines, arguments, variables. */
#include "driver/clover/explain/reports.h"

#include "driver/abi/kernel_abi.h"
#include "driver/abi/source.h"
#include "driver/clover/explain/api.h"
#include "driver/clover/explain/describe.h"
#include "driver/clover/explain/findings.h"
#include "driver/clover/explain/map_guard.h"
#include "driver/clover/explain/subscript.h"
#include "driver/clover/explain/written.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Something in memory, [start, end), and what it is called. */
struct object {
    uint64_t start, end;
    char what[256];
};

/* The nearest to an address so far. */
struct nearest {
    uint64_t address;
    uint64_t distance; /* bytes between; 0: inside, or just behind */
    bool found;
    struct object object;
    const char *wanted; /* only what has this name is looked at; NULL: everything */
};

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
    return true;
}

/* 4096 as "4,096". */
static void print_grouped(uint64_t value, char text[32])
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

static void describe_mem(const struct clover_guide *guide, uint32_t argument, cl_mem mem,
                         struct object *object)
{
    char bytes[32];

    print_grouped(mem->size, bytes);
    snprintf(object->what, sizeof object->what,
             "argument %" PRIu32 " '%.100s' (%s bytes, created as %s #%u)", argument,
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
                      start + mem->size))
            describe_mem(guide, inputs->mem_arguments[i], mem, &nearest->object);
    }
}

void clover_name_variable(const struct rootle_variable *variable, char text[256])
{
    static const char *const kinds[] = {[ROOTLE_ADDRESS_PRIVATE] = "private",
                                        [ROOTLE_ADDRESS_GLOBAL] = "global",
                                        [ROOTLE_ADDRESS_CONSTANT] = "constant",
                                        [ROOTLE_ADDRESS_LOCAL] = "local"};
    char bytes[32];

    print_grouped(variable->size, bytes);
    snprintf(text, 256, "%s variable '%.100s' (%s bytes)", kinds[variable->space], variable->name,
             bytes);
}

static void look_at_variables(const struct rootle_variable *variables, uint32_t count,
                              uint32_t space, uint64_t base, struct nearest *nearest)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct rootle_variable *variable = &variables[i];
        const uint64_t start = base + variable->offset;
        if (variable->space == space &&
            is_nearer(nearest, variable->name, start, start + variable->size))
            clover_name_variable(variable, nearest->object.what);
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
        if (is_nearer(nearest, argument_name(guide, i), start, end))
            snprintf(nearest->object.what, sizeof nearest->object.what,
                     "local argument %" PRIu32 " '%.100s'", i, argument_name(guide, i));
    }
}

/* A pointer may have outlived its buffer. */
static void look_at_released(const struct clover_guide *guide, struct nearest *nearest)
{
    struct clover_released_buffer buffer;
    char bytes[32], use[160] = "";

    if (!clover_released_find(guide->build->context->released, nearest->address, &buffer) ||
        !is_nearer(nearest, "", buffer.start, buffer.start + buffer.size))
        return;
    print_grouped(buffer.size, bytes);
    if (*buffer.use.kernel)
        snprintf(use, sizeof use, ", last argument %" PRIu32 " '%s' of kernel %s",
                 buffer.use.number, buffer.use.argument, buffer.use.kernel);
    snprintf(nearest->object.what, sizeof nearest->object.what,
             "a buffer that was released (%s bytes, created as clCreateBuffer #%" PRIu32 ")%s",
             bytes, buffer.number, use);
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
        look_at_variables(binary->variables, binary->variable_count, ROOTLE_ADDRESS_CONSTANT,
                          guide->rodata, nearest);
        look_at_variables(binary->variables, binary->variable_count, ROOTLE_ADDRESS_GLOBAL,
                          guide->rodata, nearest);
        break;
    case GUIDE_LOCAL:
        look_at_variables(kernel->variables, kernel->variable_count, ROOTLE_ADDRESS_LOCAL, 0,
                          nearest);
        look_at_local_arguments(guide, nearest);
        break;
    case GUIDE_PRIVATE:
        look_at_variables(kernel->variables, kernel->variable_count, ROOTLE_ADDRESS_PRIVATE, 0,
                          nearest);
        break;
    case GUIDE_NOTHING:
    case GUIDE_VIEW:
    case GUIDE_SURFACE:
        break;
    }
}

/* "1 byte", "4,096 bytes". */
static void print_bytes(uint64_t bytes, FILE *out)
{
    char text[32];

    print_grouped(bytes, text);
    fprintf(out, "%s byte%s", text, bytes == 1 ? "" : "s");
}

/* The element of an object that an access outside of it would be, were all elements of its size: an
 * access and an object of whole ones. */
static void print_element(const struct clover_guide *guide, const struct guide_fault *fault,
                          const struct object *object, FILE *out)
{
    const int64_t at = (int64_t)(fault->address - object->start), bytes = fault->bytes;
    const int64_t size = (int64_t)(object->end - object->start);
    const struct clover_range *range = guide->range;
    const bool local = fault->space == GUIDE_LOCAL;
    uint64_t items = 1;

    if (!bytes || !size || at % bytes || size % bytes)
        return;
    const int64_t index = at / bytes, count = size / bytes;
    for (int i = 0; i < 3; i++)
        items *= local ? range->local[i] : range->global[i];
    fprintf(out, "\n    element %" PRId64 " of %" PRId64 " elements of ", index, count);
    print_bytes(fault->bytes, out);
    if (index >= count && (uint64_t)index < items && fault->space != GUIDE_PRIVATE)
        fprintf(out, ": the %s has %" PRIu64 " work-items", local ? "work-group" : "launch", items);
    else if (index == count)
        fputs(": one too many, as where a loop ends with <= in place of <", out);
}

static void print_object(const struct guide_fault *fault, const struct object *object, FILE *out)
{
    const uint64_t start = fault->address, end = start + fault->bytes;
    char bytes[32];

    fputs("\n    ", out);
    if (start < object->start) {
        print_bytes(object->start - start, out);
        fprintf(out, " before the start of %s", object->what);
    } else if (start >= object->end) {
        print_bytes(start - object->end, out);
        fprintf(out, " past the end of %s", object->what);
    } else if (end > object->end) {
        fputs("its last ", out);
        print_bytes(end - object->end, out);
        fprintf(out, " %s past the end of %s", end - object->end == 1 ? "is" : "are", object->what);
    } else {
        print_grouped(start - object->start, bytes);
        fprintf(out, "at byte %s of %s", bytes, object->what);
    }
}

static void print_item(const struct clover_guide *guide, const struct guide_fault *fault, FILE *out)
{
    const struct clover_range *range = guide->range;
    uint32_t id[3];

    for (int i = 0; i < 3; i++)
        id[i] = range->offset[i] + fault->group[i] * range->local[i] + fault->local[i];
    fprintf(out, "\n    global id (%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")", id[0], id[1], id[2]);
}

/* Reads the kernel's line table, which is finished in any case, and gives the line of an
 * instruction. Faults are rare: no launch pays for it. */
static uint32_t read_line(const struct clover_guide *guide, uint32_t byte,
                          struct rootle_lines *lines)
{
    const struct rootle_kernel *kernel = guide->code->kernel;
    const uint32_t word = byte / ROOTLE_WORD_BYTES;
    const char *wrong = rootle_lines_read(kernel->lines, kernel->line_bytes,
                                          kernel->code_bytes / ROOTLE_WORD_BYTES, lines);

    return !wrong && word < lines->word_count ? lines->word[word] : 0;
}

/* The object that the device says an address should lie in. */
static void find_object(const struct clover_guide *guide, uint32_t number, struct nearest *nearest)
{
    const struct clover_inputs *inputs = guide->inputs;
    struct guide_object object;

    if (!clover_guide_object(&guide->base, number, &object))
        return;
    nearest->object = (struct object){.start = object.start, .end = object.end};
    nearest->found = clover_name_object(guide, number, nearest->object.what);
    if (nearest->found && number < inputs->mem_count)
        describe_mem(guide, inputs->mem_arguments[number], inputs->mems[number], &nearest->object);
}

/* The image that a launch has at a resource, or at a random access target; NULL: none. */
static cl_mem image_at(const struct clover_inputs *inputs, const struct guide_fault *fault)
{
    const uint64_t view = fault->address - ABI_RESOURCE_IMAGES;
    const uint64_t surface = fault->address - ABI_RAT_IMAGES;

    if (fault->space == GUIDE_VIEW)
        return view < inputs->view_count ? inputs->views[view] : NULL;
    return surface < inputs->surface_count ? inputs->surfaces[surface] : NULL;
}

static unsigned char *unwritten(const struct guide *base, enum guide_space space, uint32_t number)
{
    const struct clover_guide *guide = (const struct clover_guide *)base;
    const struct guide_fault fault = {.space = space, .address = number};
    const cl_mem image = image_at(guide->inputs, &fault);

    return image ? clover_unwritten(image) : NULL;
}

static void print_image(const struct clover_guide *guide, const struct guide_fault *fault,
                        FILE *out)
{
    const struct clover_inputs *inputs = guide->inputs;
    const cl_mem image = image_at(inputs, fault);
    struct object object;

    for (uint32_t i = 0; image && i < inputs->mem_count; i++) {
        if (inputs->mems[i] != image)
            continue;
        describe_mem(guide, inputs->mem_arguments[i], image, &object);
        fprintf(out, "\n    of %s", object.what);
        return;
    }
}

/* Returns the type of values that functions of an image take and return: 'f' floats, 'i' integers,
 * 'u' unsigned ones. */
static char kind_of_image(cl_mem image)
{
    switch (image->format.image_channel_data_type) {
    case CL_SIGNED_INT8:
    case CL_SIGNED_INT16:
    case CL_SIGNED_INT32:
        return 'i';
    case CL_UNSIGNED_INT8:
    case CL_UNSIGNED_INT16:
    case CL_UNSIGNED_INT32:
        return 'u';
    default:
        return 'f';
    }
}

/* The source's line that an instruction is of, malloc'ed, and its column; NULL: it is not known, or
 * of `own` and in a function that is inlined. */
static char *line_at(const struct clover_guide *guide, uint32_t byte, bool own, uint32_t *column)
{
    const struct rootle_source source = clover_build_source(guide->build);
    struct rootle_lines lines;
    const uint32_t number = read_line(guide, byte, &lines);
    const struct rootle_line *line = number ? &lines.line[number] : NULL;
    char *text = NULL;

    if (line && !(own && line->caller))
        text = rootle_source_text(&source, line->file, line->line);
    *column = text ? line->column : 0;
    rootle_lines_finish(&lines);
    return text;
}

/* The name of a function of images that stands in the source where an instruction is of, as
 * "read_imageui"; "": another, as where a macro or a variable stands for the call. */
static void function_at(const struct clover_guide *guide, uint32_t byte, char name[16])
{
    uint32_t column;
    char *text = line_at(guide, byte, false, &column);

    *name = '\0';
    if (text && column && column <= strlen(text)) {
        const char *at = text + column - 1;
        if (!strncmp(at, "read_image", 10) || !strncmp(at, "write_image", 11))
            snprintf(name, 16, "%.*s", (int)strspn(at, "abcdefghijklmnopqrstuvwxyz_"), at);
    }
    free(text);
}

/* Whether an image is argument of a kernel with an access; its number. */
static bool is_given(const struct clover_guide *guide, cl_mem image, uint32_t access,
                     uint32_t *argument)
{
    const struct clover_inputs *inputs = guide->inputs;

    for (uint32_t i = 0; i < inputs->mem_count; i++) {
        *argument = inputs->mem_arguments[i];
        if (inputs->mems[i] == image && guide->code->args[*argument]->access == access)
            return true;
    }
    return false;
}

/* Whether an image that is read or written is both, by two arguments (OpenCL C 3.0, 6.6). */
static bool is_read_and_written(const struct clover_guide *guide, cl_mem image,
                                char text[GUIDE_WHAT_SIZE])
{
    uint32_t read, written;

    if (!is_given(guide, image, ROOTLE_ACCESS_READ_ONLY, &read) ||
        !is_given(guide, image, ROOTLE_ACCESS_WRITE_ONLY, &written))
        return false;
    snprintf(text, GUIDE_WHAT_SIZE,
             "the kernel reads it as argument %" PRIu32
             " '%.64s' and writes it as argument %" PRIu32 " '%.64s'",
             read, argument_name(guide, read), written, argument_name(guide, written));
    return true;
}

static bool mismatches(const struct guide *base, const struct guide_fault *fault,
                       char text[GUIDE_WHAT_SIZE])
{
    static const char *const types[] = {
        ['f'] = "floats", ['i'] = "signed integers", ['u'] = "unsigned integers"};
    const struct clover_guide *guide = (const struct clover_guide *)base;
    const cl_mem image = image_at(guide->inputs, fault);
    char name[16];

    function_at(guide, fault->byte, name);
    const char *suffix = *name ? strrchr(name, '_') + strlen("_image") : "";
    const char kind = *suffix == 'h' ? 'f' : *suffix;
    if (image && is_read_and_written(guide, image, text))
        return true;
    if (!image || !kind || !strchr("fiu", kind) || kind == kind_of_image(image))
        return false;
    snprintf(text, GUIDE_WHAT_SIZE, "%s is of %s, but the data type of the image's format has %s",
             name, types[(unsigned char)kind], types[(unsigned char)kind_of_image(image)]);
    return true;
}

/* A sampler that promises that coordinates are inside. */
static bool stays_inside(const struct guide *base, uint32_t sampler)
{
    const struct clover_inputs *inputs = ((const struct clover_guide *)base)->inputs;

    return sampler < inputs->sampler_count &&
           inputs->samplers[sampler].addressing == CL_ADDRESS_NONE;
}

/* An index that is far off leads to another variable: that which the line has is looked for. */
static void find_named(const struct clover_guide *guide, const struct guide_fault *fault,
                       struct nearest *nearest)
{
    struct nearest named = {.address = fault->address};
    char name[SUBSCRIPT_NAME];
    uint32_t column;
    char *text = line_at(guide, fault->byte, true, &column);

    if (text && clover_subscript(text, column, name)) {
        named.wanted = name;
        find_nearest(guide, fault->space, &named);
    }
    if (named.found)
        *nearest = named;
    nearest->wanted = NULL;
    free(text);
}

static void find(const struct clover_guide *guide, const struct guide_fault *fault,
                 struct nearest *nearest)
{
    *nearest = (struct nearest){.address = fault->address};
    if (fault->object)
        find_object(guide, fault->object - 1, nearest);
    if (nearest->found)
        return;
    find_nearest(guide, fault->space, nearest);
    if (nearest->found && (fault->address < nearest->object.start ||
                           fault->address + fault->bytes > nearest->object.end))
        find_named(guide, fault, nearest);
}

static void print_all(const struct clover_guide *guide, const struct guide_fault *fault, FILE *out)
{
    const struct rootle_source source = clover_build_source(guide->build);
    struct nearest nearest;
    struct rootle_lines lines;
    const uint32_t line = read_line(guide, fault->byte, &lines);

    if (fault->has_item)
        print_item(guide, fault, out);
    if (fault->space == GUIDE_VIEW || fault->space == GUIDE_SURFACE)
        print_image(guide, fault, out);
    find(guide, fault, &nearest);
    if (nearest.found)
        print_object(fault, &nearest.object, out);
    if (nearest.found &&
        (fault->address < nearest.object.start || fault->address >= nearest.object.end))
        print_element(guide, fault, &nearest.object, out);
    if (fault->in_loop && line)
        fputs("\n    this loop does not end:", out);
    if (!line && fault->byte != UINT32_MAX) /* a binary of another compiler, say */
        fprintf(out, "\n    at instruction 0x%" PRIx32 " of the machine code", fault->byte);
    rootle_source_print(&lines, line, &source, out);
    rootle_lines_finish(&lines);
}

static void explain(const struct guide *base, const struct guide_fault *fault,
                    char text[GUIDE_TEXT_SIZE])
{
    FILE *out = fmemopen(text, GUIDE_TEXT_SIZE, "w");

    *text = '\0';
    if (!out)
        return;
    print_all((const struct clover_guide *)base, fault, out);
    fclose(out);
    text[GUIDE_TEXT_SIZE - 1] = '\0';
}

static uint32_t place(const struct guide *base, uint32_t byte, char text[GUIDE_TEXT_SIZE])
{
    const struct clover_guide *guide = (const struct clover_guide *)base;
    struct rootle_source source = clover_build_source(guide->build);
    struct rootle_lines lines;
    const uint32_t number = read_line(guide, byte, &lines);
    FILE *out = number ? fmemopen(text, GUIDE_TEXT_SIZE, "w") : NULL;

    source.shown = NULL; /* traces and what reads them have the compiler's name for the source */
    *text = '\0';
    if (out) {
        rootle_source_print_short(&lines, number, &source, out);
        fclose(out);
    }
    text[GUIDE_TEXT_SIZE - 1] = '\0';
    rootle_lines_finish(&lines);
    return number;
}

static void set_guide(struct clover_guide *guide)
{
    guide->base = (struct guide){.private_gpr = ABI_PRIVATE_GPR,
                                 .private_channel = ABI_PRIVATE_CHANNEL,
                                 .explain = explain,
                                 .place = place,
                                 .object = clover_guide_object,
                                 .belongs = clover_guide_belongs,
                                 .report = clover_guide_report,
                                 .mismatches = mismatches,
                                 .stays_inside = stays_inside,
                                 .unwritten = unwritten,
                                 .program = clover_describe_program,
                                 .argument = clover_describe_argument};
}

static void tell_failed_launch(cl_context context, const char *kernel, const char *error)
{
    char text[PIPE_ERROR_SIZE + 256];
    const struct clover_finding finding = {"launch", kernel, "", 1, text};

    snprintf(text, sizeof text, "launch of %.128s failed: %s", kernel, error);
    clover_find(context, &finding);
}

const struct clover_explainer clover_check_explainer = {.begin = api_check_begin,
                                                        .fails_as = api_fails_as,
                                                        .guide = set_guide,
                                                        .make_map = map_guard_make,
                                                        .open_map = map_guard_open,
                                                        .finish_map = map_guard_finish,
                                                        .launch_failed = tell_failed_launch,
                                                        .made = clover_unwritten_init,
                                                        .written = clover_written};
