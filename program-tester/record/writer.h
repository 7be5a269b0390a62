/* SPDX-License-Identifier: MIT */
/* writer.h: appends records to the recording of this process. May be called from any thread. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "program-tester/record/box.h"
#include "program-tester/record/codec.h"
#include "program-tester/record/format.h"

/* Makes a new file in the folder, of an application with that name, or by NULL of this process.
 * Complains and returns false where that cannot be. */
bool writer_open(const char *folder, const char *application);
/* False before it is opened, in a child of fork(), and after the first write that failed or was
 * beyond a limit. */
bool writer_is_open(void);

/* Appends a record, and gives the memory of its fields back. Returns its number, the first being 1;
 * 0 when it was not written. */
uint64_t writer_put(enum op op, struct pack *fields);

/* Returns the number of the content that has these bytes, which is appended if it is new; 0 when
 * that cannot be, or there are none. */
uint64_t writer_content(const struct box *box);

/* The same of what is in memory: 0 before the recording begins (--from). */
uint64_t writer_data(const struct box *box);

/* Appends what the application did and the recording does not have: once for each text. */
void writer_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Counts a launch that is about to be made. Returns false when no more are to be kept. */
bool writer_launch(void);

/* Counts the launches up to the first one that is kept, itself too (--from); 0 behind it. Before it
 * commands are left out, and objects are kept all the same. */
uint64_t writer_early(void);
/* Counts one of them. The last begins the recording. */
void writer_less_early(void);

/* Appends the last record and closes the file. */
void writer_close(void);
