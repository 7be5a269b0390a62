/* SPDX-License-Identifier: MIT */
/* radeon.c: radeon's own requests but for information and command streams. What they check and
 * answer is what Linux does (drivers/gpu/drm/radeon/radeon_gem.c). */
#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <sys/ioctl.h>

#include "driver/base/count.h"
#include "driver/shim/dmabuf.h"
#include "driver/shim/ioctl.h"
#include "driver/shim/userptr.h"

static const uint64_t PAGE_BYTES = 4096;
static const uint64_t WAIT_NS = 30ull * 1000000000; /* 30 s, as in the kernel */

static int gem_info(struct shim_file *file, void *argument)
{
    struct drm_radeon_gem_info *info = argument;
    (void)file;
    *info = (struct drm_radeon_gem_info){
        .vram_size = shim_card()->config.memory_bytes,
        .vram_visible = shim_card()->config.memory_bytes,
        .gart_size = SHIM_GART_BYTES,
    };
    return 0;
}

static int gem_create(struct shim_file *file, void *argument)
{
    struct drm_radeon_gem_create *create = argument;
    if (create->size > UINT64_MAX - PAGE_BYTES)
        return -ENOMEM;
    create->size = (create->size + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1);
    return shim_bo_create(file, create->size, create->alignment, create->initial_domain,
                          &create->handle);
}

static int gem_mmap(struct shim_file *file, void *argument)
{
    struct drm_radeon_gem_mmap *map = argument;
    struct shim_bo *bo = shim_bo_find(file, map->handle);
    if (!bo)
        return -ENOENT;
    const bool user = bo->user;
    map->addr_ptr = bo->offset;
    shim_bo_unreference(bo);
    return user ? -EPERM : 0; /* memory of the program's own is mapped already */
}

static int gem_not_implemented(struct shim_file *file, void *argument)
{
    (void)file;
    (void)argument;
    return -ENOSYS; /* nor has the kernel ever implemented it */
}

static int wait_idle(struct shim_file *file, uint32_t handle)
{
    struct shim_bo *bo = shim_bo_find(file, handle);
    if (!bo)
        return -ENOENT;
    const int status = shim_bo_wait(bo, WAIT_NS);
    shim_bo_unreference(bo);
    return status;
}

static int gem_wait_idle(struct shim_file *file, void *argument)
{
    const struct drm_radeon_gem_wait_idle *wait = argument;
    return wait_idle(file, wait->handle);
}

static int gem_set_domain(struct shim_file *file, void *argument)
{
    const struct drm_radeon_gem_set_domain *set = argument;
    const uint32_t domain = set->write_domain ? set->write_domain : set->read_domains;
    struct shim_bo *bo = shim_bo_find(file, set->handle);
    if (!bo)
        return -ENOENT;
    shim_bo_unreference(bo);
    return domain == RADEON_GEM_DOMAIN_CPU ? wait_idle(file, set->handle) : 0;
}

static uint32_t placement(const struct shim_bo *bo)
{
    return bo->domain & RADEON_GEM_DOMAIN_VRAM ? RADEON_GEM_DOMAIN_VRAM : RADEON_GEM_DOMAIN_GTT;
}

static int gem_busy(struct shim_file *file, void *argument)
{
    struct drm_radeon_gem_busy *busy = argument;
    struct shim_bo *bo = shim_bo_find(file, busy->handle);
    if (!bo)
        return -ENOENT;
    const int status = shim_bo_wait(bo, 0);
    busy->domain = placement(bo);
    shim_bo_unreference(bo);
    return status;
}

/* Bank width and height, macro tile aspect and tile split that no tile has are refused. */
static bool tiling_exists(uint32_t flags)
{
    const uint32_t bank_width = flags >> RADEON_TILING_EG_BANKW_SHIFT & RADEON_TILING_EG_BANKW_MASK;
    const uint32_t bank_height =
        flags >> RADEON_TILING_EG_BANKH_SHIFT & RADEON_TILING_EG_BANKH_MASK;
    const uint32_t aspect =
        flags >> RADEON_TILING_EG_MACRO_TILE_ASPECT_SHIFT & RADEON_TILING_EG_MACRO_TILE_ASPECT_MASK;
    const uint32_t split =
        flags >> RADEON_TILING_EG_TILE_SPLIT_SHIFT & RADEON_TILING_EG_TILE_SPLIT_MASK;
    const uint32_t stencil = flags >> RADEON_TILING_EG_STENCIL_TILE_SPLIT_SHIFT &
                             RADEON_TILING_EG_STENCIL_TILE_SPLIT_MASK;
    const uint32_t exist = 1u << 0 | 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8;
    return (exist >> bank_width & 1) && (exist >> bank_height & 1) && (exist >> aspect & 1) &&
           split <= 6 && stencil <= 6;
}

