/* SPDX-License-Identifier: MIT */
/* winsys_radeon.h: the winsys over a card that Linux's radeon driver serves. */
#pragma once

#include "driver/winsys.h"

/* The card of a render node, or of the first one that is radeon's when `path` is NULL. NULL with
 * `error` filled when there is none that this driver knows. */
struct winsys *winsys_radeon_create(const char *path, char error[WINSYS_ERROR_SIZE]);
