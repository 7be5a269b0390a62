/* SPDX-License-Identifier: MIT */
/* user.h: memory that a program names by an address, which may be none. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Copies `size` bytes from or to an address of the program. 0, or -EFAULT. */
int shim_user_read(void *to, uint64_t address, size_t size);
int shim_user_write(uint64_t address, const void *from, size_t size);
