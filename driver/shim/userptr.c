/* SPDX-License-Identifier: MIT */
/* userptr.c: objects over a program's own memory. */
#include "driver/shim/userptr.h"

#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/shim/user.h"

static const uint64_t PAGE_BYTES = 4096;

/* A stream that names user memory, from its submission to its end. */
struct pending {
    struct pending *next;
    uint64_t sequence;
    uint32_t count;
    struct shim_bo *bos[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pending *pendings; /* guarded by the lock */

void shim_userptr_lock(void)
{
    pthread_mutex_lock(&lock);
}

void shim_userptr_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

/* Whether a range lies in one mapping, which is of no file. */
static bool is_anonymous(uint64_t start, uint64_t size)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char *line = NULL;
    size_t room = 0;
    bool found = false;
    while (maps && !found && getline(&line, &room, maps) > 0) {
        unsigned long from, to, inode;
        found = sscanf(line, "%lx-%lx %*s %*s %*s %lu", &from, &to, &inode) == 3 && !inode &&
                from <= start && start < to && size <= to - start;
    }
    free(line);
    if (maps)
        fclose(maps);
    return found;
}

static int check(const struct drm_radeon_gem_userptr *user)
{
    const uint32_t known = RADEON_GEM_USERPTR_READONLY | RADEON_GEM_USERPTR_ANONONLY |
                           RADEON_GEM_USERPTR_VALIDATE | RADEON_GEM_USERPTR_REGISTER;
    const uint32_t to_write = RADEON_GEM_USERPTR_ANONONLY | RADEON_GEM_USERPTR_REGISTER;
    if ((user->addr | user->size) % PAGE_BYTES || (user->flags & ~known))
        return -EINVAL;
    if (!(user->flags & RADEON_GEM_USERPTR_READONLY) && (user->flags & to_write) != to_write)
        return -EACCES;
    if (!user->size || user->addr + user->size < user->addr)
        return -EINVAL;
    if (!(user->flags & RADEON_GEM_USERPTR_VALIDATE))
        return 0;
    if ((user->flags & RADEON_GEM_USERPTR_ANONONLY) && !is_anonymous(user->addr, user->size))
        return -EPERM;
    return 0;
}

int shim_userptr_create(struct shim_file *file, void *argument)
{
    struct drm_radeon_gem_userptr *user = argument;
    int status = check(user);
    if (!status)
        status = shim_bo_create(file, user->size, PAGE_BYTES, RADEON_GEM_DOMAIN_GTT, &user->handle);
    if (status)
        return status;
    struct shim_bo *bo = shim_bo_find(file, user->handle);
    void *before = malloc(user->size);
    if (!before) {
        shim_bo_unreference(bo);
        shim_bo_close(file, user->handle);
        return -ENOMEM;
    }
    bo->user_before = before;
    bo->user_read_only = user->flags & RADEON_GEM_USERPTR_READONLY;
    bo->user = user->addr;
    shim_bo_unreference(bo);
    return 0;
}

/* Whether all pages of the memory are still mapped. */
static bool is_there(const struct shim_bo *bo)
{
    char byte;
    for (uint64_t at = 0; at < bo->size; at += PAGE_BYTES)
        if (shim_user_read(&byte, bo->user + at, 1))
            return false;
    return true;
}

static struct pending *pending_new(struct shim_bo **bos, uint32_t count)
{
    struct pending *pending = malloc(sizeof(*pending) + count * sizeof(struct shim_bo *));
    if (!pending)
        return NULL;
    pending->count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (bos[i]->user) {
            atomic_fetch_add(&bos[i]->references, 1);
            pending->bos[pending->count++] = bos[i];
        }
    return pending;
}

static void pending_free(struct pending *pending)
{
    for (uint32_t i = 0; i < pending->count; i++)
        shim_bo_unreference(pending->bos[i]);
    free(pending);
}

int shim_userptr_submit(const struct sim_chunk *chunks, unsigned chunk_count, const char *label,
                        struct shim_bo **bos, uint32_t bo_count, uint64_t *sequence,
                        char error[SIM_ERROR_SIZE])
{
    struct sim_device *device = shim_card()->device;
    uint32_t users = 0;
    *error = '\0';
    for (uint32_t i = 0; i < bo_count; i++) {
        users += bos[i]->user != 0;
        if (bos[i]->user && !is_there(bos[i]))
            return -EFAULT;
    }
    if (!users)
        return sim_cs(device, chunks, chunk_count, label, NULL, sequence, error);
    struct pending *pending = pending_new(bos, bo_count);
    if (!pending)
        return -ENOMEM;
    pthread_mutex_lock(&lock); /* the stream may begin before its number is known here */
    const int status = sim_cs(device, chunks, chunk_count, label, NULL, sequence, error);
    if (!status) {
        pending->sequence = *sequence;
        pending->next = pendings;
        pendings = pending;
    }
    pthread_mutex_unlock(&lock);
    if (status)
        pending_free(pending);
    return status;
}

static struct pending **find(uint64_t sequence)
{
    struct pending **link = &pendings;
    while (*link && (*link)->sequence != sequence)
        link = &(*link)->next;
    return link;
}

void shim_userptr_begin(uint64_t sequence)
{
    pthread_mutex_lock(&lock);
    const struct pending *pending = *find(sequence);
    pthread_mutex_unlock(&lock);
    /* Memory that has gone since then is the program's mistake: the card sees what was there. */
    for (uint32_t i = 0; pending && i < pending->count; i++) {
        struct shim_bo *bo = pending->bos[i];
        shim_user_read(bo->map, bo->user, bo->size);
        memcpy(bo->user_before, bo->map, bo->size);
    }
}

static void copy_back(const struct shim_bo *bo)
{
    const uint8_t *before = bo->user_before, *after = bo->map;
    for (uint64_t i = 0; i < bo->size;) {
        const uint64_t page_end = i + PAGE_BYTES < bo->size ? i + PAGE_BYTES : bo->size;
        if (!memcmp(before + i, after + i, page_end - i)) {
            i = page_end;
            continue;
        }
        while (before[i] == after[i])
            i++;
        const uint64_t start = i;
        while (i < page_end && before[i] != after[i])
            i++;
        shim_user_write(bo->user + start, after + start, i - start);
        while (i < page_end && before[i] == after[i])
            i++;
    }
}

void shim_userptr_end(uint64_t sequence)
{
    pthread_mutex_lock(&lock);
    struct pending **link = find(sequence), *pending = *link;
    if (pending)
        *link = pending->next;
    pthread_mutex_unlock(&lock);
    if (!pending)
        return;
    for (uint32_t i = 0; i < pending->count; i++)
        if (!pending->bos[i]->user_read_only)
            copy_back(pending->bos[i]);
    pending_free(pending);
}
