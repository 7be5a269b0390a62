/* SPDX-License-Identifier: MIT */
/* inside.h: what the files of this folder know of each other. */
#pragma once

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* Sets errno by the last error of Windows, and returns -1. */
int windows_error(void);

/* ---- the replay of a fork, in process.c and streams.c ---- */

enum { REPLAY_PIPES = 8, REPLAY_BYTES = 256 };

/* A child gets it from its parent. */
struct replay {
    unsigned pipe_count, random_size, state_size;
    HANDLE pipes[REPLAY_PIPES][2]; /* a parent's are copies of its own */
    unsigned char random[REPLAY_BYTES], state[REPLAY_BYTES];
};

/* The next child of this process gets it; a child has there, before its fork, what it got itself.
 */
extern struct replay windows_replay;
extern bool windows_is_replaying;

/* The standard streams as they were at the beginning. */
void windows_keep_streams(void);
HANDLE windows_first_stream(int number);
void windows_restore_streams(void);

/* The number that stands for a process's end, as a descriptor; and what it stands for, or NULL. */
enum { WINDOWS_ENDS = 1 << 20 };
HANDLE windows_end(int number);
/* Whether a child has ended, and nobody has waited for it. */
bool windows_child_ended(void);
