/* SPDX-License-Identifier: MIT */
/* objects.c: buffer objects and their handles. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/shim/card.h"
#include "driver/shim/dmabuf.h"

enum { PAGE_BYTES = 4096, MOST_HANDLES = 1 << 20 };

/* Objects by the offset at which the node shows them; offsets only grow. Guarded by the lock. */
static struct {
    struct shim_bo **bos;
    size_t count, room;
    uint64_t next; /* 0: none given yet */
} map_space;
static const uint64_t FIRST_OFFSET = 1ull << 32;

static size_t search_offset(uint64_t offset)
{
    size_t low = 0, high = map_space.count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (map_space.bos[middle]->offset + map_space.bos[middle]->size > offset)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static int map_space_add(struct shim_bo *bo)
{
    if (map_space.count == map_space.room) {
        const size_t room = map_space.room * 2 + 64;
        struct shim_bo **bos = realloc(map_space.bos, room * sizeof(*bos));
        if (!bos)
            return -ENOMEM;
        map_space.bos = bos;
        map_space.room = room;
    }
    assert(map_space.count < map_space.room);
    bo->offset = map_space.next ? map_space.next : FIRST_OFFSET;
    map_space.next = bo->offset + bo->size;
    map_space.bos[map_space.count++] = bo;
    return 0;
}

static void map_space_remove(const struct shim_bo *bo)
{
    const size_t i = search_offset(bo->offset);
    assert(i < map_space.count && map_space.bos[i] == bo);
    map_space.count--;
    memmove(map_space.bos + i, map_space.bos + i + 1,
            (map_space.count - i) * sizeof(*map_space.bos));
}

/* Handles. */

static int handle_add(struct shim_file *file, struct shim_bo *bo, uint32_t *handle)
{
    uint32_t slot = 0;
    while (slot < file->room && file->handles[slot])
        slot++;
    if (slot == file->room) {
        const uint32_t room = file->room * 2 + 64;
        struct shim_bo **handles =
            room <= MOST_HANDLES ? realloc(file->handles, room * sizeof(struct shim_bo *)) : NULL;
        if (!handles)
            return -ENOMEM;
        memset(handles + file->room, 0, (room - file->room) * sizeof(*handles));
        file->handles = handles;
        file->room = room;
    }
    assert(slot < file->room && !file->handles[slot]);
    file->handles[slot] = bo;
    *handle = slot + 1;
    return 0;
}

static struct shim_bo *lookup(const struct shim_file *file, uint32_t handle)
{
    return handle && handle <= file->room ? file->handles[handle - 1] : NULL;
}

struct shim_bo *shim_bo_find(struct shim_file *file, uint32_t handle)
{
    shim_lock();
    struct shim_bo *bo = lookup(file, handle);
    if (bo)
        atomic_fetch_add(&bo->references, 1);
    shim_unlock();
    return bo;
}

int shim_bo_close(struct shim_file *file, uint32_t handle)
{
    shim_lock();
    struct shim_bo *bo = lookup(file, handle);
    if (bo)
        file->handles[handle - 1] = NULL;
    shim_unlock();
    if (!bo)
        return -EINVAL;
    shim_bo_unreference(bo);
    return 0;
}

/* Objects. */

static atomic_uint_fast64_t *usage(const struct shim_bo *bo)
{
    return &shim_card()->used[(bo->domain & SHIM_DOMAIN_VRAM) != 0];
}

/* An object in the memory of a file, which becomes its own; closes the file where it fails. */
static struct shim_bo *bo_new(int file, uint64_t size, uint32_t alignment, uint32_t domain,
                              int *status)
{
    struct stat stat;
    struct shim_bo *bo = calloc(1, sizeof(*bo));
    *status = !bo ? -ENOMEM : shim_inode_of(file, &stat) ? 0 : -EBADF;
    if (!*status)
        *status =
            sim_gem_create_shared(shim_card()->device, file, size, alignment, domain, &bo->handle);
    if (*status) {
        close(file);
        free(bo);
        return NULL;
    }
    atomic_init(&bo->references, 1);
    bo->size = size;
    bo->domain = domain;
    bo->file = file;
    bo->device = stat.st_dev;
    bo->inode = stat.st_ino;
    bo->process = getpid();
    bo->map = sim_gem_map(shim_card()->device, bo->handle);
    return bo;
}

static void bo_free(struct shim_bo *bo)
{
    if (bo->process == getpid()) /* a child of fork() has no card of it */
        sim_gem_close(shim_card()->device, bo->handle);
    assert(atomic_load(&bo->references) <= 1);
    shim_dmabuf_close(bo);
    free(bo->user_before);
    free(bo);
}

/* Shows an object to a file by a new handle, with the lock held. */
static int bo_show(struct shim_file *file, struct shim_bo *bo, uint32_t *handle)
{
    int status = map_space_add(bo);
    if (status)
        return status;
    status = handle_add(file, bo, handle);
    if (status)
        map_space_remove(bo);
    else
        atomic_fetch_add(usage(bo), bo->size);
    return status;
}

int shim_bo_create(struct shim_file *file, uint64_t size, uint64_t alignment, uint32_t domain,
                   uint32_t *handle)
{
    int status;
    if (!size || size > SHIM_GART_BYTES || alignment > SHIM_GART_BYTES)
        return size ? -ENOMEM : -EINVAL;
    const int memory = shim_dmabuf_new(size);
    if (memory < 0)
        return memory;
    struct shim_bo *bo = bo_new(memory, size, (uint32_t)alignment, domain, &status);
    if (!bo)
        return status;
    shim_lock();
    status = bo_show(file, bo, handle);
    shim_unlock();
    if (status)
        bo_free(bo);
    return status;
}

void shim_bo_unreference(struct shim_bo *bo)
{
    const unsigned before = bo ? atomic_fetch_sub(&bo->references, 1) : 2;
    assert(before > 0);
    if (before > 1)
        return;
    shim_lock();
    map_space_remove(bo);
    shim_unlock();
    if (bo->process == getpid())
        atomic_fetch_sub(usage(bo), bo->size);
    bo_free(bo);
}

int shim_bo_wait(struct shim_bo *bo, uint64_t timeout_ns)
{
    if (atomic_load(&bo->hangs)) {
        const int status = shim_card_recover(timeout_ns);
        if (status != -EBUSY)
            atomic_store(&bo->hangs, false);
        if (status)
            return status;
    }
    const uint64_t last = atomic_load(&bo->last);
    const bool idle = !last || sim_wait(shim_card()->device, last, timeout_ns, NULL) != SIM_PENDING;
    return idle ? shim_dmabuf_wait(bo, timeout_ns) : -EBUSY;
}

/* Dma-bufs. */

/* This process' object in the memory of a file, with a new reference, or NULL; with the lock held.
 */
static struct shim_bo *bo_in(const struct stat *stat)
{
    for (size_t i = 0; i < map_space.count; i++) {
        struct shim_bo *bo = map_space.bos[i];
        unsigned references = atomic_load(&bo->references);
        if (bo->inode != stat->st_ino || bo->device != stat->st_dev || bo->process != getpid())
            continue;
        while (references)
            if (atomic_compare_exchange_weak(&bo->references, &references, references + 1))
                return bo;
    }
    return NULL;
}

/* The handle of a file for an object of this card, with the lock held; takes the reference. */
static int handle_of(struct shim_file *file, struct shim_bo *bo, uint32_t *handle)
{
    for (*handle = 1; *handle <= file->room; ++*handle)
        if (file->handles[*handle - 1] == bo) {
            atomic_fetch_sub(&bo->references, 1); /* the handle has another */
            return 0;
        }
    return handle_add(file, bo, handle);
}

/* A handle for the memory of a file that this card may have no object in yet. */
static int import(struct shim_file *file, int memory, const struct stat *stat, uint32_t *handle)
{
    int status = 0;
    struct shim_bo *new = NULL, *bo;
    for (;;) {
        shim_lock();
        bo = bo_in(stat);
        if (bo)
            status = handle_of(file, bo, handle);
        else if (new)
            status = bo_show(file, new, handle);
        shim_unlock();
        if (bo || new)
            break;
        new = bo_new(memory, (uint64_t)stat->st_size, PAGE_BYTES, SHIM_DOMAIN_GTT, &status);
        if (!new)
            return status;
        atomic_store(&new->shared, true);
        shim_dmabuf_get_tiling(new);
    }
    if (!new)
        close(memory);
    else if (bo || status)
        bo_free(new);
    if (bo && status)
        shim_bo_unreference(bo);
    return status;
}

int shim_bo_import(struct shim_file *file, int fd, uint32_t *handle)
{
    struct stat stat;
    const int memory = shim_dmabuf_open(fd, &stat);
    return memory < 0 ? memory : import(file, memory, &stat, handle);
}

/* Mappings. */

static bool has_handle(const struct shim_file *file, const struct shim_bo *bo)
{
    for (uint32_t i = 0; i < file->room; i++)
        if (file->handles[i] == bo)
            return true;
    return false;
}

/* The object that an offset of the node lies in, with a reference; *offset becomes its own. */
static struct shim_bo *bo_at(struct shim_file *file, uint64_t *offset, int *status)
{
    struct shim_bo *bo = NULL;
    *status = EINVAL;
    shim_lock();
    const size_t i = search_offset(*offset);
    if (i < map_space.count && map_space.bos[i]->offset <= *offset) {
        bo = has_handle(file, map_space.bos[i]) ? map_space.bos[i] : NULL;
        *status = EACCES;
    }
    if (bo) {
        *offset -= bo->offset;
        atomic_fetch_add(&bo->references, 1);
    }
    shim_unlock();
    return bo;
}

void *shim_file_mmap(struct shim_file *file, void *address, size_t length, int protection,
                     int flags, uint64_t offset)
{
    int status = EINVAL;
    struct shim_bo *bo = bo_at(file, &offset, &status);
    void *map = MAP_FAILED;
    const bool whole = length && !(offset % PAGE_BYTES) && (flags & MAP_SHARED);
    if (bo && whole && length <= ((bo->size - offset + 4095) & ~4095ull)) {
        map = mmap(address, length, protection, flags, shim_dmabuf_of(bo), (off_t)offset);
        status = errno;
    } else if (bo) {
        status = EINVAL;
    }
    shim_bo_unreference(bo);
    if (map == MAP_FAILED)
        errno = status;
    return map;
}
