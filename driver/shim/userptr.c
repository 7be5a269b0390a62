/* SPDX-License-Identifier: MIT */
/* userptr.c: objects over a program's own memory. */
#include "driver/shim/userptr.h"

#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/shim/user.h"

static const uint64_t PAGE_BYTES = 4096;

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

bool shim_userptr_is_there(const struct shim_bo *bo)
{
    char byte;
    for (uint64_t at = 0; at < bo->size; at += PAGE_BYTES)
        if (shim_user_read(&byte, bo->user + at, 1))
            return false;
    return true;
}

void shim_userptr_copy_in(const struct shim_bo *bo)
{
    /* Memory that has gone since then is the program's mistake: the card sees what was there. */
    shim_user_read(bo->map, bo->user, bo->size);
    memcpy(bo->user_before, bo->map, bo->size);
}

void shim_userptr_copy_back(const struct shim_bo *bo)
{
    const uint8_t *before = bo->user_before, *after = bo->map;
    for (uint64_t i = bo->user_read_only ? bo->size : 0; i < bo->size;) {
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
