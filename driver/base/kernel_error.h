/* SPDX-License-Identifier: MIT */
/* kernel_error.h: what is wrong with a kernel, in the words that all parts have for it. */
#pragma once

#include <stdarg.h>
#include <stddef.h>

/* Writes "kernel NAME: ", or "kernel NAME, line N: " where the line is known (not 0), and the text
 * behind it. What has no room in `size` bytes is cut off. */
__attribute__((format(printf, 5, 0))) void kernel_error(char *error, size_t size, const char *name,
                                                        unsigned line, const char *format,
                                                        va_list arguments);
