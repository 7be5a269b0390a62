/* SPDX-License-Identifier: MIT */
/* screen.c: puts hardware driver, winsys and, for the simulator, the compiler together. */
#include <stdio.h>
#include <string.h>

#include "driver/base/env.h"
#include "driver/hw/chips.h"
#include "driver/icd/parts.h"
#include "driver/r600/screen.h"
#include "driver/winsys/winsys_sim.h"

#ifdef ROOTLE_R500
#include "driver/r300/screen.h"
#endif
#ifdef ROOTLE_FAULTS
#include "driver/r600/faults/faults.h"
#endif
#ifdef ROOTLE_NODE
#include "driver/winsys/radeon/winsys_radeon.h"
#endif

_Static_assert((int)PIPE_ERROR_SIZE == (int)WINSYS_ERROR_SIZE, "messages pass through unchanged");

static struct winsys *winsys_create(char error[WINSYS_ERROR_SIZE])
{
    const char *name = env_get(ENV_WINSYS);
    if (!strcmp(name, "sim"))
        return winsys_sim_create(&icd_parts, error);
#ifdef ROOTLE_NODE
    if (!strcmp(name, "radeon"))
        return winsys_radeon_create(NULL, error);
    if (*name == '/')
        return winsys_radeon_create(name, error);
#else
    if (!strcmp(name, "radeon") || *name == '/') {
        snprintf(error, WINSYS_ERROR_SIZE,
                 "ROOTLE_WINSYS=%.64s: this build knows the simulator only (ROOTLE_NODE=OFF)",
                 name);
        return NULL;
    }
#endif
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
#ifdef ROOTLE_R500
    const struct hw_chip *chip = hw_chip_find_pci(info.pci_id);
    if (chip && chip->family == HW_FAMILY_R500)
        return r300_screen_create(ws, error);
#endif
#ifdef ROOTLE_FAULTS
    return r600_screen_create(ws, &fault_r600, error);
#else
    return r600_screen_create(ws, NULL, error);
#endif
}
