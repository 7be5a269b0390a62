/* SPDX-License-Identifier: MIT */
/* codec.h: one walk over a structure that either writes it to bytes or reads it back, so that the
 * two directions cannot disagree. Numbers are little-endian; what is read is never trusted. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* After the first failure every call does nothing, so callers check `failed` once, at the end. */
struct codec {
    bool reading, failed;
    bool no_memory;        /* that is why it failed */
    const char *why;       /* first failure, for a message */
    uint8_t *bytes;        /* writing: malloc'ed, grows; reading: borrowed, not written */
    size_t size, capacity; /* bytes written, or bytes there are to read */
    size_t at;             /* reading: next byte */
};

void codec_write_init(struct codec *codec);
void codec_read_init(struct codec *codec, const void *bytes, size_t size);
/* The bytes written, which the caller frees, or NULL when memory was short. */
void *codec_take(struct codec *codec, size_t *size);
void codec_fail(struct codec *codec, const char *why);
/* The same where memory was short, which says nothing of the bytes. */
void codec_fail_without_memory(struct codec *codec);

void codec_u32(struct codec *codec, uint32_t *value);
void codec_u64(struct codec *codec, uint64_t *value);
/* A NUL-terminated string; NULL is written as "". Reading makes a malloc'ed copy. */
void codec_string(struct codec *codec, char **text);
/* Bytes that need not be text; *size is 32 bits wide on both sides. Reading mallocs (NULL for
 * none). */
void codec_blob(struct codec *codec, void **data, uint32_t *size);
/* The length of an array whose elements take at least `encoded` bytes each in the encoding. Reading
 * callocs the array; writing leaves it alone. */
void codec_array(struct codec *codec, void **array, uint32_t *count, size_t element,
                 size_t encoded);
/* Whether everything was read, nothing failed, and nothing is left over. */
bool codec_finished(const struct codec *codec);
