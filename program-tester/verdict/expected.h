/* SPDX-License-Identifier: MIT */
/* expected.h: what the lanes of an argument may be: values, ranges and alternatives. */
#pragma once

#include "program-tester/parse/plan.h"

/* The memory as lanes of one scalar type, as they are compared: a texel-valued image's channels are
 * unpacked, padding is dropped. Returns lanes to free(). */
struct pt_lanes {
    enum pt_scalar scalar;
    unsigned width; /* lanes of an element */
    size_t count;
    void *data;
};
struct pt_lanes pt_lanes_of(const struct pt_arg *arg, const void *memory);
/* Lanes of an element. */
unsigned pt_lanes_width(const struct pt_arg *arg);

/* The lanes of an argument by choice: the first values, then their alternatives. */
struct pt_expected {
    const struct pt_arg *arg;
    bool piglit;
    struct pt_lanes lanes[PT_MAX_CHOICES];
    void *highs[PT_MAX_CHOICES]; /* upper ends; of a choice without ranges its lanes */
    unsigned count;
};

/* `memory` is what pt_arg_expand made of the argument. pt_expected_finish() frees the lanes. */
void pt_expected_start(struct pt_expected *expected, const struct pt_arg *arg, const void *memory,
                       bool piglit);
void pt_expected_finish(struct pt_expected *expected);

/* Whether any choice has ranges. */
bool pt_expected_ranges(const struct pt_expected *expected);
/* Whether the lanes of an element are chosen together. */
bool pt_expected_grouped(const struct pt_expected *expected, size_t element);
/* The choice that the actual lanes are nearest to: for the lanes of a grouped element the one with
 * the fewest wrong lanes; for another lane one that it matches, or the least distant. */
unsigned pt_expected_nearest(const struct pt_expected *expected, size_t lane, const void *actual);
/* Whether a lane matches in that choice. */
bool pt_expected_matches(const struct pt_expected *expected, unsigned choice, size_t lane,
                         const void *actual);
/* The distance from the lane's range in that choice, in units of the last place of its nearer end;
 * NaN where it has no meaning. */
double pt_expected_ulps(const struct pt_expected *expected, unsigned choice, size_t lane,
                        const void *actual);

/* All that a lane may be, as a file would say it, or, for any lane of a grouped element, all that
 * the element may be: 1..2|5 or (1 2)|(3 4). To free(). */
char *pt_expected_text(const struct pt_expected *expected, size_t lane);
