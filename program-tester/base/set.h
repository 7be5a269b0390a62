/* SPDX-License-Identifier: MIT */
/* set.h: a set of strings, numbered in the order in which they come. All zero is the empty set. */
#pragma once

#include "program-tester/base/util.h"

struct pt_set {
    const char **items;
    size_t count, room; /* room: items that fit */
    size_t *places;     /* a hash table of numbers + 1; 0: free */
    size_t place_count; /* a power of two */
};

/* Puts a string in, which must outlive the set. False: there is an equal one. */
bool pt_set_add(struct pt_set *set, const char *text);
/* The number of an equal string; the set's count if there is none. */
size_t pt_set_find(const struct pt_set *set, const char *text);
void pt_set_finish(struct pt_set *set);
