/* SPDX-License-Identifier: MIT */
/* describe.h: what a launch's guide says of its program and arguments. */
#pragma once

#include "driver/base/guide.h"

/* guide.program and guide.argument of a clover_guide. */
void clover_describe_program(const struct guide *base, struct guide_program *program);
bool clover_describe_argument(const struct guide *base, uint32_t number,
                              struct guide_argument *argument);
