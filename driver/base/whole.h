/* SPDX-License-Identifier: MIT */
/* whole.h: reading and writing files past interruptions and short transfers. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* As many bytes as there are up to `size`: fewer at the end of the file; -1 with errno. */
ssize_t whole_read(int file, void *bytes, size_t size);
/* False with errno when not all of it could be written. EFBIG and nothing is written where the
 * process may not make files of that size (RLIMIT_FSIZE): writing would end it with SIGXFSZ. */
bool whole_write(int file, const void *bytes, size_t size);
