/* SPDX-License-Identifier: MIT */
/* explain.h: what the API layer knows of a launch, for messages of the device: lines of the source,
 * arguments, variables. */
#pragma once

#include "driver/clover/launch/guide.h"
#include "driver/clover/object/explainer.h"

extern const struct clover_explainer clover_check_explainer;

/* The source's line that an instruction is of, malloc'ed, and its column; NULL: it is not known, or
 * of `own` and in a function that is inlined. */
char *clover_line_at(const struct clover_guide *guide, uint32_t byte, bool own, uint32_t *column);
/* The value of an argument that is one dword. */
uint32_t clover_argument_value(const struct clover_guide *guide, const struct rootle_arg *arg);
/* Where a local argument ends that begins there: where the next one, or the group's memory, does.
 */
uint32_t clover_local_end(const struct clover_guide *guide, uint32_t start);
