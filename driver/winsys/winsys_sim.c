/* SPDX-License-Identifier: MIT */
/* winsys_sim.c: the winsys over the simulated device, called in-process.
 *
 * It translates and nothing more: what the device refuses, a kernel driver would refuse as well. */
#include <assert.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/sim/device.h"
#include "driver/winsys/winsys_sim.h"

_Static_assert((int)WINSYS_ERROR_SIZE == (int)SIM_ERROR_SIZE, "messages pass through unchanged");

struct sim_winsys {
    struct winsys base;
    struct sim_device *device;
    const struct hw_chip *chip;
    uint64_t memory_bytes;
    bool watched; /* accesses are held against what is annotated */
};

struct sim_bo {
    struct winsys_bo base;
    uint32_t handle;
};

struct winsys_fence {
    struct sim_winsys *ws;
    uint64_t sequence;
};

static struct sim_winsys *sim_winsys(struct winsys *ws)
{
    return (struct sim_winsys *)ws;
}

static void destroy(struct winsys *base)
{
    struct sim_winsys *ws = sim_winsys(base);
    sim_device_destroy(ws->device);
    free(ws);
}

static uint32_t query(struct sim_winsys *ws, uint32_t request)
{
    uint32_t value = 0;
    int status = sim_info(ws->device, request, &value);
    if (status)
        fprintf(stderr, "rootle: the device does not answer information request %#x: %s\n", request,
                strerror(-status));
    return value;
}

static void get_info(struct winsys *base, struct winsys_info *info)
{
    struct sim_winsys *ws = sim_winsys(base);
    *info = (struct winsys_info){
        .pci_id = query(ws, SIM_INFO_DEVICE_ID),
        .tiling_config = query(ws, SIM_INFO_TILING_CONFIG),
        .max_pipes = query(ws, SIM_INFO_MAX_PIPES),
        .max_se = query(ws, SIM_INFO_MAX_SE),
        .tile_pipes = query(ws, SIM_INFO_NUM_TILE_PIPES),
        .backends = query(ws, SIM_INFO_NUM_BACKENDS),
        .vram_bytes = ws->memory_bytes,
        .max_bo_bytes = ws->memory_bytes,
        .zeroed = true,
        .cached = true,
        .watched = ws->watched,
        .compute_units = query(ws, SIM_INFO_ACTIVE_CU_COUNT),
        .max_clock_mhz = query(ws, SIM_INFO_MAX_SCLK) / 1000, /* the kernel answers in kHz */
    };
    snprintf(info->name, sizeof(info->name), "AMD %s (Rootle simulator)", ws->chip->name);
    if (info->name[4] >= 'a' && info->name[4] <= 'z')
        info->name[4] += 'A' - 'a';
}

static struct winsys_bo *bo_create(struct winsys *base, uint64_t size, uint32_t alignment,
                                   uint32_t domain)
{
    struct sim_device *device = sim_winsys(base)->device;
    struct sim_bo *bo = calloc(1, sizeof(*bo));
    if (!bo)
        return NULL;
    if (sim_gem_create(device, size, alignment, domain, &bo->handle))
        goto fail;
    bo->base.map = sim_gem_map(device, bo->handle);
    if (!bo->base.map)
        goto fail_close;
    atomic_init(&bo->base.references, 1);
    bo->base.ws = base;
    bo->base.size = size;
    bo->base.address = sim_gem_address(device, bo->handle);
    return &bo->base;

fail_close:
    sim_gem_close(device, bo->handle);
fail:
    free(bo);
    return NULL;
}

static uint32_t handle_of(const struct winsys_bo *bo)
{
    return ((const struct sim_bo *)bo)->handle;
}

static void bo_destroy(struct winsys_bo *bo)
{
    assert(atomic_load(&bo->references) == 0);
    sim_gem_close(sim_winsys(bo->ws)->device, handle_of(bo));
    free(bo);
}

static void bo_clear(struct winsys_bo *bo, uint64_t offset, uint64_t size)
{
    assert(offset <= bo->size && size <= bo->size - offset);
    if (madvise((char *)bo->map + offset, size, MADV_DONTNEED))
        memset((char *)bo->map + offset, 0, size);
}

static int bo_set_tiling(struct winsys_bo *bo, uint32_t flags, uint32_t pitch_bytes)
{
    return sim_gem_set_tiling(sim_winsys(bo->ws)->device, handle_of(bo), flags, pitch_bytes);
}

