/* SPDX-License-Identifier: MIT */
/* client.c: a small client of the node. */
#include "driver/shim/tests/client.h"

#include <errno.h>
#include <fcntl.h>
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <xf86drm.h>

#include "driver/base/count.h"
#include "driver/hw/registers.h"
#include "driver/sim/device.h"

static int call(int fd, unsigned long request, void *argument)
{
    return drmIoctl(fd, request, argument) ? -errno : 0;
}

int client_open(void)
{
    const int fd = open(CLIENT_NODE, O_RDWR | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int client_create(int fd, uint64_t size, uint32_t *handle)
{
    struct drm_radeon_gem_create create = {.size = size, .initial_domain = RADEON_GEM_DOMAIN_VRAM};
    const int status = call(fd, DRM_IOCTL_RADEON_GEM_CREATE, &create);
    *handle = create.handle;
    return status;
}

int client_close(int fd, uint32_t handle)
{
    struct drm_gem_close close_ = {.handle = handle};
    return call(fd, DRM_IOCTL_GEM_CLOSE, &close_);
}

void *client_map(int fd, uint32_t handle, uint64_t size)
{
    struct drm_radeon_gem_mmap map = {.handle = handle, .size = size};
    if (call(fd, DRM_IOCTL_RADEON_GEM_MMAP, &map))
        return MAP_FAILED;
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)map.addr_ptr);
}

int client_wait(int fd, uint32_t handle)
{
    struct drm_radeon_gem_wait_idle wait = {.handle = handle};
    return call(fd, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, &wait);
}

int client_busy(int fd, uint32_t handle)
{
    struct drm_radeon_gem_busy busy = {.handle = handle};
    return call(fd, DRM_IOCTL_RADEON_GEM_BUSY, &busy);
}

int client_info(int fd, uint32_t request, uint32_t *value)
{
    struct drm_radeon_info info = {.request = request, .value = (uintptr_t)value};
    return call(fd, DRM_IOCTL_RADEON_INFO, &info);
}

int client_submit_label(int fd, const uint32_t *dwords, uint32_t count, const uint32_t *handles,
                        uint32_t handle_count, const char *label)
{
    uint32_t name[SIM_LABEL_DWORDS + 4] = {0};
    struct drm_radeon_cs_reloc relocs[16] = {0};
    if (handle_count > COUNT(relocs))
        return -E2BIG;
    for (uint32_t i = 0; i < handle_count; i++)
        relocs[i] = (struct drm_radeon_cs_reloc){
            .handle = handles[i],
            .read_domains = RADEON_GEM_DOMAIN_VRAM,
            .write_domain = RADEON_GEM_DOMAIN_VRAM,
        };
    const struct drm_radeon_cs_chunk chunks[] = {
        {RADEON_CHUNK_ID_RELOCS, handle_count * 4, (uintptr_t)relocs},
        {RADEON_CHUNK_ID_IB, count, (uintptr_t)dwords},
        {SIM_CHUNK_LABEL, COUNT(name), (uintptr_t)name},
    };
    const uint64_t pointers[] = {(uintptr_t)&chunks[0], (uintptr_t)&chunks[1],
                                 (uintptr_t)&chunks[2]};
    struct drm_radeon_cs cs = {.num_chunks = label ? 3 : 2, .chunks = (uintptr_t)pointers};
    if (label)
        snprintf((char *)name, sizeof(name), "%s", label);
    return call(fd, DRM_IOCTL_RADEON_CS, &cs);
}

int client_submit(int fd, const uint32_t *dwords, uint32_t count, const uint32_t *handles,
                  uint32_t handle_count)
{
    return client_submit_label(fd, dwords, count, handles, handle_count, NULL);
}

int client_submit_write(int fd, uint32_t handle, uint64_t value)
{
    const uint32_t dwords[] = {
        hw_pkt3(HW_PKT3_MEM_WRITE, 4, false), 8, 0, (uint32_t)value, (uint32_t)(value >> 32),
        hw_pkt3(HW_PKT3_NOP, 1, false),       0,
    };
    return client_submit(fd, dwords, COUNT(dwords), &handle, 1);
}
