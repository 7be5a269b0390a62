/* SPDX-License-Identifier: MIT */
/* store.c: safe opening of a folder and of its files; loading and saving of blobs. */
#include "driver/base/store.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "driver/base/checksum.h"
#include "driver/base/count.h"
#include "driver/base/store_folder.h"
#include "driver/base/whole.h"

enum { NAMES_PER_TRIM = 32, MAX_BYTES = 1 << 30 };

/* In front of a file's bytes. Another machine may read them. */
struct header {
    char magic[8];
    uint64_t checksum; /* of what follows, little-endian */
};
#define MAGIC "RTSTOR1"

bool store_is_name(const char *name, size_t length)
{
    return length >= 2 && length <= STORE_NAME_BYTES && strspn(name, "0123456789abcdef") >= length;
}

/* Whether nobody else can have put this there, or can change it. */
static bool is_ours(const struct stat *info)
{
    return info->st_uid == geteuid() && !(info->st_mode & (S_IWGRP | S_IWOTH));
}

int store_open_folder(const char *path)
{
    struct stat info;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return -1;
    if (fstat(folder, &info) == 0 && is_ours(&info))
        return folder;
    close(folder);
    errno = EPERM;
    return -1;
}

/* Whether the path is the home's or leads to it. A home that is not there is nobody's to make:
 * accounts of services have such. */
static bool leads_to_home(const char *path)
{
    const char *home = getenv("HOME");
    size_t length = strlen(path);
    return home && !strncmp(home, path, length) && (home[length] == '/' || !home[length]);
}

static void make_one(const char *path, mode_t mode)
{
    if (!leads_to_home(path))
        mkdir(path, mode);
}

/* mkdir -p, below the home. */
static void make_folders(const char *path)
{
    char part[PATH_MAX];
    if (snprintf(part, sizeof(part), "%s", path) >= PATH_MAX)
        return;
    for (char *slash = part; (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        make_one(part, 0777);
        *slash = '/';
    }
    make_one(part, 0700);
}

/* The folder, which is made if there is none. */
static int make_folder(const char *path)
{
    int folder = store_open_folder(path);
    if (folder >= 0 || errno != ENOENT)
        return folder;
    make_folders(path);
    return store_open_folder(path);
}

/* The name of a blob's file; false with errno when it is none. */
static bool file_name(char file[NAME_MAX + 1], const struct store *store, const char *name)
{
    bool good = store_is_name(name, strlen(name)) &&
                snprintf(file, NAME_MAX + 1, "%s%s", name, store->suffix) <= NAME_MAX;
    if (!good)
        errno = EINVAL;
    return good;
}

/* ---- what has a blob's name ---- */

/* Above each errno; with the S_IFMT of the file, S_IFREG where it is not ours alone. */
enum { ERROR_OF_FILE = 1 << 16 };

static const struct {
    int type;
    const char *words;
} foreign_files[] = {
    {S_IFREG, "others than its user own it or may write to it"},
    {S_IFDIR, "it is a folder"},
    {S_IFLNK, "it is a symbolic link"},
    {S_IFIFO, "it is a FIFO"},
    {S_IFSOCK, "it is a socket"},
    {S_IFCHR, "it is a device"},
    {S_IFBLK, "it is a device"},
};

bool store_blames_file(int number)
{
    return number >= ERROR_OF_FILE;
}

const char *store_error(int number)
{
    const int file = number == EPERM ? ERROR_OF_FILE | S_IFREG : number;
    for (size_t i = 0; i < COUNT(foreign_files); i++)
        if (file == (ERROR_OF_FILE | foreign_files[i].type))
            return foreign_files[i].words;
    return strerror(number);
}

/* 0, or errno: it is no regular file of this user's that is smaller than we take. */
static int error_of_file(const struct stat *info)
{
    if (!S_ISREG(info->st_mode) || !is_ours(info))
        return ERROR_OF_FILE | (int)(info->st_mode & S_IFMT);
    return info->st_size > MAX_BYTES ? EFBIG : 0;
}

/* Opens it to be read, once it is known to be a file: a FIFO would wait for a writer, and devices
 * do what they like. -1 with errno. */
static int open_file(int folder, const char *name, struct stat *info)
{
    int error = fstatat(folder, name, info, AT_SYMLINK_NOFOLLOW) < 0 ? errno : error_of_file(info);
    int file = -1;
    if (!error)
        file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (!error && (file < 0 || fstat(file, info) < 0))
        error = errno;
    if (!error)
        error = error_of_file(info); /* another one may have come into its place */
    if (!error)
        return file;
    if (file >= 0)
        close(file);
    errno = error;
    return -1;
}

/* ---- blobs ---- */

/* Reads header and bytes. What cannot be read now may be sound; what is damaged is not. */
static enum store_state read_blob(int file, off_t whole, void **bytes, size_t *size)
{
    struct header header;
    if (whole < (off_t)sizeof(header))
        return STORE_DAMAGED;
    *size = (size_t)whole - sizeof(header);
    *bytes = malloc(*size + 1);
    if (!*bytes)
        return STORE_FOREIGN;
    ssize_t head = whole_read(file, &header, sizeof(header));
    ssize_t body = head < 0 ? -1 : whole_read(file, *bytes, *size);
    if (body < 0)
        return STORE_FOREIGN;
    bool sound = head == sizeof(header) && (size_t)body == *size &&
                 !memcmp(header.magic, MAGIC, sizeof(header.magic)) &&
                 le64toh(header.checksum) == checksum_of(*bytes, *size);
    return sound ? STORE_GOOD : STORE_DAMAGED;
}

static enum store_state load(int folder, const char *name, void **bytes, size_t *size)
{
    struct stat info;
    int file = open_file(folder, name, &info);
    if (file < 0)
        return errno == ENOENT ? STORE_ABSENT : STORE_FOREIGN;
    enum store_state state = read_blob(file, info.st_size, bytes, size);
    int reason = errno;
    if (state == STORE_GOOD) {
        futimens(file, NULL); /* trimming removes the oldest */
    } else {
        free(*bytes);
        *bytes = NULL;
    }
    if (state == STORE_DAMAGED)
        unlinkat(folder, name, 0);
    close(file);
    errno = reason;
    return state;
}

enum store_state store_load(const struct store *store, const char *name, void **bytes, size_t *size)
{
    char file[NAME_MAX + 1];
    *bytes = NULL;
    *size = 0;
    if (!file_name(file, store, name))
        return STORE_REFUSED;
    int folder = store_open_folder(store->folder);
    if (folder < 0)
        return errno == ENOENT ? STORE_ABSENT : STORE_REFUSED;
    enum store_state state = load(folder, file, bytes, size);
    int reason = errno;
    close(folder);
    errno = reason;
    return state;
}

/* A new file of a name that no other writer has. */
static int create_temporary(int folder, char name[NAME_MAX + 1])
{
    static atomic_uint number;
    struct timespec now;
    int file = -1;
    for (int attempt = 0; attempt < 100 && file < 0; attempt++) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        snprintf(name, NAME_MAX + 1, STORE_TEMPORARY "%d-%u-%lx", (int)getpid(),
                 atomic_fetch_add(&number, 1), (unsigned long)now.tv_nsec);
        file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file < 0 && errno != EEXIST)
            return -1;
    }
    return file;
}

