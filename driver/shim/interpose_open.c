/* SPDX-License-Identifier: MIT */
/* interpose_open.c: open and its kin. The fortified names are what GCC makes of calls whose flags
 * it knows. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "driver/shim/card.h"
#include "driver/shim/next.h"
#include "driver/shim/paths.h"

/* glibc declares it only when _FORTIFY_SOURCE is set. */
SHIM_EXPORT int __open_2(const char *path, int flags);
SHIM_EXPORT int __open64_2(const char *path, int flags);
SHIM_EXPORT int __openat_2(int folder, const char *path, int flags);
SHIM_EXPORT int __openat64_2(int folder, const char *path, int flags);

static int open_node(const struct shim_node *node, int flags)
{
    int fd = -ENXIO; /* folders are for opendir */
    if (node->kind == SHIM_DEVICE)
        fd = shim_file_open(flags & O_CLOEXEC);
    else if (node->kind == SHIM_FILE)
        fd = (flags & O_ACCMODE) == O_RDONLY ? shim_node_read(node) : -EACCES;
    if (fd >= -1)
        return fd;
    errno = -fd;
    return -1;
}

static int open_path(int folder, const char *path, int flags, mode_t mode)
{
    char buffer[SHIM_PATH_SIZE];
    const struct shim_node *node = shim_node_at(path, !(flags & O_NOFOLLOW));
    if (node)
        return open_node(node, flags);
    return NEXT(openat)(folder, shim_redirect(path, buffer), flags, mode);
}

static bool has_mode(int flags)
{
    return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
}

#define TAKE_MODE(flags, mode)                                                                     \
    mode_t mode = 0;                                                                               \
    if (has_mode(flags)) {                                                                         \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        mode = (mode_t)va_arg(arguments, int);                                                     \
        va_end(arguments);                                                                         \
    }

SHIM_EXPORT int open(const char *path, int flags, ...)
{
    TAKE_MODE(flags, mode)
    return open_path(AT_FDCWD, path, flags, mode);
}

SHIM_EXPORT int open64(const char *path, int flags, ...)
{
    TAKE_MODE(flags, mode)
    return open_path(AT_FDCWD, path, flags, mode);
}

SHIM_EXPORT int openat(int folder, const char *path, int flags, ...)
{
    TAKE_MODE(flags, mode)
    return open_path(folder, path, flags, mode);
}

SHIM_EXPORT int openat64(int folder, const char *path, int flags, ...)
{
    TAKE_MODE(flags, mode)
    return open_path(folder, path, flags, mode);
}

int __open_2(const char *path, int flags)
{
    return open_path(AT_FDCWD, path, flags, 0);
}

int __open64_2(const char *path, int flags)
{
    return open_path(AT_FDCWD, path, flags, 0);
}

int __openat_2(int folder, const char *path, int flags)
{
    return open_path(folder, path, flags, 0);
}

int __openat64_2(int folder, const char *path, int flags)
{
    return open_path(folder, path, flags, 0);
}

static FILE *stream_of(const struct shim_node *node, const char *mode)
{
    const int fd = open_node(node, strpbrk(mode, "wa+") ? O_RDWR : O_RDONLY);
    FILE *stream = fd < 0 ? NULL : fdopen(fd, mode);
    if (!stream && fd >= 0)
        close(fd);
    return stream;
}

SHIM_EXPORT FILE *fopen(const char *path, const char *mode)
{
    char buffer[SHIM_PATH_SIZE];
    const struct shim_node *node = shim_node_at(path, true);
    return node ? stream_of(node, mode) : NEXT(fopen)(shim_redirect(path, buffer), mode);
}

SHIM_EXPORT FILE *fopen64(const char *path, const char *mode)
{
    char buffer[SHIM_PATH_SIZE];
    const struct shim_node *node = shim_node_at(path, true);
    return node ? stream_of(node, mode) : NEXT(fopen64)(shim_redirect(path, buffer), mode);
}
