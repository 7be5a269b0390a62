/* SPDX-License-Identifier: MIT */
/* checksum.h: a checksum against accidents: FNV-1a, 64 bits. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Any change of a single byte changes it. */
uint64_t checksum_of(const void *bytes, size_t size);
