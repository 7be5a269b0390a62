/* SPDX-License-Identifier: MIT */
/* radeon.h: what the files of the radeon winsys share. Streams are in radeon_streams.c. */
#pragma once

#include <pthread.h>

#include "driver/winsys.h"

struct radeon_winsys {
    struct winsys base;
    int fd;
    struct winsys_info info;
    uint64_t visible_bytes; /* of VRAM, which the host can map */
    pthread_mutex_t mutex;
    struct radeon_bo *spare; /* a list: objects of fences that are gone. Guarded by the mutex */
};

struct radeon_bo {
    struct winsys_bo base;
    uint32_t handle, domain;
    struct radeon_bo *next_spare;
};

static inline struct radeon_winsys *radeon_winsys(struct winsys *ws)
{
    return (struct radeon_winsys *)ws;
}

static inline struct radeon_bo *radeon_bo(struct winsys_bo *bo)
{
    return (struct radeon_bo *)bo;
}

/* Asks RADEON_INFO for 32 bits; 0 or a negative errno. */
int radeon_info(struct radeon_winsys *ws, uint32_t request, uint32_t *value);

struct winsys_bo *radeon_bo_create(struct winsys *ws, uint64_t size, uint32_t alignment,
                                   uint32_t domain);

int radeon_cs_submit(struct winsys *ws, const struct winsys_cs *cs, struct winsys_fence **fence,
                     char error[WINSYS_ERROR_SIZE]);
enum winsys_fence_state radeon_fence_wait(struct winsys_fence *fence, uint64_t timeout_ns,
                                          char error[WINSYS_ERROR_SIZE]);
void radeon_fence_destroy(struct winsys_fence *fence);
/* Frees objects that fences have left behind. */
void radeon_spares_free(struct radeon_winsys *ws);
