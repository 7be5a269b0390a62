/* SPDX-License-Identifier: MIT */
/* store.h: a folder of named blobs that may be lost at any time: a cache on disk.
 *
 * Files appear by rename, so readers and writers of any number of processes need no lock. Only
 * regular files of this user's, in a folder of this user's, that nobody else may write to, are
 * taken: a blob may be machine code, and even a sound one under another's name would be taken for
 * the wrong program. A file that is damaged is removed. The driver keeps compiled programs in one,
 * program-tester what a driver has built. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store {
    const char *folder;
    const char *suffix; /* of its files, behind the names of blobs */
    uint64_t limit;     /* bytes that trimming leaves */
};

enum store_state {
    STORE_ABSENT,
    STORE_REFUSED, /* the folder serves nobody, with errno; EPERM: it is not ours alone */
    STORE_FOREIGN, /* what has the name is no blob of ours, with errno, and stays */
    STORE_DAMAGED, /* and removed */
    STORE_GOOD,
};

/* Names are digits and small letters of hexadecimal numbers, at least two and at most
 * STORE_NAME_BYTES. */
enum { STORE_NAME_BYTES = 128 };

/* Reads a blob, and marks it as used now. When it is good *bytes is malloc'ed, to free(), and NULL
 * otherwise. */
enum store_state store_load(const struct store *store, const char *name, void **bytes,
                            size_t *size);
/* Writes a blob in the place of what has its name, unless that is a folder. Makes the store's
 * folder if there is none, but not the user's home. A blob that is larger than the limit is not
 * kept. Now and then, for one name in 32, trims too. False, with errno: it could not; EPERM: the
 * folder is not this user's alone. */
bool store_save(const struct store *store, const char *name, const void *bytes, size_t size);
/* Returns the message for an errno that these functions set. */
const char *store_error(int number);
/* Whether it speaks of what has the blob's name, and the folder serves for others. */
bool store_blames_file(int number);
/* Removes a blob that its owner cannot use. */
void store_remove(const struct store *store, const char *name);
/* Removes the files used longest ago until the limit is kept, and what killed writers left. */
void store_trim(const struct store *store);
