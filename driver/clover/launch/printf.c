/* SPDX-License-Identifier: MIT */
/* printf.c: the buffers of kernels that print, and the order of what they hold. */
#include "driver/clover/launch/printf.h"

#include "driver/abi/kernel_abi.h"
#include "driver/abi/source.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_DWORDS = CLOVER_PRINTF_BYTES / 4 };

static uint32_t *map(struct pipe_context *pipe, struct pipe_resource *buffer, unsigned usage,
                     struct pipe_transfer **transfer, char error[PIPE_ERROR_SIZE])
{
    const struct pipe_box box = {.width = CLOVER_PRINTF_BUFFER_BYTES, .height = 1, .depth = 1};
    struct pipe_transfer_info info;

    *transfer = pipe->ops->transfer_map(pipe, buffer, &box, usage, &info, error);
    return *transfer ? info.data : NULL;
}

bool clover_printf_begin(const struct clover_inputs *inputs, struct pipe_context *pipe,
                         struct pipe_resource **buffer)
{
    const struct pipe_screen_ops *screen = pipe->screen->ops;
    const struct pipe_resource_template tmpl = {.target = PIPE_BUFFER,
                                                .width = CLOVER_PRINTF_BUFFER_BYTES,
                                                .height = 1,
                                                .depth = 1,
                                                .array_size = 1};
    struct pipe_transfer *transfer;
    char error[PIPE_ERROR_SIZE];

    *buffer = NULL;
    if (!inputs->printf_place)
        return true;
    *buffer = screen->resource_create(pipe->screen, &tmpl);
    uint32_t *words = *buffer ? map(pipe, *buffer, PIPE_MAP_WRITE, &transfer, error) : NULL;
    if (!words)
        return false;
    words[ABI_PRINTF_ROOM] = CAPACITY_DWORDS;
    pipe->ops->transfer_unmap(pipe, transfer);
    uint32_t address = screen->resource_address(*buffer);
    memcpy(inputs->printf_place, &address, sizeof address);
    return true;
}

static int compare_records(const void *a, const void *b)
{
    const uint32_t *left = *(const uint32_t *const *)a, *right = *(const uint32_t *const *)b;
    uint32_t left_item = left[ABI_PRINTF_WORK_ITEM], right_item = right[ABI_PRINTF_WORK_ITEM];

    if (left_item != right_item)
        return left_item < right_item ? -1 : 1;
    return (left > right) - (left < right);
}

/* Finds the records among the dwords, or, without an array, counts them. One of no length ends
 * them: the next one did not fit there. */
static size_t find_records(const uint32_t *words, uint32_t count, const uint32_t **records)
{
    size_t found = 0;

    for (uint32_t at = 0, length; at < count; at += length, found++) {
        length = words[at + ABI_PRINTF_LENGTH];
        if (length < ABI_PRINTF_ARGUMENTS || length > count - at)
            break;
        if (records)
            records[found] = words + at;
    }
    return found;
}

/* False when memory is short. */
static bool print_sorted(const struct rootle_binary *binary, const uint32_t *words, uint32_t used)
{
    size_t count = find_records(words, used, NULL);
    const uint32_t **records = calloc(count + 1, sizeof *records);

    if (!records)
        return false;
    find_records(words, used, records);
    qsort(records, count, sizeof *records, compare_records);
    flockfile(stdout);
    for (size_t i = 0; i < count; i++)
        clover_printf_record(stdout, binary, records[i], records[i][ABI_PRINTF_LENGTH]);
    fflush(stdout);
    funlockfile(stdout);
    free(records);
    return true;
}

/* The output that a launch asked for. */
struct asked {
    uint32_t dwords; /* may be more than there are */
    uint32_t lost;   /* records */
    uint32_t format; /* of the last one that was lost */
};

/* A copy of the records, and what was asked for; to be freed. A kernel of another queue may write
 * into the buffer at any time: nothing is looked at but the copy. NULL with `error` filled when
 * there is none. */
static uint32_t *take_records(struct pipe_resource *buffer, struct pipe_context *pipe,
                              struct asked *asked, char error[PIPE_ERROR_SIZE])
{
    struct pipe_transfer *transfer;
    const uint32_t *words = map(pipe, buffer, PIPE_MAP_READ, &transfer, error);

    if (!words)
        return NULL;
    asked->dwords = __atomic_load_n(&words[ABI_PRINTF_USED], __ATOMIC_RELAXED);
    asked->lost = __atomic_load_n(&words[ABI_PRINTF_LOST], __ATOMIC_RELAXED);
    asked->format = __atomic_load_n(
        &words[ABI_PRINTF_RECORDS + CAPACITY_DWORDS + ABI_PRINTF_FORMAT], __ATOMIC_RELAXED);
    size_t bytes = 4 * (size_t)(asked->dwords < CAPACITY_DWORDS ? asked->dwords : CAPACITY_DWORDS);
    uint32_t *copy = malloc(bytes + 1);
    if (copy)
        memcpy(copy, words + ABI_PRINTF_RECORDS, bytes);
    else
        snprintf(error, PIPE_ERROR_SIZE, "out of memory");
    pipe->ops->transfer_unmap(pipe, transfer);
    return copy;
}

/* Where the printf of a format stands, with its line. */
static void print_place(const struct clover_build *build, uint32_t number, FILE *out)
{
    const struct rootle_string *format =
        number < build->binary->string_count ? &build->binary->strings[number] : NULL;
    const struct rootle_source source = clover_build_source(build);
    struct rootle_line line[2];

    if (!format || !format->line)
        return;
    line[1] = (struct rootle_line){.file = format->file,
                                   .function = format->function,
                                   .line = format->line,
                                   .column = format->column};
    rootle_source_print(&(struct rootle_lines){.line = line, .line_count = 2}, 1, &source, out);
}

static void report_lost(const struct clover_build *build, const char *kernel,
                        const struct asked *asked, size_t printed)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        return;
    fprintf(out,
            "kernel %.128s: its printf buffer of %d bytes is full: %zu calls are printed, %" PRIu32
            " are lost, the last of them",
            kernel, CLOVER_PRINTF_BYTES, printed, asked->lost);
    print_place(build, asked->format, out);
    fclose(out);
    if (text)
        clover_report(build->context, "%s", text);
    free(text);
}

void clover_printf_print(const struct clover_build *build, const char *kernel,
                         struct pipe_resource *buffer, struct pipe_context *pipe)
{
    char error[PIPE_ERROR_SIZE] = "out of memory";
    struct asked asked = {0};
    uint32_t *words = take_records(buffer, pipe, &asked, error);
    const uint32_t used = asked.dwords < CAPACITY_DWORDS ? asked.dwords : CAPACITY_DWORDS;

    if (!words || !print_sorted(build->binary, words, used))
        clover_report(build->context, "what kernel %.128s printed is lost: %s", kernel, error);
    if (words && asked.dwords > CAPACITY_DWORDS)
        report_lost(build, kernel, &asked, find_records(words, used, NULL));
    free(words);
}
