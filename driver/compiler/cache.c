/* SPDX-License-Identifier: MIT */
/* cache.c: loading, storing and trimming of cached programs. */
#include "driver/compiler/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "driver/compiler/codec.h"
#include "driver/util/env.h"

enum { MAGIC = 0x43435452 /* "RTCC" */, HEADER_BYTES = 12, MAX_BYTES = 1 << 30 };
enum { STORES_PER_TRIM = 32, TEMPORARY_LIFE_S = 3600 };
static const char suffix[] = ".rtc", temporary_prefix[] = ".new-";

void cache_entry_finish(struct cache_entry *entry)
{
    free(entry->log);
    free(entry->image);
    *entry = (struct cache_entry){0};
}

/* The folder's path; false when the environment names none. */
static bool folder_path(char path[PATH_MAX])
{
    const char *folder = env_get(ENV_CACHE_DIR), *xdg = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    int length = 0;
    if (*folder)
        length = snprintf(path, PATH_MAX, "%s", folder);
    else if (xdg && *xdg == '/')
        length = snprintf(path, PATH_MAX, "%s/rootle", xdg);
    else if (home && *home)
        length = snprintf(path, PATH_MAX, "%s/.cache/rootle", home);
    return length > 0 && length < PATH_MAX;
}

static bool file_path(char path[PATH_MAX], const struct cache_key *key)
{
    if (!folder_path(path))
        return false;
    size_t at = strlen(path);
    if (at + 1 + 2 * SHA256_BYTES + sizeof(suffix) > PATH_MAX)
        return false;
    path[at++] = '/';
    for (int i = 0; i < SHA256_BYTES; i++, at += 2)
        snprintf(path + at, 3, "%02x", key->bytes[i]);
    strcpy(path + at, suffix);
    return true;
}

/* Said once, and only to those who asked for messages. */
static void report_unwritable(const char *path)
{
    static bool reported;
    const char *debug = getenv("ROOTLE_DEBUG");
    if (debug && *debug && !__atomic_exchange_n(&reported, true, __ATOMIC_RELAXED))
        fprintf(stderr, "rootle: cannot write the cache of compiled programs at %s: %s\n", path,
                strerror(errno));
}

/* mkdir -p. */
static bool make_folders(const char *path)
{
    char part[PATH_MAX];
    snprintf(part, sizeof(part), "%s", path);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(part, 0777);
        *slash = '/';
    }
    return mkdir(part, 0700) == 0 || errno == EEXIST;
}

/* The whole file in malloc'ed memory, or NULL. */
static uint8_t *read_file(int file, size_t *size)
{
    struct stat info;
    if (fstat(file, &info) < 0 || !S_ISREG(info.st_mode) || info.st_size > MAX_BYTES)
        return NULL;
    uint8_t *bytes = malloc((size_t)info.st_size + 1);
    size_t at = 0;
    while (bytes && at < (size_t)info.st_size) {
        ssize_t got = read(file, bytes + at, (size_t)info.st_size - at);
        if (got > 0)
            at += (size_t)got;
        else if (got == 0 || errno != EINTR)
            break;
    }
    *size = at;
    return bytes;
}

static void code_entry(struct codec *codec, struct cache_entry *entry)
{
    codec_string(codec, &entry->log);
    codec_blob(codec, &entry->image, &entry->image_size);
}

static void code_header(struct codec *codec, uint32_t *magic, uint64_t *checksum)
{
    codec_u32(codec, magic);
    codec_u64(codec, checksum);
}

static bool decode(const uint8_t *bytes, size_t size, struct cache_entry *entry)
{
    struct codec codec;
    uint32_t magic = 0;
    uint64_t checksum = 0;
    codec_read_init(&codec, bytes, size);
    code_header(&codec, &magic, &checksum);
    if (codec.failed || magic != MAGIC ||
        checksum != codec_checksum(bytes + HEADER_BYTES, size - HEADER_BYTES))
        return false;
    code_entry(&codec, entry);
    return codec_finished(&codec);
}

bool cache_load(const struct cache_key *key, struct cache_entry *entry)
{
    char path[PATH_MAX];
    *entry = (struct cache_entry){0};
    if (!file_path(path, key))
        return false;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    size_t size = 0;
    uint8_t *bytes = read_file(file, &size);
    bool good = bytes && decode(bytes, size, entry);
    if (good)
        futimens(file, NULL); /* trimming removes the oldest */
    else
        cache_entry_finish(entry);
    if (bytes && !good)
        unlink(path);
    free(bytes);
    close(file);
    return good;
}

