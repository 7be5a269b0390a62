/* SPDX-License-Identifier: MIT */
/* cache.h: compiled programs in a store (driver/base/store.h), named by a hash of all that made
 * them. Nothing here fails a build: without a folder that is this user's alone there simply is no
 * cache. */
#pragma once

#include <time.h>

#include "driver/base/sha256.h"
#include "driver/compiler/protocol.h"

struct cache_key {
    uint8_t bytes[SHA256_BYTES];
};

/* Fills the answer, which the caller finishes, and marks it as used now. One of a program that
 * looked for files is of this folder alone. */
bool cache_load(const struct cache_key *key, const char *folder, struct protocol_reply *reply);
/* Not where files were changed `since` (NULL: whenever), nor where the outcome depends on more than
 * files; `outside` is overwritten. Now and then (one store in 32) also trims the folder to
 * ROOTLE_CACHE_SIZE. */
void cache_store(const struct cache_key *key, const char *folder, const struct timespec *since,
                 const struct protocol_reply *reply);
