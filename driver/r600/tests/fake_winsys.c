/* SPDX-License-Identifier: MIT */
/* fake_winsys.c: see fake_winsys.h. */
#include "driver/r600/tests/fake_winsys.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct winsys_fence {
    struct fake_winsys *ws;
    enum winsys_fence_state outcome;
};

/* Destroys the winsys. All objects must have been given back: this ends each test's life. */
static void destroy(struct winsys *base)
{
    const struct fake_winsys *ws = (struct fake_winsys *)base;
    if (ws->objects || ws->fences) {
        fprintf(stderr, "%u buffer objects and %u fences leaked\n", ws->objects, ws->fences);
        abort();
    }
    free(base);
}

static void get_info(struct winsys *base, struct winsys_info *info)
{
    struct fake_winsys *ws = (struct fake_winsys *)base;
    *info = (struct winsys_info){
        .pci_id = ws->chip->pci_id,
        .tiling_config = hw_chip_tiling_config(ws->chip),
        .max_pipes = ws->chip->quad_pipes,
        .max_se = ws->chip->shader_engines,
        .tile_pipes = ws->chip->tile_pipes,
        .backends = ws->chip->render_backends,
        .vram_bytes = ws->vram_bytes,
        .max_bo_bytes = ws->vram_bytes,
        .zeroed = true,
        .compute_units = (uint32_t)ws->chip->simds * ws->chip->shader_engines,
        .max_clock_mhz = 850,
        .name = "fake",
    };
}

static struct winsys_bo *bo_create(struct winsys *base, uint64_t size, uint32_t alignment,
                                   uint32_t domain)
{
    (void)alignment;
    (void)domain;
    struct fake_winsys *ws = (struct fake_winsys *)base;
    if (ws->allocations_until_failure && --ws->allocations_until_failure == 0)
        return NULL;
    if (ws->used_bytes + size > ws->vram_bytes)
        return NULL;
    struct winsys_bo *bo = calloc(1, sizeof(*bo));
    bo->ws = base;
    atomic_init(&bo->references, 1);
    bo->size = size;
    bo->map = calloc(1, size);
    ws->used_bytes += size;
    ws->objects++;
    return bo;
}

static void bo_destroy(struct winsys_bo *bo)
{
    struct fake_winsys *ws = (struct fake_winsys *)bo->ws;
    ws->objects--;
    ws->used_bytes -= bo->size;
    free(bo->map);
    free(bo);
}

static int bo_set_tiling(struct winsys_bo *bo, uint32_t flags, uint32_t pitch_bytes)
{
    (void)bo;
    (void)flags;
    return pitch_bytes % 8 ? -EINVAL : 0;
}

static void bo_clear(struct winsys_bo *bo, uint64_t offset, uint64_t size)
{
    memset((char *)bo->map + offset, 0, size);
}

static int bo_annotate(struct winsys_bo *bo, uint64_t offset, uint64_t size, bool live)
{
    int64_t *live_bytes = &((struct fake_winsys *)bo->ws)->live_bytes;
    (void)offset;
    if (!live && size == bo->size) /* nothing of the object is live, as when a pool begins */
        *live_bytes = 0;
    else
        *live_bytes += live ? (int64_t)size : -(int64_t)size;
    return 0;
}

static int cs_submit(struct winsys *base, const struct winsys_cs *cs, struct winsys_fence **fence,
                     char error[WINSYS_ERROR_SIZE])
{
    struct fake_winsys *ws = (struct fake_winsys *)base;
    if (ws->refuse) {
        snprintf(error, WINSYS_ERROR_SIZE, "refused as told");
        return -EINVAL;
    }
    ws->submissions++;
    ws->dword_count = cs->dword_count;
    ws->reloc_count = cs->reloc_count;
    memcpy(ws->dwords, cs->dwords, cs->dword_count * sizeof(*cs->dwords));
    memcpy(ws->relocs, cs->relocs, cs->reloc_count * sizeof(*cs->relocs));
    snprintf(ws->label, sizeof(ws->label), "%s", cs->label);
    *fence = calloc(1, sizeof(**fence));
    (*fence)->ws = ws;
    (*fence)->outcome = ws->submissions == ws->failing ? WINSYS_FENCE_FAILED : ws->outcome;
    ws->fences++;
    if (ws->look)
        ws->look(ws);
    return 0;
}

/* A wait without end ends a pending stream well. */
static enum winsys_fence_state fence_wait(struct winsys_fence *fence, uint64_t timeout_ns,
                                          char error[WINSYS_ERROR_SIZE])
{
    if (fence->outcome == WINSYS_FENCE_PENDING && timeout_ns == UINT64_MAX)
        fence->outcome = WINSYS_FENCE_DONE;
    if (fence->outcome == WINSYS_FENCE_FAILED && error)
        snprintf(error, WINSYS_ERROR_SIZE, "failed as told");
    return fence->outcome;
}

static void fence_destroy(struct winsys_fence *fence)
{
    if (!fence)
        return;
    fence->ws->fences--;
    free(fence);
}

static const struct winsys_ops fake_ops = {
    .destroy = destroy,
    .get_info = get_info,
    .bo_create = bo_create,
    .bo_destroy = bo_destroy,
    .bo_set_tiling = bo_set_tiling,
    .bo_annotate = bo_annotate,
    .bo_clear = bo_clear,
    .cs_submit = cs_submit,
    .fence_wait = fence_wait,
    .fence_destroy = fence_destroy,
};

struct fake_winsys *fake_winsys_create(const char *chip)
{
    struct fake_winsys *ws = calloc(1, sizeof(*ws));
    ws->base.ops = &fake_ops;
    ws->chip = hw_chip_find(chip);
    ws->vram_bytes = 64u << 20;
    ws->outcome = WINSYS_FENCE_DONE;
    return ws;
}
