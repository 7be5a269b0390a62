/* SPDX-License-Identifier: MIT */
/* winsys_radeon.c: the card and its buffer objects, through libdrm. libdrm_radeon's managers of
 * objects and streams would add a second reference count and a second list of relocations to those
 * of this driver, and no request that libdrm does not carry. */
#include "driver/winsys/radeon/winsys_radeon.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/winsys/radeon/radeon.h"

_Static_assert(WINSYS_DOMAIN_GTT == RADEON_GEM_DOMAIN_GTT &&
                   WINSYS_DOMAIN_VRAM == RADEON_GEM_DOMAIN_VRAM,
               "domains are the kernel's");

/* Information. */

int radeon_info(struct radeon_winsys *ws, uint32_t request, uint32_t *value)
{
    struct drm_radeon_info info = {.request = request, .value = (uintptr_t)value};
    *value = 0;
    return drmIoctl(ws->fd, DRM_IOCTL_RADEON_INFO, &info) ? -errno : 0;
}

/* The chip of a card, by the table of PCI devices that libdrm keeps. */
static const struct hw_chip *chip_of(uint32_t pci_id)
{
    static const struct {
        uint32_t id;
        const char *family;
    } devices[] = {
#define CHIPSET(id, name, family) {id, #family},
#include <libdrm/r600_pci_ids.h>
#undef CHIPSET
    };
    static const struct {
        const char *family, *chip;
    } families[] = {{"CEDAR", "cedar"},     {"REDWOOD", "redwood"}, {"JUNIPER", "juniper"},
                    {"CYPRESS", "cypress"}, {"HEMLOCK", "cypress"}, /* two of them on one board */
                    {"CAICOS", "caicos"},   {"TURKS", "turks"},     {"BARTS", "barts"},
                    {"CAYMAN", "cayman"}};
    for (size_t i = 0; i < COUNT(devices); i++)
        for (size_t j = 0; devices[i].id == pci_id && j < COUNT(families); j++)
            if (!strcmp(devices[i].family, families[j].family))
                return hw_chip_find(families[j].chip);
    return NULL;
}

static bool read_numbers(struct radeon_winsys *ws, char *error)
{
    struct winsys_info *info = &ws->info;
    const struct {
        uint32_t request, *value;
    } questions[] = {
        {RADEON_INFO_TILING_CONFIG, &info->tiling_config},
        {RADEON_INFO_MAX_PIPES, &info->max_pipes},
        {RADEON_INFO_MAX_SE, &info->max_se},
        {RADEON_INFO_NUM_TILE_PIPES, &info->tile_pipes},
        {RADEON_INFO_NUM_BACKENDS, &info->backends},
        {RADEON_INFO_ACTIVE_CU_COUNT, &info->compute_units},
        {RADEON_INFO_MAX_SCLK, &info->max_clock_mhz},
    };
    for (size_t i = 0; i < COUNT(questions); i++) {
        const int status = radeon_info(ws, questions[i].request, questions[i].value);
        if (!status)
            continue;
        snprintf(error, WINSYS_ERROR_SIZE, "the kernel does not answer information request %#x: %s",
                 questions[i].request, strerror(-status));
        return false;
    }
    info->max_clock_mhz /= 1000; /* the kernel answers in kHz */
    return true;
}

static bool read_memory(struct radeon_winsys *ws, char *error)
{
    struct drm_radeon_gem_info memory = {0};
    if (drmIoctl(ws->fd, DRM_IOCTL_RADEON_GEM_INFO, &memory)) {
        snprintf(error, WINSYS_ERROR_SIZE, "the kernel does not tell the size of memory: %s",
                 strerror(errno));
        return false;
    }
    ws->info.vram_bytes = memory.vram_size;
    /* When the kernel moves an object, it has to fit there. */
    ws->info.max_bo_bytes = memory.gart_size;
    ws->visible_bytes = memory.vram_visible;
    return true;
}

static bool read_info(struct radeon_winsys *ws, char *error)
{
    uint32_t device, working;
    int status = radeon_info(ws, RADEON_INFO_DEVICE_ID, &device);
    if (!status)
        status = radeon_info(ws, RADEON_INFO_ACCEL_WORKING2, &working);
    if (status || !working) {
        snprintf(error, WINSYS_ERROR_SIZE, "the kernel does not run this card's processor%s%s",
                 status ? ": " : "", status ? strerror(-status) : "");
        return false;
    }
    const struct hw_chip *chip = chip_of(device);
    if (!chip) {
        snprintf(error, WINSYS_ERROR_SIZE, "PCI device %#06x is no chip that this driver knows",
                 device);
        return false;
    }
    ws->info.pci_id = chip->pci_id;
    snprintf(ws->info.name, sizeof(ws->info.name), "AMD %s (radeon)", chip->name);
    ws->info.name[4] = (char)(ws->info.name[4] - 'a' + 'A');
    return read_numbers(ws, error) && read_memory(ws, error);
}

static void get_info(struct winsys *ws, struct winsys_info *info)
{
    *info = radeon_winsys(ws)->info;
}

/* Buffer objects. */

static void bo_close(struct radeon_winsys *ws, uint32_t handle)
{
    struct drm_gem_close close_ = {.handle = handle};
    drmIoctl(ws->fd, DRM_IOCTL_GEM_CLOSE, &close_);
}

