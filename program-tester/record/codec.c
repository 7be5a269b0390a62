/* SPDX-License-Identifier: MIT */
/* codec.c: numbers of variable length, seven bits a byte, the lowest first. */
#include "program-tester/record/codec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 10, FIRST_ROOM = 256 };

void pack_raw(struct pack *pack, const void *bytes, size_t size)
{
    assert(bytes || !size);
    if (pack->failed || !size)
        return;
    if (size > pack->capacity - pack->size) {
        size_t room = pack->capacity ? pack->capacity : FIRST_ROOM;
        while (room - pack->size < size && room <= SIZE_MAX / 2)
            room *= 2;
        uint8_t *grown = room - pack->size < size ? NULL : realloc(pack->bytes, room);
        pack->failed = !grown;
        if (!grown)
            return;
        pack->bytes = grown;
        pack->capacity = room;
    }
    memcpy(pack->bytes + pack->size, bytes, size);
    pack->size += size;
}

void pack_number(struct pack *pack, uint64_t number)
{
    uint8_t bytes[LONGEST_NUMBER];
    size_t size = 0;

    for (; number >= 0x80; number >>= 7)
        bytes[size++] = (uint8_t)(number | 0x80);
    bytes[size++] = (uint8_t)number;
    pack_raw(pack, bytes, size);
}

void pack_bytes(struct pack *pack, const void *bytes, size_t size)
{
    pack_number(pack, size);
    pack_raw(pack, bytes, size);
}

void pack_text(struct pack *pack, const char *text)
{
    pack_bytes(pack, text, text ? strlen(text) : 0);
}

void pack_triple(struct pack *pack, const size_t *triple)
{
    for (unsigned i = 0; i < 3; i++)
        pack_number(pack, triple ? triple[i] : 0);
}

void pack_place(struct pack *pack, const size_t *place, bool has_level)
{
    pack_triple(pack, place);
    pack_number(pack, place && has_level ? place[3] : 0);
}

void pack_finish(struct pack *pack)
{
    free(pack->bytes);
    *pack = (struct pack){0};
}

uint64_t unpack_number(struct unpack *unpack)
{
    uint64_t number = 0;

    for (unsigned shift = 0; shift < 64 && unpack->at < unpack->end; shift += 7) {
        const uint8_t byte = *unpack->at++;
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return number;
    }
    unpack->bad = true;
    return 0;
}

struct hash unpack_hash(struct unpack *unpack)
{
    struct hash hash; /* in two steps: an initializer's order is the compiler's */

    hash.low = unpack_number(unpack);
    hash.high = unpack_number(unpack);
    return hash;
}

const uint8_t *unpack_bytes(struct unpack *unpack, size_t *size)
{
    const uint64_t count = unpack_number(unpack);
    const uint8_t *bytes = unpack->at;

    unpack->bad |= count > (uint64_t)(unpack->end - unpack->at);
    *size = unpack->bad ? 0 : (size_t)count;
    unpack->at += *size;
    return bytes;
}

char *unpack_text(struct unpack *unpack)
{
    size_t size;
    const uint8_t *bytes = unpack_bytes(unpack, &size);
    char *text = malloc(size + 1);

    if (!text)
        return NULL;
    memcpy(text, bytes, size);
    text[size] = '\0';
    return text;
}

void unpack_triple(struct unpack *unpack, size_t triple[3])
{
    for (unsigned i = 0; i < 3; i++)
        triple[i] = (size_t)unpack_number(unpack);
}

void unpack_place(struct unpack *unpack, size_t place[4])
{
    unpack_triple(unpack, place);
    place[3] = (size_t)unpack_number(unpack);
}
