/* SPDX-License-Identifier: MIT */
/* cache.c: loading, storing and trimming of cached programs. */
#include "driver/compiler/cache.h"

#include <dirent.h>
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

#include "driver/base/codec.h"
#include "driver/base/env.h"

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

enum { NAME_BYTES = 2 * SHA256_BYTES + sizeof(suffix) };

static void entry_name(char name[NAME_BYTES], const struct cache_key *key)
{
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(name + 2 * i, 3, "%02x", key->bytes[i]);
    strcpy(name + 2 * SHA256_BYTES, suffix);
}

/* Said once, and only to those who asked for messages. */
static void report_unusable(const char *path)
{
    static bool reported;
    const char *debug = getenv("ROOTLE_DEBUG");
    if (debug && *debug && !__atomic_exchange_n(&reported, true, __ATOMIC_RELAXED))
        fprintf(stderr, "rootle: cannot use the cache of compiled programs at %s: %s\n", path,
                errno == EPERM ? "others than its user own it or may write to it"
                               : strerror(errno));
}

/* Whether nobody else can have put this there, or can change it. */
static bool is_ours(const struct stat *info)
{
    return info->st_uid == geteuid() && !(info->st_mode & (S_IWGRP | S_IWOTH));
}

/* A descriptor of the folder, which belongs to this user alone: an entry is machine code, and even
 * a sound one under another's name would be taken for the wrong program. -1 with errno. */
static int open_folder(const char *path)
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

/* mkdir -p. */
static void make_folders(const char *path)
{
    char part[PATH_MAX];
    snprintf(part, sizeof(part), "%s", path);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(part, 0777);
        *slash = '/';
    }
    mkdir(part, 0700);
}

/* The whole of a regular file of this user's in malloc'ed memory, or NULL when it cannot be read
 * now.
 */
static uint8_t *read_file(int file, size_t *size)
{
    struct stat info;
    if (fstat(file, &info) < 0 || !S_ISREG(info.st_mode) || !is_ours(&info) ||
        info.st_size > MAX_BYTES)
        return NULL;
    uint8_t *bytes = malloc((size_t)info.st_size + 1);
    size_t at = 0;
    while (bytes && at < (size_t)info.st_size) {
        ssize_t got = read(file, bytes + at, (size_t)info.st_size - at);
        if (got > 0)
            at += (size_t)got;
        else if (got == 0)
            break;
        else if (errno != EINTR) {
            free(bytes);
            return NULL;
        }
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

enum decoded { DECODED, DECODED_DAMAGED, DECODED_WITHOUT_MEMORY };

static enum decoded decode(const uint8_t *bytes, size_t size, struct cache_entry *entry)
{
    struct codec codec;
    uint32_t magic = 0;
    uint64_t checksum = 0;
    codec_read_init(&codec, bytes, size);
    code_header(&codec, &magic, &checksum);
    if (codec.failed || magic != MAGIC ||
        checksum != codec_checksum(bytes + HEADER_BYTES, size - HEADER_BYTES))
        return DECODED_DAMAGED;
    code_entry(&codec, entry);
    if (codec.no_memory)
        return DECODED_WITHOUT_MEMORY;
    return codec_finished(&codec) ? DECODED : DECODED_DAMAGED;
}

static bool load(int folder, const char *name, struct cache_entry *entry)
{
    /* O_NONBLOCK: a FIFO would wait for a writer. */
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return false;
    size_t size = 0;
    uint8_t *bytes = read_file(file, &size);
    enum decoded decoded = bytes ? decode(bytes, size, entry) : DECODED_WITHOUT_MEMORY;
    if (decoded == DECODED)
        futimens(file, NULL); /* trimming removes the oldest */
    else
        cache_entry_finish(entry);
    if (decoded == DECODED_DAMAGED)
        unlinkat(folder, name, 0);
    free(bytes);
    close(file);
    return decoded == DECODED;
}

bool cache_load(const struct cache_key *key, struct cache_entry *entry)
{
    char path[PATH_MAX], name[NAME_BYTES];
    *entry = (struct cache_entry){0};
    if (!folder_path(path))
        return false;
    int folder = open_folder(path);
    if (folder < 0) {
        if (errno != ENOENT)
            report_unusable(path);
        return false;
    }
    entry_name(name, key);
    bool good = load(folder, name, entry);
    close(folder);
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

/* A new file of a name that no other writer has. */
static int create_temporary(int folder, char name[NAME_BYTES])
{
    static atomic_uint number;
    struct timespec now;
    int file = -1;
    for (int attempt = 0; attempt < 100 && file < 0; attempt++) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        snprintf(name, NAME_BYTES, "%s%d-%u-%lx", temporary_prefix, (int)getpid(),
                 atomic_fetch_add(&number, 1), (unsigned long)now.tv_nsec);
        file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file < 0 && errno != EEXIST)
            return -1;
    }
    return file;
}

/* Writes header and body to a new file in the folder and gives it its name. */
static bool publish(int folder, const char *name, const struct codec *head,
                    const struct codec *body)
{
    char temporary[NAME_BYTES];
    int file = create_temporary(folder, temporary);
    if (file < 0)
        return false;
    bool good =
        write_all(file, head->bytes, head->size) && write_all(file, body->bytes, body->size);
    good = close(file) == 0 && good;
    if (good && renameat(folder, temporary, folder, name) == 0)
        return true;
    int reason = errno;
    unlinkat(folder, temporary, 0);
    errno = reason;
    return false;
}

static void store(const char *path, const struct cache_key *key, const struct codec *head,
                  const struct codec *body)
{
    char name[NAME_BYTES];
    make_folders(path);
    int folder = open_folder(path);
    entry_name(name, key);
    if (folder < 0 || !publish(folder, name, head, body))
        report_unusable(path);
    if (folder >= 0)
        close(folder);
}

void cache_store(const struct cache_key *key, const struct cache_entry *entry)
{
    char path[PATH_MAX];
    uint64_t limit = (uint64_t)(env_number(ENV_CACHE_SIZE) * (1 << 20));
    if (!folder_path(path))
        return;
    struct codec head, body;
    codec_write_init(&body);
    code_entry(&body, (struct cache_entry *)entry); /* writing changes nothing in it */
    uint32_t magic = MAGIC;
    uint64_t checksum = body.failed ? 0 : codec_checksum(body.bytes, body.size);
    codec_write_init(&head);
    code_header(&head, &magic, &checksum);
    if (!head.failed && !body.failed && head.size + body.size <= limit)
        store(path, key, &head, &body);
    free(head.bytes);
    free(body.bytes);
    if (key->bytes[0] % STORES_PER_TRIM == 0)
        cache_trim(path, limit);
}

struct file {
    char name[NAME_BYTES];
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
        if (fstatat(dirfd(folder), row->d_name, &info, AT_SYMLINK_NOFOLLOW) < 0 ||
            !S_ISREG(info.st_mode))
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
    int descriptor = open_folder(path);
    DIR *folder = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (!folder) {
        if (descriptor >= 0)
            close(descriptor);
        return;
    }
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
