/* SPDX-License-Identifier: MIT */
/* whole.c: transfers that end when all is there. */
#include "driver/base/whole.h"

#include <errno.h>
#include <unistd.h>

ssize_t whole_read(int file, void *bytes, size_t size)
{
    size_t at = 0;
    while (at < size) {
        ssize_t got = read(file, (char *)bytes + at, size - at);
        if (got == 0)
            break;
        if (got > 0)
            at += (size_t)got;
        else if (errno != EINTR)
            return -1;
    }
    return (ssize_t)at;
}

bool whole_write(int file, const void *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        ssize_t written = write(file, (const char *)bytes + at, size - at);
        if (written > 0)
            at += (size_t)written;
        else if (written == 0 || errno != EINTR)
            return false;
    }
    return true;
}
