/* SPDX-License-Identifier: MIT */
/* nearest.h: what lies at an address of a launch, or nearest to it. */
#pragma once

#include "driver/clover/explain/explain.h"

/* Room for names, and for numbers of bytes. */
enum { NEAR_TEXT = 256, NEAR_NAME = 101, NEAR_BYTES = 40 };

/* Something in memory, [start, end), and what it is called. A variable of which only a part is in
 * memory may start before address 0, modulo 64 bits. */
struct near_object {
    uint64_t start, end;
    char what[NEAR_TEXT];
    char name[NEAR_NAME]; /* of the argument or the variable; "": it has none */
    bool argument;
};

/* The byte of an object that an address is; it may be outside. */
static inline int64_t near_byte(const struct near_object *object, uint64_t address)
{
    return (int64_t)(address - object->start);
}

static inline bool near_has(const struct near_object *object, uint64_t address, uint64_t bytes)
{
    const int64_t at = near_byte(object, address);
    return at >= 0 && (uint64_t)at + bytes <= object->end - object->start;
}

/* The nearest to an address so far. */
struct nearest {
    uint64_t address;
    uint64_t distance; /* bytes between; 0: inside, or just behind */
    bool found;
    struct near_object object;
    const char *wanted; /* only what has this name is looked at; NULL: everything */
};

/* 4096 as "4,096"; "1 byte", "4,096 bytes". */
void near_group(uint64_t value, char text[NEAR_BYTES]);
void near_bytes(uint64_t bytes, char text[NEAR_BYTES]);
/* Finds what a faulty access is at: the object that the device says, or the nearest. */
void near_find(const struct clover_guide *guide, const struct guide_fault *fault,
               struct nearest *nearest);
/* named.c: describes a variable, with the name and the size that the source gives it. */
void near_name_variable(const struct clover_guide *guide, const struct rootle_variable *variable,
                        struct near_object *object);
/* Writes the name of a memory object that is an argument. */
void near_name_argument(const struct clover_guide *guide, uint32_t argument, cl_mem mem,
                        char text[NEAR_TEXT]);
