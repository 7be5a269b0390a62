/* SPDX-License-Identifier: MIT */
/* util.c: memory and strings for program-tester. */
#include "program-tester/util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void *need(void *memory)
{
    if (!memory) {
        fputs("program-tester: out of memory\n", stderr);
        exit(3);
    }
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

char *pt_format(const char *format, ...)
{
    va_list args;
    char *text;

    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    return need(length < 0 ? NULL : text);
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
    char *text;

    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    need(length < 0 ? NULL : text);
    pt_string_append(string, text, (size_t)length);
    free(text);
}

char *pt_string_take(struct pt_string *string)
{
    char *text = string->text ? string->text : pt_copy("", 0);

    memset(string, 0, sizeof(*string));
    return text;
}

uint64_t pt_hash_more(uint64_t hash, const void *bytes, size_t size)
{
    for (const unsigned char *at = bytes, *end = at + size; at < end; at++)
        hash = (hash ^ *at) * 0x100000001b3u;
    return hash;
}

uint64_t pt_hash(const void *bytes, size_t size)
{
    return pt_hash_more(0xcbf29ce484222325u, bytes, size);
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
