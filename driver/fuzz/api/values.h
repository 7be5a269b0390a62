/* SPDX-License-Identifier: MIT */
/* values.h: what a fuzzed call is given for each of its parameters. */
#pragma once

#include "driver/base/count.h"
#include "driver/fuzz/api/world.h"

/* A parameter: its name in OpenCL's header, of which kind of object it is, and whether it is a
 * pointer. */
struct value_of {
    const char *name;
    enum world_kind kind;
    bool pointer;
    uintptr_t value;
};

/* A call with those of its parameters that have been drawn so far. */
struct call {
    struct world_actor *actor;
    const char *name;
    struct value_of values[16];
    unsigned count;
    enum world_gives gives; /* a release, of what it releases */
    cl_int error;           /* what it returned */
};

/* Draws the next value of a call. */
uintptr_t value_draw(struct call *call, const char *name, enum world_kind kind, bool pointer);
/* One that was drawn before; 0: there is none of this name. */
uintptr_t value_before(const struct call *call, const char *name);

/* One of the good values, or, seldom, of those that are odd. */
size_t value_choose(struct world_actor *actor, const size_t *good, size_t good_count,
                    const size_t *odd, size_t odd_count);

#define GOOD(...) (const size_t[]){__VA_ARGS__}, COUNT(((const size_t[]){__VA_ARGS__}))
#define ODD       GOOD
#define HUGE_VALUES                                                                                \
    0, SIZE_MAX, SIZE_MAX - 3, SIZE_MAX / 2 + 1, (size_t)1 << 32, ((size_t)1 << 32) + 4,           \
        (size_t)1 << 62

/* The functions of parameters.def: numbers are drawn in numbers.c, all else in values.c. */
typedef uintptr_t draw(struct call *call);
enum which { ANY, NUMBER, POINTER };
#define PARAMETER(name, which, function) uintptr_t function(struct call *call);
#include "driver/fuzz/api/parameters.def"
#undef PARAMETER

enum { ANSWER_MAX = 4096 }; /* bytes of an answer that is asked for */
