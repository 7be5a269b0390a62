/* SPDX-License-Identifier: MIT */
/* whole.c: transfers that end when all is there. */
#include "driver/base/whole.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

/* Whether a regular file would get longer than the process may make one. */
static bool too_long(int file, size_t size)
{
    struct rlimit limit;
    struct stat status;

    if (getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return false;
    if (fstat(file, &status) || !S_ISREG(status.st_mode))
        return false;
    const off_t at = lseek(file, 0, SEEK_CUR);
    return at < 0 || (rlim_t)at > limit.rlim_cur || size > limit.rlim_cur - (rlim_t)at;
}

bool whole_write(int file, const void *bytes, size_t size)
{
    if (too_long(file, size)) {
        errno = EFBIG;
        return false;
    }
    for (size_t at = 0; at < size;) {
        ssize_t written = write(file, (const char *)bytes + at, size - at);
        if (written > 0)
            at += (size_t)written;
        else if (written == 0 || errno != EINTR)
            return false;
    }
    return true;
}
