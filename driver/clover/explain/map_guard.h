/* SPDX-License-Identifier: MIT */
/* map_guard.h: memory of maps that the host may access only while they are. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* From now on a signal handler looks at accesses that may not be: of maps, and host_memory.h. */
void map_guard_install(void);
/* Makes memory of a map, which may not be accessed yet; `what` says of which object. NULL: calls
 * are not checked, or memory is short. */
void *map_guard_make(size_t bytes, const char *what);
/* The map's command begins to fill it. */
void map_guard_open(void *memory);
/* It is filled, and is for reading. */
void map_guard_reads_only(void *memory);
/* It is unmapped. False: it is no such memory. */
bool map_guard_finish(void *memory);
