/* SPDX-License-Identifier: MIT */
/* set.h: a set of strings. All zero is the empty set. */
#ifndef PT_SET_H
#define PT_SET_H

#include "program-tester/util.h"

struct pt_set {
    const char **items; /* a hash table; NULL: free */
    size_t count, capacity;
};

/* Puts a string in, which must outlive the set. False: there is an equal one. */
bool pt_set_add(struct pt_set *set, const char *text);
void pt_set_finish(struct pt_set *set);

#endif
