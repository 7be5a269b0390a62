/* SPDX-License-Identifier: MIT */
/* objects.c: buffer objects and their handles. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "driver/shim/card.h"

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
    bo->offset = map_space.next ? map_space.next : FIRST_OFFSET;
    map_space.next = bo->offset + bo->size;
    map_space.bos[map_space.count++] = bo;
    return 0;
}

static void map_space_remove(const struct shim_bo *bo)
{
    const size_t i = search_offset(bo->offset);
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

static struct shim_bo *bo_new(struct sim_device *device, uint64_t size, uint32_t alignment,
                              uint32_t domain, int *status)
{
    struct shim_bo *bo = calloc(1, sizeof(*bo));
    *status = -ENOMEM;
    if (!bo)
        return NULL;
    atomic_init(&bo->references, 1);
    bo->size = size;
    bo->domain = domain;
    *status = sim_gem_create(device, size, alignment, domain, &bo->handle);
    if (*status) {
        free(bo);
        return NULL;
    }
    bo->map = sim_gem_map(device, bo->handle);
    return bo;
}

int shim_bo_create(struct shim_file *file, uint64_t size, uint64_t alignment, uint32_t domain,
                   uint32_t *handle)
{
    int status;
    if (!size || size > SHIM_GART_BYTES || alignment > SHIM_GART_BYTES)
        return size ? -ENOMEM : -EINVAL;
    struct shim_bo *bo = bo_new(shim_card()->device, size, (uint32_t)alignment, domain, &status);
    if (!bo)
        return status;
    shim_lock();
    status = map_space_add(bo);
    if (!status) {
        status = handle_add(file, bo, handle);
        if (status)
            map_space_remove(bo);
    }
    shim_unlock();
    if (status) {
        sim_gem_close(shim_card()->device, bo->handle);
        free(bo);
        return status;
    }
    atomic_fetch_add(usage(bo), size);
    return 0;
}

void shim_bo_unreference(struct shim_bo *bo)
{
    if (!bo || atomic_fetch_sub(&bo->references, 1) != 1)
        return;
    shim_lock();
    map_space_remove(bo);
    shim_unlock();
    atomic_fetch_sub(usage(bo), bo->size);
    if (shim_card()->device)
        sim_gem_close(shim_card()->device, bo->handle);
    free(bo->user_before);
    free(bo);
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
    return idle ? 0 : -EBUSY;
}

int shim_bo_import(struct shim_file *file, int fd, uint32_t *handle)
{
    struct shim_file *source = shim_file_find(fd);
    int status = -EINVAL;
    if (!source)
        return -EINVAL;
    if (source->export) {
        shim_lock();
        status = 0;
        for (*handle = 1; *handle <= file->room; ++*handle)
            if (file->handles[*handle - 1] == source->export)
                break;
        if (*handle > file->room) {
            status = handle_add(file, source->export, handle);
            if (!status)
                atomic_fetch_add(&source->export->references, 1);
        }
        shim_unlock();
    }
    shim_file_unreference(source);
    return status;
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

/* A second mapping of shared memory: what mremap makes of an old size of 0. */
static void *map_again(const struct shim_bo *bo, void *address, size_t length, int protection,
                       int flags, uint64_t offset)
{
    const bool fixed = flags & (MAP_FIXED | MAP_FIXED_NOREPLACE);
    if (flags & MAP_FIXED_NOREPLACE) {
        void *probe = mmap(address, length, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (probe == MAP_FAILED)
            return probe;
    }
    void *map = fixed ? mremap(bo->map + offset, 0, length, MREMAP_MAYMOVE | MREMAP_FIXED, address)
                      : mremap(bo->map + offset, 0, length, MREMAP_MAYMOVE);
    if (map != MAP_FAILED && protection != (PROT_READ | PROT_WRITE))
        mprotect(map, length, protection);
    return map;
}

void *shim_file_mmap(struct shim_file *file, void *address, size_t length, int protection,
                     int flags, uint64_t offset)
{
    int status = EINVAL;
    struct shim_bo *bo = file->export;
    if (bo)
        atomic_fetch_add(&bo->references, 1);
    else
        bo = bo_at(file, &offset, &status);
    void *map = MAP_FAILED;
    const bool whole = length && !(offset % PAGE_BYTES) && (flags & MAP_SHARED);
    if (bo && whole && offset <= bo->size && length <= ((bo->size - offset + 4095) & ~4095ull)) {
        map = map_again(bo, address, length, protection, flags, offset);
        status = errno;
    } else if (bo) {
        status = EINVAL;
    }
    shim_bo_unreference(bo);
    if (map == MAP_FAILED)
        errno = status;
    return map;
}
