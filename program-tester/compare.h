/* SPDX-License-Identifier: MIT */
/* compare.h: compares what a kernel left behind with what the test expects. */
#ifndef PT_COMPARE_H
#define PT_COMPARE_H

#include "program-tester/plan.h"

enum { PT_SHOWN_DIFFERENCES = 8 };

struct pt_difference {
    size_t element;   /* buffer element or texel */
    unsigned channel; /* lane of the element, or channel in memory order */
    char expected[2 * PT_NUMBER_TEXT], actual[PT_NUMBER_TEXT]; /* a range: LOW..HIGH */
    double ulp; /* floating types: distance in units of the expected value's last place; else NaN */
};

struct pt_comparison {
    size_t total, wrong; /* lanes */
    struct pt_difference first[PT_SHOWN_DIFFERENCES];
    double worst_ulp; /* among the wrong lanes; NaN if it has no meaning */
};

/* Whether one lane matches. */
bool pt_lane_matches(enum pt_scalar scalar, const void *expected, const void *actual,
                     const struct pt_tolerance *tolerance);

/* Whether a lane lies between two others; NaN never does. */
bool pt_lane_within(enum pt_scalar scalar, const void *low, const void *high, const void *actual);

/* The same as pt_lane_matches by Piglit's rules: `tolerance V` of a floating type counts as the ulp
 * number that V's bits spell, a huge ulp number lets everything pass. */
bool pt_lane_matches_piglit(enum pt_scalar scalar, const void *expected, const void *actual,
                            const struct pt_tolerance *tolerance);

/* Compares arg->size bytes of memory with the argument's expected contents (see pt_arg_expand). */
void pt_compare(const struct pt_arg *arg, const void *expected, const void *actual, bool piglit,
                struct pt_comparison *result);

/* The numbers of the lanes that pt_compare finds wrong, as "0-3 7" (to free()). */
char *pt_wrong_lanes_text(const struct pt_arg *arg, const void *expected, const void *actual,
                          bool piglit);

/* The memory as lanes of one scalar type, as they are compared: a texel-valued image's channels are
 * unpacked, padding is dropped. Returns lanes to free(). */
struct pt_lanes {
    enum pt_scalar scalar;
    unsigned width; /* lanes of an element */
    size_t count;
    void *data;
};
struct pt_lanes pt_lanes_of(const struct pt_arg *arg, const void *memory);

/* "[3]", "[3].2" for a lane of a vector, "(x, y).2" for an image's channel. */
char *pt_lane_place(const struct pt_arg *arg, size_t element, unsigned channel);

#endif
