/* SPDX-License-Identifier: MIT */
/* explain.c: faults of a launch in terms of its program: source lines, arguments, variables. */
#include "driver/clover/explain/reports.h"

#include "driver/abi/kernel_abi.h"
#include "driver/abi/source.h"
#include "driver/clover/explain/api.h"
#include "driver/clover/explain/describe.h"
#include "driver/clover/explain/findings.h"
#include "driver/clover/explain/image_use.h"
#include "driver/clover/explain/layout.h"
#include "driver/clover/explain/map_guard.h"
#include "driver/clover/explain/nearest.h"
#include "driver/clover/explain/released.h"
#include "driver/clover/explain/written.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void print_bytes(uint64_t bytes, FILE *out)
{
    char text[NEAR_BYTES];

    near_bytes(bytes, text);
    fputs(text, out);
}

/* Prints the name of the place of an access, as the source has it. */
static bool print_place(const struct clover_guide *guide, const struct guide_fault *fault,
                        const struct near_object *object, struct layout_answer *answer, FILE *out)
{
    const struct layout_question question = {.kernel = guide->code->kernel->name,
                                             .name = object->name,
                                             .argument = object->argument,
                                             .size = object->end - object->start,
                                             .at = near_byte(object, fault->address),
                                             .bytes = fault->bytes};

    if (!*object->name || !layout_find(guide->build->binary, &question, answer))
        return false;
    fprintf(out, "\n    %s", answer->text);
    return true;
}

/* The element of an object that an access would be, were all elements of its size: an access and an
 * object of whole ones. */
static bool print_plain_element(const struct guide_fault *fault, const struct near_object *object,
                                struct layout_answer *answer, FILE *out)
{
    const int64_t at = near_byte(object, fault->address), bytes = fault->bytes;
    const int64_t size = (int64_t)(object->end - object->start);

    if (!bytes || !size || at % bytes || size % bytes)
        return false;
    answer->index = at / bytes;
    answer->count = size / bytes;
    fprintf(out, "\n    element %" PRId64 " of %" PRId64 " elements of ", answer->index,
            answer->count);
    print_bytes(fault->bytes, out);
    return true;
}

/* Says what is likely, where an index is outside, or nobody wrote the element. */
static void print_hint(const struct clover_guide *guide, const struct guide_fault *fault,
                       int64_t index, int64_t count, FILE *out)
{
    const struct clover_range *range = guide->range;
    const bool local = fault->space == GUIDE_LOCAL;
    uint64_t items = 1;

    for (int i = 0; i < 3; i++)
        items *= local ? range->local[i] : range->global[i];
    if (index >= 0 && index < count)
        fprintf(out, ": the work-group has %" PRIu64 " work-items", items);
    else if (index >= count && (uint64_t)index < items && fault->space != GUIDE_PRIVATE)
        fprintf(out, ": the %s has %" PRIu64 " work-items", local ? "work-group" : "launch", items);
    else if (index == count)
        fputs(": one too many, as where a loop ends with <= in place of <", out);
}

static void print_element(const struct clover_guide *guide, const struct guide_fault *fault,
                          const struct near_object *object, bool hint, FILE *out)
{
    struct layout_answer answer = {.is_array = true};

    if (!print_place(guide, fault, object, &answer, out) &&
        !(hint && print_plain_element(fault, object, &answer, out)))
        return;
    if (hint && answer.is_array)
        print_hint(guide, fault, answer.index, answer.count, out);
}

static void print_object(const struct guide_fault *fault, const struct near_object *object,
                         FILE *out)
{
    const int64_t at = near_byte(object, fault->address), end = at + fault->bytes;
    const int64_t size = (int64_t)(object->end - object->start);
    char bytes[NEAR_BYTES];

    fputs("\n    ", out);
    if (at < 0) {
        print_bytes((uint64_t)-at, out);
        fprintf(out, " before the start of %s", object->what);
    } else if (at >= size) {
        print_bytes((uint64_t)(at - size), out);
        fprintf(out, " past the end of %s", object->what);
    } else if (end > size) {
        fputs("its last ", out);
        print_bytes((uint64_t)(end - size), out);
        fprintf(out, " %s past the end of %s", end - size == 1 ? "is" : "are", object->what);
    } else {
        near_group((uint64_t)at, bytes);
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

char *clover_line_at(const struct clover_guide *guide, uint32_t byte, bool own, uint32_t *column)
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

/* Local memory that nobody wrote may lie beyond what one dword of each work-item reaches. */
static void print_beyond_group(const struct clover_guide *guide, const struct guide_fault *origin,
                               const struct near_object *object, FILE *out)
{
    const uint32_t *local = guide->range->local;
    struct guide_fault dword = *origin;

    dword.bytes = sizeof(uint32_t);
    if (origin->space == GUIDE_LOCAL && origin->address < object->end &&
        (origin->address - object->start) / dword.bytes >= (uint64_t)local[0] * local[1] * local[2])
        print_element(guide, &dword, object, true, out);
    else
        print_element(guide, origin, object, false, out);
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
        image_use_print(guide, fault, out);
    near_find(guide, fault, &nearest);
    if (nearest.found)
        print_object(fault, &nearest.object, out);
    const bool outside = !near_has(&nearest.object, fault->address, 1);
    if (nearest.found && !outside && fault->byte == UINT32_MAX)
        print_beyond_group(guide, fault, &nearest.object, out);
    else if (nearest.found)
        print_element(guide, fault, &nearest.object, outside, out);
    if (fault->in_loop && line)
        fputs("\n    this loop had not ended (ROOTLE_TIMEOUT=0 lets it run):", out);
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

/* Code of other compilers has its arguments in other constant buffers. */
static void set_banks(struct clover_guide *guide)
{
    const struct rootle_kernel *kernel = guide->code->kernel;

    for (uint32_t i = 0; i < kernel->binding_count; i++)
        if (kernel->bindings[i].kind == ROOTLE_BIND_INPUTS && kernel->bindings[i].slot < 2)
            guide->base.banks[kernel->bindings[i].slot] = kernel->bindings[i].value;
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
                                 .mismatches = image_use_mismatches,
                                 .stays_inside = image_use_stays_inside,
                                 .unwritten = image_use_unwritten,
                                 .program = clover_describe_program,
                                 .argument = clover_describe_argument};
    set_banks(guide);
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
                                                        .used = clover_note_used,
                                                        .released = clover_note_released,
                                                        .written = clover_written};
