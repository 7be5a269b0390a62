/* SPDX-License-Identifier: MIT */
/* facts.c: what a recording says of itself, and what of the application's data it holds. */
#include "program-tester/record/replay/facts.h"

#include <stdlib.h>

#include "program-tester/base/util.h"

enum kind { SOURCES, BUFFERS, IMAGES, MAPPINGS, KINDS };

/* Where a record has a content: behind how many numbers, and what it is of. */
static const struct holder {
    enum op op;
    unsigned numbers;
    enum kind kind;
} holders[] = {
    {OP_PROGRAM_SOURCE, 2, SOURCES}, {OP_PROGRAM_IL, 2, SOURCES},  {OP_BUFFER, 4, BUFFERS},
    {OP_WRITE_BUFFER, 5, BUFFERS},   {OP_WRITE_RECT, 16, BUFFERS}, {OP_IMAGE, 15, IMAGES},
    {OP_WRITE_IMAGE, 12, IMAGES},    {OP_UNMAP, 2, MAPPINGS},
};
static const char *const keys[KINDS] = {"sources", "buffers", "images", "mappings"};

static uint64_t content_size(const struct recording *recording, uint64_t number)
{
    if (number < 1 || number > recording->content_count)
        return 0;
    struct unpack fields = recording->records[recording->contents[number - 1]].fields;
    return unpack_number(&fields);
}

/* Bytes that all records of a kind have; what they have in common counts each time. */
static uint64_t held(const struct recording *recording, enum kind kind)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < recording->count; i++)
        for (size_t h = 0; h < PT_COUNT(holders); h++) {
            struct unpack fields = recording->records[i].fields;
            if (recording->records[i].op != holders[h].op || holders[h].kind != kind ||
                recording->records[i].is_cancelled)
                continue;
            for (unsigned number = 0; number < holders[h].numbers; number++)
                unpack_number(&fields);
            sum += content_size(recording, unpack_number(&fields));
        }
    return sum;
}

/* The text of the next field. */
static void tell_text(struct pt_json *json, const char *key, struct unpack *fields)
{
    char *text = unpack_text(fields);

    if (text)
        pt_json_string(json, key, text);
    free(text);
}

static void tell_device(struct pt_json *json, struct unpack fields)
{
    unpack_number(&fields);
    unpack_number(&fields);
    pt_json_open(json, NULL, '{');
    tell_text(json, "platform", &fields);
    tell_text(json, "device", &fields);
    tell_text(json, "version", &fields);
    pt_json_close(json, '}');
}

static void tell_application(struct pt_json *json, struct unpack fields)
{
    unpack_number(&fields);
    tell_text(json, "application", &fields);
}

static void tell_notes_and_devices(const struct recording *recording, struct pt_json *json)
{
    pt_json_open(json, "notes", '[');
    for (size_t i = 0; i < recording->count; i++) {
        struct unpack fields = recording->records[i].fields;
        if (recording->records[i].op == OP_NOTE)
            tell_text(json, NULL, &fields);
    }
    pt_json_close(json, ']');
    pt_json_open(json, "recorded", '[');
    for (size_t i = 0; i < recording->count; i++)
        if (recording->records[i].op == OP_DEVICE)
            tell_device(json, recording->records[i].fields);
    pt_json_close(json, ']');
}

void facts_tell(const struct recording *recording, struct pt_json *json)
{
    uint64_t bytes = 0;

    for (size_t i = 1; i <= recording->content_count; i++)
        bytes += content_size(recording, i);
    pt_json_open(json, NULL, '{');
    pt_json_whole(json, "records", recording->count);
    pt_json_whole(json, "contents", recording->content_count);
    pt_json_whole(json, "content_bytes", bytes);
    pt_json_whole(json, "file_bytes", recording->size);
    pt_json_whole(json, "launches", recording->launches);
    if (recording->is_ended)
        pt_json_true(json, "ended");
    if (*recording->trouble)
        pt_json_string(json, "trouble", recording->trouble);
    if (recording->count && recording->records[0].op == OP_BEGIN)
        tell_application(json, recording->records[0].fields);
    tell_notes_and_devices(recording, json);
    pt_json_open(json, "holds", '{');
    for (enum kind kind = 0; kind < KINDS; kind++)
        pt_json_whole(json, keys[kind], held(recording, kind));
    pt_json_close(json, '}');
    pt_json_close(json, '}');
    fputc('\n', json->file);
    json->comma = false;
}
