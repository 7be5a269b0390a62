/* SPDX-License-Identifier: MIT */
/* sha256.h: SHA-256 (FIPS 180-4), for names of cached programs. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64 };

struct sha256 {
    uint32_t state[8];
    uint64_t bytes;              /* taken so far */
    uint8_t block[SHA256_BLOCK]; /* those of the last, unfinished block */
};

void sha256_init(struct sha256 *sha);
void sha256_update(struct sha256 *sha, const void *data, size_t size);
void sha256_finish(struct sha256 *sha, uint8_t digest[SHA256_BYTES]);
