/* SPDX-License-Identifier: MIT */
/* transfers.h: commands that move an image of 1024 x 1024 texels of RGBA UNORM_INT8, and memcpy of
 * as many bytes to compare with. */
#pragma once

#include "driver/bench/host.h"

struct transfer;

/* The transfer of a name, or NULL. */
const struct transfer *transfer_find(const char *name);
/* Times it `repeat` times, after one that is not timed. */
void transfer_time(const struct host *host, const struct transfer *transfer, unsigned repeat,
                   double *seconds);
