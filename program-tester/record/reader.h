/* SPDX-License-Identifier: MIT */
/* reader.h: reads a recording, which nobody need have written in good faith. */
#pragma once

#include <stdbool.h>

#include "program-tester/record/box.h"
#include "program-tester/record/codec.h"
#include "program-tester/record/format.h"

struct record {
    enum op op;
    bool is_cancelled;
    bool has_result; /* it is a read, and what it got is known */
    int32_t error;   /* of the call, where it is cancelled */
    struct unpack fields;
};

struct recording {
    const uint8_t *bytes;
    size_t size;
    struct record *records; /* the first is records[0]; numbers in the file begin with 1 */
    size_t count;
    size_t *contents; /* indices of records */
    size_t content_count, launches;
    bool is_ended;     /* it has its last record */
    char trouble[200]; /* why what follows was not read; empty where nothing follows */
};

/* Opens a file. Returns false, and why in `trouble`, where it is no recording at all. One that is
 * damaged is read up to there. */
bool recording_open(struct recording *recording, const char *path);
void recording_close(struct recording *recording);

/* Returns the bytes of a content, to free(); NULL, where it is damaged or larger than `most`. */
uint8_t *recording_content(const struct recording *recording, uint64_t number, size_t most,
                           size_t *size);
