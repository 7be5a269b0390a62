/* SPDX-License-Identifier: MIT */
/* winsys.h: how the pipe driver reaches a GPU: buffer objects, submission, fences.
 *
 * A winsys is a const table of functions; every slot is required and checked by winsys_check().
 * What passes here is what the radeon kernel interface carries (radeon_drm.h), so the same pipe
 * driver runs on the simulated device and on a device node. Functions that can fail return 0 or a
 * negative errno and fill `error` where they take one. All functions may be called from any thread.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct guide;
struct winsys;
struct winsys_fence;

/* A buffer object, which is reference-counted. Embedded first in those of every implementation. */
struct winsys_bo {
    struct winsys *ws;
    atomic_uint references;
    uint64_t size;    /* in bytes */
    void *map;        /* the whole object, mapped for as long as it lives */
    uint64_t address; /* in the card's memory, for people; 0: only the card knows it */
};

enum { WINSYS_DOMAIN_GTT = 2, WINSYS_DOMAIN_VRAM = 4 };
enum { WINSYS_TILING_MACRO = 1, WINSYS_TILING_MICRO = 2 };
enum { WINSYS_ERROR_SIZE = 2048 };

struct winsys_info {
    uint32_t pci_id;        /* the one that hw/chips.h has of the card's chip */
    uint32_t tiling_config; /* RADEON_INFO_TILING_CONFIG */
    uint32_t max_pipes, max_se, tile_pipes, backends;
    uint64_t vram_bytes;   /* how much may be allocated */
    uint64_t max_bo_bytes; /* how large one object may be */
    bool zeroed;           /* whether new objects hold zeros */
    bool cached;           /* whether the host reads their maps as fast as its own memory */
    bool watched;          /* whether accesses are held against what is annotated */
    uint32_t compute_units;
    uint32_t max_clock_mhz;
    char name[64]; /* device name for people */
};

struct winsys_reloc {
    struct winsys_bo *bo;
    uint32_t read_domains, write_domain;
};

/* One indirect buffer. A packet that carries an address is followed by a PKT3 NOP whose payload is
 * the relocation's index times 4 (dwords of the kernel's relocation entries). */
struct winsys_cs {
    const uint32_t *dwords;
    uint32_t dword_count;
    const struct winsys_reloc *relocs;
    uint32_t reloc_count;
    uint32_t order; /* streams of the same number run one after the other, those of different ones
                       may run at the same time; 0: it runs alone. A winsys may let all run alone */
    uint32_t units; /* compute units that may run it; 0: all. Those of a card are never fewer */
    bool waited;    /* a promise that fence_wait follows, for ever: its thread may execute it */
    const char *label;         /* for messages: the kernel's name; may be NULL */
    const struct guide *guide; /* likewise; it lives until the stream has ended */
};

enum winsys_fence_state { WINSYS_FENCE_PENDING, WINSYS_FENCE_DONE, WINSYS_FENCE_FAILED };

struct winsys_ops {
    void (*destroy)(struct winsys *ws);
    void (*get_info)(struct winsys *ws, struct winsys_info *info);

    /* Mapped memory of `size` bytes, aligned to `alignment` bytes; see winsys_info.zeroed for what
     * it holds. NULL when there is none. A simulator's is committed by the host as it is touched.
     */
    struct winsys_bo *(*bo_create)(struct winsys *ws, uint64_t size, uint32_t alignment,
                                   uint32_t domain);
    void (*bo_destroy)(struct winsys_bo *bo); /* for winsys_bo_unreference */
    /* Makes whole pages of an object zeros. A simulator's host gets the memory back until it is
     * touched again. */
    void (*bo_clear)(struct winsys_bo *bo, uint64_t offset, uint64_t size);
    /* Radeon's tiling flags (WINSYS_TILING_*, bank width << 8, bank height << 12, aspect << 16,
     * tile split << 24) and the pitch in bytes. */
    int (*bo_set_tiling)(struct winsys_bo *bo, uint32_t flags, uint32_t pitch_bytes);
    /* Tells debugging hardware which byte range of an object is one live allocation (live = true),
     * or no longer is, so that it can report accesses outside. A winsys without such hardware
     * ignores it. An object without any annotation is not checked. -ENOMEM when it cannot be told.
     */
    int (*bo_annotate)(struct winsys_bo *bo, uint64_t offset, uint64_t size, bool live);

    /* Checks and queues a command stream. *fence (may be NULL) receives the caller's fence. -EINVAL
     * with `error` naming packet and dword offset when the stream is refused. */
    int (*cs_submit)(struct winsys *ws, const struct winsys_cs *cs, struct winsys_fence **fence,
                     char error[WINSYS_ERROR_SIZE]);
    /* Waits until the stream has ended, at most `timeout_ns` (UINT64_MAX: for ever, 0: a look). On
     * FAILED `error` (may be NULL) says what went wrong: hang, bad instruction, fault. */
    enum winsys_fence_state (*fence_wait)(struct winsys_fence *fence, uint64_t timeout_ns,
                                          char error[WINSYS_ERROR_SIZE]);
    void (*fence_destroy)(struct winsys_fence *fence); /* at any time; NULL is legal */
};

/* Embedded first in every implementation. */
struct winsys {
    const struct winsys_ops *ops;
};

static inline void winsys_bo_reference(struct winsys_bo *bo)
{
    atomic_fetch_add_explicit(&bo->references, 1, memory_order_relaxed);
}

/* The last one destroys the object. NULL is legal. */
static inline void winsys_bo_unreference(struct winsys_bo *bo)
{
    if (bo && atomic_fetch_sub_explicit(&bo->references, 1, memory_order_acq_rel) == 1)
        bo->ws->ops->bo_destroy(bo);
}

/* Asserts that no slot is missing; called by the constructors. */
void winsys_check(const struct winsys *ws);
