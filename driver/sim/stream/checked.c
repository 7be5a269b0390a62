/* SPDX-License-Identifier: MIT */
/* checked.c: keeps streams that have passed a check. */
#include "driver/sim/stream/checked.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"

/* All that a check looks at beside the packets. Objects never change size and address. */
struct sim_checked_object {
    uint64_t serial;
    uint32_t tiling_flags, read_domains, write_domain;
    uint32_t zero; /* where the compiler would leave a gap */
};

void sim_checks_init(struct sim_checks *checks)
{
    *checks = (struct sim_checks){.next = 0};
    pthread_mutex_init(&checks->mutex, NULL);
}

void sim_checks_finish(struct sim_checks *checks)
{
    for (unsigned i = 0; i < COUNT(checks->checked); i++)
        sim_checked_unreference(checks->checked[i]);
    pthread_mutex_destroy(&checks->mutex);
}

static struct sim_checked_object object_of(const struct checker *c, uint32_t i)
{
    const struct sim_bo *bo = c->stream->bos[i];
    return (struct sim_checked_object){.serial = bo->serial,
                                       .tiling_flags = bo->tiling_flags,
                                       .read_domains = c->relocs[i].read_domains,
                                       .write_domain = c->relocs[i].write_domain};
}

static bool has_objects(const struct sim_checked *checked, const struct checker *c)
{
    for (uint32_t i = 0; i < c->reloc_count; i++) {
        const struct sim_checked_object object = object_of(c, i);
        if (memcmp(&checked->objects[i], &object, sizeof(object)) != 0)
            return false;
    }
    return true;
}

static bool is_same(const struct sim_checked *checked, const struct checker *c)
{
    const struct sim_stream *stream = c->stream;
    return checked && checked->dword_count == stream->dword_count &&
           checked->object_count == c->reloc_count && checked->keep_tiling == c->keep_tiling &&
           !memcmp(checked->sent, stream->dwords, stream->dword_count * sizeof(uint32_t)) &&
           has_objects(checked, c);
}

bool sim_checks_find(struct sim_checks *checks, struct checker *c)
{
    pthread_mutex_lock(&checks->mutex);
    struct sim_checked *found = NULL;
    for (unsigned i = 0; i < COUNT(checks->checked) && !found; i++)
        if (is_same(checks->checked[i], c))
            found = checks->checked[i];
    if (found)
        atomic_fetch_add(&found->references, 1);
    pthread_mutex_unlock(&checks->mutex);
    if (found)
        memcpy(c->stream->dwords, found->dwords, found->dword_count * sizeof(uint32_t));
    c->stream->checked = found;
    return found;
}

struct sim_checked *sim_checked_new(const struct checker *c)
{
    const size_t dwords = c->stream->dword_count, objects = c->reloc_count;
    struct sim_checked *checked = calloc(1, sizeof(*checked) + objects * sizeof(*checked->objects) +
                                                2 * dwords * sizeof(uint32_t));
    if (!checked)
        return NULL;
    checked->objects = (struct sim_checked_object *)(checked + 1);
    checked->sent = (uint32_t *)(checked->objects + objects);
    checked->dwords = checked->sent + dwords;
    checked->dword_count = c->stream->dword_count;
    checked->object_count = c->reloc_count;
    checked->keep_tiling = c->keep_tiling;
    memcpy(checked->sent, c->stream->dwords, dwords * sizeof(uint32_t));
    for (uint32_t i = 0; i < objects; i++)
        checked->objects[i] = object_of(c, i);
    atomic_init(&checked->references, 1);
    return checked;
}

void sim_checked_unreference(struct sim_checked *checked)
{
    if (checked && atomic_fetch_sub(&checked->references, 1) == 1)
        free(checked);
}

void sim_checks_keep(struct sim_checks *checks, struct checker *c, struct sim_checked *checked)
{
    memcpy(checked->dwords, c->stream->dwords, checked->dword_count * sizeof(uint32_t));
    assert(!c->stream->checked && atomic_load(&checked->references) == 1);
    assert(checked->begin < checked->dword_count);
    atomic_fetch_add(&checked->references, 1);
    c->stream->checked = checked;
    pthread_mutex_lock(&checks->mutex);
    struct sim_checked **place = &checks->checked[checks->next++ % COUNT(checks->checked)],
                       *before = *place;
    *place = checked;
    pthread_mutex_unlock(&checks->mutex);
    sim_checked_unreference(before);
}
