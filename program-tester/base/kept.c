/* SPDX-License-Identifier: MIT */
/* kept.c: a folder of files that may be lost at any time: a cache. */
#include "program-tester/base/kept.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TEMPORARY_LIFE_S = 3600 };
static const char magic[8] = "PTKEPT1", suffix[] = ".kept", temporary_prefix[] = ".new-";

struct header {
    char magic[sizeof(magic)];
    uint64_t checksum; /* of what follows */
    uint64_t sizes[PT_KEPT_PARTS];
};

static uint64_t checksum_of(const struct header *header,
                            const struct pt_kept_part parts[PT_KEPT_PARTS])
{
    uint64_t hash = pt_hash(header->sizes, sizeof(header->sizes));

    for (size_t i = 0; i < PT_KEPT_PARTS; i++)
        hash = pt_hash_more(hash, parts[i].data, parts[i].size);
    return hash;
}

/* Whether nobody else can have put this there, or can change it. */
static bool is_ours(const struct stat *info)
{
    return info->st_uid == geteuid() && !(info->st_mode & (S_IWGRP | S_IWOTH));
}

/* A descriptor of the folder, which belongs to this user alone; -1 with errno, which is EPERM when
 * it does not. */
static int open_folder(const char *path)
{
    struct stat info;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (folder < 0)
        return -1;
    if (!fstat(folder, &info) && is_ours(&info))
        return folder;
    close(folder);
    errno = EPERM;
    return -1;
}

