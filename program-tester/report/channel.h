/* SPDX-License-Identifier: MIT */
/* channel.h: descriptors for the tester alone. What is tested runs in the same process and prints
 * where it likes; it must never print into a record, or read a request, by accident. */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "program-tester/report/report.h"

/* Makes a pipe whose ends have high numbers and are closed on exec. Returns 0, or -1 and sets
 * errno. */
int pt_channel_pipe(int ends[2]);

/* Gives the reports standard output for themselves, or the descriptor `records` if that is not -1.
 * What else is printed on standard output goes to standard error. Returns false if they cannot be
 * written, and sets errno. */
bool pt_channel_open(struct pt_reporter *reporter, int records);

/* Standard input for the tester alone, to fclose(); nobody else can read any. NULL on failure. */
FILE *pt_channel_input(void);

/* Reads the next line as getline() does. Both ways wait again, whatever a test has made of them. */
ssize_t pt_channel_line(const struct pt_reporter *reporter, FILE *input, char **line,
                        size_t *capacity);

/* Reads the first line of the input, a word that the caller chose for this process: each record
 * begins with it, and it ends what each test prints. Returns false if there is none. */
bool pt_channel_read_key(struct pt_reporter *reporter, FILE *input);

/* Called when a test or a request has ended, before that is told: what was printed is flushed, and
 * its end marked with the key and a line end if there is a key. */
void pt_channel_mark(const struct pt_reporter *reporter);
