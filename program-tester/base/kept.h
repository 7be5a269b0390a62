/* SPDX-License-Identifier: MIT */
/* kept.h: a folder of files that may be lost at any time: a cache.
 *
 * A file holds a few strings of bytes and a checksum over them. Files appear by rename, so that any
 * number of processes may read and write a folder without a lock. Only regular files of this
 * user's, in a folder of this user's, that nobody else may write to, are taken. */
#ifndef PT_KEPT_H
#define PT_KEPT_H

#include "program-tester/base/util.h"

enum { PT_KEPT_PARTS = 4 };

struct pt_kept_part {
    const char *data;
    size_t size;
};

enum pt_kept_state { PT_KEPT_ABSENT, PT_KEPT_DAMAGED, PT_KEPT_GOOD };

/* Where the file of that name is, to free(). */
char *pt_kept_path(const char *folder, const char *name);

/* Reads a file and marks it as used now. When it is good the parts point into *memory, to free();
 * *memory is NULL otherwise. */
enum pt_kept_state pt_kept_load(const char *path, struct pt_kept_part parts[PT_KEPT_PARTS],
                                void **memory);

/* Writes a file, and makes the folder if there is none. False, with errno: it could not; EPERM: the
 * folder is not this user's alone. */
bool pt_kept_store(const char *folder, const char *name,
                   const struct pt_kept_part parts[PT_KEPT_PARTS]);

/* Removes the files used longest ago until `limit` bytes are left, and what killed writers left. */
void pt_kept_trim(const char *folder, uint64_t limit);

#endif
