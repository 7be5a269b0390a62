/* SPDX-License-Identifier: MIT */
/* counted.h: lanes that the block's number in its group alone decides, as parts of the work-item's
 * number: nothing is kept of these across a barrier. */
#pragma once

#include "llvm/recompile/affine.h"

/* An affine result with what is known of that, by its operation's sources. */
struct affine_form counted_result(const struct affine_forms *forms, const struct sim_alu_op *op,
                                  const struct affine_form s[3], struct affine_form result);
/* Lanes that are some for block 0, and so many more for each further one; the count is a power of
 * two. */
struct affine_form counted_by(struct affine_form form, uint32_t apart);
/* Whether two forms say the same of that. */
bool counted_alike(struct affine_form a, struct affine_form b);
