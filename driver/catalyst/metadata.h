/* SPDX-License-Identifier: MIT */
/* metadata.h: the lines of text by which AMD's compiler describes a kernel: its arguments and where
 * they lie, and how much memory it needs. docs/catalyst.md has the words. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "driver/abi/binary.h"
#include "driver/catalyst/elf32.h"

/* Where the two constant buffers lie among the inputs, in bytes as arguments' offsets are counted.
 */
enum { CATALYST_LAUNCH = 256, CATALYST_ARGUMENTS = 512 };

struct metadata {
    struct rootle_kernel *kernel; /* gets arguments, memory and sizes of groups */
    char *error;                  /* what is wrong */
    size_t error_size;
    bool no_memory; /* that is why it failed */
};

/* Reads the lines. False with `error` filled or no_memory set. */
bool metadata_read(struct metadata *m, struct elf32_bytes text);
/* Adds an argument of no name, which the kernel owns. False when memory is short. */
bool metadata_add(struct metadata *m, const struct rootle_arg *arg);
