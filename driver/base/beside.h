/* SPDX-License-Identifier: MIT */
/* beside.h: files that come with a program. */
#pragma once

#include <limits.h>
#include <stdbool.h>

enum { BESIDE_PATH_SIZE = PATH_MAX + 64 };

/* The path of a file that lies at `built` in a build tree, or at `installed` where the program is
 * installed, both relative to the folder of the running program. False with errno set when neither
 * can be read; `path` then says what was looked for. */
bool beside_program(const char *built, const char *installed, char path[BESIDE_PATH_SIZE]);
