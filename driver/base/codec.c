/* SPDX-License-Identifier: MIT */
/* codec.c: writing and bounds-checked reading of numbers, strings, blobs and arrays. */
#include "driver/base/codec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void codec_write_init(struct codec *codec)
{
    *codec = (struct codec){0};
}

void codec_read_init(struct codec *codec, const void *bytes, size_t size)
{
    *codec = (struct codec){.reading = true, .bytes = (uint8_t *)bytes, .size = size};
}

void *codec_take(struct codec *codec, size_t *size)
{
    assert(!codec->reading); /* what is read is not the codec's to give away */
    if (codec->failed) {
        free(codec->bytes);
        codec->bytes = NULL;
        return NULL;
    }
    *size = codec->size;
    return codec->bytes;
}

void codec_fail(struct codec *codec, const char *why)
{
    if (!codec->failed)
        codec->why = why;
    codec->failed = true;
}

void codec_fail_without_memory(struct codec *codec)
{
    codec->no_memory = codec->no_memory || !codec->failed;
    codec_fail(codec, "out of memory");
}

static bool grow(struct codec *codec, size_t more)
{
    if (more <= codec->capacity - codec->size)
        return true;
    size_t capacity = codec->capacity + more;
    if (capacity < more || capacity > SIZE_MAX / 2) {
        codec_fail(codec, "too big");
        return false;
    }
    capacity *= 2;
    uint8_t *bytes = realloc(codec->bytes, capacity);
    if (!bytes) {
        codec_fail_without_memory(codec);
        return false;
    }
    codec->bytes = bytes;
    codec->capacity = capacity;
    return true;
}

static size_t left(const struct codec *codec)
{
    assert(codec->at <= codec->size);
    return codec->size - codec->at;
}

/* Moves `size` bytes between `data` and the encoding. */
static void raw(struct codec *codec, void *data, size_t size)
{
    if (codec->failed || !size)
        return;
    if (codec->reading) {
        if (size > left(codec)) {
            codec_fail(codec, "truncated");
            return;
        }
        memcpy(data, codec->bytes + codec->at, size);
        codec->at += size;
    } else if (grow(codec, size)) {
        memcpy(codec->bytes + codec->size, data, size);
        codec->size += size;
    }
}

void codec_u64(struct codec *codec, uint64_t *value)
{
    uint8_t bytes[8] = {0};
    for (int i = 0; i < 8 && !codec->reading; i++)
        bytes[i] = (uint8_t)(*value >> 8 * i);
    raw(codec, bytes, sizeof(bytes));
    if (!codec->reading || codec->failed)
        return;
    *value = 0;
    for (int i = 0; i < 8; i++)
        *value |= (uint64_t)bytes[i] << 8 * i;
}

void codec_u32(struct codec *codec, uint32_t *value)
{
    uint8_t bytes[4] = {0};
    for (int i = 0; i < 4 && !codec->reading; i++)
        bytes[i] = (uint8_t)(*value >> 8 * i);
    raw(codec, bytes, sizeof(bytes));
    if (codec->reading && !codec->failed)
        *value = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void write_bytes(struct codec *codec, const void *data, size_t size)
{
    uint32_t length = (uint32_t)size;
    if (size > UINT32_MAX)
        codec_fail(codec, "too big");
    codec_u32(codec, &length);
    raw(codec, (void *)data, size);
}

/* Reads a length and that many bytes into a malloc'ed block with a NUL behind. */
static void *read_bytes(struct codec *codec, uint32_t *size)
{
    uint32_t length = 0;
    codec_u32(codec, &length);
    if (!codec->failed && length > left(codec))
        codec_fail(codec, "truncated");
    if (codec->failed)
        return NULL;
    char *bytes = malloc((size_t)length + 1);
    if (!bytes) {
        codec_fail_without_memory(codec);
        return NULL;
    }
    raw(codec, bytes, length);
    bytes[length] = '\0';
    *size = length;
    return bytes;
}

void codec_string(struct codec *codec, char **text)
{
    if (!codec->reading) {
        write_bytes(codec, *text ? *text : "", *text ? strlen(*text) : 0);
        return;
    }
    uint32_t size = 0;
    *text = read_bytes(codec, &size);
    if (*text && memchr(*text, '\0', size))
        codec_fail(codec, "NUL in a string");
}

void codec_blob(struct codec *codec, void **data, uint32_t *size)
{
    if (!codec->reading) {
        write_bytes(codec, *data, *size);
        return;
    }
    *size = 0;
    *data = read_bytes(codec, size);
    if (*data && !*size) {
        free(*data);
        *data = NULL;
    }
}

void codec_array(struct codec *codec, void **array, uint32_t *count, size_t element, size_t encoded)
{
    if (!codec->reading) {
        codec_u32(codec, count);
        return;
    }
    uint32_t length = 0;
    codec_u32(codec, &length);
    assert(encoded > 0);
    *count = 0;
    *array = NULL;
    if (!codec->failed && length > left(codec) / encoded)
        codec_fail(codec, "truncated");
    if (codec->failed || !length)
        return;
    *array = calloc(length, element);
    if (*array)
        *count = length;
    else
        codec_fail_without_memory(codec);
}

bool codec_finished(const struct codec *codec)
{
    return !codec->failed && left(codec) == 0;
}
