/* SPDX-License-Identifier: MIT */
/* compare.h: compares what a kernel left behind with what the test expects. */
#pragma once

#include <limits.h>

#include "program-tester/verdict/expected.h"

enum { PT_SHOWN_DIFFERENCES = 8, PT_DIFFERENCE_TEXT = 256 };

/* In place of a channel: all lanes of the element, which are chosen together. */
#define PT_WHOLE_ELEMENT UINT_MAX

struct pt_difference {
    size_t element;   /* buffer element or texel */
    unsigned channel; /* lane of the element, or channel in memory order, or PT_WHOLE_ELEMENT */
    char expected[PT_DIFFERENCE_TEXT]; /* "1", "1..2", "1 or 5", "(1 2) or (3 4)" */
    char actual[PT_DIFFERENCE_TEXT];   /* "1", "(1 2)" */
    double ulp; /* floating types: distance in units of the expected value's last place; else NaN */
};

struct pt_comparison {
    size_t total, wrong; /* lanes */
    size_t shown;        /* of these, described in `first` */
    struct pt_difference first[PT_SHOWN_DIFFERENCES];
    double worst_ulp; /* among the wrong lanes; NaN if it has no meaning */
};

/* Compares arg->size bytes of memory with the argument's expected contents (see pt_arg_expand). */
void pt_compare(const struct pt_arg *arg, const void *expected, const void *actual, bool piglit,
                struct pt_comparison *result);

/* The numbers of the lanes that pt_compare finds wrong, as "0-3 7" (to free()). */
char *pt_wrong_lanes_text(const struct pt_arg *arg, const void *expected, const void *actual,
                          bool piglit);

/* "[3]", "[3].2" for a lane of a vector, "(x, y).2" for an image's channel. */
char *pt_lane_place(const struct pt_arg *arg, size_t element, unsigned channel);
