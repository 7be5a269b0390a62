/* SPDX-License-Identifier: MIT */
/* notes.h: what is noted of variables while a kernel is selected, for the files that make more of
 * it. */
#pragma once

#include "llvm/evergreen/mir/values.h"
#include "llvm/evergreen/select/select.h"

/* The first of all that is shown: a variable that is not the same on all ways. */
enum { VARIABLE_DIFFERS = 1 };

/* The bits of mir_values.moved: the line does not begin here; the code ends the turn of a loop
 * before the block's own one, as unrolled code does; it is not of the iteration that it stands in,
 * or that is not known. */
enum { MOVED_LINE = 1, MOVED_TURN = 2, MOVED_PART = 4 };

/* The bits of mir_shown.repeated: an iteration, or a block, has the same assignment once more. */
enum { REPEATED_IN_PART = 1, REPEATED_IN_BLOCK = 2 };

/* A block's changes, in order. */
struct select_change {
    struct select_change *next;
    uint32_t point, variable, shown, turn;
};

/* A branch at which no line begins. */
struct select_join {
    struct select_join *next;
    uint32_t point;
};

/* Where an iteration of a loop begins, or the loop is left: code of turns from `first` up to `last`
 * follows. The loop is left by a branch whose turn is `leaves`. */
struct select_part {
    struct select_part *before;
    uint32_t point, first, last, leaves;
    bool is_iteration;
    const void *inlined_at;
};

struct select_waiting;

struct select_variables {
    struct mir_values *values;
    struct select_waiting *waiting;
    struct select_join *joins;
    struct select_part *last_part;
    struct select_change **first, **last; /* by block of machine IR */
    uint32_t *begin;                      /* by block: its first point */
    size_t room;
};

/* select_variables.c: the number of what is shown. */
uint32_t variables_new_shown(struct mir_values *values, const struct mir_shown *shown);
/* flow.c: the number of words of what is shown. */
uint32_t variables_words_of(const struct mir_shown *shown);
/* flow.c: has each variable say what it is from point to point. */
void variables_flow(struct select *s);
/* moved.c: finds code that stands where the source does not have it. */
void variables_find_moved(struct select *s);
/* parts.c: tells iterations apart that are in one block. */
void variables_find_parts(struct select *s);
/* When code comes in a function, as it is inlined; 0: it is not in there. */
uint32_t variables_turn_in(const struct mir_values *values, uint32_t point, const void *inlined_at);
/* order.c: whether two records that are shown are of one assignment, and have the same value. */
bool variables_restates(const struct mir_values *values, uint32_t a, uint32_t b);
/* order.c: by what is shown: the turn of its assignment; 0: it has none. */
uint32_t *variables_turns(const struct mir_values *values);
/* Whether assignments of a block's part are not in the order of the source around a point, so that
 * what holds there is not what holds at its line. `change`: the last one of the variable there. */
bool variables_out_of_order(const struct mir_values *values, const uint32_t *turns,
                            const struct mir_variable *variable, const struct mir_change *change,
                            uint32_t point);
/* strayed.c: finds code that no part of its block can have. `at`: by point, the part that begins
 * there. */
void variables_find_strayed(struct select *s, const struct select_part *const *at);
