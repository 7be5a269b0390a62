/* SPDX-License-Identifier: MIT */
/* interpose_stat.c: what a path is. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "driver/shim/card.h"
#include "driver/shim/next.h"
#include "driver/shim/paths.h"

_Static_assert(sizeof(struct stat) == sizeof(struct stat64), "one layout, as on 64-bit machines");

/* The entry points of programs that were linked with a C library before 2.33. */
SHIM_EXPORT int __xstat(int version, const char *path, struct stat *stat);
SHIM_EXPORT int __xstat64(int version, const char *path, struct stat64 *stat);
SHIM_EXPORT int __lxstat(int version, const char *path, struct stat *stat);
SHIM_EXPORT int __lxstat64(int version, const char *path, struct stat64 *stat);
SHIM_EXPORT int __fxstat(int version, int fd, struct stat *stat);
SHIM_EXPORT int __fxstat64(int version, int fd, struct stat64 *stat);
SHIM_EXPORT ssize_t __readlink_chk(const char *path, char *to, size_t size, size_t room);
SHIM_EXPORT char *__realpath_chk(const char *path, char *resolved, size_t room);

static int stat_path(int folder, const char *path, struct stat *stat, int flags)
{
    char buffer[SHIM_PATH_SIZE];
    const struct shim_node *node = shim_node_at(path, !(flags & AT_SYMLINK_NOFOLLOW));
    if (!node)
        return NEXT(fstatat)(folder, shim_redirect(path, buffer), stat, flags);
    shim_node_stat(node, stat);
    return 0;
}

/* An open node is shown as the device's file. */
static int stat_descriptor(int fd, struct stat *stat)
{
    struct shim_file *file = shim_file_of(fd);
    if (!file)
        return NEXT(fstat)(fd, stat);
    shim_file_unreference(file);
    shim_node_stat(shim_node_at("/dev/dri/renderD128", true), stat);
    return 0;
}

SHIM_EXPORT int stat(const char *path, struct stat *stat)
{
    return stat_path(AT_FDCWD, path, stat, 0);
}

SHIM_EXPORT int stat64(const char *path, struct stat64 *stat)
{
    return stat_path(AT_FDCWD, path, (struct stat *)stat, 0);
}

SHIM_EXPORT int lstat(const char *path, struct stat *stat)
{
    return stat_path(AT_FDCWD, path, stat, AT_SYMLINK_NOFOLLOW);
}

SHIM_EXPORT int lstat64(const char *path, struct stat64 *stat)
{
    return stat_path(AT_FDCWD, path, (struct stat *)stat, AT_SYMLINK_NOFOLLOW);
}

SHIM_EXPORT int fstat(int fd, struct stat *stat)
{
    return stat_descriptor(fd, stat);
}

SHIM_EXPORT int fstat64(int fd, struct stat64 *stat)
{
    return stat_descriptor(fd, (struct stat *)stat);
}

/* Whether it is the descriptor itself that a call asks for. */
static bool names_descriptor(const char *path, int flags)
{
    return (flags & AT_EMPTY_PATH) && (!path || !*path);
}

static int stat_at(int folder, const char *path, struct stat *stat, int flags)
{
    if (names_descriptor(path, flags) && folder >= 0)
        return stat_descriptor(folder, stat);
    return stat_path(folder, path, stat, flags);
}

SHIM_EXPORT int fstatat(int folder, const char *path, struct stat *stat, int flags)
{
    return stat_at(folder, path, stat, flags);
}

SHIM_EXPORT int fstatat64(int folder, const char *path, struct stat64 *stat, int flags)
{
    return stat_at(folder, path, (struct stat *)stat, flags);
}

int __xstat(int version, const char *path, struct stat *stat)
{
    (void)version;
    return stat_path(AT_FDCWD, path, stat, 0);
}

int __xstat64(int version, const char *path, struct stat64 *stat)
{
    (void)version;
    return stat_path(AT_FDCWD, path, (struct stat *)stat, 0);
}

int __lxstat(int version, const char *path, struct stat *stat)
{
    (void)version;
    return stat_path(AT_FDCWD, path, stat, AT_SYMLINK_NOFOLLOW);
}

int __lxstat64(int version, const char *path, struct stat64 *stat)
{
    (void)version;
    return stat_path(AT_FDCWD, path, (struct stat *)stat, AT_SYMLINK_NOFOLLOW);
}

