/* SPDX-License-Identifier: MIT */
/* times.h: ROOTLE_DEBUG=times: where a compile spends its time and memory. */
#ifndef ROOTLE_BASE_TIMES_H
#define ROOTLE_BASE_TIMES_H

/* Prints, to stderr, the milliseconds of processor time since the last call, as those of `step`,
 * and the most memory that the process has had. Does nothing where the flag is not set. */
void times_mark(const char *step);

#endif
