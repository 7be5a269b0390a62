/* SPDX-License-Identifier: MIT */
/* set.c: a set of strings: a hash table with open addressing that is at most half full. */
#include "program-tester/base/set.h"

#include <stdlib.h>
#include <string.h>

/* The place of an equal string, or the free one where it belongs. */
static size_t *place_of(const struct pt_set *set, const char *text)
{
    size_t place = pt_hash(text, strlen(text)) & (set->place_count - 1);

    while (set->places[place] && strcmp(set->items[set->places[place] - 1], text))
        place = (place + 1) & (set->place_count - 1);
    return &set->places[place];
}

static void grow(struct pt_set *set)
{
    free(set->places);
    set->place_count = set->place_count ? set->place_count * 2 : 16;
    set->places = pt_alloc(set->place_count, sizeof(*set->places));
    for (size_t i = 0; i < set->count; i++)
        *place_of(set, set->items[i]) = i + 1;
}

bool pt_set_add(struct pt_set *set, const char *text)
{
    if (set->count * 2 >= set->place_count)
        grow(set);
    size_t *place = place_of(set, text);
    if (*place)
        return false;
    set->items = pt_grow(set->items, &set->room, set->count + 1, sizeof(*set->items));
    set->items[set->count++] = text;
    *place = set->count;
    return true;
}

size_t pt_set_find(const struct pt_set *set, const char *text)
{
    size_t place = set->count ? *place_of(set, text) : 0;

    return place ? place - 1 : set->count;
}

void pt_set_finish(struct pt_set *set)
{
    free(set->items);
    free(set->places);
    memset(set, 0, sizeof(*set));
}
