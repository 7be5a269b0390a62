/* SPDX-License-Identifier: MIT */
/* winsys.c: what all implementations of winsys.h share. */
#include "driver/winsys.h"

#include <stdio.h>
#include <stdlib.h>

static void require(bool present, const char *slot)
{
    if (present)
        return;
    fprintf(stderr, "rootle: internal error: winsys without %s\n", slot);
    abort();
}

void winsys_check(const struct winsys *ws)
{
    const struct winsys_ops *ops = ws->ops;
#define SLOT(name) require(ops->name != NULL, #name)
    SLOT(destroy);
    SLOT(get_info);
    SLOT(bo_create);
    SLOT(bo_destroy);
    SLOT(bo_set_tiling);
    SLOT(bo_annotate);
    SLOT(bo_clear);
    SLOT(cs_submit);
    SLOT(fence_wait);
    SLOT(fence_destroy);
#undef SLOT
}
