/* SPDX-License-Identifier: MIT */
/* set.c: a set of strings, as a hash table with open addressing that is at most half full. */
#include "program-tester/set.h"

#include <stdlib.h>
#include <string.h>

/* The place of an equal string, or the free one where it belongs. */
static const char **place_of(const struct pt_set *set, const char *text)
{
    size_t place = pt_hash(text, strlen(text)) & (set->capacity - 1);

    while (set->items[place] && strcmp(set->items[place], text))
        place = (place + 1) & (set->capacity - 1);
    return &set->items[place];
}

static void grow(struct pt_set *set)
{
    struct pt_set old = *set;

    set->capacity = old.capacity ? old.capacity * 2 : 16;
    set->items = pt_alloc(set->capacity, sizeof(*set->items));
    for (size_t i = 0; i < old.capacity; i++) {
        if (old.items[i])
            *place_of(set, old.items[i]) = old.items[i];
    }
    free(old.items);
}

bool pt_set_add(struct pt_set *set, const char *text)
{
    if (set->count * 2 >= set->capacity)
        grow(set);
    const char **place = place_of(set, text);
    if (*place)
        return false;
    *place = text;
    set->count++;
    return true;
}

void pt_set_finish(struct pt_set *set)
{
    free(set->items);
    memset(set, 0, sizeof(*set));
}
