/* SPDX-License-Identifier: MIT */
/* cache.c: where the store of compiled programs is, and what an entry of it holds. */
#include "driver/compiler/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/base/codec.h"
#include "driver/base/env.h"
#include "driver/base/store.h"
#include "driver/base/whole.h"

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

/* The store, whose folder's name is put into `path`; false when there is none. */
static bool open_store(struct store *store, char path[PATH_MAX])
{
    uint64_t limit = (uint64_t)(env_number(ENV_CACHE_SIZE) * (1 << 20));
    *store = (struct store){path, ".rtc", limit};
    return folder_path(path);
}

enum { NAME_BYTES = 2 * SHA256_BYTES + 1 };

static void entry_name(char name[NAME_BYTES], const struct cache_key *key)
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < SHA256_BYTES; i++) {
        name[2 * i] = digits[key->bytes[i] >> 4];
        name[2 * i + 1] = digits[key->bytes[i] & 15];
    }
    name[NAME_BYTES - 1] = '\0';
}

/* Said once, and only to those who named the folder or asked for messages. `file`: what errno
 * speaks of, in the store's folder; "": the folder. */
static void report_unusable(const struct store *store, const char *file)
{
    static bool reported;
    const char *debug = getenv("ROOTLE_DEBUG");
    const bool wanted = *env_get(ENV_CACHE_DIR) || (debug && *debug);
    if (wanted && !__atomic_exchange_n(&reported, true, __ATOMIC_RELAXED))
        fprintf(stderr, "rootle: cannot use the cache of compiled programs at %s%s%s%s: %s\n",
                store->folder, *file ? "/" : "", file, *file ? store->suffix : "",
                store_error(errno));
}

static void code_entry(struct codec *codec, struct protocol_reply *reply)
{
    codec_string(codec, &reply->outside);
    codec_string(codec, &reply->log);
    codec_blob(codec, &reply->image, &reply->image_size);
}

/* False with an empty entry when memory is short, or the blob is none of ours and removed. */
static bool decode(const struct store *store, const char *name, const void *bytes, size_t size,
                   struct protocol_reply *reply)
{
    struct codec codec;
    codec_read_init(&codec, bytes, size);
    code_entry(&codec, reply);
    if (codec_finished(&codec))
        return true;
    protocol_reply_finish(reply);
    if (!codec.no_memory)
        store_remove(store, name);
    return false;
}

/* Hashes the contents of a file. False where it is not of that kind, or was changed `since`. */
static bool hash_file(struct sha256 *sha, char kind, const char *path, const struct timespec *since)
{
    char bytes[1 << 14];
    struct stat info;
    ssize_t count = 0;
    const int file = kind == 'f' ? open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    while (file >= 0 && (count = whole_read(file, bytes, sizeof(bytes))) > 0)
        sha256_update(sha, bytes, (size_t)count);
    if (file >= 0)
        close(file);
    if (count < 0 || stat(path, &info))
        return kind == '-';
    if (!S_ISREG(info.st_mode))
        return kind == (S_ISDIR(info.st_mode) ? 'd' : '-');
    sha256_update(sha, &info.st_size, sizeof(info.st_size));
    const struct timespec *then = &info.st_ctim;
    return kind == 'f' && (!since || then->tv_sec < since->tv_sec ||
                           (then->tv_sec == since->tv_sec && then->tv_nsec < since->tv_nsec));
}

/* Adds the folder and the files (which are overwritten) to the key; false as above. */
static bool add_files(struct cache_key *key, const char *folder, char *files,
                      const struct timespec *since)
{
    struct sha256 sha;
    char *rest;
    bool good = true;
    sha256_init(&sha);
    sha256_update(&sha, key, sizeof(*key));
    sha256_update(&sha, folder, strlen(folder) + 1);
    sha256_update(&sha, files, strlen(files) + 1);
    for (char *line = strtok_r(files, "\n", &rest); good && line;
         line = strtok_r(NULL, "\n", &rest))
        good = hash_file(&sha, line[0], line + 1, since);
    sha256_finish(&sha, key->bytes);
    return good;
}

static bool load(const struct cache_key *key, struct protocol_reply *reply)
{
    struct store store;
    char path[PATH_MAX], name[NAME_BYTES];
    void *bytes;
    size_t size;
    *reply = (struct protocol_reply){.status = COMPILER_OK};
    if (!open_store(&store, path))
        return false;
    entry_name(name, key);
    enum store_state state = store_load(&store, name, &bytes, &size);
    if (state == STORE_REFUSED || state == STORE_FOREIGN)
        report_unusable(&store, state == STORE_FOREIGN ? name : "");
    bool good = state == STORE_GOOD && decode(&store, name, bytes, size, reply);
    free(bytes);
    return good;
}

bool cache_load(const struct cache_key *key, const char *folder, struct protocol_reply *reply)
{
    struct cache_key whole = *key;
    if (!load(key, reply) || !*reply->outside)
        return reply->outside;
    const bool known = add_files(&whole, folder, reply->outside, NULL);
    protocol_reply_finish(reply);
    return known && load(&whole, reply);
}

static void store(const struct cache_key *key, const struct protocol_reply *reply)
{
    struct store store;
    struct codec codec;
    char path[PATH_MAX], name[NAME_BYTES];
    if (!open_store(&store, path))
        return;
    codec_write_init(&codec);
    code_entry(&codec, (struct protocol_reply *)reply); /* writing changes nothing in it */
    entry_name(name, key);
    if (!codec.failed && !store_save(&store, name, codec.bytes, codec.size))
        report_unusable(&store, store_blames_file(errno) ? name : "");
    free(codec.bytes);
}

/* The files' names are under the key, and all else is under one that they are added to. */
void cache_store(const struct cache_key *key, const char *folder, const struct timespec *since,
                 const struct protocol_reply *reply)
{
    struct cache_key whole = *key;
    struct protocol_reply rest = *reply;
    rest.outside = NULL;
    if (reply->outside && *reply->outside) {
        store(key, &(struct protocol_reply){.outside = reply->outside});
        if (!add_files(&whole, folder, reply->outside, since))
            return;
    }
    store(&whole, &rest);
}
