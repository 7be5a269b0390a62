/* SPDX-License-Identifier: MIT */
/* log.h: what rootle-check knows of a run: the lines of ROOTLE_CHECK_JSON, added up by place.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct check_place {
    char key[17];
    bool suppressed;
    uint64_t count;
    char *rest; /* of the line of JSON, behind the count: ", "check": ...}" */
};

struct check_log {
    struct check_place *places; /* in the order in which they were met */
    size_t count;
};

/* Reads a log from its beginning. What is no line of the driver's is passed over. False, with errno
 * set, where the log cannot be read from its beginning. */
bool check_log_read(struct check_log *log, FILE *from);
void check_log_finish(struct check_log *log);
/* How many places are told of, and how many are suppressed. */
unsigned check_log_places(const struct check_log *log, bool suppressed);
/* An array of JSON with all of them. */
void check_log_write_json(const struct check_log *log, FILE *to);
/* A line for each place that was met more than once. */
void check_log_write_counts(const struct check_log *log, FILE *to);
/* ": 2 memory, 1 races", how many places each check has told of; nothing where there are none. */
void check_log_write_kinds(const struct check_log *log, FILE *to);
/* A suppression for each place that was told of. */
void check_log_write_suppressions(const struct check_log *log, FILE *to);