/* Writes a new file in the folder and gives it its name. */
static bool publish(int folder, const char *name, const void *bytes, size_t size)
{
    const struct header header = {MAGIC, htole64(checksum_of(bytes, size))};
    char temporary[NAME_MAX + 1];
    int file = create_temporary(folder, temporary);
    if (file < 0)
        return false;
    bool good = whole_write(file, &header, sizeof(header)) && whole_write(file, bytes, size);
    good = close(file) == 0 && good;
    if (good && renameat(folder, temporary, folder, name) == 0)
        return true;
    int reason = good && errno == EISDIR ? ERROR_OF_FILE | S_IFDIR : errno;
    unlinkat(folder, temporary, 0);
    errno = reason;
    return false;
}

static bool save(const struct store *store, const char *name, const void *bytes, size_t size)
{
    int folder = make_folder(store->folder);
    if (folder < 0)
        return false;
    bool good = publish(folder, name, bytes, size);
    int reason = errno;
    close(folder);
    errno = reason;
    return good;
}

bool store_save(const struct store *store, const char *name, const void *bytes, size_t size)
{
    char file[NAME_MAX + 1], first[3] = {name[0], name[0] ? name[1] : '\0'};
    if (!file_name(file, store, name))
        return false;
    bool fits =
        size <= MAX_BYTES - sizeof(struct header) && size + sizeof(struct header) <= store->limit;
    bool good = !fits || save(store, file, bytes, size);
    int reason = errno;
    if (good && strtoul(first, NULL, 16) % NAMES_PER_TRIM == 0)
        store_trim(store);
    errno = reason;
    return good;
}

void store_remove(const struct store *store, const char *name)
{
    char file[NAME_MAX + 1];
    int folder = file_name(file, store, name) ? store_open_folder(store->folder) : -1;
    if (folder < 0)
        return;
    unlinkat(folder, file, 0);
    close(folder);
}
