/* SPDX-License-Identifier: MIT */
/* printf.h: what kernels print: a buffer for each launch of one that does, printed after it. */
#pragma once

#include <stdio.h>

#include "driver/abi/kernel_abi.h"
#include "driver/clover/launch/inputs.h"

/* libclc/printf.cl fills the buffer. Behind the records is room for one of any length: those that
 * do not fit go there. */
enum {
    CLOVER_PRINTF_BUFFER_BYTES =
        4 * (ABI_PRINTF_RECORDS + ABI_PRINTF_MAX_LENGTH) + CLOVER_PRINTF_BYTES,
};

/* Makes the buffer and puts its address into the inputs, if the kernel prints. *buffer is NULL if
 * it does not. False when memory is short. */
bool clover_printf_begin(const struct clover_inputs *inputs, struct pipe_context *pipe,
                         struct pipe_resource **buffer);
/* Prints what a finished launch of a kernel left in its buffer to stdout: the work-items in order,
 * the records of each in the order of its calls. Reports to the context what did not fit. */
void clover_printf_print(const struct clover_build *build, const char *kernel,
                         struct pipe_resource *buffer, struct pipe_context *pipe);

/* Prints one record (docs/kernel-abi.md) of that many dwords; one that contradicts the binary's
 * strings prints as much as can be made out. */
void clover_printf_record(FILE *out, const struct rootle_binary *binary, const uint32_t *record,
                          uint32_t dwords);
