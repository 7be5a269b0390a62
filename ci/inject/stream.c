/* SPDX-License-Identifier: MIT */
/* stream.c: streams of stdio whose reads and writes fail as those of our own code do: libc's own
 * calls do not pass through the wrappers. Only a scenario in which something is made to fail gets
 * them. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

#include "ci/inject/failure.h"

static ssize_t read_some(void *cookie, char *bytes, size_t size)
{
    return read((int)(intptr_t)cookie, bytes, size);
}

/* As stdio's own: what is short goes on, what fails has failed. */
static ssize_t write_all(void *cookie, const char *bytes, size_t size)
{
    size_t at = 0;

    while (at < size) {
        ssize_t written = write((int)(intptr_t)cookie, bytes + at, size - at);
        if (written < 0)
            break;
        at += (size_t)written;
    }
    return (ssize_t)at;
}

static int close_cookie(void *cookie)
{
    return close((int)(intptr_t)cookie);
}

static FILE *open_cookie(int fd, const char *mode)
{
    const cookie_io_functions_t functions = {
        .read = read_some, .write = write_all, .close = close_cookie};

    return fopencookie((void *)(intptr_t)fd, mode, functions);
}

FILE *__real_fdopen(int fd, const char *mode);
FILE *__wrap_fdopen(int fd, const char *mode);
FILE *__wrap_fdopen(int fd, const char *mode)
{
    int way = inject_way(INJECT_fdopen);

    if (!way)
        return inject_armed() ? open_cookie(fd, mode) : __real_fdopen(fd, mode);
    errno = way;
    return NULL;
}

FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode)
{
    int way = inject_way(INJECT_fopen);

    if (way) {
        errno = way;
        return NULL;
    }
    if (!inject_armed())
        return __real_fopen(path, mode);
    int flags = *mode == 'r' ? O_RDONLY : O_WRONLY | O_CREAT | (*mode == 'w' ? O_TRUNC : O_APPEND);
    inject_pause(); /* it was this call's turn already */
    int fd = open(path, flags, 0666);
    inject_resume();
    return fd < 0 ? NULL : open_cookie(fd, mode);
}
