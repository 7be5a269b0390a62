/* SPDX-License-Identifier: MIT */
/* store_folder.h: what store.c and store_trim.c know of a store's folder. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The prefix of the names of files that are being written. */
#define STORE_TEMPORARY ".new-"

/* A descriptor of a folder that belongs to this user alone; -1 with errno, which is EPERM when it
 * does not. */
int store_open_folder(const char *path);
/* Whether the first `length` bytes are a blob's name. */
bool store_is_name(const char *name, size_t length);
