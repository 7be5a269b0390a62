/* SPDX-License-Identifier: MIT */
/* kept.h: blobs of a store that hold a few strings of bytes. */
#pragma once

#include "driver/base/store.h"
#include "program-tester/base/util.h"

enum { PT_KEPT_PARTS = 4 };

struct pt_kept_part {
    const char *data;
    size_t size;
};

/* A store of files .kept in this folder, which stays the caller's. */
struct store pt_kept_in(const char *folder);
/* Where the file of that name is, to free(). */
char *pt_kept_path(const struct store *store, const char *name);

/* As store_load; when it is good the parts point into *memory, to free(). */
enum store_state pt_kept_load(const struct store *store, const char *name,
                              struct pt_kept_part parts[PT_KEPT_PARTS], void **memory);
/* As store_save. */
bool pt_kept_save(const struct store *store, const char *name,
                  const struct pt_kept_part parts[PT_KEPT_PARTS]);