static int gem_set_tiling(struct shim_file *file, void *argument)
{
    const struct drm_radeon_gem_set_tiling *set = argument;
    struct shim_bo *bo = shim_bo_find(file, set->handle);
    if (!bo)
        return -ENOENT;
    int status = -EINVAL;
    if (tiling_exists(set->tiling_flags))
        status = sim_gem_set_tiling(shim_card()->device, bo->handle, set->tiling_flags, set->pitch);
    if (!status) {
        atomic_store(&bo->tiling, set->tiling_flags);
        atomic_store(&bo->pitch, set->pitch);
        shim_dmabuf_put_tiling(bo);
    }
    shim_bo_unreference(bo);
    return status;
}

static int gem_get_tiling(struct shim_file *file, void *argument)
{
    struct drm_radeon_gem_get_tiling *get = argument;
    struct shim_bo *bo = shim_bo_find(file, get->handle);
    if (!bo)
        return -ENOENT;
    shim_dmabuf_get_tiling(bo);
    get->tiling_flags = atomic_load(&bo->tiling);
    get->pitch = atomic_load(&bo->pitch);
    shim_bo_unreference(bo);
    return 0;
}

static int gem_va(struct shim_file *file, void *argument)
{
    struct drm_radeon_gem_va *va = argument;
    (void)file;
    va->operation = RADEON_VA_RESULT_ERROR;
    return -ENOTTY; /* as the kernel: it uses no virtual addresses on these chips */
}

static int gem_op(struct shim_file *file, void *argument)
{
    struct drm_radeon_gem_op *op = argument;
    struct shim_bo *bo = shim_bo_find(file, op->handle);
    int status = 0;
    if (!bo)
        return -ENOENT;
    if (op->op == RADEON_GEM_OP_GET_INITIAL_DOMAIN)
        op->value = bo->domain;
    else if (op->op != RADEON_GEM_OP_SET_INITIAL_DOMAIN)
        status = -EINVAL; /* setting it is a hint of which nothing is seen here */
    shim_bo_unreference(bo);
    return status;
}

static const struct shim_request requests[] = {
    {DRM_IOCTL_RADEON_GEM_INFO, gem_info, "GEM_INFO"},
    {DRM_IOCTL_RADEON_GEM_CREATE, gem_create, "GEM_CREATE"},
    {DRM_IOCTL_RADEON_GEM_MMAP, gem_mmap, "GEM_MMAP"},
    {DRM_IOCTL_RADEON_GEM_PREAD, gem_not_implemented, "GEM_PREAD"},
    {DRM_IOCTL_RADEON_GEM_PWRITE, gem_not_implemented, "GEM_PWRITE"},
    {DRM_IOCTL_RADEON_GEM_SET_DOMAIN, gem_set_domain, "GEM_SET_DOMAIN"},
    {DRM_IOCTL_RADEON_GEM_WAIT_IDLE, gem_wait_idle, "GEM_WAIT_IDLE"},
    {DRM_IOCTL_RADEON_CS, shim_radeon_cs, "CS"},
    {DRM_IOCTL_RADEON_INFO, shim_radeon_info, "INFO"},
    {DRM_IOCTL_RADEON_GEM_SET_TILING, gem_set_tiling, "GEM_SET_TILING"},
    {DRM_IOCTL_RADEON_GEM_GET_TILING, gem_get_tiling, "GEM_GET_TILING"},
    {DRM_IOCTL_RADEON_GEM_BUSY, gem_busy, "GEM_BUSY"},
    {DRM_IOCTL_RADEON_GEM_VA, gem_va, "GEM_VA"},
    {DRM_IOCTL_RADEON_GEM_OP, gem_op, "GEM_OP"},
    {DRM_IOCTL_RADEON_GEM_USERPTR, shim_userptr_create, "GEM_USERPTR"},
};

const struct shim_request *shim_radeon_request(unsigned number)
{
    for (size_t i = 0; i < COUNT(requests); i++)
        if (_IOC_NR(requests[i].request) == number)
            return &requests[i];
    return NULL;
}
