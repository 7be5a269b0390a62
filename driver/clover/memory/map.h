/* SPDX-License-Identifier: MIT */
/* map.h: mappings of memory objects into the application's memory. */
#pragma once

#include "driver/clover/memory/memory.h"

/* Frees what the application never unmapped. */
void clover_maps_destroy(cl_mem mem);
/* Whether the application may write to a part of it now. */
bool clover_is_mapped_for_writing(cl_mem mem);
/* The bytes of a buffer that are mapped, but for writing: where several parts are, one of them. */
struct clover_part {
    size_t start, end;
};
struct clover_part clover_mapped_for_reading(cl_mem buffer);