static bool write_all(int file, const void *bytes, size_t size)
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

/* Writes header and body to a new file in the folder and gives it its name. */
static bool publish(const char *folder, const char *path, const struct codec *head,
                    const struct codec *body)
{
    char temporary[PATH_MAX];
    int length = snprintf(temporary, sizeof(temporary), "%s/%sXXXXXX", folder, temporary_prefix);
    if (length >= (int)sizeof(temporary))
        return false;
    int file = mkostemp(temporary, O_CLOEXEC);
    if (file < 0)
        return false;
    bool good =
        write_all(file, head->bytes, head->size) && write_all(file, body->bytes, body->size);
    good = close(file) == 0 && good;
    if (good && rename(temporary, path) == 0)
        return true;
    int reason = errno;
    unlink(temporary);
    errno = reason;
    return false;
}

void cache_store(const struct cache_key *key, const struct cache_entry *entry)
{
    char folder[PATH_MAX], path[PATH_MAX];
    uint64_t limit = (uint64_t)(env_number(ENV_CACHE_SIZE) * (1 << 20));
    if (!folder_path(folder) || !file_path(path, key))
        return;
    struct codec head, body;
    codec_write_init(&body);
    code_entry(&body, (struct cache_entry *)entry); /* writing changes nothing in it */
    uint32_t magic = MAGIC;
    uint64_t checksum = body.failed ? 0 : codec_checksum(body.bytes, body.size);
    codec_write_init(&head);
    code_header(&head, &magic, &checksum);
    if (!head.failed && !body.failed && head.size + body.size <= limit &&
        !(make_folders(folder) && publish(folder, path, &head, &body)))
        report_unwritable(folder);
    free(head.bytes);
    free(body.bytes);
    if (key->bytes[0] % STORES_PER_TRIM == 0)
        cache_trim(folder, limit);
}

struct file {
    char name[2 * SHA256_BYTES + sizeof(suffix)];
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

static bool is_entry(const char *name)
{
    return strspn(name, "0123456789abcdef") == 2 * SHA256_BYTES &&
           !strcmp(name + 2 * SHA256_BYTES, suffix);
}

static void remove_if_forgotten(int folder, const char *name)
{
    struct stat info;
    if (!strncmp(name, temporary_prefix, strlen(temporary_prefix)) &&
        fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
        info.st_mtime < time(NULL) - TEMPORARY_LIFE_S)
        unlinkat(folder, name, 0);
}

/* Lists the entries; returns their number and the sum of their sizes. */
static size_t list_files(DIR *folder, struct file **files, uint64_t *sum)
{
    size_t count = 0, capacity = 0;
    for (struct dirent *row; (row = readdir(folder));) {
        struct stat info;
        if (!is_entry(row->d_name)) {
            remove_if_forgotten(dirfd(folder), row->d_name);
            continue;
        }
        if (fstatat(dirfd(folder), row->d_name, &info, AT_SYMLINK_NOFOLLOW) < 0)
            continue;
        if (count == capacity) {
            struct file *more = realloc(*files, (capacity * 2 + 64) * sizeof(**files));
            if (!more)
                break;
            *files = more;
            capacity = capacity * 2 + 64;
        }
        struct file *file = &(*files)[count++];
        strcpy(file->name, row->d_name);
        file->used = info.st_mtim;
        file->bytes = (uint64_t)info.st_size;
        *sum += file->bytes;
    }
    return count;
}

void cache_trim(const char *path, uint64_t limit)
{
    DIR *folder = opendir(path);
    if (!folder)
        return;
    struct file *files = NULL;
    uint64_t sum = 0;
    size_t count = list_files(folder, &files, &sum);
    if (sum > limit) {
        qsort(files, count, sizeof(*files), compare_age);
        /* Somewhat below the limit, so that the next trim has nothing to do for a while. */
        for (size_t i = 0; i < count && sum > limit - limit / 8; i++) {
            unlinkat(dirfd(folder), files[i].name, 0);
            sum -= files[i].bytes;
        }
    }
    free(files);
    closedir(folder);
}
