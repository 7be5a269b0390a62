/* SPDX-License-Identifier: MIT */
/* json.h: writes JSON, compactly, one value after the other. */
#pragma once

#include <stdio.h>

#include "program-tester/base/util.h"

struct pt_json {
    FILE *file;
    bool comma; /* the next item needs one before it */
};

/* key is NULL for the items of an array and for the outermost value. */
void pt_json_open(struct pt_json *json, const char *key, char bracket); /* '{' or '[' */
void pt_json_close(struct pt_json *json, char bracket);                 /* '}' or ']' */
void pt_json_string(struct pt_json *json, const char *key, const char *text);
void pt_json_number(struct pt_json *json, const char *key, double value); /* inf and NaN: null */
void pt_json_whole(struct pt_json *json, const char *key, uint64_t value);
void pt_json_true(struct pt_json *json, const char *key);

/* A file's name, or what begins with one: bytes that are not UTF-8 are \udc80 to \udcff, as
 * Python's names of files have them. */
void pt_json_name(struct pt_json *json, const char *key, const char *name);

/* The string with its quotes. Bytes that are not UTF-8 become U+FFFD. */
void pt_json_quote(FILE *file, const char *text);
