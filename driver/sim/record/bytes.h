/* SPDX-License-Identifier: MIT */
/* bytes.h: bytes in lines of JSON. */
#ifndef ROOTLE_SIM_RECORD_BYTES_H
#define ROOTLE_SIM_RECORD_BYTES_H

#include <stddef.h>
#include <stdio.h>

/* Bytes as a string of base64. */
void trace_print_bytes(FILE *out, const void *bytes, size_t size);

#endif
