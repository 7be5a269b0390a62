/* SPDX-License-Identifier: MIT */
/* catalyst.h: program binaries of AMD's Catalyst driver, read as driver/foreign_binary.h says. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "driver/abi/binary.h"

bool catalyst_is(const void *image, size_t size);
struct rootle_binary *catalyst_read(const void *image, size_t size, char *error, size_t error_size);
