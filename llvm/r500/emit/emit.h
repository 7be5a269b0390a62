/* SPDX-License-Identifier: MIT */
/* emit.h: rows with registers become words, and words text. */
#pragma once

#include "llvm/r500/sched/schedule.h"

/* Encodes the rows as a kernel's code (driver/abi/r500/image_program.h), malloc'ed. NULL with
 * `error` filled when there are too many constants, or memory is short. */
void *r500_encode(struct r500_code *code, uint32_t *bytes, char *error, size_t error_size);
/* The line table of a kernel's code of so many bytes: rootle_lines_pack. */
void *r500_pack_lines(const struct r500_code *code, uint32_t code_bytes, uint32_t *bytes);
