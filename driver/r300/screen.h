/* SPDX-License-Identifier: MIT */
/* screen.h: the pipe driver for R500 over a winsys. */
#pragma once

#include "driver/pipe.h"
#include "driver/winsys.h"

/* Takes over the winsys, also when it fails: NULL with `error` filled. */
struct pipe_screen *r300_screen_create(struct winsys *ws, char error[PIPE_ERROR_SIZE]);
