/* SPDX-License-Identifier: MIT */
/* field_values.h: the names of what enumerated fields of registers and descriptor words hold. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Whether a field holds one of a set of named values. *name is this value's, NULL without one. */
bool hw_field_value(const char *reg, const char *field, uint32_t value, const char **name);
