/* SPDX-License-Identifier: MIT */
/* subscript.h: which variable a line of the source accesses. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The name in front of the brackets of the element that is loaded or stored at a column, which
 * counts from 1: of a load it is that of the element, of a store that of the operator. False: it is
 * no element of a variable, or its name is longer. */
enum { SUBSCRIPT_NAME = 64 };
bool clover_subscript(const char *line, uint32_t column, char name[SUBSCRIPT_NAME]);