static void *map_object(struct radeon_winsys *ws, uint32_t handle, uint64_t size)
{
    struct drm_radeon_gem_mmap map = {.handle = handle, .size = size};
    if (drmIoctl(ws->fd, DRM_IOCTL_RADEON_GEM_MMAP, &map))
        return NULL;
    void *address =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, ws->fd, (off_t)map.addr_ptr);
    return address == MAP_FAILED ? NULL : address;
}

struct winsys_bo *radeon_bo_create(struct winsys *base, uint64_t size, uint32_t alignment,
                                   uint32_t domain)
{
    struct radeon_winsys *ws = radeon_winsys(base);
    /* All objects are mapped, and of VRAM only a part can be: objects that are too large for it go
     * to GTT. */
    if (size > ws->visible_bytes / 2)
        domain = WINSYS_DOMAIN_GTT;
    struct drm_radeon_gem_create create = {
        .size = size, .alignment = alignment, .initial_domain = domain};
    struct radeon_bo *bo = calloc(1, sizeof(*bo));
    if (!bo || drmIoctl(ws->fd, DRM_IOCTL_RADEON_GEM_CREATE, &create)) {
        free(bo);
        return NULL;
    }
    bo->base.map = map_object(ws, create.handle, size);
    if (!bo->base.map) {
        bo_close(ws, create.handle);
        free(bo);
        return NULL;
    }
    atomic_init(&bo->base.references, 1);
    bo->base.ws = base;
    bo->base.size = size;
    bo->handle = create.handle;
    bo->domain = domain;
    return &bo->base;
}

static void bo_destroy(struct winsys_bo *bo)
{
    assert(atomic_load(&bo->references) == 0);
    munmap(bo->map, bo->size);
    bo_close(radeon_winsys(bo->ws), radeon_bo(bo)->handle);
    free(bo);
}

static int bo_set_tiling(struct winsys_bo *bo, uint32_t flags, uint32_t pitch_bytes)
{
    struct drm_radeon_gem_set_tiling tiling = {
        .handle = radeon_bo(bo)->handle, .tiling_flags = flags, .pitch = pitch_bytes};
    return drmIoctl(radeon_winsys(bo->ws)->fd, DRM_IOCTL_RADEON_GEM_SET_TILING, &tiling) ? -errno
                                                                                         : 0;
}

static void bo_clear(struct winsys_bo *bo, uint64_t offset, uint64_t size)
{
    assert(offset <= bo->size && size <= bo->size - offset);
    memset((char *)bo->map + offset, 0, size);
}

static int bo_annotate(struct winsys_bo *bo, uint64_t offset, uint64_t size, bool live)
{
    (void)bo;
    (void)offset;
    (void)size;
    (void)live;
    return 0; /* a card does not check accesses */
}

/* The winsys. */

static void destroy(struct winsys *base)
{
    struct radeon_winsys *ws = radeon_winsys(base);
    radeon_spares_free(ws);
    pthread_mutex_destroy(&ws->mutex);
    close(ws->fd);
    free(ws);
}

static const struct winsys_ops radeon_ops = {
    .destroy = destroy,
    .get_info = get_info,
    .bo_create = radeon_bo_create,
    .bo_destroy = bo_destroy,
    .bo_set_tiling = bo_set_tiling,
    .bo_annotate = bo_annotate,
    .bo_clear = bo_clear,
    .cs_submit = radeon_cs_submit,
    .fence_wait = radeon_fence_wait,
    .fence_destroy = radeon_fence_destroy,
};

static bool is_radeon(int fd)
{
    drmVersionPtr version = drmGetVersion(fd);
    const bool radeon =
        version && version->name && !strcmp(version->name, "radeon") && version->version_major == 2;
    drmFreeVersion(version);
    return radeon;
}

static int open_node(const char *path, char *error)
{
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0) {
        snprintf(error, WINSYS_ERROR_SIZE, "%s: %s", path, strerror(errno));
        return -1;
    }
    if (is_radeon(fd))
        return fd;
    snprintf(error, WINSYS_ERROR_SIZE, "%s is not served by Linux's radeon driver", path);
    close(fd);
    return -1;
}

/* The first render node of a radeon card; `error` tells of the last one that was tried. */
static int open_first(char *error)
{
    char path[32];
    for (int minor = 128; minor < 192; minor++) {
        snprintf(path, sizeof(path), "/dev/dri/renderD%d", minor);
        const int fd = access(path, F_OK) ? -1 : open_node(path, error);
        if (fd >= 0)
            return fd;
    }
    if (!*error)
        snprintf(error, WINSYS_ERROR_SIZE, "there is no /dev/dri/renderD128 or later");
    return -1;
}

struct winsys *winsys_radeon_create(const char *path, char error[WINSYS_ERROR_SIZE])
{
    *error = '\0';
    const int fd = path ? open_node(path, error) : open_first(error);
    if (fd < 0)
        return NULL;
    struct radeon_winsys *ws = calloc(1, sizeof(*ws));
    if (!ws) {
        snprintf(error, WINSYS_ERROR_SIZE, "out of memory");
        close(fd);
        return NULL;
    }
    ws->base.ops = &radeon_ops;
    ws->fd = fd;
    pthread_mutex_init(&ws->mutex, NULL);
    if (!read_info(ws, error)) {
        destroy(&ws->base);
        return NULL;
    }
    winsys_check(&ws->base);
    return &ws->base;
}
