/* SPDX-License-Identifier: MIT */
/* foreign_binary.h: program binaries that other compilers made, read into the form of our own. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "driver/abi/binary.h"

/* Whether the bytes begin as such a binary does. */
bool foreign_binary_is(const void *image, size_t size);
/* Reads one, as rootle_binary_read does: nothing in it is trusted. NULL with `error` filled and
 * errno EINVAL when it is damaged or asks for what there is not, or ENOMEM. */
struct rootle_binary *foreign_binary_read(const void *image, size_t size, char *error,
                                          size_t error_size);
