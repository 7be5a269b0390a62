/* SPDX-License-Identifier: MIT */
/* tool.h: runs compilers and assemblers as processes, with files in memory between them. */
#pragma once

#include "program-tester/base/util.h"

enum { PT_MAX_WORDS = 256 };

/* The words of a command. All zero is an empty one. */
struct pt_command {
    char *words[PT_MAX_WORDS + 1];
    size_t count;
};

void pt_command_add(struct pt_command *command, const char *word);
void pt_command_finish(struct pt_command *command);

/* A file in memory with these contents, at its start; -1: there is none. */
int pt_memory_file(const char *text, size_t size);
/* All that it has, with a NUL behind, to free(); NULL: it cannot be read. */
char *pt_memory_read(int file, size_t *size);
/* The first line in it that speaks of an error, else the first one, to free(). */
char *pt_memory_first_error(int file);

/* Runs the command with these files as its standard streams, and returns whether it ended well.
 * *why, to free(), is set where it could not be started. */
bool pt_command_run(struct pt_command *command, int in, int out, int errors, char **why);
