/* SPDX-License-Identifier: MIT */
/* screen.h: the hardware driver of Evergreen chips behind pipe.h. */
#pragma once

#include "driver/pipe.h"
#include "driver/r600/faults.h"
#include "driver/winsys.h"

/* The driver over a winsys, which belongs to it from here on, and is destroyed when this fails.
 * NULL with `error` filled then. `faults`
 * make state wrong; NULL: nobody does. */
struct pipe_screen *r600_screen_create(struct winsys *ws, const struct r600_faults *faults,
                                       char error[PIPE_ERROR_SIZE]);
