/* SPDX-License-Identifier: MIT */
/* store_trim.c: what was used longest ago leaves a store that is too large. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "driver/base/store.h"
#include "driver/base/store_folder.h"

enum { TEMPORARY_LIFE_S = 3600 };

struct file {
    char name[NAME_MAX + 1];
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

/* Whether a file of that name is a blob of the store. */
static bool is_blob(const struct store *store, const char *name)
{
    size_t length = strlen(name), end = strlen(store->suffix);
    return length > end && !strcmp(name + length - end, store->suffix) &&
           store_is_name(name, length - end);
}

static bool is_forgotten(const char *name, const struct stat *info)
{
    return !strncmp(name, STORE_TEMPORARY, strlen(STORE_TEMPORARY)) &&
           info->st_mtime < time(NULL) - TEMPORARY_LIFE_S;
}

/* Lists the store's files, and removes forgotten ones; returns the sum of their sizes. When memory
 * is short it lists some. */
static uint64_t list_files(const struct store *store, DIR *folder, struct file **files,
                           size_t *count)
{
    uint64_t sum = 0;
    size_t capacity = 0;
    for (struct dirent *row; (row = readdir(folder));) {
        struct stat info;
        if (fstatat(dirfd(folder), row->d_name, &info, AT_SYMLINK_NOFOLLOW) < 0)
            continue;
        if (is_forgotten(row->d_name, &info))
            unlinkat(dirfd(folder), row->d_name, 0);
        if (!S_ISREG(info.st_mode) || !is_blob(store, row->d_name))
            continue;
        if (*count == capacity) {
            struct file *more = realloc(*files, (capacity * 2 + 64) * sizeof(**files));
            if (!more)
                break;
            *files = more;
            capacity = capacity * 2 + 64;
        }
        struct file *file = &(*files)[(*count)++];
        strcpy(file->name, row->d_name);
        file->used = info.st_mtim;
        file->bytes = (uint64_t)info.st_size;
        sum += file->bytes;
    }
    return sum;
}

static void trim(const struct store *store, DIR *folder)
{
    struct file *files = NULL;
    size_t count = 0;
    uint64_t sum = list_files(store, folder, &files, &count);
    if (sum > store->limit) {
        /* Somewhat below the limit, so that the next trim has nothing to do for a while. */
        uint64_t aim = store->limit - store->limit / 8;
        qsort(files, count, sizeof(*files), compare_age);
        for (size_t i = 0; i < count && sum > aim; i++) {
            unlinkat(dirfd(folder), files[i].name, 0);
            sum -= files[i].bytes;
        }
    }
    free(files);
}

void store_trim(const struct store *store)
{
    int descriptor = store_open_folder(store->folder);
    DIR *folder = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (folder) {
        trim(store, folder);
        closedir(folder);
    } else if (descriptor >= 0) {
        close(descriptor);
    }
}
