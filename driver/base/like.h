/* SPDX-License-Identifier: MIT */
/* like.h: which known name a misspelt word most likely stands for. */
#pragma once

#include <stddef.h>

/* The name that takes the fewest edits (a letter more, less or another) to make of the word, if
 * these are at most a third of its letters; NULL: none. `name_at` gives names from 0 on, and NULL
 * behind the last. */
const char *like_name(const char *word, size_t length, const char *(*name_at)(size_t number));
