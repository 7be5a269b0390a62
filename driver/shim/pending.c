/* SPDX-License-Identifier: MIT */
/* pending.c: what streams have to do with other memory and other processes. */
#include "driver/shim/pending.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "driver/shim/dmabuf.h"
#include "driver/shim/reports.h"
#include "driver/shim/userptr.h"

struct pending {
    struct pending *next;
    uint64_t sequence;
    uint32_t users, count;
    struct shim_bo *bos[]; /* those of user memory, then shared ones up to count */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pending *pendings; /* guarded by the lock */

void shim_pending_lock(void)
{
    pthread_mutex_lock(&lock);
}

void shim_pending_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

static void add(struct pending *pending, struct shim_bo *bo)
{
    atomic_fetch_add(&bo->references, 1);
    pending->bos[pending->count++] = bo;
}

static void pending_free(struct pending *pending)
{
    for (uint32_t i = 0; i < pending->count; i++)
        shim_bo_unreference(pending->bos[i]);
    free(pending);
}

static int pending_new(struct shim_bo **bos, uint32_t count, struct pending **result)
{
    struct pending *pending = malloc(sizeof(*pending) + count * sizeof(struct shim_bo *));
    if (!pending)
        return -ENOMEM;
    pending->count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (bos[i]->user)
            add(pending, bos[i]);
    pending->users = pending->count;
    for (uint32_t i = 0; i < count; i++)
        if (atomic_load(&bos[i]->shared))
            add(pending, bos[i]);
    assert(pending->users <= pending->count);
    const int status =
        shim_dmabuf_take(pending->bos + pending->users, pending->count - pending->users);
    if (status)
        pending_free(pending);
    else
        *result = pending;
    return status;
}

static void pending_end(struct pending *pending)
{
    shim_dmabuf_give(pending->bos + pending->users, pending->count - pending->users);
    pending_free(pending);
}

/* How many objects there is something to be done for. */
static int count_special(struct shim_bo **bos, uint32_t count)
{
    int special = 0;
    for (uint32_t i = 0; i < count; i++) {
        special += bos[i]->user || atomic_load(&bos[i]->shared);
        if (bos[i]->user && !shim_userptr_is_there(bos[i]))
            return -EFAULT;
    }
    return special;
}

int shim_pending_submit(const struct sim_chunk *chunks, unsigned chunk_count, const char *label,
                        struct shim_bo **bos, uint32_t bo_count, uint64_t *sequence,
                        char error[SIM_ERROR_SIZE])
{
    struct sim_device *device = shim_card()->device;
    const struct guide *guide = shim_reports_guide();
    struct pending *pending = NULL;
    *error = '\0';
    const int special = count_special(bos, bo_count);
    if (special < 0)
        return special;
    if (!special)
        return sim_cs(device, chunks, chunk_count, label, guide, false, sequence, error);
    int status = pending_new(bos, bo_count, &pending);
    if (status)
        return status;
    pthread_mutex_lock(&lock); /* the stream may begin before its number is known here */
    status = sim_cs(device, chunks, chunk_count, label, guide, false, sequence, error);
    if (!status) {
        pending->sequence = *sequence;
        pending->next = pendings;
        pendings = pending;
    }
    pthread_mutex_unlock(&lock);
    if (status)
        pending_end(pending);
    return status;
}

static struct pending **find(uint64_t sequence)
{
    struct pending **link = &pendings;
    while (*link && (*link)->sequence != sequence)
        link = &(*link)->next;
    return link;
}

void shim_pending_begin(uint64_t sequence)
{
    pthread_mutex_lock(&lock);
    const struct pending *pending = *find(sequence);
    pthread_mutex_unlock(&lock);
    for (uint32_t i = 0; pending && i < pending->users; i++)
        shim_userptr_copy_in(pending->bos[i]);
}

void shim_pending_end(uint64_t sequence)
{
    pthread_mutex_lock(&lock);
    struct pending **link = find(sequence), *pending = *link;
    if (pending)
        *link = pending->next;
    pthread_mutex_unlock(&lock);
    if (!pending)
        return;
    for (uint32_t i = 0; i < pending->users; i++)
        shim_userptr_copy_back(pending->bos[i]);
    pending_end(pending);
}