/* O_NONBLOCK: a FIFO would wait for a writer. */
static int open_kept(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder_path = pt_copy(path, (size_t)(slash - path));
    int folder = open_folder(folder_path), file = -1;

    if (folder >= 0) {
        file = openat(folder, slash + 1, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        close(folder);
    }
    free(folder_path);
    return file;
}

/* The whole of a regular file of this user's, or NULL. */
static char *read_file(int file, size_t *size)
{
    struct stat info;

    if (fstat(file, &info) || !S_ISREG(info.st_mode) || !is_ours(&info))
        return NULL;
    char *bytes = pt_alloc((size_t)info.st_size, 1);
    ssize_t got = pt_read_all(file, bytes, (size_t)info.st_size);
    if (got < 0) {
        free(bytes);
        return NULL;
    }
    *size = (size_t)got;
    return bytes;
}

/* Finds the parts. The sizes may be anything. */
static bool take_apart(const char *bytes, size_t size, struct pt_kept_part parts[PT_KEPT_PARTS])
{
    struct header header;

    if (size < sizeof(header))
        return false;
    memcpy(&header, bytes, sizeof(header));
    size_t at = sizeof(header);
    for (size_t i = 0; i < PT_KEPT_PARTS; i++) {
        if (header.sizes[i] > size - at)
            return false;
        parts[i] = (struct pt_kept_part){bytes + at, header.sizes[i]};
        at += header.sizes[i];
    }
    return at == size && !memcmp(header.magic, magic, sizeof(magic)) &&
           header.checksum == checksum_of(&header, parts);
}

char *pt_kept_path(const char *folder, const char *name)
{
    return pt_format("%s/%s%s", folder, name, suffix);
}

enum pt_kept_state pt_kept_load(const char *path, struct pt_kept_part parts[PT_KEPT_PARTS],
                                void **memory)
{
    int file = open_kept(path);
    size_t size = 0;

    *memory = NULL;
    if (file < 0)
        return PT_KEPT_ABSENT;
    char *bytes = read_file(file, &size);
    bool good = bytes && take_apart(bytes, size, parts);
    if (good)
        futimens(file, NULL); /* trimming removes the oldest */
    close(file);
    if (!good) {
        free(bytes);
        return PT_KEPT_DAMAGED;
    }
    *memory = bytes;
    return PT_KEPT_GOOD;
}

/* mkdir -p. */
static void make_folders(const char *path)
{
    char *part = pt_format("%s", path);

    for (char *slash = part; (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        mkdir(part, 0777);
        *slash = '/';
    }
    mkdir(part, 0700);
    free(part);
}

/* The folder, which is made if there is none. */
static int make_folder(const char *path)
{
    int folder = open_folder(path);

    if (folder >= 0 || errno != ENOENT)
        return folder;
    make_folders(path);
    return open_folder(path);
}

/* A new file of a name that no other writer has, to free(). */
static int open_temporary(int folder, char **name)
{
    static unsigned number;
    int file;

    *name = NULL;
    do {
        struct timespec now;

        clock_gettime(CLOCK_MONOTONIC, &now);
        free(*name);
        *name = pt_format("%s%d-%u-%ld", temporary_prefix, (int)getpid(), number++, now.tv_nsec);
        file = openat(folder, *name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    } while (file < 0 && errno == EEXIST);
    return file;
}

/* Gives a finished file its name, or removes it. */
static bool publish(int folder, const char *temporary, const char *name, bool good)
{
    char *final = pt_format("%s%s", name, suffix);

    good = good && !renameat(folder, temporary, folder, final);
    if (!good) {
        int reason = errno;

        unlinkat(folder, temporary, 0);
        errno = reason;
    }
    free(final);
    return good;
}

static bool write_parts(int file, const struct pt_kept_part parts[PT_KEPT_PARTS])
{
    struct header header = {0};

    memcpy(header.magic, magic, sizeof(magic));
    for (size_t i = 0; i < PT_KEPT_PARTS; i++)
        header.sizes[i] = parts[i].size;
    header.checksum = checksum_of(&header, parts);
    bool good = pt_write_all(file, &header, sizeof(header));
    for (size_t i = 0; i < PT_KEPT_PARTS; i++)
        good = good && pt_write_all(file, parts[i].data, parts[i].size);
    return !close(file) && good;
}

bool pt_kept_store(const char *folder_path, const char *name,
                   const struct pt_kept_part parts[PT_KEPT_PARTS])
{
    int folder = make_folder(folder_path);
    char *temporary;
    bool good = false;

    if (folder < 0)
        return false;
    int file = open_temporary(folder, &temporary);
    if (file >= 0) {
        good = write_parts(file, parts);
        good = publish(folder, temporary, name, good);
    }
    free(temporary);
    close(folder);
    return good;
}

struct file {
    char *name;
    struct timespec used;
    uint64_t bytes;
};

static int compare_age(const void *a, const void *b)
{
    const struct timespec *x = &((const struct file *)a)->used,
                          *y = &((const struct file *)b)->used;

    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? -1 : 1;
    return x->tv_nsec < y->tv_nsec ? -1 : x->tv_nsec > y->tv_nsec;
}

/* Whether a name is one of ours; forgotten temporary files go at once. */
static bool is_kept(int folder, const char *name, const struct stat *info)
{
    bool temporary = !strncmp(name, temporary_prefix, strlen(temporary_prefix));
    size_t length = strlen(name), end = strlen(suffix);

    if (temporary && info->st_mtime < time(NULL) - TEMPORARY_LIFE_S)
        unlinkat(folder, name, 0);
    return !temporary && length > end && !strcmp(name + length - end, suffix);
}

static struct file *list_files(DIR *folder, size_t *count, uint64_t *sum)
{
    struct file *files = NULL;
    size_t capacity = 0;

    for (struct dirent *row; (row = readdir(folder));) {
        struct stat info;

        if (fstatat(dirfd(folder), row->d_name, &info, AT_SYMLINK_NOFOLLOW) ||
            !S_ISREG(info.st_mode) || !is_kept(dirfd(folder), row->d_name, &info))
            continue;
        files = pt_grow(files, &capacity, *count + 1, sizeof(*files));
        files[(*count)++] =
            (struct file){pt_format("%s", row->d_name), info.st_mtim, (uint64_t)info.st_size};
        *sum += (uint64_t)info.st_size;
    }
    return files;
}

void pt_kept_trim(const char *path, uint64_t limit)
{
    int descriptor = open_folder(path);
    DIR *folder = descriptor < 0 ? NULL : fdopendir(descriptor);
    uint64_t sum = 0;
    size_t count = 0;

    if (!folder)
        return;
    struct file *files = list_files(folder, &count, &sum);
    if (sum > limit) {
        /* Somewhat below the limit, so that the next trim has nothing to do for a while. */
        uint64_t aim = limit - limit / 8;

        qsort(files, count, sizeof(*files), compare_age);
        for (size_t i = 0; i < count && sum > aim; i++) {
            unlinkat(dirfd(folder), files[i].name, 0);
            sum -= files[i].bytes;
        }
    }
    for (size_t i = 0; i < count; i++)
        free(files[i].name);
    free(files);
    closedir(folder);
}
