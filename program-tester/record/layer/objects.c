/* SPDX-License-Identifier: MIT */
/* objects.c: which id a handle has. A driver uses a handle again only after the object is
 * gone, and then the handle gets a new id; until then queries may return it, so that none is
 * forgotten. */
#include <pthread.h>
#include <stdlib.h>

#include "program-tester/record/layer/layer.h"

struct entry {
    const void *handle; /* NULL: free */
    struct object object;
    unsigned references;
};

static struct {
    pthread_mutex_t lock;
    struct entry *entries;
    size_t room, used; /* room is a power of two */
    uint64_t ids;
} objects = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct entry *slot_of(const void *handle)
{
    for (size_t i = ((uintptr_t)handle >> 4) * 0x9e3779b97f4a7c15u >> 20;; i++) {
        struct entry *entry = &objects.entries[i & (objects.room - 1)];
        if (!entry->handle || entry->handle == handle)
            return entry;
    }
}

static bool make_room(void)
{
    struct entry *const old = objects.entries;
    const size_t count = objects.room;

    if (count && objects.used < count / 2)
        return true;
    struct entry *grown = calloc(count ? count * 2 : 1024, sizeof *grown);
    if (!grown)
        return false;
    objects.entries = grown;
    objects.room = count ? count * 2 : 1024;
    for (size_t i = 0; i < count; i++)
        if (old[i].handle)
            *slot_of(old[i].handle) = old[i];
    free(old);
    return true;
}

uint64_t layer_new_id(void)
{
    pthread_mutex_lock(&objects.lock);
    const uint64_t id = ++objects.ids;
    pthread_mutex_unlock(&objects.lock);
    return id;
}

void layer_bind(const void *handle, struct object object)
{
    if (!handle)
        return;
    pthread_mutex_lock(&objects.lock);
    if (make_room()) {
        struct entry *entry = slot_of(handle);
        objects.used += !entry->handle;
        *entry = (struct entry){handle, object, 1};
    }
    pthread_mutex_unlock(&objects.lock);
}

uint64_t layer_add(const void *handle, struct object object)
{
    object.id = layer_new_id();
    layer_bind(handle, object);
    return object.id;
}

struct object layer_find(const void *handle)
{
    struct object object = {0};

    pthread_mutex_lock(&objects.lock);
    if (handle && objects.room)
        object = slot_of(handle)->object;
    pthread_mutex_unlock(&objects.lock);
    return object;
}

const void **layer_list(enum object_kind kind, size_t *count)
{
    *count = 0;
    pthread_mutex_lock(&objects.lock);
    const void **found = calloc(objects.used + 1, sizeof *found);
    for (size_t i = 0; found && i < objects.room; i++)
        if (objects.entries[i].references && objects.entries[i].object.kind == kind)
            found[(*count)++] = objects.entries[i].handle;
    pthread_mutex_unlock(&objects.lock);
    return found;
}

void layer_pack(struct pack *pack, const void *handle)
{
    const struct object object = layer_find(handle);

    if (handle && !object.kind)
        writer_note("an object was used that was made by a call which is not kept");
    pack_number(pack, object.id);
}

void layer_retained(const void *handle)
{
    pthread_mutex_lock(&objects.lock);
    struct entry *entry = handle && objects.room ? slot_of(handle) : NULL;
    if (entry && entry->handle)
        entry->references++;
    pthread_mutex_unlock(&objects.lock);
}

void layer_released(const void *handle)
{
    struct pack pack = {0};
    uint64_t id = 0;

    pthread_mutex_lock(&objects.lock);
    struct entry *entry = handle && objects.room ? slot_of(handle) : NULL;
    if (entry && entry->references && !--entry->references)
        id = entry->object.id;
    pthread_mutex_unlock(&objects.lock);
    if (!id)
        return;
    pack_number(&pack, id);
    writer_put(OP_RELEASE, &pack);
}
