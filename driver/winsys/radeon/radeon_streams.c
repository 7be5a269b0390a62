/* SPDX-License-Identifier: MIT */
/* radeon_streams.c: command streams and fences of the radeon winsys.
 *
 * The kernel has no fences for streams; it only tells whether a buffer object is still in use. So
 * each stream that is to be waited for uses a small object of its own. When the card hangs, the
 * kernel resets it and counts the reset; streams that were queued are lost, though their objects
 * become idle as if they had run. */
#include <assert.h>
#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xf86drm.h>

#include "driver/base/count.h"
#include "driver/sim/device.h"
#include "driver/winsys/radeon/radeon.h"

enum { FENCE_BYTES = 4096, LOOK_AGAIN_NS = 20000 };

struct winsys_fence {
    struct radeon_bo *bo;
    uint32_t resets;  /* how often the card had been reset when the stream was submitted */
    atomic_int state; /* an enum winsys_fence_state, once it is known */
    char label[64];
};

/* Fences. */

static struct radeon_bo *fence_object(struct radeon_winsys *ws)
{
    pthread_mutex_lock(&ws->mutex);
    struct radeon_bo *bo = ws->spare;
    if (bo)
        ws->spare = bo->next_spare;
    pthread_mutex_unlock(&ws->mutex);
    if (bo)
        return bo;
    return radeon_bo(radeon_bo_create(&ws->base, FENCE_BYTES, FENCE_BYTES, WINSYS_DOMAIN_GTT));
}

void radeon_spares_free(struct radeon_winsys *ws)
{
    while (ws->spare) {
        struct radeon_bo *bo = ws->spare;
        ws->spare = bo->next_spare;
        winsys_bo_unreference(&bo->base);
    }
}

static struct winsys_fence *fence_create(struct radeon_winsys *ws, const char *label)
{
    struct winsys_fence *fence = calloc(1, sizeof(*fence));
    if (fence)
        fence->bo = fence_object(ws);
    if (!fence || !fence->bo) {
        free(fence);
        return NULL;
    }
    atomic_init(&fence->state, WINSYS_FENCE_PENDING);
    snprintf(fence->label, sizeof(fence->label), "%s", label ? label : "(unnamed)");
    return fence;
}

void radeon_fence_destroy(struct winsys_fence *fence)
{
    if (!fence)
        return;
    struct radeon_winsys *ws = radeon_winsys(fence->bo->base.ws);
    pthread_mutex_lock(&ws->mutex);
    assert(fence->bo != ws->spare);
    fence->bo->next_spare = ws->spare;
    ws->spare = fence->bo;
    pthread_mutex_unlock(&ws->mutex);
    free(fence);
}

/* 0 if the object is idle, -EBUSY if it is in use, or another error of the kernel. */
static int look(const struct radeon_bo *bo)
{
    struct drm_radeon_gem_busy busy = {.handle = bo->handle};
    return drmIoctl(radeon_winsys(bo->base.ws)->fd, DRM_IOCTL_RADEON_GEM_BUSY, &busy) ? -errno : 0;
}

static int wait_for_ever(const struct radeon_bo *bo)
{
    struct drm_radeon_gem_wait_idle wait = {.handle = bo->handle};
    int status;
    do /* the kernel itself gives up after half a minute */
        status = drmIoctl(radeon_winsys(bo->base.ws)->fd, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, &wait)
                     ? -errno
                     : 0;
    while (status == -EBUSY);
    return status;
}

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* There is no request that waits for a given time. */
static int wait_some(const struct radeon_bo *bo, uint64_t timeout_ns)
{
    const struct timespec pause = {.tv_nsec = LOOK_AGAIN_NS};
    const uint64_t start = timeout_ns ? now_ns() : 0;
    int status = look(bo);
    while (status == -EBUSY && timeout_ns && now_ns() - start < timeout_ns) {
        nanosleep(&pause, NULL);
        status = look(bo);
    }
    return status;
}

/* The end of a stream: whether it ran, given what the kernel answered of its object. */
static enum winsys_fence_state result(const struct winsys_fence *fence, int status, char *error)
{
    uint32_t resets;
    if (!status)
        status =
            radeon_info(radeon_winsys(fence->bo->base.ws), RADEON_INFO_GPU_RESET_COUNTER, &resets);
    if (!status && resets == fence->resets)
        return WINSYS_FENCE_DONE;
    if (error && status)
        snprintf(error, WINSYS_ERROR_SIZE, "%s: the kernel gave up the card: %s", fence->label,
                 strerror(-status));
    else if (error)
        snprintf(error, WINSYS_ERROR_SIZE,
                 "%s: the kernel reset the card while this was queued: it, or what ran before it, "
                 "hung or did what the card does not stand",
                 fence->label);
    return WINSYS_FENCE_FAILED;
}

