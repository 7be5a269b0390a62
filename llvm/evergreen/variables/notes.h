/* SPDX-License-Identifier: MIT */
/* notes.h: what is noted of variables while a kernel is selected, for the files that make more of
 * it. */
#ifndef ROOTLE_EVERGREEN_VARIABLES_NOTES_H
#define ROOTLE_EVERGREEN_VARIABLES_NOTES_H

#include "llvm/evergreen/mir/values.h"
#include "llvm/evergreen/select/select.h"

/* The first of all that is shown: a variable that is not the same on all ways. */
enum { VARIABLE_DIFFERS = 1 };

/* The bits of mir_values.moved: the line does not begin here; the code ends the turn of a loop
 * before the block's own one, as unrolled code does. */
enum { MOVED_LINE = 1, MOVED_TURN = 2 };

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

struct select_waiting;

struct select_variables {
    struct mir_values *values;
    struct select_waiting *waiting;
    struct select_join *joins;
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

#endif
