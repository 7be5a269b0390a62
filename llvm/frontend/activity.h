/* SPDX-License-Identifier: MIT */
/* activity.h: what the compiler is at, for the log of a build that crashes. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Has signals that mean a crash complete the text in `text`, of `size` bytes, by the line that is
 * being read, and print what was on the stack, before they end the process. */
void activity_watch(char *text, size_t size);
/* Says what is done from now on, as in "while ACT NAME". */
void activity_set(const char *act, const char *name);
/* How to find the line that is being read, or 0: called when the process has crashed. NULL: there
 * is none. */
void activity_set_line(unsigned (*line)(void));

#ifdef __cplusplus
}
#endif
