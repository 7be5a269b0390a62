/* SPDX-License-Identifier: MIT */
/* cache.c: where the store of compiled programs is, and what an entry of it holds. */
#include "driver/compiler/cache.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/codec.h"
#include "driver/base/env.h"
#include "driver/base/store.h"

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

static void code_entry(struct codec *codec, struct cache_entry *entry)
{
    codec_string(codec, &entry->log);
    codec_blob(codec, &entry->image, &entry->image_size);
}

/* False with an empty entry when memory is short, or the blob is none of ours and removed. */
static bool decode(const struct store *store, const char *name, const void *bytes, size_t size,
                   struct cache_entry *entry)
{
    struct codec codec;
    codec_read_init(&codec, bytes, size);
    code_entry(&codec, entry);
    if (codec_finished(&codec))
        return true;
    cache_entry_finish(entry);
    if (!codec.no_memory)
        store_remove(store, name);
    return false;
}

bool cache_load(const struct cache_key *key, struct cache_entry *entry)
{
    struct store store;
    char path[PATH_MAX], name[NAME_BYTES];
    void *bytes;
    size_t size;
    *entry = (struct cache_entry){0};
    if (!open_store(&store, path))
        return false;
    entry_name(name, key);
    enum store_state state = store_load(&store, name, &bytes, &size);
    if (state == STORE_REFUSED || state == STORE_FOREIGN)
        report_unusable(&store, state == STORE_FOREIGN ? name : "");
    bool good = state == STORE_GOOD && decode(&store, name, bytes, size, entry);
    free(bytes);
    return good;
}

void cache_store(const struct cache_key *key, const struct cache_entry *entry)
{
    struct store store;
    struct codec codec;
    char path[PATH_MAX], name[NAME_BYTES];
    if (!open_store(&store, path))
        return;
    codec_write_init(&codec);
    code_entry(&codec, (struct cache_entry *)entry); /* writing changes nothing in it */
    entry_name(name, key);
    if (!codec.failed && !store_save(&store, name, codec.bytes, codec.size))
        report_unusable(&store, store_blames_file(errno) ? name : "");
    free(codec.bytes);
}