int __fxstat(int version, int fd, struct stat *stat)
{
    (void)version;
    return stat_descriptor(fd, stat);
}

int __fxstat64(int version, int fd, struct stat64 *stat)
{
    (void)version;
    return stat_descriptor(fd, (struct stat *)stat);
}

static void statx_from_stat(const struct stat *from, struct statx *to)
{
    *to = (struct statx){
        .stx_mask =
            STATX_TYPE | STATX_MODE | STATX_NLINK | STATX_UID | STATX_GID | STATX_INO | STATX_SIZE,
        .stx_blksize = (uint32_t)from->st_blksize,
        .stx_nlink = (uint32_t)from->st_nlink,
        .stx_mode = (uint16_t)from->st_mode,
        .stx_ino = from->st_ino,
        .stx_size = (uint64_t)from->st_size,
        .stx_rdev_major = major(from->st_rdev),
        .stx_rdev_minor = minor(from->st_rdev),
        .stx_dev_major = major(from->st_dev),
        .stx_dev_minor = minor(from->st_dev),
    };
}

SHIM_EXPORT int statx(int folder, const char *path, int flags, unsigned mask, struct statx *to)
{
    char buffer[SHIM_PATH_SIZE];
    struct stat stat;
    struct shim_file *file = names_descriptor(path, flags) ? shim_file_of(folder) : NULL;
    const struct shim_node *node =
        shim_node_at(file ? "/dev/dri/renderD128" : path, !(flags & AT_SYMLINK_NOFOLLOW));
    shim_file_unreference(file);
    if (!node)
        return NEXT(statx)(folder, shim_redirect(path, buffer), flags, mask, to);
    shim_node_stat(node, &stat);
    statx_from_stat(&stat, to);
    return 0;
}

static int node_access(const struct shim_node *node, int mode)
{
    struct stat stat;
    shim_node_stat(node, &stat);
    const bool write = stat.st_mode & S_IWOTH, execute = stat.st_mode & S_IXOTH;
    if (!((mode & W_OK) && !write) && !((mode & X_OK) && !execute))
        return 0;
    errno = EACCES;
    return -1;
}

SHIM_EXPORT int access(const char *path, int mode)
{
    char buffer[SHIM_PATH_SIZE];
    const struct shim_node *node = shim_node_at(path, true);
    return node ? node_access(node, mode) : NEXT(access)(shim_redirect(path, buffer), mode);
}

SHIM_EXPORT int faccessat(int folder, const char *path, int mode, int flags)
{
    char buffer[SHIM_PATH_SIZE];
    const struct shim_node *node = shim_node_at(path, true);
    return node ? node_access(node, mode)
                : NEXT(faccessat)(folder, shim_redirect(path, buffer), mode, flags);
}

/* Links. */

static ssize_t read_link(int folder, const char *path, char *to, size_t size)
{
    char buffer[SHIM_PATH_SIZE];
    const struct shim_node *node = shim_node_at(path, false);
    if (!node)
        return NEXT(readlinkat)(folder, shim_redirect(path, buffer), to, size);
    if (node->kind != SHIM_LINK) {
        errno = EINVAL;
        return -1;
    }
    const size_t length = strlen(node->text), copied = length < size ? length : size;
    memcpy(to, node->text, copied);
    return (ssize_t)copied;
}

SHIM_EXPORT ssize_t readlink(const char *path, char *to, size_t size)
{
    return read_link(AT_FDCWD, path, to, size);
}

SHIM_EXPORT ssize_t readlinkat(int folder, const char *path, char *to, size_t size)
{
    return read_link(folder, path, to, size);
}

ssize_t __readlink_chk(const char *path, char *to, size_t size, size_t room)
{
    if (size > room)
        abort();
    return read_link(AT_FDCWD, path, to, size);
}

SHIM_EXPORT char *realpath(const char *path, char *resolved)
{
    char buffer[SHIM_PATH_SIZE];
    const struct shim_node *node = shim_node_at(path, true);
    if (!node)
        return NEXT(realpath)(shim_redirect(path, buffer), resolved);
    return resolved ? strcpy(resolved, node->path) : strdup(node->path);
}

char *__realpath_chk(const char *path, char *resolved, size_t room)
{
    (void)room; /* glibc checks that it is at least PATH_MAX, and names of nodes are shorter */
    return realpath(path, resolved);
}
