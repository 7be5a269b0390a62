/* SPDX-License-Identifier: MIT */
/* kernel_error.c: errors of kernels. */
#include "driver/base/kernel_error.h"

#include <stdio.h>

void kernel_error(char *error, size_t size, const char *name, unsigned line, const char *format,
                  va_list arguments)
{
    const int used = line ? snprintf(error, size, "kernel %s, line %u: ", name, line)
                          : snprintf(error, size, "kernel %s: ", name);
    if (used >= 0 && (size_t)used < size)
        vsnprintf(error + used, size - (size_t)used, format, arguments);
}
