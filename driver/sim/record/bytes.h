/* SPDX-License-Identifier: MIT */
/* bytes.h: bytes in lines of JSON. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* Bytes as a string of base64. */
void trace_print_bytes(FILE *out, const void *bytes, size_t size);
