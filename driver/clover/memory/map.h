/* SPDX-License-Identifier: MIT */
/* map.h: mappings of memory objects into the application's memory. */
#ifndef ROOTLE_CLOVER_MAP_H
#define ROOTLE_CLOVER_MAP_H

#include "driver/clover/memory/memory.h"

/* Frees what the application never unmapped. */
void clover_maps_destroy(cl_mem mem);
/* Whether the application may write to a part of it now. */
bool clover_is_mapped_for_writing(cl_mem mem);

#endif
