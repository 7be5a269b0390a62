/* SPDX-License-Identifier: MIT */
/* recompile.h: machine code for the host, of programs that the driver's simulator runs. */
#ifndef ROOTLE_LLVM_RECOMPILE_RECOMPILE_H
#define ROOTLE_LLVM_RECOMPILE_RECOMPILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "driver/compiler.h"

/* Makes an ELF object of a module of LLVM IR in text form, linked with the lane operations for a
 * host (an architecture level: v2, v3, v4), which lie in `folder` (with the slash). The object is
 * malloc'ed. */
enum compiler_status recompile(const char *ir, size_t ir_size, const char *host, const char *folder,
                               void **object, uint32_t *object_size, FILE *log);

#endif
