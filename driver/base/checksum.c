/* SPDX-License-Identifier: MIT */
/* checksum.c: FNV-1a. */
#include "driver/base/checksum.h"

uint64_t checksum_of(const void *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
    return hash;
}
