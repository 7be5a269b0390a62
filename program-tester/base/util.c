/* SPDX-License-Identifier: MIT */
/* util.c: memory, strings and files for program-tester. */
#include "program-tester/base/util.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void pt_complain(const char *format, ...)
{
    char line[4096]; /* what is longer is cut: there may be no memory left */
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    fprintf(stderr, "%s: %s\n", program_invocation_short_name, line);
}

void (*pt_last_word)(void);

/* Whole records have been flushed; half a one is lost. The driver's threads may be at anything. */
static _Noreturn void give_up(void)
{
    pt_complain("out of memory");
    if (pt_last_word)
        pt_last_word();
    _exit(3);
}

static void *need(void *memory)
{
    if (!memory)
        give_up();
    return memory;
}

void *pt_alloc(size_t count, size_t size)
{
    return need(calloc(count ? count : 1, size ? size : 1));
}

char *pt_copy(const char *text, size_t length)
{
    char *copy = need(malloc(length + 1));

    if (length)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *pt_format_list(const char *format, va_list args)
{
    char *text;

    return need(vasprintf(&text, format, args) < 0 ? NULL : text);
}

char *pt_format(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    char *text = pt_format_list(format, args);
    va_end(args);
    return text;
}

void *pt_grow(void *array, size_t *capacity, size_t needed, size_t element)
{
    size_t next = *capacity ? *capacity : 8;

    if (needed <= *capacity)
        return array;
    while (next < needed && next <= SIZE_MAX / 2)
        next *= 2;
    *capacity = next;
    return need(reallocarray(array, next, element));
}

void pt_string_append(struct pt_string *string, const char *text, size_t length)
{
    string->text = pt_grow(string->text, &string->capacity, string->length + length + 1, 1);
    if (length)
        memcpy(string->text + string->length, text, length);
    string->length += length;
    string->text[string->length] = '\0';
}

void pt_string_add(struct pt_string *string, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    char *text = pt_format_list(format, args);
    va_end(args);
    pt_string_append(string, text, strlen(text));
    free(text);
}

char *pt_string_take(struct pt_string *string)
{
    char *text = string->text ? string->text : pt_copy("", 0);

    memset(string, 0, sizeof(*string));
    return text;
}

uint64_t pt_hash(const void *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;

    for (const unsigned char *at = bytes, *end = at + size; at < end; at++)
        hash = (hash ^ *at) * 0x100000001b3u;
    return hash;
}

ssize_t pt_read_all(int file, void *bytes, size_t size)
{
    size_t at = 0;

    while (at < size) {
        ssize_t got = read(file, (char *)bytes + at, size - at);

        if (got == 0)
            break;
        if (got < 0 && errno != EINTR)
            return -1;
        at += got > 0 ? (size_t)got : 0;
    }
    return (ssize_t)at;
}

bool pt_write_all(int file, const void *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        ssize_t written = write(file, (const char *)bytes + at, size - at);

        if (written < 0 && errno != EINTR)
            return false;
        at += written > 0 ? (size_t)written : 0;
    }
    return true;
}

double pt_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

uint64_t pt_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
