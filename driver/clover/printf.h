/* SPDX-License-Identifier: MIT */
/* printf.h: what kernels print: a buffer for each launch of one that does, printed after it. */
#ifndef ROOTLE_CLOVER_PRINTF_H
#define ROOTLE_CLOVER_PRINTF_H

#include <stdio.h>

#include "driver/clover/inputs.h"

enum { CLOVER_PRINTF_BYTES = 1 << 20 }; /* CL_DEVICE_PRINTF_BUFFER_SIZE */

/* Makes the buffer and puts its address into the inputs, if the kernel prints. *buffer is NULL if
 * it does not. False when memory is short. */
bool clover_printf_begin(const struct clover_inputs *inputs, struct pipe_context *pipe,
                         struct pipe_resource **buffer);
/* Prints what a finished launch left in its buffer to stdout: the work-items in order, the records
 * of each in the order of its calls. */
void clover_printf_print(cl_context context, const struct rootle_binary *binary,
                         struct pipe_resource *buffer, struct pipe_context *pipe);

/* Prints one record (docs/kernel-abi.md) of that many dwords; one that contradicts the binary's
 * strings prints as much as can be made out. */
void clover_printf_record(FILE *out, const struct rootle_binary *binary, const uint32_t *record,
                          uint32_t dwords);

#endif
