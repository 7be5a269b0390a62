/* SPDX-License-Identifier: MIT */
/* fake_winsys.h: a winsys without a GPU: memory from malloc, streams recorded, fences as told. */
#pragma once

#include "driver/hw/chips.h"
#include "driver/winsys.h"

struct fake_winsys {
    struct winsys base;
    const struct hw_chip *chip;
    uint64_t vram_bytes, used_bytes;
    unsigned objects, fences; /* alive */
    int64_t live_bytes;       /* annotated */
    unsigned
        allocations_until_failure;   /* bo_create fails when it has counted down to 0; 0: never */
    bool refuse;                     /* cs_submit returns -EINVAL */
    enum winsys_fence_state outcome; /* of streams from now on */
    unsigned failing; /* the submission that fails whatever `outcome` is, from 1 on; 0: none */
    void (*look)(struct fake_winsys *ws); /* called for each stream; NULL: it is not */
    void *looker;                         /* for `look` */
    /* The last stream. */
    unsigned submissions;
    uint32_t dwords[65536];
    uint32_t dword_count;
    struct winsys_reloc relocs[512];
    uint32_t reloc_count;
    char label[64];
};

struct fake_winsys *fake_winsys_create(const char *chip);
