/* SPDX-License-Identifier: MIT */
/* cache.h: compiled programs in a store (driver/base/store.h), named by a hash of all that made
 * them. Nothing here fails a build: without a folder that is this user's alone there simply is no
 * cache. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/base/sha256.h"

struct cache_key {
    uint8_t bytes[SHA256_BYTES];
};

struct cache_entry {
    char *log;   /* the build's warnings */
    void *image; /* rootle_binary_write's */
    uint32_t image_size;
};

void cache_entry_finish(struct cache_entry *entry);
/* Fills the entry, which the caller finishes, and marks it as used now. */
bool cache_load(const struct cache_key *key, struct cache_entry *entry);
/* Now and then (one store in 32) also trims the folder to ROOTLE_CACHE_SIZE. */
void cache_store(const struct cache_key *key, const struct cache_entry *entry);
