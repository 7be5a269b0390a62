/* SPDX-License-Identifier: MIT */
/* kept.c: a blob is the sizes of its parts, 64 bits each, little-endian, and the parts. */
#include "program-tester/base/kept.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER_LIMIT ((uint64_t)1 << 30) /* bytes */

struct store pt_kept_in(const char *folder)
{
    return (struct store){folder, ".kept", FOLDER_LIMIT};
}

char *pt_kept_path(const struct store *store, const char *name)
{
    return pt_format("%s/%s%s", store->folder, name, store->suffix);
}

/* Finds the parts. The sizes may be anything. */
static bool take_apart(const char *bytes, size_t size, struct pt_kept_part parts[PT_KEPT_PARTS])
{
    uint64_t sizes[PT_KEPT_PARTS];
    size_t at = sizeof(sizes);

    if (size < sizeof(sizes))
        return false;
    memcpy(sizes, bytes, sizeof(sizes));
    for (size_t i = 0; i < PT_KEPT_PARTS; i++) {
        sizes[i] = le64toh(sizes[i]);
        if (sizes[i] > size - at)
            return false;
        parts[i] = (struct pt_kept_part){bytes + at, sizes[i]};
        at += sizes[i];
    }
    return at == size;
}

enum store_state pt_kept_load(const struct store *store, const char *name,
                              struct pt_kept_part parts[PT_KEPT_PARTS], void **memory)
{
    size_t size;
    enum store_state state = store_load(store, name, memory, &size);

    if (state != STORE_GOOD || take_apart(*memory, size, parts))
        return state;
    free(*memory);
    *memory = NULL;
    store_remove(store, name);
    return STORE_DAMAGED;
}

bool pt_kept_save(const struct store *store, const char *name,
                  const struct pt_kept_part parts[PT_KEPT_PARTS])
{
    struct pt_string blob = {0};
    uint64_t sizes[PT_KEPT_PARTS];

    for (size_t i = 0; i < PT_KEPT_PARTS; i++)
        sizes[i] = htole64(parts[i].size);
    pt_string_append(&blob, (const char *)sizes, sizeof(sizes));
    for (size_t i = 0; i < PT_KEPT_PARTS; i++)
        pt_string_append(&blob, parts[i].data, parts[i].size);
    bool good = store_save(store, name, blob.text, blob.length);
    int reason = errno;
    free(blob.text);
    errno = reason;
    return good;
}
