/* SPDX-License-Identifier: MIT */
/* sandbox.h: what a process that compiles somebody's program may still do: read some folders, use
 * memory, and write to what it has open. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Gives up everything else for good, in this thread and those that it starts. System calls that
 * open sockets, start programs or processes, change files or reach other processes fail from now
 * on. `folders`, those that may be read, are kept to by the kernel where it has Landlock; where it
 * has not, any file can be read that the user can. -1 with a line in `log` when the kernel refuses.
 */
int sandbox_enter(const char *const *folders, size_t count, FILE *log);

/* For a process that goes on as another program: what it may then do is the same, but for what the
 * start of a program takes. It may read and execute that program and the system's libraries, and no
 * other file. -1 likewise. */
int sandbox_enter_program(const char *program, FILE *log);

/* Whether the kernel takes it: tried in a process of its own. If not, `why` says so. */
bool sandbox_works(char *why, size_t size);
