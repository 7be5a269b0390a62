/* SPDX-License-Identifier: MIT */
/* times.h: ROOTLE_DEBUG=times: where a compile spends its time and memory. */
#pragma once

#include <stdbool.h>

/* Has the functions below print, in a process that has no environment of its own. */
void times_start(bool wanted);

/* Prints, to stderr, the milliseconds of the thread's processor time since the last call, as those
 * of `step`, and the most memory that the process has had. NULL: from now on. Does nothing where
 * the flag is not set. */
void times_mark(const char *step);

/* Prints milliseconds that were measured, likewise, as those of what the format says. */
__attribute__((format(printf, 2, 3))) void times_tell(double ms, const char *format, ...);

/* Milliseconds of processor time that the thread has taken so far. */
double times_now(void);
