/* SPDX-License-Identifier: MIT */
/* value.h: OpenCL's scalar types: printing and rounding their values. */
#pragma once

#include "program-tester/base/text.h"

enum pt_scalar {
    PT_CHAR,
    PT_UCHAR,
    PT_SHORT,
    PT_USHORT,
    PT_INT,
    PT_UINT,
    PT_LONG,
    PT_ULONG,
    PT_HALF,
    PT_FLOAT,
    PT_DOUBLE,
    PT_SCALAR_COUNT
};

enum pt_scalar_class { PT_SIGNED, PT_UNSIGNED, PT_FLOATING };

struct pt_scalar_info {
    const char *name;
    unsigned size; /* bytes */
    enum pt_scalar_class class;
    const char *range; /* of numbers that may be written: of a signed integer, its bits' too */
};

extern const struct pt_scalar_info pt_scalars[PT_SCALAR_COUNT];

struct pt_type {
    enum pt_scalar scalar;
    unsigned width; /* 1, 2, 3, 4, 8 or 16 */
};

/* Reads "float4". */
bool pt_type_parse(struct pt_word word, struct pt_type *type);
/* Returns the message about a word that is no type, after "'WORD' is not a type" (to free()). */
char *pt_type_hint(struct pt_word word);
size_t pt_type_size(struct pt_type type); /* bytes in memory */

/* An unsigned integer of 1, 2, 4 or 8 bytes in memory, in this machine's order, and back: its
 * lowest bits. */
uint64_t pt_bits_load(const void *value, size_t size);
void pt_bits_store(void *value, size_t size, uint64_t bits);

uint16_t pt_half_from_double(double value); /* to nearest even; beyond the range: inf */
double pt_half_to_double(uint16_t half);

/* A lane's value; exact for every floating type. */
double pt_scalar_to_double(enum pt_scalar scalar, const void *value);

/* Whether a <= b; false with NaN. */
bool pt_scalar_ordered(enum pt_scalar scalar, const void *a, const void *b);

/* The distance from |value| to the next larger number of the type. */
double pt_ulp(enum pt_scalar scalar, double value);

/* The shortest text that reads back as the same value. */
enum { PT_NUMBER_TEXT = 40 };
void pt_scalar_print(enum pt_scalar scalar, const void *value, char text[PT_NUMBER_TEXT]);

/* A random value: any integer, or a floating number between -1 and 1. */
void pt_scalar_random(enum pt_scalar scalar, uint64_t *state, void *out);
