/* SPDX-License-Identifier: MIT */
/* screen.c: puts hardware driver and winsys together. */
#include "driver/r600/screen.h"
#include "driver/winsys/winsys_sim.h"

_Static_assert((int)PIPE_ERROR_SIZE == (int)WINSYS_ERROR_SIZE, "messages pass through unchanged");

struct pipe_screen *pipe_screen_create(char error[PIPE_ERROR_SIZE])
{
    struct winsys *ws = winsys_sim_create(error);
    return ws ? r600_screen_create(ws, error) : NULL;
}
