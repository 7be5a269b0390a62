/* SPDX-License-Identifier: MIT */
/* reader.c: finds the records of a file, and checks each against its checksum. */
#include "program-tester/record/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <zstd.h>

#include "program-tester/base/util.h"

static bool refuse(struct recording *recording, const char *why)
{
    snprintf(recording->trouble, sizeof recording->trouble, "%s", why);
    return false;
}

static bool map_file(struct recording *recording, const char *path)
{
    struct stat facts;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);

    if (file < 0)
        return refuse(recording, strerror(errno));
    const bool is_file = !fstat(file, &facts) && S_ISREG(facts.st_mode);
    if (is_file && facts.st_size > RECORD_MAGIC_SIZE)
        recording->bytes = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (!recording->bytes || recording->bytes == MAP_FAILED) {
        recording->bytes = NULL;
        return refuse(recording,
                      is_file ? "it is too short for a recording" : "it is no regular file");
    }
    recording->size = (size_t)facts.st_size;
    if (memcmp(recording->bytes, RECORD_MAGIC, RECORD_MAGIC_SIZE) != 0 &&
        memcmp(recording->bytes, RECORD_OLD_MAGIC, RECORD_MAGIC_SIZE) != 0)
        return refuse(recording, memcmp(recording->bytes, RECORD_MAGIC, RECORD_MAGIC_SIZE - 2) != 0
                                     ? "it is no recording"
                                     : "it has another version of the format");
    return true;
}

static void take_content(struct recording *recording, size_t *room)
{
    recording->contents =
        pt_grow(recording->contents, room, recording->content_count + 1, sizeof(size_t));
    recording->contents[recording->content_count++] = recording->count - 1;
}

static void cancel(struct recording *recording, struct unpack fields)
{
    const uint64_t number = unpack_number(&fields);

    if (number < 1 || number > recording->count)
        return;
    struct record *record = &recording->records[number - 1];
    recording->launches -= record->op == OP_LAUNCH && !record->is_cancelled;
    record->is_cancelled = true;
    record->error = (int32_t)unpack_number(&fields);
}

static void take_result(struct recording *recording, struct unpack fields)
{
    const uint64_t number = unpack_number(&fields);

    if (number >= 1 && number <= recording->count)
        recording->records[number - 1].has_result = true;
}

static const char *damage_of(const struct record_head *head, const uint8_t *payload, size_t left)
{
    if (head->size > left)
        return "is cut off";
    if (head->op <= OP_NONE || head->op >= OP_COUNT)
        return "is of a kind that is not known";
    if (head->checksum != XXH64(payload, head->size, head->op))
        return "is damaged";
    return NULL;
}

static void read_records(struct recording *recording)
{
    const uint8_t *at = recording->bytes + RECORD_MAGIC_SIZE;
    const uint8_t *const end = recording->bytes + recording->size;
    size_t room = 0, content_room = 0;

    while (at < end) {
        struct record_head head = {0};
        const char *damage = "is cut off";
        if ((size_t)(end - at) >= sizeof head) {
            memcpy(&head, at, sizeof head);
            damage = damage_of(&head, at + sizeof head, (size_t)(end - at) - sizeof head);
        }
        if (damage) {
            snprintf(recording->trouble, sizeof recording->trouble, "record %zu %s",
                     recording->count + 1, damage);
            return;
        }
        at += sizeof head;
        recording->records =
            pt_grow(recording->records, &room, recording->count + 1, sizeof(struct record));
        recording->records[recording->count++] =
            (struct record){.op = head.op, .fields = {at, at + head.size, false}};
        if (head.op == OP_CONTENT)
            take_content(recording, &content_room);
        if (head.op == OP_CANCEL)
            cancel(recording, (struct unpack){at, at + head.size, false});
        if (head.op == OP_RESULT)
            take_result(recording, (struct unpack){at, at + head.size, false});
        recording->launches += head.op == OP_LAUNCH;
        recording->is_ended |= head.op == OP_END;
        at += head.size;
    }
}

bool recording_open(struct recording *recording, const char *path)
{
    *recording = (struct recording){0};
    if (!map_file(recording, path))
        return false;
    read_records(recording);
    return true;
}

void recording_close(struct recording *recording)
{
    if (recording->bytes)
        munmap((void *)recording->bytes, recording->size);
    free(recording->records);
    free(recording->contents);
    *recording = (struct recording){0};
}

uint8_t *recording_content(const struct recording *recording, uint64_t number, size_t most,
                           size_t *size)
{
    if (number < 1 || number > recording->content_count)
        return NULL;
    struct unpack fields = recording->records[recording->contents[number - 1]].fields;
    const uint64_t whole = unpack_number(&fields);
    const struct hash hash = unpack_hash(&fields);
    const uint64_t codec = unpack_number(&fields);
    size_t packed;
    const uint8_t *bytes = unpack_bytes(&fields, &packed);
    if (fields.bad || whole < 1 || whole > most || (codec == CODEC_RAW && packed != whole))
        return NULL;
    uint8_t *content = malloc((size_t)whole);
    if (!content)
        return NULL;
    if (codec == CODEC_RAW)
        memcpy(content, bytes, packed);
    const bool is_whole = codec == CODEC_RAW ||
                          ZSTD_decompress(content, (size_t)whole, bytes, packed) == (size_t)whole;
    const struct box box = box_of(content, (size_t)whole);
    const struct hash found = box_hash(&box);
    if (!is_whole || found.low != hash.low || found.high != hash.high) {
        free(content);
        return NULL;
    }
    *size = (size_t)whole;
    return content;
}
