/* SPDX-License-Identifier: MIT */
/* free_all.h: frees several blocks at once, as where the owner of them goes. */
#pragma once

#include <stddef.h>
#include <stdlib.h>

static inline void free_blocks(void *const *blocks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(blocks[i]);
}

/* Each argument is a pointer that free() takes, NULL included. All are evaluated before the first
 * is freed, so the owner may be the last of its own list. */
#define FREE_ALL(...)                                                                              \
    free_blocks((void *[]){__VA_ARGS__}, sizeof((void *[]){__VA_ARGS__}) / sizeof(void *))
