/* SPDX-License-Identifier: MIT */
/* ioctl.h: the requests of the node, by the numbers of drm.h and radeon_drm.h. */
#pragma once

#include <stdint.h>

#include "driver/shim/card.h"

/* Serves a request on an open node as the kernel does. 0 or a negative errno. */
int shim_ioctl(struct shim_file *file, uint32_t request, uint64_t argument);

/* One request. `call` gets a copy of the argument, as large as the request's own, zeroed where the
 * program's is shorter, and copied back whatever it returns. */
struct shim_request {
    uint32_t request;
    int (*call)(struct shim_file *file, void *argument);
    const char *name;
};
/* The request of a number (_IOC_NR), or NULL. */
const struct shim_request *shim_radeon_request(unsigned number);

int shim_radeon_info(struct shim_file *file, void *argument);
int shim_radeon_cs(struct shim_file *file, void *argument);