static int bo_annotate(struct winsys_bo *bo, uint64_t offset, uint64_t size, bool live)
{
    return sim_gem_annotate(sim_winsys(bo->ws)->device, handle_of(bo), offset, size, live);
}

enum { CS_KEEP_TILING_FLAGS = 1, CS_RING_GFX = 0 };

static int submit_chunks(struct sim_winsys *ws, const struct winsys_cs *cs,
                         const struct sim_reloc *relocs, uint64_t *sequence,
                         char error[WINSYS_ERROR_SIZE])
{
    const uint32_t flags[3] = {CS_KEEP_TILING_FLAGS, CS_RING_GFX, 0};
    const uint32_t order[] = {cs->order, cs->units};
    const struct sim_chunk chunks[] = {
        {SIM_CHUNK_RELOCS, cs->reloc_count * (uint32_t)(sizeof(*relocs) / 4), relocs},
        {SIM_CHUNK_IB, cs->dword_count, cs->dwords},
        {SIM_CHUNK_FLAGS, 3, flags},
        {SIM_CHUNK_ORDER, COUNT(order), order},
    };
    return sim_cs(ws->device, chunks, COUNT(chunks), cs->label, cs->guide, cs->waited, sequence,
                  error);
}

static int cs_submit(struct winsys *base, const struct winsys_cs *cs, struct winsys_fence **fence,
                     char error[WINSYS_ERROR_SIZE])
{
    struct sim_winsys *ws = sim_winsys(base);
    struct winsys_fence *made = NULL;
    struct sim_reloc few[64], *relocs = few;
    int status = -ENOMEM;
    uint64_t sequence;

    if (cs->reloc_count > COUNT(few))
        relocs = calloc(cs->reloc_count, sizeof(*relocs));
    if (fence)
        made = calloc(1, sizeof(*made));
    if (!relocs || (fence && !made)) {
        snprintf(error, WINSYS_ERROR_SIZE, "out of memory while submitting a command stream");
        goto out;
    }
    for (uint32_t i = 0; i < cs->reloc_count; i++)
        relocs[i] = (struct sim_reloc){
            .handle = handle_of(cs->relocs[i].bo),
            .read_domains = cs->relocs[i].read_domains,
            .write_domain = cs->relocs[i].write_domain,
        };
    status = submit_chunks(ws, cs, relocs, &sequence, error);
    if (!status && fence) {
        made->ws = ws;
        made->sequence = sequence;
        *fence = made;
        made = NULL;
    }
out:
    free(made);
    if (relocs != few)
        free(relocs);
    return status;
}

static enum winsys_fence_state fence_wait(struct winsys_fence *fence, uint64_t timeout_ns,
                                          char error[WINSYS_ERROR_SIZE])
{
    static const enum winsys_fence_state states[] = {
        [SIM_PENDING] = WINSYS_FENCE_PENDING,
        [SIM_DONE] = WINSYS_FENCE_DONE,
        [SIM_FAILED] = WINSYS_FENCE_FAILED,
    };
    char message[SIM_ERROR_SIZE];
    message[0] = '\0'; /* not all of it */
    enum sim_status status = sim_wait(fence->ws->device, fence->sequence, timeout_ns, message);
    if (status == SIM_FAILED && error)
        snprintf(error, WINSYS_ERROR_SIZE, "%s", message);
    assert(status < COUNT(states));
    return states[status];
}

static void fence_destroy(struct winsys_fence *fence)
{
    free(fence);
}

static const struct winsys_ops sim_ops = {
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

struct winsys *winsys_sim_create(const struct sim_parts *parts, char error[WINSYS_ERROR_SIZE])
{
    struct sim_config config;
    if (sim_config_read(&config, parts, error))
        return NULL;
    config.strict = true;
    struct sim_winsys *ws = calloc(1, sizeof(*ws));
    if (!ws) {
        snprintf(error, WINSYS_ERROR_SIZE, "out of memory");
        return NULL;
    }
    int status = sim_device_create(&config, &ws->device);
    if (status) {
        snprintf(error, WINSYS_ERROR_SIZE, "cannot create the simulated %s with %llu MiB: %s",
                 config.chip->name, (unsigned long long)(config.memory_bytes >> 20),
                 strerror(-status));
        free(ws);
        return NULL;
    }
    ws->base.ops = &sim_ops;
    ws->chip = config.chip;
    ws->memory_bytes = config.memory_bytes;
    ws->watched = config.check_memory;
    winsys_check(&ws->base);
    return &ws->base;
}
