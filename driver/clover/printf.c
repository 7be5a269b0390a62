/* SPDX-License-Identifier: MIT */
/* printf.c: the buffers of kernels that print, and the order of what they hold. */
#include "driver/clover/printf.h"

#include <stdlib.h>
#include <string.h>

#include "driver/abi/kernel_abi.h"

/* libclc/printf.cl fills the buffer. Behind the records is room for one of any length: those that
 * do not fit go there. */
enum {
    CAPACITY_DWORDS = CLOVER_PRINTF_BYTES / 4,
    BUFFER_BYTES = 4 * (ABI_PRINTF_RECORDS + CAPACITY_DWORDS + ABI_PRINTF_MAX_LENGTH),
};

static uint32_t *map(struct pipe_context *pipe, struct pipe_resource *buffer, unsigned usage,
                     struct pipe_transfer **transfer, char error[PIPE_ERROR_SIZE])
{
    const struct pipe_box box = {.width = BUFFER_BYTES, .height = 1, .depth = 1};
    struct pipe_transfer_info info;

    *transfer = pipe->ops->transfer_map(pipe, buffer, &box, usage, &info, error);
    return *transfer ? info.data : NULL;
}

bool clover_printf_begin(const struct clover_inputs *inputs, struct pipe_context *pipe,
                         struct pipe_resource **buffer)
{
    const struct pipe_screen_ops *screen = pipe->screen->ops;
    const struct pipe_resource_template tmpl = {
        .target = PIPE_BUFFER, .width = BUFFER_BYTES, .height = 1, .depth = 1, .array_size = 1};
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

/* A copy of the records and how many dwords they asked for, which may be more than there are; to
 * be freed. A kernel of another queue may write into the buffer at any time: nothing is looked at
 * but the copy. NULL with `error` filled when there is none. */
static uint32_t *take_records(struct pipe_resource *buffer, struct pipe_context *pipe,
                              uint32_t *asked, char error[PIPE_ERROR_SIZE])
{
    struct pipe_transfer *transfer;
    const uint32_t *words = map(pipe, buffer, PIPE_MAP_READ, &transfer, error);

    if (!words)
        return NULL;
    *asked = __atomic_load_n(&words[ABI_PRINTF_USED], __ATOMIC_RELAXED);
    size_t bytes = 4 * (size_t)(*asked < CAPACITY_DWORDS ? *asked : CAPACITY_DWORDS);
    uint32_t *copy = malloc(bytes + 1);
    if (copy)
        memcpy(copy, words + ABI_PRINTF_RECORDS, bytes);
    else
        snprintf(error, PIPE_ERROR_SIZE, "out of memory");
    pipe->ops->transfer_unmap(pipe, transfer);
    return copy;
}

void clover_printf_print(cl_context context, const struct rootle_binary *binary,
                         struct pipe_resource *buffer, struct pipe_context *pipe)
{
    char error[PIPE_ERROR_SIZE] = "out of memory";
    uint32_t asked = 0;
    uint32_t *words = take_records(buffer, pipe, &asked, error);

    if (!words || !print_sorted(binary, words, asked < CAPACITY_DWORDS ? asked : CAPACITY_DWORDS))
        clover_report(context, "what a launch printed is lost: %s", error);
    if (asked > CAPACITY_DWORDS)
        clover_report(context, "a launch printed more than the printf buffer of %d bytes holds",
                      CLOVER_PRINTF_BYTES);
    free(words);
}
