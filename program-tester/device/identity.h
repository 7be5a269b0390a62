/* SPDX-License-Identifier: MIT */
/* identity.h: what tells one build of a driver from another: its files, their sizes, numbers and
 * times. */
#pragma once

#include "program-tester/base/util.h"

/* Paths, sorted, none twice. */
struct pt_paths {
    char **items;
    size_t count, capacity;
};

void pt_paths_add(struct pt_paths *paths, const char *path);
/* Adds those of `more` that are not in `known`. */
void pt_paths_add_new(struct pt_paths *paths, const struct pt_paths *more,
                      const struct pt_paths *known);
/* Adds a file, or a folder with all that is below it. */
void pt_paths_add_tree(struct pt_paths *paths, const char *path);
/* Adds the shared objects that this process has loaded. */
void pt_paths_add_objects(struct pt_paths *paths);
void pt_paths_finish(struct pt_paths *paths);

/* One line a file: path, size, number and time (to free()). NULL if one is gone or was changed
 * after `since`, seconds since 1970: what is in memory then may be another. */
char *pt_identity_text(const struct pt_paths *paths, double since);
/* Whether such a text is still true. */
bool pt_identity_holds(const char *text);
