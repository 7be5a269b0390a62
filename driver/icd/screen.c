/* SPDX-License-Identifier: MIT */
/* screen.c: puts hardware driver, winsys and, for the simulator, the compiler together. */
#include <stdio.h>
#include <string.h>

#include "driver/base/env.h"
#include "driver/compiler/recompile.h"
#include "driver/hw/chips.h"
#include "driver/r300/screen.h"
#include "driver/r600/screen.h"
#include "driver/winsys/winsys_radeon.h"
#include "driver/winsys/winsys_sim.h"

_Static_assert((int)PIPE_ERROR_SIZE == (int)WINSYS_ERROR_SIZE, "messages pass through unchanged");

static struct winsys *winsys_create(char error[WINSYS_ERROR_SIZE])
{
    const char *name = env_get(ENV_WINSYS);
    if (!strcmp(name, "sim"))
        return winsys_sim_create(compiler_recompile, error);
    if (!strcmp(name, "radeon"))
        return winsys_radeon_create(NULL, error);
    if (*name == '/')
        return winsys_radeon_create(name, error);
    snprintf(error, WINSYS_ERROR_SIZE,
             "ROOTLE_WINSYS=%.64s is not sim, radeon, or the path of a render node", name);
    return NULL;
}

struct pipe_screen *pipe_screen_create(char error[PIPE_ERROR_SIZE])
{
    struct winsys *ws = winsys_create(error);
    struct winsys_info info;

    if (!ws)
        return NULL;
    ws->ops->get_info(ws, &info);
    const struct hw_chip *chip = hw_chip_find_pci(info.pci_id);
    return (chip && chip->family == HW_FAMILY_R500 ? r300_screen_create
                                                   : r600_screen_create)(ws, error);
}
