/* SPDX-License-Identifier: MIT */
/* map.h: mappings of memory objects into the application's memory. */
#ifndef ROOTLE_CLOVER_MAP_H
#define ROOTLE_CLOVER_MAP_H

#include "driver/clover/memory.h"

/* Frees what the application never unmapped. */
void clover_maps_destroy(cl_mem mem);

#endif
