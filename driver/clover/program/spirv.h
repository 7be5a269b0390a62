/* SPDX-License-Identifier: MIT */
/* spirv.h: modules in SPIR-V (Khronos, "SPIR-V Specification", section 2.3), as far as the API has
 * to know them: whether they are whole, and their specialization constants. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The module's words in the byte order of the host, malloc'ed. NULL: `size` bytes are no module of
 * a version that the translator knows, with *why; or, with *why NULL, memory is short. */
uint32_t *spirv_read(const void *il, size_t size, const char **why);

enum spirv_set { SPIRV_SET, SPIRV_NO_SUCH_ID, SPIRV_WRONG_SIZE };

/* Gives the specialization constants of that id another value, of `size` bytes (1 for a boolean).
 */
enum spirv_set spirv_specialize(uint32_t *words, size_t bytes, uint32_t id, size_t size,
                                const void *value);
