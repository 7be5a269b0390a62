/* SPDX-License-Identifier: MIT */
/* codec.h: packs the fields of a record, and unpacks them without trust. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "program-tester/record/box.h"

/* A record that is being packed. All zero is an empty one. */
struct pack {
    uint8_t *bytes;
    size_t size, capacity;
    bool failed; /* there was no memory */
};

void pack_number(struct pack *pack, uint64_t number);
void pack_raw(struct pack *pack, const void *bytes, size_t size);
void pack_bytes(struct pack *pack, const void *bytes, size_t size);
void pack_text(struct pack *pack, const char *text); /* NULL: empty */
void pack_triple(struct pack *pack, const size_t *triple);
/* An origin in an image: three numbers, then the level that follows them where there are four. */
void pack_place(struct pack *pack, const size_t *place, bool has_level);
void pack_finish(struct pack *pack); /* gives the memory back */

/* The rest of a record. What is asked for beyond its end is 0, and makes it bad. */
struct unpack {
    const uint8_t *at, *end;
    bool bad;
};

uint64_t unpack_number(struct unpack *unpack);
struct hash unpack_hash(struct unpack *unpack); /* low, high */
/* Returns where in the record the bytes are. */
const uint8_t *unpack_bytes(struct unpack *unpack, size_t *size);
/* Returns a copy to free(), up to the first NUL; NULL without memory. */
char *unpack_text(struct unpack *unpack);
void unpack_triple(struct unpack *unpack, size_t triple[3]);
void unpack_place(struct unpack *unpack, size_t place[4]);
