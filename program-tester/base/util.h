/* SPDX-License-Identifier: MIT */
/* util.h: memory, strings and files for program-tester. Running out of memory ends the program. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define PT_COUNT(array) (sizeof(array) / sizeof(*(array)))

/* Zeroed memory of count * size bytes, never NULL. free() it. */
void *pt_alloc(size_t count, size_t size);
char *pt_copy(const char *text, size_t length);
/* A formatted string to free(). */
char *pt_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *pt_format_list(const char *format, va_list args);
/* Prints a line on standard error, behind the name that the program was called by. */
void pt_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Called, if it is set, before the program ends for want of memory. */
extern void (*pt_last_word)(void);

/* Makes room for at least `needed` elements in an array that grows by doubling. */
void *pt_grow(void *array, size_t *capacity, size_t needed, size_t element);

/* A string that is added to. All zero is the empty string; text may be NULL then. */
struct pt_string {
    char *text;
    size_t length, capacity;
};

void pt_string_append(struct pt_string *string, const char *text, size_t length);
void pt_string_add(struct pt_string *string, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Hands the text (never NULL) to the caller and empties the string. */
char *pt_string_take(struct pt_string *string);

/* A hash of bytes (FNV-1a), for names, tables and checksums. */
uint64_t pt_hash(const void *bytes, size_t size);

/* Reads until there are `size` bytes, or to the end. Returns how many there were, or -1 and errno.
 */
ssize_t pt_read_all(int file, void *bytes, size_t size);
/* Returns false, and errno, when not all was written. */
bool pt_write_all(int file, const void *bytes, size_t size);

/* Seconds on the monotonic clock. */
double pt_now(void);

/* splitmix64: the generator behind `random` values. */
uint64_t pt_random(uint64_t *state);