enum winsys_fence_state radeon_fence_wait(struct winsys_fence *fence, uint64_t timeout_ns,
                                          char error[WINSYS_ERROR_SIZE])
{
    if (atomic_load(&fence->state) == WINSYS_FENCE_DONE)
        return WINSYS_FENCE_DONE;
    const int status =
        timeout_ns == UINT64_MAX ? wait_for_ever(fence->bo) : wait_some(fence->bo, timeout_ns);
    if (status == -EBUSY)
        return WINSYS_FENCE_PENDING;
    const enum winsys_fence_state state = result(fence, status, error);
    atomic_store(&fence->state, state);
    return state;
}

/* Submission. */

static void fill_relocs(struct drm_radeon_cs_reloc *to, const struct winsys_cs *cs,
                        const struct winsys_fence *fence)
{
    for (uint32_t i = 0; i < cs->reloc_count; i++) {
        const struct radeon_bo *bo = radeon_bo(cs->relocs[i].bo);
        to[i] = (struct drm_radeon_cs_reloc){
            .handle = bo->handle,
            .read_domains = bo->domain,
            .write_domain = cs->relocs[i].write_domain ? bo->domain : 0,
        };
    }
    if (fence)
        to[cs->reloc_count] = (struct drm_radeon_cs_reloc){.handle = fence->bo->handle,
                                                           .write_domain = fence->bo->domain};
}

static int submit(struct radeon_winsys *ws, const struct winsys_cs *cs,
                  const struct drm_radeon_cs_reloc *relocs, uint32_t reloc_count)
{
    const uint32_t flags[] = {RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX};
    uint32_t label[SIM_LABEL_DWORDS] = {0};
    const struct drm_radeon_cs_chunk chunks[] = {
        {RADEON_CHUNK_ID_RELOCS, reloc_count * (uint32_t)(sizeof(*relocs) / 4), (uintptr_t)relocs},
        {RADEON_CHUNK_ID_IB, cs->dword_count, (uintptr_t)cs->dwords},
        {RADEON_CHUNK_ID_FLAGS, COUNT(flags), (uintptr_t)flags},
        {SIM_CHUNK_LABEL, COUNT(label), (uintptr_t)label},
    };
    const uint64_t pointers[] = {(uintptr_t)&chunks[0], (uintptr_t)&chunks[1],
                                 (uintptr_t)&chunks[2], (uintptr_t)&chunks[3]};
    if (cs->label)
        snprintf((char *)label, sizeof(label), "%s", cs->label);
    struct drm_radeon_cs stream = {.num_chunks = COUNT(pointers), .chunks = (uintptr_t)pointers};
    return drmIoctl(ws->fd, DRM_IOCTL_RADEON_CS, &stream) ? -errno : 0;
}

static void explain(const struct winsys_cs *cs, int status, char *error)
{
    snprintf(error, WINSYS_ERROR_SIZE, "%s: the kernel takes no command stream: %s%s",
             cs->label ? cs->label : "(unnamed)", strerror(-status),
             status == -EINVAL ? " (its log says which packet)" : "");
}

int radeon_cs_submit(struct winsys *base, const struct winsys_cs *cs, struct winsys_fence **fence,
                     char error[WINSYS_ERROR_SIZE])
{
    struct radeon_winsys *ws = radeon_winsys(base);
    struct winsys_fence *made = fence ? fence_create(ws, cs->label) : NULL;
    struct drm_radeon_cs_reloc few[64], *relocs = few;
    const uint32_t count = cs->reloc_count + (made != NULL);
    int status = 0;
    if (count > COUNT(few))
        relocs = calloc(count, sizeof(*relocs));
    if (!relocs || (fence && !made))
        status = -ENOMEM;
    if (!status && made)
        status = radeon_info(ws, RADEON_INFO_GPU_RESET_COUNTER, &made->resets);
    if (!status) {
        fill_relocs(relocs, cs, made);
        status = submit(ws, cs, relocs, count);
    }
    if (status) {
        explain(cs, status, error);
        radeon_fence_destroy(made);
    } else if (fence) {
        *fence = made;
    }
    if (relocs != few)
        free(relocs);
    return status;
}
